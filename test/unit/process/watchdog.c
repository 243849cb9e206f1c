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
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
