/* probe.h -- a few schedules, each of them run once, as far as it goes.
 *
 * A fault that is deep lies behind more states than can be looked at; but often
 * it needs no particular schedule, only a regular one: one process after the
 * other, or in turns.  A probe keeps no states: it follows one edge after the
 * other, and looks at all edges of the states on its way for a fault.
 *
 * What a probe finds depends on the machine and the number of the probe only. */
#ifndef EXPLORE_GUIDED_PROBE_H
#define EXPLORE_GUIDED_PROBE_H

#include "explore/path.h"

enum { PROBES = 24 };

/* The path to a fault, if the probe of this number (below PROBES) comes to one;
 * false: it does not. */
bool probe_run (generator *, unsigned probe, struct path *);

#endif
