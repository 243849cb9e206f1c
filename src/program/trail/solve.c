/* solve.c -- see solve.h. */
#include "program/trail/solve.h"

#include "logic/solver/solver.h"
#include "logic/term/sort.h"
#include "program/passes/passes.h"
#include "program/trail/solve_internal.h"

/* ---- the formula */

/* Something that may fail does, and all before it holds: from the last event to
 * the first.  Names keep the formula shallow. */
static const term *
goal_formula (struct solve_path *p)
{
    enum { LEVELS = 32 };
    terms *t = p->terms;
    const term *goal = term_false (t);
    for (size_t i = p->event.size; i > 0; i--) {
        const struct path_event *e = &p->event.at[i - 1];
        goal = e->fallible ? term_or2 (t, term_not (t, e->term), goal)
                           : term_and2 (t, e->term, goal);
        if (i % LEVELS == 0 && goal->args) {
            const term *name = term_fresh (t, "fails", sort_bool (t));
            VEC_PUSH (p->hold, term_eq (t, name, goal));
            goal = name;
        }
    }
    return goal;
}

static bool
is_bits (const sort *s)
{
    while (s->kind == SORT_ARRAY)
        s = s->element;
    return s->kind == SORT_BV || s->kind == SORT_BOOL;
}

static void
variables_need (struct solve_path *p, const term *t, struct term_map *needed)
{
    struct term_vec variables = {0};
    term_variables (p->terms, t, &variables);
    for (size_t i = 0; i < variables.size; i++)
        term_map_at (needed, variables.at[i], NULL);
    VEC_CLEAR (variables);
}

/* What names stand for must hold, too: of those that something depends on.  A
 * map that was filled and is read where constants tell what is there would be
 * hard work for nothing. */
static void
path_define (struct solve_path *p, const term *goal)
{
    struct term_map needed = {0};
    variables_need (p, goal, &needed);
    for (size_t i = 0; i < p->hold.size; i++)
        variables_need (p, p->hold.at[i], &needed);
    for (size_t i = 0; i < p->application.size; i++)
        variables_need (p, p->application.at[i], &needed);
    for (size_t i = 0; i < p->event.size; i++)
        if (p->event.at[i].fallible) /* which one fails will be asked */
            variables_need (p, p->event.at[i].term, &needed);
    for (size_t i = p->name.size; i > 0; i--) {
        const term *name = p->name.at[i - 1];
        if (!term_map_get (&needed, name))
            continue;
        const term *is = (const term *) *term_map_get (&p->named, name);
        VEC_PUSH (p->hold, term_eq (p->terms, name, is));
        variables_need (p, is, &needed);
    }
    term_map_clear (&needed);
}

static solver *
path_solver (struct solve_path *p, const term *goal, uint64_t limit)
{
    struct solver_options options = {.limit = limit, .bits = true};
    for (size_t i = 0; i < p->taken.size && options.bits; i++)
        options.bits = is_bits (p->taken.at[i]->sort);
    for (size_t i = 0; i < p->hold.size && !options.triggers; i++)
        options.triggers = term_has_op (p->terms, p->hold.at[i], OP_FORALL)
                           || term_has_op (p->terms, p->hold.at[i], OP_EXISTS);
    options.triggers |= term_has_op (p->terms, goal, OP_FORALL)
                        || term_has_op (p->terms, goal, OP_EXISTS);
    options.bits &= !options.triggers;
    solver *s = solver_new (p->terms, &options);
    for (size_t i = 0; i < p->hold.size; i++)
        if (!term_is_true (p->hold.at[i]))
            solver_assert (s, p->hold.at[i]);
    solver_assert (s, goal);
    return s;
}

/* ---- the trail */

struct solve_filling {
    struct solve_path *path;
    solver *solver;
    struct trail *trail;
    bool whole; /* every value could be had */
};

static const term *
fill_value (struct solve_filling *f, const term *of)
{
    const term *value = solver_value (f->solver, of);
    f->whole = f->whole && value;
    return value;
}

static void
fill_all (struct solve_filling *f, const struct term_vec *of, size_t count,
          struct term_vec *to)
{
    to->size = 0;
    for (size_t i = 0; i < count && f->whole; i++)
        VEC_PUSH (*to, fill_value (f, of->at[i]));
}

static void
fill_point (struct solve_filling *f, const term *of, struct term_map *told)
{
    terms *t = f->path->terms;
    const term **arg = NEW_ARRAY (const term *, of->args + 1);
    for (uint32_t i = 0; i < of->args; i++)
        arg[i] = fill_value (f, of->arg[i]);
    struct trail_point point = {.value = fill_value (f, of)};
    if (f->whole) {
        bool added;
        point.application =
            of->op == OP_VAR
                ? of
                : term_apply (t, of->text, of->sort, arg, of->args);
        term_map_at (told, point.application, &added);
        if (added)
            VEC_PUSH (f->trail->point, point);
    }
    memory_free (arg);
}

static void
fill_points (struct solve_filling *f)
{
    const struct solve_path *p = f->path;
    struct term_map told = {0};
    f->trail->point.size = 0;
    for (size_t i = 0; i < p->program->function.size && f->whole; i++) {
        const struct function *g = &p->program->function.at[i];
        if (!g->parameters && !g->body)
            fill_point (f, term_var (p->terms, g->name, g->result), &told);
    }
    for (size_t i = 0; i < p->application.size && f->whole; i++)
        if (p->application.at[i]->op == OP_APPLY)
            fill_point (f, p->application.at[i], &told);
    term_map_clear (&told);
}

/* Cut off after the assertion that fails first. */
static void
fill_visits (struct solve_filling *f, const struct path_event *end)
{
    const struct solve_path *p = f->path;
    struct trail *t = f->trail;
    assert (end->visits && end->visits <= t->visit.size);
    fill_all (f, &p->taken, end->values, &t->value);
    t->visit.size = end->visits;
    for (size_t i = 0; i < end->visits; i++) {
        size_t next = i + 1 < end->visits ? p->first.at[i + 1] : end->values;
        t->visit.at[i].first = (uint32_t) p->first.at[i];
        t->visit.at[i].values = (uint32_t) (next - p->first.at[i]);
    }
}

static const struct path_event *
first_failure (struct solve_filling *f)
{
    const struct solve_path *p = f->path;
    for (size_t i = 0; i < p->event.size && f->whole; i++) {
        const struct path_event *e = &p->event.at[i];
        if (e->fallible && term_is_false (fill_value (f, e->term)))
            return e;
    }
    return NULL;
}

static bool
fill_trail (struct solve_path *p, solver *s, struct trail *trail,
            struct trail_goal *goal)
{
    struct solve_filling f = {p, s, trail, true};
    const struct path_event *end = first_failure (&f);
    if (!end)
        return false;
    *goal = end->goal;
    struct term_vec constant = {0};
    for (size_t i = 0; i < p->program->constant.size; i++)
        VEC_PUSH (constant, p->program->constant.at[i].term);
    fill_all (&f, &constant, constant.size, &trail->constant);
    VEC_CLEAR (constant);
    fill_all (&f, &p->start_global, p->start_global.size, &trail->global);
    fill_all (&f, &p->start_parameter, p->start_parameter.size,
              &trail->parameter);
    fill_points (&f);
    fill_visits (&f, end);
    return f.whole;
}

/* ---- the whole */

static enum trail_solved
path_solve (struct solve_path *p, struct trail *trail, uint64_t limit,
            struct trail_goal *goal)
{
    struct place nowhere = {.file = p->program->file};
    const term *fails = goal_formula (p);
    if (term_is_false (fails))
        return TRAIL_INFEASIBLE;
    path_define (p, fails);
    solver *s = path_solver (p, fails, limit);
    enum solver_answer answer = solver_check (s, NULL, 0);
    enum trail_solved result = TRAIL_UNDECIDED;
    if (answer == SOLVER_UNSAT)
        result = TRAIL_INFEASIBLE;
    else if (answer != SOLVER_SAT && answer != SOLVER_CANDIDATE)
        problem_of_kind (
            p->problem, PROBLEM_RESOURCE, nowhere,
            "the solver does not decide the path within its limit");
    else if (fill_trail (p, s, trail, goal))
        result = TRAIL_FOUND;
    else
        problem_of_kind (p->problem, PROBLEM_UNSUPPORTED, nowhere,
                         "the solver gives no values for the path");
    solver_free (s);
    return result;
}

static bool
trail_confirmed (struct trail *trail, struct program *read,
                 struct problem *problem)
{
    struct term_vec open = {0};
    bool good = trail_run (trail, read, NULL, NULL, &open, problem);
    VEC_CLEAR (open);
    return good;
}

enum trail_solved
trail_solve_since (struct trail *trail, struct program *read, size_t since,
                   uint64_t limit, struct trail_goal *goal,
                   struct problem *problem)
{
    assert (trail->entry && trail->visit.size && since < trail->visit.size);
    uint32_t entry = program_find (read, trail->entry);
    assert (entry != PROGRAM_NONE);
    struct program program;
    program_copy (&program, read);
    enum trail_solved result = TRAIL_UNDECIDED;
    if (program_expand (&program, problem)) {
        struct solve_path p;
        path_init (&p, trail, &program);
        p.since = since;
        p.problem = problem;
        if (path_walk (&p, entry))
            result = path_solve (&p, trail, limit, goal);
        solve_path_clear (&p);
    }
    program_clear (&program);
    if (result == TRAIL_FOUND && !trail_confirmed (trail, read, problem))
        result = TRAIL_UNDECIDED;
    return result;
}

enum trail_solved
trail_solve (struct trail *trail, struct program *read, uint64_t limit,
             struct problem *problem)
{
    struct trail_goal goal;
    assert (trail->visit.size);
    return trail_solve_since (trail, read, trail->visit.size - 1, limit, &goal,
                              problem);
}
