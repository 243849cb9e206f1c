/* execute.h -- one execution of a program, by evaluation.
 *
 * Arbitrary values are chosen by the caller (zero by default), and of several
 * targets of a goto the first is taken whose assumptions (those that it begins
 * with) hold.  So what is seen is some execution of the program, if any; which
 * one is a function of the program and the choices.
 *
 * The program must have been expanded (program_expand).  Specifications are not
 * looked at, but for procedures without a body, which change nothing but their
 * targets. */
#ifndef PROGRAM_TRAIL_EXECUTE_H
#define PROGRAM_TRAIL_EXECUTE_H

#include "program/trail/trail.h"

enum execution_end {
    EXECUTION_RETURNED,
    EXECUTION_FAILED,  /* an assertion; see `statement` */
    EXECUTION_BLOCKED, /* an assumption, or no target fits */
    EXECUTION_STUCK,   /* something cannot be evaluated */
    EXECUTION_SPENT    /* too many steps, or calls within calls */
};

/* A call that returned.  Values, borrowed as long as the execution: of the
 * in-parameters, then of all globals before; of the out-parameters, then of all
 * globals after. */
struct execution_call {
    uint32_t procedure;
    const term **before, **after;
};

typedef struct execution execution;

struct execution_plan {
    /* The value of a havocked variable; null, or the whole function null: zero.
     */
    const term *(*choose) (void *context, const struct statement *,
                           const term *variable);
    void *context;
    uint64_t steps; /* statements and gotos of one run */
    size_t depth;   /* calls within calls */
    size_t calls;   /* that are kept, at most; 0: none is */
    bool remember;  /* a call that was seen returns what it did then, if nothing
                       arbitrary happens in it */
    struct trail *record; /* may be null: visits and values are added */
};

/* The program must live longer; the plan is copied. */
execution *execution_new (struct program *, const struct execution_plan *);
void execution_free (execution *);
/* A global that the next run starts with (else what the last one left; zero at
 * first). */
void execution_set (execution *, const term *global, const term *value);
/* `in`: values of the procedure's in-parameters. */
enum execution_end execution_run (execution *, uint32_t procedure,
                                  const term *const *in);
/* Where the last run ended; null: between statements. */
const struct statement *execution_statement (const execution *);
/* After RETURNED: the value of an out-parameter. */
const term *execution_result (const execution *, size_t out);
uint64_t execution_steps (const execution *); /* of all runs */
/* Those that returned, in order of their return. */
size_t execution_calls (const execution *, const struct execution_call **);
/* false, 0, .. */
const term *term_zero (terms *, const sort *);

#endif
