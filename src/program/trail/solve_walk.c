/* solve_walk.c -- along the visits of a trail, as run.c goes. */
#include "program/trail/solve_internal.h"

static struct trail_goal
path_here (struct solve_path *p)
{
    const struct path_frame *f = path_top (p);
    return (struct trail_goal) {f->procedure, f->block, f->statement};
}

static bool
path_late (const struct solve_path *p)
{
    return p->visit > p->since;
}

static void
path_hold (struct solve_path *p, const term *t)
{
    const term *value = path_value (p, t);
    if (path_late (p))
        VEC_PUSH (p->event, ((struct path_event) {.term = value}));
    else
        VEC_PUSH (p->hold, value);
}

static void
path_claim (struct solve_path *p, const term *t, struct trail_goal goal)
{
    const term *value = path_value (p, t);
    if (path_late (p))
        VEC_PUSH (p->event, ((struct path_event) {.term = value,
                                                  .fallible = true,
                                                  .visits = p->visit,
                                                  .values = p->taken.size,
                                                  .goal = goal}));
    else
        VEC_PUSH (p->hold, value);
}

static void
path_wheres (struct solve_path *p, const struct vec_variable *v)
{
    for (size_t i = 0; i < v->size; i++)
        if (v->at[i].where)
            path_hold (p, v->at[i].where);
}

static const struct variable *
variable_find (const struct vec_variable *v, const term *t)
{
    for (size_t i = 0; i < v->size; i++)
        if (v->at[i].term == t)
            return &v->at[i];
    return NULL;
}

static void
path_where_of (struct solve_path *p, const term *variable)
{
    const struct procedure *q = path_procedure (p);
    const struct variable *v = variable_find (&q->local, variable);
    if (!v)
        v = variable_find (&q->out, variable);
    if (!v)
        v = variable_find (&p->program->global, variable);
    if (v && v->where)
        path_hold (p, v->where);
}

static struct place
path_place (struct solve_path *p)
{
    const struct procedure *q = path_procedure (p);
    const struct path_frame *f = path_top (p);
    return q->has_body ? statement_place (&q->block.at[f->block], f->statement)
                       : q->place;
}

static enum path_end
path_lost (struct solve_path *p)
{
    problem_set (p->problem, path_place (p),
                 "visit %zu of the path is none that can follow", p->visit + 1);
    return PATH_IMPOSSIBLE;
}

static void
enter_block (struct solve_path *p, uint32_t block)
{
    VEC_PUSH (p->first, p->taken.size);
    p->visit++;
    path_top (p)->block = block;
    path_top (p)->statement = 0;
}

static enum path_end
enter_procedure (struct solve_path *p)
{
    const struct procedure *q = path_procedure (p);
    if (p->visit == p->trail->visit.size)
        return PATH_ENDS;
    const struct trail_visit *v = &p->trail->visit.at[p->visit];
    if (v->procedure != path_top (p)->procedure || v->block)
        return path_lost (p);
    enter_block (p, 0);
    for (size_t i = 0; i < q->out.size; i++)
        path_take (p, q->out.at[i].term);
    for (size_t i = 0; i < q->local.size; i++)
        path_take (p, q->local.at[i].term);
    path_wheres (p, &q->out);
    path_wheres (p, &q->local);
    return PATH_GOES_ON;
}

static void
assume_specs (struct solve_path *p, enum spec_kind kind, bool checked_too)
{
    const struct procedure *q = path_procedure (p);
    for (size_t i = 0; i < q->spec.size; i++)
        if (q->spec.at[i].kind == kind && (q->spec.at[i].free || checked_too))
            path_hold (p, q->spec.at[i].term);
}

static void
claim_specs (struct solve_path *p, enum spec_kind kind, struct trail_goal goal)
{
    const struct procedure *q = path_procedure (p);
    for (size_t i = 0; i < q->spec.size; i++)
        if (q->spec.at[i].kind == kind && !q->spec.at[i].free)
            path_claim (p, q->spec.at[i].term, goal);
}

static void
give_results (struct solve_path *p)
{
    assert (p->frame.size > 1);
    const struct procedure *q = path_procedure (p);
    struct term_vec result = {0};
    for (size_t i = 0; i < q->out.size; i++)
        VEC_PUSH (result, path_get (p, q->out.at[i].term));
    path_pop (p);
    const struct path_frame *f = path_top (p);
    const struct statement *s =
        &path_procedure (p)->block.at[f->block].statement.at[f->statement];
    assert (s->kind == STATEMENT_CALL && s->targets == result.size);
    for (uint32_t i = 0; i < s->targets; i++)
        path_set (p, s->target[i], result.at[i]);
    VEC_CLEAR (result);
    path_top (p)->statement++;
}

static enum path_end
path_return (struct solve_path *p)
{
    claim_specs (p, SPEC_ENSURES, path_here (p));
    if (p->frame.size == 1)
        return PATH_ENDS;
    assume_specs (p, SPEC_ENSURES, false);
    give_results (p);
    return PATH_GOES_ON;
}

static enum path_end
path_goto (struct solve_path *p)
{
    const struct path_frame *f = path_top (p);
    const struct block *b = &path_procedure (p)->block.at[f->block];
    if (!b->target.size)
        return path_return (p);
    if (p->visit == p->trail->visit.size)
        return PATH_ENDS;
    const struct trail_visit *v = &p->trail->visit.at[p->visit];
    bool fits = false;
    for (size_t i = 0; i < b->target.size; i++)
        fits |= v->procedure == f->procedure && b->target.at[i] == v->block;
    if (!fits)
        return path_lost (p);
    enter_block (p, v->block);
    return PATH_GOES_ON;
}

static void
call_unknown (struct solve_path *p)
{
    const struct procedure *q = path_procedure (p);
    assert (!q->has_body);
    for (size_t i = 0; i < q->out.size; i++)
        path_take (p, q->out.at[i].term);
    for (size_t i = 0; i < q->modifies.size; i++)
        path_take (p, q->modifies.at[i]);
    for (size_t i = 0; i < q->modifies.size; i++)
        path_where_of (p, q->modifies.at[i]);
    path_wheres (p, &q->out);
    assume_specs (p, SPEC_ENSURES, true);
    give_results (p);
}

static enum path_end
path_call (struct solve_path *p, const struct statement *s)
{
    struct trail_goal here = path_here (p);
    struct term_vec in = {0};
    for (uint32_t i = 0; i < s->values; i++)
        VEC_PUSH (in, path_value (p, s->value[i]));
    path_push (p, s->callee, in.at);
    VEC_CLEAR (in);
    claim_specs (p, SPEC_REQUIRES, here);
    if (!path_procedure (p)->has_body) {
        call_unknown (p);
        return PATH_GOES_ON;
    }
    assume_specs (p, SPEC_REQUIRES, false);
    return enter_procedure (p);
}

static void
path_assign (struct solve_path *p, const struct statement *s)
{
    struct term_vec value = {0};
    for (uint32_t i = 0; i < s->values; i++)
        VEC_PUSH (value, path_value (p, s->value[i]));
    for (uint32_t i = 0; i < s->targets; i++)
        path_set (p, s->target[i], value.at[i]);
    VEC_CLEAR (value);
}

static enum path_end
path_statement (struct solve_path *p, const struct statement *s)
{
    switch (s->kind) {
    case STATEMENT_CALL:
        return path_call (p, s);
    case STATEMENT_ASSERT:
        path_claim (p, s->term, path_here (p));
        break;
    case STATEMENT_ASSUME:
        path_hold (p, s->term);
        break;
    case STATEMENT_ASSIGN:
        path_assign (p, s);
        break;
    case STATEMENT_HAVOC:
        for (uint32_t i = 0; i < s->targets; i++)
            path_take (p, s->target[i]);
        for (uint32_t i = 0; i < s->targets; i++)
            path_where_of (p, s->target[i]);
        break;
    }
    path_top (p)->statement++;
    return PATH_GOES_ON;
}

static enum path_end
path_start (struct solve_path *p, uint32_t entry)
{
    const struct procedure *q = &p->program->procedure.at[entry];
    for (size_t i = 0; i < p->program->axiom.size; i++)
        path_hold (p, p->program->axiom.at[i].term);
    for (size_t i = 0; i < q->in.size; i++)
        VEC_PUSH (p->start_parameter,
                  term_fresh (p->terms, q->in.at[i].term->text,
                              q->in.at[i].term->sort));
    path_push (p, entry, p->start_parameter.at);
    path_wheres (p, &p->program->global);
    path_wheres (p, &q->in);
    assume_specs (p, SPEC_REQUIRES, true);
    return enter_procedure (p);
}

bool
path_walk (struct solve_path *p, uint32_t entry)
{
    if (!p->program->procedure.at[entry].has_body)
        return problem_set (p->problem, p->program->procedure.at[entry].place,
                            "the entry has no body");
    enum path_end end = path_start (p, entry);
    while (end == PATH_GOES_ON) {
        const struct path_frame *f = path_top (p);
        const struct block *b = &path_procedure (p)->block.at[f->block];
        end = f->statement < b->statement.size
                  ? path_statement (p, &b->statement.at[f->statement])
                  : path_goto (p);
    }
    if (end == PATH_ENDS && p->visit < p->trail->visit.size)
        end = path_lost (p);
    return end == PATH_ENDS;
}
