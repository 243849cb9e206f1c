/* simplify.c -- smaller systems, the same verdict, and proofs that go back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cegar/simplify/certificate.h"
#include "cegar/simplify/simplify.h"
#include "clauses.h"
#include "logic/smtlib/smtlib.h"
#include "logic/term/sort.h"
#include "report/replay.h"
#include "effort.h"

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
    for (size_t i = 2; i < f->horn.relation.size + 2; i++)
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
    for (uint64_t seed = 1; seed <= effort (100); seed++) {
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
    assert_true (tally.sat >= effort (15) && tally.unsat >= effort (15));
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

/* ---- control in arguments */

/* clang-format off */
#define STATE "(p Bool) (q Bool) (x Int) (r Bool) (s Bool) (y Int)"

static const char *const with_control[] = {
    /* a program counter in two bits: 00 sets, 01 counts up, 10 leaves; the
     * step is one big conjunction of implications */
    HEAD "(declare-fun P (Bool Bool Int) Bool)\n"
         "(assert (forall ((x Int)) (P false false x)))\n"
         ALL (STATE) "(=> (and (P p q x) "
         "(or p q (and (not r) s (= y 0))) "
         "(or p (not q) (>= x 9) (and (not r) s (= y (+ x 1)))) "
         "(or p (not q) (< x 9) (and r (not s) (= y x))) "
         "(or (not p) q (and r (not s) (= y x))) "
         "(not (and p q))) (P r s y))))\n"
         ALL ("(x Int)") "(=> (and (P true false x) (distinct x 9)) false)))\n",
    /* the same, where 11 is reached in the end */
    HEAD "(declare-fun P (Bool Bool Int) Bool)\n"
         "(assert (forall ((x Int)) (P false false x)))\n"
         ALL (STATE) "(=> (and (P p q x) "
         "(or p q (and (not r) s (= y 0))) "
         "(or p (not q) (>= x 9) (and (not r) s (= y (+ x 1)))) "
         "(or p (not q) (< x 9) (and r (not s) (= y x))) "
         "(or (not p) q (and r s (= y x)))) (P r s y))))\n"
         ALL ("(x Int)") "(=> (and (P true true x) (= x 9)) false)))\n",
    /* in a number, which is also copied from one relation to the other; a
     * value that is never set; a relation with the name of a new one */
    HEAD "(declare-fun P (Int Int) Bool)\n(declare-fun Q (Int Int) Bool)\n"
         "(declare-fun |P@0| (Int) Bool)\n"
         "(assert (P 1 0))\n"
         ALL ("(x Int)") "(=> (P 1 x) (P 2 (+ x 1)))))\n"
         ALL ("(c Int) (x Int)")
         "(=> (and (P c x) (>= c 2) (< x 7)) (Q c (+ x 1)))))\n"
         ALL ("(c Int) (x Int)") "(=> (Q c x) (P (ite (< x 5) 1 c) x))))\n"
         ALL ("(x Int)") "(=> (P 3 x) (|P@0| x))))\n"
         ALL ("(x Int)") "(=> (|P@0| x) (|P@0| (+ x 1)))))\n"
         ALL ("(x Int)") "(=> (|P@0| x) false)))\n"
         ALL ("(x Int)") "(=> (and (Q 2 x) (> x 8)) false)))\n",
    /* flags that may be anything, and data that follows them */
    HEAD "(declare-fun P (Bool Int Int) Bool)\n"
         ALL ("(b Bool)") "(P b 0 0)))\n"
         ALL ("(b Bool) (c Bool) (x Int) (y Int)")
         "(=> (P b x y) (P c (ite b (+ x 1) x) (ite b y (+ y 1))))))\n"
         ALL ("(b Bool) (x Int) (y Int)")
         "(=> (and (P b x y) (< (+ x y) 0)) false)))\n",
    /* a counter in twelve bits is too much to unfold, but one bit of it is
     * plain */
    HEAD "(declare-fun P (Bool Bool Bool Bool Bool Bool Bool Bool Bool Bool "
         "Bool Bool Int) Bool)\n"
         ALL ("(b Bool) (c Bool) (d Bool) (e Bool) (f Bool) (g Bool) (h Bool) "
              "(i Bool) (j Bool) (k Bool) (l Bool)")
         "(P b c d e f g h i j k l false 0)))\n"
         ALL ("(b Bool) (c Bool) (d Bool) (e Bool) (f Bool) (g Bool) (h Bool) "
              "(i Bool) (j Bool) (k Bool) (l Bool) (m Bool) (n Bool) (x Int)")
         "(=> (P b c d e f g h i j k l m x) "
         "(P c d e f g h i j k l n (not m) (ite m x (+ x (ite b 1 2)))))))\n"
         ALL ("(b Bool) (c Bool) (d Bool) (e Bool) (f Bool) (g Bool) (h Bool) "
              "(i Bool) (j Bool) (k Bool) (l Bool) (m Bool) (x Int)")
         "(=> (and (P b c d e f g h i j k l m x) (< x 0)) false)))\n",
};
/* clang-format on */

static void
control_becomes_locations (void **state)
{
    (void) state;
    for (size_t i = 0; i < 4; i++) {
        struct fixture f;
        fixture_open (&f, with_control[i], false);
        const struct system *s = &f.system;
        for (size_t l = 2; l < s->location.size; l++) {
            const struct location *at = &s->location.at[l];
            for (size_t k = 0; !at->gone && k < at->vars.size; k++)
                assert_int_equal (at->vars.at[k]->sort->kind, SORT_INT);
            assert_true ((at->relation == HORN_NONE)
                         == (l >= f.horn.relation.size + 2));
        }
        fixture_close (&f);
    }
    /* One loop remains of the counter, without a choice in it. */
    struct fixture f;
    fixture_open (&f, with_control[0], false);
    assert_int_equal (locations_left (&f.system), 1);
    assert_int_equal (f.system.transition.size, 3);
    assert_int_equal (f.system.location.size, 3 + 3); /* 11 is not reached */
    for (uint32_t l = 3; l < f.system.location.size; l++) {
        const struct term_vec *vars = simplify_vars (f.done, l);
        assert_int_equal (vars->size, 3);
        for (size_t k = 0; k < 3; k++)
            assert_int_equal (term_is_constant (vars->at[k]), k < 2);
    }
    for (size_t i = 0; i < f.system.transition.size; i++)
        assert_false (
            term_has_op (f.horn.terms, f.system.transition.at[i].guard, OP_OR));
    fixture_close (&f);
    /* Blocks as in the paper stay as they are. */
    fixture_open (&f, with_control[0], true);
    assert_int_equal (f.system.location.size, 3);
    fixture_close (&f);
}

static void
unfolded_systems_agree (void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof with_control / sizeof *with_control; i++) {
        struct tally tally = {0};
        agree (with_control[i], false, &tally);
        if (tally.undecided || tally.confirmed != tally.proofs)
            print_message ("%s", with_control[i]);
        assert_int_equal (tally.undecided, 0);
        assert_int_equal (tally.confirmed, tally.proofs);
    }
}

/* Two relations of two Booleans, a counter of a program and a number each. */
static void
random_control (struct dice *d, struct text *out)
{
    static const char *const number[] = {"c", "x"};
    text_add (out, "(set-logic HORN)\n"
                   "(declare-fun P (Bool Bool Int Int) Bool)\n"
                   "(declare-fun Q (Bool Bool Int Int) Bool)\n");
    text_print (out, "(assert (forall ((b Bool)) (P b %s 0 %u)))\n",
                dice_roll (d, 2) ? "b" : "false", dice_roll (d, 3));
    unsigned clauses = 4 + dice_roll (d, 5);
    for (unsigned i = 0; i < clauses; i++) {
        text_print (out,
                    "(assert (forall ((p Bool) (q Bool) (c Int) (x Int) "
                    "(r Bool) (s Bool))\n  (=> (and (%s p q c x)",
                    dice_roll (d, 2) ? "P" : "Q");
        unsigned parts = 2 + dice_roll (d, 3) + 4 * (i + 1 == clauses);
        for (unsigned k = 0; k < parts; k++) {
            text_add (out, " (or");
            for (unsigned j = 0; j < 2; j++)
                text_print (out, dice_roll (d, 2) ? " %c" : " (not %c)",
                            "pqrs"[dice_roll (d, 4)]);
            text_char (out, ' ');
            random_formula (d, out, number, 2, 0);
            text_char (out, ')');
        }
        text_add (out, ") ");
        if (i + 1 == clauses)
            text_add (out, "false");
        else {
            text_print (out, "(%s %s %s ", dice_roll (d, 2) ? "P" : "Q",
                        dice_roll (d, 3) ? "r" : "(not p)",
                        dice_roll (d, 3) ? "s" : "(and p r)");
            if (dice_roll (d, 3))
                text_print (out, "%u", dice_roll (d, 3));
            else
                text_add (out, dice_roll (d, 2) ? "c" : "(ite q c 1)");
            text_add (out, dice_roll (d, 2) ? " (+ x 1))" : " x)");
        }
        text_add (out, ")))\n");
    }
}

static void
random_control_agrees (void **state)
{
    (void) state;
    struct tally tally = {0};
    for (uint64_t seed = 1; seed <= effort (60); seed++) {
        struct dice d = {seed * 7000003};
        struct text text;
        text_init (&text);
        random_control (&d, &text);
        agree (text_view (&text), false, &tally);
        text_clear (&text);
    }
    print_message (
        "%u sat, %u unsat, %u undecided; %u of %u proofs confirmed\n",
        tally.sat, tally.unsat, tally.undecided, tally.confirmed, tally.proofs);
    assert_true (tally.sat >= effort (8) && tally.unsat >= effort (8));
    assert_true (tally.confirmed * 10 >= tally.proofs * 9);
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
        cmocka_unit_test (control_becomes_locations),
        cmocka_unit_test (unfolded_systems_agree),
        cmocka_unit_test (random_control_agrees),
        cmocka_unit_test (random_systems_agree),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
