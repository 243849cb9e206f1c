/* near.c -- tests of links that a member's thread reads and writes itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "team/transport/near.h"

enum { LEFT = 3, RIGHT = 5 };

/* Two members, LEFT and RIGHT, with a link. */
struct ends {
    struct near left, right;
    int wake_fd;
    uint64_t next, frames; /* number that is expected; of them taken */
    size_t size;           /* of a frame; 0: they vary */
    bool stop;
};

static void
ends_open (struct ends *e)
{
    int fd[2];
    *e = (struct ends) {.wake_fd = eventfd (0, EFD_NONBLOCK)};
    assert_false (near_used (&e->left));
    assert_int_equal (socketpair (AF_UNIX, SOCK_STREAM, 0, fd), 0);
    near_open (&e->left, RIGHT, fd[0]);
    near_open (&e->right, LEFT, fd[1]);
    assert_true (near_used (&e->left));
}

static void
ends_close (struct ends *e)
{
    near_clear (&e->left);
    near_clear (&e->right);
    close (e->wake_fd);
}

static size_t
size_of (uint64_t number)
{
    return sizeof number + number * number % 5000;
}

static void
send_number (struct ends *e, uint64_t number)
{
    size_t size = e->size ? e->size : size_of (number);
    uint8_t *data = memory_new (size);
    memset (data, (int) number, size);
    memcpy (data, &number, sizeof number);
    assert_true (near_send (&e->left, RIGHT, (struct bytes) {data, size}));
    memory_free (data);
}

static bool
take_number (void *context, unsigned from, struct bytes frame)
{
    struct ends *e = context;
    uint64_t number;
    assert_int_equal (from, LEFT);
    assert_true (frame.size >= sizeof number);
    memcpy (&number, frame.data, sizeof number);
    assert_int_equal (number, e->next);
    assert_int_equal (frame.size, e->size ? e->size : size_of (number));
    for (size_t i = sizeof number; i < frame.size; i++)
        if (frame.data[i] != (uint8_t) number)
            fail ();
    e->next++;
    e->frames++;
    return !e->stop;
}

static bool
right_reads (struct ends *e)
{
    near_wait (&e->right, e->wake_fd, 0);
    return near_read (&e->right, take_number, e);
}

/* More than the socket takes: nobody waits, and all comes in order. */
static void
never_full (void **state)
{
    (void) state;
    for (int large = 0; large < 2; large++) {
        struct ends e;
        ends_open (&e);
        e.size = large ? 3 << 20 : 0;
        uint64_t count = large ? 4 : 3000;
        near_hear (&e.right, LEFT);
        for (uint64_t i = 0; i < count; i++)
            send_number (&e, i);
        assert_true (e.left.links.at[RIGHT].out.size > 0);
        for (int i = 0; i < 100000 && e.frames < count; i++) {
            right_reads (&e);
            near_wait (&e.left, e.wake_fd, 0);
        }
        assert_int_equal (e.frames, count);
        assert_int_equal (e.left.links.at[RIGHT].out.size, 0);
        ends_close (&e);
    }
}

static void
not_read_before_its_time (void **state)
{
    (void) state;
    struct ends e;
    ends_open (&e);
    send_number (&e, 0);
    assert_false (right_reads (&e));
    assert_false (near_send (&e.left, LEFT, (struct bytes) {NULL, 0}));
    near_hear (&e.right, LEFT);
    assert_true (right_reads (&e));
    assert_int_equal (e.frames, 1);
    ends_close (&e);
}

/* The word may come before the link does. */
static void
heard_before_it_is_open (void **state)
{
    (void) state;
    struct ends e = {.wake_fd = eventfd (0, EFD_NONBLOCK)};
    int fd[2];
    assert_int_equal (socketpair (AF_UNIX, SOCK_STREAM, 0, fd), 0);
    near_hear (&e.right, LEFT);
    near_open (&e.left, RIGHT, fd[0]);
    near_open (&e.right, LEFT, fd[1]);
    send_number (&e, 0);
    assert_true (right_reads (&e));
    ends_close (&e);
}

/* Who is parted is not heard, and what goes there is not this link's. */
static void
parted (void **state)
{
    (void) state;
    struct ends e;
    int fd[2];
    ends_open (&e);
    near_hear (&e.right, LEFT);
    send_number (&e, 0);
    near_wait (&e.right, e.wake_fd, 0); /* it is there */
    near_part (&e.right, LEFT);
    assert_false (near_read (&e.right, take_number, &e));
    assert_false (near_send (&e.right, LEFT, (struct bytes) {NULL, 0}));
    assert_int_equal (socketpair (AF_UNIX, SOCK_STREAM, 0, fd), 0);
    near_open (&e.right, LEFT, fd[1]); /* it comes too late */
    assert_true (send (fd[0], "x", 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0);
    assert_int_equal (e.right.links.at[LEFT].fd, -1);
    assert_false (near_send (&e.right, LEFT, (struct bytes) {NULL, 0}));
    assert_false (right_reads (&e));
    assert_int_equal (e.frames, 0);
    close (fd[0]);
    ends_close (&e);
}

/* The other end is gone: what was said before is heard, what is sent vanishes, and
 * nobody is woken by it again and again. */
static void
gone (void **state)
{
    (void) state;
    struct ends e;
    ends_open (&e);
    near_hear (&e.right, LEFT);
    send_number (&e, 0);
    near_clear (&e.left);
    assert_true (right_reads (&e));
    assert_int_equal (e.frames, 1);
    right_reads (&e);
    uint8_t byte = 1;
    assert_true (near_send (&e.right, LEFT, (struct bytes) {&byte, 1}));
    assert_true (near_send (&e.right, LEFT, (struct bytes) {&byte, 1}));
    assert_int_equal (e.right.links.at[LEFT].fd, -1);
    assert_int_equal (e.right.links.at[LEFT].out.size, 0);
    assert_false (right_reads (&e));
    ends_close (&e);
}

/* Whoever has enough is given no more; the descriptor that wakes is read. */
static void
enough (void **state)
{
    (void) state;
    struct ends e;
    uint64_t one = 1;
    ends_open (&e);
    near_hear (&e.right, LEFT);
    for (uint64_t i = 0; i < 5; i++)
        send_number (&e, i);
    e.stop = true;
    assert_int_equal (write (e.wake_fd, &one, sizeof one), sizeof one);
    near_wait (&e.right, e.wake_fd, UINT64_MAX);
    assert_true (read (e.wake_fd, &one, sizeof one) < 0);
    assert_true (near_read (&e.right, take_number, &e));
    assert_int_equal (e.frames, 1);
    ends_close (&e);
}

/* A size that nobody sends: the link is closed. */
static void
another_language (void **state)
{
    (void) state;
    struct ends e;
    static const uint8_t odd[] = {1, 2, 3, 0xff, 5};
    ends_open (&e);
    near_hear (&e.right, LEFT);
    assert_int_equal (
        send (e.left.links.at[RIGHT].fd, odd, sizeof odd, MSG_DONTWAIT),
        sizeof odd);
    right_reads (&e);
    assert_int_equal (e.frames, 0);
    assert_int_equal (e.right.links.at[LEFT].fd, -1);
    ends_close (&e);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (never_full),
        cmocka_unit_test (not_read_before_its_time),
        cmocka_unit_test (heard_before_it_is_open),
        cmocka_unit_test (parted),
        cmocka_unit_test (gone),
        cmocka_unit_test (enough),
        cmocka_unit_test (another_language),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
