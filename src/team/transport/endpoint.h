/* endpoint.h -- a member's place in a real team, between its thread and the thread
 * that does its transport's I/O.
 *
 * The member's thread (see endpoint_serve) delivers what arrived, keeps alarms,
 * calls `work` when nothing waits, and gathers what is sent into frames.  The
 * I/O thread puts deliveries in and takes requests out; wake_fd (an eventfd)
 * becomes readable when there are requests.  Only what stands under `lock` is
 * shared.
 *
 * Links to others of the same machine are the member's thread's own (near.h): where
 * there are some, it waits at them.
 *
 * A frame is a byte of enum frame_kind, a number, and then:
 *
 *   HELLO    number: a local worker's own, else 0; then the greeting
 *   WELCOME  number: the new member's
 *   REFUSED  number: 0; then the reason as text
 *   BEAT     number: 0; "I am alive"
 *   CANCEL   number: 0
 *   END      number: 0; to a worker: stop; from a worker: it leaves
 *   CLOSE    number: 0; the team is over; over zmq to a worker from elsewhere:
 *            knock again, another may follow
 *   DATA     number: who it is for (from a worker over zmq), else whom it is
 *            from; then records, each a tag and a byte string
 *
 * Over zmq also what straight.h tells of: LISTEN, LISTENING, MEET, STRAIGHT, PART
 * and BROKEN.
 *
 * Numbers, tags and lengths are LEB128.  A worker tells its master by a record
 * with tag TAG_CREDIT how many bytes it has consumed; so a link never holds
 * much more than ENDPOINT_LINK_BYTES. */
#ifndef TEAM_TRANSPORT_ENDPOINT_H
#define TEAM_TRANSPORT_ENDPOINT_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/problem.h"
#include "base/vec.h"
#include "team/transport/near.h"
#include "team/transport/timers.h"
#include "team/team_internal.h"

enum frame_kind {
    FRAME_HELLO = 1,
    FRAME_WELCOME,
    FRAME_REFUSED,
    FRAME_BEAT,
    FRAME_CANCEL,
    FRAME_END,
    FRAME_CLOSE,
    FRAME_DATA,
    FRAME_LISTEN,
    FRAME_LISTENING,
    FRAME_MEET,
    FRAME_STRAIGHT,
    FRAME_PART,
    FRAME_BROKEN
};

enum {
    ENDPOINT_LINK_BYTES = 8 << 20, /* a link that holds so much is full */
    ENDPOINT_FRAME_BYTES = 4096,   /* frames are sent once they have so much */
    BEAT_MS = 500,                 /* between heartbeats */
    CANCEL_MS = 10                 /* between calls of cancel */
};

/* What the member's thread asks of the I/O thread. */
enum request_kind {
    REQUEST_FRAME, /* send `frame`, which the request owns */
    REQUEST_CANCEL,
    REQUEST_EXPEL,
    REQUEST_SPAWN,
    REQUEST_STRAIGHT, /* tell `who`: nothing more for it comes by the hub */
    REQUEST_FINISH    /* the last one: the member's thread is done */
};

struct request {
    enum request_kind kind;
    unsigned who;
    struct buffer frame;
};

struct request_list VEC (struct request);

struct line {
    struct buffer out; /* the frame being gathered; empty: none */
    uint64_t unacked;  /* bytes sent that were not consumed yet (master) */
    bool open;         /* joined and not lost (master) */
    bool wanted;       /* was full when the member tried */
    bool dirty;        /* stands in the list of lines to flush */
};

struct endpoint {
    struct team team;
    const struct member_class *class;
    member *object;
    struct log *log;
    /* DATA frames name whom they are from even when a worker sends them,
     * because they travel straight to their target. */
    bool direct;
    bool can_spawn;
    int wake_fd;
    int arrived_fd; /* an eventfd: what `arrived` says, while links are polled */

    pthread_mutex_t lock;
    pthread_cond_t arrived;
    /* Under lock: */
    struct delivery *first, **last;
    struct request_list requests;
    bool started;           /* the member's number is known */
    bool polls;             /* the member's thread waits at its links */
    bool working;           /* a call of `work` is under way */
    bool cancelled;         /* ... and is not wanted any more */
    struct problem problem; /* why the team ended, if it was the transport */
    atomic_bool over;       /* relaxed: only ends the loop; data is locked */

    /* The member's thread alone: */
    struct VEC (struct line) lines; /* by member */
    struct VEC (unsigned) dirty;    /* lines with frames to flush */
    struct timers alarms;
    struct near near;  /* links that it serves itself */
    uint64_t consumed; /* bytes not yet told to the master */
};

/* False: no descriptors left, problem set. */
bool endpoint_init (struct endpoint *, const struct team_class *,
                    const struct member_class *, member *, struct log *,
                    struct problem *);
void endpoint_clear (struct endpoint *);
/* Runs the member in this thread, until it finishes or endpoint_end, and `serve` as
 * the I/O thread; returns when both have ended. */
void endpoint_serve (struct endpoint *, void *(*serve) (void *),
                     void *argument);
/* After that: prints the notes that are left and gives the problem, if there
 * was one. */
void endpoint_close (struct endpoint *, struct problem *);

/* The calls of team_class that are the same for all transports. */
extern const struct team_class endpoint_team_class;

/* ---- for the I/O thread */

/* The member may begin, under this number. */
void endpoint_start (struct endpoint *, unsigned self);
/* foreign: see team_foreign. */
void endpoint_joined (struct endpoint *, unsigned who, bool foreign);
/* exhausted: it found no memory. */
void endpoint_lost (struct endpoint *, unsigned who, bool exhausted);
/* A DATA frame from `who`, whatever its number is; its bytes are copied. */
void endpoint_frame (struct endpoint *, unsigned who, struct bytes frame);
/* Of near.h, for the member's thread, in order with the frames above: a link to
 * `who`, from now on its; all that came by the hub from `who` was delivered; it is
 * lost. */
void endpoint_link (struct endpoint *, unsigned who, int fd);
void endpoint_hears (struct endpoint *, unsigned who);
void endpoint_part (struct endpoint *, unsigned who);
/* A line for the log, printed by the member's thread: a log is not shared. */
void endpoint_note (struct endpoint *, enum log_level, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
/* The member is to stop, with a problem if there is one (null: none). */
void endpoint_end (struct endpoint *, const struct problem *);
/* Someone wants the current item cancelled. */
void endpoint_cancel (struct endpoint *);
/* Calls cancel if it is still due; call every CANCEL_MS while it says true. */
bool endpoint_cancelling (struct endpoint *);
/* Takes all requests into an empty list. */
void endpoint_requests (struct endpoint *, struct request_list *);
void requests_clear (struct request_list *);
/* Greetings are for machines; people get what is printable. */
void greeting_print (struct bytes greeting, char *text, size_t room);

#endif
