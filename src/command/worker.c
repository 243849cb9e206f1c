/* worker.c -- see worker.h. */
#include "command/worker.h"

#include <assert.h>
#include <pthread.h>

#include "base/memory.h"
#include "bounded/hydra/hydra.h"
#include "bounded/search/item.h"
#include "cegar/abstraction/item_worker_class.h"
#include "cegar/paper/paper.h"
#include "ctl/members_worker.h"
#include "engine/replay_team.h"
#include "explore/async/worker.h"
#include "explore/members/worker.h"
#include "team/pool/pool.h"

struct any_worker {
    const struct team_protocol *protocol; /* null: nothing was heard yet */
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
        &cegar_item_worker, &bounded_item_worker, &replay_item_worker, NULL};
    return pool_worker_new (kinds, NULL);
}

static const struct team_protocol pool_protocol = {0, &pool_worker_class,
                                                   pool_new, pool_worker_free};

/* By falling tags: the first whose tags begin at a message's, or before, is its
 * own. */
static const struct team_protocol *const protocols[] = {
    &ctl_protocol,   &async_protocol, &members_protocol,
    &hydra_protocol, &paper_protocol, &pool_protocol};

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
    assert (!w->protocol == !w->inner);
    if (w->protocol)
        w->protocol->worker_free (w->inner);
    pthread_mutex_destroy (&w->lock);
    memory_free (w);
}

static void
worker_receive (member *self, team *t, const struct message *m)
{
    struct any_worker *w = worker_of (self);
    assert (m->body.data || !m->body.size);
    assert (!w->protocol == !w->inner);
    if (!w->protocol) {
        size_t i = 0;
        while (m->tag < protocols[i]->first_tag)
            i++;
        assert (i < sizeof protocols / sizeof *protocols);
        member *inner = protocols[i]->worker_new ();
        pthread_mutex_lock (&w->lock);
        w->inner = inner;
        w->protocol = protocols[i];
        pthread_mutex_unlock (&w->lock);
    }
    w->protocol->worker->receive (w->inner, t, m);
}

static bool
worker_work (member *self, team *t, uint64_t *units)
{
    struct any_worker *w = worker_of (self);
    assert (!w->protocol || w->protocol->worker->work);
    return w->protocol && w->protocol->worker->work (w->inner, t, units);
}

static void
worker_alarm (member *self, team *t, uint64_t what)
{
    struct any_worker *w = worker_of (self);
    if (w->protocol && w->protocol->worker->alarm)
        w->protocol->worker->alarm (w->inner, t, what);
}

static void
worker_cancel (member *self)
{
    struct any_worker *w = worker_of (self);
    pthread_mutex_lock (&w->lock);
    if (w->protocol && w->protocol->worker->cancel)
        w->protocol->worker->cancel (w->inner);
    pthread_mutex_unlock (&w->lock);
}

const struct member_class worker_class = {
    .receive = worker_receive,
    .work = worker_work,
    .alarm = worker_alarm,
    .cancel = worker_cancel,
};
