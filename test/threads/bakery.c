// verdict: SAFE
/* Lamport's bakery: N consumers, each ROUNDS times; no two are inside at once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static _Atomic int choosing[N], ticket[N], inside;

static void
enter (int self)
{
    int most = 0;
    choosing[self] = 1;
    for (int i = 0; i < N; i++) {
        int other = ticket[i];
        most = other > most ? other : most;
    }
    ticket[self] = most + 1;
    choosing[self] = 0;
    for (int i = 0; i < N; i++) {
        if (i == self)
            continue;
        while (choosing[i])
            ;
        for (;;) {
            int other = ticket[i], own = ticket[self];
            if (!other || other > own || (other == own && i > self))
                break;
        }
    }
}

static void *
consumer (void *argument)
{
    int self = (int) (size_t) argument;
    for (int round = 0; round < ROUNDS; round++) {
        enter (self);
        int before = inside++;
        assert (before == 0);
        inside--;
        ticket[self] = 0;
    }
    return NULL;
}

int
main (void)
{
    pthread_t thread[N];
    for (size_t i = 0; i < N; i++)
        pthread_create (&thread[i], NULL, consumer, (void *) i);
    for (size_t i = 0; i < N; i++)
        pthread_join (thread[i], NULL);
    return 0;
}
