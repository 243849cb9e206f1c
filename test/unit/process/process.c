/* process.c -- other programs, run and waited for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "process/process.h"
#include "base/text.h"

static struct process_end
shell (const char *line, const char *directory)
{
    const char *const argv[] = {"sh", "-c", line, NULL};
    return process_run (argv, directory);
}

static void
exit_codes (void **state)
{
    (void) state;
    assert_int_equal (shell ("exit 0", NULL).code, 0);
    struct process_end end = shell ("exit 77", NULL);
    assert_int_equal (end.code, 77);
    assert_int_equal (end.signal, 0);
    assert_int_equal (end.error, 0);
    assert_false (end.missing);
}

static void
signals (void **state)
{
    (void) state;
    struct process_end end = shell ("kill -SEGV $$", NULL);
    assert_int_equal (end.signal, SIGSEGV);
    assert_int_equal (end.code, -1);
    assert_false (end.missing);
}

static void
missing_programs (void **state)
{
    (void) state;
    const char *const nowhere[] = {"cohort-no-such-program", NULL};
    const char *const directory[] = {"/tmp", NULL};
    struct process_end end = process_run (nowhere, NULL);
    assert_true (end.missing);
    assert_int_equal (end.error, ENOENT);
    assert_true (process_run (directory, NULL).missing);
    assert_true (shell ("exit 0", "/no/such/directory").missing);
}

static void
nothing_to_read (void **state)
{
    (void) state;
    assert_int_equal (shell ("test -z \"$(cat)\"", NULL).code, 0);
}

static void
directories (void **state)
{
    (void) state;
    struct problem problem = {0};
    struct text path;
    struct stat s;
    char *directory = process_directory (&problem);
    assert_non_null (directory);
    assert_int_equal (stat (directory, &s), 0);
    assert_int_equal (s.st_mode & 0777, 0700);
    assert_int_equal (
        shell ("mkdir a && echo x > a/b && echo y > c", directory).code, 0);
    text_init (&path);
    text_print (&path, "%s/a/b", directory);
    assert_int_equal (access (text_view (&path), R_OK), 0);
    process_directory_remove (directory);
    assert_int_not_equal (access (directory, F_OK), 0);
    text_clear (&path);
    memory_free (directory);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (exit_codes),       cmocka_unit_test (signals),
        cmocka_unit_test (missing_programs), cmocka_unit_test (nothing_to_read),
        cmocka_unit_test (directories),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
