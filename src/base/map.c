/* map.c -- see map.h. */
#include "base/map.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

void
map_init (struct map *m)
{
    *m = (struct map) {0};
}

void
map_clear (struct map *m)
{
    memory_free (m->entry);
    memory_free (m->slot);
    map_init (m);
}

static size_t
map_find (const struct map *m, struct digest key)
{
    assert (m->slot);
    size_t at = key.low & m->mask;
    while (m->slot[at] && !digest_equal (m->entry[m->slot[at] - 1].key, key))
        at = (at + 1) & m->mask;
    return at;
}

static void
map_grow (struct map *m)
{
    size_t slots = m->slot ? (m->mask + 1) * 2 : 16;
    memory_free (m->slot);
    m->slot = NEW_ARRAY (uint32_t, slots);
    m->mask = slots - 1;
    for (size_t i = 0; i < m->size; i++)
        m->slot[map_find (m, m->entry[i].key)] = (uint32_t) i + 1;
}

uint64_t *
map_get (const struct map *m, struct digest key)
{
    if (!m->slot)
        return NULL;
    uint32_t found = m->slot[map_find (m, key)];
    return found ? &m->entry[found - 1].value : NULL;
}

bool
map_put (struct map *m, struct digest key, uint64_t value)
{
    if (!m->slot || (m->size + 1) * 4 > (m->mask + 1) * 3)
        map_grow (m);
    size_t at = map_find (m, key);
    if (m->slot[at]) {
        m->entry[m->slot[at] - 1].value = value;
        return false;
    }
    if (m->size == m->room) {
        m->room = m->room ? m->room * 2 : 16;
        m->entry = memory_resize (m->entry, m->room * sizeof *m->entry);
    }
    assert (m->size < UINT32_MAX);
    m->entry[m->size++] = (struct map_entry) {key, value};
    m->slot[at] = (uint32_t) m->size;
    return true;
}

bool
map_sound (const struct map *m)
{
    size_t full = 0;
    for (size_t i = 0; m->slot && i <= m->mask; i++)
        full += m->slot[i] != 0;
    for (size_t i = 0; i < m->size; i++)
        if (m->slot[map_find (m, m->entry[i].key)] != i + 1)
            return false;
    return full == m->size;
}

struct digest
map_number (uint64_t n)
{
    /* A fixed mixing (splitmix64), so that neighbours do not cluster. */
    uint64_t z = n + 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (struct digest) {z ^ z >> 31, n};
}
