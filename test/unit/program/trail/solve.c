/* solve.c -- values for paths: found where there are some, and then the
 * trail is an execution (trail_solve asks trail_run itself). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

#include "frontend/boogie/boogie.h"
#include "program/trail/solve.h"

enum { LIMIT = 50000000 };

static uint32_t
block_find (const struct procedure *q, const char *label)
{
    for (uint32_t i = 0; i < q->block.size; i++)
        if (!strcmp (q->block.at[i].label, label))
            return i;
    fail_msg ("no block %s in %s", label, q->name);
    return 0;
}

/* `visits`: "main.A f.B main.C". */
static void
trail_make (struct trail *t, const struct program *p, const char *visits)
{
    trail_init (t);
    t->entry = "main";
    char *copy = strdup (visits), *rest = NULL;
    for (char *word = strtok_r (copy, " ", &rest); word;
         word = strtok_r (NULL, " ", &rest)) {
        char *dot = strchr (word, '.');
        *dot = 0;
        uint32_t q = program_find (p, word);
        assert_int_not_equal (q, PROGRAM_NONE);
        VEC_PUSH (t->visit,
                  ((struct trail_visit) {
                      .procedure = q,
                      .block = block_find (&p->procedure.at[q], dot + 1)}));
    }
    free (copy);
}

static void
solved_is (const char *source, const char *visits, enum trail_solved want)
{
    struct program p;
    struct trail trail;
    struct problem problem = {0};
    program_init (&p, "text");
    if (!boogie_read (&p, source, strlen (source), "text", &problem))
        fail_msg ("%s", problem.message);
    trail_make (&trail, &p, visits);
    enum trail_solved got = trail_solve (&trail, &p, LIMIT, &problem);
    if (got != want)
        fail_msg ("%d instead of %d: %s", got, want, problem.message);
    /* It is also what is written and read. */
    struct term_vec open = {0};
    if (got == TRAIL_FOUND)
        assert_true (trail_run (&trail, &p, NULL, NULL, &open, &problem));
    VEC_CLEAR (open);
    trail_clear (&trail);
    program_clear (&p);
}

static void
test_branches (void **state)
{
    (void) state;
    const char *source = "procedure main() { var x, y: int;\n"
                         "A: havoc x; y := x + 1; goto B, C;\n"
                         "B: assume x > 5; assert y < 10; goto D;\n"
                         "C: assume x <= 5; x := x * 2; goto D;\n"
                         "D: assert x + y != 4; return; }";
    solved_is (source, "main.A main.B", TRAIL_FOUND);
    solved_is (source, "main.A main.B main.D", TRAIL_INFEASIBLE);
    solved_is (source, "main.A main.C main.D", TRAIL_FOUND);
    solved_is (source, "main.A main.C", TRAIL_INFEASIBLE);
    solved_is (source, "main.A main.D", TRAIL_UNDECIDED);
}

/* Several assertions in the last visit: the first that fails is the end. */
static void
test_first (void **state)
{
    (void) state;
    const char *source = "procedure main() { var x, y: int;\n"
                         "A: havoc x; assert x != 3; havoc y; assert y == x;\n"
                         "   havoc x; assert x == y; return; }";
    solved_is (source, "main.A", TRAIL_FOUND);
    solved_is ("procedure main() { var x, y: int;\n"
               "A: havoc x; assume x > 4; assert x > 3; havoc y;\n"
               "   assume y == x; assert y == x; havoc x; assert x != 7;\n"
               "   havoc y; assume false; return; }",
               "main.A", TRAIL_FOUND);
    solved_is ("procedure main() { var x: int;\n"
               "A: havoc x; assume x > 4; assert x > 3; assume false;\n"
               "   assert false; return; }",
               "main.A", TRAIL_INFEASIBLE);
}

static const char calls[] =
    "var g: int where g > 0;\n"
    "procedure unknown(a: int) returns (r: int where r != 5);\n"
    "  modifies g; ensures r > a; free ensures g > old(g);\n"
    "procedure f(a: int) returns (r: int) modifies g; requires a > 0;\n"
    "  free requires a != 8; ensures r > a; free ensures g == old(g) + 1;\n"
    "{ var l: int where l > 100;\n"
    "F: r := a + l; g := g + 1; goto G, H;\n"
    "G: assume a == 7; r := 0; return;\n"
    "H: assume a != 7; return; }\n"
    "procedure main(p: int where p < 50) modifies g; requires p > 2; {\n"
    "var x, y: int; var b: bool;\n"
    "A: call x := f(p); havoc b; call y := unknown(x); goto B, C;\n"
    "B: assume b; assert y <= x; goto C;\n"
    "C: call x := f(y - x - 1); assert g < 4; return; }\n";

static void
test_calls (void **state)
{
    (void) state;
    /* ensures of f fails in G */
    solved_is (calls, "main.A f.F f.G", TRAIL_FOUND);
    solved_is (calls, "main.A f.F f.H", TRAIL_INFEASIBLE);
    solved_is (calls, "main.A f.F f.H main.B", TRAIL_FOUND);
    solved_is (calls, "main.A f.F f.H main.C", TRAIL_FOUND); /* requires */
    solved_is (calls, "main.A f.F f.H main.C f.F f.H", TRAIL_FOUND);
    solved_is (calls, "main.A f.F f.H main.B main.C f.F", TRAIL_INFEASIBLE);
}

/* The visits may go on beyond the failure. */
static void
test_since (void **state)
{
    (void) state;
    struct program p;
    struct trail trail;
    struct trail_goal goal;
    struct problem problem = {0};
    program_init (&p, "text");
    assert_true (boogie_read (&p, calls, strlen (calls), "text", &problem));
    trail_make (&trail, &p, "main.A f.F f.H main.B main.C f.F f.H");
    assert_int_equal (trail_solve_since (&trail, &p, 3, LIMIT, &goal, &problem),
                      TRAIL_FOUND);
    assert_int_equal (trail.visit.size, 4);
    assert_int_equal (goal.procedure, program_find (&p, "main"));
    assert_int_equal (goal.statement, 1);
    assert_int_equal (goal.block,
                      block_find (&p.procedure.at[goal.procedure], "B"));
    trail_clear (&trail);
    program_clear (&p);
}

static void
test_old (void **state)
{
    (void) state;
    const char *source =
        "var g, h: int; const k: int; const unique u, v: int;\n"
        "axiom k > 7;\n"
        "procedure f() modifies g; ensures g == old(g) + 1;\n"
        "{ F: g := g + k; return; }\n"
        "procedure main() modifies g, h; {\n"
        "A: g := 3; h := g; call f(); assert g == h + k; assert u == v;\n"
        "   return; }\n";
    solved_is (source, "main.A f.F", TRAIL_FOUND);
    solved_is ("var g, h: int; const k: int; const unique u, v: int;\n"
               "procedure f() modifies g; ensures g == old(g) + k;\n"
               "{ F: g := g + k; return; }\n"
               "procedure main() modifies g, h; {\n"
               "A: g := 3; h := g; call f(); goto B;\n"
               "B: assert u != v; assert g != old(g); return; }\n",
               "main.A f.F main.B", TRAIL_FOUND);
}

static void
test_functions (void **state)
{
    (void) state;
    const char *source =
        "function f(x: int) returns (int); function c() returns (int);\n"
        "function g(m: [int]int, x: int) returns (bool);\n"
        "function twice(x: int) returns (int) { x + x }\n"
        "procedure main() { var x, y, z: int; var m: [int]int;\n"
        "A: y := x; z := f(f(x) + c()); assume f(x) == f(y);\n"
        "   assume g(m, z); m[x] := twice(z); goto B, C;\n"
        "B: assume x != y; assert false; return;\n"
        "C: assert g(m, z) || f(z) == f(c()) || f(1) == f(2); return; }";
    solved_is (source, "main.A main.B", TRAIL_INFEASIBLE);
    solved_is (source, "main.A main.C", TRAIL_FOUND);
}

static void
test_bits (void **state)
{
    (void) state;
    const char *source =
        "function {:bvbuiltin \"bvadd\"} add(a: bv32, b: bv32)\n"
        "  returns (bv32);\n"
        "function {:bvbuiltin \"bvmul\"} mul(a: bv32, b: bv32)\n"
        "  returns (bv32);\n"
        "function {:bvbuiltin \"bvslt\"} slt(a: bv32, b: bv32)\n"
        "  returns (bool);\n"
        "procedure main() { var x, y: bv32; var m: [bv32]bv8;\n"
        "A: assume slt(0bv32, x); y := add(x, 1bv32); m[y] := 3bv8;\n"
        "   goto B, C;\n"
        "B: assert !slt(y, 0bv32); return;\n"
        "C: y := mul(x, x); assert m[x] != 4bv8 || y != 25bv32; return; }";
    solved_is (source, "main.A main.B", TRAIL_FOUND);
    solved_is (source, "main.A main.C", TRAIL_FOUND);
}

/* Long paths: no recursion, no deep terms. */
static void
test_long (void **state)
{
    (void) state;
    enum { STEPS = 100000 };
    int most = (int) effort (100000);
    const char *source =
        "procedure main() { var x, y, i: int; var m: [int]int;\n"
        "A: i := 0; y := 0; goto B;\n"
        "B: i := i + 1; y := y + m[i]; m[i] := y; goto B, C;\n"
        "C: assert y != 77; return; }";
    struct program p;
    struct trail trail;
    struct problem problem = {0};
    program_init (&p, "text");
    assert_true (boogie_read (&p, source, strlen (source), "text", &problem));
    for (int rounds = 10; rounds <= most; rounds *= 100) {
        trail_make (&trail, &p, "main.A");
        for (int i = 0; i < rounds; i++)
            VEC_PUSH (trail.visit, ((struct trail_visit) {.block = 1}));
        VEC_PUSH (trail.visit, ((struct trail_visit) {.block = 2}));
        /* The solver may give up on the longest; we must not. */
        enum trail_solved got =
            trail_solve (&trail, &p, rounds == 10 ? LIMIT : STEPS, &problem);
        if (rounds == 10)
            assert_int_equal (got, TRAIL_FOUND);
        assert_int_not_equal (got, TRAIL_INFEASIBLE);
        trail_clear (&trail);
    }
    program_clear (&p);
}

static void
test_long_easy (void **state)
{
    (void) state;
    const char *source =
        "procedure f(a: int) returns (r: int) { F: r := a + 1; return; }\n"
        "procedure main() { var x, i: int;\n"
        "A: i := 0; goto B;\n"
        "B: call i := f(i); goto B, C;\n"
        "C: assert i + x != 77; return; }";
    struct program p;
    struct trail trail;
    struct problem problem = {0};
    program_init (&p, "text");
    assert_true (boogie_read (&p, source, strlen (source), "text", &problem));
    trail_make (&trail, &p, "main.A");
    uint32_t main = program_find (&p, "main"), f = program_find (&p, "f");
    for (int i = 0; i < 50000; i++) {
        VEC_PUSH (trail.visit,
                  ((struct trail_visit) {.procedure = main, .block = 1}));
        VEC_PUSH (trail.visit, ((struct trail_visit) {.procedure = f}));
    }
    VEC_PUSH (trail.visit,
              ((struct trail_visit) {.procedure = main, .block = 2}));
    if (trail_solve (&trail, &p, LIMIT, &problem) != TRAIL_FOUND)
        fail_msg ("%s", problem.message);
    trail_clear (&trail);
    program_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_branches),  cmocka_unit_test (test_first),
        cmocka_unit_test (test_calls),     cmocka_unit_test (test_since),
        cmocka_unit_test (test_old),       cmocka_unit_test (test_functions),
        cmocka_unit_test (test_bits),      cmocka_unit_test (test_long),
        cmocka_unit_test (test_long_easy),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
