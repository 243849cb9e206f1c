/* joining.c -- see joining.h. */
#include "team/transport/joining.h"

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    MISSES = 3,      /* in a row: that is no accident */
    PAUSE_US = 30000 /* less than a door is open (team/transport/door.c) */
};

/* Was there a check, and is it over? */
static bool
joining_late (const struct joining *j, enum parting parting)
{
    if (parting == PARTING_UNREACHED)
        return j->served || j->missed;
    return parting == PARTING_MISSED && j->served && j->missed >= MISSES;
}

/* Whoever starts workers and master together need not know which is faster: a
 * master that cannot be reached yet is tried again, as long as --wait says. */
static bool
joining_waits (struct joining *j, struct problem *p)
{
    uint64_t wait = j->wait_s;
    if (clock_wall_ns () - j->start_ns < wait * UINT64_C (1000000000)) {
        if (!j->waits)
            log_say (j->log, LOG_SAY, "%s; waiting for a check, up to %llu s",
                     p->message, (unsigned long long) wait);
        j->waits = true;
        return true;
    }
    char message[sizeof p->message];
    snprintf (message, sizeof message, "%s", p->message);
    *p = (struct problem) {0};
    problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                     "%s: no check listens there%s", message,
                     wait ? ", and none came within --wait" : "");
    return false;
}

bool
joining_again (struct joining *j, enum parting parting, bool *good,
               struct problem *p)
{
    assert (j->log);
    if (*good && parting == PARTING_TEAM) {
        if (!j->served && j->log->level == LOG_SAY)
            j->log->level = LOG_QUIET; /* it has been said */
        j->served = true;
        j->missed = 0;
        j->start_ns = clock_wall_ns ();
        return true;
    }
    if (*good || parting == PARTING_FAILED)
        return false;
    j->missed += parting == PARTING_MISSED;
    if (joining_late (j, parting)) {
        log_say (j->log, LOG_SAY, "the check at %s is over", j->address);
        *good = true;
        return false;
    }
    bool again =
        parting == PARTING_MISSED ? j->missed < MISSES : joining_waits (j, p);
    if (again)
        usleep (PAUSE_US);
    else if (parting == PARTING_MISSED) {
        *p = (struct problem) {0};
        problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                         "the master at %s hangs up: it has another key than "
                         "server.pub here (see `cohort keys`), or is no cohort",
                         j->address);
    }
    return again;
}
