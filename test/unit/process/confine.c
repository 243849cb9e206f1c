/* confine.c -- a program that tries what it must not, confined and, as its
 * twin, free: inside none of it works, outside all of it does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "process/process.h"
#include "base/text.h"
#include "process/native_process.h"

static char *directory;
static char program[200], root[200], outside[200];

static int
prepare (void **state)
{
    struct problem p = {0};
    (void) state;
    directory = process_directory (&p);
    assert_non_null (directory);
    snprintf (program, sizeof program, "%s/evil", directory);
    snprintf (root, sizeof root, "%s/root", directory);
    snprintf (outside, sizeof outside, "%s/outside", directory);
    assert_int_equal (mkdir (root, 0700), 0);
    const char *const gcc[] = {"gcc", "-w",    "-pthread", "test/robust/evil.c",
                               "-o",  program, NULL};
    assert_int_equal (process_run (gcc, NULL).code, 0);
    return 0;
}

static int
clear (void **state)
{
    (void) state;
    process_directory_remove (directory);
    memory_free (directory);
    return 0;
}

static void
run_inside (const char *what, const char *with, unsigned seconds,
            struct native_end *end)
{
    const char *const argv[] = {CONFINE_PROGRAM, what, with, NULL};
    const char *const env[] = {"LC_ALL=C", NULL};
    const struct confine c = {.argv = argv,
                              .env = env,
                              .program = program,
                              .root = root,
                              .seconds = seconds,
                              .memory = 100 << 20,
                              .threads = 8};
    native_process_run (
        &(struct native_process) {.seconds = seconds, .confine = &c}, end);
    if (end->refused)
        fail_msg ("not confined: %s", end->refused);
    assert_int_equal (end->error, 0);
}

static int
run_outside (const char *what, const char *with)
{
    const char *const argv[] = {program, what, with, NULL};
    return process_run (argv, directory).code;
}

/* ---- */

static void
what_programs_need_works (void **state)
{
    (void) state;
    struct native_end end;
    run_inside ("fine", "", 10, &end);
    assert_int_equal (end.code, 7);
    assert_string_equal (text_view (&end.first), "said 7\n");
    native_end_clear (&end);
}

static void
nothing_outside_is_reached (void **state)
{
    (void) state;
    char port[16], self[16], host[100] = "";
    struct sockaddr_in tcp = {.sin_family = AF_INET,
                              .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    socklen_t size = sizeof tcp;
    int one = socket (AF_INET, SOCK_STREAM, 0),
        two = socket (AF_UNIX, SOCK_STREAM, 0);
    snprintf (local.sun_path + 1, 60, "cohort-confine-%d", (int) getpid ());
    assert_true (!bind (one, (struct sockaddr *) &tcp, size) && !listen (one, 9)
                 && !getsockname (one, (struct sockaddr *) &tcp, &size));
    assert_true (!bind (two, (struct sockaddr *) &local, sizeof local)
                 && !listen (two, 9));
    snprintf (port, sizeof port, "%u", ntohs (tcp.sin_port));
    snprintf (self, sizeof self, "%d", (int) getpid ());
    gethostname (host, sizeof host);
    const struct {
        const char *what, *with;
        bool inside_only; /* harm is not done on purpose */
    } tries[] = {
        {"write", outside, false},
        {"read", program, false},
        {"read", "/etc/passwd", false},
        {"read", "/proc/self/environ", true},
        {"list", directory, false},
        {"list", "/etc/ssl", true},
        {"list", "/home", false},
        {"own", "", true},
        {"libraries", "", true},
        {"tcp", port, false},
        {"abstract", local.sun_path + 1, false},
        {"fork", "", false},
        {"shell", "", false},
        {"threads", "", false},
        {"signal", self, false},
        {"kill", "", true},
        {"trace", "", true},
        {"look", "", false},
        {"mount", "", true},
        {"host", host, false},
        {"large", "", false},
        {"memory", "", false},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        struct native_end end;
        bool harmless = !strcmp (tries[i].with, "/proc/self/environ");
        run_inside (tries[i].what, tries[i].with, 20, &end);
        if ((end.code == 42) != harmless)
            fail_msg ("%s %s: code %d, signal %d", tries[i].what, tries[i].with,
                      end.code, end.signal);
        native_end_clear (&end);
        if (!tries[i].inside_only)
            if (run_outside (tries[i].what, tries[i].with) != 42)
                fail_msg ("%s %s does not work outside, so this shows nothing",
                          tries[i].what, tries[i].with);
    }
    assert_int_equal (access (outside, F_OK), 0); /* by the one outside */
    close (one);
    close (two);
}

static void
limits_hold (void **state)
{
    (void) state;
    struct native_end end;
    run_inside ("memory", "", 30, &end);
    assert_true (end.greedy);
    native_end_clear (&end);
    run_inside ("large", "", 10, &end);
    assert_int_equal (end.signal, SIGXFSZ);
    native_end_clear (&end);
    run_inside ("endless", "", 1, &end);
    assert_true (end.late || end.signal == SIGXCPU || end.signal == SIGKILL);
    native_end_clear (&end);
    run_inside ("asleep", "", 1, &end);
    assert_true (end.late);
    native_end_clear (&end);
}

/* How many processes have this name; they are ended. */
static int
processes_named (const char *name)
{
    DIR *all = opendir ("/proc");
    int count = 0;
    for (struct dirent *e; (e = readdir (all));) {
        char path[300], comm[32] = "";
        snprintf (path, sizeof path, "/proc/%s/comm", e->d_name);
        FILE *f = fopen (path, "r");
        if (f && fgets (comm, sizeof comm, f)) {
            comm[strcspn (comm, "\n")] = 0;
            if (!strcmp (comm, name)) {
                count++;
                kill ((pid_t) atoi (e->d_name), SIGKILL);
            }
        }
        if (f)
            fclose (f);
    }
    closedir (all);
    return count;
}

static void
nothing_is_left_behind (void **state)
{
    (void) state;
    char name[16];
    struct native_end end;
    snprintf (name, sizeof name, "left%d", (int) getpid ());
    run_inside ("left", name, 10, &end);
    assert_int_equal (end.code, 42);
    assert_false (end.late);
    native_end_clear (&end);
    assert_int_equal (processes_named (name), 0);
    assert_int_equal (run_outside ("left", name), 42);
    usleep (100000);
    assert_int_equal (processes_named (name), 1);
}

/* With those who wait for it. */
static void
it_dies_with_us (void **state)
{
    (void) state;
    char name[16];
    int tell[2];
    snprintf (name, sizeof name, "dies%d", (int) getpid ());
    assert_int_equal (pipe (tell), 0);
    pid_t pid = fork ();
    if (!pid) {
        struct native_end end;
        run_inside ("asleep", "", 30, &end);
        _exit (0);
    }
    usleep (300000);
    kill (pid, SIGKILL);
    waitpid (pid, NULL, 0);
    /* The pipe is closed when the last who has it is gone. */
    close (tell[1]);
    char byte;
    alarm (20);
    assert_int_equal (read (tell[0], &byte, 1), 0);
    alarm (0);
    close (tell[0]);
}

/* Where namespaces are not permitted, nothing runs, and that is said. */
static void
unconfined_is_refused (void **state)
{
    (void) state;
    pid_t pid = fork ();
    if (!pid) {
        const char *const argv[] = {
            "unshare",
            "-Ur",
            "sh",
            "-c",
            "echo 0 > /proc/sys/user/max_user_namespaces; exec \"$0\" refused",
            "/proc/self/exe",
            NULL};
        char self[4096];
        ssize_t size = readlink ("/proc/self/exe", self, sizeof self - 1);
        self[size > 0 ? size : 0] = 0;
        const char *words[7];
        memcpy (words, argv, sizeof words);
        words[5] = self;
        setenv ("CONFINE_TEST_DIRECTORY", directory, 1);
        execvp (words[0], (char *const *) (uintptr_t) words);
        _exit (1);
    }
    int status;
    waitpid (pid, &status, 0);
    assert_true (WIFEXITED (status));
    if (WEXITSTATUS (status) == 1)
        skip ();
    assert_int_equal (WEXITSTATUS (status), 9);
}

/* In a process that may make no namespaces: 9 if it is refused, as it should.
 */
static int
refused_main (void)
{
    const char *home = getenv ("CONFINE_TEST_DIRECTORY");
    snprintf (program, sizeof program, "%s/evil", home);
    snprintf (root, sizeof root, "%s/root", home);
    const char *const argv[] = {CONFINE_PROGRAM, "fine", "", NULL};
    const char *const env[] = {"LC_ALL=C", NULL};
    const struct confine c = {.argv = argv,
                              .env = env,
                              .program = program,
                              .root = root,
                              .seconds = 5,
                              .memory = 100 << 20,
                              .threads = 8};
    struct native_end end;
    native_process_run (&(struct native_process) {.seconds = 5, .confine = &c},
                        &end);
    int code = end.refused && strstr (end.refused, "namespaces") && !end.code
                       && !end.first.size
                   ? 9
                   : 8;
    native_end_clear (&end);
    return code;
}

int
main (int count, char **argument)
{
    if (count == 2 && !strcmp (argument[1], "refused"))
        return refused_main ();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (what_programs_need_works),
        cmocka_unit_test (nothing_outside_is_reached),
        cmocka_unit_test (limits_hold),
        cmocka_unit_test (nothing_is_left_behind),
        cmocka_unit_test (it_dies_with_us),
        cmocka_unit_test (unconfined_is_refused),
    };
    return cmocka_run_group_tests (tests, prepare, clear);
}
