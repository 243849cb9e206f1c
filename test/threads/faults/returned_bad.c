// verdict: UNSAFE stack use after return
#include <pthread.h>
static void *answer (void *given)
{
    int n = 7;
    int *p = &n;
    *(int **) given = p;
    return NULL;
}
int main (void)
{
    pthread_t a;
    int *got;
    pthread_create (&a, NULL, answer, &got);
    pthread_join (a, NULL);
    return *got - 7;
}
