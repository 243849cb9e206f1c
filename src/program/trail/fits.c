/* fits.c -- does a trail speak about this program at all? */
#include <string.h>

#include "program/trail/run.h"

static bool
value_fits (const term *value, const sort *want)
{
    return !value || (value->sort == want && term_is_value (value));
}

static bool
variables_fit (const struct vec_variable *v, const struct term_vec *value)
{
    bool fits = v->size == value->size;
    for (size_t i = 0; i < v->size && fits; i++)
        fits = value_fits (value->at[i], v->at[i].term->sort);
    return fits;
}

static bool
visits_fit (const struct trail *t, const struct program *p)
{
    bool fits = t->visit.size > 0;
    for (size_t i = 0; i < t->visit.size && fits; i++) {
        const struct trail_visit *v = &t->visit.at[i];
        fits = v->procedure < p->procedure.size
               && v->block < p->procedure.at[v->procedure].block.size;
    }
    return fits;
}

static bool
has_arrays (const term *application)
{
    for (uint32_t i = 0; i < application->args; i++)
        if (application->arg[i]->sort->kind == SORT_ARRAY)
            return true;
    return false;
}

/* Arrays of equal contents can be written in several ways.  In doubt: yes. */
static bool
same_value (terms *store, const term *a, const term *b)
{
    if (a->sort != b->sort)
        return false;
    const term *equal =
        term_evaluate (store, term_eq (store, a, b), NULL, NULL);
    return !equal || term_is_true (equal);
}

static bool
same_arguments (terms *store, const term *a, const term *b)
{
    assert (a->text && b->text);
    if (a->args != b->args || strcmp (a->text, b->text))
        return false;
    for (uint32_t i = 0; i < a->args; i++)
        if (!same_value (store, a->arg[i], b->arg[i]))
            return false;
    return true;
}

/* A function has one value for the same arguments. */
static bool
points_agree (const struct trail *t, const struct program *p)
{
    struct term_map seen = {0};
    bool agree = true;
    for (size_t i = 0; i < t->point.size && agree; i++) {
        const struct trail_point *a = &t->point.at[i];
        bool added;
        term_map_at (&seen, a->application, &added);
        agree = added;
        for (size_t j = 0; has_arrays (a->application) && j < i && agree; j++)
            agree = !same_arguments (p->terms, a->application,
                                     t->point.at[j].application);
    }
    term_map_clear (&seen);
    return agree;
}

static bool
point_fits (const struct trail_point *q)
{
    assert (q->application);
    const term *a = q->application;
    bool fits = (a->op == OP_APPLY || a->op == OP_VAR) && q->value
                && value_fits (q->value, a->sort);
    for (uint32_t i = 0; i < a->args && fits; i++)
        fits = term_is_value (a->arg[i]);
    return fits;
}

/* More than enough for as many different values? */
static bool
sort_has (const sort *s, size_t values)
{
    if (s->kind == SORT_BOOL)
        return values <= 2;
    if (s->kind == SORT_BV)
        return s->width >= 32 || values <= (size_t) 1 << s->width;
    return s->kind != SORT_ARRAY;
}

/* Unique constants differ; those that nobody reads can, if the sort is large
 * enough for all. */
static bool
uniques_differ (const struct trail *t, const struct program *p)
{
    struct term_map seen = {0};
    size_t count = 0;
    bool differ = true;
    for (size_t i = 0; i < p->constant.size; i++)
        count += p->constant.at[i].unique;
    for (size_t i = 0; i < p->constant.size && differ; i++) {
        const term *value = t->constant.at[i];
        if (!p->constant.at[i].unique)
            continue;
        if (!value)
            differ = sort_has (p->constant.at[i].term->sort, count);
        else
            term_map_at (&seen, value, &differ);
        for (size_t j = 0;
             value && value->sort->kind == SORT_ARRAY && j < i && differ; j++)
            differ = !p->constant.at[j].unique || !t->constant.at[j]
                     || !same_value (p->terms, value, t->constant.at[j]);
    }
    term_map_clear (&seen);
    return differ;
}

bool
trail_fits (const struct trail *t, const struct program *p, uint32_t *entry,
            struct problem *problem)
{
    struct place nowhere = {.file = p->file};
    *entry = t->entry ? program_find (p, t->entry) : PROGRAM_NONE;
    if (*entry == PROGRAM_NONE)
        return problem_set (problem, nowhere, "the trail has no entry");
    bool fits = t->constant.size == p->constant.size
                && variables_fit (&p->global, &t->global)
                && variables_fit (&p->procedure.at[*entry].in, &t->parameter)
                && visits_fit (t, p);
    for (size_t i = 0; i < t->constant.size && fits; i++)
        fits = value_fits (t->constant.at[i], p->constant.at[i].term->sort);
    for (size_t i = 0; i < t->point.size && fits; i++)
        fits = point_fits (&t->point.at[i]);
    if (!fits)
        return problem_set (problem, nowhere,
                            "the trail is not one of this program");
    if (!points_agree (t, p))
        return problem_set (problem, nowhere,
                            "the trail gives a function two values for the "
                            "same arguments");
    if (!uniques_differ (t, p))
        return problem_set (problem, nowhere,
                            "the trail gives two unique constants one value");
    return true;
}
