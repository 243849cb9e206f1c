/* backward.c -- what can reach the error in a few steps, as formulas.
 *
 * reach_0 is false; reach_j (l) is the disjunction over transitions t from l of
 * (exists aux) guard and, unless t goes to the error, reach_{j-1} (to) after the
 * update.  Its negation is the invariant that induction proves. */
#include "cegar/abstraction/deepen.h"

#include <assert.h>

#include "logic/solver/solver.h"

enum { BACKWARD_SIZE = 20000 };

/* The disjunct of one transition, auxiliaries eliminated; null: cannot be. */
static const term *
backward_step (const struct system *s, const struct transition *t,
               const term *after, uint64_t limit)
{
    assert (after->sort->kind == SORT_BOOL);
    assert (t->to == SYSTEM_ERROR
            || t->update.size == s->location.at[t->to].vars.size);
    terms *store = s->terms;
    const struct term_vec *vars = &s->location.at[t->to].vars;
    const term *before = t->to == SYSTEM_ERROR
                             ? term_true (store)
                             : term_substitute (store, after, vars->at,
                                                t->update.at, vars->size);
    const term *all = term_and2 (store, t->guard, before);
    struct term_vec free = {0}, gone = {0};
    term_variables (store, all, &free);
    for (size_t i = 0; i < free.size; i++)
        for (size_t j = 0; j < t->aux.size; j++)
            if (free.at[i] == t->aux.at[j])
                VEC_PUSH (gone, free.at[i]);
    if (gone.size) {
        struct solver_options options = {.limit = limit};
        solver *solve = solver_new (store, &options);
        bool exact = true;
        all = solver_project (solve, all, gone.at, gone.size, &exact);
        if (!exact)
            all = NULL;
        solver_free (solve);
    }
    VEC_CLEAR (free);
    VEC_CLEAR (gone);
    return all;
}

bool
backward_invariant (const struct system *s, size_t steps, uint64_t limit,
                    const term **invariant)
{
    assert (s->indexed == s->location.size && invariant);
    terms *store = s->terms;
    size_t locations = s->location.size;
    const term **reach = NEW_ARRAY (const term *, locations);
    const term **next = NEW_ARRAY (const term *, locations);
    bool good = true;
    for (size_t l = 0; l < locations; l++)
        reach[l] = term_false (store);
    for (size_t j = 0; good && j < steps; j++) {
        for (size_t l = 0; good && l < locations; l++) {
            struct term_vec or = {0};
            for (size_t i = 0; good && i < s->leaving[l].size; i++) {
                const struct transition *t =
                    &s->transition.at[s->leaving[l].at[i]];
                const term *d = backward_step (s, t, reach[t->to], limit);
                good = d && term_size (d) < BACKWARD_SIZE;
                if (good)
                    VEC_PUSH (or, d);
            }
            next[l] = good ? term_or (store, or.at, or.size) : NULL;
            good = good && term_size (next[l]) < BACKWARD_SIZE;
            VEC_CLEAR (or);
        }
        const term **swap = reach;
        reach = next;
        next = swap;
    }
    for (size_t l = 0; good && l < locations; l++)
        invariant[l] = term_not (store, reach[l]);
    memory_free (reach);
    memory_free (next);
    return good;
}
