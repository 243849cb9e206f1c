#include <pthread.h>
#include <setjmp.h>
static jmp_buf b;
static void *work (void *p)
{
    if (!setjmp (b))
        longjmp (b, 1);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, work, 0);
    pthread_join (t, 0);
    return 0;
}
