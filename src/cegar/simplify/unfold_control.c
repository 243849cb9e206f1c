/* program/unfold/control.c -- which arguments hold control, not data.
 *
 * Optimistic: every argument of a suitable sort is taken for control until a
 * transition sets it to something else than a constant or a control argument;
 * what survives until nothing changes has finitely many values. */
#include "cegar/simplify/unfold.h"

#include <assert.h>

#include "logic/term/sort.h"

/* Whether a term is made of constants and control arguments by choices only.
 * Choices that share much of each other would be walked again and again: more
 * than a few are no program counter. */
static bool
term_finite (const struct map *finite, const term *e, unsigned *steps)
{
    if (!(*steps)--)
        return *steps = 0, false;
    if (term_is_constant (e))
        return true;
    if (e->op == OP_VAR) {
        const uint64_t *is = map_get (finite, map_number (e->id));
        return is && *is;
    }
    return e->op == OP_ITE && term_finite (finite, e->arg[1], steps)
           && term_finite (finite, e->arg[2], steps);
}

/* Copies are what they are copies of. */
static void
control_copies (const struct system *s, const struct transition *t,
                struct map *finite)
{
    for (size_t p = 0; p < t->more.size; p++) {
        const struct premise *more = &t->more.at[p];
        const struct term_vec *own = &s->location.at[more->location].vars;
        for (size_t k = 0; k < own->size; k++) {
            uint64_t is = *map_get (finite, map_number (own->at[k]->id));
            map_put (finite, map_number (more->vars.at[k]->id), is);
        }
    }
}

static bool
control_pass (const struct system *s, struct map *finite)
{
    enum { MOST_STEPS = 100 };
    bool changed = false;
    for (size_t i = 0; i < s->transition.size; i++) {
        const struct transition *t = &s->transition.at[i];
        control_copies (s, t, finite);
        const struct term_vec *to = &s->location.at[t->to].vars;
        for (size_t k = 0; k < to->size; k++) {
            uint64_t *is = map_get (finite, map_number (to->at[k]->id));
            assert (is);
            unsigned steps = MOST_STEPS;
            if (!*is || to->at[k]->sort->kind == SORT_BOOL
                || term_finite (finite, t->update.at[k], &steps))
                continue;
            *is = false;
            changed = true;
        }
    }
    return changed;
}

void
control_find (const struct system *s, struct control *control)
{
    struct map finite;
    map_init (&finite);
    for (size_t l = 0; l < s->location.size; l++)
        for (size_t k = 0; k < s->location.at[l].vars.size; k++) {
            const term *var = s->location.at[l].vars.at[k];
            enum sort_kind kind = var->sort->kind;
            map_put (&finite, map_number (var->id),
                     kind == SORT_BOOL || kind == SORT_INT || kind == SORT_BV);
        }
    while (control_pass (s, &finite))
        ;
    for (size_t l = 0; l < s->location.size; l++) {
        const struct term_vec *vars = &s->location.at[l].vars;
        control[l].varied = NEW_ARRAY (size_t, vars->size + 1);
        for (uint32_t k = 0; !s->location.at[l].gone && k < vars->size; k++)
            if (*map_get (&finite, map_number (vars->at[k]->id)))
                VEC_PUSH (control[l].arg, k);
    }
    map_clear (&finite);
}
