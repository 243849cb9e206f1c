/* blast.c -- see blast.h. */
#include "sat/blast.h"

#include <assert.h>
#include <string.h>

#include "sat/words.h"

void
blast_init (struct blast *b)
{
    *b = (struct blast) {0};
    gates_init (&b->gates);
    term_map_init (&b->first);
}

void
blast_clear (struct blast *b)
{
    gates_clear (&b->gates);
    term_map_clear (&b->first);
    VEC_CLEAR (b->wires);
    VEC_CLEAR (b->required);
    VEC_CLEAR (b->point);
    VEC_CLEAR (b->variable);
}

/* How many wires; 0: none can be had. */
static unsigned
width_of (const term *t)
{
    if (t->sort->kind == SORT_BOOL)
        return 1;
    return t->sort->kind == SORT_BV && t->sort->width <= WORD_WIRES
               ? t->sort->width
               : 0;
}

/* Wires of a term that is done: a copy, as more wires move them. */
static void
wires_of (const struct blast *b, const term *t, wire *to)
{
    const uintptr_t *first = term_map_get (&b->first, t);
    assert (first && *first);
    memcpy (to, b->wires.at + *first - 1, width_of (t) * sizeof *to);
}

static void
wires_put (struct blast *b, const term *t, const wire *from)
{
    unsigned width = width_of (t);
    *term_map_at (&b->first, t, NULL) = b->wires.size + 1;
    VEC_ROOM (b->wires, b->wires.size + width);
    memcpy (b->wires.at + b->wires.size, from, width * sizeof *from);
    b->wires.size += width;
}

/* ---- what is the same for the same arguments */

static bool
point_like (const struct blast_point *p, const struct blast_point *q)
{
    if (p->family || q->family)
        return p->family == q->family;
    if (p->term->sort != q->term->sort || p->term->args != q->term->args
        || strcmp (p->term->text, q->term->text))
        return false;
    for (uint32_t i = 0; i < p->term->args; i++)
        if (p->term->arg[i]->sort != q->term->arg[i]->sort)
            return false;
    return true;
}

static wire
point_same (struct blast *b, const struct blast_point *p,
            const struct blast_point *q)
{
    wire same = WIRE_TRUE;
    for (uint32_t i = p->family ? 1 : 0;
         i < p->term->args && same != WIRE_FALSE; i++) {
        wire x[WORD_WIRES], y[WORD_WIRES];
        wires_of (b, p->term->arg[i], x);
        wires_of (b, q->term->arg[i], y);
        same =
            gate_and (&b->gates, same,
                      word_equal (&b->gates, x, y, width_of (p->term->arg[i])));
    }
    return same;
}

/* Inputs, which are those of every other point if the arguments are. */
static void
point_add (struct blast *b, const term *t)
{
    struct blast_point p = {.term = t,
                            .family = t->op == OP_SELECT ? t->arg[0] : NULL};
    wire value[WORD_WIRES], other[WORD_WIRES];
    unsigned width = width_of (t);
    for (unsigned i = 0; i < width; i++)
        value[i] = gate_input (&b->gates);
    wires_put (b, t, value);
    for (size_t i = 0; i < b->point.size; i++) {
        const struct blast_point *q = &b->point.at[i];
        if (!point_like (&p, q))
            continue;
        wire same = point_same (b, &p, q);
        if (same == WIRE_FALSE)
            continue;
        wires_of (b, q->term, other);
        VEC_PUSH (b->required,
                  gate_or (&b->gates, wire_not (same),
                           word_equal (&b->gates, value, other, width)));
    }
    VEC_PUSH (b->point, p);
}

/* ---- operators */

static wire
connective (struct blast *b, const term *t)
{
    wire result = t->op == OP_AND;
    for (uint32_t i = 0; i < t->args; i++) {
        wire a;
        wires_of (b, t->arg[i], &a);
        result = t->op == OP_AND ? gate_and (&b->gates, result, a)
                                 : gate_or (&b->gates, result, a);
    }
    return result;
}

static wire
comparison (struct blast *b, const term *t)
{
    wire x[WORD_WIRES], y[WORD_WIRES];
    unsigned width = width_of (t->arg[0]);
    wires_of (b, t->arg[0], x);
    wires_of (b, t->arg[1], y);
    if (t->op == OP_EQ)
        return word_equal (&b->gates, x, y, width);
    return word_less (&b->gates, x, y, width,
                      t->op == OP_BVSLE || t->op == OP_BVSLT,
                      t->op == OP_BVULE || t->op == OP_BVSLE);
}

static void
constant (const term *t, wire *result)
{
    char digits[WORD_WIRES];
    size_t size = strlen (t->text);
    assert (size < sizeof digits);
    for (size_t i = 0; i < size; i++)
        digits[i] = (char) (t->text[i] - '0');
    for (unsigned bit = 0; bit < t->sort->width; bit++) {
        int rest = 0;
        for (size_t i = 0; i < size; i++) {
            int n = rest * 10 + digits[i];
            digits[i] = (char) (n / 2);
            rest = n % 2;
        }
        result[bit] = (wire) rest;
    }
}

/* Bits are only moved. */
static void
arrangement (struct blast *b, const term *t, wire *result)
{
    wire x[WORD_WIRES];
    unsigned width = width_of (t), from = width_of (t->arg[0]);
    wires_of (b, t->arg[0], x);
    switch (t->op) {
    case OP_EXTRACT:
        memcpy (result, x + t->index[1], width * sizeof *x);
        break;
    case OP_CONCAT:
        wires_of (b, t->arg[1], result);
        memcpy (result + (width - from), x, from * sizeof *x);
        break;
    default:
        memcpy (result, x, from * sizeof *x);
        for (unsigned i = from; i < width; i++)
            result[i] = t->op == OP_SIGN_EXTEND ? x[from - 1] : WIRE_FALSE;
    }
}

static void
operation (struct blast *b, const term *t, wire *result)
{
    wire x[WORD_WIRES], y[WORD_WIRES];
    wires_of (b, t->arg[0], x);
    if (t->args > 1)
        wires_of (b, t->arg[1], y);
    word_operate (&b->gates, t->op, x, y, width_of (t), result);
}

static void
choice (struct blast *b, const term *t, wire *result)
{
    wire condition, x[WORD_WIRES], y[WORD_WIRES];
    wires_of (b, t->arg[0], &condition);
    wires_of (b, t->arg[1], x);
    wires_of (b, t->arg[2], y);
    word_choice (&b->gates, condition, x, y, width_of (t), result);
}

static bool
map_is_open (const term *map)
{
    return map->op == OP_VAR
           || (map->op == OP_SELECT && map_is_open (map->arg[0]));
}

/* What its arguments are is done.  False: it cannot be treated. */
static bool
blast_one (struct blast *b, const term *t)
{
    wire result[WORD_WIRES];
    if (!width_of (t))
        return false;
    switch (t->op) {
    case OP_TRUE:
    case OP_FALSE:
        result[0] = t->op == OP_TRUE;
        break;
    case OP_BITS:
        constant (t, result);
        break;
    case OP_VAR:
        for (unsigned i = 0; i < width_of (t); i++)
            result[i] = gate_input (&b->gates);
        VEC_PUSH (b->variable, t);
        break;
    case OP_SELECT:
        if (!map_is_open (t->arg[0]))
            return false;
        point_add (b, t);
        return true;
    case OP_APPLY:
        point_add (b, t);
        return true;
    case OP_NOT:
        wires_of (b, t->arg[0], result);
        result[0] = wire_not (result[0]);
        break;
    case OP_AND:
    case OP_OR:
        result[0] = connective (b, t);
        break;
    case OP_ITE:
        choice (b, t, result);
        break;
    case OP_EQ:
    case OP_BVULE:
    case OP_BVULT:
    case OP_BVSLE:
    case OP_BVSLT:
        result[0] = comparison (b, t);
        break;
    case OP_CONCAT:
    case OP_EXTRACT:
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        arrangement (b, t, result);
        break;
    default:
        if (t->op < OP_BVNOT || t->op > OP_BVASHR)
            return false;
        operation (b, t, result);
    }
    wires_put (b, t, result);
    return true;
}

/* ---- the whole */

static bool
is_done (const struct blast *b, const term *t)
{
    const uintptr_t *first = term_map_get (&b->first, t);
    return first && *first;
}

/* Puts arguments that are not done on the stack; of a map's entry, the index. */
static bool
arguments_wait (struct blast *b, const term *t, struct term_vec *stack)
{
    size_t before = stack->size;
    for (uint32_t i = t->op == OP_SELECT ? 1 : 0; i < t->args; i++)
        if (!is_done (b, t->arg[i]))
            VEC_PUSH (*stack, t->arg[i]);
    return stack->size > before;
}

const wire *
blast_term (struct blast *b, const term *t)
{
    struct term_vec stack = {0};
    VEC_PUSH (stack, t);
    while (stack.size && !b->unsupported) {
        const term *top = VEC_LAST (stack);
        if (!is_done (b, top)) {
            if (!width_of (top) || top->op == OP_FORALL || top->op == OP_EXISTS)
                b->unsupported = top;
            else if (arguments_wait (b, top, &stack))
                continue;
            else if (!blast_one (b, top))
                b->unsupported = top;
        }
        stack.size--;
    }
    VEC_CLEAR (stack);
    return b->unsupported ? NULL
                          : b->wires.at + *term_map_get (&b->first, t) - 1;
}
