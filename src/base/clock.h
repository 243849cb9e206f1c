/* clock.h -- wall and CPU time, for people, limits and benchmarks only.
 *
 * Nothing that shows in a verdict, trace, proof or digest may depend on it. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

uint64_t clock_wall_ns (void);   /* monotonic */
uint64_t clock_cpu_ns (void);    /* of this process */
uint64_t clock_thread_ns (void); /* of this thread */

#endif
