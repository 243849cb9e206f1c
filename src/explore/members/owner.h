/* owner.h -- which member a state belongs to.
 *
 * The hash of all its bytes, or of a part of it, names one of
 * MEMBERS_PARTITIONS partitions; a partition belongs to the member with the
 * highest score of (partition, member) (rendezvous hashing: Thaler, Ravishankar
 * 1998) of those that have less than their share, until it is given to another.
 * So all have the same number, one more or less: without that bound the largest
 * of eight members has 1.16 times the mean of what should be even. */
#ifndef EXPLORE_MEMBERS_OWNER_H
#define EXPLORE_MEMBERS_OWNER_H

#include "base/hash.h"
#include "base/vec.h"
#include "explore/members/members.h"

struct members_numbers VEC (unsigned);

struct owners {
    struct members_numbers member;             /* in rising order */
    uint16_t of_partition[MEMBERS_PARTITIONS]; /* indices into `member` */
    const generator *generator; /* borrowed; null: the hash of all */
    int part;                   /* else of enum partial */
};

enum { OWNERS_MOST = UINT16_MAX };

/* Copies the numbers; there must be one at least. */
void owners_init (struct owners *, const unsigned *numbers, size_t members);
/* The table of rendezvous hashing, as owners_init makes it; or one member owns
 * all. */
void owners_share (struct owners *);
void owners_give_all (struct owners *, size_t index);
void owners_clear (struct owners *);

/* States are told apart by a part of them from now on; `some`: of
 * PARTITION_THREADS. */
void owners_use (struct owners *, enum option_partition, unsigned some,
                 const generator *);

/* The index of a member; their number: there is no such one. */
static inline unsigned
owners_index (const struct owners *o, unsigned who)
{
    unsigned i = 0;
    while (i < o->member.size && o->member.at[i] != who)
        i++;
    return i;
}

/* The partition of a state with this digest.  By the high bits: a store's table
 * uses others. */
static inline unsigned
owners_partition (const struct owners *o, struct bytes state, struct digest d)
{
    uint64_t hash = o->generator ? o->generator->class->partial (o->generator,
                                                                 state, o->part)
                                 : d.high >> 32;
    return (unsigned) (hash % MEMBERS_PARTITIONS);
}

/* The index of the owner. */
static inline unsigned
owners_of (const struct owners *o, struct bytes state, struct digest d)
{
    return o->of_partition[owners_partition (o, state, d)];
}

static inline unsigned
owners_find (const struct owners *o, struct bytes state)
{
    struct digest none = {0};
    return owners_of (o, state, o->generator ? none : digest_of (state));
}

#endif
