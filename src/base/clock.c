/* clock.c -- see clock.h. */
#include "base/clock.h"

#include <time.h>

static uint64_t
clock_read (clockid_t which)
{
    struct timespec t;
    clock_gettime (which, &t);
    return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

uint64_t
clock_wall_ns (void)
{
    return clock_read (CLOCK_MONOTONIC);
}

uint64_t
clock_cpu_ns (void)
{
    return clock_read (CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t
clock_thread_ns (void)
{
    return clock_read (CLOCK_THREAD_CPUTIME_ID);
}
