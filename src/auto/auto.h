/* auto.h -- several engines on one program, in an order that no schedule
 * changes.
 *
 * Rounds j = 0, 1, ..; in each round the stages in order:
 *     values    the flat program by explicit values (explicit_stage.h)
 *     sat       symbolic execution and a SAT solver (sat/check.h); for programs with maps
 *               only
 *     bounded   stratified inlining over bits, bound 2^j, at most B 2^j units
 *     runs      with inputs of our choice (auto/concrete/execution_stage.h); only UNSAFE counts
 *     summaries guessed and checked, of recursive procedures (auto/summaries/summaries.h); for
 *               programs with recursion only
 *     cells     as integers, but one cell stands for all of a map (program/abstract/array_cells.h);
 *               only SAFE counts; for programs with maps only
 *     integers  predicate abstraction and its kin over the flat program with
 *               integers (program/abstract/integers.h), at most B 2^j units; SAFE is a proof of
 *               the program, UNSAFE counts only if trail_solve finds the values
 *     written   as cells, but of each map the cell that was written last
 *     bits      the same over bit-vectors, if the integers are not exact
 * The first that decides wins.  A stage that ends for another reason than its
 * units is not run again; one that could not go on (report/outcome.h, `stopped`) ends
 * all, for nobody knows what it would have found.  Units are counted in committed work, so the outcome
 * is a function of the input.  Two stages that contradict each other (--audit
 * makes them try) are an internal error.
 *
 * If a trail ends in a cut (program/attributes.h), everything is done again with
 * cuts assumed away: what fails without them is UNSAFE, else it is UNKNOWN.
 *
 * With --all each group of assertions (select.h) is decided by itself, the
 * others assumed; the outcome is the worst of them, the first of these. */
#ifndef AUTO_H
#define AUTO_H

#include "engine/context.h"
#include "program/program.h"
#include "report/outcome.h"

struct auto_check {
    const struct engine_context
        *engine;       /* without a memo: there is one for all */
    const char *reuse; /* may be null: an earlier proof, for candidates */
    /* May be null: the last word on an outcome that is UNSAFE, of this program
     * (a copy of the one that was given); it may become UNKNOWN. */
    void (*confirm) (void *context, struct program *, struct outcome *);
    void *context; /* of `confirm` */
};

/* engine auto, cegar, unroll, induct or bounded on a program; or what --emit
 * asks for.  False: the input's fault, or (PROBLEM_INTERNAL) ours. */
bool auto_program (const struct auto_check *, struct program *,
                   struct outcome *, struct problem *);

/* The clauses that proofs of flat stages are about (horn_stage.h), as SMT-LIB; the
 * caller frees it.  Null: problem.  *exact: whether they are the program. */
enum clauses_kind {
    CLAUSES_INTEGERS,
    CLAUSES_BITS,
    CLAUSES_READ,
    CLAUSES_WRITTEN
};
char *auto_clauses (const struct auto_check *, struct program *,
                    enum clauses_kind, bool *exact, struct problem *);
/* Whether explicit values prove the program, once more and to the end: what a
 * proof that says VALUES_PROOF in its first line means. */
#define VALUES_PROOF "; explicit values"
bool auto_values (const struct auto_check *, struct program *,
                  struct problem *);

#endif
