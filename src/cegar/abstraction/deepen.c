/* deepen.c -- see deepen.h. */
#include "cegar/abstraction/deepen.h"

#include <assert.h>
#include <stdio.h>

/* Induction beyond this depth makes proofs that nobody can check. */
enum { DEEPEN_INDUCT = 12 };

struct deepening {
    struct stage stage;
    struct deepen_options options;
    const struct system *system;
    uint32_t safe;      /* no counterexample is this short */
    uint32_t inductive; /* k, once found */
    uint32_t tried;     /* induction does not hold up to this depth */
    bool over;
};

deepening *
deepening_new (const struct system *s, const struct deepen_options *options)
{
    deepening *d = NEW (deepening);
    d->stage.name = options->induct ? "induct" : "unroll";
    d->options = *options;
    d->system = s;
    return d;
}

void
deepening_free (deepening *d)
{
    memory_free (d->stage.invariant);
    VEC_CLEAR (d->stage.path);
    memory_free (d);
}

struct stage *
deepening_stage (deepening *d)
{
    return &d->stage;
}

static enum driver_step
deepening_over (deepening *d, enum reference_end end, const char *reason)
{
    assert (!d->over && end != REFERENCE_RUNS);
    assert ((end == REFERENCE_SAFE) == (d->stage.invariant != NULL));
    assert ((end == REFERENCE_UNSAFE) == (d->stage.path.size > 0));
    d->over = true;
    d->stage.end = end;
    snprintf (d->stage.reason, sizeof d->stage.reason, "%s", reason);
    return DRIVER_DONE;
}

/* Ranges grow, so that building each unrolling anew costs a constant factor. */
static void
deepening_range (const deepening *d, bool induct, uint32_t done,
                 struct item_unroll *u)
{
    *u = (struct item_unroll) {.induct = induct, .from = done + 1};
    u->to = induct ? done + 1 : done + 1 + done / 2;
    if (d->options.bound && u->to > d->options.bound && !induct)
        u->to = d->options.bound;
}

/* Gets (or waits for) the answer of a range; commits it.  False: it is not there
 * yet, or no answer at all: then this is over. */
static bool
deepening_ask (deepening *d, struct oracle *oracle, struct item_unroll *u)
{
    struct buffer item;
    buffer_init (&item);
    item_unroll_write (u, d->system, &item);
    struct bytes answer;
    uint64_t units;
    bool known =
        oracle->class->get (oracle, buffer_view (&item), &answer, &units);
    bool good = known && item_unroll_answered (u, d->system, answer);
    if (good) {
        stage_commit (&d->stage, buffer_view (&item), answer, units);
        d->stage.counters.entailments += u->queries;
        d->stage.counters.undecided += u->undecided;
    } else if (known)
        deepening_over (d, REFERENCE_FAILED,
                        "a worker sent a malformed answer");
    buffer_clear (&item);
    return good;
}

static void
deepening_ahead (deepening *d, struct oracle *oracle,
                 const struct item_unroll *u)
{
    if (!oracle->class->want || (d->options.bound && u->to >= d->options.bound))
        return;
    struct item_unroll next;
    deepening_range (d, u->induct, u->to, &next);
    if (next.from > next.to)
        return;
    struct buffer item;
    buffer_init (&item);
    item_unroll_write (&next, d->system, &item);
    oracle->class->want (oracle, buffer_view (&item), UINT64_MAX - 1);
    buffer_clear (&item);
}

static enum driver_step
deepening_prove (deepening *d)
{
    assert (d->inductive && d->safe >= d->inductive);
    const term **invariant = NEW_ARRAY (const term *, d->system->location.size);
    if (!backward_invariant (d->system, d->inductive - 1, d->options.limit,
                             invariant)) {
        memory_free (invariant);
        return deepening_over (d, REFERENCE_UNDECIDED,
                               "the inductive proof is too large");
    }
    d->stage.invariant = invariant;
    return deepening_over (d, REFERENCE_SAFE, "");
}

static enum driver_step
deepening_unroll (deepening *d, struct oracle *oracle)
{
    if (d->options.bound && d->safe >= d->options.bound)
        return deepening_over (d, REFERENCE_UNDECIDED, "the bound was reached");
    struct item_unroll u;
    deepening_range (d, false, d->safe, &u);
    if (!d->options.induct)
        deepening_ahead (d, oracle, &u);
    if (!deepening_ask (d, oracle, &u))
        return d->over ? DRIVER_DONE : DRIVER_BLOCKED;
    if (u.finding == PATH_FEASIBLE) {
        d->stage.counters.depth = u.passed;
        d->stage.path = u.path;
        return deepening_over (d, REFERENCE_UNSAFE, "");
    }
    assert (u.passed >= d->safe);
    d->safe = u.passed;
    d->stage.counters.depth = d->safe;
    d->stage.counters.rounds++;
    VEC_CLEAR (u.path);
    if (u.finding == PATH_UNDECIDED)
        return deepening_over (d, REFERENCE_UNDECIDED, "a query is too hard");
    if (u.exhausted)
        return deepening_over (d, REFERENCE_UNDECIDED,
                               "no path is longer, and none fails");
    return DRIVER_PROGRESS;
}

static enum driver_step
deepening_induct (deepening *d, struct oracle *oracle)
{
    struct item_unroll u;
    deepening_range (d, true, d->tried, &u);
    if (u.from > DEEPEN_INDUCT)
        return deepening_over (d, REFERENCE_UNDECIDED, "not inductive");
    if (!deepening_ask (d, oracle, &u))
        return d->over ? DRIVER_DONE : DRIVER_BLOCKED;
    d->stage.counters.rounds++;
    if (u.finding == PATH_UNDECIDED)
        return deepening_over (d, REFERENCE_UNDECIDED, "a query is too hard");
    d->tried = u.passed;
    if (u.finding == PATH_INFEASIBLE)
        d->inductive = u.passed;
    return DRIVER_PROGRESS;
}

enum driver_step
deepening_step (deepening *d, struct oracle *oracle)
{
    assert (d->over == (d->stage.end != REFERENCE_RUNS));
    if (d->over)
        return DRIVER_DONE;
    if (d->options.induct && !d->inductive)
        return deepening_induct (d, oracle);
    if (d->options.induct && d->safe >= d->inductive)
        return deepening_prove (d);
    return deepening_unroll (d, oracle);
}

void
deepening_progress (const deepening *d, char *text, size_t room)
{
    if (d->options.induct)
        snprintf (text, room, "induction, k = %u", d->tried);
    else
        snprintf (text, room, "no counterexample up to depth %u", d->safe);
}
