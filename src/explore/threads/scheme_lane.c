/* scheme_lane.c -- queues under a lock, see schemes.h. */
#include <assert.h>
#include <string.h>

#include "explore/threads/schemes.h"

void
lane_init (struct lane *l)
{
    memset (l, 0, sizeof *l);
    pthread_mutex_init (&l->lock, NULL);
}

void
lane_clear (struct lane *l)
{
    pthread_mutex_destroy (&l->lock);
    VEC_CLEAR (l->task);
    buffer_clear (&l->mail);
}

bool
lane_is_empty (struct lane *l)
{
    pthread_mutex_lock (&l->lock);
    bool empty = l->head == l->task.size && !l->mail.size;
    pthread_mutex_unlock (&l->lock);
    return empty;
}

bool
lane_put (struct lane *l, struct scheme_task t, size_t most)
{
    assert (most > 0);
    pthread_mutex_lock (&l->lock);
    bool room = l->task.size - l->head < most;
    if (room)
        VEC_PUSH (l->task, t);
    pthread_mutex_unlock (&l->lock);
    return room;
}

/* The lock is held. */
static bool
lane_pop (struct lane *l, struct scheme_task *t)
{
    assert (l->head <= l->task.size);
    if (l->head == l->task.size)
        return false;
    *t = l->task.at[l->head++];
    if (l->head == l->task.size)
        l->head = l->task.size = 0;
    else if (l->head > l->task.size / 2) {
        l->task.size -= l->head;
        memmove (l->task.at, l->task.at + l->head,
                 l->task.size * sizeof *l->task.at);
        l->head = 0;
    }
    return true;
}

bool
lane_take (struct lane *l, struct scheme_task *t)
{
    pthread_mutex_lock (&l->lock);
    bool found = lane_pop (l, t);
    pthread_mutex_unlock (&l->lock);
    return found;
}

bool
lane_rob (struct lane *l, struct scheme_task *t)
{
    pthread_mutex_lock (&l->lock);
    bool found = lane_pop (l, t);
    l->black |= found;
    pthread_mutex_unlock (&l->lock);
    return found;
}

void
lane_post (struct lane *l, struct bytes state)
{
    assert (state.size > 0);
    pthread_mutex_lock (&l->lock);
    buffer_bytes (&l->mail, state);
    pthread_mutex_unlock (&l->lock);
}

bool
lane_fetch (struct lane *l, struct buffer *into)
{
    assert (!into->size);
    pthread_mutex_lock (&l->lock);
    struct buffer swap = l->mail;
    l->mail = *into;
    *into = swap;
    pthread_mutex_unlock (&l->lock);
    return into->size > 0;
}

void
lane_blacken (struct lane *l)
{
    pthread_mutex_lock (&l->lock);
    l->black = true;
    pthread_mutex_unlock (&l->lock);
}
