/* ledger.c -- see ledger.h. */
#include "team/pool/ledger.h"

#include <assert.h>

void
ledger_init (struct ledger *l)
{
    *l = (struct ledger) {.epoch = 1};
    map_init (&l->index);
}

void
ledger_clear (struct ledger *l)
{
    for (size_t i = 0; i < l->item.size; i++)
        memory_free (l->item.at[i].data);
    map_clear (&l->index);
    VEC_CLEAR (l->item);
    VEC_CLEAR (l->heap);
    VEC_CLEAR (l->wanted);
    VEC_CLEAR (l->alone);
}

uint32_t
ledger_find (const struct ledger *l, struct digest d)
{
    const uint64_t *found = map_get (&l->index, d);
    return found ? (uint32_t) *found : LEDGER_NONE;
}

uint32_t
ledger_enter (struct ledger *l, struct digest d, struct bytes item)
{
    uint32_t known = ledger_find (l, d);
    if (known != LEDGER_NONE) {
        struct ledger_item *it = &l->item.at[known];
        if (!it->data) {
            it->data = memory_copy (item.data, item.size);
            it->size = item.size;
        }
        return known;
    }
    assert (l->item.size < LEDGER_NONE);
    uint32_t i = (uint32_t) l->item.size;
    struct ledger_item new = {.digest = d,
                              .data = memory_copy (item.data, item.size),
                              .size = item.size,
                              .rank = UINT64_MAX,
                              .order = i,
                              .state = LEDGER_DROPPED};
    VEC_PUSH (l->item, new);
    map_put (&l->index, d, i);
    return i;
}

struct ledger_item *
ledger_item (struct ledger *l, uint32_t i)
{
    assert (i < l->item.size);
    return &l->item.at[i];
}

struct bytes
ledger_bytes (const struct ledger *l, uint32_t i)
{
    assert (i < l->item.size);
    return (struct bytes) {l->item.at[i].data, l->item.at[i].size};
}

/* ---- the heap */

static bool
key_before (const struct ledger_key *a, const struct ledger_key *b)
{
    if (a->urgent != b->urgent)
        return a->urgent;
    if (a->rank != b->rank)
        return a->rank < b->rank;
    return a->order < b->order;
}

static void
key_swap (struct ledger_key *a, struct ledger_key *b)
{
    struct ledger_key t = *a;
    *a = *b;
    *b = t;
}

static void
heap_push (struct ledger *l, uint32_t i)
{
    struct ledger_item *it = ledger_item (l, i);
    it->turn++;
    struct ledger_key key = {it->urgent, it->urgent ? 0 : it->rank, it->order,
                             i, it->turn};
    VEC_PUSH (l->heap, key);
    size_t at = l->heap.size - 1;
    while (at && key_before (&l->heap.at[at], &l->heap.at[(at - 1) / 2])) {
        key_swap (&l->heap.at[at], &l->heap.at[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
}

static void
heap_pop (struct ledger *l)
{
    l->heap.at[0] = VEC_LAST (l->heap);
    l->heap.size--;
    for (size_t at = 0, least;; at = least) {
        least = at;
        for (size_t c = 2 * at + 1; c <= 2 * at + 2 && c < l->heap.size; c++)
            if (key_before (&l->heap.at[c], &l->heap.at[least]))
                least = c;
        if (least == at)
            return;
        key_swap (&l->heap.at[at], &l->heap.at[least]);
    }
}

static bool
key_void (const struct ledger *l, const struct ledger_key *key)
{
    const struct ledger_item *it = &l->item.at[key->item];
    return it->state != LEDGER_OPEN || it->alone || it->turn != key->turn;
}

uint32_t
ledger_best (struct ledger *l)
{
    while (l->heap.size && key_void (l, &l->heap.at[0]))
        heap_pop (l);
    return l->heap.size ? l->heap.at[0].item : LEDGER_NONE;
}

/* ---- states */

static void
item_open (struct ledger *l, uint32_t i)
{
    struct ledger_item *it = ledger_item (l, i);
    assert (it->state != LEDGER_OPEN && it->state != LEDGER_CLOSED);
    assert (it->needed && !it->holders);
    if (it->alone && !it->urgent) {
        it->state = LEDGER_DROPPED;
        return;
    }
    it->state = LEDGER_OPEN;
    if (it->alone)
        VEC_PUSH (l->alone, i);
    else {
        l->open++;
        heap_push (l, i);
    }
}

/* Takes an open item out of the heap or the list; the heap's entry is void. */
static void
item_leave (struct ledger *l, uint32_t i, enum ledger_state state)
{
    struct ledger_item *it = ledger_item (l, i);
    assert (it->state == LEDGER_OPEN);
    if (it->alone) {
        size_t at = 0;
        while (l->alone.at[at] != i)
            at++;
        l->alone.size--;
        for (; at < l->alone.size; at++)
            l->alone.at[at] = l->alone.at[at + 1];
    } else
        l->open--;
    it->state = state;
}

bool
ledger_urge (struct ledger *l, uint32_t i)
{
    struct ledger_item *it = ledger_item (l, i);
    assert (it->state != LEDGER_CLOSED);
    if (it->urgent)
        return false;
    it->urgent = it->needed = true;
    if (it->state == LEDGER_DROPPED)
        item_open (l, i);
    else if (it->state == LEDGER_OPEN)
        heap_push (l, i);
    return it->state == LEDGER_HANDED;
}

void
ledger_want (struct ledger *l, uint32_t i, uint64_t rank)
{
    struct ledger_item *it = ledger_item (l, i);
    bool sooner = rank < it->rank || !it->needed;
    if (it->urgent || it->state == LEDGER_CLOSED)
        return;
    if (!it->needed)
        VEC_PUSH (l->wanted, i);
    it->needed = true;
    if (sooner)
        it->rank = rank;
    if (it->state == LEDGER_DROPPED)
        item_open (l, i);
    else if (it->state == LEDGER_OPEN && sooner)
        heap_push (l, i);
}

void
ledger_forget (struct ledger *l)
{
    for (size_t k = 0; k < l->wanted.size; k++) {
        uint32_t i = l->wanted.at[k];
        struct ledger_item *it = ledger_item (l, i);
        if (it->urgent || it->state == LEDGER_CLOSED)
            continue;
        it->needed = false;
        if (it->state == LEDGER_OPEN)
            item_leave (l, i, LEDGER_DROPPED);
    }
    l->wanted.size = 0;
    l->epoch++;
}

void
ledger_hand (struct ledger *l, uint32_t i)
{
    struct ledger_item *it = ledger_item (l, i);
    if (it->state == LEDGER_OPEN)
        item_leave (l, i, LEDGER_HANDED);
    assert (it->state == LEDGER_HANDED || it->audit);
    it->holders++;
}

void
ledger_return (struct ledger *l, uint32_t i)
{
    struct ledger_item *it = ledger_item (l, i);
    assert (it->holders);
    if (--it->holders || it->state != LEDGER_HANDED)
        return;
    it->state = LEDGER_DROPPED;
    if (it->needed)
        item_open (l, i);
}

void
ledger_blame (struct ledger *l, uint32_t i)
{
    struct ledger_item *it = ledger_item (l, i);
    if (it->state != LEDGER_CLOSED)
        it->alone = true;
}

void
ledger_close (struct ledger *l, uint32_t i)
{
    struct ledger_item *it = ledger_item (l, i);
    assert (it->state != LEDGER_CLOSED);
    if (it->state == LEDGER_OPEN)
        item_leave (l, i, LEDGER_CLOSED);
    it->state = LEDGER_CLOSED;
}

void
ledger_release (struct ledger *l, uint32_t i)
{
    struct ledger_item *it = ledger_item (l, i);
    assert (it->state == LEDGER_CLOSED && !it->audit);
    memory_free (it->data);
    it->data = NULL;
    it->size = 0;
}

bool
ledger_sound (const struct ledger *l)
{
    size_t open = 0, alone = 0;
    for (size_t i = 0; i < l->item.size; i++) {
        const struct ledger_item *it = &l->item.at[i];
        open += it->state == LEDGER_OPEN && !it->alone;
        alone += it->state == LEDGER_OPEN && it->alone;
        if (it->state == LEDGER_HANDED && !it->holders)
            return false;
        if (it->state != LEDGER_HANDED && it->state != LEDGER_CLOSED
            && it->holders)
            return false;
        if (it->state == LEDGER_OPEN && !it->needed)
            return false;
        if (it->urgent && it->state == LEDGER_DROPPED)
            return false;
        if (it->state != LEDGER_CLOSED && !it->data)
            return false;
    }
    size_t valid = 0;
    for (size_t k = 0; k < l->heap.size; k++)
        valid += !key_void (l, &l->heap.at[k]);
    return open == l->open && alone == l->alone.size && valid == open
           && map_sound (&l->index);
}
