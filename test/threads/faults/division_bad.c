// verdict: UNSAFE division by zero
// options: --check=division
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum, count;
static void *measure (void *unused)
{
    pthread_mutex_lock (&m);
    sum += 4;
    count++;
    pthread_mutex_unlock (&m);
    return unused;
}
int main (void)
{
    pthread_t a;
    pthread_create (&a, NULL, measure, NULL);
    pthread_mutex_lock (&m);
    int average = sum / count;
    pthread_mutex_unlock (&m);
    pthread_join (a, NULL);
    return average - 4;
}
