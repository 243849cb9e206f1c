/* faults.h -- rules that a test may have a protocol break (--broken=NAME).
 *
 * A test that cannot fail is none: each fault here is a mistake that a protocol could
 * contain, and some test shows that it would be noticed.  A fault's name has hyphens
 * where its field has underscores. */
#ifndef TEAM_FAULTS_H
#define TEAM_FAULTS_H

#include <stdbool.h>

/* clang-format off */
#define FAULTS(F)                                                                    \
    /* pool: what a lost worker held is not opened again */                          \
    F (forget_lost)                                                                  \
    /* pool: answers are accepted from workers that do not hold the item */          \
    F (accept_all)                                                                   \
    /* pool: an item that costs two workers has an empty answer */                   \
    F (lost_is_answer)                                                               \
    /* pool: an item that costs two workers is tried again and again */              \
    F (third_life)                                                                   \
    /* pool and hydra: one word from elsewhere is enough */                           \
    F (one_word)                                                                     \
    /* hydra: what a lost client held goes to the deque of a living one */           \
    F (lost_to_living)                                                               \
    /* hydra: what a lost client says about a partition is believed */               \
    F (fenced_outcome)                                                               \
    /* members: a worker does not wait for states that are under way */              \
    F (settle)                                                                       \
    /* members: a worker accepts states of an old epoch */                           \
    F (fence)                                                                        \
    /* members: a worker also expands what it gave away */                           \
    F (twice)                                                                        \
    /* members: states of the layer behind the one at hand are taken at once */       \
    F (early)                                                                        \
    /* members: everybody is believed, also those that came from elsewhere */        \
    F (audit)                                                                        \
    /* async: one wave is enough, even with messages under way */                    \
    F (idle)                                                                         \
    /* async: one quiet wave is enough */                                            \
    F (wave)                                                                         \
    /* paper: without repair A (cegar/paper/paper.h) */                              \
    F (repair_a)                                                                     \
    /* paper: without repair B */                                                    \
    F (repair_b)
/* clang-format on */

#define FAULT_FIELD(name) bool name;
struct faults {
    FAULTS (FAULT_FIELD)
};

/* The one of that name, alone; none for null and for names of other modules. */
struct faults faults_of (const char *name);

#endif
