/* cursor_cache.c -- see cursor_cache.h. */
#include "store/cursor_cache.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum { WORD = 4, CHUNK = 128, BLOCK = 1024 };

uint32_t
leaves_words (struct leaves l)
{
    size_t words = l.lead + (l.state.size + WORD - 1) / WORD;
    assert (words < UINT32_MAX / 2);
    return words < 2 ? 2 : (uint32_t) words;
}

void
frame_init (struct frame *f, uint32_t lead, const uint32_t ends[], size_t parts)
{
    assert (lead <= 1);
    tree_layout_init (&f->tree_layout, ends, parts);
    uint32_t words = f->tree_layout.words, nodes = f->tree_layout.nodes;
    f->lead = lead;
    f->id = NEW_ARRAY (uint32_t, nodes);
    f->bytes = NEW_ARRAY (uint8_t, (size_t) words *WORD);
    f->dirty = NEW_ARRAY (uint64_t, nodes / 64 + 1);
    f->words = NEW_ARRAY (uint64_t, nodes / 4096 + 1);
    f->stack = NEW_ARRAY (uint32_t, nodes);
    f->old = NEW_ARRAY (uint32_t, nodes);
    f->changed = f->size = 0;
}

void
frame_clear (struct frame *f)
{
    tree_layout_clear (&f->tree_layout);
    memory_free (f->id);
    memory_free (f->bytes);
    memory_free (f->dirty);
    memory_free (f->words);
    memory_free (f->stack);
    memory_free (f->old);
    *f = (struct frame) {0};
}

static uint32_t
leaves_word (struct leaves l, uint32_t i)
{
    if (i < l.lead)
        return (uint32_t) l.state.size;
    size_t at = (size_t) (i - l.lead) * WORD;
    uint32_t word = 0;
    if (at + WORD <= l.state.size)
        memcpy (&word, l.state.data + at, WORD);
    else if (at < l.state.size)
        memcpy (&word, l.state.data + at, l.state.size - at);
    return word;
}

static uint32_t
frame_word (const struct frame *f, uint32_t i)
{
    uint32_t word;
    memcpy (&word, f->bytes + (size_t) i * WORD, WORD);
    return word;
}

static inline void
frame_mark (struct frame *f, uint32_t child)
{
    uint32_t node = f->tree_layout.up[child];
    assert (node < f->tree_layout.nodes);
    f->dirty[node / 64] |= UINT64_C (1) << node % 64;
    f->words[node / 4096] |= UINT64_C (1) << node / 64 % 64;
}

/* Marks what stands over words that differ. */
static void
frame_compare_chunk (struct frame *f, const uint8_t *a, const uint8_t *b,
                     uint32_t first)
{
    for (uint32_t i = 0; i < CHUNK; i += 2 * WORD) {
        uint64_t x, y;
        memcpy (&x, a + i, sizeof x);
        memcpy (&y, b + i, sizeof y);
        if (x == y)
            continue;
        /* One of the two may be equal; what is above it then stays as it is. */
        frame_mark (f, first + i / WORD);
        frame_mark (f, first + i / WORD + 1);
    }
}

/* The lead hangs right under the root, which is always computed. */
static void
frame_compare (struct frame *f, struct leaves l)
{
    const uint8_t *a = l.state.data, *b = f->bytes + l.lead * WORD;
    size_t at = 0;
    for (; at + CHUNK <= l.state.size; at += CHUNK) {
        while (at + BLOCK <= l.state.size && !memcmp (a + at, b + at, BLOCK))
            at += BLOCK;
        if (at + CHUNK > l.state.size)
            break;
        if (memcmp (a + at, b + at, CHUNK))
            frame_compare_chunk (f, a + at, b + at,
                                 (uint32_t) (l.lead + at / WORD));
    }
    for (uint32_t i = (uint32_t) (l.lead + at / WORD); i < f->tree_layout.words;
         i++)
        if (leaves_word (l, i) != frame_word (f, i))
            frame_mark (f, i);
}

static void
frame_mark_all (struct frame *f)
{
    for (uint32_t i = 0; i < f->tree_layout.nodes; i++) {
        f->dirty[i / 64] |= UINT64_C (1) << i % 64;
        f->words[i / 4096] |= UINT64_C (1) << i / 64 % 64;
    }
}

static inline uint32_t
frame_value (const struct frame *f, struct leaves l, uint32_t child)
{
    return child < f->tree_layout.words ? leaves_word (l, child)
                                        : f->id[child - f->tree_layout.words];
}

static inline uint64_t
frame_pair (const struct frame *f, struct leaves l, uint32_t node)
{
    struct tree_layout_node n = f->tree_layout.node[node];
    return pair_of (frame_value (f, l, n.left), frame_value (f, l, n.right));
}

/* False: a pair has no id. */
static bool
frame_renew (struct frame *f, struct leaves l, uint32_t node, pair_id *id,
             void *context)
{
    uint32_t now = id (context, frame_pair (f, l, node));
    if (!now)
        return false;
    if (now != f->id[node]) {
        assert (f->changed < f->tree_layout.nodes);
        f->stack[f->changed] = node;
        f->old[f->changed++] = f->id[node];
        f->id[node] = now;
        frame_mark (f, f->tree_layout.words + node);
    }
    return true;
}

/* Computes those of one word of bits.  False: a pair has no id. */
static inline bool
frame_climb_word (struct frame *f, struct leaves l, uint32_t word, pair_id *id,
                  void *context)
{
    while (f->dirty[word]) {
        uint32_t node = word * 64 + (uint32_t) __builtin_ctzll (f->dirty[word]);
        f->dirty[word] &= f->dirty[word] - 1;
        if (node + 1 < f->tree_layout.nodes
            && !frame_renew (f, l, node, id, context))
            return false;
    }
    return true;
}

bool
frame_climb (struct frame *f, struct leaves l, pair_id *id, void *context,
             uint64_t *root)
{
    assert (!f->changed && leaves_words (l) == f->tree_layout.words);
    uint32_t top = f->tree_layout.nodes - 1;
    if (top && !f->id[0])
        frame_mark_all (f);
    else
        frame_compare (f, l);
    /* A node marks one above it: later in this word of bits, or in another. */
    for (uint32_t i = 0; i <= top / 4096; i++)
        while (f->words[i]) {
            uint32_t word = i * 64 + (uint32_t) __builtin_ctzll (f->words[i]);
            if (!frame_climb_word (f, l, word, id, context)) {
                memset (f->dirty, 0, (top / 64 + 1) * sizeof *f->dirty);
                memset (f->words, 0, (top / 4096 + 1) * sizeof *f->words);
                frame_undo (f);
                return false;
            }
            f->words[i] &= f->words[i] - 1;
        }
    *root = frame_pair (f, l, top);
    return true;
}

void
frame_undo (struct frame *f)
{
    while (f->changed) {
        f->changed--;
        f->id[f->stack[f->changed]] = f->old[f->changed];
    }
}

void
frame_keep (struct frame *f, struct leaves l)
{
    size_t words = (size_t) f->tree_layout.words * WORD, lead = l.lead * WORD;
    assert (l.lead == f->lead && lead + l.state.size <= words);
    uint32_t length = (uint32_t) l.state.size;
    memcpy (f->bytes, &length, lead);
    if (l.state.size)
        memcpy (f->bytes + lead, l.state.data, l.state.size);
    memset (f->bytes + lead + l.state.size, 0, words - lead - l.state.size);
    f->size = l.state.size;
    f->changed = 0;
}

/* Gives the number of nodes on the stack. */
static inline uint32_t
frame_set (struct frame *f, uint32_t child, uint32_t value, uint32_t n)
{
    if (child < f->tree_layout.words) {
        memcpy (f->bytes + (size_t) child * WORD, &value, WORD);
        return n;
    }
    uint32_t node = child - f->tree_layout.words;
    if (f->id[node] == value)
        return n;
    assert (n < f->tree_layout.nodes);
    f->id[node] = value;
    f->stack[n] = node;
    return n + 1;
}

void
frame_descend (struct frame *f, const struct pairs_view *inner, uint64_t root)
{
    assert (!f->changed);
    uint32_t n = 0;
    struct tree_layout_node top = f->tree_layout.node[f->tree_layout.nodes - 1];
    n = frame_set (f, top.left, pair_left (root), n);
    n = frame_set (f, top.right, pair_right (root), n);
    while (n) {
        uint32_t node = f->stack[--n];
        uint64_t pair = pairs_view_at (inner, f->id[node]);
        struct tree_layout_node below = f->tree_layout.node[node];
        n = frame_set (f, below.left, pair_left (pair), n);
        n = frame_set (f, below.right, pair_right (pair), n);
    }
}

struct bytes
frame_state (const struct frame *f)
{
    return (struct bytes) {f->bytes + f->lead * WORD, f->size};
}

bool
frame_sound (const struct frame *f, const struct pairs_view *inner)
{
    struct leaves l = {frame_state (f), f->lead};
    for (uint32_t i = 0; i + 1 < f->tree_layout.nodes && f->id[0]; i++)
        if (pairs_view_at (inner, f->id[i]) != frame_pair (f, l, i))
            return false;
    return !f->changed;
}
