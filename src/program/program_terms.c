/* program_terms.c -- all terms of a program. */
#include "logic/term/map.h"
#include "program/program.h"

struct survey {
    struct term_map place;
    struct term_vec order;
};

static void
survey_term (struct survey *s, const term *t)
{
    if (t)
        term_postorder (&t, 1, &s->place, &s->order);
}

static void
survey_terms (struct survey *s, const term *const *t, size_t size)
{
    for (size_t i = 0; i < size; i++)
        survey_term (s, t[i]);
}

static void
survey_attributes (struct survey *s, const struct attribute *a)
{
    for (; a; a = a->next)
        for (size_t i = 0; i < a->values; i++)
            survey_term (s, a->value[i].term);
}

static void
survey_variables (struct survey *s, const struct vec_variable *v)
{
    for (size_t i = 0; i < v->size; i++) {
        survey_term (s, v->at[i].term);
        survey_term (s, v->at[i].where);
        survey_attributes (s, v->at[i].attribute);
    }
}

static void
survey_block (struct survey *s, const struct block *b)
{
    for (size_t i = 0; i < b->statement.size; i++) {
        const struct statement *x = &b->statement.at[i];
        survey_attributes (s, x->attribute);
        survey_term (s, x->term);
        survey_terms (s, x->target, x->targets);
        survey_terms (s, x->value, x->values);
    }
}

static void
survey_procedure (struct survey *s, const struct procedure *q)
{
    survey_attributes (s, q->attribute);
    survey_variables (s, &q->in);
    survey_variables (s, &q->out);
    for (size_t i = 0; i < q->spec.size; i++) {
        survey_attributes (s, q->spec.at[i].attribute);
        survey_term (s, q->spec.at[i].term);
    }
    survey_attributes (s, q->body_attribute);
    survey_variables (s, &q->local);
    for (size_t i = 0; i < q->block.size; i++)
        survey_block (s, &q->block.at[i]);
}

static void
survey_program (struct survey *s, const struct program *p)
{
    for (size_t i = 0; i < p->constant.size; i++) {
        survey_term (s, p->constant.at[i].term);
        survey_attributes (s, p->constant.at[i].attribute);
    }
    for (size_t i = 0; i < p->function.size; i++) {
        const struct function *f = &p->function.at[i];
        survey_attributes (s, f->attribute);
        survey_terms (s, f->parameter, f->parameters);
        survey_term (s, f->body);
    }
    for (size_t i = 0; i < p->axiom.size; i++) {
        survey_attributes (s, p->axiom.at[i].attribute);
        survey_term (s, p->axiom.at[i].term);
    }
    survey_variables (s, &p->global);
    for (size_t i = 0; i < p->procedure.size; i++)
        survey_procedure (s, &p->procedure.at[i]);
}

void
program_terms (const struct program *p, struct term_vec *out)
{
    struct survey s = {.order = *out};
    assert (!out->size);
    survey_program (&s, p);
    term_map_clear (&s.place);
    *out = s.order;
}
