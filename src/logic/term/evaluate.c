/* evaluate.c -- the exact value of a term, bottom up.
 *
 * A value is a constant, an element of an uninterpreted sort, or an array as
 * `store`s over a constant array.  Where a part has no value, it is null; it may
 * still not matter. */
#include <assert.h>
#include <stdlib.h>

#include "logic/term/map.h"
#include "logic/term/store.h"

struct evaluation {
    terms *terms;
    const term *(*value) (void *, const term *);
    void *context;
};

static int same_array (const term *, const term *);

/* Whether two values are the same: 1, 0, or -1 if that is not clear.  Nests as
 * deep as their sort does. */
static int
same_value (const term *a, const term *b)
{
    assert (a->sort == b->sort);
    if (a == b)
        return 1;
    return a->sort->kind == SORT_ARRAY ? same_array (a, b) : 0;
}

static int
index_order (const void *a, const void *b)
{
    return term_compare (*(const term *const *) a, *(const term *const *) b);
}

/* The indices at which an array value was stored to. */
static const term *
array_indices (const term *a, struct term_vec *out)
{
    for (; a->op == OP_STORE; a = a->arg[0])
        VEC_PUSH (*out, a->arg[1]);
    assert (a->op == OP_CONST_ARRAY);
    return a->arg[0];
}

static const term *
array_at (terms *t, const term *a, const term *index)
{
    if (term_is_constant (index))
        return map_tables_at (&t->tables, a, index);
    for (; a->op == OP_STORE; a = a->arg[0]) {
        int same = same_value (a->arg[1], index);
        if (same < 0)
            return NULL;
        if (same)
            return a->arg[2];
    }
    assert (a->op == OP_CONST_ARRAY);
    return a->arg[0];
}

/* Do `count` different indices leave none over? */
static bool
covers (const sort *index, size_t count)
{
    if (index->kind == SORT_BOOL)
        return count >= 2;
    if (index->kind == SORT_BV)
        return index->width < 48 && count >= (size_t) 1 << index->width;
    return false;
}

/* Contents as a table: the stores that count, found by index. */
static void
array_table (const term *a, struct term_map *table)
{
    for (; a->op == OP_STORE; a = a->arg[0]) {
        bool added;
        uintptr_t *at = term_map_at (table, a->arg[1], &added);
        if (added)
            *at = (uintptr_t) a->arg[2];
    }
}

static const term *
table_at (const struct term_map *table, const term *index, const term *other)
{
    uintptr_t *found = term_map_get (table, index);
    return found ? (const term *) *found : other;
}

static int
same_array (const term *a, const term *b)
{
    if (a == b)
        return 1;
    if (a->sort->index->kind == SORT_ARRAY)
        return -1;
    struct term_vec index = {0};
    const term *rest_a = array_indices (a, &index);
    const term *rest_b = array_indices (b, &index);
    if (index.size)
        qsort (index.at, index.size, sizeof *index.at, index_order);
    struct term_map in_a = {0}, in_b = {0};
    array_table (a, &in_a);
    array_table (b, &in_b);
    size_t different = 0;
    int result = 1;
    for (size_t i = 0; i < index.size && result; i++) {
        if (i && index.at[i] == index.at[i - 1])
            continue;
        different++;
        int same = same_value (table_at (&in_a, index.at[i], rest_a),
                               table_at (&in_b, index.at[i], rest_b));
        result = same == 0 ? 0 : same < 0 ? -1 : result;
    }
    if (result && !covers (a->sort->index, different)) {
        int same = same_value (rest_a, rest_b);
        result = same == 0 ? 0 : same < 0 ? -1 : result;
    }
    VEC_CLEAR (index);
    term_map_clear (&in_a);
    term_map_clear (&in_b);
    return result;
}

/* And, or: one deciding part is enough. */
static const term *
evaluate_connective (terms *t, enum op op, const term *const *arg, size_t args)
{
    enum op zero = op == OP_AND ? OP_FALSE : OP_TRUE;
    bool all = true;
    for (size_t i = 0; i < args; i++) {
        if (arg[i] && arg[i]->op == zero)
            return arg[i];
        all &= arg[i] != NULL;
    }
    return all ? term_bool (t, op == OP_AND) : NULL;
}

/* What is not computed but known: variables and applications to values. */
static const term *
evaluate_lookup (struct evaluation *e, const term *t)
{
    const term *v = e->value ? e->value (e->context, t) : NULL;
    assert (!v || v->sort == t->sort);
    if (v)
        return term_is_value (v) ? v : NULL;
    return term_is_element (t) ? t : NULL;
}

static const term *
evaluate_node (struct evaluation *e, const term *t, const term *const *arg)
{
    switch (t->op) {
    case OP_TRUE:
    case OP_FALSE:
    case OP_NUMBER:
    case OP_BITS:
        return t;
    case OP_VAR:
        return evaluate_lookup (e, t);
    case OP_AND:
    case OP_OR:
        return evaluate_connective (e->terms, t->op, arg, t->args);
    case OP_ITE:
        if (!arg[0])
            return arg[1] == arg[2] ? arg[1] : NULL;
        return arg[0]->op == OP_TRUE ? arg[1] : arg[2];
    default:
        break;
    }
    for (uint32_t i = 0; i < t->args; i++)
        if (!arg[i])
            return NULL;
    if (t->op == OP_SELECT)
        return array_at (e->terms, arg[0], arg[1]);
    if (t->op == OP_EQ) {
        int same = same_value (arg[0], arg[1]);
        return same < 0 ? NULL : term_bool (e->terms, same);
    }
    if (t->op == OP_FORALL || t->op == OP_EXISTS)
        return NULL;
    if (t->op == OP_APPLY)
        return evaluate_lookup (e, term_rebuild (e->terms, t, arg));
    const term *result = term_rebuild (e->terms, t, arg);
    bool array = result->op == OP_STORE || result->op == OP_CONST_ARRAY;
    return array || term_is_constant (result) ? result : NULL;
}

const term *
term_evaluate (terms *store, const term *t,
               const term *(*value) (void *, const term *), void *context)
{
    struct evaluation e = {store, value, context};
    struct term_map place = {0};
    struct term_vec order = {0}, arg = {0};
    term_postorder (&t, 1, &place, &order);
    /* The order is overwritten by the values as they become known. */
    for (size_t i = 0; i < order.size; i++) {
        const term *node = order.at[i];
        arg.size = 0;
        for (uint32_t j = 0; j < node->args; j++)
            VEC_PUSH (arg, order.at[*term_map_get (&place, node->arg[j])]);
        order.at[i] = evaluate_node (&e, node, arg.at);
    }
    const term *result = VEC_LAST (order);
    term_map_clear (&place);
    VEC_CLEAR (order);
    VEC_CLEAR (arg);
    return result;
}
