/* timers.h -- what is due when: a queue ordered by time, then by entry.
 *
 * A binary heap.  Entries of equal time come out in the order in which they
 * were put in. */
#ifndef TEAM_TRANSPORT_TIMERS_H
#define TEAM_TRANSPORT_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct timers_entry {
    uint64_t when;
    uint64_t order; /* set by timers_put */
    uint64_t what;  /* the user's */
    void *item;     /* the user's; not owned */
};

struct timers {
    struct timers_entry *at; /* at[i] is not after at[2i+1] and at[2i+2] */
    size_t size, room;
    uint64_t next_order;
};

void timers_init (struct timers *);
void timers_clear (struct timers *);
void timers_put (struct timers *, uint64_t when, uint64_t what, void *item);
/* The earliest entry, borrowed until the next change; null if empty. */
const struct timers_entry *timers_first (const struct timers *);
/* Takes the earliest entry out; false: empty. */
bool timers_take (struct timers *, struct timers_entry *);

#endif
