/* expand.c -- Cartesian predicate abstraction of one transition's post.
 *
 * alpha (post (t, cube)) is the conjunction of the predicates p of the target
 * with cube and guard implying p before the transition.  One entailment each,
 * except where no query is needed:
 *   - p before the transition is in the cube already, or is constant;
 *   - a model seen for this transition already falsifies it;
 *   - it is the negation of one that is entailed (the post is not empty).
 * The emptiness of the post is asked first; its model is the first of those
 * that settle predicates.  An undecided entailment is not entailed.
 *
 * Queries go to logic/arith/arith.h, which needs no solver context; what it cannot decide
 * goes to a solver that is fresh for this item and made when first needed. */
#include <assert.h>

#include "cegar/abstraction/item_worker.h"

struct expand_expansion {
    struct cegar_worker *worker;
    const struct precision *precision;
    uint64_t queries, undecided;
    struct term_vec cube; /* literals of all premises */
    struct map in_cube;   /* their digests */
    const term *guard;    /* of the transition at hand */
    solver *solver;       /* null: not needed so far */
    bool guarded;         /* the solver has the guard asserted */
};

enum verdict_of { OPEN, HOLDS, FAILS };

static void
expand_ask_solver (struct expand_expansion *x)
{
    if (!x->solver) {
        x->solver = item_worker_start (x->worker, x->worker->limit);
        for (size_t i = 0; i < x->cube.size; i++)
            solver_assert (x->solver, x->cube.at[i]);
    }
    if (!x->guarded) {
        solver_push (x->solver);
        solver_assert (x->solver, x->guard);
        x->guarded = true;
    }
}

/* After a satisfiable check: what the model falsifies is not entailed. */
static void
expand_settle (struct expand_expansion *x, bool quick,
               const struct term_vec *before, uint8_t *verdict)
{
    assert (quick || x->solver);
    for (size_t i = 0; i < before->size; i++) {
        if (verdict[i] != OPEN)
            continue;
        if (quick) {
            if (arith_holds (x->worker->arith, before->at[i]) == ARITH_UNSAT)
                verdict[i] = FAILS;
            continue;
        }
        const term *value = solver_value (x->solver, before->at[i]);
        if (value && term_is_false (value))
            verdict[i] = FAILS;
    }
}

/* Cube, guard and `more` (may be null) together; settles what a model shows. */
static enum solver_answer
expand_check (struct expand_expansion *x, const term *more,
              const struct term_vec *before, uint8_t *verdict)
{
    arith *a = x->worker->arith;
    x->queries++;
    if (more) {
        arith_push (a);
        arith_assert (a, more, 0);
    }
    enum arith_answer quick = arith_check (a);
    if (quick == ARITH_SAT)
        expand_settle (x, true, before, verdict);
    if (more)
        arith_pop (a);
    if (quick != ARITH_UNDECIDED)
        return quick == ARITH_SAT ? SOLVER_SAT : SOLVER_UNSAT;
    expand_ask_solver (x);
    enum solver_answer answer =
        solver_check (x->solver, more ? &more : NULL, more ? 1 : 0);
    if (answer == SOLVER_SAT)
        expand_settle (x, false, before, verdict);
    if (answer == SOLVER_UNDECIDED)
        x->undecided++;
    return answer;
}

/* False: interrupted. */
static bool
expand_predicates (struct expand_expansion *x, const struct term_vec *before,
                   uint8_t *verdict)
{
    terms *store = x->worker->terms;
    for (size_t i = 0; i < before->size; i++) {
        const term *p = before->at[i];
        if (verdict[i] != OPEN)
            continue;
        if (term_is_true (p) || map_get (&x->in_cube, p->digest)) {
            verdict[i] = HOLDS;
            continue;
        }
        if (term_is_false (p)) {
            verdict[i] = FAILS;
            continue;
        }
        const term *negation = term_not (store, p);
        enum solver_answer a = expand_check (x, negation, before, verdict);
        if (a == SOLVER_INTERRUPTED)
            return false;
        verdict[i] = a == SOLVER_UNSAT ? HOLDS : FAILS;
        if (a == SOLVER_UNSAT)
            for (size_t j = i + 1; j < before->size; j++)
                if (before->at[j] == negation)
                    verdict[j] = FAILS;
    }
    return true;
}

static bool
expand_post (struct expand_expansion *x, struct item_post *post, size_t round)
{
    assert (!x->guarded);
    struct cegar_worker *l = x->worker;
    const struct transition *t = &l->system.transition.at[post->transition];
    size_t targets = precision_count (x->precision, round, t->to);
    struct term_vec before = {0};
    struct vec_index name = {0};
    for (size_t i = 0; i < targets; i++)
        if (cube_has (post->ask, i)) {
            const term *p = item_worker_before (l, post->transition,
                                                x->precision->at[t->to].at[i]);
            VEC_PUSH (before, p);
            VEC_PUSH (name, (uint32_t) i);
        }
    uint8_t *verdict = NEW_ARRAY (uint8_t, before.size);
    assert (before.size == name.size && before.size <= targets);
    bool whole = true;
    x->guard = t->guard;
    arith_push (l->arith);
    arith_assert (l->arith, t->guard, 0);
    enum solver_answer a = expand_check (x, NULL, &before, verdict);
    if (a == SOLVER_INTERRUPTED)
        whole = false;
    else if (a == SOLVER_UNSAT)
        post->emptiness = POST_EMPTY;
    else {
        post->emptiness = a == SOLVER_SAT ? POST_SOME : POST_UNDECIDED;
        whole = expand_predicates (x, &before, verdict);
        for (size_t i = 0; i < before.size; i++)
            if (verdict[i] == HOLDS)
                cube_set (post->entailed, name.at[i]);
    }
    arith_pop (l->arith);
    if (x->guarded)
        solver_pop (x->solver);
    x->guarded = false;
    memory_free (verdict);
    VEC_CLEAR (before);
    VEC_CLEAR (name);
    return whole;
}

/* What holds before, one literal more. */
static void
expand_assume (struct expand_expansion *x, const term *literal)
{
    VEC_PUSH (x->cube, literal);
    map_put (&x->in_cube, literal->digest, x->cube.size - 1);
    arith_assert (x->worker->arith, literal, 0);
}

static void
expand_begin (struct expand_expansion *x)
{
    map_init (&x->in_cube);
    arith_reset (x->worker->arith);
}

static void
expand_end (struct expand_expansion *x, uint64_t *units)
{
    if (x->solver)
        item_worker_stop (x->worker, x->solver, units);
    map_clear (&x->in_cube);
    VEC_CLEAR (x->cube);
}

bool
item_worker_joint (struct cegar_worker *l, const struct precision *p,
                   struct item_joint *j, size_t round, uint64_t *units)
{
    const struct transition *t = &l->system.transition.at[j->post.transition];
    assert (round < p->round.size);
    struct expand_expansion x = {.worker = l, .precision = p};
    uint64_t before = arith_units (l->arith);
    expand_begin (&x);
    for (size_t i = 0; i < transition_premises (t); i++) {
        uint32_t location = transition_premise (t, i);
        size_t count = precision_count (p, round, location);
        for (size_t k = 0; k < count; k++)
            if (cube_has (j->cube[i], k))
                expand_assume (&x,
                               item_worker_premise (l, j->post.transition, i,
                                                    p->at[location].at[k]));
    }
    bool whole = expand_post (&x, &j->post, round);
    *units += arith_units (l->arith) - before;
    j->queries = x.queries;
    j->undecided = x.undecided;
    expand_end (&x, units);
    return whole;
}

bool
item_worker_expand (struct cegar_worker *l, const struct precision *p,
                    struct item_expand *e, size_t round, uint64_t *units)
{
    assert (e->location < p->locations && round < p->round.size);
    struct expand_expansion x = {.worker = l, .precision = p};
    size_t count = precision_count (p, round, e->location);
    uint64_t before = arith_units (l->arith);
    expand_begin (&x);
    for (size_t i = 0; i < count; i++)
        if (cube_has (e->cube, i))
            expand_assume (&x, p->at[e->location].at[i]);
    bool whole = true;
    for (size_t i = 0; whole && i < e->post.size; i++)
        whole = expand_post (&x, &e->post.at[i], round);
    *units += arith_units (l->arith) - before;
    e->queries += x.queries;
    e->undecided += x.undecided;
    expand_end (&x, units);
    return whole;
}
