/* accelerate.c -- loops repeated are what repeating the loop gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cegar/system/accelerate.h"
#include "cegar/simplify/simplify.h"
#include "clauses.h"
#include "effort.h"
#include "report/replay.h"

enum { LIMIT = 20000000, ROUNDS = 20, RANGE = 3, VARS = 3 };

struct fixture {
    struct horn horn;
    struct system system;
    simplification *done; /* null: not simplified */
    size_t made;
};

static void
fixture_open (struct fixture *f, const char *text, bool simple)
{
    clauses_read (&f->horn, text);
    system_init (&f->system, f->horn.terms);
    system_from_horn (&f->system, &f->horn);
    f->done = simple ? simplify (&f->system, false) : NULL;
    f->made = accelerate (&f->system);
    assert_true (system_sound (&f->system));
}

static void
fixture_close (struct fixture *f)
{
    if (f->done)
        simplification_free (f->done);
    system_clear (&f->system);
    horn_clear (&f->horn);
}

/* One loop: a fact, the loop, a query. */
static void
fixture_loop (struct fixture *f, const char *guard, const char *head)
{
    struct text text;
    text_init (&text);
    text_print (&text,
                "(set-logic HORN)\n(declare-fun P (Int Int Int) Bool)\n"
                "(assert (P 0 0 0))\n"
                "(assert (forall ((a Int) (b Int) (c Int) (d Int))\n"
                "  (=> (and (P a b c) %s) (P %s))))\n"
                "(assert (forall ((a Int) (b Int) (c Int))\n"
                "  (=> (and (P a b c) (= (+ a b c) 77)) false)))\n",
                guard, head);
    fixture_open (f, text_view (&text), false);
    text_clear (&text);
}

/* ---- by evaluation */

struct state {
    const struct term_vec *vars;
    const term *value[VARS];
    const term *count, *rounds;
};

static const term *
state_lookup (void *context, const term *var)
{
    const struct state *s = context;
    for (size_t i = 0; i < s->vars->size; i++)
        if (s->vars->at[i] == var)
            return s->value[i];
    return var == s->count ? s->rounds : NULL;
}

/* False: the guard does not hold. */
static bool
state_step (terms *t, struct state *s, const struct transition *x)
{
    const term *holds = term_evaluate (t, x->guard, state_lookup, s);
    assert_non_null (holds);
    if (term_is_false (holds))
        return false;
    const term *next[VARS];
    for (size_t i = 0; i < VARS; i++) {
        next[i] = term_evaluate (t, x->update.at[i], state_lookup, s);
        assert_non_null (next[i]);
    }
    memcpy (s->value, next, sizeof next);
    return true;
}

/* From one state: n rounds lead where the transitions say, or nowhere. */
static void
rounds_agree (const struct fixture *f, const struct state *start)
{
    terms *t = f->system.terms;
    const struct transition *loop = &f->system.transition.at[1];
    struct state at = *start;
    bool goes = state_step (t, &at, loop);
    for (int n = 2; n <= ROUNDS; n++) {
        goes = goes && state_step (t, &at, loop);
        unsigned taken = 0;
        for (size_t i = 3; i < f->system.transition.size; i++) {
            const struct transition *many = &f->system.transition.at[i];
            assert_int_equal (many->repeats, 2);
            struct state to = *start;
            to.count = many->aux.at[0];
            to.rounds = term_int (t, n);
            if (!state_step (t, &to, many))
                continue;
            taken++;
            assert_true (goes);
            assert_memory_equal (to.value, at.value, sizeof at.value);
        }
        assert_int_equal (taken, goes);
    }
}

static void
loop_agrees (const struct fixture *f)
{
    struct state s = {.vars = &f->system.location.at[2].vars};
    enum { SIDE = 2 * RANGE + 1 };
    for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
        s.value[0] = term_int (f->system.terms, i % SIDE - RANGE);
        s.value[1] = term_int (f->system.terms, i / SIDE % SIDE - RANGE);
        s.value[2] = term_int (f->system.terms, i / SIDE / SIDE - RANGE);
        rounds_agree (f, &s);
    }
}

static void
random_literal (struct dice *d, struct text *out)
{
    static const char *const var[] = {"a", "b", "c"};
    static const char *const relation[] = {"<=", "<", ">=", ">", "="};
    switch (dice_roll (d, 4)) {
    case 0:
        text_print (out, " (%s %s %u)", relation[dice_roll (d, 5)],
                    var[dice_roll (d, 3)], dice_roll (d, 8));
        break;
    case 1:
        text_print (out, " (%s (+ %s (* %u %s)) %u)",
                    relation[dice_roll (d, 5)], var[dice_roll (d, 3)],
                    1 + dice_roll (d, 3), var[dice_roll (d, 3)],
                    dice_roll (d, 15));
        break;
    case 2:
        text_print (out, " (not (%s %s %s))", relation[dice_roll (d, 4)],
                    var[dice_roll (d, 3)], var[dice_roll (d, 3)]);
        break;
    default:
        text_print (out, " (%s (- (* %u %s) %s) (- %u))",
                    relation[dice_roll (d, 5)], 1 + dice_roll (d, 2),
                    var[dice_roll (d, 3)], var[dice_roll (d, 3)],
                    dice_roll (d, 6));
    }
}

static void
random_loops_are_exact (void **state)
{
    (void) state;
    unsigned made = 0, with_set = 0;
    for (uint64_t seed = 1; seed <= effort (160); seed++) {
        struct dice d = {seed * 104729};
        struct text guard, head;
        text_init (&guard);
        text_init (&head);
        text_add (&guard, "true");
        for (unsigned i = dice_roll (&d, 4); i; i--)
            random_literal (&d, &guard);
        static const char *const var[] = {"a", "b", "c"};
        bool sets = false;
        for (unsigned i = 0; i < VARS; i++)
            switch (dice_roll (&d, 6)) {
            case 5:
                text_print (&head, " (- (* %u %s) %s)", 1 + dice_roll (&d, 2),
                            var[(i + 1) % 3], var[(i + dice_roll (&d, 3)) % 3]);
                sets = true;
                break;
            case 0:
                text_print (&head, " %s", var[i]);
                break;
            case 1:
                text_print (&head, " (- %u 2)", dice_roll (&d, 5));
                sets = true;
                break;
            default:
                text_print (&head, " (+ %s (- %u 2))", var[i],
                            dice_roll (&d, 5));
            }
        struct fixture f;
        fixture_loop (&f, text_view (&guard), text_view (&head));
        assert_true (f.made <= 1);
        if (f.made)
            loop_agrees (&f);
        made += f.made != 0;
        with_set += f.made && sets;
        fixture_close (&f);
        text_clear (&guard);
        text_clear (&head);
    }
    assert_true (made > effort (40) && with_set > effort (10));
}

/* Steps of one cannot jump over what is excluded. */
static void
disequalities_have_two_sides (void **state)
{
    (void) state;
    static const struct {
        const char *guard, *head;
        size_t made;
    } row[] = {
        {"(not (= a 5))", "(+ a 1) b c", 2},
        {"(distinct a b) (< c 9)", "(- a 1) b (+ c 3)", 2},
        {"(distinct a 2) (distinct b 1)", "(+ a 1) (- b 1) c", 4},
        {"(distinct b 2)", "(+ a 1) b c", 1},
        {"(distinct a 2) (distinct b 1) (distinct c 0)",
         "(+ a 1) (- b 1) (+ c 1)", 0},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct fixture f;
        fixture_loop (&f, row[i].guard, row[i].head);
        assert_int_equal (f.made, row[i].made);
        if (f.made)
            loop_agrees (&f);
        fixture_close (&f);
    }
}

static void
other_loops_are_left_alone (void **state)
{
    (void) state;
    static const struct {
        const char *guard, *head;
    } row[] = {
        {"true", "a b c"},                  /* nothing moves */
        {"(< a 5)", "7 b c"},               /* nor here */
        {"(< a 5)", "(* 2 a) b c"},         /* no sum */
        {"(< a 5)", "(+ a 1) c 0"},         /* set to what is set */
        {"(= b 5)", "(+ a 1) a c"},         /* may hold twice, not longer */
        {"(< a 5)", "(+ a b) b c"},         /* a variable is added */
        {"(< a 5)", "(+ a 1) d c"},         /* any value */
        {"(= a 5)", "(+ a 1) b c"},         /* holds once */
        {"(= b 5)", "(+ a 1) 4 c"},         /* holds once */
        {"(= (mod a 2) 0)", "(+ a 1) b c"}, /* not linear */
        {"(or (= a 1) (< b 5))", "(+ a 1) b c"},
        {"(< (* a b) 9)", "(+ a 1) b c"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct fixture f;
        fixture_loop (&f, row[i].guard, row[i].head);
        if (f.made)
            print_message ("%s | %s\n", row[i].guard, row[i].head);
        assert_int_equal (f.made, 0);
        fixture_close (&f);
    }
}

/* What does not move may be anything. */
static void
what_stays_may_be_anything (void **state)
{
    (void) state;
    struct fixture f;
    fixture_loop (&f, "(< a 5) (or (= (mod b 2) 0) (= c 1)) (distinct b 3)",
                  "(+ a 1) b 1");
    assert_int_equal (f.made, 1);
    loop_agrees (&f);
    fixture_close (&f);
}

static void
wire_keeps_what_repeats (void **state)
{
    (void) state;
    struct fixture f;
    fixture_loop (&f, "(< a 5)", "(+ a 1) b c");
    assert_int_equal (f.made, 1);
    struct buffer b;
    buffer_init (&b);
    system_write (&f.system, &b);
    terms *t = terms_new ();
    struct system copy;
    struct reader r;
    reader_init (&r, buffer_view (&b));
    assert_true (system_read (&copy, t, &r));
    assert_int_equal (copy.transition.at[3].repeats, 2);
    assert_int_equal (copy.transition.at[1].repeats, 0);
    system_clear (&copy);
    terms_free (t);
    buffer_clear (&b);
    static const uint32_t wrong[] = {1, 3, 4, 5, UINT32_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        f.system.transition.at[3].repeats = wrong[i];
        assert_false (system_sound (&f.system));
    }
    f.system.transition.at[3].repeats = 2;
    fixture_close (&f);
}

/* ---- paths */

/* The counterexample by the transitions given, from the entry to the error. */
static bool
path_holds (struct fixture *f, const uint32_t *step, size_t steps,
            const char *input, struct outcome *o)
{
    struct vec_index path = {0};
    for (size_t i = 0; i < steps; i++)
        VEC_PUSH (path, step[i]);
    size_t locations = f->system.location.size;
    const struct term_vec **vars =
        NEW_ARRAY (const struct term_vec *, locations);
    for (uint32_t l = 2; l < locations; l++)
        vars[l] = f->done ? simplify_vars (f->done, l)
                          : &f->system.location.at[l].vars;
    assert_true (accelerate_used (&f->system, &path));
    struct stretches stretches;
    bool fine =
        accelerate_expand (&f->system, vars, &path, LIMIT, &stretches, o);
    if (fine) {
        fine = certificate_stretches (&f->horn, &stretches, LIMIT, o);
        stretches_clear (&stretches);
    }
    if (fine) {
        struct text report;
        struct problem problem = {0};
        text_init (&report);
        assert_int_equal (replay_check (o->derivation, "witness", input,
                                        "input", REPLAY_FIRST, 100, &report,
                                        &problem),
                          REPLAY_CONFIRMED);
        text_clear (&report);
    }
    memory_free (vars);
    VEC_CLEAR (path);
    return fine;
}

/* Up 3000 rounds in two clauses with a choice, down again in one; `junk` is
 * sliced away, `two` is a constant. */
#define UP_AND_DOWN(query)                                                \
    "(set-logic HORN)\n"                                                  \
    "(declare-fun P (Int Int Int Int) Bool)\n"                            \
    "(declare-fun Q (Int Int Int Int) Bool)\n"                            \
    "(declare-fun R (Int Int) Bool)\n"                                    \
    "(assert (forall ((junk Int)) (P 0 0 2 junk)))\n"                     \
    "(assert (forall ((x Int) (y Int) (two Int) (junk Int) (z Int))\n"    \
    "  (=> (and (P x y two junk) (< (+ x z) (+ 3000 z)) (= (+ z y) x))\n" \
    "      (Q x z two (* 2 junk)))))\n"                                   \
    "(assert (forall ((x Int) (z Int) (two Int) (junk Int) (any Int))\n"  \
    "  (=> (Q x z two junk) (P (+ x 1) (+ (- x z) two) two any))))\n"     \
    "(assert (forall ((x Int) (y Int) (two Int) (junk Int))\n"            \
    "  (=> (and (P x y two junk) (>= x 3000)) (R x y))))\n"               \
    "(assert (forall ((x Int) (y Int))\n"                                 \
    "  (=> (and (R x y) (> x 0)) (R (- x 1) (- y 1)))))\n"                \
    "(assert (forall ((x Int) (y Int)) (=> (and (R x y) " query ") false)))\n"

/* The only path that takes every kind of transition once. */
static size_t
path_find (const struct system *s, uint32_t *step)
{
    size_t steps = 0;
    uint32_t at = SYSTEM_ENTRY;
    while (at != SYSTEM_ERROR) {
        uint32_t many = UINT32_MAX, on = UINT32_MAX;
        for (size_t i = 0; i < s->leaving[at].size; i++) {
            uint32_t t = s->leaving[at].at[i];
            if (s->transition.at[t].repeats)
                many = t;
            else if (s->transition.at[t].to != at)
                on = t;
        }
        if (many != UINT32_MAX)
            step[steps++] = many;
        assert_true (on != UINT32_MAX && steps < 16);
        step[steps++] = on;
        at = s->transition.at[on].to;
    }
    return steps;
}

static void
paths_are_expanded (void **state)
{
    (void) state;
    static const char input[] = UP_AND_DOWN ("(= x 0) (= y 3000)");
    struct fixture f;
    fixture_open (&f, input, true);
    assert_int_equal (f.made, 2);
    uint32_t step[16];
    size_t steps = path_find (&f.system, step);
    struct outcome o;
    outcome_init (&o);
    bool fine = path_holds (&f, step, steps, input, &o);
    if (!fine)
        print_message ("%s\n", o.reason);
    assert_true (fine);
    assert_int_equal (outcome_steps (&o), 1 + 2 * 3000 + 1 + 3000 + 1);
    assert_true (o.trace.size < 24);
    outcome_clear (&o);
    fixture_close (&f);
}

static void
shortest_expansion_is_taken (void **state)
{
    (void) state;
    static const char input[] = UP_AND_DOWN ("(<= x 2995)");
    struct fixture f;
    fixture_open (&f, input, true);
    uint32_t step[16];
    size_t steps = path_find (&f.system, step);
    struct outcome o;
    outcome_init (&o);
    assert_true (path_holds (&f, step, steps, input, &o));
    assert_int_equal (outcome_steps (&o), 1 + 2 * 3000 + 1 + 5 + 1);
    outcome_clear (&o);
    fixture_close (&f);
}

static void
impossible_paths_are_refused (void **state)
{
    (void) state;
    static const char input[] = UP_AND_DOWN ("(= x 0) (= y 3001)");
    struct fixture f;
    fixture_open (&f, input, true);
    uint32_t step[16];
    size_t steps = path_find (&f.system, step);
    struct outcome o;
    outcome_init (&o);
    assert_false (path_holds (&f, step, steps, input, &o));
    assert_int_equal (o.verdict, VERDICT_UNKNOWN);
    assert_non_null (o.reason);
    outcome_clear (&o);
    fixture_close (&f);
}

static void
too_long_paths_are_refused (void **state)
{
    (void) state;
    struct text input;
    text_init (&input);
    text_add (&input, "(set-logic HORN)\n(declare-fun P (Int) Bool)\n"
                      "(assert (P 0))\n(assert (forall ((x Int)) "
                      "(=> (P x) (P (+ x 1)))))\n(assert (forall ((x Int)) "
                      "(=> (and (P x) (> x 1000000)) false)))\n");
    struct fixture f;
    fixture_open (&f, text_view (&input), true);
    uint32_t step[16];
    size_t steps = path_find (&f.system, step);
    struct outcome o;
    outcome_init (&o);
    assert_false (path_holds (&f, step, steps, text_view (&input), &o));
    assert_non_null (strstr (o.reason, "200000"));
    outcome_clear (&o);
    fixture_close (&f);
    text_clear (&input);
}

/* ---- long derivations, replayed */

/* Counts from 0 in steps of one, except that it comes to `odd` by two; the
 * query is about `last`. */
static enum replay_result
replay_count (unsigned odd, unsigned last)
{
    static const char input[] =
        "(set-logic HORN)\n(declare-fun P (Int) Bool)\n(assert (P 0))\n"
        "(assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))\n"
        "(assert (forall ((x Int)) (=> (and (P x) (> x 2)) false)))\n";
    struct text witness, report;
    struct problem problem = {0};
    text_init (&witness);
    text_init (&report);
    text_add (&witness, "(step :assertion 0 :values () :fact (P 0))\n");
    for (unsigned x = 0; x < 1200; x++)
        if (x + 1 != odd)
            text_print (&witness,
                        "(step :assertion 1 :values ((x %u)) :fact (P %u))\n",
                        x, x + 1);
    text_print (&witness, "(step :assertion 2 :values ((x %u)) :fact false)\n",
                last);
    enum replay_result result =
        replay_check (text_view (&witness), "witness", input, "input",
                      REPLAY_Z3, 100, &report, &problem);
    text_clear (&witness);
    text_clear (&report);
    return result;
}

static void
long_derivations_are_replayed (void **state)
{
    (void) state;
    assert_int_equal (replay_count (0, 1200), REPLAY_CONFIRMED);
    assert_int_equal (replay_count (0, 3), REPLAY_CONFIRMED); /* of long ago */
    assert_int_equal (replay_count (600, 1200), REPLAY_REFUTED);
    assert_int_equal (replay_count (0, 1201), REPLAY_REFUTED);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (random_loops_are_exact),
        cmocka_unit_test (disequalities_have_two_sides),
        cmocka_unit_test (other_loops_are_left_alone),
        cmocka_unit_test (what_stays_may_be_anything),
        cmocka_unit_test (wire_keeps_what_repeats),
        cmocka_unit_test (paths_are_expanded),
        cmocka_unit_test (shortest_expansion_is_taken),
        cmocka_unit_test (impossible_paths_are_refused),
        cmocka_unit_test (too_long_paths_are_refused),
        cmocka_unit_test (long_derivations_are_replayed),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
