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
    struct term_vec
        base; /* what holds for every post: the cube, or the guard */
    struct term_vec more; /* and for the one at hand: the other */
    struct map in_cube;   /* digests of the cube's literals */
    solver *solver;       /* null: not needed so far */
    bool pushed;          /* the solver has `more` asserted */
};

enum verdict_of { OPEN, HOLDS, FAILS };

static void
expand_ask_solver (struct expand_expansion *x)
{
    if (!x->solver) {
        x->solver = item_worker_start (x->worker, x->worker->limit);
        for (size_t i = 0; i < x->base.size; i++)
            solver_assert (x->solver, x->base.at[i]);
    }
    if (!x->pushed) {
        solver_push (x->solver);
        for (size_t i = 0; i < x->more.size; i++)
            solver_assert (x->solver, x->more.at[i]);
        x->pushed = true;
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

/* What holds for this post alone is in `more`, and asserted in a level of its own. */
static bool
expand_post (struct expand_expansion *x, struct item_post *post, size_t round)
{
    assert (!x->pushed);
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
    if (x->pushed)
        solver_pop (x->solver);
    x->pushed = false;
    memory_free (verdict);
    VEC_CLEAR (before);
    VEC_CLEAR (name);
    return whole;
}

/* ---- one cube, many transitions */

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
    VEC_CLEAR (x->base);
    VEC_CLEAR (x->more);
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
        if (cube_has (e->cube, i)) {
            const term *literal = p->at[e->location].at[i];
            VEC_PUSH (x.base, literal);
            map_put (&x.in_cube, literal->digest, i);
            arith_assert (l->arith, literal, 0);
        }
    bool whole = true;
    for (size_t i = 0; whole && i < e->post.size; i++) {
        const term *guard =
            l->system.transition.at[e->post.at[i].transition].guard;
        x.more.size = 0;
        VEC_PUSH (x.more, guard);
        arith_push (l->arith);
        arith_assert (l->arith, guard, 0);
        whole = expand_post (&x, &e->post.at[i], round);
        arith_pop (l->arith);
    }
    *units += arith_units (l->arith) - before;
    e->queries += x.queries;
    e->undecided += x.undecided;
    expand_end (&x, units);
    return whole;
}

/* ---- one transition, many tuples of cubes */

/* How many premises, from the first on, two tuples have alike. */
static size_t
joint_alike (const struct cegar_worker *l, const struct precision *p,
             const struct item_joint *j, size_t a, size_t b, size_t round)
{
    const struct transition *t = &l->system.transition.at[j->transition];
    size_t same = 0;
    while (same < transition_premises (t)
           && cube_equal (j->tuple.at[a].cube[same], j->tuple.at[b].cube[same],
                          cube_words (precision_count (
                              p, round, transition_premise (t, same)))))
        same++;
    return same;
}

/* The literals of one premise. */
static void
joint_assume (struct expand_expansion *x, const struct item_joint *j,
              const struct item_tuple *tuple, size_t premise, size_t round)
{
    struct cegar_worker *l = x->worker;
    uint32_t location =
        transition_premise (&l->system.transition.at[j->transition], premise);
    size_t count = precision_count (x->precision, round, location);
    for (size_t k = 0; k < count; k++) {
        if (!cube_has (tuple->cube[premise], k))
            continue;
        const term *literal = item_worker_premise (
            l, j->transition, premise, x->precision->at[location].at[k]);
        VEC_PUSH (x->more, literal);
        map_put (&x->in_cube, literal->digest, k);
        arith_assert (l->arith, literal, 0);
    }
}

/* Tuples come in lexicographic order, so those that begin alike follow each other:
 * where such a beginning contradicts the guard, all of them are empty. */
bool
item_worker_joint (struct cegar_worker *l, const struct precision *p,
                   struct item_joint *j, size_t round, uint64_t *units)
{
    const struct transition *t = &l->system.transition.at[j->transition];
    assert (round < p->round.size);
    size_t premises = transition_premises (t), dead = 0;
    struct expand_expansion x = {.worker = l, .precision = p};
    uint64_t before = arith_units (l->arith);
    expand_begin (&x);
    VEC_PUSH (x.base, t->guard);
    arith_assert (l->arith, t->guard, 0);
    bool whole = true;
    for (size_t k = 0; whole && k < j->tuple.size; k++) {
        struct item_tuple *tuple = &j->tuple.at[k];
        size_t next =
            k + 1 < j->tuple.size ? joint_alike (l, p, j, k, k + 1, round) : 0;
        if (k && dead && joint_alike (l, p, j, k - 1, k, round) >= dead) {
            tuple->post.emptiness = POST_EMPTY;
            continue;
        }
        dead = 0;
        x.more.size = 0;
        map_clear (&x.in_cube);
        map_init (&x.in_cube);
        arith_push (l->arith);
        for (size_t i = 0; i < premises && !dead; i++) {
            joint_assume (&x, j, tuple, i, round);
            if (i + 1 == premises || next <= i)
                continue;
            x.queries++;
            if (arith_check (l->arith) == ARITH_UNSAT)
                dead = i + 1;
        }
        if (dead)
            tuple->post.emptiness = POST_EMPTY;
        else
            whole = expand_post (&x, &tuple->post, round);
        arith_pop (l->arith);
    }
    *units += arith_units (l->arith) - before;
    j->queries = x.queries;
    j->undecided = x.undecided;
    expand_end (&x, units);
    return whole;
}
