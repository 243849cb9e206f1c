/* merge.c -- fewer blocks.
 *
 * A block from which the exit cannot be reached is of no use; the same holds
 * for one that calls a procedure that cannot return (always calls itself, say),
 * which is a least fixed point over all procedures.  Blocks in a row become
 * one: everything is passive, so their assumptions are just conjoined. */
#include <assert.h>

#include "bounded/passive/internal.h"

void
draft_block_clear (struct draft_block *b)
{
    VEC_CLEAR (b->assume);
    for (size_t i = 0; i < b->edge.size; i++)
        VEC_CLEAR (b->edge.at[i].assume);
    VEC_CLEAR (b->edge);
    for (size_t i = 0; i < b->visit.size; i++)
        VEC_CLEAR (b->visit.at[i].value);
    VEC_CLEAR (b->visit);
    VEC_CLEAR (b->in);
    VEC_CLEAR (b->out);
}

void
draft_clear (struct draft *d)
{
    for (size_t i = 0; i < d->blocks; i++)
        draft_block_clear (&d->block[i]);
    memory_free (d->block);
    d->block = NULL;
    d->blocks = 0;
    VEC_CLEAR (d->in);
    VEC_CLEAR (d->out);
}

static bool
assumes_false (const struct term_vec *assume)
{
    for (size_t i = 0; i < assume->size; i++)
        if (term_is_false (assume->at[i]))
            return true;
    return false;
}

static bool
block_passes (const struct draft_block *b, const bool *returns)
{
    return !assumes_false (&b->assume)
           && (b->callee == PROGRAM_NONE || returns[b->callee]);
}

/* Marks the blocks that lie on a path from the entry to the exit; false: there
 * is none. */
static bool
useful_mark (const struct draft *d, const bool *returns, bool *useful)
{
    bool *reached = NEW_ARRAY (bool, d->blocks + 1);
    for (size_t i = d->blocks; i-- > 0;) {
        const struct draft_block *b = &d->block[i];
        useful[i] = i + 1 == d->blocks;
        for (size_t k = 0; k < b->edge.size; k++)
            useful[i] |= useful[b->edge.at[k].target]
                         && !assumes_false (&b->edge.at[k].assume);
        useful[i] = useful[i] && block_passes (b, returns);
    }
    reached[0] = true;
    for (size_t i = 0; i < d->blocks; i++) {
        const struct draft_block *b = &d->block[i];
        useful[i] = useful[i] && reached[i];
        for (size_t k = 0; useful[i] && k < b->edge.size; k++)
            if (!assumes_false (&b->edge.at[k].assume))
                reached[b->edge.at[k].target] = true;
    }
    memory_free (reached);
    return d->blocks && useful[0];
}

/* Which procedures can return at all. */
static bool *
returns_find (const struct maker *m)
{
    size_t count = m->program->procedure.size;
    bool *returns = NEW_ARRAY (bool, count + 1);
    for (bool again = true; again;) {
        again = false;
        for (size_t i = count; i-- > 0;) {
            const struct draft *d = &m->draft[i];
            if (returns[i] || !m->scope[i].procedure->has_body)
                continue;
            bool *useful = NEW_ARRAY (bool, d->blocks + 1);
            returns[i] = useful_mark (d, returns, useful);
            again |= returns[i];
            memory_free (useful);
        }
    }
    return returns;
}

static void
edges_restrict (struct draft_block *b, const bool *useful)
{
    size_t kept = 0;
    for (size_t k = 0; k < b->edge.size; k++) {
        struct draft_edge *e = &b->edge.at[k];
        if (useful[e->target] && !assumes_false (&e->assume))
            b->edge.at[kept++] = *e;
        else
            VEC_CLEAR (e->assume);
    }
    b->edge.size = kept;
}

/* Blocks that are not `kept` go, the others close ranks. */
static void
draft_compact (struct draft *d, const bool *kept)
{
    uint32_t *number = NEW_ARRAY (uint32_t, d->blocks + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < d->blocks; i++)
        if (kept[i])
            number[i] = count++;
    for (size_t i = 0; i < d->blocks; i++) {
        struct draft_block *b = &d->block[i];
        if (!kept[i]) {
            draft_block_clear (b);
            continue;
        }
        for (size_t k = 0; k < b->edge.size; k++) {
            assert (kept[b->edge.at[k].target]);
            b->edge.at[k].target = number[b->edge.at[k].target];
        }
        d->block[number[i]] = *b;
    }
    d->blocks = count;
    memory_free (number);
}

static void
draft_prune (struct draft *d, const bool *returns)
{
    bool *useful = NEW_ARRAY (bool, d->blocks + 1);
    bool any = useful_mark (d, returns, useful);
    for (size_t i = 0; i < d->blocks; i++)
        if (any && useful[i])
            edges_restrict (&d->block[i], useful);
        else
            useful[i] = false;
    draft_compact (d, useful);
    memory_free (useful);
}

/* In the paper's example dead ends stay, but nothing that cannot return is
 * called. */
static void
draft_close (struct maker *m, struct draft *d, const bool *returns)
{
    for (size_t i = 0; i < d->blocks; i++) {
        struct draft_block *b = &d->block[i];
        if (b->callee == PROGRAM_NONE || returns[b->callee])
            continue;
        VEC_PUSH (b->assume, term_false (m->terms));
        b->callee = PROGRAM_NONE;
        b->after = b->visit.size;
        b->in.size = b->out.size = 0;
    }
}

static void
terms_append (struct term_vec *to, const struct term_vec *from)
{
    for (size_t i = 0; i < from->size; i++)
        VEC_PUSH (*to, from->at[i]);
}

/* Takes over the only successor, which has no other predecessor. */
static void
block_absorb (struct draft_block *b, struct draft_block *next)
{
    assert (b->edge.size == 1);
    terms_append (&b->assume, &b->edge.at[0].assume);
    terms_append (&b->assume, &next->assume);
    VEC_CLEAR (b->edge.at[0].assume);
    VEC_CLEAR (b->edge);
    b->edge = next->edge;
    next->edge = (struct vec_draft_edge) {0};
    if (next->callee != PROGRAM_NONE) {
        assert (b->callee == PROGRAM_NONE && !b->in.size && !b->out.size);
        b->after = b->visit.size + next->after;
        b->callee = next->callee;
        b->call_label = next->call_label;
        b->summary = next->summary;
        terms_append (&b->in, &next->in);
        terms_append (&b->out, &next->out);
    } else if (b->callee == PROGRAM_NONE)
        b->after = b->visit.size + next->visit.size;
    for (size_t i = 0; i < next->visit.size; i++)
        VEC_PUSH (b->visit, next->visit.at[i]);
    next->visit.size = 0;
}

static void
draft_merge (struct draft *d)
{
    uint32_t *preds = NEW_ARRAY (uint32_t, d->blocks + 1);
    bool *kept = NEW_ARRAY (bool, d->blocks + 1);
    for (size_t i = 0; i < d->blocks; i++) {
        kept[i] = true;
        for (size_t k = 0; k < d->block[i].edge.size; k++)
            preds[d->block[i].edge.at[k].target]++;
    }
    for (size_t i = 0; i < d->blocks; i++) {
        struct draft_block *b = &d->block[i];
        while (kept[i] && b->edge.size == 1) {
            uint32_t next = b->edge.at[0].target;
            assert (next > i && kept[next]);
            if (preds[next] != 1
                || (b->callee != PROGRAM_NONE
                    && d->block[next].callee != PROGRAM_NONE))
                break;
            block_absorb (b, &d->block[next]);
            kept[next] = false;
        }
    }
    draft_compact (d, kept);
    memory_free (preds);
    memory_free (kept);
}

void
merge_all (struct maker *m)
{
    bool *returns = returns_find (m);
    for (size_t i = 0; i < m->program->procedure.size; i++) {
        struct draft *d = &m->draft[i];
        if (!returns[i]) {
            struct draft empty = {.in = d->in, .out = d->out};
            d->in = d->out = (struct term_vec) {0};
            draft_clear (d);
            *d = empty;
        } else if (m->keep)
            draft_close (m, d, returns);
        else {
            draft_prune (d, returns);
            draft_merge (d);
        }
    }
    memory_free (returns);
}
