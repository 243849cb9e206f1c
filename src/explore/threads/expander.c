/* expander.c -- see expander.h. */
#include "explore/threads/expander.h"

#include <assert.h>

void
expander_init (struct expander *x, const generator *g)
{
    *x = (struct expander) {.generator = g->class->clone (g)};
    assert (x->generator && x->generator->class == g->class);
}

void
expander_clear (struct expander *x)
{
    expander_reset (x);
    if (x->generator)
        x->generator->class->free (x->generator);
    x->generator = NULL;
}

void
expander_reset (struct expander *x)
{
    finding_clear (&x->fault);
    finding_clear (&x->cut);
    finding_clear (&x->failed);
    *x = (struct expander) {.generator = x->generator};
}

bool
expander_marked (struct expander *x, const struct edge *e)
{
    assert (e->marks & (EDGE_FAULT | EDGE_CUT));
    if (e->marks & EDGE_CUT) {
        x->cuts++;
        finding_note (&x->cut, x->layer, x->state, e);
    }
    if (e->marks & EDGE_FAULT) {
        x->faults++;
        finding_note (&x->fault, x->layer, x->state, e);
        return false;
    }
    return e->target.size > 0;
}

void
expander_failed (struct expander *x)
{
    const struct problem *p = &x->generator->problem;
    assert (p->kind != PROBLEM_NONE);
    bool first = !x->failed.found;
    if (first || x->layer < x->failed.layer
        || (x->layer == x->failed.layer
            && bytes_compare (x->state, buffer_view (&x->failed.source)) < 0)) {
        finding_clear (&x->failed);
        finding_note (&x->failed, x->layer, x->state, &(struct edge) {0});
        x->problem = *p;
    }
    x->generator->problem = (struct problem) {0};
}
