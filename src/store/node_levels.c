/* node_levels.c -- see node_levels.h. */
#include "store/node_levels.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum { CHUNK = 16, LEVELS = 33 };

void
node_levels_clear (struct node_levels *t)
{
    memory_free (t->value);
    *t = (struct node_levels) {0};
}

void
node_levels_work_clear (struct node_levels_work *w)
{
    memory_free (w->at);
    memory_free (w->value);
    *w = (struct node_levels_work) {0};
}

static void
work_room (struct node_levels_work *w, uint32_t words)
{
    if (words <= w->room)
        return;
    w->room = words + words / 2 + CHUNK;
    w->at = memory_resize (w->at, w->room * sizeof *w->at);
    w->value = memory_resize (w->value, w->room * sizeof *w->value);
}

static uint32_t
level_above (uint32_t width)
{
    return width / 2 + width % 2;
}

/* Where the levels begin; gives the number of entries of them all. */
static uint32_t
levels_of (uint32_t words, uint32_t start[LEVELS], unsigned *levels)
{
    uint32_t all = 0;
    *levels = 0;
    for (uint32_t width = words; width; width = level_above (width)) {
        assert (*levels < LEVELS);
        start[(*levels)++] = all;
        all += width;
        if (width == 1)
            break;
    }
    return all;
}

static void
node_levels_resize (struct node_levels *t, uint32_t words)
{
    uint32_t start[LEVELS];
    unsigned levels;
    assert (words < UINT32_MAX / 4);
    uint32_t all = levels_of (words, start, &levels);
    if (all > t->room) {
        t->room = all + all / 2;
        t->value = memory_resize (t->value, t->room * sizeof *t->value);
    }
    t->words = words;
}

uint32_t
node_levels_top (const struct node_levels *t)
{
    uint32_t start[LEVELS];
    unsigned levels;
    uint32_t all = levels_of (t->words, start, &levels);
    return all ? t->value[all - 1] : 0;
}

static bool
chunk_equal (const uint32_t *a, const uint32_t *b)
{
    return !memcmp (a, b, CHUNK * sizeof *a);
}

/* The words that are unlike the node levels's.  If their numbers differ, the last
 * word counts: what stands over it is no full power of two, or was none. */
static uint32_t
node_levels_compare (const struct node_levels *t, struct node_levels_work *w,
                     const uint32_t word[], uint32_t words)
{
    uint32_t n = 0, i = 0, common = words < t->words ? words : t->words;
    assert (words <= w->room);
    if (common && words != t->words)
        common = words < t->words ? words - 1 : common;
    while (i < common) {
        if (i + CHUNK <= common && chunk_equal (t->value + i, word + i)) {
            i += CHUNK;
            continue;
        }
        uint32_t end = i + CHUNK < common ? i + CHUNK : common;
        for (; i < end; i++)
            if (word[i] != t->value[i]) {
                w->at[n] = i;
                w->value[n++] = word[i];
            }
    }
    for (; i < words; i++) {
        w->at[n] = i;
        w->value[n++] = word[i];
    }
    return n;
}

/* One level of a climb: the entries that are unlike those of the node levels. */
struct level {
    uint32_t *old; /* of the node levels, at this level */
    uint32_t *old_above;
    uint32_t width; /* of the new node levels */
    bool alike;     /* it has as many words as the old one */
};

static bool
level_climb (struct node_levels_work *w, const struct level *l, uint32_t *count,
             pair_id *id, void *context)
{
    uint32_t n = *count, m = 0;
    for (uint32_t i = 0; i < n;) {
        uint32_t at = w->at[i], value = w->value[i], up;
        i++;
        if (at % 2)
            up = id (context, pair_of (l->old[at - 1], value));
        else if (at + 1 == l->width) {
            w->at[m] = at / 2;
            w->value[m++] = value;
            continue;
        } else if (i < n && w->at[i] == at + 1)
            up = id (context, pair_of (value, w->value[i++]));
        else
            up = id (context, pair_of (value, l->old[at + 1]));
        if (!up)
            return false;
        if (l->alike && up == l->old_above[at / 2])
            continue;
        assert (m < i);
        w->at[m] = at / 2;
        w->value[m++] = up;
    }
    *count = m;
    return true;
}

static void
level_keep (uint32_t *old, const struct node_levels_work *w, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        old[w->at[i]] = w->value[i];
}

bool
node_levels_climb (struct node_levels *t, struct node_levels_work *w,
                   const uint32_t word[], uint32_t words, bool keep,
                   pair_id *id, void *context, uint32_t *top)
{
    work_room (w, words);
    if (keep && words != t->words)
        t->words = 0;
    uint32_t n = node_levels_compare (t, w, word, words);
    if (keep && words != t->words)
        node_levels_resize (t, words);
    uint32_t *old = t->value, old_width = t->words;
    for (uint32_t width = words;; width = level_above (width)) {
        if (keep)
            level_keep (old, w, n);
        if (width <= 1)
            break;
        /* Where all is new, what the node levels has above is not looked at. */
        struct level l = {old, old + old_width, width,
                          words == t->words && n < width};
        if (!level_climb (w, &l, &n, id, context)) {
            t->words = keep ? 0 : t->words;
            return false;
        }
        old += old_width;
        old_width = level_above (old_width);
    }
    *top = n ? w->value[0] : words ? *old : 0;
    return true;
}

static uint32_t
descend_push (struct node_levels_work *w, uint32_t m, uint32_t at,
              uint32_t value)
{
    assert (m < w->room);
    w->at[m] = at;
    w->value[m] = value;
    return m + 1;
}

/* Replaces entries of a level, the last `n` of the work, by those below them
 * that are unlike the node levels's. */
static uint32_t
level_descend (struct node_levels_work *w, uint32_t n, uint32_t *below,
               uint32_t width, const struct pairs_view *inner, bool all)
{
    uint32_t m = 0, from = w->room - n;
    memmove (w->at + from, w->at, n * sizeof *w->at);
    memmove (w->value + from, w->value, n * sizeof *w->value);
    /* The last may be no pair but what stands below, alone. */
    bool odd = n && 2 * w->at[w->room - 1] + 1 == width;
    pairs_view_foresee (inner, w->value + from, n - odd);
    for (uint32_t i = from; i < w->room; i++) {
        uint32_t at = 2 * w->at[i], value = w->value[i];
        if (at + 1 == width) {
            below[at] = value;
            m = descend_push (w, m, at, value);
            continue;
        }
        uint64_t pair = pairs_view_at (inner, value);
        assert (at + 1 < width && m + 1 <= i);
        if (all || below[at] != pair_left (pair))
            m = descend_push (w, m, at, pair_left (pair));
        if (all || below[at + 1] != pair_right (pair))
            m = descend_push (w, m, at + 1, pair_right (pair));
        below[at] = pair_left (pair);
        below[at + 1] = pair_right (pair);
    }
    return m;
}

void
node_levels_descend (struct node_levels *t, struct node_levels_work *w,
                     const struct pairs_view *inner, uint32_t words,
                     uint32_t top)
{
    uint32_t start[LEVELS], n = 1;
    unsigned levels;
    bool all = words != t->words;
    if (all)
        node_levels_resize (t, words);
    work_room (w, 2 * words);
    uint32_t entries = levels_of (words, start, &levels);
    if (!entries || (!all && t->value[entries - 1] == top))
        return;
    t->value[entries - 1] = top;
    descend_push (w, 0, 0, top);
    for (unsigned k = levels - 1; k > 0; k--)
        n = level_descend (w, n, t->value + start[k - 1],
                           start[k] - start[k - 1], inner, all);
}

bool
node_levels_sound (const struct node_levels *t, const struct pairs_view *inner)
{
    uint32_t start[LEVELS];
    unsigned levels;
    levels_of (t->words, start, &levels);
    for (unsigned k = 1; k < levels; k++)
        for (uint32_t j = 0; j < level_above (start[k] - start[k - 1]); j++) {
            const uint32_t *below = t->value + start[k - 1] + 2 * (size_t) j;
            uint32_t value = t->value[start[k] + j];
            bool odd = start[k - 1] + 2 * j + 1 == start[k];
            if (odd ? value != below[0]
                    : pairs_view_at (inner, value)
                          != pair_of (below[0], below[1]))
                return false;
        }
    return true;
}
