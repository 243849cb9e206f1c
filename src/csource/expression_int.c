/* expression_int.c -- integers as C expressions: long long, as long as 62
 * bits are enough for every part. */
#include <inttypes.h>

#include "csource/expression_say.h"

/* What an integer may be, absolutely, and what a variable may. */
static const uint64_t int_most = UINT64_C (1) << 62;
static const uint64_t int_variable = UINT64_C (1) << 32;

static bool
grow_add (uint64_t *most, uint64_t by)
{
    return !__builtin_add_overflow (*most, by, most) && *most <= int_most;
}

static bool
say_int_number (struct saying *s, const term *t, uint64_t *most)
{
    int64_t value;
    if (!term_int64 (t, &value) || value == INT64_MIN)
        return false;
    *most = (uint64_t) (value < 0 ? -value : value);
    text_print (s->out, value < 0 ? "(%" PRId64 "LL)" : "%" PRId64 "LL", value);
    return *most <= int_most;
}

static bool
say_int_chain (struct saying *s, const term *t, uint64_t *most)
{
    bool sum = t->op == OP_ADD, good = t->args > 0;
    *most = !sum;
    text_char (s->out, '(');
    for (uint32_t i = 0; i < t->args && good; i++) {
        uint64_t part;
        if (i)
            text_add (s->out, sum ? " + " : " * ");
        good = say_int (s, t->arg[i], &part);
        if (good && sum)
            good = grow_add (most, part);
        else if (good)
            good = !__builtin_mul_overflow (*most, part, most)
                   && *most <= int_most;
    }
    text_char (s->out, ')');
    return good;
}

/* C rounds to zero; SMT-LIB's remainder is never negative. */
static bool
say_int_division (struct saying *s, const term *t, uint64_t *most)
{
    int64_t by;
    if (t->args != 2 || !term_int64 (t->arg[1], &by) || by <= 0
        || (uint64_t) by > int_most / 4)
        return false;
    struct text *out = s->out, part;
    text_init (&part);
    s->out = &part;
    bool good = say_int (s, t->arg[0], most);
    s->out = out;
    const char *a = text_view (&part);
    good = good && part.size < SAY_TEXT_MOST; /* it doubles at each level */
    if (good && t->op == OP_MOD) {
        text_print (out,
                    "((%s %% %" PRId64 "LL + %" PRId64 "LL) %% %" PRId64 "LL)",
                    a, by, by, by);
        *most = (uint64_t) by;
    } else if (good) {
        good = grow_add (most, (uint64_t) by);
        text_print (out,
                    "((%s - (%s %% %" PRId64 "LL + %" PRId64 "LL) %% %" PRId64
                    "LL) / %" PRId64 "LL)",
                    a, a, by, by, by, by);
    }
    text_clear (&part);
    return good;
}

static bool
say_int_choice (struct saying *s, const term *t, uint64_t *most)
{
    uint64_t left = 0, right = 0;
    text_char (s->out, '(');
    bool good = say_bool (s, t->arg[0]);
    text_add (s->out, " ? ");
    good = good && say_int (s, t->arg[1], &left);
    text_add (s->out, " : ");
    good = good && say_int (s, t->arg[2], &right);
    text_char (s->out, ')');
    *most = left > right ? left : right;
    return good;
}

static bool
say_int_leaf (struct saying *s, const term *t, uint64_t *most)
{
    const char *name = s->name (s->context, t);
    if (!name)
        return false;
    text_print (s->out, "(long long)(%s)", name);
    *most = int_variable;
    return true;
}

static bool
say_nat (struct saying *s, const term *t, uint64_t *most)
{
    unsigned w = say_width (t->arg[0]);
    if (!w || w > 61)
        return false;
    *most = UINT64_C (1) << w;
    text_add (s->out, "(long long)");
    return say_unsigned (s, t->arg[0]);
}

static bool
int_operator (struct saying *s, const term *t, uint64_t *most)
{
    switch (t->op) {
    case OP_NUMBER:
        return say_int_number (s, t, most);
    case OP_ADD:
    case OP_MUL:
        return say_int_chain (s, t, most);
    case OP_IDIV:
    case OP_MOD:
        return say_int_division (s, t, most);
    case OP_ITE:
        return say_int_choice (s, t, most);
    case OP_BV_TO_NAT:
        return say_nat (s, t, most);
    default:
        return say_is_leaf (t) && say_int_leaf (s, t, most);
    }
}

bool
say_int (struct saying *s, const term *t, uint64_t *most)
{
    if (t->sort->kind != SORT_INT || !say_enter (s))
        return false;
    return say_leave (s, int_operator (s, t, most));
}

bool
say_integer (struct saying *s, const term *t)
{
    uint64_t most;
    return say_int (s, t, &most);
}
