/* straight.c -- tests of links between two workers; the test is their hub, so it
 * decides what comes when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <zmq.h>

#include "team/transport/meetings.h"
#include "team/transport/straight.h"
#include "team/transport/zmq_internal.h"

static void
nobody_receives (member *m, team *t, const struct message *message)
{
    (void) m;
    (void) t;
    (void) message;
}

static const struct member_class class = {.receive = nobody_receives};

struct end {
    unsigned self;
    struct endpoint endpoint;
    void *hub, *spoke; /* the ends of its line */
    bool spoke_due;
    struct straight *straight;
};

struct pair {
    void *context;
    char directory[64];
    struct end low, high; /* who listens, who calls */
    struct meetings meetings;
};

static void
end_open (struct pair *p, struct end *e, unsigned self, bool far)
{
    struct problem problem = {0};
    char line[32];
    e->self = self;
    assert_true (endpoint_init (&e->endpoint, &endpoint_team_class, &class,
                                NULL, NULL, &problem));
    snprintf (line, sizeof line, "inproc://line-%u", self);
    e->hub = wire_socket (p->context, ZMQ_PAIR, 0, &problem);
    e->spoke = wire_socket (p->context, ZMQ_PAIR, 0, &problem);
    assert_int_equal (zmq_bind (e->hub, line), 0);
    assert_int_equal (zmq_connect (e->spoke, line), 0);
    const struct straight_options o = {.context = p->context,
                                       .hub = e->spoke,
                                       .hub_due = &e->spoke_due,
                                       .endpoint = &e->endpoint,
                                       .master = far ? "127.0.0.1" : NULL,
                                       .host = far ? "127.0.0.1" : NULL,
                                       .directory = far ? NULL : p->directory,
                                       .self = self};
    e->straight = straight_new (&o);
}

static void
end_close (struct end *e)
{
    straight_free (e->straight);
    zmq_close (e->spoke);
    zmq_close (e->hub);
    endpoint_clear (&e->endpoint);
}

/* What it told the hub next: the kind; 0: nothing yet. */
static enum frame_kind
told (struct end *e, struct buffer *rest)
{
    uint8_t frame[512];
    int size = zmq_recv (e->hub, frame, sizeof frame, ZMQ_DONTWAIT);
    if (size < 0)
        return 0;
    struct reader r;
    reader_init (&r, (struct bytes) {frame, (size_t) size});
    enum frame_kind kind = (enum frame_kind) reader_byte (&r);
    reader_uint (&r);
    buffer_reset (rest);
    if (r.at != r.end)
        buffer_put (rest, r.at, (size_t) (r.end - r.at));
    return kind;
}

/* What there is for it, as its descriptors say. */
static void
end_read (struct end *e)
{
    for (size_t i = 0; i < straight_descriptors (e->straight); i++) {
        struct pollfd p = {.fd = straight_descriptor (e->straight, i),
                           .events = POLLIN};
        if (poll (&p, 1, 0) > 0)
            straight_wake (e->straight, i);
    }
    straight_read (e->straight);
}

/* Lets both read for a while, until `e` tells the hub something. */
static enum frame_kind
await (struct pair *p, struct end *e, struct buffer *rest)
{
    for (int i = 0; i < 2000; i++) {
        end_read (&p->low);
        end_read (&p->high);
        enum frame_kind kind = told (e, rest);
        if (kind)
            return kind;
        usleep (1000);
    }
    return 0;
}

static void
rest_a_while (struct pair *p)
{
    for (int i = 0; i < 50; i++) {
        end_read (&p->low);
        end_read (&p->high);
        usleep (1000);
    }
}

/* Both are introduced; `other_key`: the listener is told of another key. */
static void
pair_meet (struct pair *p, bool far, bool other_key)
{
    struct buffer rest, answer;
    snprintf (p->directory, sizeof p->directory, "/tmp/straight-XXXXXX");
    assert_non_null (mkdtemp (p->directory));
    p->context = zmq_ctx_new ();
    buffer_init (&rest);
    buffer_init (&answer);
    meetings_init (&p->meetings);
    end_open (p, &p->low, 1, far);
    end_open (p, &p->high, 2, far);
    const struct meeting *m =
        meetings_pass (&p->meetings, 2, far, 1, far, 10, NULL, &rest);
    assert_true (m && m->listener == 1 && m->caller == 2);
    if (other_key)
        rest.data[rest.size - 1] ^= 1;
    straight_hear (p->low.straight, FRAME_LISTEN, 2, buffer_view (&rest));
    assert_int_equal (told (&p->low, &answer), FRAME_LISTENING);
    buffer_reset (&rest);
    /* More of it passes meanwhile: nobody is introduced twice. */
    assert_null (meetings_pass (&p->meetings, 2, far, 1, far, 10, NULL, &rest));
    assert_null (
        meetings_answer (&p->meetings, 2, 1, buffer_view (&answer), &rest));
    assert_non_null (
        meetings_answer (&p->meetings, 1, 2, buffer_view (&answer), &rest));
    straight_hear (p->high.straight, FRAME_MEET, 1, buffer_view (&rest));
    buffer_reset (&rest);
    assert_null (
        meetings_answer (&p->meetings, 1, 2, buffer_view (&answer), &rest));
    buffer_clear (&rest);
    buffer_clear (&answer);
}

static void
pair_clear (struct pair *p)
{
    char command[128];
    end_close (&p->low);
    end_close (&p->high);
    meetings_clear (&p->meetings);
    zmq_ctx_term (p->context);
    snprintf (command, sizeof command, "rm -rf %s", p->directory);
    assert_int_equal (system (command), 0);
}

static const uint8_t data[] = {FRAME_DATA, 1, 7, 0};
static const struct bytes frame = {data, sizeof data};

static bool
delivered (struct end *e)
{
    return e->endpoint.first;
}

/* A link that is the member's thread's own from then on, which tells the other. */
static void
near_links (void **state)
{
    (void) state;
    struct pair p = {0};
    struct buffer rest;
    buffer_init (&rest);
    pair_meet (&p, false, false);
    for (int i = 0; i < 2000 && !delivered (&p.high); i++)
        rest_a_while (&p);
    assert_true (delivered (&p.low));
    assert_true (delivered (&p.high));
    assert_false (straight_send (p.low.straight, 2, frame));
    assert_int_equal (told (&p.low, &rest), 0);
    straight_tell (p.low.straight, 2);
    assert_int_equal (told (&p.low, &rest), FRAME_STRAIGHT);
    buffer_clear (&rest);
    pair_clear (&p);
}

/* Who does not know the token, or says nothing, is not let in; the one who is
 * expected comes after that. */
static void
strangers_at_the_near_door (void **state)
{
    (void) state;
    struct pair p = {0};
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int fd[2];
    char byte;
    pair_meet (&p, false, false);
    snprintf (a.sun_path, sizeof a.sun_path, "%s/team-1", p.directory);
    for (int i = 0; i < 2; i++) {
        fd[i] = socket (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
        assert_int_equal (connect (fd[i], (struct sockaddr *) &a, sizeof a), 0);
    }
    assert_int_equal (send (fd[0], "a token of nobody", 16, 0), 16);
    rest_a_while (&p);
    assert_int_equal (recv (fd[0], &byte, 1, 0), 0);
    assert_true (recv (fd[1], &byte, 1, 0) < 0);
    assert_true (delivered (&p.low));
    assert_true (delivered (&p.high));
    for (int i = 0; i < 2; i++)
        close (fd[i]);
    pair_clear (&p);
}

/* Who was parted before it called is a stranger. */
static void
parted_before_it_called (void **state)
{
    (void) state;
    struct pair p = {0};
    pair_meet (&p, false, false);
    straight_hear (p.low.straight, FRAME_PART, 2, (struct bytes) {0});
    rest_a_while (&p);
    assert_false (delivered (&p.high));
    pair_clear (&p);
}

static void
far_links (void **state)
{
    (void) state;
    struct pair p = {0};
    struct buffer rest;
    buffer_init (&rest);
    pair_meet (&p, true, false);
    /* Nothing goes straight before the other end was heard. */
    assert_false (straight_send (p.low.straight, 2, frame));
    assert_int_equal (await (&p, &p.low, &rest), FRAME_STRAIGHT);
    assert_int_equal (await (&p, &p.high, &rest), FRAME_STRAIGHT);
    assert_true (straight_send (p.high.straight, 1, frame));
    assert_true (straight_send (p.low.straight, 2, frame));
    assert_false (straight_send (p.low.straight, 3, frame));
    /* And nothing is heard before all is, that came by the hub. */
    rest_a_while (&p);
    assert_false (delivered (&p.low));
    assert_false (delivered (&p.high));
    straight_hear (p.low.straight, FRAME_STRAIGHT, 2, (struct bytes) {0});
    assert_true (delivered (&p.low));
    assert_false (delivered (&p.high));
    /* Who is lost is not heard, even if it was not told. */
    straight_hear (p.high.straight, FRAME_PART, 1, (struct bytes) {0});
    straight_hear (p.high.straight, FRAME_STRAIGHT, 1, (struct bytes) {0});
    straight_send (p.low.straight, 2, frame);
    rest_a_while (&p);
    assert_false (delivered (&p.high));
    assert_false (straight_send (p.high.straight, 1, frame));
    buffer_clear (&rest);
    pair_clear (&p);
}

/* Waits until a descriptor says that something has come, and reads nothing. */
static void
await_sign (const struct end *e)
{
    struct pollfd p[8];
    size_t count = 0;
    for (size_t i = 0; i < straight_descriptors (e->straight); i++) {
        int fd = straight_descriptor (e->straight, i);
        if (fd >= 0)
            p[count++] = (struct pollfd) {.fd = fd, .events = POLLIN};
    }
    assert_int_not_equal (poll (p, count, 2000), 0);
    usleep (10000); /* or ZeroMQ would not look when something is sent */
}

/* What is sent takes the sign that something has come, at either end. */
static void
a_sign_that_is_taken_is_not_missed (void **state)
{
    (void) state;
    struct pair p = {0};
    struct buffer rest;
    buffer_init (&rest);
    pair_meet (&p, true, false);
    assert_int_equal (await (&p, &p.low, &rest), FRAME_STRAIGHT);
    assert_int_equal (await (&p, &p.high, &rest), FRAME_STRAIGHT);
    straight_hear (p.low.straight, FRAME_STRAIGHT, 2, (struct bytes) {0});
    straight_hear (p.high.straight, FRAME_STRAIGHT, 1, (struct bytes) {0});
    rest_a_while (&p);
    assert_false (straight_due (p.low.straight));
    assert_true (straight_send (p.low.straight, 2, frame));
    assert_true (straight_due (p.low.straight));
    await_sign (&p.high);
    assert_true (straight_send (p.high.straight, 1, frame));
    assert_false (delivered (&p.high));
    end_read (&p.high);
    assert_true (delivered (&p.high));
    end_read (&p.low);
    rest_a_while (&p);
    assert_true (delivered (&p.low));
    buffer_clear (&rest);
    pair_clear (&p);
}

/* The caller is cut off: what it sends is not delivered any more. */
static void
callers_part (void **state)
{
    (void) state;
    struct pair p = {0};
    struct buffer rest;
    buffer_init (&rest);
    pair_meet (&p, true, false);
    assert_int_equal (await (&p, &p.high, &rest), FRAME_STRAIGHT);
    straight_hear (p.low.straight, FRAME_STRAIGHT, 2, (struct bytes) {0});
    straight_hear (p.low.straight, FRAME_PART, 2, (struct bytes) {0});
    assert_true (straight_send (p.high.straight, 1, frame));
    rest_a_while (&p);
    assert_false (delivered (&p.low));
    buffer_clear (&rest);
    pair_clear (&p);
}

/* Nobody else is let in, so all goes by the hub. */
static void
other_keys_are_refused (void **state)
{
    (void) state;
    struct pair p = {0};
    pair_meet (&p, true, true);
    rest_a_while (&p);
    assert_false (straight_send (p.high.straight, 1, frame));
    assert_false (straight_send (p.low.straight, 2, frame));
    assert_true (delivered (&p.low)); /* a note that says so */
    pair_clear (&p);
}

/* A far link over which nothing comes any more is told of, once. */
static void
silence_is_told (void **state)
{
    (void) state;
    struct pair p = {0};
    struct buffer rest;
    buffer_init (&rest);
    pair_meet (&p, true, false);
    assert_int_equal (await (&p, &p.low, &rest), FRAME_STRAIGHT);
    assert_int_equal (await (&p, &p.high, &rest), FRAME_STRAIGHT);
    for (int i = 0; i < 3; i++) { /* they hear each other */
        straight_beat (p.low.straight);
        straight_beat (p.high.straight);
        rest_a_while (&p);
    }
    assert_int_equal (told (&p.low, &rest), 0);
    for (int i = 0; i < 100; i++)
        straight_beat (p.low.straight);
    assert_int_equal (told (&p.low, &rest), FRAME_BROKEN);
    assert_int_equal (told (&p.low, &rest), 0);
    assert_int_equal (told (&p.high, &rest), 0);
    buffer_clear (&rest);
    pair_clear (&p);
}

/* What is malformed does no harm. */
static void
odd_words (void **state)
{
    (void) state;
    struct pair p = {0};
    uint8_t odd[64];
    pair_meet (&p, false, false);
    for (unsigned seed = 0; seed < 2000; seed++) {
        srand (seed);
        for (size_t i = 0; i < sizeof odd; i++)
            odd[i] = (uint8_t) (rand () >> 7);
        enum frame_kind kind = (enum frame_kind) (FRAME_DATA + 1 + rand () % 6);
        straight_hear (
            p.low.straight, kind, 3 + (uint64_t) rand () % 3,
            (struct bytes) {odd, (size_t) rand () % (sizeof odd + 1)});
    }
    pair_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (near_links),
        cmocka_unit_test (strangers_at_the_near_door),
        cmocka_unit_test (parted_before_it_called),
        cmocka_unit_test (far_links),
        cmocka_unit_test (a_sign_that_is_taken_is_not_missed),
        cmocka_unit_test (callers_part),
        cmocka_unit_test (other_keys_are_refused),
        cmocka_unit_test (silence_is_told),
        cmocka_unit_test (odd_words),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
