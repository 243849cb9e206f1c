/* members.h -- labelling over a team: each member has a part (part.h).
 *
 * The master (member 0) gives the orders, and waits for the reports of all before the
 * next one.  It tells each how many batches it must have taken in before, so the barrier
 * counts exactly.  When all is labelled it looks for the answer and its story in a graph
 * of its own, which it expands itself; of the states that it comes to there it asks the
 * owners what holds, many at a time, and begins again with what it knows then.
 *
 * Nothing is kept, so when a member is lost all begins anew. */
#ifndef CTL_MEMBERS_H
#define CTL_MEMBERS_H

#include "ctl/check.h"

struct ctl_team {
    unsigned members;
    struct bytes program; /* for generator_open at every member */
    const char *scratch;
    uint64_t member_bytes; /* memory of each; 0: no limit */
};

/* As ctl_check, by labelling. */
void ctl_check_members (const struct engine_context *, struct ctl_graph *,
                        const struct ctl_formula *, const struct ctl_how *,
                        const struct ctl_team *, struct ctl_result *);

#endif
