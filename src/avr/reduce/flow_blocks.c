/* flow_blocks.c -- the basic blocks of a firmware: instructions that follow each other,
 * entered at the first and left at the last. */
#include <assert.h>

#include "avr/reduce/effect.h"
#include "avr/reduce/flow.h"

struct flow_blocks {
    const struct avr_program *program;
    const struct micro_flow_visitor *visitor;
    struct avr_flow flow;
    uint8_t *leader; /* per word: a block begins here */
};

static uint32_t
behind (const struct flow_blocks *d, uint32_t pc)
{
    return avr_wrapped (d->program, pc + d->program->instruction[pc].words);
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
    const struct avr_instruction *i = &d->program->instruction[last];
    assert (block <= last && last < d->flow.words);
    uint32_t target[2];
    size_t n = avr_successors (d->program, last, target);
    bool calls = avr_is_call (i);
    for (size_t k = 0; k < n; k++)
        if (!k || target[k] != target[0])
            visit_edge (d, block, target[k], calls ? FLOW_CALL : FLOW_NEXT);
    if (calls)
        visit_edge (d, block, behind (d, last), FLOW_BEHIND);
}

static void
visit_block (struct flow_blocks *d, uint32_t block)
{
    uint32_t pc = block, last;
    assert (is_reached (d, block));
    d->visitor->block (d->visitor->context, block);
    do {
        last = pc;
        d->visitor->instruction (d->visitor->context, pc,
                                 pc + d->program->instruction[pc].words);
        pc = behind (d, pc);
    } while (!avr_jumps (&d->program->instruction[last]) && is_reached (d, pc)
             && pc > last && !d->leader[pc]);
    visit_edges (d, block, last);
}

void
avr_flow_visit (const struct avr_program *p,
                const struct micro_flow_visitor *visitor)
{
    struct flow_blocks d = {.program = p, .visitor = visitor};
    avr_flow_init (&d.flow, p);
    d.leader = NEW_ARRAY (uint8_t, d.flow.words + 1);
    find_leaders (&d);
    for (uint32_t pc = 0; pc < d.flow.words; pc++)
        if (d.leader[pc] && is_reached (&d, pc))
            visit_block (&d, pc);
    memory_free (d.leader);
    avr_flow_clear (&d.flow);
}
