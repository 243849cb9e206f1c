/* trace_internal.h -- what the parts of the teller share. */
#ifndef MICRO_REPLAY_TRACE_INTERNAL_H
#define MICRO_REPLAY_TRACE_INTERNAL_H

#include "micro/replay/trace.h"

/* Something that has another value now. */
struct trace_change {
    char *name, *value; /* owned */
    bool minor;         /* a register of the processor, an unnamed byte */
};
struct vec_trace_change VEC (struct trace_change);

/* A line to be told: one step, or several that nobody has to see. */
struct trace_line {
    char *place, *what; /* owned; what: null while it is open */
    size_t steps;       /* of a run; 0: one step, told by itself */
    struct vec_trace_change change;
    char *note; /* owned: what came from outside; may be null */
    /* Of a run: */
    const char *file; /* of its first place, borrowed; null: none is known */
    unsigned first_line, last_line; /* least and greatest in that file */
    uint32_t first_pc, last_pc;     /* the same of byte addresses */
    uint32_t address;               /* where it begins */
    bool interrupt;
};
struct vec_trace_line VEC (struct trace_line);

void trace_line_clear (struct trace_line *);
/* The value of a name that has one already is replaced.  Takes both over. */
void trace_change_put (struct vec_trace_change *, struct trace_change adopted);
/* All of one list into another; copies. */
void trace_change_merge (struct vec_trace_change *,
                         const struct vec_trace_change *, bool minor);
/* What is unlike the state before: `old` has core->size bytes. */
void trace_compare (const struct micro_image *, const struct micro_core *,
                    const uint8_t *old, struct vec_trace_change *);
/* Loops that are told again and again, in the lines. */
void trace_fold (struct vec_trace_line *);

#endif
