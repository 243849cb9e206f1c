/* fork_join.c -- see fork_join.h. */
#include "explore/threads/fork_join.h"

#include <assert.h>
#include <pthread.h>

#include "base/memory.h"

struct hand {
    fork_join *fork_join;
    unsigned number;
    pthread_t thread;
};

struct fork_join {
    unsigned threads;
    struct hand *hand; /* 1 .. threads - 1 */
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    /* Under the lock. */
    uint64_t round; /* of jobs; a hand waits for the next */
    unsigned busy;  /* hands that have not finished this round */
    bool over;
    fork_join_job *job;
    void *context;
};

static void *
hand_main (void *argument)
{
    struct hand *h = argument;
    fork_join *g = h->fork_join;
    uint64_t round = 0;
    pthread_mutex_lock (&g->lock);
    for (;;) {
        while (g->round == round && !g->over)
            pthread_cond_wait (&g->begin, &g->lock);
        if (g->over)
            break;
        assert (g->round == round + 1);
        round = g->round;
        fork_join_job *job = g->job;
        void *context = g->context;
        pthread_mutex_unlock (&g->lock);
        job (context, h->number);
        pthread_mutex_lock (&g->lock);
        assert (g->busy > 0);
        if (!--g->busy)
            pthread_cond_signal (&g->end);
    }
    pthread_mutex_unlock (&g->lock);
    return NULL;
}

fork_join *
fork_join_new (unsigned threads)
{
    assert (threads > 0);
    fork_join *g = NEW (fork_join);
    g->hand = NEW_ARRAY (struct hand, threads);
    pthread_mutex_init (&g->lock, NULL);
    pthread_cond_init (&g->begin, NULL);
    pthread_cond_init (&g->end, NULL);
    for (g->threads = 1; g->threads < threads; g->threads++) {
        struct hand *h = &g->hand[g->threads];
        *h = (struct hand) {.fork_join = g, .number = g->threads};
        if (pthread_create (&h->thread, NULL, hand_main, h)) {
            fork_join_free (g);
            return NULL;
        }
    }
    return g;
}

void
fork_join_free (fork_join *g)
{
    if (!g)
        return;
    pthread_mutex_lock (&g->lock);
    assert (!g->busy);
    g->over = true;
    pthread_cond_broadcast (&g->begin);
    pthread_mutex_unlock (&g->lock);
    for (unsigned i = 1; i < g->threads; i++)
        pthread_join (g->hand[i].thread, NULL);
    pthread_cond_destroy (&g->begin);
    pthread_cond_destroy (&g->end);
    pthread_mutex_destroy (&g->lock);
    memory_free (g->hand);
    memory_free (g);
}

void
fork_join_run (fork_join *g, fork_join_job *job, void *context)
{
    pthread_mutex_lock (&g->lock);
    assert (!g->busy && !g->over);
    g->job = job;
    g->context = context;
    g->busy = g->threads - 1;
    g->round++;
    pthread_cond_broadcast (&g->begin);
    pthread_mutex_unlock (&g->lock);
    job (context, 0);
    pthread_mutex_lock (&g->lock);
    while (g->busy)
        pthread_cond_wait (&g->end, &g->lock);
    pthread_mutex_unlock (&g->lock);
}
