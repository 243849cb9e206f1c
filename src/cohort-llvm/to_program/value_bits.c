/* value_bits.c -- bit-vector terms as LLVM's instructions want them. */
#include "cohort-llvm/to_program/internal.h"

#include <stdio.h>
#include <string.h>

const term *
bits_constant (translation *t, unsigned width, uint64_t value)
{
    assert (width);
    if (width < 64)
        value &= (UINT64_C (1) << width) - 1;
    return term_bits_of (t->terms, width, value);
}

const term *
bits_signed (translation *t, unsigned width, int64_t value)
{
    if (value >= 0 || width <= 64)
        return bits_constant (t, width, (uint64_t) value);
    return bits_negate (t, bits_constant (t, width, -(uint64_t) value));
}

const term *
bits_op (translation *t, enum op op, const term *a, const term *b)
{
    assert (a->sort == b->sort && a->sort->kind == SORT_BV);
    return term_make (t->terms, op, (const term *[]) {a, b}, 2, 0, 0);
}

const term *
bits_not (translation *t, const term *a)
{
    assert (a->sort->kind == SORT_BV);
    return term_make (t->terms, OP_BVNOT, &a, 1, 0, 0);
}

const term *
bits_negate (translation *t, const term *a)
{
    assert (a->sort->kind == SORT_BV);
    return term_make (t->terms, OP_BVNEG, &a, 1, 0, 0);
}

bool
bits_are (const term *a, uint64_t value)
{
    char text[24];
    snprintf (text, sizeof text, "%llu", (unsigned long long) value);
    return a->op == OP_BITS && !strcmp (a->text, text);
}

const term *
bits_add (translation *t, const term *a, const term *b)
{
    if (bits_are (a, 0))
        return b;
    if (bits_are (b, 0))
        return a;
    /* (x + 4) + 8 is x + 12: offsets of nested fields. */
    if (b->op == OP_BITS && a->op == OP_BVADD && a->args == 2)
        for (int i = 0; i < 2; i++)
            if (a->arg[i]->op == OP_BITS)
                return bits_add (t, a->arg[!i],
                                 bits_op (t, OP_BVADD, a->arg[i], b));
    return bits_op (t, OP_BVADD, a, b);
}

const term *
bits_extract (translation *t, const term *a, unsigned high, unsigned low)
{
    assert (a->sort->kind == SORT_BV && low <= high && high < a->sort->width);
    if (!low && high + 1 == a->sort->width)
        return a;
    return term_make (t->terms, OP_EXTRACT, &a, 1, high, low);
}

unsigned
bits_width (const term *a)
{
    assert (a->sort->kind == SORT_BV || a->sort->kind == SORT_BOOL);
    return a->sort->kind == SORT_BV ? a->sort->width : 1;
}

const term *
bits_of_bool (translation *t, const term *a, unsigned width)
{
    assert (a->sort->kind == SORT_BOOL);
    return term_ite (t->terms, a, bits_constant (t, width, 1),
                     bits_constant (t, width, 0));
}

const term *
bits_to_bool (translation *t, const term *a)
{
    if (a->sort->kind == SORT_BOOL)
        return a;
    if (a->op == OP_ITE && a->arg[1]->op == OP_BITS
        && a->arg[2]->op == OP_BITS) {
        const term *yes = bits_to_bool (t, a->arg[1]);
        const term *no = bits_to_bool (t, a->arg[2]);
        return term_ite (t->terms, a->arg[0], yes, no);
    }
    return term_eq (t->terms, bits_extract (t, a, 0, 0),
                    bits_constant (t, 1, 1));
}

static const term *
bool_resize (translation *t, const term *a, unsigned width, bool is_signed)
{
    assert (a->sort->kind == SORT_BOOL);
    if (width == 1)
        return a;
    if (!is_signed)
        return bits_of_bool (t, a, width);
    return term_ite (t->terms, a, bits_signed (t, width, -1),
                     bits_constant (t, width, 0));
}

const term *
bits_resize (translation *t, const term *a, unsigned width, bool is_signed)
{
    if (a->sort->kind == SORT_BOOL)
        return bool_resize (t, a, width, is_signed);
    unsigned have = a->sort->width;
    if (width == have)
        return a;
    if (width == 1)
        return bits_to_bool (t, a);
    if (width < have)
        return bits_extract (t, a, width - 1, 0);
    return term_make (t->terms, is_signed ? OP_SIGN_EXTEND : OP_ZERO_EXTEND, &a,
                      1, width - have, 0);
}

/* (c ? k : l) = m with different constants, else null. */
static const term *
equal_choice (translation *t, const term *a, const term *m)
{
    assert (a->sort == m->sort);
    if (a->op != OP_ITE || m->op != OP_BITS || a->arg[1]->op != OP_BITS
        || a->arg[2]->op != OP_BITS)
        return NULL;
    return term_ite (t->terms, a->arg[0], term_bool (t->terms, a->arg[1] == m),
                     term_bool (t->terms, a->arg[2] == m));
}

const term *
bits_equal (translation *t, const term *a, const term *b)
{
    assert (a->sort == b->sort);
    const term *simple = equal_choice (t, a, b);
    if (!simple)
        simple = equal_choice (t, b, a);
    return simple ? simple : term_eq (t->terms, a, b);
}

unsigned
term_weight (const term *a, unsigned most)
{
    if (!a->args || !most)
        return 0;
    unsigned sum = 1;
    for (uint32_t i = 0; i < a->args && sum < most; i++)
        sum += term_weight (a->arg[i], most - sum);
    return sum;
}

const term *
term_settle (translation *t, const term *a)
{
    if (term_weight (a, 2) < 2)
        return a;
    const term *local = emit_local (t, "t", a->sort);
    emit_assign (t, local, a);
    return local;
}
