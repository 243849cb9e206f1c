/* judge_witness.h -- witnesses of any tool (report/witness_yaml.h), judged.
 *
 * A violation is followed: calls of nondeterministic functions give, in order,
 * what the witness says they return, and only the target counts as an error.
 * What is found so is a counterexample of the program, and is confirmed as one;
 * if nothing is found, nothing is known: such a witness is never refuted.  The outcome
 * gets the trace of what was found.
 *
 * Invariants are confirmed if the program is SAFE and also a copy of it with
 * all of them checked; refuted if the copy is UNSAFE and the program is not. */
#ifndef AUTO_C_JUDGE_WITNESS_H
#define AUTO_C_JUDGE_WITNESS_H

#include "auto/c/c_task.h"
#include "report/witness_yaml.h"

enum replay_result c_replay_yaml (struct c_task *, const char *witness,
                                  const char *file, struct outcome *,
                                  struct text *report, struct problem *);

#endif
