/* flow_dot.c -- the control-flow graph of a firmware as Graphviz.
 *
 * A node is a basic block; one of a run is marked if an instruction of it was executed.  Calls are dashed; behind a call it goes on with
 * a dotted edge.  What is not known (an indirect jump, a return) ends in no edge. */
#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "micro/class.h"

struct dot_flow {
    const struct micro_program *program;
    const struct micro_symbols *symbols; /* may be null */
    const struct map *run;               /* may be null */
    struct text *out;
    uint32_t last; /* the instruction that was drawn last */
    enum { NOT_IN_RUN, IN_RUN, IN_LOOP } block; /* the one that is drawn */
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
    static const char *const colour[] = {[NOT_IN_RUN] = "",
                                         [IN_RUN] = ", color=red, penwidth=2",
                                         [IN_LOOP] =
                                             ", color=blue, penwidth=3"};
    if (d->open)
        text_print (d->out, "\"%s];\n", colour[d->block]);
    d->open = false;
}

/* NOT_IN_RUN, IN_RUN, IN_LOOP */
static int
in_run (const struct dot_flow *d, uint32_t from, uint32_t to)
{
    const uint64_t *loops =
        d->run ? map_get (d->run, micro_flow_step (from, to)) : NULL;
    return !loops ? NOT_IN_RUN : *loops ? IN_LOOP : IN_RUN;
}

struct digest
micro_flow_step (uint32_t from, uint32_t to)
{
    return map_number ((uint64_t) from << 32 | to);
}

static void
draw_block (void *context, uint32_t pc)
{
    struct dot_flow *d = context;
    close_block (d);
    text_print (d->out, "  b%04x [label=\"", address (d, pc));
    d->open = true;
    d->block = NOT_IN_RUN;
    d->line = 0;
    draw_label (d, pc);
}

static void
draw_instruction (void *context, uint32_t pc, uint32_t behind)
{
    struct dot_flow *d = context;
    struct text t;
    int is = in_run (d, pc, (uint32_t) FLOW_NOWHERE);
    (void) behind;
    if (is > (int) d->block)
        d->block = is;
    d->last = pc;
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
    static const char *const style[] = {[FLOW_NEXT] = "solid",
                                        [FLOW_CALL] = "dashed",
                                        [FLOW_BEHIND] = "dotted"};
    static const char *const colour[] = {[IN_RUN] = ", color=red, penwidth=2",
                                         [IN_LOOP] =
                                             ", color=blue, penwidth=3"};
    struct dot_flow *d = context;
    assert (kind <= FLOW_BEHIND);
    close_block (d);
    int is = in_run (d, d->last, to);
    text_print (d->out, "  b%04x -> b%04x", address (d, from), address (d, to));
    if (kind != FLOW_NEXT || is)
        text_print (d->out, " [style=%s%s]", style[kind], is ? colour[is] : "");
    text_add (d->out, ";\n");
}

void
micro_flow_dot (const struct micro_program *p,
                const struct micro_symbols *symbols, const struct map *run,
                const char *title, struct text *out)
{
    struct dot_flow d = {
        .program = p, .symbols = symbols, .run = run, .out = out};
    struct micro_flow_visitor visitor = {draw_block, draw_instruction,
                                         draw_edge, &d};
    text_add (out, "digraph firmware {\n"
                   "  node [shape=box, fontname=monospace];\n");
    if (title) {
        text_add (out, "  label=\"");
        quote (out, title);
        text_add (out, "\";\n  labelloc=t;\n");
    }
    micro_flow_visit (p, &visitor);
    close_block (&d);
    text_add (out, "}\n");
}
