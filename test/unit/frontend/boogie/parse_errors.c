/* parse_errors.c -- Boogie texts that are refused: each way of being
 * malformed, with the place; nesting without end; texts that are not Boogie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/text.h"
#include "frontend/boogie/boogie.h"
#include "frontend/boogie/ast.h"

static void
fails (const char *source, const char *message)
{
    struct arena arena;
    struct problem problem = {0};
    char *copy = memory_copy (source, strlen (source));
    arena_init (&arena);
    assert_null (boogie_parse (&arena, copy, strlen (source), "f", &problem));
    assert_int_equal (problem.kind, PROBLEM_INPUT);
    assert_string_equal (problem.message, message);
    memory_free (copy);
    arena_clear (&arena);
}

static void
mixtures_are_refused (void **state)
{
    (void) state;
    fails ("axiom a && b || c;",
           "f:1:14: '&&' and '||' do not mix: parentheses are needed");
    fails ("axiom x ==> a || b && c;",
           "f:1:20: '&&' and '||' do not mix: parentheses are needed");
    fails ("axiom a ==> b <== c;",
           "f:1:15: '==>' and '<==' do not mix: parentheses are needed");
    fails ("axiom a <== b ==> c;",
           "f:1:15: '==>' and '<==' do not mix: parentheses are needed");
    fails ("axiom a < b\n  == c;",
           "f:2:3: relations do not chain: parentheses are needed");
}

static void
texts_are_refused (void **state)
{
    (void) state;
    fails ("var x: int; /* a /* b */", "f:1:13: the comment does not end");
    fails ("const {:a \"b\n\"} c: int;",
           "f:1:11: the string does not end on its line");
    fails ("var x: int;\n\t@", "f:2:2: a character that Boogie does not have");
    fails ("axiom x \xe2\x89\xa0 y;", "f:1:9: a character that is not ASCII");
    fails ("axiom 0x1f == x;",
           "f:1:7: Boogie has no hexadecimal numbers, and floating-point "
           "numbers are not supported");
    fails ("axiom x == 1e5000;", "f:1:12: the exponent 5000 is too large");
    fails ("axiom 1bv0 == x;",
           "f:1:7: bitvectors of width 0 are not supported");
    fails ("var x: bv99999999999999999999999;",
           "f:1:8: bitvectors of width 99999999999999999999.. are not "
           "supported");
}

static void
declarations_are_refused (void **state)
{
    (void) state;
    fails ("x", "f:1:1: expected a declaration, found 'x'");
    fails ("var x: int; }", "f:1:13: expected a declaration, found '}'");
    fails ("var x: int", "f:1:11: expected ';' after the variables, found the "
                         "end of the file");
    fails ("var x;", "f:1:6: expected ':' and a type after the name of a "
                     "variable, found ';'");
    fails ("var x: ;", "f:1:8: expected a type, found ';'");
    fails ("var type: int;", "f:1:5: expected the name of a variable, found "
                             "the keyword 'type'");
    fails ("var x: [int;",
           "f:1:12: expected ']' after the types of the indices, found ';'");
    fails ("var {a} x: int;", "f:1:6: expected ':' after the '{' of an "
                              "attribute, found 'a'");
    fails ("const x: int extends y;",
           "f:1:14: 'extends' of the constant x is not supported");
    fails ("const x: int where x > 0;",
           "f:1:14: a where clause cannot stand here");
    fails ("datatype T { c() }",
           "f:1:1: 'datatype' declarations are not supported");
    fails ("function f(x: int);",
           "f:1:19: expected 'returns' or ':' after the parameters, found ';'");
    fails ("function f([int]int: int): int;",
           "f:1:20: expected ',' or ')' after a type, found ':'");
    fails ("function f(): int { 1 ",
           "f:1:23: expected '}' after the function's body, found the end of "
           "the file");
    fails ("procedure p(); { }",
           "f:1:16: a procedure with a body has no ';' after its head");
    fails ("procedure p() { ",
           "f:1:17: expected '}' after the statements, found the end of the "
           "file");
    fails ("procedure p(); free x;",
           "f:1:21: expected 'requires', 'ensures' or 'modifies' after "
           "'free', found 'x'");
    fails ("implementation p();",
           "f:1:19: expected '{' before the body, found ';'");
    fails ("implementation p(x: int where x > 0) { }",
           "f:1:25: a where clause cannot stand here");
}

#define BODY(text) "procedure p() {\n" text "}"

static void
statements_are_refused (void **state)
{
    (void) state;
    fails (BODY ("x := 1 goto L;"), "f:2:8: expected ';' after the assignment, "
                                    "found the keyword 'goto'");
    fails (BODY ("x, y := 1;"), "f:2:1: the assignment has other numbers of "
                                "variables (2) and values (1)");
    fails (BODY ("f(x) := 1;"), "f:2:2: expected ':=' or ':' after a name that "
                                "begins a statement, found '('");
    fails (BODY ("m[i := 1] := 2;"),
           "f:2:5: expected ']' after the indices, found ':='");
    fails (BODY ("x := 1; var y: int;"),
           "f:2:9: variables come before all statements");
    fails (BODY ("return x;"), "f:2:8: expected ';' after 'return', found 'x'");
    fails (BODY ("if x { }"), "f:2:4: expected '(' after 'if', found 'x'");
    fails (BODY ("if (x) x := 1;"),
           "f:2:8: expected '{' after the condition, found 'x'");
    fails (BODY ("if (x) { } else x := 1;"),
           "f:2:17: expected '{' or 'if' after 'else', found 'x'");
    fails (BODY ("while (x) free y; { }"),
           "f:2:16: expected 'invariant' after 'free', found 'y'");
    fails (BODY ("goto;"), "f:2:5: expected a label after 'goto', found ';'");
    fails (BODY ("call forall p(*);"), "f:2:6: 'call forall' is not supported");
    fails (BODY ("call p(*);"), "f:2:8: '*' as an argument is not supported");
    fails (BODY ("call x, * := p();"),
           "f:2:9: '*' for a result is not supported");
    fails (BODY ("call p() | q();"),
           "f:2:10: parallel calls are not supported");
    fails (BODY ("par a() | b();"), "f:2:1: parallel calls are not supported");
    fails (BODY ("requires x;"), "f:2:1: expected a statement or '}', found "
                                 "the keyword 'requires'");
}

static void
expressions_are_refused (void **state)
{
    (void) state;
    fails ("axiom ;", "f:1:7: expected an expression, found ';'");
    fails ("axiom (x;", "f:1:9: expected ')' after the expression, found ';'");
    fails ("axiom f(x,);", "f:1:11: expected an expression, found ')'");
    fails ("axiom \"s\";", "f:1:7: expected an expression, found \"s\"");
    fails ("axiom forall x: int :: x;",
           "f:1:7: expected '(' before a quantifier, found the keyword "
           "'forall'");
    fails ("axiom (forall x: int : x);",
           "f:1:22: expected '::' after the bound variables, found ':'");
    fails ("axiom (lambda x: int :: {x} x);",
           "f:1:25: a lambda expression has no triggers");
    fails ("axiom (var x := 1; x);",
           "f:1:8: let expressions are not supported");
    fails ("axiom if a then b;",
           "f:1:18: expected 'else' after the value, found ';'");
    fails ("axiom x[3:1 + 1];", "f:1:13: expected ']' after the bounds of the "
                                "bits, found '+'");
    fails ("axiom x->y;", "f:1:8: fields of datatypes are not supported");
    fails ("axiom aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeee z;",
           "f:1:53: expected ';' after the axiom, found 'z'");
    fails ("axiom z aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeee;",
           "f:1:9: expected ';' after the axiom, found "
           "'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd..'");
}

/* `before` and `after` around the middle, `n` times each. */
static bool
deep (size_t n, const char *head, const char *before, const char *middle,
      const char *after, const char *tail)
{
    struct text t;
    struct arena arena;
    struct problem problem = {0};
    text_init (&t);
    arena_init (&arena);
    text_add (&t, head);
    for (size_t i = 0; i < n; i++)
        text_add (&t, before);
    text_add (&t, middle);
    for (size_t i = 0; i < n; i++)
        text_add (&t, after);
    text_add (&t, tail);
    bool read = boogie_parse (&arena, text_view (&t), t.size, "f", &problem);
    assert_true (read || strstr (problem.message, "5000 levels"));
    text_clear (&t);
    arena_clear (&arena);
    return read;
}

static void
depth_is_limited (void **state)
{
    static const struct {
        const char *head, *before, *middle, *after, *tail;
    } tree_layout[] = {
        {"axiom ", "(", "x", ")", ";"},
        {"axiom ", "!", "x", "", ";"},
        {"axiom ", "x && ", "x", "", ";"},
        {"axiom ", "x ==> ", "x", "", ";"},
        {"axiom ", "f(", "x", ")", ";"},
        {"axiom m", "[1]", "", "", ";"},
        {"axiom ", "m[", "x", "]", ";"},
        {"axiom x", ": int", "", "", ";"},
        {"axiom ", "if a then b else ", "c", "", ";"},
        {"axiom ", "(forall x: int :: ", "x", ")", ";"},
        {"axiom ", "(forall x: int :: {", "x", "} x)", ";"},
        {"axiom ", "(forall x: int :: {:a ", "x", "} x)", ";"},
        {"axiom ", "|{A: return ", "x", ";}|", ";"},
        {"var x: ", "[int]", "int", "", ";"},
        {"var x: ", "(", "int", ")", ";"},
        {"procedure p() {", "if (*) {", "", "}", "}"},
        {"procedure p() {", "if (*) {} else ", "{", "", "}}"},
        {"procedure p() {", "while (*) {", "", "}", "}"},
        {"procedure p() { m", "[1]", " := 1;", "", "}"},
    };
    (void) state;
    for (size_t i = 0; i < sizeof tree_layout / sizeof *tree_layout; i++) {
        assert_true (deep (1600, tree_layout[i].head, tree_layout[i].before,
                           tree_layout[i].middle, tree_layout[i].after,
                           tree_layout[i].tail));
        assert_false (deep (100000, tree_layout[i].head, tree_layout[i].before,
                            tree_layout[i].middle, tree_layout[i].after,
                            tree_layout[i].tail));
    }
    assert_true (deep (100000, "procedure p() {", "L: x := 1;", "", "", "}"));
    assert_true (deep (100000, "", "/*", "", "*/", "var x: int;"));
    assert_true (deep (100000, "function f(", "x, ", "y: int", "", "): int;"));
}

/* What hangs below code or a quantifier counts, too: here each level of code
 * is the leftmost of a long sum. */
static void
depth_counts_what_hangs_below (void **state)
{
    enum { LEVELS = 8, SUMMANDS = 1000 };
    struct text t;
    (void) state;
    text_init (&t);
    text_add (&t, "; }|");
    for (int i = 0; i < SUMMANDS; i++)
        text_add (&t, " + 1");
    assert_true (deep (3, "axiom ", "|{A: return ", "x", text_view (&t), ";"));
    assert_false (
        deep (LEVELS, "axiom ", "|{A: return ", "x", text_view (&t), ";"));
    text_clear (&t);
}

static bool
recognised (const char *source)
{
    return boogie_recognise (source, strlen (source));
}

static void
boogie_is_recognised (void **state)
{
    (void) state;
    assert_true (recognised ("// a\n/* b */ var x: int;"));
    assert_true (recognised ("\xef\xbb\xbftype T;"));
    assert_true (recognised ("procedure p"));
    assert_true (recognised ("implementation p"));
    assert_true (recognised ("function f(int): int;"));
    assert_true (recognised ("axiom x;"));
    assert_true (recognised ("const x: int;"));
    assert_true (recognised ("const x, y: int;"));
    assert_true (recognised ("const unique x: int;"));
    assert_true (recognised ("const {:a} x: int;"));
    assert_true (recognised ("datatype T { T(a: int) }"));
    assert_true (recognised ("datatype T<U> { T(a: U) }"));
    assert_true (recognised ("datatype {:a} T { T(a: int) }"));
    assert_true (recognised ("pure procedure p();"));
    assert_true (recognised ("yield invariant p();"));
    assert_false (recognised ("datatype x;"));
    assert_false (recognised ("datatype *x;"));
    assert_false (recognised ("pure x;"));
    assert_false (recognised ("The procedure is this."));
    assert_false (recognised ("const int x;"));
    assert_false (recognised ("const size_t x;"));
    assert_false (recognised ("const"));
    assert_false (recognised ("(set-logic HORN)"));
    assert_false (recognised ("; var x: int;\n(assert true)"));
    assert_false (recognised ("#include <var.h>\nvar x: int;"));
    assert_false (recognised ("int main(void) { return 0; }"));
    assert_false (recognised ("variable x"));
    assert_false (recognised ("/* var x"));
    assert_false (recognised (""));
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (mixtures_are_refused),
        cmocka_unit_test (texts_are_refused),
        cmocka_unit_test (declarations_are_refused),
        cmocka_unit_test (statements_are_refused),
        cmocka_unit_test (expressions_are_refused),
        cmocka_unit_test (depth_is_limited),
        cmocka_unit_test (depth_counts_what_hangs_below),
        cmocka_unit_test (boogie_is_recognised),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
