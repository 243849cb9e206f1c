/* native.h -- functions without a body that the C machine has itself.
 *
 * One table, in native.c: the name as the linker knows it, what runs it, and
 * flags.  A program that defines a function of such a name uses its own.  What
 * is neither here nor in the library of C functions (src/cohort-llvm/library/library.h) is a
 * call of VM_NATIVE_UNKNOWN: a cut, or (VM_PURE_EXTERNALS) an unknown result.
 * Names that begin with __VERIFIER_nondet_ are found whatever follows.
 *
 * Phases.  A native that cannot be one step sets thread.phase and gives PARKED:
 * the edge ends, pc stays, and it is run again with that phase when it is not
 * blocked.  After DONE whoever runs natives (vm_execute) sets phase to 0.
 *
 * Calls.  A native that calls a function of the program pushes its frame
 * (vm_frame_push) and gives CALLED: the run goes on in that frame, and pc of
 * the native's frame stays on the native.  VM_RETURN into a frame whose pc is
 * on a VM_NATIVE leaves results and pc alone and sets phase to
 * VM_PHASE_RETURNED: the native is run again, at once, even if it is visible
 * (the step does not end before it).
 *
 * Ends.  VM_RETURN of a thread's only frame is vm_thread_leave (pthread.h).
 *
 * A thread can run iff it is ALIVE or ASLEEP and what it stands before is not
 * `blocked`: that is asked for those ASLEEP as well. */
#ifndef VM_LIBRARY_NATIVE_H
#define VM_LIBRARY_NATIVE_H

#include "vm/exec/run.h"

enum vm_native_flag {
    VM_NATIVE_VISIBLE = 1,  /* ends a step */
    VM_NATIVE_MEMORY = 2,   /* reads or writes what its pointers point to:
                               visible if that is shared */
    VM_NATIVE_ENDS = 4,     /* does not return */
    VM_NATIVE_WRITES = 8,   /* of MEMORY: it writes (else it reads only) */
    VM_NATIVE_SYNC = 16,    /* its accesses to the object of its first argument
                               are synchronisation: no race */
    VM_NATIVE_RELEASE = 32, /* VISIBLE, but it only lets others go on */
    VM_NATIVE_FREES = 64,   /* frees what its first argument points to */
    VM_NATIVE_SECTION = 128 /* an atomic section begins */
};

enum { VM_PHASE_RETURNED = 255, VM_NATIVE_RESULTS = 4 };

/* What a function does, in thread r->thread.  Of DONE: *result holds the
 * results, if it has any (there is room for VM_NATIVE_RESULTS). */
typedef enum vm_effect vm_native_run (struct vm_run *,
                                      const struct vm_value *argument,
                                      uint32_t arguments,
                                      struct vm_value *result);

struct vm_native {
    const char *name;
    vm_native_run *run;
    unsigned flags;
    uint8_t width; /* of the result in bits; 0: none; 255: a pointer (or a
                      number of a pointer's width) */
    uint8_t least; /* arguments; with less it is some other function */
    /* May be null: would it be blocked?  Must say the same as run, without
     * changing anything.  r->thread is the thread that is asked about. */
    bool (*blocked) (struct vm_run *, const struct vm_value *argument,
                     uint32_t arguments);
    /* May be null: of a thread that is blocked there, the one without whose
     * doing it stays so, or VM_NOWHERE. */
    uint32_t (*waits_for) (struct vm_run *, const struct vm_value *argument,
                           uint32_t arguments);
};

/* Numbers are stable within a build only; the code that travels has names. */
uint32_t vm_native_find (const char *name); /* VM_NOWHERE: none */
const struct vm_native *vm_native_at (uint32_t);
uint32_t vm_natives (void);

/* A function whose result is the system's: what it usually is (vm_world). */
bool vm_native_usual (const char *name, uint64_t *usual);

/* What a thread stands before, if that is a native, with its arguments; else
 * null.  (At most VM_NATIVE_ARGUMENTS of them.) */
enum { VM_NATIVE_ARGUMENTS = 64 };
const struct vm_native *vm_native_next (struct vm_run *, uint32_t thread,
                                        struct vm_value *argument,
                                        uint32_t *arguments);
/* What a function that copies, sets or compares bytes does next, as it stands:
 * the piece of `size` bytes (native_copy.c). */
struct vm_bytes {
    struct vm_value to, from; /* from: null, if it only sets */
    struct vm_value grain;
    uint64_t size;
    bool writes;
};
void vm_piece (struct vm_run *, const struct vm_bytes *, uint64_t *from,
               uint64_t *end);
/* Is the thread unable to go on?  (Of one that is ALIVE or ASLEEP.)  Before an
 * atomic section that begins with a native: is that one blocked? */
bool vm_is_blocked (struct vm_run *, uint32_t thread);
/* The thread whose doing a blocked one needs, or VM_NOWHERE. */
uint32_t vm_waits_for (struct vm_run *, uint32_t thread);

#endif
