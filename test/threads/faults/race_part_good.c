// verdict: SAFE
// options: --check=race
// Neighbours are no race, the same byte is.
#include <pthread.h>
static struct {
    unsigned char a, b;
} pair;
static void *low (void *unused)
{
    pair.a = 1;
    return unused;
}
static void *high (void *unused)
{
    if (unused)
        pair.b = 2;
    return unused;
}
int main (void)
{
    pthread_t a, b;
    pthread_create (&a, NULL, low, NULL);
    pthread_create (&b, NULL, high, NULL);
    pthread_join (a, NULL);
    pthread_join (b, NULL);
}
