/* ledger.h -- every partition that ever was, and the clients' deques.
 *
 * A part is open (in exactly one deque, unless it was just made), held by one
 * client, or closed.  A split makes one part of two: the held one goes on with
 * must-avoid, the new one is open.  Nothing but a close makes a part
 * disappear, so the search is over when `left` is 0.
 *
 * A deque's left end is where its client works; others take from the right.
 * HYDRA_NOBODY has a deque too, which is only taken from. */
#ifndef BOUNDED_HYDRA_LEDGER_H
#define BOUNDED_HYDRA_LEDGER_H

#include "base/vec.h"
#include "bounded/inlining/partition.h"

enum { HYDRA_NOBODY = 0, HYDRA_NONE = UINT32_MAX };
enum hydra_state { PART_OPEN, PART_HELD, PART_CLOSED };

struct hydra_part {
    enum hydra_state state;
    struct partition partition; /* empty once closed */
    unsigned maker;             /* the client that sent it */
    unsigned losses; /* clients that were lost while they held just this */
};

struct hydra_deque {
    unsigned client;
    struct VEC (uint32_t) part; /* from `right` on; the leftmost is the last */
    size_t right;
};

struct hydra_ledger {
    struct VEC (struct hydra_part) part;   /* by number; 0 is the root */
    struct VEC (struct hydra_deque) deque; /* by client, rising; nobody first */
    size_t left;                           /* parts that are not closed */
};

void hydra_ledger_init (struct hydra_ledger *); /* the root, with nobody */
void hydra_ledger_clear (struct hydra_ledger *);
struct hydra_part *hydra_ledger_part (const struct hydra_ledger *, uint32_t);
void hydra_ledger_enter (struct hydra_ledger *, unsigned client);
/* What the client's deque holds goes to nobody's. */
void hydra_ledger_leave (struct hydra_ledger *, unsigned client);
void hydra_ledger_empty (struct hydra_ledger *, unsigned client);
size_t hydra_ledger_count (const struct hydra_ledger *, unsigned client);

/* `part` is held, and `sent` splits it (hydra_splits).  The new part's number;
 * it is pushed left into a deque. */
uint32_t hydra_ledger_split (struct hydra_ledger *, uint32_t part,
                             const struct partition *sent, unsigned maker,
                             unsigned deque);
/* The leftmost of the client's deque, now held; HYDRA_NONE: it is empty. */
uint32_t hydra_ledger_pop (struct hydra_ledger *, unsigned client);
/* The rightmost of the longest deque (the first of equally long ones), now
 * held; HYDRA_NONE: all are empty. */
uint32_t hydra_ledger_take (struct hydra_ledger *);
/* An open part is held, wherever it is. */
void hydra_ledger_withdraw (struct hydra_ledger *, uint32_t part);
/* A held part is open again, at the left of a deque. */
void hydra_ledger_return (struct hydra_ledger *, uint32_t part, unsigned deque);
void hydra_ledger_close (struct hydra_ledger *, uint32_t part);
/* Every part is where its state says, once. */
bool hydra_ledger_sound (const struct hydra_ledger *);

#endif
