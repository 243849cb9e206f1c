/* worker.c -- see worker.h. */
#include "command/worker.h"

#include <pthread.h>

#include "base/memory.h"
#include "bounded/hydra/hydra.h"
#include "bounded/hydra/wire.h"
#include "cegar/check.h"
#include "cegar/paper/paper.h"
#include "cegar/paper/internal.h"
#include "explore/async/worker.h"
#include "explore/members/worker.h"
#include "team/pool/pool.h"

struct command_worker_protocol {
    uint32_t first_tag;
    const struct member_class *class;
    member *(*new) (void);
    void (*free) (member *);
};

struct any_worker {
    const struct command_worker_protocol *protocol; /* null: nothing was heard
                                                       yet */
    member *inner;
    pthread_mutex_t lock; /* cancel comes from another thread */
};

/* The struct that worker_new has made. */
static struct any_worker *
worker_of (member *m)
{
    return (struct any_worker *) m;
}

static member *
pool_new (void)
{
    static const struct item_worker_class *const kinds[] = {
        &cegar_item_worker, &bounded_item_worker, NULL};
    return pool_worker_new (kinds, NULL);
}

static const struct command_worker_protocol protocols[] = {
    {ASYNC_TAG, &async_worker_class, async_worker_new, async_worker_free},
    {MEMBERS_TAG, &members_worker_class, members_worker_new,
     members_worker_free},
    {HYDRA_PROGRAM, &hydra_client_class, hydra_client_new, hydra_client_free},
    {PAPER_PROGRAM, &paper_worker_class, paper_worker_new, paper_worker_free},
    {0, &pool_worker_class, pool_new, pool_worker_free},
};

member *
worker_new (void *unused)
{
    (void) unused;
    struct any_worker *w = NEW (struct any_worker);
    pthread_mutex_init (&w->lock, NULL);
    return (member *) w;
}

void
worker_free (member *self)
{
    struct any_worker *w = worker_of (self);
    if (w->protocol)
        w->protocol->free (w->inner);
    pthread_mutex_destroy (&w->lock);
    memory_free (w);
}

static void
worker_receive (member *self, team *t, const struct message *m)
{
    struct any_worker *w = worker_of (self);
    if (!w->protocol) {
        const struct command_worker_protocol *p = protocols;
        while (m->tag < p->first_tag)
            p++;
        member *inner = p->new ();
        pthread_mutex_lock (&w->lock);
        w->inner = inner;
        w->protocol = p;
        pthread_mutex_unlock (&w->lock);
    }
    w->protocol->class->receive (w->inner, t, m);
}

static bool
worker_work (member *self, team *t, uint64_t *units)
{
    struct any_worker *w = worker_of (self);
    return w->protocol && w->protocol->class->work (w->inner, t, units);
}

static void
worker_alarm (member *self, team *t, uint64_t what)
{
    struct any_worker *w = worker_of (self);
    if (w->protocol)
        w->protocol->class->alarm (w->inner, t, what);
}

static void
worker_cancel (member *self)
{
    struct any_worker *w = worker_of (self);
    pthread_mutex_lock (&w->lock);
    if (w->protocol && w->protocol->class->cancel)
        w->protocol->class->cancel (w->inner);
    pthread_mutex_unlock (&w->lock);
}

const struct member_class worker_class = {
    .receive = worker_receive,
    .work = worker_work,
    .alarm = worker_alarm,
    .cancel = worker_cancel,
};
