// future.cc -- std::future, std::promise, std::async.
#include <future>
#include <pthread.h>
namespace std
{
__future_base::_Result_base::_Result_base ()
{
}

__future_base::_Result_base::~_Result_base ()
{
}

/* What futexes do: one lock and one condition for all of them. */
static pthread_mutex_t futex_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t futex_cond = PTHREAD_COND_INITIALIZER;
bool
__atomic_futex_unsigned_base::_M_futex_wait_until (unsigned *at, unsigned value,
                                                   bool timed, chrono::seconds,
                                                   chrono::nanoseconds)
{
    if (timed)
        return false;
    pthread_mutex_lock (&futex_mutex);
    while (__atomic_load_n (at, __ATOMIC_SEQ_CST) == value)
        pthread_cond_wait (&futex_cond, &futex_mutex);
    pthread_mutex_unlock (&futex_mutex);
    return true;
}

bool
__atomic_futex_unsigned_base::_M_futex_wait_until_steady (unsigned *at,
                                                          unsigned value,
                                                          bool timed,
                                                          chrono::seconds s,
                                                          chrono::nanoseconds n)
{
    return _M_futex_wait_until (at, value, timed, s, n);
}

void
__atomic_futex_unsigned_base::_M_futex_notify_all (unsigned *)
{
    pthread_mutex_lock (&futex_mutex);
    pthread_cond_broadcast (&futex_cond);
    pthread_mutex_unlock (&futex_mutex);
}
} // namespace std
