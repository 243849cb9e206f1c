/* disk_internal.h -- what the files of the disk store share.
 *
 * A part is a record in the file of its kind, and is named by a number; a state
 * is a record of the numbers of its parts.  Records begin at multiples of 8:
 *
 *     0       4                        part
 *     length  the bytes
 *
 *     0       4       9 ..             state
 *     parts   number  number ..        5 bytes each, low first
 *
 *     bit 0      37                    number of a part
 *     offset/8   kind */
#ifndef STORE_DISK_INTERNAL_H
#define STORE_DISK_INTERNAL_H

#include "store/mini_states.h"
#include "store/paged.h"
#include "store/records.h"
#include "store/store_internal.h"

enum { DISK_UNIT = 8, DISK_NUMBER = 5, DISK_KIND = 37, DISK_LENGTH = 4 };

struct disk {
    store common;
    struct paged states, parts[STORE_KINDS];
    struct mini_states state_minis, part_minis;
    atomic_bool broken;          /* something could not be read */
    char full[256], failed[256]; /* what to say */
};

/* A part of the state that was read last. */
struct disk_part {
    uint64_t number, hash;
    uint32_t at, size; /* in the bytes */
};

struct disk_cursor {
    cursor common;
    struct paged_strip states, parts[STORE_KINDS];
    /* What was read last, and room for what is read next. */
    uint8_t *bytes, *next;
    size_t bytes_room, next_room, size;
    struct disk_part *part;
    size_t part_count;
    uint32_t end[PARTS_MOST];
    uint8_t kind[PARTS_MOST];
    struct buffer record;      /* of the state that is put, or read */
    struct buffer part_record; /* of one of its parts */
    uint64_t hash;             /* of the state that is put */
    struct batch batch;        /* records that wait */
    uint64_t batch_hash[BATCH_STATES];
};

static inline struct disk *
disk_of (const cursor *c)
{
    return (struct disk *) c->store;
}

/* The record of a state and its hash, from its parts: those that are unlike
 * what was read last are looked up, and with `add` stored.  NEW or OLD: it is
 * there; FULL: said; without `add`, a part is not known. */
enum put disk_record (struct disk_cursor *, struct bytes state, bool add);

/* The state of a record, which stays until the next call.  False: the disk
 * fails. */
bool disk_restore (struct disk_cursor *, struct bytes record);
/* Nothing is like the state that was read last any more. */
void disk_forget (struct disk_cursor *);

static inline uint64_t
disk_round (uint64_t bytes)
{
    return (bytes + DISK_UNIT - 1) / DISK_UNIT * DISK_UNIT;
}

#endif
