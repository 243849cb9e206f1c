/* disk_queue.h -- reads and writes of a file, many at once.
 *
 * They go to the kernel together (io_uring), so that a disk works at all of them;
 * where that is not permitted, as in many containers, or while another thread
 * has the ring, one after the other. */
#ifndef STORE_DISK_QUEUE_H
#define STORE_DISK_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

enum { DISK_QUEUE_MOST = 32 };

struct disk_move {
    struct iovec part[DISK_QUEUE_MOST]; /* bytes that follow each other */
    int parts;
    uint64_t offset; /* in the file */
    bool done;       /* all of it */
};

struct io_uring;

struct disk_queue {
    pthread_mutex_t busy;
    struct io_uring *ring; /* owned; null: not permitted */
};

void disk_queue_init (struct disk_queue *);
void disk_queue_clear (struct disk_queue *);

/* All of them, at most DISK_QUEUE_MOST, to or from memory; returns when none is
 * under way any more. */
enum disk_way { DISK_READ, DISK_WRITE };
void disk_queue_run (struct disk_queue *, int file, enum disk_way,
                     struct disk_move[], unsigned moves);

#endif
