/* predicate.c -- one shape for predicates that say the same; see linear.h. */
#include <assert.h>

#include "logic/arith/linear.h"
#include "logic/term/map.h"
#include "logic/term/store.h"

/* Divides the form by the gcd of its factors, after making them integral. */
static void
form_scale (struct linear *l)
{
    assert (l->size);
    mpq_t scale;
    mpq_init (scale);
    mpz_set_ui (mpq_denref (scale), 0); /* gcd of the numerators */
    mpz_set_ui (mpq_numref (scale), 1); /* lcm of the denominators */
    for (size_t i = 0; i < l->size; i++) {
        mpz_gcd (mpq_denref (scale), mpq_denref (scale),
                 mpq_numref (l->part[i].factor));
        mpz_lcm (mpq_numref (scale), mpq_numref (scale),
                 mpq_denref (l->part[i].factor));
    }
    mpq_canonicalize (scale);
    for (size_t i = 0; i < l->size; i++)
        mpq_mul (l->part[i].factor, l->part[i].factor, scale);
    mpq_mul (l->constant, l->constant, scale);
    mpq_clear (scale);
}

static void
form_negate (struct linear *l)
{
    for (size_t i = 0; i < l->size; i++)
        mpq_neg (l->part[i].factor, l->part[i].factor);
    mpq_neg (l->constant, l->constant);
}

/* The relation of a number to 0. */
static bool
holds (const mpq_t number, enum linear_relation relation)
{
    int sign = mpq_sgn (number);
    return relation == LINEAR_LE   ? sign <= 0
           : relation == LINEAR_LT ? sign < 0
                                   : sign == 0;
}

/* The literal `form relation 0` in normal form. */
static const term *
form_normal (terms *store, struct linear *l, enum linear_relation relation,
             const sort *s, bool *negated)
{
    *negated = false;
    if (!l->size)
        return term_bool (store, holds (l->constant, relation));
    form_scale (l);
    bool integer = s->kind == SORT_INT;
    bool integral = !mpz_cmp_ui (mpq_denref (l->constant), 1);
    if (integer && !integral) {
        if (relation == LINEAR_EQ)
            return term_false (store);
        /* sum <= -constant: rounded down, so the constant is rounded up. */
        mpz_cdiv_q (mpq_numref (l->constant), mpq_numref (l->constant),
                    mpq_denref (l->constant));
        mpz_set_ui (mpq_denref (l->constant), 1);
    }
    if (mpq_sgn (l->part[0].factor) < 0) {
        form_negate (l);
        if (relation != LINEAR_EQ) {
            /* -f <= 0 is not (f < 0), over Int not (f + 1 <= 0). */
            *negated = true;
            if (integer)
                mpz_add_ui (mpq_numref (l->constant), mpq_numref (l->constant),
                            1);
            else
                relation = relation == LINEAR_LE ? LINEAR_LT : LINEAR_LE;
        }
    }
    mpq_t bound;
    mpq_init (bound);
    mpq_neg (bound, l->constant);
    mpq_set_ui (l->constant, 0, 1);
    const term *sum = linear_term (store, l, s);
    const term *right = number_put (store, s, bound);
    mpq_clear (bound);
    if (relation == LINEAR_EQ)
        return term_eq (store, sum, right);
    return relation == LINEAR_LE ? term_le (store, sum, right)
                                 : term_lt (store, sum, right);
}

const term *
predicate_normal (terms *store, const term *t, bool *negated)
{
    assert (t->sort->kind == SORT_BOOL);
    bool outer = false, inner = false;
    for (; t->op == OP_NOT; t = t->arg[0])
        outer = !outer;
    struct linear form;
    linear_init (&form);
    enum linear_relation relation;
    if (linear_literal (store, t, &form, &relation))
        t = form_normal (store, &form, relation, t->arg[0]->sort, &inner);
    linear_clear (&form);
    *negated = outer != inner;
    if (*negated && term_is_constant (t)) {
        t = term_not (store, t);
        *negated = false;
    }
    return t;
}

/* Is it made of formulas by a connective? */
static bool
is_structure (const term *t)
{
    switch (t->op) {
    case OP_NOT:
    case OP_AND:
    case OP_OR:
        return true;
    case OP_ITE:
        return t->sort->kind == SORT_BOOL;
    case OP_EQ:
        return t->arg[0]->sort->kind == SORT_BOOL;
    default:
        return false;
    }
}

void
predicate_atoms (terms *store, const term *t, struct term_vec *out)
{
    struct term_map seen = {0}, given = {0};
    struct term_vec stack = {0};
    for (size_t i = 0; i < out->size; i++)
        term_map_at (&given, out->at[i], NULL);
    VEC_PUSH (stack, t);
    while (stack.size) {
        t = VEC_POP (stack);
        bool added, negated;
        term_map_at (&seen, t, &added);
        if (!added)
            continue;
        if (is_structure (t)) {
            for (uint32_t i = t->args; i-- > 0;)
                VEC_PUSH (stack, t->arg[i]);
            continue;
        }
        const term *atom = predicate_normal (store, t, &negated);
        if (term_is_constant (atom))
            continue;
        term_map_at (&given, atom, &added);
        if (added)
            VEC_PUSH (*out, atom);
    }
    term_map_clear (&seen);
    term_map_clear (&given);
    VEC_CLEAR (stack);
}
