/* program_wire.c -- programs as bytes: there and back, and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/hash.h"
#include "frontend/boogie/boogie.h"
#include "program/program_wire.h"
#include "programs.h"

enum { MAGIC = 17, DIGEST = 16, RANDOM = 200 };

static const char whole[] =
    "type T; type U;\n"
    "const unique a, b: T; const {:c \"x\"} c: [int]bv8;\n"
    "function {:abstract \"f\"} f (x: int, y: T) returns (bool);\n"
    "function two () returns (int) { 2 }\n"
    "function {:bvbuiltin \"bvadd\"} add (x: bv32, y: bv32) returns (bv32);\n"
    "axiom {:assumes \"memory safe\"} true;\n"
    "axiom (forall x: int :: {f (x, a)} f (x, a) ==> x > two ());\n"
    "var {:c \"g\"} {:n 1, \"s\", a} g: int where g >= 0; var m: [int]int;\n"
    "procedure {:c \"p\"} p (x: int, u: U) returns (r: int where r < 7);\n"
    "  requires {:k} x > 0; free ensures g == old (g) + x;\n"
    "  modifies g, m;\n"
    "procedure {:entrypoint} main () returns (q: int)\n"
    "  modifies g, m;\n"
    "{\n"
    "  var l: int, w: bv32; var u: U;\n"
    " start:\n"
    "  havoc {:input \"nondet\"} l, w;\n"
    "  assume {:loop} true;\n"
    "  w := add (w, 17bv32);\n"
    "  m[l], q := l, 3 + g;\n"
    "  call l := p (q, u);\n"
    "  goto start, out;\n"
    " out:\n"
    "  assert {:check \"unreach-call\"} {:message \"no\"} f (m[g], b);\n"
    "  return;\n"
    "}\n";

static void
read_boogie (struct program *p, const char *source)
{
    struct problem problem = {0};
    program_init (p, "whole.bpl");
    bool good = boogie_read (p, source, strlen (source), "whole.bpl", &problem);
    if (!good)
        print_error ("%s\n", problem.message);
    assert_true (good);
}

static bool
read_bytes (struct program *p, struct bytes from)
{
    struct reader r;
    reader_init (&r, from);
    program_init (p, "");
    return program_read (p, &r) && reader_done (&r);
}

/* All that program_print leaves out. */
static void
print_places (const struct program *p, struct text *t)
{
    for (size_t i = 0; i < p->procedure.size; i++)
        for (size_t j = 0; j < p->procedure.at[i].block.size; j++) {
            const struct block *b = &p->procedure.at[i].block.at[j];
            text_print (t, "%u %u %u %s:%u:%u\n", b->origin.procedure,
                        b->origin.block, b->origin.statement,
                        b->place.file ? b->place.file : "-", b->place.line,
                        b->place.column);
            for (size_t k = 0; k < b->statement.size; k++) {
                struct place at = b->statement.at[k].place;
                text_print (t, "%s:%u:%u\n", at.file ? at.file : "-", at.line,
                            at.column);
            }
        }
}

static void
check_same (const struct program *p)
{
    struct text first, second;
    struct buffer bytes, again;
    struct program copy;
    text_init (&first);
    text_init (&second);
    buffer_init (&bytes);
    buffer_init (&again);
    program_write (p, &bytes);
    assert_true (read_bytes (&copy, buffer_view (&bytes)));
    program_print (p, &first);
    program_print (&copy, &second);
    print_places (p, &first);
    print_places (&copy, &second);
    assert_string_equal (text_view (&first), text_view (&second));
    assert_string_equal (p->file, copy.file);
    assert_int_equal (program_sound (p), program_sound (&copy));
    program_write (&copy, &again);
    assert_true (bytes_equal (buffer_view (&bytes), buffer_view (&again)));
    program_clear (&copy);
    text_clear (&first);
    text_clear (&second);
    buffer_clear (&bytes);
    buffer_clear (&again);
}

static void
whole_program (void **state)
{
    (void) state;
    struct program p;
    read_boogie (&p, whole);
    assert_true (program_sound (&p));
    p.procedure.at[1].block.at[0].origin = (struct origin) {3, 4, 5};
    p.procedure.at[1].block.at[1].origin.procedure = PROGRAM_NONE;
    check_same (&p);
    program_clear (&p);
}

static void
random_programs (void **state)
{
    (void) state;
    for (uint64_t seed = 0; seed < RANDOM; seed++) {
        struct program p;
        programs_random (&p, seed);
        check_same (&p);
        program_clear (&p);
    }
}

static void
empty_program (void **state)
{
    (void) state;
    struct program p;
    program_init (&p, "nothing.c");
    check_same (&p);
    program_clear (&p);
}

static bool
reads (struct bytes b)
{
    struct program p;
    bool good = read_bytes (&p, b);
    program_clear (&p);
    return good;
}

static void
whole_bytes (struct buffer *b)
{
    struct program p;
    read_boogie (&p, whole);
    buffer_init (b);
    program_write (&p, b);
    program_clear (&p);
}

static void
every_prefix_is_refused (void **state)
{
    (void) state;
    struct buffer b;
    whole_bytes (&b);
    for (size_t size = 0; size < b.size; size++) {
        uint8_t *cut = memory_copy (b.data, size);
        assert_false (reads ((struct bytes) {cut, size}));
        memory_free (cut);
    }
    assert_true (reads (buffer_view (&b)));
    buffer_clear (&b);
}

static void
every_changed_byte_is_refused (void **state)
{
    (void) state;
    struct buffer b;
    whole_bytes (&b);
    for (size_t i = 0; i < b.size; i++) {
        b.data[i] ^= (uint8_t) (1 + i % 255);
        assert_false (reads (buffer_view (&b)));
        b.data[i] ^= (uint8_t) (1 + i % 255);
    }
    buffer_clear (&b);
}

/* The same bytes around another body, with the digest that it should have. */
static void
sign (struct buffer *out, struct bytes like, struct bytes body)
{
    buffer_reset (out);
    buffer_put (out, like.data, MAGIC);
    buffer_digest (out, digest_of (body));
    buffer_bytes (out, body);
}

/* Where the digest is right, all else is checked: what is accepted can be
 * looked at and written. */
static bool
survives (struct bytes b)
{
    struct program p;
    struct buffer out;
    buffer_init (&out);
    bool good = read_bytes (&p, b);
    if (good) {
        program_write (&p, &out);
        (void) program_sound (&p);
    }
    program_clear (&p);
    buffer_clear (&out);
    return good;
}

static void
signed_damage_is_checked (void **state)
{
    (void) state;
    struct buffer b, signed_bytes;
    whole_bytes (&b);
    buffer_init (&signed_bytes);
    struct reader r;
    reader_init (&r, buffer_view (&b));
    reader_take (&r, MAGIC + DIGEST);
    struct bytes body = reader_bytes (&r);
    uint8_t *data = memory_copy (body.data, body.size);
    sign (&signed_bytes, buffer_view (&b), (struct bytes) {data, body.size});
    assert_true (survives (buffer_view (&signed_bytes)));
    for (size_t i = 0; i < body.size; i++) {
        sign (&signed_bytes, buffer_view (&b), (struct bytes) {data, i});
        assert_false (survives (buffer_view (&signed_bytes)));
        for (unsigned change = 1; change < 256; change += 25) {
            data[i] = (uint8_t) (body.data[i] ^ change);
            sign (&signed_bytes, buffer_view (&b),
                  (struct bytes) {data, body.size});
            survives (buffer_view (&signed_bytes));
        }
        data[i] = body.data[i];
    }
    memory_free (data);
    buffer_clear (&signed_bytes);
    buffer_clear (&b);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (whole_program),
        cmocka_unit_test (random_programs),
        cmocka_unit_test (empty_program),
        cmocka_unit_test (every_prefix_is_refused),
        cmocka_unit_test (every_changed_byte_is_refused),
        cmocka_unit_test (signed_damage_is_checked),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
