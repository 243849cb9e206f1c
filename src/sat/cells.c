/* cells.c -- see cells.h.
 *
 * The tree is a Patricia tree over keys (Okasaki, Gill 1998): a branch has the
 * highest bit in which keys below it differ, so that trees with the same keys
 * have the same shape, and what two versions share is skipped when they are
 * merged. */
#include "sat/cells.h"

#include <assert.h>

struct cell {
    uint64_t key; /* of a branch: the bits above `bit`, which all share */
    uint64_t bit; /* 0: a leaf */
    const struct cell *side[2];
    struct symbolic value;
};

bool
cells_index (const sort *s)
{
    return s->kind == SORT_BV && s->width <= 64;
}

bool
symbolic_same (struct symbolic a, struct symbolic b)
{
    return a.term == b.term && a.cells == b.cells;
}

bool
symbolic_none (struct symbolic a)
{
    return !a.term && !a.cells;
}

/* ---- the tree */

static const struct cell *
leaf_new (struct cell_memory *m, uint64_t key, struct symbolic value)
{
    struct cell *c = arena_new (&m->arena, sizeof *c);
    *c = (struct cell) {.key = key, .value = value};
    return c;
}

/* Null if a side is: then the other one. */
static const struct cell *
branch_new (struct cell_memory *m, uint64_t key, uint64_t bit,
            const struct cell *a, const struct cell *b)
{
    if (!a || !b)
        return a ? a : b;
    struct cell *c = arena_new (&m->arena, sizeof *c);
    *c = (struct cell) {
        .key = key & ~(bit | (bit - 1)), .bit = bit, .side = {a, b}};
    return c;
}

static bool
branch_holds (const struct cell *c, uint64_t key)
{
    return (key & ~(c->bit | (c->bit - 1))) == c->key;
}

/* Two trees that do not overlap. */
static const struct cell *
cells_join (struct cell_memory *m, const struct cell *a, const struct cell *b)
{
    uint64_t differ = a->key ^ b->key;
    assert (differ);
    uint64_t bit = UINT64_C (1) << (63 - __builtin_clzll (differ));
    return a->key & bit ? branch_new (m, a->key, bit, b, a)
                        : branch_new (m, a->key, bit, a, b);
}

static const struct cell *
cell_find (const struct cell *c, uint64_t key)
{
    while (c && c->bit) {
        if (!branch_holds (c, key))
            return NULL;
        c = c->side[(key & c->bit) != 0];
    }
    return c && c->key == key ? c : NULL;
}

static const struct cell *
cell_put (struct cell_memory *m, const struct cell *c, uint64_t key,
          struct symbolic value)
{
    if (!c)
        return leaf_new (m, key, value);
    if (c->bit ? !branch_holds (c, key) : c->key != key)
        return cells_join (m, c, leaf_new (m, key, value));
    if (!c->bit)
        return symbolic_same (c->value, value) ? c : leaf_new (m, key, value);
    bool high = (key & c->bit) != 0;
    const struct cell *side = cell_put (m, c->side[high], key, value);
    if (side == c->side[high])
        return c;
    return branch_new (m, c->key, c->bit, high ? c->side[0] : side,
                       high ? side : c->side[1]);
}

/* ---- one entry */

static terms *
terms_of (const struct cell_memory *m)
{
    return m->fold->terms;
}

struct symbolic
cells_of (struct cell_memory *m, const term *t)
{
    if (t->sort->kind != SORT_ARRAY)
        return (struct symbolic) {.term = t};
    struct cells *c = arena_new (&m->arena, sizeof *c);
    *c = (struct cells) {.sort = t->sort, .base = t};
    return (struct symbolic) {.cells = c};
}

static const struct cells *
cells_with (struct cell_memory *m, const struct cells *of,
            const struct cell *root)
{
    if (root == of->root)
        return of;
    struct cells *c = arena_new (&m->arena, sizeof *c);
    *c = *of;
    c->root = root;
    return c;
}

/* What the base has there. */
static const term *
base_at (struct cell_memory *m, const term *base, const term *index)
{
    switch (base->op) {
    case OP_CONST_ARRAY:
        return base->arg[0];
    case OP_ITE:
        return fold_ite (m->fold, base->arg[0],
                         base_at (m, base->arg[1], index),
                         base_at (m, base->arg[2], index));
    case OP_STORE: {
        const term *here = fold_eq (m->fold, base->arg[1], index);
        if (term_is_true (here))
            return base->arg[2];
        const term *below = base_at (m, base->arg[0], index);
        return fold_ite (m->fold, here, base->arg[2], below);
    }
    default:
        return term_select (terms_of (m), base, index);
    }
}

static const term *
key_term (struct cell_memory *m, const struct cells *c, uint64_t key)
{
    return term_bits_of (terms_of (m), c->sort->index->width, key);
}

static struct symbolic
cells_at (struct cell_memory *m, const struct cells *c, uint64_t key)
{
    const struct cell *cell = cell_find (c->root, key);
    if (cell)
        return cell->value;
    return cells_of (m, base_at (m, c->base, key_term (m, c, key)));
}

/* ---- merging */

struct cells_merge {
    struct cell_memory *memory;
    const term *condition;
    const struct cells *a, *b;
};

static struct symbolic
merge_leaf (struct cells_merge *g, uint64_t key, const struct cell *a,
            const struct cell *b)
{
    return cells_ite (g->memory, g->condition,
                      a ? a->value : cells_at (g->memory, g->a, key),
                      b ? b->value : cells_at (g->memory, g->b, key));
}

/* One of the sides is empty, or a leaf that the other does not have. */
static const struct cell *
merge_one (struct cells_merge *g, const struct cell *c, bool of_a)
{
    if (c->bit)
        return branch_new (g->memory, c->key, c->bit,
                           merge_one (g, c->side[0], of_a),
                           merge_one (g, c->side[1], of_a));
    struct symbolic value =
        merge_leaf (g, c->key, of_a ? c : NULL, of_a ? NULL : c);
    return leaf_new (g->memory, c->key, value);
}

static const struct cell *
merge_trees (struct cells_merge *g, const struct cell *a, const struct cell *b)
{
    if (a == b)
        return a;
    if (!a || !b)
        return merge_one (g, a ? a : b, a != NULL);
    if (a->bit == b->bit && a->key == b->key) {
        if (!a->bit)
            return leaf_new (g->memory, a->key, merge_leaf (g, a->key, a, b));
        return branch_new (g->memory, a->key, a->bit,
                           merge_trees (g, a->side[0], b->side[0]),
                           merge_trees (g, a->side[1], b->side[1]));
    }
    bool a_above = a->bit > b->bit;
    const struct cell *up = a_above ? a : b, *down = a_above ? b : a;
    if (!up->bit || !branch_holds (up, down->key))
        return cells_join (g->memory, merge_one (g, a, true),
                           merge_one (g, b, false));
    bool high = (down->key & up->bit) != 0;
    const struct cell *below = up->side[high];
    const struct cell *in =
        a_above ? merge_trees (g, below, down) : merge_trees (g, down, below);
    const struct cell *out = merge_one (g, up->side[!high], a_above);
    return branch_new (g->memory, up->key, up->bit, high ? out : in,
                       high ? in : out);
}

struct symbolic
cells_ite (struct cell_memory *m, const term *condition, struct symbolic a,
           struct symbolic b)
{
    if (symbolic_same (a, b) || term_is_true (condition))
        return a;
    if (term_is_false (condition))
        return b;
    if (symbolic_none (a) || symbolic_none (b))
        return (struct symbolic) {0};
    if (a.term)
        return (struct symbolic) {
            .term = fold_ite (m->fold, condition, a.term, b.term)};
    struct cells_merge g = {m, condition, a.cells, b.cells};
    struct cells *c = arena_new (&m->arena, sizeof *c);
    *c = (struct cells) {.sort = a.cells->sort,
                         .base = term_ite (terms_of (m), condition,
                                           a.cells->base, b.cells->base)};
    /* What neither has is the same cell of the base.  Trees that are shared have
     * the same entries whatever the base is. */
    c->root = merge_trees (&g, a.cells->root, b.cells->root);
    return (struct symbolic) {.cells = c};
}

/* ---- entries that are not known */

/* Whether bits `low` and above of the index, below `high`, are those of the
 * key. */
static const term *
bits_are (struct cell_memory *m, const term *index, unsigned high, unsigned low,
          uint64_t key)
{
    unsigned width = high - low;
    uint64_t all = width < 64 ? (UINT64_C (1) << width) - 1 : UINT64_MAX;
    terms *t = terms_of (m);
    const term *part =
        fold_make (m->fold, OP_EXTRACT, &index, 1, high - 1, low);
    return fold_eq (m->fold, part, term_bits_of (t, width, (key >> low) & all));
}

/* The choice among keys[from .. to), of which the bits from `high` on are the
 * index's. */
struct choice {
    struct cell_memory *memory;
    const struct cells *cells;
    const struct cell_index *index;
    const struct cell_index *inner; /* null: none */
    const uint64_t *key;
    const struct symbolic *other; /* where no key fits; null: one does */
    struct term_map seen; /* choices of constants to 1 + place in `of` */
    struct VEC (struct symbolic) of;
};

static struct symbolic
choose_key (struct choice *c, uint64_t key)
{
    struct symbolic value = cells_at (c->memory, c->cells, key);
    return c->inner ? cells_read (c->memory, value.cells, c->inner) : value;
}

static struct symbolic
choose (struct choice *c, size_t from, size_t to, unsigned high)
{
    struct cell_memory *m = c->memory;
    uint64_t differ = c->key[from] ^ c->key[to - 1];
    unsigned next = 0; /* one above the highest bit in which they differ */
    struct symbolic result;
    if (differ) {
        next = 64 - (unsigned) __builtin_clzll (differ);
        size_t middle = from;
        while (!(c->key[middle] >> (next - 1) & 1))
            middle++;
        struct symbolic low = choose (c, from, middle, next - 1);
        struct symbolic up = choose (c, middle, to, next - 1);
        result = cells_ite (
            m, bits_are (m, c->index->term, next, next - 1, UINT64_MAX), up,
            low);
    } else
        result = choose_key (c, c->key[from]);
    if (c->other && next < high)
        result = cells_ite (
            m, bits_are (m, c->index->term, high, next, c->key[from]), result,
            *c->other);
    return result;
}

struct keys VEC (uint64_t);

static void
keys_of (const struct cell *c, struct keys *keys)
{
    if (!c)
        return;
    if (!c->bit) {
        VEC_PUSH (*keys, c->key);
        return;
    }
    keys_of (c->side[0], keys);
    keys_of (c->side[1], keys);
}

/* A choice of constants opens as it is. */
static bool
index_leaves (struct cell_memory *m, const term *t)
{
    return term_is_constant (t) || fold_leaves (m->fold, t);
}

static struct symbolic
choose_leaf (struct choice *c, const term *index)
{
    if (index->op != OP_ITE)
        return choose_key (c, fold_word (index));
    const uintptr_t *seen = term_map_get (&c->seen, index);
    if (seen)
        return c->of.at[*seen - 1];
    struct symbolic a = choose_leaf (c, index->arg[1]);
    struct symbolic b = choose_leaf (c, index->arg[2]);
    struct symbolic result = cells_ite (c->memory, index->arg[0], a, b);
    VEC_PUSH (c->of, result);
    *term_map_at (&c->seen, index, NULL) = c->of.size;
    return result;
}

static struct symbolic
choose_any (struct choice *c, unsigned width)
{
    struct cell_memory *m = c->memory;
    struct keys keys = {0};
    struct symbolic other =
        cells_of (m, base_at (m, c->cells->base, c->index->term));
    if (c->inner)
        other = cells_read (m, other.cells, c->inner);
    keys_of (c->cells->root, &keys);
    c->key = keys.at;
    c->other = &other;
    struct symbolic result =
        keys.size ? choose (c, 0, keys.size, width) : other;
    VEC_CLEAR (keys);
    return result;
}

struct symbolic
cells_read_inner (struct cell_memory *m, const struct cells *c,
                  const struct cell_index *i, const struct cell_index *inner)
{
    unsigned width = c->sort->index->width;
    assert (cells_index (c->sort->index));
    struct choice choice = {
        .memory = m, .cells = c, .index = i, .inner = inner};
    struct symbolic result;
    if (index_leaves (m, i->term))
        result = choose_leaf (&choice, i->term);
    else if (i->keys) {
        choice.key = i->key;
        result = choose (&choice, 0, i->keys, width);
    } else
        result = choose_any (&choice, width);
    term_map_clear (&choice.seen);
    VEC_CLEAR (choice.of);
    return result;
}

struct symbolic
cells_read (struct cell_memory *m, const struct cells *c,
            const struct cell_index *i)
{
    return cells_read_inner (m, c, i, NULL);
}

/* ---- writing */

/* What is written at an index, or within what is there. */
struct writing {
    struct cell_memory *memory;
    const struct cells *cells;
    const struct cell_index *inner; /* null: none */
    struct symbolic value;
};

static struct symbolic
write_at (struct writing *w, const struct cells *at)
{
    if (!w->inner)
        return w->value;
    return (struct symbolic) {
        .cells = cells_write (w->memory, at, w->inner, w->value)};
}

static const struct cell *
write_key (struct writing *w, const struct cell *root, const term *here,
           uint64_t key)
{
    struct cell_memory *m = w->memory;
    if (term_is_false (here))
        return root;
    if (term_is_true (here) && !w->inner)
        return cell_put (m, root, key, w->value);
    struct symbolic old = cells_at (m, w->cells, key);
    return cell_put (m, root, key,
                     cells_ite (m, here, write_at (w, old.cells), old));
}

/* Any index at all: all cells, and the base, may be meant. */
static const struct cells *
write_base (struct writing *w, const struct cells *c, const term *index)
{
    struct cell_memory *m = w->memory;
    struct cells *based = arena_new (&m->arena, sizeof *based);
    struct symbolic old = cells_of (m, base_at (m, w->cells->base, index));
    *based = *c;
    based->base = term_store (terms_of (m), c->base, index,
                              cells_term (m, write_at (w, old.cells)));
    return based;
}

const struct cells *
cells_write_inner (struct cell_memory *m, const struct cells *c,
                   const struct cell_index *i, const struct cell_index *inner,
                   struct symbolic value)
{
    assert (cells_index (c->sort->index));
    struct writing w = {m, c, inner, value};
    const struct term_vec *leaves = fold_leaves (m->fold, i->term);
    struct keys keys = {0};
    for (size_t k = 0; leaves && k < leaves->size; k++)
        VEC_PUSH (keys, fold_word (leaves->at[k]));
    bool all = leaves || i->keys;
    for (size_t k = 0; !leaves && k < i->keys; k++)
        VEC_PUSH (keys, i->key[k]);
    if (!all)
        keys_of (c->root, &keys);
    const struct cell *root = c->root;
    for (size_t k = 0; k < keys.size; k++)
        root = write_key (
            &w, root, fold_eq (m->fold, i->term, key_term (m, c, keys.at[k])),
            keys.at[k]);
    VEC_CLEAR (keys);
    const struct cells *result = cells_with (m, c, root);
    return all ? result : write_base (&w, result, i->term);
}

const struct cells *
cells_write (struct cell_memory *m, const struct cells *c,
             const struct cell_index *i, struct symbolic value)
{
    return cells_write_inner (m, c, i, NULL, value);
}

static const term *
term_with (struct cell_memory *m, const struct cells *c,
           const struct cell *cell, const term *t)
{
    if (!cell)
        return t;
    if (!cell->bit)
        return term_store (terms_of (m), t, key_term (m, c, cell->key),
                           cells_term (m, cell->value));
    return term_with (m, c, cell->side[1], term_with (m, c, cell->side[0], t));
}

const term *
cells_term (struct cell_memory *m, struct symbolic s)
{
    return s.cells ? term_with (m, s.cells, s.cells->root, s.cells->base)
                   : s.term;
}
