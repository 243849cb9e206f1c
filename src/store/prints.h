/* prints.h -- fingerprints of 128 bits and the id that belongs to each; a
 * growing table without records.
 *
 * A slot is empty while its low half is 0, and busy from then until its high
 * half is not: the thread that claimed it writes the id meanwhile.  Halves that
 * would be 0 count as 1.  Everything but new, clear and sound is called inside
 * the gate. */
#ifndef PRINTS_H
#define PRINTS_H

#include "base/hash.h"
#include "store/gate.h"
#include "store/quota.h"
#include "store/region.h"

struct print_slot {
    _Atomic uint64_t low, high;
};

struct prints {
    struct print_slot *slot;
    uint32_t *id; /* of each slot */
    uint64_t slots;
    bool stuck;         /* it cannot grow any more */
    uint64_t hash_mask; /* of the place; never of the print */
    struct quota quota;
    struct budget *budget;
    struct gate *gate;
};

bool prints_init (struct prints *, struct budget *, struct gate *,
                  uint64_t hash_mask);
void prints_clear (struct prints *);
struct digest print_of (struct bytes);

/* True: *spot is the slot of the print; false: that where it would go. */
bool prints_seek (const struct prints *, struct digest, uint64_t *spot);
/* With credit of the quota.  False: another thread was faster. */
bool prints_claim (struct prints *, uint64_t spot, struct digest, uint32_t id);
/* True: slots may be free now, look again.  False: no memory. */
bool prints_grow (struct prints *, unsigned thread);
void prints_foresee (const struct prints *, struct digest);
/* Every print is found; gives their number. */
bool prints_sound (const struct prints *, uint64_t *full);

#endif
