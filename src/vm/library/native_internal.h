/* native_internal.h -- what the functions of the machine share. */
#ifndef VM_LIBRARY_NATIVE_INTERNAL_H
#define VM_LIBRARY_NATIVE_INTERNAL_H

#include <assert.h>
#include <errno.h>

#include "vm/library/native.h"

/* ---- arguments */
/* Makes a number known: DONE, or IS_CUT with `what` in the message. */
enum vm_effect native_known (struct vm_run *, struct vm_value *, unsigned width,
                             const char *what);
static inline unsigned
native_word (const struct vm_run *r) /* bits of a pointer and of size_t */
{
    return r->code->pointer_bytes * 8;
}
static inline struct vm_value
native_int (int n) /* as a result of 32 bits */
{
    return vm_number ((uint32_t) n);
}
struct vm_value native_at (const struct vm_run *, struct vm_value pointer,
                           uint64_t offset);
/* A function of the program that takes `arguments`: its number. */
enum vm_effect native_function (struct vm_run *, struct vm_value pointer,
                                uint32_t *function);
/* Pushes it, with as many of these arguments as it has parameters: CALLED. */
enum vm_effect native_call (struct vm_run *, uint32_t function,
                            const struct vm_value *argument,
                            uint32_t arguments);
/* The call that is being executed: its name, and its instruction. */
const char *native_name (const struct vm_run *);
const struct vm_instruction *native_instruction (const struct vm_run *);

/* ---- the running thread */
void native_phase (struct vm_run *, uint8_t);
static inline struct vm_value
native_self (const struct vm_run *r) /* as pthread_self gives it */
{
    return vm_number (r->thread + 1);
}

/* ---- misuse of synchronisation: a fault if that is asked for */
/* Nobody knows what comes of it: else it is a cut. */
enum vm_effect misused (struct vm_run *, const char *what);
/* What was never written decides here: it may be 0 (a guess, DONE), or anything
 * else (a cut). */
enum vm_effect misused_fresh (struct vm_run *, const char *what);

/* ---- synchronisation objects: words of 32 bits */
enum vm_effect word_load (struct vm_run *, struct vm_value pointer,
                          uint32_t offset, uint32_t *);
enum vm_effect word_store (struct vm_run *, struct vm_value pointer,
                           uint32_t offset, uint32_t);
/* False: word_load would not be DONE.  Changes nothing. */
bool word_peek (struct vm_run *, struct vm_value pointer, uint32_t offset,
                uint32_t *);
/* word_load at 0; that it was destroyed is misuse. */
enum vm_effect sync_load (struct vm_run *, struct vm_value, const char *what,
                          uint32_t *);
bool sync_peek (struct vm_run *, struct vm_value, uint32_t *);
/* What glibc's functions do that destroy nothing: it is marked only where using
 * it later is a fault. */
enum vm_effect sync_destroy (struct vm_run *, struct vm_value,
                             const char *what);
/* Is the struct timespec there no time?  (One that is not known is good.) */
enum vm_effect time_is_bad (struct vm_run *, struct vm_value, bool *bad);
/* As functions of C11 say it, which have other numbers for errors. */
struct vm_value c11_result (struct vm_value error);

/* ---- threads that sleep on something */
/* The next one from `thread` on, or VM_NOWHERE. */
uint32_t sleeper_next (const struct vm_run *, struct vm_value, uint32_t thread);
uint32_t sleepers (const struct vm_run *, struct vm_value);
void sleeper_wake (struct vm_run *, uint32_t thread, uint8_t phase);
/* The running thread: PARKED. */
enum vm_effect sleep_on (struct vm_run *, struct vm_value, uint8_t phase);

/* ---- mutexes, for conditions */
enum vm_effect mutex_acquire (struct vm_run *, struct vm_value, bool *taken,
                              int *error);
enum vm_effect mutex_release (struct vm_run *, struct vm_value, int *error);
bool mutex_would_block (struct vm_run *, struct vm_value);
uint32_t mutex_owner (struct vm_run *, struct vm_value);
/* Does the thread write it, or (as far as one knows) read it? */
bool rwlock_is_of (struct vm_run *, struct vm_value, uint32_t thread);
/* Threads that wait for a condition and gave this mutex back for that. */
uint32_t cond_waiters (struct vm_run *, struct vm_value mutex);

/* Sets errno of the running thread. */
enum vm_effect errno_set (struct vm_run *, int);

/* ---- ends */
/* The next destructor of a variable of the running thread, pushed: CALLED;
 * DONE: there is none left. */
enum vm_effect variables_leave (struct vm_run *);
/* The running thread ends the program: VM_EXITING. */
void exit_begin (struct vm_run *);
/* Runs functions of exit, then FINISHED. */
enum vm_effect native_finish (struct vm_run *);

/* Gives up whatever effect is not DONE. */
#define TRY(effect)                      \
    do {                                 \
        enum vm_effect tried = (effect); \
        if (tried != VM_DONE)            \
            return tried;                \
    } while (0)

/* A run function; not all of them look at all of their parameters. */
#define NATIVE(name)                                                        \
    enum vm_effect name (struct vm_run *r, const struct vm_value *argument, \
                         uint32_t arguments, struct vm_value *result)
#define UNUSED_NATIVE (void) r, (void) argument, (void) arguments, (void) result

#endif
