/* integers_classes.c -- which bit-vectors are signed: by what is done with
 * them. */
#include "program/abstract/integers_internal.h"

size_t
sort_leaves (const sort *s)
{
    if (s->kind == SORT_BV)
        return 1;
    if (s->kind != SORT_ARRAY)
        return 0;
    return sort_leaves (s->index) + sort_leaves (s->element);
}

bool
sort_has_bits_index (const sort *s)
{
    return s->kind == SORT_ARRAY
           && (sort_leaves (s->index) || sort_has_bits_index (s->element));
}

void
classes_init (struct classes *c)
{
    *c = (struct classes) {0};
    map_init (&c->function);
}

void
classes_clear (struct classes *c)
{
    term_map_clear (&c->place);
    VEC_CLEAR (c->order);
    VEC_CLEAR (c->base);
    VEC_CLEAR (c->parent);
    VEC_CLEAR (c->width);
    VEC_CLEAR (c->votes_signed);
    VEC_CLEAR (c->votes_unsigned);
    map_clear (&c->function);
}

static uint32_t
leaf_root (struct classes *c, uint32_t leaf)
{
    while (c->parent.at[leaf] != leaf)
        leaf = c->parent.at[leaf] = c->parent.at[c->parent.at[leaf]];
    return leaf;
}

static void
leaves_push (struct classes *c, const sort *s)
{
    if (s->kind == SORT_ARRAY) {
        leaves_push (c, s->index);
        leaves_push (c, s->element);
    }
    if (s->kind != SORT_BV)
        return;
    uint32_t leaf = (uint32_t) c->parent.size;
    VEC_PUSH (c->parent, leaf);
    VEC_PUSH (c->width, s->width);
    VEC_PUSH (c->votes_signed, 0);
    VEC_PUSH (c->votes_unsigned, 0);
}

static uint32_t
leaves_new (struct classes *c, const sort *s)
{
    uint32_t base = (uint32_t) c->parent.size;
    leaves_push (c, s);
    return c->parent.size > base ? base : PROGRAM_NONE;
}

/* The smaller number is the root, so that nothing depends on the order. */
static void
leaves_unite (struct classes *c, uint32_t a, uint32_t b, size_t count)
{
    if (a == PROGRAM_NONE || b == PROGRAM_NONE)
        return;
    for (size_t i = 0; i < count; i++) {
        uint32_t x = leaf_root (c, a + (uint32_t) i);
        uint32_t y = leaf_root (c, b + (uint32_t) i);
        assert (c->width.at[x] == c->width.at[y]);
        c->parent.at[x < y ? y : x] = x < y ? x : y;
    }
}

uint32_t
classes_base (const struct classes *c, const term *t)
{
    return c->base.at[*term_map_get (&c->place, t)];
}

static void
vote (struct classes *c, const term *t, enum way way)
{
    uint32_t base = classes_base (c, t);
    if (base == PROGRAM_NONE)
        return;
    assert (t->sort->kind == SORT_BV);
    if (way == WAY_SIGNED)
        c->votes_signed.at[base]++;
    else
        c->votes_unsigned.at[base]++;
}

static uint32_t
pair_unite (struct classes *c, const term *a, const term *b)
{
    assert (a->sort == b->sort);
    uint32_t x = classes_base (c, a), y = classes_base (c, b);
    leaves_unite (c, x, y, sort_leaves (a->sort));
    return x == PROGRAM_NONE ? y : x;
}

/* `a` at index `i`; the value there, which may be null, is of its class. */
static uint32_t
array_unite (struct classes *c, const term *a, const term *i, const term *v)
{
    uint32_t base = classes_base (c, a);
    if (base == PROGRAM_NONE)
        return PROGRAM_NONE;
    size_t indices = sort_leaves (a->sort->index);
    size_t elements = sort_leaves (a->sort->element);
    uint32_t element = base + (uint32_t) indices;
    if (indices && i)
        leaves_unite (c, base, classes_base (c, i), indices);
    if (elements && v)
        leaves_unite (c, element, classes_base (c, v), elements);
    return elements ? element : PROGRAM_NONE;
}

/* Leaves of the result, then of the parameters; NONE: there are none. */
static uint32_t
apply_unite (struct classes *c, const term *t)
{
    struct digest name = digest_string (t->text);
    if (!map_get (&c->function, name)) {
        map_put (&c->function, name, c->parent.size);
        leaves_push (c, t->sort);
        for (uint32_t i = 0; i < t->args; i++)
            leaves_push (c, t->arg[i]->sort);
    }
    uint32_t base = (uint32_t) *map_get (&c->function, name), at = base;
    size_t results = sort_leaves (t->sort);
    at += (uint32_t) results;
    for (uint32_t i = 0; i < t->args; i++) {
        size_t count = sort_leaves (t->arg[i]->sort);
        if (count)
            leaves_unite (c, at, classes_base (c, t->arg[i]), count);
        at += (uint32_t) count;
    }
    return results ? base : PROGRAM_NONE;
}

static uint32_t
node_base (struct classes *c, const term *t)
{
    enum op op = t->op;
    bool both = op >= OP_BVAND && op <= OP_BVSMOD;
    bool compares = op >= OP_BVULE && op <= OP_BVSLT;
    bool is_signed = (op >= OP_BVSDIV && op <= OP_BVSMOD) || op == OP_BVASHR
                     || op == OP_BVSLE || op == OP_BVSLT
                     || op == OP_SIGN_EXTEND;
    bool is_unsigned = op == OP_BVUDIV || op == OP_BVUREM || op == OP_BVLSHR
                       || op == OP_BVULE || op == OP_BVULT
                       || op == OP_ZERO_EXTEND || op == OP_BV_TO_NAT;
    uint32_t voters = both || compares ? 2 : 1;
    for (uint32_t i = 0; (is_signed || is_unsigned) && i < voters; i++)
        vote (c, t->arg[i], is_signed ? WAY_SIGNED : WAY_UNSIGNED);
    if (both)
        return pair_unite (c, t->arg[0], t->arg[1]);
    if (compares || op == OP_EQ) {
        pair_unite (c, t->arg[0], t->arg[1]);
        return PROGRAM_NONE;
    }
    switch (op) {
    case OP_VAR:
        return leaves_new (c, t->sort);
    case OP_APPLY:
        return apply_unite (c, t);
    case OP_ITE:
        return pair_unite (c, t->arg[1], t->arg[2]);
    case OP_BVNOT:
    case OP_BVNEG:
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR:
        return classes_base (c, t->arg[0]);
    case OP_SELECT:
        return array_unite (c, t->arg[0], t->arg[1], NULL);
    case OP_STORE:
        array_unite (c, t->arg[0], t->arg[1], t->arg[2]);
        return classes_base (c, t->arg[0]);
    case OP_CONST_ARRAY:
        return leaves_new (c, t->sort); /* its element follows below */
    default:
        return PROGRAM_NONE;
    }
}

void
classes_term (struct classes *c, const term *t)
{
    size_t from = c->order.size;
    term_postorder (&t, 1, &c->place, &c->order);
    for (size_t i = from; i < c->order.size; i++) {
        const term *node = c->order.at[i];
        uint32_t base = node_base (c, node);
        VEC_PUSH (c->base, base);
        if (node->op == OP_CONST_ARRAY)
            array_unite (c, node, NULL, node->arg[0]);
    }
    assert (c->base.size == c->order.size);
}

void
classes_copy (struct classes *c, const term *to, const term *from)
{
    classes_term (c, to);
    classes_term (c, from);
    pair_unite (c, to, from);
}

void
classes_end (struct classes *c)
{
    for (uint32_t i = 0; i < c->parent.size; i++) {
        uint32_t root = leaf_root (c, i);
        c->parent.at[i] = root;
        assert (root <= i);
        if (root == i)
            continue;
        c->votes_signed.at[root] += c->votes_signed.at[i];
        c->votes_unsigned.at[root] += c->votes_unsigned.at[i];
    }
}

enum way
classes_way (const struct classes *c, uint32_t leaf)
{
    if (leaf == PROGRAM_NONE)
        return WAY_SIGNED;
    assert (leaf < c->parent.size);
    uint32_t root = c->parent.at[leaf];
    assert (c->parent.at[root] == root); /* after classes_end */
    return c->votes_unsigned.at[root] > c->votes_signed.at[root] ? WAY_UNSIGNED
                                                                 : WAY_SIGNED;
}

uint32_t
classes_function (const struct classes *c, const char *name)
{
    return (uint32_t) *map_get (&c->function, digest_string (name));
}
