/* term_quantifier.c -- quantifiers with patterns: built, walked, written, read, and
 * used by the solver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/text.h"
#include "logic/smtlib/smtlib.h"
#include "logic/solver/solver.h"
#include "logic/term/sort.h"

struct fix {
    terms *t;
    const sort *integer, *truth;
    const term *x, *y, *z, *a;
};

static int
begin (void **state)
{
    struct fix *f = NEW (struct fix);
    f->t = terms_new ();
    f->integer = sort_int (f->t);
    f->truth = sort_bool (f->t);
    f->x = term_var (f->t, "x", f->integer);
    f->y = term_var (f->t, "y", f->integer);
    f->z = term_var (f->t, "z", f->integer);
    f->a = term_var (f->t, "a", sort_array (f->t, f->integer, f->integer));
    *state = f;
    return 0;
}

static int
end (void **state)
{
    struct fix *f = *state;
    terms_free (f->t);
    memory_free (f);
    return 0;
}

static const term *
call (struct fix *f, const char *name, const term *x)
{
    return term_apply (f->t, name, f->integer, &x, 1);
}

static const term *
at (struct fix *f, const term *index)
{
    return term_make (f->t, OP_SELECT, (const term *[]) {f->a, index}, 2, 0, 0);
}

static const term *
pattern (struct fix *f, const term *one)
{
    return term_pattern (f->t, &one, 1);
}

/* forall x y. f(x) <= g(y) + z  with {f(x), g(y)} and {f(x), a[y]}. */
static const term *
sample (struct fix *f)
{
    const term *fx = call (f, "f", f->x), *gy = call (f, "g", f->y);
    const term *ay = at (f, f->y);
    const term *sum = term_add (f->t, (const term *[]) {gy, f->z}, 2);
    const term *p[2] = {term_pattern (f->t, (const term *[]) {fx, gy}, 2),
                        term_pattern (f->t, (const term *[]) {fx, ay}, 2)};
    return term_quantify_with (f->t, OP_FORALL, (const term *[]) {f->x, f->y},
                               2, p, 2, term_le (f->t, fx, sum));
}

static void
built_as_said (void **state)
{
    struct fix *f = *state;
    const term *q = sample (f);
    assert_int_equal (q->args, 5);
    assert_int_equal (term_bounds (q), 2);
    assert_int_equal (q->arg[2]->op, OP_PATTERN);
    assert_int_equal (q->arg[4]->op, OP_LE);
    assert_ptr_equal (term_make (f->t, OP_FORALL, q->arg, q->args, 0, 0), q);
    /* A body that is a variable is no bound one. */
    const term *p = term_var (f->t, "p", f->truth);
    const term *plain = term_quantify (f->t, OP_EXISTS, &f->x, 1, p);
    assert_int_equal (term_bounds (plain), 1);
    /* A constant body decides. */
    const term *pat = pattern (f, call (f, "f", f->x));
    assert_ptr_equal (term_quantify_with (f->t, OP_FORALL, &f->x, 1, &pat, 1,
                                          term_true (f->t)),
                      term_true (f->t));
    assert_null (term_evaluate (f->t, q, NULL, NULL));
}

static void
sorts_are_checked (void **state)
{
    struct fix *f = *state;
    const term *pat = pattern (f, call (f, "f", f->x));
    const term *body = term_le (f->t, f->x, f->y);
    const term *wrong[][4] = {
        {pat, f->x, body},       /* pattern before the variables */
        {f->x, pat, f->y, body}, /* a variable after a pattern */
        {f->x, body, pat},       /* no body */
        {pat, pat, body},        /* no variable */
    };
    const size_t size[] = {3, 4, 3, 3};
    for (size_t i = 0; i < 4; i++)
        assert_null (term_sort_of (f->t, OP_FORALL, wrong[i], size[i], 0, 0));
    assert_null (term_sort_of (f->t, OP_NOT, &pat, 1, 0, 0));
    assert_null (term_sort_of (f->t, OP_PATTERN, &pat, 1, 0, 0));
    assert_null (term_sort_of (f->t, OP_PATTERN, NULL, 0, 0, 0));
    const term *right[3] = {f->x, pat, body};
    assert_ptr_equal (term_sort_of (f->t, OP_FORALL, right, 3, 0, 0), f->truth);
}

static void
free_variables (void **state)
{
    struct fix *f = *state;
    struct term_vec free = {0};
    term_variables (f->t, sample (f), &free);
    assert_int_equal (free.size, 2);
    assert_ptr_equal (free.at[0], f->a); /* it is in a pattern only */
    assert_ptr_equal (free.at[1], f->z);
    VEC_CLEAR (free);
}

static void
substituted_without_capture (void **state)
{
    struct fix *f = *state;
    const term *q = sample (f);
    const term *b = term_var (f->t, "b", f->a->sort);
    const term *plain = term_substitute (f->t, q, &f->a, &b, 1);
    assert_int_equal (plain->arg[3]->arg[1]->op, OP_SELECT);
    assert_ptr_equal (plain->arg[3]->arg[1]->arg[0], b);
    assert_ptr_equal (plain->arg[4], q->arg[4]);
    /* z becomes y, which is bound: the bound one is renamed, in patterns too.
     */
    const term *renamed = term_substitute (f->t, q, &f->z, &f->y, 1);
    const term *fresh = renamed->arg[1];
    assert_ptr_not_equal (fresh, f->y);
    assert_ptr_equal (renamed->arg[2]->arg[1], call (f, "g", fresh));
    assert_ptr_equal (renamed->arg[3]->arg[1], at (f, fresh));
    /* A variable that would be captured in a pattern alone. */
    const term *hidden =
        pattern (f, term_apply (f->t, "h", f->integer,
                                (const term *[]) {f->x, f->z}, 2));
    const term *only = term_quantify_with (f->t, OP_FORALL, &f->x, 1, &hidden,
                                           1, term_le (f->t, f->x, f->y));
    const term *moved = term_substitute (f->t, only, &f->z, &f->x, 1);
    assert_ptr_not_equal (moved->arg[0], f->x);
    assert_ptr_equal (moved->arg[1]->arg[0]->arg[0], moved->arg[0]);
    assert_ptr_equal (moved->arg[1]->arg[0]->arg[1], f->x);
    /* A bound variable is not replaced. */
    assert_ptr_equal (term_substitute (f->t, q, &f->x, &f->z, 1), q);
}

static void
printed (void **state)
{
    struct fix *f = *state;
    struct text out;
    text_init (&out);
    term_print (&out, term_not (f->t, sample (f)));
    const char *expected =
        "(not (forall ((x Int) (y Int)) (! (<= (f x) (+ (g y) z))"
        " :pattern ((f x) (g y)) :pattern ((f x) (select a y)))))";
    assert_string_equal (text_view (&out), expected);
    text_reset (&out);
    term_print_let (&out, term_not (f->t, sample (f)));
    assert_string_equal (text_view (&out), expected);
    text_clear (&out);
}

static void
travels (void **state)
{
    struct fix *f = *state;
    const term *q = sample (f);
    terms *far = terms_new ();
    assert_true (digest_equal (term_copy (far, q)->digest, q->digest));
    struct buffer b;
    buffer_init (&b);
    term_write (&b, &q, 1);
    struct reader r;
    reader_init (&r, buffer_view (&b));
    struct term_vec back = {0};
    assert_true (term_read (far, &r, &back));
    assert_true (digest_equal (back.at[0]->digest, q->digest));
    assert_ptr_equal (back.at[0], term_copy (far, q));
    /* A pattern is an argument of quantifiers only. */
    buffer_clear (&b);
    buffer_init (&b);
    const term *wrong = term_apply (f->t, "f", f->truth, &q->arg[2], 1);
    term_write (&b, &wrong, 1);
    reader_init (&r, buffer_view (&b));
    assert_false (term_read (far, &r, &back));
    buffer_clear (&b);
    VEC_CLEAR (back);
    terms_free (far);
}

/* A formula over f, g: Int to Int and P: Int to Bool; null: it has a problem.
 */
static const term *
formula_read (struct fix *f, const char *source)
{
    struct arena arena;
    arena_init (&arena);
    struct problem problem = {0};
    struct smtlib s;
    smtlib_init (&s, f->t, "test", &arena, &problem);
    static const char names[] = "f g P";
    const struct sexpr *list;
    size_t count;
    assert_true (sexpr_read (names, strlen (names), "test", &arena, &list,
                             &count, &problem));
    struct text all;
    text_init (&all);
    text_print (&all, "%s %s", names, source);
    assert_true (sexpr_read (text_view (&all), all.size, "test", &arena, &list,
                             &count, &problem));
    for (size_t i = 0; i < 3; i++)
        assert_true (smtlib_declare (&s, list + i, &f->integer, 1,
                                     i < 2 ? f->integer : f->truth));
    smtlib_begin (&s);
    const term *result = smtlib_term_of (&s, list + 3, f->truth);
    assert_true (result || problem.kind == PROBLEM_INPUT);
    text_clear (&all);
    smtlib_clear (&s);
    arena_clear (&arena);
    return result;
}

static void
patterns_are_read (void **state)
{
    struct fix *f = *state;
    struct text out;
    text_init (&out);
    const term *q =
        formula_read (f, "(forall ((i Int) (j Int)) (! (= (f i) (g j)) :qid"
                         " some :pattern ((f i) (g j)) :weight 3 :pattern ((f"
                         " (g (+ i j)))) :no-pattern (f i)))");
    assert_non_null (q);
    assert_int_equal (term_bounds (q), 2);
    term_print (&out, q);
    assert_string_equal (text_view (&out),
                         "(forall ((i Int) (j Int)) (! (= (f i) (g j))"
                         " :pattern ((f i) (g j))"
                         " :pattern ((f (g (+ i j))))))");
    /* Elsewhere, annotations are ignored, whatever they hold. */
    const term *plain =
        formula_read (f, "(exists ((k Int)) (and (! (P k) :named x"
                         " :pattern ((nonsense))) (P 1)))");
    assert_non_null (plain);
    assert_int_equal (plain->args, 2);
    static const char *const wrong[] = {
        "(forall ((i Int)) (! (P i) :pattern))",
        "(forall ((i Int)) (! (P i) :pattern ()))",
        "(forall ((i Int)) (! (P i) :pattern i))",
        "(forall ((i Int)) (! (P i) :pattern :qid))",
        "(forall ((i Int)) (! (P i) :pattern ((nonsense i))))",
        "(forall ((i Int)) (! (f i) :pattern ((f i))))"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_null (formula_read (f, wrong[i]));
    text_clear (&out);
}

static const struct solver_options by_triggers = {.limit = 5000000,
                                                  .triggers = true};

static void
triggers_decide (void **state)
{
    struct fix *f = *state;
    const term *zero = term_int (f->t, 0);
    const term *fx = call (f, "f", f->x), *gx = call (f, "g", f->x);
    const term *body = term_lt (f->t, zero, fx);
    const term *on_f = pattern (f, fx), *on_g = pattern (f, gx);
    const term *wrong = term_le (f->t, call (f, "f", f->y), zero);
    for (int i = 0; i < 2; i++) {
        const term *q = term_quantify_with (f->t, OP_FORALL, &f->x, 1,
                                            i ? &on_g : &on_f, 1, body);
        solver *s = solver_new (f->t, &by_triggers);
        solver_assert (s, q);
        solver_assert (s, wrong);
        /* f(y) makes an instance for {f(x)}, but not for {g(x)}. */
        assert_int_equal (solver_check (s, NULL, 0),
                          i ? SOLVER_CANDIDATE : SOLVER_UNSAT);
        if (i) {
            assert_ptr_equal (solver_value (s, wrong), term_true (f->t));
            assert_non_null (solver_value (s, f->y));
            solver_push (s);
            solver_assert (s, term_lt (f->t, zero, call (f, "g", f->y)));
            assert_int_equal (solver_check (s, NULL, 0), SOLVER_UNSAT);
            solver_pop (s);
            assert_int_equal (solver_check (s, NULL, 0), SOLVER_CANDIDATE);
            const term *never = term_false (f->t);
            assert_int_equal (solver_check (s, &never, 1), SOLVER_UNSAT);
        }
        solver_free (s);
        /* Without the option, there is no such answer. */
        struct solver_options plain = {.limit = 5000000};
        s = solver_new (f->t, &plain);
        solver_assert (s, q);
        solver_assert (s, wrong);
        assert_int_equal (solver_check (s, NULL, 0), SOLVER_UNSAT);
        solver_free (s);
    }
}

/* Patterns that Z3 would refuse do not matter; what stands for nothing does not
 * stop the rest. */
static void
useless_patterns_are_left_out (void **state)
{
    struct fix *f = *state;
    const term *zero = term_int (f->t, 0);
    const term *fx = call (f, "f", f->x);
    const term *bound[2] = {f->x, f->z};
    const term *sum = term_add (f->t, (const term *[]) {f->x, f->z}, 2);
    const term *both = term_apply (f->t, "h", f->integer, bound, 2);
    const term *choice =
        term_ite (f->t, term_lt (f->t, f->x, f->z), f->x, f->z);
    const term *p[] = {
        pattern (f, fx),   /* z is not in it */
        pattern (f, sum),  /* arithmetic */
        pattern (f, f->x), /* a variable */
        pattern (f, zero), /* a number */
        pattern (f, term_true (f->t)),
        pattern (f, term_lt (f->t, f->x, f->z)),
        pattern (f, term_eq (f->t, f->x, f->z)),
        pattern (f, call (f, "f", choice)),
        pattern (f, call (f, "g", sum)), /* of use: arithmetic inside */
        pattern (f, term_apply (f->t, "k", f->integer, bound, 2)),
    };
    const term *q =
        term_quantify_with (f->t, OP_FORALL, bound, 2, p, sizeof p / sizeof *p,
                            term_lt (f->t, both, zero));
    solver *s = solver_new (f->t, &by_triggers);
    solver_assert (s, q);
    const term *one[2] = {f->y, zero};
    const term *hit = term_apply (f->t, "h", f->integer, one, 2);
    const term *key = term_apply (f->t, "k", f->integer, one, 2);
    solver_assert (s, term_lt (f->t, zero, hit));
    /* Were all left out, Z3 would take h(x, z) for a pattern. */
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_CANDIDATE);
    solver_assert (s, term_lt (f->t, zero, key));
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_UNSAT);
    solver_free (s);
}

/* forall x. f(x) < f(x + 1): every instance makes the next. */
static void
limit_is_no_candidate (void **state)
{
    struct fix *f = *state;
    const term *one = term_int (f->t, 1);
    const term *next = term_add (f->t, (const term *[]) {f->x, one}, 2);
    const term *fx = call (f, "f", f->x), *p = pattern (f, fx);
    const term *grows = term_lt (f->t, fx, call (f, "f", next));
    struct solver_options small = {.limit = 100, .triggers = true};
    solver *s = solver_new (f->t, &small);
    solver_assert (
        s, term_quantify_with (f->t, OP_FORALL, &f->x, 1, &p, 1, grows));
    solver_assert (s, term_lt (f->t, call (f, "f", f->y), f->z));
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_UNDECIDED);
    solver_interrupt (s);
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_INTERRUPTED);
    solver_free (s);
    s = solver_new (f->t, &by_triggers);
    solver_assert (
        s, term_quantify_with (f->t, OP_FORALL, &f->x, 1, &p, 1, grows));
    solver_assert (s, term_lt (f->t, call (f, "f", f->y), f->z));
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_CANDIDATE);
    solver_free (s);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown (built_as_said, begin, end),
        cmocka_unit_test_setup_teardown (sorts_are_checked, begin, end),
        cmocka_unit_test_setup_teardown (free_variables, begin, end),
        cmocka_unit_test_setup_teardown (substituted_without_capture, begin,
                                         end),
        cmocka_unit_test_setup_teardown (printed, begin, end),
        cmocka_unit_test_setup_teardown (travels, begin, end),
        cmocka_unit_test_setup_teardown (patterns_are_read, begin, end),
        cmocka_unit_test_setup_teardown (triggers_decide, begin, end),
        cmocka_unit_test_setup_teardown (useless_patterns_are_left_out, begin,
                                         end),
        cmocka_unit_test_setup_teardown (limit_is_no_candidate, begin, end),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
