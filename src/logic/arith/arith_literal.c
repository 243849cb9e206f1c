/* arith_literal.c -- what a conjunct says, worked out once. */
#include <assert.h>
#include <gmp.h>

#include "logic/arith/internal.h"
#include "logic/arith/linear.h"
#include "logic/term/sort.h"

static uint32_t
arith_var_of (arith *a, const term *var)
{
    uint64_t *known = map_get (&a->var_of, var->digest);
    if (known)
        return (uint32_t) *known;
    struct arith_var v = {.term = var, .is_bool = var->sort->kind == SORT_BOOL};
    map_put (&a->var_of, var->digest, a->var.size);
    VEC_PUSH (a->var, v);
    return (uint32_t) a->var.size - 1;
}

static uint32_t
arith_form_of (arith *a, const struct simplex_part *part, size_t size)
{
    struct buffer b;
    buffer_init (&b);
    for (size_t i = 0; i < size; i++) {
        buffer_uint (&b, part[i].var);
        buffer_int (&b, part[i].factor);
    }
    struct digest key = digest_of (buffer_view (&b));
    buffer_clear (&b);
    uint64_t *known = map_get (&a->form_of, key);
    if (known)
        return (uint32_t) *known;
    struct arith_form f = {arena_copy (&a->arena, part, size * sizeof *part),
                           size, 0};
    map_put (&a->form_of, key, a->form.size);
    VEC_PUSH (a->form, f);
    return (uint32_t) a->form.size - 1;
}

static bool
arith_small (const mpz_t n)
{
    return mpz_sizeinbase (n, 2) <= 40;
}

/* form (<=, =) 0 with rational coefficients, to lowest terms; false: foreign. */
static bool
arith_normal (arith *a, const struct linear *l, enum linear_relation relation,
              bool negated, struct arith_literal *out)
{
    mpz_t scale, g, n;
    mpz_inits (scale, g, n, NULL);
    mpz_set_ui (scale, 1);
    bool good = l->size > 0;
    for (size_t i = 0; i < l->size; i++) {
        mpz_lcm (scale, scale, mpq_denref (l->part[i].factor));
        good = good && l->part[i].var->op == OP_VAR
               && l->part[i].var->sort->kind == SORT_INT;
    }
    for (size_t i = 0; good && i < l->size; i++) {
        mpz_divexact (n, scale, mpq_denref (l->part[i].factor));
        mpz_mul (n, n, mpq_numref (l->part[i].factor));
        mpz_gcd (g, g, n);
    }
    struct simplex_part *part = NEW_ARRAY (struct simplex_part, l->size);
    bool turned = false;
    for (size_t i = 0; good && i < l->size; i++) {
        mpz_divexact (n, scale, mpq_denref (l->part[i].factor));
        mpz_mul (n, n, mpq_numref (l->part[i].factor));
        mpz_divexact (n, n, g);
        good = arith_small (n);
        if (!good)
            break;
        int64_t factor = mpz_get_si (n);
        if (!i)
            turned = factor < 0;
        part[i] = (struct simplex_part) {arith_var_of (a, l->part[i].var),
                                         turned ? -factor : factor};
    }
    if (good) {
        /* form <= -constant, divided by g / scale; k = -constant * scale / g */
        mpq_t k, q;
        mpq_inits (k, q, NULL);
        mpq_neg (k, l->constant);
        mpz_set (mpq_numref (q), scale);
        mpz_set (mpq_denref (q), g);
        mpq_canonicalize (q);
        mpq_mul (k, k, q);
        bool whole = !mpz_cmp_ui (mpq_denref (k), 1);
        mpz_fdiv_q (n, mpq_numref (k), mpq_denref (k));
        good = mpz_sizeinbase (n, 2) <= 60;
        int64_t bound = good ? mpz_get_si (n) : 0;
        if (relation == LINEAR_EQ)
            out->kind = !whole    ? (negated ? LITERAL_TRUE : LITERAL_FALSE)
                        : negated ? LITERAL_UNEQUAL
                                  : LITERAL_EQUAL;
        else /* not (f <= b) is f >= b + 1 */
            out->kind = negated ? LITERAL_LOWER : LITERAL_UPPER;
        if (out->kind == LITERAL_LOWER)
            bound++;
        if (turned) {
            bound = -bound;
            if (out->kind == LITERAL_LOWER)
                out->kind = LITERAL_UPPER;
            else if (out->kind == LITERAL_UPPER)
                out->kind = LITERAL_LOWER;
        }
        out->bound = bound;
        out->form = arith_form_of (a, part, l->size);
        mpq_clears (k, q, NULL);
    }
    memory_free (part);
    mpz_clears (scale, g, n, NULL);
    return good;
}

/* A formula that is true if one of its parts is, or if all are. */
static enum literal_kind
arith_parts (arith *a, const term *atom, bool negated, struct term_vec *part)
{
    if (atom->op == OP_AND || atom->op == OP_OR) {
        for (size_t i = 0; i < atom->args; i++)
            VEC_PUSH (*part, negated ? term_not (a->terms, atom->arg[i])
                                     : atom->arg[i]);
        return (atom->op == OP_AND) == negated ? LITERAL_CHOICE : LITERAL_ALL;
    }
    bool ite = atom->op == OP_ITE && atom->sort->kind == SORT_BOOL;
    bool same = atom->op == OP_EQ && atom->arg[0]->sort->kind == SORT_BOOL;
    if (!ite && !same)
        return LITERAL_FOREIGN;
    const term *c = atom->arg[0], *yes = atom->arg[1];
    const term *no = ite ? atom->arg[2] : term_not (a->terms, yes);
    if (negated) {
        yes = term_not (a->terms, yes);
        no = term_not (a->terms, no);
    }
    const term *first = term_and2 (a->terms, c, yes);
    const term *second = term_and2 (a->terms, term_not (a->terms, c), no);
    VEC_PUSH (*part, first);
    VEC_PUSH (*part, second);
    return LITERAL_CHOICE;
}

static struct arith_literal
arith_parse (arith *a, const term *t)
{
    struct arith_literal out = {.kind = LITERAL_FOREIGN};
    bool negated = t->op == OP_NOT;
    const term *atom = negated ? t->arg[0] : t;
    struct term_vec parts = {0};
    out.kind = arith_parts (a, atom, negated, &parts);
    if (out.kind != LITERAL_FOREIGN) {
        struct arith_choice c = {
            arena_copy (&a->arena, parts.at, parts.size * sizeof *parts.at),
            parts.size};
        VEC_CLEAR (parts);
        out.form = (uint32_t) a->choice.size;
        VEC_PUSH (a->choice, c);
        return out;
    }
    if (term_is_true (t) || term_is_false (t)) {
        out.kind = term_is_true (t) ? LITERAL_TRUE : LITERAL_FALSE;
        return out;
    }
    if (atom->op == OP_VAR) {
        struct simplex_part part = {arith_var_of (a, atom), 1};
        out.kind = negated ? LITERAL_UPPER : LITERAL_LOWER;
        out.bound = negated ? 0 : 1;
        out.form = arith_form_of (a, &part, 1);
        return out;
    }
    bool numbers = (atom->op == OP_LE || atom->op == OP_LT || atom->op == OP_EQ)
                   && atom->arg[0]->sort->kind == SORT_INT;
    if (!numbers)
        return out;
    struct linear l;
    enum linear_relation relation;
    linear_init (&l);
    /* `<` over Int comes back as `<=`. */
    if (linear_literal (a->terms, atom, &l, &relation) && relation != LINEAR_LT
        && !arith_normal (a, &l, relation, negated, &out))
        out.kind = LITERAL_FOREIGN;
    linear_clear (&l);
    return out;
}

struct arith_literal
arith_literal_of (arith *a, const term *t, uint32_t *index)
{
    uint64_t *known = map_get (&a->literal_of, t->digest);
    if (!known) {
        struct arith_literal l = arith_parse (a, t);
        map_put (&a->literal_of, t->digest, a->literal.size);
        VEC_PUSH (a->literal, l);
        known = map_get (&a->literal_of, t->digest);
    }
    *index = (uint32_t) *known;
    return a->literal.at[*index];
}
