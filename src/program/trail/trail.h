/* trail.h -- an execution of a program, and the proof that it is one.
 *
 * A trail says how every choice of an execution was made: constants, functions
 * (at the points where they are applied), globals at the start, and per block
 * entered, in order of execution, the block and the arbitrary values that were
 * used up in it, in order.  trail_run executes the program *as read* along it,
 * by evaluation alone: every assume must hold, the next block must be a target
 * of the goto, and the end must be a failed assertion (or, for goal return, the
 * return of the entry).  Nothing of how the trail was found is used. */
#ifndef PROGRAM_TRAIL_TRAIL_H
#define PROGRAM_TRAIL_TRAIL_H

#include "program/program.h"

/* What one block visit used up, in order: values of havoc'd variables, of
 * locals and out-parameters at procedure entry (in order of declaration: out,
 * then local), of results and modified globals of calls without a body (targets
 * in order, then globals in the order of the procedure's modifies clause, as
 * declared).  A null value stands for "any": the variable is never read.
 *
 * trail.value is one stream in order of execution.  A visit is listed when its
 * block is entered, never again when a call in it returns: what a block uses up
 * after a call stands with the visit that was listed last, be it the callee's,
 * so that the next visit's `first` is this one's `first + values`. */
struct trail_visit {
    uint32_t procedure, block; /* of the program as read */
    uint32_t first, values;    /* into trail.value */
};

struct trail_point {         /* function (arg ..) = value */
    const term *application; /* OP_APPLY over values (term_is_value); OP_VAR for
                                a function without parameters */
    const term *value;       /* never null */
};

struct vec_visit VEC (struct trail_visit);
struct vec_point VEC (struct trail_point);

struct trail {
    const char *entry;         /* name of the entry procedure */
    bool to_return;            /* the goal: return of the entry */
    struct term_vec constant;  /* values, in the order of program.constant */
    struct term_vec global;    /* values, in the order of program.global */
    struct term_vec parameter; /* of the entry's in-parameters */
    struct vec_point point;
    struct vec_visit visit; /* the first is the entry's first block */
    struct term_vec value;
};

void trail_init (struct trail *);
void trail_clear (struct trail *);
/* The same choices, but maps to numbers are 0 wherever none of their `store`s says
 * otherwise.  It need not be an execution, even if the other is one. */
void trail_plain (struct trail *, const struct trail *, terms *);

/* Text: `cohort-trail 1`, then one line each: `entry NAME`, `goal WHAT`,
 * `constant NAME VALUE`, `global NAME VALUE`, `parameter NAME VALUE`,
 * `point APPLICATION VALUE`, `visit PROCEDURE LABEL`, `value VALUE`; values and
 * applications as SMT-LIB; a lone `any` for no value; elements as `@SORT!val!N`.
 * Written from and read for a program; points of functions that it does not
 * have (passes make some up) are left out. */
void trail_write (const struct trail *, const struct program *, struct text *);
bool trail_read (struct trail *, const struct program *, const char *text,
                 const char *file, struct problem *);

enum trail_event_kind {
    TRAIL_SET,    /* values of the targets of an assignment, a havoc, or of a
                     call that has returned */
    TRAIL_CALL,   /* values of the arguments */
    TRAIL_RETURN, /* values of the out-parameters; not for procedures without a
                     body */
    TRAIL_FAILED  /* the assertion; no values */
};

/* One step of the execution, for people. */
struct trail_step {
    struct place place;
    const char *procedure, *label;
    uint32_t number, block; /* the same as numbers */
    enum trail_event_kind kind;
    uint32_t depth;     /* calls on the stack */
    const char *what;   /* "call foo (x = 1)", "set", "return from foo",
                         "record x = 1", "assert x != 1 fails",
                         "requires 0 < x of foo fails" */
    const char *values; /* "x = 1, m = [1 := 2, * := 0]": what was set, is
                           returned, or makes it fail; may be "" */
};
typedef void trail_visitor (void *context, const struct trail_step *);

/* False: no execution (problem: where it breaks and why).  `visit` may be null;
 * it is called for statements that change something a reader would want: calls,
 * returns, assignments and havocs of a block together, record calls
 * (boogie_si_record_*), the failed assertion.
 *
 * A quantified axiom or assumption (or an assertion that would have to fail)
 * cannot be evaluated.  `open` then gets it, with values in place of variables,
 * and what the trail says about functions and elements: if these formulas have
 * a model, the trail is an execution; that is for a solver to say.  Empty: it
 * is one.  False as well: a function or operator that program_expand does not
 * have (PROBLEM_UNSUPPORTED). */
bool trail_run (const struct trail *, struct program *, trail_visitor *,
                void *context, struct term_vec *open, struct problem *);

/* The same execution for those who want values, not text. */
struct trail_event {
    enum trail_event_kind kind;
    uint32_t procedure, block, at;     /* of the program as read */
    const struct statement *statement; /* the one at `at`; null: RETURN, or a
                                          specification that failed */
    const term *const *value;          /* borrowed; null ones: any */
    size_t values;
    uint32_t depth;
    struct place place;
};
typedef void trail_watcher (void *context, const struct trail_event *);
bool trail_watch (const struct trail *, struct program *, trail_watcher *,
                  void *context, struct term_vec *open, struct problem *);

#endif
