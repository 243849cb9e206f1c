/* replay_plan.h -- what a replay asks of the solvers, as SMT-LIB text.
 *
 * The user's file is taken apart into declarations and assertions (input), the
 * witness says what to ask about them, and the result is a plan: a prelude and
 * a list of checks, each of which must be unsat.  Everything is copied from the
 * two texts as it stands there, between the places that S-expressions have, so
 * a witness cannot smuggle in commands. */
#ifndef REPLAY_PLAN_H
#define REPLAY_PLAN_H

#include "base/map.h"
#include "base/vec.h"
#include "logic/smtlib/sexpr.h"

/* A text and its S-expressions. */
struct replay_text {
    const char *source, *file; /* borrowed */
    struct arena arena;
    const struct sexpr *form; /* the top level */
    size_t forms;
};

bool replay_text_read (struct replay_text *, const char *source,
                       const char *file, struct problem *);
void replay_text_clear (struct replay_text *);
/* Appends an expression as it stands in the source. */
void replay_copy (struct text *, const struct replay_text *,
                  const struct sexpr *);
/* Calls `visit` for every atom below and at an expression, in order. */
void replay_atoms (const struct sexpr *,
                   void (*visit) (void *, const struct sexpr *), void *);

/* ---- the user's file */

struct replay_declaration {
    const struct sexpr *form; /* the whole command */
    const struct sexpr
        *name; /* of a function or relation; else null: verbatim */
    const struct sexpr *args;   /* list of sorts; null: none */
    const struct sexpr *result; /* null: Bool (declare-rel) */
};

struct replay_assertion {
    const struct sexpr *form, *formula;
    bool query;            /* the formula must not hold */
    size_t first, binders; /* declared variables that occur, in input.binder */
};

struct vec_declaration VEC (struct replay_declaration);
struct vec_assertion VEC (struct replay_assertion);
struct vec_sexpr VEC (const struct sexpr *);

struct replay_input {
    struct replay_text text;
    struct vec_declaration declaration;
    struct map declared; /* name -> index of the declaration */
    struct map symbol;   /* every symbol of the file */
    struct vec_assertion assertion;
    struct vec_sexpr binder; /* declare-var commands, as (declare-var x S) */
};

bool replay_input_read (struct replay_input *, const char *source,
                        const char *file, struct problem *);
void replay_input_clear (struct replay_input *);
/* The declaration as a declare-fun, or verbatim. */
void replay_declare (struct text *, const struct replay_input *,
                     const struct replay_declaration *);

/* ---- the plan */

struct replay_item {
    char *what;   /* "clause at 3:1" */
    char *inside; /* commands before the check-sat, undone after it */
    char *after;  /* commands that later checks may use */
    bool passed;  /* some solver said unsat */
};

struct replay_plan {
    struct text prelude;
    struct vec_item VEC (struct replay_item) item;
    bool chained; /* long, and a check hardly needs more than what the one
                     before it leaves; only that is tried first */
};

void replay_plan_init (struct replay_plan *);
void replay_plan_clear (struct replay_plan *);
/* The texts are taken over. */
void replay_plan_add (struct replay_plan *, struct text *what,
                      struct text *inside, struct text *after);

/* ---- witnesses */

/* (step :assertion N :values ((x V) ..) :fact F) */
struct replay_step {
    size_t assertion;           /* of the input */
    const struct sexpr *values; /* null: none */
    const struct sexpr *fact;
};
bool replay_step_read (struct replay_step *, const struct sexpr *,
                       const struct replay_input *, const char *file,
                       struct problem *);
/* Both read a witness; false: problem set. */
bool replay_proof (struct replay_plan *, const struct replay_input *,
                   const struct replay_text *witness, struct problem *);
bool replay_derivation (struct replay_plan *, const struct replay_input *,
                        const struct replay_text *witness, struct problem *);

#endif
