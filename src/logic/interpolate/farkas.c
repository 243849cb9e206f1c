/* farkas.c -- interpolants of linear arithmetic, by cases.
 *
 * Conjunctions of linear literals have sums that contradict themselves, and the
 * parts of these sums are interpolants (rows.h).
 *
 * Disjunctions, disequalities and integrality are opened by cases: a case split
 * of step j gives, from the interpolants of its cases, their disjunction at the
 * cuts after j (where the split belongs to the first part), their conjunction
 * at those before (as for resolution).  x <= n or x >= n + 1 may be split on in
 * any step that knows x. */
#include "logic/interpolate/rows.h"
#include "logic/arith/linearise.h"
#include "logic/term/sort.h"

enum { FARKAS_CASES = 16 };

struct farkas {
    struct interpolation *job;
    terms *terms;
    solver *solver;
    size_t cases;
    bool interrupted;
};

/* A literal and its negation, or false: what each cut is. */
static bool
propositional (struct farkas *f, const struct interpolate_pieces *p,
               const term **cut)
{
    terms *ts = f->terms;
    size_t n = f->job->path->size;
    for (size_t i = 0; i < p->size; i++) {
        const term *a = p->at[i].formula;
        size_t step = p->at[i].step;
        if (term_is_false (a)) {
            for (size_t k = 1; k < n; k++)
                cut[k] =
                    term_bool (ts, !interpolate_before (f->job->path, step, k));
            return true;
        }
        const term *not_a = term_not (ts, a);
        for (size_t j = i + 1; j < p->size; j++) {
            if (p->at[j].formula != not_a)
                continue;
            size_t other = p->at[j].step;
            for (size_t k = 1; k < n; k++) {
                bool first = interpolate_before (f->job->path, step, k);
                bool second = interpolate_before (f->job->path, other, k);
                cut[k] = first && second ? term_false (ts)
                         : first         ? a
                         : second        ? not_a
                                         : term_true (ts);
            }
            return true;
        }
    }
    return false;
}

/* The cases of a formula, none if it is not to be split. */
static void
cases_of (terms *ts, const term *t, struct term_vec *cases)
{
    bool negative = t->op == OP_NOT;
    const term *a = negative ? t->arg[0] : t;
    if (a->op == (negative ? OP_AND : OP_OR)) {
        for (uint32_t i = 0; i < a->args; i++)
            VEC_PUSH (*cases, negative ? term_not (ts, a->arg[i]) : a->arg[i]);
    } else if (a->op == OP_ITE && a->sort->kind == SORT_BOOL) {
        const term *then = negative ? term_not (ts, a->arg[1]) : a->arg[1];
        const term *other = negative ? term_not (ts, a->arg[2]) : a->arg[2];
        VEC_PUSH (*cases, term_and2 (ts, a->arg[0], then));
        VEC_PUSH (*cases, term_and2 (ts, term_not (ts, a->arg[0]), other));
    } else if (a->op == OP_EQ && a->arg[0]->sort->kind == SORT_BOOL) {
        const term *x = a->arg[0];
        const term *y = negative ? term_not (ts, a->arg[1]) : a->arg[1];
        VEC_PUSH (*cases, term_and2 (ts, x, y));
        VEC_PUSH (*cases, term_and2 (ts, term_not (ts, x), term_not (ts, y)));
    } else if (a->op == OP_EQ && negative && sort_is_number (a->arg[0]->sort)) {
        VEC_PUSH (*cases, term_lt (ts, a->arg[0], a->arg[1]));
        VEC_PUSH (*cases, term_lt (ts, a->arg[1], a->arg[0]));
    }
}

static bool solve (struct farkas *, struct interpolate_pieces *,
                   const term **cut);

/* Splits `step`: each case in place of piece `at` (none: beside the others). */
static bool
solve_cases (struct farkas *f, const struct interpolate_pieces *p, size_t at,
             size_t step, const struct term_vec *cases, const term **cut)
{
    terms *ts = f->terms;
    size_t n = f->job->path->size;
    const term **one = NEW_ARRAY (const term *, n);
    bool good = true;
    for (size_t c = 0; c < cases->size && good; c++) {
        struct interpolate_pieces with = {0};
        struct term_vec conjuncts = {0};
        for (size_t i = 0; i < p->size; i++)
            if (i != at)
                VEC_PUSH (with, p->at[i]);
        if (term_is_false (cases->at[c]))
            VEC_PUSH (conjuncts, cases->at[c]);
        else
            term_conjuncts (ts, cases->at[c], &conjuncts);
        for (size_t i = 0; i < conjuncts.size; i++) {
            struct interpolate_piece more = {conjuncts.at[i], step};
            VEC_PUSH (with, more);
        }
        /* The first case already brings one leaf with it. */
        good = (c == 0 || ++f->cases <= FARKAS_CASES) && solve (f, &with, one);
        for (size_t k = 1; k < n && good; k++)
            cut[k] = c == 0 ? one[k]
                     : interpolate_before (f->job->path, step, k)
                         ? term_or2 (ts, cut[k], one[k])
                         : term_and2 (ts, cut[k], one[k]);
        VEC_CLEAR (with);
        VEC_CLEAR (conjuncts);
    }
    memory_free (one);
    return good;
}

/* Fills the cuts for pieces that contradict each other.  Recursion is as deep
 * as there are cases at most. */
static bool
solve (struct farkas *f, struct interpolate_pieces *p, const term **cut)
{
    if (propositional (f, p, cut))
        return true;
    enum solver_answer answer = pieces_reduce (f->solver, p);
    f->interrupted = f->interrupted || answer == SOLVER_INTERRUPTED;
    if (answer != SOLVER_UNSAT)
        return false;
    if (propositional (f, p, cut))
        return true;
    struct rows rows;
    rows_init (&rows, f->terms, p);
    answer = rows_multipliers (&rows, f->solver);
    f->interrupted = f->interrupted || answer == SOLVER_INTERRUPTED;
    bool good = answer == SOLVER_SAT;
    if (good) {
        rows_sums (&rows, cut, f->job->path);
    } else if (!f->interrupted) {
        struct term_vec cases = {0};
        size_t at = 0, step = 0;
        for (; at < p->size && !cases.size; at++) {
            step = p->at[at].step;
            cases_of (f->terms, p->at[at].formula, &cases);
        }
        if (cases.size)
            good = solve_cases (f, p, at - 1, step, &cases, cut);
        else if (rows_branch (&rows, f->solver, &cases, &step))
            good = solve_cases (f, p, SIZE_MAX, step, &cases, cut);
        VEC_CLEAR (cases);
    }
    rows_clear (&rows);
    return good;
}

enum interpolate_result
interpolate_farkas (struct interpolation *job)
{
    struct farkas f = {.job = job, .terms = job->terms, .cases = 1};
    struct interpolate_pieces pieces = {0};
    struct term_vec fresh = {0}, formulas = {0};
    for (size_t i = 0; i < job->core.size; i++) {
        struct interpolate_piece p = job->core.at[i];
        formulas.size = 0;
        const term *linear =
            linearise (f.terms, p.formula, p.step, &formulas, &fresh);
        VEC_PUSH (formulas, linear);
        const term *all = term_and (f.terms, formulas.at, formulas.size);
        formulas.size = 0;
        if (term_is_false (all))
            VEC_PUSH (formulas, all);
        else
            term_conjuncts (f.terms, all, &formulas);
        for (size_t j = 0; j < formulas.size; j++) {
            struct interpolate_piece more = {formulas.at[j], p.step};
            VEC_PUSH (pieces, more);
        }
    }
    f.solver = interpolation_open (job);
    bool good = solve (&f, &pieces, job->cut);
    interpolation_close (job, f.solver);
    VEC_CLEAR (pieces);
    VEC_CLEAR (fresh);
    VEC_CLEAR (formulas);
    return good            ? INTERPOLATE_DONE
           : f.interrupted ? INTERPOLATE_INTERRUPTED
                           : INTERPOLATE_FAILED;
}
