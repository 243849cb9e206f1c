/* value.c -- see value.h. */
#include "csource/value.h"

#include <assert.h>
#include <gmp.h>
#include <string.h>

#include "logic/term/sort.h"
#include "program/trail/run.h"

static bool
has_word (const char *type, const char *word)
{
    return type && strstr (type, word);
}

static bool
is_unsigned (const char *type)
{
    return has_word (type, "unsigned") || has_word (type, "size_t")
           || has_word (type, "_Bool") || has_word (type, "uint")
           || has_word (type, "*")
           || has_word (type, "nondet_u"); /* of a function's name */
}

static void
value_float (struct text *out, const term *value)
{
    mpz_t bits;
    mpz_init_set_str (bits, value->text, 10);
    uint64_t raw = mpz_get_ui (bits);
    mpz_clear (bits);
    if (value->sort->width == 32) {
        uint32_t half = (uint32_t) raw;
        float f;
        memcpy (&f, &half, sizeof f);
        text_print (out, "%.9g", (double) f);
    } else {
        double d;
        memcpy (&d, &raw, sizeof d);
        text_print (out, "%.17g", d);
    }
}

static void
value_number (struct text *out, const term *value, bool negative)
{
    mpz_t number, wrap;
    mpz_init_set_str (number, value->text, 10);
    mpz_init_set_ui (wrap, 1);
    mpz_mul_2exp (wrap, wrap, value->sort->width);
    if (negative && mpz_tstbit (number, value->sort->width - 1))
        mpz_sub (number, number, wrap);
    char *text = memory_new (mpz_sizeinbase (number, 10) + 2);
    text_add (out, mpz_get_str (text, 10, number));
    memory_free (text);
    mpz_clear (number);
    mpz_clear (wrap);
}

/* 65 'A' */
static void
value_character (struct text *out, const term *value)
{
    mpz_t number;
    mpz_init_set_str (number, value->text, 10);
    unsigned long c = mpz_get_ui (number);
    mpz_clear (number);
    if (c >= ' ' && c < 127)
        text_print (out, " '%s%c'", c == '\'' || c == '\\' ? "\\" : "",
                    (int) c);
}

void
c_value (struct text *out, const term *value, const char *type)
{
    assert (out);
    bool bits = value && value->op == OP_BITS;
    unsigned width = bits ? value->sort->width : 0;
    if (!value)
        text_char (out, '?');
    else if (value->sort->kind == SORT_BOOL)
        text_char (out, term_is_true (value) ? '1' : '0');
    else if (bits && !has_word (type, "*")
             && ((width == 32 && has_word (type, "float"))
                 || (width == 64 && has_word (type, "double"))))
        value_float (out, value);
    else if (bits) {
        value_number (out, value, !is_unsigned (type));
        if (width == 8 && has_word (type, "char"))
            value_character (out, value);
    } else if (value->op == OP_CONST_ARRAY) {
        text_char (out, '{');
        c_value (out, value->arg[0], type);
        text_add (out, ", ..}");
    } else
        show_value (out, value);
}
