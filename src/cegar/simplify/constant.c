/* constant.c -- arguments that are always one constant.
 *
 * Optimistic: every argument is taken for the constant that it is first seen
 * to get, until a transition gives it something else.  What survives until
 * nothing changes is inductive. */
#include "cegar/simplify/steps.h"

#include <assert.h>

#include "base/map.h"

struct constants {
    struct map value; /* location variable's id -> index into `known` */
    struct term_vec known;
};

/* The index of what is known about a location variable; its entry is null if
 * it is not constant.  NONE: nothing reached it so far. */
enum { NONE = UINT32_MAX };

static uint32_t
constants_of (const struct constants *c, const struct system *s,
              const struct transition *t, const term *var)
{
    for (size_t p = 0; t && p < t->more.size; p++)
        for (size_t k = 0; k < t->more.at[p].vars.size; k++)
            if (t->more.at[p].vars.at[k] == var)
                var = s->location.at[t->more.at[p].location].vars.at[k];
    const uint64_t *at = map_get (&c->value, map_number (var->id));
    assert (!at || *at < c->known.size);
    return at ? (uint32_t) *at : NONE;
}

/* What an update gives: a constant, null if it varies; false: not known yet. */
static bool
constants_update (const struct constants *c, const struct system *s,
                  const struct transition *t, const term *e,
                  const term **result)
{
    *result = NULL;
    if (term_is_constant (e)) {
        *result = e;
        return true;
    }
    if (e->op == OP_VAR && constants_of (c, s, t, e) != NONE) {
        *result = c->known.at[constants_of (c, s, t, e)];
        return true;
    }
    struct term_vec vars = {0}, from = {0}, to = {0};
    term_variables (s->terms, e, &vars);
    bool fixed = true, known = true;
    for (size_t i = 0; fixed && known && i < vars.size; i++) {
        bool aux = false;
        for (size_t k = 0; !aux && k < t->aux.size; k++)
            aux = t->aux.at[k] == vars.at[i];
        uint32_t at = aux ? NONE : constants_of (c, s, t, vars.at[i]);
        known = aux || at != NONE;
        fixed = !aux && (!known || c->known.at[at]);
        if (known && fixed) {
            VEC_PUSH (from, vars.at[i]);
            VEC_PUSH (to, c->known.at[at]);
        }
    }
    if (known && fixed) {
        const term *value =
            term_substitute (s->terms, e, from.at, to.at, from.size);
        *result = term_is_constant (value) ? value : NULL;
    }
    VEC_CLEAR (vars);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    return known;
}

/* One pass over all transitions; false: nothing new. */
static bool
constants_pass (struct constants *c, const struct system *s)
{
    bool changed = false;
    for (size_t i = 0; i < s->transition.size; i++) {
        const struct transition *t = &s->transition.at[i];
        const struct term_vec *to = &s->location.at[t->to].vars;
        for (size_t k = 0; k < t->update.size; k++) {
            uint32_t at = constants_of (c, s, NULL, to->at[k]);
            if (at != NONE && !c->known.at[at])
                continue;
            const term *value;
            if (!constants_update (c, s, t, t->update.at[k], &value))
                continue;
            if (at == NONE) {
                map_put (&c->value, map_number (to->at[k]->id), c->known.size);
                VEC_PUSH (c->known, value);
                changed = true;
            } else if (c->known.at[at] != value) {
                c->known.at[at] = NULL;
                changed = true;
            }
        }
    }
    return changed;
}

static bool
constants_apply (const struct constants *c, struct system *s,
                 simplification *done, uint32_t location)
{
    const struct term_vec *vars = &s->location.at[location].vars;
    struct term_vec value = {0};
    for (size_t k = 0; k < vars->size; k++) {
        uint32_t at = constants_of (c, s, NULL, vars->at[k]);
        VEC_PUSH (value, at == NONE ? NULL : c->known.at[at]);
    }
    bool changed = location_fix (s, done, location, &value);
    VEC_CLEAR (value);
    return changed;
}

/* What a guard says about a variable of the source, e.g. x = 5, is put into the
 * rest of the transition. */
static bool
guard_constants (struct system *s, struct transition *t)
{
    struct term_vec conjunct = {0}, from = {0}, to = {0}, kept = {0};
    struct map bound;
    map_init (&bound);
    term_conjuncts (s->terms, t->guard, &conjunct);
    for (size_t i = 0; i < conjunct.size; i++) {
        const term *c = conjunct.at[i];
        const term *var = NULL, *value = NULL;
        if (c->op == OP_EQ && c->args == 2)
            for (size_t k = 0; k < 2 && !var; k++)
                if (c->arg[k]->op == OP_VAR
                    && term_is_constant (c->arg[1 - k])) {
                    var = c->arg[k];
                    value = c->arg[1 - k];
                }
        if (!var || !map_put (&bound, map_number (var->id), 1))
            continue;
        VEC_PUSH (from, var);
        VEC_PUSH (to, value);
        VEC_PUSH (kept, c);
    }
    bool changed = false;
    if (from.size) {
        VEC_PUSH (kept, term_substitute (s->terms, t->guard, from.at, to.at,
                                         from.size));
        const term *guard = term_and (s->terms, kept.at, kept.size);
        /* The order of conjuncts alone is no change. */
        struct term_vec after = {0};
        term_conjuncts (s->terms, guard, &after);
        struct map before;
        map_init (&before);
        for (size_t i = 0; i < conjunct.size; i++)
            map_put (&before, map_number (conjunct.at[i]->id), 1);
        for (size_t i = 0; i < after.size; i++)
            changed =
                changed || !map_get (&before, map_number (after.at[i]->id));
        map_clear (&before);
        VEC_CLEAR (after);
        if (changed)
            t->guard = guard;
        for (size_t i = 0; i < t->update.size; i++) {
            const term *e = term_substitute (s->terms, t->update.at[i], from.at,
                                             to.at, from.size);
            changed = changed || e != t->update.at[i];
            t->update.at[i] = e;
        }
        if (changed)
            transition_tidy (s->terms, t);
    }
    map_clear (&bound);
    VEC_CLEAR (conjunct);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    VEC_CLEAR (kept);
    return changed;
}

bool
simplify_constant (struct system *s, simplification *done)
{
    bool changed = false;
    for (size_t i = 0; i < s->transition.size; i++)
        changed = guard_constants (s, &s->transition.at[i]) || changed;
    struct constants c = {0};
    map_init (&c.value);
    while (constants_pass (&c, s))
        ;
    for (uint32_t i = 2; i < s->location.size; i++)
        if (!s->location.at[i].gone)
            changed = constants_apply (&c, s, done, i) || changed;
    map_clear (&c.value);
    VEC_CLEAR (c.known);
    return changed;
}
