/* value.c -- evaluates terms over machine integers, fast and partially.
 *
 * term_evaluate is exact and makes terms; runs need thousands of states, so
 * here a formula is compiled once and whatever leaves 62 bits has no value.
 * Booleans are 0 and 1, bit-vectors up to 61 bits are unsigned, reals only
 * have a value where they are integers. */
#include "cegar/candidates/internal.h"

#include <assert.h>
#include <stdlib.h>

#include "logic/term/sort.h"

enum { WIDTH_MOST = 61 };

static int64_t
number_fit (bool overflow, int64_t n)
{
    return !overflow && n > -NUMBER_MOST && n < NUMBER_MOST ? n : UNKNOWN;
}

int64_t
number_plus (int64_t a, int64_t b)
{
    int64_t sum;
    if (a == UNKNOWN || b == UNKNOWN)
        return UNKNOWN;
    bool overflow = __builtin_add_overflow (a, b, &sum);
    return number_fit (overflow, sum);
}

int64_t
number_times (int64_t a, int64_t b)
{
    int64_t product;
    if (a == UNKNOWN || b == UNKNOWN)
        return UNKNOWN;
    bool overflow = __builtin_mul_overflow (a, b, &product);
    return number_fit (overflow, product);
}

int64_t
number_floor (int64_t a, int64_t b)
{
    assert (b);
    int64_t q = a / b;
    return a % b && (a < 0) != (b < 0) ? q - 1 : q;
}

/* The remainder of SMT-LIB: never negative. */
static int64_t
number_mod (int64_t a, int64_t b)
{
    assert (b);
    int64_t r = a % b;
    return r < 0 ? r + llabs (b) : r;
}

static int64_t
constant_of (const term *t)
{
    int64_t n;
    if (t->op == OP_TRUE || t->op == OP_FALSE)
        return t->op == OP_TRUE;
    if (t->op == OP_NUMBER)
        return term_int64 (t, &n) && llabs (n / 2) < NUMBER_MOST / 2 ? n
                                                                     : UNKNOWN;
    assert (t->op == OP_BITS);
    return t->sort->width <= WIDTH_MOST ? strtoll (t->text, NULL, 10) : UNKNOWN;
}

void
code_init (struct code *c, const term *const *root, size_t roots)
{
    *c = (struct code) {.order = {0}};
    term_postorder (root, roots, &c->place, &c->order);
    for (size_t i = 0; i < c->order.size; i++) {
        const term *t = c->order.at[i];
        struct code_node n = {
            .op = t->op, .args = t->args, .first = (uint32_t) c->arg.size};
        const sort *s = t->args ? t->arg[0]->sort : t->sort;
        if (term_is_constant (t))
            n.constant = constant_of (t);
        else if (s->kind == SORT_BV)
            n.constant = s->width <= WIDTH_MOST ? (int64_t) s->width : 0;
        for (uint32_t k = 0; k < t->args; k++)
            VEC_PUSH (c->arg, (uint32_t) *term_map_get (&c->place, t->arg[k]));
        assert (c->node.size == i);
        VEC_PUSH (c->node, n);
    }
}

void
code_clear (struct code *c)
{
    term_map_clear (&c->place);
    VEC_CLEAR (c->order);
    VEC_CLEAR (c->node);
    VEC_CLEAR (c->arg);
}

size_t
code_slot (const struct code *c, const term *t)
{
    const uintptr_t *at = term_map_get (&c->place, t);
    return at ? *at : NO_SLOT;
}

void
code_forget (const struct code *c, int64_t *value)
{
    for (size_t i = 0; i < c->node.size; i++)
        if (c->node.at[i].op == OP_VAR)
            value[i] = UNKNOWN;
}

static int64_t
run_connective (const struct code_node *n, const uint32_t *arg,
                const int64_t *value)
{
    int64_t deciding = n->op == OP_OR, result = !deciding;
    for (uint32_t k = 0; k < n->args; k++) {
        int64_t v = value[arg[k]];
        if (v == deciding)
            return deciding;
        if (v == UNKNOWN)
            result = UNKNOWN;
    }
    return result;
}

static int64_t
run_sum (const struct code_node *n, const uint32_t *arg, const int64_t *value)
{
    assert (n->args);
    int64_t result = value[arg[0]];
    for (uint32_t k = 1; k < n->args; k++)
        result = n->op == OP_ADD ? number_plus (result, value[arg[k]])
                                 : number_times (result, value[arg[k]]);
    return result;
}

/* The value of `width` bits as a signed number. */
static int64_t
bits_signed (int64_t v, int64_t width)
{
    assert (width > 0 && width <= WIDTH_MOST);
    return v >> (width - 1) & 1 ? v - ((int64_t) 1 << width) : v;
}

static int64_t
run_bits (const struct code_node *n, int64_t a, int64_t b)
{
    int64_t width = n->constant;
    if (!width)
        return UNKNOWN;
    uint64_t mask = ((uint64_t) 1 << width) - 1, x = (uint64_t) a,
             y = (uint64_t) b;
    switch (n->op) {
    case OP_BVNOT:
        return (int64_t) (~x & mask);
    case OP_BVNEG:
        return (int64_t) (-x & mask);
    case OP_BVAND:
        return (int64_t) (x & y);
    case OP_BVOR:
        return (int64_t) (x | y);
    case OP_BVXOR:
        return (int64_t) (x ^ y);
    case OP_BVADD:
        return (int64_t) ((x + y) & mask);
    case OP_BVSUB:
        return (int64_t) ((x - y) & mask);
    case OP_BVMUL:
        return (int64_t) (x * y & mask);
    case OP_BVULE:
        return x <= y;
    case OP_BVULT:
        return x < y;
    case OP_BVSLE:
        return bits_signed (a, width) <= bits_signed (b, width);
    case OP_BVSLT:
        return bits_signed (a, width) < bits_signed (b, width);
    case OP_BV_TO_NAT:
        return a;
    default:
        return UNKNOWN;
    }
}

/* An operator of one or two arguments, which have values. */
static int64_t
run_plain (const struct code_node *n, int64_t a, int64_t b)
{
    switch (n->op) {
    case OP_NOT:
        return !a;
    case OP_EQ:
        return a == b;
    case OP_LE:
        return a <= b;
    case OP_LT:
        return a < b;
    case OP_DIVIDE:
        return b && a % b == 0 ? a / b : UNKNOWN;
    case OP_IDIV:
        return b ? (a - number_mod (a, b)) / b : UNKNOWN;
    case OP_MOD:
        return b ? number_mod (a, b) : UNKNOWN;
    case OP_TO_REAL:
    case OP_TO_INT:
        return a;
    case OP_IS_INT:
        return 1;
    default:
        return run_bits (n, a, b);
    }
}

void
code_run (const struct code *c, int64_t *value)
{
    for (size_t i = 0; i < c->node.size; i++) {
        const struct code_node *n = &c->node.at[i];
        const uint32_t *arg = c->arg.at + n->first;
        switch (n->op) {
        case OP_VAR:
            break;
        case OP_TRUE:
        case OP_FALSE:
        case OP_NUMBER:
        case OP_BITS:
            value[i] = n->constant;
            break;
        case OP_AND:
        case OP_OR:
            value[i] = run_connective (n, arg, value);
            break;
        case OP_ADD:
        case OP_MUL:
            value[i] = run_sum (n, arg, value);
            break;
        case OP_ITE: {
            int64_t test = value[arg[0]];
            value[i] = test == UNKNOWN ? UNKNOWN : value[arg[test ? 1 : 2]];
            break;
        }
        default: {
            int64_t a = n->args ? value[arg[0]] : UNKNOWN;
            int64_t b = n->args == 2 ? value[arg[1]] : 0;
            value[i] = n->args > 2 || a == UNKNOWN || b == UNKNOWN
                           ? UNKNOWN
                           : run_plain (n, a, b);
        }
        }
    }
}
