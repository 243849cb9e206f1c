/* Two box offices sell the last seat of a cinema. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t book = PTHREAD_MUTEX_INITIALIZER;
static int free_seats = 1, sold;

static void *
office (void *unused)
{
    pthread_mutex_lock (&book);
    if (free_seats > 0) {
        free_seats--;
        sold++;
    }
    pthread_mutex_unlock (&book);
    return unused;
}

int
main (void)
{
    pthread_t one, two;
    pthread_create (&one, 0, office, 0);
    pthread_create (&two, 0, office, 0);
    pthread_join (one, 0);
    pthread_join (two, 0);
    assert (sold <= 1);
}
