/* unroll.c -- bounded unrolling and k-induction over the same system.
 *
 * Step i has a Boolean per transition that may be taken there, and a location
 * is entered only if some transition into it was taken one step before.  So a
 * model with an edge into the error at step k contains a whole path, read off
 * backwards; other Booleans may be true as well and do no harm.
 *
 * Induction starts at any location but the entry, with any values.  If no path
 * of exactly k transitions leads from anywhere to the error, and unrolling
 * found none of up to k from the entry, there is none at all. */
#include <assert.h>
#include <stdio.h>

#include "cegar/abstraction/item_worker.h"
#include "cegar/system/path.h"
#include "logic/term/sort.h"

struct unrolling {
    struct cegar_worker *worker;
    solver *solver;
    bool *live; /* locations that may be occupied now */
    bool *next;
    struct vec_index *entering; /* per location */
};

static const term *
unroll_taken (struct cegar_worker *l, uint32_t transition, size_t step)
{
    char name[64];
    snprintf (name, sizeof name, "@taken %u@%zu", transition, step);
    return term_var (l->terms, name, sort_bool (l->terms));
}

/* Asserts what step `step` may do.  A transition that cannot be taken at this
 * step is said to be not taken: unconstrained, it would be free to be true. */
static void
unroll_step (struct unrolling *u, size_t step)
{
    struct cegar_worker *l = u->worker;
    const struct system *s = &l->system;
    for (size_t i = 0; i < s->location.size; i++)
        u->next[i] = false;
    for (uint32_t t = 0; t < s->transition.size; t++) {
        const struct transition *tr = &s->transition.at[t];
        const term *not_taken = term_not (l->terms, unroll_taken (l, t, step));
        if (!u->live[tr->from]) {
            solver_assert (u->solver, not_taken);
            continue;
        }
        solver_assert (u->solver,
                       term_or2 (l->terms, not_taken,
                                 path_step (l->terms, s, t, NULL, step)));
        if (step) {
            struct term_vec or = {0};
            const struct vec_index *in = &u->entering[tr->from];
            VEC_PUSH (or, not_taken);
            for (size_t i = 0; i < in->size; i++)
                VEC_PUSH (or, unroll_taken (l, in->at[i], step - 1));
            solver_assert (u->solver, term_or (l->terms, or.at, or.size));
            VEC_CLEAR (or);
        }
        u->next[tr->to] = true;
    }
}

static const term *
unroll_error (struct unrolling *u, size_t step)
{
    struct cegar_worker *l = u->worker;
    struct term_vec or = {0};
    for (uint32_t t = 0; t < l->system.transition.size; t++) {
        const struct transition *tr = &l->system.transition.at[t];
        if (tr->to == SYSTEM_ERROR && u->live[tr->from])
            VEC_PUSH (or, unroll_taken (l, t, step));
    }
    const term *result = term_or (l->terms, or.at, or.size);
    VEC_CLEAR (or);
    return result;
}

/* Reads the path off the model, backwards from the error. */
static void
unroll_path (struct unrolling *u, size_t steps, struct vec_index *path)
{
    struct cegar_worker *l = u->worker;
    uint32_t at = SYSTEM_ERROR;
    path->size = 0;
    for (size_t step = steps; step-- > 0;) {
        uint32_t found = UINT32_MAX;
        for (uint32_t t = 0; t < l->system.transition.size; t++) {
            const term *value;
            if (l->system.transition.at[t].to == at
                && (value = solver_value (u->solver, unroll_taken (l, t, step)))
                && term_is_true (value)) {
                found = t;
                break;
            }
        }
        assert (found != UINT32_MAX);
        VEC_PUSH (*path, found);
        at = l->system.transition.at[found].from;
    }
    assert (at == SYSTEM_ENTRY);
    for (size_t i = 0, j = path->size; i + 1 < j; i++) {
        uint32_t swap = path->at[i];
        path->at[i] = path->at[--j];
        path->at[j] = swap;
    }
}

/* One depth; false: interrupted.  `*go` says whether to look deeper. */
static bool
unroll_depth (struct unrolling *u, struct item_unroll *item, uint32_t depth,
              bool *go)
{
    assert (item->from <= depth && depth <= item->to);
    const term *error = unroll_error (u, depth - 1);
    enum solver_answer a = SOLVER_UNSAT;
    if (!term_is_false (error)) {
        a = solver_check (u->solver, &error, 1);
        item->queries++;
    }
    if (a == SOLVER_INTERRUPTED)
        return false;
    if (a == SOLVER_UNDECIDED) {
        item->finding = PATH_UNDECIDED;
        item->undecided++;
        *go = false;
        return true;
    }
    item->passed = depth;
    item->finding = a == SOLVER_SAT ? PATH_FEASIBLE : PATH_INFEASIBLE;
    *go = item->induct == (a == SOLVER_SAT);
    if (a == SOLVER_SAT && !item->induct)
        unroll_path (u, depth, &item->path);
    return true;
}

static bool
unroll_alive (const struct unrolling *u)
{
    for (size_t i = 0; i < u->worker->system.location.size; i++)
        if (u->live[i])
            return true;
    return false;
}

bool
item_worker_unroll (struct cegar_worker *l, struct item_unroll *item,
                    uint64_t *units)
{
    assert (item->from && item->from <= item->to);
    assert (!item->path.size);
    size_t locations = l->system.location.size;
    struct unrolling u = {.worker = l};
    u.live = NEW_ARRAY (bool, locations);
    u.next = NEW_ARRAY (bool, locations);
    u.entering = NEW_ARRAY (struct vec_index, locations);
    for (uint32_t t = 0; t < l->system.transition.size; t++)
        VEC_PUSH (u.entering[l->system.transition.at[t].to], t);
    for (size_t i = 0; i < locations; i++)
        u.live[i] = item->induct ? i > SYSTEM_ERROR : i == SYSTEM_ENTRY;
    /* One check may take as much as many entailments do. */
    u.solver = item_worker_start (l, l->limit * 16);
    bool whole = true, go = true;
    item->passed = item->from - 1;
    item->finding = item->induct ? PATH_FEASIBLE : PATH_INFEASIBLE;
    for (uint32_t depth = 1; whole && go && depth <= item->to; depth++) {
        item->exhausted = !unroll_alive (&u);
        /* No path from anywhere is as long: none leads to the error. */
        if (item->exhausted && item->induct) {
            item->finding = PATH_INFEASIBLE;
            item->passed = depth > item->from ? depth : item->from;
        }
        if (item->exhausted)
            break;
        unroll_step (&u, depth - 1);
        if (depth >= item->from)
            whole = unroll_depth (&u, item, depth, &go);
        bool *swap = u.live;
        u.live = u.next;
        u.next = swap;
        u.live[SYSTEM_ERROR] = false;
    }
    assert (item->passed <= item->to && item->passed + 1 >= item->from);
    assert (item->induct
            || item->path.size
                   == (item->finding == PATH_FEASIBLE ? item->passed : 0));
    item_worker_stop (l, u.solver, units);
    for (size_t i = 0; i < locations; i++)
        VEC_CLEAR (u.entering[i]);
    memory_free (u.entering);
    memory_free (u.live);
    memory_free (u.next);
    return whole;
}
