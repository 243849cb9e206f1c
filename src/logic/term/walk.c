/* walk.c -- walks over terms as DAGs: explicit stacks, each node once. */
#include <assert.h>

#include "logic/term/map.h"
#include "logic/term/store.h"

size_t
term_size (const term *t)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (&t, 1, &place, &order);
    size_t result = order.size;
    term_map_clear (&place);
    VEC_CLEAR (order);
    return result;
}

bool
term_has_op (terms *store, const term *t, enum op op)
{
    (void) store;
    struct term_map seen = {0};
    struct term_vec stack = {0};
    bool found = false;
    VEC_PUSH (stack, t);
    while (stack.size && !found) {
        t = VEC_POP (stack);
        found = t->op == op;
        bool added = true;
        if (t->args)
            term_map_at (&seen, t, &added);
        for (uint32_t i = 0; added && i < t->args; i++)
            VEC_PUSH (stack, t->arg[i]);
    }
    term_map_clear (&seen);
    VEC_CLEAR (stack);
    return found;
}

/* A formula that is to be taken as it is or negated. */
struct side {
    const term *term;
    bool negated;
};
struct side_vec VEC (struct side);

void
term_conjuncts (terms *store, const term *t, struct term_vec *out)
{
    struct term_map seen = {0}; /* bit 1: plain, bit 2: negated */
    struct side_vec stack = {0};
    VEC_PUSH (stack, ((struct side) {t, false}));
    while (stack.size) {
        struct side s = VEC_POP (stack);
        while (s.term->op == OP_NOT)
            s = (struct side) {s.term->arg[0], !s.negated};
        uintptr_t bit = s.negated ? 2 : 1;
        uintptr_t *bits = term_map_at (&seen, s.term, NULL);
        if (*bits & bit)
            continue;
        *bits |= bit;
        if (s.term->op == (s.negated ? OP_OR : OP_AND))
            for (uint32_t i = s.term->args; i-- > 0;)
                VEC_PUSH (stack, ((struct side) {s.term->arg[i], s.negated}));
        else if (s.term->op != (s.negated ? OP_FALSE : OP_TRUE))
            VEC_PUSH (*out, s.negated ? term_not (store, s.term) : s.term);
    }
    term_map_clear (&seen);
    VEC_CLEAR (stack);
}

/* term_variables.  A node that was visited in a scope that is still open has
 * nothing new to give in a scope inside of it, where more is bound.  A node's
 * mark is the serial number of the scope it was visited in. */
struct walk_look {
    const term *term;
    uint32_t next;
};
struct look_vec VEC (struct walk_look);
struct walk_scope {
    size_t serial;
    const term *quantifier;
};
struct walk_scope_vec VEC (struct walk_scope);

struct look_out {
    struct term_map mark;  /* serial + 1 of the scope of the visit */
    struct term_map bound; /* how often a variable is bound */
    struct term_map given; /* variables that are in the result */
    struct walk_scope_vec scopes;
    size_t serial;
    struct look_vec stack;
};

/* The open scopes have rising serials, so this is a binary search. */
static bool
scope_is_open (const struct look_out *l, size_t serial)
{
    size_t low = 0, high = l->scopes.size;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (l->scopes.at[middle].serial < serial)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->scopes.size && l->scopes.at[low].serial == serial;
}

static void
scope_bind (struct look_out *l, const term *quantifier, int by)
{
    size_t bounds = term_bounds (quantifier);
    for (size_t i = 0; i < bounds; i++)
        *term_map_at (&l->bound, quantifier->arg[i], NULL) +=
            (uintptr_t) (intptr_t) by;
}

static void
look_at (struct look_out *l, const term *t, struct term_vec *out)
{
    if (t->op == OP_VAR) {
        uintptr_t *bound = term_map_get (&l->bound, t);
        if (bound && *bound)
            return;
        bool added;
        term_map_at (&l->given, t, &added);
        if (added)
            VEC_PUSH (*out, t);
        return;
    }
    if (!t->args)
        return;
    uintptr_t *mark = term_map_at (&l->mark, t, NULL);
    if (*mark && scope_is_open (l, *mark - 1))
        return;
    *mark = VEC_LAST (l->scopes).serial + 1;
    uint32_t first = 0;
    if (t->op == OP_FORALL || t->op == OP_EXISTS) {
        scope_bind (l, t, 1);
        VEC_PUSH (l->scopes, ((struct walk_scope) {++l->serial, t}));
        first = (uint32_t) term_bounds (t);
    }
    VEC_PUSH (l->stack, ((struct walk_look) {t, first}));
}

void
term_variables (terms *store, const term *t, struct term_vec *out)
{
    (void) store;
    struct look_out l = {0};
    for (size_t i = 0; i < out->size; i++)
        term_map_at (&l.given, out->at[i], NULL);
    VEC_PUSH (l.scopes, ((struct walk_scope) {0, NULL}));
    look_at (&l, t, out);
    while (l.stack.size) {
        struct walk_look *top = &VEC_LAST (l.stack);
        if (top->next < top->term->args) {
            look_at (&l, top->term->arg[top->next++], out);
            continue;
        }
        if (top->term == VEC_LAST (l.scopes).quantifier) {
            scope_bind (&l, top->term, -1);
            l.scopes.size--;
        }
        l.stack.size--;
    }
    term_map_clear (&l.mark);
    term_map_clear (&l.bound);
    term_map_clear (&l.given);
    VEC_CLEAR (l.scopes);
    VEC_CLEAR (l.stack);
}

const term *
term_copy (terms *to, const term *t)
{
    struct term_map place = {0};
    struct term_vec order = {0}, arg = {0};
    term_postorder (&t, 1, &place, &order);
    /* The order is overwritten by the copies as they are made. */
    for (size_t i = 0; i < order.size; i++) {
        const term *old = order.at[i];
        arg.size = 0;
        for (uint32_t j = 0; j < old->args; j++) {
            size_t at = *term_map_get (&place, old->arg[j]);
            assert (at < i);
            VEC_PUSH (arg, order.at[at]);
        }
        order.at[i] =
            term_intern (to, old->op, sort_copy (to, old->sort), old->text,
                         arg.at, arg.size, old->index[0], old->index[1]);
    }
    const term *result = VEC_LAST (order);
    term_map_clear (&place);
    VEC_CLEAR (order);
    VEC_CLEAR (arg);
    return result;
}
