/* library.h -- what functions without a body do.
 *
 * Four ways, looked up in this order:
 *   1. conventions of verifiers: __VERIFIER_nondet_*, __VERIFIER_assume,
 *      reach_error, .. (a table: name -> what)
 *   2. functions that need the memory: malloc, free, memcpy, ..
 *   3. functions written in C (library_source), compiled and linked with the
 *      program when it uses them and does not define them: strlen, isdigit, ..
 *   4. functions without effect on what is checked: printf, puts, ..: their
 *      result is arbitrary
 * Anything else is unknown: its result is arbitrary, and so is what it can
 * reach, unless externals are assumed to be pure. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "llvm/translate.h"

/* The C text of function `name`, or null: none.  Each text is a file by itself,
 * with declarations; it may call other functions of the library. */
const char *library_source (const char *name, bool machine);
/* Whether `name` is a name that the library gives a meaning (ways 1, 2, 4). */
bool library_knows (const char *name);

/* A call of a function without a body (way 1, 2, 4, or unknown).  Statements
 * are emitted; gives the result (no leaves for void).  *ends: it does not
 * return (exit, abort, reach_error). */
struct value library_call (translation *, LLVMValueRef call, const char *name,
                           bool *ends);
/* A call of clang's checks (__ubsan_handle_*): an assertion that fails.  False:
 * it is none. */
bool library_check (translation *, const char *name);

#endif
