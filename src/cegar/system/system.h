/* system.h -- transition systems: what the engine explores.
 *
 * Location 0 is the entry, location 1 the error; neither has variables.  A
 * transition leaves `from` if its guard holds for some values of its auxiliary
 * variables, and sets every variable of `to` to a term over the variables of
 * `from` and the auxiliaries.  Transitions have a fixed order (their index):
 * it is the order in which counterexamples are compared.
 *
 * A transition may have further premises: it leaves several locations at once,
 * and what comes to it is a tree.  The variables of `from` stand for themselves in
 * it; those of every further premise have copies, which like auxiliaries belong to
 * this transition.  A system without such transitions is linear.
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

/* A location that a transition needs beside `from`. */
struct premise {
    uint32_t location;
    struct term_vec vars; /* copies of the location's, in their order */
};

struct vec_premise VEC (struct premise);

/* In `origin`: here stand the clauses of what comes from a premise, 0 for `from`.
 * Where no premise is named, those of `from` come first. */
enum { ORIGIN_PREMISE = (int) 0x40000000 };

struct transition {
    uint32_t from, to;
    struct vec_premise more; /* ENTRY is not among them */
    struct term_vec aux;
    const term *guard;
    struct term_vec update; /* one per variable of `to` */
    struct vec_u32 {
        uint32_t *at;
        size_t size, room;
    } origin;
    /* the clauses that it stands for, in order: what a clause needs comes before it */
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
bool system_linear (const struct system *);
/* It is, and so were the clauses that its transitions stand for. */
bool system_plain (const struct system *);
bool origin_names_premise (const struct transition *);
/* Premise number i of a transition: 0 is `from`, if that is not the entry. */
size_t transition_premises (const struct transition *);
uint32_t transition_premise (const struct transition *, size_t i);
const struct term_vec *transition_premise_vars (const struct system *,
                                                const struct transition *,
                                                size_t i);
/* Does a list of transitions, each behind those that lead to its premises, in
 * their order, derive the error?  In a linear system: is it a path to it? */
bool system_derives (const struct system *, const uint32_t *transition,
                     size_t count);
/* The clauses of such a list, as a derivation from the user's clauses (each behind
 * those that derive its body). */
void system_origins (const struct system *, const uint32_t *transition,
                     size_t count, struct vec_index *clauses);

/* Wire format: all that a worker needs.  Bytes that system_write did not make
 * give false, and a system that need not be cleared. */
void system_write (const struct system *, struct buffer *);
bool system_read (struct system *, terms *, struct reader *);
void system_print (const struct system *, struct text *); /* for people */
void system_dot (const struct system *, struct text *);
/* As SMT-LIB HORN (--emit=horn). */
void system_smtlib (const struct system *, struct text *);

#endif
