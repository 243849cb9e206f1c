/* trace.h -- a concrete run of a firmware, told to people.
 *
 * Each step has its C place, the instruction as assembly with its address, and
 * what it changed: registers, I/O registers, C variables.  What matters is told
 * by itself: inputs that were read, interrupts, changes of what the invariant
 * reads, the end.  Steps between are one line ("37 instructions, main.c:20-24"),
 * and of a loop that does the same again and again the first and the last time
 * are told, and how often it went round between. */
#ifndef MICRO_REPLAY_TRACE_H
#define MICRO_REPLAY_TRACE_H

#include "micro/image.h"
#include "micro/machine.h"

struct micro_told {
    char *place;      /* owned: "main.c:20", or null */
    char *what;       /* owned: "0x00c6 <main+4>: in r24, PINB" */
    char *values;     /* owned: "r24 = 0x12, PINB read as 0x12"; may be empty */
    size_t folded;    /* 0; or `what` says what so many steps do */
    bool input;       /* something came from outside */
    bool interrupt;   /* no instruction: an interrupt, a flag, a reset */
    uint32_t address; /* in bytes, of the first instruction */
};
struct vec_told VEC (struct micro_told);

/* Tells the run of micro_concretise; `program` is the one of the machine. */
void micro_trace (const struct micro_program *, const struct micro_image *,
                  const struct vec_happening *, struct vec_told *);
/* The same, but steps before and behind a mark are not told together; marks rise, and
 * each stands before that happening.  Gives what is told before each mark. */
void micro_trace_marked (const struct micro_program *,
                         const struct micro_image *,
                         const struct vec_happening *, const size_t mark[],
                         size_t marks, struct vec_told *, size_t told_at[]);
/* The same, every step by itself. */
void micro_trace_steps (const struct micro_program *,
                        const struct micro_image *,
                        const struct vec_happening *, struct vec_told *);
void micro_told_clear (struct vec_told *);

#endif
