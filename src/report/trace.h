/* trace.h -- a counterexample taken apart: for each step its place, thread and frame,
 * what it is and which values it tells; and what is known at any step.
 *
 * The one structure below the HTML report, SARIF and what steps through a trace.  It is
 * made of an outcome, or of what a run directory keeps of one, and of nothing else: the
 * engines fill outcome_step.  Steps that are folded are one entry that stands for many. */
#ifndef REPORT_TRACE_H
#define REPORT_TRACE_H

#include "report/outcome.h"

struct trace_value {
    char *name, *value; /* "ring[0]", "1"; owned */
    bool read;          /* it was read, not set */
    bool changed;       /* it is news: it had none here, or another one */
    bool global;        /* whichever frame tells it */
    uint32_t frame;     /* of its thread, from the outermost, 0 */
    size_t until; /* the entry in which it is known no more; trace.entry.size:
                           it is to the end */
};
struct vec_trace_value VEC (struct trace_value);

struct trace_entry {
    const struct outcome_step *step; /* as it was told; borrowed */
    size_t number;         /* from 1; of a folded one the first of them */
    const char *file;      /* null: no place is known; owned by the trace */
    unsigned line, column; /* 0: not known */
    unsigned thread;       /* of trace.thread */
    enum step_kind kind;   /* the last of a counterexample is a fault */
    struct vec_trace_value value; /* what this step tells, in its order */
};

struct trace {
    struct vec_string
        thread; /* names, by their first step; at least one: "main" */
    struct vec_string file; /* of places, by their first step */
    struct VEC (struct trace_entry) entry;
};

/* The outcome must live longer and keep its trace. */
void trace_init (struct trace *, const struct outcome *);
void trace_clear (struct trace *);

/* "file:line:column", "file:line", "file", whatever colons are in the name.  The file is
 * owned; null: `place` is null or empty. */
char *trace_place (const char *place, unsigned *line, unsigned *column);
/* "x = 1, m = [1 := 2, 3 := 4], p == 2; holds a" and "PINB read as 0x12, a: true":
 * what is no value is left out. */
void trace_values (const char *text, struct vec_trace_value *);
void trace_values_clear (struct vec_trace_value *);

/* A call that has not returned.  `entry` is the last one told in it up to the step that is
 * asked about, or the call itself if nothing was told in it yet. */
struct trace_frame {
    const char *function; /* borrowed; null: not known */
    size_t entry;
};
struct vec_trace_frame VEC (struct trace_frame);
/* The frames of a thread after entry `at`, innermost first; empty if the thread has done
 * nothing yet. */
void trace_stack (const struct trace *, size_t at, unsigned thread,
                  struct vec_trace_frame *);
/* What is known after entry `at`, in the order in which it was told: the last value of
 * each global and of each other name in a frame that has not returned. */
struct trace_known {
    const struct trace_value *value;
    size_t entry; /* where it was told; its thread is whose frame it is */
};
struct vec_trace_known VEC (struct trace_known);
void trace_known (const struct trace *, size_t at, struct vec_trace_known *);

#endif
