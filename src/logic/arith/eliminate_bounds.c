/* eliminate_bounds.c -- Fourier-Motzkin elimination, where it is cheap.
 *
 * Each lower bound of the variable is combined with each upper one.  Unlike a
 * projection guided by models the result is a conjunction again, and conjuncts
 * make good predicates. */
#include "logic/arith/eliminate.h"
#include "logic/arith/linear.h"
#include "logic/term/sort.h"

const sort *
eliminate_sort (const term *literal)
{
    while (literal->op == OP_NOT)
        literal = literal->arg[0];
    assert (literal->args == 2);
    return literal->arg[0]->sort;
}

/* Multiplies by the common denominator, so that all is integral. */
static void
clear_denominators (struct linear *form)
{
    mpq_t factor;
    mpq_init (factor);
    mpz_set (mpq_numref (factor), mpq_denref (form->constant));
    for (size_t i = 0; i < form->size; i++)
        mpz_lcm (mpq_numref (factor), mpq_numref (factor),
                 mpq_denref (form->part[i].factor));
    mpq_mul (form->constant, form->constant, factor);
    for (size_t i = 0; i < form->size; i++)
        mpq_mul (form->part[i].factor, form->part[i].factor, factor);
    mpq_clear (factor);
}

const term *
eliminate_atom (terms *ts, const struct linear *form, bool strict,
                const sort *own)
{
    if (form->size == 0) {
        int sign = mpq_sgn (form->constant);
        return term_bool (ts, strict ? sign < 0 : sign <= 0);
    }
    struct linear whole;
    linear_init (&whole);
    mpq_t one;
    mpq_init (one);
    mpq_set_ui (one, 1, 1);
    linear_add_scaled (&whole, form, one);
    clear_denominators (&whole);
    const term *left = linear_term (ts, &whole, own);
    const term *zero = term_number (ts, own, "0");
    const term *atom =
        strict ? term_lt (ts, left, zero) : term_le (ts, left, zero);
    bool negated = false;
    const term *normal = predicate_normal (ts, atom, &negated);
    mpq_clear (one);
    linear_clear (&whole);
    return negated ? term_not (ts, normal) : normal;
}

struct eliminate_bounds_bound {
    struct linear form; /* form <= 0, or form < 0 */
    bool strict, used;  /* used: the conjunct mentions the variable */
    size_t at;          /* the variable's part */
    int sign;           /* 1: an upper bound; -1: a lower one */
    const sort *sort;
};

static void
bounds_free (struct eliminate_bounds_bound *bound, size_t count)
{
    for (size_t i = 0; i < count; i++)
        linear_clear (&bound[i].form);
    memory_free (bound);
}

/* Fills a bound from a conjunct; false if it mentions the variable otherwise
 * than as a bound. */
static bool
bound_fill (terms *ts, struct eliminate_bounds_bound *b, const term *conjunct,
            const term *variable)
{
    if (!eliminate_mentions (ts, conjunct, variable))
        return true;
    enum linear_relation relation;
    if (!linear_literal (ts, conjunct, &b->form, &relation)
        || relation == LINEAR_EQ)
        return false;
    b->used = true;
    b->strict = relation == LINEAR_LT;
    b->sort = eliminate_sort (conjunct);
    b->at = SIZE_MAX;
    if (b->sort != variable->sort)
        return false;
    for (size_t i = 0; i < b->form.size; i++) {
        if (b->form.part[i].var == variable)
            b->at = i;
        else if (b->form.part[i].var->sort != variable->sort
                 || eliminate_mentions (ts, b->form.part[i].var, variable))
            return false;
    }
    if (b->at == SIZE_MAX)
        return false;
    clear_denominators (&b->form);
    b->sign = mpq_sgn (b->form.part[b->at].factor);
    if (b->strict && b->sort->kind == SORT_INT) {
        b->strict = false;
        mpz_add (mpq_numref (b->form.constant), mpq_numref (b->form.constant),
                 mpq_denref (b->form.constant));
    }
    return true;
}

static bool
bound_unit (const struct eliminate_bounds_bound *b)
{
    return mpz_cmpabs_ui (mpq_numref (b->form.part[b->at].factor), 1) == 0;
}

/* A lower and an upper bound without their variable. */
static const term *
combine (terms *ts, const struct eliminate_bounds_bound *low,
         const struct eliminate_bounds_bound *high)
{
    struct linear sum;
    linear_init (&sum);
    mpq_t factor;
    mpq_init (factor);
    linear_add_scaled (&sum, &low->form, high->form.part[high->at].factor);
    mpq_neg (factor, low->form.part[low->at].factor);
    linear_add_scaled (&sum, &high->form, factor);
    const term *result =
        eliminate_atom (ts, &sum, low->strict || high->strict, low->sort);
    mpq_clear (factor);
    linear_clear (&sum);
    return result;
}

/* One variable; false if it has to stay. */
static bool
eliminate_bounded (terms *ts, struct term_vec *conjuncts, const term *variable,
                   bool exact, bool *weaker)
{
    size_t n = conjuncts->size, count[2] = {0, 0};
    struct eliminate_bounds_bound *bound =
        NEW_ARRAY (struct eliminate_bounds_bound, n);
    for (size_t i = 0; i < n; i++)
        linear_init (&bound[i].form);
    bool good = sort_is_number (variable->sort), unit = true;
    for (size_t i = 0; i < n && good; i++) {
        good = bound_fill (ts, &bound[i], conjuncts->at[i], variable);
        if (good && bound[i].used)
            count[bound[i].sign > 0]++;
    }
    for (size_t i = 0; i < n && good; i++)
        for (size_t j = 0; j < n && variable->sort->kind == SORT_INT; j++)
            if (bound[i].used && bound[j].used && bound[i].sign < 0
                && bound[j].sign > 0)
                unit =
                    unit && (bound_unit (&bound[i]) || bound_unit (&bound[j]));
    good = good && (unit || !exact)
           && count[0] * count[1] <= count[0] + count[1] + ELIMINATE_BOUNDS;
    if (good) {
        struct term_vec left = {0};
        for (size_t i = 0; i < n; i++)
            if (!bound[i].used)
                VEC_PUSH (left, conjuncts->at[i]);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                if (bound[i].used && bound[j].used && bound[i].sign < 0
                    && bound[j].sign > 0)
                    VEC_PUSH (left, combine (ts, &bound[i], &bound[j]));
        const term *all = term_and (ts, left.at, left.size);
        conjuncts->size = 0;
        if (term_is_false (all))
            VEC_PUSH (*conjuncts, all);
        else
            term_conjuncts (ts, all, conjuncts);
        VEC_CLEAR (left);
        *weaker = *weaker || !unit;
    }
    bounds_free (bound, n);
    return good;
}

bool
eliminate_bounds (terms *ts, struct term_vec *conjuncts, struct term_vec *gone,
                  bool exact)
{
    bool weaker = false;
    for (bool changed = true; changed;) {
        changed = false;
        size_t left = 0, all = gone->size;
        for (size_t i = 0; i < all; i++) {
            if (eliminate_bounded (ts, conjuncts, gone->at[i], exact, &weaker))
                changed = true;
            else
                gone->at[left++] = gone->at[i];
        }
        gone->size = left;
    }
    return !weaker;
}
