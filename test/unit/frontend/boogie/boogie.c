/* boogie.c -- Boogie text to programs: names, types, terms, blocks, and
 * what is refused, where and in which words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "frontend/boogie/boogie.h"

struct reading {
    struct program program;
    struct problem problem;
    bool good;
};

static struct reading
read_text (const char *source)
{
    struct reading r = {0};
    program_init (&r.program, "f");
    r.good = boogie_read (&r.program, source, strlen (source), "f", &r.problem);
    return r;
}

/* What is read is sound, and reads and prints the same once printed. */
static void
check_round_trip (const struct program *p)
{
    struct text first, second;
    text_init (&first);
    text_init (&second);
    assert_true (program_sound (p));
    program_print (p, &first);
    struct reading again = read_text (text_view (&first));
    if (!again.good)
        print_error ("%s\n%s\n", again.problem.message, text_view (&first));
    assert_true (again.good);
    program_print (&again.program, &second);
    assert_string_equal (text_view (&first), text_view (&second));
    program_clear (&again.program);
    text_clear (&first);
    text_clear (&second);
}

static struct reading
read_good (const char *source)
{
    struct reading r = read_text (source);
    if (!r.good)
        print_error ("%s\n", r.problem.message);
    assert_true (r.good);
    assert_int_equal (r.problem.kind, PROBLEM_NONE);
    check_round_trip (&r.program);
    return r;
}

static void
fails (const char *source, const char *message)
{
    struct reading r = read_text (source);
    assert_false (r.good);
    assert_int_equal (r.problem.kind, PROBLEM_INPUT);
    assert_string_equal (r.problem.message, message);
    program_clear (&r.program);
}

/* As SMT-LIB, but names without bars. */
static void
print (struct text *out, const term *t)
{
    struct text text;
    text_init (&text);
    assert_non_null (t);
    term_print (&text, t);
    for (const char *c = text_view (&text); *c; c++)
        if (*c != '|')
            text_char (out, *c);
    text_clear (&text);
}

static void
term_is (const term *t, const char *expected)
{
    struct text text;
    text_init (&text);
    print (&text, t);
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
}

/* --- types -------------------------------------------------------------- */

/* The sort of the last global. */
static void
sort_is (const char *source, const char *expected)
{
    struct reading r = read_good (source);
    struct text text;
    text_init (&text);
    assert_true (r.program.global.size);
    sort_print (&text, VEC_LAST (r.program.global).term->sort);
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
    program_clear (&r.program);
}

static void
types_become_sorts (void **state)
{
    (void) state;
    sort_is ("var x: int;", "Int");
    sort_is ("var x: bool;", "Bool");
    sort_is ("var x: real;", "Real");
    sort_is ("var x: bv7;", "(_ BitVec 7)");
    sort_is ("var x: [int]bool;", "(Array Int Bool)");
    sort_is ("var x: [int,bool]real;", "(Array Int (Array Bool Real))");
    sort_is ("var x: [[int]bool][int]real;",
             "(Array (Array Int Bool) (Array Int Real))");
    sort_is ("var x: T; type T;", "T");
    sort_is ("var x: S; type S = [T]int; type T;", "(Array T Int)");
    sort_is ("type M a b = [a]b; var x: M int (M bool real);",
             "(Array Int (Array Bool Real))");
    sort_is ("type M a = N a a; type N a b = [a]b; var x: M int;",
             "(Array Int Int)");
}

static void
constructors_are_sorts_of_their_own (void **state)
{
    (void) state;
    sort_is ("type C a; var x: C int;", "|C#int|");
    sort_is ("type C a b; type T; var x: C T (C int [int]bool);",
             "|C#T#C#int#^^int^bool^|");
    /* The name of a declared type is not taken. */
    sort_is ("type C a; type C#int; var x: C int;", "|C#int#1|");
    struct reading r = read_good (
        "type C a; type D; var x: C int, y: C int, z: C bool; var d: D;");
    assert_ptr_equal (r.program.global.at[0].term->sort,
                      r.program.global.at[1].term->sort);
    assert_ptr_not_equal (r.program.global.at[0].term->sort,
                          r.program.global.at[2].term->sort);
    assert_int_equal (r.program.sort.size, 3);
    assert_string_equal (r.program.sort.at[0]->name, "D");
    program_clear (&r.program);
}

static void
types_that_fail (void **state)
{
    (void) state;
    fails ("var x: T;", "f:1:8: type 'T' is not declared");
    fails ("type T;\ntype T;", "f:2:6: type 'T' is declared twice");
    fails ("type T; var x: T int;",
           "f:1:16: type 'T' has 1 arguments, needs 0");
    fails ("type C a; var x: C;", "f:1:18: type 'C' has 0 arguments, needs 1");
    fails ("type A = B; type B = [int]A;",
           "f:1:27: type 'A' is defined by itself");
    fails ("type S a a = int;", "f:1:10: type parameter 'a' is declared twice");
    fails ("type T = Nothing;", "f:1:10: type 'Nothing' is not declared");
    fails ("var x: <a>[a]int;", "f:1:9: polymorphic map type is not supported");
    fails ("function f<a>(x: a): int;",
           "f:1:12: polymorphic function is not supported");
    fails ("procedure p<a>(x: a);",
           "f:1:13: polymorphic procedure is not supported");
    fails ("axiom (forall<a> x: a :: true);",
           "f:1:15: polymorphic quantifier is not supported");
    fails ("axiom (forall<a> :: true);",
           "f:1:15: polymorphic quantifier is not supported");
    fails ("var x: []int;", "f:1:8: a map without an index is not supported");
    fails ("type {:builtin \"Seq\"} T;",
           "f:1:6: a type with {:builtin} is not supported");
}

/* Each level doubles the type; it must not take forever. */
static void
types_that_grow (void **state)
{
    (void) state;
    struct text text;
    text_init (&text);
    text_add (&text, "type S0 a = [a]a;\n");
    for (unsigned i = 1; i < 60; i++)
        text_print (&text, "type S%u a = [S%u a](S%u a);\n", i, i - 1, i - 1);
    text_add (&text, "var x: S59 int;");
    struct reading r = read_text (text_view (&text));
    assert_false (r.good);
    assert_non_null (strstr (r.problem.message, "is expanded too often"));
    program_clear (&r.program);
    text_reset (&text);
    text_add (&text, "type C a b; type S0 a = C a a;\n");
    for (unsigned i = 1; i < 60; i++)
        text_print (&text, "type S%u a = C (S%u a) (S%u a);\n", i, i - 1,
                    i - 1);
    text_add (&text, "var x: S12 int;");
    r = read_text (text_view (&text));
    assert_false (r.good);
    assert_non_null (strstr (r.problem.message, "is too large"));
    program_clear (&r.program);
    text_reset (&text);
    text_add (&text, "type S0 = int;");
    for (unsigned i = 1; i < 300; i++)
        text_print (&text, "type S%u = [int]S%u;\n", i, i - 1);
    r = read_text (text_view (&text));
    assert_false (r.good);
    assert_non_null (strstr (r.problem.message, "nested too deeply"));
    program_clear (&r.program);
    text_clear (&text);
}

/* --- expressions -------------------------------------------------------- */

static const char prelude[] =
    "type T; const c: int; const t: T; var i, j: int; var r: real;"
    "var p, q: bool; var v: bv8; var m: [int]int; var n: [int,bool]real;"
    "function f(x: int, y: bool): int; function k(): int;\n";

/* An attribute's value: an expression of any type. */
static void
expression_is (const char *expression, const char *expected)
{
    struct text text;
    text_init (&text);
    text_print (&text, "%sprocedure a() { assume {:v %s} true; }", prelude,
                expression);
    struct reading r = read_good (text_view (&text));
    const struct procedure *a = &r.program.procedure.at[0];
    const struct attribute *v = a->block.at[0].statement.at[0].attribute;
    assert_int_equal (v->values, 1);
    term_is (v->value[0].term, expected);
    text_clear (&text);
    program_clear (&r.program);
}

/* The place is counted in the expression: it begins at 2:1. */
static void
expression_fails (const char *expression, const char *message)
{
    struct text text;
    text_init (&text);
    text_print (&text, "%sprocedure a(){assume \n%s; }", prelude, expression);
    for (char *c = text.data; *c; c++) /* the statement's line is the second */
        if (*c == '\n' && !strncmp (c + 1, "procedure", 9))
            *c = ' ';
    fails (text_view (&text), message);
    text_clear (&text);
}

static void
expressions_become_terms (void **state)
{
    (void) state;
    expression_is ("12", "12");
    expression_is ("-3", "(- 3)");
    expression_is ("1.50", "(/ 3.0 2.0)");
    expression_is ("5bv8", "(_ bv5 8)");
    expression_is ("255bv8", "(_ bv255 8)");
    expression_is ("i + j * 2", "(+ i (* 2 j))");
    expression_is ("i - j", "(+ i (* (- 1) j))");
    expression_is ("i div j", "(div i j)");
    expression_is ("i mod j", "(mod i j)");
    expression_is ("i / j", "(/ (to_real i) (to_real j))");
    expression_is ("r / r", "(/ r r)");
    expression_is ("i / r", "(/ (to_real i) r)");
    expression_is ("int(r)", "(to_int r)");
    expression_is ("real(i)", "(to_real i)");
    expression_is ("i < j", "(< i j)");
    expression_is ("i >= j", "(<= j i)");
    expression_is ("r > 1.0", "(< 1.0 r)");
    expression_is ("p && q", "(and p q)");
    expression_is ("p || q || p", "(or p q)");
    expression_is ("p ==> q", "(or (not p) q)");
    expression_is ("p <== q", "(or (not q) p)");
    expression_is ("p <==> q", "(= p q)");
    expression_is ("p == q", "(= p q)");
    expression_is ("t != t", "false");
    expression_is ("i != c", "(not (= c i))");
    expression_is ("!p", "(not p)");
    expression_is ("-i", "(* (- 1) i)");
    expression_is ("if p then i else j", "(ite p i j)");
    expression_is ("v ++ v", "(concat v v)");
    expression_is ("v[4:1]", "((_ extract 3 1) v)");
    expression_is ("v[8:0]", "v");
    expression_is ("m[i]", "(select m i)");
    expression_is ("n[i, p]", "(select (select n i) p)");
    expression_is ("m[i := j]", "(store m i j)");
    expression_is ("n[i, p := r]", "(store n i (store (select n i) p r))");
    expression_is ("m[i := 1][j := 2][c]",
                   "(select (store (store m i 1) j 2) c)");
    expression_is ("f(i, p)", "(f i p)");
    expression_is ("k()", "k");
    expression_is ("old(i)", "i@old");
    expression_is ("old(i + old(j) + c)", "(+ i@old j@old c)");
    expression_is ("old(m)[i]", "(select m@old i)");
    expression_is ("(i : int)", "i");
    expression_is ("(forall x: int :: x < i)", "(forall ((x Int)) (< x i))");
    expression_is ("(exists x, y: int :: {f(x, p), f(y, q)} x < y)",
                   "(exists ((x Int) (y Int)) (! (< x y) :pattern ((f x p) (f "
                   "y q))))");
}

static void
expressions_that_fail (void **state)
{
    (void) state;
    expression_fails ("i + p == 0",
                      "f:2:3: '+' needs two ints or two reals, found int and "
                      "bool");
    expression_fails ("i < r", "f:2:3: '<' needs two ints or two reals, found "
                               "int and real");
    expression_fails ("v * v == v",
                      "f:2:3: '*' needs two ints or two reals, found bv8 and "
                      "bv8");
    expression_fails ("r div r == r",
                      "f:2:3: 'div' needs two ints, found real and real");
    expression_fails ("p / i == r",
                      "f:2:3: '/' needs ints or reals, found bool and int");
    expression_fails ("p && i", "f:2:3: '&&' needs two bools, found bool and "
                                "int");
    expression_fails ("p ==> q ==> 1",
                      "f:2:9: '==>' needs two bools, found bool and int");
    expression_fails ("i == r", "f:2:3: '==' needs two values of one type, "
                                "found int and real");
    expression_fails ("m != n", "f:2:3: '!=' needs two values of one type, "
                                "found [int]int and [int][bool]real");
    expression_fails ("!i", "f:2:1: '!' needs a bool, found int");
    expression_fails ("-p", "f:2:1: '-' needs an int or a real, found bool");
    expression_fails ("i ** j == 1", "f:2:3: '**' is not supported");
    expression_fails ("t <: t", "f:2:3: '<:' is not supported");
    expression_fails ("(lambda x: int :: x) == m",
                      "f:2:2: lambda is not supported");
    expression_fails ("i", "f:2:1: what is assumed is int, needs bool");
    expression_fails ("zz", "f:2:1: unknown variable 'zz'");
    expression_fails ("g(i)", "f:2:1: unknown function 'g'");
    expression_fails ("f(i) == 1",
                      "f:2:1: function 'f' has 1 arguments, needs 2");
    expression_fails ("k(i) == 1",
                      "f:2:1: function 'k' has 1 arguments, needs 0");
    expression_fails ("f(p, p) == 1",
                      "f:2:3: argument 1 of 'f' is bool, needs int");
    expression_fails ("int(i) == 1", "f:2:1: 'int' needs one real");
    expression_fails ("real(r) == r", "f:2:1: 'real' needs one int");
    expression_fails ("v[9:1] == v", "f:2:2: [9:1] of bv8 has no bits");
    expression_fails ("v[4:4] == v", "f:2:2: [4:4] of bv8 has no bits");
    expression_fails ("i[2:1] == v",
                      "f:2:2: [2:1] needs a bit-vector, found int");
    expression_fails ("i ++ v == v",
                      "f:2:3: '++' needs two bit-vectors, found int and bv8");
    expression_fails ("256bv8 == v", "f:2:1: '256bv8' does not fit in 8 bits");
    expression_fails ("m[] == m",
                      "f:2:2: a map without an index is not supported");
    expression_fails ("m[p] == 1", "f:2:2: the index is bool, needs int");
    expression_fails ("i[i] == 1", "f:2:2: a map is needed, found int");
    expression_fails ("m[i := p] == m", "f:2:2: the value is bool, needs int");
    expression_fails ("(i : bool)", "f:2:4: this is int, not bool");
    expression_fails ("if i then p else q",
                      "f:2:4: the condition of 'if' is int, needs bool");
    expression_fails ("if p then i else q", "f:2:1: 'if' gives int or bool");
    expression_fails ("(forall x: int :: x)",
                      "f:2:19: the body of a quantifier is int, needs bool");
    expression_fails ("(forall x, x: int :: p)",
                      "f:2:12: bound variable 'x' is declared twice");
    expression_fails ("(forall x: int :: p) && x == 1",
                      "f:2:25: unknown variable 'x'");
}

static void
long_and_deep (void **state)
{
    (void) state;
    struct text text;
    text_init (&text);
    text_add (&text, "axiom 0");
    for (unsigned i = 1; i < 4000; i++)
        text_print (&text, " + %u", i);
    text_add (&text, " > 5; function f(x: int): int; axiom ");
    for (unsigned i = 0; i < 1000; i++)
        text_add (&text, "f(");
    text_add (&text, "1");
    for (unsigned i = 0; i < 1000; i++)
        text_add (&text, ")");
    text_add (&text, " == 1;");
    struct reading r = read_text (text_view (&text));
    assert_true (r.good);
    term_is (r.program.axiom.at[0].term, "true");
    program_clear (&r.program);
    text_clear (&text);
}

/* --- names -------------------------------------------------------------- */

static const struct procedure *
last (const struct reading *r)
{
    assert_true (r->program.procedure.size);
    return &VEC_LAST (r->program.procedure);
}

static void
what_shadows_is_renamed (void **state)
{
    (void) state;
    struct reading r = read_good (
        "var x, y#1: int; const k: int;"
        "procedure p(x: int) returns (y: bool) {"
        "  var x#1, k: int; var z: int;"
        "  k := x + x#1; z := k; y := (forall z: int, x: int :: z < x);"
        "  y := (forall y#1: int :: (exists y#1: int :: y#1 == 0) && "
        "y#1 == 1); }");
    const struct procedure *p = last (&r);
    assert_string_equal (p->in.at[0].term->text, "x#1");
    assert_string_equal (p->out.at[0].term->text, "y");
    assert_string_equal (p->local.at[0].term->text, "x#1#1");
    assert_string_equal (p->local.at[1].term->text, "k#1");
    assert_string_equal (p->local.at[2].term->text, "z");
    const struct statement *s = p->block.at[0].statement.at;
    term_is (s[0].target[0], "k#1");
    term_is (s[0].value[0], "(+ x#1 x#1#1)");
    term_is (s[2].value[0], "(forall ((z#1 Int) (x#2 Int)) (< z#1 x#2))");
    term_is (s[3].value[0],
             "(forall ((y#1#1 Int)) (and (exists ((y#1#2 Int)) (= y#1#2 0)) (= "
             "y#1#1 1)))");
    program_clear (&r.program);
}

static void
name_spaces_are_apart (void **state)
{
    (void) state;
    struct reading r = read_good (
        "type x; var x: x; function x(x: x): x { x } procedure x(y: x) "
        "{ x: x := x(y); goto x; }");
    const struct function *f = &r.program.function.at[0];
    assert_string_equal (f->parameter[0]->text, "x#1");
    assert_ptr_equal (f->body, f->parameter[0]);
    term_is (last (&r)->block.at[0].statement.at[0].value[0], "(x y)");
    program_clear (&r.program);
}

static void
any_order_and_any_name (void **state)
{
    (void) state;
    struct reading r =
        read_good ("implementation p(a: T) { call p(a); g'~#$^_.?` := f(a); }"
                   "axiom (forall x: T :: f(x) == c);"
                   "procedure p(b: T); modifies g'~#$^_.?`;"
                   "function f(x: T): int; const unique c: int;"
                   "var g'~#$^_.?`: int; type T;");
    assert_true (r.program.constant.at[0].unique);
    assert_int_equal (last (&r)->modifies.size, 1);
    assert_string_equal (last (&r)->in.at[0].term->text, "a");
    program_clear (&r.program);
}

static void
names_that_fail (void **state)
{
    (void) state;
    fails ("var x: int;\nconst x: bool;",
           "f:2:7: variable 'x' is declared twice");
    fails ("function f(x: int): int; function f(x: int): int;",
           "f:1:35: function 'f' is declared twice");
    fails ("procedure p(); procedure p();",
           "f:1:26: procedure 'p' is declared twice");
    fails ("procedure p(x: int) { var x: int; }",
           "f:1:27: variable 'x' is declared twice");
    fails ("procedure p(x: int) returns (x: int);",
           "f:1:30: variable 'x' is declared twice");
    fails ("function f(x: int, x: int): int;",
           "f:1:20: parameter 'x' is declared twice");
}

/* --- functions and axioms ----------------------------------------------- */

static void
functions_and_axioms (void **state)
{
    (void) state;
    struct reading r = read_good (
        "const y: int; function {:inline} f(x: int, y: int): int { x + g(y) }"
        "function g(int): int; function h(): int { f(1, y) }"
        "function {:bvbuiltin \"bvadd\"} a(bv8, bv8): bv8; axiom h() > 0;");
    const struct function *f = r.program.function.at;
    assert_int_equal (r.program.function.size, 3);
    assert_string_equal (f[0].parameter[1]->text, "y#1");
    term_is (f[0].body, "(+ x (g y#1))");
    assert_non_null (attribute_find (f[0].attribute, "inline"));
    assert_null (f[1].body);
    assert_string_equal (
        attribute_find (f[2].attribute, "bvbuiltin")->value[0].string, "bvadd");
    /* A function without parameters is a constant, and its body an axiom. */
    assert_int_equal (r.program.constant.size, 2);
    assert_string_equal (r.program.constant.at[1].term->text, "h");
    assert_int_equal (r.program.axiom.size, 2);
    term_is (r.program.axiom.at[0].term, "(= h (f 1 y))");
    term_is (r.program.axiom.at[1].term, "(< 0 h)");
    program_clear (&r.program);
    /* It is not the variable of that name. */
    r = read_good ("var h: int; function h(): int; axiom h() == 1;");
    term_is (r.program.axiom.at[0].term, "(= h#1 1)");
    program_clear (&r.program);
}

static void
functions_that_fail (void **state)
{
    (void) state;
    fails ("function f(x: int): bool { x }",
           "f:1:28: the body of 'f' is int, needs bool");
    fails ("var g: int; function f(x: int): int { g }",
           "f:1:39: a function cannot mention the global variable 'g'");
    fails ("var g: int; axiom g == 1;",
           "f:1:19: an axiom cannot mention the global variable 'g'");
    fails ("const c: int; axiom old(c) == 1;",
           "f:1:21: old is not allowed in an axiom");
    fails ("axiom 1;", "f:1:7: an axiom is int, needs bool");
    fails ("function {:builtin \"x\"} f(): int;",
           "f:1:10: {:builtin} of a function without parameters is not "
           "supported");
}

/* --- procedures --------------------------------------------------------- */

static void
specifications (void **state)
{
    (void) state;
    struct reading r = read_good (
        "var g, h: int; procedure p(a: int where a > 0) returns (b: int);"
        "  requires a > g; free requires {:x} true; modifies g, h, g;"
        "  ensures b > old(g); free ensures g == h;"
        "implementation {:y} p(g: int) returns (c: int) { c := g; }");
    const struct procedure *p = last (&r);
    assert_true (p->has_body);
    assert_int_equal (p->modifies.size, 2);
    assert_string_equal (p->in.at[0].term->text, "g#1");
    term_is (p->in.at[0].where, "(< 0 g#1)");
    assert_int_equal (p->spec.size, 4);
    assert_int_equal (p->spec.at[0].kind, SPEC_REQUIRES);
    term_is (p->spec.at[0].term, "(< g g#1)");
    assert_false (p->spec.at[0].free);
    assert_true (p->spec.at[1].free);
    assert_non_null (attribute_find (p->spec.at[1].attribute, "x"));
    assert_int_equal (p->spec.at[2].kind, SPEC_ENSURES);
    term_is (p->spec.at[2].term, "(< g@old c)");
    assert_true (p->spec.at[3].free);
    assert_null (p->attribute);
    assert_non_null (attribute_find (p->body_attribute, "y"));
    term_is (p->block.at[0].statement.at[0].value[0], "g#1");
    program_clear (&r.program);
    r = read_good (
        "var g: int where g > 0; procedure {:entrypoint} p(a: int);");
    assert_false (last (&r)->has_body);
    assert_true (procedure_is_entry (last (&r)));
    term_is (r.program.global.at[0].where, "(< 0 g)");
    program_clear (&r.program);
    r = read_good ("procedure p() { var x, y: int where x < y; }");
    term_is (last (&r)->local.at[1].where, "(< x y)");
    program_clear (&r.program);
}

static void
procedures_that_fail (void **state)
{
    (void) state;
    fails ("implementation p() { }",
           "f:1:16: implementation of 'p', which is not declared");
    fails ("procedure p() { }\nimplementation p() { }",
           "f:2:16: more than one implementation of 'p' is not supported");
    fails ("procedure p(); implementation p() { } implementation p() { }",
           "f:1:54: more than one implementation of 'p' is not supported");
    fails ("procedure p(x: int); implementation p() { }",
           "f:1:37: the implementation of 'p' has 0 in-parameters, the "
           "procedure has 1");
    fails ("procedure p() returns (x: int);\n"
           "implementation p() returns (x: bool) { }",
           "f:2:29: out-parameter 1 of the implementation of 'p' is bool, the "
           "procedure's is int");
    fails ("procedure p(x: int); implementation p(x: int where x > 0) { }",
           "f:1:46: a where clause cannot stand here");
    fails ("var g: int; procedure p(); requires old(g) == 1;",
           "f:1:37: old is not allowed in a precondition");
    fails ("procedure p() returns (x: int); requires x == 1;",
           "f:1:42: a precondition cannot mention the out-parameter 'x'");
    fails ("procedure p(); ensures 1;",
           "f:1:24: a postcondition is int, needs bool");
    fails ("const c: int; procedure p(); modifies c;",
           "f:1:39: 'c' in modifies is no global variable");
    fails ("procedure p(a: int); ensures b > 0;\n"
           "implementation p(b: int) { }",
           "f:1:30: unknown variable 'b'");
    fails ("procedure p(a: int); implementation p(b: int) { assert a > 0; }",
           "f:1:56: unknown variable 'a'");
    fails ("var g: int where g; procedure p();",
           "f:1:18: a where clause is int, needs bool");
}

/* --- bodies ------------------------------------------------------------- */

static void
list_print (struct text *out, const term **t, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        text_char (out, ' ');
        print (out, t[i]);
    }
}

/* label: kind terms; .. -> label label */
static void
blocks_print (struct text *out, const struct program *of,
              const struct procedure *p)
{
    static const char *const kind[] = {"assume", "assert", "assign", "havoc",
                                       "call"};
    for (size_t i = 0; i < p->block.size; i++) {
        const struct block *b = &p->block.at[i];
        assert_int_equal (b->origin.block, i);
        text_print (out, "%s%s:", i ? " | " : "", b->label);
        for (size_t j = 0; j < b->statement.size; j++) {
            const struct statement *s = &b->statement.at[j];
            text_print (out, " %s", kind[s->kind]);
            if (s->kind == STATEMENT_CALL)
                text_print (out, " %s", of->procedure.at[s->callee].name);
            if (s->term)
                list_print (out, (const term **) &s->term, 1);
            list_print (out, s->target, s->targets);
            list_print (out, s->value, s->values);
            text_char (out, ';');
        }
        if (b->target.size)
            text_add (out, " ->");
        for (size_t j = 0; j < b->target.size; j++)
            text_print (out, " %s", p->block.at[b->target.at[j]].label);
    }
}

static const char declarations[] =
    "var i, j: int; var p: bool; var m: [int][int]int; const c: int;"
    "procedure q(x: int) returns (y: int, z: bool);"
    "procedure u(a: int) returns (o: int) ";

static void
body_is (const char *body, const char *expected)
{
    struct text text;
    text_init (&text);
    text_print (&text, "%s%s", declarations, body);
    struct reading r = read_good (text_view (&text));
    text_reset (&text);
    blocks_print (&text, &r.program, last (&r));
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
    program_clear (&r.program);
}

/* The body stands in line 2. */
static void
body_fails (const char *body, const char *message)
{
    struct text text;
    text_init (&text);
    text_print (&text, "%s\n%s", declarations, body);
    fails (text_view (&text), message);
    text_clear (&text);
}

static void
plain_statements (void **state)
{
    (void) state;
    body_is ("{ }", "anon0:");
    body_is ("{ assert p; assume i > 0; havoc i, j, i; o := a; }",
             "anon0: assert p; assume (< 0 i); havoc i j; assign o a;");
    body_is ("{ i, j := j, i; }", "anon0: assign i j j i;");
    body_is ("{ m[i][j] := 1; }",
             "anon0: assign m (store m i (store (select m i) j 1));");
    body_is ("{ m[i], j := m[j], a; }",
             "anon0: assign m j (store m i (select m j)) a;");
    body_is ("{ call i, p := q(i + 1); }", "anon0: call q i p (+ i 1);");
    body_is ("{ call o := u(old(i)); }", "anon0: call u o i@old;");
}

static void
jumps (void **state)
{
    (void) state;
    body_is ("{ A: goto B, C; B: i := 1; C: return; }",
             "A: -> B C | B: assign i 1; -> C | C:");
    body_is ("{ i := 1; goto A; i := 2; A: goto A; }",
             "anon0: assign i 1; -> A | anon1: assign i 2; -> A | A: -> A");
    body_is ("{ A: B: }", "A: -> B | B:");
}

static void
branches (void **state)
{
    (void) state;
    body_is ("{ if (p) { i := 1; } else { i := 2; } j := 3; }",
             "anon0: -> anon1_Then anon2_Else | anon1_Then: assume p; assign i "
             "1; -> anon3 | anon2_Else: assume (not p); assign i 2; -> anon3 | "
             "anon3: assign j 3;");
    body_is ("{ if (p) { return; } j := 3; }",
             "anon0: -> anon1_Then anon2_Else | anon1_Then: assume p; | "
             "anon2_Else: assume (not p); assign j 3;");
    body_is ("{ if (*) { } else if (p) { goto A; } A: }",
             "anon0: -> anon1_Then anon2_Else | anon1_Then: -> A | anon2_Else: "
             "-> anon3_Then anon4_Else | anon3_Then: assume p; -> A | "
             "anon4_Else: assume (not p); -> A | A:");
    /* Labels of the user's are not taken. */
    body_is ("{ anon0: if (p) { anon1_Then: } }",
             "anon0: -> anon0_Then anon1_Else | anon0_Then: assume p; -> "
             "anon1_Then | anon1_Then: | anon1_Else: assume (not p);");
    body_is ("{ i := 1; goto anon0; anon0: }", "anon1: assign i 1; -> anon0 | "
                                               "anon0:");
    body_is ("{ A: if (p) { i := 1; break A; i := 2; } i := 3; }",
             "A: -> anon0_Then anon2_Else | anon0_Then: assume p; assign i 1; "
             "-> anon3 | anon1: assign i 2; -> anon3 | anon2_Else: assume (not "
             "p); -> anon3 | anon3: assign i 3;");
}

static void
loops (void **state)
{
    (void) state;
    body_is ("{ while (i < 3) invariant {:x} j > 0; free invariant p; { i := "
             "i + 1; } j := 1; }",
             "anon0: -> anon1_LoopHead | anon1_LoopHead: assert (< 0 j); "
             "assume p; -> anon2_LoopBody anon3_LoopDone | anon2_LoopBody: "
             "assume (< i 3); assign i (+ i 1); -> anon1_LoopHead | "
             "anon3_LoopDone: assume (not (< i 3)); assign j 1;");
    body_is ("{ while (*) { if (p) { break; } } j := 1; }",
             "anon0: -> anon1_LoopHead | anon1_LoopHead: -> anon2_LoopBody "
             "anon5_LoopDone | anon2_LoopBody: -> anon3_Then anon4_Else | "
             "anon3_Then: assume p; -> anon6 | anon4_Else: assume (not p); -> "
             "anon1_LoopHead | anon5_LoopDone: -> anon6 | anon6: assign j 1;");
    body_is ("{ A: while (*) { while (*) { break A; } } }",
             "A: -> anon0_LoopHead | anon0_LoopHead: -> anon1_LoopBody "
             "anon5_LoopDone | anon1_LoopBody: -> anon2_LoopHead | "
             "anon2_LoopHead: -> anon3_LoopBody anon4_LoopDone | "
             "anon3_LoopBody: | anon4_LoopDone: -> anon0_LoopHead | "
             "anon5_LoopDone:");
}

static void
bodies_that_fail (void **state)
{
    (void) state;
    body_fails ("{ assert i; }", "f:2:10: what is asserted is int, needs bool");
    body_fails ("{ zz := 1; }", "f:2:3: unknown variable 'zz'");
    body_fails ("{ a := 1; }",
                "f:2:3: 'a' is an in-parameter and cannot be changed");
    body_fails ("{ c := 1; }",
                "f:2:3: 'c' is a constant and cannot be changed");
    body_fails ("{ havoc c; }",
                "f:2:9: 'c' is a constant and cannot be changed");
    body_fails ("{ i := p; }", "f:2:3: 'i' is int and cannot be bool");
    body_fails ("{ i, i := 1, 2; }", "f:2:6: 'i' is assigned twice at once");
    body_fails ("{ m[0], m[1] := m[1], m[0]; }",
                "f:2:9: 'm' is assigned twice at once");
    body_fails ("{ m[] := m; }",
                "f:2:4: a map without an index is not supported");
    body_fails ("{ m[p] := m[0]; }", "f:2:4: the index is bool, needs int");
    body_fails ("{ m[0][0] := p; }", "f:2:7: the value is bool, needs int");
    body_fails ("{ call w(); }", "f:2:3: unknown procedure 'w'");
    body_fails ("{ call i, p := q(); }",
                "f:2:3: the call of 'q' has 0 arguments, needs 1");
    body_fails ("{ call i := q(1); }",
                "f:2:3: the call of 'q' has 1 results, needs 2");
    body_fails ("{ call i, p := q(p); }",
                "f:2:18: argument 1 of 'q' is bool, needs int");
    body_fails ("{ call p, i := q(1); }",
                "f:2:8: result 1 of 'q' is int, not bool");
    body_fails ("{ call i, i := q(1); }",
                "f:2:11: 'i' is assigned twice at once");
    body_fails ("{ call a, p := q(1); }",
                "f:2:8: 'a' is an in-parameter and cannot be changed");
    body_fails ("{ free call i, p := q(1); }",
                "f:2:3: 'free call' is not supported");
    body_fails ("{ goto A; }", "f:2:8: label 'A' is not defined");
    body_fails ("{ A: A: }", "f:2:6: label 'A' is defined twice");
    body_fails ("{ A: if (p) { A: } }", "f:2:15: label 'A' is defined twice");
    body_fails ("{ break; }", "f:2:3: there is no loop around this break");
    body_fails ("{ A: i := 1; while (p) { break A; } }",
                "f:2:26: no statement around this break is labelled 'A'");
    body_fails ("{ if (p) { break; } }",
                "f:2:12: there is no loop around this break");
    body_fails ("{ while (i) { } }", "f:2:10: the guard is int, needs bool");
    body_fails ("{ while (p) invariant i; { } }",
                "f:2:23: an invariant is int, needs bool");
    body_fails ("{ yield; }", "f:2:3: yield is not supported");
}

/* --- attributes --------------------------------------------------------- */

static void
attributes_stay (void **state)
{
    (void) state;
    struct reading r =
        read_good ("var {:a} {:b \"s\", 1 + 1, word, g} g: int;"
                   "procedure {:c} p({:d} x: int) { var {:e} y: int;"
                   "  assert {:sourcefile \"k.c\"} {:sourceline 12} y == x;"
                   "  async call p(x); call {:async} p(x); call p(x);"
                   "  goto {:f x} A; A: }");
    const struct attribute *a = r.program.global.at[0].attribute;
    assert_string_equal (a->name, "a");
    assert_int_equal (a->values, 0);
    a = a->next;
    assert_string_equal (a->name, "b");
    assert_int_equal (a->values, 4);
    assert_string_equal (a->value[0].string, "s");
    term_is (a->value[1].term, "2");
    assert_string_equal (a->value[2].string, "word");
    term_is (a->value[3].term, "g");
    assert_null (a->next);
    const struct procedure *p = last (&r);
    assert_non_null (attribute_find (p->attribute, "c"));
    assert_non_null (attribute_find (p->in.at[0].attribute, "d"));
    assert_non_null (attribute_find (p->local.at[0].attribute, "e"));
    const struct statement *s = p->block.at[0].statement.at;
    assert_int_equal (p->block.at[0].statement.size, 5);
    assert_int_equal (statement_place (&p->block.at[0], 0).line, 12);
    /* No engine shall take an asynchronous call for a plain one. */
    assert_non_null (attribute_find (s[1].attribute, "async"));
    assert_non_null (attribute_find (s[2].attribute, "async"));
    assert_null (s[2].attribute->next);
    assert_null (s[3].attribute);
    assert_int_equal (s[4].kind, STATEMENT_ASSUME);
    term_is (attribute_find (s[4].attribute, "f")->value[0].term, "x");
    program_clear (&r.program);
    fails ("var {:a 1 + true} x: int;", "f:1:11: '+' needs two ints or two "
                                        "reals, found int and bool");
}

/* --- code expressions --------------------------------------------------- */

static void
code_expressions (void **state)
{
    (void) state;
    body_is ("{ assert |{ A: return i == 0; }|; }", "anon0: assert (= i 0);");
    body_is (
        "{ p := |{ var k: int; A: k := i; k := k + 1; return k == j; }|; }",
        "anon0: assign p (= j (+ i 1));");
    body_is ("{ assert |{ A: goto B, C; B: assume p; return i == 0; C: assume "
             "!p; return j == 0; }|; }",
             "anon0: assert (and (or (not p) (= i 0)) (or p (= j 0)));");
    body_is ("{ assume |{ A: goto B, C; B: assume p; return i == 0; C: assume "
             "!p; return j == 0; }|; }",
             "anon0: assume (or (and p (= i 0)) (and (not p) (= j 0)));");
    /* Under a negation the sides change. */
    body_is ("{ assume !|{ A: goto B, C; B: return p; C: return i == 0; }|; }",
             "anon0: assume (not (and p (= i 0)));");
    body_is ("{ assert |{ A: goto B, C; B: return p; C: return i == 0; }| ==> "
             "|{ A: goto B, C; B: return p; C: return j == 0; }|; }",
             "anon0: assert (or (not (or p (= i 0))) (and p (= j 0)));");
    body_is ("{ assert |{ var i: int; return i == j; }|; }",
             "anon0: assert (forall ((i#1 Int)) (= j i#1));");
    body_is ("{ assume |{ var k: int; k := 1; havoc k; return k == j; }|; }",
             "anon0: assume (exists ((k#1 Int)) (= j k#1));");
    body_is ("{ A: assert |{ A: return p; }|; goto A; }", "A: assert p; -> A");
}

static void
code_that_fails (void **state)
{
    (void) state;
    body_fails ("{ p := |{ A: goto B, C; B: return p; C: return true; }|; }",
                "f:2:8: a code expression with choices, neither asserted nor "
                "assumed, is not supported");
    body_fails ("{ p := |{ assume p; return true; }|; }",
                "f:2:8: a code expression with choices, neither asserted nor "
                "assumed, is not supported");
    body_fails ("{ assert |{ A: goto A; }|; }",
                "f:2:10: a code expression with a loop is not supported");
    body_fails ("{ assert |{ A: call i, p := q(1); return p; }|; }",
                "f:2:10: a code expression with a call is not supported");
    body_fails ("{ assert |{ i := 1; return p; }|; }",
                "f:2:10: a code expression with assignments to outer variables "
                "is not supported");
    body_fails ("{ assert |{ assert p; return p; }|; }",
                "f:2:10: a code expression with an assertion is not supported");
    body_fails ("{ assert |{ A: goto B; B: }|; }",
                "f:2:10: a code expression with a path that returns no value "
                "is not supported");
    body_fails ("{ assert |{ return |{ return p; }|; }|; }",
                "f:2:20: a code expression with another one around it is not "
                "supported");
    body_fails ("{ assert |{ return i; }|; }",
                "f:2:20: what a code expression returns is int, needs bool");
}

static void
nothing_at_all (void **state)
{
    (void) state;
    struct reading r = read_good ("");
    assert_int_equal (r.program.procedure.size, 0);
    program_clear (&r.program);
    fails ("procedure p() {", "f:1:16: expected '}' after the statements, "
                              "found the end of the file");
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (types_become_sorts),
        cmocka_unit_test (constructors_are_sorts_of_their_own),
        cmocka_unit_test (types_that_fail),
        cmocka_unit_test (types_that_grow),
        cmocka_unit_test (expressions_become_terms),
        cmocka_unit_test (expressions_that_fail),
        cmocka_unit_test (long_and_deep),
        cmocka_unit_test (what_shadows_is_renamed),
        cmocka_unit_test (name_spaces_are_apart),
        cmocka_unit_test (any_order_and_any_name),
        cmocka_unit_test (names_that_fail),
        cmocka_unit_test (functions_and_axioms),
        cmocka_unit_test (functions_that_fail),
        cmocka_unit_test (specifications),
        cmocka_unit_test (procedures_that_fail),
        cmocka_unit_test (plain_statements),
        cmocka_unit_test (jumps),
        cmocka_unit_test (branches),
        cmocka_unit_test (loops),
        cmocka_unit_test (bodies_that_fail),
        cmocka_unit_test (attributes_stay),
        cmocka_unit_test (code_expressions),
        cmocka_unit_test (code_that_fails),
        cmocka_unit_test (nothing_at_all),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
