/* wait.h -- in place of functions that block (ld's --wrap): they try, and wait in
 * the shim if they must.
 *
 * They have the steps of the machine (vm/library/pthread_wait.c): a wait for a
 * condition takes a turn to fall asleep, one to wake by itself if it is timed,
 * one to have its mutex again. */
/* An error-checking mutex says so, instead of blocking. */
static int
relocks (pthread_mutex_t *m)
{
    return (m->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK
           && owner_of (m) == me;
}

#define never(lock) 0
#define TRIES(type, name, try, fails)             \
    int __real_##try (type *);                    \
    int __wrap_##name (type *l)                   \
    {                                             \
        int r;                                    \
        in ();                                    \
        if (fails (l)) {                          \
            out ();                               \
            return EDEADLK;                       \
        }                                         \
        while ((r = __real_##try (l)) == EBUSY) { \
            th[me].on = (void *) l;               \
            look ();                              \
            wait_here ();                         \
        }                                         \
        th[me].on = NULL;                         \
        misuse (r == EINVAL);                     \
        if (!r)                                   \
            owns ((void *) l, 0, 1);              \
        out ();                                   \
        return r;                                 \
    }
#define TRY(type, name)              \
    int __wrap_##name (type *l)      \
    {                                \
        in ();                       \
        int r = __real_##name (l);   \
        if (!r)                      \
            owns ((void *) l, 0, 1); \
        misuse (r == EINVAL);        \
        out ();                      \
        return r;                    \
    }
static int
bad (const struct timespec *t)
{
    return t->tv_nsec < 0 || t->tv_nsec >= 1000000000;
}

/* A lock with a time never waits here: it is had, or time has run out. */
#define TIMED(type, name, clock, try, fails, first)                     \
    int __wrap_##name (type *l, const struct timespec *t)               \
    {                                                                   \
        int r;                                                          \
        if (first && bad (t))                                           \
            return EINVAL;                                              \
        in ();                                                          \
        r = fails (l);                                                  \
        out ();                                                         \
        if (r)                                                          \
            return EDEADLK;                                             \
        r = __wrap_##try (l);                                           \
        return r != EBUSY ? r : bad (t) ? EINVAL : ETIMEDOUT;           \
    }                                                                   \
    int __wrap_##clock (type *l, clockid_t c, const struct timespec *t) \
    {                                                                   \
        (void) c;                                                       \
        return __wrap_##name (l, t);                                    \
    }

#define UNLOCKS(type, name)                   \
    int __real_##name (type *);               \
    int __wrap_##name (type *l)               \
    {                                         \
        in ();                                \
        misuse (owner_of ((void *) l) != me); \
        int r = __real_##name (l);            \
        misuse (r);                           \
        owns ((void *) l, 0, -1);             \
        tell ();                              \
        out ();                               \
        return r;                             \
    }
#define DESTROYS(type, name)                 \
    int __real_##name (type *);              \
    int __wrap_##name (type *l)              \
    {                                        \
        in ();                               \
        misuse (owner_of ((void *) l) >= 0); \
        for (int t = 0; t < THREADS; t++)    \
            misuse (th[t].on == (void *) l); \
        int r = __real_##name (l);           \
        misuse (r);                          \
        out ();                              \
        return r;                            \
    }
TRIES (pthread_mutex_t, pthread_mutex_lock, pthread_mutex_trylock, relocks)
TRY (pthread_mutex_t, pthread_mutex_trylock)
TIMED (pthread_mutex_t, pthread_mutex_timedlock, pthread_mutex_clocklock,
       pthread_mutex_trylock, relocks, 0)
UNLOCKS (pthread_mutex_t, pthread_mutex_unlock)
DESTROYS (pthread_mutex_t, pthread_mutex_destroy)
/* Does this thread write it already? */
static int
rewrites (pthread_rwlock_t *l)
{
    return l->__data.__cur_writer && owner_of (l) == me;
}

TRIES (pthread_rwlock_t, pthread_rwlock_wrlock, pthread_rwlock_trywrlock,
       rewrites)
TRIES (pthread_rwlock_t, pthread_rwlock_rdlock, pthread_rwlock_tryrdlock,
       rewrites)
TRY (pthread_rwlock_t, pthread_rwlock_trywrlock)
TRY (pthread_rwlock_t, pthread_rwlock_tryrdlock)
TIMED (pthread_rwlock_t, pthread_rwlock_timedwrlock, pthread_rwlock_clockwrlock,
       pthread_rwlock_trywrlock, rewrites, 1)
TIMED (pthread_rwlock_t, pthread_rwlock_timedrdlock, pthread_rwlock_clockrdlock,
       pthread_rwlock_tryrdlock, rewrites, 1)
UNLOCKS (pthread_rwlock_t, pthread_rwlock_unlock)
DESTROYS (pthread_rwlock_t, pthread_rwlock_destroy)
TRIES (pthread_spinlock_t, pthread_spin_lock, pthread_spin_trylock, never)
TRY (pthread_spinlock_t, pthread_spin_trylock)
UNLOCKS (pthread_spinlock_t, pthread_spin_unlock)
int __real_sem_post (sem_t *);
int __real_sem_trywait (sem_t *);
int
__wrap_sem_post (sem_t *s)
{
    in ();
    int r = __real_sem_post (s);
    tell ();
    out ();
    return r;
}

int
__wrap_sem_wait (sem_t *s)
{
    in ();
    while (__real_sem_trywait (s)) {
        th[me].on = s;
        look ();
        wait_here ();
    }
    th[me].on = NULL;
    out ();
    return 0;
}

int
__wrap_sem_trywait (sem_t *s)
{
    in ();
    int r = __real_sem_trywait (s);
    out ();
    return r;
}

int
__wrap_sem_timedwait (sem_t *s, const struct timespec *t)
{
    if (bad (t)) {
        errno = EINVAL;
        return -1;
    }
    int r = __wrap_sem_trywait (s);
    if (r)
        errno = ETIMEDOUT;
    return r;
}

int
__wrap_sem_clockwait (sem_t *s, clockid_t c, const struct timespec *t)
{
    (void) c;
    return __wrap_sem_timedwait (s, t);
}

/* 1: somebody woke it, 0: it did so by itself. */
static int
sleeps (void *on, int timed)
{
    th[me].asleep = timed ? 2 : 1;
    th[me].on = on;
    th[me].woken = 0;
    give_back ();
    judge_race ();
    tell ();
    look ();
    while (!th[me].woken && !(timed && mine ()))
        wait_here ();
    th[me].asleep = 0;
    th[me].on = NULL;
    return th[me].woken;
}

static void
wakes (int t)
{
    th[t].woken = 1;
    th[t].asleep = 0;
    th[t].on = NULL;
    tell ();
}

static int
waits (pthread_cond_t *c, pthread_mutex_t *m, int timed)
{
    int woken;
    in ();
    misuse (owner_of (m) != me);
    int r = __real_pthread_mutex_unlock (m);
    if (r) {
        out ();
        return r;
    }
    owns (m, 0, -1);
    woken = sleeps (c, timed || SPURIOUS);
    out ();
    if (!woken)
        turn_again ();
    turn_again ();
    __wrap_pthread_mutex_lock (m);
    return woken || !timed ? 0 : ETIMEDOUT;
}

int
__wrap_pthread_cond_wait (pthread_cond_t *c, pthread_mutex_t *m)
{
    return waits (c, m, 0);
}

int
__wrap_pthread_cond_timedwait (pthread_cond_t *c, pthread_mutex_t *m,
                               const struct timespec *t)
{
    return bad (t) ? EINVAL : waits (c, m, 1);
}

int
__wrap_pthread_cond_clockwait (pthread_cond_t *c, pthread_mutex_t *m,
                               clockid_t k, const struct timespec *t)
{
    (void) k;
    return bad (t) ? EINVAL : waits (c, m, 1);
}

int
__wrap_pthread_cond_signal (pthread_cond_t *c)
{
    int list[THREADS], n = 0;
    in ();
    for (int t = 0; t < THREADS; t++)
        if (th[t].asleep && th[t].on == c)
            list[n++] = t;
    if (n == 1)
        wakes (list[0]);
    else if (n)
        wakes (list[at_signal < SIGNALS ? signals[at_signal++] % n : 0]);
    out ();
    return 0;
}

static int
sleepers (void *on)
{
    int n = 0;
    for (int t = 0; t < THREADS; t++)
        n += th[t].asleep && th[t].on == on;
    return n;
}

static void
wakes_all (void *on)
{
    for (int t = 0; t < THREADS; t++)
        if (th[t].asleep && th[t].on == on)
            wakes (t);
}

int
__wrap_pthread_cond_broadcast (pthread_cond_t *c)
{
    in ();
    wakes_all (c);
    out ();
    return 0;
}

/* glibc waits for sleepers of its own; these are ours. */
static void
awaken (void *on)
{
    while (sleepers (on)) {
        th[me].on = on;
        look ();
        wait_here ();
    }
    th[me].on = NULL;
}

int
__wrap_pthread_cond_destroy (pthread_cond_t *c)
{
    in ();
    misuse (sleepers (c));
    awaken (c);
    out ();
    return 0;
}

static struct {
    void *at;
    int needs;
} barrier[LOCKS];
int
__wrap_pthread_barrier_init (pthread_barrier_t *b,
                             const pthread_barrierattr_t *a, unsigned needs)
{
    (void) a;
    in ();
    int i = 0, good = needs && needs < 0x7fffffff;
    while (i < LOCKS - 1 && barrier[i].at && barrier[i].at != b)
        i++;
    if (good) {
        barrier[i].at = b;
        barrier[i].needs = (int) needs;
    }
    out ();
    return good ? 0 : EINVAL;
}

/* One that nobody initialised: glibc divides by its number. */
static int
barrier_of (void *b)
{
    int i = 0;
    while (i < LOCKS - 1 && barrier[i].at != b)
        i++;
    misuse (barrier[i].at != b);
    if (barrier[i].at != b) {
        signal (SIGFPE, SIG_DFL);
        raise (SIGFPE);
    }
    return i;
}

int
__wrap_pthread_barrier_destroy (pthread_barrier_t *b)
{
    in ();
    misuse (sleepers (b));
    awaken (b);
    barrier_of (b);
    out ();
    return 0;
}

int
__wrap_pthread_barrier_wait (pthread_barrier_t *b)
{
    int i, waits_here;
    in ();
    i = barrier_of (b);
    waits_here = sleepers (b) + 1 < barrier[i].needs;
    if (waits_here)
        sleeps (b, 0);
    else
        wakes_all (b);
    out ();
    if (waits_here)
        turn_again ();
    return waits_here ? 0 : PTHREAD_BARRIER_SERIAL_THREAD;
}

int
__wrap_pthread_once (pthread_once_t *o, void (*f) (void))
{
    in ();
    while (*o == 1) {
        th[me].on = o;
        look ();
        wait_here ();
    }
    th[me].on = NULL;
    int first = !*o;
    if (first) {
        *o = 1;
        owns (o, 0, 1);
    }
    out ();
    if (!first)
        return 0;
    f ();
    in ();
    *o = 2;
    owns (o, 0, -1);
    tell ();
    out ();
    return 0;
}
