/* certificate.c -- proofs and derivations that other solvers confirm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cegar/simplify/certificate.h"
#include "clauses.h"
#include "report/replay.h"

enum { LIMIT = 2000000 };

static enum replay_result
judge (const char *witness, const char *input)
{
    struct text report;
    struct problem problem = {0};
    text_init (&report);
    enum replay_result result =
        replay_check (witness, "witness", input, "input", REPLAY_FIRST, 20,
                      &report, &problem);
    if (result != REPLAY_CONFIRMED)
        print_message ("%s\n%s\n%s\n%s\n", problem.message, input, witness,
                       text_view (&report));
    text_clear (&report);
    return result;
}

#define COUNT                                                              \
    "(set-logic HORN)\n"                                                   \
    "(declare-fun |P q| (Int Int) Bool)\n"                                 \
    "(assert (forall ((x Int)) (=> (= x 0) (|P q| x (- 3)))))\n"           \
    "(assert (forall ((x Int) (y Int) (|new x| Int)) (=> (and (|P q| x y)" \
    " (= |new x| (+ x 1))) (|P q| |new x| (- y)))))\n"                     \
    "(assert (forall ((x Int) (y Int)) (=> (and (|P q| x y) (= x 2)) "     \
    "false)))\n"

static void
derivation_is_written (void **state)
{
    (void) state;
    struct horn h;
    clauses_read (&h, COUNT);
    struct outcome o;
    outcome_init (&o);
    const uint32_t path[] = {0, 1, 1, 2};
    assert_true (certificate_derivation (&h, path, 4, LIMIT, &o));
    assert_string_equal (
        o.derivation,
        "(step :assertion 0 :values ((x 0)) :fact (|P q| 0 (- 3)))\n"
        "(step :assertion 1 :values ((x 0) (y (- 3)) (|new x| 1))"
        " :fact (|P q| 1 3))\n"
        "(step :assertion 1 :values ((x 1) (y 3) (|new x| 2))"
        " :fact (|P q| 2 (- 3)))\n"
        "(step :assertion 2 :values ((x 2) (y (- 3))) :fact false)\n");
    assert_int_equal (judge (o.derivation, COUNT), REPLAY_CONFIRMED);
    assert_int_equal (o.trace.size, 4);
    assert_string_equal (o.trace.at[0].what, "fact P q");
    assert_string_equal (o.trace.at[1].what, "P q -> P q");
    assert_string_equal (o.trace.at[3].what, "query of P q");
    assert_string_equal (o.trace.at[1].values, "x = 0, y = -3, new x = 1");
    assert_non_null (strstr (o.trace.at[1].place, "test.smt2:4:"));
    outcome_clear (&o);
    horn_clear (&h);
}

static void
wrong_paths_are_refused (void **state)
{
    (void) state;
    static const uint32_t path[][4] = {
        {0, 1, 2, 9}, /* x is 1 there: no model */
        {0, 0, 2, 9}, /* a fact in the middle */
        {1, 1, 2, 9}, /* no fact first */
        {0, 1, 1, 9}, /* no query last */
        {0, 1, 9, 9}, /* no such clause */
    };
    for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
        struct horn h;
        clauses_read (&h, COUNT);
        struct outcome o;
        outcome_init (&o);
        assert_false (certificate_derivation (&h, path[i], 3, LIMIT, &o));
        assert_int_equal (o.verdict, VERDICT_UNKNOWN);
        assert_non_null (o.reason);
        assert_null (o.derivation);
        assert_int_equal (o.trace.size, 0);
        outcome_clear (&o);
        horn_clear (&h);
    }
}

/* Every sort, and what has no value. */
static void
sorts_have_values (void **state)
{
    (void) state;
    static const struct {
        const char *text;
        bool written;
    } row[] = {
        {"(declare-fun P (Bool Real (_ BitVec 8)) Bool)\n"
         "(assert (forall ((b Bool) (r Real) (v (_ BitVec 8)))"
         " (=> (and b (= (* 3.0 r) (- 1.0)) (= v #xfe)) (P b r v))))\n"
         "(assert (forall ((b Bool) (r Real) (v (_ BitVec 8)))"
         " (=> (and (P b r v) (bvugt v #x01)) false)))\n",
         true},
        {"(declare-fun P ((Array Int Int)) Bool)\n"
         "(assert (forall ((a (Array Int Int))) (=> (= (select a 3) 7)"
         " (P (store a 4 8)))))\n"
         "(assert (forall ((a (Array Int Int))) (=> (and (P a)"
         " (= (select a 4) 8) (= (select a 3) 7)) false)))\n",
         true},
        {"(declare-fun P (Int) Bool)\n"
         "(assert (forall ((x Int) (y Int) (z Int)) (=> (< y y) (P z))))\n"
         "(assert (forall ((x Int)) (=> (P x) false)))\n",
         false},
        {"(declare-fun P (Int) Bool)\n"
         "(assert (forall ((x Int) (y Int)) (=> (= (div x y) 7) (P y))))\n"
         "(assert (forall ((x Int)) (=> (and (P x) (= x 0)) false)))\n",
         false},
        {"(declare-fun P (Int) Bool)\n"
         "(assert (forall ((x Int) (y Int)) (=> (= (mod x (- 5)) 3) (P x))))\n"
         "(assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))\n",
         true},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct text input;
        text_init (&input);
        text_print (&input, "(set-logic HORN)\n%s", row[i].text);
        struct horn h;
        clauses_read (&h, text_view (&input));
        struct outcome o;
        outcome_init (&o);
        const uint32_t path[] = {0, 1};
        bool written = h.clause.size == 2
                       && certificate_derivation (&h, path, 2, LIMIT, &o);
        if (written != row[i].written)
            print_message ("%s%s\n", text_view (&input),
                           o.derivation ? o.derivation : "");
        assert_int_equal (written, row[i].written);
        if (written)
            assert_int_equal (judge (o.derivation, text_view (&input)),
                              REPLAY_CONFIRMED);
        outcome_clear (&o);
        horn_clear (&h);
        text_clear (&input);
    }
}

/* Long lists of values are cut to what changed. */
static void
long_lists_are_cut (void **state)
{
    (void) state;
    struct text input;
    text_init (&input);
    text_add (&input, "(set-logic HORN)\n(declare-fun P (Int Int Int Int Int "
                      "Int Int Int Int) Bool)\n(assert (P 0 1 2 3 4 5 6 7 8))\n"
                      "(assert (forall ((a Int) (b Int) (c Int) (d Int) "
                      "(e Int) (f Int) (g Int) (h Int) (i Int)) (=> "
                      "(P a b c d e f g h i) (P (+ a 1) b c d e f g h i))))\n"
                      "(assert (forall ((a Int) (b Int) (c Int) (d Int) "
                      "(e Int) (f Int) (g Int) (h Int) (i Int)) (=> "
                      "(and (P a b c d e f g h i) (= a 2)) false)))\n");
    struct horn h;
    clauses_read (&h, text_view (&input));
    struct outcome o;
    outcome_init (&o);
    const uint32_t path[] = {0, 1, 1, 2};
    assert_true (certificate_derivation (&h, path, 4, LIMIT, &o));
    assert_string_equal (o.trace.at[0].values, "");
    assert_string_equal (o.trace.at[2].values, "a = 1");
    assert_int_equal (judge (o.derivation, text_view (&input)),
                      REPLAY_CONFIRMED);
    outcome_clear (&o);
    horn_clear (&h);
    text_clear (&input);
}

static void
proof_is_written (void **state)
{
    (void) state;
    static const char input[] =
        "(set-logic HORN)\n(declare-fun |P q| (Int Bool) Bool)\n"
        "(declare-fun Q () Bool)\n"
        "(assert (forall ((x Int) (b Bool)) (=> (< 0 x) (|P q| x b))))\n"
        "(assert (forall ((x Int) (b Bool)) (=> (and (|P q| x b) (< x 0)) "
        "Q)))\n(assert (=> Q false))\n";
    struct horn h;
    clauses_read (&h, input);
    struct system s;
    system_init (&s, h.terms);
    system_from_horn (&s, &h);
    const term *zero = term_int (h.terms, 0);
    const term *invariant[] = {
        term_lt (h.terms, zero, s.location.at[2].vars.at[0]),
        term_false (h.terms)};
    const struct term_vec *vars[] = {&s.location.at[2].vars,
                                     &s.location.at[3].vars};
    struct text proof;
    text_init (&proof);
    certificate_proof (&h, invariant, vars, &proof);
    assert_string_equal (text_view (&proof),
                         "(define-fun |P q| ((|P q.x| Int) (|P q.b| Bool)) "
                         "Bool\n  (< 0 |P q.x|))\n"
                         "(define-fun Q () Bool\n  false)\n");
    assert_int_equal (judge (text_view (&proof), input), REPLAY_CONFIRMED);
    text_clear (&proof);
    system_clear (&s);
    horn_clear (&h);
}

/* ---- random clauses: the first path with a model, after simplification */

struct partition_run {
    const struct horn *horn;
    const struct system *system;
    struct outcome *outcome;
    struct vec_index path; /* clauses so far */
    unsigned budget;
};

static bool
partition_run_from (struct partition_run *h, uint32_t location, unsigned depth)
{
    if (location == SYSTEM_ERROR) {
        if (!h->budget)
            return false;
        h->budget--;
        return certificate_derivation (h->horn, h->path.at, h->path.size, LIMIT,
                                       h->outcome);
    }
    const struct vec_index *leaving = &h->system->leaving[location];
    for (size_t i = 0; depth && i < leaving->size; i++) {
        const struct transition *t = &h->system->transition.at[leaving->at[i]];
        size_t before = h->path.size;
        for (size_t k = 0; k < t->origin.size; k++)
            VEC_PUSH (h->path, t->origin.at[k]);
        if (partition_run_from (h, t->to, depth - 1))
            return true;
        h->path.size = before;
    }
    return false;
}

static void
random_derivations_are_confirmed (void **state)
{
    (void) state;
    unsigned found = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct dice d = {seed * 7919};
        struct text text;
        text_init (&text);
        random_clauses (&d, &text);
        struct horn horn;
        clauses_read (&horn, text_view (&text));
        struct system system;
        system_init (&system, horn.terms);
        system_from_horn (&system, &horn);
        simplification *done = simplify (&system, seed % 2);
        struct outcome o;
        outcome_init (&o);
        struct partition_run partition_run = {&horn, &system, &o, {0}, 10};
        for (unsigned depth = 1; depth <= 4 && !o.derivation; depth++)
            partition_run_from (&partition_run, SYSTEM_ENTRY, depth);
        if (o.derivation) {
            assert_int_equal (judge (o.derivation, text_view (&text)),
                              REPLAY_CONFIRMED);
            found++;
        }
        VEC_CLEAR (partition_run.path);
        outcome_clear (&o);
        simplification_free (done);
        system_clear (&system);
        horn_clear (&horn);
        text_clear (&text);
    }
    print_message ("%u derivations\n", found);
    assert_true (found >= 15);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (derivation_is_written),
        cmocka_unit_test (wrong_paths_are_refused),
        cmocka_unit_test (sorts_have_values),
        cmocka_unit_test (long_lists_are_cut),
        cmocka_unit_test (proof_is_written),
        cmocka_unit_test (random_derivations_are_confirmed),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
