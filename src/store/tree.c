/* tree.c -- the store of hash-consed pairs (after Laarman, van de Pol and
 * Weber, "Parallel recursive state compression for free", 2011).
 *
 * The words of a state are the leaves of a binary tree; every node is a pair of
 * what stands below it, stored once (grove.h).  The shape depends on nothing but
 * the number of words, so a pair need not say on what level it stands.  States
 * that vary and have parts: forest.c. */
#include "store/store_internal.h"

#include <string.h>

#include "store/frame.h"
#include "store/grove.h"

enum { WORD = 4, FRAMES = 8 };

struct tree_state {
    store common;
    struct grove grove;
    uint32_t *ends; /* of the parts, in words; null: states vary */
};

struct tree_cursor {
    cursor common;
    struct grove_hand hand;
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
    (void) problem;
    struct tree_state *t = (struct tree_state *) s;
    if (s->ends)
        tree_ends (t);
    return grove_init (&t->grove, s);
}

static void
tree_free (store *s)
{
    struct tree_state *t = (struct tree_state *) s;
    grove_clear (&t->grove);
    memory_free (t->ends);
}

static bool
tree_cursor_init (cursor *common)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    return grove_hand_init (&c->hand, &tree_of (common)->grove, common);
}

static void
tree_cursor_free (cursor *common)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    for (size_t i = 0; i < FRAMES; i++)
        frame_clear (&c->frame[i]);
    frame_clear (&c->spare);
    grove_hand_clear (&c->hand);
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
    if (f->shape.words == words)
        return f;
    if (f == c->last)
        f = &c->spare;
    if (f->shape.words == words)
        return f;
    frame_clear (f);
    if (t->ends)
        frame_init (f, 0, t->ends, t->common.parts);
    else
        frame_init (f, 1, (uint32_t[]) {1, words}, 2);
    assert (f->shape.words == words);
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
    uint64_t root = pairs_at (&t->grove.roots, (uint32_t) ref);
    size_t size = t->ends ? t->common.state_size : pair_left (root);
    struct leaves like = leaves_of (t, (struct bytes) {NULL, size});
    struct frame *f = frame_to_read (c, leaves_words (like));
    assert (f != &c->spare);
    frame_descend (f, &t->grove.inner, root);
    f->size = size;
    c->last = f;
    common->behind = ref + 1;
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
    assert (f->shape.words == leaves_words (l));
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
    gate_enter (&common->store->gate, common->thread);
    enum put put = tree_climb (c, state, grove_inner_put, &root)
                       ? grove_put (&c->hand, root, ref)
                       : grove_full (&c->hand);
    gate_leave (&common->store->gate, common->thread);
    return put;
}

static bool
tree_find (cursor *common, struct bytes state, state_ref *ref)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    uint64_t root;
    gate_enter (&common->store->gate, common->thread);
    bool found = tree_climb (c, state, grove_inner_find, &root)
                 && grove_find (&c->hand, root, ref);
    gate_leave (&common->store->gate, common->thread);
    return found;
}

static bool
tree_add (cursor *common, struct bytes state)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    uint64_t root;
    gate_enter (&common->store->gate, common->thread);
    bool done = tree_climb (c, state, grove_inner_put, &root)
                    ? grove_add (&c->hand, root)
                    : grove_full (&c->hand) != PUT_FULL;
    gate_leave (&common->store->gate, common->thread);
    return done;
}

static bool
tree_flush (cursor *common)
{
    gate_enter (&common->store->gate, common->thread);
    bool done = grove_flush (&((struct tree_cursor *) common)->hand);
    gate_leave (&common->store->gate, common->thread);
    return done;
}

static bool
tree_sound (const store *s)
{
    const struct tree_state *t = (const struct tree_state *) s;
    for (unsigned i = 0; i < s->threads; i++) {
        const struct tree_cursor *c = (struct tree_cursor *) s->cursors[i];
        if (c->last && !frame_sound (c->last, &t->grove.inner))
            return false;
    }
    return grove_sound (&t->grove, store_states (s));
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
};
