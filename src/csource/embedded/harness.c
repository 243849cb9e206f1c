/* harness.c -- gives the inputs of a counterexample to a native run.
 *
 * Before it stands what csource/harness.c writes of one counterexample (inputs.h),
 * after it the functions that take inputs. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "inputs.h"

/* Memory that is not freed counts however the program ends, and whoever points
 * to it. */
#ifdef COHORT_CLEANUP
#include <sys/syscall.h>
void __lsan_do_leak_check (void);

const char *
__lsan_default_options (void)
{
    return "use_stacks=0:use_registers=0:use_globals=0";
}

#define COHORT_EXIT(name)                   \
    void name (int code)                    \
    {                                       \
        __lsan_do_leak_check ();            \
        for (;;)                            \
            syscall (SYS_exit_group, code); \
    }
COHORT_EXIT (_exit)
COHORT_EXIT (_Exit)
COHORT_EXIT (quick_exit)
#endif

static void
cohort_end (const char *what, int code)
{
    write (2, what, strlen (what));
    write (2, "\n", 1);
#ifdef COHORT_CLEANUP
    __lsan_do_leak_check ();
#endif
    _exit (code);
}

static void
cohort_abort (int number)
{
    cohort_end ("cohort: abort", 103);
}

/* What main and others left on the stack is gone: a finder of leaks must not
 * take it for pointers. */
__attribute__ ((destructor)) static void
cohort_wipe (void)
{
    volatile char stack[1 << 16];
    for (unsigned i = 0; i < sizeof stack; i++)
        stack[i] = 0;
}

__attribute__ ((constructor)) static void
cohort_begin (void)
{
    signal (SIGABRT, cohort_abort);
#ifdef COHORT_STDIN
    int end[2];
    if (pipe (end))
        return;
    write (end[1], cohort_stdin, sizeof cohort_stdin);
    close (end[1]);
    dup2 (end[0], 0);
    close (end[0]);
#endif
}

static void
cohort_take (const char *function, void *to, unsigned size)
{
    static unsigned next;
    if (!cohort_input[next].function)
        cohort_end ("cohort: inputs exhausted", 101);
    if (strcmp (cohort_input[next].function, function))
        cohort_end ("cohort: inputs in another order", 104);
    memcpy (to, cohort_input[next++].bits, size);
}

/* Memory that was never written holds what lay there before.  This says what:
 * -DCOHORT_FILL=N (64 bits) with -Wl,--wrap=main,--wrap=malloc,--wrap=calloc,
 * --wrap=realloc. */
#ifdef COHORT_FILL
__attribute__ ((noinline)) static void
cohort_fill (void)
{
    volatile unsigned long long stack[1 << 13];
    for (unsigned i = 0; i < sizeof stack / sizeof *stack; i++)
        stack[i] = COHORT_FILL;
}

int __real_main (int, char **, char **);
void *__real_malloc (unsigned long);
void *__real_calloc (unsigned long, unsigned long);
void *__real_realloc (void *, unsigned long);

/* With its frame between, main's lies below what cohort_fill itself has on the
 * stack. */
__attribute__ ((noinline)) static int
cohort_main (int count, char **argument, char **environment)
{
    volatile char gap[256];
    return __real_main (count, argument, environment);
}

int
__wrap_main (int count, char **argument, char **environment)
{
    cohort_fill ();
    return cohort_main (count, argument, environment);
}

/* The last objects that were made, and their sizes. */
static struct {
    void *at;
    unsigned long size;
} cohort_made[4096];
static unsigned cohort_makes;

static void *
cohort_make (unsigned char *made, unsigned long old, unsigned long size)
{
    for (unsigned long i = old; made && i < size; i++)
        made[i] = (unsigned char) (COHORT_FILL >> i % 8 * 8);
    cohort_made[cohort_makes % 4096].at = made;
    cohort_made[cohort_makes++ % 4096].size = size;
    return made;
}

void *
__wrap_malloc (unsigned long size)
{
    return cohort_make (__real_malloc (size), 0, size);
}

void *
__wrap_calloc (unsigned long count, unsigned long size)
{
    return cohort_make (__real_calloc (count, size), count * size,
                        count * size);
}

void *
__wrap_realloc (void *object, unsigned long size)
{
    unsigned long old = object ? size : 0;
    for (unsigned i = 0; object && i < 4096; i++)
        if (cohort_made[i].at == object)
            old = cohort_made[i].size;
    return cohort_make (__real_realloc (object, size), old, size);
}
#endif

/* Weak, here and below: a program may have its own. */
void
__VERIFIER_assume (int condition)
{
    if (!condition)
        cohort_end ("cohort: an assumption fails", 102);
}

__attribute__ ((weak)) void
assume_abort_if_not (int condition)
{
    if (!condition)
        cohort_end ("cohort: an assumption fails", 102);
}

void
reach_error ()
{
    cohort_end (COHORT_ERROR, COHORT_ERROR_CODE);
}

void
__VERIFIER_error ()
{
    cohort_end (COHORT_ERROR, COHORT_ERROR_CODE);
}

void
__assert_fail (const char *what, const char *file, unsigned line,
               const char *in)
{
    cohort_end (COHORT_ERROR, COHORT_ERROR_CODE);
}

__attribute__ ((weak)) void
__VERIFIER_atomic_begin ()
{
}

__attribute__ ((weak)) void
__VERIFIER_atomic_end ()
{
}

__attribute__ ((weak)) void
__VERIFIER_assert (int condition)
{
    if (!condition)
        reach_error ();
}

/* Functions that C code names where the program, as it was read, never comes;
 * without them it would not link. */
#define COHORT_NEVER(type)                                   \
    __attribute__ ((weak)) void __VERIFIER_nondet_##type ()  \
    {                                                        \
        cohort_end ("cohort: inputs in another order", 104); \
    }
