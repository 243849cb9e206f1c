// verdict: SAFE
/* Two makers and a taker share a list on the heap: objects come and go, and what
 * a maker puts in is an input.  -DBUG: the taker reads what it freed.
 * -DUNLOCKED: a maker forgets the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef ITEMS
#define ITEMS 2
#endif

struct item {
    struct item *next;
    int value;
};

static struct item *first;
static int left = 2 * ITEMS;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;

_Bool __VERIFIER_nondet_bool (void);

static void *
make (void *unlocked)
{
    for (int i = 0; i < ITEMS; i++) {
        struct item *new = malloc (sizeof *new);
        if (!new)
            exit (0);
        new->value = __VERIFIER_nondet_bool () ? 1 : 2;
        if (!unlocked)
            pthread_mutex_lock (&lock);
        new->next = first;
        first = new;
        if (!unlocked)
            pthread_mutex_unlock (&lock);
        pthread_cond_signal (&some);
    }
    return NULL;
}

static void
take (void)
{
    pthread_mutex_lock (&lock);
    while (!first)
        pthread_cond_wait (&some, &lock);
    struct item *mine = first;
    first = mine->next;
    left--;
    pthread_mutex_unlock (&lock);
    assert (mine->value == 1 || mine->value == 2);
    free (mine);
#ifdef BUG
    if (!left)
        assert (mine->value);
#endif
}

int
main (void)
{
    pthread_t maker[2];
    void *unlocked = NULL;
#ifdef UNLOCKED
    unlocked = &left;
#endif
    pthread_create (&maker[0], NULL, make, NULL);
    pthread_create (&maker[1], NULL, make, unlocked);
    for (int i = 0; i < 2 * ITEMS; i++)
        take ();
    pthread_join (maker[0], NULL);
    pthread_join (maker[1], NULL);
    assert (!first);
    return 0;
}
