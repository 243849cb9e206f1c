/* newton.c -- interpolants by strongest postconditions over a core.
 *
 * Forwards: what holds after the core of the steps so far, with the variables
 * projected away that are not shared; then, from the end, only those conjuncts
 * are kept that are needed to exclude the rest of the path.  Where projection
 * must weaken and too much is lost, backwards: the negation of what has to hold
 * for the rest of the path to be possible, likewise.  (Dietsch, Heizmann,
 * Musa, Nutz, Podelski 2017.)  Of a tree: forwards alone, a step behind all that
 * it joins. */
#include "logic/interpolate/internal.h"

struct newton {
    struct interpolation *job;
    terms *terms;
    solver *solver;
};

/* The core's conjuncts of a step. */
static const term *
step_formula (struct newton *w, size_t k)
{
    struct term_vec v = {0};
    for (size_t i = 0; i < w->job->core.size; i++)
        if (w->job->core.at[i].step == k)
            VEC_PUSH (v, w->job->core.at[i].formula);
    const term *result = term_and (w->terms, v.at, v.size);
    VEC_CLEAR (v);
    return result;
}

/* The formula in terms of what is shared at cut k; null: interrupted. */
static const term *
onto (struct newton *w, const term *formula, size_t k)
{
    struct term_vec vars = {0}, gone = {0};
    const struct term_vec *shared = &w->job->path->shared[k];
    term_variables (w->terms, formula, &vars);
    for (size_t i = 0; i < vars.size; i++) {
        bool found = false;
        for (size_t j = 0; j < shared->size && !found; j++)
            found = shared->at[j] == vars.at[i];
        if (!found)
            VEC_PUSH (gone, vars.at[i]);
    }
    bool exact;
    const term *result = gone.size ? solver_project (w->solver, formula,
                                                     gone.at, gone.size, &exact)
                                   : formula;
    VEC_CLEAR (vars);
    VEC_CLEAR (gone);
    return result;
}

/* The conjuncts of `weak` that contradict the fixed formulas; `weak` itself if
 * that cannot be shown. */
static const term *
needed (struct newton *w, const term *weak, const term *fixed0,
        const term *fixed1)
{
    struct term_vec conjuncts = {0};
    term_conjuncts (w->terms, weak, &conjuncts);
    uint32_t *index = NEW_ARRAY (uint32_t, conjuncts.size);
    solver_push (w->solver);
    solver_assert (w->solver, fixed0);
    solver_assert (w->solver, fixed1);
    const term *result = weak;
    if (solver_check (w->solver, conjuncts.at, conjuncts.size)
        == SOLVER_UNSAT) {
        size_t count = solver_core (w->solver, index, conjuncts.size);
        for (size_t i = 0; i < count; i++)
            conjuncts.at[i] = conjuncts.at[index[i]];
        result = term_and (w->terms, conjuncts.at, count);
    }
    solver_pop (w->solver);
    memory_free (index);
    VEC_CLEAR (conjuncts);
    return result;
}

static bool
forwards (struct newton *w)
{
    terms *ts = w->terms;
    const term **cut = w->job->cut;
    size_t n = w->job->path->size;
    for (size_t k = 0; k + 1 < n; k++) {
        const term *both = term_and2 (ts, interpolation_joined (w->job, k),
                                      step_formula (w, k));
        cut[k + 1] = onto (w, both, k + 1);
        if (!cut[k + 1])
            return false;
    }
    for (size_t k = n; k-- > 0;) {
        const term *rest =
            k + 1 < n ? term_not (ts, cut[k + 1]) : term_true (ts);
        for (size_t c = SIZE_MAX;
             (c = interpolate_joined (w->job->path, k, c));) {
            const term *fixed = rest;
            for (size_t o = SIZE_MAX;
                 (o = interpolate_joined (w->job->path, k, o));)
                if (o != c)
                    fixed = term_and2 (ts, fixed, cut[o]);
            cut[c] = needed (w, cut[c], step_formula (w, k), fixed);
        }
    }
    return true;
}

static bool
backwards (struct newton *w)
{
    terms *ts = w->terms;
    const term **cut = w->job->cut;
    size_t n = w->job->path->size;
    const term *possible = term_true (ts);
    for (size_t k = n - 1; k > 0; k--) {
        const term *both = term_and2 (ts, possible, step_formula (w, k));
        possible = onto (w, both, k);
        if (!possible)
            return false;
        cut[k] = term_not (ts, possible);
    }
    for (size_t k = 1; k < n; k++) {
        possible = needed (w, term_not (ts, cut[k]), step_formula (w, k - 1),
                           cut[k - 1]);
        cut[k] = term_not (ts, possible);
    }
    return true;
}

enum interpolate_result
interpolate_newton (struct interpolation *job)
{
    enum interpolate_result result = INTERPOLATE_FAILED;
    int passes = job->path->first ? 1 : 2;
    for (int pass = 0; pass < passes && result == INTERPOLATE_FAILED; pass++) {
        for (size_t k = 0; k < job->path->size; k++)
            job->cut[k] = term_true (job->terms);
        struct newton w = {.job = job, .terms = job->terms};
        w.solver = interpolation_open (job);
        bool good = pass == 0 ? forwards (&w) : backwards (&w);
        interpolation_close (job, w.solver);
        /* A projection gives nothing only if it is interrupted. */
        result = good ? interpolation_valid (job) : INTERPOLATE_INTERRUPTED;
    }
    return result;
}
