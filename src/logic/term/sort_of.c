/* sort_of.c -- which arguments an operator takes, and what it gives. */
#include "logic/term/store.h"

static bool
all_of (const term *const *arg, size_t args, const sort *s)
{
    for (size_t i = 0; i < args; i++)
        if (arg[i]->sort != s)
            return false;
    return true;
}

static bool
is_bv (const term *t)
{
    return t->sort->kind == SORT_BV;
}

static const sort *
bits_of (terms *t, uint64_t width)
{
    return width >= 1 && width <= BV_WIDTH_MOST ? sort_bv (t, (unsigned) width)
                                                : NULL;
}

static const sort *
quantifier_sort (terms *t, const term *const *arg, size_t args)
{
    if (args < 2 || arg[args - 1]->sort != sort_bool (t)
        || arg[args - 1]->op == OP_PATTERN)
        return NULL;
    size_t i = 0;
    while (i + 1 < args && arg[i]->op == OP_VAR)
        i++;
    if (!i)
        return NULL;
    while (i + 1 < args && arg[i]->op == OP_PATTERN)
        i++;
    return i + 1 == args ? sort_bool (t) : NULL;
}

/* Operators over bit-vectors. */
static const sort *
bits_sort (terms *t, enum op op, const term *const *arg, size_t args,
           uint32_t index0, uint32_t index1)
{
    if (!args || !is_bv (arg[0]))
        return NULL;
    const sort *first = arg[0]->sort;
    uint64_t width = first->width;
    bool same = args >= 2 && all_of (arg, args, first);
    switch (op) {
    case OP_BVNOT:
    case OP_BVNEG:
        return args == 1 ? first : NULL;
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
    case OP_BVADD:
    case OP_BVMUL:
        return same ? first : NULL;
    case OP_BVULE:
    case OP_BVULT:
    case OP_BVSLE:
    case OP_BVSLT:
        return same && args == 2 ? sort_bool (t) : NULL;
    case OP_CONCAT:
        for (size_t i = 1; i < args; i++) {
            if (!is_bv (arg[i]))
                return NULL;
            width += arg[i]->sort->width;
        }
        return args >= 2 ? bits_of (t, width) : NULL;
    case OP_EXTRACT:
        if (args != 1 || index0 < index1 || index0 >= width)
            return NULL;
        return bits_of (t, (uint64_t) index0 - index1 + 1);
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        return args == 1 && !index1 ? bits_of (t, width + index0) : NULL;
    case OP_BV_TO_NAT:
        return args == 1 ? sort_int (t) : NULL;
    default:
        return same && args == 2 ? first : NULL;
    }
}

static const sort *
array_sort (enum op op, const term *const *arg, size_t args)
{
    if (!args || arg[0]->sort->kind != SORT_ARRAY)
        return NULL;
    const sort *s = arg[0]->sort;
    if (op == OP_SELECT)
        return args == 2 && arg[1]->sort == s->index ? s->element : NULL;
    return args == 3 && arg[1]->sort == s->index && arg[2]->sort == s->element
               ? s
               : NULL;
}

const sort *
term_sort_of (terms *t, enum op op, const term *const *arg, size_t args,
              uint32_t index0, uint32_t index1)
{
    const sort *truth = sort_bool (t), *integer = sort_int (t);
    const sort *real = sort_real (t), *first = args ? arg[0]->sort : NULL;
    bool indexed = op == OP_EXTRACT || op == OP_ZERO_EXTEND
                   || op == OP_SIGN_EXTEND || op == OP_INT_TO_BV;
    if (!indexed && (index0 || index1))
        return NULL;
    if (op == OP_FORALL || op == OP_EXISTS)
        return quantifier_sort (t, arg, args);
    for (size_t i = 0; i < args; i++)
        if (arg[i]->op == OP_PATTERN)
            return NULL;
    switch (op) {
    case OP_TRUE:
    case OP_FALSE:
        return args ? NULL : truth;
    case OP_NOT:
        return args == 1 && first == truth ? truth : NULL;
    case OP_AND:
    case OP_OR:
        return all_of (arg, args, truth) ? truth : NULL;
    case OP_ITE:
        return args == 3 && first == truth && arg[1]->sort == arg[2]->sort
                   ? arg[1]->sort
                   : NULL;
    case OP_EQ:
        return args == 2 && first == arg[1]->sort ? truth : NULL;
    case OP_LE:
    case OP_LT:
        return args == 2 && sort_is_number (first) && first == arg[1]->sort
                   ? truth
                   : NULL;
    case OP_ADD:
    case OP_MUL:
        return args && sort_is_number (first) && all_of (arg, args, first)
                   ? first
                   : NULL;
    case OP_DIVIDE:
        return args == 2 && all_of (arg, args, real) ? real : NULL;
    case OP_IDIV:
    case OP_MOD:
        return args == 2 && all_of (arg, args, integer) ? integer : NULL;
    case OP_TO_REAL:
        return args == 1 && first == integer ? real : NULL;
    case OP_TO_INT:
        return args == 1 && first == real ? integer : NULL;
    case OP_IS_INT:
        return args == 1 && first == real ? truth : NULL;
    case OP_INT_TO_BV:
        return args == 1 && first == integer && !index1 ? bits_of (t, index0)
                                                        : NULL;
    case OP_SELECT:
    case OP_STORE:
        return array_sort (op, arg, args);
    case OP_PATTERN:
        return args ? truth : NULL;
    case OP_FORALL:
    case OP_EXISTS:
    case OP_NUMBER:
    case OP_BITS:
    case OP_VAR:
    case OP_APPLY:
    case OP_CONST_ARRAY:
    case OP_COUNT:
        return NULL;
    default:
        return bits_sort (t, op, arg, args, index0, index1);
    }
}
