/* members_owner.h -- which member a state belongs to.
 *
 * The hash of all its bytes names one of MEMBERS_PARTITIONS partitions; a
 * partition belongs to the member with the highest score of (partition, member)
 * (rendezvous hashing: Thaler, Ravishankar 1998).  So when members come or go,
 * only their own partitions move. */
#ifndef MEMBERS_OWNER_H
#define MEMBERS_OWNER_H

#include "base/hash.h"
#include "base/vec.h"
#include "explore/members.h"

struct members_numbers VEC (unsigned);

struct owners {
    struct members_numbers member;             /* in rising order */
    uint16_t of_partition[MEMBERS_PARTITIONS]; /* indices into `member` */
};

enum { OWNERS_MOST = UINT16_MAX };

/* Copies the numbers; there must be one at least. */
void owners_init (struct owners *, const unsigned *numbers, size_t members);
void owners_clear (struct owners *);

/* The index of the owner of a state with this digest.  By the high bits: a
 * store's table uses others. */
static inline unsigned
owners_of (const struct owners *o, struct digest d)
{
    return o->of_partition[(d.high >> 32) % MEMBERS_PARTITIONS];
}

static inline unsigned
owners_find (const struct owners *o, struct bytes state)
{
    return owners_of (o, digest_of (state));
}

#endif
