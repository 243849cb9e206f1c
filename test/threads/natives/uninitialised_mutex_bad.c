// verdict: UNSAFE lock misuse
// options: --engine=explore --check=lock
// native: no memory of the stack is zero, and zero is a good mutex
#include <pthread.h>
#include <stdlib.h>
int main (void)
{
    pthread_mutex_t *m = malloc (sizeof *m);
    pthread_mutex_lock (m);
    pthread_mutex_unlock (m);
    free (m);
    return 0;
}
