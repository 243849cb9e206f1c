/* map_table.c -- see map_table.h. */
#include "logic/term/map_table.h"

#include <assert.h>

void
map_tables_clear (struct map_tables *m)
{
    for (size_t i = 0; i < MAP_TABLES; i++)
        term_map_clear (&m->table[i].entry);
    *m = (struct map_tables) {0};
}

static struct map_table *
table_of (struct map_tables *m, const term *map)
{
    for (size_t i = 0; i < MAP_TABLES; i++)
        if (m->table[i].map == map)
            return &m->table[i];
    return NULL;
}

/* An empty one, in place of that which was not used for the longest time. */
static struct map_table *
table_begin (struct map_tables *m)
{
    struct map_table *t = &m->table[0];
    for (size_t i = 1; i < MAP_TABLES; i++)
        if (m->table[i].used < t->used)
            t = &m->table[i];
    term_map_clear (&t->entry);
    t->map = NULL;
    return t;
}

/* The table of a chain: the one of its longest part that has one, moved on. */
static struct map_table *
table_reach (struct map_tables *m, const term *map)
{
    struct term_vec more = {0};
    const term *at = map;
    struct map_table *t = table_of (m, at);
    while (!t && at->op == OP_STORE) {
        VEC_PUSH (more, at);
        at = at->arg[0];
        t = table_of (m, at);
    }
    if (!t) {
        assert (at->op == OP_CONST_ARRAY);
        t = table_begin (m);
        t->other = at->arg[0];
    }
    while (more.size) {
        at = VEC_POP (more);
        *term_map_at (&t->entry, at->arg[1], NULL) = (uintptr_t) at->arg[2];
    }
    VEC_CLEAR (more);
    t->map = map;
    t->used = ++m->clock;
    return t;
}

const term *
map_tables_at (struct map_tables *m, const term *map, const term *index)
{
    assert (map->value && term_is_constant (index));
    const term *at = map;
    for (int i = 0; i < MAP_TABLES_NEAR && at->op == OP_STORE; i++) {
        if (at->arg[1] == index)
            return at->arg[2];
        at = at->arg[0];
    }
    if (at->op == OP_CONST_ARRAY)
        return at->arg[0];
    const struct map_table *t = table_reach (m, map);
    const uintptr_t *found = term_map_get (&t->entry, index);
    return found ? (const term *) *found : t->other;
}
