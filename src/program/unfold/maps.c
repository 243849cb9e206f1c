/* maps.c -- see maps.h: a Patricia tree whose nodes are unique.
 */
#include "program/unfold/maps.h"

#include <string.h>

enum maps_kind {
    MAPS_LEAF,
    MAPS_OPEN /* a leaf: any value */,
    MAPS_BRANCH,
    MAPS_REST /* all others have `value`; entries: zero, or 0 */
};

void
maps_init (struct maps *m)
{
    *m = (struct maps) {0};
    map_init (&m->known);
    struct maps_node none = {0};
    VEC_PUSH (m->node, none);
}

void
maps_clear (struct maps *m)
{
    VEC_CLEAR (m->node);
    map_clear (&m->known);
}

/* The node that is like this one. */
static uint32_t
node_unique (struct maps *m, struct maps_node n)
{
    uint64_t word[] = {n.index, n.value, n.zero, n.one,
                       (uint64_t) n.kind << 8 | n.bit};
    struct digest key =
        digest_of ((struct bytes) {(const void *) word, sizeof word});
    const uint64_t *known = map_get (&m->known, key);
    if (known)
        return (uint32_t) *known;
    map_put (&m->known, key, m->node.size);
    VEC_PUSH (m->node, n);
    return (uint32_t) m->node.size - 1;
}

/* ---- entries */

static uint64_t
high_part (uint64_t index, uint8_t bit)
{
    return bit == 63 ? 0 : index >> (bit + 1) << (bit + 1);
}

static bool
has_bit (uint64_t index, uint8_t bit)
{
    return index >> bit & 1;
}

static uint32_t
branch (struct maps *m, uint8_t bit, uint32_t zero, uint32_t one)
{
    if (!zero || !one)
        return zero ? zero : one;
    struct maps_node n = {.index = high_part (m->node.at[zero].index, bit),
                          .zero = zero,
                          .one = one,
                          .count =
                              m->node.at[zero].count + m->node.at[one].count,
                          .kind = MAPS_BRANCH,
                          .bit = bit};
    return node_unique (m, n);
}

/* Two that differ in a bit above all in which their own entries do. */
static uint32_t
entries_join (struct maps *m, uint32_t a, uint32_t b)
{
    uint64_t x = m->node.at[a].index, y = m->node.at[b].index;
    uint8_t bit = (uint8_t) (63 - __builtin_clzll (x ^ y));
    return has_bit (x, bit) ? branch (m, bit, b, a) : branch (m, bit, a, b);
}

/* The entries with `leaf` (0: without one) in place of that of `index`. */
static uint32_t
entries_put (struct maps *m, uint32_t at, uint64_t index, uint32_t leaf)
{
    if (!at)
        return leaf;
    struct maps_node n = m->node.at[at];
    bool inside = n.kind == MAPS_BRANCH ? high_part (index, n.bit) == n.index
                                        : index == n.index;
    if (!inside)
        return leaf ? entries_join (m, at, leaf) : at;
    if (n.kind != MAPS_BRANCH)
        return leaf;
    bool one = has_bit (index, n.bit);
    uint32_t now = entries_put (m, one ? n.one : n.zero, index, leaf);
    return one ? branch (m, n.bit, n.zero, now) : branch (m, n.bit, now, n.one);
}

/* The leaf of an index; 0: there is none. */
static uint32_t
entries_find (const struct maps *m, uint32_t at, uint64_t index)
{
    while (at && m->node.at[at].kind == MAPS_BRANCH)
        at = has_bit (index, m->node.at[at].bit) ? m->node.at[at].one
                                                 : m->node.at[at].zero;
    return at && m->node.at[at].index == index ? at : 0;
}

/* ---- maps */

static bool
has_rest (const struct maps *m, uint32_t map)
{
    return map && m->node.at[map].kind == MAPS_REST;
}

static uint32_t
rest_make (struct maps *m, uint64_t value, uint32_t entries)
{
    struct maps_node n = {.value = value, .zero = entries, .kind = MAPS_REST};
    return node_unique (m, n);
}

uint32_t
maps_fill (struct maps *m, uint64_t value)
{
    return rest_make (m, value, 0);
}

uint32_t
maps_store (struct maps *m, uint32_t map, uint64_t index, bool known,
            uint64_t value)
{
    bool rest = has_rest (m, map);
    uint64_t usual = rest ? m->node.at[map].value : 0;
    uint32_t entries = rest ? m->node.at[map].zero : map, leaf = 0;
    /* What follows from the rest, or from nothing, is no entry. */
    struct maps_node n = {.index = index,
                          .value = known ? value : 0,
                          .count = 1,
                          .kind = known ? MAPS_LEAF : MAPS_OPEN};
    if (known ? !rest || value != usual : rest)
        leaf = node_unique (m, n);
    entries = entries_put (m, entries, index, leaf);
    if (entries && m->node.at[entries].count > MAPS_ENTRIES)
        return 0;
    return rest ? rest_make (m, usual, entries) : entries;
}

bool
maps_select (const struct maps *m, uint32_t map, uint64_t index,
             uint64_t *value)
{
    bool rest = has_rest (m, map);
    uint32_t leaf = entries_find (m, rest ? m->node.at[map].zero : map, index);
    *value = leaf ? m->node.at[leaf].value : rest ? m->node.at[map].value : 0;
    return leaf ? m->node.at[leaf].kind == MAPS_LEAF : rest;
}

static void
entries_list (const struct maps *m, uint32_t at, struct vec_maps_entry *to)
{
    if (!at)
        return;
    const struct maps_node *n = &m->node.at[at];
    if (n->kind == MAPS_BRANCH) { /* no deeper than an index has bits */
        entries_list (m, n->zero, to);
        entries_list (m, n->one, to);
    } else {
        struct maps_entry e = {n->index, n->value, n->kind == MAPS_LEAF};
        VEC_PUSH (*to, e);
    }
}

bool
maps_list (const struct maps *m, uint32_t map, uint64_t *rest,
           struct vec_maps_entry *to)
{
    bool has = has_rest (m, map);
    *rest = has ? m->node.at[map].value : 0;
    entries_list (m, has ? m->node.at[map].zero : map, to);
    return has;
}
