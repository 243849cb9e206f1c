/* trace.h -- an execution along a trail, as a C programmer would tell it.
 *
 * For programs that were read from C (program/attributes.h).  Only what has a C name is
 * told; what happens on one line is one step. */
#ifndef CSOURCE_TRACE_H
#define CSOURCE_TRACE_H

#include "program/trail/trail.h"
#include "report/outcome.h"

struct c_step {
    struct place place;
    const char *function; /* the C function; may be null */
    uint32_t depth;
    uint32_t procedure, block; /* of the program as read */
    enum step_kind kind;
    bool values;      /* `what` is values, with ", " between */
    const char *what; /* "x = 3, y = 4", "__VERIFIER_nondet_int () = 7",
                         "call f (a = 1)", "return 2 from f", the message of the
                         failed assertion */
    const char *
        operands; /* of the failed assertion: its variables, "x = 3, y = 4"; else
                             null */
    const char *
        check; /* of the failed assertion: "valid-deref" (program/attributes.h); else
                          null */
};
typedef void c_visitor (void *context, const struct c_step *);

/* Whether a procedure has the mark {:c}. */
bool program_is_c (const struct program *);
/* As trail_run. */
bool c_trace (const struct trail *, struct program *, c_visitor *,
              void *context, struct term_vec *open, struct problem *);

#endif
