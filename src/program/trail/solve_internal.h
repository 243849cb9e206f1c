/* solve_internal.h -- a path walked with terms instead of values.
 *
 * Uses up visits and arbitrary values in the order of trail_run, which is the
 * judge: what it refuses is never a counterexample. */
#ifndef PROGRAM_TRAIL_SOLVE_INTERNAL_H
#define PROGRAM_TRAIL_SOLVE_INTERNAL_H

#include "logic/term/map.h"
#include "program/trail/solve.h"

struct path_frame {
    uint32_t procedure, block, statement;
    const term **value; /* of in, out, local; owned */
    const term **old;   /* of the globals when it was entered; owned */
};

/* Something that must hold, or one that may fail, from visit `since` on. */
struct path_event {
    const term *term;
    bool fallible;
    size_t visits, values; /* used up so far */
    struct trail_goal goal;
};

enum path_end { PATH_GOES_ON, PATH_ENDS, PATH_IMPOSSIBLE };

struct solve_path {
    const struct trail *trail;
    struct program *program; /* expanded */
    terms *terms;
    size_t since;
    struct problem *problem;

    struct term_map *scope; /* per procedure: variable to 1 + index; lazily */
    struct term_map global, old;
    const term **value; /* of the globals, now */
    struct VEC (struct path_frame) frame;
    size_t visit;
    /* How deep the term of a value is: long chains get names. */
    struct term_map depth;
    struct term_vec name;  /* in order; each is defined by earlier ones */
    struct term_map named; /* a name to what it stands for */

    struct term_vec start_global, start_parameter;
    struct term_vec taken;     /* arbitrary values, in order */
    struct VEC (size_t) first; /* per visit: values before it */
    struct term_vec hold;      /* what must hold */
    struct VEC (struct path_event) event;
    struct term_vec application; /* of functions, as they are evaluated */
    bool has_functions;
};

void path_init (struct solve_path *, const struct trail *, struct program *);
void solve_path_clear (struct solve_path *);
/* Walks all visits, and on to where another would be needed.  False: they are
 * no path of the program (problem). */
bool path_walk (struct solve_path *, uint32_t entry);

/* solve_state.c */
struct path_frame *path_top (struct solve_path *);
const struct procedure *path_procedure (struct solve_path *);
void path_push (struct solve_path *, uint32_t procedure, const term *const *in);
void path_pop (struct solve_path *);
const term *path_get (struct solve_path *, const term *variable);
void path_set (struct solve_path *, const term *variable, const term *value);
const term *path_value (struct solve_path *, const term *);
void path_take (struct solve_path *,
                const term *variable); /* an arbitrary value */

#endif
