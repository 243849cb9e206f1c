/* vm_native.h -- functions without a body that the C machine has itself.
 *
 * One table, in vm_native.c: the name as the linker knows it, what runs it, and
 * flags.  A program that defines a function of such a name uses its own.  What
 * is neither here nor in the library of C functions (src/llvm/library.h) is a
 * call of VM_NATIVE_UNKNOWN: a cut, or (VM_PURE_EXTERNALS) an unknown result. */
#ifndef VM_NATIVE_H
#define VM_NATIVE_H

#include "machine/vm_run.h"

enum vm_native_flag {
    VM_NATIVE_VISIBLE = 1, /* ends a step */
    VM_NATIVE_MEMORY = 2,  /* reads or writes what its pointers point to:
                              visible if that is shared */
    VM_NATIVE_ENDS = 4     /* does not return */
};

/* What a function does.  Of DONE: *result holds the results, if it has any (one
 * is provided for, more in `more`). */
typedef enum vm_effect vm_native_run (struct vm_run *,
                                      const struct vm_value *argument,
                                      uint32_t arguments,
                                      struct vm_value *result);

struct vm_native {
    const char *name;
    vm_native_run *run;
    unsigned flags;
    uint8_t width; /* of the result in bits; 0: none; 255: a pointer */
    /* May be null: would it be blocked?  Must say the same as run, without
     * changing anything. */
    bool (*blocked) (struct vm_run *, const struct vm_value *argument,
                     uint32_t arguments);
};

/* Numbers are stable within a build only; the code that travels has names. */
uint32_t vm_native_find (const char *name); /* VM_NOWHERE: none */
const struct vm_native *vm_native_at (uint32_t);
uint32_t vm_natives (void);

#endif
