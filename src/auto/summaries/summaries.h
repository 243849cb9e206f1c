/* summaries.h -- proofs of programs with recursion: what procedures promise.
 *
 * Every loop is a procedure that calls itself (program_recur), so every body is
 * acyclic.  A summary of a procedure is a formula over its formals, before and
 * after.  Summaries are inductive if each body satisfies its own, given that
 * the calls in it satisfy theirs: then every call that returns does (by
 * induction on the depth of calls).  If main, with calls that do no more than
 * their summaries say, cannot come to its end (bounded/passive/passive.h: cannot fail),
 * the program is safe.
 *
 * Summaries are guessed and checked (Houdini: Flanagan, Leino 2001).  The
 * guesses come from data: procedures are run on inputs of our choice
 * (program/trail/execute.h), and relations of some templates that fit all of these
 * runs, also within regions given by the conditions of the body, are
 * candidates.  What a model refutes is dropped until nothing is.  Everything is
 * bit-precise.
 *
 * A run that fails on the way is a counterexample.
 *
 * All work is done here, not by the team: a few dozen queries, each in a fresh
 * context with a limit. */
#ifndef AUTO_SUMMARIES_SUMMARIES_H
#define AUTO_SUMMARIES_SUMMARIES_H

#include "base/log.h"
#include "base/options.h"
#include "program/program.h"
#include "report/outcome.h"

struct engine_context; /* engine/context.h */

struct summaries_check {
    const struct engine_context *engine;
    uint64_t units; /* of solver work; then UNKNOWN "budget" */
};

/* Whether a procedure that `entry` can reach calls itself, by others or not. */
bool summaries_apply (const struct program *, uint32_t entry);

/* False: the program cannot be prepared (bounded/prepare.h). */
bool summaries_decide (const struct summaries_check *, struct program *as_read,
                       struct outcome *, struct problem *);

/* Text of a proof: `cohort-summaries 1`, `entry NAME`, `preprocess full|none`,
 * then per procedure a line `procedure NAME` and one line for each of its
 * claims,
 * `(define-fun claim ((x S) ..) Bool TERM)`: over its formals, those before the
 * call and then those after it. */
bool summaries_recognise (const char *text);
/* Checks the claims of such a text against the program by the binaries of other
 * solvers.  False: not confirmed (report), or no such text (problem). */
bool summaries_replay (struct program *, const struct options *,
                       const char *witness, const char *file,
                       struct text *report, struct problem *);

#endif
