/* substitute.c -- simultaneous substitution without capture.
 *
 * One memo serves as long as the bindings do not change.  They change inside a
 * quantifier only if it binds a variable that is being replaced, or one that
 * would capture; only then a scope with a memo of its own is opened. */
#include <assert.h>

#include "logic/term/map.h"
#include "logic/term/store.h"

struct substitute_frame {
    const term *term;
    uint32_t next;
    bool opened; /* a scope, at this quantifier */
};
struct frame_vec VEC (struct substitute_frame);

struct substitute_undo {
    const term *var;
    uintptr_t before;
};
struct undo_vec VEC (struct substitute_undo);

struct substitute_memo {
    struct term_map map;
    size_t undo; /* size of the undo list when the scope was opened */
};
struct memo_vec VEC (struct substitute_memo);

struct substitution {
    terms *terms;
    const term *const *to;
    size_t count;
    struct term_map bind; /* variable to its replacement; 0: itself */
    struct undo_vec undo;
    struct memo_vec memo; /* the last one is that of the current scope */
    struct frame_vec stack;
    struct term_vec arg;
    struct term_map range; /* free variables of all replacements */
    bool ranged;           /* `range` is filled */
};

/* What stands for a term in the current scope, or null if not yet known. */
static const term *
resolve (struct substitution *s, const term *t)
{
    if (!t->args) {
        uintptr_t *to = t->op == OP_VAR ? term_map_get (&s->bind, t) : NULL;
        return to && *to ? (const term *) *to : t;
    }
    uintptr_t *known = term_map_get (&VEC_LAST (s->memo).map, t);
    return known ? (const term *) *known : NULL;
}

static bool
in_range (struct substitution *s, const term *var)
{
    if (!s->ranged) {
        struct term_vec free = {0};
        for (size_t i = 0; i < s->count; i++)
            term_variables (s->terms, s->to[i], &free);
        for (size_t i = 0; i < free.size; i++)
            term_map_at (&s->range, free.at[i], NULL);
        VEC_CLEAR (free);
        s->ranged = true;
    }
    return term_map_get (&s->range, var) != NULL;
}

/* Would the bound variable capture, that is: is it free in the replacement of a
 * variable that is free in the quantified formula? */
static bool
captures (struct substitution *s, const term *quantifier, const term *bound)
{
    if (!in_range (s, bound))
        return false;
    struct term_vec free = {0};
    term_variables (s->terms, quantifier, &free);
    bool found = false;
    for (size_t i = 0; i < free.size && !found; i++) {
        const term *to = resolve (s, free.at[i]);
        if (to == free.at[i])
            continue;
        struct term_vec inside = {0};
        term_variables (s->terms, to, &inside);
        for (size_t j = 0; j < inside.size; j++)
            found |= inside.at[j] == bound;
        VEC_CLEAR (inside);
    }
    VEC_CLEAR (free);
    return found;
}

/* Prepares the bindings inside a quantifier; true if they changed. */
static bool
scope_open (struct substitution *s, const term *quantifier)
{
    size_t before = s->undo.size;
    struct term_vec change = {0}; /* what each changed variable becomes */
    size_t bounds = term_bounds (quantifier);
    for (size_t i = 0; i < bounds; i++) {
        const term *x = quantifier->arg[i];
        const term *becomes = x;
        if (captures (s, quantifier, x))
            becomes = term_fresh (s->terms, x->text, x->sort);
        if (becomes == resolve (s, x))
            continue;
        VEC_PUSH (s->undo, ((struct substitute_undo) {x, 0}));
        VEC_PUSH (change, becomes);
    }
    for (size_t i = 0; i < change.size; i++) {
        struct substitute_undo *u = &s->undo.at[before + i];
        uintptr_t *bind = term_map_at (&s->bind, u->var, NULL);
        u->before = *bind;
        *bind = (uintptr_t) change.at[i];
    }
    VEC_CLEAR (change);
    if (s->undo.size == before)
        return false;
    VEC_PUSH (s->memo, ((struct substitute_memo) {.undo = before}));
    return true;
}

static void
scope_close (struct substitution *s)
{
    struct substitute_memo memo = VEC_POP (s->memo);
    term_map_clear (&memo.map);
    while (s->undo.size > memo.undo) {
        struct substitute_undo u = VEC_POP (s->undo);
        *term_map_at (&s->bind, u.var, NULL) = u.before;
    }
}

/* All arguments of the frame's term are known: so is the term. */
static void
frame_finish (struct substitution *s, struct substitute_frame f)
{
    const term *t = f.term;
    bool changed = false;
    s->arg.size = 0;
    for (uint32_t i = 0; i < t->args; i++) {
        const term *a = resolve (s, t->arg[i]);
        assert (a && a->sort == t->arg[i]->sort);
        changed |= a != t->arg[i];
        VEC_PUSH (s->arg, a);
    }
    if (f.opened)
        scope_close (s);
    const term *result = changed ? term_rebuild (s->terms, t, s->arg.at) : t;
    *term_map_at (&VEC_LAST (s->memo).map, t, NULL) = (uintptr_t) result;
}

static void
frame_push (struct substitution *s, const term *t)
{
    bool quantifier = t->op == OP_FORALL || t->op == OP_EXISTS;
    bool opened = quantifier && scope_open (s, t);
    VEC_PUSH (s->stack, ((struct substitute_frame) {t, 0, opened}));
}

const term *
term_substitute (terms *store, const term *t, const term *const *from,
                 const term *const *to, size_t count)
{
    if (!t->args) { /* most updates are plain variables */
        for (size_t i = 0; i < count; i++)
            if (from[i] == t)
                return to[i];
        return t;
    }
    struct substitution s = {.terms = store, .to = to, .count = count};
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        assert (from[i]->op == OP_VAR && from[i]->sort == to[i]->sort);
        if (from[i] == to[i])
            continue;
        *term_map_at (&s.bind, from[i], NULL) = (uintptr_t) to[i];
        any = true;
    }
    VEC_PUSH (s.memo, ((struct substitute_memo) {0}));
    const term *result = any ? resolve (&s, t) : t;
    if (!result) {
        frame_push (&s, t);
        while (s.stack.size) {
            struct substitute_frame *top = &VEC_LAST (s.stack);
            const term *child = NULL;
            while (top->next < top->term->args && !child) {
                child = top->term->arg[top->next++];
                if (resolve (&s, child))
                    child = NULL;
            }
            if (child)
                frame_push (&s, child);
            else
                frame_finish (&s, VEC_POP (s.stack));
        }
        result = resolve (&s, t);
    }
    scope_close (&s);
    assert (!s.memo.size && !s.undo.size);
    term_map_clear (&s.bind);
    term_map_clear (&s.range);
    VEC_CLEAR (s.undo);
    VEC_CLEAR (s.memo);
    VEC_CLEAR (s.stack);
    VEC_CLEAR (s.arg);
    return result;
}
