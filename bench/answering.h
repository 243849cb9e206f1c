/* answering.h -- the answers of a recorded check, and those that it lacks: they
 * are worked out here, once, and timed.
 *
 * With a limit, so much CPU time of work is done here and no more: an item that
 * would go beyond it is interrupted, and has no answer. */
#ifndef ANSWERING_H
#define ANSWERING_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/map.h"
#include "recording.h"

enum {
    EXIT_NOT_PREDICTED = 3,
    DEAF_SECONDS = 30 /* for a solver to hear that it is interrupted */
};

struct answers {
    struct recording *recording;
    const struct item_worker_class *item_worker; /* the engine's own */
    struct bytes program;
    item_worker *real;               /* opened when first needed */
    size_t blobs;                    /* that it has learnt */
    struct map shared;               /* digests of blobs */
    struct VEC (struct buffer) blob; /* each of them once, as they came */
    /* Recorded answers that were asked for, and the missing ones; all have a
     * cost.  Simulated workers have this table. */
    memo *known;
    uint64_t limit_ns; /* 0: none */
    uint64_t worked_ns;
    size_t worked; /* items */
    bool over;     /* of this driver: one was beyond the limit */
};

static void
answers_init (struct answers *a, struct recording *r, uint64_t limit_ns)
{
    *a = (struct answers) {
        .recording = r, .limit_ns = limit_ns, .known = memo_new ()};
    map_init (&a->shared);
}

/* The driver of the recorded check, from its beginning; the last one is over. */
static struct pool_options
answers_driver (struct answers *a, memo *memo_of)
{
    struct pool_options pool = recording_driver (a->recording, memo_of);
    a->item_worker = pool.item_worker;
    a->program = pool.program;
    a->over = false;
    return pool;
}

static void
answers_clear (struct answers *a)
{
    if (a->real)
        a->item_worker->close (a->real);
    for (size_t i = 0; i < a->blob.size; i++)
        buffer_clear (&a->blob.at[i]);
    VEC_CLEAR (a->blob);
    map_clear (&a->shared);
    memo_free (a->known);
}

static void
answers_learn (struct answers *a, struct bytes blob)
{
    if (!map_put (&a->shared, digest_of (blob), a->blob.size))
        return;
    struct buffer b;
    buffer_init (&b);
    buffer_put (&b, blob.data, blob.size);
    VEC_PUSH (a->blob, b);
}

/* ---- the limit */

struct overseer {
    struct answers *answers;
    clockid_t clock; /* of the thread that works */
    uint64_t until_ns;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t done;
    bool ended;
};

static uint64_t
overseer_now (const struct overseer *o)
{
    struct timespec t = {0};
    clock_gettime (o->clock, &t);
    return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

static void
overseer_sleep (struct overseer *o, uint64_t ns)
{
    struct timespec t;
    clock_gettime (CLOCK_REALTIME, &t);
    ns += (uint64_t) t.tv_nsec;
    t.tv_sec += (time_t) (ns / 1000000000);
    t.tv_nsec = (long) (ns % 1000000000);
    pthread_cond_timedwait (&o->done, &o->lock, &t);
}

/* CPU time passes no faster than time.  What was interrupted may be between two
 * solvers, so it is told again and again; what does not listen is left. */
static void *
overseer_run (void *context)
{
    struct overseer *o = context;
    const struct answers *a = o->answers;
    pthread_mutex_lock (&o->lock);
    while (!o->ended) {
        uint64_t now = overseer_now (o);
        if (now < o->until_ns) {
            overseer_sleep (o, o->until_ns - now);
            continue;
        }
        if (now - o->until_ns > (uint64_t) DEAF_SECONDS * 1000000000) {
            printf ("not predicted: work limit, and the solver is deaf\n");
            fflush (stdout);
            _exit (EXIT_NOT_PREDICTED);
        }
        a->item_worker->interrupt (a->real);
        overseer_sleep (o, 100000000);
    }
    pthread_mutex_unlock (&o->lock);
    return NULL;
}

static bool
overseer_start (struct overseer *o, struct answers *a)
{
    assert (a->real && a->item_worker->interrupt && a->worked_ns < a->limit_ns);
    *o = (struct overseer) {.answers = a};
    pthread_mutex_init (&o->lock, NULL);
    pthread_cond_init (&o->done, NULL);
    o->until_ns = clock_thread_ns () + a->limit_ns - a->worked_ns;
    return !pthread_getcpuclockid (pthread_self (), &o->clock)
           && !pthread_create (&o->thread, NULL, overseer_run, o);
}

static void
overseer_end (struct overseer *o)
{
    pthread_mutex_lock (&o->lock);
    o->ended = true;
    pthread_cond_signal (&o->done);
    pthread_mutex_unlock (&o->lock);
    pthread_join (o->thread, NULL);
    pthread_cond_destroy (&o->done);
    pthread_mutex_destroy (&o->lock);
}

/* ---- working */

static bool
answers_ready (struct answers *a)
{
    struct problem p = {0};
    if (!a->real)
        a->real = a->item_worker->open (a->program, &p);
    for (; a->real && a->blobs < a->blob.size; a->blobs++)
        a->item_worker->learn (a->real, buffer_view (&a->blob.at[a->blobs]));
    return a->real;
}

static bool
answers_work (struct answers *a, struct bytes item, struct buffer *answer,
              uint64_t *units)
{
    struct overseer overseer;
    if (!a->limit_ns)
        return a->item_worker->work (a->real, item, answer, units);
    if (a->worked_ns >= a->limit_ns)
        return false;
    if (!overseer_start (&overseer, a))
        abort ();
    bool done = a->item_worker->work (a->real, item, answer, units);
    overseer_end (&overseer);
    return done;
}

/* False: no worker, or beyond the limit. */
static bool
answers_make (struct answers *a, struct digest d, struct bytes item)
{
    struct buffer answer;
    uint64_t units = 0;
    assert (a->item_worker && item.size);
    if (!answers_ready (a))
        return false;
    uint64_t start = clock_thread_ns ();
    buffer_init (&answer);
    bool done = answers_work (a, item, &answer, &units);
    uint64_t ns = clock_thread_ns () - start;
    a->worked_ns += ns;
    a->worked += done;
    a->over = a->over || !done;
    if (done)
        memo_put (a->known, d, buffer_view (&answer), units, ns);
    buffer_clear (&answer);
    return done;
}

/* ---- finding */

/* The answer without any work; a recorded one becomes known. */
static bool
answers_find (const struct answers *a, struct digest d, struct bytes *answer,
              uint64_t *units)
{
    if (memo_get (a->known, d, answer, units))
        return true;
    if (!memo_get (a->recording->memo, d, answer, units))
        return false;
    memo_put (a->known, d, *answer, *units, recording_cost (a->recording, d));
    return true;
}

/* .. with work, if need be. */
static bool
answers_get (struct answers *a, struct bytes item, struct bytes *answer,
             uint64_t *units)
{
    struct digest d = digest_of (item);
    return answers_find (a, d, answer, units)
           || (answers_make (a, d, item)
               && memo_get (a->known, d, answer, units));
}

#endif
