/* counter_abstraction.h -- any number of threads that are alike, as one (VM_REDUCE_MANY).
 *
 * A program that creates threads in a loop, and never asks for one of them, has
 * states without end.  Here threads whose bytes differ by their number only are
 * one entry, marked `many`: any number of threads stands there, perhaps none.
 * When one of them moves the entry stays (vm_counter_abstraction_keep); when a thread comes to
 * where another stands both become one entry (vm_counter_abstraction_merge).  So a state
 * stands for all numbers of threads, and more runs than there are: SAFE holds,
 * and a fault must be looked for without this.  (Pnueli, Xu, Zuck 2002: 0, 1,
 * any.)
 *
 * Nothing may tell threads apart (vm_counter_abstraction_fits): the number that pthread_create
 * stores is an input, and no function is used that knows who calls it.  What
 * ends is forgotten at once.  With VM_REDUCE_COUNTED threads that are alike stay
 * as many as they are, but which of them has which number is forgotten: states
 * that differ by that only are one, and there are no more runs than there are
 * (but for inputs).  A thread that others can point into, or that is
 * inside an atomic section, is never one of many; what one of many points to on
 * the heap is shared. */
#ifndef VM_REDUCE_COUNTER_ABSTRACTION_H
#define VM_REDUCE_COUNTER_ABSTRACTION_H

#include "vm/state/state.h"

/* Does the program create threads in a loop, and nothing tell them apart?
 * Deadlocks, leaks and races are not seen this way, so they may not be asked
 * for. */
bool vm_counter_abstraction_fits (const struct vm_code *);
/* Does it ask for inputs? */
bool vm_counter_abstraction_asks (const struct vm_code *);
/* Before one of many moves: it becomes a single thread of the same number, and
 * the others stay behind under a free one.  False: there is none. */
bool vm_counter_abstraction_keep (struct vm_state *, uint32_t thread);

static inline bool
vm_is_many (const struct vm_code *c)
{
    return c->reductions & VM_REDUCE_MANY;
}

#endif
