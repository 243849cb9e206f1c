/* vc_reach.c -- a path must pass a block (the paper's equation 2, corrected).
 *
 * f gives a block's successor, so that n was left for l is `f (n) = l`.  As
 * printed, `f (l) = n`, the equation asks a block to have its own predecessor
 * as successor: it has no solution, and every partition that must reach a block
 * would be found SAFE.  From the target back, each block needs a predecessor
 * that was left for it; blocks are acyclic, so that ends at the entry. */
#include <assert.h>
#include <string.h>

#include "bounded/passive/vc.h"

static const term *
reach_variable (const struct vc *vc, terms *store, uint32_t block)
{
    if (!block)
        return term_true (store);
    struct text name;
    text_init (&name);
    text_print (&name, "@r%u@%u", block, vc->number);
    const term *r = term_var (store, text_view (&name), sort_bool (store));
    text_clear (&name);
    return r;
}

/* The blocks from which the target can be reached. */
static bool *
reach_find (const struct passive_procedure *q, uint32_t target)
{
    bool *reaches = NEW_ARRAY (bool, q->blocks);
    reaches[target] = true;
    for (uint32_t b = target; b-- > 0;)
        for (uint32_t k = 0; k < q->block[b].edges; k++)
            reaches[b] |= reaches[q->block[b].edge[k].target];
    return reaches;
}

/* "f (from) = to" where the graph has no such edge: nothing fulfils it. */
static const term *
flow_between (const struct vc *vc, terms *store, uint32_t from, uint32_t to)
{
    const struct passive_block *b = &vc->procedure->block[from];
    for (uint32_t k = 0; k < b->edges; k++)
        if (b->edge[k].target == to)
            return vc->flow[from][k];
    return term_false (store);
}

void
vc_must_reach (const struct vc *vc, terms *store, uint32_t target,
               const char *broken, struct term_vec *clauses)
{
    const struct passive_procedure *q = vc->procedure;
    assert (target < q->blocks);
    bool printed = broken && !strcmp (broken, "reach-as-printed");
    bool *reaches = reach_find (q, target);
    struct term_vec *arrive = NEW_ARRAY (struct term_vec, q->blocks);
    for (uint32_t n = 0; n < q->blocks; n++)
        for (uint32_t k = 0; reaches[n] && k < q->block[n].edges; k++) {
            uint32_t l = q->block[n].edge[k].target;
            if (!reaches[l] || n == target)
                continue;
            const term *left =
                printed ? flow_between (vc, store, l, n) : vc->flow[n][k];
            const term *r = reach_variable (vc, store, n);
            VEC_PUSH (arrive[l], term_and2 (store, r, left));
        }
    VEC_PUSH (*clauses, reach_variable (vc, store, target));
    for (uint32_t l = 1; l <= target; l++)
        if (reaches[l])
            VEC_PUSH (
                *clauses,
                term_implies (store, reach_variable (vc, store, l),
                              term_or (store, arrive[l].at, arrive[l].size)));
    for (uint32_t l = 0; l < q->blocks; l++)
        VEC_CLEAR (arrive[l]);
    memory_free (arrive);
    memory_free (reaches);
}
