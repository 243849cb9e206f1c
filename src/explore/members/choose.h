/* choose.h -- which part of a state tells its owner best.
 *
 * By the hash of all of it nearly every edge leads to a state of another member;
 * by that of a part fewer do, but members may have unlike shares.  A sample of
 * the machine's states, drawn at random from a fixed seed, is looked at in all
 * ways, and the one is taken by which the busiest member would have least to do:
 * its share of the states, and the edges that leave members, each of which costs
 * more than making the state.  Nothing but time depends on it. */
#ifndef EXPLORE_MEMBERS_CHOOSE_H
#define EXPLORE_MEMBERS_CHOOSE_H

#include "base/options.h"
#include "machine/generator.h"

/* *partition: PARTITION_AUTO, or PARTITION_THREADS, which only asks how many of
 * them; *some: of PARTITION_THREADS. */
void owners_choose (const generator *, unsigned members,
                    enum option_partition *partition, unsigned *some);

#endif
