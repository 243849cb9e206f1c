/* worker.c -- see worker.h. */
#include "cegar/worker.h"

#include <pthread.h>

#include "base/memory.h"
#include "cegar/check.h"
#include "cegar/paper.h"
#include "cegar/paper_private.h"
#include "team/crew.h"

struct member {
    const struct member_class *class; /* null: nothing was heard yet */
    member *inner;
    pthread_mutex_t lock; /* cancel comes from another thread */
};

member *
cegar_worker_new (void *unused)
{
    (void) unused;
    member *w = NEW (member);
    pthread_mutex_init (&w->lock, NULL);
    return w;
}

void
cegar_worker_free (member *w)
{
    if (w->class == &paper_worker_class)
        paper_worker_free (w->inner);
    else if (w->class)
        crew_worker_free (w->inner);
    pthread_mutex_destroy (&w->lock);
    memory_free (w);
}

static void
worker_receive (member *w, team *t, const struct message *m)
{
    static const struct labor_class *const labors[] = {&cegar_labor, NULL};
    if (!w->class) {
        bool paper = m->tag >= PAPER_PROGRAM;
        member *inner
            = paper ? paper_worker_new () : crew_worker_new (labors, NULL);
        pthread_mutex_lock (&w->lock);
        w->inner = inner;
        w->class = paper ? &paper_worker_class : &crew_worker_class;
        pthread_mutex_unlock (&w->lock);
    }
    w->class->receive (w->inner, t, m);
}

static bool
worker_work (member *w, team *t, uint64_t *units)
{
    return w->class && w->class->work (w->inner, t, units);
}

static void
worker_alarm (member *w, team *t, uint64_t what)
{
    if (w->class)
        w->class->alarm (w->inner, t, what);
}

static void
worker_joined (member *w, team *t, unsigned who)
{
    if (w->class)
        w->class->joined (w->inner, t, who);
}

static void
worker_lost (member *w, team *t, unsigned who)
{
    if (w->class)
        w->class->lost (w->inner, t, who);
}

static void
worker_cancel (member *w)
{
    pthread_mutex_lock (&w->lock);
    if (w->class && w->class->cancel)
        w->class->cancel (w->inner);
    pthread_mutex_unlock (&w->lock);
}

const struct member_class cegar_worker_class = {
    .receive = worker_receive,
    .work = worker_work,
    .alarm = worker_alarm,
    .joined = worker_joined,
    .lost = worker_lost,
    .cancel = worker_cancel,
};
