/* tree.c -- the store of hash-consed pairs (after Laarman, van de Pol and
 * Weber, "Parallel recursive state compression for free", 2011).
 *
 * The words of a state are the leaves of a binary tree; every node is a pair of
 * what stands below it, stored once.  Root pairs have a table of their own,
 * where the reference of a state is the number of its root; all other pairs
 * share one.  The shape depends on nothing but the number of words, so a pair
 * need not say on what level it stands. */
#include "store/store_private.h"

#include <string.h>

#include "store/frame.h"

enum { WORD = 4, FRAMES = 8, QUEUE = 16, MEMO_BITS = 14 };

struct tree {
    store common;
    struct pairs roots, inner;
    uint32_t *ends; /* of the parts, in words; null: states vary */
};

/* Ids of pairs that were asked for lately. */
struct memo {
    uint64_t pair;
    uint32_t id; /* 0: empty */
};

struct tree_cursor {
    cursor common;
    struct pairs_hand roots, inner;
    /* By number of words; `last` holds the state that was read last, and must
     * stay as it is; it may have to give way to one in `spare`. */
    struct frame frame[FRAMES], spare;
    struct frame *last;
    struct memo *memo;
    uint64_t queue[QUEUE]; /* root pairs */
    unsigned queued;
};

static struct tree *
tree_of (const cursor *c)
{
    return (struct tree *) c->store;
}

/* A word on the border of two parts belongs to the first. */
static void
tree_ends (struct tree *t)
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
    struct tree *t = (struct tree *) s;
    if (s->ends)
        tree_ends (t);
    return pairs_init (&t->roots, &s->budget, &s->gate, s->hash_mask)
           && pairs_init (&t->inner, &s->budget, &s->gate, s->hash_mask);
}

static void
tree_free (store *s)
{
    struct tree *t = (struct tree *) s;
    pairs_clear (&t->roots);
    pairs_clear (&t->inner);
    memory_free (t->ends);
}

static bool
tree_cursor_init (cursor *common)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    c->memo = pages_new (&common->store->budget, sizeof *c->memo << MEMO_BITS);
    return c->memo;
}

static void
tree_cursor_free (cursor *common)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    for (size_t i = 0; i < FRAMES; i++)
        frame_clear (&c->frame[i]);
    frame_clear (&c->spare);
    pages_free (&common->store->budget, c->memo, sizeof *c->memo << MEMO_BITS);
}

static struct leaves
leaves_of (const struct tree *t, struct bytes state)
{
    return (struct leaves){state, !t->ends};
}

static struct frame *
frame_for (struct tree_cursor *c, uint32_t words)
{
    const struct tree *t = tree_of (&c->common);
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
        frame_init (f, 1, (uint32_t[]){1, words}, 2);
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
    const struct tree *t = tree_of (common);
    assert (ref && ref <= UINT32_MAX);
    uint64_t root = pairs_at (&t->roots, (uint32_t) ref);
    size_t size = t->ends ? t->common.state_size : pair_left (root);
    struct leaves like = leaves_of (t, (struct bytes){NULL, size});
    struct frame *f = frame_to_read (c, leaves_words (like));
    assert (f != &c->spare);
    frame_descend (f, &t->inner, root);
    f->size = size;
    c->last = f;
    common->behind = ref + 1;
    return frame_state (f);
}

static uint32_t
inner_put (void *context, uint64_t pair)
{
    struct tree_cursor *c = context;
    uint64_t place = pair * UINT64_C (0x9e3779b97f4a7c15);
    assert (c->memo);
    struct memo *m = &c->memo[place >> (64 - MEMO_BITS)];
    if (m->pair == pair && m->id)
        return m->id;
    uint32_t id;
    if (pairs_put (&tree_of (&c->common)->inner, &c->inner, c->common.thread,
                   pair, pair_hash (pair), &id)
        == PUT_FULL)
        return 0;
    *m = (struct memo){pair, id};
    return id;
}

static uint32_t
inner_find (void *context, uint64_t pair)
{
    struct tree_cursor *c = context;
    uint32_t id;
    return pairs_find (&tree_of (&c->common)->inner, pair, pair_hash (pair),
                       &id)
               ? id
               : 0;
}

/* The root pair of a state; false: a pair below it has no id. */
static bool
tree_climb (struct tree_cursor *c, struct bytes state, frame_id *id,
            uint64_t *root)
{
    struct leaves l = leaves_of (tree_of (&c->common), state);
    struct frame *f = frame_for (c, leaves_words (l));
    if (!frame_climb (f, l, id, c, root))
        return false;
    assert (f->shape.words == leaves_words (l));
    if (f == c->last)
        frame_undo (f);
    else
        frame_keep (f, l);
    return true;
}

static enum put
root_put (struct tree_cursor *c, uint64_t root, uint64_t hash, uint32_t *id)
{
    assert (hash == pair_hash (root));
    enum put put = pairs_put (&tree_of (&c->common)->roots, &c->roots,
                              c->common.thread, root, hash, id);
    if (put == PUT_NEW)
        cursor_note (&c->common, *id, (state_ref) *id + 1);
    if (put == PUT_FULL)
        cursor_full (&c->common, "memory: the table of states is full");
    return put;
}

static enum put
tree_put (cursor *common, struct bytes state, state_ref *ref)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    uint64_t root;
    uint32_t id;
    enum put put = PUT_FULL;
    gate_enter (&common->store->gate, common->thread);
    if (!tree_climb (c, state, inner_put, &root))
        cursor_full (common, "memory: the table of parts is full");
    else if ((put = root_put (c, root, pair_hash (root), &id)) != PUT_FULL)
        *ref = id;
    gate_leave (&common->store->gate, common->thread);
    return put;
}

static bool
tree_find (cursor *common, struct bytes state, state_ref *ref)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    uint64_t root;
    uint32_t id = 0;
    gate_enter (&common->store->gate, common->thread);
    bool found =
        tree_climb (c, state, inner_find, &root)
        && pairs_find (&tree_of (common)->roots, root, pair_hash (root), &id);
    gate_leave (&common->store->gate, common->thread);
    *ref = id;
    return found;
}

/* Inside the gate. */
static bool
queue_empty (struct tree_cursor *c)
{
    const struct pairs *roots = &tree_of (&c->common)->roots;
    uint64_t hash[QUEUE];
    uint32_t id;
    assert (c->queued <= QUEUE);
    bool all = true;
    for (unsigned i = 0; i < c->queued; i++)
        pairs_foresee_record (roots, hash[i] = pair_hash (c->queue[i]));
    for (unsigned i = 0; i < c->queued; i++)
        all &= root_put (c, c->queue[i], hash[i], &id) != PUT_FULL;
    c->queued = 0;
    return all;
}

static bool
tree_add (cursor *common, struct bytes state)
{
    struct tree_cursor *c = (struct tree_cursor *) common;
    uint64_t root;
    gate_enter (&common->store->gate, common->thread);
    bool done = tree_climb (c, state, inner_put, &root);
    if (done) {
        pairs_foresee (&tree_of (common)->roots, pair_hash (root));
        c->queue[c->queued++] = root;
        done = c->queued < QUEUE || queue_empty (c);
    } else
        cursor_full (common, "memory: the table of parts is full");
    gate_leave (&common->store->gate, common->thread);
    return done;
}

static bool
tree_flush (cursor *common)
{
    gate_enter (&common->store->gate, common->thread);
    bool done = queue_empty ((struct tree_cursor *) common);
    gate_leave (&common->store->gate, common->thread);
    return done;
}

static bool
tree_sound (const store *s)
{
    const struct tree *t = (const struct tree *) s;
    uint64_t roots, inner;
    for (unsigned i = 0; i < s->threads; i++) {
        const struct tree_cursor *c = (struct tree_cursor *) s->cursors[i];
        if (c->last && !frame_sound (c->last, &t->inner))
            return false;
    }
    return pairs_sound (&t->roots, &roots) && pairs_sound (&t->inner, &inner)
           && roots == store_states (s);
}

const struct store_class store_tree = {
    .name = "tree",
    .exact = true,
    .size = sizeof (struct tree),
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
