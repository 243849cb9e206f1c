/* library.h -- what functions without a body do.
 *
 * Ways, looked up in this order:
 *   1. functions written in C (library_source), compiled and linked with the
 *      program when it uses them and does not define them: strlen, isdigit, ..;
 *      those of embedded/world say what is read and written, and that their
 *      results are any (by way 2)
 *   2. conventions of verifiers: __VERIFIER_nondet_*, __VERIFIER_assume,
 *      reach_error, .. (a table: name -> what), and of our own texts
 *      (world.c)
 *   3. functions that need the memory: malloc, free, memcpy, ..
 *   4. functions that look at their arguments: printf, scanf, fread, ..
 *   5. functions of floating point numbers (math.c), and those whose
 *      result is between two bounds (range.c)
 *   6. others of the C library, as this machine has it: their result is
 *      arbitrary, and so is what they can reach; if accesses are checked they
 *      are not modelled
 * What ways 1, 4, 5 and 6 leave open is an input called by the function's name:
 * natively the real function gives it, and only a run that fails confirms it.
 * Anything else is unknown: its result is arbitrary, and so is what it can
 * reach, unless externals are assumed to be pure. */
#ifndef COHORT_LLVM_LIBRARY_LIBRARY_H
#define COHORT_LLVM_LIBRARY_LIBRARY_H

#include "cohort-llvm/to_program/translate.h"

/* The C text of function `name`, or null: none.  Each text is a file by itself,
 * with declarations; it may call other functions of the library. */
const char *library_source (const char *name, bool machine);
/* Whether `name` is a name that the library gives a meaning (ways 2 to 5). */
bool library_knows (const char *name);

/* A call of a function without a body (ways 2 to 6, or unknown).  Statements
 * are emitted; gives the result (no leaves for void).  *ends: it does not
 * return (exit, abort, reach_error). */
struct translated_value library_call (translation *, LLVMValueRef call,
                                      const char *name, bool *ends);
/* A call of clang's checks (__ubsan_handle_*): an assertion that fails.  False:
 * it is none. */
bool library_check (translation *, LLVMValueRef call, const char *name);

#endif
