/* unfold.c -- control that is encoded in arguments becomes locations.
 *
 * A program counter in Booleans, or in a number, hides the control flow: one
 * location with one transition that says everything.  With one location for
 * each value of it that can be reached, guards become simple, and most of the
 * new locations are inlined again.
 *
 * All locations are unfolded together, so that values which one of them never
 * gets do not count for the next.  If there are too many, half of the arguments
 * of a location, those that depend most on data, are left alone, and it is
 * tried again. */
#include "cegar/simplify/unfold.h"

#include <assert.h>
#include <stdlib.h>

enum {
    MOST_NODES = 400,
    MOST_MADE = 4000,
    MOST_CHECKS = 4000, /* questions to the solver */
    MOST_WORK = 400000, /* nodes looked at for tuples, in each try */
    MOST_TRIES = 4,
    SIZE_FLOOR = 500, /* of all formulas, in nodes, that is always fine */
    /* How many times larger all formulas may get.  Control shrinks what
     * depends on it, and the whole grows little; where it grows more, it was
     * data.  A part of the arguments must show it more clearly than all. */
    GROWTH_ALL = 24,
    GROWTH_PART = 2
};

/* ---- fewer control arguments */

struct candidate {
    uint32_t arg;
    size_t varied;
};

/* Those that varied least first, then by number. */
static int
candidate_compare (const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->varied != y->varied)
        return x->varied < y->varied ? -1 : 1;
    return x->arg < y->arg ? -1 : x->arg > y->arg;
}

static int
arg_compare (const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Leaves half of the arguments to a location. */
static void
control_halve (struct control *c)
{
    assert (c->arg.size);
    struct candidate *order = NEW_ARRAY (struct candidate, c->arg.size + 1);
    for (size_t i = 0; i < c->arg.size; i++)
        order[i] = (struct candidate) {c->arg.at[i], c->varied[c->arg.at[i]]};
    qsort (order, c->arg.size, sizeof *order, candidate_compare);
    c->arg.size /= 2;
    for (size_t i = 0; i < c->arg.size; i++)
        c->arg.at[i] = order[i].arg;
    if (c->arg.size)
        qsort (c->arg.at, c->arg.size, sizeof *c->arg.at, arg_compare);
    memory_free (order);
}

/* The location with most nodes, or that where it failed, if it has none. */
static uint32_t
unfolding_culprit (const struct simplify_unfolding *u)
{
    uint32_t worst = u->blamed;
    for (uint32_t l = 0; l < u->locations; l++)
        if (u->control[l].arg.size
            && (!u->control[worst].arg.size
                || u->control[l].nodes > u->control[worst].nodes))
            worst = l;
    return worst;
}

static bool
unfolding_any (const struct simplify_unfolding *u)
{
    for (size_t l = 0; l < u->locations; l++)
        if (u->control[l].arg.size)
            return true;
    return false;
}

/* ---- the new system */

/* A name that no other location has. */
static const char *
part_name (struct system *s, struct map *taken, const char *name, size_t number)
{
    struct text full;
    text_init (&full);
    text_print (&full, "%s@%zu", name, number);
    while (!map_put (taken, digest_string (text_view (&full)), 1))
        text_char (&full, '@');
    const char *result = arena_string (&s->arena, text_view (&full));
    text_clear (&full);
    return result;
}

/* The variables of a location that are not its control arguments. */
static void
vars_left (const struct control *c, const struct term_vec *vars,
           struct term_vec *left)
{
    size_t next = 0;
    for (size_t i = 0; i < vars->size; i++)
        if (next < c->arg.size && c->arg.at[next] == i)
            next++;
        else
            VEC_PUSH (*left, vars->at[i]);
}

/* The arguments that the relation has, as a part of its location knows them. */
static void
part_arguments (const struct simplify_unfolding *u,
                const struct unfolded_node *n, const struct location *part)
{
    const struct control *c = &u->control[n->location];
    const struct term_vec *own = &u->system->location.at[n->location].vars;
    struct term_vec vars = {0};
    term_vec_copy (&vars, simplify_vars (u->done, n->location));
    for (size_t i = 0, taken = 0; i < own->size; i++) {
        bool fixed = taken < c->arg.size && c->arg.at[taken] == i;
        for (size_t k = 0; k < vars.size; k++)
            if (vars.at[k] == own->at[i])
                vars.at[k] =
                    fixed ? n->value.at[taken] : part->vars.at[i - taken];
        taken += fixed;
    }
    assert (u->done->vars.size == u->system->location.size);
    VEC_PUSH (u->done->vars, vars);
}

/* Makes the locations of the nodes of `l`, and notes what they are. */
static void
location_unfold (struct simplify_unfolding *u, uint32_t l, struct map *taken,
                 uint32_t *place)
{
    struct system *s = u->system;
    const struct control *c = &u->control[l];
    struct undo *note = simplification_note (u->done, UNDO_UNFOLD, l);
    vars_left (c, &s->location.at[l].vars, &note->vars);
    size_t number = 0;
    for (size_t n = 0; n < u->node.size; n++) {
        const struct unfolded_node *node = &u->node.at[n];
        if (node->location != l)
            continue;
        struct location made = {.relation = HORN_NONE};
        made.name = part_name (s, taken, s->location.at[l].name, number++);
        struct undo_part part = {.location = (uint32_t) s->location.size};
        for (size_t i = 0; i < note->vars.size; i++) {
            const term *old = note->vars.at[i];
            const term *var = term_fresh (s->terms, old->text, old->sort);
            VEC_PUSH (made.vars, var);
            VEC_PUSH (part.vars, var);
        }
        struct term_vec equal = {0};
        assert (node->value.size == c->arg.size);
        for (size_t i = 0; i < c->arg.size; i++)
            VEC_PUSH (equal, term_eq (s->terms,
                                      s->location.at[l].vars.at[c->arg.at[i]],
                                      node->value.at[i]));
        part.formula = term_and (s->terms, equal.at, equal.size);
        VEC_CLEAR (equal);
        place[n] = part.location;
        VEC_PUSH (note->part, part);
        part_arguments (u, node, &made);
        assert (s->location.size == part.location);
        VEC_PUSH (s->location, made);
    }
    s->location.at[l].gone = true;
}

static void
unfolding_apply (struct simplify_unfolding *u)
{
    struct system *s = u->system;
    struct map taken;
    map_init (&taken);
    for (size_t l = 0; l < u->locations; l++)
        map_put (&taken, digest_string (s->location.at[l].name), 1);
    uint32_t *place = NEW_ARRAY (uint32_t, u->node.size);
    for (size_t n = 0; n < u->node.size; n++)
        place[n] = u->node.at[n].location;
    for (uint32_t l = 2; l < u->locations; l++)
        if (u->control[l].arg.size)
            location_unfold (u, l, &taken, place);
        else if (!u->control[l].nodes && !s->location.at[l].gone) {
            simplification_note (u->done, UNDO_FALSE, l);
            s->location.at[l].gone = true;
        }
    for (size_t i = 0; i < s->transition.size; i++)
        transition_clear (&s->transition.at[i]);
    s->transition.size = 0;
    for (size_t i = 0; i < u->made.size; i++) {
        struct transition *t = &u->made.at[i];
        uint32_t old = u->node.at[t->from].location;
        struct term_vec left = {0};
        vars_left (&u->control[old], &s->location.at[old].vars, &left);
        assert (t->from < u->node.size && t->to < u->node.size);
        t->from = place[t->from];
        t->to = place[t->to];
        if (t->from != old)
            transition_replace (s->terms, t, &left,
                                &s->location.at[t->from].vars);
        for (size_t p = 0; p < t->more.size; p++)
            t->more.at[p].location = place[t->more.at[p].location];
        VEC_CLEAR (left);
        VEC_PUSH (s->transition, *t);
    }
    u->made.size = 0;
    memory_free (place);
    map_clear (&taken);
}

bool
simplify_unfold (struct system *s, simplification *done)
{
    struct simplify_unfolding u = {.system = s,
                                   .done = done,
                                   .locations = s->location.size,
                                   .most_nodes = MOST_NODES,
                                   .most_made = MOST_MADE,
                                   .checks = MOST_CHECKS};
    u.control = NEW_ARRAY (struct control, u.locations);
    map_init (&u.known);
    control_find (s, u.control);
    size_t size = 0;
    for (size_t i = 0; i < s->transition.size; i++)
        size += transition_nodes (&s->transition.at[i]);
    bool found = false;
    for (int try = 0; !found && try < MOST_TRIES && unfolding_any (&u); try++) {
        u.most_size = try ? size * GROWTH_PART : SIZE_FLOOR + size * GROWTH_ALL;
        u.work = MOST_WORK;
        found = unfolding_explore (&u);
        if (!found) {
            uint32_t culprit = unfolding_culprit (&u);
            unfolding_reset (&u);
            control_halve (&u.control[culprit]);
        }
    }
    if (found)
        unfolding_apply (&u);
    unfolding_reset (&u);
    VEC_CLEAR (u.node);
    VEC_CLEAR (u.made);
    map_clear (&u.known);
    for (size_t l = 0; l < u.locations; l++) {
        VEC_CLEAR (u.control[l].arg);
        memory_free (u.control[l].varied);
    }
    memory_free (u.control);
    if (u.solver)
        solver_free (u.solver);
    return found;
}
