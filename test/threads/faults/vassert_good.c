// verdict: SAFE
#include <cohort.h>
#include <pthread.h>
struct account {
    int balance, fee;
};
static struct account account = {100, 0};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *take (void *amount)
{
    pthread_mutex_lock (&m);
    if (account.balance >= *(int *) amount) {
        account.balance -= *(int *) amount;
    }
    pthread_mutex_unlock (&m);
    return NULL;
}
int main (void)
{
    pthread_t a, b;
    int much = 60;
    pthread_create (&a, NULL, take, &much);
    pthread_create (&b, NULL, take, &much);
    pthread_join (a, NULL);
    pthread_join (b, NULL);
    VASSERT (account.balance >= 0);
}
