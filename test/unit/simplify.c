/* simplify.c -- smaller systems, the same verdict, and proofs that go back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cegar/certificate.h"
#include "cegar/simplify.h"
#include "clauses.h"
#include "logic/smtlib.h"
#include "report/replay.h"

struct fixture {
    struct horn horn;
    struct system system;
    simplification *done;
};

static void
fixture_open (struct fixture *f, const char *text, bool single)
{
    clauses_read (&f->horn, text);
    system_init (&f->system, f->horn.terms);
    system_from_horn (&f->system, &f->horn);
    f->done = simplify (&f->system, single);
    assert_true (system_sound (&f->system));
}

static void
fixture_close (struct fixture *f)
{
    simplification_free (f->done);
    system_clear (&f->system);
    horn_clear (&f->horn);
}

static size_t
locations_left (const struct system *s)
{
    size_t left = 0;
    for (size_t i = 2; i < s->location.size; i++)
        left += !s->location.at[i].gone;
    return left;
}

/* ---- proofs: those that z3 finds for the small system, brought back */

/* Reads the define-funs of z3's model into one invariant per location. */
static bool
invariants_read (const struct system *s, const char *model,
                 const term **invariant)
{
    struct arena arena;
    struct problem problem = {0};
    const struct sexpr *list;
    size_t count;
    arena_init (&arena);
    bool fine = sexpr_read (model, strlen (model), "model", &arena, &list,
                            &count, &problem);
    struct smtlib reader;
    smtlib_init (&reader, s->terms, "model", &arena, &problem);
    /* (define-fun ..) one by one, or in one list */
    if (fine && count == 1 && list[0].kind == SEXPR_LIST
        && !sexpr_begins (&list[0], "define-fun")) {
        count = list[0].size;
        list = list[0].child;
    }
    for (size_t i = 0; fine && i < count; i++) {
        if (!sexpr_begins (&list[i], "define-fun"))
            continue;
        fine = smtlib_define (&reader, &list[i]);
        const struct smtlib_macro *m = fine ? &VEC_LAST (reader.macro) : NULL;
        for (size_t l = 2; fine && l < s->location.size; l++) {
            const struct location *at = &s->location.at[l];
            if (at->gone || strcmp (at->name, list[i].child[1].text) != 0)
                continue;
            fine = m->params == at->vars.size;
            if (fine)
                invariant[l] = term_substitute (s->terms, m->body, m->param,
                                                at->vars.at, m->params);
        }
    }
    for (size_t l = 2; fine && l < s->location.size; l++)
        if (!s->location.at[l].gone && !invariant[l])
            invariant[l] = term_true (s->terms); /* z3 left it out */
    if (!fine)
        print_message ("%s in %s\n", problem.message, model);
    smtlib_clear (&reader);
    arena_clear (&arena);
    return fine;
}

/* True if the proof was confirmed; fails the test if it was refuted. */
static bool
proof_goes_back (const struct fixture *f, const char *input)
{
    const struct system *s = &f->system;
    struct text small;
    text_init (&small);
    system_smtlib (s, &small);
    text_add (&small, "(get-model)\n");
    char *said = clauses_z3 (text_view (&small), 5);
    text_clear (&small);
    if (strncmp (said, "sat\n", 4) != 0) {
        memory_free (said);
        return false;
    }
    const term **invariant = NEW_ARRAY (const term *, s->location.size);
    assert_true (invariants_read (s, said + 4, invariant));
    memory_free (said);
    simplify_proof (f->done, s->terms, invariant);
    const struct term_vec **vars =
        NEW_ARRAY (const struct term_vec *, s->location.size);
    for (size_t i = 2; i < s->location.size; i++)
        vars[i] = simplify_vars (f->done, (uint32_t) i);
    struct text proof, report;
    text_init (&proof);
    text_init (&report);
    certificate_proof (&f->horn, invariant + 2, vars + 2, &proof);
    struct problem problem = {0};
    enum replay_result result =
        replay_check (text_view (&proof), "proof", input, "input", REPLAY_Z3,
                      20, &report, &problem);
    if (result == REPLAY_REFUTED || problem.kind) {
        struct text after;
        text_init (&after);
        system_print (s, &after);
        print_message ("%s\n%s\n%s\n%s\n%s\n", problem.message, input,
                       text_view (&after), text_view (&proof),
                       text_view (&report));
        text_clear (&after);
    }
    assert_true (result != REPLAY_REFUTED);
    assert_int_equal (problem.kind, PROBLEM_NONE);
    text_clear (&proof);
    text_clear (&report);
    memory_free (vars);
    memory_free (invariant);
    return result == REPLAY_CONFIRMED;
}

/* ---- verdicts */

struct tally {
    unsigned sat, unsat, undecided, confirmed, proofs;
};

static void
agree (const char *text, bool single, struct tally *tally)
{
    struct fixture f;
    fixture_open (&f, text, single);
    struct text small, whole;
    text_init (&small);
    text_init (&whole);
    text_print (&whole, "%s(check-sat)\n", text);
    system_smtlib (&f.system, &small);
    char a = clauses_verdict (text_view (&whole), 5);
    char b = clauses_verdict (text_view (&small), 5);
    if (a != b && a != '?' && b != '?')
        print_message ("%c %c\n%s\n%s\n", a, b, text, text_view (&small));
    assert_true (a == b || a == '?' || b == '?');
    tally->sat += a == 's' && b == 's';
    tally->unsat += a == 'u' && b == 'u';
    tally->undecided += a == '?' || b == '?';
    if (b == 's') {
        tally->proofs++;
        tally->confirmed += proof_goes_back (&f, text);
    }
    text_clear (&small);
    text_clear (&whole);
    fixture_close (&f);
}

static void
random_systems_agree (void **state)
{
    (void) state;
    struct tally tally = {0};
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct dice d = {seed * 1000003};
        struct text text;
        text_init (&text);
        random_clauses (&d, &text);
        agree (text_view (&text), seed % 4 == 0, &tally);
        text_clear (&text);
    }
    print_message (
        "%u sat, %u unsat, %u undecided; %u of %u proofs confirmed\n",
        tally.sat, tally.unsat, tally.undecided, tally.confirmed, tally.proofs);
    assert_true (tally.sat >= 15 && tally.unsat >= 15);
    assert_true (tally.confirmed * 10 >= tally.proofs * 9);
}

/* clang-format off */
#define HEAD "(set-logic HORN)\n"
#define ALL(vars) "(assert (forall (" vars ")\n  "

static const char *const made_by_hand[] = {
    /* nothing at all, facts only, queries only */
    HEAD,
    HEAD "(declare-fun P (Int) Bool)\n(assert (P 3))\n",
    HEAD "(declare-fun P (Int) Bool)\n"
         ALL ("(x Int)") "(=> (P x) false)))\n",
    HEAD "(assert (forall ((x Int)) (=> (< x x) false)))\n",
    HEAD "(assert (forall ((x Int)) (=> (< x 3) false)))\n",
    /* a chain that is inlined from entry to error, both ways */
    HEAD "(declare-fun P (Int) Bool)\n(declare-fun Q (Int Int) Bool)\n"
         ALL ("(x Int)") "(=> (and (<= 0 x) (<= x 9)) (P x))))\n"
         ALL ("(x Int) (y Int)") "(=> (and (P x) (= y (* 2 x))) (Q x y))))\n"
         ALL ("(x Int) (y Int)") "(=> (and (Q x y) (< 18 y)) false)))\n",
    HEAD "(declare-fun P (Int) Bool)\n(declare-fun Q (Int Int) Bool)\n"
         ALL ("(x Int)") "(=> (and (<= 0 x) (<= x 9)) (P x))))\n"
         ALL ("(x Int) (y Int)") "(=> (and (P x) (= y (* 2 x))) (Q x y))))\n"
         ALL ("(x Int) (y Int)") "(=> (and (Q x y) (< 17 y)) false)))\n",
    /* divisibility: the inverse of inlining needs projection */
    HEAD "(declare-fun P (Int) Bool)\n(declare-fun Q (Int) Bool)\n"
         ALL ("(x Int)") "(P (* 3 x))))\n"
         ALL ("(x Int)") "(=> (P x) (Q (+ x 1)))))\n"
         ALL ("(x Int)") "(=> (and (Q x) (= x 3)) false)))\n",
    HEAD "(declare-fun P (Int Int) Bool)\n(declare-fun Q (Int) Bool)\n"
         ALL ("(x Int) (y Int)") "(=> (< x y) (P (* 2 x) (* 3 y)))))\n"
         ALL ("(x Int) (y Int)") "(=> (P x y) (Q (+ x y)))))\n"
         ALL ("(x Int)") "(=> (and (Q x) (= x 1)) false)))\n",
    /* constants around a loop; one that changes */
    HEAD "(declare-fun P (Int Int Int) Bool)\n"
         ALL ("(x Int)") "(=> (= x 0) (P x 5 7))))\n"
         ALL ("(x Int) (y Int) (z Int)") "(=> (P x y z) (P (+ x 1) y z))))\n"
         ALL ("(x Int) (y Int) (z Int)")
         "(=> (and (P x y z) (distinct (+ y z) 12)) false)))\n",
    HEAD "(declare-fun P (Int Int Int) Bool)\n"
         ALL ("(x Int)") "(=> (= x 0) (P x 5 7))))\n"
         ALL ("(x Int) (y Int) (z Int)") "(=> (P x y z) (P (+ x 1) z z))))\n"
         ALL ("(x Int) (y Int) (z Int)")
         "(=> (and (P x y z) (distinct (+ y z) 12)) false)))\n",
    /* constants that follow from each other across two locations */
    HEAD "(declare-fun P (Int Int) Bool)\n(declare-fun Q (Int Int) Bool)\n"
         ALL ("(x Int)") "(P x 1)))\n"
         ALL ("(x Int) (y Int)") "(=> (P x y) (Q x (+ y 1)))))\n"
         ALL ("(x Int) (y Int)") "(=> (Q x y) (P (+ x 1) (- y 1)))))\n"
         ALL ("(x Int) (y Int)") "(=> (and (Q x y) (< y 2)) false)))\n",
    /* equal arguments, and such that only start equal */
    HEAD "(declare-fun P (Int Int) Bool)\n"
         ALL ("(x Int)") "(P x x)))\n"
         ALL ("(x Int) (y Int)") "(=> (P x y) (P (+ x 1) (+ y 1)))))\n"
         ALL ("(x Int) (y Int)") "(=> (and (P x y) (distinct x y)) false)))\n",
    HEAD "(declare-fun P (Int Int) Bool)\n"
         ALL ("(x Int)") "(P x x)))\n"
         ALL ("(x Int) (y Int)") "(=> (P x y) (P (+ x 1) (+ y 2)))))\n"
         ALL ("(x Int) (y Int)") "(=> (and (P x y) (distinct x y)) false)))\n",
    /* sliced arguments, with a guard on an auxiliary */
    HEAD "(declare-fun P (Int Int) Bool)\n"
         ALL ("(x Int) (y Int)") "(=> (and (= x 0) (< y 3)) (P x y))))\n"
         ALL ("(x Int) (y Int) (z Int)")
         "(=> (and (P x y) (< x 5) (< z x)) (P (+ x 1) (+ z y)))))\n"
         ALL ("(x Int) (y Int)") "(=> (and (P x y) (< 5 x)) false)))\n",
    /* unreachable and useless relations */
    HEAD "(declare-fun P (Int) Bool)\n(declare-fun U (Int) Bool)\n"
         "(declare-fun V (Int) Bool)\n"
         ALL ("(x Int)") "(=> (< 0 x) (P x))))\n"
         ALL ("(x Int)") "(=> (U x) (P (- x)))))\n"
         ALL ("(x Int)") "(=> (P x) (V x))))\n"
         ALL ("(x Int)") "(=> (V x) (V (+ x 1)))))\n"
         ALL ("(x Int)") "(=> (and (P x) (< x 1)) false)))\n",
    /* disjunctions, choices, Boolean equations */
    HEAD "(declare-fun P (Int Bool) Bool)\n"
         ALL ("(x Int) (b Bool)") "(=> (= b (= x 0)) (P x b))))\n"
         ALL ("(x Int) (b Bool) (y Int)")
         "(=> (and (P x b) (or (= y (+ x 1)) (= y (- x 1))) "
         "(= (< x 5) (> y 0))) (P (ite b y (+ y 2)) (not b)))))\n"
         ALL ("(x Int) (b Bool)") "(=> (and (P x b) (= x 77) b) false)))\n",
    HEAD "(declare-fun P (Int Int) Bool)\n"
         ALL ("(x Int)") "(=> (and (<= 0 x) (<= x 3)) (P x 0))))\n"
         ALL ("(x Int) (y Int)")
         "(=> (and (P x y) (< y 4)) (P (ite (< x 3) (+ x 1) 0) (+ y 1)))))\n"
         ALL ("(x Int) (y Int)") "(=> (and (P x y) (or (< x 0) (< 3 x))) "
         "false)))\n",
    /* a cycle over three locations */
    HEAD "(declare-fun A (Int) Bool)\n(declare-fun B (Int) Bool)\n"
         "(declare-fun C (Int) Bool)\n"
         "(assert (A 0))\n"
         ALL ("(x Int)") "(=> (A x) (B (+ x 1)))))\n"
         ALL ("(x Int)") "(=> (and (B x) (< x 9)) (C (+ x 1)))))\n"
         ALL ("(x Int)") "(=> (C x) (A x))))\n"
         ALL ("(x Int)") "(=> (and (B x) (< 9 x)) false)))\n",
    /* a diamond, two of them in a row, and a loop back */
    HEAD "(declare-fun A (Int) Bool)\n(declare-fun B (Int) Bool)\n"
         "(declare-fun C (Int) Bool)\n(declare-fun D (Int) Bool)\n"
         "(declare-fun E (Int) Bool)\n"
         "(assert (A 0))\n"
         ALL ("(x Int)") "(=> (and (A x) (< x 0)) (B (- x)))))\n"
         ALL ("(x Int)") "(=> (and (A x) (>= x 0)) (B x))))\n"
         ALL ("(x Int)") "(=> (and (B x) (< x 9)) (C (+ x 1)))))\n"
         ALL ("(x Int)") "(=> (and (B x) (>= x 9)) (D 0))))\n"
         ALL ("(x Int)") "(=> (C x) (E x))))\n"
         ALL ("(x Int)") "(=> (D x) (E x))))\n"
         ALL ("(x Int)") "(=> (E x) (A (- x)))))\n"
         ALL ("(x Int)") "(=> (and (B x) (< x 0)) false)))\n",
    /* reals, and integers under them */
    HEAD "(declare-fun P (Real Int) Bool)\n"
         ALL ("(r Real) (i Int)") "(=> (and (= (* 2.0 r) 1.0) (= i 0)) "
         "(P r i))))\n"
         ALL ("(r Real) (s Real) (i Int)")
         "(=> (and (P r i) (= (+ s s) (+ r 1.0))) (P s (+ i 1)))))\n"
         ALL ("(r Real) (i Int)") "(=> (and (P r i) (< r 0.0)) false)))\n",
    /* bit-vectors and arrays */
    HEAD "(declare-fun P ((_ BitVec 4) (_ BitVec 4)) Bool)\n"
         ALL ("(x (_ BitVec 4))") "(P x (bvand x #x7))))\n"
         ALL ("(x (_ BitVec 4)) (y (_ BitVec 4))")
         "(=> (and (P x y) (= y #x8)) false)))\n",
    HEAD "(declare-fun P ((Array Int Int) Int) Bool)\n"
         "(declare-fun Q ((Array Int Int) Int) Bool)\n"
         ALL ("(a (Array Int Int))") "(P (store a 0 1) 0)))\n"
         ALL ("(a (Array Int Int)) (i Int)")
         "(=> (P a i) (Q (store a i 2) i))))\n"
         ALL ("(a (Array Int Int)) (i Int)")
         "(=> (and (Q a i) (distinct (select a i) 2)) false)))\n",
    /* division */
    HEAD "(declare-fun P (Int) Bool)\n(declare-fun Q (Int) Bool)\n"
         ALL ("(x Int)") "(P (* 2 x))))\n"
         ALL ("(x Int)") "(=> (P x) (Q (div x 2)))))\n"
         ALL ("(x Int)") "(=> (P x) (P (+ x 2)))))\n"
         ALL ("(x Int)") "(=> (and (P x) (= (mod x 2) 1)) false)))\n"
         ALL ("(x Int)") "(=> (and (Q x) (< x x)) false)))\n",
    /* awkward names */
    HEAD "(declare-fun |P.x| (Int) Bool)\n(declare-fun P (Int) Bool)\n"
         "(declare-fun |a b| (Int) Bool)\n"
         ALL ("(x Int) (P.x Int)") "(=> (and (< x P.x) (< P.x 3)) (P P.x))))\n"
         ALL ("(x Int)") "(=> (P x) (|P.x| (+ x 1)))))\n"
         ALL ("(x Int)") "(=> (|P.x| x) (|a b| x))))\n"
         ALL ("(x Int)") "(=> (|a b| x) (P (- x 1)))))\n"
         ALL ("(x Int)") "(=> (and (|a b| x) (> x 3)) false)))\n",
    /* no arguments at all */
    HEAD "(declare-fun P () Bool)\n(declare-fun Q () Bool)\n"
         "(assert P)\n(assert (=> P Q))\n(assert (=> Q false))\n",
    HEAD "(declare-fun P () Bool)\n(declare-fun Q () Bool)\n"
         "(assert (=> P Q))\n(assert (=> Q P))\n(assert (=> Q false))\n",
};
/* clang-format on */

static void
systems_made_by_hand_agree (void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof made_by_hand / sizeof *made_by_hand; i++)
        for (int single = 0; single < 2; single++) {
            struct tally tally = {0};
            agree (made_by_hand[i], single, &tally);
            if (tally.undecided || tally.confirmed != tally.proofs)
                print_message ("%s", made_by_hand[i]);
            assert_int_equal (tally.undecided, 0);
            assert_int_equal (tally.confirmed, tally.proofs);
        }
}

/* ---- that it really gets smaller */

static void
acyclic_systems_vanish (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f, made_by_hand[5], false);
    assert_int_equal (locations_left (&f.system), 0);
    assert_int_equal (f.system.transition.size, 0);
    fixture_close (&f);
    fixture_open (&f, made_by_hand[6], false);
    assert_int_equal (locations_left (&f.system), 0);
    assert_int_equal (f.system.transition.size, 1);
    const struct transition *t = &f.system.transition.at[0];
    assert_int_equal (t->origin.size, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal (t->origin.at[i], i);
    fixture_close (&f);
    fixture_open (&f, made_by_hand[6], true);
    assert_int_equal (locations_left (&f.system), 2);
    fixture_close (&f);
}

static void
arguments_vanish (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f, made_by_hand[9], false); /* constants */
    assert_int_equal (f.system.transition.size, 0);
    fixture_close (&f);
    fixture_open (&f, made_by_hand[12], false); /* equal */
    assert_int_equal (f.system.transition.size, 0);
    fixture_close (&f);
    fixture_open (&f, made_by_hand[14], false); /* sliced */
    assert_int_equal (f.system.location.at[2].vars.size, 1);
    assert_int_equal (simplify_vars (f.done, 2)->size, 2);
    for (size_t i = 0; i < f.system.transition.size; i++)
        assert_int_equal (f.system.transition.at[i].aux.size, 0);
    fixture_close (&f);
}

static void
same_input_same_output (void **state)
{
    (void) state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct buffer out[2];
        for (int i = 0; i < 2; i++) {
            struct dice d = {seed};
            struct text text;
            text_init (&text);
            random_clauses (&d, &text);
            struct fixture f;
            fixture_open (&f, text_view (&text), false);
            buffer_init (&out[i]);
            system_write (&f.system, &out[i]);
            fixture_close (&f);
            text_clear (&text);
        }
        assert_true (
            bytes_equal (buffer_view (&out[0]), buffer_view (&out[1])));
        buffer_clear (&out[0]);
        buffer_clear (&out[1]);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (acyclic_systems_vanish),
        cmocka_unit_test (arguments_vanish),
        cmocka_unit_test (same_input_same_output),
        cmocka_unit_test (systems_made_by_hand_agree),
        cmocka_unit_test (random_systems_agree),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
