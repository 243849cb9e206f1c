/* expand.c -- functions with a body or an operator's name are replaced. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program/passes/passes.h"
#include "programs.h"

struct fixture {
    struct program program;
    struct problem problem;
};

static int
setup (void **state)
{
    struct fixture *f = NEW (struct fixture);
    program_init (&f->program, "expand.bpl");
    *state = f;
    return 0;
}

static int
teardown (void **state)
{
    struct fixture *f = *state;
    program_clear (&f->program);
    memory_free (f);
    return 0;
}

/* A function of parameters x0, x1 .. of one sort. */
static void
function_add (struct program *p, const char *name, const sort *of,
              size_t parameters, const sort *result, const term *body,
              const char *op)
{
    struct function f = {.name = name,
                         .result = result,
                         .parameters = parameters,
                         .body = body,
                         .place = {"expand.bpl", 7, 3}};
    f.parameter = arena_new (&p->arena, 4 * sizeof *f.parameter);
    for (size_t i = 0; i < parameters; i++) {
        char text[32];
        snprintf (text, sizeof text, "x%zu", i);
        f.parameter[i] = term_var (p->terms, text, of);
    }
    if (op) {
        struct attribute *a = arena_new (&p->arena, sizeof *a);
        a->name = "bvbuiltin";
        a->values = 1;
        a->value = arena_new (&p->arena, sizeof *a->value);
        a->value[0].string = op;
        f.attribute = a;
    }
    VEC_PUSH (p->function, f);
}

static void
axiom_add (struct program *p, const term *t)
{
    VEC_PUSH (p->axiom, ((struct axiom) {.term = t}));
}

static void
printed_is (const term *t, const char *expected)
{
    struct text text;
    text_init (&text);
    term_print (&text, t);
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
}

static const term *
call1 (struct program *p, const char *name, const sort *result, const term *a)
{
    return term_apply (p->terms, name, result, &a, 1);
}

/* What becomes of op (a) or op (a, b) over bit-vectors, or the message. */
static void
operator_gives (struct fixture *f, const char *op, unsigned width, size_t args,
                const sort *result, const char *expected)
{
    struct program *p = &f->program;
    const sort *bits = sort_bv (p->terms, width);
    const term *arg[2] = {term_var (p->terms, "a", bits),
                          term_var (p->terms, "b", bits)};
    p->function.size = p->axiom.size = 0;
    f->problem = (struct problem) {0};
    function_add (p, "op", bits, args, result, NULL, op);
    const term *call = term_apply (p->terms, "op", result, arg, args);
    axiom_add (p, term_eq (p->terms, call, term_var (p->terms, "z", result)));
    if (program_expand (p, &f->problem))
        printed_is (p->axiom.at[0].term, expected);
    else {
        assert_int_equal (f->problem.kind, PROBLEM_UNSUPPORTED);
        assert_string_equal (f->problem.message, expected);
    }
}

static void
operators_of_smtlib (void **state)
{
    struct fixture *f = *state;
    terms *t = f->program.terms;
    const sort *b8 = sort_bv (t, 8), *b32 = sort_bv (t, 32);
    operator_gives (f, "bvadd", 8, 2, b8, "(= z (bvadd a b))");
    operator_gives (f, "bvugt", 8, 2, sort_bool (t), "(= z (bvult b a))");
    operator_gives (f, "(_ sign_extend 24)", 8, 1, b32,
                    "(= z ((_ sign_extend 24) a))");
    operator_gives (f, "zero_extend 24", 8, 1, b32,
                    "(= z ((_ zero_extend 24) a))");
    operator_gives (f, "(_ extract 7 0)", 32, 1, b8,
                    "(= z ((_ extract 7 0) a))");
    operator_gives (f, "bvnand", 8, 2, b8, "(= z (bvnot (bvand a b)))");
}

static void
operators_that_are_none (void **state)
{
    struct fixture *f = *state;
    terms *t = f->program.terms;
    const char *odd[] = {"MapAdd",  "zero_extend 23", "bvadd) (", "",
                         "bvadd x", "(_ extract 7",   "rem"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        char expected[200];
        snprintf (expected, sizeof expected,
                  "expand.bpl:7:3: function op: there is no operator \"%s\" "
                  "for its arguments and result",
                  odd[i]);
        operator_gives (f, odd[i], 8, 1, sort_bv (t, 32), expected);
    }
    /* Only if it is used. */
    f->program.axiom.size = 0;
    f->problem = (struct problem) {0};
    assert_true (program_expand (&f->program, &f->problem));
}

static void
rem_and_constant_maps (void **state)
{
    struct fixture *f = *state;
    struct program *p = &f->program;
    const sort *integer = sort_int (p->terms);
    const sort *map = sort_array (p->terms, sort_bool (p->terms), integer);
    function_add (p, "rem", integer, 2, integer, NULL, "rem");
    function_add (p, "all", integer, 1, map, NULL, "MapConst");
    for (int a = -7; a <= 7; a++)
        for (int b = -3; b <= 3; b++) {
            const term *arg[2] = {term_int (p->terms, a),
                                  term_int (p->terms, b)};
            if (!b)
                continue;
            /* Z3: of the sign of the divisor, with the value of mod. */
            int mod = ((a % b) + abs (b)) % abs (b);
            p->axiom.size = 0;
            axiom_add (p,
                       term_eq (p->terms,
                                term_apply (p->terms, "rem", integer, arg, 2),
                                term_int (p->terms, b > 0 ? mod : -mod)));
            assert_true (program_expand (p, &f->problem));
            assert_true (term_is_true (p->axiom.at[0].term));
        }
    const term *three = term_int (p->terms, 3);
    const term *at = term_make (
        p->terms, OP_SELECT,
        (const term *[]) {call1 (p, "all", map, three), term_true (p->terms)},
        2, 0, 0);
    p->axiom.at[0].term = term_eq (p->terms, at, three);
    assert_true (program_expand (p, &f->problem));
    assert_true (term_is_true (p->axiom.at[0].term));
}

/* f (x0) = x0 + c; a quantifier over `c` around f (c) binds another c. */
static void
no_capture (void **state)
{
    struct fixture *f = *state;
    struct program *p = &f->program;
    terms *t = p->terms;
    const sort *integer = sort_int (t);
    const term *c = programs_var (p, "c"), *x0 = programs_var (p, "x0");
    VEC_PUSH (p->constant, ((struct constant) {.term = c}));
    function_add (p, "f", integer, 1, integer,
                  term_add (t, (const term *[]) {x0, c}, 2), NULL);
    const term *body = term_eq (t, call1 (p, "f", integer, c), term_int (t, 5));
    axiom_add (p, term_quantify (t, OP_FORALL, &c, 1, body));
    assert_true (program_expand (p, &f->problem));
    struct term_vec open = {0};
    term_variables (t, p->axiom.at[0].term, &open);
    assert_int_equal (open.size, 1);
    assert_ptr_equal (open.at[0], c);
    assert_ptr_not_equal (p->axiom.at[0].term->arg[0], c);
    VEC_CLEAR (open);
    /* The other way: the body binds what the argument mentions. */
    const term *y = programs_var (p, "y");
    function_add (p, "g", integer, 1, sort_bool (t),
                  term_quantify (t, OP_EXISTS, &y, 1, term_lt (t, x0, y)),
                  NULL);
    p->axiom.size = 0;
    axiom_add (p, call1 (p, "g", sort_bool (t), y));
    assert_true (program_expand (p, &f->problem));
    term_variables (t, p->axiom.at[0].term, &open);
    assert_int_equal (open.size, 1);
    assert_ptr_equal (open.at[0], y);
    VEC_CLEAR (open);
}

static void
nested_and_shared (void **state)
{
    struct fixture *f = *state;
    struct program *p = &f->program;
    terms *t = p->terms;
    const sort *integer = sort_int (t);
    const term *x0 = programs_var (p, "x0");
    char name[40][8];
    /* f0 (x) = x + 1, fn (x) = f(n-1) (f(n-1) (x)): 2^39 + .. if written out.
     */
    for (int i = 0; i < 40; i++) {
        snprintf (name[i], sizeof name[i], "f%d", i);
        const term *body = i ? call1 (p, name[i - 1], integer,
                                      call1 (p, name[i - 1], integer, x0))
                             : term_ite (t, term_eq (t, x0, term_int (t, 3)),
                                         x0, term_mul (t, x0, x0));
        function_add (p, name[i], integer, 1, integer, body, NULL);
    }
    axiom_add (p, term_eq (t, call1 (p, name[39], integer, x0), x0));
    assert_true (program_expand (p, &f->problem));
    assert_true (p->axiom.size > 1 && p->axiom.size < 10);
    for (size_t i = 0; i < p->axiom.size; i++)
        assert_true (term_size (p->axiom.at[i].term) < 20000);
}

static void
recursive_stays (void **state)
{
    struct fixture *f = *state;
    struct program *p = &f->program;
    terms *t = p->terms;
    const sort *integer = sort_int (t);
    const term *x0 = programs_var (p, "x0"), *one = term_int (t, 1);
    function_add (p, "even", integer, 1, integer,
                  call1 (p, "odd", integer, term_sub (t, x0, one)), NULL);
    function_add (p, "odd", integer, 1, integer,
                  call1 (p, "even", integer, call1 (p, "twice", integer, x0)),
                  NULL);
    function_add (p, "twice", integer, 1, integer,
                  term_add (t, (const term *[]) {x0, x0}, 2), NULL);
    axiom_add (p, term_eq (t, call1 (p, "even", integer, one), one));
    assert_true (program_expand (p, &f->problem));
    assert_int_equal (p->axiom.size, 3);
    printed_is (p->axiom.at[0].term, "(= (even 1) 1)");
    assert_null (p->function.at[0].body);
    assert_null (p->function.at[1].body);
    for (size_t i = 1; i < 3; i++) {
        const term *a = p->axiom.at[i].term;
        assert_int_equal (a->op, OP_FORALL);
        assert_int_equal (a->args, 3); /* with the application as pattern */
        struct term_vec open = {0};
        term_variables (t, a, &open);
        assert_int_equal (open.size, 0);
        VEC_CLEAR (open);
    }
}

static void
unique_constants_differ (void **state)
{
    struct fixture *f = *state;
    struct program *p = &f->program;
    const sort *color = sort_named (p->terms, "color");
    for (int i = 0; i < 3; i++) {
        char name[16];
        snprintf (name, sizeof name, "c%d", i);
        VEC_PUSH (p->constant,
                  ((struct constant) {.term = term_var (p->terms, name, color),
                                      .unique = i != 1}));
    }
    VEC_PUSH (p->constant, ((struct constant) {.term = programs_var (p, "n"),
                                               .unique = true}));
    assert_true (program_expand (p, &f->problem));
    assert_int_equal (p->axiom.size, 1);
    printed_is (p->axiom.at[0].term, "(not (= c0 c2))");
    p->axiom.size = 0;
    for (int i = 0; i < 1000; i++) {
        char name[16];
        snprintf (name, sizeof name, "d%d", i);
        VEC_PUSH (p->constant,
                  ((struct constant) {.term = term_var (p->terms, name, color),
                                      .unique = true}));
    }
    assert_true (program_expand (p, &f->problem));
    assert_int_equal (p->axiom.size, 1);
    assert_int_equal (p->axiom.at[0].term->args, 1002);
    assert_true (program_sound (p));
}

int
main (void)
{
#define EXPAND(name) cmocka_unit_test_setup_teardown (name, setup, teardown)
    const struct CMUnitTest test[] = {
        EXPAND (operators_of_smtlib),    EXPAND (operators_that_are_none),
        EXPAND (rem_and_constant_maps),  EXPAND (no_capture),
        EXPAND (nested_and_shared),      EXPAND (recursive_stays),
        EXPAND (unique_constants_differ)};
    return cmocka_run_group_tests (test, NULL, NULL);
}
