/* equal.c -- arguments of a location that are always equal.
 *
 * Optimistic, as in value numbering: all arguments of one sort are taken to be
 * equal, until a transition tells two of them apart.  Each class is then kept
 * as its first argument. */
#include "cegar/simplify/steps.h"

#include <assert.h>

#include "base/map.h"

enum { MOST_PASSES = 100 }; /* beyond, nothing is claimed */

struct equal_classes {
    struct map first; /* location variable's id -> index into `leader` */
    struct term_vec leader;
};

static const term *
class_of (const struct equal_classes *c, const term *var)
{
    const uint64_t *at = map_get (&c->first, map_number (var->id));
    return at ? c->leader.at[*at] : var;
}

static void
class_set (struct equal_classes *c, const term *var, const term *leader)
{
    c->leader.at[*map_get (&c->first, map_number (var->id))] = leader;
}

static void
classes_open (struct equal_classes *c, const struct system *s)
{
    map_init (&c->first);
    for (size_t i = 0; i < s->location.size; i++) {
        const struct term_vec *vars = &s->location.at[i].vars;
        if (s->location.at[i].gone)
            continue;
        for (size_t k = 0; k < vars->size; k++) {
            size_t same = 0;
            while (vars->at[same]->sort != vars->at[k]->sort)
                same++;
            map_put (&c->first, map_number (vars->at[k]->id), c->leader.size);
            VEC_PUSH (c->leader, vars->at[same]);
        }
    }
}

static const term *
update_of (const struct system *s, const struct transition *t,
           const struct term_vec *from, const struct term_vec *to, size_t k)
{
    const term *e = t->update.at[k];
    if (term_is_constant (e))
        return e;
    return term_substitute (s->terms, e, from->at, to->at, from->size);
}

/* The variables of all premises, and the leaders of their classes. */
static void
classes_source (const struct equal_classes *c, const struct system *s,
                const struct transition *t, struct term_vec *from,
                struct term_vec *to)
{
    for (size_t p = 0; p < transition_premises (t); p++) {
        const struct term_vec *own =
            &s->location.at[transition_premise (t, p)].vars;
        const struct term_vec *vars = transition_premise_vars (s, t, p);
        for (size_t k = 0; k < own->size; k++) {
            VEC_PUSH (*from, vars->at[k]);
            VEC_PUSH (*to, term_substitute (s->terms, class_of (c, own->at[k]),
                                            own->at, vars->at, own->size));
        }
    }
}

/* Tells apart what this transition makes unequal. */
static bool
classes_refine (struct equal_classes *c, const struct system *s,
                const struct transition *t)
{
    const struct term_vec *vars = &s->location.at[t->to].vars;
    assert (t->update.size == vars->size);
    bool shared = false;
    for (size_t k = 0; !shared && k < vars->size; k++)
        shared = class_of (c, vars->at[k]) != vars->at[k];
    if (!shared)
        return false;
    struct term_vec from = {0}, source = {0};
    classes_source (c, s, t, &from, &source);
    /* (old leader, what it gets) -> new leader */
    struct map group;
    map_init (&group);
    struct term_vec leader = {0};
    for (size_t k = 0; k < vars->size; k++) {
        struct digest key[2] = {class_of (c, vars->at[k])->digest,
                                update_of (s, t, &from, &source, k)->digest};
        struct digest both =
            digest_of ((struct bytes) {(const void *) key, sizeof key});
        const uint64_t *at = map_get (&group, both);
        if (!at)
            map_put (&group, both, k);
        VEC_PUSH (leader, vars->at[at ? *at : k]);
    }
    bool changed = false;
    for (size_t k = 0; k < vars->size; k++) {
        changed = changed || class_of (c, vars->at[k]) != leader.at[k];
        class_set (c, vars->at[k], leader.at[k]);
    }
    map_clear (&group);
    VEC_CLEAR (leader);
    VEC_CLEAR (from);
    VEC_CLEAR (source);
    return changed;
}

static bool
classes_apply (const struct equal_classes *c, struct system *s,
               simplification *done, uint32_t location)
{
    const struct term_vec *vars = &s->location.at[location].vars;
    struct term_vec value = {0};
    for (size_t k = 0; k < vars->size; k++) {
        const term *leader = class_of (c, vars->at[k]);
        VEC_PUSH (value, leader == vars->at[k] ? NULL : leader);
    }
    bool changed = location_fix (s, done, location, &value);
    VEC_CLEAR (value);
    return changed;
}

bool
simplify_equal (struct system *s, simplification *done)
{
    struct equal_classes c = {0};
    classes_open (&c, s);
    bool open = true;
    for (unsigned pass = 0; open && pass < MOST_PASSES; pass++) {
        open = false;
        for (size_t i = 0; i < s->transition.size; i++)
            open = classes_refine (&c, s, &s->transition.at[i]) || open;
    }
    bool changed = false;
    for (uint32_t i = 2; !open && i < s->location.size; i++)
        if (!s->location.at[i].gone)
            changed = classes_apply (&c, s, done, i) || changed;
    map_clear (&c.first);
    VEC_CLEAR (c.leader);
    return changed;
}
