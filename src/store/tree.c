/* tree.c -- the store of hash-consed pairs (after Laarman, van de Pol and
 * Weber, "Parallel recursive state compression for free", 2011).
 *
 * The words of a state are the leaves of a binary tree; every node is a pair of
 * what stands below it, stored once (pair_tables.h).  The shape depends on nothing but
 * the number of words, so a pair need not say on what level it stands.  States
 * that vary and have parts: part_tree.c. */
#include "store/store_internal.h"

#include <string.h>

#include "store/cursor_cache.h"
#include "store/pair_tables.h"

enum { WORD = 4, FRAMES = 8 };

struct tree_state {
    store common;
    struct pair_tables pair_tables;
    uint32_t *ends; /* of the parts, in words; null: states vary */
};

struct tree_cursor {
    cursor common;
    struct pair_tables_hand hand;
    /* By number of words; `last` holds the state that was read last, and must
     * stay as it is; it may have to give way to one in `spare`. */
    struct frame frame[FRAMES], spare;
    struct frame *last;
};

static struct tree_state *
tree_of (const cursor *c)
{
    return (struct tree_state *) c->store;
}

/* A word on the border of two parts belongs to the first. */
static void
tree_ends (struct tree_state *t)
{
    const store *s = &t->common;
    assert (s->ends && s->parts > 0);
    t->ends = NEW_ARRAY (uint32_t, s->parts);
    for (size_t i = 0; i < s->parts; i++) {
        assert (!i || s->ends[i - 1] <= s->ends[i]);
        t->ends[i] = (s->ends[i] + WORD - 1) / WORD;
    }
    if (t->ends[s->parts - 1] < 2)
        t->ends[s->parts - 1] = 2;
}

static bool
tree_init (store *s, struct problem *problem)
{
    struct tree_state *t = (struct tree_state *) s;
    if (s->ends)
        tree_ends (t);
    return pair_tables_init (&t->pair_tables, s, problem);
}

static void
tree_free (store *s)
{
    struct tree_state *t = (struct tree_state *) s;
    pair_tables_clear (&t->pair_tables);
    memory_free (t->ends);
}

static bool
tree_cursor_init (cursor *common)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    return pair_tables_hand_init (&c->hand, &tree_of (common)->pair_tables,
                                  common);
}

static void
tree_cursor_free (cursor *common)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    for (size_t i = 0; i < FRAMES; i++)
        frame_clear (&c->frame[i]);
    frame_clear (&c->spare);
    pair_tables_hand_clear (&c->hand);
}

static struct leaves
leaves_of (const struct tree_state *t, struct bytes state)
{
    return (struct leaves) {state, !t->ends};
}

static struct frame *
frame_for (struct tree_cursor *c, uint32_t words)
{
    const struct tree_state *t = tree_of (&c->common);
    struct frame *f = &c->frame[t->ends ? 0 : words % FRAMES];
    if (f->tree_layout.words == words)
        return f;
    if (f == c->last)
        f = &c->spare;
    if (f->tree_layout.words == words)
        return f;
    frame_clear (f);
    if (t->ends)
        frame_init (f, 0, t->ends, t->common.parts);
    else
        frame_init (f, 1, (uint32_t[]) {1, words}, 2);
    assert (f->tree_layout.words == words);
    return f;
}

/* The frame whose state is to be replaced by another of that size. */
static struct frame *
frame_to_read (struct tree_cursor *c, uint32_t words)
{
    c->last = NULL;
    return frame_for (c, words);
}

static struct bytes
tree_read (cursor *common, state_ref ref)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    const struct tree_state *t = tree_of (common);
    assert (ref && ref <= UINT32_MAX);
    uint64_t root = pairs_at (&t->pair_tables.roots, (uint32_t) ref);
    size_t size = t->ends ? t->common.state_size : pair_left (root);
    struct leaves like = leaves_of (t, (struct bytes) {NULL, size});
    struct frame *f = frame_to_read (c, leaves_words (like));
    assert (f != &c->spare);
    frame_descend (f, &c->hand.view, root);
    f->size = size;
    common->behind = ref + 1;
    if (pair_tables_failed (&c->hand)) {
        frame_clear (f);
        return (struct bytes) {NULL, 0};
    }
    c->last = f;
    return frame_state (f);
}

/* The root pair of a state; false: a pair below it has no id. */
static bool
tree_climb (struct tree_cursor *c, struct bytes state, pair_id *id,
            uint64_t *root)
{
    struct leaves l = leaves_of (tree_of (&c->common), state);
    struct frame *f = frame_for (c, leaves_words (l));
    if (!frame_climb (f, l, id, &c->hand, root))
        return false;
    assert (f->tree_layout.words == leaves_words (l));
    if (f == c->last)
        frame_undo (f);
    else
        frame_keep (f, l);
    return true;
}

static enum put
tree_put (cursor *common, struct bytes state, state_ref *ref)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    uint64_t root;
    return tree_climb (c, state, pair_tables_inner_put, &root)
               ? pair_tables_put (&c->hand, root, ref)
               : pair_tables_full (&c->hand);
}

static bool
tree_find (cursor *common, struct bytes state, state_ref *ref)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    uint64_t root;
    return tree_climb (c, state, pair_tables_inner_find, &root)
           && pair_tables_find (&c->hand, root, ref);
}

static bool
tree_add (cursor *common, struct bytes state)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    uint64_t root;
    return tree_climb (c, state, pair_tables_inner_put, &root)
               ? pair_tables_add (&c->hand, root)
               : pair_tables_full (&c->hand) != PUT_FULL;
}

static bool
tree_flush (cursor *common)
{
    return pair_tables_flush (&((struct tree_cursor *) common)->hand);
}

static bool
tree_sound (const store *s)
{
    const struct tree_state *t = (const struct tree_state *) s;
    for (unsigned i = 0; i < s->threads; i++) {
        const struct tree_cursor *c = (struct tree_cursor *) s->cursors[i];
        if (c->last && !frame_sound (c->last, &c->hand.view))
            return false;
    }
    return pair_tables_sound (&t->pair_tables, store_states (s));
}

static void
tree_yield (store *s)
{
    pair_tables_yield (&((struct tree_state *) s)->pair_tables);
}

static void
tree_describe (const store *s, struct text *to)
{
    pair_tables_describe (&((const struct tree_state *) s)->pair_tables, to);
}

const struct store_class store_tree = {
    .name = "tree",
    .exact = true,
    .size = sizeof (struct tree_state),
    .init = tree_init,
    .free = tree_free,
    .cursor_size = sizeof (struct tree_cursor),
    .cursor_init = tree_cursor_init,
    .cursor_free = tree_cursor_free,
    .read = tree_read,
    .put = tree_put,
    .find = tree_find,
    .add = tree_add,
    .flush = tree_flush,
    .sound = tree_sound,
    .yield = tree_yield,
    .describe = tree_describe,
};
