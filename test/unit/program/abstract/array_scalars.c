/* array_scalars.c -- a program whose maps are taken apart fails where it did. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "effort.h"
#include "frontend/boogie/boogie.h"
#include "program/abstract/array_scalars.h"
#include "states.h"

/* ---- random programs: the same states fail, in the same blocks */

static bool
has_global (const struct program *p, const term *v)
{
    for (size_t i = 0; i < p->global.size; i++)
        if (p->global.at[i].term == v)
            return true;
    return false;
}

/* The entries are variables 1 and 2; one that is never read is none. */
static uint32_t
entries_of (const struct program *p, struct maker *m)
{
    uint32_t known = STATES - 1;
    for (int i = 1; i < VARIABLES - 1; i++) {
        m->variable[i] = term_var (p->terms, i > 1 ? "m@1" : "m@0",
                                   sort_bv (p->terms, WIDTH));
        if (!has_global (p, m->variable[i]))
            known &= ~(((1u << WIDTH) - 1) << i * WIDTH);
    }
    m->map = NULL;
    return known;
}

struct failing {
    bool at[MOST_BLOCKS][STATES];
};

static void
failing_find (const struct maker *m, const struct program *p, uint32_t known,
              struct failing *f)
{
    struct failed *all = NEW (struct failed);
    program_run (m, p, all);
    *f = (struct failing) {0};
    for (size_t b = 0; b < MOST_BLOCKS; b++)
        for (size_t i = 0; i <= MOST_STATEMENTS; i++)
            for (uint32_t s = 0; s < STATES; s++)
                f->at[b][s & known] |= all->at[b][i][s];
    memory_free (all);
}

static void
the_same_states_fail (void **unused)
{
    (void) unused;
    size_t changed = 0, failing = 0;
    unsigned seeds = effort (20000);
    for (uint64_t seed = 0; seed < seeds; seed++) {
        struct dice d = {seed * 71 + 5};
        struct program p, apart;
        struct maker m;
        make_program_with (&m, &p, &d, true);
        program_copy (&apart, &p);
        if (program_entries (&apart)) {
            struct maker with = m;
            struct failing before, after;
            assert_true (program_sound (&apart));
            uint32_t known = entries_of (&apart, &with);
            failing_find (&m, &p, known, &before);
            failing_find (&with, &apart, known, &after);
            assert_memory_equal (&before, &after, sizeof before);
            changed++;
            failing += program_fails (&m, &p);
        }
        program_clear (&apart);
        program_clear (&p);
    }
    printf ("%zu changed, of them %zu fail\n", changed, failing);
    assert_true (changed > seeds / 20 && failing > changed / 10);
}

/* ---- what becomes of a program */

#define PROGRAM(globals, body)                               \
    globals "procedure {:entrypoint} main() modifies m; {\n" \
            "  var i: bv2; var n: [bv2]bv8;\n"               \
            "  start: " body " return;\n}\n"
#define GLOBALS "var g: bool; var x: bv8; var m: [bv2]bv8;\n"
#define NESTED "var x: bv8; var m: [bv2][bv8]bv8;\n"

/* From the first statement on. */
static void
print (const struct program *p, struct text *text)
{
    struct text all;
    text_init (&all);
    program_print (p, &all);
    const char *begin = strstr (text_view (&all), "start:\n");
    assert_non_null (begin);
    text_print (text, "%s", begin + strlen ("start:\n"));
    text_clear (&all);
}

/* The statements as Boogie; null: they stay as they are. */
static void
becomes (const char *source, const char *expected)
{
    struct program p;
    struct problem problem = {0};
    struct text before, after;
    program_init (&p, "t.bpl");
    if (!boogie_read (&p, source, strlen (source), "t.bpl", &problem))
        fail_msg ("%s", problem.message);
    text_init (&before);
    text_init (&after);
    print (&p, &before);
    program_entries (&p);
    assert_true (program_sound (&p));
    print (&p, &after);
    if (!expected)
        expected = text_view (&before);
    if (strncmp (text_view (&after), expected, strlen (expected)))
        fail_msg ("%s\nbecomes\n%s\nnot\n%s", source, text_view (&after),
                  expected);
    text_clear (&before);
    text_clear (&after);
    program_clear (&p);
}

static void
one_variable_for_each_entry (void **unused)
{
    (void) unused;
    becomes (PROGRAM (GLOBALS, "assert m[2bv2] == 5bv8;"),
             "    assert m#2 == 5bv8;\n");
    /* A write anywhere may be one there. */
    becomes (PROGRAM (GLOBALS, "m[i] := x; assert m[1bv2] == 5bv8;"),
             "    m#1 := (if i == 1bv2 then x else m#1);\n"
             "    assert m#1 == 5bv8;\n");
    /* Maps that become each other have the same entries. */
    becomes (PROGRAM (GLOBALS, "n := m[0bv2 := x]; m := n;"
                               " assert m[0bv2] == m[3bv2];"),
             "    n#0, n#3 := x, m#3;\n"
             "    m#0, m#3 := n#0, n#3;\n"
             "    assert m#0 == m#3;\n");
    becomes (PROGRAM (GLOBALS, "havoc m; m := (if g then m else n);"
                               " assert m[0bv2] == n[3bv2];"),
             "    havoc m#0, m#3;\n"
             "    m#0, m#3 := (if g then m#0 else n#0), (if g then m#3 else "
             "n#3);\n"
             "    assert m#0 == n#3;\n");
    /* An index that is one of several. */
    becomes (PROGRAM (GLOBALS, "assert m[(if g then 1bv2 else 2bv2)] == x;"),
             "    assert x == (if g then m#1 else m#2);\n");
    /* What is never read is forgotten. */
    becomes (PROGRAM (GLOBALS, "m[1bv2] := x; assert g;"), "    assert g;\n");
    becomes (PROGRAM (GLOBALS, "havoc {:uninitialised \"m\"} m; m[1bv2] := x;"
                               " assert g;"),
             "    assert g;\n");
}

static void
maps_of_maps_from_the_outside_in (void **unused)
{
    (void) unused;
    becomes (PROGRAM (NESTED, "m[1bv2][7bv8] := x; assert m[1bv2][x] == x;"),
             "    m#1 := m#1[7bv8 := x];\n"
             "    assert x == m#1[x];\n");
    becomes (PROGRAM (NESTED, "m[1bv2][x] := 3bv8; assert m[1bv2][7bv8] == x;"),
             "    m#1#7 := (if x == 7bv8 then 3bv8 else m#1#7);\n"
             "    assert x == m#1#7;\n");
    /* A map that is put into another one stays, for its reads are not known;
     * the other one does not. */
    becomes (PROGRAM ("var x: bv8; var m: [bv2][bv2]bv8;\n",
                      "m[1bv2] := n; assert m[1bv2][i] == x;"),
             "    m#1 := n;\n"
             "    assert x == m#1[i];\n");
    becomes (PROGRAM ("var x: bv8; var m: [bv2][bv2]bv8;\n",
                      "m[1bv2] := n; assert m[1bv2][0bv2] == x;"),
             "    m#1#0 := n#0;\n"
             "    assert x == m#1#0;\n");
}

static void
other_maps_stay_whole (void **unused)
{
    (void) unused;
    becomes (PROGRAM (GLOBALS, "assert m[i] == m[1bv2];"), NULL);
    becomes (PROGRAM (GLOBALS, "assume m == n; assert m[1bv2] == x;"), NULL);
    becomes (PROGRAM (GLOBALS, "n := m; assert m[1bv2] == n[i];"), NULL);
    becomes (PROGRAM (GLOBALS, "assume (forall k: bv2 :: m[k] == x);"
                               " assert m[1bv2] == x;"),
             NULL);
    becomes (PROGRAM (GLOBALS, "assume (forall k: bv8 :: m[1bv2] == k || g);"
                               " assert m[1bv2] == x;"),
             NULL);
    becomes (PROGRAM (GLOBALS, "assert (if g then m else n)[i] == m[1bv2];"),
             NULL);
    becomes (
        PROGRAM (GLOBALS, "assert n[i] == x; m := n; assert m[1bv2] == x;"),
        NULL);
    becomes (PROGRAM ("var x: bv8; var g: bool; var m: [bv2]bv8 where g;\n",
                      "assert m[1bv2] == x;"),
             NULL);
    becomes (PROGRAM ("const m0: [bv2]bv8;" GLOBALS,
                      "m := m0; assert m[1bv2] == x;"),
             NULL);
    becomes (PROGRAM ("var x: bv8; var m: [bv2]bv8 where m[0bv2] == 1bv8;\n",
                      "assert m[1bv2] == x;"),
             NULL);
}

/* 65 entries are too many, and so are 40 and 40 of two maps that are one. */
static void
there_is_a_limit (void **unused)
{
    (void) unused;
    for (int reads = 63; reads < 67; reads++) {
        struct text text;
        text_init (&text);
        text_print (&text, "var x: bv8; var m, n: [bv8]bv8;\n"
                           "procedure {:entrypoint} main() modifies m; {\n"
                           "  start: m := n;\n");
        for (int i = 0; i < reads; i++)
            text_print (&text, "  assert %c[%dbv8] == x;\n", i % 2 ? 'm' : 'n',
                        i);
        text_print (&text, "  return;\n}\n");
        becomes (text_view (&text), reads > ENTRIES_MOST ? NULL : "    m#0");
        text_clear (&text);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (the_same_states_fail),
        cmocka_unit_test (one_variable_for_each_entry),
        cmocka_unit_test (maps_of_maps_from_the_outside_in),
        cmocka_unit_test (other_maps_stay_whole),
        cmocka_unit_test (there_is_a_limit),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
