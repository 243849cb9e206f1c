/* program.c -- programs copied, printed and checked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "build.h"

/* One global, one map, a procedure with a contract and one that calls it. */
struct fix {
    struct program p;
    const sort *integer, *map;
    const term *g, *m, *c;
    uint32_t add, main;
    const term *x, *r, *l;
};

static void
build_add (struct fix *f)
{
    struct program *p = &f->p;
    terms *t = p->terms;
    f->add = make_procedure (p, "add");
    struct procedure *q = procedure_of (p, f->add);
    f->x = make_variable (p, &q->in, "x", f->integer);
    f->r = make_variable (p, &q->out, "r", f->integer);
    VEC_PUSH (q->modifies, f->g);
    make_spec (p, f->add, SPEC_REQUIRES, false,
               term_lt (t, number (p, 0), f->x));
    const term *sum = term_add (t, LIST (program_old (p, f->g), f->x), 2);
    make_spec (p, f->add, SPEC_ENSURES, true, term_eq (t, f->g, sum));
}

static void
build_main (struct fix *f)
{
    struct program *p = &f->p;
    terms *t = p->terms;
    f->main = make_procedure (p, "main");
    struct procedure *q = procedure_of (p, f->main);
    q->body_attribute = make_attribute (p, "entrypoint", NULL, NULL, NULL);
    f->l = make_variable (p, &q->local, "l", f->integer);
    q->local.at[0].where = term_le (t, number (p, -3), f->l);
    uint32_t start = make_block (p, f->main, "start");
    make_call (p, f->main, f->add, &f->l, 1, LIST (number (p, 2)), 1);
    make_assign (p, f->main, f->m,
                 term_make (t, OP_STORE, LIST (f->m, f->l, f->c), 3, 0, 0));
    uint32_t end = make_block (p, f->main, "end");
    const term *at = term_make (t, OP_SELECT, LIST (f->m, f->l), 2, 0, 0);
    make_assert (p, f->main, term_not (t, term_eq (t, at, number (p, 5))));
    make_goto (p, f->main, start, end);
    make_goto (p, f->main, start, start);
}

static int
setup (void **state)
{
    struct fix *f = NEW (struct fix);
    struct program *p = &f->p;
    program_init (p, "hand.bpl");
    f->integer = sort_int (p->terms);
    f->map = sort_array (p->terms, f->integer, f->integer);
    f->g = make_variable (p, &p->global, "g", f->integer);
    f->m = make_variable (p, &p->global, "m", f->map);
    f->c = term_var (p->terms, "c", f->integer);
    VEC_PUSH (p->constant, ((struct constant) {.term = f->c, .unique = true}));
    build_add (f);
    build_main (f);
    *state = f;
    return 0;
}

static int
teardown (void **state)
{
    struct fix *f = *state;
    program_clear (&f->p);
    memory_free (f);
    return 0;
}

static void
fingerprints (const struct program *p, const char *expected)
{
    struct text text;
    text_init (&text);
    program_print (p, &text);
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
}

static const char whole[] = "const unique c: int;\n"
                            "var g: int;\n"
                            "var m: [int]int;\n"
                            "\n"
                            "procedure add(x: int) returns (r: int);\n"
                            "  requires 0 < x;\n"
                            "  free ensures g == old(g) + x;\n"
                            "  modifies g;\n"
                            "\n"
                            "procedure main();\n"
                            "\n"
                            "implementation {:entrypoint} main()\n"
                            "{\n"
                            "  var l: int where -3 <= l;\n"
                            "  start:\n"
                            "    call l := add(2);\n"
                            "    m := m[l := c];\n"
                            "    goto end, start;\n"
                            "  end:\n"
                            "    assert m[l] != 5;\n"
                            "    return;\n"
                            "}\n";

static void
text_is_boogie (void **state)
{
    struct fix *f = *state;
    fingerprints (&f->p, whole);
}

static void
copy_is_apart (void **state)
{
    struct fix *f = *state;
    struct program copy;
    program_copy (&copy, &f->p);
    assert_true (program_sound (&copy));
    struct procedure *q = &copy.procedure.at[f->main];
    assert_int_equal (q->block.at[1].origin.procedure, f->main);
    assert_int_equal (q->block.at[1].origin.block, 1);
    assert_int_equal (q->block.at[1].origin.statement, 0);
    fingerprints (&copy, whole);
    q->block.at[0].statement.at[0].value[0] = number (&copy, 7);
    q->block.at[0].target.size = 0;
    q->spec.size = 0;
    copy.procedure.at[f->add].spec.size = 0;
    fingerprints (&f->p, whole);
    program_clear (&copy);
    fingerprints (&f->p, whole);
}

static void
names_are_found (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    assert_int_equal (program_find (p, "main"), f->main);
    assert_int_equal (program_find (p, "mai"), PROGRAM_NONE);
    assert_ptr_equal (program_old_of (p, program_old (p, f->g)), f->g);
    assert_null (program_old_of (p, f->g));
    assert_null (program_old_of (p, program_old (p, f->l)));
    assert_true (program_is_global (p, f->m));
    assert_false (program_is_global (p, f->c));
    assert_true (procedure_is_entry (procedure_of (p, f->main)));
    assert_false (procedure_is_entry (procedure_of (p, f->add)));
}

static void
sound_sees_what_is_wrong (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    struct procedure *q = procedure_of (p, f->main);
    struct statement *call = &q->block.at[0].statement.at[0];
    struct statement *assign = &q->block.at[0].statement.at[1];
    assert_true (program_sound (p));
#define BROKEN(place, wrong)               \
    do {                                   \
        __typeof__ (place) kept = (place); \
        (place) = (wrong);                 \
        assert_false (program_sound (p));  \
        (place) = kept;                    \
        assert_true (program_sound (p));   \
    } while (0)
    BROKEN (q->block.at[0].target.at[0], 2);
    BROKEN (call->callee, 2);
    BROKEN (call->values, 0);
    BROKEN (call->targets, 0);
    BROKEN (call->value[0], term_true (p->terms));
    BROKEN (call->value[0], f->x);
    BROKEN (assign->target[0], f->c);
    BROKEN (assign->target[0], f->l);
    BROKEN (q->block.at[1].statement.at[0].term, f->l);
    BROKEN (q->local.at[0].term, f->g);
    BROKEN (q->local.at[0].where, f->g);
    BROKEN (q->has_body, false);
    BROKEN (procedure_of (p, f->add)->modifies.at[0], f->l);
    BROKEN (procedure_of (p, f->add)->spec.at[0].term,
            term_lt (p->terms, f->l, f->x));
}

static void
shows (const term *t, const char *expected)
{
    struct text text;
    text_init (&text);
    boogie_term (&text, t);
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
}

static const term *
make2 (terms *t, enum op op, const term *a, const term *b)
{
    return term_make (t, op, LIST (a, b), 2, 0, 0);
}

static void
terms_are_boogie (void **state)
{
    struct fix *f = *state;
    terms *t = f->p.terms;
    const term *x = f->x, *y = f->l, *g = f->g;
    const sort *truth = sort_bool (t);
    const term *p = term_var (t, "p", truth), *q = term_var (t, "q", truth);
    const term *r = term_var (t, "r'", truth);
    shows (term_and2 (t, p, term_or2 (t, q, term_not (t, r))),
           "p && (q || !r')");
    shows (term_not (t, term_and2 (t, p, q)), "!(p && q)");
    shows (term_eq (t, p, term_and2 (t, q, r)), "p <==> (q && r')");
    shows (term_sub (t, x, term_sub (t, y, g)), "x - (l - g)");
    shows (term_mul (t, x, term_sub (t, y, number (&f->p, 2))), "x * (l - 2)");
    shows (make2 (t, OP_IDIV, x, make2 (t, OP_MOD, y, g)), "x div (l mod g)");
    shows (make2 (t, OP_MOD, make2 (t, OP_IDIV, x, y), g), "x div l mod g");
    shows (term_negate (t, x), "-x");
    shows (term_ite (t, p, x, number (&f->p, -1)), "(if p then x else -1)");
}

/* As one reads it, from the left: the first 65 parts are a term of their own.
 */
static void
long_chains_are_grouped (void **state)
{
    struct fix *f = *state;
    terms *t = f->p.terms;
    struct term_vec part = {0};
    for (int64_t i = 0; i < 140; i++)
        VEC_PUSH (part, term_lt (t, f->x, number (&f->p, i)));
    const term *so_far = part.at[0];
    for (size_t i = 1; i < part.size; i++)
        so_far = term_and2 (t, so_far, part.at[i]);
    const term *flat = term_and (t, part.at, part.size);
    assert_ptr_not_equal (flat, so_far);
    struct text text;
    text_init (&text);
    boogie_term (&text, so_far);
    shows (flat, text_view (&text));
    text_clear (&text);
    VEC_CLEAR (part);
}

static void
bits_are_boogie (void **state)
{
    struct fix *f = *state;
    terms *t = f->p.terms;
    const sort *byte = sort_bv (t, 8);
    const term *a = term_var (t, "a", byte), *b = term_var (t, "b", byte);
    const term *sum = make2 (t, OP_BVADD, a, b);
    shows (make2 (t, OP_CONCAT, a, term_bits (t, 8, "5")), "a ++ 5bv8");
    shows (term_make (t, OP_EXTRACT, &a, 1, 3, 0), "a[4:0]");
    shows (sum, "bvadd.bv8(a, b)");
    shows (term_make (t, OP_EXTRACT, &sum, 1, 7, 4), "bvadd.bv8(a, b)[8:4]");
    shows (term_make (t, OP_ZERO_EXTEND, &a, 1, 24, 0),
           "zero_extend.24.bv8(a)");
}

static void
quantifiers_are_boogie (void **state)
{
    struct fix *f = *state;
    terms *t = f->p.terms;
    const term *i = term_var (t, "i", f->integer);
    const term *at = make2 (t, OP_SELECT, f->m, i);
    const term *body = term_lt (t, number (&f->p, 0), at);
    shows (term_quantify (t, OP_FORALL, &i, 1, body),
           "(forall i: int :: 0 < m[i])");
    const term *pattern = term_pattern (t, &at, 1);
    shows (term_quantify_with (t, OP_EXISTS, &i, 1, &pattern, 1, body),
           "(exists i: int :: { m[i] } 0 < m[i])");
}

/* Operators get declarations, names of ours get names that are free. */
static void
operators_are_declared (void **state)
{
    (void) state;
    struct program p;
    program_init (&p, "bits.bpl");
    terms *t = p.terms;
    const sort *byte = sort_bv (t, 8);
    const term *a = make_variable (&p, &p.global, "a#1", byte);
    const term *b = make_variable (&p, &p.global, "a@1", byte);
    uint32_t q = make_procedure (&p, "bvadd.bv8");
    make_block (&p, q, "L");
    make_assign (&p, q, a, make2 (t, OP_BVADD, a, b));
    fingerprints (
        &p, "function {:bvbuiltin \"bvadd\"} bvadd.bv8'(x0: bv8, x1: bv8) "
            "returns (bv8);\n"
            "var a#1: bv8;\n"
            "var a#1': bv8;\n"
            "\n"
            "procedure bvadd.bv8();\n"
            "\n"
            "implementation bvadd.bv8()\n"
            "{\n"
            "  L:\n"
            "    a#1 := bvadd.bv8'(a#1, a#1');\n"
            "    return;\n"
            "}\n");
    program_clear (&p);
}

static void
places_come_from_attributes (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    struct block *b = &procedure_of (p, f->main)->block.at[0];
    assert_int_equal (statement_place (b, 1).line, 11);
    b->statement.at[0].attribute = make_attribute (
        p, "sourceFile", "a.c", NULL,
        make_attribute (p, "sourceLine", NULL, number (p, 42), NULL));
    struct place place = statement_place (b, 1);
    assert_string_equal (place.file, "a.c");
    assert_int_equal (place.line, 42);
    b->statement.at[1].attribute =
        make_attribute (p, "sourceline", NULL, number (p, 43), NULL);
    place = statement_place (b, 1);
    assert_string_equal (place.file, "a.c");
    assert_int_equal (place.line, 43);
    assert_int_equal (statement_place (b, 0).line, 42);
    assert_int_equal (statement_place (b, 9).line, 43);
    b = &procedure_of (p, f->main)->block.at[1];
    assert_int_equal (statement_place (b, 0).line, 20);
}

int
main (void)
{
#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST (text_is_boogie),         TEST (copy_is_apart),
        TEST (names_are_found),        TEST (sound_sees_what_is_wrong),
        TEST (terms_are_boogie),       TEST (long_chains_are_grouped),
        TEST (bits_are_boogie),        TEST (quantifiers_are_boogie),
        TEST (operators_are_declared), TEST (places_come_from_attributes),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
