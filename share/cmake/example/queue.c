#include "queue.h"

int
queue_put (struct queue *q, int number)
{
#ifdef MISTAKE
    if (q->count > QUEUE_SIZE)
        return 0;
#else
    if (q->count == QUEUE_SIZE)
        return 0;
#endif
    q->entry[(q->first + q->count++) % QUEUE_SIZE] = number;
    return 1;
}

int
queue_get (struct queue *q, int *number)
{
    if (!q->count)
        return 0;
    *number = q->entry[q->first];
    q->first = (q->first + 1) % QUEUE_SIZE;
    q->count--;
    return 1;
}
