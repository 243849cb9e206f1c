/* explicit_stage.h -- a flat program by explicit values (program/unfold/unfold.h): decided,
 * or replaced by one whose control is in its blocks.
 *
 * As many values as there are decide programs that are all control.  With only
 * a few, what is left is a program of about the same size. */
#ifndef AUTO_EXPLICIT_STAGE_H
#define AUTO_EXPLICIT_STAGE_H

#include "base/log.h"
#include "program/unfold/unfold.h"

enum values {
    VALUES_OPEN,  /* not decided this way */
    VALUES_MORE,  /* not decided with so few nodes */
    VALUES_SAFE,  /* no assertion can fail: checked twice */
    VALUES_FOUND, /* `failure` said so */
};

/* All values that there are, in at most `nodes` nodes; *found: how many there
 * were.  `failure` is asked about paths to assertions that may fail, nearest
 * first: whether that is the end. */
enum values values_explore (const struct program *flat, size_t nodes,
                            struct log *,
                            bool (*failure) (void *context,
                                             const struct vec_target *blocks),
                            void *context, size_t *found);

/* Makes a program that program_tidy has left, with what it gave, one with few
 * values in its blocks; tidied again.  False: as it was, it would be too large.
 * `alone` (may be null; per block as it was): whether it was not copied, so
 * that what holds at a copy of it holds there always. */
bool unfolded_replace (struct program *flat, struct flat_origins *,
                       struct log *, bool *alone);

#endif
