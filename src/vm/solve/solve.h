/* solve.h -- inputs for a counterexample on which unknown bits decided.
 *
 * The C machine forgets that copies of an unknown value are equal, so it may go
 * where no run goes.  Here the walk is run again with a term for every unknown
 * value, in registers and in memory; what was decided gives constraints, and
 * the solver values for the inputs.  Few and small inputs are tried before
 * that. */
#ifndef VM_SOLVE_SOLVE_H
#define VM_SOLVE_SOLVE_H

#include "base/log.h"
#include "vm/replay/walk.h"

/* Fills the walk's inputs, so that with them it ends in the fault and nothing
 * is guessed.  False: there are none, or none could be found. */
bool vm_solve (generator *, struct vm_walk *, uint32_t fault, struct log *);

#endif
