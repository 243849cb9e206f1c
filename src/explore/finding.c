/* finding.c -- the least of some fault or cut edges. */
#include <assert.h>

#include "explore/explore.h"

void
finding_clear (struct finding *f)
{
    buffer_clear (&f->source);
    *f = (struct finding) {0};
}

static int
finding_order (const struct finding *f, uint64_t layer, struct bytes source,
               uint32_t choice)
{
    assert (f->found);
    if (f->layer != layer)
        return f->layer < layer ? -1 : 1;
    int order = bytes_compare (buffer_view (&f->source), source);
    if (order)
        return order;
    return (f->choice > choice) - (f->choice < choice);
}

void
finding_note (struct finding *f, uint64_t layer, struct bytes source,
              const struct edge *e)
{
    if (f->found && finding_order (f, layer, source, e->choice) <= 0)
        return;
    f->found = true;
    f->layer = layer;
    buffer_reset (&f->source);
    if (source.size)
        buffer_put (&f->source, source.data, source.size);
    f->choice = e->choice;
    f->fault = e->fault;
}

void
finding_keep (struct finding *f, const struct finding *other)
{
    assert (f != other);
    struct edge e = {.choice = other->choice, .fault = other->fault};
    if (other->found)
        finding_note (f, other->layer, buffer_view (&other->source), &e);
}
