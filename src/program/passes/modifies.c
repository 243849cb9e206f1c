/* modifies.c -- what procedures change, directly and by their calls. */
#include <assert.h>

#include "logic/term/map.h"
#include "program/change.h"
#include "program/passes/passes.h"

struct effects {
    struct program *program;
    struct term_map global;      /* to 1 + its index */
    struct components component; /* of the call graph */
    size_t words;
    uint64_t *set; /* `words` per component: a bit per global */
};

static uint64_t *
effects_of (struct effects *e, uint32_t procedure)
{
    return e->set + e->component.of[procedure] * e->words;
}

static void
effects_add (struct effects *e, uint32_t procedure, const term *variable)
{
    uintptr_t *index = term_map_get (&e->global, variable);
    if (!index)
        return; /* a local */
    effects_of (e, procedure)[(*index - 1) / 64] |= (uint64_t) 1
                                                    << (*index - 1) % 64;
}

static void
effects_join (struct effects *e, uint32_t caller, uint32_t callee)
{
    uint64_t *to = effects_of (e, caller);
    const uint64_t *from = effects_of (e, callee);
    assert (e->component.of[callee] <= e->component.of[caller]);
    for (size_t i = 0; i < e->words; i++)
        to[i] |= from[i];
}

static void
effects_collect (struct effects *e, uint32_t at)
{
    const struct procedure *q = &e->program->procedure.at[at];
    for (size_t i = 0; !q->has_body && i < q->modifies.size; i++)
        effects_add (e, at, q->modifies.at[i]);
    for (size_t i = 0; i < q->block.size; i++) {
        const struct block *b = &q->block.at[i];
        for (size_t j = 0; j < b->statement.size; j++) {
            const struct statement *s = &b->statement.at[j];
            for (size_t k = 0; k < s->targets; k++)
                effects_add (e, at, s->target[k]);
            if (s->kind == STATEMENT_CALL)
                effects_join (e, at, s->callee);
        }
    }
}

static void
effects_write (struct effects *e, uint32_t at)
{
    struct procedure *q = &e->program->procedure.at[at];
    const uint64_t *set = effects_of (e, at);
    q->modifies.size = 0;
    for (size_t i = 0; i < e->program->global.size; i++)
        if (set[i / 64] >> i % 64 & 1)
            VEC_PUSH (q->modifies, e->program->global.at[i].term);
}

/* Procedures that call each other change the same, and components come callees
 * first: one round is enough. */
void
program_modifies (struct program *p)
{
    struct effects e = {.program = p, .words = p->global.size / 64 + 1};
    program_components (p, &e.component);
    e.set = NEW_ARRAY (uint64_t, e.words *((size_t) e.component.count + 1));
    for (size_t i = 0; i < p->global.size; i++)
        *term_map_at (&e.global, p->global.at[i].term, NULL) = i + 1;
    for (size_t i = 0; i < p->procedure.size; i++)
        effects_collect (&e, e.component.order[i]);
    for (uint32_t i = 0; i < p->procedure.size; i++)
        if (p->procedure.at[i].has_body)
            effects_write (&e, i);
    memory_free (e.set);
    term_map_clear (&e.global);
    components_clear (&e.component);
}
