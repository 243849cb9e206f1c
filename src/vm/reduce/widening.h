/* widening.h -- globals that take value after value, known in part (counter_abstraction.h).
 *
 * What counts threads, or numbers what they take, has no end where their number
 * has none.  A search notes which values each small global takes (vm_widening_note);
 * between searches those with more than VM_BLUR_VALUES lose the bits that varied,
 * and all above them (vm_widening_take).  From then on these bits are inputs whenever
 * somebody writes the global: a state stands for more runs than there are, as
 * all of counter_abstraction.h does.  So an index that goes 1, 3, 5, .. is known to be odd.
 * The value that a global has at first (0, null, ..) often means something else
 * than all others: it does not count, and is never forgotten.
 *
 * What is noted is a set, and searches end with a layer, so the result is the
 * same for every number of threads that search. */
#ifndef VM_REDUCE_WIDENING_H
#define VM_REDUCE_WIDENING_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct vm_state;

enum { VM_BLUR_VALUES = 3 };

struct vm_wideningred {
    uint64_t first;  /* its value before anything ran */
    uint64_t mask;   /* bits that are forgotten; not changed in a search */
    uint64_t varies; /* bits in which values of this search differ */
    uint64_t value[VM_BLUR_VALUES];
    uint32_t values; /* so many of them; one more: there were more */
};

struct vm_widening {
    bool on; /* else nothing is noted; not changed in a search */
    struct VEC (struct vm_wideningred) of; /* by number of the global */
    pthread_mutex_t lock;                  /* of all but the masks */
};

void vm_widening_init (struct vm_widening *);
void vm_widening_clear (struct vm_widening *);
/* None of the globals is blurred. */
struct vm_code;
void vm_widening_begin (struct vm_widening *, const struct vm_code *);
/* None of them any more, and nothing is noted. */
void vm_widening_end (struct vm_widening *);
/* From any thread: a global was written, not with its first value. */
void vm_widening_note (struct vm_widening *, uint32_t global, uint64_t value);
/* Did some global take too many values in this search? */
bool vm_widening_is_due (struct vm_widening *);
/* Between searches; what was noted is forgotten.  False: no mask grew. */
bool vm_widening_take (struct vm_widening *);
/* Before a state is packed: notes the globals that were written, and forgets
 * what is to be forgotten of them. */
void vm_widening_apply (struct vm_widening *, struct vm_state *);

#endif
