/* stage.c -- commits: the only place that feeds a digest. */
#include "cegar/abstraction/stage.h"

#include <assert.h>

bool
stage_spent (const struct stage *s)
{
    return s->limit && s->units > s->limit;
}

void
stage_commit (struct stage *s, struct bytes item, struct bytes answer,
              uint64_t units)
{
    assert (s->name && (item.data || !item.size));
    assert (s->end == REFERENCE_RUNS);
    if (!stage_spent (s)) {
        s->digest = digest_chain (s->digest, item);
        s->digest = digest_chain (s->digest, answer);
        s->counters.committed++;
    }
    s->units += units;
}
