/* samples.c -- a long run has no more samples than a short one, and from all of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "process/samples.h"

static void
a_long_run_is_thinned (void **state)
{
    (void) state;
    enum { HOURS = 10, MOST = 512 };
    char dir[] = "/tmp/samples-XXXXXX", path[64];
    assert_non_null (mkdtemp (dir));
    snprintf (path, sizeof path, "%s/samples", dir);
    samples *s = samples_new (dir);
    struct progress_view v = {.status = {.phase = "stage", .unit = "states"}};
    samples_save (s, false);
    assert_int_equal (access (path, F_OK), -1); /* nothing to tell yet */
    for (uint64_t second = 1; second <= HOURS * 3600; second++)
        if (samples_due (s, second * 1000000000)) {
            v.seconds = (double) second;
            v.status.done = second * 7;
            samples_add (s, &v, second * 1000000000);
            samples_save (s, false);
        }
    samples_save (s, true);
    samples_free (s);
    size_t size, lines = 0;
    char *text = text_file (path, &size);
    assert_non_null (text);
    double before = 0, gap = 0, first = strtod (text, NULL);
    for (const char *at = text; *at; at = strchr (at, '\n') + 1, lines++) {
        double now = strtod (at, NULL);
        uint64_t done;
        assert_true (now > before);
        assert_int_equal (sscanf (at, "%*f\t%lu\t", &done), 1);
        assert_true (done == (uint64_t) now * 7);
        assert_non_null (strstr (at, "\tstates\tstage\n"));
        gap = now - before > gap ? now - before : gap;
        before = now;
    }
    assert_in_range (lines, MOST / 4, MOST);
    assert_true (first < 2 && before > HOURS * 3600 - 300 && gap < 300);
    memory_free (text);
    unlink (path);
    rmdir (dir);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (a_long_run_is_thinned)};
    return cmocka_run_group_tests_name ("samples", tests, NULL, NULL);
}
