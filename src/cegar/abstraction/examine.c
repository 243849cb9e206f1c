/* examine.c -- is a derivation feasible, and if not, which predicates exclude it?
 *
 * Interpolants of its steps give a formula per cut; its conjuncts, in
 * normal form, become predicates of the location at that cut.  Equalities of
 * numbers become two inequalities: half of an equality often is what stays true
 * when the loop goes round once more. */
#include <assert.h>

#include "cegar/abstraction/item_worker.h"
#include "cegar/system/path.h"
#include "logic/arith/linear.h"
#include "logic/term/sort.h"

static void
examine_found (struct cegar_worker *l, struct item_examine *x, size_t step,
               const term *predicate)
{
    uint32_t location = l->system.transition.at[x->path.at[step - 1]].to;
    assert (location > SYSTEM_ERROR && location < l->system.location.size);
    bool negated;
    const term *normal = predicate_normal (l->terms, predicate, &negated);
    if (negated)
        normal = term_not (l->terms, normal);
    if (term_is_constant (normal))
        return;
    size_t i = 0;
    while (i < x->found.size
           && (x->found.at[i].location != location
               || x->found.at[i].predicate != normal))
        i++;
    struct item_place place = {(uint32_t) step, (uint32_t) i};
    VEC_PUSH (x->place, place);
    struct item_predicate found = {location, normal};
    if (i == x->found.size)
        VEC_PUSH (x->found, found);
}

static void
examine_cut (struct cegar_worker *l, struct item_examine *x, size_t step,
             const term *formula)
{
    struct term_vec part = {0};
    term_conjuncts (l->terms, formula, &part);
    for (size_t i = 0; i < part.size; i++) {
        const term *p = part.at[i];
        if (p->op == OP_EQ && sort_is_number (p->arg[0]->sort)) {
            examine_found (l, x, step,
                           term_le (l->terms, p->arg[0], p->arg[1]));
            examine_found (l, x, step,
                           term_le (l->terms, p->arg[1], p->arg[0]));
        } else
            examine_found (l, x, step, p);
    }
    VEC_CLEAR (part);
}

/* Feasibility by logic/arith/arith.h, and cuts from its conflict. */
static bool
examine_quick (struct cegar_worker *l, struct item_examine *x,
               const struct term_vec *step, const uint32_t *first,
               const term **cut, uint64_t *units)
{
    uint64_t before = arith_units (l->arith);
    arith_reset (l->arith);
    for (size_t i = 0; i < step->size; i++)
        arith_assert (l->arith, step->at[i], (uint32_t) i);
    enum arith_answer a = arith_check (l->arith);
    *units += arith_units (l->arith) - before;
    if (a == ARITH_UNDECIDED)
        return false;
    x->queries++;
    x->finding = a == ARITH_SAT ? PATH_FEASIBLE : PATH_INFEASIBLE;
    bool farkas =
        x->method == INTERPOLATE_AUTO || x->method == INTERPOLATE_FARKAS;
    x->explained = a == ARITH_UNSAT && x->refine && farkas
                   && arith_cuts (l->arith, step->size, first, cut);
    return true;
}

/* Feasibility by a solver; false: interrupted. */
static bool
examine_feasible (struct cegar_worker *l, struct item_examine *x,
                  const struct term_vec *step, uint64_t *units)
{
    solver *s = item_worker_start (l, l->limit);
    for (size_t i = 0; i < step->size; i++)
        solver_assert (s, step->at[i]);
    enum solver_answer a = solver_check (s, NULL, 0);
    x->queries++;
    x->finding = a == SOLVER_SAT     ? PATH_FEASIBLE
                 : a == SOLVER_UNSAT ? PATH_INFEASIBLE
                                     : PATH_UNDECIDED;
    if (a == SOLVER_UNDECIDED)
        x->undecided++;
    item_worker_stop (l, s, units);
    return a != SOLVER_INTERRUPTED;
}

/* Cuts by a solver; false: interrupted. */
static bool
examine_explain (struct cegar_worker *l, struct item_examine *x,
                 const struct term_vec *step, const uint32_t *first,
                 const term **cut, uint64_t *units)
{
    assert (x->refine && x->finding == PATH_INFEASIBLE);
    struct term_vec *shared = NEW_ARRAY (struct term_vec, step->size);
    for (size_t k = 1; k < step->size; k++)
        path_vars (l->terms, &l->system,
                   l->system.transition.at[x->path.at[k - 1]].to, k,
                   &shared[k]);
    struct interpolate_path path = {step->at, step->size, first, shared};
    enum interpolate_method used;
    enum interpolate_result r =
        interpolate (l->terms, (enum interpolate_method) x->method, &path,
                     l->limit, cut, &used, units, &l->watch);
    x->queries++;
    x->explained = r == INTERPOLATE_DONE;
    for (size_t k = 0; k < step->size; k++)
        VEC_CLEAR (shared[k]);
    memory_free (shared);
    return r != INTERPOLATE_INTERRUPTED;
}

bool
item_worker_examine (struct cegar_worker *l, struct item_examine *x,
                     uint64_t *units)
{
    assert (x->path.size && !x->found.size && !x->explained);
    size_t size = x->path.size;
    struct term_vec step = {0};
    struct path_shape shape;
    path_shape_make (&shape, &l->system, x->path.at, size);
    for (size_t i = 0; i < size; i++) {
        const term *formula = path_step (l->terms, &l->system, x->path.at[i],
                                         shape.premise[i], i);
        VEC_PUSH (step, formula);
    }
    /* A path has but one way to be cut in two, and more methods. */
    const uint32_t *first = system_linear (&l->system) ? NULL : shape.first;
    const term **cut = NEW_ARRAY (const term *, size + 1);
    bool whole = examine_quick (l, x, &step, first, cut, units)
                 || examine_feasible (l, x, &step, units);
    if (whole && x->refine && x->finding == PATH_INFEASIBLE && !x->explained)
        whole = examine_explain (l, x, &step, first, cut, units);
    for (size_t k = 1; x->explained && k < size; k++) {
        uint32_t location = l->system.transition.at[x->path.at[k - 1]].to;
        assert (cut[k]);
        examine_cut (l, x, k,
                     path_unnumber (l->terms, &l->system, location, k, cut[k]));
    }
    assert (!x->explained || (x->refine && x->finding == PATH_INFEASIBLE));
    memory_free (cut);
    path_shape_clear (&shape);
    VEC_CLEAR (step);
    return whole;
}
