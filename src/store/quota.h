/* quota.h -- a count that threads share without meeting at it.
 *
 * A thread takes the right to count in credits of several; so the count never
 * passes the limit, and is too high by what threads have left. */
#ifndef QUOTA_H
#define QUOTA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { QUOTA_CREDIT = 64 };

struct quota {
    atomic_uint_least64_t taken;
    uint64_t limit;
};

/* There is credit, or more was taken.  False: the limit is reached. */
static inline bool
quota_take (struct quota *q, uint64_t *credit)
{
    if (*credit)
        return true;
    uint64_t before = atomic_fetch_add_explicit (&q->taken, QUOTA_CREDIT,
                                                 memory_order_relaxed);
    if (before + QUOTA_CREDIT <= q->limit) {
        *credit = QUOTA_CREDIT;
        return true;
    }
    atomic_fetch_sub_explicit (&q->taken, QUOTA_CREDIT, memory_order_relaxed);
    return false;
}

#endif
