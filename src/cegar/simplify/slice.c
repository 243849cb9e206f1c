/* slice.c -- arguments that no guard depends on are left out.
 *
 * The cone of influence: an argument is needed if a guard reads its variable,
 * or the update of a needed argument does. */
#include "cegar/simplify/steps.h"

#include "base/map.h"

struct cone {
    struct map number;         /* location variable's id -> its number */
    struct vec_index *sources; /* per number: what flows into it */
    bool *needed;
    struct vec_index open; /* needed, sources not yet looked at */
};

static void
cone_need (struct cone *c, uint32_t number)
{
    if (c->needed[number])
        return;
    c->needed[number] = true;
    VEC_PUSH (c->open, number);
}

/* The numbers of the location variables in `e` (others have none). */
static void
cone_variables (const struct cone *c, terms *t, const term *e,
                struct vec_index *numbers)
{
    struct term_vec vars = {0};
    term_variables (t, e, &vars);
    for (size_t i = 0; i < vars.size; i++) {
        const uint64_t *n = map_get (&c->number, map_number (vars.at[i]->id));
        if (n)
            VEC_PUSH (*numbers, (uint32_t) *n);
    }
    VEC_CLEAR (vars);
}

static void
cone_run (struct cone *c, const struct system *s)
{
    struct vec_index guard = {0};
    for (size_t i = 0; i < s->transition.size; i++) {
        const struct transition *t = &s->transition.at[i];
        const struct term_vec *to = &s->location.at[t->to].vars;
        cone_variables (c, s->terms, t->guard, &guard);
        for (size_t k = 0; k < t->update.size; k++) {
            uint64_t n = *map_get (&c->number, map_number (to->at[k]->id));
            cone_variables (c, s->terms, t->update.at[k], &c->sources[n]);
        }
    }
    for (size_t i = 0; i < guard.size; i++)
        cone_need (c, guard.at[i]);
    while (c->open.size) {
        uint32_t n = VEC_POP (c->open);
        for (size_t i = 0; i < c->sources[n].size; i++)
            cone_need (c, c->sources[n].at[i]);
    }
    VEC_CLEAR (guard);
}

static bool
cone_apply (const struct cone *c, struct system *s)
{
    bool changed = false;
    for (uint32_t i = 0; i < s->location.size; i++) {
        const struct term_vec *vars = &s->location.at[i].vars;
        if (s->location.at[i].gone)
            continue;
        bool *drop = NEW_ARRAY (bool, vars->size + 1), any = false;
        for (size_t k = 0; k < vars->size; k++) {
            drop[k] =
                !c->needed[*map_get (&c->number, map_number (vars->at[k]->id))];
            any = any || drop[k];
        }
        if (any)
            location_drop (s, i, drop);
        changed = changed || any;
        memory_free (drop);
    }
    for (size_t i = 0; changed && i < s->transition.size; i++)
        transition_tidy (s->terms, &s->transition.at[i]);
    return changed;
}

bool
simplify_slice (struct system *s)
{
    struct cone c = {0};
    map_init (&c.number);
    size_t count = 0;
    for (size_t i = 0; i < s->location.size; i++)
        for (size_t k = 0; k < s->location.at[i].vars.size; k++)
            map_put (&c.number, map_number (s->location.at[i].vars.at[k]->id),
                     count++);
    /* Copies count as what they are copies of. */
    for (size_t i = 0; i < s->transition.size; i++)
        for (size_t p = 0; p < s->transition.at[i].more.size; p++) {
            const struct premise *from = &s->transition.at[i].more.at[p];
            const struct term_vec *own = &s->location.at[from->location].vars;
            for (size_t k = 0; k < own->size; k++)
                map_put (&c.number, map_number (from->vars.at[k]->id),
                         *map_get (&c.number, map_number (own->at[k]->id)));
        }
    c.sources = NEW_ARRAY (struct vec_index, count + 1);
    c.needed = NEW_ARRAY (bool, count + 1);
    cone_run (&c, s);
    bool changed = cone_apply (&c, s);
    for (size_t i = 0; i < count; i++)
        VEC_CLEAR (c.sources[i]);
    memory_free (c.sources);
    memory_free (c.needed);
    VEC_CLEAR (c.open);
    map_clear (&c.number);
    return changed;
}
