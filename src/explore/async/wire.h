/* wire.h -- the messages of a search without layers.
 *
 * All numbers as in base/bytes.h.  From the master:
 *
 *     PROGRAM   struct members_setup (explore/members/wire.h): before anything else
 *     BEGIN     the members' numbers (how many, then each): say READY
 *     START     expand the root
 *     TAKE      directed: 0: nothing; 1: the root; 2, then estimate and hash:
 * all open states up to there.  Expand them, say EXPANDED EXPECT    directed:
 * states that were sent to you, in all; how many you may offer: say SETTLED
 *     COUNT     wave: say COUNTED at once
 *     HALT      expand no more
 *     TRACE     node: how did you come to it?
 *     REPORT    what have you seen?
 *
 * and to the master:
 *
 *     READY     states may come
 *     IDLE      messages sent to other workers, and got from them: there is
 *               nothing to do any more; said anew each time
 *     COUNTED   wave; 1: idle, else 0; sent, got
 *     EXPANDED  directed: fault, its source's node + 1 (the root: 0); state
 * whose generator failed; problem; how many were sent to: number of pairs, then
 * each index of a member and count SETTLED   directed: 0, or the least estimate
 * of a new state + 1; the least open states: their number, then estimate and
 * hash of each FOUND     node + 1 (the root: 0); finding WAY       number of
 * choices, then each, from the back; 1: that was the first edge; or 0, then the
 * index of a member and its node REPORTED  report; states, bytes of the store,
 * bytes of files, greatest depth, states sent to other workers, depth of the
 * cut NEWS      states, bytes, meanwhile FAILED    problem: this member cannot
 * go on
 *
 * and between workers, each the states that the other owns:
 *
 *     STATES    of each state predecessor's node, choice, depth, estimate,
 *               digest; the state
 *     MINIS     position in the file; of each the same and its size
 *
 * where in a directed search the estimate is the predecessor's, and its hash is
 * behind the size.
 *
 * A node is the number of a state at its member; the root's is ASYNC_ROOT. */
#ifndef EXPLORE_ASYNC_WIRE_H
#define EXPLORE_ASYNC_WIRE_H

#include "explore/async/async.h"
#include "explore/members/wire.h"

#define ASYNC_ROOT UINT64_MAX

enum async_tag {
    ASYNC_PROGRAM = ASYNC_TAG,
    ASYNC_BEGIN,
    ASYNC_START,
    ASYNC_TAKE,
    ASYNC_EXPECT,
    ASYNC_COUNT,
    ASYNC_HALT,
    ASYNC_TRACE,
    ASYNC_REPORT,
    ASYNC_READY,
    ASYNC_IDLE,
    ASYNC_COUNTED,
    ASYNC_EXPANDED,
    ASYNC_SETTLED,
    ASYNC_FOUND,
    ASYNC_WAY,
    ASYNC_REPORTED,
    ASYNC_NEWS,
    ASYNC_FAILED,
    ASYNC_STATES,
    ASYNC_MINIS
};

/* What of a state is not its bytes. */
struct async_mini {
    uint64_t from; /* node of the predecessor, at the member that sends it */
    uint32_t choice, depth;
    int64_t estimate;
    struct digest digest;
};

void mini_write (const struct async_mini *, struct buffer *);
bool mini_read (struct async_mini *, struct reader *);

#endif
