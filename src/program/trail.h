/* trail.h -- an execution of a program, and the proof that it is one.
 *
 * A trail says how every choice of an execution was made: constants, functions
 * (at the points where they are applied), globals at the start, and per block
 * entered, in order of execution, the block and the arbitrary values that were
 * used up in it, in order.  trail_run executes the program *as read* along it,
 * by evaluation alone: every assume must hold, the next block must be a target
 * of the goto, and the end must be a failed assertion (or, for goal return, the
 * return of the entry).  Nothing of how the trail was found is used. */
#ifndef TRAIL_H
#define TRAIL_H

#include "program/program.h"

/* What one block visit used up, in order: values of havoc'd variables, of
 * locals and out-parameters at procedure entry (in order of declaration: out,
 * then local), of results and modified globals of calls without a body (targets
 * in order, then globals in the order of the procedure's modifies clause, as
 * declared).  A null value stands for "any": the variable is never read. */
struct trail_visit {
    uint32_t procedure, block; /* of the program as read */
    uint32_t first, values;    /* into trail.value */
};

struct trail_point { /* function (arg ..) = value */
    const term *application; /* OP_APPLY over constant terms */
    const term *value;
};

struct vec_visit VEC (struct trail_visit);
struct vec_point VEC (struct trail_point);

struct trail {
    const char *entry;          /* name of the entry procedure */
    bool to_return;             /* the goal: return of the entry */
    struct term_vec constant;   /* values, in the order of program.constant */
    struct term_vec global;     /* values, in the order of program.global */
    struct term_vec parameter;  /* of the entry's in-parameters */
    struct vec_point point;
    struct vec_visit visit;     /* the first is the entry's first block */
    struct term_vec value;
};

void trail_init (struct trail *);
void trail_clear (struct trail *);

/* Text: `cohort-trail 1`, then one line each: `entry NAME`, `goal WHAT`,
 * `constant NAME VALUE`, `global NAME VALUE`, `parameter NAME VALUE`,
 * `point APPLICATION VALUE`, `visit PROCEDURE LABEL`, `value VALUE`; values and
 * applications as SMT-LIB; a lone `any` for no value.  Written from and read
 * for a program. */
void trail_write (const struct trail *, const struct program *, struct text *);
bool trail_read (struct trail *, const struct program *, const char *text,
                 const char *file, struct problem *);

/* One step of the execution, for people. */
struct trail_step {
    struct place place;
    const char *procedure, *label;
    uint32_t depth;   /* calls on the stack */
    const char *what; /* "call foo (x = 1)", "x := 3", "assert", "record ..." */
    const char *values; /* "x = 1, y = 2": what changed; may be "" */
};
typedef void trail_visitor (void *context, const struct trail_step *);

/* False: no execution (problem: where it breaks and why).  `visit` may be null;
 * it is called for statements that change something a reader would want: calls,
 * returns, assignments and havocs of a block together, record calls
 * (boogie_si_record_*), the failed assertion.  `*assumed` is set if a quantified
 * axiom or assumption could not be evaluated: then the trail holds on condition
 * that they do, and `open` gets those terms, with the values in place of free
 * variables, for a solver to look at. */
bool trail_run (const struct trail *, struct program *, trail_visitor *,
                void *context, struct term_vec *open, struct problem *);

#endif
