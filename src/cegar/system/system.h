/* system.h -- transition systems: what the engine explores.
 *
 * Location 0 is the entry, location 1 the error; neither has variables.  A
 * transition leaves `from` if its guard holds for some values of its auxiliary
 * variables, and sets every variable of `to` to a term over the variables of
 * `from` and the auxiliaries.  Transitions have a fixed order (their index):
 * it is the order in which counterexamples are compared.
 *
 * Variables of different locations are different terms; auxiliaries belong to
 * one transition and are in no other. */
#ifndef CEGAR_SYSTEM_SYSTEM_H
#define CEGAR_SYSTEM_SYSTEM_H

#include "base/problem.h"
#include "logic/term/term.h"
#include "horn/horn.h"

enum { SYSTEM_ENTRY = 0, SYSTEM_ERROR = 1 };

struct location {
    const char *name;
    struct term_vec vars;
    uint32_t relation; /* of the Horn clauses; HORN_NONE for entry and error */
    bool gone;         /* preprocessing took it away */
};

struct transition {
    uint32_t from, to;
    struct term_vec aux;
    const term *guard;
    struct term_vec update; /* one per variable of `to` */
    struct vec_u32 {
        uint32_t *at;
        size_t size, room;
    } origin;
    /* the clauses that it stands for, in order */
    uint32_t repeats; /* 0, or 1 + index of an earlier transition, a loop: this
                         one is two or more rounds of it, as many as its sole
                         auxiliary says (accelerate.h); origin is one round's */
};

struct vec_location VEC (struct location);
struct vec_transition VEC (struct transition);
struct vec_index VEC (uint32_t);

struct system {
    terms *terms; /* borrowed */
    struct arena arena;
    struct vec_location location;
    struct vec_transition transition;
    struct vec_index *leaving; /* per location, transition indices, rising */
    size_t indexed;            /* locations that `leaving` knows */
    struct digest
        known; /* what strengthened the guards (cegar/abstraction/houdini.h); 0: nothing
                            did.  No part of the wire format */
};

void system_init (struct system *, terms *);
void system_clear (struct system *);
/* One location per relation, one transition per clause, in order; clause
 * variables that equations determine are eliminated. */
void system_from_horn (struct system *, const struct horn *);
/* Recomputes `leaving`; call after transitions were added or removed. */
void system_index (struct system *);
bool system_sound (const struct system *);
/* Is it a formula over the variables of this location and nothing else? */
bool system_predicate (const struct system *, uint32_t location, const term *);
void transition_clear (struct transition *);

/* Wire format: all that a worker needs.  Bytes that system_write did not make
 * give false, and a system that need not be cleared. */
void system_write (const struct system *, struct buffer *);
bool system_read (struct system *, terms *, struct reader *);
void system_print (const struct system *, struct text *); /* for people */
void system_dot (const struct system *, struct text *);
/* As SMT-LIB HORN (--emit=horn). */
void system_smtlib (const struct system *, struct text *);

#endif
