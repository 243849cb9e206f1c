#include <pthread.h>
#include <stdlib.h>
struct item {
    struct item *next;
};
static struct item *first;
static void *work (void *p)
{
    for (;;) {
        for (int n = 0; n < 500; n++) {
            struct item *i = malloc (sizeof *i);
            if (!i)
                return p;
            i->next = p;
            p = i;
        }
        first = p;
    }
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, work, 0);
    pthread_join (t, 0);
    return 0;
}
