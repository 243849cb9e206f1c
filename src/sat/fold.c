/* fold.c -- see fold.h. */
#include "sat/fold.h"

#include <assert.h>

void
fold_init (struct fold *f, terms *t)
{
    *f = (struct fold) {.terms = t};
    term_map_init (&f->leaves);
    map_init (&f->done);
    VEC_PUSH (f->set, ((struct term_vec) {0})); /* of what is no choice */
}

void
fold_clear (struct fold *f)
{
    for (size_t i = 0; i < f->set.size; i++)
        VEC_CLEAR (f->set.at[i]);
    VEC_CLEAR (f->set);
    VEC_CLEAR (f->result);
    term_map_clear (&f->leaves);
    map_clear (&f->done);
}

uint64_t
fold_word (const term *t)
{
    assert (t->op == OP_BITS && t->sort->width <= 64);
    uint64_t word = 0;
    for (const char *at = t->text; *at; at++)
        word = word * 10 + (uint64_t) (*at - '0');
    return word;
}

/* ---- choices */

static bool
set_has (const struct term_vec *set, const term *t)
{
    for (size_t i = 0; i < set->size; i++)
        if (set->at[i] == t)
            return true;
    return false;
}

/* Number of its set; 0: no choice. */
static size_t
leaves_known (struct fold *f, const term *t)
{
    const uintptr_t *known = term_map_get (&f->leaves, t);
    return known ? *known - 1 : 0;
}

/* What its sides are is known. */
static size_t
leaves_one (struct fold *f, const term *t)
{
    struct term_vec set = {0};
    if (term_is_constant (t))
        VEC_PUSH (set, t);
    else if (t->op == OP_ITE) {
        const struct term_vec *a = &f->set.at[leaves_known (f, t->arg[1])];
        const struct term_vec *b = &f->set.at[leaves_known (f, t->arg[2])];
        for (size_t i = 0; a->size && b->size && i < a->size; i++)
            VEC_PUSH (set, a->at[i]);
        for (size_t i = 0; a->size && i < b->size; i++)
            if (!set_has (&set, b->at[i]))
                VEC_PUSH (set, b->at[i]);
    }
    if (!set.size || set.size > FOLD_LEAVES) {
        VEC_CLEAR (set);
        return 0;
    }
    VEC_PUSH (f->set, set);
    return f->set.size - 1;
}

const struct term_vec *
fold_leaves (struct fold *f, const term *t)
{
    struct term_vec stack = {0};
    VEC_PUSH (stack, t);
    while (stack.size) {
        const term *top = VEC_LAST (stack);
        size_t before = stack.size;
        if (!term_map_get (&f->leaves, top)) {
            for (uint32_t i = 1; top->op == OP_ITE && i < 3; i++)
                if (!term_map_get (&f->leaves, top->arg[i]))
                    VEC_PUSH (stack, top->arg[i]);
            if (stack.size > before)
                continue;
            size_t set = leaves_one (f, top);
            *term_map_at (&f->leaves, top, NULL) = set + 1;
        }
        stack.size--;
    }
    VEC_CLEAR (stack);
    size_t set = leaves_known (f, t);
    return set ? &f->set.at[set] : NULL;
}

/* ---- operations */

static bool
fold_opens (enum op op)
{
    return op == OP_EQ || (op >= OP_BVNOT && op <= OP_SIGN_EXTEND);
}

/* Whether all arguments are choices, some no constant, and few. */
static bool
fold_fits (struct fold *f, enum op op, const term *const *arg, size_t args)
{
    size_t work = 1;
    if (!fold_opens (op) || args > 2)
        return false;
    for (size_t i = 0; i < args && work <= FOLD_WORK; i++) {
        if (arg[i]->sort->kind != SORT_BV)
            return false;
        const struct term_vec *set = fold_leaves (f, arg[i]);
        if (!set)
            return false;
        work *= set->size;
    }
    return work > 1 && work <= FOLD_WORK;
}

static struct digest
fold_key (enum op op, const term *const *arg, size_t args, uint32_t index0,
          uint32_t index1)
{
    uint32_t key[5] = {op, index0, index1, arg[0]->id,
                       args > 1 ? arg[1]->id : UINT32_MAX};
    return digest_of ((struct bytes) {(const void *) key, sizeof key});
}

/* The arguments are choices: the first condition among them is taken, in all
 * that begin with it. */
static const term *
fold_open (struct fold *f, enum op op, const term *const *arg, size_t args,
           uint32_t index0, uint32_t index1)
{
    const term *condition = NULL;
    for (size_t i = 0; i < args && !condition; i++)
        if (arg[i]->op == OP_ITE)
            condition = arg[i]->arg[0];
    if (!condition)
        return term_make (f->terms, op, arg, args, index0, index1);
    struct digest key = fold_key (op, arg, args, index0, index1);
    const uint64_t *known = map_get (&f->done, key);
    if (known)
        return f->result.at[*known];
    const term *side[2][2];
    for (size_t i = 0; i < args; i++) {
        bool opens = arg[i]->op == OP_ITE && arg[i]->arg[0] == condition;
        side[0][i] = opens ? arg[i]->arg[1] : arg[i];
        side[1][i] = opens ? arg[i]->arg[2] : arg[i];
    }
    const term *a = fold_open (f, op, side[0], args, index0, index1);
    const term *b = fold_open (f, op, side[1], args, index0, index1);
    const term *result = fold_ite (f, condition, a, b);
    map_put (&f->done, key, f->result.size);
    VEC_PUSH (f->result, result);
    return result;
}

const term *
fold_ite (struct fold *f, const term *c, const term *a, const term *b)
{
    /* What is decided already, one level down. */
    while (a->op == OP_ITE && a->arg[0] == c)
        a = a->arg[1];
    while (b->op == OP_ITE && b->arg[0] == c)
        b = b->arg[2];
    return term_ite (f->terms, c, a, b);
}

/* ---- sums */

enum { SUM_PARTS = 12 };

/* What is added and taken away, and a number, modulo 2^64. */
struct fold_sum {
    const term *part[2][SUM_PARTS];
    size_t parts[2];
    uint64_t number;
    bool full;
};

static void
sum_add (struct fold_sum *s, const term *t, bool minus)
{
    if (t->op == OP_BITS) {
        s->number += minus ? -fold_word (t) : fold_word (t);
        return;
    }
    for (size_t i = 0; i < s->parts[!minus]; i++)
        if (s->part[!minus][i] == t) {
            s->part[!minus][i] = s->part[!minus][--s->parts[!minus]];
            return;
        }
    if (s->parts[minus] == SUM_PARTS)
        s->full = true;
    else
        s->part[minus][s->parts[minus]++] = t;
}

static void
sum_open (struct fold_sum *s, const term *t, bool minus)
{
    bool sum = t->op == OP_BVADD || t->op == OP_BVSUB;
    if (t->op == OP_BVNEG)
        sum_open (s, t->arg[0], !minus);
    else if (sum && !s->full) {
        sum_open (s, t->arg[0], minus);
        sum_open (s, t->arg[1], minus != (t->op == OP_BVSUB));
    } else
        sum_add (s, t, minus);
}

static void
sum_sort (const term **part, size_t parts)
{
    for (size_t i = 1; i < parts; i++)
        for (size_t k = i; k && part[k]->id < part[k - 1]->id; k--) {
            const term *swap = part[k];
            part[k] = part[k - 1];
            part[k - 1] = swap;
        }
}

static const term *
sum_join (struct fold *f, enum op op, const term *a, const term *b)
{
    return term_make (f->terms, op, (const term *[]) {a, b}, 2, 0, 0);
}

/* What is added, less what is taken away, and the number last; null: it is as
 * it was, too long. */
static const term *
sum_make (struct fold *f, enum op op, const term *const *arg)
{
    struct fold_sum s = {0};
    unsigned width = arg[0]->sort->width;
    sum_open (&s, arg[0], false);
    sum_open (&s, arg[1], op == OP_BVSUB);
    if (s.full)
        return NULL;
    if (width < 64)
        s.number &= (UINT64_C (1) << width) - 1;
    const term *number = term_bits_of (f->terms, width, s.number);
    const term *result = NULL;
    for (unsigned side = 0; side < 2; side++)
        sum_sort (s.part[side], s.parts[side]);
    for (size_t i = 0; i < s.parts[0]; i++)
        result = result ? sum_join (f, OP_BVADD, result, s.part[0][i])
                        : s.part[0][i];
    bool taken = !result;
    if (taken)
        result = number;
    for (size_t i = 0; i < s.parts[1]; i++)
        result = sum_join (f, OP_BVSUB, result, s.part[1][i]);
    return taken || !s.number ? result : sum_join (f, OP_BVADD, result, number);
}

const term *
fold_eq (struct fold *f, const term *a, const term *b)
{
    return fold_make (f, OP_EQ, (const term *[]) {a, b}, 2, 0, 0);
}

const term *
fold_make (struct fold *f, enum op op, const term *const *arg, size_t args,
           uint32_t index0, uint32_t index1)
{
    assert (args);
    if (op == OP_ITE)
        return fold_ite (f, arg[0], arg[1], arg[2]);
    if (fold_fits (f, op, arg, args))
        return fold_open (f, op, arg, args, index0, index1);
    if ((op == OP_BVADD || op == OP_BVSUB) && arg[0]->sort->width <= 64) {
        const term *sum = sum_make (f, op, arg);
        if (sum)
            return sum;
    }
    return term_make (f->terms, op, arg, args, index0, index1);
}
