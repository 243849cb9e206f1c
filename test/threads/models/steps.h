/* steps.h -- statements of a protocol as single steps, as Promela has them.
 *
 * What a process knows is kept in global arrays, so that it is part of every
 * state, as there. */
#ifndef STEPS_H
#define STEPS_H

#include <cohort.h>
#include <pthread.h>

typedef unsigned char byte;

#define STEP(statement)                                                        \
    do {                                                                       \
        BEGINATOMIC;                                                           \
        statement;                                                             \
        ENDATOMIC;                                                             \
    } while (0)

/* A condition, looked at in one step. */
#define TEST(condition)                                                        \
    ({                                                                         \
        BEGINATOMIC;                                                           \
        int value_ = (condition);                                              \
        ENDATOMIC;                                                             \
        value_;                                                                \
    })

/* Starts n threads in one step and waits for ever. */
static void
run_all (void *(*process) (void *), long n)
{
    static pthread_t made;
    pthread_t last;
    BEGINATOMIC;
    for (long i = 0; i < n; i++)
        pthread_create (&made, 0, process, (void *) i);
    last = made;
    ENDATOMIC;
    pthread_join (last, 0);
}

#endif
