/* check.c -- what is asked about the queue: any ten uses of it. */
#include <assert.h>

#include "queue.h"

extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    struct queue q = {.count = 0};
    int got;
    for (int i = 0; i < 10; i++) {
        if (__VERIFIER_nondet_int ())
            queue_put (&q, i);
        else
            queue_get (&q, &got);
        assert (q.count <= QUEUE_SIZE);
    }
    return 0;
}
