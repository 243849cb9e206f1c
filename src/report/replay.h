/* replay.h -- re-checks a proof or a derivation, as text, by other solvers.
 *
 * Nothing of the engines, the terms or the preprocessing is used: the user's
 * own file is taken apart into its S-expressions and put together again with
 * the witness, and the z3 and cvc5 binaries judge the result.
 *
 *   proof       every declared relation is replaced by its define-fun, and the
 *               negation of every assertion is one check-sat: all must be unsat
 *   derivation  for every step: the assertion, with its quantified variables
 *               bound to the step's values, together with the facts derived
 *               before and the negation of the step's fact must be unsat; the
 *               last step derives false
 *
 * A solver that gives up, is missing or runs out of time neither confirms nor
 * refutes.  One refutation outweighs all.  Out of time, or killed: that is LATE,
 * and another time it may be different. */
#ifndef REPLAY_H
#define REPLAY_H

#include "base/problem.h"
#include "base/text.h"
#include "report/outcome.h"

enum replay_result {
    REPLAY_CONFIRMED,
    REPLAY_REFUTED,
    REPLAY_UNDECIDED,
    REPLAY_LATE
};

enum replay_solvers {
    REPLAY_Z3 = 1,
    REPLAY_CVC5 = 2,
    REPLAY_BOTH = 3,
    REPLAY_FIRST = 4 /* z3; cvc5 only if z3 does not confirm */
};

/* The text of a witness, to be freed; null: no file, no text, or no witness. */
char *replay_read (const char *path, struct problem *);

/* `report` gets one line per solver for people.  The problem is set if the
 * witness or the input cannot be read (then the result is UNDECIDED). */
enum replay_result replay_check (const char *witness, const char *witness_file,
                                 const char *input, const char *input_file,
                                 unsigned solvers, unsigned seconds,
                                 struct text *report, struct problem *);
struct replay_plan; /* report/replay_plan.h */

/* Somebody who marks checks that z3 has confirmed elsewhere, before the solvers
 * are started here for those that are left. */
struct replay_aid {
    void (*confirm) (void *context, struct replay_plan *);
    void *context;
};

/* The same with an aid. */
enum replay_result
replay_check_aided (const char *witness, const char *witness_file,
                    const char *input, const char *input_file, unsigned solvers,
                    unsigned seconds, const struct replay_aid *,
                    struct text *report, struct problem *);
/* The steps of a derivation become the trace of the outcome, which is UNSAFE then;
 * of a proof, or of what cannot be read, nothing. */
void replay_trace (const char *witness, const char *input,
                   const char *input_file, struct outcome *);

#endif
