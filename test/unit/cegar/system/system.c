/* system.c -- transition systems from clauses, on the wire, and as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cegar/system/guard.h"
#include "cegar/system/system.h"
#include "clauses.h"

#define LOOP                                                              \
    "(set-logic HORN)\n"                                                  \
    "(declare-fun |a b| (Int Bool) Bool)\n"                               \
    "(declare-fun Q () Bool)\n"                                           \
    "(assert (forall ((x Int) (y Int)) (=> (= (+ x 1) (* 2 y)) (|a b| x " \
    "true))))\n"                                                          \
    "(assert (forall ((x Int) (z Int) (c Bool)) (=> (and (|a b| x c)"     \
    " (= (+ x z) 7) (not c)) (|a b| z (> z x)))))\n"                      \
    "(assert (forall ((x Int)) (=> (and (|a b| x (< x 3))) Q)))\n"        \
    "(assert (=> Q false))\n"

struct fixture {
    struct horn horn;
    struct system system;
};

static void
fixture_open (struct fixture *f, const char *text)
{
    clauses_read (&f->horn, text);
    system_init (&f->system, f->horn.terms);
    system_from_horn (&f->system, &f->horn);
    assert_true (system_sound (&f->system));
}

static void
fixture_close (struct fixture *f)
{
    system_clear (&f->system);
    horn_clear (&f->horn);
}

static void
assert_term (const term *t, const char *text)
{
    struct text out;
    text_init (&out);
    term_print (&out, t);
    assert_string_equal (text_view (&out), text);
    text_clear (&out);
}

static void
clauses_become_transitions (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f, LOOP);
    const struct system *s = &f.system;
    assert_int_equal (s->location.size, 4);
    assert_string_equal (s->location.at[2].name, "a b");
    assert_int_equal (s->transition.size, 4);
    assert_term (s->location.at[2].vars.at[0], "|a b.x|");

    /* x is determined by y: one auxiliary is left. */
    const struct transition *t = &s->transition.at[0];
    assert_int_equal (t->from, SYSTEM_ENTRY);
    assert_int_equal (t->to, 2);
    assert_int_equal (t->aux.size, 1);
    assert_true (term_is_true (t->guard));
    assert_true (term_is_true (t->update.at[1]));

    /* z is determined by x. */
    t = &s->transition.at[1];
    assert_int_equal (t->aux.size, 0);
    assert_term (t->guard, "(not |a b.c|)");

    /* An argument that is no variable is an equation. */
    t = &s->transition.at[2];
    assert_int_equal (t->to, 3);
    assert_int_equal (t->update.size, 0);
    assert_true (t->guard->op == OP_EQ);

    t = &s->transition.at[3];
    assert_int_equal (t->to, SYSTEM_ERROR);
    assert_int_equal (t->origin.size, 1);
    assert_int_equal (t->origin.at[0], 3);
    assert_int_equal (s->leaving[2].size, 2);
    fixture_close (&f);
}

static void
repeated_arguments_are_equations (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f, "(set-logic HORN)(declare-fun P (Int Int) Bool)"
                      "(assert (forall ((x Int)) (=> (P x x) false)))");
    const struct transition *t = &f.system.transition.at[0];
    assert_int_equal (t->aux.size, 0);
    assert_true (t->guard->op == OP_EQ);
    fixture_close (&f);
}

static void
wire_round_trip (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f, LOOP);
    struct buffer b, again;
    buffer_init (&b);
    buffer_init (&again);
    system_write (&f.system, &b);
    terms *other = terms_new ();
    struct system copy;
    struct reader r;
    reader_init (&r, buffer_view (&b));
    assert_true (system_read (&copy, other, &r));
    assert_true (reader_done (&r));
    system_write (&copy, &again);
    assert_true (bytes_equal (buffer_view (&b), buffer_view (&again)));
    struct text one, two;
    text_init (&one);
    text_init (&two);
    system_print (&f.system, &one);
    system_print (&copy, &two);
    assert_string_equal (text_view (&one), text_view (&two));
    assert_int_equal (copy.leaving[2].size, 2);
    text_clear (&one);
    text_clear (&two);
    system_clear (&copy);
    terms_free (other);
    buffer_clear (&b);
    buffer_clear (&again);
    fixture_close (&f);
}

/* Bytes that were cut or changed are refused, or give a sound system. */
static void
wire_is_not_trusted (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f, LOOP);
    struct buffer b;
    buffer_init (&b);
    system_write (&f.system, &b);
    for (size_t i = 0; i < b.size; i++) {
        terms *other = terms_new ();
        struct system copy;
        struct reader r;
        reader_init (&r, (struct bytes) {b.data, i});
        assert_false (system_read (&copy, other, &r));
        terms_free (other);
    }
    struct dice d = {7};
    unsigned read = 0;
    for (unsigned n = 0; n < 3000; n++) {
        size_t at = dice_roll (&d, (unsigned) b.size);
        uint8_t before = b.data[at];
        b.data[at] = (uint8_t) dice_roll (&d, 256);
        terms *other = terms_new ();
        struct system copy;
        struct reader r;
        reader_init (&r, buffer_view (&b));
        if (system_read (&copy, other, &r)) {
            assert_true (system_sound (&copy));
            read++;
            system_clear (&copy);
        }
        terms_free (other);
        b.data[at] = before;
    }
    assert_true (read < 3000);
    buffer_clear (&b);
    fixture_close (&f);
}

static void
smtlib_has_the_same_verdict (void **state)
{
    (void) state;
    struct dice d = {1};
    unsigned sat = 0, unsat = 0;
    for (unsigned n = 0; n < 40; n++) {
        struct text text, back;
        text_init (&text);
        text_init (&back);
        random_clauses (&d, &text);
        struct fixture f;
        fixture_open (&f, text_view (&text));
        system_smtlib (&f.system, &back);
        text_add (&text, "(check-sat)\n");
        char a = clauses_verdict (text_view (&text), 5);
        char b = clauses_verdict (text_view (&back), 5);
        if (a != b && a != '?' && b != '?')
            print_message ("%s\n%s\n", text_view (&text), text_view (&back));
        assert_true (a == b || a == '?' || b == '?');
        sat += a == 's' && b == 's';
        unsat += a == 'u' && b == 'u';
        fixture_close (&f);
        text_clear (&text);
        text_clear (&back);
    }
    assert_true (sat >= 5 && unsat >= 5);
}

static void
text_is_as_expected (void **state)
{
    (void) state;
    struct fixture f;
    fixture_open (&f, LOOP);
    struct text out;
    text_init (&out);
    system_dot (&f.system, &out);
    assert_non_null (strstr (text_view (&out), "l2 -> l3 [label="));
    text_reset (&out);
    system_print (&f.system, &out);
    assert_non_null (strstr (text_view (&out), "3: Q -> error  clause 3\n"));
    text_clear (&out);
    fixture_close (&f);
}

/* ---- guards */

static const term *
formula (terms *t, const char *text)
{
    struct horn h;
    struct text all;
    text_init (&all);
    text_print (&all,
                "(set-logic HORN)(assert (forall ((a Int) (b Int) (c Int)"
                " (p Bool) (r Real) (s Real)) (=> %s false)))",
                text);
    clauses_read (&h, text_view (&all));
    const term *f = term_copy (t, h.clause.at[0].constraint);
    horn_clear (&h);
    text_clear (&all);
    return f;
}

static void
bounds_contradict (void **state)
{
    (void) state;
    static const struct {
        const char *text;
        bool wrong;
    } row[] = {
        {"(and (< a 3) (> a 3))", true},
        {"(and (< a 3) (> a 1))", false},
        {"(and (< a 3) (> a 2))", true},
        {"(and (<= a 3) (>= a 3))", false},
        {"(and (= a 3) (>= a 4))", true},
        {"(and (< (+ a b) 3) (> (+ b a) 7))", true},
        {"(and (< (- a b) 3) (< (- b a) (- 7)))", true},
        {"(and (< (- a b) 3) (> (- b a) (- 3)))", false},
        {"(and p (< a 3))", false},
        {"(and (< r 1.0) (> r 0.0))", false},
        {"(and (< r 1.0) (>= r 1.0))", true},
        {"(and (= a 1) (= b 1))", false},
        {"(and (= a 1) (= a 2))", true},
    };
    terms *t = terms_new ();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        print_message ("%s\n", row[i].text);
        assert_int_equal (guard_false (t, formula (t, row[i].text)),
                          row[i].wrong);
    }
    terms_free (t);
}

/* exists b, s: what is left, and how many variables of those. */
static void
variables_are_eliminated (void **state)
{
    (void) state;
    static const struct {
        const char *text, *left;
        size_t gone;
    } row[] = {
        {"(and (= b (+ a 1)) (< b 5))", "(< (+ a 1) 5)", 0},
        {"(and (= (+ a b) (+ b b)) (< b 5))", "(< a 5)", 0},
        {"(= a (* 2 b))", NULL, 1},
        {"(and (= (* 2 s) r) (< s 1.0))", NULL, 0},
        {"(and (< b a) (< b c) (< a c))", "(< a c)", 0},
        {"(and (< b a) (distinct b c) (< a c))", "(< a c)", 0},
        {"(and (< b a) (< c b) (< a c))", NULL, 1},
        {"(and (< b a) (< c (- b b)))", NULL, 1},
        {"(and (= (mod b 2) 1) (< b c))", NULL, 1},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        terms *t = terms_new ();
        const term *guard = formula (t, row[i].text);
        struct term_vec vars = {0}, gone = {0};
        term_variables (t, guard, &vars);
        for (size_t k = 0; k < vars.size; k++)
            if (vars.at[k]->text[0] == 'b' || vars.at[k]->text[0] == 's')
                VEC_PUSH (gone, vars.at[k]);
        print_message ("%s\n", row[i].text);
        guard_reduce (t, &gone, &guard, NULL);
        assert_int_equal (gone.size, row[i].gone);
        if (row[i].left)
            assert_term (guard, row[i].left);
        VEC_CLEAR (vars);
        VEC_CLEAR (gone);
        terms_free (t);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (clauses_become_transitions),
        cmocka_unit_test (repeated_arguments_are_equations),
        cmocka_unit_test (wire_round_trip),
        cmocka_unit_test (wire_is_not_trusted),
        cmocka_unit_test (smtlib_has_the_same_verdict),
        cmocka_unit_test (text_is_as_expected),
        cmocka_unit_test (bounds_contradict),
        cmocka_unit_test (variables_are_eliminated),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
