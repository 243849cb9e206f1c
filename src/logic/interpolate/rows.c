/* rows.c -- see rows.h.
 *
 * The conditions on the multipliers are linear equations, one per variable, and
 * signs.  Elimination solves the equations exactly, first for the multipliers
 * of those rows that are equations, which may have any sign.  Since the rows
 * are a core, few unknowns are left (one, if it is a minimal core), and the
 * signs of those are a small question to the solver. */
#include "logic/interpolate/rows.h"

#include <stdio.h>
#include <stdlib.h>

#include "logic/arith/eliminate.h"
#include "logic/term/sort.h"

void
rows_clear (struct rows *r)
{
    for (size_t i = 0; i < r->size; i++) {
        linear_clear (&r->at[i].form);
        mpq_clear (r->at[i].multiplier);
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

static size_t
place_of (const struct term_vec *v, const term *t)
{
    size_t i = 0;
    while (i < v->size && v->at[i] != t)
        i++;
    return i;
}

void
rows_init (struct rows *r, terms *ts, const struct interpolate_pieces *p)
{
    *r = (struct rows) {.terms = ts,
                        .at = NEW_ARRAY (struct row, p->size),
                        .sort = sort_int (ts)};
    for (size_t i = 0; i < p->size; i++) {
        struct row *row = &r->at[r->size];
        linear_init (&row->form);
        if (!linear_literal (ts, p->at[i].formula, &row->form,
                             &row->relation)) {
            linear_clear (&row->form);
            continue;
        }
        mpq_init (row->multiplier);
        row->step = p->at[i].step;
        /* A row of Real may know an Int variable: it is the same variable. */
        for (size_t v = 0; v < row->form.size; v++)
            if (row->form.part[v].var->op == OP_TO_REAL)
                row->form.part[v].var = row->form.part[v].var->arg[0];
        if (eliminate_sort (p->at[i].formula)->kind == SORT_INT)
            row_tighten (row);
        else
            r->sort = sort_real (ts);
        for (size_t v = 0; v < row->form.size; v++)
            if (place_of (&r->vars, row->form.part[v].var) == r->vars.size)
                VEC_PUSH (r->vars, row->form.part[v].var);
        r->size++;
    }
}

/* The equations sum over i of at[v][i] * l_i = 0, one per variable v.  Solved:
 * equation e determines l_(pivot[e]) by those l that are no pivots. */
struct matrix {
    mpq_t *at;
    size_t height, width;
    size_t *pivot; /* per equation; width: the equation says nothing */
    bool *solved;  /* per unknown: it is a pivot */
};

static void
matrix_init (struct matrix *m, const struct rows *r)
{
    m->height = r->vars.size;
    m->width = r->size;
    m->at = NEW_ARRAY (mpq_t, m->height * m->width);
    m->pivot = NEW_ARRAY (size_t, m->height);
    m->solved = NEW_ARRAY (bool, m->width);
    for (size_t i = 0; i < m->height * m->width; i++)
        mpq_init (m->at[i]);
    for (size_t i = 0; i < r->size; i++)
        for (size_t p = 0; p < r->at[i].form.size; p++) {
            size_t v = place_of (&r->vars, r->at[i].form.part[p].var);
            mpq_set (m->at[v * m->width + i], r->at[i].form.part[p].factor);
        }
}

static void
matrix_clear (struct matrix *m)
{
    for (size_t i = 0; i < m->height * m->width; i++)
        mpq_clear (m->at[i]);
    memory_free (m->at);
    memory_free (m->pivot);
    memory_free (m->solved);
}

/* Solves equation `e` for unknown `p`, and puts it into the others. */
static void
matrix_pivot (struct matrix *m, size_t e, size_t p)
{
    mpq_t *own = &m->at[e * m->width];
    mpq_t factor, product;
    mpq_inits (factor, product, NULL);
    mpq_inv (factor, own[p]);
    for (size_t i = 0; i < m->width; i++)
        if (mpq_sgn (own[i]))
            mpq_mul (own[i], own[i], factor);
    for (size_t o = 0; o < m->height; o++) {
        mpq_t *other = &m->at[o * m->width];
        if (o == e || !mpq_sgn (other[p]))
            continue;
        mpq_set (factor, other[p]);
        for (size_t i = 0; i < m->width; i++)
            if (mpq_sgn (own[i])) {
                mpq_mul (product, own[i], factor);
                mpq_sub (other[i], other[i], product);
            }
    }
    mpq_clears (factor, product, NULL);
    m->pivot[e] = p;
    m->solved[p] = true;
}

static void
matrix_solve (struct matrix *m, const struct rows *r)
{
    for (size_t e = 0; e < m->height; e++)
        m->pivot[e] = m->width;
    for (int pass = 0; pass < 2; pass++)
        for (size_t e = 0; e < m->height; e++)
            for (size_t i = 0; i < m->width && m->pivot[e] == m->width; i++)
                if (mpq_sgn (m->at[e * m->width + i])
                    && (pass || r->at[i].relation == LINEAR_EQ))
                    matrix_pivot (m, e, i);
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

/* Each multiplier in terms of the unknowns that are left. */
static void
express (const struct rows *r, const struct matrix *m, const term **value)
{
    terms *ts = r->terms;
    for (size_t i = 0; i < r->size; i++)
        value[i] = m->solved[i] ? NULL : numbered (ts, "row", i);
    struct term_vec sum = {0};
    mpq_t factor;
    mpq_init (factor);
    for (size_t e = 0; e < m->height; e++) {
        if (m->pivot[e] == m->width)
            continue;
        sum.size = 0;
        for (size_t i = 0; i < m->width; i++)
            if (!m->solved[i] && mpq_sgn (m->at[e * m->width + i])) {
                mpq_neg (factor, m->at[e * m->width + i]);
                VEC_PUSH (sum, term_mul (ts, number (ts, factor), value[i]));
            }
        value[m->pivot[e]] = sum_of (ts, &sum);
    }
    mpq_clear (factor);
    VEC_CLEAR (sum);
}

/* Asserts the signs, and that the sum is a contradiction: c >= 0, and c plus
 * the strict multipliers is not 0, so it may be 1. */
static void
assert_signs (const struct rows *r, const term *const *value, solver *s)
{
    terms *ts = r->terms;
    const term *zero = term_number (ts, sort_real (ts), "0");
    struct term_vec sum = {0};
    for (size_t i = 0; i < r->size; i++) {
        if (r->at[i].relation != LINEAR_EQ)
            solver_assert (s, term_le (ts, zero, value[i]));
        VEC_PUSH (sum,
                  term_mul (ts, number (ts, r->at[i].form.constant), value[i]));
    }
    solver_assert (s, term_le (ts, zero, sum_of (ts, &sum)));
    for (size_t i = 0; i < r->size; i++)
        if (r->at[i].relation == LINEAR_LT)
            VEC_PUSH (sum, value[i]);
    solver_assert (s, term_eq (ts, sum_of (ts, &sum),
                               term_number (ts, sort_real (ts), "1")));
    VEC_CLEAR (sum);
}

/* Reads off the unknowns, and computes the others. */
static bool
read_multipliers (struct rows *r, const struct matrix *m,
                  const term *const *unknown, solver *s)
{
    for (size_t i = 0; i < r->size; i++) {
        if (m->solved[i])
            continue;
        const term *value = solver_value (s, unknown[i]);
        if (!value || value->op != OP_NUMBER
            || mpq_set_str (r->at[i].multiplier, value->text, 10))
            return false;
    }
    mpq_t product;
    mpq_init (product);
    for (size_t e = 0; e < m->height; e++) {
        if (m->pivot[e] == m->width)
            continue;
        mpq_t *to = &r->at[m->pivot[e]].multiplier;
        mpq_set_ui (*to, 0, 1);
        for (size_t i = 0; i < m->width; i++)
            if (!m->solved[i]) {
                mpq_mul (product, m->at[e * m->width + i], r->at[i].multiplier);
                mpq_sub (*to, *to, product);
            }
    }
    mpq_clear (product);
    return true;
}

enum solver_answer
rows_multipliers (struct rows *r, solver *s)
{
    if (!r->size)
        return SOLVER_UNSAT;
    struct matrix m;
    matrix_init (&m, r);
    matrix_solve (&m, r);
    const term **value = NEW_ARRAY (const term *, r->size);
    express (r, &m, value);
    solver_push (s);
    assert_signs (r, value, s);
    enum solver_answer answer = solver_check (s, NULL, 0);
    if (answer == SOLVER_SAT && !read_multipliers (r, &m, value, s))
        answer = SOLVER_UNDECIDED;
    solver_pop (s);
    memory_free (value);
    matrix_clear (&m);
    return answer;
}

void
rows_sums (const struct rows *r, const term **cut,
           const struct interpolate_path *path)
{
    for (size_t k = 1; k < path->size; k++) {
        struct linear sum;
        linear_init (&sum);
        bool strict = false;
        for (size_t i = 0; i < r->size; i++)
            if (interpolate_before (path, r->at[i].step, k)
                && mpq_sgn (r->at[i].multiplier)) {
                linear_add_scaled (&sum, &r->at[i].form, r->at[i].multiplier);
                strict = strict || r->at[i].relation == LINEAR_LT;
            }
        cut[k] = eliminate_atom (r->terms, &sum, strict, r->sort);
        linear_clear (&sum);
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
        size_t v = place_of (&r->vars, row->form.part[p].var);
        VEC_PUSH (sum, term_mul (ts, number (ts, row->form.part[p].factor),
                                 numbered (ts, "var", v)));
    }
    const term *left = sum_of (ts, &sum);
    VEC_CLEAR (sum);
    return row->relation == LINEAR_EQ   ? term_eq (ts, left, zero)
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

bool
rows_branch (const struct rows *r, solver *s, struct term_vec *cases,
             size_t *step)
{
    terms *ts = r->terms;
    solver_push (s);
    for (size_t i = 0; i < r->size; i++)
        solver_assert (s, relaxed (ts, r, &r->at[i]));
    enum solver_answer answer = solver_check (s, NULL, 0);
    bool found = false;
    for (size_t v = 0; v < r->vars.size && answer == SOLVER_SAT && !found;
         v++) {
        const term *x = r->vars.at[v];
        if (x->sort->kind != SORT_INT)
            continue;
        found =
            branch_on (ts, x, solver_value (s, numbered (ts, "var", v)), cases);
        if (found)
            *step = step_of (r, x);
    }
    solver_pop (s);
    return found;
}
