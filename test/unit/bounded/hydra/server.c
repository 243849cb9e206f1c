/* server.c -- what hydra's server tells its clients: how often and at how many
 * sites to split, that what they hold is refuted, and what to confirm. */
#include "bounded/hydra/hydra.h"
#include "bounded/hydra/wire.h"
#include "team/team_internal.h"
#include "unit/bounded/passive_build.h"

/* ---- a team that keeps what the server says to each client */

enum { CLIENTS = 3, SPLIT_NS = 800, SLOW_DOWN = 20 };

struct said {
    uint64_t rate_ns, ways;
    unsigned partitions, claims, confirms, pop_answers;
    uint64_t decisions; /* of the last POP_ANSWER */
};

struct room {
    struct team team;
    struct said to[CLIENTS + 1];
    bool over;
};

static bool
room_send (team *t, unsigned to, uint32_t tag, struct bytes body)
{
    struct said *said = &((struct room *) t)->to[to];
    struct reader r;
    reader_init (&r, body);
    if (tag == HYDRA_RATE) {
        said->rate_ns = reader_uint (&r);
        said->ways = reader_uint (&r);
        assert_true (reader_done (&r));
    } else if (tag == HYDRA_POP_ANSWER) {
        said->pop_answers++;
        said->decisions = reader_uint (&r);
    }
    said->partitions += tag == HYDRA_PARTITION;
    said->claims += tag == HYDRA_CLAIM;
    said->confirms += tag == HYDRA_CONFIRM;
    return true;
}

static void
room_alarm (team *t, uint64_t after_ns, uint64_t what)
{
    (void) t, (void) after_ns, (void) what;
}

static uint64_t
room_now (const team *t)
{
    (void) t;
    return 1;
}

static void
room_expel (team *t, unsigned who)
{
    (void) t;
    fail_msg ("client %u is expelled", who);
}

static bool
room_spawn (team *t)
{
    (void) t;
    return false;
}

static void
room_finish (team *t)
{
    ((struct room *) t)->over = true;
}

static const struct team_class room_class = {.send = room_send,
                                             .alarm = room_alarm,
                                             .now = room_now,
                                             .expel = room_expel,
                                             .spawn = room_spawn,
                                             .finish = room_finish};

/* ---- the program: sites 1 to 3 are main's calls */

struct scene {
    struct passive_program passive;
    struct room room;
    member *server;
    struct partition whole;
};

static void
say (struct scene *s, unsigned who, uint32_t tag, const struct buffer *rest)
{
    struct buffer b;
    struct hydra_doings none = {0};
    buffer_init (&b);
    if (tag != HYDRA_GET_PARTITION)
        hydra_doings_write (&none, &b);
    if (rest)
        buffer_put (&b, rest->data, rest->size);
    struct message m = {who, tag, buffer_view (&b)};
    hydra_server_class.receive (s->server, &s->room.team, &m);
    buffer_clear (&b);
}

/* All clients have come and want something to do. */
static void
scene_begin (struct scene *s)
{
    *s = (struct scene) {.room.team.class = &room_class};
    make_figure (&s->passive, true);
    partition_init (&s->whole);
    for (uint32_t call = 0; call < 3; call++)
        VEC_PUSH (s->whole.site, ((struct site) {0, call}));
    struct hydra_options o = {
        .passive = &s->passive, .split_ns = SPLIT_NS, .slow_down = SLOW_DOWN};
    s->server = hydra_server_new (&o);
    for (unsigned who = 1; who <= CLIENTS; who++)
        hydra_server_class.joined (s->server, &s->room.team, who);
    for (unsigned who = 1; who <= CLIENTS; who++)
        say (s, who, HYDRA_GET_PARTITION, NULL);
}

static void
scene_end (struct scene *s)
{
    hydra_server_free (s->server);
    partition_clear (&s->whole);
    passive_clear (&s->passive);
}

/* The client splits the part with these decisions at one site more. */
static void
split (struct scene *s, unsigned who, struct chosen *chosen, size_t count)
{
    struct buffer b;
    buffer_init (&b);
    s->whole.chosen.size = 0;
    for (size_t i = 0; i < count; i++)
        VEC_PUSH (s->whole.chosen, chosen[i]);
    partition_write (&s->whole, &b);
    say (s, who, HYDRA_SEND_PARTITION, &b);
    buffer_clear (&b);
}

/* The client has refuted what it holds, and needed these decisions. */
static void
refuted (struct scene *s, unsigned who, uint32_t tag, struct chosen *chosen,
         size_t count)
{
    struct search_answer a = {.kind = ANSWER_SAFE};
    struct buffer rest, bytes;
    buffer_init (&rest);
    buffer_init (&bytes);
    partition_copy (&a.partition, &s->whole);
    a.partition.chosen.size = 0;
    for (size_t i = 0; i < count; i++)
        VEC_PUSH (a.partition.chosen, chosen[i]);
    search_answer_write (&a, &bytes);
    buffer_bytes (&rest, buffer_view (&bytes));
    say (s, who, tag, &rest);
    partition_clear (&a.partition);
    buffer_clear (&bytes);
    buffer_clear (&rest);
}

/* Equation (3), with its floor; and so many ways that nobody waits. */
static void
who_waits_makes_others_split (void **state)
{
    (void) state;
    struct scene s;
    scene_begin (&s);
    struct said *first = &s.room.to[1];
    assert_int_equal (first->partitions, 1);
    assert_int_equal (first->rate_ns, SPLIT_NS / 8);
    assert_int_equal (first->ways, 2); /* for the two who wait */
    struct chosen c[] = {{MUST_REACH, 1}, {MUST_REACH, 2}, {MUST_REACH, 3}};
    split (&s, 1, c, 1);
    assert_int_equal (s.room.to[2].partitions, 1);
    assert_int_equal (first->rate_ns, SPLIT_NS / 8); /* one still waits */
    assert_int_equal (first->ways, 1);
    c[0].decision = MUST_AVOID;
    split (&s, 1, c, 2);
    assert_int_equal (s.room.to[3].partitions, 1);
    assert_int_equal (first->rate_ns, SLOW_DOWN * SPLIT_NS);
    scene_end (&s);
}

/* Who confirms is as good as idle. */
static void
who_confirms_makes_others_split (void **state)
{
    (void) state;
    struct scene s;
    scene_begin (&s);
    struct chosen c[] = {{MUST_REACH, 1}, {MUST_REACH, 2}, {MUST_REACH, 3}};
    split (&s, 1, c, 1);
    c[0].decision = MUST_AVOID;
    split (&s, 1, c, 2);
    assert_int_equal (s.room.to[1].rate_ns, SLOW_DOWN * SPLIT_NS);
    refuted (&s, 2, HYDRA_OUTCOME, (struct chosen[]) {{MUST_REACH, 1}}, 1);
    say (&s, 2, HYDRA_GET_PARTITION, NULL);
    assert_int_equal (s.room.to[2].confirms, 1);
    assert_int_equal (s.room.to[1].rate_ns, SPLIT_NS / 8);
    refuted (&s, 3, HYDRA_OUTCOME, c, 2);
    say (&s, 3, HYDRA_GET_PARTITION, NULL);
    assert_int_equal (s.room.to[3].confirms, 1);
    c[1].decision = MUST_AVOID;
    split (&s, 1, c, 3); /* nobody waits: one in the deque, two idle */
    assert_int_equal (s.room.to[1].rate_ns, SPLIT_NS / 2);
    scene_end (&s);
}

/* Client 1 has sent two parts that nobody has and one that client 2 has.  What it
 * refutes then needs only the first decision, and closes one of each. */
static void
a_refutation_closes_others (void **state)
{
    (void) state;
    struct scene s;
    scene_begin (&s);
    struct chosen reach[] = {{MUST_REACH, 1}};
    split (&s, 1, reach, 1); /* to client 2 */
    struct chosen two[] = {{MUST_REACH, 1}, {MUST_REACH, 2}};
    split (&s, 2, two, 2); /* to client 3 */
    two[1].decision = MUST_AVOID;
    struct chosen three[] = {{MUST_REACH, 1}, {MUST_AVOID, 2}, {MUST_REACH, 3}};
    split (&s, 2, three, 3); /* nobody waits */
    assert_int_equal (s.room.to[3].partitions, 1);
    refuted (&s, 2, HYDRA_POP, reach, 1);
    assert_int_equal (s.room.to[3].claims, 1);
    assert_int_equal (s.room.to[1].claims, 0);
    assert_int_equal (s.room.to[2].pop_answers, 1);
    assert_int_equal (s.room.to[2].decisions, 0); /* what it sent is closed */
    say (&s, 2, HYDRA_GET_PARTITION, NULL);
    assert_int_equal (s.room.to[2].confirms, 1);
    refuted (&s, 3, HYDRA_OUTCOME, reach, 1);
    struct chosen avoid[] = {{MUST_AVOID, 1}};
    refuted (&s, 1, HYDRA_POP, avoid, 1);
    assert_false (s.room.over); /* nothing is confirmed */
    struct buffer good;
    buffer_init (&good);
    buffer_byte (&good, 1);
    say (&s, 2, HYDRA_CONFIRMED, &good);
    assert_false (s.room.over);
    say (&s, 2, HYDRA_GET_PARTITION, NULL);
    say (&s, 2, HYDRA_CONFIRMED, &good);
    assert_true (s.room.over);
    const struct hydra_result *r = hydra_server_result (s.server);
    assert_true (r->decided && r->kind == ANSWER_SAFE);
    assert_int_equal (r->claims, 2);
    assert_int_equal (r->leaves, 4);
    assert_int_equal (r->pruned, 1);
    buffer_clear (&good);
    scene_end (&s);
}

/* The part that a POP goes back to need not be the last that was sent. */
static void
a_pop_skips_what_is_closed (void **state)
{
    (void) state;
    struct scene s;
    scene_begin (&s);
    for (unsigned who = 2; who <= CLIENTS; who++)
        hydra_server_class.lost (s.server, &s.room.team, who);
    struct chosen c[] = {{MUST_REACH, 1}, {MUST_REACH, 2}, {MUST_REACH, 3}};
    split (&s, 1, c, 1);
    c[0].decision = MUST_AVOID;
    split (&s, 1, c, 2);
    c[1].decision = MUST_AVOID;
    split (&s, 1, c, 3);
    struct chosen avoid[] = {{MUST_AVOID, 1}};
    refuted (&s, 1, HYDRA_POP, avoid, 1);
    assert_int_equal (s.room.to[1].decisions, 1);
    scene_end (&s);
}

/* What cannot be confirmed is not SAFE. */
static void
a_doubt_stays (void **state)
{
    (void) state;
    struct scene s;
    scene_begin (&s);
    refuted (&s, 1, HYDRA_OUTCOME, NULL, 0);
    assert_int_equal (s.room.to[2].confirms, 1);
    assert_false (s.room.over);
    struct buffer bad;
    buffer_init (&bad);
    buffer_byte (&bad, 0);
    say (&s, 2, HYDRA_CONFIRMED, &bad);
    assert_true (s.room.over);
    const struct hydra_result *r = hydra_server_result (s.server);
    assert_int_equal (r->claims, 1);
    assert_int_equal (r->claim[0].trust, CLAIM_DOUBTED);
    buffer_clear (&bad);
    scene_end (&s);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (who_waits_makes_others_split),
        cmocka_unit_test (who_confirms_makes_others_split),
        cmocka_unit_test (a_refutation_closes_others),
        cmocka_unit_test (a_pop_skips_what_is_closed),
        cmocka_unit_test (a_doubt_stays)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
