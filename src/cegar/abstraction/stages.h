/* stages.h -- several stages side by side, in an order that no schedule changes.
 *
 * Stage s may spend BUDGET * 2^j units of committed work in round j; in each
 * round the stages come in order.  A stage that decides after u units does so
 * in the first round whose budget is at least u; the earliest (round, stage)
 * wins, whatever finished first.  Stages work ahead while an earlier one waits,
 * but the winner is named only when every earlier one has passed it by.
 *
 * With a limit, houdini may spend half of it, and the others share evenly what
 * is left then; a decision beyond that counts for nothing. */
#ifndef CEGAR_ABSTRACTION_STAGES_H
#define CEGAR_ABSTRACTION_STAGES_H

#include "cegar/abstraction/deepen.h"
#include "cegar/abstraction/houdini.h"
#include "cegar/abstraction/reference.h"
#include "cegar/hyper/hyper.h"

enum { STAGES_MOST = 4, STAGES_BUDGET = 200000 };

typedef struct stages stages;

/* What the stages are made of; null leaves one out.  Houdini goes first, alone;
 * what it finds strengthens the system before the others begin. */
struct stages_parts {
    struct system *system; /* borrowed; its guards change */
    houdini *houdini;
    deepening *unroll, *induct;
    reference *cegar;
    hyper *hyper;   /* instead of these three, of a system that is not linear */
    uint64_t limit; /* units of all together; 0: none */
};

stages *stages_new (const struct stages_parts *); /* owned from now on */
void stages_free (stages *);
/* What is known of every reachable state, per location; null: nothing. */
const term *const *stages_known (const stages *);
/* The stage that won, or null if all ended undecided. */
struct stage *stages_winner (stages *);
/* The one that could not go on in its turn, or null; then there is no winner. */
struct stage *stages_failed (stages *);
/* None did, and one at least would have gone on with more units. */
bool stages_spent (const stages *);
/* Of all that was committed, within the limit. */
struct digest stages_digest (const stages *);
/* Why none did: the stages' own reasons; and what each established. */
void stages_reason (const stages *, char *text, size_t room);
void stages_established (const stages *, char *text, size_t room);

/* As a driver: cast a `stages *` to `driver *`. */
extern const struct driver_class stages_driver;

#endif
