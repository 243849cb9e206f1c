/* run.h -- the state of an execution along a trail; for trail_run*.c.
 *
 * A value that is null is unknown.  It may be moved about, but nothing may
 * depend on it: then the trail is no execution. */
#ifndef PROGRAM_TRAIL_RUN_H
#define PROGRAM_TRAIL_RUN_H

#include "logic/term/map.h"
#include "program/trail/trail.h"

struct run_frame {
    uint32_t procedure, block, statement; /* the statement that is next */
    const term **value; /* of in, out and local, in that order; owned */
    const term **old;   /* of the globals when it was entered; owned */
};

enum run_end {
    RUN_GOES_ON,
    RUN_DONE,  /* the goal is reached */
    RUN_BROKEN /* the trail is no execution; the problem is set */
};

/* An assertion, as people know it. */
struct run_claim {
    const term *shown; /* as read */
    const char *what;  /* "assert", "requires", "ensures" */
    const char *of;    /* the procedure whose specification it is, or "" */
    const struct statement *statement; /* as read; null: a specification */
    struct place place;
};

struct trail_run {
    const struct trail *trail;
    struct program *read;   /* as read: for names and places */
    struct program program; /* the same, expanded: what is executed */
    struct problem *problem;
    struct term_vec *open;
    trail_visitor *visitor; /* may be null */
    trail_watcher *watcher; /* may be null */
    void *context;          /* of either */

    struct term_map scope;  /* of the frame on top: variable to 1 + index */
    uint32_t scope_of;      /* the procedure of `scope` */
    struct term_map global; /* global, and its old one, to 1 + index */
    struct term_map old;
    struct term_map known; /* constants and points to their values */
    const term **value;    /* of the globals */
    struct VEC (struct run_frame) frame;

    size_t visit;    /* visits begun */
    size_t position; /* values used */
    /* An assertion of the last visit that cannot be evaluated: it may be the
     * one that fails, if none after it does. */
    struct {
        const term *failed; /* its negation; null: none */
        struct run_claim claim;
        size_t open, position;
    } doubt;

    /* What the current step has changed. */
    struct text changed, what;
    size_t changed_at; /* the first statement that did */
};

/* fits.c: is it a trail of this program, as far as its shape goes? */
bool trail_fits (const struct trail *, const struct program *, uint32_t *entry,
                 struct problem *);

/* run_state.c */
void run_init (struct trail_run *);
void run_clear (struct trail_run *);
struct run_frame *run_top (struct trail_run *);
struct procedure *run_procedure (struct trail_run *); /* of the frame on top */
struct place run_place (struct trail_run *);          /* of its statement */
bool run_broken (struct trail_run *, struct place, const char *format, ...)
    __attribute__ ((format (printf, 3, 4))); /* false */
/* Locals of the frame are unknown, but in-parameters: `in`, borrowed. */
void run_push (struct trail_run *, uint32_t procedure, const term *const *in);
void run_pop (struct trail_run *);
const term *run_get (void *run, const term *); /* null: unknown */
void run_set (struct trail_run *, const term *variable, const term *value);
const term *run_evaluate (struct trail_run *, const term *);
/* The next value of the trail, which must be one for the variable. */
bool run_take (struct trail_run *, const term *variable);
/* The term with values in place of its variables. */
const term *run_ground (struct trail_run *, const term *);

/* run_check.c: false if the run is broken. */
bool run_assume (struct trail_run *, const term *, struct place,
                 const char *what);
enum run_end run_assert (struct trail_run *, const term *,
                         const struct run_claim *);
bool run_axioms (struct trail_run *);
bool run_wheres (struct trail_run *, const struct vec_variable *, struct place);
/* The where-clause of one variable, local or global. */
bool run_where_of (struct trail_run *, const term *variable, struct place);
/* Is everything of the trail used up? */
bool run_used_up (struct trail_run *, struct place);
/* Nothing comes after this place: done if the assertion in doubt can be the
 * goal. */
enum run_end run_doubt (struct trail_run *, struct place);
/* What `open` needs to mean something by itself. */
void run_close_open (struct trail_run *);

/* run_show.c */
void show_value (struct text *, const term *); /* short */
void show_changed (struct trail_run *, const term *variable);
void show_flush (struct trail_run *); /* a step for what has changed */
void show_call (struct trail_run *, uint32_t callee, const term *const *value);
void show_return (struct trail_run *); /* of the frame on top */
void show_failed (struct trail_run *, const struct run_claim *);

/* run_watch.c: the statement of the frame on top has done this. */
void watch_set (struct trail_run *, const term *const *value, size_t values);
void watch_call (struct trail_run *, const term *const *value, size_t values);
void watch_return (struct trail_run *);
void watch_failed (struct trail_run *, const struct run_claim *);

#endif
