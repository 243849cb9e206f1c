/* cxx_guard.c -- dynamic_cast, and guards of local statics. */
#include "vm/library/cxx_type.h"
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"

/* __dynamic_cast (object, from, to, hint) */
NATIVE (native_dynamic_cast)
{
    assert (arguments >= 3);
    (void) arguments;
    if (vm_is_null (argument[0])) {
        *result = vm_number (0);
        return VM_DONE;
    }
    return vm_cxx_dynamic (r, argument[0], argument[1], argument[2], result);
}

/* Guards of local statics: at 0 done, at 4 the owner while it is made. */
NATIVE (native_guard_acquire)
{
    uint32_t done, owner;
    (void) arguments;
    TRY (word_load (r, argument[0], 0, &done));
    TRY (word_load (r, argument[0], 4, &owner));
    if (!done && owner)
        return VM_BLOCKED;
    *result = native_int (!done);
    return done ? VM_DONE : word_store (r, argument[0], 4, r->thread + 1);
}

bool
blocked_guard (struct vm_run *r, const struct vm_value *argument,
               uint32_t arguments)
{
    uint32_t done, owner;
    (void) arguments;
    return word_peek (r, argument[0], 0, &done)
           && word_peek (r, argument[0], 4, &owner) && !done && owner;
}

uint32_t
waits_guard (struct vm_run *r, const struct vm_value *argument,
             uint32_t arguments)
{
    uint32_t owner;
    (void) arguments;
    return word_peek (r, argument[0], 4, &owner)
                   && owner - 1 < r->state->thread.size
               ? owner - 1
               : VM_NOWHERE;
}

NATIVE (native_guard_release)
{
    (void) arguments, (void) result;
    TRY (word_store (r, argument[0], 4, 0));
    return word_store (r, argument[0], 0, 1);
}

NATIVE (native_guard_abort)
{
    (void) arguments, (void) result;
    return word_store (r, argument[0], 4, 0);
}
