/* expand.c -- Cartesian predicate abstraction of one transition's post.
 *
 * alpha (post (t, cube)) is the conjunction of the predicates p of the target
 * with cube and guard implying p before the transition.  One entailment each,
 * except where no query is needed:
 *   - p before the transition is in the cube already, or is constant;
 *   - a model seen for this transition already falsifies it;
 *   - it is the negation of one that is entailed (the post is not empty).
 * The emptiness of the post is asked first; its model is the first of those
 * that settle predicates.  An undecided entailment is not entailed. */
#include <assert.h>

#include "cegar/labor.h"

struct expansion {
    laborer *laborer;
    const struct precision *precision;
    solver *solver;
    struct item_expand *item;
    const struct term_vec *cube; /* the literals */
    struct map in_cube;          /* their digests */
};

enum verdict_of { OPEN, HOLDS, FAILS };

/* After a satisfiable check: what the model falsifies is not entailed. */
static void
expand_settle (struct expansion *x, const struct term_vec *before,
               uint8_t *verdict)
{
    for (size_t i = 0; i < before->size; i++)
        if (verdict[i] == OPEN) {
            const term *value = solver_value (x->solver, before->at[i]);
            if (value && term_is_false (value))
                verdict[i] = FAILS;
        }
}

/* One transition, its guard asserted; false: interrupted. */
static bool
expand_predicates (struct expansion *x, const struct term_vec *before,
                   uint8_t *verdict)
{
    terms *store = x->laborer->terms;
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
        enum solver_answer a = solver_check (x->solver, &negation, 1);
        x->item->queries++;
        if (a == SOLVER_INTERRUPTED)
            return false;
        verdict[i] = a == SOLVER_UNSAT ? HOLDS : FAILS;
        if (a == SOLVER_UNDECIDED)
            x->item->undecided++;
        if (a == SOLVER_SAT)
            expand_settle (x, before, verdict);
        if (a == SOLVER_UNSAT)
            for (size_t j = i + 1; j < before->size; j++)
                if (before->at[j] == negation)
                    verdict[j] = FAILS;
    }
    return true;
}

static bool
expand_post (struct expansion *x, struct item_post *post, size_t round)
{
    laborer *l = x->laborer;
    const struct transition *t = &l->system.transition.at[post->transition];
    size_t targets = precision_count (x->precision, round, t->to);
    struct term_vec before = {0};
    struct vec_index name = {0};
    for (size_t i = 0; i < targets; i++)
        if (cube_has (post->ask, i)) {
            VEC_PUSH (before, labor_before (l, post->transition,
                                            x->precision->at[t->to].at[i]));
            VEC_PUSH (name, (uint32_t) i);
        }
    uint8_t *verdict = NEW_ARRAY (uint8_t, before.size);
    bool whole = true;
    solver_push (x->solver);
    solver_assert (x->solver, t->guard);
    enum solver_answer a = solver_check (x->solver, NULL, 0);
    x->item->queries++;
    if (a == SOLVER_INTERRUPTED)
        whole = false;
    else if (a == SOLVER_UNSAT)
        post->emptiness = POST_EMPTY;
    else {
        post->emptiness = a == SOLVER_SAT ? POST_SOME : POST_UNDECIDED;
        if (a == SOLVER_SAT)
            expand_settle (x, &before, verdict);
        else
            x->item->undecided++;
        whole = expand_predicates (x, &before, verdict);
        for (size_t i = 0; i < before.size; i++)
            if (verdict[i] == HOLDS)
                cube_set (post->entailed, name.at[i]);
    }
    solver_pop (x->solver);
    memory_free (verdict);
    VEC_CLEAR (before);
    VEC_CLEAR (name);
    return whole;
}

bool
labor_expand (laborer *l, const struct precision *p, struct item_expand *e,
              size_t round, uint64_t *units)
{
    struct term_vec cube = {0};
    struct expansion x
        = {.laborer = l, .precision = p, .item = e, .cube = &cube};
    size_t count = precision_count (p, round, e->location);
    map_init (&x.in_cube);
    x.solver = labor_start (l, l->limit);
    for (size_t i = 0; i < count; i++)
        if (cube_has (e->cube, i)) {
            const term *literal = p->at[e->location].at[i];
            VEC_PUSH (cube, literal);
            map_put (&x.in_cube, literal->digest, i);
            solver_assert (x.solver, literal);
        }
    bool whole = true;
    for (size_t i = 0; whole && i < e->post.size; i++)
        whole = expand_post (&x, &e->post.at[i], round);
    labor_stop (l, x.solver, units);
    map_clear (&x.in_cube);
    VEC_CLEAR (cube);
    return whole;
}
