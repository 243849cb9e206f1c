/* trail.c -- the run of a model as a trail of the program as read. */
#include <string.h>

#include "base/map.h"
#include "bounded/inlining/internal.h"

struct trail_telling {
    search *search;
    struct trail *trail;
    struct map walked;    /* terms whose applications are told */
    struct map told;      /* applications of trail.point */
    bool whole;           /* every value could be had */
    struct term_vec *pin; /* may be null: gets `argument = value` */
    struct term_vec
        *range; /* may be null: gets `f (x ..) is 0 or one of x ..` */
};

static const term *
trail_value (struct trail_telling *t, const term *of)
{
    const term *value = solver_value (t->search->solver, of);
    t->whole = t->whole && value;
    return value;
}

/* ---- points */

/* What functions of programs are like: masks, flags, offsets. */
static void
trail_range (struct trail_telling *t, const term *application)
{
    terms *store = t->search->terms;
    if (application->sort->kind != SORT_INT || strchr (application->text, '@'))
        return;
    struct term_vec choice = {0};
    bool mask = false; /* BAND (x, 2) is 0 or 2 rather than x */
    for (uint32_t i = 0; i < application->args; i++)
        mask |= term_is_constant (application->arg[i]);
    VEC_PUSH (choice, term_eq (store, application, term_int (store, 0)));
    for (uint32_t i = 0; i < application->args; i++) {
        const term *arg = application->arg[i];
        if (arg->sort == application->sort && (!mask || term_is_constant (arg)))
            VEC_PUSH (choice, term_eq (store, application, arg));
    }
    VEC_PUSH (*t->range, term_or (store, choice.at, choice.size));
    VEC_CLEAR (choice);
}

/* f (arg ..) over values, and its value. */
static void
trail_point (struct trail_telling *t, const term *application)
{
    terms *store = t->search->terms;
    const term **arg = NEW_ARRAY (const term *, application->args + 1);
    for (uint32_t i = 0; i < application->args; i++)
        arg[i] = trail_value (t, application->arg[i]);
    struct trail_point p = {.value = trail_value (t, application)};
    if (t->whole) {
        p.application = term_apply (store, application->text, application->sort,
                                    arg, application->args);
        if (map_put (&t->told, p.application->digest, 0))
            VEC_PUSH (t->trail->point, p);
        if (t->range)
            trail_range (t, application);
        for (uint32_t i = 0; t->pin && i < application->args; i++)
            if (!term_is_element (arg[i]))
                VEC_PUSH (*t->pin,
                          term_eq (store, application->arg[i], arg[i]));
    }
    memory_free (arg);
}

struct point_look {
    const term *term;
    uint32_t next;
};
struct vec_look VEC (struct point_look);

/* The applications of a term, inner ones first; what a quantifier says is not
 * ground. */
static void
trail_points (struct trail_telling *t, const term *root)
{
    struct vec_look stack = {0};
    VEC_PUSH (stack, ((struct point_look) {root, 0}));
    while (stack.size && t->whole) {
        struct point_look *top = &VEC_LAST (stack);
        const term *at = top->term;
        bool leaf = at->op == OP_FORALL || at->op == OP_EXISTS;
        if (top->next == 0 && at->args && !map_put (&t->walked, at->digest, 0))
            stack.size--;
        else if (!leaf && top->next < at->args) {
            uint32_t next = top->next++;
            VEC_PUSH (stack, ((struct point_look) {at->arg[next], 0}));
        } else {
            if (at->op == OP_APPLY)
                trail_point (t, at);
            stack.size--;
        }
    }
    VEC_CLEAR (stack);
}

static void
trail_points_in (struct trail_telling *t, const struct vc *vc, const term *of)
{
    if (of && !term_is_constant (of))
        trail_points (t, vc_term (vc, t->search->terms, of));
}

/* ---- visits */

static void
trail_visit_one (struct trail_telling *t, const struct vc *vc,
                 const struct passive_visit *v)
{
    struct trail *trail = t->trail;
    uint32_t first = (uint32_t) trail->value.size;
    if (v->statement == 0)
        VEC_PUSH (trail->visit,
                  ((struct trail_visit) {v->procedure, v->block, first, 0}));
    for (uint32_t i = 0; i < v->values; i++) {
        const term *of = v->value[i];
        trail_points_in (t, vc, of);
        VEC_PUSH (trail->value,
                  of ? trail_value (t, vc_term (vc, t->search->terms, of))
                     : NULL);
    }
    if (trail->visit.size)
        VEC_LAST (trail->visit).values += v->values;
    else
        assert (!v->values);
}

static void
trail_visits (struct trail_telling *t, const struct vc *vc,
              const struct passive_block *b, bool after)
{
    for (uint32_t i = after ? b->after : 0; i < (after ? b->visits : b->after);
         i++)
        trail_visit_one (t, vc, &b->visit[i]);
}

static void
trail_actuals (struct trail_telling *t, const struct vc *vc,
               const struct passive_call *call)
{
    size_t ins = t->search->program->procedure[call->callee].in.size;
    for (size_t i = 0; i < ins; i++)
        trail_points_in (t, vc, call->in[i]);
}

static void
trail_step_one (struct trail_telling *t, const struct path_step *p)
{
    const struct vc *vc = t->search->instance.at[p->site].vc;
    const struct passive_block *b = &vc->procedure->block[p->block];
    assert (b->after <= b->visits);
    switch (p->move) {
    case PATH_ENTER:
        trail_points_in (t, vc, b->assume);
        trail_visits (t, vc, b, false);
        if (b->call == PASSIVE_NONE)
            trail_visits (t, vc, b, true);
        else
            trail_actuals (t, vc, &vc->procedure->call[b->call]);
        break;
    case PATH_RETURN:
        trail_visits (t, vc, b, true);
        break;
    case PATH_EDGE:
        trail_points_in (t, vc, b->edge[p->edge].assume);
        break;
    }
}

/* ---- the whole */

/* Constants, globals and parameters, as they are at the start. */
static void
trail_start (struct trail_telling *t)
{
    const struct passive_program *p = t->search->program;
    const struct passive_procedure *main = &p->procedure[p->main];
    for (uint32_t i = 0; i < p->axioms; i++)
        trail_points (t, p->axiom[i]);
    for (uint32_t i = 0; i < p->constants; i++)
        VEC_PUSH (t->trail->constant, trail_value (t, p->constant[i]));
    for (uint32_t i = 0; i < p->globals; i++)
        VEC_PUSH (t->trail->global, trail_value (t, p->global[i]));
    assert (main->parameters <= main->in.size);
    for (uint32_t i = 0; i < main->parameters; i++)
        VEC_PUSH (t->trail->parameter, trail_value (t, main->in.at[i]));
}

static bool
trail_tell (search *s, struct trail *trail, struct term_vec *pin,
            struct term_vec *range)
{
    assert (s->answer == SOLVER_SAT || s->answer == SOLVER_CANDIDATE);
    assert (s->path.size && !s->met.size && !s->met_beyond.size);
    struct trail_telling t = {
        .search = s, .trail = trail, .whole = true, .pin = pin, .range = range};
    map_init (&t.walked);
    map_init (&t.told);
    trail_init (trail);
    trail->entry = s->program->procedure[s->program->main].name;
    trail_start (&t);
    for (size_t i = 0; t.whole && i < s->path.size; i++)
        trail_step_one (&t, &s->path.at[i]);
    map_clear (&t.walked);
    map_clear (&t.told);
    if (!t.whole)
        trail_clear (trail);
    return t.whole;
}

bool
search_trail (search *s, struct trail *trail, bool *candidate)
{
    *candidate = s->candidate;
    return trail_tell (s, trail, NULL, NULL);
}

bool
search_pins (search *s, struct term_vec *pin, struct term_vec *range)
{
    struct trail scratch;
    bool whole = trail_tell (s, &scratch, pin, range);
    if (whole)
        trail_clear (&scratch);
    return whole;
}
