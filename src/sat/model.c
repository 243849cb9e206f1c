/* model.c -- see model.h. */
#include "sat/model.h"

#include <assert.h>

#include "program/trail/execute.h"
#include "sat/words.h"

struct model {
    struct blast *blast;
    terms *terms;
    bool *value; /* per gate */
    size_t gates;
};

model *
model_new (struct blast *b, cnf *c, terms *t)
{
    model *m = NEW (model);
    m->blast = b;
    m->terms = t;
    m->gates = b->gates.gate.size;
    m->value = NEW_ARRAY (bool, m->gates + 1);
    for (uint32_t i = 0; i < m->gates; i++)
        m->value[i] = b->gates.gate.at[i].kind == GATE_INPUT
                          ? cnf_input (c, i)
                          : gate_value (&b->gates, i, m->value);
    return m;
}

void
model_free (model *m)
{
    if (!m)
        return;
    memory_free (m->value);
    memory_free (m);
}

bool
model_wire (model *m, wire a)
{
    size_t gates = m->blast->gates.gate.size;
    if (gates > m->gates)
        m->value = memory_resize (m->value, (gates + 1) * sizeof *m->value);
    for (; m->gates < gates; m->gates++) {
        m->value[m->gates] = false;
        m->value[m->gates] =
            gate_value (&m->blast->gates, (uint32_t) m->gates, m->value);
    }
    return wire_value (a, m->value);
}

/* ---- values */

static const term *
bits_value (model *m, const wire *of, unsigned width)
{
    const term *result = NULL;
    for (unsigned from = 0; from < width; from += 32) {
        unsigned part = width - from < 32 ? width - from : 32;
        uint64_t word = 0;
        for (unsigned i = 0; i < part; i++)
            word |= (uint64_t) wire_value (of[from + i], m->value) << i;
        const term *bits = term_bits_of (m->terms, part, word);
        result = result ? term_make (m->terms, OP_CONCAT,
                                     (const term *[]) {bits, result}, 2, 0, 0)
                        : bits;
    }
    return result;
}

static const term *map_value (model *, const term *);

const term *
model_value (model *m, const term *t)
{
    if (t->sort->kind == SORT_ARRAY)
        return map_value (m, t);
    if (!term_map_get (&m->blast->first, t))
        return term_zero (m->terms, t->sort);
    const wire *of = blast_term (m->blast, t);
    if (t->sort->kind == SORT_BOOL)
        return term_bool (m->terms, wire_value (of[0], m->value));
    return bits_value (m, of, t->sort->width);
}

/* 0 where nobody looked. */
static const term *
map_value (model *m, const term *map)
{
    struct term_map seen = {0};
    const term *result = term_zero (m->terms, map->sort);
    for (size_t i = 0; i < m->blast->point.size; i++) {
        const struct blast_point *p = &m->blast->point.at[i];
        const term *at = p->family ? p->term : NULL;
        while (at && at->arg[0] != map && at->arg[0]->op == OP_SELECT)
            at = at->arg[0];
        bool added = false;
        if (at && at->arg[0] == map)
            term_map_at (&seen, at, &added);
        if (added)
            result = term_store (m->terms, result, model_value (m, at->arg[1]),
                                 model_value (m, at));
    }
    term_map_clear (&seen);
    return result;
}

/* ---- the execution */

static bool
model_takes (model *m, const term *condition)
{
    assert (condition->sort->kind == SORT_BOOL);
    if (term_is_constant (condition))
        return term_is_true (condition);
    return term_is_true (model_value (m, condition));
}

const struct sat_claim *
model_failure (model *m, const unwinding *x)
{
    const struct sat_claim *claim;
    size_t claims = unwinding_claims (x, &claim);
    for (size_t i = 0; i < claims; i++)
        if (claim[i].kind == CLAIM_FAILS && model_takes (m, claim[i].term))
            return &claim[i];
    return NULL;
}

static void
trail_event (model *m, const struct event *e, struct trail *trail)
{
    if (e->visit) {
        struct trail_visit visit = {.procedure = e->procedure,
                                    .block = e->block,
                                    .first = (uint32_t) trail->value.size,
                                    .values = e->any};
        VEC_PUSH (trail->visit, visit);
        for (uint32_t i = 0; i < e->any; i++)
            VEC_PUSH (trail->value, NULL);
        return;
    }
    assert (trail->visit.size);
    const term *of = e->value.cells ? e->value.cells->base : e->value.term;
    VEC_PUSH (trail->value, model_value (m, of));
    VEC_LAST (trail->visit).values++;
}

/* Values of functions where they were applied. */
static void
trail_points (model *m, struct trail *trail)
{
    for (size_t i = 0; i < m->blast->point.size; i++) {
        const struct blast_point *p = &m->blast->point.at[i];
        if (p->family)
            continue;
        struct term_vec arg = {0};
        for (uint32_t k = 0; k < p->term->args; k++)
            VEC_PUSH (arg, model_value (m, p->term->arg[k]));
        struct trail_point point = {
            .application = term_apply (m->terms, p->term->text, p->term->sort,
                                       arg.at, arg.size),
            .value = model_value (m, p->term)};
        VEC_CLEAR (arg);
        bool known = false;
        for (size_t k = 0; k < trail->point.size && !known; k++)
            known = trail->point.at[k].application == point.application;
        if (!known)
            VEC_PUSH (trail->point, point);
    }
}

void
model_trail (model *m, const unwinding *x, const struct program *as_read,
             const struct program *expanded, uint32_t entry,
             const struct sat_claim *claim, struct trail *trail)
{
    const struct procedure *q = &as_read->procedure.at[entry];
    const struct event *event;
    size_t events = unwinding_events (x, &event);
    assert (claim->event <= events);
    trail->entry = q->name;
    for (size_t i = 0; i < as_read->constant.size; i++)
        VEC_PUSH (trail->constant,
                  model_value (m, expanded->constant.at[i].term));
    for (size_t i = 0; i < as_read->global.size; i++)
        VEC_PUSH (trail->global, model_value (m, unwinding_global (x, i)));
    for (size_t i = 0; i < q->in.size; i++)
        VEC_PUSH (trail->parameter,
                  model_value (m, unwinding_parameter (x, i)));
    for (size_t i = 0; i < claim->event && i < events; i++)
        if (model_takes (m, event[i].guard->whole))
            trail_event (m, &event[i], trail);
    trail_points (m, trail);
}
