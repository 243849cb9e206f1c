/* simulated.c -- tests of team/transport/simulated.h: what every transport promises, and
 * that a seed is a run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "team/transport/simulated.h"

/* A master that has `jobs` numbers squared.  It hands out two at a time to each
 * worker and takes back what lost workers held.  The worker answers with the
 * number, its square, and a serial number that checks the order of its link. */
enum { TAG_JOB, TAG_ANSWER, TAG_LEAVE };
enum { MOST_WORKERS = 2048, ALARM_LATE = 7 };

struct squarer {
    struct VEC (uint64_t) queue;
    uint64_t serial, heard;
    bool cancelled;
};

struct boss {
    unsigned jobs, done;
    uint8_t *state; /* of a job: 0 open, 1 handed out, 2 done */
    unsigned *holder;
    size_t body;                   /* extra bytes in each job */
    uint64_t serial[MOST_WORKERS]; /* last one received */
    uint64_t sent[MOST_WORKERS];
    unsigned held[MOST_WORKERS];
    bool alive[MOST_WORKERS], ever[MOST_WORKERS];
    unsigned lost, refused, writable, expel_after, leaver;
    bool respawn, cancels, faulty, idle, leaves;
    struct digest trace; /* of all that was heard, in order */
};

static void
boss_note (struct boss *b, team *t, uint64_t kind, uint64_t a, uint64_t c)
{
    uint64_t line[4] = {team_now (t), kind, a, c};
    b->trace =
        digest_chain (b->trace, (struct bytes) {(uint8_t *) line, sizeof line});
}

static void
boss_hand_out (struct boss *b, team *t)
{
    if (b->idle)
        return;
    for (unsigned who = 1; who < MOST_WORKERS; who++) {
        if (who == b->leaver)
            continue;
        for (unsigned j = 0; b->alive[who] && b->held[who] < 2; j++) {
            while (j < b->jobs && b->state[j])
                j++;
            if (j == b->jobs)
                return;
            struct buffer out;
            buffer_init (&out);
            buffer_uint (&out, b->sent[who] + 1);
            buffer_uint (&out, j);
            for (size_t i = 0; i < b->body; i++)
                buffer_byte (&out, (uint8_t) i);
            if (!team_send (t, who, TAG_JOB, buffer_view (&out))) {
                b->refused++;
                buffer_clear (&out);
                break;
            }
            buffer_clear (&out);
            b->sent[who]++;
            b->held[who]++;
            b->state[j] = 1;
            b->holder[j] = who;
        }
    }
}

static void
boss_receive (member *m, team *t, const struct message *message)
{
    struct boss *b = (struct boss *) m;
    unsigned who = message->from;
    b->faulty |= !b->alive[who] || message->tag != TAG_ANSWER;
    struct reader in;
    reader_init (&in, message->body);
    uint64_t serial = reader_uint (&in);
    uint64_t job = reader_uint (&in);
    b->faulty |= serial != b->serial[who] + 1;
    b->faulty |= reader_uint (&in) != job * job || !reader_done (&in);
    b->serial[who] = serial;
    boss_note (b, t, 1, who, job);
    if (b->state[job] == 2)
        return;
    b->faulty |= b->state[job] != 1 || b->holder[job] != who;
    b->state[job] = 2;
    b->held[who]--;
    if (++b->done == b->jobs) {
        team_finish (t);
        return;
    }
    if (b->cancels && job % 5 == 0)
        team_cancel (t, who);
    bool end = b->expel_after && !--b->expel_after;
    if (end && b->leaves) {
        b->leaver = who;
        b->faulty |= !team_send (t, who, TAG_LEAVE, (struct bytes) {0});
    } else if (end)
        team_expel (t, who);
    else
        boss_hand_out (b, t);
}

static void
boss_alarm (member *m, team *t, uint64_t what)
{
    struct boss *b = (struct boss *) m;
    boss_note (b, t, 2, what, 0);
    if (what == TEAM_WRITABLE) {
        b->writable++;
        boss_hand_out (b, t);
    } else
        team_alarm (t, 1000000, what);
}

static void
boss_joined (member *m, team *t, unsigned who)
{
    struct boss *b = (struct boss *) m;
    boss_note (b, t, 3, who, 0);
    b->faulty |= b->ever[who];
    b->ever[who] = b->alive[who] = true;
    boss_hand_out (b, t);
    if (b->idle)
        team_alarm (t, 1000000, ALARM_LATE);
}

static void
boss_lost (member *m, team *t, unsigned who)
{
    struct boss *b = (struct boss *) m;
    boss_note (b, t, 4, who, 0);
    b->faulty |= !b->alive[who];
    b->alive[who] = false;
    b->lost++;
    b->held[who] = 0;
    for (unsigned j = 0; j < b->jobs; j++)
        if (b->state[j] == 1 && b->holder[j] == who)
            b->state[j] = 0;
    b->faulty |= team_send (t, who, TAG_JOB, (struct bytes) {0});
    if (b->respawn)
        b->faulty |= !team_spawn (t);
    boss_hand_out (b, t);
}

static const struct member_class boss_class = {
    .receive = boss_receive,
    .alarm = boss_alarm,
    .joined = boss_joined,
    .lost = boss_lost,
};

static bool
squarer_work (member *m, team *t, uint64_t *units)
{
    struct squarer *s = (struct squarer *) m;
    if (!s->queue.size)
        return false;
    *units = 1000 + s->queue.at[0] % 7 * 100;
    if (s->cancelled) { /* the item stays */
        s->cancelled = false;
        return true;
    }
    struct buffer out;
    buffer_init (&out);
    buffer_uint (&out, ++s->serial);
    buffer_uint (&out, s->queue.at[0]);
    buffer_uint (&out, s->queue.at[0] * s->queue.at[0]);
    assert_true (team_send (t, TEAM_MASTER, TAG_ANSWER, buffer_view (&out)));
    buffer_clear (&out);
    memmove (s->queue.at, s->queue.at + 1, --s->queue.size * sizeof (uint64_t));
    return true;
}

static void
squarer_receive (member *m, team *t, const struct message *message)
{
    struct squarer *s = (struct squarer *) m;
    if (message->tag == TAG_LEAVE) {
        uint64_t units;
        while (squarer_work (m, t, &units))
            ;
        team_finish (t);
        return;
    }
    struct reader in;
    reader_init (&in, message->body);
    assert_int_equal (reader_uint (&in), ++s->heard);
    VEC_PUSH (s->queue, reader_uint (&in));
}

static void
squarer_cancel (member *m)
{
    ((struct squarer *) m)->cancelled = true;
}

static const struct member_class squarer_class = {
    .receive = squarer_receive,
    .work = squarer_work,
    .cancel = squarer_cancel,
};

static member *
squarer_make (void *context)
{
    ++*(int *) context;
    return (member *) NEW (struct squarer);
}

static void
squarer_drop (member *m)
{
    VEC_CLEAR (((struct squarer *) m)->queue);
    memory_free (m);
}

static struct simulated_options
calm (uint64_t seed)
{
    return (struct simulated_options) {.seed = seed,
                                       .members = 4,
                                       .delay_ns = 10000,
                                       .jitter_ns = 30000,
                                       .unit_ns_x1024 = 10240};
}

static bool
boss_run (struct boss *b, const struct simulated_options *o,
          struct simulated_outcome *outcome)
{
    struct problem problem = {0};
    int made = 0;
    b->state = NEW_ARRAY (uint8_t, b->jobs + 1);
    b->holder = NEW_ARRAY (unsigned, b->jobs + 1);
    bool done =
        simulated_run (o, &boss_class, (member *) b, &squarer_class,
                       squarer_make, squarer_drop, &made, outcome, &problem);
    memory_free (b->state);
    memory_free (b->holder);
    assert_false (b->faulty);
    assert_int_equal (done, problem.kind == PROBLEM_NONE);
    if (!done)
        assert_non_null (strstr (problem.message, "the team came to rest"));
    return done;
}

static void
calm_team_answers_all (void **state)
{
    (void) state;
    static struct boss b;
    b = (struct boss) {.jobs = 500};
    struct simulated_outcome outcome;
    struct simulated_options o = calm (1);
    assert_true (boss_run (&b, &o, &outcome));
    assert_int_equal (b.done, 500);
    assert_int_equal (outcome.joined, 4);
    assert_int_equal (outcome.messages, 1000);
    assert_int_equal (b.lost, 0);
    /* Four workers share it: between a quarter and all of the work. */
    assert_true (outcome.end_ns > outcome.busy_ns / 4);
    assert_true (outcome.end_ns < outcome.busy_ns);
}

static void
same_seed_same_run (void **state)
{
    (void) state;
    static struct boss b;
    struct digest traces[2][2];
    for (unsigned i = 0; i < 4; i++) {
        b = (struct boss) {.jobs = 300, .cancels = true, .respawn = true};
        struct simulated_options o = calm (i / 2);
        o.crash_percent = o.suspect_percent = o.late_percent = 40;
        o.slow_percent = 20;
        o.spawn = true;
        struct simulated_outcome outcome;
        assert_true (boss_run (&b, &o, &outcome));
        traces[i / 2][i % 2] = b.trace;
    }
    assert_true (digest_equal (traces[0][0], traces[0][1]));
    assert_true (digest_equal (traces[1][0], traces[1][1]));
    assert_false (digest_equal (traces[0][0], traces[1][0]));
}

/* Order, fencing and joins are checked by the master at each message. */
static void
misfortunes_leave_answers_whole (void **state)
{
    (void) state;
    static struct boss b;
    unsigned crashed = 0, suspected = 0, refused = 0, writable = 0, lost = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        b = (struct boss) {.jobs = 100,
                           .cancels = seed % 2,
                           .respawn = seed % 3 == 0,
                           .body = seed % 5 ? 0 : 3000};
        struct simulated_options o = calm (seed);
        o.members = 1 + (unsigned) seed % 9;
        o.crash_percent = (unsigned) seed % 101;
        o.suspect_percent = (unsigned) (seed * 7) % 101;
        o.late_percent = 30;
        o.slow_percent = 30;
        o.spawn = b.respawn;
        struct simulated_outcome outcome;
        assert_true (boss_run (&b, &o, &outcome));
        assert_int_equal (b.done, 100);
        crashed += outcome.crashed;
        suspected += outcome.suspected;
        refused += b.refused;
        writable += b.writable;
        lost += b.lost;
    }
    assert_true (crashed > 50 && suspected > 50);
    assert_true (lost > 100 && lost <= crashed + suspected);
    assert_true (refused > 0 && writable > 0);
}

static void
expelled_is_lost_at_once (void **state)
{
    (void) state;
    static struct boss b;
    b = (struct boss) {.jobs = 200, .expel_after = 20};
    struct simulated_options o = calm (3);
    struct simulated_outcome outcome;
    assert_true (boss_run (&b, &o, &outcome));
    assert_int_equal (b.lost, 1);
    assert_int_equal (outcome.crashed, 0);
}

/* One that leaves is lost too, but not what it had sent: nothing is done
 * twice. */
static void
leaver_is_heard_out (void **state)
{
    (void) state;
    static struct boss b;
    for (uint64_t seed = 0; seed < 20; seed++) {
        b = (struct boss) {.jobs = 200, .expel_after = 20, .leaves = true};
        struct simulated_options o = calm (seed);
        struct simulated_outcome outcome;
        assert_true (boss_run (&b, &o, &outcome));
        assert_int_equal (b.lost, 1);
        uint64_t sent = 0;
        for (unsigned i = 0; i < MOST_WORKERS; i++)
            sent += b.sent[i];
        assert_int_equal (sent, 200);
    }
}

static void
rest_is_a_problem (void **state)
{
    (void) state;
    static struct boss b;
    struct simulated_outcome outcome;
    struct simulated_options o = calm (3);
    b = (struct boss) {.jobs = 5, .idle = true}; /* alarms for ever */
    assert_false (boss_run (&b, &o, &outcome));
    o.members = 1;
    b = (struct boss) {.jobs = 5, .respawn = false};
    b.expel_after = 1; /* nobody left */
    assert_false (boss_run (&b, &o, &outcome));
    assert_int_equal (b.lost, 1);
}

static void
large_teams_are_quick (void **state)
{
    (void) state;
    static struct boss b;
    b = (struct boss) {.jobs = 20000};
    struct simulated_options o = calm (11);
    o.members = 400;
    struct simulated_outcome outcome;
    assert_true (boss_run (&b, &o, &outcome));
    assert_true (outcome.end_ns < outcome.busy_ns / 100);
}

/* ---- workers that talk to each other */

enum { TAG_GO = 10, TAG_WORD, TAG_DONE, TAG_PING };
enum { TALKERS = 4, WORDS = 50 };

struct talker {
    uint64_t heard[MOST_WORKERS], all;
};

static void
talker_receive (member *m, team *t, const struct message *message)
{
    struct talker *k = (struct talker *) m;
    struct reader in;
    reader_init (&in, message->body);
    uint64_t number = reader_uint (&in);
    if (message->tag == TAG_GO) {
        for (uint64_t i = 0; i < WORDS; i++)
            for (unsigned who = 1; who <= TALKERS + 1; who++) {
                struct buffer out;
                buffer_init (&out);
                buffer_uint (&out, i + 1);
                /* The last one is nobody; sending never fails. */
                if (who != team_self (t))
                    assert_true (
                        team_send (t, who, TAG_WORD, buffer_view (&out)));
                buffer_clear (&out);
            }
    } else if (message->tag == TAG_WORD) {
        /* Of one that is lost, some may be missing. */
        assert_true (number > k->heard[message->from]);
        k->heard[message->from] = number;
        if (++k->all == WORDS * (TALKERS - 1))
            assert_true (
                team_send (t, TEAM_MASTER, TAG_DONE, (struct bytes) {0}));
    } else
        assert_true (team_send (t, TEAM_MASTER, TAG_PING, (struct bytes) {0}));
}

static const struct member_class talker_class = {.receive = talker_receive};

static member *
talker_make (void *context)
{
    (void) context;
    return (member *) NEW (struct talker);
}

static void
talker_drop (member *m)
{
    memory_free (m);
}

struct chair {
    unsigned joined, done, lost;
};

static void
chair_receive (member *m, team *t, const struct message *message)
{
    struct chair *c = (struct chair *) m;
    c->done += message->tag == TAG_DONE;
    if (c->done == TALKERS || message->tag == TAG_PING)
        team_finish (t);
}

static void
chair_joined (member *m, team *t, unsigned who)
{
    struct chair *c = (struct chair *) m;
    (void) who;
    if (++c->joined == TALKERS)
        for (unsigned i = 1; i <= TALKERS; i++)
            team_send (t, i, TAG_GO, (struct bytes) {0});
}

static void
chair_lost (member *m, team *t, unsigned who)
{
    struct chair *c = (struct chair *) m;
    (void) who;
    c->lost++;
    for (unsigned i = 1; i <= TALKERS; i++)
        team_send (t, i, TAG_PING, (struct bytes) {0});
}

static const struct member_class chair_class = {
    .receive = chair_receive,
    .joined = chair_joined,
    .lost = chair_lost,
};

static void
workers_reach_each_other (void **state)
{
    (void) state;
    unsigned lost = 0, whole = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct chair c = {0};
        struct simulated_options o = calm (seed);
        if (seed % 2)
            o.crash_percent = o.suspect_percent = 50;
        struct simulated_outcome outcome;
        struct problem problem = {0};
        bool done =
            simulated_run (&o, &chair_class, (member *) &c, &talker_class,
                           talker_make, talker_drop, NULL, &outcome, &problem);
        lost += c.lost;
        whole += c.done == TALKERS;
        /* With all there, each word arrives, in order. */
        assert_true (done);
        assert_true (c.lost || c.done == TALKERS);
    }
    assert_true (lost > 20 && whole >= 100);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (calm_team_answers_all),
        cmocka_unit_test (same_seed_same_run),
        cmocka_unit_test (misfortunes_leave_answers_whole),
        cmocka_unit_test (expelled_is_lost_at_once),
        cmocka_unit_test (leaver_is_heard_out),
        cmocka_unit_test (rest_is_a_problem),
        cmocka_unit_test (large_teams_are_quick),
        cmocka_unit_test (workers_reach_each_other),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
