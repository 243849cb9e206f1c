/* part_tree.c -- the tree store of states that vary, part by part.
 *
 * A part is a node levels of its words (node_levels.h) under a pair with its size; the ids
 * of these pairs, one a part, are the words of two more towers: one of parts 0,
 * 2, 4 .., one of parts 1, 3, 5 ..
 *
 *     root (even, top of the odd parts)             one a state
 *     even (number of parts, top of the even parts)
 *     part (size in bytes, top of its words)
 *
 * A root thus names the state: `even` says how many parts there are, and so how
 * both towers are read; a part's size says how its words are.  Parts that
 * change often tend to be neighbours, threads beside threads; dealt out to two
 * sides, roots are many and the pairs below them few.
 *
 * The cursor keeps all towers of the state that was read last.  What is put is
 * compared with it part by part, and only parts that differ are climbed, if they
 * were not put lately. */
#include "store/store_internal.h"

#include <string.h>

#include "store/pair_tables.h"
#include "store/node_levels.h"

enum { WORD = 4 };
#define NOWHERE UINT32_MAX

struct part_tree {
    store common;
    struct pair_tables pair_tables;
};

struct part_tree_part {
    struct node_levels node_levels;
    uint32_t size;
    uint32_t id; /* 0: this is nothing */
    uint32_t at; /* where its bytes stand in the base; NOWHERE: not there */
};

/* The id of a part that was put lately; two cache lines. */
enum { RECALL_BYTES = 120, RECALL_BITS = 10 /* or less */ };
struct recall {
    uint32_t id, size;
    uint8_t bytes[RECALL_BYTES];
};

struct part_tree_cursor {
    cursor common;
    struct pair_tables_hand hand;
    struct node_levels_work work;
    struct recall *recall;
    unsigned recall_bits;
    /* The base: what was read last, and must stay as it is; before anything was
     * read, what was put last. */
    bool reading;
    uint8_t *bytes;
    size_t size, room;
    struct part_tree_part *part;
    size_t parts, part_room;
    struct node_levels side[2];
    /* Of the state that is put. */
    uint32_t end[PARTS_MOST], id[2][PARTS_MOST / 2 + 1];
    uint32_t *word; /* of one of its parts */
    size_t word_room;
};

static struct part_tree *
part_tree_of (const cursor *c)
{
    return (struct part_tree *) c->store;
}

static bool
part_tree_init (store *s, struct problem *problem)
{
    assert (s->parts_of && !s->ends);
    return pair_tables_init (&((struct part_tree *) s)->pair_tables, s,
                             problem);
}

static void
part_tree_free (store *s)
{
    pair_tables_clear (&((struct part_tree *) s)->pair_tables);
}

static bool
part_tree_cursor_init (cursor *common)
{
    struct part_tree_cursor *c = (struct part_tree_cursor *) common;
    c->recall_bits =
        store_aid_bits (common->store, RECALL_BITS, sizeof *c->recall);
    c->recall =
        pages_new (&common->store->budget, sizeof *c->recall << c->recall_bits);
    return c->recall
           && pair_tables_hand_init (
               &c->hand, &part_tree_of (common)->pair_tables, common);
}

static void
part_tree_cursor_free (cursor *common)
{
    struct part_tree_cursor *c = (struct part_tree_cursor *) common;
    for (size_t i = 0; i < c->part_room; i++)
        node_levels_clear (&c->part[i].node_levels);
    for (size_t i = 0; i < 2; i++)
        node_levels_clear (&c->side[i]);
    node_levels_work_clear (&c->work);
    pages_free (&common->store->budget, c->recall,
                sizeof *c->recall << c->recall_bits);
    memory_free (c->part);
    memory_free (c->bytes);
    memory_free (c->word);
    pair_tables_hand_clear (&c->hand);
}

/* ---- the base */

static void
base_parts (struct part_tree_cursor *c, size_t parts)
{
    if (parts > c->part_room) {
        size_t room = parts + parts / 2 + 8;
        c->part = memory_resize (c->part, room * sizeof *c->part);
        memset (c->part + c->part_room, 0,
                (room - c->part_room) * sizeof *c->part);
        c->part_room = room;
    }
    for (size_t i = parts; i < c->parts; i++)
        c->part[i].at = NOWHERE;
    c->parts = parts;
}

static void
base_size (struct part_tree_cursor *c, size_t size)
{
    if (size + WORD > c->room) {
        c->room = size + size / 2 + 64;
        c->bytes = memory_resize (c->bytes, c->room);
    }
    c->size = size;
}

static void
base_forget (struct part_tree_cursor *c)
{
    for (size_t i = 0; i < c->part_room; i++) {
        c->part[i].id = c->part[i].size = 0;
        c->part[i].node_levels.words = 0;
    }
    c->side[0].words = c->side[1].words = 0;
    c->parts = c->size = 0;
}

static uint32_t
words_of (uint32_t size)
{
    return size / WORD + (size % WORD > 0);
}

/* Parts 0, 2, .. on side 0, the others on side 1. */
static uint32_t
side_parts (uint32_t parts, uint32_t side)
{
    return (parts + 1 - side) / 2;
}

static void
part_descend (struct part_tree_cursor *c, struct part_tree_part *p, uint32_t id)
{
    const struct pairs_view *inner = &c->hand.view;
    /* Its words are not there if it was only put (part_replace). */
    if (p->id == id && p->node_levels.words == words_of (p->size))
        return;
    uint64_t pair = pairs_view_at (inner, id);
    p->id = id;
    p->at = NOWHERE;
    p->size = pair_left (pair);
    node_levels_descend (&p->node_levels, &c->work, inner, words_of (p->size),
                         pair_right (pair));
}

/* The bytes of all parts, where they changed or moved. */
static void
base_bytes (struct part_tree_cursor *c)
{
    uint32_t at = 0;
    for (size_t i = 0; i < c->parts; i++) {
        struct part_tree_part *p = &c->part[i];
        if (p->at != at && p->size)
            memcpy (c->bytes + at, p->node_levels.value, p->size);
        p->at = at;
        at += p->size;
    }
    assert (at == c->size);
}

static struct bytes
part_tree_read (cursor *common, state_ref ref)
{
    struct part_tree_cursor *c = (struct part_tree_cursor *) common;
    const struct pair_tables *g = &part_tree_of (common)->pair_tables;
    assert (ref && ref <= UINT32_MAX);
    uint64_t root = pairs_at (&g->roots, (uint32_t) ref);
    uint64_t even = pairs_view_at (&c->hand.view, pair_left (root));
    uint32_t parts = pair_left (even);
    node_levels_descend (&c->side[0], &c->work, &c->hand.view,
                         side_parts (parts, 0), pair_right (even));
    node_levels_descend (&c->side[1], &c->work, &c->hand.view,
                         side_parts (parts, 1), pair_right (root));
    base_parts (c, parts);
    size_t size = 0;
    for (uint32_t i = 0; i < parts; i++) {
        part_descend (c, &c->part[i], c->side[i % 2].value[i / 2]);
        size += c->part[i].size;
    }
    c->reading = true;
    common->behind = ref + 1;
    if (pair_tables_failed (&c->hand)) {
        base_forget (c);
        return (struct bytes) {NULL, 0};
    }
    base_size (c, size);
    base_bytes (c);
    return (struct bytes) {c->bytes, c->size};
}

/* ---- putting */

static bool
part_is (const struct part_tree_cursor *c, size_t i, struct bytes b)
{
    if (i >= c->parts || c->part[i].size != b.size)
        return false;
    return !b.size || !memcmp (c->bytes + c->part[i].at, b.data, b.size);
}

/* The words of a part; zeros fill up the last. */
static const uint32_t *
part_words (struct part_tree_cursor *c, struct bytes b)
{
    size_t words = words_of ((uint32_t) b.size);
    if (words > c->word_room) {
        c->word_room = words + words / 2;
        c->word = memory_resize (c->word, c->word_room * WORD);
    }
    if (words) {
        c->word[words - 1] = 0;
        memcpy (c->word, b.data, b.size);
    }
    return c->word;
}

/* Its id, from its words; with `keep` it becomes part i of the base.  0: none.
 */
static uint32_t
part_climb (struct part_tree_cursor *c, size_t i, struct bytes b, pair_id *id)
{
    struct node_levels none = {0};
    struct part_tree_part *p = i < c->parts ? &c->part[i] : NULL;
    const uint32_t *word = part_words (c, b);
    uint32_t top, words = words_of ((uint32_t) b.size);
    bool keep = !c->reading;
    assert (p || !keep);
    if (!node_levels_climb (p ? &p->node_levels : &none, &c->work, word, words,
                            keep, id, &c->hand, &top))
        return 0;
    uint32_t now = id (&c->hand, pair_of ((uint32_t) b.size, top));
    if (keep) {
        p->id = now;
        p->size = (uint32_t) b.size;
    }
    return now;
}

/* Part i of the base is another one from now on, without its words. */
static uint32_t
part_replace (struct part_tree_cursor *c, size_t i, const struct recall *r)
{
    struct part_tree_part *p = &c->part[i];
    assert (!c->reading && i < c->parts);
    p->id = r->id;
    p->size = r->size;
    p->node_levels.words = 0;
    return r->id;
}

/* From what was put lately, if it is small enough; else as above. */
static uint32_t
part_recall (struct part_tree_cursor *c, size_t i, struct bytes b, pair_id *id)
{
    if (b.size > RECALL_BYTES)
        return part_climb (c, i, b, id);
    struct recall *r = &c->recall[digest_of (b).low >> (64 - c->recall_bits)];
    if (r->id && r->size == b.size && !memcmp (r->bytes, b.data, b.size))
        return c->reading ? r->id : part_replace (c, i, r);
    uint32_t now = part_climb (c, i, b, id);
    if (now) {
        r->id = now;
        r->size = (uint32_t) b.size;
        memcpy (r->bytes, b.data, b.size);
    }
    return now;
}

/* A part that is as in the base, or as far from the end as there: objects come
 * and go in the middle. */
static uint32_t
part_id (struct part_tree_cursor *c, size_t i, size_t parts, struct bytes b,
         pair_id *id)
{
    if (part_is (c, i, b))
        return c->part[i].id;
    if (c->reading && c->parts != parts && i + c->parts >= parts
        && part_is (c, i + c->parts - parts, b))
        return c->part[i + c->parts - parts].id;
    return part_recall (c, i, b, id);
}

/* The ids of all parts into c->id.  False: one has none. */
static bool
part_tree_parts (struct part_tree_cursor *c, struct bytes state, size_t parts,
                 pair_id *id)
{
    for (size_t i = 0; i < parts; i++) {
        uint32_t start = i ? c->end[i - 1] : 0;
        struct bytes b = {state.data + start, c->end[i] - start};
        uint32_t now = part_id (c, i, parts, b, id);
        if (!now)
            return false;
        c->id[i % 2][i / 2] = now;
    }
    return true;
}

static bool
part_tree_root (struct part_tree_cursor *c, uint32_t parts, pair_id *id,
                uint64_t *root)
{
    uint32_t top[2];
    for (uint32_t i = 0; i < 2; i++)
        if (!node_levels_climb (&c->side[i], &c->work, c->id[i],
                                side_parts (parts, i), !c->reading, id,
                                &c->hand, &top[i]))
            return false;
    uint32_t even = id (&c->hand, pair_of (parts, top[0]));
    *root = pair_of (even, top[1]);
    return even;
}

/* Room for a state of so many parts; new ones are equal to nothing. */
static void
base_prepare (struct part_tree_cursor *c, size_t parts)
{
    size_t before = c->parts;
    base_parts (c, parts);
    for (size_t i = before; i < parts; i++) {
        c->part[i].node_levels.words = 0;
        c->part[i].size = UINT32_MAX;
    }
}

static void
base_keep (struct part_tree_cursor *c, struct bytes state)
{
    base_size (c, state.size);
    if (state.size)
        memcpy (c->bytes, state.data, state.size);
    for (size_t i = 0; i < c->parts; i++)
        c->part[i].at = i ? c->end[i - 1] : 0;
}

/* The root pair of a state; false: a pair below it has no id. */
static bool
part_tree_climb (struct part_tree_cursor *c, struct bytes state, pair_id *id,
                 uint64_t *root)
{
    size_t parts = store_split (c->common.store, state, c->end);
    if (!c->reading)
        base_prepare (c, parts);
    bool done = part_tree_parts (c, state, parts, id)
                && part_tree_root (c, (uint32_t) parts, id, root);
    if (!c->reading && done)
        base_keep (c, state);
    else if (!c->reading)
        base_forget (c);
    return done;
}

static enum put
part_tree_put (cursor *common, struct bytes state, state_ref *ref)
{
    struct part_tree_cursor *c = (struct part_tree_cursor *) common;
    uint64_t root;
    return part_tree_climb (c, state, pair_tables_inner_put, &root)
               ? pair_tables_put (&c->hand, root, ref)
               : pair_tables_full (&c->hand);
}

static bool
part_tree_find (cursor *common, struct bytes state, state_ref *ref)
{
    struct part_tree_cursor *c = (struct part_tree_cursor *) common;
    uint64_t root;
    return part_tree_climb (c, state, pair_tables_inner_find, &root)
           && pair_tables_find (&c->hand, root, ref);
}

static bool
part_tree_add (cursor *common, struct bytes state)
{
    struct part_tree_cursor *c = (struct part_tree_cursor *) common;
    uint64_t root;
    return part_tree_climb (c, state, pair_tables_inner_put, &root)
               ? pair_tables_add (&c->hand, root)
               : pair_tables_full (&c->hand) != PUT_FULL;
}

static bool
part_tree_flush (cursor *common)
{
    return pair_tables_flush (&((struct part_tree_cursor *) common)->hand);
}

static bool
base_sound (const struct part_tree_cursor *c)
{
    const struct pairs_view *inner = &c->hand.view;
    for (size_t i = 0; i < c->parts; i++) {
        const struct part_tree_part *p = &c->part[i];
        if (!c->reading && !p->node_levels.words)
            continue; /* its words are not there (part_replace) */
        if (!node_levels_sound (&p->node_levels, inner)
            || pairs_view_at (inner, p->id)
                   != pair_of (p->size, node_levels_top (&p->node_levels))
            || (p->size
                && memcmp (p->node_levels.value, c->bytes + p->at, p->size)))
            return false;
    }
    return node_levels_sound (&c->side[0], inner)
           && node_levels_sound (&c->side[1], inner);
}

static bool
part_tree_sound (const store *s)
{
    const struct pair_tables *g = &((const struct part_tree *) s)->pair_tables;
    for (unsigned i = 0; i < s->threads; i++)
        if (!base_sound ((const struct part_tree_cursor *) s->cursors[i]))
            return false;
    return pair_tables_sound (g, store_states (s));
}

static void
part_tree_yield (store *s)
{
    pair_tables_yield (&((struct part_tree *) s)->pair_tables);
}

static void
part_tree_describe (const store *s, struct text *to)
{
    pair_tables_describe (&((const struct part_tree *) s)->pair_tables, to);
}

const struct store_class store_forest = {
    .name = "tree",
    .exact = true,
    .size = sizeof (struct part_tree),
    .init = part_tree_init,
    .free = part_tree_free,
    .cursor_size = sizeof (struct part_tree_cursor),
    .cursor_init = part_tree_cursor_init,
    .cursor_free = part_tree_cursor_free,
    .read = part_tree_read,
    .put = part_tree_put,
    .find = part_tree_find,
    .add = part_tree_add,
    .flush = part_tree_flush,
    .sound = part_tree_sound,
    .yield = part_tree_yield,
    .describe = part_tree_describe,
};
