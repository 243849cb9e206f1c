/* sound.c -- is this a passive program?  Also the gate for those that
 * came as bytes, so nothing is taken for granted but that pointers are valid
 * and arrays as long as they say. */
#include "bounded/passive/internal.h"

struct sound_state {
    const struct passive_program *p;
    const struct passive_procedure *q;
    terms *terms;
    struct term_map known;   /* variables: constants, then + formals, locals */
    struct term_map checked; /* terms of this procedure that are all right */
};

static bool
is_condition (const struct sound_state *s, const term *t)
{
    return t && t->sort == sort_bool (s->terms);
}

static bool
knows (struct sound_state *s, const term *t)
{
    bool added;
    term_map_at (&s->checked, t, &added);
    if (!added)
        return true;
    struct term_vec used = {0};
    term_variables (s->terms, t, &used);
    bool all = true;
    for (size_t i = 0; i < used.size && all; i++)
        all = term_map_get (&s->known, used.at[i])
              || term_is_element (used.at[i]);
    VEC_CLEAR (used);
    return all;
}

static bool
learn (struct sound_state *s, const struct term_vec *list)
{
    for (size_t i = 0; i < list->size; i++) {
        bool added;
        if (!list->at[i] || list->at[i]->op != OP_VAR)
            return false;
        term_map_at (&s->known, list->at[i], &added);
        if (!added)
            return false;
    }
    return true;
}

static bool
edges_sound (struct sound_state *s, uint32_t block)
{
    const struct passive_block *b = &s->q->block[block];
    bool last = block + 1 == s->q->blocks;
    if (last != !b->edges && !(!b->edges && term_is_false (b->assume)))
        return false;
    for (uint32_t i = 0; i < b->edges; i++) {
        const struct passive_edge *e = &b->edge[i];
        if (e->target <= block || e->target >= s->q->blocks
            || !is_condition (s, e->assume) || !knows (s, e->assume))
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (b->edge[k].target == e->target)
                return false;
    }
    return true;
}

static bool
visits_sound (struct sound_state *s, const struct passive_block *b)
{
    if (b->after > b->visits
        || (b->call == PASSIVE_NONE && b->after != b->visits))
        return false;
    for (uint32_t i = 0; i < b->visits; i++)
        for (uint32_t k = 0; k < b->visit[i].values; k++)
            if (b->visit[i].value[k] && !knows (s, b->visit[i].value[k]))
                return false;
    return true;
}

static bool
call_sound (struct sound_state *s, uint32_t call)
{
    const struct passive_call *c = &s->q->call[call];
    if (c->callee >= s->p->procedures || c->block >= s->q->blocks
        || s->q->block[c->block].call != call)
        return false;
    const struct passive_procedure *callee = &s->p->procedure[c->callee];
    for (size_t i = 0; i < callee->in.size; i++)
        if (!c->in[i] || c->in[i]->sort != callee->in.at[i]->sort
            || !knows (s, c->in[i]))
            return false;
    for (size_t i = 0; i < callee->out.size; i++)
        if (!c->out[i] || c->out[i]->op != OP_VAR || !knows (s, c->out[i])
            || c->out[i]->sort != callee->out.at[i]->sort)
            return false;
    return !c->summary
           || (is_condition (s, c->summary) && knows (s, c->summary));
}

static bool
procedure_sound (struct sound_state *s)
{
    const struct passive_procedure *q = s->q;
    if (!q->blocks || q->calls > q->blocks || q->parameters > q->in.size
        || !learn (s, &q->in) || !learn (s, &q->out) || !learn (s, &q->local))
        return false;
    uint32_t calls = 0;
    for (uint32_t i = 0; i < q->blocks; i++) {
        const struct passive_block *b = &q->block[i];
        if (!is_condition (s, b->assume) || !knows (s, b->assume)
            || !edges_sound (s, i) || !visits_sound (s, b))
            return false;
        if (b->call == PASSIVE_NONE)
            continue;
        calls++;
        if (b->call >= q->calls || q->call[b->call].block != i)
            return false;
    }
    for (uint32_t i = 0; i < q->calls; i++)
        if (!call_sound (s, i))
            return false;
    return calls == q->calls;
}

static bool
constants_learn (struct sound_state *s)
{
    struct term_vec constants = {s->p->constant, s->p->constants, 0};
    return learn (s, &constants);
}

static bool
symbols_sound (struct sound_state *s)
{
    for (uint32_t i = 0; i < s->p->axioms; i++)
        if (!is_condition (s, s->p->axiom[i]) || !knows (s, s->p->axiom[i]))
            return false;
    for (uint32_t i = 0; i < s->p->globals; i++)
        if (!s->p->global[i] || s->p->global[i]->op != OP_VAR)
            return false;
    return true;
}

bool
passive_sound (const struct passive_program *p)
{
    bool sound = p->main < p->procedures;
    for (uint32_t i = 0; i <= p->procedures && sound; i++) {
        struct sound_state s = {.p = p, .terms = p->terms};
        s.q = i < p->procedures ? &p->procedure[i] : NULL;
        sound = constants_learn (&s)
                && (s.q ? procedure_sound (&s) : symbols_sound (&s));
        term_map_clear (&s.known);
        term_map_clear (&s.checked);
    }
    return sound;
}
