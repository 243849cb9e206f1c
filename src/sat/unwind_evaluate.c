/* unwind_evaluate.c -- terms of the program in a state. */
#include <assert.h>

#include "sat/internal.h"
#include "sat/words.h"

enum {
    INDEX_KEYS = 1024, /* that an index may be, if these are all listed */
    INDEX_BITS = 8     /* of an index of which no bounds are known */
};

void
unwind_changed (struct unwinding *x)
{
    x->stamp++;
}

void
unwind_refuse (struct unwinding *x, const char *what)
{
    if (!x->stopped)
        problem_of_kind (x->problem, PROBLEM_UNSUPPORTED, x->place, "%s", what);
    x->stopped = true;
}

/* ---- what an index may be */

struct known_bits {
    uint64_t mask, value;
    unsigned unknown, low; /* bits that are not known; known ones below them */
};

static bool
bits_known (struct unwinding *x, const term *t, struct known_bits *k)
{
    const wire *bit = blast_term (x->blast, t);
    unsigned width = t->sort->width;
    if (!bit)
        return false;
    *k = (struct known_bits) {.low = width};
    for (unsigned i = 0; i < width; i++) {
        if (wire_is_constant (bit[i])) {
            k->mask |= UINT64_C (1) << i;
            k->value |= (uint64_t) bit[i] << i;
            continue;
        }
        if (!k->unknown++)
            k->low = i;
    }
    return k->unknown > 0;
}

/* The numbers between low and high with these bits; 0: too many. */
static size_t
keys_between (struct unwinding *x, const struct known_bits *k, uint64_t low,
              uint64_t high)
{
    uint64_t step = UINT64_C (1) << k->low;
    uint64_t at = (low & ~(step - 1)) | (k->value & (step - 1));
    size_t keys = 0;
    if (at < low && at + step < at)
        return 0;
    if (at < low)
        at += step;
    for (size_t tried = 0; at <= high; tried++) {
        if ((at & k->mask) == k->value) {
            if (keys == INDEX_KEYS)
                return 0;
            x->key[keys++] = at;
        }
        if (tried == INDEX_KEYS * 8)
            return 0;
        if (at + step < at)
            break;
        at += step;
    }
    return keys;
}

static struct cell_index
index_of (struct unwinding *x, const struct path_state *s, const term *t)
{
    struct cell_index i = {.term = t};
    struct known_bits known;
    uint64_t low, high;
    if (fold_leaves (&x->fold, t) || !bits_known (x, t, &known))
        return i;
    if (!guard_bounds (&x->fold, s->guard, t, &low, &high)
        && known.unknown > INDEX_BITS)
        return i;
    i.keys = keys_between (x, &known, low, high);
    if (i.keys)
        i.key = arena_copy (&x->memory.arena, x->key, i.keys * sizeof *x->key);
    x->steps += i.keys;
    return i;
}

/* ---- operators */

/* The value is in the memo, or is a leaf's. */
struct sat_evaluation {
    struct unwinding *x;
    const struct activation *call;
    const struct path_state *state;
};

static struct symbolic evaluate (struct sat_evaluation *, const term *);

static struct symbolic
evaluate_variable (struct sat_evaluation *w, const term *t)
{
    const struct symbolic *at = state_at (w->x, w->call, w->state, t);
    if (!at)
        return cells_of (&w->x->memory, t); /* a constant */
    if (symbolic_none (*at))
        unwind_refuse (w->x, "a variable is read that was not written");
    return *at;
}

/* False: it is none that can be looked at. */
static bool
evaluate_index (struct sat_evaluation *w, const term *t,
                struct cell_index *index)
{
    struct symbolic at = evaluate (w, t);
    if (!cells_index (t->sort))
        unwind_refuse (w->x, "a map from what is no number");
    if (w->x->stopped)
        return false;
    *index = index_of (w->x, w->state, at.term);
    return true;
}

/* An entry of an entry is looked for in each that it may be in. */
static struct symbolic
evaluate_select (struct sat_evaluation *w, const term *t)
{
    const term *of = t->arg[0];
    bool inner = of->op == OP_SELECT;
    struct symbolic map = evaluate (w, inner ? of->arg[0] : of);
    struct cell_index outside, inside;
    if (!evaluate_index (w, inner ? of->arg[1] : t->arg[1], &outside)
        || (inner && !evaluate_index (w, t->arg[1], &inside)))
        return (struct symbolic) {0};
    return cells_read_inner (&w->x->memory, map.cells, &outside,
                             inner ? &inside : NULL);
}

/* Whether a store is m[i := m[i][j := v]]. */
static bool
is_inner_store (const term *t)
{
    const term *value = t->arg[2];
    return value->op == OP_STORE && value->arg[0]->op == OP_SELECT
           && value->arg[0]->arg[0] == t->arg[0]
           && value->arg[0]->arg[1] == t->arg[1];
}

static void
evaluate_one_store (struct sat_evaluation *w, const term *t,
                    struct symbolic *map)
{
    bool inner = is_inner_store (t);
    const term *what = inner ? t->arg[2]->arg[2] : t->arg[2];
    struct symbolic value = evaluate (w, what);
    struct cell_index outside, inside;
    if (!evaluate_index (w, t->arg[1], &outside)
        || (inner && !evaluate_index (w, t->arg[2]->arg[1], &inside)))
        return;
    map->cells = cells_write_inner (&w->x->memory, map->cells, &outside,
                                    inner ? &inside : NULL, value);
}

/* A chain of stores may be long: from the inside out. */
static struct symbolic
evaluate_store (struct sat_evaluation *w, const term *t)
{
    struct term_vec chain = {0};
    for (; t->op == OP_STORE; t = t->arg[0])
        VEC_PUSH (chain, t);
    struct symbolic map = evaluate (w, t);
    while (chain.size && !w->x->stopped)
        evaluate_one_store (w, VEC_POP (chain), &map);
    VEC_CLEAR (chain);
    return map;
}

static struct symbolic
evaluate_operator (struct sat_evaluation *w, const term *t)
{
    struct cell_memory *m = &w->x->memory;
    struct term_vec arg = {0};
    const term *result = NULL;
    for (uint32_t i = 0; i < t->args && !w->x->stopped; i++) {
        struct symbolic s = evaluate (w, t->arg[i]);
        VEC_PUSH (arg, cells_term (m, s));
    }
    if (w->x->stopped)
        ;
    else if (t->op == OP_APPLY)
        result = term_apply (w->x->terms, t->text, t->sort, arg.at, arg.size);
    else if (t->op == OP_CONST_ARRAY)
        result = term_const_array (w->x->terms, t->sort, arg.at[0]);
    else
        result = fold_make (&w->x->fold, t->op, arg.at, arg.size, t->index[0],
                            t->index[1]);
    VEC_CLEAR (arg);
    return result ? cells_of (m, result) : (struct symbolic) {0};
}

static struct symbolic
evaluate_choice (struct sat_evaluation *w, const term *t)
{
    struct symbolic c = evaluate (w, t->arg[0]);
    if (w->x->stopped)
        return c;
    if (term_is_constant (c.term))
        return evaluate (w, t->arg[term_is_true (c.term) ? 1 : 2]);
    struct symbolic a = evaluate (w, t->arg[1]);
    struct symbolic b = evaluate (w, t->arg[2]);
    return w->x->stopped ? a : cells_ite (&w->x->memory, c.term, a, b);
}

static struct symbolic
evaluate_new (struct sat_evaluation *w, const term *t)
{
    switch (t->op) {
    case OP_VAR:
        return evaluate_variable (w, t);
    case OP_SELECT:
        return evaluate_select (w, t);
    case OP_STORE:
        return evaluate_store (w, t);
    case OP_ITE:
        return evaluate_choice (w, t);
    case OP_FORALL:
    case OP_EXISTS:
    case OP_PATTERN:
        unwind_refuse (w->x, "a quantifier");
        return (struct symbolic) {0};
    default:
        return evaluate_operator (w, t);
    }
}

static struct symbolic
evaluate (struct sat_evaluation *w, const term *t)
{
    struct unwinding *x = w->x;
    if (x->stopped)
        return (struct symbolic) {0};
    if (term_is_constant (t))
        return (struct symbolic) {.term = t};
    assert (t->id < x->memos);
    struct memo *memo = &x->memo[t->id];
    if (memo->stamp != x->stamp) {
        struct symbolic value = evaluate_new (w, t);
        *memo = (struct memo) {x->stamp, value};
    }
    return memo->value;
}

struct symbolic
unwind_value (struct unwinding *x, const struct activation *c,
              const struct path_state *s, const term *t)
{
    struct sat_evaluation w = {x, c, s};
    struct symbolic result = evaluate (&w, t);
    if (x->blast->unsupported)
        unwind_refuse (x, "arithmetic that is not of bits");
    return result;
}
