/* free.c -- no layers: a thread expands what it found itself, and gives half of
 * it away when others have nothing.
 *
 * A thread without stretches waits in the pool; when all wait, all is done:
 * only a thread that does not wait can bring stretches. */
#include <assert.h>
#include <pthread.h>

#include "explore/threads/thread_group.h"

struct free_pool {
    struct thread_group thread_group;
    store *store;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct vec_stretch shared; /* under the lock */
    bool over;                 /* under the lock */
    atomic_uint waiting;       /* written under the lock */
};

static void
pool_end (struct free_pool *p)
{
    pthread_mutex_lock (&p->lock);
    p->over = true;
    pthread_cond_broadcast (&p->changed);
    pthread_mutex_unlock (&p->lock);
}

/* One stretch that somebody gave; false: all is done. */
static bool
pool_take (struct free_pool *p, struct vec_stretch *own)
{
    assert (!own->size);
    pthread_mutex_lock (&p->lock);
    atomic_fetch_add (&p->waiting, 1);
    while (!p->shared.size && !p->over) {
        if (atomic_load (&p->waiting) == p->thread_group.threads) {
            p->over = true;
            pthread_cond_broadcast (&p->changed);
        } else
            pthread_cond_wait (&p->changed, &p->lock);
    }
    bool more = !p->over;
    if (more) {
        VEC_PUSH (*own, VEC_POP (p->shared));
        atomic_fetch_sub (&p->waiting, 1);
    }
    pthread_mutex_unlock (&p->lock);
    return more;
}

/* The older half goes to those who wait. */
static void
pool_give (struct free_pool *p, struct vec_stretch *own)
{
    size_t half = own->size / 2;
    assert (half > 0);
    pthread_mutex_lock (&p->lock);
    for (size_t i = 0; i < half; i++)
        VEC_PUSH (p->shared, own->at[i]);
    pthread_cond_broadcast (&p->changed);
    pthread_mutex_unlock (&p->lock);
    for (size_t i = half; i < own->size; i++)
        own->at[i - half] = own->at[i];
    own->size -= half;
}

static bool
pool_expand (struct free_pool *p, cursor *c, unsigned thread,
             struct bytes state)
{
    struct expander *x = &p->thread_group.peer[thread].x;
    struct bytes target;
    expander_enter (x, 0, state);
    while (expander_next (x, &target))
        if (!cursor_add (c, target)) {
            thread_group_full (&p->thread_group, 0);
            return false;
        }
    return thread_group_goes_on (&p->thread_group, thread);
}

static bool
pool_walk (struct free_pool *p, cursor *c, unsigned thread, struct stretch s)
{
    assert (s.first < s.end);
    for (state_ref at = s.first; at < s.end;) {
        struct bytes state = cursor_read (c, at);
        at = cursor_behind (c);
        if (!pool_expand (p, c, thread, state))
            return false;
    }
    return true;
}

static bool
pool_step (struct free_pool *p, cursor *c, unsigned thread,
           struct vec_stretch *own)
{
    if (!own->size && !pool_take (p, own))
        return false;
    if (!pool_walk (p, c, thread, VEC_POP (*own)))
        return false;
    if (!cursor_take (c, own)) {
        thread_group_full (&p->thread_group, 0);
        return false;
    }
    if (own->size > 1
        && atomic_load_explicit (&p->waiting, memory_order_relaxed))
        pool_give (p, own);
    return true;
}

static void
pool_job (void *context, unsigned thread)
{
    struct free_pool *p = context;
    cursor *c = store_cursor (p->store, thread);
    struct vec_stretch own = {0};
    bool good = true;
    if (!thread) {
        good = thread_group_goes_on (&p->thread_group, 0)
               && pool_expand (p, c, 0, (struct bytes) {0});
        if (good && !cursor_take (c, &own)) {
            thread_group_full (&p->thread_group, 0);
            good = false;
        }
    }
    while (good && pool_step (p, c, thread, &own))
        ;
    pool_end (p);
    VEC_CLEAR (own);
}

static void
free_run (exploration *e)
{
    struct free_pool p = {0};
    unsigned threads = e->options.threads;
    p.store = explore_store (e->generator, &e->options, threads, 1,
                             &e->result.problem);
    if (!p.store) {
        e->result.end = EXPLORE_FULL;
        return;
    }
    pthread_mutex_init (&p.lock, NULL);
    pthread_cond_init (&p.changed, NULL);
    thread_group_init (&p.thread_group, e, threads, &p.store, 1);
    thread_group_run (&p.thread_group, pool_job, &p);
    VEC_CLEAR (p.shared);
    pthread_cond_destroy (&p.changed);
    pthread_mutex_destroy (&p.lock);
    store_free (p.store);
}

const struct search_class search_freely = {.name = "free", .run = free_run};
