/* flow_dot.c -- the control-flow graph of a firmware as Graphviz.
 *
 * A node is a basic block: instructions that follow each other, entered at the
 * first and left at the last.  Calls are dashed; behind a call it goes on with
 * a dotted edge.  What is not known (IJMP, a return) ends in no edge. */
#include <assert.h>
#include <string.h>

#include "avr/reduce/effect.h"
#include "avr/reduce/flow.h"

struct drawing {
    const struct avr_program *program;
    const struct micro_symbols *symbols; /* may be null */
    struct avr_flow flow;
    uint8_t *leader; /* per word: a block begins here */
    struct text *out;
};

static void
lead (struct drawing *d, uint32_t pc)
{
    if (pc < d->flow.words)
        d->leader[pc] = 1;
}

static bool
is_reached (const struct drawing *d, uint32_t pc)
{
    return pc < d->flow.words && d->flow.mark[pc] & FLOW_REACHED;
}

static uint32_t
behind (const struct drawing *d, uint32_t pc)
{
    return avr_wrapped (d->program, pc + d->program->instruction[pc].words);
}

static void
find_leaders (struct drawing *d)
{
    const struct avr_device *device = d->program->device;
    for (size_t v = 0; v < device->vector_count; v++)
        lead (d, (uint32_t) v * device->vector_words);
    for (uint32_t pc = 0; pc < d->flow.words; pc++) {
        const struct avr_instruction *i = &d->program->instruction[pc];
        if (!is_reached (d, pc) || !avr_jumps (i))
            continue;
        lead (d, behind (d, pc));
        uint32_t target[2];
        size_t n = avr_successors (d->program, pc, target);
        for (size_t k = 0; k < n; k++)
            lead (d, target[k]);
    }
}

static const char *
register_name (void *context, uint16_t address)
{
    const struct avr_register *r = avr_register_at (context, address);
    return r ? r->name : NULL;
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
draw_label (struct drawing *d, uint32_t pc)
{
    const struct micro_label *l =
        d->symbols ? micro_symbols_label (d->symbols, 2 * pc) : NULL;
    if (!l || !l->code || l->address != 2 * pc)
        return;
    quote (d->out, l->name);
    text_add (d->out, ":\\l");
}

static void
draw_line (struct drawing *d, uint32_t pc, unsigned *last)
{
    const char *file;
    unsigned line;
    if (!d->symbols || !micro_symbols_line (d->symbols, 2 * pc, &file, &line)
        || line == *last)
        return;
    *last = line;
    quote (d->out, micro_symbols_base (file));
    text_print (d->out, ":%u\\l", line);
}

static void
draw_instruction (struct drawing *d, uint32_t pc)
{
    struct text t;
    text_init (&t);
    avr_instruction_print (&d->program->instruction[pc], &t, register_name,
                           (void *) (uintptr_t) d->program->device);
    text_print (d->out, "  %04x  ", 2 * pc);
    quote (d->out, text_view (&t));
    text_add (d->out, "\\l");
    text_clear (&t);
}

static void
draw_edge (struct drawing *d, uint32_t from, uint32_t to, const char *style)
{
    if (is_reached (d, to))
        text_print (d->out, "  b%04x -> b%04x%s;\n", 2 * from, 2 * to, style);
}

static void
draw_edges (struct drawing *d, uint32_t block, uint32_t last)
{
    const struct avr_instruction *i = &d->program->instruction[last];
    assert (block <= last && last < d->flow.words);
    uint32_t target[2];
    size_t n = avr_successors (d->program, last, target);
    bool calls = avr_is_call (i);
    for (size_t k = 0; k < n; k++)
        if (!k || target[k] != target[0])
            draw_edge (d, block, target[k], calls ? " [style=dashed]" : "");
    if (calls)
        draw_edge (d, block, behind (d, last), " [style=dotted]");
}

static void
draw_block (struct drawing *d, uint32_t block)
{
    uint32_t pc = block, last;
    unsigned line = 0;
    assert (is_reached (d, block));
    text_print (d->out, "  b%04x [label=\"", 2 * block);
    draw_label (d, block);
    do {
        last = pc;
        draw_line (d, pc, &line);
        draw_instruction (d, pc);
        pc = behind (d, pc);
    } while (!avr_jumps (&d->program->instruction[last]) && is_reached (d, pc)
             && pc > last && !d->leader[pc]);
    text_add (d->out, "\"];\n");
    draw_edges (d, block, last);
}

void
avr_flow_dot (const struct avr_program *p, const struct micro_symbols *symbols,
              struct text *out)
{
    struct drawing d = {.program = p, .symbols = symbols, .out = out};
    avr_flow_init (&d.flow, p);
    d.leader = NEW_ARRAY (uint8_t, d.flow.words + 1);
    find_leaders (&d);
    text_add (out, "digraph firmware {\n"
                   "  node [shape=box, fontname=monospace];\n");
    for (uint32_t pc = 0; pc < d.flow.words; pc++)
        if (d.leader[pc] && is_reached (&d, pc))
            draw_block (&d, pc);
    text_add (out, "}\n");
    memory_free (d.leader);
    avr_flow_clear (&d.flow);
}
