/* eliminate.c -- see eliminate.h. */
#include "logic/arith/eliminate.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "logic/arith/linear.h"
#include "logic/term/sort.h"

bool
eliminate_mentions (terms *ts, const term *t, const term *variable)
{
    struct term_vec free_ones = {0};
    term_variables (ts, t, &free_ones);
    bool found = false;
    for (size_t i = 0; i < free_ones.size && !found; i++)
        found = free_ones.at[i] == variable;
    VEC_CLEAR (free_ones);
    return found;
}

static const term *
make1 (terms *ts, enum op op, const term *a)
{
    return term_make (ts, op, &a, 1, 0, 0);
}

static const term *
make2 (terms *ts, enum op op, const term *a, const term *b)
{
    const term *arg[2] = {a, b};
    return term_make (ts, op, arg, 2, 0, 0);
}

/* The only argument that mentions the variable; args if not just one. */
static uint32_t
only_argument (terms *ts, const term *t, const term *variable)
{
    uint32_t found = t->args;
    for (uint32_t i = 0; i < t->args; i++)
        if (eliminate_mentions (ts, t->arg[i], variable)) {
            if (found < t->args)
                return t->args;
            found = i;
        }
    return found;
}

/* b with a * b = 1 modulo 2^width, for odd constants a; else null. */
static const term *
inverse (terms *ts, const term *a)
{
    if (a->op != OP_BITS)
        return NULL;
    mpz_t value, modulus;
    mpz_init_set_str (value, a->text, 10);
    mpz_init_set_ui (modulus, 1);
    mpz_mul_2exp (modulus, modulus, a->sort->width);
    const term *result = NULL;
    if (mpz_invert (value, value, modulus)) {
        char *text = mpz_get_str (NULL, 10, value);
        result = term_bits (ts, a->sort->width, text);
        free (text);
    }
    mpz_clears (value, modulus, NULL);
    return result;
}

/* One operator of `left = right` moved to the right; `at` is the argument that
 * mentions the variable.  Null: it cannot be moved. */
static const term *
move (terms *ts, const term *left, uint32_t at, const term *right,
      struct term_vec *also, struct term_vec *fresh)
{
    switch (left->op) {
    case OP_NOT:
        return term_not (ts, right);
    case OP_EQ:
        if (left->arg[0]->sort->kind != SORT_BOOL)
            return NULL;
        return term_eq (ts, right, left->arg[1 - at]);
    case OP_BVNEG:
    case OP_BVNOT:
        return make1 (ts, left->op, right);
    case OP_BVADD:
    case OP_BVXOR:
        for (uint32_t i = 0; i < left->args; i++)
            if (i != at)
                right = make2 (ts, left->op == OP_BVADD ? OP_BVSUB : OP_BVXOR,
                               right, left->arg[i]);
        return right;
    case OP_BVSUB:
        if (left->args != 2)
            return NULL;
        return at == 0 ? make2 (ts, OP_BVADD, right, left->arg[1])
                       : make2 (ts, OP_BVSUB, left->arg[0], right);
    case OP_BVMUL: {
        if (left->args != 2)
            return NULL;
        const term *other = inverse (ts, left->arg[1 - at]);
        return other ? make2 (ts, OP_BVMUL, right, other) : NULL;
    }
    case OP_STORE: {
        /* right = store (left[0], i, v) iff right[i] = v and left[0] is right
         * with some element at i. */
        if (at != 0)
            return NULL;
        /* Named after the store, not by counting: see linearise.h. */
        char digest[DIGEST_TEXT], name[80];
        digest_print (left->digest, digest);
        snprintf (name, sizeof name, "cohort!old!%s", digest);
        const term *old = term_var (ts, name, left->sort->element);
        VEC_PUSH (*fresh, old);
        const term *now = make2 (ts, OP_SELECT, right, left->arg[1]);
        VEC_PUSH (*also, term_eq (ts, now, left->arg[2]));
        const term *arg[3] = {right, left->arg[1], old};
        return term_make (ts, OP_STORE, arg, 3, 0, 0);
    }
    default:
        return NULL;
    }
}

static const term *
peel (terms *ts, const term *left, const term *right, const term *variable,
      struct term_vec *also, struct term_vec *fresh)
{
    size_t conditions = also->size, more = fresh->size;
    while (left != variable && right) {
        uint32_t at = only_argument (ts, left, variable);
        right =
            at < left->args ? move (ts, left, at, right, also, fresh) : NULL;
        if (right)
            left = left->arg[at];
    }
    if (!right) {
        also->size = conditions;
        fresh->size = more;
    }
    return right;
}

static const term *
solve_linear (terms *ts, const term *literal, const term *variable)
{
    struct linear form;
    linear_init (&form);
    enum linear_relation relation;
    const term *result = NULL;
    size_t at = SIZE_MAX;
    bool good =
        linear_literal (ts, literal, &form, &relation) && relation == LINEAR_EQ;
    for (size_t i = 0; i < form.size && good; i++) {
        if (form.part[i].var == variable)
            at = i;
        else
            good = form.part[i].var->sort == variable->sort
                   && !eliminate_mentions (ts, form.part[i].var, variable);
    }
    mpq_t factor;
    mpq_init (factor);
    if (good && at != SIZE_MAX) {
        mpq_set (factor, form.part[at].factor);
        mpq_inv (factor, factor);
        mpq_neg (factor, factor);
        struct linear rest;
        linear_init (&rest);
        linear_add_scaled (&rest, &form, factor);
        mpq_set_ui (factor, 1, 1);
        good = linear_add (&rest, ts, variable, factor, false);
        for (size_t i = 0; i < rest.size && variable->sort->kind == SORT_INT;
             i++)
            good =
                good && mpz_cmp_ui (mpq_denref (rest.part[i].factor), 1) == 0;
        if (variable->sort->kind == SORT_INT)
            good = good && mpz_cmp_ui (mpq_denref (rest.constant), 1) == 0;
        if (good)
            result = linear_term (ts, &rest, variable->sort);
        linear_clear (&rest);
    }
    mpq_clear (factor);
    linear_clear (&form);
    assert (!result || !eliminate_mentions (ts, result, variable));
    return result;
}

const term *
eliminate_solve (terms *ts, const term *literal, const term *variable,
                 struct term_vec *also, struct term_vec *fresh)
{
    if (literal == variable)
        return term_true (ts);
    if (literal->op == OP_NOT && literal->arg[0] == variable)
        return term_false (ts);
    if (literal->op != OP_EQ)
        return NULL;
    const term *left = literal->arg[0], *right = literal->arg[1];
    if (left->sort->kind == SORT_BOOL && variable->sort->kind != SORT_BOOL)
        return NULL;
    bool in_left = eliminate_mentions (ts, left, variable);
    bool in_right = eliminate_mentions (ts, right, variable);
    if (!in_left && !in_right)
        return NULL;
    if (left == variable && !in_right)
        return right;
    if (right == variable && !in_left)
        return left;
    if (sort_is_number (left->sort))
        return left->sort == variable->sort
                   ? solve_linear (ts, literal, variable)
                   : NULL;
    if (in_left && in_right)
        return NULL;
    return in_left ? peel (ts, left, right, variable, also, fresh)
                   : peel (ts, right, left, variable, also, fresh);
}

/* Flattens after a substitution: conjuncts of conjuncts, each once. */
static void
flatten (terms *ts, struct term_vec *conjuncts)
{
    const term *all = term_and (ts, conjuncts->at, conjuncts->size);
    conjuncts->size = 0;
    if (term_is_false (all))
        VEC_PUSH (*conjuncts, all);
    else
        term_conjuncts (ts, all, conjuncts);
}

/* Eliminates one variable if a conjunct allows it. */
static bool
eliminate_one (terms *ts, struct term_vec *conjuncts, const term *variable,
               struct term_vec *fresh)
{
    struct term_vec also = {0};
    const term *value = NULL;
    size_t at = 0;
    while (at < conjuncts->size) {
        value = eliminate_solve (ts, conjuncts->at[at], variable, &also, fresh);
        if (value)
            break;
        at++;
    }
    if (value) {
        conjuncts->at[at] = term_true (ts);
        for (size_t i = 0; i < also.size; i++)
            VEC_PUSH (*conjuncts, also.at[i]);
        for (size_t i = 0; i < conjuncts->size; i++)
            conjuncts->at[i] =
                term_substitute (ts, conjuncts->at[i], &variable, &value, 1);
        flatten (ts, conjuncts);
    }
    VEC_CLEAR (also);
    return value != NULL;
}

static bool
still_there (terms *ts, const struct term_vec *conjuncts, const term *variable)
{
    for (size_t i = 0; i < conjuncts->size; i++)
        if (eliminate_mentions (ts, conjuncts->at[i], variable))
            return true;
    return false;
}

void
eliminate (terms *ts, struct term_vec *conjuncts, struct term_vec *gone)
{
    flatten (ts, conjuncts);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < gone->size; i++)
            if (eliminate_one (ts, conjuncts, gone->at[i], gone)) {
                changed = true;
                gone->at[i] = NULL;
                size_t left = 0;
                for (size_t j = 0; j < gone->size; j++)
                    if (gone->at[j])
                        gone->at[left++] = gone->at[j];
                gone->size = left;
                i--;
            }
    }
    size_t left = 0;
    for (size_t i = 0; i < gone->size; i++)
        if (still_there (ts, conjuncts, gone->at[i]))
            gone->at[left++] = gone->at[i];
    gone->size = left;
}
