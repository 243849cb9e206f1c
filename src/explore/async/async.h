/* async.h -- a search over a team without layers (Edelkamp, Jabbar, Sulewski:
 * Distributed Verification of Multi-threaded C++ Programs, 2007, algorithms 1
 * and 2).
 *
 * Every worker has a store and an ordered list of states to expand (open).  A
 * successor goes to its owner: in a message, or as a mini-state (hash, position
 * in a transfer file, size, predecessor, choice, depth, estimate), whose bytes
 * the owner reads, and looks up, when it comes to expand it.
 *
 *   partition   owner                        order of expansion
 *   hash, heap, the member of the partition  least depth first; with an
 *   stacks      (explore/members/owner.h)            estimate: least estimate first
 *   depth       (depth / slice) mod members  greatest depth first
 *               (Holzmann, Bosnacki 2006)
 *   estimate    (estimate / slice) mod       least estimate first
 *               members
 *
 * With depth slices the same state may come to several members, and each of
 * them keeps and expands it: `states` is the sum, the number of distinct ones
 * is not known, and result.repeated says so.  No state is lost by that.
 *
 * The end is found by counting (Mattern 1987, four counters): workers count the
 * messages that they sent to others and got from them.  The master asks all,
 * and when all have answered asks once more: the search is over if both times
 * all were idle, sent equals received, and both sums are what they were.  It
 * asks when all have said that they are idle; that is a hint, and nothing rests
 * on it.  (The paper's rule, all idle, is unsound, as it says itself.)
 *
 * A search has one epoch: whoever is lost takes states along, so a loss ends
 * the search without a verdict (explore/check.c then begins another, with a new team);
 * who comes later waits in vain.  The first fault
 * that is heard of ends it, too; the way to it is put together from
 * predecessors, one member after the other.  None of this is predictable, but a
 * complete search without a fault has seen every state. */
#ifndef EXPLORE_ASYNC_ASYNC_H
#define EXPLORE_ASYNC_ASYNC_H

#include "explore/async/worker.h"
#include "explore/members/members.h"

extern const struct member_class async_master_class;
/* Of the options, threads must be 1, and depth, run and passed are not used. */
member *async_master_new (const struct members_options *);
/* A directed search (explore/explore.h) over the team, by partition of hash, heap or
 * stacks: the same rounds, states, digest and path as alone.  Losses as above.
 */
member *directed_master_new (const struct members_options *);
void async_master_free (member *);
const struct explore_result *async_result (const member *);
const struct path *async_path (const member *); /* null: there is none */
struct members_counts async_counts (const member *);

#endif
