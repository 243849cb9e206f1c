/* input_generator.c -- see input_generator.h. */
#include "auto/concrete/input_generator.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "program/change.h"

enum { DRAW_CONSTANTS = 40 };

/* ---- numbers */

bool
numeric_sort (const sort *s)
{
    return s->kind == SORT_INT || (s->kind == SORT_BV && s->width <= 64);
}

int64_t
numeric_wrap (const sort *s, uint64_t value)
{
    if (s->kind != SORT_BV || s->width == 64)
        return (int64_t) value;
    uint64_t mask = ((uint64_t) 1 << s->width) - 1;
    value &= mask;
    return (int64_t) (value >> (s->width - 1) ? value | ~mask : value);
}

bool
numeric_value (const term *t, int64_t *value)
{
    if (t->op == OP_BITS && t->sort->width <= 64) {
        uint64_t bits = 0;
        for (const char *at = t->text; *at; at++)
            bits = bits * 10 + (uint64_t) (*at - '0');
        *value = numeric_wrap (t->sort, bits);
        return true;
    }
    return t->op == OP_NUMBER && t->sort->kind == SORT_INT
           && term_int64 (t, value);
}

const term *
numeric_term (terms *t, const sort *s, int64_t value)
{
    assert (numeric_sort (s));
    if (s->kind == SORT_INT)
        return term_int (t, value);
    uint64_t bits = (uint64_t) value;
    if (s->width < 64)
        bits &= ((uint64_t) 1 << s->width) - 1;
    char text[24];
    snprintf (text, sizeof text, "%" PRIu64, bits);
    return term_bits (t, s->width, text);
}

/* ---- constants of the program */

static void
number_add (struct draw_number_vec *to, int64_t n, size_t most)
{
    for (size_t i = 0; i < to->size; i++)
        if (to->at[i] == n)
            return;
    if (to->size < most)
        VEC_PUSH (*to, n);
}

static bool
op_divides (enum op op)
{
    return op == OP_BVUREM || op == OP_BVSREM || op == OP_BVUDIV
           || op == OP_BVSDIV || op == OP_MOD || op == OP_IDIV
           || op == OP_BVAND;
}

void
draws_find (struct draws *s, const struct program *p)
{
    struct term_vec all = {0};
    s->terms = p->terms;
    program_terms (p, &all);
    for (int64_t n = -1; n <= 3; n++)
        number_add (&s->constant, n, DRAW_CONSTANTS);
    for (size_t i = 0; i < all.size; i++) {
        int64_t n;
        if (numeric_value (all.at[i], &n) && n > INT32_MIN && n < INT32_MAX)
            for (int64_t k = n - 1; k <= n + 1; k++)
                number_add (&s->constant, k, DRAW_CONSTANTS);
        if (op_divides (all.at[i]->op) && numeric_value (all.at[i]->arg[1], &n)
            && n > 0 && n <= 64)
            number_add (&s->modulus, n + (all.at[i]->op == OP_BVAND && n < 64),
                        4);
    }
    number_add (&s->modulus, 2, 5);
    VEC_CLEAR (all);
}

void
draws_clear (struct draws *s)
{
    VEC_CLEAR (s->constant);
    VEC_CLEAR (s->modulus);
}

/* ---- inputs */

uint64_t
draw_next (struct draw *d)
{
    d->seed = d->seed * UINT64_C (6364136223846793005)
              + UINT64_C (1442695040888963407);
    return d->seed >> 33;
}

/* Mostly what the program knows, else small, now and then an end. */
int64_t
draw_number (struct draw *d)
{
    uint64_t kind = draw_next (d) % 8;
    uint64_t n = draw_next (d);
    if (kind < 4)
        return d->of->constant.at[n % d->of->constant.size];
    if (kind < 7)
        return (int64_t) (n % 50) - 2;
    return n % 2 ? INT32_MAX - (int64_t) (n / 2 % 3)
                 : INT32_MIN + (int64_t) (n / 2 % 3);
}

const term *
draw_value (struct draw *d, const sort *of)
{
    if (of->kind == SORT_BOOL)
        return term_bool (d->of->terms, draw_next (d) % 2);
    if (!numeric_sort (of))
        return NULL;
    int64_t n = d->run < d->of->constant.size ? d->of->constant.at[d->run]
                                              : draw_number (d);
    return numeric_term (d->of->terms, of, numeric_wrap (of, (uint64_t) n));
}

const term *
draw_choose (void *context, const struct statement *s, const term *variable)
{
    (void) s;
    return draw_value (context, variable->sort);
}

void
draw_begin (struct draw *d, size_t run)
{
    d->run = run;
    d->seed = run * 7919 + 1;
}
