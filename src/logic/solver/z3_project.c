/* z3_project.c -- variables quantified away, and formulas made simpler.
 *
 * First what needs no solver (logic/arith/eliminate.h).  Then model-based projection: a
 * model of what is not covered yet, a conjunction of literals of the formula
 * that holds in it, Z3's projection of that under the model; the disjunction of
 * all of them, once it covers the formula, is the projection.  Each question is
 * limited, and so is their number, where Z3's own quantifier elimination would
 * go on for as long as it likes. */
#include <string.h>

#include "logic/arith/eliminate.h"
#include "logic/arith/linear.h"
#include "logic/solver/z3_internal.h"

/* A projection that is not cheap is not useful either: it makes no readable
 * predicates.  The units are per question. */
enum { PROJECT_CASES = 12, PROJECT_UNITS = 200000 };

/* Linear arithmetic and Booleans only: projection is complete for these. */
static bool
is_projectable (terms *ts, const term *t)
{
    static const enum op never[] = {
        OP_APPLY,  OP_SELECT,    OP_STORE,  OP_CONST_ARRAY, OP_FORALL,
        OP_EXISTS, OP_BV_TO_NAT, OP_TO_INT, OP_IS_INT,      OP_TO_REAL,
    };
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (term_has_op (ts, t, never[i]))
            return false;
    struct term_vec vars = {0};
    term_variables (ts, t, &vars);
    bool good = true;
    for (size_t i = 0; i < vars.size && good; i++)
        good = vars.at[i]->sort->kind == SORT_BOOL
               || sort_is_number (vars.at[i]->sort);
    VEC_CLEAR (vars);
    return good;
}

/* The literals of a conjunction in normal form: Z3 leaves large common factors
 * in them, and they would grow from step to step. */
static const term *
tidy (terms *ts, const term *conjunction)
{
    struct term_vec v = {0};
    term_conjuncts (ts, conjunction, &v);
    for (size_t i = 0; i < v.size; i++) {
        bool negated;
        v.at[i] = predicate_normal (ts, v.at[i], &negated);
        if (negated)
            v.at[i] = term_not (ts, v.at[i]);
    }
    const term *result = term_and (ts, v.at, v.size);
    VEC_CLEAR (v);
    return result;
}

/* Z3's projection ends the process if a variable has no value in the model, as
 * one that does not matter has not. */
static void
model_complete (solver *s, Z3_model model, const struct term_vec *vars)
{
    Z3_context c = s->context;
    for (size_t i = 0; i < vars->size; i++) {
        Z3_ast var = z3_ast (s, vars->at[i]);
        Z3_func_decl decl = Z3_get_app_decl (c, Z3_to_app (c, var));
        Z3_ast value = NULL;
        if (!Z3_model_has_interp (c, model, decl)
            && Z3_model_eval (c, model, var, true, &value) && value)
            Z3_add_const_interp (c, model, decl, z3_keep (s, value));
    }
}

/* One case: the projection of the formula around the model. */
static const term *
project_case (solver *s, Z3_solver inner, Z3_ast formula, Z3_app *gone,
              unsigned count, const struct term_vec *vars)
{
    Z3_context c = s->context;
    Z3_model model = Z3_solver_get_model (c, inner);
    if (!model)
        return NULL;
    Z3_model_inc_ref (c, model);
    model_complete (s, model, vars);
    Z3_ast literals = z3_keep (s, Z3_model_extrapolate (c, model, formula));
    Z3_ast found = NULL;
    if (literals)
        found =
            z3_keep (s, Z3_qe_model_project (c, model, count, gone, literals));
    Z3_model_dec_ref (c, model);
    const term *result = z3_term (s, found, false);
    return result ? tidy (s->terms, result) : NULL;
}

static bool
mentions_any (terms *ts, const term *t, const struct term_vec *gone)
{
    struct term_vec vars = {0};
    term_variables (ts, t, &vars);
    bool found = false;
    for (size_t i = 0; i < vars.size && !found; i++)
        for (size_t j = 0; j < gone->size && !found; j++)
            found = vars.at[i] == gone->at[j];
    VEC_CLEAR (vars);
    return found;
}

/* The solver of a projection is one of its own in the same context, so that
 * what is asserted in the user's does not take part. */
static Z3_solver
inner_new (solver *s)
{
    Z3_context c = s->context;
    Z3_solver inner = Z3_mk_simple_solver (c);
    if (!inner)
        memory_exhausted ();
    Z3_solver_inc_ref (c, inner);
    Z3_params p = Z3_mk_params (c);
    Z3_params_inc_ref (c, p);
    uint64_t limit = s->options.limit;
    if (!limit || limit > PROJECT_UNITS)
        limit = PROJECT_UNITS;
    Z3_params_set_uint (c, p, Z3_mk_string_symbol (c, "rlimit"),
                        (unsigned) limit);
    Z3_params_set_uint (c, p, Z3_mk_string_symbol (c, "arith.solver"), 2);
    Z3_solver_set_params (c, inner, p);
    Z3_params_dec_ref (c, p);
    return inner;
}

static Z3_lbool
inner_check (solver *s, Z3_solver inner)
{
    if (atomic_load (&s->interrupted))
        return Z3_L_UNDEF;
    Z3_lbool said = Z3_solver_check (s->context, inner);
    bool good = Z3_get_error_code (s->context) == Z3_OK
                && !atomic_load (&s->interrupted);
    return good ? said : Z3_L_UNDEF;
}

/* Exact projection of a formula, or null. */
static const term *
project_by_models (solver *s, const term *formula, const struct term_vec *gone)
{
    Z3_context c = s->context;
    terms *ts = s->terms;
    if (!is_projectable (ts, formula))
        return NULL;
    Z3_ast theirs = z3_ast (s, formula);
    Z3_app *app = NEW_ARRAY (Z3_app, gone->size);
    for (size_t i = 0; i < gone->size; i++) {
        Z3_ast var = z3_ast (s, gone->at[i]);
        app[i] = var ? Z3_to_app (c, var) : NULL;
    }
    Z3_solver inner = inner_new (s);
    if (theirs)
        Z3_solver_assert (c, inner, theirs);
    struct term_vec found = {0}, vars = {0};
    term_variables (ts, formula, &vars);
    Z3_lbool said = Z3_L_UNDEF;
    bool good = theirs != NULL;
    while (good && (said = inner_check (s, inner)) == Z3_L_TRUE) {
        const term *one =
            project_case (s, inner, theirs, app, (unsigned) gone->size, &vars);
        good = one && found.size < PROJECT_CASES
               && !mentions_any (ts, one, gone)
               && !term_has_op (ts, one, OP_FORALL)
               && !term_has_op (ts, one, OP_EXISTS);
        if (!good)
            break;
        VEC_PUSH (found, one);
        Z3_ast not_this = z3_ast (s, term_not (ts, one));
        good = not_this != NULL;
        if (good)
            Z3_solver_assert (c, inner, not_this);
    }
    Z3_solver_dec_ref (c, inner);
    const term *result = NULL;
    if (good && said == Z3_L_FALSE)
        result = term_or (ts, found.at, found.size);
    VEC_CLEAR (found);
    VEC_CLEAR (vars);
    memory_free (app);
    return result;
}

/* Moves the conjuncts that hang together with the first remaining one, by the
 * variables that are to go, from `rest` to `part`. */
static void
take_component (terms *ts, struct term_vec *rest, struct term_vec *part,
                const struct term_vec *gone, struct term_vec *its)
{
    VEC_PUSH (*part, rest->at[0]);
    rest->at[0] = NULL;
    for (size_t next = 0; next < part->size; next++)
        for (size_t g = 0; g < gone->size; g++) {
            const term *variable = gone->at[g];
            bool known = false;
            for (size_t i = 0; i < its->size && !known; i++)
                known = its->at[i] == variable;
            if (known || !eliminate_mentions (ts, part->at[next], variable))
                continue;
            VEC_PUSH (*its, variable);
            for (size_t i = 0; i < rest->size; i++)
                if (rest->at[i]
                    && eliminate_mentions (ts, rest->at[i], variable)) {
                    VEC_PUSH (*part, rest->at[i]);
                    rest->at[i] = NULL;
                }
        }
    size_t left = 0;
    for (size_t i = 0; i < rest->size; i++)
        if (rest->at[i])
            rest->at[left++] = rest->at[i];
    rest->size = left;
}

/* A component exactly if possible, else weaker: by combining bounds over the
 * rationals, else by leaving out what cannot be said. */
static const term *
project_component (solver *s, struct term_vec *part, struct term_vec *its,
                   bool *exact)
{
    terms *ts = s->terms;
    const term *all = term_and (ts, part->at, part->size);
    const term *result = project_by_models (s, all, its);
    if (result)
        return result;
    *exact = false;
    eliminate_bounds (ts, part, its, false);
    struct term_vec left = {0};
    for (size_t i = 0; i < part->size; i++)
        if (!mentions_any (ts, part->at[i], its))
            VEC_PUSH (left, part->at[i]);
    result = term_and (ts, left.at, left.size);
    VEC_CLEAR (left);
    return result;
}

const term *
solver_project (solver *s, const term *formula, const term *const *gone,
                size_t count, bool *exact)
{
    z3_settle (s);
    terms *ts = s->terms;
    *exact = true;
    struct term_vec conjuncts = {0}, left = {0}, rest = {0}, kept = {0};
    term_conjuncts (ts, formula, &conjuncts);
    for (size_t i = 0; i < count; i++)
        VEC_PUSH (left, gone[i]);
    eliminate (ts, &conjuncts, &left);
    eliminate_bounds (ts, &conjuncts, &left, true);
    for (size_t i = 0; i < conjuncts.size; i++) {
        if (mentions_any (ts, conjuncts.at[i], &left))
            VEC_PUSH (rest, conjuncts.at[i]);
        else
            VEC_PUSH (kept, conjuncts.at[i]);
    }
    while (rest.size) {
        struct term_vec part = {0}, its = {0};
        take_component (ts, &rest, &part, &left, &its);
        VEC_PUSH (kept, project_component (s, &part, &its, exact));
        VEC_CLEAR (part);
        VEC_CLEAR (its);
    }
    const term *result = term_and (ts, kept.at, kept.size);
    VEC_CLEAR (conjuncts);
    VEC_CLEAR (left);
    VEC_CLEAR (rest);
    VEC_CLEAR (kept);
    z3_count (s);
    return atomic_load (&s->interrupted) ? NULL : result;
}

/* Whether two formulas are equivalent, decided within the limit. */
static bool
equivalent (solver *s, const term *a, const term *b)
{
    Z3_ast differ = z3_ast (s, term_not (s->terms, term_eq (s->terms, a, b)));
    if (!differ)
        return false;
    Z3_solver inner = inner_new (s);
    Z3_solver_assert (s->context, inner, differ);
    Z3_lbool said = inner_check (s, inner);
    Z3_solver_dec_ref (s->context, inner);
    return said == Z3_L_FALSE;
}

const term *
solver_simplify (solver *s, const term *formula)
{
    assert (formula->sort->kind == SORT_BOOL);
    z3_settle (s);
    Z3_ast theirs = z3_ast (s, formula);
    if (!theirs || atomic_load (&s->interrupted))
        return formula;
    const term *simple =
        z3_term (s, z3_keep (s, Z3_simplify (s->context, theirs)), false);
    /* Checked, because a wrong simplification would be a wrong proof. */
    if (!simple || simple == formula
        || term_size (simple) >= term_size (formula)
        || !equivalent (s, formula, simple))
        simple = formula;
    z3_count (s);
    return simple;
}
