/* zmq.c -- tests of the zmq transport and the keys: real processes, real death.
 *
 * Started as `join --local ADDRESS` this program is the worker of its own
 * tests; as `join --remote ADDRESS KEYS GREETING` one that joins over tcp; as
 * `master` a team that waits to be killed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "team/transport/keys.h"
#include "team/transport.h"
#include "team/transport/door.h"

enum {
    TAG_ECHO, /* sent back */
    TAG_PID,  /* answered with the process */
    TAG_SPIN, /* works until cancelled: TAG_SPINS, then TAG_STOPPED */
    TAG_SPINS,
    TAG_STOPPED,
    TAG_STUCK, /* works for ever, whatever one does */
    TAG_NAP,   /* sleeps so many ms */
    TAG_BULK,  /* counted; empty: answered by the count */
    TAG_PASS,  /* passed on to the member named, as TAG_ECHO */
    TAG_FLOOD, /* sends TAG_DROP to the member named, until it is ended */
    TAG_DROP,
    TAG_FENCE, /* from here on TAG_DROP is answered */
    TAG_LEAVE
};

enum { FLOODED = 2000 };

static const char greeting[] = "cohort test 1";

/* ---- the worker */

struct servant {
    int spin; /* 1: until cancelled, 2: for ever */
    atomic_bool cancelled;
    bool fenced;
    unsigned flooded;
    uint64_t count;
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
servant_receive (member *object, team *t, const struct message *m)
{
    struct servant *s = (struct servant *) object;
    switch (m->tag) {
    case TAG_ECHO:
        team_send (t, TEAM_MASTER, TAG_ECHO, m->body);
        break;
    case TAG_PID:
        send_number (t, TEAM_MASTER, TAG_PID, (uint64_t) getpid ());
        break;
    case TAG_SPIN:
        s->spin = 1;
        break;
    case TAG_STUCK:
        s->spin = 2;
        break;
    case TAG_NAP:
        usleep ((useconds_t) number_of (m) * 1000);
        break;
    case TAG_BULK:
        if (m->body.size)
            s->count++;
        else
            send_number (t, TEAM_MASTER, TAG_BULK, s->count);
        break;
    case TAG_PASS:
        team_send (t, (unsigned) number_of (m), TAG_ECHO, m->body);
        break;
    case TAG_FLOOD:
        s->flooded = (unsigned) number_of (m);
        break;
    case TAG_DROP: /* they come in order */
        if (s->fenced || number_of (m) != s->count++)
            team_send (t, TEAM_MASTER, TAG_DROP, (struct bytes) {0});
        else if (s->count % FLOODED == 0)
            send_number (t, TEAM_MASTER, TAG_BULK, s->count);
        break;
    case TAG_FENCE:
        s->fenced = true;
        team_send (t, TEAM_MASTER, TAG_FENCE, (struct bytes) {0});
        break;
    case TAG_LEAVE:
        team_finish (t);
        break;
    }
}

static bool
servant_work (member *object, team *t, uint64_t *units)
{
    struct servant *s = (struct servant *) object;
    (void) units;
    if (s->flooded) {
        send_number (t, s->flooded, TAG_DROP, s->count++);
        if (s->count % 10 == 0)
            usleep (20);
        return true;
    }
    if (!s->spin)
        return false;
    if (s->spin == 1) {
        /* Seen by the master while the item still runs only because the one
         * after this call is it. */
        s->spin = 3;
        send_number (t, TEAM_MASTER, TAG_SPINS, 0);
        return true;
    }
    while (s->spin == 2 || !atomic_load (&s->cancelled))
        usleep (1000);
    atomic_store (&s->cancelled, false);
    s->spin = 0;
    send_number (t, TEAM_MASTER, TAG_STOPPED, 0);
    return true;
}

static void
servant_cancel (member *object)
{
    atomic_store (&((struct servant *) object)->cancelled, true);
}

static const struct member_class servant_class = {
    .receive = servant_receive,
    .work = servant_work,
    .cancel = servant_cancel,
};

static int
servant_main (const char *address, const char *keys, const char *hello)
{
    struct servant s = {0};
    struct log log;
    struct problem problem = {0};
    log_init (&log, LOG_SAY, PROGRESS_NONE, "worker");
    struct transport_options o = {
        .greeting = bytes_of (hello), .keys = keys, .log = &log};
    if (transport_zmq.worker (&o, address, &servant_class, (member *) &s,
                              &problem))
        return 0;
    fprintf (stderr, "worker: %s\n", problem.message);
    return 5;
}

/* ---- the master: each test is a scene */

enum { MOST = 64 };

struct scene {
    /* What the test does; others may be null. */
    void (*joined) (struct scene *, team *, unsigned who);
    void (*receive) (struct scene *, team *, const struct message *);
    void (*lost) (struct scene *, team *, unsigned who);
    void (*alarm) (struct scene *, team *, uint64_t what);
    unsigned members, losses;
    bool alive[MOST], faulty;
    uint64_t next[MOST];
    uint64_t a, b, c; /* the test's own */
    unsigned who;
    const char *address, *keys;
};

enum { ALARM_LATE = 99 };

static void
scene_receive (member *m, team *t, const struct message *message)
{
    struct scene *s = (struct scene *) m;
    s->faulty |= !s->alive[message->from];
    s->receive (s, t, message);
}

static void
scene_joined (member *m, team *t, unsigned who)
{
    struct scene *s = (struct scene *) m;
    if (!s->members++) {
        team_alarm (t, UINT64_C (20000000000), ALARM_LATE);
    }
    s->faulty |= who >= MOST || s->alive[who];
    s->alive[who] = true;
    if (s->joined)
        s->joined (s, t, who);
}

static void
scene_lost (member *m, team *t, unsigned who)
{
    struct scene *s = (struct scene *) m;
    s->losses++;
    s->faulty |= !s->alive[who];
    s->alive[who] = false;
    if (s->lost)
        s->lost (s, t, who);
}

static void
scene_alarm (member *m, team *t, uint64_t what)
{
    struct scene *s = (struct scene *) m;
    if (what == ALARM_LATE) {
        s->faulty = true;
        team_finish (t);
    } else if (s->alarm)
        s->alarm (s, t, what);
}

/* Gives a scene without workers a first alarm. */
static bool
scene_work (member *m, team *t, uint64_t *units)
{
    struct scene *s = (struct scene *) m;
    (void) units;
    if (!s->address)
        return false;
    team_alarm (t, 0, 1);
    team_alarm (t, UINT64_C (20000000000), ALARM_LATE);
    s->address = NULL;
    return true;
}

static const struct member_class scene_class = {
    .receive = scene_receive,
    .work = scene_work,
    .alarm = scene_alarm,
    .joined = scene_joined,
    .lost = scene_lost,
};

static bool
temporary_empty (void)
{
    DIR *d = opendir (getenv ("TMPDIR"));
    bool empty = true;
    for (struct dirent *e; (e = readdir (d));)
        empty &= strncmp (e->d_name, "cohort-", 7) != 0;
    closedir (d);
    return empty;
}

static void
scene_play (struct scene *s, unsigned workers, const char *listen)
{
    struct log log;
    struct problem problem = {0};
    log_init (&log, LOG_DETAIL, PROGRESS_NONE, "master");
    struct transport_options o = {
        .workers = workers, .greeting = bytes_of (greeting), .log = &log};
    struct door_options d = {.listen = listen,
                             .keys = s->keys,
                             .greeting = bytes_of (greeting),
                             .log = &log,
                             .warning_fd = -1};
    if (listen)
        o.door = door_open (&d, &problem);
    bool good = transport_zmq.master (&o, &scene_class, (member *) s, &problem);
    if (!good)
        print_error ("%s\n", problem.message);
    assert_true (good);
    if (o.door)
        door_close (o.door);
    assert_false (s->faulty);
    assert_true (temporary_empty ());
    assert_true (waitpid (-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

/* ---- local workers */

enum { ECHOES = 3000 };

static void
echo_joined (struct scene *s, team *t, unsigned who)
{
    (void) s;
    for (uint64_t i = 0; i < ECHOES; i++)
        send_number (t, who, TAG_ECHO, i);
}

static void
echo_receive (struct scene *s, team *t, const struct message *m)
{
    s->faulty |= number_of (m) != s->next[m->from]++;
    if (++s->a == 3 * ECHOES)
        team_finish (t);
}

static void
echoes_keep_their_order (void **state)
{
    (void) state;
    struct scene s = {.joined = echo_joined, .receive = echo_receive};
    scene_play (&s, 3, NULL);
    assert_int_equal (s.a, 3 * ECHOES);
    assert_int_equal (s.losses, 0);
}

static void
killing_joined (struct scene *s, team *t, unsigned who)
{
    if (who > 2) /* the new one */
        send_number (t, who, TAG_ECHO, 2);
    else if (s->members == 2)
        send_number (t, 1, TAG_PID, 0);
}

static void
killing_receive (struct scene *s, team *t, const struct message *m)
{
    if (m->tag == TAG_PID)
        kill ((pid_t) number_of (m), SIGKILL);
    else {
        s->faulty |= m->from == 1;
        s->a += number_of (m);
        if (s->a == 3)
            team_finish (t);
    }
}

static void
killing_lost (struct scene *s, team *t, unsigned who)
{
    s->faulty |= who != 1 || team_send (t, 1, TAG_ECHO, (struct bytes) {0});
    s->faulty |= !team_spawn (t);
    send_number (t, 2, TAG_ECHO, 1);
}

static void
killed_worker_is_lost_and_replaced (void **state)
{
    (void) state;
    struct scene s = {.joined = killing_joined,
                      .receive = killing_receive,
                      .lost = killing_lost};
    scene_play (&s, 2, NULL);
    assert_int_equal (s.a, 3);
    assert_int_equal (s.losses, 1);
    assert_int_equal (s.members, 3);
}

static void
spin_joined (struct scene *s, team *t, unsigned who)
{
    (void) s;
    send_number (t, who, TAG_SPIN, 0);
}

static void
spin_receive (struct scene *s, team *t, const struct message *m)
{
    if (m->tag == TAG_SPINS)
        team_alarm (t, 50000000, 5);
    else if (m->tag == TAG_STOPPED) {
        s->a = s->b; /* only after cancel */
        team_finish (t);
    }
}

static void
spin_alarm (struct scene *s, team *t, uint64_t what)
{
    s->b = what;
    team_cancel (t, 1);
}

static void
cancel_ends_the_item (void **state)
{
    (void) state;
    struct scene s = {
        .joined = spin_joined, .receive = spin_receive, .alarm = spin_alarm};
    scene_play (&s, 1, NULL);
    assert_int_equal (s.a, 5);
}

static const uint8_t bulk[64 << 10];

static void
bulk_fill (struct scene *s, team *t)
{
    while (s->a < 1000
           && team_send (t, 1, TAG_BULK, (struct bytes) {bulk, sizeof bulk}))
        s->a++;
    if (s->a < 1000)
        s->b++; /* times it was full */
    else if (!team_send (t, 1, TAG_BULK, (struct bytes) {0}))
        s->b++;
    else
        s->a++;
}

static void
bulk_joined (struct scene *s, team *t, unsigned who)
{
    send_number (t, who, TAG_NAP, 200);
    bulk_fill (s, t);
    s->c = s->a; /* what went in before it was full */
}

static void
bulk_alarm (struct scene *s, team *t, uint64_t what)
{
    s->faulty |= what != TEAM_WRITABLE;
    if (s->a <= 1000)
        bulk_fill (s, t);
}

static void
bulk_receive (struct scene *s, team *t, const struct message *m)
{
    s->faulty |= number_of (m) != 1000;
    team_finish (t);
}

static void
full_links_say_so (void **state)
{
    (void) state;
    struct scene s = {
        .joined = bulk_joined, .receive = bulk_receive, .alarm = bulk_alarm};
    scene_play (&s, 1, NULL);
    assert_true (s.b >= 2);
    assert_in_range (s.c, 100, 140);
}

/* Passed on by worker 1, with a serial number behind the target. */
enum { PASSES = 3000, NOBODY = 50 };

static void
pass_send (team *t, uint64_t target, uint64_t serial)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, target);
    buffer_uint (&b, serial);
    if (!team_send (t, 1, TAG_PASS, buffer_view (&b)))
        abort ();
    buffer_clear (&b);
}

static void
pass_joined (struct scene *s, team *t, unsigned who)
{
    (void) who;
    if (s->members < 2)
        return;
    for (uint64_t i = 0; i < PASSES; i++) {
        pass_send (t, 2, i);
        if (i % 100 == 0)
            pass_send (t, NOBODY, i); /* vanishes */
    }
}

static void
pass_receive (struct scene *s, team *t, const struct message *m)
{
    struct reader r;
    reader_init (&r, m->body);
    uint64_t target = reader_uint (&r), serial = reader_uint (&r);
    if (m->from == 1) { /* the last one, after 2 was lost */
        s->b = target;
        team_finish (t);
        return;
    }
    s->faulty |= m->from != 2 || target != 2 || serial != s->a++;
    if (s->a == PASSES)
        team_expel (t, 2);
}

static void
pass_lost (struct scene *s, team *t, unsigned who)
{
    s->faulty |= who != 2;
    pass_send (t, 2, 0); /* vanishes too, and does no harm */
    send_number (t, 1, TAG_ECHO, 77);
}

static void
workers_reach_each_other (void **state)
{
    (void) state;
    struct scene s = {
        .joined = pass_joined, .receive = pass_receive, .lost = pass_lost};
    scene_play (&s, 2, NULL);
    assert_int_equal (s.a, PASSES);
    assert_int_equal (s.b, 77);
    assert_int_equal (s.losses, 1);
}

/* ---- straight links */

static char *
logged (void (*play) (void *), void *context)
{
    char path[256];
    snprintf (path, sizeof path, "%s/log-XXXXXX", getenv ("TMPDIR"));
    int file = mkstemp (path), old = dup (2);
    dup2 (file, 2);
    play (context);
    dup2 (old, 2);
    close (old);
    close (file);
    size_t size;
    char *text = text_file (path, &size);
    unlink (path);
    return text;
}

/* How many frames between workers the master had to pass on. */
static unsigned
passed_on (const char *log)
{
    unsigned pairs, frames;
    const char *said = strstr (log, "pairs of workers introduced");
    assert_non_null (said);
    while (said > log && said[-1] != ' ')
        said--; /* behind the number */
    said--;
    while (said > log && said[-1] != ' ')
        said--;
    assert_int_equal (
        sscanf (said, "%u pairs of workers introduced; %u", &pairs, &frames),
        2);
    assert_true (pairs >= 1);
    return frames;
}

/* One at a time, 1 to 2 and 2 to 1. */
enum { ROUNDS = 400 };

static void
turns_send (struct scene *s, team *t)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, 1 + s->a % 2);
    buffer_uint (&b, s->a);
    if (!team_send (t, 2 - (unsigned) (s->a % 2), TAG_PASS, buffer_view (&b)))
        abort ();
    buffer_clear (&b);
}

static void
turns_joined (struct scene *s, team *t, unsigned who)
{
    (void) who;
    if (s->members == 2)
        turns_send (s, t);
}

static void
turns_receive (struct scene *s, team *t, const struct message *m)
{
    struct reader r;
    reader_init (&r, m->body);
    s->faulty |= reader_uint (&r) != 1 + s->a % 2 || reader_uint (&r) != s->a
                 || m->from != 1 + s->a % 2;
    if (++s->a == ROUNDS)
        team_finish (t);
    else
        turns_send (s, t);
}

static void
turns_play (void *context)
{
    scene_play (context, 2, NULL);
}

static void
hub_steps_aside (void **state)
{
    (void) state;
    for (int hub = 0; hub < 2; hub++) {
        struct scene s = {.joined = turns_joined, .receive = turns_receive};
        if (hub)
            setenv ("COHORT_TEST_HUB", "1", 1);
        char *log = logged (turns_play, &s);
        unsetenv ("COHORT_TEST_HUB");
        assert_int_equal (s.a, ROUNDS);
        assert_int_equal (s.losses, 0);
        unsigned frames = passed_on (log);
        if (hub) /* where no link can be made all goes by the hub */
            assert_int_equal (frames, ROUNDS);
        else
            assert_in_range (frames, 1, ROUNDS / 4);
        memory_free (log);
    }
}

/* 2 floods 1 and is expelled: what it still sends must not come after 1 heard
 * of that. */
static void
flood_receive (struct scene *s, team *t, const struct message *m)
{
    if (m->tag == TAG_BULK)
        team_expel (t, 2);
    else if (m->tag == TAG_FENCE)
        team_alarm (t, 200000000, 1);
    else if (m->tag == TAG_DROP)
        s->b++;
    else if (s->a + 1 < ROUNDS) /* until the two have met */
        turns_receive (s, t, m);
    else if (s->a++ < ROUNDS)
        send_number (t, 2, TAG_FLOOD, 1);
}

static void
flood_lost (struct scene *s, team *t, unsigned who)
{
    s->faulty |= who != 2;
    send_number (t, 1, TAG_FENCE, 0);
}

static void
flood_alarm (struct scene *s, team *t, uint64_t what)
{
    (void) s;
    (void) what;
    team_finish (t);
}

static void
lost_ones_are_fenced_off (void **state)
{
    (void) state;
    struct scene s = {.joined = turns_joined,
                      .receive = flood_receive,
                      .lost = flood_lost,
                      .alarm = flood_alarm};
    scene_play (&s, 2, NULL);
    assert_int_equal (s.a, ROUNDS);
    assert_int_equal (s.b, 0);
}

/* A stream that begins by the hub and goes on straight. */
static void
stream_joined (struct scene *s, team *t, unsigned who)
{
    (void) who;
    if (s->members == 2)
        send_number (t, 2, TAG_FLOOD, 1);
}

static void
stream_receive (struct scene *s, team *t, const struct message *m)
{
    s->faulty |= m->tag == TAG_DROP;
    if (m->tag == TAG_BULK && ++s->a == 15)
        team_finish (t);
}

static void
links_keep_the_order (void **state)
{
    (void) state;
    struct scene s = {.joined = stream_joined, .receive = stream_receive};
    scene_play (&s, 2, NULL);
    assert_int_equal (s.a, 15);
}

static void
stuck_joined (struct scene *s, team *t, unsigned who)
{
    if (s->members == 2) {
        send_number (t, 1, TAG_PID, 0);
        send_number (t, 1, TAG_STUCK, 0);
        send_number (t, 2, TAG_LEAVE, 0);
    }
    (void) who;
}

static void
stuck_receive (struct scene *s, team *t, const struct message *m)
{
    s->a = number_of (m);
    team_expel (t, 1);
}

static void
stuck_lost (struct scene *s, team *t, unsigned who)
{
    (void) who;
    if (s->losses == 2) /* one expelled, one left */
        team_alarm (t, 700000000, 1);
}

static void
stuck_alarm (struct scene *s, team *t, uint64_t what)
{
    (void) what;
    s->b = kill ((pid_t) s->a, 0) && errno == ESRCH;
    team_finish (t);
}

static void
expelled_worker_ends (void **state)
{
    (void) state;
    struct scene s = {.joined = stuck_joined,
                      .receive = stuck_receive,
                      .lost = stuck_lost,
                      .alarm = stuck_alarm};
    scene_play (&s, 2, NULL);
    assert_true (s.b);
}

static void
idle_joined (struct scene *s, team *t, unsigned who)
{
    (void) who;
    if (s->members == 2)
        team_alarm (t, 2000000000, 1);
}

static void
idle_alarm (struct scene *s, team *t, uint64_t what)
{
    (void) s;
    (void) what;
    team_finish (t);
}

static uint64_t
usage_us (int who)
{
    struct rusage u;
    getrusage (who, &u);
    return (uint64_t) (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000
           + (uint64_t) (u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static void
idle_team_sleeps (void **state)
{
    (void) state;
    struct scene s = {.joined = idle_joined, .alarm = idle_alarm};
    uint64_t before = usage_us (RUSAGE_SELF);
    scene_play (&s, 2, NULL);
    assert_true (usage_us (RUSAGE_SELF) - before < 200000);
}

static void
broken_lost (struct scene *s, team *t, unsigned who)
{
    (void) who;
    s->faulty |= !team_spawn (t);
}

static void
broken_program_is_a_problem (void **state)
{
    (void) state;
    struct scene s = {.lost = broken_lost};
    struct log log;
    struct problem problem = {0};
    log_init (&log, LOG_QUIET, PROGRESS_NONE, "master");
    struct transport_options o = {
        .workers = 1, .worker_program = "/bin/false", .log = &log};
    assert_false (
        transport_zmq.master (&o, &scene_class, (member *) &s, &problem));
    assert_non_null (strstr (problem.message, "before they join"));
    assert_false (s.faulty);
    assert_true (s.losses > 2);
    assert_true (temporary_empty ());
}

/* ---- a master that dies */

static void
wait_joined (struct scene *s, team *t, unsigned who)
{
    (void) t;
    (void) who;
    if (s->members == 2 && write (1, "2", 1) != 1)
        abort ();
}

static int
master_main (void)
{
    struct scene s = {.joined = wait_joined};
    struct problem problem = {0};
    struct log log;
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    struct transport_options o = {
        .workers = 2, .greeting = bytes_of (greeting), .log = &log};
    return !transport_zmq.master (&o, &scene_class, (member *) &s, &problem);
}

static pid_t
start (char *const arguments[], int out)
{
    pid_t pid;
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init (&files);
    posix_spawn_file_actions_adddup2 (&files, out, 1);
    assert_int_equal (
        posix_spawn (&pid, "/proc/self/exe", &files, NULL, arguments, environ),
        0);
    posix_spawn_file_actions_destroy (&files);
    return pid;
}

static void
workers_die_with_their_master (void **state)
{
    (void) state;
    int ends[2];
    char byte;
    assert_int_equal (pipe2 (ends, O_CLOEXEC), 0);
    char *arguments[] = {"test", "master", NULL};
    pid_t pid = start (arguments, ends[1]);
    close (ends[1]);
    assert_int_equal (read (ends[0], &byte, 1), 1);
    assert_false (temporary_empty ());
    kill (pid, SIGKILL);
    assert_int_equal (waitpid (pid, NULL, 0), pid);
    close (ends[0]);
    /* The last of its workers takes the directory away. */
    for (int i = 0; i < 500 && !temporary_empty (); i++)
        usleep (10000);
    assert_true (temporary_empty ());
}

/* ---- workers that join over tcp */

static void
port_find (char address[64])
{
    struct sockaddr_in in = {.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
    socklen_t size = sizeof in;
    int fd = socket (AF_INET, SOCK_STREAM, 0);
    assert_int_equal (bind (fd, (struct sockaddr *) &in, size), 0);
    assert_int_equal (getsockname (fd, (struct sockaddr *) &in, &size), 0);
    close (fd);
    snprintf (address, 64, "tcp://127.0.0.1:%u", ntohs (in.sin_port));
}

struct joiner {
    struct scene scene;
    const char *address, *keys, *hello;
    pid_t pid, first;
    unsigned locals;
};

static void
remote_start (struct scene *s, team *t, uint64_t what)
{
    struct joiner *j = (struct joiner *) s;
    if (what == 1) {
        char *arguments[] = {"test",
                             "join",
                             "--remote",
                             (char *) j->address,
                             (char *) j->keys,
                             (char *) j->hello,
                             NULL};
        j->pid = start (arguments, 2);
        team_alarm (t, 50000000, 2);
    } else { /* looks whether it has ended */
        int status;
        if (waitpid (j->pid, &status, WNOHANG) == j->pid) {
            s->b = 1 + (uint64_t) WEXITSTATUS (status);
            team_finish (t);
        } else
            team_alarm (t, 50000000, 2);
    }
}

static void
remote_joined (struct scene *s, team *t, unsigned who)
{
    (void) s;
    send_number (t, who, TAG_ECHO, 42);
}

static void
remote_receive (struct scene *s, team *t, const struct message *m)
{
    s->a = number_of (m);
    send_number (t, m->from, TAG_LEAVE, 0);
}

static void
remote_scene (void *context)
{
    struct joiner *j = context;
    scene_play (&j->scene, j->locals, j->address);
}

/* Plays a scene in which one worker joins; gives what was logged. */
static char *
remote_play (struct joiner *j, const char *master_keys)
{
    char address[64];
    port_find (address);
    j->address = address;
    j->scene = (struct scene) {.joined = remote_joined,
                               .receive = remote_receive,
                               .alarm = remote_start,
                               .address = address,
                               .keys = master_keys};
    return logged (remote_scene, j);
}

/* A directory of keys below the test's own. */
static char *
keys_new (const char *name)
{
    struct problem problem = {0};
    struct text path;
    text_init (&path);
    text_print (&path, "%s/keys-%s", getenv ("TMPDIR"), name);
    assert_true (keys_make (text_view (&path), &problem));
    return text_take (&path);
}

static void
known_key_joins (void **state)
{
    (void) state;
    char *keys = keys_new ("one");
    struct joiner j = {.keys = keys, .hello = greeting};
    char *log = remote_play (&j, keys);
    assert_int_equal (j.scene.a, 42);
    assert_int_equal (j.scene.b, 1); /* it left with code 0 */
    assert_int_equal (j.scene.losses, 1);
    assert_null (strstr (log, "refuse"));
    memory_free (log);
    memory_free (keys);
}

/* Two that join, and call each other by what the master told them; or a local one
 * and one that joins. */
static void
pair_joined (struct scene *s, team *t, unsigned who)
{
    struct joiner *j = (struct joiner *) s;
    if (who == 1 && !j->locals) {
        j->first = j->pid;
        remote_start (s, t, 1);
    }
    turns_joined (s, t, who);
}

static void
pair_receive (struct scene *s, team *t, const struct message *m)
{
    const struct joiner *j = (struct joiner *) s;
    if (s->a + 1 < ROUNDS)
        turns_receive (s, t, m);
    else if (s->a++ < ROUNDS)
        for (unsigned who = 1 + j->locals; who <= 2; who++)
            send_number (t, who, TAG_LEAVE, 0);
}

/* Begins, or looks whether all who joined have ended. */
static void
pair_alarm (struct scene *s, team *t, uint64_t what)
{
    struct joiner *j = (struct joiner *) s;
    if (what == 1)
        remote_start (s, t, 1);
    else if (s->a == ROUNDS && waitpid (j->pid, NULL, WNOHANG) == j->pid) {
        if (j->first)
            assert_int_equal (waitpid (j->first, NULL, 0), j->first);
        team_finish (t);
    } else
        team_alarm (t, 50000000, 2);
}

static void
links_over_tcp (void **state)
{
    (void) state;
    char *keys = keys_new ("one"), address[64];
    for (unsigned locals = 0; locals < 2; locals++) {
        struct joiner j = {.keys = keys, .hello = greeting, .locals = locals};
        port_find (address);
        j.address = address;
        j.scene = (struct scene) {.joined = pair_joined,
                                  .receive = pair_receive,
                                  .alarm = pair_alarm,
                                  .address = address,
                                  .keys = keys};
        char *log = logged (remote_scene, &j);
        assert_int_equal (j.scene.a, ROUNDS);
        assert_in_range (passed_on (log), 1, ROUNDS / 2);
        assert_null (strstr (log, "refused"));
        memory_free (log);
    }
    memory_free (keys);
}

static void
unknown_key_is_refused (void **state)
{
    (void) state;
    char *keys = keys_new ("one"), *other = keys_new ("other");
    char from[512], to[512];
    struct key_pair pair;
    struct problem problem = {0};
    /* It knows the master, but the master does not know it. */
    snprintf (from, sizeof from, "%s/server.pub", keys);
    snprintf (to, sizeof to, "%s/server.pub", other);
    size_t size;
    char *data = text_file (from, &size);
    assert_true (text_save (to, data, size));
    memory_free (data);
    assert_true (keys_load (other, KEY_WORKER, &pair, &problem));
    struct joiner j = {.keys = other, .hello = greeting};
    char *log = remote_play (&j, keys);
    assert_int_equal (j.scene.members, 0);
    assert_int_equal (j.scene.b, 6); /* it left with code 5 */
    assert_non_null (strstr (log, "refused a worker from 127.0.0.1"));
    assert_non_null (strstr (log, pair.public_key));
    assert_non_null (strstr (log, "does not accept this worker's key"));
    memory_free (log);
    memory_free (other);
    memory_free (keys);
}

static void
other_greeting_is_refused (void **state)
{
    (void) state;
    char *keys = keys_new ("one");
    struct joiner j = {.keys = keys, .hello = "cohort test 2"};
    char *log = remote_play (&j, keys);
    assert_int_equal (j.scene.members, 0);
    assert_int_equal (j.scene.b, 6);
    assert_non_null (strstr (log, "worker: the master at"));
    assert_non_null (strstr (log, "\"cohort test 1\""));
    assert_non_null (strstr (log, "\"cohort test 2\""));
    memory_free (log);
    memory_free (keys);
}

static void
keys_are_private_and_stay (void **state)
{
    (void) state;
    struct problem problem = {0};
    struct key_pair one, two;
    struct stat status;
    char path[512];
    char *keys = keys_new ("two");
    assert_true (keys_load (keys, KEY_SERVER, &one, &problem));
    assert_true (keys_make (keys, &problem));
    assert_true (keys_load (keys, KEY_SERVER, &two, &problem));
    assert_string_equal (one.secret_key, two.secret_key);
    assert_false (keys_allowed (keys, one.public_key));
    assert_true (keys_load (keys, KEY_WORKER, &two, &problem));
    assert_true (keys_allowed (keys, two.public_key));
    snprintf (path, sizeof path, "%s/server.key", keys);
    assert_int_equal (stat (path, &status), 0);
    assert_int_equal (status.st_mode & 0777, 0600);
    char *shown = NULL;
    size_t size;
    FILE *out = open_memstream (&shown, &size);
    assert_true (keys_print (keys, out, &problem));
    fclose (out);
    assert_non_null (strstr (shown, one.public_key));
    assert_null (strstr (shown, one.secret_key));
    free (shown);
    assert_int_equal (problem.kind, PROBLEM_NONE);
    assert_int_equal (chmod (path, 0644), 0);
    assert_false (keys_load (keys, KEY_SERVER, &one, &problem));
    memory_free (keys);
}

int
main (int count, char **arguments)
{
    if (count == 4 && !strcmp (arguments[2], "--local"))
        return servant_main (arguments[3], NULL, greeting);
    if (count == 6 && !strcmp (arguments[2], "--remote"))
        return servant_main (arguments[3], arguments[4], arguments[5]);
    if (count == 2 && !strcmp (arguments[1], "master"))
        return master_main ();
    char directory[] = "/tmp/zmqtest-XXXXXX";
    if (!mkdtemp (directory))
        return 1;
    setenv ("TMPDIR", directory, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (echoes_keep_their_order),
        cmocka_unit_test (killed_worker_is_lost_and_replaced),
        cmocka_unit_test (cancel_ends_the_item),
        cmocka_unit_test (full_links_say_so),
        cmocka_unit_test (workers_reach_each_other),
        cmocka_unit_test (hub_steps_aside),
        cmocka_unit_test (links_keep_the_order),
        cmocka_unit_test (lost_ones_are_fenced_off),
        cmocka_unit_test (expelled_worker_ends),
        cmocka_unit_test (idle_team_sleeps),
        cmocka_unit_test (broken_program_is_a_problem),
        cmocka_unit_test (workers_die_with_their_master),
        cmocka_unit_test (keys_are_private_and_stay),
        cmocka_unit_test (known_key_joins),
        cmocka_unit_test (links_over_tcp),
        cmocka_unit_test (unknown_key_is_refused),
        cmocka_unit_test (other_greeting_is_refused),
    };
    int failed = cmocka_run_group_tests (tests, NULL, NULL);
    char command[64];
    snprintf (command, sizeof command, "rm -rf %s", directory);
    return system (command) || failed;
}
