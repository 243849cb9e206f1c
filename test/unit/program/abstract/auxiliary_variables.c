/* auxiliary_variables.c -- a program with auxiliary variables does what it did: differences of what it
 * compares, low bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "effort.h"
#include "frontend/boogie/boogie.h"
#include "program/abstract/differences.h"
#include "program/trail/execute.h"
#include "program/abstract/low_bits.h"
#include "program/passes/passes.h"
#include "program/unfold/unfold.h"
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
        if (!v || !program_is_global (p, v))
            continue;
        execution_set (x, v,
                       v->sort->kind == SORT_BOOL
                           ? term_bool (p->terms, bits & 1)
                           : term_bits_of (p->terms, v->sort->width, bits));
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
    bool same = second == EXECUTION_SPENT
                    ? visits <= a.visit.size
                    : first == second && visits == a.visit.size;
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

typedef bool pass (struct program *);

static void
programs_do_what_they_did (pass *change, unsigned seeds, unsigned rare)
{
    size_t changed = 0, failing = 0;
    for (uint64_t seed = 0; seed < seeds; seed++) {
        struct dice d = {seed * 77 + 3};
        struct program p, with;
        struct maker m;
        make_program_with (&m, &p, &d, false);
        program_copy (&with, &p);
        if (!begins_again (&p) && change (&with)) {
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
    assert_true (changed > seeds / rare && failing > changed / 10);
}

static void
with_differences (void **unused)
{
    (void) unused;
    programs_do_what_they_did (program_differences, effort (40000), 100);
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
                "function {:bvbuiltin \"bvmul\"} mul(bv8, bv8) returns (bv8);\n"
                "function {:bvbuiltin \"bvshl\"} shl(bv8, bv8) returns (bv8);\n"
                "function {:bvbuiltin \"bvand\"} and(bv8, bv8) returns (bv8);\n"
                "function {:bvbuiltin \"sign_extend 8\"} sext(bv8) returns "
                "(bv16);\n"
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

/* Explicit values alone, and with auxiliary variables. */
static void
proved_by (pass *change, const char *body, bool safe)
{
    struct program p;
    program_of (&p, body);
    assert_false (is_proved (&p));
    change (&p);
    if (is_proved (&p) != safe)
        fail_msg ("%s: %d", body, !safe);
    program_clear (&p);
}

static void
tokens_are_followed (void **unused)
{
    (void) unused;
    proved_by (program_differences,
               "havoc x; y := x; x := add(x, 1bv8);"
               " x := add(2bv8, x); assert x == add(y, 3bv8);",
               true);
    proved_by (program_differences,
               "havoc x; y := x; x := sub(x, 1bv8);"
               " assert add(x, 1bv8) == y;",
               true);
    proved_by (program_differences,
               "havoc x; y := x; x := add(x, 1bv8);"
               " assert x == add(y, 2bv8);",
               false);
    /* Through another one. */
    proved_by (program_differences,
               "havoc x; z := add(x, 1bv8); y := x; x := z;"
               " assert x == add(y, 1bv8);",
               true);
    /* Both at once. */
    proved_by (program_differences,
               "x, y := add(y, 1bv8), x; x, y := y, sub(x, 1bv8);"
               " assert x == y;",
               false);
    proved_by (program_differences,
               "havoc x; y := add(x, 4bv8); x, y := y, x;"
               " assert x == add(y, 4bv8);",
               true);
    /* What is learnt from a test. */
    proved_by (program_differences,
               "assume x == add(y, 7bv8); y := add(y, 7bv8);"
               " assert x == y;",
               true);
    proved_by (program_differences, "assume x == y; havoc y; assert x == y;",
               false);
}

/* Programs in which only the higher bits are unknown, more often than not. */
static void
random_sum (struct dice *d, struct text *t, unsigned depth)
{
    static const char *const leaf[] = {"x", "z", "3bv8", "6bv8", "12bv8"};
    static const char *const high[] = {
        "mul(4bv8, y)",     "shl(y, 1bv8)",         "mul(y, 6bv8)",
        "(y[7:0] ++ 1bv1)", "(if g then x else z)", "(0bv2 ++ x[8:2])"};
    static const char *const op[] = {"add", "sub", "mul", "and"};
    if (!depth) {
        bool low = dice_roll (d, 2);
        text_add (t, low ? leaf[dice_roll (d, 5)] : high[dice_roll (d, 6)]);
        return;
    }
    text_print (t, "%s(", op[dice_roll (d, 4)]);
    random_sum (d, t, depth - 1);
    text_add (t, ", ");
    random_sum (d, t, dice_roll (d, depth));
    text_char (t, ')');
}

static void
random_body (struct dice *d, struct text *t)
{
    text_print (t, "x := %ubv8; z := %ubv8;", dice_roll (d, 256),
                dice_roll (d, 256));
    for (unsigned i = 0; i < 4; i++) {
        text_print (t, " havoc y; %c := ", dice_roll (d, 2) ? 'x' : 'z');
        random_sum (d, t, 1 + dice_roll (d, 2));
        text_char (t, ';');
    }
    text_add (t, " assert ");
    random_sum (d, t, 1);
    text_print (t, " != %ubv8;", dice_roll (d, 16));
}

static void
with_low_bits (void **unused)
{
    (void) unused;
    size_t changed = 0, failing = 0, proved = 0;
    unsigned seeds = effort (600);
    for (uint64_t seed = 0; seed < seeds; seed++) {
        struct dice d = {seed * 91 + 11};
        struct text body;
        struct program p, with;
        struct maker m = {0};
        text_init (&body);
        random_body (&d, &body);
        program_of (&p, text_view (&body));
        program_copy (&with, &p);
        if (program_low_bits (&with)) {
            bool some = false, fails;
            for (uint32_t k = 0; k < 60; k++) {
                if (!same_way (&p, &with, &m, 0, seed * 60 + k, &fails))
                    fail_msg ("%s", text_view (&body));
                some = some || fails;
            }
            bool safe = is_proved (&with);
            if (safe && some)
                fail_msg ("proved, and fails: %s", text_view (&body));
            changed++;
            failing += some;
            proved += safe && !is_proved (&p);
        }
        program_clear (&with);
        program_clear (&p);
        text_clear (&body);
    }
    printf ("%zu changed, of them %zu fail, %zu proved by low bits\n", changed,
            failing, proved);
    assert_true (changed > seeds / 2 && failing > seeds / 20
                 && proved > seeds / 10);
}

static void
low_bits_are_followed (void **unused)
{
    (void) unused;
    pass *low = program_low_bits;
    proved_by (low,
               "x := 1bv8; havoc y; x := add(x, mul(2bv8, y));"
               " assert x != 0bv8;",
               true);
    proved_by (low,
               "x := 1bv8; havoc y; x := add(x, mul(y, 3bv8));"
               " assert x != 0bv8;",
               false);
    proved_by (low,
               "x := 3bv8; havoc y; x := add(x, shl(y, 2bv8));"
               " assert x != 5bv8; assert x != 4bv8;",
               true);
    proved_by (low,
               "x := 3bv8; havoc y; x := sub(x, shl(y, 2bv8));"
               " assert x != 7bv8;",
               false);
    /* Through others, products of both, and in terms. */
    proved_by (low,
               "havoc y; x := mul(4bv8, y); z := mul(x, 6bv8);"
               " x := add(z, 1bv8); assert mul(x, x) != 3bv8;",
               true);
    proved_by (low,
               "havoc y; x := mul(4bv8, y); z := (if g then x else 8bv8);"
               " assert add(z, 2bv8) != 4bv8;",
               true);
    proved_by (low,
               "havoc y; x := mul(4bv8, y); z := x;"
               " assert sext(z) != 2bv16;",
               true);
    proved_by (low, "havoc y; x := y[6:0] ++ 2bv2; assert x != 5bv8;", true);
    proved_by (low, "havoc y; x := y[6:0] ++ 2bv2; assert x != 6bv8;", false);
    proved_by (low,
               "havoc y; x := mul(8bv8, y); x := and(x, 12bv8);"
               " assert x != 4bv8;",
               true);
    proved_by (low,
               "havoc y; x := mul(4bv8, y); z := 0bv4 ++ x[6:2];"
               " assert z != 1bv8;",
               false);
    /* Something else comes in. */
    proved_by (low,
               "havoc y; x := mul(8bv8, y); x := add(x, z); z := 1bv8;"
               " assert z != 1bv8 || x != 4bv8;",
               false);
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
    static const char *const bodies[] = {"assert x == 3bv8;", "assert x == x;",
                                         "x := y; assert g;"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct program p;
        program_of (&p, bodies[i]);
        assert_false (program_differences (&p));
        assert_false (program_low_bits (&p));
        program_clear (&p);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (with_differences),
        cmocka_unit_test (with_low_bits),
        cmocka_unit_test (tokens_are_followed),
        cmocka_unit_test (low_bits_are_followed),
        cmocka_unit_test (bound_variables_are_others),
        cmocka_unit_test (others_stay_as_they_are),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
