/* item.c -- what workers answer and masters say is not believed: bytes that
 * nobody should send are refused, and break nobody. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cegar/check.h"
#include "cegar/abstraction/houdini.h"
#include "cegar/abstraction/item_worker.h"
#include "cegar/paper/paper.h"
#include "cegar/paper/internal.h"
#include "clauses.h"
#include "logic/term/sort.h"
#include "team/team_internal.h"

/* Transitions: 0 from entry to P, 1 from P to P, 2 from P to error. */
static const char text[] =
    "(set-logic HORN)\n(declare-fun P (Int) Bool)\n"
    "(assert (forall ((x Int)) (=> (= x 0) (P x))))\n"
    "(assert (forall ((x Int)) (=> (and (P x) (< x 3)) (P (+ x 1)))))\n"
    "(assert (forall ((x Int)) (=> (and (P x) (> x 7)) false)))\n";
enum { P = 2 };

struct fixture {
    struct horn horn;
    struct system system;
    struct buffer program;
};

static int
setup (void **state)
{
    struct fixture *f = NEW (struct fixture);
    clauses_read (&f->horn, text);
    system_init (&f->system, f->horn.terms);
    system_from_horn (&f->system, &f->horn);
    item_worker_program (&f->system, 1000, &f->program);
    assert_int_equal (f->system.transition.size, 3);
    *state = f;
    return 0;
}

static int
teardown (void **state)
{
    struct fixture *f = *state;
    buffer_clear (&f->program);
    system_clear (&f->system);
    horn_clear (&f->horn);
    memory_free (f);
    return 0;
}

/* ---- answers */

/* The answer to depths 3 to 6. */
static bool
unroll_takes (const struct fixture *f, bool induct, uint32_t passed,
              enum item_finding finding, bool exhausted, const char *path)
{
    struct item_unroll said = {
        .passed = passed, .finding = finding, .exhausted = exhausted};
    struct item_unroll u = {.induct = induct, .from = 3, .to = 6};
    struct buffer b;
    buffer_init (&b);
    for (; *path; path++)
        VEC_PUSH (said.path, (uint32_t) (*path - '0'));
    item_unroll_answer (&said, &b);
    bool good = item_unroll_answered (&u, &f->system, buffer_view (&b));
    VEC_CLEAR (u.path);
    VEC_CLEAR (said.path);
    buffer_clear (&b);
    return good;
}

static void
depths_are_those_that_were_asked_for (void **state)
{
    const struct fixture *f = *state;
    assert_true (unroll_takes (f, false, 6, PATH_INFEASIBLE, false, ""));
    assert_true (unroll_takes (f, false, 2, PATH_INFEASIBLE, true, ""));
    assert_true (unroll_takes (f, false, 2, PATH_UNDECIDED, false, ""));
    assert_true (unroll_takes (f, true, 3, PATH_INFEASIBLE, false, ""));
    assert_true (unroll_takes (f, true, 6, PATH_FEASIBLE, false, ""));
    /* Whoever asks would never come to an end .. */
    assert_false (unroll_takes (f, false, 2, PATH_INFEASIBLE, false, ""));
    assert_false (unroll_takes (f, true, 0, PATH_INFEASIBLE, false, ""));
    assert_false (unroll_takes (f, false, 1, PATH_UNDECIDED, false, ""));
    /* .. or go on beyond all depths. */
    assert_false (unroll_takes (f, false, 7, PATH_INFEASIBLE, false, ""));
    assert_false (
        unroll_takes (f, false, UINT32_MAX, PATH_INFEASIBLE, false, ""));
}

static void
counterexamples_lead_to_the_error (void **state)
{
    const struct fixture *f = *state;
    assert_true (unroll_takes (f, false, 4, PATH_FEASIBLE, false, "0112"));
    assert_false (unroll_takes (f, false, 4, PATH_FEASIBLE, false, "0111"));
    assert_false (unroll_takes (f, false, 4, PATH_FEASIBLE, false, "0012"));
    assert_false (unroll_takes (f, false, 4, PATH_FEASIBLE, false, ""));
}

static bool
examine_takes (const struct fixture *f, uint32_t location,
               const term *predicate)
{
    struct item_examine said = {.explained = true}, x = {0};
    struct item_predicate p = {location, predicate};
    struct buffer b;
    buffer_init (&b);
    VEC_PUSH (said.found, p);
    item_examine_answer (&said, &b);
    bool good = item_examine_answered (&x, &f->system, buffer_view (&b));
    item_examine_clear (&said);
    item_examine_clear (&x);
    buffer_clear (&b);
    return good;
}

/* Before step 1 holds predicate number `found` of one. */
static bool
places_take (const struct fixture *f, uint32_t found)
{
    struct item_examine said = {.explained = true}, x = {0};
    struct item_predicate p = {P, term_true (f->system.terms)};
    struct item_place place = {1, found};
    struct buffer b;
    buffer_init (&b);
    VEC_PUSH (said.found, p);
    VEC_PUSH (said.place, place);
    item_examine_answer (&said, &b);
    bool good = item_examine_answered (&x, &f->system, buffer_view (&b));
    item_examine_clear (&said);
    item_examine_clear (&x);
    buffer_clear (&b);
    return good;
}

static void
places_are_of_predicates (void **state)
{
    assert_true (places_take (*state, 0));
    assert_false (places_take (*state, 1));
}

static void
predicates_are_formulas_of_their_location (void **state)
{
    const struct fixture *f = *state;
    terms *t = f->system.terms;
    const term *x = f->system.location.at[P].vars.at[0];
    const term *other = term_var (t, "other", x->sort);
    assert_true (examine_takes (f, P, term_eq (t, x, x)));
    assert_true (examine_takes (f, P, term_eq (t, x, term_int (t, 3))));
    assert_false (examine_takes (f, P, x));
    assert_false (examine_takes (f, P, term_eq (t, x, other)));
    assert_false (examine_takes (f, 0, term_eq (t, x, term_int (t, 3))));
}

/* ---- comparisons */

enum said { NONE, KEPT, EXCLUDED };

/* Of the path from entry over P to error, with so many rounds of P's loop, as a
 * worker answers it. */
static enum said
compared (const struct fixture *f, size_t loops, uint32_t location,
          const term *predicate)
{
    uint32_t step[] = {0, loops ? 1 : 2, 2};
    struct item_predicate p = {location, predicate};
    struct item_exclude x = {.path = {step, 2 + loops, 3}, .by = {&p, 1, 1}};
    struct problem problem = {0};
    struct buffer item, answer;
    buffer_init (&item);
    buffer_init (&answer);
    item_exclude_write (&x, &f->system, &item);
    item_worker *l =
        cegar_item_worker.open (buffer_view (&f->program), &problem);
    uint64_t units;
    assert_true (
        cegar_item_worker.work (l, buffer_view (&item), &answer, &units));
    struct item_exclude said = {0};
    bool good = item_exclude_answered (&said, buffer_view (&answer));
    assert_true (!good || said.queries);
    cegar_item_worker.close (l);
    buffer_clear (&item);
    buffer_clear (&answer);
    return !good ? NONE : said.excluded ? EXCLUDED : KEPT;
}

static void
paths_are_compared_by_predicates_alone (void **state)
{
    const struct fixture *f = *state;
    terms *t = f->system.terms;
    const term *x = f->system.location.at[P].vars.at[0];
    const term *seven = term_int (t, 7);
    assert_int_equal (compared (f, 0, P, term_le (t, x, seven)), EXCLUDED);
    assert_int_equal (compared (f, 0, P, term_le (t, seven, x)), KEPT);
    assert_int_equal (compared (f, 0, P, term_eq (t, x, term_int (t, 0))),
                      EXCLUDED);
    const term *three = term_int (t, 3), *two = term_int (t, 2);
    assert_int_equal (compared (f, 1, P, term_le (t, x, three)), EXCLUDED);
    assert_int_equal (compared (f, 1, P, term_le (t, x, two)), KEPT);
    assert_int_equal (compared (f, 0, P, x), NONE);
    assert_int_equal (compared (f, 0, 0, term_le (t, x, seven)), NONE);
}

/* The simplex does not know squares: a step that it leaves open is possible. */
static void
undecided_comparisons_exclude_nothing (void **state)
{
    const struct fixture *f = *state;
    terms *t = f->system.terms;
    const term *x = f->system.location.at[P].vars.at[0];
    const term *square = term_mul (t, x, x);
    assert_int_equal (
        compared (f, 0, P, term_le (t, square, term_int (t, 1000))), KEPT);
}

/* ---- programs and blobs */

static void
program_ends_where_it_ends (void **state)
{
    struct fixture *f = *state;
    struct problem p = {0};
    item_worker *l = cegar_item_worker.open (buffer_view (&f->program), &p);
    assert_non_null (l);
    cegar_item_worker.close (l);
    buffer_byte (&f->program, 0);
    assert_null (cegar_item_worker.open (buffer_view (&f->program), &p));
    assert_int_equal (p.kind, PROBLEM_RESOURCE);
}

static void
blobs_are_formulas (void **state)
{
    struct fixture *f = *state;
    struct problem p = {0};
    struct buffer b;
    item_worker *l = cegar_item_worker.open (buffer_view (&f->program), &p);
    const term *x = cegar_worker_of (l)->system.location.at[P].vars.at[0];
    const term *one = term_true (cegar_worker_of (l)->terms),
               *list[] = {one, one, x};
    buffer_init (&b);
    strengthen_write (list, 3, &b);
    assert_false (cegar_item_worker.learn (l, buffer_view (&b)));
    list[2] = term_eq (cegar_worker_of (l)->terms, x, x);
    buffer_reset (&b);
    strengthen_write (list, 3, &b);
    assert_true (cegar_item_worker.learn (l, buffer_view (&b)));
    buffer_reset (&b);
    buffer_byte (&b, BLOB_PREDICATES);
    buffer_uint (&b, 1);
    buffer_uint (&b, P);
    term_write (&b, &x, 1);
    assert_false (cegar_item_worker.learn (l, buffer_view (&b)));
    buffer_clear (&b);
    cegar_item_worker.close (l);
}

/* ---- the paper's protocol */

struct stand_in {
    struct team team;
    bool left, expelled;
};

static bool
stand_in_send (team *t, unsigned to, uint32_t tag, struct bytes body)
{
    (void) t;
    (void) to;
    (void) tag;
    (void) body;
    return true;
}

static void
stand_in_finish (team *t)
{
    ((struct stand_in *) t)->left = true;
}

static void
stand_in_expel (team *t, unsigned who)
{
    (void) who;
    ((struct stand_in *) t)->expelled = true;
}

static const struct team_class stand_in_class = {
    .send = stand_in_send, .finish = stand_in_finish, .expel = stand_in_expel};

static struct stand_in
stand_in_new (unsigned self)
{
    return (struct stand_in) {.team = {.class = &stand_in_class, .self = self}};
}

static void
worker_open (const struct fixture *f, member *w, struct stand_in *s)
{
    struct buffer b;
    buffer_init (&b);
    buffer_byte (&b, 0);
    buffer_bytes (&b, buffer_view (&f->program));
    struct message m = {TEAM_MASTER, PAPER_PROGRAM, buffer_view (&b)};
    paper_worker_class.receive (w, &s->team, &m);
    buffer_clear (&b);
}

/* Round 1 begins, then a node of `round` at `location` is to be expanded. */
static bool
worker_stays (const struct fixture *f, unsigned programs, uint64_t round,
              uint64_t location)
{
    struct stand_in s = stand_in_new (1);
    member *w = paper_worker_new ();
    while (programs--)
        worker_open (f, w, &s);
    static const uint8_t preds[] = {1, 0};
    struct message m = {TEAM_MASTER, PAPER_PREDS, {preds, sizeof preds}};
    paper_worker_class.receive (w, &s.team, &m);
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, round);
    buffer_uint (&b, 0);
    buffer_uint (&b, location);
    buffer_uint (&b, 0);
    m = (struct message) {TEAM_MASTER, PAPER_DO_NODE, buffer_view (&b)};
    paper_worker_class.receive (w, &s.team, &m);
    buffer_clear (&b);
    paper_worker_free (w);
    return !s.left;
}

static void
worker_leaves_a_master_that_errs (void **state)
{
    const struct fixture *f = *state;
    assert_true (worker_stays (f, 1, 1, P));
    assert_false (worker_stays (f, 0, 1, P));
    assert_false (worker_stays (f, 2, 1, P));
    assert_false (worker_stays (f, 1, 2, P));
    assert_false (worker_stays (f, 1, 1, 3));
    assert_false (worker_stays (f, 1, 1, (UINT64_C (1) << 32) + P));
}

static bool
master_bears (const struct fixture *f, uint64_t round, uint64_t from,
              uint64_t transition)
{
    struct paper_options o = {.system = &f->system,
                              .program = buffer_view (&f->program),
                              .most_predicates = 8};
    struct stand_in s = stand_in_new (TEAM_MASTER);
    member *master = paper_master_new (&o);
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, round);
    buffer_uint (&b, from);
    buffer_uint (&b, transition);
    paper_master_class.joined (master, &s.team, 1);
    struct message m = {1, PAPER_REACHED, buffer_view (&b)};
    paper_master_class.receive (master, &s.team, &m);
    buffer_clear (&b);
    paper_master_free (master);
    return !s.expelled;
}

static void
master_expels_a_worker_that_errs (void **state)
{
    const struct fixture *f = *state;
    assert_true (master_bears (f, 1, 0, 0));
    assert_true (master_bears (f, 0, 7, 7)); /* of a round that is over */
    assert_false (master_bears (f, 1, 1, 0));
    assert_false (master_bears (f, 1, 0, 3));
    assert_false (master_bears (f, 1, 0, 1)); /* it does not leave the entry */
    assert_false (master_bears (f, 2, 0, 0));
}

int
main (void)
{
#define ITEM(name) cmocka_unit_test_setup_teardown (name, setup, teardown)
    const struct CMUnitTest test[] = {
        ITEM (depths_are_those_that_were_asked_for),
        ITEM (counterexamples_lead_to_the_error),
        ITEM (predicates_are_formulas_of_their_location),
        ITEM (places_are_of_predicates),
        ITEM (paths_are_compared_by_predicates_alone),
        ITEM (undecided_comparisons_exclude_nothing),
        ITEM (program_ends_where_it_ends),
        ITEM (blobs_are_formulas),
        ITEM (worker_leaves_a_master_that_errs),
        ITEM (master_expels_a_worker_that_errs),
    };
    return cmocka_run_group_tests (test, NULL, NULL);
}
