/* flow_dot.c -- the control-flow graph of a firmware as Graphviz.
 *
 * A node is a basic block.  Calls are dashed; behind a call it goes on with
 * a dotted edge.  What is not known (an indirect jump, a return) ends in no edge. */
#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "micro/class.h"

struct dot_flow {
    const struct micro_program *program;
    const struct micro_symbols *symbols; /* may be null */
    struct text *out;
    bool open;     /* the label of a block is being written */
    unsigned line; /* that was written last in it */
};

/* As people count. */
static uint32_t
address (const struct dot_flow *d, uint32_t pc)
{
    return d->program->class->pc_bytes * pc;
}

/* In a string of Graphviz. */
static void
quote (struct text *out, const char *text)
{
    for (; *text; text++) {
        if (strchr ("\"\\", *text))
            text_char (out, '\\');
        text_char (out, *text == '\t' || *text == '\n' ? ' ' : *text);
    }
}

static void
draw_label (struct dot_flow *d, uint32_t pc)
{
    const struct micro_label *l =
        d->symbols ? micro_symbols_label (d->symbols, address (d, pc)) : NULL;
    if (!l || !l->code || l->address != address (d, pc))
        return;
    quote (d->out, l->name);
    text_add (d->out, ":\\l");
}

static void
draw_line (struct dot_flow *d, uint32_t pc, unsigned *last)
{
    const char *file;
    unsigned line;
    if (!d->symbols
        || !micro_symbols_line (d->symbols, address (d, pc), &file, &line)
        || line == *last)
        return;
    *last = line;
    quote (d->out, micro_symbols_base (file));
    text_print (d->out, ":%u\\l", line);
}

/* The label of a block stays open until its first edge, or the next one. */
static void
close_block (struct dot_flow *d)
{
    if (d->open)
        text_add (d->out, "\"];\n");
    d->open = false;
}

static void
draw_block (void *context, uint32_t pc)
{
    struct dot_flow *d = context;
    close_block (d);
    text_print (d->out, "  b%04x [label=\"", address (d, pc));
    d->open = true;
    d->line = 0;
    draw_label (d, pc);
}

static void
draw_instruction (void *context, uint32_t pc, uint32_t behind)
{
    (void) behind;
    struct dot_flow *d = context;
    struct text t;
    text_init (&t);
    draw_line (d, pc, &d->line);
    d->program->class->print (d->program, pc, &t);
    text_print (d->out, "  %04x  ", address (d, pc));
    quote (d->out, text_view (&t));
    text_add (d->out, "\\l");
    text_clear (&t);
}

static void
draw_edge (void *context, uint32_t from, uint32_t to, enum micro_flow_edge kind)
{
    static const char *const style[] = {
        [FLOW_NEXT] = "",
        [FLOW_CALL] = " [style=dashed]",
        [FLOW_BEHIND] = " [style=dotted]",
    };
    struct dot_flow *d = context;
    assert (kind <= FLOW_BEHIND);
    close_block (d);
    text_print (d->out, "  b%04x -> b%04x%s;\n", address (d, from),
                address (d, to), style[kind]);
}

void
micro_flow_dot (const struct micro_program *p,
                const struct micro_symbols *symbols, struct text *out)
{
    struct dot_flow d = {.program = p, .symbols = symbols, .out = out};
    struct micro_flow_visitor visitor = {draw_block, draw_instruction,
                                         draw_edge, &d};
    text_add (out, "digraph firmware {\n"
                   "  node [shape=box, fontname=monospace];\n");
    micro_flow_visit (p, &visitor);
    close_block (&d);
    text_add (out, "}\n");
}
