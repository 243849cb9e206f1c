/* guard.c -- see guard.h. */
#include "sat/guard.h"

#include <assert.h>

/* Guards that are looked at for what is known of an index. */
enum { GUARD_FACTS = 200 };

const struct path_guard *
guard_root (struct guards *g)
{
    struct path_guard *made = arena_new (&g->arena, sizeof *made);
    made->condition = made->whole = term_true (g->fold->terms);
    return made;
}

const struct path_guard *
guard_and (struct guards *g, const struct path_guard *above,
           const term *condition)
{
    if (term_is_true (condition))
        return above;
    struct path_guard *made = arena_new (&g->arena, sizeof *made);
    *made = (struct path_guard) {
        .above = above,
        .depth = above->depth + 1,
        .condition = condition,
        .whole = term_and2 (g->fold->terms, above->whole, condition)};
    return made;
}

const struct path_guard *
guard_fact (struct guards *g, const struct path_guard *above, const term *fact)
{
    if (term_is_constant (fact))
        return above;
    struct path_guard *made = arena_new (&g->arena, sizeof *made);
    *made = (struct path_guard) {.above = above,
                                 .depth = above->depth + 1,
                                 .condition = term_true (g->fold->terms),
                                 .fact = fact,
                                 .whole = above->whole};
    return made;
}

const struct path_guard *
guard_shared (const struct path_guard *a, const struct path_guard *b)
{
    while (a != b)
        if (a->depth > b->depth)
            a = a->above;
        else
            b = b->above;
    return a;
}

/* The conditions between both. */
static const term *
guard_below (struct guards *g, const struct path_guard *from,
             const struct path_guard *to)
{
    struct term_vec part = {0};
    for (; to != from; to = to->above)
        VEC_PUSH (part, to->condition);
    for (size_t i = 0; i < part.size / 2; i++) {
        const term *swap = part.at[i];
        part.at[i] = part.at[part.size - 1 - i];
        part.at[part.size - 1 - i] = swap;
    }
    const term *result = term_and (g->fold->terms, part.at, part.size);
    VEC_CLEAR (part);
    return result;
}

const struct path_guard *
guard_or (struct guards *g, const struct path_guard *a,
          const struct path_guard *b, const term **only)
{
    const struct path_guard *shared = guard_shared (a, b);
    const term *x = guard_below (g, shared, a), *y = guard_below (g, shared, b);
    terms *t = g->fold->terms;
    *only = x;
    if (x == term_not (t, y))
        return shared;
    /* c and x, or not c: what is left of a chain of choices. */
    return guard_and (g, shared, term_or2 (t, x, y));
}

/* ---- bounds */

/* t = base + *add. */
static const term *
linear_base (const term *t, uint64_t *add)
{
    *add = 0;
    while (t->op == OP_BVADD || t->op == OP_BVSUB) {
        if (t->arg[1]->op == OP_BITS && t->arg[0]->op != OP_BITS) {
            uint64_t n = fold_word (t->arg[1]);
            *add += t->op == OP_BVADD ? n : -n;
            t = t->arg[0];
        } else if (t->op == OP_BVADD && t->arg[0]->op == OP_BITS) {
            *add += fold_word (t->arg[0]);
            t = t->arg[1];
        } else
            break;
    }
    return t;
}

struct path_bounds {
    struct fold *fold;
    const term *base;
    uint64_t add, all; /* the number is base + add; all ones */
    uint64_t low, high;
    bool found;
};

/* The largest constant that a term can be. */
static bool
greatest (struct fold *f, const term *t, uint64_t *most)
{
    const struct term_vec *set = fold_leaves (f, t);
    *most = 0;
    for (size_t i = 0; set && i < set->size; i++)
        if (fold_word (set->at[i]) > *most)
            *most = fold_word (set->at[i]);
    return set != NULL;
}

/* base + shift <= most. */
static void
bounds_most (struct path_bounds *b, uint64_t shift, uint64_t most)
{
    uint64_t low = (b->add - shift) & b->all;
    if (most > b->all - low)
        return; /* goes round */
    if (low > b->low)
        b->low = low;
    if (low + most < b->high)
        b->high = low + most;
    b->found = true;
}

static void
bounds_part (struct path_bounds *b, const term *t)
{
    uint64_t shift, most;
    if (t->op == OP_BVULE || t->op == OP_BVULT) {
        bool strict = t->op == OP_BVULT;
        if (t->arg[0]->sort->width <= 64
            && linear_base (t->arg[0], &shift) == b->base
            && greatest (b->fold, t->arg[1], &most) && (!strict || most))
            bounds_most (b, shift, most - strict);
    } else if (t->op == OP_NOT && t->arg[0]->op == OP_BVULE) {
        /* not (k <= t): t < k */
        const term *le = t->arg[0];
        if (le->arg[1]->sort->width <= 64
            && linear_base (le->arg[1], &shift) == b->base
            && greatest (b->fold, le->arg[0], &most) && most)
            bounds_most (b, shift, most - 1);
    }
}

static void
bounds_all (struct path_bounds *b, const term *t)
{
    if (t->op != OP_AND)
        bounds_part (b, t);
    for (uint32_t i = 0; t->op == OP_AND && i < t->args; i++)
        bounds_part (b, t->arg[i]);
}

bool
guard_bounds (struct fold *f, const struct path_guard *g, const term *t,
              uint64_t *low, uint64_t *high)
{
    unsigned width = t->sort->width;
    assert (width <= 64);
    struct path_bounds b = {.fold = f,
                            .all = width < 64 ? (UINT64_C (1) << width) - 1
                                              : UINT64_MAX};
    b.base = linear_base (t, &b.add);
    b.high = b.all;
    for (unsigned i = 0; g && i < GUARD_FACTS; i++, g = g->above)
        bounds_all (&b, g->fact ? g->fact : g->condition);
    *low = b.low;
    *high = b.high;
    return b.found && b.low <= b.high;
}
