/* child.h -- a witness, judged in a child. */
#ifndef DAP_CHILD_H
#define DAP_CHILD_H

#include "dap/adapter.h"

struct dap_child {
    const struct options *options;
    const char *directory; /* null: where we are */
    dap_judge *judge;
};

/* The trace of a counterexample that was confirmed, or could not be as a whole: then
 * `said` tells why.  False: problem. */
bool dap_child_run (struct dap_child *, struct outcome *, struct text *said,
                    struct problem *);

#endif
