// verdict: UNSAFE assertion failed
// A copy is two accesses, and another thread goes between.  The pair comes back in two
// registers, so with a load of both: two accesses, too, which the native run counts.
#include <assert.h>
#include <pthread.h>
struct pair {
    long first;
    char *second;
};
static struct pair all = {1, "one"};
static struct pair
copy (void)
{
    struct pair p;
    p.first = all.first;
    p.second = all.second;
    return p;
}
static void *
change (void *unused)
{
    all.first = 2;
    all.second = "two";
    return unused;
}
int
main (void)
{
    pthread_t t;
    pthread_create (&t, NULL, change, NULL);
    struct pair seen = copy ();
    pthread_join (t, NULL);
    assert ((seen.first == 1) == (seen.second[0] == 'o'));
}
