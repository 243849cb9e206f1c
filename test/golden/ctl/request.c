/* A client asks, a server answers; with -DBUG the server forgets every second request. */
#include <pthread.h>

int request, grant;
static struct {
    int asked, answered[2];
} count;

static void *
server (void *unused)
{
    static int calls;
    (void) unused;
    for (;;)
        if (request) {
#ifdef BUG
            if (calls)
#endif
                grant = 1;
            calls = !calls;
            request = 0;
            grant = 0;
        }
    return 0;
}

int
main (void)
{
    pthread_t t;
    pthread_create (&t, 0, server, 0);
    request = 1;
    count.asked = 1;
    count.answered[1] = 2;
    pthread_join (t, 0);
    return 0;
}
