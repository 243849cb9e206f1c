/* joining.h -- how often a worker of another machine knocks at a check's door.
 *
 * It may come before the check, and then looks for it as long as it is told; between
 * two teams it knocks again; and when the check is over that is no failure, whether it
 * was ever given work or not.  Who was there and hung up once, and is gone now, was a
 * check that has just ended; who hangs up again and again has other keys. */
#ifndef TEAM_TRANSPORT_JOINING_H
#define TEAM_TRANSPORT_JOINING_H

#include "team/transport.h"

struct joining {
    const char *address; /* null: MPI, where nobody knocks */
    uint64_t wait_s;     /* how long a check that is not there is awaited */
    struct log *log;
    uint64_t start_ns; /* of waiting for it */
    unsigned missed;   /* times in a row that a master left while we knocked */
    bool waits;        /* it was said that there is nobody yet */
    bool served;       /* a team of this check has let us go */
};

/* After a worker of that address has parted, well or with a problem: true: it is to
 * knock again, now.  Else *good says whether all is well, and the problem is for
 * people. */
bool joining_again (struct joining *, enum parting, bool *good,
                    struct problem *);

#endif
