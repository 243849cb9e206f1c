/* cohort.h -- annotations for programs that cohort checks.
 *
 *   BEGINATOMIC .. ENDATOMIC
 *       no other thread runs in between, unless this one is blocked
 *   AWAIT (e)
 *       inside such a section: if e does not hold, the section did not begin;
 *       the thread waits before it, with all undone, until e would hold.  (Not
 *       undone without cohort: there it is best the first thing in a section.)
 *   VASSERT (e)
 *       e must hold
 *   RANGE (variable, low, high)
 *       the variable becomes any of low .. high
 *   VLOCK (&x), VUNLOCK (&x)
 *       holds the object x: waits until no other thread does; an access to x by
 *       another thread meanwhile is an access conflict
 *   PRIORITY (n)
 *       a hint: states where a thread stands here are looked at before those
 *       with less (--estimate=priority)
 *   cohort::thread
 *       C++: derive from it, define run (), then start () and join ()
 *
 * Without cohort a program that includes this still builds (with -pthread) and
 * runs: atomic sections and held objects share one lock, RANGE takes
 * COHORT_RANGE_DEFAULT (low, high), which is low unless the program defines it
 * before. */
#ifndef COHORT_H
#define COHORT_H

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __COHORT__

void __cohort_begin_atomic (void);
void __cohort_end_atomic (void);
void __cohort_await (int holds);
void __cohort_assert (int holds, const char *text);
long long __cohort_range (long long low, long long high);
void __cohort_lock (volatile void *, __SIZE_TYPE__ size);
void __cohort_unlock (volatile void *, __SIZE_TYPE__ size);
void __cohort_priority (int);

#define BEGINATOMIC __cohort_begin_atomic ();
#define ENDATOMIC __cohort_end_atomic ();
#define AWAIT(e) __cohort_await ((e) ? 1 : 0)
#define VASSERT(e) __cohort_assert ((e) ? 1 : 0, #e)
#define RANGE(variable, low, high) ((variable) = __cohort_range ((low), (high)))
#define VLOCK(pointer) \
    __cohort_lock ((volatile void *) (pointer), sizeof *(pointer))
#define VUNLOCK(pointer) \
    __cohort_unlock ((volatile void *) (pointer), sizeof *(pointer))
#define PRIORITY(n) __cohort_priority (n)

#else

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef COHORT_RANGE_DEFAULT
#define COHORT_RANGE_DEFAULT(low, high) (low)
#endif

/* Bitcode and preprocessed text of this variant say nothing about RANGE any
 * more: cohort refuses what defines this. */
__attribute__ ((weak)) char cohort_is_plain = 1;

/* One lock for all files of a program: weak, so that each may define it. */
__attribute__ ((weak)) pthread_mutex_t cohort_mutex;
__attribute__ ((weak)) pthread_once_t cohort_mutex_once = PTHREAD_ONCE_INIT;

/* Recursive, since sections may be nested. */
__attribute__ ((weak)) void
cohort_mutex_make (void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init (&kind);
    pthread_mutexattr_settype (&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init (&cohort_mutex, &kind);
    pthread_mutexattr_destroy (&kind);
}

__attribute__ ((weak)) void
cohort_enter (void)
{
    pthread_once (&cohort_mutex_once, cohort_mutex_make);
    pthread_mutex_lock (&cohort_mutex);
}

__attribute__ ((weak)) void
cohort_leave (void)
{
    pthread_mutex_unlock (&cohort_mutex);
}

__attribute__ ((weak)) void
cohort_assert (int holds, const char *text, const char *file, int line)
{
    if (holds)
        return;
    fprintf (stderr, "%s:%d: VASSERT (%s) fails\n", file, line, text);
    abort ();
}

#define BEGINATOMIC cohort_enter ();
#define ENDATOMIC cohort_leave ();
#define AWAIT(e)                                              \
    do                                                        \
        while (!(e))                                          \
            cohort_leave (), sched_yield (), cohort_enter (); \
    while (0)
#define VASSERT(e) cohort_assert ((e) ? 1 : 0, #e, __FILE__, __LINE__)
#define RANGE(variable, low, high) \
    ((variable) = COHORT_RANGE_DEFAULT (low, high))
#define VLOCK(pointer) ((void) (pointer), cohort_enter ())
#define VUNLOCK(pointer) ((void) (pointer), cohort_leave ())
#define PRIORITY(n) ((void) (n))

#endif

#ifdef __cplusplus
}

#include <pthread.h>

namespace cohort
{

class thread
{
  public:
    thread () : handle (), started (false)
    {
    }
    virtual ~thread ()
    {
    }
    virtual void run () = 0;

    void
    start ()
    {
        started = true;
        pthread_create (&handle, 0, begin, this);
    }

    void
    join ()
    {
        if (started)
            pthread_join (handle, 0);
        started = false;
    }

  private:
    pthread_t handle;
    bool started;

    static void *
    begin (void *self)
    {
        static_cast<thread *> (self)->run ();
        return 0;
    }

    thread (const thread &);
    thread &operator= (const thread &);
};

} // namespace cohort
#endif

#endif
