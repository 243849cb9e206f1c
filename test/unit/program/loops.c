/* loops.c -- loops found, split and turned into procedures, as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program/loops.h"
#include "program/passes/passes.h"
#include "programs.h"

static void
edges (struct program *p, uint32_t procedure, uint32_t from, int a, int b)
{
    struct block *block = &p->procedure.at[procedure].block.at[from];
    if (a >= 0)
        VEC_PUSH (block->target, (uint32_t) a);
    if (b >= 0)
        VEC_PUSH (block->target, (uint32_t) b);
}

static void
printed_is (const struct program *p, const char *expected)
{
    struct text text;
    text_init (&text);
    program_print (p, &text);
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
}

static void
one_loop (void **state)
{
    (void) state;
    struct program p;
    struct problem problem = {0};
    program_init (&p, "loops.bpl");
    const term *g = programs_var (&p, "g"), *n = programs_var (&p, "n");
    const term *i = programs_var (&p, "i");
    programs_variable (&p.global, g, NULL);
    uint32_t f = programs_procedure (&p, "f");
    programs_variable (&p.procedure.at[f].in, n, NULL);
    programs_variable (&p.procedure.at[f].local, i, NULL);
    const char *label[] = {"start", "head", "body", "out"};
    for (int b = 0; b < 4; b++)
        programs_block (&p, f, label[b]);
    edges (&p, f, 0, 1, -1);
    edges (&p, f, 1, 2, 3);
    edges (&p, f, 2, 1, -1);
    struct block *body = &p.procedure.at[f].block.at[2];
    VEC_PUSH (body->statement,
              programs_check (STATEMENT_ASSUME, term_lt (p.terms, i, n)));
    const term *sum[2] = {i, program_old (&p, g)};
    VEC_PUSH (body->statement,
              programs_assign (&p, i, term_add (p.terms, sum, 2)));
    assert_true (program_recur (&p, &problem));
    program_modifies (&p);
    assert_true (program_sound (&p));
    printed_is (&p, "var g: int;\n\n"
                    "procedure f(n: int);\n\n"
                    "implementation f(n: int)\n{\n"
                    "  var i: int;\n"
                    "  start:\n    goto head_loop;\n"
                    "  head:\n    goto out;\n"
                    "  out:\n    return;\n"
                    "  head_loop:\n"
                    "    call i := f_loop_head(n, i, old(g));\n"
                    "    goto head;\n}\n\n"
                    "procedure f_loop_head(n: int, i#in: int, g#start: int)"
                    " returns (i: int);\n\n"
                    "implementation f_loop_head(n: int, i#in: int, g#start: "
                    "int) returns (i: int)\n{\n"
                    "  start:\n    i := i#in;\n    goto done, head;\n"
                    "  again:\n"
                    "    call i := f_loop_head(n, i, g#start);\n"
                    "    goto done;\n"
                    "  done:\n    return;\n"
                    "  head:\n    goto body;\n"
                    "  body:\n    assume i < n;\n    i := i + g#start;\n"
                    "    goto again;\n}\n");
    /* Where they come from. */
    const struct procedure *loop = &p.procedure.at[1];
    for (size_t b = 0; b < 3; b++)
        assert_int_equal (loop->block.at[b].origin.procedure, PROGRAM_NONE);
    assert_int_equal (loop->block.at[3].origin.block, 1);
    assert_int_equal (loop->block.at[4].origin.block, 2);
    program_clear (&p);
}

static void
nested_loops (void **state)
{
    (void) state;
    struct program p;
    struct problem problem = {0};
    program_init (&p, "loops.bpl");
    uint32_t f = programs_procedure (&p, "f");
    for (int b = 0; b < 6; b++)
        programs_block (&p, f, (char[]) {(char) ('A' + b), 0});
    edges (&p, f, 0, 1, -1); /* A -> B -> C -> D -> C; D -> B; B -> F; E */
    edges (&p, f, 1, 2, 5);
    edges (&p, f, 2, 3, -1);
    edges (&p, f, 3, 2, 1);
    edges (&p, f, 4, 1, 1);
    assert_true (program_recur (&p, &problem));
    assert_true (program_sound (&p));
    assert_int_equal (p.procedure.size, 3);
    assert_string_equal (p.procedure.at[1].name, "f_loop_C");
    assert_string_equal (p.procedure.at[2].name, "f_loop_B");
    for (size_t i = 0; i < p.procedure.size; i++) {
        struct loop loop;
        assert_false (loops_innermost (&p.procedure.at[i], &loop));
        memory_free (loop.inside);
    }
    /* A, B, F and the call of f_loop_B: C and D cannot leave any more. */
    assert_int_equal (p.procedure.at[0].block.size, 4);
    program_clear (&p);
}

/* n blocks that go everywhere, and all are entered from outside. */
static bool
knot (uint32_t n, struct problem *problem)
{
    struct program p;
    program_init (&p, "loops.bpl");
    uint32_t f = programs_procedure (&p, "f");
    programs_block (&p, f, "first");
    programs_block (&p, f, "last");
    for (uint32_t i = 0; i < n; i++) {
        char label[16];
        snprintf (label, sizeof label, "K%u", i);
        uint32_t b = programs_block (&p, f, label);
        p.procedure.at[f].block.at[b].place =
            (struct place) {"loops.bpl", b, 1};
        edges (&p, f, 0, (int) b, -1);
    }
    for (uint32_t i = 0; i < n; i++) {
        edges (&p, f, i + 2, 1, -1);
        for (uint32_t j = 0; j < n; j++)
            edges (&p, f, i + 2, (int) j + 2, -1);
    }
    bool fine = program_recur (&p, problem);
    assert_true (!fine || program_sound (&p));
    program_clear (&p);
    return fine;
}

static void
knots (void **state)
{
    (void) state;
    struct problem problem = {0};
    assert_true (knot (2, &problem));
    assert_true (knot (5, &problem));
    assert_false (knot (12, &problem));
    assert_int_equal (problem.kind, PROBLEM_UNSUPPORTED);
    assert_non_null (strstr (problem.message, "loops.bpl:"));
    assert_non_null (strstr (problem.message, "entered in too many ways"));
}

static void
no_way_out (void **state)
{
    (void) state;
    struct program p;
    struct problem problem = {0};
    program_init (&p, "loops.bpl");
    uint32_t f = programs_procedure (&p, "f");
    programs_block (&p, f, "A");
    edges (&p, f, 0, 0, -1);
    assert_true (program_recur (&p, &problem));
    const struct vec_block *block = &p.procedure.at[0].block;
    assert_int_equal (block->size, 1);
    assert_int_equal (block->at[0].target.size, 0);
    assert_int_equal (block->at[0].statement.size, 1);
    assert_true (term_is_false (block->at[0].statement.at[0].term));
    program_clear (&p);
}

static void
prune_keeps_the_called (void **state)
{
    (void) state;
    struct program p;
    program_init (&p, "loops.bpl");
    const char *name[] = {"unused", "b", "main", "stub"};
    for (uint32_t i = 0; i < 4; i++)
        programs_procedure (&p, name[i]);
    for (uint32_t i = 0; i < 3; i++)
        programs_block (&p, i, "L");
    struct statement call = {.kind = STATEMENT_CALL, .callee = 1};
    VEC_PUSH (p.procedure.at[2].block.at[0].statement, call);
    call.callee = 3;
    VEC_PUSH (p.procedure.at[1].block.at[0].statement, call);
    VEC_PUSH (p.procedure.at[0].block.at[0].statement, call);
    assert_int_equal (program_prune (&p, 2), 1);
    assert_true (program_sound (&p));
    assert_int_equal (p.procedure.size, 3);
    assert_string_equal (p.procedure.at[0].name, "b");
    assert_int_equal (p.procedure.at[0].block.at[0].statement.at[0].callee, 2);
    assert_int_equal (p.procedure.at[1].block.at[0].statement.at[0].callee, 0);
    assert_int_equal (p.procedure.at[1].block.at[0].origin.procedure, 2);
    program_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest test[] = {
        cmocka_unit_test (one_loop),
        cmocka_unit_test (nested_loops),
        cmocka_unit_test (knots),
        cmocka_unit_test (no_way_out),
        cmocka_unit_test (prune_keeps_the_called),
    };
    return cmocka_run_group_tests (test, NULL, NULL);
}
