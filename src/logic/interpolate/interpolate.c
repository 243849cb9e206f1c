/* interpolate.c -- which method, and whether its result is right. */
#include "logic/interpolate/internal.h"
#include "logic/term/sort.h"

solver *
interpolation_open (struct interpolation *job)
{
    struct solver_options o = {.limit = job->limit, .bits = job->bits};
    solver *s = solver_new (job->terms, &o);
    if (job->watch)
        solver_watch_set (job->watch, s);
    return s;
}

void
interpolation_close (struct interpolation *job, solver *s)
{
    *job->units += solver_units (s);
    if (job->watch)
        solver_watch_set (job->watch, NULL);
    solver_free (s);
}

enum solver_answer
pieces_reduce (solver *s, struct interpolate_pieces *p)
{
    const term **assume = NEW_ARRAY (const term *, p->size);
    uint32_t *index = NEW_ARRAY (uint32_t, p->size);
    for (size_t i = 0; i < p->size; i++)
        assume[i] = p->at[i].formula;
    enum solver_answer answer = solver_check (s, assume, p->size);
    if (answer == SOLVER_UNSAT) {
        size_t count = solver_core (s, index, p->size);
        assert (count <= p->size);
        for (size_t i = 0; i < count; i++)
            p->at[i] = p->at[index[i]];
        p->size = count;
    }
    memory_free (assume);
    memory_free (index);
    return answer;
}

/* The core of the path. */
static enum interpolate_result
find_core (struct interpolation *job)
{
    for (size_t k = 0; k < job->path->size; k++) {
        struct term_vec conjuncts = {0};
        term_conjuncts (job->terms, job->path->formula[k], &conjuncts);
        for (size_t i = 0; i < conjuncts.size; i++) {
            struct interpolate_piece p = {conjuncts.at[i], k};
            VEC_PUSH (job->core, p);
        }
        VEC_CLEAR (conjuncts);
    }
    solver *s = interpolation_open (job);
    enum solver_answer answer = pieces_reduce (s, &job->core);
    interpolation_close (job, s);
    switch (answer) {
    case SOLVER_UNSAT:
        return INTERPOLATE_DONE;
    case SOLVER_SAT:
        return INTERPOLATE_FEASIBLE;
    case SOLVER_INTERRUPTED:
        return INTERPOLATE_INTERRUPTED;
    case SOLVER_UNDECIDED:
    case SOLVER_CANDIDATE:
        break;
    }
    return INTERPOLATE_FAILED;
}

/* Only variables that both sides know. */
static bool
is_shared (struct interpolation *job, size_t k)
{
    struct term_vec vars = {0};
    term_variables (job->terms, job->cut[k], &vars);
    const struct term_vec *shared = &job->path->shared[k];
    bool good = true;
    for (size_t i = 0; i < vars.size && good; i++) {
        bool found = false;
        for (size_t j = 0; j < shared->size && !found; j++)
            found = shared->at[j] == vars.at[i];
        good = found;
    }
    VEC_CLEAR (vars);
    return good;
}

/* Where nothing of the core comes before a cut nothing is needed, and where all
 * does everything is excluded, whatever a method says there. */
static void
trim (struct interpolation *job)
{
    for (size_t k = 1; k < job->path->size; k++) {
        size_t before = 0;
        for (size_t i = 0; i < job->core.size; i++)
            before += interpolate_before (job->path, job->core.at[i].step, k);
        if (before == job->core.size)
            job->cut[k] = term_false (job->terms);
        else if (!before)
            job->cut[k] = term_true (job->terms);
    }
}

const term *
interpolation_joined (struct interpolation *job, size_t k)
{
    const term *all = term_true (job->terms);
    for (size_t c = SIZE_MAX; (c = interpolate_joined (job->path, k, c));)
        all = term_and2 (job->terms, job->cut[c], all);
    return all;
}

enum interpolate_result
interpolation_valid (struct interpolation *job)
{
    terms *ts = job->terms;
    size_t n = job->path->size;
    trim (job);
    for (size_t k = 1; k < n; k++)
        if (!is_shared (job, k))
            return INTERPOLATE_FAILED;
    solver *s = interpolation_open (job);
    enum solver_answer answer = SOLVER_UNSAT;
    for (size_t k = 0; k < n && answer == SOLVER_UNSAT; k++) {
        const term *next = k + 1 < n ? job->cut[k + 1] : term_false (ts);
        const term *joined = interpolation_joined (job, k);
        if (next == term_true (ts) || joined == term_false (ts)
            || next == joined)
            continue;
        solver_push (s);
        solver_assert (s, joined);
        solver_assert (s, job->path->formula[k]);
        solver_assert (s, term_not (ts, next));
        answer = solver_check (s, NULL, 0);
        solver_pop (s);
    }
    interpolation_close (job, s);
    return answer == SOLVER_UNSAT         ? INTERPOLATE_DONE
           : answer == SOLVER_INTERRUPTED ? INTERPOLATE_INTERRUPTED
                                          : INTERPOLATE_FAILED;
}

static enum interpolate_result
try_method (struct interpolation *job, enum interpolate_method method)
{
    for (size_t k = 0; k < job->path->size; k++)
        job->cut[k] = term_true (job->terms);
    enum interpolate_result result =
        method == INTERPOLATE_FARKAS   ? interpolate_farkas (job)
        : method == INTERPOLATE_SPACER ? interpolate_spacer (job)
                                       : interpolate_newton (job);
    /* newton has more than one candidate and validates them itself */
    if (result == INTERPOLATE_DONE && method != INTERPOLATE_NEWTON)
        result = interpolation_valid (job);
    return result;
}

/* What the formulas of the core are about. */
static void
look (struct interpolation *job, bool *bits, bool *arithmetic)
{
    *bits = false;
    *arithmetic = true;
    for (size_t k = 0; k < job->path->size; k++) {
        const term *f = job->path->formula[k];
        struct term_vec vars = {0};
        term_variables (job->terms, f, &vars);
        for (size_t i = 0; i < vars.size; i++) {
            enum sort_kind kind = vars.at[i]->sort->kind;
            *bits = *bits || kind == SORT_BV;
            *arithmetic = *arithmetic && kind != SORT_BV && kind != SORT_ARRAY
                          && kind != SORT_NAMED;
        }
        VEC_CLEAR (vars);
    }
}

enum interpolate_result
interpolate (terms *ts, enum interpolate_method method,
             const struct interpolate_path *path, uint64_t limit,
             const term **cut, enum interpolate_method *used, uint64_t *units,
             struct solver_watch *watch)
{
    assert (path->size > 0);
    struct interpolation job = {
        .terms = ts,
        .path = path,
        .limit = limit,
        .units = units,
        .watch = watch,
        .cut = cut,
    };
    bool arithmetic;
    look (&job, &job.bits, &arithmetic);
    static const enum interpolate_method order[] = {
        INTERPOLATE_FARKAS, INTERPOLATE_SPACER, INTERPOLATE_NEWTON};
    *used = method;
    enum interpolate_result result = find_core (&job);
    if (result == INTERPOLATE_DONE) {
        result = INTERPOLATE_FAILED;
        for (size_t i = 0; i < 3 && result == INTERPOLATE_FAILED; i++) {
            if (method == INTERPOLATE_AUTO && !arithmetic
                && order[i] != INTERPOLATE_NEWTON)
                continue;
            if (method != INTERPOLATE_AUTO && order[i] != method)
                continue;
            *used = order[i];
            result = try_method (&job, order[i]);
        }
    }
    VEC_CLEAR (job.core);
    return result;
}
