/* from_program.c -- procedures without calls as Horn clauses: how many, about what,
 * and that their text says the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

#include "cegar/check.h"
#include "frontend/boogie/boogie.h"
#include "frontend/horn/horn.h"
#include "program/passes/passes.h"
#include "horn/from_program.h"

struct fix {
    struct program p;
    struct horn horn;
    struct horn_map map;
};

static void
begin (struct fix *f, const char *source, size_t paths)
{
    struct problem problem = {0};
    program_init (&f->p, "text");
    assert_true (
        boogie_read (&f->p, source, strlen (source), "text", &problem));
    uint32_t entry = program_find (&f->p, "main");
    assert_true (program_expand (&f->p, &problem));
    entry = program_prune (&f->p, entry);
    program_specify (&f->p, entry);
    horn_init (&f->horn, "text");
    assert_true (
        program_to_horn (&f->p, entry, paths, &f->horn, &f->map, &problem));
    assert_int_equal (f->horn.clause.size, f->map.path.size);
    assert_int_equal (f->horn.relation.size, f->map.cut.size);
}

static void
end (struct fix *f)
{
    horn_map_clear (&f->map);
    horn_clear (&f->horn);
    program_clear (&f->p);
}

/* What horn_read makes of the text prints the same, but for names. */
static void
round_trip (struct fix *f)
{
    struct text once;
    struct horn again;
    struct problem problem = {0};
    text_init (&once);
    horn_print (&f->horn, &once);
    horn_init (&again, "text");
    if (!horn_read (&again, text_view (&once), once.size, "text", &problem))
        fail_msg ("%s\n%s", problem.message, text_view (&once));
    assert_int_equal (again.relation.size, f->horn.relation.size);
    assert_int_equal (again.clause.size, f->horn.clause.size);
    for (size_t i = 0; i < again.clause.size; i++) {
        const struct clause *a = &f->horn.clause.at[i];
        const struct clause *b = &again.clause.at[i];
        assert_int_equal (a->assertion, b->assertion);
        assert_int_equal (a->assertion, i);
        assert_int_equal (a->body, b->body);
        assert_int_equal (a->head, b->head);
        assert_int_equal (a->vars.size, b->vars.size);
        struct term_vec to = {0};
        for (size_t k = 0; k < a->vars.size; k++) {
            assert_string_equal (a->name[k], b->name[k]);
            VEC_PUSH (to, term_copy (again.terms, a->vars.at[k]));
        }
        const term *back = term_substitute (again.terms, b->constraint,
                                            b->vars.at, to.at, to.size);
        assert_ptr_equal (back, term_copy (again.terms, a->constraint));
        VEC_CLEAR (to);
    }
    horn_clear (&again);
    text_clear (&once);
}

static enum verdict
decide (struct fix *f)
{
    struct options options;
    struct log log = {0};
    struct outcome o;
    options_init (&options);
    options.mode = MODE_SEQUENTIAL;
    options.engine = ENGINE_AUTO;
    outcome_init (&o);
    struct engine_context engine = {.options = &options, .log = &log};
    struct cegar_check check = {.engine = &engine};
    check_horn (&check, &f->horn, &o);
    enum verdict verdict = o.verdict;
    outcome_clear (&o);
    return verdict;
}

static void
verdict_is (const char *source, enum verdict want)
{
    static const size_t paths[] = {1, 2, 64};
    for (int i = 0; i < 3; i++) {
        struct fix f;
        begin (&f, source, paths[i]);
        round_trip (&f);
        assert_int_equal (decide (&f), want);
        end (&f);
    }
}

static void
test_loop (void **state)
{
    (void) state;
    const char *source =
        "procedure main() { var x, y, z: int;\n"
        "  x := 0; y := 0; z := 7;\n"
        "  while (x < 10) { x := x + 1; y := y + 1; z := x; }\n"
        "  assert y == 10; }\n";
    struct fix f;
    begin (&f, source, 64);
    /* One cut; z matters to nobody. */
    assert_int_equal (f.horn.relation.size, 1);
    assert_int_equal (f.horn.relation.at[0].args, 2);
    assert_int_equal (f.horn.clause.size, 3);
    assert_int_equal (f.horn.clause.at[0].body, HORN_NONE);
    assert_int_equal (f.horn.clause.at[2].head == HORN_NONE
                          || f.horn.clause.at[1].head == HORN_NONE,
                      1);
    round_trip (&f);
    end (&f);
    verdict_is (source, VERDICT_SAFE);
}

static void
test_verdicts (void **state)
{
    (void) state;
    verdict_is ("procedure main() { var x: int; havoc x; assume x > 3;\n"
                "  assert x > 2; assert x > 3; }",
                VERDICT_SAFE);
    verdict_is ("procedure main() { var x: int; havoc x; assume x > 3;\n"
                "  assert x > 2; assert x > 4; }",
                VERDICT_UNSAFE);
    /* Two havocs are two values. */
    verdict_is ("procedure main() { var x, y: int; havoc x; y := x; havoc x;\n"
                "  assert x == y; }",
                VERDICT_UNSAFE);
    /* An arbitrary value at the entry stays the same. */
    verdict_is ("procedure main() { var x, y: int; y := x;\n"
                "  while (*) { y := y + 1; y := y - 1; } assert x == y; }",
                VERDICT_SAFE);
    /* All at once. */
    verdict_is ("procedure main() { var x, y: int; x := 1; y := 2;\n"
                "  x, y := y, x; assert x == 2 && y == 1; }",
                VERDICT_SAFE);
    /* No assertion at all. */
    verdict_is ("procedure main() { var x: int; while (*) { x := x + 1; } }",
                VERDICT_SAFE);
    /* What is asserted holds afterwards. */
    verdict_is ("procedure main() { var x: int;\n"
                "  assume x == 1; assert x > 0; assume x > 0;\n"
                "  while (*) { assert x > 0; } }",
                VERDICT_SAFE);
    /* Maps and bits. */
    verdict_is ("procedure main() { var m: [int]int; var i: int;\n"
                "  m[i] := 4; while (*) { m[i] := m[i] + 1; }\n"
                "  assert m[i] >= 4; }",
                VERDICT_SAFE);
    verdict_is ("function {:bvbuiltin \"bvadd\"} add(a: bv8, b: bv8)\n"
                "  returns (bv8);\n"
                "procedure main() { var x, y: bv8; x := 255bv8; y := x;\n"
                "  while (*) { havoc y; x := y; }\n"
                "  assert add(x, 1bv8) == add(y, 1bv8); }",
                VERDICT_SAFE);
}

static void
test_constants (void **state)
{
    (void) state;
    verdict_is ("const k: int; axiom k > 3;\n"
                "procedure main() { var x: int; x := k;\n"
                "  while (*) { assert x > 3 && k == x; } }",
                VERDICT_SAFE);
    /* The axioms hold for the value that a loop sees, too. */
    verdict_is ("const k: int; axiom k > 3;\n"
                "procedure main() { while (*) { assert k != 4; } }",
                VERDICT_UNSAFE);
}

/* Unknown functions are arbitrary, but equal for equal arguments in a clause.
 */
static void
test_functions (void **state)
{
    (void) state;
    struct fix f;
    begin (&f,
           "function f(x: int) returns (int);\n"
           "function c() returns (int);\n"
           "procedure main() { var x, y: int; y := x;\n"
           "  assert f(f(x)) == f(f(y)); assert c() == c();\n"
           "  assert (forall z: int :: f(z) == f(x))\n"
           "      == (forall z: int :: f(z) == f(y)); }",
           64);
    assert_int_equal (f.horn.clause.size, 0);
    end (&f);
    begin (&f,
           "function f(x: int) returns (int);\n"
           "procedure main() { var x, y: int;\n"
           "  assert f(x) == f(y); }",
           64);
    assert_int_equal (f.horn.clause.size, 1);
    round_trip (&f);
    end (&f);
    verdict_is ("function f(x: int) returns (int);\n"
                "procedure main() { var x, y: int; y := f(x);\n"
                "  while (*) { havoc x; } assert y < 3; }",
                VERDICT_UNSAFE);
}

/* Names that mean something in SMT-LIB, or cannot be written there. */
static void
test_names (void **state)
{
    (void) state;
    verdict_is ("procedure main() { var and, let, true', exit, forall': int;\n"
                "  var or, Int, _, const', x, y: int;\n"
                "  and := 1; let := 2; exit := 3; true' := 4; Int := 5;\n"
                "  _ := 6; or := 7; havoc x; y := x; havoc x;\n"
                "  while (*) { and := and + 1; }\n"
                "  assert and > 0 && let + exit + true' + Int + _ + or == 27;\n"
                "  assert x == y || x != y || x < 0; }",
                VERDICT_SAFE);
}

/* Paths are cut where they become many; all of them are there. */
static void
test_diamonds (void **state)
{
    (void) state;
    struct text source;
    text_init (&source);
    text_add (&source, "procedure main() { var x: int; x := 0;\n");
    for (int i = 0; i < 20; i++)
        text_print (&source, "if (*) { x := x + %d; } else { x := x + %d; }\n",
                    i, i + 1);
    text_add (&source, "assert x >= 190 && x <= 210; }\n");
    struct fix f;
    begin (&f, text_view (&source), 4);
    assert_in_range (f.horn.relation.size, 5, 20);
    assert_in_range (f.horn.clause.size, 20, 200);
    round_trip (&f);
    for (size_t i = 0; i < f.map.path.size; i++)
        assert_in_range (f.map.path.at[i].blocks, 0, 12);
    assert_int_equal (decide (&f), VERDICT_SAFE);
    end (&f);
    text_clear (&source);
}

/* What comes one after the other in a derivation is a path of the program. */
static void
test_paths (void **state)
{
    (void) state;
    struct fix f;
    begin (&f,
           "procedure main() { var x, y: int; x := 0; y := 0;\n"
           "  while (x < 3) { if (*) { x := x + 1; } else { y := y + 1; }\n"
           "    while (*) { y := y - 1; assert y > 0 - 5; } }\n"
           "  if (*) { assert x < 3; } else { return; } }",
           64);
    const struct procedure *q = &f.p.procedure.at[0];
    for (size_t i = 0; i < f.horn.clause.size; i++) {
        const struct clause *c = &f.horn.clause.at[i];
        const struct clause_path *path = &f.map.path.at[i];
        assert_true (path->blocks > 0);
        uint32_t first = c->body == HORN_NONE ? 0 : f.map.cut.at[c->body];
        assert_int_equal (path->block[0], first);
        assert_int_equal (path->assertion == PROGRAM_NONE,
                          c->head != HORN_NONE);
        for (size_t k = 0; k < path->blocks; k++) {
            const struct block *b = &q->block.at[path->block[k]];
            bool last = k + 1 == path->blocks;
            if (last && c->head == HORN_NONE) {
                assert_int_equal (b->statement.at[path->assertion].kind,
                                  STATEMENT_ASSERT);
                continue;
            }
            uint32_t next = last ? f.map.cut.at[c->head] : path->block[k + 1];
            bool found = false;
            for (size_t j = 0; j < b->target.size; j++)
                found |= b->target.at[j] == next;
            assert_true (found);
        }
    }
    end (&f);
}

/* 20,000 blocks and 200 variables. */
static void
test_large (void **state)
{
    (void) state;
    int blocks = (int) effort (20000);
    struct text source;
    text_init (&source);
    text_add (&source, "procedure main() {\n");
    for (int i = 0; i < 200; i++)
        text_print (&source, "var x%d: int;\n", i);
    text_add (&source, "A0: x0 := 0; goto A1;\n");
    for (int i = 1; i < blocks; i++)
        text_print (&source,
                    "A%d: assume x%d > %d; x%d := x%d + x%d; goto A%d, A%d;\n",
                    i, i % 200, i % 7, i % 200, (i * 7) % 200, (i * 3) % 200,
                    i + 1, i % 3 || i > blocks - 10 ? i + 1 : i + 2);
    text_print (&source, "A%d: assert x5 > x7; return; }\n", blocks);
    struct fix f;
    begin (&f, text_view (&source), 64);
    assert_in_range (f.horn.clause.size, (size_t) blocks / 20,
                     (size_t) blocks * 15);
    end (&f);
    text_clear (&source);
}

/* The same clauses, but no more than so many units: always the same end. */
static void
test_budget (void **state)
{
    (void) state;
    struct fix f;
    begin (&f,
           "procedure main() { var x, y, n, m: int; x := 0; y := 0;\n"
           "  assume n >= 0; m := n * n;\n"
           "  while (x < n) { x := x + 1; y := y + x;\n"
           "    if (y > 100) { y := y - n; } }\n"
           "  assert y + y + m != 77731; }",
           64);
    struct options options;
    struct log log = {0};
    options_init (&options);
    options.mode = MODE_SEQUENTIAL;
    options.engine = ENGINE_AUTO;
    struct digest digest[2];
    for (int i = 0; i < 2; i++) {
        struct outcome o;
        outcome_init (&o);
        struct engine_context engine = {.options = &options, .log = &log};
        struct cegar_check check = {.engine = &engine, .units = 20000};
        check_horn (&check, &f.horn, &o);
        assert_int_equal (o.verdict, VERDICT_UNKNOWN);
        assert_string_equal (o.reason, "budget");
        digest[i] = o.digest;
        outcome_clear (&o);
    }
    assert_true (digest_equal (digest[0], digest[1]));
    assert_false (digest_equal (digest[0], (struct digest) {0}));
    end (&f);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_loop),      cmocka_unit_test (test_verdicts),
        cmocka_unit_test (test_constants), cmocka_unit_test (test_functions),
        cmocka_unit_test (test_names),     cmocka_unit_test (test_diamonds),
        cmocka_unit_test (test_paths),     cmocka_unit_test (test_large),
        cmocka_unit_test (test_budget),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
