/* sexpr.c -- reading and printing of S-expressions, and what cannot be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "logic/smtlib/sexpr.h"

struct reading {
    struct arena arena;
    const struct sexpr *list;
    size_t count;
    struct problem problem;
    bool good;
};

static struct reading
read_size (const char *source, size_t size)
{
    struct reading r = {0};
    arena_init (&r.arena);
    r.good =
        sexpr_read (source, size, "f", &r.arena, &r.list, &r.count, &r.problem);
    return r;
}

static struct reading
read_text (const char *source)
{
    return read_size (source, strlen (source));
}

static void
fingerprints (const char *source, const char *expected)
{
    struct reading r = read_text (source);
    struct text text;
    text_init (&text);
    assert_true (r.good);
    for (size_t i = 0; i < r.count; i++) {
        if (i)
            text_char (&text, ' ');
        sexpr_print (&text, r.list + i);
    }
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
    arena_clear (&r.arena);
}

static void
fails (const char *source, const char *message)
{
    struct reading r = read_text (source);
    assert_false (r.good);
    assert_int_equal (r.problem.kind, PROBLEM_INPUT);
    assert_string_equal (r.problem.message, message);
    arena_clear (&r.arena);
}

static void
what_is_read_is_printed (void **state)
{
    (void) state;
    fingerprints ("", "");
    fingerprints (" ; only a comment", "");
    fingerprints ("(a (b\n\tc) ()) d", "(a (b c) ()) d");
    fingerprints ("(1 2.50 #xfF #b01 :key |a b| \"x\"\"y\") ; end",
                  "(1 2.50 #xfF #b01 :key |a b| \"x\"\"y\")");
    fingerprints ("|| \"\" (+ - <=! @x)", "|| \"\" (+ - <=! @x)");
    fingerprints ("a;c\r\n;d\nb(c)", "a b (c)");
}

static void
kinds_and_texts (void **state)
{
    (void) state;
    struct reading r =
        read_text ("foo |foo| :foo 12 1.5 #xA #b1 \"a\"\"b\" ()");
    static const enum sexpr_kind kind[] = {
        SEXPR_SYMBOL, SEXPR_SYMBOL, SEXPR_KEYWORD, SEXPR_NUMERAL, SEXPR_DECIMAL,
        SEXPR_HEX,    SEXPR_BINARY, SEXPR_STRING,  SEXPR_LIST};
    static const char *const text[] = {"foo", "foo", "foo", "12",
                                       "1.5", "A",   "1",   "a\"b"};
    assert_int_equal (r.count, 9);
    for (size_t i = 0; i < 9; i++) {
        assert_int_equal (r.list[i].kind, kind[i]);
        if (i < 8)
            assert_string_equal (r.list[i].text, text[i]);
    }
    assert_false (r.list[0].quoted);
    assert_true (r.list[1].quoted);
    assert_int_equal (r.list[0].symbol, r.list[1].symbol);
    assert_ptr_equal (r.list[0].text, r.list[2].text);
    assert_int_not_equal (r.list[0].symbol, r.list[3].symbol);
    arena_clear (&r.arena);
}

static void
places_and_offsets (void **state)
{
    (void) state;
    const char *source = "(a\n  (bc |d\ne| f)) g";
    struct reading r = read_text (source);
    assert_int_equal (r.count, 2);
    const struct sexpr *inner = r.list[0].child + 1;
    assert_int_equal (inner->line, 2);
    assert_int_equal (inner->column, 3);
    assert_int_equal (inner->child[2].line, 3);
    assert_int_equal (inner->child[2].column, 4);
    assert_memory_equal (source + inner->begin, "(bc |d\ne| f)",
                         inner->end - inner->begin);
    assert_memory_equal (source + inner->child[1].begin, "|d\ne|",
                         inner->child[1].end - inner->child[1].begin);
    assert_int_equal (r.list[1].line, 3);
    assert_int_equal (r.list[1].end, strlen (source));
    struct place place = sexpr_place (inner, "file");
    assert_string_equal (place.file, "file");
    assert_int_equal (place.line, 2);
    assert_true (sexpr_begins (inner, "bc"));
    assert_false (sexpr_begins (inner, "b"));
    assert_false (sexpr_begins (r.list + 1, "g"));
    assert_true (sexpr_is (r.list + 1, "g"));
    arena_clear (&r.arena);
}

static void
malformed_texts (void **state)
{
    (void) state;
    fails ("(a\n (b)", "f:1:1: this ( is never closed");
    fails ("(a)\n (b (c)", "f:2:2: this ( is never closed");
    fails ("(a))", "f:1:4: unexpected )");
    fails ("\n  |a b", "f:2:3: this | is never closed");
    fails ("(\"a)", "f:1:2: this string is never closed");
    fails ("(a {b})", "f:1:4: bad character '{'");
    fails ("a \x01", "f:1:3: bad character 0x01");
    fails ("\xc3\xa4", "f:1:1: bad character 0xc3");
    fails ("|a\\b|", "f:1:3: bad character '\\'");
    fails ("#y1", "f:1:1: expected #x or #b");
    fails ("#", "f:1:1: expected #x or #b");
    fails ("#x", "f:1:1: bad digits after #x");
    fails ("#b012", "f:1:1: bad digits after #b");
    fails ("#x1g", "f:1:1: bad digits after #x");
    fails ("(12ab)", "f:1:2: bad number '12ab'");
    fails ("1.2.3", "f:1:1: bad number '1.2.3'");
    fails ("(1. 2)", "f:1:2: no digit after the decimal point");
    fails ("(: a)", "f:1:2: no name after the colon");
    struct reading r = read_size ("a\0b", 3);
    assert_false (r.good);
    assert_string_equal (r.problem.message, "f:1:2: bad character 0x00");
    arena_clear (&r.arena);
}

static void
depth_is_bounded_by_memory_only (void **state)
{
    (void) state;
    enum { DEPTH = 1000000 };
    char *source = memory_new (2 * DEPTH + 1);
    memset (source, '(', DEPTH);
    memset (source + DEPTH, ')', DEPTH);
    struct reading r = read_text (source);
    assert_true (r.good);
    assert_int_equal (r.count, 1);
    struct text text;
    text_init (&text);
    sexpr_print (&text, r.list);
    assert_string_equal (text_view (&text), source);
    text_clear (&text);
    arena_clear (&r.arena);
    source[2 * DEPTH - 1] = 0;
    fails (source, "f:1:1: this ( is never closed");
    memory_free (source);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (what_is_read_is_printed),
        cmocka_unit_test (kinds_and_texts),
        cmocka_unit_test (places_and_offsets),
        cmocka_unit_test (malformed_texts),
        cmocka_unit_test (depth_is_bounded_by_memory_only),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
