/* suites.h -- what the peers' regression tests take for granted, in terms that
 * cohort knows.  bench/suites has it included before each test.
 *
 *   SUITES_CONDITION   the type that the test itself declares conditions with,
 *                      if it declares these functions at all
 *   SUITES_ASSERT      it calls assert without <assert.h>
 *   SUITES_UNREACHABLE the peer was told to check what it calls unreachable
 *   SUITES_INPUTS      declarations of inputs that it does not declare
 *   SUITES_STDLIB ..   it calls functions of <stdlib.h>, .. without a
 *                      declaration: the peers have them built in
 *   SUITES_THREADS     an assertion in a comment is one step of its thread */
#ifndef SUITES_H
#define SUITES_H

#ifndef SUITES_CONDITION
#define SUITES_CONDITION _Bool
#endif

#ifdef SUITES_STDLIB
#include <stdlib.h>
#endif
#ifdef SUITES_STRING
#include <string.h>
#endif
#ifdef SUITES_STDIO
#include <stdio.h>
#endif

#ifdef SUITES_INPUTS
SUITES_INPUTS
#endif

void __VERIFIER_assume (int);
void __VERIFIER_atomic_begin (void);
void __VERIFIER_atomic_end (void);
extern void __assert_fail (const char *, const char *, unsigned, const char *)
    __attribute__ ((noreturn));

#define SUITES_FAIL(text) __assert_fail (text, __FILE__, __LINE__, __func__)

static inline __attribute__ ((unused)) void
suites_assert (_Bool holds)
{
    if (!holds)
        SUITES_FAIL ("assertion");
}

#ifdef SUITES_THREADS
#define suites_acsl(e)                \
    do {                              \
        __VERIFIER_atomic_begin ();   \
        _Bool suites_holds = (e);     \
        __VERIFIER_atomic_end ();     \
        suites_assert (suites_holds); \
    } while (0)
#else
#define suites_acsl(e) suites_assert (e)
#endif

#ifdef SUITES_ASSERT
#define assert(e) ((e) ? (void) 0 : SUITES_FAIL ("assertion"))
#endif

/* ---- CBMC */

#ifdef SUITES_CBMC
#define __CPROVER_bool _Bool
#define __CPROVER_size_t __SIZE_TYPE__
#define __CPROVER_thread_local _Thread_local
#define __CPROVER_isnand(x) __builtin_isnan (x)
#define __CPROVER_isnanf(x) __builtin_isnan (x)
#define __CPROVER_isinfd(x) __builtin_isinf (x)
#define __CPROVER_isinff(x) __builtin_isinf (x)
#define __CPROVER_isfinited(x) __builtin_isfinite (x)
#define __CPROVER_isfinitef(x) __builtin_isfinite (x)
#define __CPROVER_isnormald(x) __builtin_isnormal (x)
#define __CPROVER_isnormalf(x) __builtin_isnormal (x)
#define __CPROVER_input(...) ((void) 0)
#define __CPROVER_output(...) ((void) 0)
#define __CPROVER_cover(...) ((void) 0)
#define __CPROVER_printf(...) ((void) 0)

static inline __attribute__ ((unused)) void
__CPROVER_assume (SUITES_CONDITION holds)
{
    __VERIFIER_assume (holds != 0);
}

static inline __attribute__ ((unused)) void
__CPROVER_assert (SUITES_CONDITION holds, const char *text)
{
    if (!holds)
        SUITES_FAIL (text);
}

static inline __attribute__ ((unused)) void
__CPROVER_precondition (SUITES_CONDITION holds, const char *text)
{
    if (!holds)
        SUITES_FAIL (text);
}

static inline __attribute__ ((unused)) void
__CPROVER_postcondition (SUITES_CONDITION holds, const char *text)
{
    if (!holds)
        SUITES_FAIL (text);
}

static inline __attribute__ ((unused)) void
__CPROVER_atomic_begin (void)
{
    __VERIFIER_atomic_begin ();
}

static inline __attribute__ ((unused)) void
__CPROVER_atomic_end (void)
{
    __VERIFIER_atomic_end ();
}
#endif

/* ---- ESBMC */

#ifdef SUITES_ESBMC
static inline __attribute__ ((unused)) void
__ESBMC_assume (SUITES_CONDITION holds)
{
    __VERIFIER_assume (holds != 0);
}

static inline __attribute__ ((unused)) void
__ESBMC_assert (SUITES_CONDITION holds, const char *text)
{
    if (!holds)
        SUITES_FAIL (text);
}

static inline __attribute__ ((unused)) void
__ESBMC_unreachable (void)
{
#ifdef SUITES_UNREACHABLE
    SUITES_FAIL ("unreachable");
#endif
}

static inline __attribute__ ((unused)) void
__ESBMC_atomic_begin (void)
{
    __VERIFIER_atomic_begin ();
}

static inline __attribute__ ((unused)) void
__ESBMC_atomic_end (void)
{
    __VERIFIER_atomic_end ();
}

static inline __attribute__ ((unused)) void
__ESBMC_yield (void)
{
}

#define __ESBMC_unroll(n) ((void) 0)
#define __ESBMC_no_slice
#define __ESBMC_NO_SLICE
#endif

#endif
