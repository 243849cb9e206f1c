/* near.h -- a member's links to others of its machine: plain sockets that its own
 * thread reads and writes, so that a word between two members wakes nobody but the
 * one who is meant.
 *
 * Such a link is made by the I/O thread (straight.h) and handed over open.  What goes
 * over it are frames (endpoint.h), each behind its size in 4 bytes.  It is never full:
 * what the socket does not take is kept, and goes as soon as it does.  A link whose
 * other end is gone takes everything and gives nothing; that one is lost will be told
 * by the master. */
#ifndef TEAM_TRANSPORT_NEAR_H
#define TEAM_TRANSPORT_NEAR_H

#include <poll.h>

#include "base/bytes.h"
#include "base/vec.h"

struct near_link {
    int fd;     /* -1: none, or its other end is gone */
    bool open;  /* it was handed over, and not parted: what is sent goes here */
    bool hears; /* whatever came by the hub before is there: it is read */
    bool parted;      /* the other one is lost: nothing more is taken from it */
    bool due;         /* something has come */
    struct buffer in; /* the beginning of a frame */
    struct buffer out;
    size_t sent; /* bytes of `out` that are gone */
};

struct near {
    struct VEC (struct near_link) links; /* by member */
    struct VEC (struct pollfd) items;
    uint8_t *room; /* for what is read; null: there was no link yet */
};

void near_clear (struct near *);

/* A connected socket to `who`; owned from now on.  Without a word of near_hear it is
 * not read. */
void near_open (struct near *, unsigned who, int fd);
void near_hear (struct near *, unsigned who);
void near_part (struct near *, unsigned who);

/* Was there ever a link? */
static inline bool
near_used (const struct near *n)
{
    return n->room;
}

/* False: there is none to this one, so by the hub. */
bool near_send (struct near *, unsigned to, struct bytes frame);
/* Waits until something has come, `wake_fd` is readable (which takes that from it) or
 * the time is over (nanoseconds of the monotonic clock; 0: at once, UINT64_MAX: never);
 * meanwhile sends what was kept. */
void near_wait (struct near *, int wake_fd, uint64_t until_ns);
/* Takes what has come, frame by frame, until `take` says false.  True: there was
 * something. */
bool near_read (struct near *,
                bool (*take) (void *context, unsigned from, struct bytes frame),
                void *context);

#endif
