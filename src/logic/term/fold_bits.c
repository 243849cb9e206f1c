/* fold_bits.c -- bit-vector constants, with the total meaning that SMT-LIB
 * gives to division by zero. */
#include <assert.h>
#include <string.h>

#include "logic/term/store.h"

void
bits_get (const term *t, mpz_t z)
{
    assert (t->op == OP_BITS);
    int bad = mpz_set_str (z, t->text, 10);
    assert (!bad);
    (void) bad;
}

const term *
bits_put (terms *t, const sort *s, mpz_t z)
{
    assert (s->kind == SORT_BV);
    mpz_fdiv_r_2exp (z, z, s->width);
    char *text = mpz_get_str (NULL, 10, z);
    const term *result = term_intern (t, OP_BITS, s, text, NULL, 0, 0, 0);
    void (*release) (void *, size_t);
    mp_get_memory_functions (NULL, NULL, &release);
    release (text, strlen (text) + 1);
    return result;
}

/* So short and small that it is no matter of long numbers. */
static bool
is_digit_of (const char *decimal, unsigned width)
{
    return decimal[0] >= '0' && decimal[0] <= '9' && !decimal[1]
           && (width > 3 || decimal[0] - '0' < 1 << width);
}

const term *
term_bits (terms *t, unsigned width, const char *decimal)
{
    if (is_digit_of (decimal, width))
        return term_intern (t, OP_BITS, sort_bv (t, width), decimal, NULL, 0, 0,
                            0);
    mpz_t z;
    mpz_init (z);
    int bad = mpz_set_str (z, decimal, 10);
    assert (!bad);
    (void) bad;
    const term *result = bits_put (t, sort_bv (t, width), z);
    mpz_clear (z);
    return result;
}

static void
to_signed (mpz_t z, unsigned width)
{
    if (mpz_tstbit (z, width - 1)) {
        mpz_t power;
        mpz_init (power);
        mpz_setbit (power, width);
        mpz_sub (z, z, power);
        mpz_clear (power);
    }
}

/* The signed divisions by their definition; a and b are signed, b is not 0. */
static void
signed_divide (enum op op, mpz_t a, const mpz_t b)
{
    if (op == OP_BVSDIV)
        mpz_tdiv_q (a, a, b);
    else if (op == OP_BVSREM)
        mpz_tdiv_r (a, a, b); /* sign of the dividend */
    else
        mpz_fdiv_r (a, a, b); /* sign of the divisor */
}

static void
divide (enum op op, mpz_t a, mpz_t b, unsigned width)
{
    bool is_signed = op == OP_BVSDIV || op == OP_BVSREM || op == OP_BVSMOD;
    if (is_signed) {
        to_signed (a, width);
        to_signed (b, width);
    }
    if (mpz_sgn (b)) {
        if (is_signed)
            signed_divide (op, a, b);
        else if (op == OP_BVUDIV)
            mpz_tdiv_q (a, a, b);
        else
            mpz_tdiv_r (a, a, b);
    } else if (op == OP_BVUDIV)
        mpz_set_si (a, -1);
    else if (op == OP_BVSDIV)
        mpz_set_si (a, mpz_sgn (a) < 0 ? 1 : -1);
    /* The remainder of division by 0 is the dividend. */
}

static void
shift (enum op op, mpz_t a, const mpz_t by, unsigned width)
{
    unsigned long n = mpz_cmp_ui (by, width) >= 0 ? width : mpz_get_ui (by);
    if (op == OP_BVSHL)
        mpz_mul_2exp (a, a, n);
    else {
        if (op == OP_BVASHR)
            to_signed (a, width);
        mpz_fdiv_q_2exp (a, a, n);
    }
}

/* a := a op b for operators that give a bit-vector; false if unknown. */
static bool
fold_two (enum op op, mpz_t a, mpz_t b, unsigned width, unsigned width_b)
{
    switch (op) {
    case OP_BVAND:
        mpz_and (a, a, b);
        return true;
    case OP_BVOR:
        mpz_ior (a, a, b);
        return true;
    case OP_BVXOR:
        mpz_xor (a, a, b);
        return true;
    case OP_BVADD:
        mpz_add (a, a, b);
        return true;
    case OP_BVSUB:
        mpz_sub (a, a, b);
        return true;
    case OP_BVMUL:
        mpz_mul (a, a, b);
        return true;
    case OP_BVUDIV:
    case OP_BVUREM:
    case OP_BVSDIV:
    case OP_BVSREM:
    case OP_BVSMOD:
        divide (op, a, b, width);
        return true;
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR:
        shift (op, a, b, width);
        return true;
    case OP_CONCAT:
        mpz_mul_2exp (a, a, width_b);
        mpz_ior (a, a, b);
        return true;
    default:
        return false;
    }
}

static bool
fold_one (enum op op, mpz_t a, unsigned width, const uint32_t index[2])
{
    switch (op) {
    case OP_BVNOT:
        mpz_com (a, a);
        return true;
    case OP_BVNEG:
        mpz_neg (a, a);
        return true;
    case OP_EXTRACT:
        mpz_fdiv_q_2exp (a, a, index[1]);
        return true;
    case OP_ZERO_EXTEND:
        return true;
    case OP_SIGN_EXTEND:
        to_signed (a, width);
        return true;
    default:
        return false;
    }
}

static bool
fold_compare (enum op op, mpz_t a, mpz_t b, unsigned width)
{
    if (op == OP_BVSLE || op == OP_BVSLT) {
        to_signed (a, width);
        to_signed (b, width);
    }
    int order = mpz_cmp (a, b);
    return op == OP_BVULE || op == OP_BVSLE ? order <= 0 : order < 0;
}

const term *
bits_fold_long (terms *t, enum op op, const sort *s, const term *const *arg,
                const uint32_t index[2])
{
    const term *first = arg[0];
    bool two = (op >= OP_BVAND && op <= OP_BVSLT) || op == OP_CONCAT;
    unsigned width = op == OP_INT_TO_BV ? s->width : first->sort->width;
    if (width > FOLD_BITS || (s->kind == SORT_BV && s->width > FOLD_BITS))
        return NULL;
    mpz_t a, b;
    mpz_inits (a, b, NULL);
    const term *result = NULL;
    if (op == OP_INT_TO_BV) {
        int bad = mpz_set_str (a, first->text, 10);
        assert (!bad);
        (void) bad;
        result = bits_put (t, s, a);
    } else {
        bits_get (first, a);
        if (two)
            bits_get (arg[1], b);
        if (op == OP_BV_TO_NAT)
            result = term_number (t, sort_int (t), first->text);
        else if (op >= OP_BVULE && op <= OP_BVSLT)
            result = term_bool (t, fold_compare (op, a, b, width));
        else if (two ? fold_two (op, a, b, width, arg[1]->sort->width)
                     : fold_one (op, a, width, index))
            result = bits_put (t, s, a);
    }
    mpz_clears (a, b, NULL);
    return result;
}

const term *
bits_fold (terms *t, enum op op, const sort *s, const term *const *arg,
           const uint32_t index[2])
{
    const term *word = bits_fold_word (t, op, s, arg, index);
    return word ? word : bits_fold_long (t, op, s, arg, index);
}
