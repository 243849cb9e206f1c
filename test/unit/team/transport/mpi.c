/* mpi.c -- tests of the mpi transport: this program starts itself under each
 * mpirun that is installed, and is then one rank of a team. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "team/transport.h"

enum { TAG_ECHO, TAG_SPIN, TAG_BULK, TAG_COUNT, TAG_PASS };
enum { ECHOES = 1000, BLOCKS = 400, ALARM_CANCEL = 1, ALARM_DONE = 2 };

static const uint8_t block[64 << 10];

/* A rank's member.  The master goes through the steps echo, pass, cancel, bulk
 * and expel, and finishes. */
struct rank {
    bool spin, faulty;
    atomic_bool cancelled;
    uint64_t count, next[3];
    unsigned sent, full;
};

static void
send_number (team *t, unsigned to, uint32_t tag, uint64_t number)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, number);
    if (!team_send (t, to, tag, buffer_view (&b)))
        abort ();
    buffer_clear (&b);
}

static uint64_t
number_of (const struct message *m)
{
    struct reader r;
    reader_init (&r, m->body);
    return reader_uint (&r);
}

static void
worker_receive (member *object, team *t, const struct message *m)
{
    struct rank *w = (struct rank *) object;
    if (m->tag == TAG_ECHO)
        team_send (t, TEAM_MASTER, TAG_ECHO, m->body);
    else if (m->tag == TAG_PASS && m->from == TEAM_MASTER)
        team_send (t, (unsigned) number_of (m), TAG_PASS, m->body);
    else if (m->tag == TAG_PASS)
        send_number (t, TEAM_MASTER, TAG_PASS, m->from);
    else if (m->tag == TAG_SPIN)
        w->spin = true;
    else if (m->tag == TAG_BULK) {
        w->count++;
        usleep (100);
    } else if (m->tag == TAG_COUNT)
        send_number (t, TEAM_MASTER, TAG_COUNT, w->count);
}

static bool
worker_work (member *object, team *t, uint64_t *units)
{
    struct rank *w = (struct rank *) object;
    (void) units;
    if (!w->spin)
        return false;
    while (!atomic_load (&w->cancelled))
        usleep (1000);
    w->spin = false;
    send_number (t, TEAM_MASTER, TAG_SPIN, 0);
    return true;
}

static void
worker_cancel (member *object)
{
    atomic_store (&((struct rank *) object)->cancelled, true);
}

static void
master_fill (struct rank *m, team *t)
{
    while (m->sent < BLOCKS
           && team_send (t, 1, TAG_BULK, (struct bytes) {block, sizeof block}))
        m->sent++;
    if (m->sent < BLOCKS || !team_send (t, 1, TAG_COUNT, (struct bytes) {0}))
        m->full++;
}

static void
master_receive (member *object, team *t, const struct message *message)
{
    struct rank *m = (struct rank *) object;
    uint64_t number = number_of (message);
    if (message->tag == TAG_ECHO) {
        m->faulty |= number != m->next[message->from]++;
        if (++m->count == 2 * ECHOES)
            send_number (t, 1, TAG_PASS, 2);
    } else if (message->tag == TAG_PASS) {
        m->faulty |= message->from != 2 || number != 1;
        send_number (t, 1, TAG_SPIN, 0);
        team_alarm (t, 100000000, ALARM_CANCEL);
    } else if (message->tag == TAG_SPIN)
        master_fill (m, t);
    else if (message->tag == TAG_COUNT) {
        m->faulty |= number != BLOCKS || !m->full;
        team_expel (t, 2);
    }
}

static void
master_alarm (member *object, team *t, uint64_t what)
{
    struct rank *m = (struct rank *) object;
    if (what == ALARM_CANCEL)
        team_cancel (t, 1);
    else if (what == TEAM_WRITABLE)
        master_fill (m, t);
    else
        team_finish (t);
}

static void
master_joined (member *object, team *t, unsigned who)
{
    (void) object;
    for (uint64_t i = 0; i < ECHOES; i++)
        send_number (t, who, TAG_ECHO, i);
}

static void
master_lost (member *object, team *t, unsigned who)
{
    struct rank *m = (struct rank *) object;
    m->faulty |= who != 2 || m->sent != BLOCKS || team_spawn (t);
    team_alarm (t, 50000000, ALARM_DONE);
}

static const struct member_class worker_class = {
    .receive = worker_receive,
    .work = worker_work,
    .cancel = worker_cancel,
};

static const struct member_class master_class = {
    .receive = master_receive,
    .alarm = master_alarm,
    .joined = master_joined,
    .lost = master_lost,
};

/* One team after the other in one job, as a check has them. */
static int
rank_main (const char *modules, const char *greeting, int teams)
{
    int rank = transport_mpi_rank ();
    bool master = rank <= TEAM_MASTER, good = true, faulty = false;
    struct log log;
    struct problem problem = {0};
    log_init (&log, LOG_SAY, PROGRESS_NONE, NULL);
    struct transport_options o = {.greeting =
                                      bytes_of (rank == 1 ? greeting : "one"),
                                  .modules = modules,
                                  .log = &log};
    alarm (60);
    for (int i = 0; good && (master ? i < teams : !transport_mpi_over ());
         i++) {
        struct rank r = {0};
        member *m = (member *) &r;
        good = master ? transport_mpi.master (&o, &master_class, m, &problem)
                      : transport_mpi.worker (&o, NULL, &worker_class, m,
                                              &problem);
        faulty |= r.faulty;
    }
    transport_mpi_end (!good);
    if (!good)
        printf ("rank %d: %s\n", rank, problem.message);
    return !good || faulty;
}

/* ---- the tests proper */

static char program[PATH_MAX], modules_directory[PATH_MAX];

/* True: it was started; *code and the output are set. */
static bool
mpi_start (const char *name, const char *options, int ranks,
           const char *greeting, int teams, int *code, char *output,
           size_t room)
{
    char command[3 * PATH_MAX];
    snprintf (command, sizeof command, "%s/cohort-%s.so", modules_directory,
              name);
    if (access (command, R_OK))
        return false;
    snprintf (command, sizeof command,
              "mpirun.%s %s -n %d '%s' rank '%s' %s %d 2>/dev/null", name,
              options, ranks, program, modules_directory, greeting, teams);
    FILE *pipe = popen (command, "r");
    assert_non_null (pipe);
    output[fread (output, 1, room - 1, pipe)] = 0;
    int status = pclose (pipe);
    *code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
    return true;
}

static void
mpi_test (const char *name, const char *options)
{
    int code;
    char out[4096];
    if (!mpi_start (name, options, 3, "one", 3, &code, out, sizeof out)) {
        print_message ("no module cohort-%s.so: skipped\n", name);
        skip ();
    }
    if (code)
        print_error ("%s\n", out);
    assert_int_equal (code, 0);
    assert_true (
        mpi_start (name, options, 3, "two", 1, &code, out, sizeof out));
    assert_int_not_equal (code, 0);
    assert_non_null (strstr (out, "rank 0 is \"one\", rank 1 is \"two\""));
    assert_true (
        mpi_start (name, options, 1, "one", 1, &code, out, sizeof out));
    assert_int_not_equal (code, 0);
    assert_non_null (strstr (out, "needs two ranks"));
}

static void
open_mpi (void **state)
{
    (void) state;
    mpi_test ("openmpi", "--allow-run-as-root --oversubscribe");
}

static void
mpich (void **state)
{
    (void) state;
    mpi_test ("mpich", "");
}

static void
no_mpi (void **state)
{
    (void) state;
    struct transport_options o = {0};
    struct problem problem = {0};
    struct rank r = {0};
    assert_int_equal (transport_mpi_rank (), -1);
    assert_false (
        transport_mpi.master (&o, &master_class, (member *) &r, &problem));
    assert_int_equal (problem.kind, PROBLEM_USAGE);
}

int
main (int count, char **arguments)
{
    if (count == 5 && !strcmp (arguments[1], "rank"))
        return rank_main (arguments[2], arguments[3], atoi (arguments[4]));
    /* The modules stand in build/MODE, of build/MODE/test/unit/ROOM/mpi. */
    ssize_t length = readlink ("/proc/self/exe", program, sizeof program - 1);
    char *test = NULL;
    strcpy (modules_directory, program);
    for (char *at = modules_directory; (at = strstr (at, "/test/unit/")); at++)
        test = at;
    if (length <= 0 || !test)
        return 1;
    *test = 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (no_mpi),
        cmocka_unit_test (open_mpi),
        cmocka_unit_test (mpich),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
