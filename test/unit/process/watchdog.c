/* watchdog.c -- children that end well, late, badly or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "process/watchdog.h"

static int
work_good (watched *w, void *context)
{
    watched_tell (w, "rounds: 1");
    watched_result (w, context, strlen (context));
    return 10;
}

static int
work_stubborn (watched *w, void *context)
{
    (void) context;
    signal (SIGTERM, SIG_IGN);
    signal (SIGINT, SIG_IGN);
    watched_tell (w, "rounds: 1\ndigest: 1\n");
    watched_tell (w, "established: much");
    watched_tell (w, "rounds: 2");
    while (pause ())
        ;
    return 0;
}

/* Says a result, and dies before it has returned. */
static int
work_dies (watched *w, void *context)
{
    watched_result (w, "verdict: SAFE\n", 14);
    signal (*(int *) context, SIG_DFL);
    raise (*(int *) context);
    return 0;
}

static int
work_leaves (watched *w, void *context)
{
    (void) w;
    _exit (*(int *) context);
}

static void
touch (size_t mb)
{
    char *at = malloc (mb << 20);
    assert_non_null (at);
    for (size_t i = 0; i < mb << 20; i += 1024)
        at[i] = (char) i;
    __asm__ volatile ("" : : "r"(at) : "memory");
}

/* A worker leads a group of its own. */
static void
start_eater (size_t mb)
{
    pid_t pid = fork ();
    assert_true (pid >= 0);
    if (pid)
        return;
    setpgid (0, 0);
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    touch (mb);
    for (;;)
        pause ();
}

struct meal {
    size_t shared,
        each; /* MB: of the parent before it forks, of each of three */
};

/* Is there for a second. */
static int
work_eats (watched *w, void *context)
{
    const struct meal *m = context;
    touch (m->shared);
    for (int i = 0; i < 3; i++)
        start_eater (m->each);
    sleep (1);
    watched_result (w, "done", 4);
    return 0;
}

/* Leaves a process behind that holds everything open. */
static int
work_litters (watched *w, void *context)
{
    if (!fork ())
        for (;;)
            pause ();
    return work_good (w, context);
}

static int
work_interrupts (watched *w, void *context)
{
    watched_tell (w, "rounds: 1");
    kill (getppid (), SIGINT);
    return work_stubborn (w, context);
}

/* Writes a byte to *context once it is warned. */
static int
work_is_warned (watched *w, void *context)
{
    struct pollfd warning = {.fd = watched_warning (w), .events = POLLIN};
    if (poll (&warning, 1, 20000) == 1 && write (*(int *) context, "w", 1) == 1)
        pause ();
    return 0;
}

static void
result_arrives (void **state)
{
    (void) state;
    enum { LONG = 3000000 };
    char *text = memory_new (LONG + 1);
    memset (text, 'x', LONG);
    struct watch_result r;
    assert_true (watchdog_run (0, work_good, text, &r));
    assert_int_equal (r.end, WATCH_FINISHED);
    assert_int_equal (r.exit, 10);
    assert_int_equal (r.text.size, LONG);
    assert_string_equal (text_view (&r.told), "rounds: 1\n");
    watch_result_clear (&r);
    memory_free (text);
}

static void
time_limit_holds (void **state)
{
    (void) state;
    struct watch_result r;
    uint64_t start = clock_wall_ns ();
    assert_true (watchdog_run (1, work_stubborn, NULL, &r));
    assert_true (clock_wall_ns () - start < 3000000000u);
    assert_int_equal (r.end, WATCH_TIME);
    assert_string_equal (text_view (&r.told),
                         "digest: 1\nestablished: much\nrounds: 2\n");
    watch_result_clear (&r);
}

static void
death_is_no_result (void **state)
{
    (void) state;
    int signals[] = {SIGSEGV, SIGABRT, SIGKILL};
    for (int i = 0; i < 3; i++) {
        struct watch_result r;
        assert_true (watchdog_run (0, work_dies, &signals[i], &r));
        assert_int_equal (r.end, WATCH_DIED);
        assert_int_equal (r.signal, signals[i]);
        watch_result_clear (&r);
    }
    struct watch_result r;
    int code = MEMORY_EXIT;
    assert_true (watchdog_run (0, work_leaves, &code, &r));
    assert_int_equal (r.end, WATCH_DIED);
    assert_int_equal (r.exit, MEMORY_EXIT);
    watch_result_clear (&r);
    code = 0; /* SAFE's code without a result is no result */
    assert_true (watchdog_run (0, work_leaves, &code, &r));
    assert_int_equal (r.end, WATCH_DIED);
    watch_result_clear (&r);
}

static void
interrupt_ends_it (void **state)
{
    (void) state;
    struct watch_result r;
    assert_true (watchdog_run (0, work_interrupts, NULL, &r));
    assert_int_equal (r.end, WATCH_INTERRUPTED);
    watch_result_clear (&r);
}

static void
warning_comes_first (void **state)
{
    (void) state;
    struct watch_result r;
    int ends[2];
    char byte = 0;
    assert_int_equal (pipe (ends), 0);
    assert_true (watchdog_run (1, work_is_warned, &ends[1], &r));
    assert_int_equal (r.end, WATCH_TIME);
    close (ends[1]);
    assert_int_equal (read (ends[0], &byte, 1), 1);
    close (ends[0]);
    watch_result_clear (&r);
}

static void
litter_is_killed (void **state)
{
    (void) state;
    struct watch_result r;
    uint64_t start = clock_wall_ns ();
    assert_true (watchdog_run (20, work_litters, "text", &r));
    assert_true (clock_wall_ns () - start < 5000000000u);
    assert_int_equal (r.end, WATCH_FINISHED);
    assert_string_equal (text_view (&r.text), "text");
    watch_result_clear (&r);
}

static void
memory_is_one_sum (void **state)
{
    (void) state;
    enum { LIMIT_MB = 100 };
#ifdef __SANITIZE_ADDRESS__
    skip (); /* its shadow counts, too */
#endif
    const struct {
        struct meal meal;
        enum watch_end end;
    } cases[] = {
        {{2, 28}, WATCH_FINISHED},
        {{2, 38}, WATCH_MEMORY},   /* not one of them has the half */
        {{80, 2}, WATCH_FINISHED}, /* what is shared counts once */
        {{110, 0}, WATCH_MEMORY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct watch_limits limits = {.memory_mb = LIMIT_MB};
        struct meal meal = cases[i].meal;
        struct watch_result r;
        assert_true (
            watchdog_run_shown (limits, work_eats, &meal, NULL, NULL, &r));
        assert_int_equal (r.end, cases[i].end);
        assert_int_equal (r.text.size, r.end == WATCH_FINISHED ? 4 : 0);
        watch_result_clear (&r);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (result_arrives),
        cmocka_unit_test (time_limit_holds),
        cmocka_unit_test (death_is_no_result),
        cmocka_unit_test (interrupt_ends_it),
        cmocka_unit_test (warning_comes_first),
        cmocka_unit_test (litter_is_killed),
        cmocka_unit_test (memory_is_one_sum),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
