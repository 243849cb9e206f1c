/* flow_blocks.c -- the basic blocks of a firmware: instructions that follow each other,
 * entered at the first and left at the last. */
#include <assert.h>

#include "micro/class.h"

struct flow_blocks {
    const struct micro_program *program;
    const struct micro_flow_visitor *visitor;
    struct micro_flow flow;
    uint8_t *leader; /* per word: a block begins here */
};

static struct micro_turn
turn_at (const struct flow_blocks *d, uint32_t pc)
{
    struct micro_turn t = {.targets = 0};
    d->program->class->turn (d->program, pc, &t);
    return t;
}

static void
lead (struct flow_blocks *d, uint32_t pc)
{
    if (pc < d->flow.words)
        d->leader[pc] = 1;
}

static bool
is_reached (const struct flow_blocks *d, uint32_t pc)
{
    return pc < d->flow.words && d->flow.mark[pc] & FLOW_REACHED;
}

static void
find_leaders (struct flow_blocks *d)
{
    const struct micro_class *class = d->program->class;
    const void *device = class->device (d->program);
    unsigned vectors = class->vectors (device);
    for (unsigned v = 0; v < vectors; v++)
        lead (d, class->entry (d->program, v));
    for (uint32_t pc = 0; pc < d->flow.words; pc++) {
        if (!is_reached (d, pc))
            continue;
        struct micro_turn t = turn_at (d, pc);
        if (t.kind == TURN_NONE)
            continue;
        lead (d, t.behind);
        for (size_t k = 0; k < t.targets; k++)
            lead (d, t.target[k]);
    }
}

static void
visit_edge (struct flow_blocks *d, uint32_t from, uint32_t to,
            enum micro_flow_edge kind)
{
    if (is_reached (d, to))
        d->visitor->edge (d->visitor->context, from, to, kind);
}

static void
visit_edges (struct flow_blocks *d, uint32_t block, uint32_t last)
{
    assert (block <= last && last < d->flow.words);
    struct micro_turn t = turn_at (d, last);
    bool calls = t.kind == TURN_CALL || t.kind == TURN_CALL_INDIRECT;
    for (size_t k = 0; k < t.targets; k++)
        if (!k || t.target[k] != t.target[0])
            visit_edge (d, block, t.target[k], calls ? FLOW_CALL : FLOW_NEXT);
    if (calls)
        visit_edge (d, block, t.behind, FLOW_BEHIND);
}

static void
visit_block (struct flow_blocks *d, uint32_t block)
{
    uint32_t pc = block, last;
    struct micro_turn t;
    assert (is_reached (d, block));
    d->visitor->block (d->visitor->context, block);
    do {
        last = pc;
        t = turn_at (d, pc);
        d->visitor->instruction (d->visitor->context, pc, t.behind);
        pc = t.behind;
    } while (t.kind == TURN_NONE && is_reached (d, pc) && pc > last
             && !d->leader[pc]);
    visit_edges (d, block, last);
}

void
micro_flow_visit (const struct micro_program *p,
                  const struct micro_flow_visitor *visitor)
{
    struct flow_blocks d = {.program = p, .visitor = visitor};
    micro_flow_init (&d.flow, p);
    d.leader = NEW_ARRAY (uint8_t, d.flow.words + 1);
    find_leaders (&d);
    for (uint32_t pc = 0; pc < d.flow.words; pc++)
        if (d.leader[pc] && is_reached (&d, pc))
            visit_block (&d, pc);
    memory_free (d.leader);
    micro_flow_clear (&d.flow);
}
