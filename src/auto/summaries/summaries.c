/* summaries.c -- see summaries.h. */
#include "auto/summaries/summaries.h"

#include <assert.h>
#include <string.h>

#include "auto/summaries/internal.h"
#include "auto/summaries/text.h"
#include "bounded/conclude.h"
#include "engine/conclude.h"
#include "engine/context.h"
#include "program/change.h"

/* Solver units of bits are cheap: of one query and of all, for each unit of the
 * budget. */
enum { SUMMARIES_QUERY = 6, SUMMARIES_ALL = 40 };

bool
summaries_apply (const struct program *p, uint32_t entry)
{
    struct components found;
    program_components (p, &found);
    bool *reached = NEW_ARRAY (bool, p->procedure.size + 1);
    struct vec_target open = {0};
    bool recursive = false;
    VEC_PUSH (open, entry);
    reached[entry] = true;
    while (open.size) {
        const struct procedure *q = &p->procedure.at[open.at[open.size - 1]];
        recursive |= found.cyclic[found.of[VEC_POP (open)]];
        for (size_t b = 0; b < q->block.size; b++)
            for (size_t s = 0; s < q->block.at[b].statement.size; s++) {
                const struct statement *at = &q->block.at[b].statement.at[s];
                if (at->kind != STATEMENT_CALL || reached[at->callee])
                    continue;
                reached[at->callee] = true;
                VEC_PUSH (open, at->callee);
            }
    }
    VEC_CLEAR (open);
    memory_free (reached);
    components_clear (&found);
    return recursive;
}

/* ---- what is set up */

static void
recursion_find (struct summaries *s)
{
    const struct passive_program *p = &s->prepared.passive;
    struct graph graph = {.nodes = p->procedures};
    struct components found;
    for (uint32_t i = 0; i < p->procedures; i++)
        for (uint32_t c = 0; c < p->procedure[i].calls; c++)
            graph_edge (&graph, i, p->procedure[i].call[c].callee);
    components_find (&found, &graph);
    for (uint32_t i = 0; i < p->procedures; i++)
        s->of[i].recursive = found.cyclic[found.of[i]];
    components_clear (&found);
    graph_clear (&graph);
}

bool
summaries_open (struct summaries *s, const struct options *o,
                struct program *as_read, struct problem *problem)
{
    s->options = o;
    s->as_read = as_read;
    s->terms = as_read->terms;
    if (!prepare (&s->prepared, as_read, o, problem))
        return false;
    arena_init (&s->arena);
    s->of = NEW_ARRAY (struct summary, s->prepared.passive.procedures + 1);
    recursion_find (s);
    /* program_specify has seen to it that the entry is not called. */
    assert (!s->of[s->prepared.passive.main].recursive);
    return true;
}

void
summaries_close (struct summaries *s)
{
    for (uint32_t i = 0; i < s->prepared.passive.procedures; i++) {
        struct summary *y = &s->of[i];
        VEC_CLEAR (y->sample);
        VEC_CLEAR (y->claim);
        VEC_CLEAR (y->formula);
        VEC_CLEAR (y->call);
    }
    if (s->failed)
        trail_clear (&s->trail);
    draws_clear (&s->draws);
    memory_free (s->of);
    arena_clear (&s->arena);
    prepared_clear (&s->prepared);
}

/* ---- the search */

static void
summaries_safe (struct summaries *s, struct outcome *o)
{
    summaries_trim (s);
    if (!summaries_hold (s)) {
        outcome_unknown (o, "the summaries were not confirmed");
        return;
    }
    struct text proof;
    text_init (&proof);
    summaries_write (s, &proof);
    o->verdict = VERDICT_SAFE;
    o->proof = text_take (&proof);
    conclude_assumed (&s->prepared, o);
}

static void
summaries_search (struct summaries *s, struct outcome *o)
{
    struct problem problem = {0};
    summaries_sample (s, &problem);
    if (s->failed) {
        conclude_found (s->as_read, &s->trail, o);
        if (o->verdict != VERDICT_UNKNOWN || outcome_is_cut (o))
            return;
    }
    for (unsigned step = 0; step < GUESS_STEPS; step++) {
        summaries_guess (s, step);
        if (!summaries_induce (s)) {
            outcome_unknown (o, "budget");
            return;
        }
        if (summaries_suffice (s)) {
            summaries_safe (s, o);
            return;
        }
    }
    outcome_unknown (o, "no summaries are found that suffice");
}

static void
summaries_commit (const struct summaries *s, struct outcome *o)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, s->units);
    buffer_uint (&b, o->verdict);
    if (o->proof)
        buffer_string (&b, o->proof);
    o->digest = digest_of (buffer_view (&b));
    buffer_clear (&b);
}

bool
summaries_decide (const struct summaries_check *check, struct program *as_read,
                  struct outcome *o, struct problem *problem)
{
    struct summaries s = {.log = check->engine->log,
                          .limit = check->units * SUMMARIES_QUERY,
                          .most = check->units * SUMMARIES_ALL};
    if (!summaries_open (&s, check->engine->options, as_read, problem))
        return false;
    summaries_search (&s, o);
    summaries_commit (&s, o);
    summaries_close (&s);
    return true;
}
