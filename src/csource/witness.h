/* witness.h -- a counterexample of a C program as a witness for others. */
#ifndef CSOURCE_WITNESS_H
#define CSOURCE_WITNESS_H

#include "program/trail/inputs.h"
#include "report/outcome.h"
#include "report/witness_yaml.h"

/* Appends a violation_sequence: what each call of a nondeterministic function
 * gives, in order, and the place that fails.  `task.specification` may be null:
 * then it is that of the check that failed.  False: a file cannot be read, or
 * the place is not known. */
bool c_witness_violation (struct text *, const struct inputs *,
                          struct witness_task, struct problem *);

/* Appends an invariant_set: what the outcome, SAFE, knows of loops, as far as
 * the loop is found in one of the task's files and a compiler takes it there;
 * it may have no entries.  False: a file cannot be read. */
bool c_witness_invariants (struct text *, const struct outcome *,
                           const struct witness_task *, const char *const *flag,
                           size_t flags, struct problem *);

#endif
