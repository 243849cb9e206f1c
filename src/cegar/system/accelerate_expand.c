/* accelerate_expand.c -- paths through repeated loops, round by round.
 *
 * A solver says how many rounds each loop is taken and which values there are
 * in between; of the models, one with the least number of clauses is taken, as
 * far as the limit allows.  The values inside a loop follow by evaluation. */
#include "cegar/system/accelerate.h"

#include <assert.h>

#include "cegar/system/path.h"
#include "logic/solver/solver.h"

enum { EXPAND_MOST = 200000 }; /* clauses of a path */
enum { EXPAND_BEGIN = 64 };    /* clauses that are tried first */

struct accelerate_expand_expansion {
    const struct system *system;
    const struct term_vec *const *vars;
    const struct vec_index *path;
    solver *solver;
    struct term_vec count; /* per step: its rounds; null: it is no loop */
    const term *length;    /* of all loops, in clauses */
    struct stretches *out;
};

static const struct transition *
expansion_step (const struct accelerate_expand_expansion *x, size_t k)
{
    assert (k < x->path->size);
    return &x->system->transition.at[x->path->at[k]];
}

/* ---- how many rounds */

static void
expansion_open (struct accelerate_expand_expansion *x, uint64_t limit)
{
    terms *t = x->system->terms;
    struct term_vec part = {0};
    x->solver = solver_new (t, &(struct solver_options) {.limit = limit});
    for (size_t k = 0; k < x->path->size; k++) {
        const struct transition *s = expansion_step (x, k);
        solver_assert (x->solver,
                       path_step (t, x->system, x->path->at[k], NULL, k));
        const term *count = s->repeats ? path_var (t, s->aux.at[0], k) : NULL;
        VEC_PUSH (x->count, count);
        if (count)
            VEC_PUSH (part, term_mul (t, term_int (t, (int64_t) s->origin.size),
                                      count));
    }
    x->length = term_add (t, part.at, part.size);
    VEC_CLEAR (part);
}

static void
expansion_close (struct accelerate_expand_expansion *x)
{
    solver_free (x->solver);
    VEC_CLEAR (x->count);
}

/* Is there a model of at most so many clauses?  How many has it? */
static bool
expansion_within (struct accelerate_expand_expansion *x, int64_t most,
                  int64_t *length)
{
    terms *t = x->system->terms;
    const term *bound = term_le (t, x->length, term_int (t, most));
    if (solver_check (x->solver, &bound, 1) != SOLVER_SAT)
        return false;
    const term *value = solver_value (x->solver, x->length);
    return value && term_int64 (value, length) && *length <= most;
}

/* The solver then has a model that is as short as possible. */
static bool
expansion_shortest (struct accelerate_expand_expansion *x)
{
    int64_t below = 0, most = EXPAND_BEGIN, length = 0, other;
    while (!expansion_within (x, most, &length)) {
        if (most == EXPAND_MOST)
            return false;
        below = most;
        most = most * 8 < EXPAND_MOST ? most * 8 : EXPAND_MOST;
    }
    while (below + 1 < length) {
        int64_t middle = below + (length - below) / 2;
        if (expansion_within (x, middle, &other))
            length = other;
        else
            below = middle;
    }
    return expansion_within (x, length, &other);
}

/* ---- the values */

/* Clauses of a transition, and the values after them. */
static void
expansion_add (struct accelerate_expand_expansion *x,
               const struct transition *t, const term *const *value)
{
    struct certificate_stretch s = {.clause = t->origin.at,
                                    .clauses = t->origin.size};
    const struct term_vec *all = x->vars[t->to];
    const struct term_vec *own = &x->system->location.at[t->to].vars;
    if (all) {
        s.value = arena_new (&x->out->arena, (all->size + 1) * sizeof *s.value);
        for (size_t k = 0; k < all->size; k++)
            if (term_is_constant (all->at[k]))
                s.value[k] = all->at[k]; /* what the location stands for */
        for (size_t i = 0, k = 0; i < own->size; i++) {
            for (k = 0; k < all->size && all->at[k] != own->at[i];)
                k++;
            if (k < all->size)
                s.value[k] = value[i];
        }
    }
    VEC_PUSH (x->out->stretch, s);
}

static void
expansion_values (const struct accelerate_expand_expansion *x,
                  uint32_t location, size_t cut, struct term_vec *value)
{
    struct term_vec vars = {0};
    path_vars (x->system->terms, x->system, location, cut, &vars);
    value->size = 0;
    for (size_t i = 0; i < vars.size; i++)
        VEC_PUSH (*value, solver_value (x->solver, vars.at[i]));
    VEC_CLEAR (vars);
}

struct accelerate_expand_look {
    const struct term_vec *vars, *value;
};

static const term *
look_up (void *context, const term *var)
{
    const struct accelerate_expand_look *l = context;
    for (size_t i = 0; i < l->vars->size; i++)
        if (l->vars->at[i] == var)
            return l->value->at[i];
    return NULL;
}

static void
expansion_rounds (struct accelerate_expand_expansion *x,
                  const struct transition *loop, int64_t rounds,
                  struct term_vec *value)
{
    assert (loop->from == loop->to && !loop->repeats);
    assert (value->size == loop->update.size);
    struct accelerate_expand_look look = {
        &x->system->location.at[loop->from].vars, value};
    struct term_vec next = {0};
    while (rounds-- > 0) {
        next.size = 0;
        for (size_t i = 0; i < loop->update.size; i++)
            VEC_PUSH (next, term_evaluate (x->system->terms, loop->update.at[i],
                                           look_up, &look));
        for (size_t i = 0; i < next.size; i++)
            value->at[i] = next.at[i];
        expansion_add (x, loop, value->at);
    }
    VEC_CLEAR (next);
}

static bool
expansion_fill (struct accelerate_expand_expansion *x)
{
    struct term_vec value = {0};
    bool fine = true;
    for (size_t k = 0; fine && k < x->path->size; k++) {
        const struct transition *t = expansion_step (x, k);
        if (!t->repeats) {
            expansion_values (x, t->to, k + 1, &value);
            expansion_add (x, t, value.at);
            continue;
        }
        assert (x->count.at[k]);
        const term *count = solver_value (x->solver, x->count.at[k]);
        int64_t rounds;
        fine = count && term_int64 (count, &rounds) && rounds <= EXPAND_MOST;
        if (fine) {
            expansion_values (x, t->from, k, &value);
            expansion_rounds (x, &x->system->transition.at[t->repeats - 1],
                              rounds, &value);
        }
    }
    VEC_CLEAR (value);
    return fine;
}

bool
accelerate_expand (const struct system *s, const struct term_vec *const *vars,
                   const struct vec_index *path, uint64_t limit,
                   struct stretches *out, struct outcome *o)
{
    assert (accelerate_used (s, path));
    struct accelerate_expand_expansion x = {
        .system = s, .vars = vars, .path = path, .out = out};
    *out = (struct stretches) {0};
    arena_init (&out->arena);
    expansion_open (&x, limit);
    bool fine = expansion_shortest (&x);
    if (!fine)
        outcome_unknown (o,
                         "the counterexample could not be solved for the "
                         "rounds of its loops, at most %d clauses long",
                         EXPAND_MOST);
    else if (!(fine = expansion_fill (&x)))
        outcome_unknown (o, "the counterexample has no values in its loops");
    expansion_close (&x);
    if (!fine)
        stretches_clear (out);
    return fine;
}
