/* master.c -- the master of the paper's protocol, hand-fed: which nodes it gives to
 * whom.  That its results are right under any schedule is for test/sim/paper.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cegar/abstraction/cube.h"
#include "cegar/paper/internal.h"
#include "cegar/paper/paper.h"
#include "sim/subject.h"
#include "team/team_internal.h"

static const char counter[] =
    "(set-logic HORN)\n(declare-fun at (Int) Bool)\n"
    "(declare-fun there (Int) Bool)\n"
    "(assert (forall ((x Int)) (=> (= x 0) (at x))))\n"
    "(assert (forall ((x Int) (y Int))\n"
    "  (=> (and (at x) (= y (+ x 1))) (there y))))\n"
    "(assert (forall ((x Int)) (=> (and (at x) (< x 0)) false)))\n"
    "(check-sat)\n";

/* What the master has sent, and whom it has expelled. */
struct heard {
    struct team team;
    unsigned nodes;       /* DO_NODE so far */
    unsigned to;          /* of the last one */
    uint64_t round, node; /* as well */
    unsigned expelled;
    bool finished;
};

static bool
heard_send (team *t, unsigned to, uint32_t tag, struct bytes body)
{
    struct heard *h = (struct heard *) t;
    struct reader r;
    if (tag != PAPER_DO_NODE)
        return true;
    reader_init (&r, body);
    h->nodes++;
    h->to = to;
    h->round = reader_uint (&r);
    h->node = reader_uint (&r);
    assert_false (r.failed);
    return true;
}

static void
heard_cancel (team *t, unsigned to)
{
    (void) t;
    (void) to;
}

static void
heard_alarm (team *t, uint64_t after_ns, uint64_t what)
{
    (void) t;
    (void) after_ns;
    (void) what;
}

static uint64_t
heard_now (const team *t)
{
    (void) t;
    return 1;
}

static void
heard_expel (team *t, unsigned who)
{
    (void) who;
    ((struct heard *) t)->expelled++;
}

static bool
heard_spawn (team *t)
{
    (void) t;
    return false;
}

static void
heard_finish (team *t)
{
    ((struct heard *) t)->finished = true;
}

static const struct team_class heard_class = {.send = heard_send,
                                              .cancel = heard_cancel,
                                              .alarm = heard_alarm,
                                              .now = heard_now,
                                              .expel = heard_expel,
                                              .spawn = heard_spawn,
                                              .finish = heard_finish};

struct scene {
    struct subject subject;
    struct heard heard;
    struct paper_options paper;
    member *master;
    uint32_t begin, step, error; /* the transitions */
};

static void
scene_open (struct scene *s)
{
    static const char *const plainly[] = {
        "--preprocess=none", "--blocks=single", "--engine=cegar", NULL};
    *s = (struct scene) {.heard.team.class = &heard_class};
    assert_true (subject_open (&s->subject, "counter.smt2",
                               memory_string (counter), plainly));
    checking_paper (s->subject.work, &s->paper);
    const struct system *system = s->paper.system;
    assert_int_equal (system->transition.size, 3);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t from = system->transition.at[i].from;
        uint32_t to = system->transition.at[i].to;
        *(to == SYSTEM_ERROR     ? &s->error
          : from != SYSTEM_ENTRY ? &s->step
                                 : &s->begin) = i;
    }
    s->master = paper_master_new (&s->paper);
    for (unsigned who = 1; who <= 2; who++)
        paper_master_class.joined (s->master, &s->heard.team, who);
    assert_int_equal (s->heard.nodes, 0);
}

static void
scene_close (struct scene *s)
{
    assert_int_equal (s->heard.expelled, 0);
    paper_master_free (s->master);
    subject_close (&s->subject);
}

static void
ask (struct scene *s, unsigned who)
{
    struct message m = {.from = who, .tag = PAPER_ASK};
    paper_master_class.receive (s->master, &s->heard.team, &m);
}

/* In a round without predicates. */
static void
reached (struct scene *s, unsigned who, uint64_t round, uint64_t from,
         uint32_t transition)
{
    struct buffer b;
    uint64_t none = 0;
    buffer_init (&b);
    buffer_uint (&b, round);
    buffer_uint (&b, from);
    buffer_uint (&b, transition);
    cube_write (&b, &none, 0);
    struct message m = {who, PAPER_REACHED, buffer_view (&b)};
    paper_master_class.receive (s->master, &s->heard.team, &m);
    buffer_clear (&b);
}

static void
a_node_is_given_to_who_asks (void **state)
{
    (void) state;
    struct scene s;
    scene_open (&s);
    ask (&s, 1);
    assert_int_equal (s.heard.nodes, 1);
    assert_int_equal (s.heard.round, 1);
    assert_int_equal (s.heard.node, 0);
    reached (&s, 1, 1, 0, s.begin);
    ask (&s, 2);
    assert_int_equal (s.heard.nodes, 2);
    assert_int_equal (s.heard.to, 2);
    assert_int_equal (s.heard.node, 1);
    scene_close (&s);
}

/* Repair C: the bound is that of the shortest error; what lies at it, or beyond, is
 * for no one. */
static void
nothing_is_given_at_the_depth_of_an_error (void **state)
{
    (void) state;
    struct scene s;
    scene_open (&s);
    ask (&s, 1);
    reached (&s, 1, 1, 0, s.begin); /* node 1 */
    ask (&s, 1);
    assert_int_equal (s.heard.nodes, 2);
    assert_int_equal (s.heard.node, 1);
    reached (&s, 1, 1, 1, s.step);  /* node 2, at depth 2 */
    reached (&s, 1, 1, 1, s.error); /* at depth 2 as well */
    ask (&s, 2);
    assert_int_equal (s.heard.nodes, 2);
    scene_close (&s);
}

/* What was under way when a round ended changes nothing of the next one, and is no
 * fault of whoever sent it. */
static void
what_comes_from_a_round_before_is_dropped (void **state)
{
    (void) state;
    struct scene s;
    scene_open (&s);
    ask (&s, 1);
    reached (&s, 1, 0, 0, s.begin);
    ask (&s, 2);
    assert_int_equal (s.heard.nodes, 1); /* there is no second node */
    assert_int_equal (s.heard.expelled, 0);
    reached (&s, 1, 1, 0, s.begin);
    ask (&s, 2);
    assert_int_equal (s.heard.nodes, 2);
    scene_close (&s);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (a_node_is_given_to_who_asks),
        cmocka_unit_test (nothing_is_given_at_the_depth_of_an_error),
        cmocka_unit_test (what_comes_from_a_round_before_is_dropped),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
