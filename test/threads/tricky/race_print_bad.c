// verdict: UNKNOWN
// options: --check=race
// reason: races with what snprintf reads or writes
// How much is written is not known before.
#include <pthread.h>
#include <stdio.h>
char s[8];
static void *
f (void *a)
{
    snprintf (s, 8, "x");
    return a;
}
int
main (void)
{
    pthread_t t;
    pthread_create (&t, 0, f, 0);
    s[0] = 'b';
    pthread_join (t, 0);
    return 0;
}
