/* map_terms.c -- what is known of a map, as a term. */
#include <stdlib.h>
#include <string.h>

#include "logic/term/sort.h"
#include "program/unfold/internal.h"

struct stored {
    const term *index, *value;
};

static const char *
index_digits (const struct stored *e)
{
    return e->index->op == OP_BITS   ? e->index->text
           : term_is_true (e->index) ? "1"
                                     : "0";
}

static int
stored_compare (const void *a, const void *b)
{
    const char *x = index_digits (a), *y = index_digits (b);
    size_t long_x = strlen (x), long_y = strlen (y);
    return long_x != long_y ? (long_x > long_y) - (long_x < long_y)
                            : strcmp (x, y);
}

const term *
known_map (terms *t, const term *base, const term *value)
{
    struct term_map seen = {0};
    struct VEC (struct stored) stored = {0};
    bool added, inner = base->sort->element->kind == SORT_ARRAY;
    const term *at = value;
    for (; at->op == OP_STORE && term_is_constant (at->arg[1]);
         at = at->arg[0]) {
        term_map_at (&seen, at->arg[1], &added);
        if (!added)
            continue; /* a later one wins */
        const term *own = term_select (t, base, at->arg[1]);
        struct stored e = {at->arg[1], inner ? known_map (t, own, at->arg[2])
                                       : term_is_constant (at->arg[2])
                                           ? at->arg[2]
                                           : own};
        VEC_PUSH (stored, e);
    }
    bool rest = at->op == OP_CONST_ARRAY && term_is_constant (at->arg[0]);
    const term *made = rest ? at : base;
    if (stored.size)
        qsort (stored.at, stored.size, sizeof *stored.at, stored_compare);
    for (size_t i = 0; i < stored.size; i++)
        if (stored.at[i].value
            != (rest ? at->arg[0] : term_select (t, base, stored.at[i].index)))
            made = term_store (t, made, stored.at[i].index, stored.at[i].value);
    term_map_clear (&seen);
    VEC_CLEAR (stored);
    return made;
}
