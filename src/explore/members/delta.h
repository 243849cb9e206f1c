/* delta.h -- states of a batch, each told by how it differs from the one before.
 *
 *     size of the state
 *     if it is another than before: where bytes came in, or went (of those
 *         before); new ones are 0 until they are told
 *     until its end: number of bytes that are as before; unless that is the
 *         end: number of bytes that differ, and these
 *
 * Numbers are LEB128; before the first state there was the empty one.  States
 * that follow each other in a batch were found one after the other, so mostly a
 * few words differ: the message is short, and whoever reads it changes a few
 * bytes of a state that is in the cache. */
#ifndef EXPLORE_MEMBERS_DELTA_H
#define EXPLORE_MEMBERS_DELTA_H

#include <stdbool.h>

#include "base/bytes.h"

enum { DELTA_MOST = 1 << 28 }; /* bytes of a state that is read */

/* Appends it; `before` is this state from now on. */
void delta_write (struct buffer *to, struct buffer *before, struct bytes state);
/* The next one, into `before`.  False: malformed, the reader has failed. */
bool delta_read (struct reader *, struct buffer *before);

#endif
