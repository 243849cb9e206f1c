/* team.h -- members that share nothing but messages.
 *
 * A member is an object with a class; the transport calls it, one call at a
 * time.  Member 0 is the master.  Messages between two members keep their
 * order; nothing else is promised.  What a member does may depend on the order
 * in which messages arrive, but nothing that is committed may.
 *
 * The same member code runs over every transport (transport.h). */
#ifndef TEAM_H
#define TEAM_H

#include "base/bytes.h"
#include "base/log.h"

typedef struct team team;     /* one member's view of the team */
typedef struct member member; /* defined by whoever implements a class */

enum { TEAM_MASTER = 0 };

struct message {
    unsigned from;
    uint32_t tag;      /* below 0xff000000; the rest is the transport's */
    struct bytes body; /* borrowed until receive returns */
};

struct member_class {
    void (*receive) (member *, team *, const struct message *);
    /* One item of work; false: there is none.  Called only when no message
     * waits.  units: its cost in rlimit or steps, never time.  Null: never
     * has any. */
    bool (*work) (member *, team *, uint64_t *units);
    void (*alarm) (member *, team *, uint64_t what); /* may be null */
    /* Only the master is told who comes and goes; workers' may be null. */
    void (*joined) (member *, team *, unsigned who); /* who is never reused */
    void (*lost) (member *, team *, unsigned who); /* nothing from who later */
    /* From any thread: set a flag, interrupt the solver.  Called again every
     * 10 ms until the item has returned.  May be null. */
    void (*cancel) (member *);
};

/* False: the link to `to` is full or gone; an alarm TEAM_WRITABLE follows when
 * it can be written again (never, if it is gone: then lost is called).  A
 * worker's link to its master is never full.
 *
 * A worker may send to any other whose number it has from the master.  Such a
 * link is never full either (whoever needs a limit must count); what goes to a
 * member that is lost, or was never there, vanishes.  What comes from one that
 * is lost may still arrive at other workers, and later than what the master said
 * about the loss: only the master is fenced off, so protocols between workers
 * need epochs of their own. */
bool team_send (team *, unsigned to, uint32_t tag, struct bytes body);
enum { TEAM_WRITABLE = UINT32_MAX };
/* The master asks the transport at `to` to call cancel there until its item
 * returns; nothing happens if it is at none. */
void team_cancel (team *, unsigned to);
void team_alarm (team *, uint64_t after_ns, uint64_t what);
uint64_t team_now (const team *); /* virtual when simulated */
unsigned team_self (const team *);
/* Expels a member: it is told to end, nothing from it is delivered any more,
 * and `lost` is called for it here, after the call that expels it has ended. */
void team_expel (team *, unsigned who);
/* Asks for one more local worker (where the transport can make one); it shows
 * up as `joined`.  False: it cannot. */
bool team_spawn (team *);
/* While `joined` is called: the member is not one that this team made for
 * itself; it came from elsewhere, and is known by its key alone. */
bool team_foreign (const team *);
/* While `lost` is called: the member ended because it found no memory (where
 * the transport can tell, that is for local processes). */
bool team_exhausted (const team *);
/* Ends the team: the master's transport returns, workers are told to end.
 * Called by a worker: it leaves, and the master hears `lost`. */
void team_finish (team *);

#endif
