/* stage.c -- commits: the only place that feeds a digest. */
#include "cegar/reference.h"

void
stage_commit (struct stage *s, struct bytes item, struct bytes answer,
              uint64_t units)
{
    s->digest = digest_chain (s->digest, item);
    s->digest = digest_chain (s->digest, answer);
    s->counters.committed++;
    s->units += units;
}
