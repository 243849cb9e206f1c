/* strengthen.c -- invariants made part of the transitions' guards.
 *
 * Sound because the invariants hold in every reachable state: a strengthened
 * transition can be taken whenever the original one can, from there.
 *
 * The system is another one then, and its `known` says which: what is asked about
 * it is not what was asked before. */
#include "cegar/abstraction/houdini.h"

#include <assert.h>

void
strengthen (struct system *s, const term *const *invariant)
{
    for (size_t t = 0; t < s->transition.size; t++) {
        struct transition *tr = &s->transition.at[t];
        assert (invariant[tr->from]);
        tr->guard = term_and2 (s->terms, tr->guard, invariant[tr->from]);
        for (size_t i = 0; i < tr->more.size; i++) {
            const struct premise *p = &tr->more.at[i];
            tr->guard =
                term_and2 (s->terms, tr->guard,
                           term_substitute (s->terms, invariant[p->location],
                                            s->location.at[p->location].vars.at,
                                            p->vars.at, p->vars.size));
        }
    }
    struct buffer b;
    buffer_init (&b);
    strengthen_write (invariant, s->location.size, &b);
    s->known = digest_of (buffer_view (&b));
    buffer_clear (&b);
}

void
strengthen_write (const term *const *invariant, size_t locations,
                  struct buffer *b)
{
    assert (invariant && locations);
    buffer_byte (b, BLOB_STRENGTHEN);
    term_write (b, invariant, locations);
}

bool
strengthen_read (struct system *s, struct bytes blob)
{
    struct reader r;
    reader_init (&r, blob);
    struct term_vec list = {0};
    bool good = reader_byte (&r) == BLOB_STRENGTHEN
                && term_read (s->terms, &r, &list)
                && list.size == s->location.size && reader_done (&r);
    for (uint32_t l = 0; good && l < list.size; l++)
        good = system_predicate (s, l, list.at[l]);
    if (good)
        strengthen (s, list.at);
    VEC_CLEAR (list);
    return good;
}
