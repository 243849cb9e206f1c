/* trail.c -- executions along trails: the good are accepted, the bad refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program/trail/trail.h"
#include "unit/program/build.h"

struct fix {
    struct program p;
    const sort *integer, *truth, *map;
};

static int
setup (void **state)
{
    struct fix *f = NEW (struct fix);
    program_init (&f->p, "hand.bpl");
    f->integer = sort_int (f->p.terms);
    f->truth = sort_bool (f->p.terms);
    f->map = sort_array (f->p.terms, f->integer, f->integer);
    *state = f;
    return 0;
}

static int
teardown (void **state)
{
    struct fix *f = *state;
    program_clear (&f->p);
    memory_free (f);
    return 0;
}

static void
tell (void *context, const struct trail_step *s)
{
    text_print (context, "%u %s.%s:%u %s", s->depth, s->procedure, s->label,
                s->place.line, s->what);
    text_print (context, "%s%s\n", *s->values ? " | " : "", s->values);
}

/* Reads the trail, writes it again, runs it.  The problem, or "". */
static const char *
outcome (struct program *p, const char *text, struct text *story,
         struct term_vec *open)
{
    static struct problem problem;
    struct trail trail;
    struct text again;
    problem = (struct problem) {0};
    assert_true (program_sound (p));
    trail_init (&trail);
    text_init (&again);
    bool good = trail_read (&trail, p, text, "trail", &problem);
    if (good) {
        trail_write (&trail, p, &again);
        assert_string_equal (text_view (&again), text);
        good =
            trail_run (&trail, p, story ? tell : NULL, story, open, &problem);
    }
    assert_int_equal (good, problem.kind == PROBLEM_NONE);
    trail_clear (&trail);
    text_clear (&again);
    return problem.message;
}

static void
accepted (struct program *p, const char *text, const char *told)
{
    struct text story;
    struct term_vec open = {0};
    text_init (&story);
    assert_string_equal (outcome (p, text, &story, &open), "");
    assert_string_equal (text_view (&story), told);
    assert_int_equal (open.size, 0);
    text_clear (&story);
    VEC_CLEAR (open);
}

static void
refused (struct program *p, const char *text, const char *why)
{
    struct term_vec open = {0};
    const char *said = outcome (p, text, NULL, &open);
    if (!strstr (said, why))
        assert_string_equal (said, why);
    VEC_CLEAR (open);
}

static const term *
less (struct fix *f, const term *a, const term *b)
{
    return term_lt (f->p.terms, a, b);
}

static const term *
plus (struct fix *f, const term *a, int64_t n)
{
    return term_add (f->p.terms, LIST (a, number (&f->p, n)), 2);
}

static const term *
equal (struct fix *f, const term *a, const term *b)
{
    return term_eq (f->p.terms, a, b);
}

static const term *
differ (struct fix *f, const term *a, const term *b)
{
    return term_not (f->p.terms, equal (f, a, b));
}

/* main (n) { i := 0; while (i < n) i := i + 1; assert i != 2; } */
static void
build_loop (struct fix *f)
{
    struct program *p = &f->p;
    uint32_t main = make_procedure (p, "main");
    const term *n =
        make_variable (p, &procedure_of (p, main)->in, "n", f->integer);
    const term *i =
        make_variable (p, &procedure_of (p, main)->local, "i", f->integer);
    make_block (p, main, "start");
    make_assign (p, main, i, number (p, 0));
    make_block (p, main, "head");
    make_block (p, main, "body");
    make_assume (p, main, less (f, i, n));
    make_assign (p, main, i, plus (f, i, 1));
    make_block (p, main, "done");
    make_assume (p, main, term_le (p->terms, n, i));
    make_assert (p, main, differ (f, i, number (p, 2)));
    make_goto (p, main, 0, 1);
    make_goto (p, main, 1, 2);
    make_goto (p, main, 1, 3);
    make_goto (p, main, 2, 1);
}

#define HEAD(goal) "cohort-trail 1\nentry main\ngoal " goal "\n"
#define ROUND "visit main head\nvisit main body\n"
#define START "visit main start\nvalue any\n"
#define DONE "visit main head\nvisit main done\n"

static void
loops_are_run (void **state)
{
    struct fix *f = *state;
    build_loop (f);
    accepted (&f->p, HEAD ("assert") "parameter n 2\n" START ROUND ROUND DONE,
              "0 main.start:10 set | i = 0\n"
              "0 main.body:31 set | i = 1\n"
              "0 main.body:31 set | i = 2\n"
              "0 main.done:41 assert i != 2 fails | i = 2\n");
    accepted (&f->p, HEAD ("return") "parameter n 1\n" START ROUND DONE,
              "0 main.start:10 set | i = 0\n"
              "0 main.body:31 set | i = 1\n"
              "0 main.done:41 return from main\n");
}

static void
bad_loops_are_refused (void **state)
{
    struct fix *f = *state;
    build_loop (f);
    struct program *p = &f->p;
    refused (p, HEAD ("assert") "parameter n 2\n" START ROUND ROUND,
             "hand.bpl:31:1: the trail ends without a failed assertion");
    refused (p, HEAD ("return") "parameter n 2\n" START ROUND,
             "the trail ends before the return");
    refused (p, HEAD ("assert") "parameter n 2\n" START ROUND DONE,
             "hand.bpl:40:1: assume n <= i does not hold");
    refused (p, HEAD ("assert") "parameter n 1\n" START ROUND ROUND DONE,
             "assume i < n does not hold");
    refused (p, HEAD ("assert") "parameter n 1\n" START ROUND DONE,
             "ends without a failed assertion");
    refused (p, HEAD ("return") "parameter n 2\n" START ROUND ROUND DONE,
             "assert i != 2 fails");
    refused (p, HEAD ("assert") "parameter n any\n" START ROUND ROUND DONE,
             "depends on a value that the trail does not have");
    refused (p, HEAD ("assert") "parameter n 2\n" START "visit main body\n",
             "visit 2 of the trail is no target of the goto of start");
    refused (p, HEAD ("assert") "parameter n 2\nvisit main head\n",
             "visit 1 of the trail is not the first block of main");
    refused (p, HEAD ("assert") "parameter n 2\nvisit main start\n",
             "no value for i");
    refused (p, HEAD ("assert") "parameter n 2\nvisit main start\nvalue true\n",
             "value for i is none of its type");
    refused (p, HEAD ("assert") "parameter n 2\n" START "value 1\n" ROUND DONE,
             "values that nobody uses");
    refused (p, HEAD ("assert") "parameter n 2\n" START ROUND ROUND DONE ROUND,
             "the trail goes on after its end");
    refused (
        p, HEAD ("assert") "parameter n 2\n" START ROUND ROUND DONE "value 1\n",
        "values that nobody uses");
    refused (p, HEAD ("assert") "parameter n 2\n", "not one of this program");
}

static void
bad_text_is_refused (void **state)
{
    struct fix *f = *state;
    build_loop (f);
    struct program *p = &f->p;
    refused (p, "", "expected 'cohort-trail 1'");
    refused (p, "cohort-trail 2", "expected 'cohort-trail 1'");
    refused (p, "cohort-trail 1\nentry mine\n", "procedure of the program");
    refused (p, "cohort-trail 1\nentry main\ngoal x\n", "trail:3:6: expected");
    refused (p, HEAD ("assert"), "expected 'parameter n'");
    refused (p, HEAD ("assert") "parameter n\n", "expected a value");
    refused (p, HEAD ("assert") "parameter n true\n", "trail:4:13");
    refused (p, HEAD ("assert") "parameter n (+ n 1)\n", "trail:4");
    refused (p, HEAD ("assert") "parameter n 2\nvalue 1\n",
             "a value before the first visit");
    refused (p, HEAD ("assert") "parameter n 2\nvisit main nowhere\n",
             "expected a label of that procedure");
    refused (p, HEAD ("assert") "parameter n 2\nvisit other start\n",
             "expected a procedure of the program");
    refused (p, HEAD ("assert") "parameter n 2\nvisit main start\nvalue x\n",
             "trail:6:7");
    refused (p, HEAD ("assert") "parameter n 2\npoint (g 1) 2\n",
             "no application of a function");
    refused (p, HEAD ("assert") "parameter n 2\n(\n", "trail");
}

/* sum (n) returns (r) { if (n == 0) r := 0; else { t := sum (n - 1);
 * r := t + n; } }  main { call s := sum (2); assert s != 3; } */
static void
recursion_is_run (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    uint32_t main = make_procedure (p, "main");
    uint32_t sum = make_procedure (p, "sum");
    const term *s =
        make_variable (p, &procedure_of (p, main)->local, "t", f->integer);
    make_block (p, main, "start");
    make_call (p, main, sum, &s, 1, LIST (number (p, 2)), 1);
    make_assert (p, main, differ (f, s, number (p, 3)));
    make_block (p, main, "never");
    struct procedure *q = procedure_of (p, sum);
    const term *n = make_variable (p, &q->in, "n", f->integer);
    const term *r = make_variable (p, &q->out, "r", f->integer);
    const term *t = make_variable (p, &q->local, "t", f->integer);
    make_block (p, sum, "start");
    make_block (p, sum, "zero");
    make_assume (p, sum, equal (f, n, number (p, 0)));
    make_assign (p, sum, r, number (p, 0));
    make_block (p, sum, "more");
    make_assume (p, sum, differ (f, n, number (p, 0)));
    make_call (p, sum, sum, &t, 1, LIST (plus (f, n, -1)), 1);
    make_assign (p, sum, r, term_add (p->terms, LIST (t, n), 2));
    make_goto (p, sum, 0, 1);
    make_goto (p, sum, 0, 2);
#define ENTER "visit sum start\nvalue any\nvalue any\n"
    accepted (p,
              HEAD ("assert") START ENTER "visit sum more\n" ENTER
                                          "visit sum more\n" ENTER
                                          "visit sum zero\n",
              "0 main.start:10 call sum (n = 2)\n"
              "1 sum.more:31 call sum (n = 1)\n"
              "2 sum.more:31 call sum (n = 0)\n"
              "3 sum.zero:21 set | r = 0\n"
              "3 sum.zero:21 return from sum | r = 0\n"
              "2 sum.more:31 set | t = 0, r = 1\n"
              "2 sum.more:32 return from sum | r = 1\n"
              "1 sum.more:31 set | t = 1, r = 3\n"
              "1 sum.more:32 return from sum | r = 3\n"
              "0 main.start:10 set | t = 3\n"
              "0 main.start:11 assert t != 3 fails | t = 3\n");
    refused (p, HEAD ("assert") START, "the trail ends at the call of sum");
    refused (p, HEAD ("assert") START "visit main start\nvalue any\n",
             "not the first block of sum");
    refused (p,
             HEAD ("assert") START ENTER "visit sum more\n" ENTER
                                         "visit sum zero\n",
             "assume n == 0 does not hold");
    refused (p, HEAD ("assert") START ENTER "visit main start\nvalue any\n",
             "no target of the goto");
    refused (p, HEAD ("assert") START ENTER "visit main never\n",
             "no target of the goto");
}

/* One global map and a stub: get (k) returns (v); requires 0 <= k (free or
 * not); modifies m; ensures v == old (m)[k] and m == old (m)[k := 0]. */
static uint32_t
build_stub (struct fix *f, const term *m, bool is_free)
{
    struct program *p = &f->p;
    terms *t = p->terms;
    uint32_t get = make_procedure (p, "get");
    struct procedure *q = procedure_of (p, get);
    const term *k = make_variable (p, &q->in, "k", f->integer);
    const term *v = make_variable (p, &q->out, "v", f->integer);
    q->out.at[0].where = less (f, v, number (p, 100));
    VEC_PUSH (q->modifies, m);
    const term *old = program_old (p, m);
    make_spec (p, get, SPEC_REQUIRES, is_free, term_le (t, number (p, 0), k));
    make_spec (p, get, SPEC_ENSURES, true,
               equal (f, v, term_make (t, OP_SELECT, LIST (old, k), 2, 0, 0)));
    make_spec (
        p, get, SPEC_ENSURES, false,
        equal (f, m,
               term_make (t, OP_STORE, LIST (old, k, number (p, 0)), 3, 0, 0)));
    return get;
}

#define ZERO "((as const (Array Int Int)) 0)"
#define SEVEN "(store " ZERO " 5 7)"

static void
contracts_of_stubs_are_kept (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    const term *m = make_variable (p, &p->global, "m", f->map);
    uint32_t main = make_procedure (p, "main");
    const term *k =
        make_variable (p, &procedure_of (p, main)->in, "key", f->integer);
    const term *x =
        make_variable (p, &procedure_of (p, main)->local, "x", f->integer);
    uint32_t get = build_stub (f, m, false);
    make_block (p, main, "start");
    make_call (p, main, get, &x, 1, &k, 1);
    make_assert (p, main, differ (f, x, number (p, 7)));
#define GOT(map, key, v, after)                                              \
    HEAD ("assert")                                                          \
    "global m " map "\nparameter key " key "\nvisit main start\nvalue any\n" \
    "value " v "\nvalue " after "\n"
    accepted (p, GOT (SEVEN, "5", "7", ZERO),
              "0 main.start:10 call get (k = 5)\n"
              "0 main.start:10 set | x = 7, m = [* := 0]\n"
              "0 main.start:11 assert x != 7 fails | x = 7\n");
    accepted (p,
              HEAD ("assert") "global m " SEVEN "\nparameter key (- 1)\n"
                              "visit main start\nvalue any\n",
              "0 main.start:10 call get (k = -1)\n"
              "1 get.:10 requires 0 <= k of get fails | k = -1\n");
    refused (p,
             HEAD ("return") "global m " SEVEN "\nparameter key (- 1)\n"
                             "visit main start\nvalue any\n",
             "requires 0 <= k fails");
    refused (p, GOT (SEVEN, "4", "7", SEVEN), "does not hold");
    refused (p, GOT (SEVEN, "5", "7", SEVEN), "does not hold");
    refused (p, GOT (SEVEN, "5", "7", "any"), "does not have");
    refused (p, GOT (SEVEN, "5", "7", "true"), "value for m is none");
    refused (p, GOT ("(store " ZERO " 5 107)", "5", "107", ZERO),
             "where v < 100 does not hold");
}

/* Free requires are not checked at a call, but assumed by a body. */
static void
contracts_of_bodies_are_kept (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    terms *t = p->terms;
    const term *g = make_variable (p, &p->global, "g", f->integer);
    uint32_t main = make_procedure (p, "main");
    uint32_t up = make_procedure (p, "up");
    const term *step =
        make_variable (p, &procedure_of (p, up)->in, "step", f->integer);
    VEC_PUSH (procedure_of (p, up)->modifies, g);
    make_spec (p, up, SPEC_REQUIRES, true, less (f, number (p, 0), step));
    make_spec (p, up, SPEC_ENSURES, true, less (f, g, number (p, 50)));
    make_spec (p, up, SPEC_ENSURES, false,
               equal (f, g, plus (f, program_old (p, g), 1)));
    make_block (p, up, "start");
    make_assign (p, up, g, term_add (t, LIST (g, step), 2));
    make_block (p, main, "start");
    make_havoc (p, main, g);
    make_call (p, main, up, NULL, 0, &g, 1);
#define UP(goal, to)                                 \
    HEAD (goal)                                      \
    "global g any\nvisit main start\nvalue " to "\n" \
    "visit up start\n"
    accepted (p, UP ("assert", "2"),
              "0 main.start:10 set | g = 2\n"
              "0 main.start:11 call up (step = 2)\n"
              "1 up.start:10 set | g = 4\n"
              "1 up.start:10 ensures g == old(g) + 1 of up fails "
              "| g = 4, old(g) = 2\n");
    accepted (p, UP ("return", "1"),
              "0 main.start:10 set | g = 1\n"
              "0 main.start:11 call up (step = 1)\n"
              "1 up.start:10 set | g = 2\n"
              "1 up.start:10 return from up\n"
              "0 main.start:11 return from main\n");
    refused (p, UP ("return", "2"), "ensures g == old(g) + 1 fails");
    refused (p, UP ("assert", "1"), "without a failed assertion");
    refused (p, UP ("assert", "0"), "requires 0 < step does not hold");
    procedure_of (p, up)->spec.at[2].free = true;
    refused (p, UP ("return", "2"), "does not hold");
    procedure_of (p, up)->spec.at[2].term = term_true (t);
    refused (p, UP ("return", "25"), "ensures g < 50 does not hold");
    p->global.at[0].where = less (f, g, number (p, 20));
    refused (p,
             HEAD ("return") "global g 20\nvisit main start\nvalue 2\n"
                             "visit up start\n",
             "where g < 20 does not hold");
    refused (p,
             HEAD ("return") "global g 19\nvisit main start\nvalue 21\n"
                             "visit up start\n",
             "where g < 20 does not hold");
}

/* The entry's own requires are assumed; so are axioms. */
static void
starts_are_checked (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    const term *c = term_var (p->terms, "c", f->integer);
    VEC_PUSH (p->constant, ((struct constant) {.term = c}));
    VEC_PUSH (p->axiom, ((struct axiom) {.term = less (f, number (p, 3), c)}));
    uint32_t main = make_procedure (p, "main");
    const term *n =
        make_variable (p, &procedure_of (p, main)->in, "n", f->integer);
    make_spec (p, main, SPEC_REQUIRES, false, less (f, n, c));
    make_block (p, main, "start");
    make_assert (p, main, less (f, n, number (p, 4)));
#define WITH(c, n) \
    HEAD ("assert") "constant c " c "\nparameter n " n "\nvisit main start\n"
    accepted (p, WITH ("5", "4"),
              "0 main.start:10 assert n < 4 fails | n = 4\n");
    refused (p, WITH ("3", "2"), "axiom 3 < c does not hold");
    refused (p, WITH ("any", "2"), "does not have");
    refused (p, WITH ("5", "5"), "requires n < c does not hold");
}

static void
build_function (struct fix *f, const char *name)
{
    struct program *p = &f->p;
    const term **parameter = arena_new (&p->arena, sizeof *parameter);
    parameter[0] = term_var (p->terms, "x", f->integer);
    VEC_PUSH (p->function, ((struct function) {.name = name,
                                               .result = f->integer,
                                               .parameter = parameter,
                                               .parameters = 1}));
}

/* main { havoc x; assume f (x) == 5; assert x != 1; } */
static void
functions_are_looked_up (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    build_function (f, "f");
    uint32_t main = make_procedure (p, "main");
    const term *x =
        make_variable (p, &procedure_of (p, main)->local, "x", f->integer);
    const term *fx = term_apply (p->terms, "f", f->integer, &x, 1);
    make_block (p, main, "start");
    make_havoc (p, main, x);
    make_assume (p, main, equal (f, fx, number (p, 5)));
    make_assert (p, main, differ (f, x, number (p, 1)));
#define ONE "visit main start\nvalue any\nvalue 1\n"
    accepted (p, HEAD ("assert") "point (f 2) 6\npoint (f 1) 5\n" ONE,
              "0 main.start:10 set | x = 1\n"
              "0 main.start:12 assert x != 1 fails | x = 1\n");
    refused (p, HEAD ("assert") "point (f 2) 5\n" ONE, "does not have");
    refused (p, HEAD ("assert") "point (f 1) any\n" ONE, "not 'any'");
    refused (p, HEAD ("assert") "point (f 1) 6\n" ONE, "does not hold");
    refused (p, HEAD ("assert") "point (f 1) 5\npoint (f 1) 6\n" ONE,
             "two values");
}

/* Bodies and operators are computed, not looked up. */
static void
functions_are_computed (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    terms *t = p->terms;
    const sort *byte = sort_bv (t, 8);
    build_function (f, "twice");
    struct function *twice = &VEC_LAST (p->function);
    twice->body =
        term_add (t, LIST (twice->parameter[0], twice->parameter[0]), 2);
    const term *pair[] = {term_var (t, "a", byte), term_var (t, "b", byte)};
    VEC_PUSH (p->function,
              ((struct function) {.name = "add",
                                  .result = byte,
                                  .parameter = keep_list (p, pair, 2),
                                  .parameters = 2,
                                  .attribute = make_attribute (
                                      p, "bvbuiltin", "bvadd", NULL, NULL)}));
    uint32_t main = make_procedure (p, "main");
    struct procedure *q = procedure_of (p, main);
    const term *x = make_variable (p, &q->in, "x", f->integer);
    const term *y = make_variable (p, &q->in, "y", byte);
    make_block (p, main, "start");
    make_assume (p, main,
                 equal (f, term_apply (t, "add", byte, LIST (y, y), 2),
                        term_bits (t, 8, "4")));
    make_assert (
        p, main,
        differ (f, term_apply (t, "twice", f->integer, &x, 1), number (p, 6)));
#define XY(x, y) \
    HEAD ("assert") "parameter x " x "\nparameter y " y "\nvisit main start\n"
    accepted (p, XY ("3", "(_ bv130 8)"),
              "0 main.start:11 assert twice(x) != 6 fails | x = 3\n");
    refused (p, XY ("3", "(_ bv131 8)"), "does not hold");
    refused (p, XY ("4", "(_ bv130 8)"), "without a failed assertion");
}

static void
quantified_is_left_open (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    terms *t = p->terms;
    build_function (f, "f");
    uint32_t main = make_procedure (p, "main");
    const term *x =
        make_variable (p, &procedure_of (p, main)->local, "x", f->integer);
    const term *i = term_var (t, "i", f->integer);
    const term *fi = term_apply (t, "f", f->integer, &i, 1);
    const term *all = term_quantify (t, OP_FORALL, &i, 1, less (f, x, fi));
    make_block (p, main, "start");
    make_havoc (p, main, x);
    make_assume (p, main, all);
    make_assert (p, main, differ (f, x, number (p, 1)));
    struct term_vec open = {0};
    const char *good = HEAD ("assert") "point (f 1) 5\n" ONE;
    assert_string_equal (outcome (p, good, NULL, &open), "");
    assert_int_equal (open.size, 2);
    assert_ptr_equal (open.at[0], term_quantify (t, OP_FORALL, &i, 1,
                                                 less (f, number (p, 1), fi)));
    open.size = 0;
    refused (p, HEAD ("assert") "visit main start\nvalue any\nvalue any\n",
             "assume (forall i: int :: x < f(i)) depends on a value");
    /* As an assertion it may hold, or be the one that fails. */
    struct block *b = &procedure_of (p, main)->block.at[0];
    b->statement.at[1].kind = STATEMENT_ASSERT;
    assert_string_equal (outcome (p, good, NULL, &open), "");
    assert_int_equal (open.at[0]->op, OP_FORALL);
    open.size = 0;
    b->statement.at[2].term = term_true (t);
    assert_string_equal (outcome (p, good, NULL, &open), "");
    assert_int_equal (open.at[0]->op, OP_NOT);
    open.size = 0;
    refused (p, HEAD ("assert") ONE "value 1\n", "nobody uses");
    VEC_CLEAR (open);
}

static void
unique_constants_differ (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    static const char *const name[] = {"a", "b", "c"};
    const term *constant[3];
    for (size_t i = 0; i < 3; i++) {
        constant[i] = term_var (p->terms, name[i], f->integer);
        VEC_PUSH (p->constant,
                  ((struct constant) {.term = constant[i], .unique = i < 2}));
    }
    uint32_t main = make_procedure (p, "main");
    make_block (p, main, "start");
    make_assert (p, main, differ (f, constant[0], constant[2]));
#define ABC(a, b, c) \
    HEAD ("assert")  \
    "constant a " a "\nconstant b " b "\nconstant c " c "\nvisit main start\n"
    const char *told = "0 main.start:10 assert a != c fails | a = 1, c = 1\n";
    accepted (p, ABC ("1", "2", "1"), told);
    accepted (p, ABC ("1", "any", "1"), told);
    refused (p, ABC ("1", "1", "1"), "two unique constants one value");
}

/* where-clauses of everything that gets a value from nowhere. */
static void
wheres_are_assumed (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    const term *g = make_variable (p, &p->global, "g", f->integer);
    uint32_t stub = make_procedure (p, "stub");
    VEC_PUSH (procedure_of (p, stub)->modifies, g);
    uint32_t main = make_procedure (p, "main");
    struct procedure *q = procedure_of (p, main);
    const term *variable[] = {g, make_variable (p, &q->in, "i", f->integer),
                              make_variable (p, &q->out, "o", f->integer),
                              make_variable (p, &q->local, "l", f->integer)};
    make_block (p, main, "start");
    make_call (p, main, stub, NULL, 0, NULL, 0);
    make_assert (p, main, term_false (p->terms));
    p->global.at[0].where = less (f, variable[0], number (p, 9));
    q->in.at[0].where = less (f, variable[1], number (p, 9));
    q->out.at[0].where = less (f, variable[2], number (p, 9));
    q->local.at[0].where = less (f, variable[3], number (p, 9));
#define WHERE(g, i, o, l, again)                                    \
    HEAD ("assert")                                                 \
    "global g " g "\nparameter i " i "\nvisit main start\nvalue " o \
    "\nvalue " l "\nvalue " again "\n"
    accepted (p, WHERE ("1", "2", "3", "4", "5"),
              "0 main.start:10 call stub ()\n"
              "0 main.start:10 set | g = 5\n"
              "0 main.start:11 assert false fails\n");
    refused (p, WHERE ("9", "2", "3", "4", "5"), "where g < 9 does not hold");
    refused (p, WHERE ("1", "9", "3", "4", "5"), "where i < 9 does not hold");
    refused (p, WHERE ("1", "2", "9", "4", "5"), "where o < 9 does not hold");
    refused (p, WHERE ("1", "2", "3", "9", "5"), "where l < 9 does not hold");
    refused (p, WHERE ("1", "2", "3", "4", "9"), "where g < 9 does not hold");
}

static void
elements_differ (void **state)
{
    struct fix *f = *state;
    struct program *p = &f->p;
    const sort *ref = sort_named (p->terms, "Ref");
    VEC_PUSH (p->sort, ref);
    const term *a = make_variable (p, &p->global, "a", ref);
    uint32_t main = make_procedure (p, "main");
    const term *b = make_variable (p, &procedure_of (p, main)->local, "b", ref);
    make_block (p, main, "start");
    make_assert (p, main, differ (f, a, b));
#define REF(a, b) \
    HEAD ("assert") "global a " a "\nvisit main start\nvalue " b "\n"
    accepted (p, REF ("@Ref!val!0", "@Ref!val!0"),
              "0 main.start:10 assert a != b fails "
              "| a = @Ref!val!0, b = @Ref!val!0\n");
    refused (p, REF ("@Ref!val!0", "@Ref!val!1"), "without a failed");
    refused (p, REF ("@Ref!val!0", "@Fer!val!1"), "element of no sort");
    refused (p, REF ("Ref!val!0", "@Ref!val!1"), "expected an element");
}

int
main (void)
{
#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST (loops_are_run),
        TEST (bad_loops_are_refused),
        TEST (bad_text_is_refused),
        TEST (recursion_is_run),
        TEST (contracts_of_stubs_are_kept),
        TEST (contracts_of_bodies_are_kept),
        TEST (starts_are_checked),
        TEST (functions_are_looked_up),
        TEST (functions_are_computed),
        TEST (quantified_is_left_open),
        TEST (unique_constants_differ),
        TEST (wheres_are_assumed),
        TEST (elements_differ),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
