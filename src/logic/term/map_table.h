/* map_table.h -- reading values of maps that were written many times.
 *
 * A map's value is a chain of `store`s over a constant map, so that the entry
 * which was written first is found last.  Programs that run write one entry
 * after the other: the chain that is read now is mostly the one that was read
 * before, and a few stores more.  So tables of a few chains are kept, each moved
 * on to a longer chain when that is read.
 *
 * What is found is a function of the chain and the index alone. */
#ifndef LOGIC_TERM_MAP_TABLE_H
#define LOGIC_TERM_MAP_TABLE_H

#include "logic/term/map.h"

enum {
    MAP_TABLES = 32,
    MAP_TABLES_NEAR = 16 /* stores that are looked at one by one first */
};

struct map_tables {
    struct map_table {
        const term *map;       /* what it is the table of; null: none */
        struct term_map entry; /* index to what was stored there last */
        const term *other;     /* elsewhere */
        uint64_t used;
    } table[MAP_TABLES];
    uint64_t clock;
};

void map_tables_clear (struct map_tables *); /* all zero: there are none */
/* What a value of a map is at a constant. */
const term *map_tables_at (struct map_tables *, const term *map,
                           const term *index);

#endif
