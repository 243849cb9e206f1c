/* solver.c -- the solver of a search.
 *
 * A check that gave up may have left the library's solver without some of what
 * was asserted (Z3 4.8 forgets formulas that it was about to take in when the
 * limit struck, and then finds models that are none).  So nothing is asked of
 * it any more: a new one is given all that was asserted.
 *
 * With `follow` the solver decides along the structure of the formulas, which
 * is fast as a rule, and now and then gets lost.  So such a check has a limit
 * of its own; when it strikes, the search goes on with a solver that restarts.
 * With `pause` it is cut and made again before that (cut.h). */
#include <string.h>

#include "base/clock.h"
#include "bounded/inlining/internal.h"

/* Units of a structural check, and of one that looks for a model of quantified
 * formulas: some seconds. */
enum { SOLVER_STRUCTURAL = 20000000, SOLVER_MODEL = 10000000 };

static bool
solver_is_structural (const search *s)
{
    return s->options.follow && !s->plain;
}

static uint64_t
solver_own_limit (const search *s)
{
    uint64_t limit = s->options.query_limit;
    return solver_is_structural (s) && (!limit || limit > SOLVER_STRUCTURAL)
               ? SOLVER_STRUCTURAL
               : limit;
}

static void
solver_begin (search *s)
{
    struct solver_options options = {.limit = solver_own_limit (s),
                                     .bits = s->program->bits,
                                     .triggers = s->program->quantified,
                                     .structural = solver_is_structural (s)};
    s->solver = solver_new (s->terms, &options);
    s->doubtful = s->paused = false;
    if (s->options.watch)
        solver_watch_set (s->options.watch, s->solver);
}

void
search_solver_open (search *s)
{
    assert (!s->solver && !s->asserted.size);
    solver_begin (s);
}

void
search_solver_close (search *s)
{
    if (s->options.watch)
        solver_watch_set (s->options.watch, NULL);
    s->units += solver_units (s->solver);
    solver_free (s->solver);
    s->solver = NULL;
}

static void
solver_fill (const search *s, solver *to)
{
    for (size_t i = 0; i < s->asserted.size; i++)
        solver_assert (to, s->asserted.at[i]);
}

void
search_solver_renew (search *s)
{
    search_solver_close (s);
    solver_begin (s);
    solver_fill (s, s->solver);
    s->spoilt = false;
}

void
search_assert (search *s, const term *t)
{
    VEC_PUSH (s->asserted, t);
    solver_assert (s->solver, t);
}

static bool
solver_is_cut (const search *s)
{
    return (s->options.pause || s->doubtful) && solver_is_structural (s)
           && !s->sure && !s->program->bits && cut_pays (solver_own_limit (s));
}

static enum solver_answer
solver_timed_check (search *s, solver *of, const term *const *assume,
                    size_t count)
{
    uint64_t start = clock_thread_ns ();
    enum solver_answer answer = solver_check (of, assume, count);
    s->check_ns += clock_thread_ns () - start;
    return answer;
}

/* In pieces.  UNDECIDED and s->paused: it can go on. */
static enum solver_answer
solver_cut_check (search *s, const term *const *assume, size_t count)
{
    uint64_t start = clock_thread_ns (), limit = solver_own_limit (s);
    enum solver_answer answer;
    if (!s->paused)
        s->cut = (struct cut) {0};
    s->paused = false;
    for (bool again = true; again;) {
        answer = cut_check (&s->cut, s->solver, limit, assume, count);
        bool cut = answer == SOLVER_UNDECIDED;
        s->doubtful |= cut;
        again = cut && !cut_ends (&s->cut, limit);
        s->paused = again && s->pausing;
        again &= !s->paused;
    }
    s->check_ns += clock_thread_ns () - start;
    return answer;
}

enum solver_answer
search_solver_check (search *s, const term *const *assume, size_t count)
{
    const char *broken = s->options.broken;
    bool cuts = solver_is_cut (s);
    if (s->spoilt && !(broken && !strcmp (broken, "spoilt-solver")))
        search_solver_renew (s);
    enum solver_answer answer =
        cuts ? solver_cut_check (s, assume, count)
             : solver_timed_check (s, s->solver, assume, count);
    if (s->paused)
        return answer;
    if (answer == SOLVER_UNDECIDED
        && solver_own_limit (s) != s->options.query_limit) {
        s->plain = true;
        search_solver_renew (s);
        answer = solver_timed_check (s, s->solver, assume, count);
        cuts = false;
    }
    s->spoilt = answer == SOLVER_UNDECIDED && !cuts;
    return answer;
}

/* The negation of the assumptions in the core. */
static const term *
solver_lesson (search *s, solver *m, const term *const *assume, size_t count)
{
    uint32_t *index = NEW_ARRAY (uint32_t, count + 1);
    size_t size = solver_core (m, index, count);
    struct term_vec literal = {0};
    for (size_t i = 0; i < size; i++)
        VEC_PUSH (literal, term_not (s->terms, assume[index[i]]));
    const term *lesson = term_or (s->terms, literal.at, literal.size);
    VEC_CLEAR (literal);
    memory_free (index);
    return lesson;
}

void
search_solver_learn (search *s, const term *const *assume, size_t count)
{
    search_assert (s, solver_lesson (s, s->solver, assume, count));
}

enum solver_answer
search_solver_model (search *s, const term *const *assume, size_t count)
{
    struct solver_options options = {.limit = SOLVER_MODEL,
                                     .bits = s->program->bits};
    solver *m = solver_new (s->terms, &options);
    if (s->options.watch)
        solver_watch_set (s->options.watch, m);
    solver_fill (s, m);
    enum solver_answer answer = solver_timed_check (s, m, assume, count);
    if (answer == SOLVER_SAT) {
        search_solver_close (s);
        s->solver = m;
        if (s->options.watch)
            solver_watch_set (s->options.watch, m);
        s->spoilt = true; /* it is no solver to go on with */
        return answer;
    }
    const term *lesson =
        answer == SOLVER_UNSAT ? solver_lesson (s, m, assume, count) : NULL;
    if (s->options.watch)
        solver_watch_set (s->options.watch, s->solver);
    s->units += solver_units (m);
    solver_free (m);
    if (lesson)
        search_assert (s, lesson);
    return answer;
}

void
search_limit (search *s, uint64_t query_limit)
{
    s->options.query_limit = query_limit;
    solver_limit (s->solver, solver_own_limit (s));
}

uint64_t
search_check_ns (const search *s)
{
    return s->check_ns;
}
