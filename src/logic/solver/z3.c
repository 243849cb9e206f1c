/* z3.c -- solver.h by the Z3 library.
 *
 * Which of Z3's solvers: for Bool, Int, Real, arrays and functions the plain
 * one with the older arithmetic (arith.solver=2), which answers small
 * entailments two times as fast; for bit-vectors alone the incremental one that
 * translates to SAT.  Neither has strategies that depend on time.
 *
 * Assumptions that are no literals get fresh Booleans that imply them, in a
 * scope of their own, which stays open for questions about the answer until
 * the next call that changes something. */
#include <stdio.h>
#include <string.h>

#include "logic/solver/z3_internal.h"

static void
on_error (Z3_context c, Z3_error_code code)
{
    (void) c;
    if (code == Z3_MEMOUT_FAIL)
        memory_exhausted ();
}

static uint32_t
limit_of (const struct solver_options *o)
{
    return o->limit > UINT32_MAX ? UINT32_MAX : (uint32_t) o->limit;
}

static void
make_solver (solver *s)
{
    Z3_context c = s->context;
    s->solver =
        s->bits ? Z3_mk_solver_for_logic (c, Z3_mk_string_symbol (c, "QF_BV"))
                : Z3_mk_simple_solver (c);
    if (!s->solver)
        memory_exhausted ();
    Z3_solver_inc_ref (c, s->solver);
    if (s->bits)
        return;
    Z3_params p = Z3_mk_params (c);
    Z3_params_inc_ref (c, p);
    Z3_params_set_uint (c, p, Z3_mk_string_symbol (c, "arith.solver"), 2);
    if (s->options.triggers || s->options.structural)
        Z3_params_set_bool (c, p, Z3_mk_string_symbol (c, "auto_config"),
                            false);
    if (s->options.triggers)
        Z3_params_set_bool (c, p, Z3_mk_string_symbol (c, "mbqi"), false);
    if (s->options.structural)
        Z3_params_set_uint (c, p, Z3_mk_string_symbol (c, "case_split"), 3);
    Z3_solver_set_params (c, s->solver, p);
    Z3_params_dec_ref (c, p);
}

solver *
solver_new (terms *ts, const struct solver_options *o)
{
    assert (ts && o);
    solver *s = NEW (solver);
    s->terms = ts;
    s->options = *o;
    s->answer = SOLVER_UNDECIDED;
    atomic_init (&s->interrupted, false);
    pthread_mutex_init (&s->lock, NULL);
    map_init (&s->memo);
    map_init (&s->elements);
    Z3_config config = Z3_mk_config ();
    /* As a parameter of the context, the limit holds for each check, and for
     * each tactic and simplification, counted from its own beginning. */
    char limit[16];
    snprintf (limit, sizeof limit, "%u", limit_of (o));
    Z3_set_param_value (config, "rlimit", limit);
    s->context = Z3_mk_context_rc (config);
    Z3_del_config (config);
    if (!s->context)
        memory_exhausted ();
    Z3_set_error_handler (s->context, on_error);
    s->bits = o->bits;
    make_solver (s);
    return s;
}

void
solver_limit (solver *s, uint64_t limit)
{
    Z3_context c = s->context;
    z3_settle (s);
    s->options.limit = limit;
    Z3_params p = Z3_mk_params (c);
    Z3_params_inc_ref (c, p);
    Z3_params_set_uint (c, p, Z3_mk_string_symbol (c, "rlimit"),
                        limit_of (&s->options));
    Z3_solver_set_params (c, s->solver, p);
    Z3_params_dec_ref (c, p);
}

static void
drop_model (solver *s)
{
    if (s->model)
        Z3_model_dec_ref (s->context, s->model);
    s->model = NULL;
}

void
solver_free (solver *s)
{
    if (!s)
        return;
    drop_model (s);
    Z3_solver_dec_ref (s->context, s->solver);
    for (size_t i = s->kept.size; i-- > 0;)
        Z3_dec_ref (s->context, s->kept.at[i]);
    Z3_del_context (s->context);
    map_clear (&s->memo);
    map_clear (&s->elements);
    VEC_CLEAR (s->kept);
    VEC_CLEAR (s->sorts);
    VEC_CLEAR (s->asserted);
    VEC_CLEAR (s->levels);
    VEC_CLEAR (s->proxies);
    VEC_CLEAR (s->assumed);
    pthread_mutex_destroy (&s->lock);
    memory_free (s);
}

/* Z3 refuses to push once it is interrupted, so the levels are counted here,
 * and only what is there is popped; no answer is given any more anyway. */
static void
push (solver *s)
{
    Z3_solver_push (s->context, s->solver);
    if (Z3_get_error_code (s->context) != Z3_OK)
        s->failed = true;
}

static void
pop_to (solver *s, unsigned depth)
{
    unsigned scopes = Z3_solver_get_num_scopes (s->context, s->solver);
    if (scopes > depth)
        Z3_solver_pop (s->context, s->solver, scopes - depth);
}

/* From now on there are questions about an answer, or there are no more; whether
 * the solver has been interrupted. */
static bool
answered (solver *s, bool is)
{
    pthread_mutex_lock (&s->lock);
    bool interrupted = atomic_load (&s->interrupted);
    if (s->answered && !is && interrupted)
        Z3_interrupt (s->context);
    s->answered = is && !interrupted;
    pthread_mutex_unlock (&s->lock);
    return interrupted;
}

void
z3_settle (solver *s)
{
    answered (s, false);
    if (s->scoped)
        pop_to (s, s->depth);
    s->scoped = false;
    drop_model (s);
    s->answer = SOLVER_UNDECIDED;
}

/* From the solver for bit-vectors to the general one, with all that is
 * asserted, as soon as there is a term of another kind. */
static void
leave_bits (solver *s)
{
    Z3_context c = s->context;
    assert (s->bits && !s->scoped);
    z3_count (s);
    Z3_solver_dec_ref (c, s->solver);
    s->bits = false;
    make_solver (s);
    solver_limit (s, s->options.limit);
    size_t level = 0;
    for (size_t i = 0; i <= s->asserted.size; i++) {
        while (level < s->levels.size && s->levels.at[level] == i) {
            push (s);
            level++;
        }
        if (i < s->asserted.size)
            Z3_solver_assert (c, s->solver, s->asserted.at[i]);
    }
    s->asserted.size = s->levels.size = 0;
}

static Z3_ast
translate (solver *s, const term *t)
{
    Z3_ast a = z3_ast (s, t);
    if (!a)
        s->failed = true;
    else if (s->foreign && s->bits)
        leave_bits (s);
    return a;
}

static void
assert_ast (solver *s, Z3_ast a)
{
    Z3_solver_assert (s->context, s->solver, a);
    if (Z3_get_error_code (s->context) != Z3_OK)
        s->failed = true;
}

void
solver_push (solver *s)
{
    z3_settle (s);
    push (s);
    s->depth++;
    if (s->bits)
        VEC_PUSH (s->levels, s->asserted.size);
}

void
solver_pop (solver *s)
{
    z3_settle (s);
    assert (s->depth > 0);
    pop_to (s, --s->depth);
    if (s->bits)
        s->asserted.size = VEC_POP (s->levels);
}

void
solver_assert (solver *s, const term *t)
{
    z3_settle (s);
    Z3_ast a = translate (s, t);
    if (!a)
        return;
    if (s->bits)
        VEC_PUSH (s->asserted, a);
    assert_ast (s, a);
}

void
z3_count (solver *s)
{
    Z3_context c = s->context;
    Z3_stats stats = Z3_solver_get_statistics (c, s->solver);
    if (!stats)
        return;
    Z3_stats_inc_ref (c, stats);
    /* The entry stands at the end. */
    for (unsigned i = Z3_stats_size (c, stats); i-- > 0;)
        if (!strcmp (Z3_stats_get_key (c, stats, i), "rlimit count")) {
            uint32_t count =
                Z3_stats_is_uint (c, stats, i)
                    ? Z3_stats_get_uint_value (c, stats, i)
                    : (uint32_t) (uint64_t) Z3_stats_get_double_value (c, stats,
                                                                       i);
            /* Z3 shows 32 bits; the difference is right modulo that. */
            s->units += (uint32_t) (count - s->count);
            s->count = count;
            break;
        }
    Z3_stats_dec_ref (c, stats);
}

static bool
is_literal (const term *t)
{
    return t->op == OP_VAR || (t->op == OP_NOT && t->arg[0]->op == OP_VAR);
}

/* The i-th of the Booleans that stand for assumptions. */
static Z3_ast
proxy (solver *s, size_t i)
{
    while (s->proxies.size <= i) {
        Z3_context c = s->context;
        Z3_sort own = z3_sort (s, sort_bool (s->terms));
        Z3_ast p = z3_keep (s, Z3_mk_fresh_const (c, "assume", own));
        if (!p)
            return NULL;
        VEC_PUSH (s->proxies, p);
    }
    return s->proxies.at[i];
}

/* Fills `assumed`; opens the scope if anything has to be asserted. */
static void
assume_all (solver *s, const term *const *assume, size_t count)
{
    Z3_context c = s->context;
    s->assumed.size = 0;
    for (size_t i = 0; i < count; i++)
        translate (s, assume[i]); /* before the scope: may change the solver */
    for (size_t i = 0; i < count; i++) {
        Z3_ast a = z3_ast (s, assume[i]);
        if (a && !is_literal (assume[i])) {
            Z3_ast p = proxy (s, i);
            Z3_ast implied = p ? z3_keep (s, Z3_mk_implies (c, p, a)) : NULL;
            if (!s->scoped)
                push (s);
            s->scoped = true;
            if (implied)
                assert_ast (s, implied);
            else
                s->failed = true;
            a = p;
        }
        VEC_PUSH (s->assumed, a);
    }
}

static bool
model_take (solver *s)
{
    Z3_context c = s->context;
    if (!s->model) {
        s->model = Z3_solver_get_model (c, s->solver);
        if (s->model)
            Z3_model_inc_ref (c, s->model);
    }
    return s->model;
}

/* The library gave up: why?  Only quantifiers that are left over make a
 * candidate; a theory that is left over, as of products, would make a model that
 * is wrong where everyone relies on it. */
static enum solver_answer
unknown_answer (solver *s)
{
    const char *why = Z3_solver_get_reason_unknown (s->context, s->solver);
    if (why && (strstr (why, "memout") || strstr (why, "memory")))
        memory_exhausted ();
    bool candidate =
        s->options.triggers && why && strstr (why, "incomplete quantifiers");
    return candidate && model_take (s) ? SOLVER_CANDIDATE : SOLVER_UNDECIDED;
}

enum solver_answer
solver_check (solver *s, const term *const *assume, size_t count)
{
    z3_settle (s);
    assume_all (s, assume, count);
    if (s->failed)
        return atomic_load (&s->interrupted) ? SOLVER_INTERRUPTED
                                             : SOLVER_UNDECIDED;
    Z3_context c = s->context;
    Z3_lbool said = Z3_L_UNDEF;
    if (!atomic_load (&s->interrupted))
        said = count ? Z3_solver_check_assumptions (
                           c, s->solver, (unsigned) count, s->assumed.at)
                     : Z3_solver_check (c, s->solver);
    if (Z3_get_error_code (c) != Z3_OK)
        said = Z3_L_UNDEF;
    if (answered (s, true))
        return s->answer = SOLVER_INTERRUPTED;
    s->answer = said == Z3_L_TRUE    ? SOLVER_SAT
                : said == Z3_L_FALSE ? SOLVER_UNSAT
                                     : unknown_answer (s);
    z3_count (s);
    return s->answer;
}

const term *
solver_value (solver *s, const term *t)
{
    assert (s->answer == SOLVER_SAT || s->answer == SOLVER_CANDIDATE);
    Z3_context c = s->context;
    Z3_ast a = z3_ast (s, t);
    Z3_ast value = NULL;
    if (!a || !model_take (s) || !Z3_model_eval (c, s->model, a, true, &value))
        return NULL;
    const term *result = z3_term (s, z3_keep (s, value), true);
    return result && term_is_value (result) ? result : NULL;
}

static struct digest
ast_key (const solver *s, Z3_ast a)
{
    return map_number (Z3_get_ast_id (s->context, a));
}

size_t
solver_core (solver *s, uint32_t *index, size_t room)
{
    assert (s->answer == SOLVER_UNSAT);
    Z3_context c = s->context;
    Z3_ast_vector core = Z3_solver_get_unsat_core (c, s->solver);
    if (!core) { /* all of them suffice, too */
        for (size_t i = 0; i < s->assumed.size && i < room; i++)
            index[i] = (uint32_t) i;
        return s->assumed.size;
    }
    Z3_ast_vector_inc_ref (c, core);
    struct map in;
    map_init (&in);
    for (unsigned i = Z3_ast_vector_size (c, core); i-- > 0;)
        map_put (&in, ast_key (s, Z3_ast_vector_get (c, core, i)), true);
    size_t found = 0;
    for (size_t i = 0; i < s->assumed.size; i++) {
        uint64_t *wanted = map_get (&in, ast_key (s, s->assumed.at[i]));
        if (!wanted || !*wanted)
            continue;
        *wanted = false; /* a literal that was assumed twice counts once */
        if (found < room)
            index[found] = (uint32_t) i;
        found++;
    }
    map_clear (&in);
    Z3_ast_vector_dec_ref (c, core);
    return found;
}

uint64_t
solver_units (const solver *s)
{
    return s->units;
}

void
solver_interrupt (solver *s)
{
    pthread_mutex_lock (&s->lock);
    /* The flag first: whoever sees Z3 give up then also sees why. */
    atomic_store (&s->interrupted, true);
    if (!s->answered)
        Z3_interrupt (s->context);
    pthread_mutex_unlock (&s->lock);
}

const char *
solver_version (void)
{
    return Z3_get_full_version ();
}

void
solver_watch_init (struct solver_watch *w)
{
    *w = (struct solver_watch) {0};
    pthread_mutex_init (&w->lock, NULL);
}

void
solver_watch_clear (struct solver_watch *w)
{
    assert (!w->at_work);
    pthread_mutex_destroy (&w->lock);
}

void
solver_watch_reset (struct solver_watch *w)
{
    pthread_mutex_lock (&w->lock);
    w->interrupted = false;
    pthread_mutex_unlock (&w->lock);
}

void
solver_watch_set (struct solver_watch *w, solver *s)
{
    pthread_mutex_lock (&w->lock);
    w->at_work = s;
    if (s && w->interrupted)
        solver_interrupt (s);
    pthread_mutex_unlock (&w->lock);
}

void
solver_watch_interrupt (struct solver_watch *w)
{
    pthread_mutex_lock (&w->lock);
    w->interrupted = true;
    if (w->at_work)
        solver_interrupt (w->at_work);
    pthread_mutex_unlock (&w->lock);
}
