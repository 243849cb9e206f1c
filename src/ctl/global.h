/* global.h -- labelling on the stored graph (Clarke, Emerson and Sistla 1986), by the
 * threads of one process: a part (part.h) for each. */
#ifndef CTL_GLOBAL_H
#define CTL_GLOBAL_H

#include "ctl/part.h"
#include "explore/threads/fork_join.h"

struct ctl_global {
    const struct ctl_formula *formula; /* borrowed */
    unsigned parts;
    struct ctl_part *part; /* owned */
    generator **clone;     /* owned; of part 0: null, it has the graph's own */
    struct buffer **last;  /* owned; what each part had for each, to be taken */
    struct bytes **in;     /* owned; the same for each part */
    fork_join *threads;    /* null: there is one */
    struct ctl_order order;
    uint64_t layers; /* of states that were expanded, the root's included */
    struct ctl_report sum; /* of the last step */
};

/* Expands everything, and labels.  Returns false if that failed: problem. */
bool ctl_global_init (struct ctl_global *, generator *borrowed,
                      const struct ctl_formula *, const struct store_options *,
                      unsigned threads,
                      void (*tick) (void *context, const struct ctl_report *),
                      void *context, struct problem *);
void ctl_global_clear (struct ctl_global *);
bool ctl_global_holds (struct ctl_global *, struct bytes state, uint32_t node,
                       enum ctl_bound);

#endif
