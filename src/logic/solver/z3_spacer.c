/* z3_spacer.c -- interpolants from Z3's Horn solver, for one path or tree.
 *
 * It becomes clauses without recursion, one for each step, one relation per cut
 * over what is shared there; the cover that the solver found for a relation is
 * the interpolant.  Slicing and inlining would take the relations away, so they
 * are off. */
#include <stdio.h>

#include "logic/interpolate/internal.h"
#include "logic/solver/z3_internal.h"

struct spacer {
    struct interpolation *job;
    solver *solver;
    Z3_context context;
    Z3_fixedpoint engine;
    Z3_func_decl *relation; /* per cut; [0] unused; [n] is the query */
    uint32_t *height;       /* per cut: most steps in a row that lead to it */
};

static bool
set_up (struct spacer *w)
{
    Z3_context c = w->context;
    w->engine = Z3_mk_fixedpoint (c);
    if (!w->engine)
        return false;
    Z3_fixedpoint_inc_ref (c, w->engine);
    Z3_params p = Z3_mk_params (c);
    Z3_params_inc_ref (c, p);
    Z3_params_set_symbol (c, p, Z3_mk_string_symbol (c, "engine"),
                          Z3_mk_string_symbol (c, "spacer"));
    static const char *const off[] = {"xform.slice", "xform.inline_linear",
                                      "xform.inline_eager"};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++)
        Z3_params_set_bool (c, p, Z3_mk_string_symbol (c, off[i]), false);
    Z3_fixedpoint_set_params (c, w->engine, p);
    bool good = Z3_get_error_code (c) == Z3_OK;
    Z3_params_dec_ref (c, p);
    return good;
}

static bool
declare (struct spacer *w, size_t k)
{
    Z3_context c = w->context;
    static const struct term_vec none = {0};
    bool last = k == w->job->path->size;
    const struct term_vec *shared = last ? &none : &w->job->path->shared[k];
    Z3_sort *domain = NEW_ARRAY (Z3_sort, shared->size);
    bool good = true;
    for (size_t i = 0; i < shared->size && good; i++) {
        domain[i] = z3_sort (w->solver, shared->at[i]->sort);
        good = domain[i] != NULL;
    }
    if (good) {
        char name[32];
        snprintf (name, sizeof name, "cut!%zu", k);
        Z3_symbol symbol = Z3_mk_string_symbol (c, name);
        Z3_sort truth = z3_sort (w->solver, sort_bool (w->job->terms));
        w->relation[k] = z3_keep_decl (
            w->solver, Z3_mk_func_decl (c, symbol, (unsigned) shared->size,
                                        domain, truth));
        good = w->relation[k] != NULL;
        if (good)
            Z3_fixedpoint_register_relation (c, w->engine, w->relation[k]);
    }
    memory_free (domain);
    return good;
}

/* The relation of a cut, applied to what is shared there. */
static Z3_ast
applied (struct spacer *w, size_t k)
{
    size_t count = k < w->job->path->size ? w->job->path->shared[k].size : 0;
    Z3_ast *arg = NEW_ARRAY (Z3_ast, count);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        arg[i] = z3_ast (w->solver, w->job->path->shared[k].at[i]);
        good = arg[i] != NULL;
    }
    Z3_ast result = NULL;
    if (good)
        result = z3_keep (w->solver, Z3_mk_app (w->context, w->relation[k],
                                                (unsigned) count, arg));
    memory_free (arg);
    return result;
}

static void
add_variable (struct term_vec *vars, const term *v)
{
    for (size_t i = 0; i < vars->size; i++)
        if (vars->at[i] == v)
            return;
    VEC_PUSH (*vars, v);
}

/* Adds the clause of step k: the cuts that it joins and its core imply cut k + 1. */
static bool
add_clause (struct spacer *w, size_t k)
{
    Z3_context c = w->context;
    solver *s = w->solver;
    size_t n = w->job->path->size;
    struct term_vec conjuncts = {0}, vars = {0};
    for (size_t i = 0; i < w->job->core.size; i++)
        if (w->job->core.at[i].step == k)
            VEC_PUSH (conjuncts, w->job->core.at[i].formula);
    const term *formula =
        term_and (w->job->terms, conjuncts.at, conjuncts.size);
    term_variables (w->job->terms, formula, &vars);
    Z3_ast body = z3_ast (s, formula);
    for (size_t at = SIZE_MAX;
         (at = interpolate_joined (w->job->path, k, at));) {
        for (size_t i = 0; i < w->job->path->shared[at].size; i++)
            add_variable (&vars, w->job->path->shared[at].at[i]);
        Z3_ast both[2] = {applied (w, at), body};
        body = both[0] && body ? z3_keep (s, Z3_mk_and (c, 2, both)) : NULL;
        if (w->height[at] >= w->height[k + 1])
            w->height[k + 1] = w->height[at] + 1;
    }
    if (!w->height[k + 1])
        w->height[k + 1] = 1;
    for (size_t i = 0; k + 1 < n && i < w->job->path->shared[k + 1].size; i++)
        add_variable (&vars, w->job->path->shared[k + 1].at[i]);
    Z3_ast head = applied (w, k + 1);
    Z3_ast clause = NULL;
    if (body && head)
        clause = z3_keep (s, Z3_mk_implies (c, body, head));
    if (clause && vars.size) {
        Z3_app *bound = NEW_ARRAY (Z3_app, vars.size);
        for (size_t i = 0; i < vars.size; i++)
            bound[i] = Z3_to_app (c, z3_ast (s, vars.at[i]));
        clause = z3_keep (s, Z3_mk_forall_const (c, 0, (unsigned) vars.size,
                                                 bound, 0, NULL, clause));
        memory_free (bound);
    }
    if (clause) {
        char name[32];
        snprintf (name, sizeof name, "step!%zu", k);
        Z3_fixedpoint_add_rule (c, w->engine, clause,
                                Z3_mk_string_symbol (c, name));
    }
    VEC_CLEAR (conjuncts);
    VEC_CLEAR (vars);
    return clause && Z3_get_error_code (c) == Z3_OK;
}

/* What was found for a cut at one level; its variables are numbered as the
 * arguments. */
static const term *
cover_at (struct spacer *w, size_t k, int level)
{
    Z3_context c = w->context;
    solver *s = w->solver;
    const struct term_vec *shared = &w->job->path->shared[k];
    Z3_ast found = z3_keep (
        s, Z3_fixedpoint_get_cover_delta (c, w->engine, level, w->relation[k]));
    if (!found)
        return NULL;
    Z3_ast *to = NEW_ARRAY (Z3_ast, shared->size);
    for (size_t i = 0; i < shared->size; i++)
        to[i] = z3_ast (s, shared->at[i]);
    Z3_ast result =
        z3_keep (s, Z3_substitute_vars (c, found, (unsigned) shared->size, to));
    memory_free (to);
    return z3_term (s, result, false);
}

/* Cut k is reached in as many steps as it is high and no others, so what holds for up
 * to so many or more holds there, be it proved for any number of steps (level -1) or
 * not. */
static const term *
cover (struct spacer *w, size_t k)
{
    const term *all = cover_at (w, k, -1);
    unsigned levels =
        Z3_fixedpoint_get_num_levels (w->context, w->engine, w->relation[k]);
    for (unsigned level = w->height[k]; level < levels && all; level++) {
        const term *more = cover_at (w, k, (int) level);
        all = more ? term_and2 (w->job->terms, all, more) : NULL;
    }
    return all;
}

static bool
run (struct spacer *w)
{
    size_t n = w->job->path->size;
    bool good = set_up (w);
    for (size_t k = 1; k <= n && good; k++)
        good = declare (w, k);
    for (size_t k = 0; k < n && good; k++)
        good = add_clause (w, k);
    Z3_ast query = good ? applied (w, n) : NULL;
    if (!query || atomic_load (&w->solver->interrupted))
        return false;
    Z3_lbool said = Z3_fixedpoint_query (w->context, w->engine, query);
    if (Z3_get_error_code (w->context) != Z3_OK || said != Z3_L_FALSE)
        return false;
    for (size_t k = 1; k < n && good; k++) {
        w->job->cut[k] = cover (w, k);
        good = w->job->cut[k] != NULL;
    }
    return good;
}

enum interpolate_result
interpolate_spacer (struct interpolation *job)
{
    struct spacer w = {.job = job, .solver = interpolation_open (job)};
    w.context = w.solver->context;
    w.relation = NEW_ARRAY (Z3_func_decl, job->path->size + 1);
    w.height = NEW_ARRAY (uint32_t, job->path->size + 1);
    bool good = run (&w);
    bool interrupted = atomic_load (&w.solver->interrupted);
    z3_count (w.solver);
    if (w.engine)
        Z3_fixedpoint_dec_ref (w.context, w.engine);
    memory_free (w.relation);
    memory_free (w.height);
    interpolation_close (job, w.solver);
    return interrupted ? INTERPOLATE_INTERRUPTED
           : good      ? INTERPOLATE_DONE
                       : INTERPOLATE_FAILED;
}
