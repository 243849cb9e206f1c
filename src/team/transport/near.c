/* near.c -- see near.h. */
#include "team/transport/near.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"

enum {
    HEAD = sizeof (uint32_t),
    ROOM_BYTES = 64 << 10,
    FRAME_MOST = 1 << 30,
    KEPT_BYTES = 1 << 16 /* of a buffer that was emptied */
};

static struct near_link *
near_link (struct near *n, unsigned who)
{
    while (n->links.size <= who)
        VEC_PUSH (n->links, (struct near_link) {.fd = -1});
    return &n->links.at[who];
}

static void
link_close (struct near_link *l)
{
    if (l->fd >= 0)
        close (l->fd);
    l->fd = -1;
    l->due = false;
    l->sent = 0;
    buffer_clear (&l->in);
    buffer_clear (&l->out);
}

void
near_clear (struct near *n)
{
    for (size_t i = 0; i < n->links.size; i++)
        link_close (&n->links.at[i]);
    VEC_CLEAR (n->links);
    VEC_CLEAR (n->items);
    memory_free (n->room);
    n->room = NULL;
}

void
near_open (struct near *n, unsigned who, int fd)
{
    struct near_link *l = near_link (n, who);
    assert (fd >= 0 && l->fd < 0);
    if (l->open || l->parted) {
        close (fd);
        return;
    }
    if (!n->room)
        n->room = memory_new (ROOM_BYTES);
    l->fd = fd;
    l->open = true;
}

void
near_hear (struct near *n, unsigned who)
{
    near_link (n, who)->hears = true;
}

void
near_part (struct near *n, unsigned who)
{
    struct near_link *l = near_link (n, who);
    link_close (l);
    l->open = false;
    l->parted = true;
}

/* ---- sending */

/* Sends what is kept. */
static void
link_push (struct near_link *l)
{
    while (l->fd >= 0 && l->sent < l->out.size) {
        ssize_t sent =
            send (l->fd, l->out.data + l->sent, l->out.size - l->sent,
                  MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0)
            l->sent += (size_t) sent;
        else if (errno == EAGAIN || errno == ENOBUFS)
            return;
        else if (errno != EINTR)
            link_close (l);
    }
    l->sent = 0;
    if (l->out.room > KEPT_BYTES)
        buffer_clear (&l->out);
    else
        buffer_reset (&l->out);
}

static void
link_keep (struct near_link *l, const uint8_t head[HEAD], struct bytes frame,
           size_t gone)
{
    if (gone < HEAD)
        buffer_put (&l->out, head + gone, HEAD - gone);
    gone = gone < HEAD ? 0 : gone - HEAD;
    buffer_put (&l->out, frame.data + gone, frame.size - gone);
}

bool
near_send (struct near *n, unsigned to, struct bytes frame)
{
    if (to >= n->links.size || !n->links.at[to].open)
        return false;
    struct near_link *l = &n->links.at[to];
    uint8_t head[HEAD];
    uint32_t size = (uint32_t) frame.size;
    assert (frame.size && frame.size <= FRAME_MOST);
    memcpy (head, &size, sizeof size);
    if (l->fd < 0)
        return true;
    ssize_t sent = 0;
    if (!l->out.size) {
        struct iovec part[] = {{head, HEAD}, {(void *) frame.data, frame.size}};
        struct msghdr message = {.msg_iov = part, .msg_iovlen = 2};
        sent = sendmsg (l->fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && (errno == EPIPE || errno == ECONNRESET))
            link_close (l);
        sent = sent < 0 ? 0 : sent;
    }
    if (l->fd >= 0 && (size_t) sent < HEAD + frame.size)
        link_keep (l, head, frame, (size_t) sent);
    return true;
}

/* ---- waiting */

static bool
near_poll (struct near *n, uint64_t until_ns)
{
    struct timespec left = {0};
    uint64_t now_ns = until_ns && until_ns != UINT64_MAX ? clock_wall_ns () : 0;
    if (until_ns > now_ns) {
        left.tv_sec = (time_t) ((until_ns - now_ns) / 1000000000);
        left.tv_nsec = (long) ((until_ns - now_ns) % 1000000000);
    }
    return ppoll (n->items.at, n->items.size,
                  until_ns == UINT64_MAX ? NULL : &left, NULL)
           > 0;
}

void
near_wait (struct near *n, int wake_fd, uint64_t until_ns)
{
    assert (near_used (n));
    n->items.size = 0;
    VEC_PUSH (n->items, ((struct pollfd) {.fd = wake_fd, .events = POLLIN}));
    for (size_t i = 0; i < n->links.size; i++) {
        const struct near_link *l = &n->links.at[i];
        short events =
            (short) ((l->hears ? POLLIN : 0) | (l->out.size ? POLLOUT : 0));
        /* Without any, an end that is gone would wake us again and again. */
        VEC_PUSH (n->items, ((struct pollfd) {.fd = events ? l->fd : -1,
                                              .events = events}));
    }
    if (!near_poll (n, until_ns))
        return;
    uint64_t count;
    if (n->items.at[0].revents
        && read (wake_fd, &count, sizeof count) != sizeof count)
        assert (errno == EAGAIN || errno == EINTR);
    for (size_t i = 0; i < n->links.size; i++) {
        struct near_link *l = &n->links.at[i];
        short got = n->items.at[i + 1].revents;
        if (got & POLLOUT)
            link_push (l);
        l->due = l->fd >= 0 && (got & ~POLLOUT);
    }
}

/* ---- reading */

/* Gives all whole frames of these bytes; what is left is the beginning of one.
 * False: `take` wants no more. */
static bool
frames_take (struct near_link *l, unsigned from, struct bytes *b,
             bool (*take) (void *context, unsigned from, struct bytes frame),
             void *context)
{
    uint32_t size;
    while (b->size >= HEAD) {
        memcpy (&size, b->data, sizeof size);
        if (size > FRAME_MOST) {
            link_close (l); /* it speaks another language */
            b->size = 0;
            return true;
        }
        if (b->size - HEAD < size)
            return true;
        struct bytes frame = {b->data + HEAD, size};
        b->data += HEAD + size;
        b->size -= HEAD + size;
        if (!take (context, from, frame))
            return false;
    }
    return true;
}

/* Is there less than a frame? */
static bool
link_lacks (const struct near_link *l)
{
    uint32_t size = 0;
    if (l->in.size >= HEAD)
        memcpy (&size, l->in.data, sizeof size);
    return l->in.size < HEAD
           || (size <= FRAME_MOST && l->in.size - HEAD < size);
}

/* Takes what came: behind the beginning of a frame, or where it was read. */
static bool
link_take (struct near_link *l, unsigned from, struct bytes came,
           bool (*take) (void *context, unsigned from, struct bytes frame),
           void *context)
{
    if (!l->in.size) {
        bool more = frames_take (l, from, &came, take, context);
        if (came.size && l->fd >= 0)
            buffer_put (&l->in, came.data, came.size);
        return more;
    }
    buffer_put (&l->in, came.data, came.size);
    if (link_lacks (l))
        return true;
    struct buffer all = l->in; /* its own: `take` may close the link */
    buffer_init (&l->in);
    struct bytes left = buffer_view (&all);
    bool more = frames_take (l, from, &left, take, context);
    if (left.size && l->fd >= 0)
        buffer_put (&l->in, left.data, left.size);
    buffer_clear (&all);
    return more;
}

bool
near_read (struct near *n,
           bool (*take) (void *context, unsigned from, struct bytes frame),
           void *context)
{
    bool any = false, more = true;
    for (size_t i = 0; i < n->links.size && more; i++) {
        struct near_link *l = &n->links.at[i];
        if (!l->due)
            continue;
        l->due = false;
        ssize_t got = recv (l->fd, n->room, ROOM_BYTES, MSG_DONTWAIT);
        if (got > 0) {
            any = true;
            more = link_take (l, (unsigned) i,
                              (struct bytes) {n->room, (size_t) got}, take,
                              context);
        } else if (!got || (errno != EAGAIN && errno != EINTR))
            link_close (l);
    }
    return any;
}
