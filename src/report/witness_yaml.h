/* witness_yaml.h -- witnesses of verdicts about C programs, as verifiers
 * exchange them (YAML, format 2.0; 2.2 where threads are told apart).
 *
 * A violation is a sequence of waypoints, the last of which is the target; each
 * is a segment of its own that is to be followed, but for the two targets of a race.  A proof is a set of loop
 * invariants.  What is written depends on nothing but what is given: the time
 * of creation is SOURCE_DATE_EPOCH, else 1970, and the uuid is derived from the
 * rest. */
#ifndef WITNESS_YAML_H
#define WITNESS_YAML_H

#include "base/memory.h"
#include "base/problem.h"
#include "base/text.h"
#include "base/vec.h"

struct witness_task {
    const char *const *file; /* input files; they are read for their hashes */
    size_t files;
    const char *specification; /* "G ! call(reach_error())" */
    unsigned bits;
};

enum waypoint_type {
    WAYPOINT_ASSUMPTION, /* value: a C expression that holds there */
    WAYPOINT_BRANCHING,  /* value: "true", "false" or a number */
    WAYPOINT_ENTER,      /* no value */
    WAYPOINT_RETURN,     /* value: "\result == 3" */
    WAYPOINT_TARGET      /* no value */
};

struct witness_waypoint {
    enum waypoint_type type;
    bool avoid;           /* of a witness that was read: not to be followed */
    const char *value;    /* null: none */
    const char *function; /* null: not said */
    struct place place;   /* column 0: not said */
    unsigned thread;      /* 1: the first; 0: there is but one */
    bool beside; /* of one that is written: in the segment of that before */
};

struct witness_invariant {
    const char *value;    /* a C expression */
    const char *function; /* null: not said */
    struct place place;
    bool at_location; /* else of a loop */
};

struct vec_waypoint VEC (struct witness_waypoint);
struct vec_invariant VEC (struct witness_invariant);

/* Append; false: a file cannot be read. */
bool witness_write_violation (struct text *, const struct witness_task *,
                              const struct vec_waypoint *, struct problem *);
bool witness_write_invariants (struct text *, const struct witness_task *,
                               const struct vec_invariant *, struct problem *);

/* Whether a file of this name is to be one of these. */
bool witness_is_yaml (const char *name);
/* The specification of a check ("unreach-call" ..), or null. */
const char *witness_specification (const char *check);
/* Where the call of `function` that starts at a place of a source ends: at its
 * closing parenthesis.  False: no such call stands there. */
bool witness_call_end (const char *source, size_t size, const char *function,
                       struct place *);

/* ---- reading */

struct witness {
    struct arena arena;
    bool violation;                       /* else a set of invariants */
    const char *specification, *producer; /* "" if it does not say */
    struct vec_waypoint waypoint;
    struct vec_invariant invariant;
};

/* Witnesses of format 2.x by whatever tool, the first entry of the file.
 * Invariants whose format is not C are left out.  False: problem; then nothing
 * is to be cleared. */
bool witness_read (struct witness *, const char *text, size_t, const char *file,
                   struct problem *);
void witness_clear (struct witness *);
/* Whether it looks like one: a sequence that starts with an entry_type. */
bool witness_recognise (const char *text, size_t);

#endif
