/* master.c -- what all masters do alike: losses, malformed messages, nobody there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "team/faults.h"
#include "team/master.h"
#include "team/transport/simulated.h"

enum { GO = 1, DONE, ODD, SECOND_NS = 1000000000 };

/* Hands out nothing but GO; is over when it has heard DONE so often. */
struct toy_master {
    struct master master;
    unsigned wanted, done, joined, turns;
    bool progress; /* DONE is */
    char reason[600];
};

struct toy_worker {
    bool go, odd;
};

static struct toy_master *
toy_of (member *m)
{
    return (struct toy_master *) m;
}

static void
toy_joined (member *self, struct peer *p)
{
    toy_of (self)->joined++;
    master_send (&toy_of (self)->master, p, GO, (struct bytes) {0});
}

static bool
toy_heard (member *self, struct peer *p, const struct message *message)
{
    struct toy_master *m = toy_of (self);
    assert_ptr_equal (p, master_find (&m->master, message->from));
    if (message->tag != DONE)
        return false;
    m->done++;
    if (m->progress)
        master_progress (&m->master);
    if (m->done == m->wanted)
        master_finish (&m->master);
    return true;
}

static bool
toy_lost (member *self, struct peer *p)
{
    assert_null (master_find (&toy_of (self)->master, p->who));
    return true;
}

static void
toy_turn (member *self)
{
    assert_false (toy_of (self)->master.over);
    toy_of (self)->turns++;
}

static void
toy_fail (member *self, const struct problem *problem)
{
    struct toy_master *m = toy_of (self);
    snprintf (m->reason, sizeof m->reason, "%s", problem->message);
    master_finish (&m->master);
}

static const struct master_class toy_class = {
    .worker = "toy",
    .peer_size = sizeof (struct peer),
    .joined = toy_joined,
    .heard = toy_heard,
    .lost = toy_lost,
    .turn = toy_turn,
    .fail = toy_fail,
};

static const struct member_class toy_master_class = {
    .receive = master_receive,
    .alarm = master_alarm,
    .joined = master_joined,
    .lost = master_lost,
};

static member *
toy_worker_new (void *odd)
{
    struct toy_worker *w = NEW (struct toy_worker);
    w->odd = odd != NULL;
    return (member *) w;
}

static void
toy_worker_free (member *w)
{
    memory_free (w);
}

static void
toy_worker_hear (member *w, team *t, const struct message *message)
{
    (void) t;
    ((struct toy_worker *) w)->go = message->tag == GO;
}

static bool
toy_work (member *self, team *t, uint64_t *units)
{
    struct toy_worker *w = (struct toy_worker *) self;
    if (!w->go)
        return false;
    *units = 1;
    w->go = false;
    team_send (t, TEAM_MASTER, w->odd ? ODD : DONE, (struct bytes) {0});
    return true;
}

static void
toy_alarm (member *w, team *t, uint64_t what)
{
    (void) w, (void) t, (void) what;
}

static const struct member_class toy_worker_class = {
    .receive = toy_worker_hear, .work = toy_work, .alarm = toy_alarm};

static bool
always (void *context)
{
    (void) context;
    return true;
}

static struct simulated_outcome
run (struct toy_master *m, const struct simulated_options *o, void *odd)
{
    struct simulated_outcome about = {0};
    struct problem problem = {0};
    struct master set = m->master;
    master_init (&m->master, &toy_class);
    m->master.replaces = set.replaces;
    m->master.patient = set.patient;
    simulated_run (o, &toy_master_class, (member *) m, &toy_worker_class,
                   toy_worker_new, toy_worker_free, odd, &about, &problem);
    master_clear (&m->master);
    return about;
}

static const struct simulated_options calm = {
    .members = 4, .delay_ns = 1000, .unit_ns_x1024 = 1024, .spawn = true};

static void
all_is_well (void **state)
{
    (void) state;
    struct toy_master m = {.wanted = 4};
    run (&m, &calm, NULL);
    assert_int_equal (m.done, 4);
    assert_true (m.turns >= 4);
    assert_string_equal (m.reason, "");
}

/* 10 more than there were, and no more than 3 are spawned in a second. */
static void
losses_end_it (void **state)
{
    (void) state;
    struct simulated_options o = calm;
    o.deadly = always;
    struct toy_master m = {.wanted = 1000, .master.replaces = true};
    struct simulated_outcome about = run (&m, &o, NULL);
    char expected[100];
    snprintf (expected, sizeof expected,
              "%zu toys in a row died and finished nothing",
              10 + m.master.most);
    assert_string_equal (m.reason, expected);
    assert_int_equal (m.master.lost, 10 + m.master.most);
    assert_true (about.end_ns >= (uint64_t) 2 * SECOND_NS);
    assert_true (about.end_ns < (uint64_t) 30 * SECOND_NS);
}

static void
nobody_is_waited_for (void **state)
{
    (void) state;
    struct simulated_options o = calm;
    o.deadly = always;
    struct toy_master m = {.wanted = 1000};
    struct simulated_outcome about = run (&m, &o, NULL);
    assert_string_equal (m.reason, "all toys are lost");
    assert_int_equal (m.joined, 4);
    assert_true (about.end_ns >= (uint64_t) 30 * SECOND_NS);
}

static void
malformed_is_expelled (void **state)
{
    (void) state;
    struct toy_master m = {.wanted = 1, .master.replaces = true};
    run (&m, &calm, &m);
    assert_int_equal (m.done, 0);
    assert_int_equal (m.master.lost, 10 + m.master.most);
}

static void
faults_have_names (void **state)
{
    (void) state;
    struct faults none = {0}, f = faults_of ("lost-to-living");
    assert_true (f.lost_to_living && !f.fence);
    f = faults_of (NULL);
    assert_memory_equal (&f, &none, sizeof f);
    f = faults_of ("lost_to_living");
    assert_memory_equal (&f, &none, sizeof f);
    f = faults_of ("fenc");
    assert_memory_equal (&f, &none, sizeof f);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (all_is_well),
        cmocka_unit_test (losses_end_it),
        cmocka_unit_test (nobody_is_waited_for),
        cmocka_unit_test (malformed_is_expelled),
        cmocka_unit_test (faults_have_names),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
