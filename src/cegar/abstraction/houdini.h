/* houdini.h -- the largest inductive set of candidate predicates.
 *
 * Starts from all candidates at every location and drops what some transition
 * does not preserve, until nothing changes (Flanagan, Leino 2001).  In rounds:
 * all locations whose set changed are expanded side by side, then their
 * findings are intersected, so the rounds are a function of the system.  What
 * remains holds in every reachable state.  If it excludes the error, that is
 * the proof; else every transition is strengthened by it for all that follows. */
#ifndef CEGAR_ABSTRACTION_HOUDINI_H
#define CEGAR_ABSTRACTION_HOUDINI_H

#include "cegar/abstraction/reference.h"
#include "cegar/candidates/candidates.h"

typedef struct houdini houdini;

/* `most` units of work are spent, then it gives up. */
houdini *houdini_new (const struct system *, const struct vec_seed *,
                      uint64_t most);
void houdini_free (houdini *);
struct stage *houdini_stage (houdini *);
enum driver_step houdini_step (houdini *, struct oracle *);
/* After it ended: what holds at each location; null: nothing is known. */
const term *const *houdini_invariant (const houdini *);

/* Strengthening as bytes for the workers, and its application. */
void strengthen_write (const term *const *invariant, size_t locations,
                       struct buffer *);
bool strengthen_read (struct system *, struct bytes);
void strengthen (struct system *, const term *const *invariant);

/* The first byte of a shared blob says what it is. */
enum blob_kind {
    BLOB_CANDIDATES = 'H',
    BLOB_PREDICATES = 'P',
    BLOB_STRENGTHEN = 'S'
};

#endif
