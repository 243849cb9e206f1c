/* sent_cache.h -- the states that a thread has sent lately, so that most of those
 * that it finds again need not be sent again: their owner has them.
 *
 * Exact: a slot holds the bytes.  A newer state takes the place of an older one
 * in its slot; whatever is not there is just sent once more.
 *
 * Looking costs a hash and a miss of the processor's cache, which is more than
 * it saves where few are found: then it rests for a while.  Nothing but time
 * depends on it. */
#ifndef EXPLORE_ASYNC_SENT_CACHE_H
#define EXPLORE_ASYNC_SENT_CACHE_H

#include "base/hash.h"

struct recent {
    uint8_t *slot; /* owned; each: 1 if it is taken, then a state */
    size_t state_size, mask;
    uint32_t asked, found; /* since it woke up */
    uint32_t rests;        /* states until it wakes up; 0: it is awake */
};

/* All states have this size; 0: they vary, then nothing is kept. */
void sent_cache_init (struct recent *, size_t state_size);
void sent_cache_clear (struct recent *);
/* There is another state.  Is it worth to ask for it? */
bool sent_cache_awake (struct recent *);
/* Was this state noted lately?  It is from now on. */
bool sent_cache_note (struct recent *, struct bytes state, struct digest);

#endif
