/* master.h -- what the masters of all protocols do alike.
 *
 * A master knows who is there, queues what a full link does not take, ticks once a
 * second, replaces workers that are lost, expels those that send malformed messages,
 * and gives up when that does not help.  What is said, and what a loss means for the
 * work, is the protocol's.
 *
 * A protocol's master is a struct that begins with a struct master, and its records
 * of workers are structs that begin with a struct peer.  Its member_class (team.h)
 * has master_receive, master_alarm, master_joined and master_lost, which call the
 * protocol back:
 *
 *        first call              master_finish
 *     new ---------> under way ----------------> over
 *           begin      | joined, heard, lost, tick or alarm,
 *                      | and after each of them: turn
 *
 * Nothing is called back once the master is over; `begin` may end it already.
 *
 * Losses.  One policy for all protocols:
 *   - A lost worker is replaced, if `replaces` is set and the transport can make
 *     workers: at most 3 in a second, and 1000 in all.
 *   - The run fails when workers die in a row without any progress between them (the
 *     protocol says what progress is: master_progress): 10 more than were ever there
 *     at the same time.  Those that died idle do not count.
 *   - The run fails when nobody has been there for 30 seconds; before the first
 *     worker has come, only if the master is not `patient`.
 * What one piece of work may cost (two workers) is the protocol's to count. */
#ifndef TEAM_MASTER_H
#define TEAM_MASTER_H

#include "base/log.h"
#include "base/problem.h"
#include "team/peer.h"

enum { MASTER_SPAWNS_PER_SECOND = 3 };

/* The member that is passed is the protocol's own struct. */
struct master_class {
    const char *worker; /* what people call one: "worker", "client", "member" */
    size_t peer_size;   /* of the protocol's record; it starts as zeros */
    /* Frees what a record has beyond its struct peer; may be null. */
    void (*peer_clear) (struct peer *);
    void (*begin) (member *); /* may be null */
    void (*joined) (member *, struct peer *);
    /* False: the message is malformed, and its sender is expelled. */
    bool (*heard) (member *, struct peer *, const struct message *);
    /* The peer is out of the list already, and is freed after the call.  True: it
     * died at work, so the loss counts (see above). */
    bool (*lost) (member *, struct peer *);
    void (*tick) (member *); /* once a second, if `ticks` is set */
    void (*alarm) (member *, uint64_t what); /* of the protocol; may be null */
    void (*turn) (member *);                 /* may be null */
    /* The run cannot go on: must call master_finish. */
    void (*fail) (member *, const struct problem *);
};

/* Alarms below this number, and those whose low byte is, are the master's. */
enum { MASTER_ALARMS = 8 };

struct master {
    const struct master_class *class;
    struct log *log; /* may be null */
    bool replaces;   /* lost workers are replaced */
    bool patient;    /* the first worker may take its time */
    bool ticks;

    /* To be read by protocols. */
    team *team;                      /* as given by the call under way */
    struct VEC (struct peer *) peer; /* those that are there, as they came */
    unsigned lost;                   /* workers, in all */
    bool over;

    /* Of master.c. */
    bool begun, spawn_planned, spawn_fails;
    unsigned owed, coming; /* workers to spawn; spawned, but not there yet */
    unsigned spawned;      /* in all */
    uint64_t spawned_ns[MASTER_SPAWNS_PER_SECOND]; /* when the last ones were */
    unsigned fruitless;            /* losses since there was progress */
    size_t most;                   /* peers at the same time, ever */
    uint64_t joins;                /* so far: has anybody come since? */
    uint64_t entered_ns, spent_ns; /* the call under way; all before it */
};

/* All else is zero; the caller sets log, replaces, patient and ticks. */
void master_init (struct master *, const struct master_class *);
void master_clear (struct master *);

struct peer *master_find (const struct master *, unsigned who); /* or null */
void master_send (struct master *, struct peer *, uint32_t tag, struct bytes);
/* Where in the list a peer is. */
size_t master_index (const struct master *, const struct peer *);
/* By their numbers; who comes later stands behind them. */
void master_sort (struct master *);
void master_progress (struct master *);
uint64_t master_spent_ns (const struct master *); /* in all calls */

/* Can more workers be had? */
bool master_can_spawn (const struct master *);
/* Asks for one more, unless one is on its way. */
void master_spawn_fresh (struct master *);

void master_finish (struct master *); /* ends the team */
/* Ends the run without a decision, by class->fail; nothing if it is over. */
void master_fail (struct master *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* For the protocol's member_class. */
void master_receive (member *, team *, const struct message *);
void master_alarm (member *, team *, uint64_t what);
void master_joined (member *, team *, unsigned who);
void master_lost (member *, team *, unsigned who);

#endif
