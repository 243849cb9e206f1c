/* differences.c -- a program with the differences of what it compares does what
 * it did. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "effort.h"
#include "frontend/boogie.h"
#include "program/differences.h"
#include "program/execute.h"
#include "program/passes.h"
#include "program/unfold.h"
#include "states.h"

/* ---- random programs: from every state they go the same way */

struct chooser {
    struct dice dice;
    terms *terms;
};

static const term *
choose (void *context, const struct statement *s, const term *v)
{
    (void) s;
    struct chooser *c = context;
    return v->sort->kind == SORT_BOOL
               ? term_bool (c->terms, dice_roll (&c->dice, 2))
               : term_bits_of (c->terms, v->sort->width,
                               dice_roll (&c->dice, 1u << v->sort->width));
}

static enum execution_end
run (struct program *p, const struct maker *m, uint32_t state, uint64_t seed,
     struct trail *trail)
{
    struct chooser c = {{seed}, p->terms};
    struct execution_plan plan = {.choose = choose,
                                  .context = &c,
                                  .steps = 200,
                                  .depth = 2,
                                  .record = trail};
    execution *x = execution_new (p, &plan);
    for (int i = 0; i < VARIABLES; i++) {
        const term *v = m->variable[i];
        uint32_t bits = state >> i * WIDTH & ((1u << WIDTH) - 1);
        if (!program_is_global (p, v))
            continue;
        execution_set (x, v,
                       v->sort->kind == SORT_BOOL
                           ? term_bool (p->terms, bits & 1)
                           : term_bits_of (p->terms, WIDTH, bits));
    }
    enum execution_end end = execution_run (x, 0, NULL);
    execution_free (x);
    return end;
}

/* More statements make more steps: one that is cut off proves nothing, but how
 * far it went. */
static bool
same_way (struct program *p, struct program *with, const struct maker *m,
          uint32_t state, uint64_t seed, bool *fails)
{
    struct trail a, b;
    trail_init (&a);
    trail_init (&b);
    enum execution_end first = run (p, m, state, seed, &a);
    enum execution_end second = run (with, m, state, seed, &b);
    *fails = first == EXECUTION_FAILED;
    size_t visits = b.visit.size;
    bool same = second == EXECUTION_SPENT ? visits <= a.visit.size
                                          : first == second
                                                && visits == a.visit.size;
    for (size_t i = 0; i < visits && same; i++)
        same = a.visit.at[i].block == b.visit.at[i].block;
    trail_clear (&a);
    trail_clear (&b);
    return same;
}

/* Of several targets the first is taken that begins with an assumption which
 * holds: the first block, if it is one, begins with something else now. */
static bool
begins_again (const struct program *p)
{
    const struct vec_block *blocks = &p->procedure.at[0].block;
    for (size_t b = 0; b < blocks->size; b++)
        for (size_t i = 0; i < blocks->at[b].target.size; i++)
            if (!blocks->at[b].target.at[i])
                return true;
    return false;
}

static void
programs_do_what_they_did (void **unused)
{
    (void) unused;
    size_t changed = 0, failing = 0;
    unsigned seeds = effort (40000);
    for (uint64_t seed = 0; seed < seeds; seed++) {
        struct dice d = {seed * 77 + 3};
        struct program p, with;
        struct maker m;
        make_program_with (&m, &p, &d, false);
        program_copy (&with, &p);
        if (!begins_again (&p) && program_differences (&with)) {
            assert_true (program_sound (&with));
            changed++;
            bool some = false, fails;
            for (uint32_t state = 0; state < STATES; state += 3) {
                assert_true (same_way (&p, &with, &m, state, seed, &fails));
                some = some || fails;
            }
            failing += some;
        }
        program_clear (&with);
        program_clear (&p);
    }
    printf ("%zu changed, of them %zu fail\n", changed, failing);
    assert_true (changed > seeds / 100 && failing > changed / 10);
}

/* ---- what becomes of a program */

static void
program_of (struct program *p, const char *body)
{
    struct problem problem = {0};
    struct text text;
    text_init (&text);
    text_print (&text,
                "function {:bvbuiltin \"bvadd\"} add(bv8, bv8) returns (bv8);\n"
                "function {:bvbuiltin \"bvsub\"} sub(bv8, bv8) returns (bv8);\n"
                "var x, y, z, k: bv8; var g: bool;\n"
                "procedure {:entrypoint} main() modifies x, y, z; {\n"
                "  start: %s return;\n}\n",
                body);
    program_init (p, "t.bpl");
    if (!boogie_read (p, text_view (&text), text.size, "t.bpl", &problem))
        fail_msg ("%s", problem.message);
    assert_true (program_expand (p, &problem));
    text_clear (&text);
}

static bool
is_proved (const struct program *p)
{
    static const struct unfold_limits limits = {
        .nodes = 10000, .control = 1000, .values = 1000, .differ = true};
    unfolding *u = unfold (p, &limits);
    bool proved = unfold_complete (u) && !unfold_failures (u);
    if (proved)
        assert_true (unfold_holds (u));
    unfold_free (u);
    return proved;
}

/* Explicit values alone, and with differences. */
static void
proved_by_differences (const char *body, bool safe)
{
    struct program p;
    program_of (&p, body);
    assert_false (is_proved (&p));
    assert_true (program_differences (&p));
    if (is_proved (&p) != safe)
        fail_msg ("%s: %d", body, !safe);
    program_clear (&p);
}

static void
tokens_are_followed (void **unused)
{
    (void) unused;
    proved_by_differences ("havoc x; y := x; x := add(x, 1bv8);"
                           " x := add(2bv8, x); assert x == add(y, 3bv8);",
                           true);
    proved_by_differences ("havoc x; y := x; x := sub(x, 1bv8);"
                           " assert add(x, 1bv8) == y;",
                           true);
    proved_by_differences ("havoc x; y := x; x := add(x, 1bv8);"
                           " assert x == add(y, 2bv8);",
                           false);
    /* Through another one. */
    proved_by_differences ("havoc x; z := add(x, 1bv8); y := x; x := z;"
                           " assert x == add(y, 1bv8);",
                           true);
    /* Both at once. */
    proved_by_differences ("x, y := add(y, 1bv8), x; x, y := y, sub(x, 1bv8);"
                           " assert x == y;",
                           false);
    proved_by_differences ("havoc x; y := add(x, 4bv8); x, y := y, x;"
                           " assert x == add(y, 4bv8);",
                           true);
    /* What is learnt from a test. */
    proved_by_differences ("assume x == add(y, 7bv8); y := add(y, 7bv8);"
                           " assert x == y;",
                           true);
    proved_by_differences ("assume x == y; havoc y; assert x == y;", false);
}

/* A bound variable is none of the program's. */
static void
bound_variables_are_others (void **unused)
{
    (void) unused;
    struct program p;
    program_of (&p, "assume (forall k: bv8 :: k == x || g); assert g;");
    const term *was = p.procedure.at[0].block.at[0].statement.at[0].term;
    bool changed = program_differences (&p);
    struct vec_statement *s = &p.procedure.at[0].block.at[0].statement;
    assert_ptr_equal (s->at[changed ? 1 : 0].term, was);
    program_clear (&p);
}

static void
others_stay_as_they_are (void **unused)
{
    (void) unused;
    static const char *const bodies[] = {
        "assert x == 3bv8;", "assert x == x;", "x := y; assert g;"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct program p;
        program_of (&p, bodies[i]);
        assert_false (program_differences (&p));
        program_clear (&p);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (programs_do_what_they_did),
        cmocka_unit_test (tokens_are_followed),
        cmocka_unit_test (bound_variables_are_others),
        cmocka_unit_test (others_stay_as_they_are),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
