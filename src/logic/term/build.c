/* build.c -- builders: Boolean structure, equality, arrays, quantifiers,
 * and the one way to everything else. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "logic/term/build.h"
#include "logic/term/map.h"

const term *
term_true (terms *t)
{
    return t->truth[1];
}

const term *
term_false (terms *t)
{
    return t->truth[0];
}

const term *
term_bool (terms *t, bool value)
{
    return t->truth[value];
}

bool
term_is_true (const term *t)
{
    return t->op == OP_TRUE;
}

bool
term_is_false (const term *t)
{
    return t->op == OP_FALSE;
}

bool
term_is_constant (const term *t)
{
    return t->op <= OP_BITS;
}

const term *
term_var (terms *t, const char *name, const sort *s)
{
    return term_intern (t, OP_VAR, s, name, NULL, 0, 0, 0);
}

const term *
term_apply (terms *t, const char *name, const sort *result,
            const term *const *arg, size_t args)
{
    if (!args)
        return term_var (t, name, result);
    return term_intern (t, OP_APPLY, result, name, arg, args, 0, 0);
}

const term *
term_not (terms *t, const term *a)
{
    assert (a->sort == t->bool_sort);
    if (a->op == OP_NOT)
        return a->arg[0];
    if (a->op == OP_TRUE || a->op == OP_FALSE)
        return t->truth[a->op == OP_FALSE];
    return term_intern (t, OP_NOT, a->sort, NULL, &a, 1, 0, 0);
}

static bool
opposite (const term *a, const term *b)
{
    return (a->op == OP_NOT && a->arg[0] == b)
           || (b->op == OP_NOT && b->arg[0] == a);
}

/* What a connective collects.  Few parts are compared one by one; many go
 * through a table from the part without `not` to 1 (plain) or 2 (negated). */
struct build_parts {
    struct term_vec list;
    struct term_map seen;
    bool decided; /* p and not p are among them */
};

enum { PARTS_FEW = 16, FLATTEN_MOST = 64 };

static void
part_add (struct build_parts *p, const term *a)
{
    if (p->list.size == PARTS_FEW && !p->seen.size)
        for (size_t i = 0; i < p->list.size; i++) {
            const term *b = p->list.at[i];
            bool negated = b->op == OP_NOT;
            *term_map_at (&p->seen, negated ? b->arg[0] : b, NULL) =
                negated ? 2 : 1;
        }
    if (p->list.size < PARTS_FEW) {
        for (size_t i = 0; i < p->list.size; i++) {
            if (p->list.at[i] == a)
                return;
            if (opposite (p->list.at[i], a))
                p->decided = true;
        }
    } else {
        bool negated = a->op == OP_NOT;
        uintptr_t *seen = term_map_at (&p->seen, negated ? a->arg[0] : a, NULL);
        if (*seen && *seen == (negated ? 2u : 1u))
            return;
        if (*seen)
            p->decided = true;
        *seen = negated ? 2 : 1;
    }
    VEC_PUSH (p->list, a);
}

static const term *
connective (terms *t, enum op op, const term *const *arg, size_t args)
{
    enum op unit = op == OP_AND ? OP_TRUE : OP_FALSE;
    enum op zero = op == OP_AND ? OP_FALSE : OP_TRUE;
    struct build_parts p = {0};
    for (size_t i = 0; i < args && !p.decided; i++) {
        const term *a = arg[i];
        assert (a->sort == t->bool_sort);
        if (a->op == unit)
            continue;
        if (a->op == zero) {
            p.decided = true;
        } else if (a->op == op && a->args <= FLATTEN_MOST) {
            for (uint32_t j = 0; j < a->args; j++)
                part_add (&p, a->arg[j]);
        } else
            part_add (&p, a);
    }
    const term *result;
    if (p.decided)
        result = t->truth[zero == OP_TRUE];
    else if (!p.list.size)
        result = t->truth[unit == OP_TRUE];
    else if (p.list.size == 1)
        result = p.list.at[0];
    else
        result = term_intern (t, op, t->bool_sort, NULL, p.list.at, p.list.size,
                              0, 0);
    VEC_CLEAR (p.list);
    term_map_clear (&p.seen);
    return result;
}

const term *
term_and (terms *t, const term *const *arg, size_t args)
{
    return connective (t, OP_AND, arg, args);
}

const term *
term_or (terms *t, const term *const *arg, size_t args)
{
    return connective (t, OP_OR, arg, args);
}

const term *
term_and2 (terms *t, const term *a, const term *b)
{
    return connective (t, OP_AND, (const term *[]) {a, b}, 2);
}

const term *
term_or2 (terms *t, const term *a, const term *b)
{
    return connective (t, OP_OR, (const term *[]) {a, b}, 2);
}

const term *
term_implies (terms *t, const term *a, const term *b)
{
    return term_or2 (t, term_not (t, a), b);
}

static const term *
ite_bool (terms *t, const term *c, const term *a, const term *b)
{
    if (a->op == OP_TRUE || a == c)
        return term_or2 (t, c, b);
    if (b->op == OP_FALSE || b == c)
        return term_and2 (t, c, a);
    if (a->op == OP_FALSE || opposite (a, c))
        return term_and2 (t, term_not (t, c), b);
    if (b->op == OP_TRUE || opposite (b, c))
        return term_or2 (t, term_not (t, c), a);
    return NULL;
}

const term *
term_ite (terms *t, const term *c, const term *a, const term *b)
{
    assert (c->sort == t->bool_sort && a->sort == b->sort);
    if (c->op == OP_NOT)
        return term_ite (t, c->arg[0], b, a);
    if (c->op == OP_TRUE || a == b)
        return a;
    if (c->op == OP_FALSE)
        return b;
    const term *simple = a->sort == t->bool_sort ? ite_bool (t, c, a, b) : NULL;
    if (simple)
        return simple;
    return term_intern (t, OP_ITE, a->sort, NULL, (const term *[]) {c, a, b}, 3,
                        0, 0);
}

const term *
term_eq (terms *t, const term *a, const term *b)
{
    assert (a->sort == b->sort);
    if (a == b)
        return term_true (t);
    if (term_is_constant (a) && term_is_constant (b))
        return term_false (t); /* constants are written in one way only */
    if (term_compare (a, b) > 0) {
        const term *swap = a;
        a = b;
        b = swap;
    }
    if (b->op == OP_TRUE)
        return a;
    if (b->op == OP_FALSE)
        return term_not (t, a);
    if (a->sort == t->bool_sort && opposite (a, b))
        return term_false (t);
    return term_intern (t, OP_EQ, t->bool_sort, NULL, (const term *[]) {a, b},
                        2, 0, 0);
}

const term *
term_const_array (terms *t, const sort *array, const term *element)
{
    assert (array->kind == SORT_ARRAY && array->element == element->sort);
    return term_intern (t, OP_CONST_ARRAY, array, NULL, &element, 1, 0, 0);
}

size_t
term_bounds (const term *t)
{
    assert (t->op == OP_FORALL || t->op == OP_EXISTS);
    size_t bounds = 0;
    while (bounds + 1 < t->args && t->arg[bounds]->op == OP_VAR)
        bounds++;
    return bounds;
}

const term *
term_pattern (terms *t, const term *const *arg, size_t args)
{
    assert (args);
    for (size_t i = 0; i < args; i++)
        assert (arg[i]->op != OP_PATTERN);
    return term_intern (t, OP_PATTERN, t->bool_sort, NULL, arg, args, 0, 0);
}

const term *
term_quantify (terms *t, enum op op, const term *const *bound, size_t bounds,
               const term *body)
{
    return term_quantify_with (t, op, bound, bounds, NULL, 0, body);
}

const term *
term_quantify_with (terms *t, enum op op, const term *const *bound,
                    size_t bounds, const term *const *pattern, size_t patterns,
                    const term *body)
{
    assert (op == OP_FORALL || op == OP_EXISTS);
    assert (body->sort == t->bool_sort && body->op != OP_PATTERN);
    /* Sorts are not empty, so a constant body decides. */
    if (!bounds || term_is_constant (body))
        return body;
    struct term_vec arg = {0};
    for (size_t i = 0; i < bounds; i++) {
        assert (bound[i]->op == OP_VAR);
        VEC_PUSH (arg, bound[i]);
    }
    for (size_t i = 0; i < patterns; i++) {
        assert (pattern[i]->op == OP_PATTERN);
        VEC_PUSH (arg, pattern[i]);
    }
    VEC_PUSH (arg, body);
    const term *result =
        term_intern (t, op, t->bool_sort, NULL, arg.at, arg.size, 0, 0);
    VEC_CLEAR (arg);
    return result;
}

static const term *
quantifier_make (terms *t, enum op op, const term *const *arg, size_t args)
{
    size_t bounds = 0;
    while (bounds + 1 < args && arg[bounds]->op == OP_VAR)
        bounds++;
    return term_quantify_with (t, op, arg, bounds, arg + bounds,
                               args - 1 - bounds, arg[args - 1]);
}

static const term *
array_make (terms *t, enum op op, const sort *s, const term *const *arg)
{
    const term *array = arg[0];
    if (op == OP_SELECT) {
        /* Different constants are different places. */
        while (array->op == OP_STORE && array->arg[1] != arg[1]
               && term_is_constant (array->arg[1]) && term_is_constant (arg[1]))
            array = array->arg[0];
        if (array->op == OP_CONST_ARRAY)
            return array->arg[0];
        if (array->op == OP_STORE && array->arg[1] == arg[1])
            return array->arg[2];
        return term_intern (t, op, s, NULL, (const term *[]) {array, arg[1]}, 2,
                            0, 0);
    }
    if (array->op == OP_STORE && array->arg[1] == arg[1])
        array = array->arg[0]; /* the later store wins */
    return term_intern (t, op, s, NULL,
                        (const term *[]) {array, arg[1], arg[2]}, 3, 0, 0);
}

static const term *
bits_make (terms *t, enum op op, const sort *s, const term *const *arg,
           size_t args, const uint32_t index[2])
{
    const term *a = arg[0], *b = args == 2 ? arg[1] : NULL;
    assert (args <= 2);
    if (term_is_constant (a) && (!b || term_is_constant (b))) {
        const term *folded = bits_fold (t, op, s, arg, index);
        if (folded)
            return folded;
    }
    if ((op == OP_BVNOT || op == OP_BVNEG) && a->op == op)
        return a->arg[0];
    if (a == b && (op == OP_BVULE || op == OP_BVSLE))
        return term_true (t);
    if (a == b && (op == OP_BVULT || op == OP_BVSLT))
        return term_false (t);
    if (a == b && (op == OP_BVAND || op == OP_BVOR))
        return a;
    bool keeps_width =
        op == OP_EXTRACT || op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND;
    if (keeps_width && s == a->sort)
        return a;
    return term_intern (t, op, s, NULL, arg, args, index[0], index[1]);
}

const term *
term_make (terms *t, enum op op, const term *const *arg, size_t args,
           uint32_t index0, uint32_t index1)
{
    const sort *s = term_sort_of (t, op, arg, args, index0, index1);
    assert (s);
    switch (op) {
    case OP_TRUE:
        return term_true (t);
    case OP_FALSE:
        return term_false (t);
    case OP_NOT:
        return term_not (t, arg[0]);
    case OP_AND:
    case OP_OR:
        return connective (t, op, arg, args);
    case OP_ITE:
        return term_ite (t, arg[0], arg[1], arg[2]);
    case OP_EQ:
        return term_eq (t, arg[0], arg[1]);
    case OP_SELECT:
    case OP_STORE:
        return array_make (t, op, s, arg);
    case OP_FORALL:
    case OP_EXISTS:
        return quantifier_make (t, op, arg, args);
    case OP_PATTERN:
        return term_pattern (t, arg, args);
    default:
        if (op >= OP_LE && op <= OP_IS_INT)
            return arithmetic_make (t, op, s, arg, args);
        break;
    }
    const uint32_t index[2] = {index0, index1};
    if (args <= 2)
        return bits_make (t, op, s, arg, args, index);
    /* Left-associative with many arguments. */
    const term *result = arg[0];
    for (size_t i = 1; i < args; i++)
        result = term_make (t, op, (const term *[]) {result, arg[i]}, 2, 0, 0);
    return result;
}

const term *
term_select (terms *t, const term *array, const term *index)
{
    return term_make (t, OP_SELECT, (const term *[]) {array, index}, 2, 0, 0);
}

const term *
term_store (terms *t, const term *array, const term *index, const term *value)
{
    return term_make (t, OP_STORE, (const term *[]) {array, index, value}, 3, 0,
                      0);
}

const term *
term_rebuild (terms *t, const term *like, const term *const *arg)
{
    switch (like->op) {
    case OP_NUMBER:
    case OP_BITS:
    case OP_VAR:
        return like;
    case OP_APPLY:
        return term_apply (t, like->text, like->sort, arg, like->args);
    case OP_CONST_ARRAY:
        return term_const_array (t, like->sort, arg[0]);
    default:
        return term_make (t, like->op, arg, like->args, like->index[0],
                          like->index[1]);
    }
}
