/* steps.h -- the kinds of simplification, for simplify.c alone.
 *
 * Each changes the system in place, notes what undoes it, and says whether
 * anything changed. */
#ifndef CEGAR_SIMPLIFY_STEPS_H
#define CEGAR_SIMPLIFY_STEPS_H

#include "cegar/simplify/simplify.h"
#include "logic/arith/arith.h"
#include "logic/solver/solver.h"

enum undo_kind {
    UNDO_FALSE,   /* the location was never reached */
    UNDO_TRUE,    /* the location never reached the error */
    UNDO_CONJOIN, /* `formula` held there always */
    UNDO_DEFINE,  /* what its transitions say */
    UNDO_UNFOLD   /* one of its parts, each for some values of its arguments */
};

/* A location that stands for another one where `formula` holds. */
struct undo_part {
    uint32_t location;
    const term *formula;  /* over the variables of the other one */
    struct term_vec vars; /* of this one, then */
};

struct vec_undo_part VEC (struct undo_part);

struct undo {
    enum undo_kind kind;
    uint32_t location;
    const term *formula;           /* CONJOIN */
    struct term_vec vars;          /* DEFINE: of the location, then; UNFOLD:
                                      those that its parts have too */
    struct vec_transition in, out; /* DEFINE: its transitions, owned */
    struct term_vec *target;       /* DEFINE: variables of out[i].to, then */
    struct vec_vars VEC (struct term_vec)
        all; /* DEFINE, where some transition has several premises: the variables
                of every location, then */
    struct vec_undo_part part; /* UNFOLD */
};

struct vec_undo VEC (struct undo);

struct simplification {
    struct vec_vars vars;                /* see simplify_vars */
    struct vec_undo undo;                /* in the order of the steps */
    size_t most_transitions, most_nodes; /* that composing may lead to */
    solver *checker; /* for transition_dead; null until then */
    arith *quick;    /* asked before any solver; null until then */
    size_t checks;   /* that the checker may still be asked */
};

bool simplify_reach (struct system *, simplification *);
bool simplify_false (struct system *); /* by guard_false; and idle loops */
bool simplify_slice (struct system *); /* needs no undoing */
bool simplify_constant (struct system *, simplification *);
bool simplify_equal (struct system *, simplification *);
bool simplify_inline (struct system *, simplification *);
bool simplify_split (struct system *, simplification *);
bool simplify_unfold (struct system *, simplification *);
bool simplify_prune (struct system *, simplification *); /* by the solver */

/* ---- shared */

struct undo *simplification_note (simplification *, enum undo_kind,
                                  uint32_t location);
/* `*helper` is null or a solver from an earlier call; the caller frees it. */
void simplify_undo (const struct undo *, terms *, const term **invariant,
                    solver **helper);
void term_vec_copy (struct term_vec *, const struct term_vec *);
/* The same operator with other arguments; simplifies.  No quantifiers. */
const term *term_again (terms *, const term *, const term *const *arg);
/* A deep copy; its auxiliaries are still those of the original. */
struct transition transition_copy (const struct transition *);
/* Gives the auxiliaries new names, so that it may stand beside its original. */
void transition_rename (terms *, struct transition *);
/* Replaces variables in guard and updates. */
void transition_replace (terms *, struct transition *,
                         const struct term_vec *from,
                         const struct term_vec *to);
/* The same, then eliminates auxiliaries. */
void transition_substitute (terms *, struct transition *,
                            const struct term_vec *from,
                            const struct term_vec *to);
void transition_tidy (terms *, struct transition *);
/* Uses what the guard says outright in the rest of the transition: conjuncts
 * that are literals decide their atoms everywhere else; then tidies, until
 * there is nothing more to use. */
void transition_propagate (terms *, struct transition *);
/* Removes the transitions marked; false if there are none. */
bool transitions_drop (struct system *, const bool *drop);
/* Takes the variables marked out of a location and the updates of those that
 * enter it; nothing may refer to them any more. */
void location_drop (struct system *, uint32_t location, const bool *drop);
/* Replaces each variable of a location by its value, a constant or another of
 * its variables, that it always has there; null: it stays.  False: all stay. */
bool location_fix (struct system *, simplification *, uint32_t location,
                   const struct term_vec *value);
/* Can a formula hold?  Without a solver, which takes a hundred times as long. */
enum arith_answer simplification_quick (simplification *, terms *,
                                        const term *);
/* Is the guard certainly unsatisfiable, by a solver with a small limit?  Uses
 * up one of the checks. */
bool transition_dead (terms *, const struct transition *, simplification *);
size_t transition_nodes (const struct transition *);
/* The clauses of `in`, and around them those of `out`, of which it derives a premise. */
void origin_join (const struct transition *in, const struct transition *out,
                  size_t premise, struct vec_index *origin);
/* The transition for which `in` derives premise number `premise` of `out`: its own
 * premises come in the place of that one.  False: cannot happen, nothing is made. */
bool transition_join (const struct system *, const struct transition *in,
                      const struct transition *out, size_t premise,
                      struct transition *);
/* First `in`, then `out`, both with one premise at most; false: cannot happen, nothing is made. */
bool transition_compose (const struct system *, const struct transition *in,
                         const struct transition *out, struct transition *);

#endif
