// verdict: SAFE
// options: --check=race
// What is printed is the thread's own.
#include <pthread.h>
#include <stdio.h>
char s[8];
static void *
f (void *a)
{
    char b[8];
    snprintf (b, 8, "x%d", 1);
    printf ("%s\n", b);
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
