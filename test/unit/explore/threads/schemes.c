/* schemes.c -- the token is not deceived: schedules that a run hardly ever
 * meets, played step by step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "explore/threads/schemes.h"
#include "model/model.h"

enum { RING = 3 };

struct play {
    generator *model;
    exploration *e;
    struct lane lane[RING];
    struct scheme s;
};

static void
play_init (struct play *p)
{
    static const char text[] = "cohort-model phil 2";
    struct problem problem = {0};
    struct explore_options o = {
        .search = "dfs", .threads = RING, .store = {.kind = "plain"}};
    memset (p, 0, sizeof *p);
    p->model = model_read (text, sizeof text - 1, "m", &problem);
    p->e = exploration_new (p->model, &o, &problem);
    for (unsigned i = 0; i < RING; i++)
        lane_init (&p->lane[i]);
    p->s.lane = p->lane;
    p->s.threads = RING;
    p->s.robbing = true;
    pthread_mutex_init (&p->s.end_lock, NULL);
    pthread_cond_init (&p->s.end_changed, NULL);
    thread_group_init (&p->s.thread_group, p->e, RING, NULL, 0);
}

static void
play_nothing (void *context, unsigned thread)
{
    (void) context;
    (void) thread;
}

static void
play_clear (struct play *p)
{
    thread_group_run (&p->s.thread_group, play_nothing, NULL);
    for (unsigned i = 0; i < RING; i++)
        lane_clear (&p->lane[i]);
    pthread_mutex_destroy (&p->s.end_lock);
    pthread_cond_destroy (&p->s.end_changed);
    exploration_free (p->e);
    p->model->class->free (p->model);
}

/* All are idle: the end must come within two rounds of the token. */
static void
play_to_the_end (struct play *p)
{
    for (unsigned i = 0; i < 3 * RING; i++)
        if (scheme_idle (&p->s, i % RING))
            return;
    fail_msg ("the token never comes back white");
}

static void
nothing_to_do_ends (void **state)
{
    (void) state;
    struct play p;
    play_init (&p);
    play_to_the_end (&p);
    play_clear (&p);
}

/* 1 passes the token, then takes the last state from 2, behind the token. */
static void
robbed_behind_the_token (void **state)
{
    (void) state;
    struct play p;
    struct scheme_task t = {0};
    play_init (&p);
    assert_true (lane_put (&p.lane[2], t, 1));
    assert_false (lane_put (&p.lane[2], t, 1));
    assert_false (scheme_idle (&p.s, 0));
    assert_false (scheme_idle (&p.s, 1));
    assert_true (lane_rob (&p.lane[2], &t));
    assert_false (scheme_idle (&p.s, 2));
    assert_int_equal (atomic_load (&p.s.holder), 0);
    assert_false (scheme_idle (&p.s, 0));
    play_to_the_end (&p);
    play_clear (&p);
}

/* 2 gives its state to 1, which has passed the token already. */
static void
given_behind_the_token (void **state)
{
    (void) state;
    struct play p;
    play_init (&p);
    assert_false (scheme_idle (&p.s, 0));
    assert_false (scheme_idle (&p.s, 1));
    lane_blacken (&p.lane[2]);
    lane_post (&p.lane[1], bytes_of ("state"));
    assert_false (scheme_idle (&p.s, 2));
    assert_false (scheme_idle (&p.s, 0));
    assert_false (scheme_idle (&p.s, 1)); /* it has mail, and keeps the token */
    assert_int_equal (atomic_load (&p.s.holder), 1);
    struct buffer mail;
    buffer_init (&mail);
    assert_true (lane_fetch (&p.lane[1], &mail));
    play_to_the_end (&p);
    buffer_clear (&mail);
    play_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (nothing_to_do_ends),
        cmocka_unit_test (robbed_behind_the_token),
        cmocka_unit_test (given_behind_the_token),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
