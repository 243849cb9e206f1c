/* bits.c -- bit-vector literals and operators. */
#include <assert.h>
#include <gmp.h>
#include <string.h>

#include "logic/smtlib/operator.h"

static const term *
bits_from (struct smtlib *s, unsigned width, const mpz_t n)
{
    char *decimal = memory_new (mpz_sizeinbase (n, 10) + 2);
    mpz_get_str (decimal, 10, n);
    const term *t = term_bits (s->terms, width, decimal);
    memory_free (decimal);
    return t;
}

const term *
bits_literal (struct smtlib *s, const struct sexpr *e)
{
    assert (e->kind == SEXPR_HEX || e->kind == SEXPR_BINARY);
    size_t width = strlen (e->text) * (e->kind == SEXPR_HEX ? 4 : 1);
    if (width > OPERATOR_WIDTH)
        return smtlib_wrong (s, e, "a bit-vector wider than %d",
                             OPERATOR_WIDTH);
    mpz_t n;
    mpz_init_set_str (n, e->text, e->kind == SEXPR_HEX ? 16 : 2);
    const term *t = bits_from (s, (unsigned) width, n);
    mpz_clear (n);
    return t;
}

const term *
bits_indexed (struct smtlib *s, const struct sexpr *e)
{
    assert (sexpr_begins (e, "_"));
    if (e->size != 3 || e->child[1].kind != SEXPR_SYMBOL)
        return smtlib_wrong (s, e, "expected (_ bvN width)");
    const char *text = e->child[1].text;
    size_t digits = strlen (text) > 2 ? strspn (text + 2, "0123456789") : 0;
    if (strncmp (text, "bv", 2) || !digits || text[2 + digits])
        return smtlib_wrong (s, e, "unknown symbol '%.*s' with indices",
                             SMTLIB_SHOWN, text);
    uint32_t width;
    if (!index_read (s, e->child + 2, &width))
        return NULL;
    if (!width || width > OPERATOR_WIDTH)
        return smtlib_wrong (s, e->child + 2, "no width for a bit-vector");
    const term *t = NULL;
    mpz_t n;
    mpz_init_set_str (n, text + 2, 10);
    if (mpz_sgn (n) && mpz_sizeinbase (n, 2) > width)
        smtlib_wrong (s, e, "the number does not fit %u bits", width);
    else
        t = bits_from (s, width, n);
    mpz_clear (n);
    return t;
}

static const term *
make1 (struct smtlib *s, enum op op, const term *a, uint32_t i, uint32_t j)
{
    return term_make (s->terms, op, &a, 1, i, j);
}

static const term *
make2 (struct smtlib *s, enum op op, const term *a, const term *b)
{
    const term *two[2] = {a, b};
    return term_make (s->terms, op, two, 2, 0, 0);
}

static const term *
apply_concat (struct smtlib *s, const struct sexpr *call,
              struct smtlib_value *arg, size_t args)
{
    const term *t = arg->term;
    for (size_t i = 1; i < args; i++) {
        if (t->sort->width + arg[i].term->sort->width > OPERATOR_WIDTH)
            return smtlib_wrong (s, call, "a bit-vector wider than %d",
                                 OPERATOR_WIDTH);
        t = make2 (s, OP_CONCAT, t, arg[i].term);
    }
    return t;
}

static const term *
apply_extract (struct smtlib *s, const struct sexpr *call, const term *t,
               uint32_t high, uint32_t low)
{
    if (high < low || high >= t->sort->width)
        return smtlib_wrong (s, call, "cannot extract %u to %u of %u bits",
                             high, low, t->sort->width);
    return make1 (s, OP_EXTRACT, t, high, low);
}

static const term *
apply_rotate (struct smtlib *s, const term *t, uint32_t by, bool right)
{
    uint32_t width = t->sort->width;
    by %= width; /* bit vectors have at least one bit */
    if (!by)
        return t;
    if (right)
        by = width - by;
    return make2 (s, OP_CONCAT, make1 (s, OP_EXTRACT, t, width - 1 - by, 0),
                  make1 (s, OP_EXTRACT, t, width - 1, width - by));
}

/* Halves are shared, so the term has about log (times) nodes. */
static const term *
apply_repeat (struct smtlib *s, const struct sexpr *call, const term *t,
              uint32_t times)
{
    if (!times)
        return smtlib_wrong (s, call, "repeat 0 times");
    if ((uint64_t) times * t->sort->width > OPERATOR_WIDTH)
        return smtlib_wrong (s, call, "a bit-vector wider than %d",
                             OPERATOR_WIDTH);
    const term *result = NULL, *power = t;
    for (;;) {
        if (times & 1)
            result = result ? make2 (s, OP_CONCAT, power, result) : power;
        times >>= 1;
        if (!times)
            return result;
        power = make2 (s, OP_CONCAT, power, power);
    }
}

static const term *
apply_extend (struct smtlib *s, const struct sexpr *call, enum op op,
              const term *t, uint32_t by)
{
    if (by > OPERATOR_WIDTH || t->sort->width + by > OPERATOR_WIDTH)
        return smtlib_wrong (s, call, "a bit-vector wider than %d",
                             OPERATOR_WIDTH);
    return by ? make1 (s, op, t, by, 0) : t;
}

const term *
bits_apply (struct smtlib *s, const struct operator* op,
            const struct sexpr *call, struct smtlib_value *arg, size_t args,
            const uint32_t index[2])
{
    for (size_t i = 0; i < args; i++)
        if (arg[i].term->sort->kind != SORT_BV)
            return smtlib_wrong (s, arg[i].at, "expected a bit-vector");
    const term *t = arg->term;
    switch (op->kind) {
    case OPERATOR_CONCAT:
        return apply_concat (s, call, arg, args);
    case OPERATOR_EXTRACT:
        return apply_extract (s, call, t, index[0], index[1]);
    case OPERATOR_EXTEND:
        return apply_extend (s, call, op->op, t, index[0]);
    case OPERATOR_ROTATE:
        return apply_rotate (s, t, index[0], op->swap);
    case OPERATOR_REPEAT:
        return apply_repeat (s, call, t, index[0]);
    case OPERATOR_BV_UNARY:
    case OPERATOR_BV_TO_NAT:
        return make1 (s, op->op, t, 0, 0);
    default:
        break;
    }
    if (!operator_unify (s, arg, args))
        return NULL;
    const term *other = arg[1].term;
    switch (op->kind) {
    case OPERATOR_BV_COMP:
        return term_ite (s->terms, term_eq (s->terms, t, other),
                         term_bits (s->terms, 1, "1"),
                         term_bits (s->terms, 1, "0"));
    case OPERATOR_BV_COMPARE:
        return op->swap ? make2 (s, op->op, other, t)
                        : make2 (s, op->op, t, other);
    case OPERATOR_BV_NEGATED:
        return make1 (s, OP_BVNOT, make2 (s, op->op, t, other), 0, 0);
    default:
        assert (op->kind == OPERATOR_BV_BINARY
                || op->kind == OPERATOR_BV_CHAIN);
        for (size_t i = 1; i < args; i++)
            t = make2 (s, op->op, t, arg[i].term);
        return t;
    }
}
