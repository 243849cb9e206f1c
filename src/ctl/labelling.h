/* labelling.h -- which order comes next (part.h): node after node of the formula, after
 * all that it is made of.
 *
 * It depends on sums over all parts alone, so it is the same for every number of
 * them. */
#ifndef CTL_LABELLING_H
#define CTL_LABELLING_H

#include "ctl/part.h"

struct ctl_labelling {
    const struct ctl_formula *formula; /* borrowed */
    struct ctl_order order;            /* the last one that was given */
    struct VEC (
        struct ctl_order) plan; /* the first one of each node and bound */
    size_t at;                  /* of the plan: the next */
    unsigned idle; /* constraints in a row for which nothing was taken away */
    bool begun;
};

void ctl_labelling_init (struct ctl_labelling *, const struct ctl_formula *);
void ctl_labelling_clear (struct ctl_labelling *);
/* `sum`: what all parts report of the last order; null: there was none.  False: all is
 * labelled. */
bool ctl_labelling_next (struct ctl_labelling *, const struct ctl_report *sum,
                         struct ctl_order *);

#endif
