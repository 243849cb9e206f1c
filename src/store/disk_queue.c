/* disk_queue.c -- see disk_queue.h. */
#include "store/disk_queue.h"

#include <assert.h>
#include <liburing.h>
#include <stddef.h>

#include "base/memory.h"
#include "store/scratch.h"

void
disk_queue_init (struct disk_queue *q)
{
    pthread_mutex_init (&q->busy, NULL);
    q->ring = NEW (struct io_uring);
    if (io_uring_queue_init (DISK_QUEUE_MOST, q->ring, 0) == 0)
        return;
    memory_free (q->ring);
    q->ring = NULL;
}

void
disk_queue_clear (struct disk_queue *q)
{
    if (q->ring)
        io_uring_queue_exit (q->ring);
    memory_free (q->ring);
    pthread_mutex_destroy (&q->busy);
}

static size_t
move_size (const struct disk_move *m)
{
    size_t size = 0;
    assert (m->parts > 0 && m->parts <= DISK_QUEUE_MOST);
    for (int i = 0; i < m->parts; i++)
        size += m->part[i].iov_len;
    return size;
}

/* Whatever became of it before. */
static void
move_run (int file, enum disk_way way, struct disk_move *m)
{
    uint64_t at = m->offset;
    m->done = true;
    for (int i = 0; i < m->parts && m->done; i++) {
        struct iovec b = m->part[i];
        m->done = way == DISK_WRITE
                      ? scratch_write (file, b.iov_base, b.iov_len, at)
                      : scratch_read (file, b.iov_base, b.iov_len, at);
        at += b.iov_len;
    }
}

static unsigned
ring_submit (struct disk_queue *q, int file, enum disk_way way,
             struct disk_move move[], unsigned moves)
{
    for (unsigned i = 0; i < moves; i++) {
        struct disk_move *m = &move[i];
        struct io_uring_sqe *e = io_uring_get_sqe (q->ring);
        assert (e); /* it has room for DISK_QUEUE_MOST, and is empty */
        if (way == DISK_WRITE)
            io_uring_prep_writev (e, file, m->part, (unsigned) m->parts,
                                  m->offset);
        else
            io_uring_prep_readv (e, file, m->part, (unsigned) m->parts,
                                 m->offset);
        io_uring_sqe_set_data (e, m);
    }
    unsigned sent = 0;
    while (sent < moves) {
        int n = io_uring_submit (q->ring);
        if (n < 0)
            break;
        sent += (unsigned) n;
    }
    return sent;
}

/* What was submitted is waited for, whatever happens: the kernel writes to our
 * memory meanwhile. */
static void
ring_wait (struct disk_queue *q, unsigned sent)
{
    while (sent) {
        struct io_uring_cqe *c;
        if (io_uring_wait_cqe (q->ring, &c))
            continue;
        struct disk_move *m = io_uring_cqe_get_data (c);
        m->done = c->res >= 0 && (size_t) c->res == move_size (m);
        io_uring_cqe_seen (q->ring, c);
        sent--;
    }
}

/* The ring is not to be trusted any more if it does not take what it is given:
 * what it has not taken stays in it. */
static void
ring_run (struct disk_queue *q, int file, enum disk_way way,
          struct disk_move move[], unsigned moves)
{
    unsigned sent = ring_submit (q, file, way, move, moves);
    ring_wait (q, sent);
    if (sent == moves)
        return;
    io_uring_queue_exit (q->ring);
    memory_free (q->ring);
    q->ring = NULL;
}

void
disk_queue_run (struct disk_queue *q, int file, enum disk_way way,
                struct disk_move move[], unsigned moves)
{
    assert (moves <= DISK_QUEUE_MOST);
    for (unsigned i = 0; i < moves; i++)
        move[i].done = false;
    if (!pthread_mutex_trylock (&q->busy)) {
        if (q->ring)
            ring_run (q, file, way, move, moves);
        pthread_mutex_unlock (&q->busy);
    }
    for (unsigned i = 0; i < moves; i++)
        if (!move[i].done)
            move_run (file, way, &move[i]);
}
