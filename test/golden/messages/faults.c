/* A fault of the C machine in each function (--entry). */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static void *(*no_function) (void *);
static int cells[4];

static void *
held (void *unused)
{
    pthread_mutex_lock (&lock);
    return unused;
}

static void *
ended (void *unused)
{
    return unused;
}

static void *
racing (void *unused)
{
    cells[0] = 2;
    return unused;
}

static void *
waiting (void *unused)
{
    pthread_mutex_lock (&other);
    __atomic_store_n (&cells[1], 1, __ATOMIC_SEQ_CST);
    pthread_cond_wait (&cond, &other);
    return unused;
}

static void
start (void *(*run) (void *))
{
    pthread_create (&thread, NULL, run, NULL);
}

void call_null (void) { start (ended); no_function (NULL); }
void call_data (void) { start (ended); ((void (*) (void)) (void *) cells) (); }
void call_unwritten (void) { void (*f) (void); start (ended); f (); }
void read_number (void) { start (ended); cells[0] = *(int *) 77; }
void read_function (void) { start (ended); cells[0] = *(int *) (void *) ended; }
void read_unwritten (void) { int *p; start (ended); cells[0] = *p; }
void free_unwritten (void) { void *p; start (ended); free (p); }
void free_global (void) { start (ended); free (cells); }
void unlock_other (void) { start (held); pthread_join (thread, NULL); pthread_mutex_unlock (&lock); }
void destroy_held (void) { start (ended); pthread_mutex_lock (&lock); pthread_mutex_destroy (&lock); }
void unlock_free (void) { start (ended); pthread_mutex_unlock (&lock); }
void use_destroyed (void) { start (ended); pthread_mutex_destroy (&lock); pthread_mutex_lock (&lock); }
void wait_without (void) { start (ended); pthread_cond_wait (&cond, &other); }
void join_detached (void) { start (ended); pthread_detach (thread); pthread_join (thread, NULL); }
void spin_unwritten (void) { static pthread_spinlock_t s; start (ended); pthread_spin_lock (&s); }
void spin_free (void) { pthread_spinlock_t s; pthread_spin_init (&s, 0); start (ended); pthread_spin_unlock (&s); }
void rwlock_held (void) { static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; start (ended); pthread_rwlock_rdlock (&l); pthread_rwlock_destroy (&l); }
void barrier_unwritten (void) { static pthread_barrier_t b; start (ended); pthread_barrier_wait (&b); }
void printf_more (void) { start (ended); printf ("%d %d\n", 1); }
void lost (void) { start (ended); pthread_join (thread, NULL); malloc (4); }
void double_free (void) { void *p = malloc (4); start (ended); if (p) { free (p); free (p); } }
void free_middle (void) { char *p = malloc (4); start (ended); if (p) free (p + 1); }
void read_freed (void) { int *p = malloc (4); start (ended); if (p) { free (p); cells[0] = *p; } }
void read_left (void) { int *p; { int x = 1; p = &x; } start (ended); cells[0] = *p; }
void read_beyond (void) { int *p = malloc (4); start (ended); if (p) cells[0] = p[1]; }
void write_constant (void) { start (ended); *(char *) "constant" = 1; }
void divide (void) { volatile int zero = 0; start (ended); cells[0] = 1 / zero; }
void overflow (void) { volatile int most = 0x7fffffff; start (ended); cells[0] = most + 1; }
void unwritten (void) { int x; start (ended); if (x) cells[0] = 1; }
void race (void) { pthread_t t; pthread_create (&t, NULL, racing, NULL); cells[0] = 1; }
void deadlock (void) { start (ended); pthread_mutex_lock (&lock); pthread_mutex_lock (&lock); }
void detach_twice (void) { start (ended); pthread_detach (thread); pthread_detach (thread); }
void condition (void) { pthread_t t; pthread_create (&t, NULL, waiting, NULL); while (!__atomic_load_n (&cells[1], __ATOMIC_SEQ_CST)) ; pthread_mutex_lock (&other); pthread_cond_destroy (&cond); }
int main (void) { return 0; }
