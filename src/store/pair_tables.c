/* pair_tables.c -- see pair_tables.h. */
#include "store/pair_tables.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MEMO_BITS = 14 };
static const uint64_t usual_cache = UINT64_C (64) << 20;

/* Roots are appended, and read in the order in which they were: an eighth of the
 * cache is theirs. */
static bool
files_init (struct pair_tables *g, store *s)
{
    uint64_t cache = s->cache_bytes ? s->cache_bytes : usual_cache;
    if (s->budget.limit && cache > s->budget.limit / 3)
        cache = s->budget.limit / 3;
    return pairs_init_file (&g->roots, s->scratch, cache / 8, &s->budget,
                            s->hash_mask)
           && pairs_init_file (&g->inner, s->scratch, cache - cache / 8,
                               &s->budget, s->hash_mask);
}

bool
pair_tables_init (struct pair_tables *g, store *s, struct problem *problem)
{
    if (!s->in_files)
        return pairs_init (&g->roots, &s->budget, &s->gate, s->hash_mask)
               && pairs_init (&g->inner, &s->budget, &s->gate, s->hash_mask);
    errno = 0;
    if (files_init (g, s))
        return true;
    if (errno)
        problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                         "no file for states in %s: %s", s->scratch,
                         strerror (errno));
    return false;
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
    store *s = c->store;
    h->memo_bits = store_aid_bits (s, MEMO_BITS, sizeof *h->memo);
    h->memo = pages_new (&s->budget, sizeof *h->memo << h->memo_bits);
    return h->memo
           && pairs_view_init (
               &h->view, &g->inner, &s->budget,
               store_aid_bits (s, MEMO_BITS, sizeof (struct pairs_recent)));
}

void
pair_tables_hand_clear (struct pair_tables_hand *h)
{
    if (!h->cursor)
        return;
    pairs_view_clear (&h->view, &h->cursor->store->budget);
    if (h->memo)
        pages_free (&h->cursor->store->budget, h->memo,
                    sizeof *h->memo << h->memo_bits);
}

uint32_t
pair_tables_inner_put (void *hand, uint64_t pair)
{
    struct pair_tables_hand *h = hand;
    uint64_t place = pair * UINT64_C (0x9e3779b97f4a7c15);
    assert (h->memo);
    struct pair_tables_memo *m = &h->memo[place >> (64 - h->memo_bits)];
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

/* Why a pair got no id. */
static enum put
say_full (struct pair_tables_hand *h, const struct pairs *p, const char *table)
{
    static const char *const reason[] = {[PAIRS_GOOD] = "no room in",
                                         [PAIRS_NO_SPACE] = "no space in",
                                         [PAIRS_NO_ID] = "the file is full in",
                                         [PAIRS_BROKEN] = "the disk fails in"};
    const store *s = h->cursor->store;
    char what[256];
    if (p->file)
        snprintf (what, sizeof what, "%s %s",
                  reason[pair_file_trouble (p->file)], s->scratch);
    else
        snprintf (what, sizeof what, "memory: the table of %s is full", table);
    return cursor_full (h->cursor, what);
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
        say_full (h, &h->pair_tables->roots, "states");
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
    return say_full (h, &h->pair_tables->inner, "parts");
}

bool
pair_tables_failed (struct pair_tables_hand *h)
{
    const struct pair_tables *g = h->pair_tables;
    const struct pairs *bad = pairs_broken (&g->roots)   ? &g->roots
                              : pairs_broken (&g->inner) ? &g->inner
                                                         : NULL;
    if (bad)
        say_full (h, bad, "");
    return bad;
}

void
pair_tables_yield (struct pair_tables *g)
{
    struct pairs *both[] = {&g->roots, &g->inner};
    for (size_t i = 0; i < 2; i++)
        if (both[i]->file)
            mini_states_yield (&both[i]->file->minis);
}

static void
describe_cache (struct paged *p, const char *name, struct text *to)
{
    uint64_t reads, hits;
    paged_hits (p, &reads, &hits);
    if (reads)
        text_print (to, "cache %s: %.1f %% of %" PRIu64 " reads\n", name,
                    100 * (double) hits / (double) reads, reads);
}

void
pair_tables_describe (const struct pair_tables *g, struct text *to)
{
    struct pair_file *roots = g->roots.file, *inner = g->inner.file;
    assert (to);
    if (!roots || !inner)
        return;
    describe_cache (&roots->pages, "states", to);
    describe_cache (&inner->pages, "parts", to);
    text_print (to, "files by: %s\n", paged_way_name (&inner->pages));
    text_print (to,
                "mini-states in files: %" PRIu64 " of states, %" PRIu64
                " of parts\n",
                mini_states_spilled (&roots->minis),
                mini_states_spilled (&inner->minis));
}

bool
pair_tables_sound (const struct pair_tables *g, uint64_t states)
{
    uint64_t roots, inner;
    return pairs_sound (&g->roots, &roots) && pairs_sound (&g->inner, &inner)
           && roots == states;
}
