/* fold.c -- constants: exact numbers and bit-vectors through GMP. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "logic/term/store.h"

bool
term_int64 (const term *t, int64_t *value)
{
    if (t->op != OP_NUMBER)
        return false;
    const char *s = t->text;
    bool negative = *s == '-';
    uint64_t n = 0;
    for (s += negative; *s; s++) {
        if (*s == '/' || n > (UINT64_MAX - 9) / 10)
            return false;
        n = n * 10 + (uint64_t) (*s - '0');
    }
    if (n > (uint64_t) INT64_MAX + negative)
        return false;
    *value = negative ? (int64_t) (0 - n) : (int64_t) n;
    return true;
}

static const term *
small_put (terms *t, const sort *s, int64_t value)
{
    char text[24];
    char *at = text + sizeof text;
    uint64_t n = value < 0 ? 0 - (uint64_t) value : (uint64_t) value;
    *--at = 0;
    do
        *--at = (char) ('0' + n % 10);
    while (n /= 10);
    if (value < 0)
        *--at = '-';
    return term_intern (t, OP_NUMBER, s, at, NULL, 0, 0, 0);
}

const term *
term_int (terms *t, int64_t value)
{
    return small_put (t, sort_int (t), value);
}

void
number_get (const term *t, mpq_t q)
{
    assert (t->op == OP_NUMBER);
    int bad = mpq_set_str (q, t->text, 10);
    assert (!bad);
    (void) bad;
}

const term *
number_put (terms *t, const sort *s, const mpq_t q)
{
    assert (s->kind == SORT_REAL || !mpz_cmp_ui (mpq_denref (q), 1));
    char small[64], *text = small;
    size_t size = mpz_sizeinbase (mpq_numref (q), 10)
                  + mpz_sizeinbase (mpq_denref (q), 10) + 3;
    if (size > sizeof small)
        text = memory_new (size);
    mpq_get_str (text, 10, q);
    const term *result = term_intern (t, OP_NUMBER, s, text, NULL, 0, 0, 0);
    if (text != small)
        memory_free (text);
    return result;
}

/* A decimal fraction "-1.25" as a rational. */
static void
decimal_get (const char *text, mpq_t q)
{
    const char *dot = strchr (text, '.');
    size_t places = strlen (dot + 1);
    char *digits = memory_string (text);
    memmove (digits + (dot - text), dot + 1, places + 1);
    int bad = mpz_set_str (mpq_numref (q), digits, 10);
    assert (!bad);
    (void) bad;
    mpz_ui_pow_ui (mpq_denref (q), 10, places);
    mpq_canonicalize (q);
    memory_free (digits);
}

const term *
term_number (terms *t, const sort *s, const char *text)
{
    assert (sort_is_number (s));
    mpq_t q;
    mpq_init (q);
    if (strchr (text, '.'))
        decimal_get (text, q);
    else {
        int bad = mpq_set_str (q, text, 10);
        assert (!bad && mpz_sgn (mpq_denref (q)));
        (void) bad;
        mpq_canonicalize (q);
    }
    const term *result = number_put (t, s, q);
    mpq_clear (q);
    return result;
}

static bool
small_fold (enum op op, int64_t a, int64_t b, int64_t *result)
{
    switch (op) {
    case OP_ADD:
        return !__builtin_add_overflow (a, b, result);
    case OP_MUL:
        return !__builtin_mul_overflow (a, b, result);
    case OP_LE:
        *result = a <= b;
        return true;
    case OP_LT:
        *result = a < b;
        return true;
    default:
        return false;
    }
}

/* Euclidean: the remainder is never negative. */
static void
integer_divide (mpz_t quotient, mpz_t remainder, const mpz_t a, const mpz_t b)
{
    if (mpz_sgn (b) > 0)
        mpz_fdiv_qr (quotient, remainder, a, b);
    else
        mpz_cdiv_qr (quotient, remainder, a, b);
}

static size_t
rational_bits (const mpq_t q)
{
    return mpz_sizeinbase (mpq_numref (q), 2)
           + mpz_sizeinbase (mpq_denref (q), 2);
}

/* a := a op b; false if it has no value, or a huge one. */
static bool
rational_fold (enum op op, mpq_t a, const mpq_t b)
{
    if (rational_bits (a) + rational_bits (b) > FOLD_BITS)
        return false;
    switch (op) {
    case OP_ADD:
        mpq_add (a, a, b);
        return true;
    case OP_MUL:
        mpq_mul (a, a, b);
        return true;
    case OP_DIVIDE:
        if (!mpq_sgn (b))
            return false;
        mpq_div (a, a, b);
        return true;
    case OP_IDIV:
    case OP_MOD:
        if (!mpq_sgn (b))
            return false;
        mpz_t quotient, remainder;
        mpz_inits (quotient, remainder, NULL);
        integer_divide (quotient, remainder, mpq_numref (a), mpq_numref (b));
        mpq_set_z (a, op == OP_IDIV ? quotient : remainder);
        mpz_clears (quotient, remainder, NULL);
        return true;
    default:
        return false;
    }
}

static const term *
number_fold_one (terms *t, enum op op, const term *arg)
{
    mpq_t q;
    mpq_init (q);
    number_get (arg, q);
    const term *result = NULL;
    bool integral = !mpz_cmp_ui (mpq_denref (q), 1);
    if (op == OP_TO_REAL)
        result = number_put (t, sort_real (t), q);
    if (op == OP_IS_INT)
        result = term_bool (t, integral);
    if (op == OP_TO_INT) {
        mpz_fdiv_q (mpq_numref (q), mpq_numref (q), mpq_denref (q));
        mpz_set_ui (mpq_denref (q), 1);
        result = number_put (t, sort_int (t), q);
    }
    mpq_clear (q);
    return result;
}

const term *
number_fold (terms *t, enum op op, const term *const *arg, size_t args)
{
    assert (args == 1 || args == 2);
    if (args == 1)
        return number_fold_one (t, op, arg[0]);
    int64_t small[2], value;
    bool compares = op == OP_LE || op == OP_LT;
    if (term_int64 (arg[0], &small[0]) && term_int64 (arg[1], &small[1])
        && small_fold (op, small[0], small[1], &value))
        return compares ? term_bool (t, value)
                        : small_put (t, arg[0]->sort, value);
    mpq_t a, b;
    mpq_inits (a, b, NULL);
    number_get (arg[0], a);
    number_get (arg[1], b);
    const term *result = NULL;
    if (compares) {
        int order = mpq_cmp (a, b);
        result = term_bool (t, op == OP_LE ? order <= 0 : order < 0);
    } else if (rational_fold (op, a, b))
        result = number_put (t, arg[0]->sort, a);
    mpq_clears (a, b, NULL);
    return result;
}
