/* walk.h -- where commands of a debugger lead in a counterexample.
 *
 * A position is an entry of the trace: its line is the current one, and what it does has
 * been done, as on the page of the report.  The last one is what fails.  All functions
 * are pure; whatever has no such entry leads to the first or to the last one. */
#ifndef DAP_WALK_H
#define DAP_WALK_H

#include "report/trace.h"

/* Before the current call of the thread returns, in that thread: no call is entered. */
size_t walk_next (const struct trace *, size_t at, unsigned thread);
/* Where the thread has left its current call. */
size_t walk_out (const struct trace *, size_t at, unsigned thread);

/* Where the entry, or what stands for many, is: a place that is told, its own or the last
 * one before it of the same thread and depth.  trace.entry.size: there is none. */
size_t walk_placed (const struct trace *, size_t at);
/* Has the thread done anything up to that entry? */
bool walk_begun (const struct trace *, size_t at, unsigned thread);

#endif
