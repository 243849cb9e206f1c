/* paged.c -- the cache of a file: who gives way, and how much it holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (least_recently_used_gives_way),
        cmocka_unit_test (all_places_are_used)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
