/* agenda.h -- what is due when: a queue ordered by time, then by entry.
 *
 * A binary heap.  Entries of equal time come out in the order in which they
 * were put in. */
#ifndef TEAM_TRANSPORT_AGENDA_H
#define TEAM_TRANSPORT_AGENDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct agenda_entry {
    uint64_t when;
    uint64_t order; /* set by agenda_put */
    uint64_t what;  /* the user's */
    void *item;     /* the user's; not owned */
};

struct agenda {
    struct agenda_entry *at; /* at[i] is not after at[2i+1] and at[2i+2] */
    size_t size, room;
    uint64_t next_order;
};

void agenda_init (struct agenda *);
void agenda_clear (struct agenda *);
void agenda_put (struct agenda *, uint64_t when, uint64_t what, void *item);
/* The earliest entry, borrowed until the next change; null if empty. */
const struct agenda_entry *agenda_first (const struct agenda *);
/* Takes the earliest entry out; false: empty. */
bool agenda_take (struct agenda *, struct agenda_entry *);

#endif
