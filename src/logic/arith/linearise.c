/* linearise.c -- see linearise.h. */
#include "logic/arith/linearise.h"

#include <stdio.h>

#include "base/map.h"
#include "logic/term/sort.h"

struct linearise_work {
    terms *terms;
    size_t tag;
    struct term_vec *condition, *fresh;
    struct map done; /* digest of a term -> what it became */
};

static const term *
new_variable (struct linearise_work *w, const char *hint, const term *t)
{
    char digest[DIGEST_TEXT], name[96];
    digest_print (t->digest, digest);
    snprintf (name, sizeof name, "cohort!%s!%zu!%s", hint, w->tag, digest);
    const term *v = term_var (w->terms, name, t->sort);
    VEC_PUSH (*w->fresh, v);
    return v;
}

static const term *
divide (struct linearise_work *w, const term *t)
{
    terms *ts = w->terms;
    const term *x = t->arg[0], *k = t->arg[1];
    const char *digits = k->text[0] == '-' ? k->text + 1 : k->text;
    const term *size = term_number (ts, k->sort, digits);
    const term *q = new_variable (w, "div", t);
    const term *r = new_variable (w, "mod", t);
    const term *sum[2] = {term_mul (ts, k, q), r};
    VEC_PUSH (*w->condition, term_eq (ts, x, term_add (ts, sum, 2)));
    VEC_PUSH (*w->condition, term_le (ts, term_int (ts, 0), r));
    VEC_PUSH (*w->condition, term_lt (ts, r, size));
    return t->op == OP_MOD ? r : q;
}

static const term *
round_down (struct linearise_work *w, const term *t)
{
    terms *ts = w->terms;
    const term *x = t->arg[0];
    const term *n = new_variable (w, "int", t);
    const term *real = term_make (ts, OP_TO_REAL, &n, 1, 0, 0);
    const term *sum[2] = {real, term_number (ts, sort_real (ts), "1")};
    VEC_PUSH (*w->condition, term_le (ts, real, x));
    VEC_PUSH (*w->condition, term_lt (ts, x, term_add (ts, sum, 2)));
    return n;
}

static const term *
choose (struct linearise_work *w, const term *t)
{
    terms *ts = w->terms;
    const term *c = t->arg[0];
    const term *v = new_variable (w, "ite", t);
    const term *then = term_and2 (ts, c, term_eq (ts, v, t->arg[1]));
    const term *other =
        term_and2 (ts, term_not (ts, c), term_eq (ts, v, t->arg[2]));
    VEC_PUSH (*w->condition, term_or2 (ts, then, other));
    return v;
}

/* A term whose arguments are done. */
static const term *
rebuild (struct linearise_work *w, const term *t)
{
    terms *ts = w->terms;
    if (!t->args)
        return t;
    const term **arg = NEW_ARRAY (const term *, t->args);
    bool same = true;
    for (uint32_t i = 0; i < t->args; i++) {
        const uint64_t *known = map_get (&w->done, t->arg[i]->digest);
        arg[i] = (const term *) (uintptr_t) *known;
        same = same && arg[i] == t->arg[i];
    }
    const term *n = t;
    if (!same && t->op == OP_APPLY)
        n = term_apply (ts, t->text, t->sort, arg, t->args);
    else if (!same && t->op == OP_CONST_ARRAY)
        n = term_const_array (ts, t->sort, arg[0]);
    else if (!same)
        n = term_make (ts, t->op, arg, t->args, t->index[0], t->index[1]);
    memory_free (arg);
    if ((n->op == OP_MOD || n->op == OP_IDIV) && n->args == 2
        && n->arg[1]->op == OP_NUMBER && n->arg[1]->text[0] != '0')
        return divide (w, n);
    if (n->op == OP_TO_INT)
        return round_down (w, n);
    if (n->op == OP_ITE && sort_is_number (n->sort))
        return choose (w, n);
    return n;
}

const term *
linearise (terms *ts, const term *root, size_t tag, struct term_vec *condition,
           struct term_vec *fresh)
{
    struct linearise_work w = {
        .terms = ts, .tag = tag, .condition = condition, .fresh = fresh};
    map_init (&w.done);
    struct frame {
        const term *t;
        uint32_t next;
    };
    struct VEC (struct frame) stack = {0};
    struct frame first = {root, 0};
    VEC_PUSH (stack, first);
    while (stack.size) {
        struct frame *top = &VEC_LAST (stack);
        bool closed = top->t->op == OP_FORALL || top->t->op == OP_EXISTS;
        if (!closed && top->next < top->t->args) {
            struct frame child = {top->t->arg[top->next++], 0};
            if (!map_get (&w.done, child.t->digest))
                VEC_PUSH (stack, child);
            continue;
        }
        const term *t = VEC_POP (stack).t;
        const term *became = closed ? t : rebuild (&w, t);
        map_put (&w.done, t->digest, (uint64_t) (uintptr_t) became);
    }
    const term *result =
        (const term *) (uintptr_t) *map_get (&w.done, root->digest);
    VEC_CLEAR (stack);
    map_clear (&w.done);
    return result;
}
