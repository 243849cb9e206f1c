/* system_horn.c -- Horn clauses as a transition system.
 *
 * The first occurrence of a clause variable as an argument of the body becomes
 * the location's variable; every other argument there is an equation.  What the
 * head says are the updates.  Clause variables that are left are auxiliaries
 * until an equation determines them. */
#include "cegar/system/system.h"

#include <assert.h>

#include "base/map.h"
#include "cegar/system/guard.h"

/* The name that a clause with this body gives to its argument `arg`; null if
 * none of them has a plain variable there. */
static const char *
argument_name (const struct horn *h, const uint32_t *first, uint32_t relation,
               size_t arg)
{
    assert (relation < h->relation.size && arg < h->relation.at[relation].args);
    if (first[relation] == HORN_NONE)
        return NULL;
    const struct clause *c = &h->clause.at[first[relation]];
    for (size_t i = 0; i < c->vars.size; i++)
        if (c->vars.at[i] == c->body_arg[arg])
            return c->name[i];
    return NULL;
}

/* A name that nothing else has: no other argument, clause variable, relation.
 */
static const term *
argument_var (terms *t, struct map *taken, const char *relation,
              const char *name, size_t arg, const sort *kind)
{
    struct text full;
    text_init (&full);
    if (name)
        text_print (&full, "%s.%s", relation, name);
    else
        text_print (&full, "%s.%zu", relation, arg);
    for (size_t n = arg; !map_put (taken, digest_string (text_view (&full)), 1);
         n++) {
        text_reset (&full);
        text_print (&full, "%s.%s.%zu", relation, name ? name : "", n);
    }
    const term *var = term_var (t, text_view (&full), kind);
    text_clear (&full);
    return var;
}

static void
locations_make (struct system *s, const struct horn *h)
{
    struct map taken;
    map_init (&taken);
    uint32_t *first = NEW_ARRAY (uint32_t, h->relation.size + 1);
    for (size_t i = 0; i < h->relation.size; i++)
        first[i] = HORN_NONE;
    for (size_t i = 0; i < h->relation.size; i++)
        map_put (&taken, digest_string (h->relation.at[i].name), 1);
    for (size_t i = 0; i < h->clause.size; i++) {
        const struct clause *c = &h->clause.at[i];
        for (size_t k = 0; k < c->vars.size; k++)
            map_put (&taken, digest_string (c->vars.at[k]->text), 1);
        if (c->body != HORN_NONE && first[c->body] == HORN_NONE)
            first[c->body] = (uint32_t) i;
    }
    for (uint32_t i = 0; i < h->relation.size; i++) {
        const struct relation *r = &h->relation.at[i];
        struct location l = {.name = arena_string (&s->arena, r->name),
                             .relation = i};
        for (size_t k = 0; k < r->args; k++)
            VEC_PUSH (l.vars, argument_var (s->terms, &taken, r->name,
                                            argument_name (h, first, i, k), k,
                                            r->sort[k]));
        VEC_PUSH (s->location, l);
    }
    assert (s->location.size == h->relation.size + 2);
    memory_free (first);
    map_clear (&taken);
}

static uint32_t
location_of (uint32_t relation, uint32_t none)
{
    return relation == HORN_NONE ? none : relation + 2;
}

/* Clauses share variables; transitions do not share auxiliaries. */
static void
auxiliaries_apart (terms *t, struct map *used, struct transition *made)
{
    struct term_vec from = {0}, to = {0};
    for (size_t i = 0; i < made->aux.size; i++) {
        const term *aux = made->aux.at[i];
        if (map_put (used, map_number (aux->id), 1))
            continue;
        const term *own = term_fresh (t, aux->text, aux->sort);
        VEC_PUSH (from, aux);
        VEC_PUSH (to, own);
        made->aux.at[i] = own;
    }
    if (from.size) {
        made->guard =
            term_substitute (t, made->guard, from.at, to.at, from.size);
        for (size_t i = 0; i < made->update.size; i++)
            made->update.at[i] = term_substitute (t, made->update.at[i],
                                                  from.at, to.at, from.size);
    }
    VEC_CLEAR (from);
    VEC_CLEAR (to);
}

/* A further premise: copies of its location's variables take the place of the clause
 * variables that stand there first. */
static void
premise_make (struct system *s, const struct horn_atom *atom, struct map *own,
              struct transition *made, struct term_vec *from,
              struct term_vec *to, struct term_vec *conjunct)
{
    struct premise p = {.location = location_of (atom->relation, SYSTEM_ENTRY)};
    const struct term_vec *vars = &s->location.at[p.location].vars;
    for (size_t i = 0; i < vars->size; i++) {
        const term *arg = atom->arg[i];
        const term *copy =
            term_fresh (s->terms, vars->at[i]->text, vars->at[i]->sort);
        VEC_PUSH (p.vars, copy);
        uint64_t *mark = map_get (own, map_number (arg->id));
        if (arg->op == OP_VAR && mark && !*mark) {
            *mark = 1;
            VEC_PUSH (*from, arg);
            VEC_PUSH (*to, copy);
        } else
            VEC_PUSH (*conjunct, term_eq (s->terms, copy, arg));
    }
    VEC_PUSH (made->more, p);
}

static void
transition_make (struct system *s, const struct horn *h, uint32_t index,
                 struct map *used)
{
    terms *t = s->terms;
    const struct clause *c = &h->clause.at[index];
    struct transition made = {.from = location_of (c->body, SYSTEM_ENTRY),
                              .to = location_of (c->head, SYSTEM_ERROR)};
    struct map own; /* clause variables; 1: already has a location variable */
    map_init (&own);
    for (size_t i = 0; i < c->vars.size; i++)
        map_put (&own, map_number (c->vars.at[i]->id), 0);
    struct term_vec from = {0}, to = {0}, conjunct = {0};
    const struct location *source = &s->location.at[made.from];
    assert (!source->vars.size || c->body != HORN_NONE);
    for (size_t i = 0; i < source->vars.size; i++) {
        const term *arg = c->body_arg[i], *var = source->vars.at[i];
        uint64_t *mark = map_get (&own, map_number (arg->id));
        if (arg->op == OP_VAR && mark && !*mark) {
            *mark = 1;
            VEC_PUSH (from, arg);
            VEC_PUSH (to, var);
        } else
            VEC_PUSH (conjunct, term_eq (t, var, arg));
    }
    for (size_t k = 0; k < c->mores; k++)
        premise_make (s, &c->more[k], &own, &made, &from, &to, &conjunct);
    for (size_t k = 0; k <= c->mores && c->mores; k++)
        VEC_PUSH (made.origin, ORIGIN_PREMISE + (uint32_t) k);
    VEC_PUSH (made.origin, index);
    VEC_PUSH (conjunct, c->constraint);
    made.guard = term_substitute (t, term_and (t, conjunct.at, conjunct.size),
                                  from.at, to.at, from.size);
    size_t heads = s->location.at[made.to].vars.size;
    for (size_t i = 0; i < heads; i++)
        VEC_PUSH (made.update, term_substitute (t, c->head_arg[i], from.at,
                                                to.at, from.size));
    for (size_t i = 0; i < c->vars.size; i++)
        if (!*map_get (&own, map_number (c->vars.at[i]->id)))
            VEC_PUSH (made.aux, c->vars.at[i]);
    guard_reduce (t, &made.aux, &made.guard, &made.update);
    auxiliaries_apart (t, used, &made);
    VEC_PUSH (s->transition, made);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    VEC_CLEAR (conjunct);
    map_clear (&own);
}

void
system_from_horn (struct system *s, const struct horn *h)
{
    assert (s->terms == h->terms && s->location.size == 2);
    locations_make (s, h);
    struct map used; /* auxiliaries */
    map_init (&used);
    for (uint32_t i = 0; i < h->clause.size; i++)
        transition_make (s, h, i, &used);
    map_clear (&used);
    system_index (s);
}
