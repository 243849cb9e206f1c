/* run_check.c -- what must hold along a trail, and what must fail. */
#include <string.h>

#include "program/trail/run.h"

static bool
is_quantified (struct trail_run *r, const term *t)
{
    return term_has_op (r->program.terms, t, OP_FORALL)
           || term_has_op (r->program.terms, t, OP_EXISTS);
}

/* For messages: not more than a line. */
static void
term_short (struct text *out, const term *t)
{
    enum { MOST = 120 };
    struct text whole;
    text_init (&whole);
    boogie_term (&whole, t);
    if (whole.size <= MOST)
        text_add (out, text_view (&whole));
    else {
        text_add_n (out, text_view (&whole), MOST);
        text_add (out, " ..");
    }
    text_clear (&whole);
}

static bool
broken_term (struct trail_run *r, struct place place, const char *what,
             const term *t, const char *how)
{
    struct text text;
    text_init (&text);
    term_short (&text, t);
    run_broken (r, place, "%s %s %s", what, text_view (&text), how);
    text_clear (&text);
    return false;
}

/* Variables without a value that do not mean the same everywhere: what is said
 * about them here says nothing there. */
static bool
has_loose_end (struct trail_run *r, const term *ground)
{
    struct term_vec free = {0};
    bool loose = false;
    term_variables (r->program.terms, ground, &free);
    for (size_t i = 0; i < free.size && !loose; i++) {
        const term *v = free.at[i];
        bool constant = term_is_element (v);
        for (size_t j = 0; j < r->program.constant.size && !constant; j++)
            constant = r->program.constant.at[j].term == v;
        for (size_t j = 0; j < r->program.function.size && !constant; j++)
            constant = !r->program.function.at[j].parameters
                       && !strcmp (r->program.function.at[j].name, v->text);
        loose = !constant;
    }
    VEC_CLEAR (free);
    return loose;
}

bool
run_assume (struct trail_run *r, const term *t, struct place place,
            const char *what)
{
    assert (t->sort->kind == SORT_BOOL);
    const term *value = run_evaluate (r, t);
    if (value && term_is_true (value))
        return true;
    if (value)
        return broken_term (r, place, what, t, "does not hold");
    if (!is_quantified (r, t))
        return broken_term (r, place, what, t,
                            "depends on a value that the trail does not have");
    const term *ground = run_ground (r, t);
    if (has_loose_end (r, ground))
        return broken_term (r, place, what, t,
                            "depends on a value that the trail does not have");
    VEC_PUSH (*r->open, ground);
    return true;
}

bool
run_used_up (struct trail_run *r, struct place place)
{
    if (r->visit != r->trail->visit.size)
        return run_broken (r, place, "the trail goes on after its end");
    if (r->position != r->trail->value.size)
        return run_broken (r, place, "the trail has values that nobody uses");
    return true;
}

static enum run_end
run_fail (struct trail_run *r, const struct run_claim *c)
{
    assert (!r->trail->to_return);
    show_flush (r);
    show_failed (r, c);
    watch_failed (r, c);
    return run_used_up (r, c->place) ? RUN_DONE : RUN_BROKEN;
}

enum run_end
run_assert (struct trail_run *r, const term *t, const struct run_claim *c)
{
    const term *value = run_evaluate (r, t);
    if (value && term_is_true (value))
        return RUN_GOES_ON;
    if (value && !r->trail->to_return)
        return run_fail (r, c);
    if (value)
        return broken_term (r, c->place, c->what, t, "fails"), RUN_BROKEN;
    size_t open = r->open->size;
    if (!run_assume (r, t, c->place, c->what))
        return RUN_BROKEN;
    if (!r->trail->to_return && r->visit == r->trail->visit.size) {
        r->doubt.failed = term_not (r->program.terms, r->open->at[open]);
        r->doubt.claim = *c;
        r->doubt.open = open;
        r->doubt.position = r->position;
    }
    return RUN_GOES_ON;
}

enum run_end
run_doubt (struct trail_run *r, struct place place)
{
    assert (!r->trail->to_return);
    bool possible = r->doubt.failed && r->doubt.position == r->position
                    && r->visit == r->trail->visit.size;
    if (!possible) {
        run_broken (r, place, "the trail ends without a failed assertion");
        return RUN_BROKEN;
    }
    r->open->size = r->doubt.open;
    VEC_PUSH (*r->open, r->doubt.failed);
    return run_fail (r, &r->doubt.claim);
}

bool
run_axioms (struct trail_run *r)
{
    bool good = true;
    for (size_t i = 0; i < r->program.axiom.size && good; i++) {
        const struct axiom *a = &r->program.axiom.at[i];
        good = run_assume (r, a->term, a->place, "axiom");
    }
    return good;
}

bool
run_wheres (struct trail_run *r, const struct vec_variable *v,
            struct place place)
{
    bool good = true;
    for (size_t i = 0; i < v->size && good; i++)
        if (v->at[i].where)
            good = run_assume (r, v->at[i].where, place, "where");
    return good;
}

static const struct variable *
variable_find (const struct vec_variable *v, const term *t)
{
    for (size_t i = 0; i < v->size; i++)
        if (v->at[i].term == t)
            return &v->at[i];
    return NULL;
}

bool
run_where_of (struct trail_run *r, const term *variable, struct place place)
{
    assert (variable->op == OP_VAR);
    const struct procedure *q = run_procedure (r);
    const struct variable *v = variable_find (&q->local, variable);
    if (!v)
        v = variable_find (&q->out, variable);
    if (!v)
        v = variable_find (&r->program.global, variable);
    if (!v || !v->where)
        return true;
    return run_assume (r, v->where, place, "where");
}

static void
elements_apart (struct trail_run *r, const struct term_vec *element)
{
    terms *t = r->program.terms;
    for (size_t i = 0; i < element->size; i++)
        for (size_t j = 0; j < i; j++)
            if (element->at[i]->sort == element->at[j]->sort)
                VEC_PUSH (*r->open, term_not (t, term_eq (t, element->at[j],
                                                          element->at[i])));
}

/* A unique constant without a value stands for itself in `open`. */
static void
uniques_apart (struct trail_run *r, const term *c)
{
    const struct program *p = r->read;
    terms *t = p->terms;
    bool unique = false;
    for (size_t i = 0; i < p->constant.size && !unique; i++)
        unique = p->constant.at[i].term == c && p->constant.at[i].unique;
    for (size_t i = 0; i < p->constant.size && unique; i++) {
        const struct constant *d = &p->constant.at[i];
        const term *value = run_get (r, d->term);
        if (d->unique && d->term != c && d->term->sort == c->sort)
            VEC_PUSH (*r->open,
                      term_not (t, term_eq (t, c, value ? value : d->term)));
    }
}

void
run_close_open (struct trail_run *r)
{
    terms *t = r->program.terms;
    if (!r->open->size)
        return;
    for (size_t i = 0; i < r->trail->point.size; i++)
        VEC_PUSH (*r->open, term_eq (t, r->trail->point.at[i].application,
                                     r->trail->point.at[i].value));
    struct term_vec element = {0}, free = {0};
    struct term_map seen = {0};
    for (size_t i = 0; i < r->open->size; i++) {
        free.size = 0;
        term_variables (t, r->open->at[i], &free);
        for (size_t j = 0; j < free.size; j++) {
            bool added;
            term_map_at (&seen, free.at[j], &added);
            if (added && term_is_element (free.at[j]))
                VEC_PUSH (element, free.at[j]);
            else if (added)
                uniques_apart (r, free.at[j]);
        }
    }
    elements_apart (r, &element);
    term_map_clear (&seen);
    VEC_CLEAR (element);
    VEC_CLEAR (free);
}
