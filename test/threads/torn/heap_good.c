// verdict: SAFE
// options: --assume=malloc
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct node {
    struct node *next;
    char name[24];
} *n;
void *writes (void *p)
{
    struct node other = {n, "aaaaaaaaaaaaaaaaaaaaaaa"};
    *n = other;
    return p;
}
int main (void)
{
    pthread_t t;
    n = calloc (1, sizeof *n);
    pthread_create (&t, 0, writes, 0);
    struct node seen;

    pthread_join (t, 0);
    memmove (&seen, n, sizeof seen);
    assert (!seen.next == !seen.name[20]);
    free (n);
    return 0;
}
