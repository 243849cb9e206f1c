/* async.c -- tests of what a search without layers is made of: its end by four
 * counters, the order of what is open, files for states.  The search itself is
 * tested in test/sim/async.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explore/async/internal.h"
#include "explore/async/open.h"
#include "explore/async/transfer.h"
#include "model/model.h"
#include "explore/members/owner.h"
#include "team/team_internal.h"

/* ---- the end: a master whose members are played by hand */

struct stage {
    struct team team;
    member *master;
    uint64_t wave; /* the last that was asked for */
    bool asked, sums, over;
};

static bool
stage_send (team *t, unsigned to, uint32_t tag, struct bytes body)
{
    struct stage *s = (struct stage *) t;
    struct reader r;
    (void) to;
    reader_init (&r, body);
    if (tag == ASYNC_COUNT) {
        s->wave = reader_uint (&r);
        s->asked = true;
    }
    s->sums |= tag == ASYNC_REPORT;
    return true;
}

static void
stage_finish (team *t)
{
    ((struct stage *) t)->over = true;
}

static void
stage_expel (team *t, unsigned who)
{
    (void) t;
    (void) who;
    fail ();
}

static const struct team_class stage_class = {
    .send = stage_send, .finish = stage_finish, .expel = stage_expel};

static void
stage_say (struct stage *s, unsigned from, uint32_t tag, struct buffer *b)
{
    struct message m = {.from = from, .tag = tag, .body = buffer_view (b)};
    async_master_class.receive (s->master, &s->team, &m);
    buffer_clear (b);
}

static void
say_idle (struct stage *s, unsigned from, uint64_t sent, uint64_t got)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, sent);
    buffer_uint (&b, got);
    stage_say (s, from, ASYNC_IDLE, &b);
}

static void
say_counted (struct stage *s, unsigned from, bool idle, uint64_t sent,
             uint64_t got)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, s->wave);
    buffer_byte (&b, idle);
    buffer_uint (&b, sent);
    buffer_uint (&b, got);
    stage_say (s, from, ASYNC_COUNTED, &b);
}

static void
stage_init (struct stage *s, const char *broken)
{
    struct members_options o = {.program = bytes_of ("none"),
                                .members = 3,
                                .threads = 1,
                                .store = "tree",
                                .broken = broken};
    *s = (struct stage) {.team = {&stage_class, TEAM_MASTER},
                         .master = async_master_new (&o)};
    for (unsigned who = 1; who <= 3; who++)
        async_master_class.joined (s->master, &s->team, who);
    for (unsigned who = 1; who <= 3; who++) {
        struct buffer b;
        buffer_init (&b);
        buffer_byte (&b, 1);
        stage_say (s, who, ASYNC_READY, &b);
    }
}

/* The first wave meets a message of 1 to 2 that is under way when 2 answers,
 * and one of 2 to 3 that 2 sends later and 3 gets before it answers: sent
 * equals received, all are idle, and 2 is at work all the same. */
static void
stage_play (struct stage *s)
{
    say_idle (s, 2, 0, 0);
    say_idle (s, 3, 0, 0);
    say_idle (s, 1, 0, 0);
    assert_true (s->asked);
    s->asked = false;
    say_counted (s, 2, true, 0, 0);
    say_counted (s, 1, true, 1, 0);
    say_counted (s, 3, true, 0, 1);
}

static void
one_wave_is_not_enough (void **state)
{
    (void) state;
    struct stage s;
    stage_init (&s, NULL);
    stage_play (&s);
    assert_true (s.asked && !s.sums);
    s.asked = false;
    /* Idle again, sums equal, but more than before. */
    say_counted (&s, 1, true, 1, 1);
    say_counted (&s, 2, true, 2, 1);
    say_counted (&s, 3, true, 0, 1);
    assert_true (s.asked && !s.sums);
    s.asked = false;
    say_counted (&s, 1, true, 1, 1);
    say_counted (&s, 2, true, 2, 1);
    say_counted (&s, 3, true, 0, 1);
    assert_true (s.sums && !s.over);
    async_master_free (s.master);
    /* The twin does not see it. */
    stage_init (&s, "wave");
    stage_play (&s);
    assert_true (s.sums);
    async_master_free (s.master);
}

static void
work_and_messages_keep_it_going (void **state)
{
    (void) state;
    struct stage s;
    stage_init (&s, NULL);
    say_idle (&s, 1, 1, 0);
    say_idle (&s, 2, 0, 0);
    say_idle (&s, 3, 0, 0);
    assert_false (s.asked); /* a message is under way */
    say_idle (&s, 3, 0, 1);
    assert_true (s.asked);
    s.asked = false;
    say_counted (&s, 1, true, 1, 0);
    say_counted (&s, 2, true, 0, 0);
    say_counted (&s, 3, false, 0, 1);
    assert_false (s.asked || s.sums);
    say_idle (&s, 3, 1, 1);
    assert_false (s.asked);
    say_idle (&s, 2, 0, 1);
    assert_true (s.asked);
    /* Whoever is lost takes states along. */
    async_master_class.lost (s.master, &s.team, 2);
    assert_true (s.over && !s.sums);
    assert_int_equal (async_result (s.master)->end, EXPLORE_FAILED);
    async_master_free (s.master);
}

/* ---- what is open */

static void
open_has_its_order (void **state)
{
    (void) state;
    static const uint32_t depth[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7};
    enum { COUNT = sizeof depth / sizeof *depth };
    for (int order = OPEN_SHALLOW; order <= OPEN_NEAR; order++) {
        struct async_open o = {.order = (enum open_order) order};
        for (unsigned i = 0; i < COUNT; i++) {
            struct guest g = {.mini = {.depth = depth[i], .estimate = depth[i]},
                              .position = i};
            if (i % 2)
                async_open_guest (&o, &g);
            else
                async_open_node (&o, i, depth[i], depth[i]);
        }
        unsigned last = COUNT;
        for (unsigned n = 0; n < COUNT; n++) {
            struct guest g;
            uint64_t node;
            enum async_next next = async_open_next (&o, &node, &g);
            assert_int_not_equal (next, ASYNC_NONE);
            unsigned i = (unsigned) (next == ASYNC_GUEST ? g.position : node);
            assert_true (i < COUNT && i % 2 == (next == ASYNC_GUEST));
            if (n && order == OPEN_DEEP)
                assert_true (depth[i] <= depth[last]);
            else if (n)
                assert_true (depth[i] >= depth[last]);
            /* Breadth first: as they came; else the latest first. */
            if (n && depth[i] == depth[last])
                assert_true ((i > last) == (order == OPEN_SHALLOW));
            last = i;
        }
        async_open_clear (&o);
    }
}

/* ---- files */

static void
files_give_what_was_written (void **state)
{
    (void) state;
    struct problem p = {0};
    char *dir = transfers_make ("/tmp", false, &p);
    assert_non_null (dir);
    transfer *one = transfer_new (dir, 7, 1), *two = transfer_new (dir, 7, 2);
    uint64_t at[2];
    struct buffer b;
    buffer_init (&b);
    assert_true (transfer_append (one, 2, bytes_of ("first"), &at[0], &p));
    assert_true (transfer_append (one, 2, bytes_of ("second"), &at[1], &p));
    assert_true (transfer_read (two, 1, at[1], 6, &b, &p));
    assert_true (transfer_read (two, 1, at[0], 5, &b, &p));
    assert_true (bytes_equal (buffer_view (&b), bytes_of ("secondfirst")));
    assert_int_equal (transfer_bytes (one), 11);
    /* Behind its end, and from one who wrote nothing. */
    assert_false (transfer_read (two, 1, at[1], 7, &b, &p));
    assert_int_equal (p.kind, PROBLEM_RESOURCE);
    p = (struct problem) {0};
    assert_false (transfer_read (two, 3, 0, 1, &b, &p));
    /* What was read may be forgotten; positions stay. */
    transfer_forget (one);
    p = (struct problem) {0};
    assert_true (transfer_append (one, 2, bytes_of ("third"), &at[0], &p));
    assert_int_equal (at[0], 11);
    buffer_reset (&b);
    assert_true (transfer_read (two, 1, at[0], 5, &b, &p));
    assert_true (bytes_equal (buffer_view (&b), bytes_of ("third")));
    /* They stay when the sender goes, until their epoch is over. */
    transfer_free (one);
    transfers_clean (dir, 7);
    assert_true (transfer_read (two, 1, at[0], 5, &b, &p));
    transfers_clean (dir, 8);
    transfer_free (two);
    two = transfer_new (dir, 7, 2);
    assert_false (transfer_read (two, 1, at[0], 5, &b, &p));
    transfer_free (two);
    buffer_clear (&b);
    char *name = memory_string (dir);
    transfers_drop (dir);
    assert_int_not_equal (access (name, F_OK), 0);
    memory_free (name);
}

/* What was read takes no room any more, where the file system can do that. */
static void
forgotten_files_give_room (void **state)
{
    (void) state;
    enum { LARGE = 1 << 20 };
    struct problem p = {0};
    struct stat before, after;
    uint64_t at;
    char *dir = transfers_make ("/tmp", false, &p), name[PATH_MAX];
    assert_non_null (dir);
    transfer *one = transfer_new (dir, 7, 1);
    uint8_t *batch = NEW_ARRAY (uint8_t, LARGE);
    assert_true (
        transfer_append (one, 2, (struct bytes) {batch, LARGE}, &at, &p));
    snprintf (name, sizeof name, "%s/7-1-2", dir);
    assert_int_equal (stat (name, &before), 0);
    transfer_forget (one);
    assert_int_equal (stat (name, &after), 0);
    assert_true (before.st_blocks >= LARGE / 512);
    assert_true (after.st_blocks < before.st_blocks / 2);
    memory_free (batch);
    transfer_free (one);
    transfers_drop (dir);
}

/* ---- owners by slices */

static void
slices_go_round (void **state)
{
    (void) state;
    static const unsigned numbers[] = {1, 2, 3};
    struct async_worker m = {.setup = {.slice = 2}};
    struct bytes none = {0};
    owners_init (&m.owners, numbers, 3);
    for (uint64_t n = 0; n < 24; n++) {
        struct async_mini deep = {.depth = n}, near = {.estimate = (int64_t) n};
        m.setup.partition = PARTITION_DEPTH;
        assert_int_equal (async_owner (&m, none, &deep), n / 2 % 3);
        m.setup.partition = PARTITION_ESTIMATE;
        assert_int_equal (async_owner (&m, none, &near), n / 2 % 3);
    }
    owners_clear (&m.owners);
}

/* ---- owners by a part of the state */

static void
parts_tell_owners (void **state)
{
    (void) state;
    static const unsigned numbers[] = {1, 2, 3};
    struct problem p = {0};
    const char *line = "cohort-model bakery 2 5";
    generator *g = model_read (line, strlen (line), "model", &p);
    struct owners o;
    owners_init (&o, numbers, 3);
    /* Bytes 0 and 3: where the processes are; 2 and 5: their numbers. */
    uint8_t a[7] = {0}, b[7] = {0};
    struct bytes x = {a, sizeof a}, y = {b, sizeof b};
    b[0] = 5 << 3;
    owners_use (&o, PARTITION_HEAP, 0, g);
    assert_int_equal (owners_partition (&o, x, digest_of (x)),
                      owners_partition (&o, y, digest_of (y)));
    owners_use (&o, PARTITION_STACKS, 0, g);
    assert_int_not_equal (owners_partition (&o, x, digest_of (x)),
                          owners_partition (&o, y, digest_of (y)));
    b[0] = 0;
    b[2] = 4;
    assert_int_equal (owners_partition (&o, x, digest_of (x)),
                      owners_partition (&o, y, digest_of (y)));
    /* By the first process: what the second does changes nothing. */
    b[2] = 0;
    b[3] = 5 << 3;
    b[5] = 4;
    owners_use (&o, PARTITION_THREADS, 1, g);
    assert_int_equal (owners_partition (&o, x, digest_of (x)),
                      owners_partition (&o, y, digest_of (y)));
    owners_use (&o, PARTITION_THREADS, 2, g);
    assert_int_not_equal (owners_partition (&o, x, digest_of (x)),
                          owners_partition (&o, y, digest_of (y)));
    owners_use (&o, PARTITION_HASH, 0, g);
    assert_null (o.generator);
    owners_clear (&o);
    g->class->free (g);
}

/* The same nodes in memory and in a file; more than its cache holds. */
static void
nodes_stay_what_they_are (void **state)
{
    (void) state;
    enum { MANY = 300000 };
    for (int i = 0; i < 2; i++) {
        struct async_nodes nodes;
        struct async_node n = {0};
        assert_true (async_nodes_init (
            &nodes, &(struct store_options) {.kind = i ? "disk" : "tree",
                                             .memory_bytes = 16 << 20}));
        for (uint32_t j = 0; j < MANY; j++) {
            n = (struct async_node) {j + 1, j / 2, j % 3, j % 7, j % 1000};
            assert_true (async_nodes_add (&nodes, &n));
        }
        assert_int_equal (nodes.size, MANY);
        assert_int_equal (nodes.deepest, 999);
        for (uint32_t j = 0; j < MANY; j += 1000) {
            n = (struct async_node) {j, j, 1, 2, 3};
            assert_true (async_nodes_write (&nodes, j, &n));
        }
        for (uint32_t j = MANY; j-- > 0;) {
            assert_true (async_nodes_read (&nodes, j, &n));
            assert_int_equal (n.state, j % 1000 ? j + 1 : j);
            assert_int_equal (n.choice, j % 1000 ? j % 7 : 2);
        }
        assert_int_equal (async_nodes_bytes (&nodes) < 2 << 20, i);
        async_nodes_clear (&nodes);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (nodes_stay_what_they_are),
        cmocka_unit_test (one_wave_is_not_enough),
        cmocka_unit_test (work_and_messages_keep_it_going),
        cmocka_unit_test (open_has_its_order),
        cmocka_unit_test (files_give_what_was_written),
        cmocka_unit_test (parts_tell_owners),
        cmocka_unit_test (forgotten_files_give_room),
        cmocka_unit_test (slices_go_round),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
