/* horn.c -- reading Horn clauses: each form of a clause, each way an input can
 * be wrong, with the place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "frontend/horn/horn.h"

#define P "(declare-fun P (Int) Bool)"
#define PQ P "(declare-fun Q (Int) Bool)"
#define X "(forall ((x Int)) "
#define XY "(forall ((x Int) (y Int)) "

static void
add_atom (struct text *text, const struct horn *h, uint32_t r, const term **arg)
{
    text_add (text, r == HORN_NONE ? "-" : h->relation.at[r].name);
    for (size_t i = 0; r != HORN_NONE && i < h->relation.at[r].args; i++) {
        text_char (text, ' ');
        term_print (text, arg[i]);
    }
}

/* `var var: body | constraint => head` for each clause, one per line. */
static void
add_clauses (struct text *text, const struct horn *h)
{
    for (size_t i = 0; i < h->clause.size; i++) {
        const struct clause *c = h->clause.at + i;
        if (i)
            text_char (text, '\n');
        for (size_t j = 0; j < c->vars.size; j++) {
            term_print (text, c->vars.at[j]);
            text_add (text, j + 1 < c->vars.size ? " " : ": ");
        }
        add_atom (text, h, c->body, c->body_arg);
        for (size_t j = 0; j < c->mores; j++) {
            text_add (text, ", ");
            add_atom (text, h, c->more[j].relation, c->more[j].arg);
        }
        text_add (text, " | ");
        term_print (text, c->constraint);
        text_add (text, " => ");
        add_atom (text, h, c->head, c->head_arg);
    }
}

static void
reads (const char *source, const char *expected)
{
    struct horn h;
    struct problem problem = {0};
    struct text text;
    text_init (&text);
    horn_init (&h, "f");
    if (!horn_read (&h, source, strlen (source), "f", &problem))
        fail_msg ("%s", problem.message);
    add_clauses (&text, &h);
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
    horn_clear (&h);
}

static void
fails (enum problem_kind kind, const char *source, const char *message)
{
    struct horn h;
    struct problem problem = {0};
    horn_init (&h, "f");
    assert_false (horn_read (&h, source, strlen (source), "f", &problem));
    assert_string_equal (problem.message, message);
    assert_int_equal (problem.kind, kind);
    horn_clear (&h);
}

static void
is_wrong (const char *source, const char *message)
{
    fails (PROBLEM_INPUT, source, message);
}

static void
is_beyond (const char *source, const char *message)
{
    fails (PROBLEM_UNSUPPORTED, source, message);
}

/* A constraint over x and y of the given sort, and how it is understood. */
static void
means (const char *of, const char *formula, const char *expected)
{
    struct text source, wanted;
    text_init (&source);
    text_init (&wanted);
    text_print (&source, "(assert (forall ((x %s) (y %s)) (not %s)))", of, of,
                formula);
    text_print (&wanted, "x y: - | %s => -", expected);
    reads (text_view (&source), text_view (&wanted));
    text_clear (&source);
    text_clear (&wanted);
}

static void
plain_clauses (void **state)
{
    (void) state;
    reads (P "(assert " XY "(=> (and (P x) (= y (+ x 1))) (P y))))",
           "x y: P x | (= y (+ x 1)) => P y");
    reads (P "(assert " X "(=> (> x 0) (P x))))", "x: - | (< 0 x) => P x");
    reads (P "(assert " X "(P x)))", "x: - | true => P x");
    reads (P "(assert " X "(=> true (P x))))", "x: - | true => P x");
    reads (P "(assert " X "(=> (P x) false)))", "x: P x | true => -");
    reads (P "(assert " X "(=> (and (P x) (> x 9)) false)))",
           "x: P x | (< 9 x) => -");
    reads (P "(assert (P 1))(assert (=> (P 2) false))(check-sat)",
           "- | true => P 1\nP 2 | true => -");
    reads (P "(assert " X "(=> (P x) (> x 0))))",
           "x: P x | (not (< 0 x)) => -");
    reads (PQ "(assert " X "(=> (and (and (P x)) (and (< x 1) (< x 2)))"
              " (Q x))))",
           "x: P x | (and (< x 1) (< x 2)) => Q x");
}

static void
negated_and_nested_clauses (void **state)
{
    (void) state;
    reads (P "(assert (not (exists ((x Int)) (and (P x) (> x 0)))))",
           "x: P x | (< 0 x) => -");
    reads (P "(assert " X "(not (and (P x) (> x 0)))))",
           "x: P x | (< 0 x) => -");
    reads (PQ "(assert " X "(or (not (P x)) (Q x) (< x 0))))",
           "x: P x | (not (< x 0)) => Q x");
    reads (PQ "(assert " X "(=> (> x 0) (=> (P x) (Q x)))))",
           "x: P x | (< 0 x) => Q x");
    reads (PQ "(assert " X "(=> (P x) (forall ((y Int)) (=> (> y x) (Q y))))))",
           "x y: P x | (< x y) => Q y");
    reads (PQ "(assert " X
              "(=> (exists ((y Int)) (and (P y) (> y x))) (Q x))))",
           "x y: P y | (< x y) => Q x");
    reads (P "(assert " X "(! (=> (P x) false) :named c :weight 3)))",
           "x: P x | true => -");
    reads (P "(assert " XY "(P x)))", "x y: - | true => P x");
}

static void
split_clauses (void **state)
{
    (void) state;
    reads (PQ "(assert " X "(=> (> x 0) (and (P x) (Q x)))))",
           "x: - | (< 0 x) => P x\nx!0: - | (< 0 x!0) => Q x!0");
    reads (PQ "(assert " X "(=> (or (P x) (Q x) (= x 1) (= x 2)) false)))",
           "x: P x | true => -\nx!0: Q x!0 | true => -\n"
           "x!1: - | (or (= x!1 1) (= x!1 2)) => -");
    reads (PQ "(assert " X "(=> (ite (> x 0) (P x) (Q x)) false)))",
           "x: P x | (< 0 x) => -\nx!0: Q x!0 | (not (< 0 x!0)) => -");
    reads (PQ "(assert (= (P 1) (Q 2)))",
           "P 1 | true => Q 2\nQ 2 | true => P 1");
    reads (PQ "(assert (and " X "(P x)) " X "(=> (P x) (Q x)))))",
           "x x!0: - | true => P x\nx!1 x!2: P x!2 | true => Q x!2");
    reads (P "(assert " X "(=> (and (P x) (P x)) (> x 0))))",
           "x: P x | (not (< 0 x)) => -");
}

static void
formulas_without_relations (void **state)
{
    (void) state;
    reads ("(assert " X "(=> (> x 0) (> x 1))))",
           "x: - | (and (< 0 x) (not (< 1 x))) => -");
    reads ("(assert false)", "- | true => -");
    reads ("(assert true)", "");
    reads (P "(check-sat)", "");
    reads ("(assert (exists ((x Int)) (> x 0)))",
           "- | (not (exists ((x Int)) (< 0 x))) => -");
    reads (P "(assert " X "(=> (and (P x) (forall ((y Int)) (> y x))) false)))",
           "x: P x | (forall ((y Int)) (< x y)) => -");
    reads (P "(assert " X "(=> (and (P x) (exists ((y Int)) (> y x))) false)))",
           "x y: P x | (< x y) => -");
}

static void
let_and_scopes (void **state)
{
    (void) state;
    reads (PQ "(assert " X "(let ((a (P x)) (x (+ x 1))) (=> a (Q x)))))",
           "x: P x | true => Q (+ x 1)");
    reads (P "(assert (let ((q (exists ((y Int)) (P y)))) (not q)))",
           "y: P y | true => -");
    reads (P "(assert " X "(forall ((x Int)) (P x))))(assert " X "(P x)))",
           "x x!0: - | true => P x!0\nx: - | true => P x");
    reads (P "(assert (forall ((x Int) (x Int)) (P x)))",
           "x x!0: - | true => P x!0");
    reads (P "(assert (forall ((P Int) (and Int)) (=> (> P and) false)))"
             "(exit)(bad)",
           "P!0 and!1: - | (< and!1 P!0) => -");
}

static void
names_do_not_collide (void **state)
{
    (void) state;
    /* x!0 is in the text; c is a relation without arguments. */
    reads ("(declare-fun c () Bool)" P "(assert (forall ((x Int) (x!1 Int) (c "
           "Int)) (=> (> x x!1) (P c))))(assert " X "(=> (P x) c)))",
           "x x!1 c!0: - | (< x!1 x) => P c!0\nx: P x | true => c");
    struct horn h;
    struct problem problem = {0};
    const char *source = P "(assert " X "(forall ((x Int)) (P x))))";
    horn_init (&h, "f");
    assert_true (horn_read (&h, source, strlen (source), "f", &problem));
    assert_int_equal (h.clause.size, 1);
    assert_int_equal (h.clause.at[0].vars.size, 2);
    assert_string_equal (h.clause.at[0].name[0], "x");
    assert_string_equal (h.clause.at[0].name[1], "x");
    assert_int_equal (h.clause.at[0].place.line, 1);
    assert_int_equal (h.clause.at[0].place.column, strlen (P) + 1);
    horn_clear (&h);
}

static void
definitions (void **state)
{
    (void) state;
    reads (P "(define-fun f ((x Int) (y Int)) Int (+ x y 1))"
             "(define-const two Int 2)(define-sort N () Int)"
             "(assert (forall ((x N)) (P (f two x))))",
           "x: - | true => P (+ x 3)");
    /* Each use has a witness of its own. */
    reads (P "(define-fun even ((x Int)) Bool (exists ((h Int)) (= x (* 2 h))))"
             "(assert " XY "(=> (and (even x) (even y)) (P x))))",
           "x y h h!2: - | (and (= x (* 2 h)) (= y (* 2 h!2))) => P x");
    reads (P "(define-fun bad ((x Int)) Bool (and (P x) (> x 5)))"
             "(assert " X "(not (bad x))))",
           "x: P x | (< 5 x) => -");
}

static void
rules_and_queries (void **state)
{
    (void) state;
    reads ("(declare-rel P (Int Int))(declare-var x Int)(declare-var y Int)"
           "(rule (P 0 0))(rule (=> (P x y) (P y x)) swap)"
           "(rule (! (=> (> y 3) (P y y)) :named diagonal))"
           "(query (P 1 x))(query P :print-answer true)",
           "- | true => P 0 0\nx y: P x y | true => P y x\n"
           "y: - | (< 3 y) => P y y\nx: P 1 x | true => -\n"
           "x0 x1: P x0 x1 | true => -");
    reads ("(declare-rel e ())(rule e)(query e)(query (and e true))",
           "- | true => e\ne | true => -\ne | true => -");
}

static void
operators_of_numbers (void **state)
{
    (void) state;
    means ("Int", "(< 0 x y 10)", "(and (< 0 x) (< x y) (< y 10))");
    means ("Int", "(>= x y)", "(<= y x)");
    means ("Int", "(distinct x y)", "(not (= x y))");
    means ("Int", "(= x y 1)", "(and (= x y) (= y 1))");
    means ("Int", "(= x (div y 2))", "(= x (div y 2))");
    means ("Int", "(= x (mod y 2))", "(= x (mod y 2))");
    means ("Int", "((_ divisible 3) x)", "(= (mod x 3) 0)");
    means ("Real", "(< x 1)", "(< x 1.0)");
    means ("Real", "(= x (ite (< x y) 1 y))", "(= x (ite (< x y) 1.0 y))");
    means ("Real", "(= x (ite (< x y) 1 2))", "(= x (ite (< x y) 1.0 2.0))");
    means ("Real", "(is_int x)", "(is_int x)");
    means ("Bool", "(=> x y)", "(or (not x) y)");
    means ("Bool", "(xor x y)", "(not (= x y))");
}

static void
operators_of_bits_and_arrays (void **state)
{
    (void) state;
    means ("(_ BitVec 8)", "(bvugt x y)", "(bvult y x)");
    means ("(_ BitVec 8)", "(bvsge x y)", "(bvsle y x)");
    means ("(_ BitVec 8)", "(= x (bvnand x y))", "(= x (bvnot (bvand x y)))");
    means ("(_ BitVec 8)", "(= x ((_ rotate_left 3) y))",
           "(= x (concat ((_ extract 4 0) y) ((_ extract 7 5) y)))");
    means ("(_ BitVec 8)", "(= x ((_ rotate_right 3) y))",
           "(= x (concat ((_ extract 2 0) y) ((_ extract 7 3) y)))");
    means ("(_ BitVec 8)", "(= #b1 (bvcomp x y))",
           "(= (ite (= x y) (_ bv1 1) (_ bv0 1)) (_ bv1 1))");
    means ("(_ BitVec 8)", "(= x #x0f)", "(= x (_ bv15 8))");
    means ("(_ BitVec 4)", "(= ((_ repeat 3) x) (_ bv7 12))",
           "(= (concat (concat x x) x) (_ bv7 12))");
    means ("(Array Int Real)", "(= x (store y 1 2))", "(= x (store y 1 2.0))");
    means ("(Array Int Int)", "(= (select x 1) (select y 2))",
           "(= (select x 1) (select y 2))");
    means ("(Array Int Int)", "(= x ((as const (Array Int Int)) 0))",
           "(= x ((as const (Array Int Int)) 0))");
}

static void
what_occurs_is_noted (void **state)
{
    (void) state;
    static const struct {
        const char *source;
        bool bits, arrays, reals, nonlinear;
    } row[] = {
        {P "(assert " X "(P (* 2 x))))", false, false, false, false},
        {P "(assert " XY "(P (* y x))))", false, false, false, true},
        {P "(assert " XY "(P (div y x))))", false, false, false, true},
        {P "(assert " XY "(P (mod y 3))))", false, false, false, false},
        {"(declare-fun Q ((Array Int Real)) Bool)", false, true, true, false},
        {"(assert (forall ((x (_ BitVec 3))) (= x x #b001)))", true, false,
         false, false},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct horn h;
        struct problem problem = {0};
        horn_init (&h, "f");
        assert_true (horn_read (&h, row[i].source, strlen (row[i].source), "f",
                                &problem));
        assert_int_equal (h.has_bits, row[i].bits);
        assert_int_equal (h.has_arrays, row[i].arrays);
        assert_int_equal (h.has_reals, row[i].reals);
        assert_int_equal (h.nonlinear, row[i].nonlinear);
        horn_clear (&h);
    }
}

static void
malformed_commands (void **state)
{
    (void) state;
    is_wrong ("", "f: no clauses: the file is empty");
    is_wrong (" ; nothing\n", "f: no clauses: the file is empty");
    is_wrong ("(assert true", "f:1:1: this ( is never closed");
    is_wrong ("\nassert", "f:2:1: expected a command");
    is_wrong ("()", "f:1:1: expected a command");
    is_wrong ("((assert))", "f:1:1: expected a command");
    is_wrong ("(asert true)", "f:1:2: unknown command 'asert'");
    is_wrong ("(assert)", "f:1:1: assert wants one formula");
    is_wrong ("(assert true true)", "f:1:1: assert wants one formula");
    is_wrong ("(declare-fun P)",
              "f:1:1: declare-fun wants a name, sorts and a sort");
    is_wrong ("(declare-fun 1 () Bool)", "f:1:14: expected a name");
    is_wrong ("(declare-fun P Int Bool)", "f:1:16: expected a list of sorts");
    is_wrong ("(declare-fun and () Bool)",
              "f:1:14: 'and' has a meaning already");
    is_wrong (P "(declare-fun P () Bool)", "f:1:40: 'P' is declared twice");
    is_wrong ("(declare-fun P (Foo) Bool)", "f:1:17: unknown sort 'Foo'");
    is_wrong ("(declare-fun P ((Foo Int)) Bool)", "f:1:17: unknown sort 'Foo'");
    is_wrong ("(declare-fun P (1) Bool)", "f:1:17: expected a sort");
    is_wrong ("(declare-fun P ((Array Int)) Bool)",
              "f:1:17: Array wants two sorts");
    is_wrong ("(declare-fun P ((_ BitVec 0)) Bool)",
              "f:1:27: no width for a bit-vector");
    is_wrong ("(declare-fun P ((_ BitVec x)) Bool)",
              "f:1:27: expected a number");
    is_wrong ("(declare-rel P)", "f:1:1: declare-rel wants a name and sorts");
    is_wrong ("(declare-var x)", "f:1:1: declare-var wants a name and a sort");
    is_wrong ("(define-sort Int () Real)", "f:1:14: 'Int' is a sort already");
    is_wrong ("(define-fun f Int 1)",
              "f:1:1: define-fun wants a name, parameters, a sort and a term");
    is_wrong ("(define-fun f ((x)) Int 1)",
              "f:1:16: expected a variable and its sort");
    is_wrong ("(define-fun f () Int true)", "f:1:22: expected Int, found Bool");
    is_wrong ("(query)", "f:1:1: query wants a relation or a formula");
    is_wrong ("(rule)", "f:1:1: rule wants one formula");
    is_wrong ("(check-sat 1)", "f:1:1: check-sat wants no arguments");
}

static void
malformed_terms (void **state)
{
    (void) state;
    is_wrong ("(assert x)", "f:1:9: unknown symbol 'x'");
    is_wrong ("(assert (f 1))", "f:1:10: unknown function 'f'");
    is_wrong ("(assert ())", "f:1:9: expected a term, found ()");
    is_wrong ("(assert ((a) b))", "f:1:10: expected a function's name");
    is_wrong ("(assert :a)", "f:1:9: expected a term");
    is_wrong ("(assert 1)", "f:1:9: expected Bool, found Int");
    is_wrong ("(assert and)", "f:1:9: 'and' wants arguments");
    is_wrong ("(assert (and))",
              "f:1:9: 'and' wants at least 1 argument, not 0");
    is_wrong ("(assert (not true false))",
              "f:1:9: 'not' wants 1 argument, not 2");
    is_wrong ("(assert (and true 1))", "f:1:19: expected Bool, found Int");
    is_wrong ("(assert (and true (and 1 true)))",
              "f:1:24: expected Bool, found Int");
    is_wrong ("(assert (= 1 true))", "f:1:14: expected Int, found Bool");
    is_wrong ("(assert (< true 1))", "f:1:12: expected a number");
    is_wrong ("(assert (true 1))", "f:1:9: 'true' is no function");
    is_wrong (P "(assert (P))", "f:1:35: 'P' wants 1 arguments, not 0");
    is_wrong (P "(assert P)", "f:1:35: 'P' wants 1 arguments, not 0");
    is_wrong (P "(assert (P true))", "f:1:38: expected Int, found Bool");
    is_wrong ("(assert (forall ((x Int)) (x 1)))",
              "f:1:28: 'x' is a variable, not a function");
    is_wrong ("(assert (forall ((x Int) (y Real)) (< x y)))",
              "f:1:39: expected Real, found Int");
    is_wrong ("(assert (forall (x) true))",
              "f:1:18: expected a variable and its sort");
    is_wrong ("(assert (forall ((x Int)) x))",
              "f:1:27: expected Bool, found Int");
    is_wrong ("(assert (forall x))",
              "f:1:9: forall wants a list of variables and a term");
    is_wrong ("(assert (let ((x)) true))",
              "f:1:15: expected a name and a term");
    is_wrong ("(assert (let ((x 1) (x 2)) true))",
              "f:1:22: 'x' is bound twice");
    is_wrong ("(assert (let true))",
              "f:1:9: let wants a list of bindings and a term");
    is_wrong ("(assert (and (let ((x true)) x) x))",
              "f:1:33: unknown symbol 'x'");
    is_wrong ("(assert (! true named))", "f:1:17: expected a keyword");
    is_wrong ("(assert (= #x1 #b1))",
              "f:1:16: expected (_ BitVec 4), found (_ BitVec 1)");
    is_wrong ("(assert (= 1 (bvnot 1)))", "f:1:21: expected a bit-vector");
    is_wrong ("(assert (= #x1 ((_ extract 4 0) #x1)))",
              "f:1:16: cannot extract 4 to 0 of 4 bits");
    is_wrong ("(assert (= #x1 (_ bv16 4)))",
              "f:1:16: the number does not fit 4 bits");
    is_wrong ("(assert (= #x1 ((_ extract 4) #x1)))",
              "f:1:17: 'extract' wants 2 indices");
    is_wrong ("(assert (select 1 2))", "f:1:17: expected an array");
    is_wrong ("(assert (= 1 ((as const Int) 2)))",
              "f:1:25: expected an array's sort");
}

static void
unsupported_inputs (void **state)
{
    (void) state;
    is_beyond (PQ "(assert " X "(or (P x) (Q x))))",
               "f:1:89: not a Horn clause: two relations in the head, 'P' and "
               "'Q'");
    is_beyond (PQ "(assert " X "(=> (exists ((y Int)) (> y x)) (exists ((z "
                  "Int)) (P z)))))",
               "f:1:128: relation under a quantifier that is not universal: "
               "'P'");
    is_beyond ("(declare-fun B (Bool) Bool)" P "(assert (B (P 1)))",
               "f:1:65: relation in an argument: 'P'");
    is_beyond (P "(assert (= 1 (ite (P 1) 1 2)))",
               "f:1:45: relation inside a term: 'P'");
    is_beyond ("(declare-fun c () Int)",
               "f:1:1: unsupported: 'c' is no relation, but a free constant");
    is_beyond ("(declare-const c Int)",
               "f:1:1: unsupported: 'c' is no relation, but a free constant");
    is_beyond ("(declare-fun g (Int) Int)",
               "f:1:1: unsupported: 'g' is no relation, but a free function");
    is_beyond ("(declare-datatypes ((L 0)) (((nil))))",
               "f:1:1: unsupported command 'declare-datatypes'");
    is_beyond ("(push 1)", "f:1:1: unsupported command 'push'");
    is_beyond ("(define-sort A (T) (Array T T))",
               "f:1:16: unsupported: a sort with parameters");
    is_beyond ("(declare-fun P (String) Bool)",
               "f:1:17: unsupported sort 'String'");
    is_beyond ("(assert (= \"a\" \"b\"))",
               "f:1:12: unsupported: a string as a term");
    is_beyond ("(check-sat)(assert true)",
               "f:1:12: unsupported: assert after check-sat");
}

/* `open` times n, then middle, then `close` times n, between two texts. */
static char *
nested (const char *before, const char *open, const char *middle,
        const char *close, const char *after, size_t n)
{
    struct text text;
    text_init (&text);
    text_add (&text, before);
    for (size_t i = 0; i < n; i++)
        text_add (&text, open);
    text_add (&text, middle);
    for (size_t i = 0; i < n; i++)
        text_add (&text, close);
    text_add (&text, after);
    return text_take (&text);
}

static void
depth_is_bounded_by_memory_only (void **state)
{
    (void) state;
    enum { DEPTH = 100000 };
    char *s = nested ("(assert ", "(", "", ")", ")", DEPTH);
    is_wrong (s, "f:1:10: expected a function's name");
    memory_free (s);
    s = nested (P "(assert ", "(not ", "(P 1)", ")", ")", DEPTH);
    reads (s, "- | true => P 1");
    memory_free (s);
    s = nested (P "(assert " X, "(=> (and true (> x 1)) ", "(P x)", ")", "))",
                DEPTH);
    reads (s, "x: - | (< 1 x) => P x");
    memory_free (s);
    s = nested (P "(assert (let ((a 0)) ", "(let ((a (+ a 1))) ", "(P a)", ")",
                "))", DEPTH);
    reads (s, "- | true => P 100000");
    memory_free (s);
    s = nested ("(declare-fun P (", "(Array Int ", "Int", ")", ") Bool)",
                DEPTH);
    is_beyond (s, "f:1:721: sort nested too deep");
    memory_free (s);
}

static void
distribution_is_limited (void **state)
{
    (void) state;
    char *s = nested (PQ "(assert (and (P 1) ", "(or (Q 2) (and (P 3) ", "true",
                      "))", "))", 2000);
    struct horn h;
    struct problem problem = {0};
    horn_init (&h, "f");
    assert_false (horn_read (&h, s, strlen (s), "f", &problem));
    assert_int_equal (problem.kind, PROBLEM_UNSUPPORTED);
    horn_clear (&h);
    memory_free (s);
    /* A conjunction of clauses is not distribution. */
    s = nested (P "(assert (and", " (P 1) (not (P 2))", "", "", "))", 5000);
    reads (s, "- | true => P 1\nP 2 | true => -");
    memory_free (s);
}

static void
texts_are_recognised (void **state)
{
    (void) state;
    static const struct {
        const char *text;
        bool expected;
    } row[] = {
        {"(set-logic HORN)", true},
        {" ; (comment\n( assert true)", true},
        {"(check-sat)", true},
        {"(declare-rel P ())", true},
        {"", false},
        {"int main (void) { }", false},
        {"(module)", false},
        {"(assertion)", false},
        {";", false},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        assert_int_equal (horn_recognise (row[i].text, strlen (row[i].text)),
                          row[i].expected);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (plain_clauses),
        cmocka_unit_test (negated_and_nested_clauses),
        cmocka_unit_test (split_clauses),
        cmocka_unit_test (formulas_without_relations),
        cmocka_unit_test (let_and_scopes),
        cmocka_unit_test (names_do_not_collide),
        cmocka_unit_test (definitions),
        cmocka_unit_test (rules_and_queries),
        cmocka_unit_test (operators_of_numbers),
        cmocka_unit_test (operators_of_bits_and_arrays),
        cmocka_unit_test (what_occurs_is_noted),
        cmocka_unit_test (malformed_commands),
        cmocka_unit_test (malformed_terms),
        cmocka_unit_test (unsupported_inputs),
        cmocka_unit_test (depth_is_bounded_by_memory_only),
        cmocka_unit_test (distribution_is_limited),
        cmocka_unit_test (texts_are_recognised),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
