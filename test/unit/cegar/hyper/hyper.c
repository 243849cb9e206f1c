/* hyper.c -- random clauses with several relations in the body: what is decided is what
 * z3 says, whatever is done before, and the witness is confirmed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "cegar/checking.h"
#include "clauses.h"
#include "report/replay.h"

enum { RELATIONS = 3, VARS = 6, SYSTEMS = 40 };

static const char *const var[VARS] = {"a", "b", "c", "d", "e", "f"};

static void
random_atom (struct dice *d, struct text *out, unsigned relation,
             unsigned first)
{
    text_print (out, "(P%u %s %s)", relation, var[(first + 0) % VARS],
                dice_roll (d, 5) ? var[(first + 1) % VARS] : var[first % VARS]);
}

/* Sums of what two atoms have, which are what makes recursion interesting. */
static void
random_value (struct dice *d, struct text *out)
{
    const char *x = var[dice_roll (d, VARS)], *y = var[dice_roll (d, VARS)];
    switch (dice_roll (d, 4)) {
    case 0:
        text_print (out, "(+ %s %s)", x, y);
        break;
    case 1:
        text_print (out, "(+ %s 1)", x);
        break;
    case 2:
        text_print (out, "(- %s %u)", x, dice_roll (d, 2));
        break;
    default:
        text_add (out, x);
    }
}

static void
random_tree_clauses (struct dice *d, struct text *out)
{
    text_add (out, "(set-logic HORN)\n");
    for (unsigned r = 0; r < RELATIONS; r++)
        text_print (out, "(declare-fun P%u (Int Int) Bool)\n", r);
    unsigned clauses = 6 + dice_roll (d, 3);
    for (unsigned i = 0; i < clauses; i++) {
        bool query = i + 1 == clauses;
        unsigned atoms = i < 2   ? 0
                         : query ? 1 + dice_roll (d, 2)
                                 : 1 + dice_roll (d, 3);
        text_add (out, "(assert (forall ((a Int) (b Int) (c Int) (d Int) "
                       "(e Int) (f Int)) (=> (and ");
        for (unsigned k = 0; k < atoms; k++) {
            random_atom (d, out, dice_roll (d, RELATIONS), 2 * k);
            text_char (out, ' ');
        }
        if (!atoms)
            text_print (out, "(= a %u) (= b %u) ", dice_roll (d, 3),
                        dice_roll (d, 3));
        if (atoms > 1 && dice_roll (d, 2))
            text_add (out, "(= b c) ");
        text_print (out, "(%s %s %u)) ", dice_roll (d, 2) ? "<" : ">=",
                    var[dice_roll (d, atoms ? 2 * atoms : 2)],
                    dice_roll (d, 7));
        if (query)
            text_add (out, "false");
        else {
            text_print (out, "(P%u ", i < 2 ? i : dice_roll (d, RELATIONS));
            random_value (d, out);
            text_char (out, ' ');
            random_value (d, out);
            text_char (out, ')');
        }
        text_add (out, ")))\n");
    }
    text_add (out, "(check-sat)\n");
}

struct decided {
    enum verdict verdict;
    struct digest digest;
};

struct way {
    enum option_preprocess preprocess;
    uint64_t seeds;
    enum option_refine refine;
};

static const struct way ways[] = {{PREPROCESS_FULL, 120, REFINE_AUTO},
                                  {PREPROCESS_NONE, 0, REFINE_AUTO},
                                  {PREPROCESS_FULL, 0, REFINE_FARKAS},
                                  {PREPROCESS_NONE, 0, REFINE_NEWTON},
                                  {PREPROCESS_NONE, 0, REFINE_SPACER}};
enum { WAYS = sizeof ways / sizeof *ways };

static struct decided
decide (const char *text, const struct way *way)
{
    struct options options;
    struct log log;
    struct horn horn;
    struct outcome outcome;
    options_init (&options);
    options.preprocess = way->preprocess;
    options.seeds = way->seeds;
    options.refine = way->refine;
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    clauses_read (&horn, text);
    outcome_init (&outcome);
    struct engine_context context = {.options = &options, .log = &log};
    struct cegar_check check = {.engine = &context, .units = 300000};
    checking *work = checking_new (&check, &horn);
    memo *table = memo_new ();
    struct pool_options pool;
    struct pool_result result = {0};
    struct problem problem = {0};
    checking_pool (work, table, &pool);
    pool_alone (&pool, &result);
    checking_conclude (work, &result, &problem, &outcome);
    struct decided d = {outcome.verdict, outcome.digest};
    if (d.verdict != VERDICT_UNKNOWN) {
        struct text report;
        text_init (&report);
        const char *witness =
            outcome.proof ? outcome.proof : outcome.derivation;
        if (replay_check (witness, "witness", text, "test.smt2", REPLAY_Z3, 60,
                          &report, &problem)
            != REPLAY_CONFIRMED)
            fail_msg ("%s\n%s\n%s", text_view (&report), text, witness);
        text_clear (&report);
    }
    memo_free (table);
    checking_free (work);
    outcome_clear (&outcome);
    horn_clear (&horn);
    options_clear (&options);
    return d;
}

static void
random_systems_are_decided_as_z3_does (void **state)
{
    (void) state;
    struct dice d = {22};
    unsigned safe[WAYS] = {0}, unsafe[WAYS] = {0};
    for (unsigned i = 0; i < SYSTEMS; i++) {
        struct text text;
        text_init (&text);
        random_tree_clauses (&d, &text);
        char said = clauses_verdict (text_view (&text), 2);
        for (unsigned k = 0; k < WAYS; k++) {
            struct decided one = decide (text_view (&text), &ways[k]);
            safe[k] += one.verdict == VERDICT_SAFE;
            unsafe[k] += one.verdict == VERDICT_UNSAFE;
            if ((said == 's' && one.verdict == VERDICT_UNSAFE)
                || (said == 'u' && one.verdict == VERDICT_SAFE))
                fail_msg ("way %u says %s\n%s", k, verdict_name (one.verdict),
                          text_view (&text));
        }
        text_clear (&text);
    }
    for (unsigned k = 0; k < WAYS; k++) {
        print_message ("way %u: %u safe, %u unsafe\n", k, safe[k], unsafe[k]);
        assert_int_equal (safe[k] + unsafe[k], SYSTEMS);
        assert_true (safe[k] > SYSTEMS / 4 && unsafe[k] > SYSTEMS / 4);
    }
}

/* What holds of one premise says nothing of another one at the same location. */
static void
premises_are_apart (void **state)
{
    (void) state;
    static const char text[] =
        "(set-logic HORN)(declare-fun P (Int) Bool)(declare-fun R (Int) Bool)"
        "(assert (P 0))(assert (P 7))"
        "(assert (forall ((x Int)) (=> (and (P x) (= x 3)) false)))"
        "(assert (forall ((x Int) (y Int)) (=> (and (P x) (P y) (= (+ x 7) y)) "
        "(R x))))"
        "(assert (forall ((x Int)) (=> (R x) false)))(check-sat)";
    for (unsigned k = 0; k < WAYS; k++)
        assert_int_equal (decide (text, &ways[k]).verdict, VERDICT_UNSAFE);
}

static void
the_same_twice (void **state)
{
    (void) state;
    struct dice d = {7};
    struct text text;
    text_init (&text);
    random_tree_clauses (&d, &text);
    struct decided one = decide (text_view (&text), &ways[1]);
    struct decided two = decide (text_view (&text), &ways[1]);
    assert_int_equal (one.verdict, two.verdict);
    assert_true (digest_equal (one.digest, two.digest));
    text_clear (&text);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (random_systems_are_decided_as_z3_does),
        cmocka_unit_test (premises_are_apart),
        cmocka_unit_test (the_same_twice),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
