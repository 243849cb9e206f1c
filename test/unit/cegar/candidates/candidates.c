/* candidates.c -- candidates: equations, guards, templates, and what runs refute. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cegar/candidates/candidates.h"
#include "cegar/simplify/simplify.h"
#include "clauses.h"
#include "logic/arith/linear.h"
#include "logic/term/sort.h"

struct fixture {
    struct horn horn;
    struct system system;
    struct vec_seed seed;
};

static void
fixture_open (struct fixture *f, const char *text, size_t most)
{
    *f = (struct fixture) {.seed = {0}};
    clauses_read (&f->horn, text);
    system_init (&f->system, f->horn.terms);
    system_from_horn (&f->system, &f->horn);
    candidates_collect (&f->system, most, &f->seed);
}

static void
fixture_close (struct fixture *f)
{
    VEC_CLEAR (f->seed);
    system_clear (&f->system);
    horn_clear (&f->horn);
}

/* Is `sum of factor * variable <= bound` (bounds as candidates have them) among the
 * candidates of the first relation? */
static bool
has_bound (const struct fixture *f, const int64_t *factor, int64_t bound)
{
    terms *t = f->system.terms;
    const struct term_vec *vars = &f->system.location.at[2].vars;
    struct term_vec part = {0};
    for (size_t i = 0; i < vars->size; i++)
        VEC_PUSH (part, term_mul (t, term_int (t, factor[i]), vars->at[i]));
    const term *sum = term_add (t, part.at, part.size);
    bool negated;
    const term *wanted =
        predicate_normal (t, term_le (t, sum, term_int (t, bound)), &negated);
    if (negated)
        wanted = term_not (t, wanted);
    VEC_CLEAR (part);
    for (size_t i = 0; i < f->seed.size; i++)
        if (f->seed.at[i].location == 2 && f->seed.at[i].predicate == wanted)
            return true;
    return false;
}

static bool
has_equation (const struct fixture *f, const int64_t *factor, int64_t sum)
{
    int64_t opposite[8];
    size_t vars = f->system.location.at[2].vars.size;
    assert_true (vars <= 8);
    for (size_t i = 0; i < vars; i++)
        opposite[i] = -factor[i];
    return has_bound (f, factor, sum) && has_bound (f, opposite, -sum);
}

#define FACTORS(...) ((const int64_t[]) {__VA_ARGS__})
#define HEAD "(set-logic HORN)\n"
#define ALL(vars) "(assert (forall (" vars ")\n  "
#define XY "(x Int) (y Int)"
#define XYZ "(x Int) (y Int) (z Int)"
#define P2 HEAD "(declare-fun P (Int Int) Bool)\n"
#define P3 HEAD "(declare-fun P (Int Int Int) Bool)\n"

/* ---- equations */

static void
equation_of_two (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f,
                  P2 "(assert (P 0 0))\n" ALL (
                      XY) "(=> (P x y) (P (+ x 2) (+ y "
                          "1)))))\n" ALL (XY) "(=> (and (P x y) (distinct x "
                                              "(* 2 y))) false)))\n",
                  120);
    assert_true (has_equation (&f, FACTORS (1, -2), 0));
    assert_false (has_equation (&f, FACTORS (1, -1), 0));
    fixture_close (&f);
}

static void
equation_with_parameter (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (
        &f,
        P3 ALL ("(n Int)") "(P 0 n n)))\n" ALL (
            XYZ) "(=> (and (P x y z) (< 0 y))"
                 " (P (+ x 1) (- y 1) z))))\n" ALL (
                     XYZ) "(=> (and (P x y z) (> x (+ 5 z))) false)))\n",
        120);
    assert_true (has_equation (&f, FACTORS (1, 1, -1), 0));
    fixture_close (&f);
}

/* Two branches, three variables: 3 x = y + z is all that both keep. */
static void
equation_of_branches (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f,
                  P3 "(assert (P 0 0 0))\n" ALL (
                      XYZ) "(=> (P x y z) (P (+ x 1) (+ y 3) "
                           "z))))\n" ALL (XYZ) "(=> (P x y z) (P "
                                               "(+ x 2) (+ y 1) "
                                               "(+ z "
                                               "5)))))\n" ALL (XYZ) "(=> "
                                                                    "(and (P "
                                                                    "x y z) "
                                                                    "(< x (- "
                                                                    "5 y))) "
                                                                    "false)))"
                                                                    "\n",
                  120);
    assert_true (has_equation (&f, FACTORS (3, -1, -1), 0));
    fixture_close (&f);
}

/* The guard's equation gives what the update alone would lose. */
static void
equation_of_guard (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f,
                  P2 "(assert (P 4 4))\n" ALL (
                      XYZ) "(=> (and (P x y) (= (+ z y) (* 2 x)))"
                           " (P (+ x z) (+ y (* 3 z) (* (- 2) x)))))) \n" ALL (
                               XY) "(=> (and (P x y) (< x 1)) false)))\n",
                  120);
    assert_true (has_equation (&f, FACTORS (1, -1), 0));
    fixture_close (&f);
}

/* What may be anything has no equation; the rest keeps its own. */
static void
equation_besides_havoc (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (
        &f,
        P3 "(assert (P 0 0 0))\n" ALL (
            XYZ "(a Int)") "(=> (P x y z)"
                           " (P (+ x 1) (- y 1) (* a a z)))))\n" ALL (
                               XYZ "(a Int)") "(=> (P x y z) (P x y "
                                              "a))))\n" ALL (XYZ) "(=> (and (P "
                                                                  "x y z) (< 0 "
                                                                  "(+ x y))) "
                                                                  "false)))\n",
        120);
    assert_true (has_equation (&f, FACTORS (1, 1, 0), 0));
    assert_false (has_equation (&f, FACTORS (0, 0, 1), 0));
    fixture_close (&f);
}

/* ---- guards and templates */

static const char counting[] =
    P2 ALL ("(n Int)") "(=> (<= 0 n) (P 0 n))))\n" ALL (
        XY) "(=> (and (P x y) (< x y)) (P (+ x 1) y))))\n" ALL (XY) "(=> (and "
                                                                    "(P x y) "
                                                                    "(>= x y) "
                                                                    "(distinct "
                                                                    "x y)) "
                                                                    "false)))"
                                                                    "\n";

static void
guard_moves_over_update (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f, counting, 120);
    assert_true (has_bound (&f, FACTORS (1, -1), 0)); /* x <= y */
    assert_true (has_bound (&f, FACTORS (-1, 0), 0)); /* 0 <= x */
    assert_true (has_bound (&f, FACTORS (0, -1), 0)); /* 0 <= y */
    fixture_close (&f);
}

static void
runs_refute (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f, counting, 1000);
    assert_false (has_bound (&f, FACTORS (1, -1), -1)); /* x < y */
    assert_false (has_bound (&f, FACTORS (1, 0), 0));   /* x <= 0 */
    assert_false (has_bound (&f, FACTORS (-1, 1), 0));  /* y <= x */
    assert_false (has_bound (&f, FACTORS (1, 0), -1));
    fixture_close (&f);
}

/* Constants that runs of bounded length do not reach come from the guard. */
static void
far_bound (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f,
                  HEAD "(declare-fun P (Int) Bool)\n(assert (P 3))\n" ALL (
                      "(x Int)") "(=> (and (P x) (< x 1000000))"
                                 " (P (+ x 1)))))\n" ALL (
                                     "(x Int)") "(=> (and (P x) (< 1000000 x)) "
                                                "false)))\n",
                  120);
    assert_true (has_bound (&f, FACTORS (1), 1000000));
    assert_true (has_bound (&f, FACTORS (-1), -3));
    fixture_close (&f);
}

static bool
has_text (const struct fixture *f, const char *text)
{
    bool found = false;
    struct text t;
    text_init (&t);
    for (size_t i = 0; i < f->seed.size && !found; i++) {
        text_reset (&t);
        term_print (&t, f->seed.at[i].predicate);
        found = strcmp (text_view (&t), text) == 0;
    }
    text_clear (&t);
    return found;
}

static void
residue_of_steps (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (
        &f,
        HEAD "(declare-fun P (Int) Bool)\n(assert (P 1))\n" ALL (
            "(x Int)") "(=> (P x) (P (+ x 3)))))\n" ALL ("(x Int)") "(=> (and "
                                                                    "(P x) (= "
                                                                    "x 5)) "
                                                                    "false)))"
                                                                    "\n",
        120);
    assert_true (has_text (&f, "(= (mod P.x 3) 1)"));
    fixture_close (&f);
}

/* The phase of a loop is a premise. */
static void
equation_under_premise (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f,
                  HEAD
                  "(declare-fun P (Bool Int Int) Bool)\n"
                  "(assert (P true 0 0))\n" ALL (
                      "(b Bool) (x Int) (y Int)") "(=> (P b x y)"
                                                  " (P (not b) (+ x 1) (ite b "
                                                  "(+ x 7) (+ x 1))))))\n" ALL (
                                                      "(b Bool) (x Int) (y "
                                                      "Int)") "(=> (and (P b x "
                                                              "y) b (distinct "
                                                              "x y)) "
                                                              "false)))\n",
                  120);
    bool found = false;
    for (size_t i = 0; i < f.seed.size; i++) {
        const term *p = f.seed.at[i].predicate;
        found |= p->op == OP_OR && p->arg[0]->op == OP_NOT
                 && p->arg[0]->arg[0]->op == OP_VAR;
    }
    assert_true (found);
    fixture_close (&f);
}

/* ---- the contract */

static void
normal_and_different (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f, counting, 1000);
    assert_true (f.seed.size > 5);
    for (size_t i = 0; i < f.seed.size; i++) {
        const term *p = f.seed.at[i].predicate;
        bool negated;
        const term *normal = predicate_normal (f.system.terms, p, &negated);
        assert_ptr_equal (p,
                          negated ? term_not (f.system.terms, normal) : normal);
        assert_false (term_is_constant (p));
        for (size_t k = 0; k < i; k++)
            assert_true (f.seed.at[k].predicate != p
                         || f.seed.at[k].location != f.seed.at[i].location);
        struct term_vec used = {0};
        term_variables (f.system.terms, p, &used);
        const struct term_vec *vars =
            &f.system.location.at[f.seed.at[i].location].vars;
        for (size_t k = 0; k < used.size; k++) {
            bool own = false;
            for (size_t v = 0; v < vars->size; v++)
                own |= vars->at[v] == used.at[k];
            assert_true (own);
        }
        VEC_CLEAR (used);
    }
    fixture_close (&f);
}

static void
at_most (void **state)
{
    (void) state;
    static const size_t most[] = {0, 1, 2, 7, 30};
    for (size_t k = 0; k < sizeof most / sizeof *most; k++) {
        struct fixture f;
        fixture_open (&f, counting, most[k]);
        assert_true (f.seed.size <= most[k]);
        assert_int_equal (f.seed.size == 0, most[k] == 0);
        fixture_close (&f);
    }
}

static void
print_all (const struct fixture *f, struct text *out)
{
    for (size_t i = 0; i < f->seed.size; i++) {
        text_print (out, "%u ", f->seed.at[i].location);
        term_print (out, f->seed.at[i].predicate);
        text_char (out, '\n');
    }
}

/* Whatever else the store of terms holds. */
static void
same_again (void **state)
{
    (void) state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct dice d = {seed * 7919};
        struct text clauses, once, again;
        text_init (&clauses);
        text_init (&once);
        text_init (&again);
        random_clauses (&d, &clauses);
        struct fixture f;
        fixture_open (&f, text_view (&clauses), 60);
        print_all (&f, &once);
        f.seed.size = 0;
        candidates_collect (&f.system, 60, &f.seed);
        print_all (&f, &again);
        assert_string_equal (text_view (&once), text_view (&again));
        fixture_close (&f);
        fixture_open (&f, text_view (&clauses), 60);
        text_reset (&again);
        print_all (&f, &again);
        assert_string_equal (text_view (&once), text_view (&again));
        fixture_close (&f);
        text_clear (&clauses);
        text_clear (&once);
        text_clear (&again);
    }
}

/* Sorts that are not numbers, and nothing at all. */
static void
other_sorts (void **state)
{
    (void) state;
    static const char *const text[] = {
        HEAD,
        HEAD "(declare-fun P ((Array Int Int) Int) Bool)\n" ALL (
            "(a (Array "
            "Int Int))") "(P (store a 0 1) 0)))\n" ALL ("(a (Array Int Int)) "
                                                        "(i Int)") "(=> (P a "
                                                                   "i) (P "
                                                                   "(store a i "
                                                                   "2) (+ i "
                                                                   "1)))))"
                                                                   "\n" ALL (
                                                                       "(a "
                                                                       "(Array "
                                                                       "Int "
                                                                       "Int)) "
                                                                       "(i "
                                                                       "Int)") "(="
                                                                               "> "
                                                                               "(a"
                                                                               "nd"
                                                                               " ("
                                                                               "P "
                                                                               "a "
                                                                               "i)"
                                                                               " ("
                                                                               "< "
                                                                               "(s"
                                                                               "el"
                                                                               "ec"
                                                                               "t "
                                                                               "a "
                                                                               "i)"
                                                                               " i"
                                                                               "))"
                                                                               " f"
                                                                               "al"
                                                                               "se"
                                                                               "))"
                                                                               ")"
                                                                               "\n",
        HEAD "(declare-fun P ((_ BitVec 4) (_ BitVec 70)) Bool)\n" ALL (
            "(x (_ "
            "BitVec"
            " 4)) "
            "(y (_ "
            "BitVec"
            " 70))") "(P (bvand x #x7) y)))\n" ALL ("(x (_ BitVec 4)) (y (_ "
                                                    "BitVec 70))") "(=> (and "
                                                                   "(P x y) "
                                                                   "(bvult y "
                                                                   "(_ bv9 "
                                                                   "70))) (P "
                                                                   "(bvlshr x "
                                                                   "#x1) "
                                                                   "y))))"
                                                                   "\n" ALL (
                                                                       "(x (_ "
                                                                       "BitVec "
                                                                       "4)) (y "
                                                                       "(_ "
                                                                       "BitVec "
                                                                       "70))") "(=> (and (P x y) (bvult #x7 x)) false)))\n",
        HEAD "(declare-fun P (Real Int) Bool)\n" ALL (
            "(r Real) (i Int)") "(=> (and (= (* 2.0 r) 1.0) (= i 0)) "
                                "(P r i))))\n" ALL (
                                    "(r Real) (s Real) (i Int)") "(=> (and (P "
                                                                 "r i) (= (+ s "
                                                                 "s) (+ r "
                                                                 "1.0))) (P s "
                                                                 "(+ i "
                                                                 "1)))))"
                                                                 "\n" ALL (
                                                                     "(r "
                                                                     "Rea"
                                                                     "l) "
                                                                     "(i "
                                                                     "Int"
                                                                     ")") "(=> "
                                                                          "(and"
                                                                          " (P "
                                                                          "r "
                                                                          "i) "
                                                                          "(< "
                                                                          "r "
                                                                          "0.0)"
                                                                          ") "
                                                                          "fals"
                                                                          "e)))"
                                                                          "\n",
        HEAD
        "(declare-fun P (Int) Bool)\n"
        "(assert (P 1000000000000000000000000000000))\n" ALL (
            "(x Int)") "(=> (P x) (P (* x x)))))\n" ALL ("(x Int)") "(=> (and "
                                                                    "(P x) (< "
                                                                    "x (div 5 "
                                                                    "x))) "
                                                                    "false)))"
                                                                    "\n",
    };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        struct fixture f;
        fixture_open (&f, text[i], 120);
        assert_int_equal (i == 0, f.seed.size == 0);
        fixture_close (&f);
    }
}

/* Many locations, variables and transitions stay affordable. */
static void
large_system (void **state)
{
    (void) state;
    enum { LOCATIONS = 150, VARS = 30 };
    struct text text;
    text_init (&text);
    text_add (&text, HEAD);
    for (int l = 0; l < LOCATIONS; l++) {
        text_print (&text, "(declare-fun P%d (", l);
        for (int i = 0; i < VARS; i++)
            text_add (&text, "Int ");
        text_add (&text, ") Bool)\n");
    }
    for (int l = -1; l < LOCATIONS; l++)
        for (int to = l + 1; to < l + 4 && to <= LOCATIONS; to++) {
            text_add (&text, "(assert (forall (");
            for (int i = 0; i < VARS; i++)
                text_print (&text, "(x%d Int) ", i);
            text_print (&text, ") (=> (and (<= x%d x%d) ", (l + 2) % VARS,
                        (to + 7) % VARS);
            for (int head = 0; head < 2; head++) {
                int at = head ? to : l;
                if (at == LOCATIONS)
                    text_add (&text, "false");
                else if (at < 0)
                    text_add (&text, "(< 0 x1)");
                else {
                    text_print (&text, "(P%d ", at);
                    for (int i = 0; i < VARS; i++)
                        text_print (&text, head ? "(+ x%d x%d) " : "x%d ", i,
                                    (i + to) % VARS);
                    text_add (&text, ")");
                }
                text_add (&text, head ? ")))\n" : ") ");
            }
        }
    struct fixture f;
    fixture_open (&f, text_view (&text), 50);
    size_t at[LOCATIONS + 2] = {0};
    for (size_t i = 0; i < f.seed.size; i++)
        assert_true (++at[f.seed.at[i].location] <= 50);
    assert_true (f.seed.size > LOCATIONS);
    fixture_close (&f);
    text_clear (&text);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (equation_of_two),
        cmocka_unit_test (equation_with_parameter),
        cmocka_unit_test (equation_of_branches),
        cmocka_unit_test (equation_of_guard),
        cmocka_unit_test (equation_besides_havoc),
        cmocka_unit_test (guard_moves_over_update),
        cmocka_unit_test (runs_refute),
        cmocka_unit_test (far_bound),
        cmocka_unit_test (residue_of_steps),
        cmocka_unit_test (equation_under_premise),
        cmocka_unit_test (normal_and_different),
        cmocka_unit_test (at_most),
        cmocka_unit_test (same_again),
        cmocka_unit_test (other_sorts),
        cmocka_unit_test (large_system),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
