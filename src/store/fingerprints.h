/* fingerprints.h -- fingerprints of 128 bits and the id that belongs to each; a
 * growing table without records.
 *
 * A slot is empty while its low half is 0, and busy from then until its high
 * half is not: the thread that claimed it writes the id meanwhile.  Halves that
 * would be 0 count as 1.  Everything but new, clear and sound is called inside
 * the gate. */
#ifndef STORE_FINGERPRINTS_H
#define STORE_FINGERPRINTS_H

#include "base/hash.h"
#include "store/gate.h"
#include "store/quota.h"
#include "store/region.h"

struct print_slot {
    _Atomic uint64_t low, high;
};

struct fingerprints {
    struct print_slot *slot;
    uint32_t *id; /* of each slot */
    uint64_t slots;
    bool stuck;         /* it cannot grow any more */
    uint64_t hash_mask; /* of the place; never of the print */
    struct quota quota;
    struct budget *budget;
    struct gate *gate;
};

bool fingerprints_init (struct fingerprints *, struct budget *, struct gate *,
                        uint64_t hash_mask);
void fingerprints_clear (struct fingerprints *);
struct digest print_of (struct bytes);

/* True: *spot is the slot of the print; false: that where it would go. */
bool fingerprints_seek (const struct fingerprints *, struct digest,
                        uint64_t *spot);
/* With credit of the quota.  False: another thread was faster. */
bool fingerprints_claim (struct fingerprints *, uint64_t spot, struct digest,
                         uint32_t id);
/* True: slots may be free now, look again.  False: no memory. */
bool fingerprints_grow (struct fingerprints *, unsigned thread);
void fingerprints_foresee (const struct fingerprints *, struct digest);
/* Every print is found; gives their number. */
bool fingerprints_sound (const struct fingerprints *, uint64_t *full);

#endif
