/* follow.h -- a program that goes only where a violation witness leads.
 *
 * A counter says which waypoint is next.  Where that one stands, what it says
 * (the result of a call, the value of a variable) is assumed, the first time
 * that a run comes there; only the target's assertion counts, and only after
 * all waypoints.  Of waypoints, equations with constants are understood; all
 * others are left out.  So every run of it that fails is a run of the program
 * that fails, whatever the witness says. */
#ifndef CSOURCE_FOLLOW_H
#define CSOURCE_FOLLOW_H

#include "program/program.h"
#include "report/witness_yaml.h"

struct c_followed {
    size_t waypoints; /* that are followed, of */
    size_t asked;     /* those that there are, without the target */
    size_t targets;   /* assertions at the target; none: nothing can fail */
};

/* In place, of a copy. */
void c_follow (struct program *, const struct witness *, struct c_followed *);

#endif
