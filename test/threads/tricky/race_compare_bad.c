// verdict: UNSAFE data race
// native: no the shim does not know what a function of libc reads or writes
// options: --check=race
#include <pthread.h>
#include <string.h>
char s[8], u[8];
int r;
static void *
f (void *a)
{
    r = memcmp (s, u, 8);
    return a;
}
int
main (void)
{
    pthread_t t;
    pthread_create (&t, 0, f, 0);
    u[3] = 'b';
    pthread_join (t, 0);
    return 0;
}
