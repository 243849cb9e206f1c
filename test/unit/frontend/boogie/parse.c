/* parse.c -- reading Boogie text: each construct as a tree, and
 * precedence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/text.h"
#include "frontend/boogie/ast.h"

static const char *const ops[] = {
    [AST_OLD] = "old",   [AST_SELECT] = "select", [AST_UPDATE] = "update",
    [AST_IF] = "if",     [AST_FORALL] = "forall", [AST_EXISTS] = "exists",
    [AST_NOT] = "!",     [AST_LAMBDA] = "lambda", [AST_NEGATE] = "neg",
    [AST_IFF] = "<==>",  [AST_IMPLIES] = "==>",   [AST_EXPLIES] = "<==",
    [AST_AND] = "&&",    [AST_OR] = "||",         [AST_EQ] = "==",
    [AST_NE] = "!=",     [AST_LT] = "<",          [AST_LE] = "<=",
    [AST_GT] = ">",      [AST_GE] = ">=",         [AST_SUBTYPE] = "<:",
    [AST_CONCAT] = "++", [AST_ADD] = "+",         [AST_SUB] = "-",
    [AST_MUL] = "*",     [AST_DIVIDE] = "/",      [AST_DIV] = "div",
    [AST_MOD] = "mod",   [AST_POWER] = "**",      [AST_COERCE] = "as",
    [AST_CODE] = "code", [AST_EXTRACT] = "bits",
};

static void show_statements (struct text *, const struct ast_statement *);
static void show_expression (struct text *, const struct ast_expression *);

static void
show_names (struct text *t, const struct ast_name *n, const char *separator)
{
    for (; n; n = n->next)
        text_print (t, "%s%s", n->name, n->next ? separator : "");
}

static void
show_type (struct text *t, const struct ast_type *type)
{
    if (type->kind == TYPE_BV)
        text_print (t, "bv/%u", type->width);
    else if (type->kind == TYPE_NAME) {
        text_print (t, "%s%s", type->argument ? "(" : "", type->name);
        for (const struct ast_type *a = type->argument; a; a = a->next) {
            text_add (t, " ");
            show_type (t, a);
        }
        text_add (t, type->argument ? ")" : "");
    } else {
        if (type->type_parameter) {
            text_add (t, "<");
            show_names (t, type->type_parameter, " ");
            text_add (t, ">");
        }
        text_add (t, "[");
        for (const struct ast_type *a = type->argument; a; a = a->next) {
            show_type (t, a);
            text_add (t, a->next ? " " : "");
        }
        text_add (t, "]");
        show_type (t, type->result);
    }
}

static void
show_attributes (struct text *t, const struct ast_attribute *a)
{
    for (; a; a = a->next) {
        text_print (t, "@%s", a->name);
        for (const struct ast_expression *v = a->value; v; v = v->next) {
            text_add (t, "~");
            show_expression (t, v);
        }
        text_add (t, " ");
    }
}

static void
show_variables (struct text *t, const struct ast_variable *v)
{
    for (; v; v = v->next) {
        show_attributes (t, v->attribute);
        text_print (t, "%s%s:", v->unique ? "unique " : "",
                    v->name ? v->name : "_");
        show_type (t, v->type);
        if (v->where) {
            text_add (t, " where ");
            show_expression (t, v->where);
        }
        text_add (t, v->next ? ", " : "");
    }
}

static void
show_binder (struct text *t, const struct ast_expression *e)
{
    text_add (t, " <");
    show_names (t, e->type_parameter, " ");
    text_add (t, "> (");
    show_variables (t, e->bound);
    text_add (t, ") ");
    show_attributes (t, e->attribute);
    for (const struct ast_trigger *r = e->trigger; r; r = r->next) {
        text_add (t, "{");
        for (const struct ast_expression *x = r->term; x; x = x->next) {
            show_expression (t, x);
            text_add (t, x->next ? " " : "} ");
        }
    }
}

static void
show_expression (struct text *t, const struct ast_expression *e)
{
    if (e->op == AST_STRING)
        text_print (t, "'%s'", e->text);
    else if (e->op == AST_BITS)
        text_print (t, "%s/%u", e->text, e->width);
    else if (e->text && e->op != AST_CALL)
        text_add (t, e->text);
    else {
        text_print (t, "(%s", e->op == AST_CALL ? e->text : ops[e->op]);
        if (e->op == AST_EXTRACT)
            text_print (t, " %u %u", e->high, e->low);
        if (e->op == AST_FORALL || e->op == AST_EXISTS || e->op == AST_LAMBDA)
            show_binder (t, e);
        else if (e->child)
            text_add (t, " ");
        for (const struct ast_expression *c = e->child; c; c = c->next) {
            show_expression (t, c);
            text_add (t, c->next ? " " : "");
        }
        if (e->type) {
            text_add (t, " ");
            show_type (t, e->type);
        }
        if (e->op == AST_CODE) {
            text_add (t, " ");
            show_variables (t, e->bound);
            text_add (t, " ");
            show_statements (t, e->body);
        }
        text_add (t, ")");
    }
}

static void
show_list (struct text *t, const char *before, const struct ast_expression *e)
{
    for (; e; e = e->next, before = " ") {
        text_add (t, before);
        show_expression (t, e);
    }
}

static void
show_specs (struct text *t, const struct ast_spec *s)
{
    static const char *const kinds[] = {"requires", "ensures", "modifies",
                                        "invariant"};
    for (; s; s = s->next) {
        text_print (t, " [%s%s ", s->free ? "free " : "", kinds[s->kind]);
        show_attributes (t, s->attribute);
        show_names (t, s->name, " ");
        show_list (t, "", s->expression);
        text_add (t, "]");
    }
}

static void
show_statement (struct text *t, const struct ast_statement *s)
{
    static const char *const kinds[] = {"assert", "assume", "havoc", "assign",
                                        "call",   "if",     "while", "break",
                                        "goto",   "return", "label", "yield"};
    show_attributes (t, s->attribute);
    text_print (t, "%s%s%s", s->async ? "async " : "", s->free ? "free " : "",
                kinds[s->kind]);
    show_list (t, " ", s->expression);
    show_list (t, " ", s->target);
    text_print (t, "%s%s", s->text ? " " : "", s->text ? s->text : "");
    show_list (t, " <- ", s->value);
    text_add (t, s->label ? " " : "");
    show_names (t, s->label, " ");
    show_specs (t, s->invariant);
    if (s->kind == AST_IF_STATEMENT || s->kind == AST_WHILE) {
        text_add (t, " {");
        show_statements (t, s->body);
        text_add (t, "}");
    }
    if (s->otherwise) {
        text_add (t, " else {");
        show_statements (t, s->otherwise);
        text_add (t, "}");
    }
}

static void
show_statements (struct text *t, const struct ast_statement *s)
{
    for (; s; s = s->next) {
        show_statement (t, s);
        text_add (t, s->next ? "; " : "");
    }
}

static void
show_declaration (struct text *t, const struct ast_declaration *d)
{
    static const char *const kinds[] = {"type",          "const", "function",
                                        "axiom",         "var",   "procedure",
                                        "implementation"};
    text_add (t, kinds[d->kind]);
    text_add (t, " ");
    if (!d->variable || d->kind == AST_FUNCTION)
        show_attributes (t, d->attribute);
    if (d->kind == AST_CONST || d->kind == AST_VAR)
        assert_ptr_equal (d->attribute, d->variable->attribute);
    else
        text_add (t, d->name);
    if (d->type_parameter) {
        text_add (t, "<");
        show_names (t, d->type_parameter, " ");
        text_add (t, ">");
    }
    show_variables (t, d->variable);
    if (d->kind == AST_PROCEDURE || d->kind == AST_IMPLEMENTATION) {
        text_add (t, "(");
        show_variables (t, d->in);
        text_add (t, ")->(");
        show_variables (t, d->out);
        text_add (t, ")");
    }
    show_specs (t, d->spec);
    if (d->type) {
        text_add (t, " = ");
        show_type (t, d->type);
    }
    show_list (t, " ", d->expression);
    if (d->has_body) {
        text_add (t, " {");
        show_variables (t, d->local);
        text_add (t, d->local ? " | " : "");
        show_statements (t, d->body);
        text_add (t, "}");
    }
}

static void
reads (const char *source, const char *expected)
{
    struct arena arena;
    struct problem problem = {0};
    struct text text;
    /* Without the final 0, so that a read past the end is seen. */
    char *copy = memory_copy (source, strlen (source));
    text_init (&text);
    arena_init (&arena);
    const struct ast_declaration *d =
        boogie_parse (&arena, copy, strlen (source), "f", &problem);
    memory_free (copy);
    if (problem.kind)
        fail_msg ("%s in: %s", problem.message, source);
    for (; d; d = d->next) {
        show_declaration (&text, d);
        text_add (&text, d->next ? "\n" : "");
    }
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
    arena_clear (&arena);
}

static void
means (const char *expression, const char *expected)
{
    struct text source, shown;
    text_init (&source);
    text_init (&shown);
    text_print (&source, "axiom %s;", expression);
    text_print (&shown, "axiom  %s", expected);
    reads (text_view (&source), text_view (&shown));
    text_clear (&source);
    text_clear (&shown);
}

static void
does (const char *statements, const char *expected)
{
    struct text source, shown;
    text_init (&source);
    text_init (&shown);
    text_print (&source, "procedure p() { %s }", statements);
    text_print (&shown, "procedure p()->() {%s}", expected);
    reads (text_view (&source), text_view (&shown));
    text_clear (&source);
    text_clear (&shown);
}

static void
precedence_is_boogies (void **state)
{
    (void) state;
    means ("a <==> b <==> c", "(<==> (<==> a b) c)");
    means ("a ==> b ==> c", "(==> a (==> b c))");
    means ("a <== b <== c", "(<== (<== a b) c)");
    means ("a ==> b <==> c ==> d", "(<==> (==> a b) (==> c d))");
    means ("a && b && c ==> d || e || f",
           "(==> (&& (&& a b) c) (|| (|| d e) f))");
    means ("a && b ==> c && d", "(==> (&& a b) (&& c d))");
    means ("a == b && c != d", "(&& (== a b) (!= c d))");
    means ("a < b || c <= d || e > f || g >= h || i <: j",
           "(|| (|| (|| (|| (< a b) (<= c d)) (> e f)) (>= g h)) (<: i j))");
    means ("a ++ b == c ++ d ++ e", "(== (++ a b) (++ (++ c d) e))");
    means ("a - b + c ++ d - e", "(++ (+ (- a b) c) (- d e))");
    means ("a - b * c div d mod e / f", "(- a (/ (mod (div (* b c) d) e) f))");
    means ("a * b ** c ** d", "(* a (** b (** c d)))");
    means ("-a ** b", "(** (neg a) b)");
    means ("!a == b", "(== (! a) b)");
    means ("!!a && - -b < c", "(&& (! (! a)) (< (neg (neg b)) c))");
    means ("-m[i]", "(neg (select m i))");
    means ("a--b", "(- a (neg b))");
    means ("(a && b) || (c == d) == e", "(|| (&& a b) (== (== c d) e))");
    means ("a <==> (b ==> c) <== d", "(<==> a (<== (==> b c) d))");
    means ("if a then b else c + d", "(if a b (+ c d))");
    means ("1 + if a then b else if c then d else e ==> f",
           "(+ 1 (if a b (if c d (==> e f))))");
}

static void
operands_are_read (void **state)
{
    (void) state;
    means ("12 + 007", "(+ 12 007)");
    means ("1.50", "1.50");
    means ("15e1", "150.0");
    means ("15e-1", "01.50");
    means ("1.25e1", "12.500");
    means ("1.25e4", "12500.000");
    means ("1.25e-3", "0.001250");
    means ("2e0", "2.0");
    means ("5bv32 ++ 0bv1", "(++ 5/32 0/1)");
    means ("true || false", "(|| true false)");
    means ("f() && g(x, y + 1)", "(&& (f) (g x (+ y 1)))");
    means ("int(x) == real(y)", "(== (int x) (real y))");
    means ("old(x + 1)", "(old (+ x 1))");
    means ("m[i, j][k]", "(select (select m i j) k)");
    means ("m[][:= 3]", "(update (select m) 3)");
    means ("m[i, j := k + 1][l := m]", "(update (update m i j (+ k 1)) l m)");
    means ("x[31:0]", "(bits 31 0 x)");
    means ("m[x[8:4]][2]", "(select (select m (bits 8 4 x)) 2)");
    means ("m[i : int]", "(select m (as i int))");
    means ("(x : [int]bool)[1]", "(select (as x [int]bool) 1)");
    means ("a.b..c$d#e'f~g^h_i?j`", "a.b..c$d#e'f~g^h_i?j`");
    means ("\\type + \\x", "(+ type x)");
    means ("a/*b/*c*/ **/+/* */d// e\n", "(+ a d)");
}

static void
binders_are_read (void **state)
{
    (void) state;
    means ("(forall x: int :: x > 0)", "(forall <> (x:int) (> x 0))");
    means ("(exists<a, b> x, y: M a b, z: bv8 :: z == x)",
           "(exists <a b> (x:(M a b), y:(M a b), z:bv/8) (== z x))");
    means ("(forall<a> :: f())", "(forall <a> () (f))");
    means ("(forall {:k} x: int :: {:qid \"q\"} {:weight 5, x} {f(x), g(x)} "
           "{:nopats h(x)} {f(1)} true)",
           "(forall <> (@k x:int) @qid~'q' @weight~5~x {(f x) (g x)} {(f 1)} "
           "true)");
    means ("(lambda x: int :: x)[1]", "(select (lambda <> (x:int) x) 1)");
    means ("|{ var i: int; A: i := 1; goto B, C; B: return i > 0; "
           "C: return false; }|",
           "(code i:int label A; assign i <- 1; goto B C; label B; "
           "return (> i 0); label C; return false)");
}

static void
types_are_read (void **state)
{
    (void) state;
    reads ("var a: int, b: bool, c: real, d: bv32, e: T, bv: bvx;",
           "var a:int, b:bool, c:real, d:bv/32, e:T, bv:bvx");
    reads ("var m: [int, T]bool, n: [][int][bool]real;",
           "var m:[int T]bool, n:[][int][bool]real");
    reads ("var x: C int (D a) b [int]E int, y: <a, b>[F a]b;",
           "var x:(C int (D a) b [int](E int)), y:<a b>[(F a)]b");
    reads ("type T; type {:a} C a b; type S = [int]C int bool, U x = C x x;",
           "type T\ntype @a C<a b>\ntype S = [int](C int bool)\n"
           "type U<x> = (C x x)");
    reads ("type finite F; type finite;", "type F\ntype finite");
}

static void
declarations_are_read (void **state)
{
    (void) state;
    reads ("", "");
    reads ("// only\n/* comments */", "");
    reads ("\xef\xbb\xbfvar x: int;", "var x:int");
    reads ("const {:k \"a\\\"b\"} unique a, b: T;",
           "const @k~'a\\\"b' unique a:T, @k~'a\\\"b' unique b:T");
    reads ("const {:p \"c:\\dir\\\"} c: int;", "const @p~'c:\\dir\\' c:int");
    reads ("const c: T uses { axiom c == d; axiom {:x} true; } var v: int;",
           "const c:T\naxiom  (== c d)\naxiom @x  true\nvar v:int");
    reads ("var {:free} x, y: int where x > y, z: bool;",
           "var @free x:int where (> x y), @free y:int where (> x y), "
           "@free z:bool");
    reads ("axiom {:a 1, \"s\"} {:b} x;", "axiom @a~1~'s' @b  x");
}

static void
functions_are_read (void **state)
{
    (void) state;
    reads ("function f(x: int, int) returns (r: bool);",
           "function fx:int, _:int = bool");
    reads ("function {:inline} f(x: int): bool { x > 0 }",
           "function @inline fx:int = bool (> x 0)");
    reads ("function f<a>(int, T, [int]a) returns (a);",
           "function f<a>_:int, _:T, _:[int]a = a");
    reads ("function f(x, y: int, {:k} z, w: C int): T;",
           "function fx:int, y:int, @k z:(C int), w:(C int) = T");
    reads ("function f(): int uses { axiom f() == 1; }",
           "function f = int\naxiom  (== (f) 1)");
}

static void
procedures_are_read (void **state)
{
    (void) state;
    reads ("procedure {:e} p<a>({:s} x, y: int where x > 0, m: M a)\n"
           "  returns (r: bool where r);\n"
           "  free requires x > 0; modifies g, h; ensures {:k} r;\n"
           "  requires y; free modifies; free ensures z;",
           "procedure @e p<a>(@s x:int where (> x 0), "
           "@s y:int where (> x 0), m:(M a))->(r:bool where r)"
           " [free requires (> x 0)] [modifies g h] [ensures @k r]"
           " [requires y] [free modifies ] [free ensures z]");
    reads ("procedure p() requires x; { }",
           "procedure p()->() [requires x] {}");
    reads ("procedure p();", "procedure p()->()");
    reads ("implementation {:i} p(x: int) returns (y: int)\n"
           "{ var {:k} a, b: int; var c: bool where c; y := x; }",
           "implementation @i p(x:int)->(y:int) {@k a:int, @k b:int, "
           "c:bool where c | assign y <- x}");
}

static void
statements_are_read (void **state)
{
    (void) state;
    does ("L: M: assert {:a} x; assume y;",
          "label L; label M; @a assert x; assume y");
    does ("x := 1; m[i][j, k] := e; x, m[1] := m[2], y;",
          "assign x <- 1; assign (select (select m i) j k) <- e; "
          "assign x (select m 1) <- (select m 2) y");
    does ("havoc x; havoc y, z;", "havoc x; havoc y z");
    does ("goto A; goto A, B; return;", "goto A; goto A B; return");
    does ("call p(); call {:k 1} x := q(1, y); call a, b := r(c);",
          "call p; @k~1 call x q <- 1 y; call a b r <- c");
    does ("async call p(); call async p(); call {:async} p(); free call p();",
          "async call p; async call p; @async async call p; free call p");
    does ("call async(); async := 1; yield: yield; par := yield;",
          "call async; assign async <- 1; label yield; yield; "
          "assign par <- yield");
    does ("if (*) { x := 1; } else if (y) { } else { x := 2; }",
          "if {assign x <- 1} else {if y {} else {assign x <- 2}}");
    does ("if (a * (b)) { break; } break L;", "if (* a b) {break}; break L");
    does ("while (*) { } while (x) invariant {:k} y; free invariant z; "
          "{ break; }",
          "while {}; while x [invariant @k y] [free invariant z] {break}");
    does ("assume {:if \"x\"} {:b} (forall i: int :: f(i));",
          "@if~'x' @b assume (forall <> (i:int) (f i))");
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (precedence_is_boogies),
        cmocka_unit_test (operands_are_read),
        cmocka_unit_test (binders_are_read),
        cmocka_unit_test (types_are_read),
        cmocka_unit_test (declarations_are_read),
        cmocka_unit_test (functions_are_read),
        cmocka_unit_test (procedures_are_read),
        cmocka_unit_test (statements_are_read),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
