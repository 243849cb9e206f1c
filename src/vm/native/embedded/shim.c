/* shim.c -- makes threads of a real program take turns.
 *
 * It is compiled with the program (cohort-llvm/native/native.h), behind tables that
 * say the turns (turns.h).  Whoever has the turn keeps it until the next call of
 * __cohort_turn that is not covered any more, or until it sleeps or ends; so only
 * one thread runs.  Functions that block are wrapped (wait.h).
 *
 * A fault that the processor does not see is judged here, on what the program
 * really does: a race, when after the last turn two threads stand before
 * accesses that meet; an access conflict, when the last turn touches bytes that
 * another thread holds; lock misuse, overflow and an exception that ends all,
 * in the last turn.  After the last turn of a deadlock everybody runs, and it
 * must show: all blocked, or a ring. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "turns.h"

static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_key_t leaves;
enum { THREADS = 1024, LOCKS = 4096 };
struct bytes {
    const char *at;
    unsigned long long size;
};
static struct {
    int state, asleep, woken, waits, joined, stands, atomic;
    void *on;
    pthread_t id;
    struct bytes writes, reads;
} th[THREADS] = {{.state = 1}};
static struct {
    void *lock;
    size_t size;
    int owner, depth;
} lk[LOCKS];
static __thread int me;
static int at, used, everybody, over;
static int at_input, at_signal, at_range, at_malloc, at_weak, at_part;
int __real_pthread_mutex_lock (pthread_mutex_t *);
int __real_pthread_mutex_trylock (pthread_mutex_t *);
int __real_pthread_mutex_unlock (pthread_mutex_t *);
int __real_pthread_cond_wait (pthread_cond_t *, pthread_mutex_t *);
int __real_pthread_cond_broadcast (pthread_cond_t *);
void *__real_malloc (size_t);
static void
in (void)
{
    __real_pthread_mutex_lock (&big);
}

static void
out (void)
{
    __real_pthread_mutex_unlock (&big);
}

static void
wait_here (void)
{
    __real_pthread_cond_wait (&changed, &big);
}

static void
tell (void)
{
    __real_pthread_cond_broadcast (&changed);
}

static void
end (int code, const char *what)
{
    fprintf (stderr, "cohort: %s\n", what);
    fflush (NULL);
    _exit (code);
}

static void
late (int s)
{
    (void) s;
    end (44, "the turns are not followed");
}

static int
meet (struct bytes a, struct bytes b)
{
    return a.size && b.size && a.at < b.at + b.size && b.at < a.at + a.size;
}

static int
threads_meet (int x, int y)
{
    return !(th[x].atomic && th[y].atomic)
           && (meet (th[x].writes, th[y].writes)
               || meet (th[x].writes, th[y].reads)
               || meet (th[x].reads, th[y].writes));
}

static int
blocked (int t)
{
    return th[t].on || th[t].waits || th[t].asleep == 1;
}

static void
judge_race (void)
{
    int moves = 0;
    if (!over)
        return;
    for (int x = 0; x < THREADS; x++) {
        if (th[x].state == 1 && !th[x].stands && !blocked (x))
            moves = 1;
        for (int y = 0; th[x].stands && y < x; y++)
            if (th[y].stands && threads_meet (x, y))
                end (42, "data race");
    }
    if (!moves)
        end (43, "no two accesses meet");
}

static void
judge_conflict (void)
{
    for (int i = 0; i < LOCKS; i++)
        if (lk[i].depth && lk[i].size && lk[i].owner != me) {
            struct bytes held = {lk[i].lock, lk[i].size};
            if (meet (held, th[me].reads) || meet (held, th[me].writes))
                end (42, "access conflict");
        }
}

/* The last turn is being used. */
static int
last (void)
{
    for (int i = at + 1; i < TURNS; i++)
        if (turn[i].count)
            return 0;
    return at >= TURNS || used == turn[at].count;
}

static void
skip (void)
{
    while (at < TURNS && !turn[at].count)
        at++;
    if (at < TURNS || everybody || over)
        return;
    if (RACE) {
        over = 1;
        return;
    }
    everybody = 1;
    if (!GOES_ON)
        end (43, "the last turn is over, and nothing failed");
}

/* The library has a way of its own for one thread; the machine has not. */
extern char __libc_single_threaded;
__attribute__ ((constructor (101))) static void
several (void)
{
    __libc_single_threaded = 0;
}

/* Judged before terminate asks the exception what it is: that has turns.
   (A pure virtual function is called without one.) */
static void
terminated (void)
{
    in ();
    if (last ())
        end (42, "uncaught exception");
    abort ();
}

__attribute__ ((constructor)) static void
judge_terminate (void)
{
    void (*set) (void (*) (void)) = (void (*) (void (*) (void))) dlsym (
        RTLD_DEFAULT, "_ZSt13set_terminatePFvvE");
    if (EXCEPTION && set)
        set (terminated);
}

static void
begin (void)
{
    static int begun;
    if (!begun) {
        begun = 1;
        signal (SIGALRM, late);
        alarm (SECONDS);
        skip ();
    }
}

static int
mine (void)
{
    return everybody || (at < TURNS && turn[at].thread == me);
}

static void
give_back (void)
{
    if (!everybody && at < TURNS && turn[at].thread == me
        && used == turn[at].count) {
        at++;
        used = 0;
        skip ();
        tell ();
    }
}

static void
follow (int line)
{
    int want = lines[turn[at].first + used++];
    if (getenv ("COHORT_TURNS"))
        fprintf (stderr, "thread %d line %d (%d)\n", me, line, want);
    if (line > 0 && want != line)
        end (44, "the turns are not followed");
}

void
__cohort_turn (int line, const char *write, unsigned long long written,
               const char *read, unsigned long long size, int atomic)
{
    in ();
    begin ();
    th[me].writes = (struct bytes) {write, written};
    th[me].reads = (struct bytes) {read, size};
    th[me].atomic = atomic;
    th[me].stands = 1;
    give_back ();
    judge_race ();
    while (!mine ())
        wait_here ();
    th[me].stands = 0;
    if (!everybody)
        follow (line);
    if (CONFLICT && last ())
        judge_conflict ();
    /* A leak must not be reached from here. */
    th[me].writes = th[me].reads = (struct bytes) {NULL, 0};
    out ();
}

static void
turn_again (void)
{
    __cohort_turn (0, NULL, 0, NULL, 0, 0);
}

/* The fault may be this very branch: nobody waits for the last turn. */
void
__cohort_beat (void)
{
    in ();
    if (!last ())
        give_back ();
    out ();
}

void
__cohort_overflow (int so)
{
    in ();
    if (OVERFLOWS && so && last ())
        end (42, "signed overflow");
    out ();
}

static int
owner_of (void *lock)
{
    for (int i = 0; i < LOCKS; i++)
        if (lk[i].lock == lock && lk[i].depth)
            return lk[i].owner;
    return -1;
}

static void
owns (void *lock, size_t size, int by)
{
    int spare = -1;
    for (int i = 0; i < LOCKS; i++) {
        if (lk[i].lock == lock && lk[i].size == size && lk[i].depth) {
            lk[i].depth += by;
            return;
        }
        if (spare < 0 && !lk[i].depth)
            spare = i;
    }
    if (by > 0 && spare >= 0) {
        lk[spare].lock = lock;
        lk[spare].size = size;
        lk[spare].owner = me;
        lk[spare].depth = 1;
    }
}

static void
misuse (int so)
{
    if (MISUSE && so && last ())
        end (42, "lock misuse");
}

static int
next_of (int t)
{
    return th[t].on ? owner_of (th[t].on) : th[t].waits ? th[t].waits - 1 : -1;
}

static void
look (void)
{
    int all = 1, t, n;
    if (!everybody || !DEADLOCK)
        return;
    for (t = 0; t < THREADS; t++)
        if (th[t].state == 1 && !blocked (t))
            all = 0;
    for (t = me, n = 0; t >= 0 && blocked (t) && n < THREADS; n++)
        t = next_of (t);
    if (all || n == THREADS)
        end (42, "deadlock");
}

static int
least (void)
{
    for (int i = 1; i < THREADS; i++)
        if (!th[i].state)
            return i;
    end (44, "too many threads");
    return 0;
}

struct start {
    void *(*run) (void *);
    void *arg;
    int number;
};
/* Destructors of keys run in rounds: this thread ends after those of the
 * program. */
static void
leave (void *round)
{
    if ((long) round < 3) {
        pthread_setspecific (leaves, (void *) ((long) round + 1));
        return;
    }
    in ();
    give_back ();
    th[me].state = th[me].joined ? 0 : 2;
    judge_race ();
    tell ();
    look ();
    out ();
}

/* Runs after the program's own handlers: others may have turns before the
 * end. */
static void
hold (void)
{
    in ();
    give_back ();
    while (!everybody && at < TURNS && turn[at].thread != me)
        wait_here ();
    out ();
}

__attribute__ ((constructor (101))) static void
prepare (void)
{
    atexit (hold);
    th[0].id = pthread_self ();
    pthread_key_create (&leaves, leave);
    pthread_setspecific (leaves, (void *) 1);
}

static void *
starts (void *p)
{
    struct start s = *(struct start *) p;
    me = s.number;
    free (p);
    pthread_setspecific (leaves, (void *) 1);
    return s.run (s.arg);
}

/* What is said of a thread that is no more: all were joined, or detached. */
static int gone = ESRCH;
int __real_pthread_create (pthread_t *, const pthread_attr_t *,
                           void *(*) (void *), void *);
int
__wrap_pthread_create (pthread_t *t, const pthread_attr_t *a,
                       void *(*run) (void *), void *arg)
{
    struct start *s = __real_malloc (sizeof *s);
    pthread_t id;
    int n, detached = 0;
    in ();
    n = s->number = least ();
    s->run = run;
    s->arg = arg;
    if (a)
        pthread_attr_getdetachstate (a, &detached);
    th[n].state = 1;
    th[n].joined = detached == PTHREAD_CREATE_DETACHED;
    if (th[n].joined)
        gone = EINVAL;
    int r = __real_pthread_create (&id, a, starts, s);
    th[n].id = id;
    *t = id;
    out ();
    return r;
}

static int
number_of (pthread_t id)
{
    for (int i = 0; i < THREADS; i++)
        if (th[i].state && pthread_equal (th[i].id, id))
            return i;
    return -1;
}

int __real_pthread_join (pthread_t, void **);
int
__wrap_pthread_join (pthread_t id, void **result)
{
    int n;
    in ();
    n = number_of (id);
    misuse (n < 0 || th[n].joined || n == me);
    if (n < 0 || th[n].joined || n == me) {
        out ();
        return n < 0 ? gone : th[n].joined ? EINVAL : EDEADLK;
    }
    th[me].waits = n + 1;
    while (th[n].state == 1) {
        look ();
        wait_here ();
    }
    th[me].waits = 0;
    th[n].state = 0;
    for (int t = 0; t < THREADS; t++)
        misuse (th[t].waits == n + 1);
    out ();
    return __real_pthread_join (id, result);
}

int __real_pthread_detach (pthread_t);
int
__wrap_pthread_detach (pthread_t id)
{
    in ();
    int n = number_of (id);
    gone = EINVAL;
    misuse (n < 0 || th[n].joined);
    if (n < 0 || th[n].joined) {
        out ();
        return n < 0 ? gone : EINVAL;
    }
    if (th[n].state == 2)
        th[n].state = 0;
    th[n].joined = 1;
    out ();
    return __real_pthread_detach (id);
}

#include "wait.h"
#include "c11.h"
#include "given.h"
