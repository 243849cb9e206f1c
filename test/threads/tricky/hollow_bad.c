// verdict: UNSAFE assertion failed
// options: --check=assert
// Sections that only compute are nobody's business; those around them are.
#include <cohort.h>
#include <pthread.h>

static int count;

static void *
add (void *unused)
{
    int seen, more;
    BEGINATOMIC;
    seen = count;
    ENDATOMIC;
    BEGINATOMIC;
    more = seen + 1;
    ENDATOMIC;
    BEGINATOMIC;
    count = more;
    ENDATOMIC;
    return unused;
}

int
main (void)
{
    pthread_t one, two;
    pthread_create (&one, 0, add, 0);
    pthread_create (&two, 0, add, 0);
    pthread_join (one, 0);
    pthread_join (two, 0);
    VASSERT (count == 2);
}
