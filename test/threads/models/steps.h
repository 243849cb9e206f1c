/* steps.h -- statements of a protocol as single steps, as Promela has them.
 *
 * What a process alone knows is kept in global arrays, so that it is part of every
 * state, as there; with -DLOCAL in variables of the process, as a program would
 * have it. */
#ifndef STEPS_H
#define STEPS_H

#include <cohort.h>
#include <pthread.h>

typedef unsigned char byte;

#ifdef LOCAL
#define OWN(name) extern byte name##_of[]
#define MINE(name) byte name##_mine = 0
#define OF_ME(name) name##_mine
#else
#define OWN(name) static byte name##_of[N]
#define MINE(name) (void) name##_of
#define OF_ME(name) name##_of[me]
#endif

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
