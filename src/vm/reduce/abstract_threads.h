/* abstract_threads.h -- threads that are taken to stand at a place in any number,
 * wherever the globals are so (counter_abstraction.h).
 *
 * Which places of many are occupied depends on the way that a search came, so
 * there are far more states than places.  A state may always be given more
 * entries that are many: perhaps none of these threads is there.  So all states
 * whose globals have one hash get all entries of many that any of them has:
 * from round to round, until a search finds none that is new. */
#ifndef VM_REDUCE_ABSTRACT_THREADS_H
#define VM_REDUCE_ABSTRACT_THREADS_H

#include <pthread.h>

#include "vm/reduce/widening.h"

struct vm_band {
    uint64_t key; /* hash of the globals */
    uint8_t
        *bytes; /* of the thread, its own number 0, not marked many; owned */
    uint32_t size;
};

struct vm_abstract_threads {
    struct VEC (struct vm_band) known; /* sorted; not changed in a search */
    struct VEC (struct vm_band) fresh; /* of this search, each once */
    struct VEC (uint32_t) slot;        /* 1 + index into fresh, or 0 */
    pthread_mutex_t lock;              /* of fresh and slot */
    struct vm_widening blur;
};

void vm_abstract_threads_init (struct vm_abstract_threads *);
void vm_abstract_threads_clear (struct vm_abstract_threads *);
/* No band is known; what is blurred stays. */
void vm_abstract_threads_empty (struct vm_abstract_threads *);
/* Those of a key, in order of size, then bytes. */
const struct vm_band *
vm_abstract_threads_find (const struct vm_abstract_threads *, uint64_t key,
                          uint32_t *size);
/* From any thread; the bytes are copied. */
void vm_abstract_threads_note (struct vm_abstract_threads *, uint64_t key,
                               const uint8_t *, uint32_t size);
bool vm_abstract_threads_has_fresh (struct vm_abstract_threads *);
/* Between searches: what is fresh becomes known. */
void vm_abstract_threads_take (struct vm_abstract_threads *);
int vm_band_compare (const uint8_t *, uint32_t size, const uint8_t *,
                     uint32_t other);

#endif
