/* interpolate_farkas.c -- interpolants as partial sums of contradictions.
 *
 * Linear rows f_i <= 0 (or < 0, or = 0) that contradict each other over the
 * rationals have multipliers l_i (not negative, but for equations) with
 * sum l_i f_i = c > 0, or c = 0 and a strict row among them (Farkas).  The
 * multipliers are found by solving just that, with exact numbers.  The sum over
 * the rows of the steps before a cut is implied by these steps, contradicts the
 * others, and what is not shared has cancelled out.
 *
 * Disjunctions, disequalities and integrality are opened by cases: a case split
 * of step j gives, from the interpolants of its cases, their disjunction at the
 * cuts after j (where the split belongs to the first part) and their conjunction
 * at those before (as for resolution).  x <= n or x >= n + 1 may be split on in
 * any step that knows x. */
#include <stdio.h>
#include <stdlib.h>

#include "logic/eliminate.h"
#include "logic/interpolate_private.h"
#include "logic/linear.h"
#include "logic/linearise.h"
#include "logic/sort.h"

enum { FARKAS_CASES = 16 };

struct row {
    struct linear form;
    enum linear_relation relation;
    size_t step;
    const term *multiplier; /* an unknown */
    mpq_t value;            /* of the multiplier */
};

struct rows {
    struct row *at;
    size_t size;
    struct term_vec vars; /* in order of appearance */
    const sort *sort;     /* Int only if all rows are */
};

struct farkas {
    struct interpolation *job;
    terms *terms;
    solver *solver;
    size_t cases;
    bool interrupted;
};

static void
rows_clear (struct rows *r)
{
    for (size_t i = 0; i < r->size; i++) {
        linear_clear (&r->at[i].form);
        mpq_clear (r->at[i].value);
    }
    memory_free (r->at);
    VEC_CLEAR (r->vars);
}

/* Over the integers, f < 0 is f + 1 <= 0, and what divides all coefficients
 * may be divided out, rounding the constant up. */
static void
row_tighten (struct row *r)
{
    mpz_t gcd, scale;
    mpz_inits (gcd, scale, NULL);
    mpz_set (scale, mpq_denref (r->form.constant));
    for (size_t i = 0; i < r->form.size; i++)
        mpz_lcm (scale, scale, mpq_denref (r->form.part[i].factor));
    mpq_t factor;
    mpq_init (factor);
    mpq_set_z (factor, scale);
    mpq_mul (r->form.constant, r->form.constant, factor);
    for (size_t i = 0; i < r->form.size; i++) {
        mpq_t *f = &r->form.part[i].factor;
        mpq_mul (*f, *f, factor);
        mpz_gcd (gcd, gcd, mpq_numref (*f));
    }
    if (r->relation == LINEAR_LT) {
        r->relation = LINEAR_LE;
        mpz_add_ui (mpq_numref (r->form.constant),
                    mpq_numref (r->form.constant), 1);
    }
    mpz_ptr constant = mpq_numref (r->form.constant);
    if (mpz_sgn (gcd) > 0 && mpz_cmp_ui (gcd, 1) > 0) {
        if (r->relation == LINEAR_LE) {
            mpz_cdiv_q (constant, constant, gcd);
        } else if (mpz_divisible_p (constant, gcd)) {
            mpz_divexact (constant, constant, gcd);
        } else {
            /* No integers satisfy the equation: 1 <= 0. */
            for (size_t i = 0; i < r->form.size; i++)
                mpq_set_ui (r->form.part[i].factor, 0, 1);
            r->relation = LINEAR_LE;
            mpz_set_ui (constant, 1);
        }
        for (size_t i = 0; i < r->form.size; i++)
            mpz_divexact (mpq_numref (r->form.part[i].factor),
                          mpq_numref (r->form.part[i].factor), gcd);
    }
    mpq_clear (factor);
    mpz_clears (gcd, scale, NULL);
}

static const term *
numbered (terms *ts, const char *what, size_t number)
{
    char name[48];
    snprintf (name, sizeof name, "cohort!%s!%zu", what, number);
    return term_var (ts, name, sort_real (ts));
}

static bool
contains (const struct term_vec *v, const term *t)
{
    for (size_t i = 0; i < v->size; i++)
        if (v->at[i] == t)
            return true;
    return false;
}

static void
rows_fill (struct farkas *f, const struct pieces *p, struct rows *r)
{
    terms *ts = f->terms;
    *r = (struct rows) {.at = NEW_ARRAY (struct row, p->size),
                        .sort = sort_int (ts)};
    for (size_t i = 0; i < p->size; i++) {
        struct row *row = &r->at[r->size];
        linear_init (&row->form);
        if (!linear_literal (ts, p->at[i].formula, &row->form,
                             &row->relation)) {
            linear_clear (&row->form);
            continue;
        }
        /* A row of Real may know an Int variable: it is the same variable. */
        for (size_t v = 0; v < row->form.size; v++)
            if (row->form.part[v].var->op == OP_TO_REAL)
                row->form.part[v].var = row->form.part[v].var->arg[0];
        mpq_init (row->value);
        row->step = p->at[i].step;
        row->multiplier = numbered (ts, "row", r->size);
        if (eliminate_sort (p->at[i].formula)->kind == SORT_INT)
            row_tighten (row);
        else
            r->sort = sort_real (ts);
        for (size_t v = 0; v < row->form.size; v++)
            if (!contains (&r->vars, row->form.part[v].var))
                VEC_PUSH (r->vars, row->form.part[v].var);
        r->size++;
    }
}

static const term *
number (terms *ts, const mpq_t value)
{
    char *text = mpq_get_str (NULL, 10, value);
    const term *result = term_number (ts, sort_real (ts), text);
    free (text);
    return result;
}

static const term *
sum_of (terms *ts, const struct term_vec *v)
{
    return v->size ? term_add (ts, v->at, v->size)
                   : term_number (ts, sort_real (ts), "0");
}

/* Asserts what the multipliers have to satisfy. */
static void
assert_multipliers (struct farkas *f, const struct rows *r)
{
    terms *ts = f->terms;
    const term *zero = term_number (ts, sort_real (ts), "0");
    struct term_vec sum = {0};
    for (size_t v = 0; v < r->vars.size; v++) {
        sum.size = 0;
        for (size_t i = 0; i < r->size; i++)
            for (size_t p = 0; p < r->at[i].form.size; p++)
                if (r->at[i].form.part[p].var == r->vars.at[v])
                    VEC_PUSH (sum, term_mul (
                        ts, number (ts, r->at[i].form.part[p].factor),
                        r->at[i].multiplier));
        solver_assert (f->solver, term_eq (ts, sum_of (ts, &sum), zero));
    }
    sum.size = 0;
    for (size_t i = 0; i < r->size; i++) {
        if (r->at[i].relation != LINEAR_EQ)
            solver_assert (f->solver,
                           term_le (ts, zero, r->at[i].multiplier));
        VEC_PUSH (sum, term_mul (ts, number (ts, r->at[i].form.constant),
                                 r->at[i].multiplier));
    }
    /* c >= 0, and c plus the strict multipliers is not 0, so it may be 1. */
    solver_assert (f->solver, term_le (ts, zero, sum_of (ts, &sum)));
    for (size_t i = 0; i < r->size; i++)
        if (r->at[i].relation == LINEAR_LT)
            VEC_PUSH (sum, r->at[i].multiplier);
    solver_assert (f->solver,
                   term_eq (ts, sum_of (ts, &sum),
                            term_number (ts, sort_real (ts), "1")));
    VEC_CLEAR (sum);
}

static bool
find_multipliers (struct farkas *f, struct rows *r)
{
    solver_push (f->solver);
    assert_multipliers (f, r);
    enum solver_answer answer = solver_check (f->solver, NULL, 0);
    bool good = answer == SOLVER_SAT;
    f->interrupted = f->interrupted || answer == SOLVER_INTERRUPTED;
    for (size_t i = 0; i < r->size && good; i++) {
        const term *value = solver_value (f->solver, r->at[i].multiplier);
        good = value && value->op == OP_NUMBER
            && mpq_set_str (r->at[i].value, value->text, 10) == 0;
        if (good)
            mpq_canonicalize (r->at[i].value);
    }
    solver_pop (f->solver);
    return good;
}

static void
partial_sums (struct farkas *f, const struct rows *r, const term **cut)
{
    struct linear sum;
    linear_init (&sum);
    bool strict = false;
    size_t n = f->job->path->size;
    for (size_t k = 1; k < n; k++) {
        for (size_t i = 0; i < r->size; i++)
            if (r->at[i].step == k - 1 && mpq_sgn (r->at[i].value)) {
                linear_add_scaled (&sum, &r->at[i].form, r->at[i].value);
                strict = strict || r->at[i].relation == LINEAR_LT;
            }
        cut[k] = eliminate_atom (f->terms, &sum, strict, r->sort);
    }
    linear_clear (&sum);
}

/* A literal and its negation, or false: what each cut is. */
static bool
propositional (struct farkas *f, const struct pieces *p, const term **cut)
{
    terms *ts = f->terms;
    size_t n = f->job->path->size;
    for (size_t i = 0; i < p->size; i++) {
        const term *a = p->at[i].formula;
        size_t step = p->at[i].step;
        if (term_is_false (a)) {
            for (size_t k = 1; k < n; k++)
                cut[k] = term_bool (ts, k <= step);
            return true;
        }
        const term *not_a = term_not (ts, a);
        for (size_t j = i + 1; j < p->size; j++) {
            if (p->at[j].formula != not_a)
                continue;
            size_t other = p->at[j].step;
            for (size_t k = 1; k < n; k++) {
                bool first = step < k, second = other < k;
                cut[k] = first && second ? term_false (ts)
                    : first              ? a
                    : second             ? not_a
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

/* A row over the rationals, its variables renamed to "var N". */
static const term *
relaxed (terms *ts, const struct rows *r, const struct row *row)
{
    const term *zero = term_number (ts, sort_real (ts), "0");
    struct term_vec sum = {0};
    VEC_PUSH (sum, number (ts, row->form.constant));
    for (size_t p = 0; p < row->form.size; p++) {
        size_t v = 0;
        while (r->vars.at[v] != row->form.part[p].var)
            v++;
        VEC_PUSH (sum, term_mul (ts, number (ts, row->form.part[p].factor),
                                 numbered (ts, "var", v)));
    }
    const term *left = sum_of (ts, &sum);
    VEC_CLEAR (sum);
    return row->relation == LINEAR_EQ  ? term_eq (ts, left, zero)
        : row->relation == LINEAR_LT ? term_lt (ts, left, zero)
                                     : term_le (ts, left, zero);
}

/* x <= n and x > n, if n < value < n + 1 for an integer n. */
static bool
branch_on (terms *ts, const term *x, const term *value, struct term_vec *cases)
{
    mpq_t q;
    mpq_init (q);
    bool found = value && value->op == OP_NUMBER
        && mpq_set_str (q, value->text, 10) == 0
        && mpz_cmp_ui (mpq_denref (q), 1) != 0;
    if (found) {
        mpz_fdiv_q (mpq_numref (q), mpq_numref (q), mpq_denref (q));
        char *text = mpz_get_str (NULL, 10, mpq_numref (q));
        const term *below = term_le (ts, x, term_number (ts, x->sort, text));
        free (text);
        VEC_PUSH (*cases, below);
        VEC_PUSH (*cases, term_not (ts, below));
    }
    mpq_clear (q);
    return found;
}

/* The first step that knows a variable of the rows. */
static size_t
step_of (const struct rows *r, const term *x)
{
    for (size_t i = 0; i < r->size; i++)
        for (size_t p = 0; p < r->at[i].form.size; p++)
            if (r->at[i].form.part[p].var == x)
                return r->at[i].step;
    assert (!"a variable of no row");
    return 0;
}

/* Where integers are needed: a variable that is not integral in a rational
 * solution, and its two sides. */
static bool
find_branch (struct farkas *f, const struct rows *r, struct term_vec *cases,
             size_t *step)
{
    terms *ts = f->terms;
    solver_push (f->solver);
    for (size_t i = 0; i < r->size; i++)
        solver_assert (f->solver, relaxed (ts, r, &r->at[i]));
    enum solver_answer answer = solver_check (f->solver, NULL, 0);
    f->interrupted = f->interrupted || answer == SOLVER_INTERRUPTED;
    bool found = false;
    for (size_t v = 0; v < r->vars.size && answer == SOLVER_SAT && !found;
         v++) {
        const term *x = r->vars.at[v];
        if (x->sort->kind != SORT_INT)
            continue;
        const term *value = solver_value (f->solver, numbered (ts, "var", v));
        found = branch_on (ts, x, value, cases);
        if (found)
            *step = step_of (r, x);
    }
    solver_pop (f->solver);
    return found;
}

static bool solve (struct farkas *, struct pieces *, const term **cut);

/* Splits `step`: each case in place of piece `at` (none: besides the others). */
static bool
solve_cases (struct farkas *f, const struct pieces *p, size_t at, size_t step,
             const struct term_vec *cases, const term **cut)
{
    terms *ts = f->terms;
    size_t n = f->job->path->size;
    const term **one = NEW_ARRAY (const term *, n);
    bool good = true;
    for (size_t c = 0; c < cases->size && good; c++) {
        struct pieces with = {0};
        struct term_vec conjuncts = {0};
        for (size_t i = 0; i < p->size; i++)
            if (i != at)
                VEC_PUSH (with, p->at[i]);
        if (term_is_false (cases->at[c]))
            VEC_PUSH (conjuncts, cases->at[c]);
        else
            term_conjuncts (ts, cases->at[c], &conjuncts);
        for (size_t i = 0; i < conjuncts.size; i++) {
            struct piece more = {conjuncts.at[i], step};
            VEC_PUSH (with, more);
        }
        /* The first case already brings one leaf with it. */
        good = (c == 0 || ++f->cases <= FARKAS_CASES) && solve (f, &with, one);
        for (size_t k = 1; k < n && good; k++)
            cut[k] = c == 0     ? one[k]
                : k > step ? term_or2 (ts, cut[k], one[k])
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
solve (struct farkas *f, struct pieces *p, const term **cut)
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
    rows_fill (f, p, &rows);
    bool good = rows.size && find_multipliers (f, &rows);
    if (good) {
        partial_sums (f, &rows, cut);
    } else if (!f->interrupted) {
        struct term_vec cases = {0};
        size_t at = 0, step = 0;
        for (; at < p->size && !cases.size; at++) {
            step = p->at[at].step;
            cases_of (f->terms, p->at[at].formula, &cases);
        }
        if (cases.size)
            good = solve_cases (f, p, at - 1, step, &cases, cut);
        else if (find_branch (f, &rows, &cases, &step))
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
    struct pieces pieces = {0};
    struct term_vec fresh = {0}, formulas = {0};
    for (size_t i = 0; i < job->core.size; i++) {
        struct piece p = job->core.at[i];
        formulas.size = 0;
        const term *linear
            = linearise (f.terms, p.formula, p.step, &formulas, &fresh);
        VEC_PUSH (formulas, linear);
        const term *all = term_and (f.terms, formulas.at, formulas.size);
        formulas.size = 0;
        if (term_is_false (all))
            VEC_PUSH (formulas, all);
        else
            term_conjuncts (f.terms, all, &formulas);
        for (size_t j = 0; j < formulas.size; j++) {
            struct piece more = {formulas.at[j], p.step};
            VEC_PUSH (pieces, more);
        }
    }
    f.solver = interpolation_open (job);
    bool good = solve (&f, &pieces, job->cut);
    interpolation_close (job, f.solver);
    VEC_CLEAR (pieces);
    VEC_CLEAR (fresh);
    VEC_CLEAR (formulas);
    return good             ? INTERPOLATE_DONE
        : f.interrupted ? INTERPOLATE_INTERRUPTED
                        : INTERPOLATE_FAILED;
}
