/* scheme_end.c -- how the threads of a scheme find out that all is done.
 *
 * Token (Dijkstra, Feijen, van Gasteren 1983): it goes round the ring, each
 * thread passes it on only while it has nothing to do.  A thread that gave a
 * state away is black; it blackens the token and becomes white.  The search is
 * over when the token comes back white to a white thread 0.  A state in a lane
 * counts as work of the thread that the lane belongs to.
 *
 * Barrier: an idle thread waits in it, and leaves it when a lane has something
 * for it.  When all are in it and all lanes are empty, the search is over. */
#include <assert.h>
#include <sched.h>

#include "explore/threads/schemes.h"

void
scheme_leave (struct scheme *s)
{
    pthread_mutex_lock (&s->end_lock);
    atomic_store (&s->over, true);
    pthread_cond_broadcast (&s->end_changed);
    pthread_mutex_unlock (&s->end_lock);
}

void
scheme_wake (struct scheme *s)
{
    /* A thread counts itself before it looks into its lane, and the lane's lock
     * orders that look before the put: then the count is seen here. */
    if (!s->barrier || !atomic_load (&s->waiting))
        return;
    pthread_mutex_lock (&s->end_lock);
    pthread_cond_broadcast (&s->end_changed);
    pthread_mutex_unlock (&s->end_lock);
}

/* With outlets, thread 0 is the master and all of them are its lanes. */
static bool
scheme_has_work (struct scheme *s, unsigned thread)
{
    if (!lane_is_empty (&s->lane[thread]))
        return true;
    if (s->outlet && !thread)
        for (unsigned i = 1; i < s->threads; i++)
            if (!lane_is_empty (&s->outlet[i]))
                return true;
    return false;
}

static bool
scheme_any_work (struct scheme *s)
{
    for (unsigned i = 0; i < s->threads; i++)
        if (scheme_has_work (s, i))
            return true;
    return false;
}

/* ---- barrier */

static bool
barrier_idle (struct scheme *s, unsigned thread)
{
    pthread_mutex_lock (&s->end_lock);
    unsigned waiting = atomic_fetch_add (&s->waiting, 1) + 1;
    assert (waiting <= s->threads);
    bool work = false;
    while (!atomic_load (&s->over)) {
        work = s->robbing ? scheme_any_work (s) : scheme_has_work (s, thread);
        if (work)
            break;
        waiting = atomic_load (&s->waiting);
        if (waiting == s->threads && !scheme_any_work (s)) {
            atomic_store (&s->over, true);
            pthread_cond_broadcast (&s->end_changed);
        } else
            pthread_cond_wait (&s->end_changed, &s->end_lock);
    }
    atomic_fetch_sub (&s->waiting, 1);
    pthread_mutex_unlock (&s->end_lock);
    return !work;
}

/* ---- token */

/* Is this thread idle, and of which colour?  Both at one time: whoever robs the
 * lane between the two would go unnoticed. */
static bool
token_whiten (struct scheme *s, unsigned thread, bool *black)
{
    struct lane *l = &s->lane[thread];
    if (scheme_has_work (s, thread))
        return false;
    pthread_mutex_lock (&l->lock);
    bool idle = l->head == l->task.size && !l->mail.size;
    if (idle) {
        *black = l->black;
        l->black = false;
    }
    pthread_mutex_unlock (&l->lock);
    return idle;
}

static void
token_handle (struct scheme *s, unsigned thread)
{
    bool black = false;
    assert (atomic_load (&s->holder) == thread);
    if (!token_whiten (s, thread, &black))
        return;
    if (!thread) {
        if (s->token_sent && !s->token_black && !black) {
            scheme_leave (s);
            return;
        }
        s->token_sent = true;
        s->token_black = false;
    } else
        s->token_black |= black;
    /* Release: pairs with the acquire in token_idle; the next holder sees the
     * colour of the token. */
    atomic_store_explicit (&s->holder, (thread + 1) % s->threads,
                           memory_order_release);
}

static bool
token_idle (struct scheme *s, unsigned thread)
{
    if (atomic_load_explicit (&s->holder, memory_order_acquire) == thread)
        token_handle (s, thread);
    else
        sched_yield ();
    return atomic_load (&s->over);
}

bool
scheme_idle (struct scheme *s, unsigned thread)
{
    assert (thread < s->threads);
    if (!thread_group_goes_on (&s->thread_group, thread)) {
        scheme_leave (s);
        return true;
    }
    return s->barrier ? barrier_idle (s, thread) : token_idle (s, thread);
}
