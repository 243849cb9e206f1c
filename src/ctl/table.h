/* table.h -- the states of one owner: their bytes, and the numbers that they have in the
 * order in which they were found, from 0 on. */
#ifndef CTL_TABLE_H
#define CTL_TABLE_H

#include "machine/generator.h"
#include "store/store.h"

enum { CTL_NOWHERE = UINT32_MAX }; /* no state */

struct ctl_table {
    store *store;
    cursor *cursor;
    struct VEC (state_ref) ref; /* of each state */
    struct VEC (uint32_t) slot; /* from references to states: 0, or 1 + state */
};

/* For one thread, and states of this generator.  False: problem; clear it all the
 * same. */
bool ctl_table_init (struct ctl_table *, const struct store_options *,
                     const generator *, struct problem *);
void ctl_table_clear (struct ctl_table *);
/* Finds the state, or gives it the next number.  FULL: problem of the store. */
enum put ctl_table_put (struct ctl_table *, struct bytes, uint32_t *state);
/* Looks it up; NOWHERE: it is not there. */
uint32_t ctl_table_find (struct ctl_table *, struct bytes);
/* Borrowed until the next read. */
struct bytes ctl_table_read (struct ctl_table *, uint32_t state);
uint64_t ctl_table_memory (const struct ctl_table *);

#endif
