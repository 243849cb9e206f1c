/* map.c -- see map.h. */
#include "logic/term/map.h"

#include <assert.h>

static size_t
key_slot (const term *key, size_t mask)
{
    /* Fibonacci hashing of the id: neighbours in a DAG have near ids. */
    return (size_t) ((key->id * UINT64_C (0x9e3779b97f4a7c15)) >> 32) & mask;
}

void
term_map_init (struct term_map *m)
{
    *m = (struct term_map) {0};
}

void
term_map_clear (struct term_map *m)
{
    memory_free (m->entry);
    term_map_init (m);
}

uintptr_t *
term_map_get (const struct term_map *m, const term *key)
{
    if (!m->entry)
        return NULL;
    for (size_t i = key_slot (key, m->mask);; i = (i + 1) & m->mask) {
        if (m->entry[i].key == key)
            return &m->entry[i].value;
        if (!m->entry[i].key)
            return NULL;
    }
}

static void
map_grow (struct term_map *m)
{
    size_t room = m->entry ? (m->mask + 1) * 2 : 16;
    struct term_map_entry *entry = NEW_ARRAY (struct term_map_entry, room);
    for (size_t i = 0; m->entry && i <= m->mask; i++) {
        if (!m->entry[i].key)
            continue;
        size_t j = key_slot (m->entry[i].key, room - 1);
        while (entry[j].key)
            j = (j + 1) & (room - 1);
        entry[j] = m->entry[i];
    }
    memory_free (m->entry);
    m->entry = entry;
    m->mask = room - 1;
}

uintptr_t *
term_map_at (struct term_map *m, const term *key, bool *added)
{
    assert (key);
    if (!m->entry || m->size * 2 > m->mask)
        map_grow (m);
    size_t i = key_slot (key, m->mask);
    while (m->entry[i].key && m->entry[i].key != key)
        i = (i + 1) & m->mask;
    bool is_new = !m->entry[i].key;
    if (is_new) {
        m->entry[i] = (struct term_map_entry) {key, 0};
        m->size++;
    }
    if (added)
        *added = is_new;
    return &m->entry[i].value;
}

struct map_visit {
    const term *term;
    uint32_t next;
};
struct map_visit_vec VEC (struct map_visit);

void
term_postorder (const term *const *root, size_t roots, struct term_map *place,
                struct term_vec *order)
{
    struct map_visit_vec stack = {0};
    for (size_t r = 0; r < roots; r++) {
        if (term_map_get (place, root[r]))
            continue;
        VEC_PUSH (stack, ((struct map_visit) {root[r], 0}));
        while (stack.size) {
            struct map_visit *top = &VEC_LAST (stack);
            const term *t = top->term;
            while (top->next < t->args
                   && term_map_get (place, t->arg[top->next]))
                top->next++;
            if (top->next < t->args) {
                const term *child = t->arg[top->next++];
                VEC_PUSH (stack, ((struct map_visit) {child, 0}));
                continue;
            }
            *term_map_at (place, t, NULL) = order->size;
            VEC_PUSH (*order, t);
            stack.size--;
        }
    }
    VEC_CLEAR (stack);
}
