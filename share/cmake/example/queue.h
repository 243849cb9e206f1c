/* queue.h -- numbers, first in, first out. */
#ifndef QUEUE_H
#define QUEUE_H

enum { QUEUE_SIZE = 4 };

struct queue {
    int entry[QUEUE_SIZE];
    unsigned first, count;
};

int queue_put (struct queue *, int number); /* 0: it is full */
int queue_get (struct queue *, int *number); /* 0: it is empty */

#endif
