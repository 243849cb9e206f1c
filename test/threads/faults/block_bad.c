// verdict: UNSAFE stack use after return
// native: no its memory is still there
/* A thread keeps a pointer to a local of a case that it left. */
#include <pthread.h>

static void *
work (void *all)
{
    int *p = all;
    switch (sizeof *p) {
    case 4: {
        int own = 1;
        p = &own;
        break;
    }
    }
    return *p ? all : 0;
}

int
main (void)
{
    pthread_t t;
    int other = 1;
    pthread_create (&t, 0, work, &other);
    pthread_join (t, 0);
    return 0;
}
