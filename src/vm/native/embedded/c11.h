/* c11.h -- threads, locks and conditions of C11: those of pthreads by other names,
 * and numbers. */
static int
c11 (int r)
{
    return !r               ? thrd_success
           : r == EBUSY     ? thrd_busy
           : r == ETIMEDOUT ? thrd_timedout
                            : thrd_error;
}

#define M (pthread_mutex_t *) m
#define C (pthread_cond_t *) c
int
__wrap_thrd_create (thrd_t *t, thrd_start_t f, void *arg)
{
    return c11 (__wrap_pthread_create ((pthread_t *) t, NULL,
                                       (void *(*) (void *) ) (void *) f, arg));
}

int
__wrap_thrd_join (thrd_t t, int *result)
{
    void *value;
    int r = __wrap_pthread_join ((pthread_t) t, &value);
    if (!r && result)
        *result = (int) (long) value;
    return c11 (r);
}

int
__wrap_thrd_detach (thrd_t t)
{
    return c11 (__wrap_pthread_detach ((pthread_t) t));
}

int
__wrap_mtx_lock (mtx_t *m)
{
    return c11 (__wrap_pthread_mutex_lock (M));
}

int
__wrap_mtx_trylock (mtx_t *m)
{
    return c11 (__wrap_pthread_mutex_trylock (M));
}

int
__wrap_mtx_timedlock (mtx_t *m, const struct timespec *t)
{
    return c11 (__wrap_pthread_mutex_timedlock (M, t));
}

int
__wrap_mtx_unlock (mtx_t *m)
{
    return c11 (__wrap_pthread_mutex_unlock (M));
}

void
__wrap_mtx_destroy (mtx_t *m)
{
    __wrap_pthread_mutex_destroy (M);
}

int
__wrap_cnd_wait (cnd_t *c, mtx_t *m)
{
    return c11 (waits (C, M, 0));
}

int
__wrap_cnd_timedwait (cnd_t *c, mtx_t *m, const struct timespec *t)
{
    return c11 (bad (t) ? EINVAL : waits (C, M, 1));
}

int
__wrap_cnd_signal (cnd_t *c)
{
    return __wrap_pthread_cond_signal (C);
}

int
__wrap_cnd_broadcast (cnd_t *c)
{
    return __wrap_pthread_cond_broadcast (C);
}

void
__wrap_cnd_destroy (cnd_t *c)
{
    __wrap_pthread_cond_destroy (C);
}

void
__wrap_call_once (once_flag *o, void (*f) (void))
{
    __wrap_pthread_once ((pthread_once_t *) o, f);
}
