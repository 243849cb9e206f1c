/* pair_tables.c -- see pair_tables.h. */
#include "store/pair_tables.h"

enum { MEMO_BITS = 14 };

bool
pair_tables_init (struct pair_tables *g, store *s)
{
    return pairs_init (&g->roots, &s->budget, &s->gate, s->hash_mask)
           && pairs_init (&g->inner, &s->budget, &s->gate, s->hash_mask);
}

void
pair_tables_clear (struct pair_tables *g)
{
    pairs_clear (&g->roots);
    pairs_clear (&g->inner);
}

bool
pair_tables_hand_init (struct pair_tables_hand *h, struct pair_tables *g,
                       cursor *c)
{
    h->cursor = c;
    h->pair_tables = g;
    h->memo = pages_new (&c->store->budget, sizeof *h->memo << MEMO_BITS);
    return h->memo;
}

void
pair_tables_hand_clear (struct pair_tables_hand *h)
{
    if (h->memo)
        pages_free (&h->cursor->store->budget, h->memo,
                    sizeof *h->memo << MEMO_BITS);
}

uint32_t
pair_tables_inner_put (void *hand, uint64_t pair)
{
    struct pair_tables_hand *h = hand;
    uint64_t place = pair * UINT64_C (0x9e3779b97f4a7c15);
    assert (h->memo);
    struct pair_tables_memo *m = &h->memo[place >> (64 - MEMO_BITS)];
    if (m->pair == pair && m->id)
        return m->id;
    uint32_t id;
    if (pairs_put (&h->pair_tables->inner, &h->inner, h->cursor->thread, pair,
                   pair_hash (pair), &id)
        == PUT_FULL)
        return 0;
    *m = (struct pair_tables_memo) {pair, id};
    return id;
}

uint32_t
pair_tables_inner_find (void *hand, uint64_t pair)
{
    const struct pair_tables_hand *h = hand;
    uint32_t id;
    return pairs_find (&h->pair_tables->inner, pair, pair_hash (pair), &id) ? id
                                                                            : 0;
}

static enum put
root_put (struct pair_tables_hand *h, uint64_t root, uint64_t hash,
          uint32_t *id)
{
    assert (hash == pair_hash (root));
    enum put put = pairs_put (&h->pair_tables->roots, &h->roots,
                              h->cursor->thread, root, hash, id);
    if (put == PUT_NEW)
        cursor_note (h->cursor, *id, (state_ref) *id + 1);
    if (put == PUT_FULL)
        cursor_full (h->cursor, "memory: the table of states is full");
    return put;
}

enum put
pair_tables_put (struct pair_tables_hand *h, uint64_t root, state_ref *ref)
{
    uint32_t id = 0;
    enum put put = root_put (h, root, pair_hash (root), &id);
    if (put != PUT_FULL)
        *ref = id;
    return put;
}

bool
pair_tables_find (const struct pair_tables_hand *h, uint64_t root,
                  state_ref *ref)
{
    uint32_t id = 0;
    bool found =
        pairs_find (&h->pair_tables->roots, root, pair_hash (root), &id);
    *ref = id;
    return found;
}

bool
pair_tables_flush (struct pair_tables_hand *h)
{
    const struct pairs *roots = &h->pair_tables->roots;
    uint64_t hash[GROVE_QUEUE];
    uint32_t id;
    assert (h->queued <= GROVE_QUEUE);
    bool all = true;
    for (unsigned i = 0; i < h->queued; i++)
        pairs_foresee_record (roots, hash[i] = pair_hash (h->queue[i]));
    for (unsigned i = 0; i < h->queued; i++)
        all &= root_put (h, h->queue[i], hash[i], &id) != PUT_FULL;
    h->queued = 0;
    return all;
}

bool
pair_tables_add (struct pair_tables_hand *h, uint64_t root)
{
    pairs_foresee (&h->pair_tables->roots, pair_hash (root));
    assert (h->queued < GROVE_QUEUE);
    h->queue[h->queued++] = root;
    return h->queued < GROVE_QUEUE || pair_tables_flush (h);
}

enum put
pair_tables_full (struct pair_tables_hand *h)
{
    return cursor_full (h->cursor, "memory: the table of parts is full");
}

bool
pair_tables_sound (const struct pair_tables *g, uint64_t states)
{
    uint64_t roots, inner;
    return pairs_sound (&g->roots, &roots) && pairs_sound (&g->inner, &inner)
           && roots == states;
}
