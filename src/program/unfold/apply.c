/* apply.c -- the nodes that lead to a failure, as a program. */
#include "base/text.h"
#include "program/change.h"
#include "program/unfold/internal.h"

/* Which nodes lead to a failure; how many. */
static size_t
nodes_useful (const unfolding *u, bool *useful)
{
    size_t nodes = u->node.size, count = 0;
    uint32_t *first = NEW_ARRAY (uint32_t, nodes + 2);
    uint32_t *from = NEW_ARRAY (uint32_t, u->edge.size + 1);
    struct vec_target open = {0};
    for (size_t i = 0; i < u->edge.size; i++)
        first[u->edge.at[i] + 2]++;
    for (size_t n = 2; n < nodes + 2; n++)
        first[n] += first[n - 1];
    for (uint32_t n = 0; n < nodes; n++)
        for (uint32_t i = 0; i < u->node.at[n].edges; i++)
            from[first[u->edge.at[u->node.at[n].edge + i] + 1]++] = n;
    for (size_t i = 0; i < u->failure.size; i++) {
        useful[u->failure.at[i]] = true;
        VEC_PUSH (open, u->failure.at[i]);
    }
    for (; open.size; count++) {
        uint32_t n = VEC_POP (open);
        for (uint32_t i = first[n]; i < first[n + 1]; i++)
            if (!useful[from[i]]) {
                useful[from[i]] = true;
                VEC_PUSH (open, from[i]);
            }
    }
    count += !useful[0];
    useful[0] = true;
    VEC_CLEAR (open);
    memory_free (first);
    memory_free (from);
    return count;
}

/* What is known, set once more: then nobody needs to remember it. */
static void
facts_set (const unfolding *u, struct program *p, const struct unfold_node *n,
           struct block *to)
{
    struct term_vec target = {0}, value = {0};
    for (uint32_t i = 0; i < n->facts; i++) {
        const struct fact *f = &u->fact.at[n->first + i];
        const term *x = u->live.variable.at[f->variable];
        if (f->known != KNOWN_IS || !value_width (x->sort))
            continue;
        VEC_PUSH (target, x);
        VEC_PUSH (value,
                  x->sort->kind == SORT_BOOL
                      ? term_bool (p->terms, f->bits)
                      : term_bits_of (p->terms, x->sort->width, f->bits));
    }
    if (target.size)
        VEC_PUSH (to->statement,
                  statement_assign (p, &target, &value, to->place));
    VEC_CLEAR (target);
    VEC_CLEAR (value);
}

static struct block
node_block (const unfolding *u, struct program *p, uint32_t at,
            const uint32_t *place)
{
    const struct unfold_node *n = &u->node.at[at];
    const struct block *from = &u->procedure->block.at[n->block];
    struct block made = {.origin = {.block = n->block}, .place = from->place};
    struct text label;
    text_init (&label);
    text_print (&label, "%s@%u", from->label, (unsigned) at);
    made.label = arena_string (&p->arena, text_view (&label));
    text_clear (&label);
    facts_set (u, p, n, &made);
    for (size_t i = 0; i < from->statement.size; i++)
        VEC_PUSH (made.statement, from->statement.at[i]);
    for (uint32_t i = 0; i < n->edges; i++) {
        uint32_t to = place[u->edge.at[n->edge + i]];
        if (to != PROGRAM_NONE)
            VEC_PUSH (made.target, to);
    }
    /* Without a target it would return: nothing that can fail lies behind. */
    return made;
}

bool
unfold_apply (const unfolding *u, struct program *p, size_t most)
{
    assert (p == u->program && u->complete);
    size_t nodes = u->node.size;
    bool *useful = NEW_ARRAY (bool, nodes);
    bool fine = nodes_useful (u, useful) <= most;
    if (fine) {
        uint32_t *place = NEW_ARRAY (uint32_t, nodes), next = 0;
        for (size_t n = 0; n < nodes; n++)
            place[n] = useful[n] ? next++ : PROGRAM_NONE;
        struct vec_block made = {0};
        for (uint32_t n = 0; n < nodes; n++)
            if (useful[n])
                VEC_PUSH (made, node_block (u, p, n, place));
        struct procedure *q = &p->procedure.at[0];
        for (size_t i = 0; i < q->block.size; i++)
            block_clear (&q->block.at[i]);
        VEC_CLEAR (q->block);
        q->block = made;
        memory_free (place);
    }
    memory_free (useful);
    return fine;
}

void
unfold_origins (const struct flat_origins *before, struct flat_origins *now)
{
    struct flat_origins all = {0};
    for (size_t b = 0; b + 1 < now->first.size; b++) {
        VEC_PUSH (all.first, (uint32_t) all.origin.size);
        for (uint32_t i = now->first.at[b]; i < now->first.at[b + 1]; i++) {
            uint32_t old = now->origin.at[i].block;
            assert (old + 1 < before->first.size);
            for (uint32_t k = before->first.at[old];
                 k < before->first.at[old + 1]; k++)
                VEC_PUSH (all.origin, before->origin.at[k]);
        }
    }
    VEC_PUSH (all.first, (uint32_t) all.origin.size);
    flat_origins_clear (now);
    *now = all;
}
