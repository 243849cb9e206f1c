/* paged.c -- the cache of a file: who gives way, and how much it holds. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <seccomp.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/paged.h"

enum { CACHED = 4 };

/* So many pages, each filled with its number; the offsets of their beginnings. */
static uint64_t
pages_write (struct paged *p, unsigned pages)
{
    struct paged_strip s = {0};
    uint8_t page[PAGED_PAGE];
    assert_true (paged_room (p, &s, (uint64_t) pages * PAGED_PAGE));
    for (unsigned i = 0; i < pages; i++) {
        memset (page, (int) i, sizeof page);
        assert_true (
            paged_write (p, s.top + i * PAGED_PAGE, page, sizeof page));
    }
    return s.top;
}

/* Was the page in memory? */
static bool
page_hit (struct paged *p, uint64_t first, unsigned i)
{
    uint64_t reads, before, hits, again;
    uint8_t byte;
    paged_hits (p, &reads, &before);
    assert_true (paged_read (p, first + i * PAGED_PAGE + 7, &byte, 1));
    assert_int_equal (byte, i);
    paged_hits (p, &again, &hits);
    assert_int_equal (again, reads + 1);
    return hits > before;
}

/* Four places, one set: the page that was used longest ago gives way. */
static void
least_recently_used_gives_way (void **state)
{
    (void) state;
    struct budget budget = {0};
    struct paged p = {0};
    assert_true (
        paged_init (&p, "/tmp", CACHED * (uint64_t) PAGED_PAGE, &budget));
    assert_int_equal (p.sets * p.ways, CACHED);
    uint64_t first = pages_write (&p, 8);
    for (unsigned i = 0; i < CACHED; i++)
        page_hit (&p, first, i); /* 0 1 2 3 are there */
    for (unsigned i = 0; i < CACHED; i++)
        assert_true (page_hit (&p, first, i));
    assert_true (page_hit (&p, first, 0)); /* now 1 is the oldest */
    assert_false (page_hit (&p, first, 4));
    assert_true (page_hit (&p, first, 0));
    assert_true (page_hit (&p, first, 2));
    assert_true (page_hit (&p, first, 3));
    assert_false (page_hit (&p, first, 1));
    paged_clear (&p);
}

/* As much as it may hold stays in memory. */
static void
all_places_are_used (void **state)
{
    (void) state;
    enum { PAGES = 64 };
    struct budget budget = {0};
    struct paged p = {0};
    assert_true (
        paged_init (&p, "/tmp", PAGES * (uint64_t) PAGED_PAGE, &budget));
    uint64_t first = pages_write (&p, PAGES);
    for (unsigned i = 0; i < PAGES; i++)
        page_hit (&p, first, i);
    for (unsigned i = 0; i < PAGES; i++)
        assert_true (page_hit (&p, first, i));
    paged_clear (&p);
}

/* Pages that are read in order come several at a time, and those that are asked
 * for all at once. */
static void
pages_come_together (void **state)
{
    (void) state;
    enum { PAGES = 256, PLACES = 128, SOME = 16 };
    struct budget budget = {0};
    struct paged p = {0};
    uint64_t offset[SOME];
    unsigned hits = 0;
    assert_true (
        paged_init (&p, "/tmp", PLACES * (uint64_t) PAGED_PAGE, &budget));
    uint64_t first = pages_write (&p, PAGES);
    for (unsigned i = 0; i < 64; i++)
        hits += page_hit (&p, first, i);
    assert_in_range (hits, 50, 62);
    for (unsigned i = 0; i < SOME; i++)
        offset[i] = first + (100 + 3 * i) * PAGED_PAGE + 11;
    paged_foresee (&p, offset, SOME);
    for (unsigned i = 0; i < SOME; i++)
        assert_true (page_hit (&p, first, 100 + 3 * i));
    paged_clear (&p);
}

/* Writes more than the cache holds and reads it again. */
static bool
works_by (const char *directory, const char *way)
{
    struct budget budget = {0};
    struct paged p = {0};
    assert_true (
        paged_init (&p, directory, CACHED * (uint64_t) PAGED_PAGE, &budget));
    uint64_t first = pages_write (&p, 64);
    for (unsigned i = 64; i-- > 0;)
        page_hit (&p, first, i);
    bool so = strstr (paged_way_name (&p), way);
    paged_clear (&p);
    return so;
}

/* What a container forbids: the same by other calls. */
static void
no_ring_is_no_trouble (void **state)
{
    (void) state;
    pid_t child = fork ();
    assert_true (child >= 0);
    if (!child) {
        scmp_filter_ctx filter = seccomp_init (SCMP_ACT_ALLOW);
        bool forbidden = filter
                         && !seccomp_rule_add (filter, SCMP_ACT_ERRNO (EPERM),
                                               SCMP_SYS (io_uring_setup), 0)
                         && !seccomp_load (filter);
        seccomp_release (filter);
        _exit (!forbidden ? 2 : !works_by ("/tmp", "pread"));
    }
    int status;
    assert_int_equal (waitpid (child, &status, 0), child);
    assert_true (WIFEXITED (status));
    assert_int_equal (WEXITSTATUS (status), 0);
}

/* A file system in memory may not know direct access. */
static void
every_directory_does (void **state)
{
    (void) state;
    assert_true (works_by ("/dev/shm", ""));
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (least_recently_used_gives_way),
        cmocka_unit_test (all_places_are_used),
        cmocka_unit_test (pages_come_together),
        cmocka_unit_test (no_ring_is_no_trouble),
        cmocka_unit_test (every_directory_does)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
