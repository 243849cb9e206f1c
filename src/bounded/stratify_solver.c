/* stratify_solver.c -- the solver of a search.
 *
 * A check that gave up may have left the library's solver without some of what
 * was asserted (Z3 4.8 forgets formulas that it was about to take in when the
 * limit struck, and then finds models that are none).  So nothing is asked of
 * it any more: a new one is given all that was asserted, level by level. */
#include <string.h>

#include "bounded/stratify_private.h"

static void
solver_begin (search *s)
{
    struct solver_options options = {.limit = s->options.query_limit,
                                     .bits = s->program->bits,
                                     .triggers = s->program->quantified};
    s->solver = solver_new (s->terms, &options);
    if (s->options.watch)
        solver_watch_set (s->options.watch, s->solver);
}

void
search_solver_open (search *s)
{
    assert (!s->solver && !s->asserted.size);
    solver_begin (s);
}

void
search_solver_close (search *s)
{
    if (s->options.watch)
        solver_watch_set (s->options.watch, NULL);
    s->units += solver_units (s->solver);
    solver_free (s->solver);
    s->solver = NULL;
}

static void
solver_renew (search *s)
{
    search_solver_close (s);
    solver_begin (s);
    size_t level = 0;
    for (size_t i = 0; i <= s->asserted.size; i++) {
        for (; level < s->saved.size && s->saved.at[level].asserted == i;
             level++)
            solver_push (s->solver);
        if (i < s->asserted.size)
            solver_assert (s->solver, s->asserted.at[i]);
    }
    assert (level == s->saved.size);
    s->spoilt = false;
}

void
search_assert (search *s, const term *t)
{
    VEC_PUSH (s->asserted, t);
    solver_assert (s->solver, t);
}

enum solver_answer
search_solver_check (search *s, const term *const *assume, size_t count)
{
    const char *broken = s->options.broken;
    if (s->spoilt && !(broken && !strcmp (broken, "spoilt-solver")))
        solver_renew (s);
    enum solver_answer answer = solver_check (s->solver, assume, count);
    s->spoilt = answer == SOLVER_UNDECIDED;
    return answer;
}
