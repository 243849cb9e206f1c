#include <pthread.h>
#include <signal.h>
void *work (void *arg) { return arg; }
int main (void)
{
    pthread_t t;
    signal (SIGINT, SIG_IGN);
    pthread_create (&t, 0, work, 0);
    return 0;
}
