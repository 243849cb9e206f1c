/* members_wire.h -- what master and members of a labelling tell each other.
 *
 *     SETUP    master -> member   the machine, the formula, who takes part
 *     ORDER    master -> member   a step (part.h), and how many batches to take in
 *     BATCH    member -> member   what one has for another: for which step, then that
 *     REPORT   member -> master   of a step, and how many batches went to whom
 *     QUERY    master -> member   states whose labels are asked for
 *     VALUES   member -> master   these, a bit for each node and bound */
#ifndef CTL_MEMBERS_WIRE_H
#define CTL_MEMBERS_WIRE_H

#include "ctl/members_worker.h"
#include "ctl/part.h"

enum ctl_tag {
    CTL_SETUP = CTL_TAG,
    CTL_ORDER,
    CTL_BATCH,
    CTL_REPORT,
    CTL_QUERY,
    CTL_VALUES
};

enum { CTL_MEMBERS = 4096 }; /* at most */

struct ctl_setup {
    struct bytes program, formula; /* borrowed */
    struct VEC (unsigned) member;  /* their numbers; of part 0, of part 1, .. */
    uint64_t memory_bytes, cache_bytes;
    char *store, *scratch; /* owned; scratch: "" for the usual one */
};

void ctl_setup_write (const struct ctl_setup *, struct buffer *);
bool ctl_setup_read (struct ctl_setup *, struct reader *);
void ctl_setup_clear (struct ctl_setup *);

void ctl_order_write (const struct ctl_order *, struct buffer *);
bool ctl_order_read (struct ctl_order *, struct reader *);
void ctl_report_write (const struct ctl_report *, struct buffer *);
/* Into one of zeros. */
bool ctl_report_read (struct ctl_report *, struct reader *);

#endif
