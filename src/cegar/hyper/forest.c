/* forest.c -- see forest.h. */
#include "cegar/hyper/forest.h"

#include <assert.h>
#include <stdlib.h>

void
forest_init (struct forest *f, const struct system *s,
             const struct precision *p, size_t round)
{
    *f = (struct forest) {.system = s, .precision = p, .round = round};
    arena_init (&f->arena);
    f->cover = NEW_ARRAY (struct cube_cover, s->location.size);
    f->live = NEW_ARRAY (struct vec_index, s->location.size);
    for (uint32_t l = 0; l < s->location.size; l++)
        cover_init (&f->cover[l], cube_words (precision_count (p, round, l)));
}

void
forest_clear (struct forest *f)
{
    if (!f->system)
        return;
    for (size_t l = 0; l < f->system->location.size; l++) {
        cover_clear (&f->cover[l]);
        VEC_CLEAR (f->live[l]);
    }
    memory_free (f->cover);
    memory_free (f->live);
    VEC_CLEAR (f->node);
    VEC_CLEAR (f->error);
    arena_clear (&f->arena);
    *f = (struct forest) {0};
}

/* ---- jobs */

static struct forest_edge
edge_make (struct forest *f, uint32_t transition, const uint32_t *premise,
           size_t premises)
{
    struct forest_edge e = {.transition = transition, .steps = 1};
    e.premise =
        arena_copy (&f->arena, premise, (premises + 1) * sizeof *premise);
    for (size_t i = 0; i < premises; i++) {
        e.steps += f->node.at[premise[i]].edge.steps;
        e.steps = e.steps > FOREST_STEPS ? FOREST_STEPS + 1 : e.steps;
    }
    return e;
}

/* All tuples of one transition, as an odometer over the premises' lists. */
static bool
jobs_of (struct forest *f, uint32_t transition, struct vec_forest_job *out,
         size_t most)
{
    const struct transition *t = &f->system->transition.at[transition];
    size_t premises = transition_premises (t);
    uint32_t *at = NEW_ARRAY (uint32_t, premises + 1);
    uint32_t *premise = NEW_ARRAY (uint32_t, premises + 1);
    bool fine = true, more = true, any = false;
    for (size_t i = 0; i < premises; i++) {
        const struct vec_index *list = &f->live[transition_premise (t, i)];
        more = more && list->size;
        any =
            any
            || (list->size && f->node.at[VEC_LAST (*list)].height == f->height);
    }
    more = more && (any || !premises) && (premises || !f->height);
    while (more && fine) {
        bool fresh = !premises;
        for (size_t i = 0; i < premises; i++) {
            premise[i] = f->live[transition_premise (t, i)].at[at[i]];
            fresh = fresh || f->node.at[premise[i]].height == f->height;
        }
        if (fresh) {
            VEC_PUSH (*out, edge_make (f, transition, premise, premises));
            fine = out->size <= most;
        }
        size_t i = premises;
        while (i > 0
               && ++at[i - 1] == f->live[transition_premise (t, i - 1)].size)
            at[--i] = 0;
        more = i > 0;
    }
    memory_free (at);
    memory_free (premise);
    return fine;
}

bool
forest_jobs (struct forest *f, struct vec_forest_job *out, size_t most)
{
    bool fine = true;
    for (uint32_t t = 0; fine && t < f->system->transition.size; t++)
        fine = jobs_of (f, t, out, most);
    return fine;
}

/* ---- results */

static bool
forest_gone (void *context, uint32_t name)
{
    struct forest *f = context;
    assert (name < f->node.size);
    f->node.at[name].dead = true;
    return true;
}

bool
forest_add (struct forest *f, const struct forest_edge *e, const uint64_t *bits)
{
    uint32_t location = f->system->transition.at[e->transition].to, name;
    struct cube_cover *c = &f->cover[location];
    assert (location > SYSTEM_ERROR);
    if (cover_find (c, bits, &name)) {
        struct forest_node *n = &f->node.at[name];
        if (n->height == f->height + 1 && cube_equal (n->bits, bits, c->words)
            && e->steps < n->edge.steps)
            n->edge = *e;
        return false;
    }
    struct forest_node n = {
        .location = location,
        .height = f->height + 1,
        .edge = *e,
        .bits = arena_copy (&f->arena, bits, c->words * sizeof *bits + 1)};
    cover_prune (c, n.bits, forest_gone, f);
    cover_add (c, n.bits, (uint32_t) f->node.size);
    VEC_PUSH (f->node, n);
    return true;
}

void
forest_error (struct forest *f, const struct forest_edge *e)
{
    assert (f->system->transition.at[e->transition].to == SYSTEM_ERROR);
    VEC_PUSH (f->error, *e);
}

bool
forest_layer (struct forest *f)
{
    assert (!f->error.size);
    bool any = false;
    f->height++;
    for (size_t l = 0; l < f->system->location.size; l++)
        f->live[l].size = 0;
    for (uint32_t n = 0; n < f->node.size; n++)
        if (!f->node.at[n].dead) {
            VEC_PUSH (f->live[f->node.at[n].location], n);
            any = any || f->node.at[n].height == f->height;
        }
    return any;
}

/* ---- counterexamples */

/* Backwards, the last premise first. */
static void
path_of (const struct forest *f, const struct forest_edge *e,
         struct vec_index *path)
{
    struct vec_index open = {0};
    struct vec_index back = {0};
    VEC_PUSH (back, e->transition);
    size_t premises =
        transition_premises (&f->system->transition.at[e->transition]);
    for (size_t i = 0; i < premises; i++)
        VEC_PUSH (open, e->premise[i]);
    while (open.size) {
        const struct forest_edge *x = &f->node.at[VEC_POP (open)].edge;
        VEC_PUSH (back, x->transition);
        premises =
            transition_premises (&f->system->transition.at[x->transition]);
        for (size_t i = 0; i < premises; i++)
            VEC_PUSH (open, x->premise[i]);
    }
    for (size_t i = back.size; i-- > 0;)
        VEC_PUSH (*path, back.at[i]);
    VEC_CLEAR (open);
    VEC_CLEAR (back);
}

static int
path_order (const void *a, const void *b)
{
    const struct vec_index *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    for (size_t i = 0; i < x->size; i++)
        if (x->at[i] != y->at[i])
            return x->at[i] < y->at[i] ? -1 : 1;
    return 0;
}

/* Errors that are looked at to find the least. */
enum { FOREST_ERRORS = 256 };

size_t
forest_paths (const struct forest *f, struct vec_index *path, size_t most)
{
    struct VEC (struct vec_index) all = {0};
    for (size_t i = 0; i < f->error.size && all.size < FOREST_ERRORS; i++) {
        const struct forest_edge *e = &f->error.at[i];
        struct vec_index one = {0};
        if (e->steps > FOREST_STEPS)
            continue;
        path_of (f, e, &one);
        assert (system_derives (f->system, one.at, one.size));
        VEC_PUSH (all, one);
    }
    if (all.size)
        qsort (all.at, all.size, sizeof *all.at, path_order);
    size_t found = 0;
    for (size_t i = 0; i < all.size; i++) {
        bool again = found && !path_order (&path[found - 1], &all.at[i]);
        if (found < most && !again)
            path[found++] = all.at[i];
        else
            VEC_CLEAR (all.at[i]);
    }
    VEC_CLEAR (all);
    return found;
}

/* ---- the proof */

const term **
forest_invariant (const struct forest *f)
{
    terms *store = f->system->terms;
    size_t locations = f->system->location.size;
    const term **invariant = NEW_ARRAY (const term *, locations);
    for (uint32_t l = 0; l < locations; l++) {
        struct term_vec cube = {0};
        size_t count = precision_count (f->precision, f->round, l);
        for (size_t n = 0; n < f->cover[l].member.size; n++) {
            const uint64_t *bits = f->cover[l].member.at[n].bits;
            struct term_vec part = {0};
            for (size_t i = 0; i < count; i++)
                if (cube_has (bits, i))
                    VEC_PUSH (part, f->precision->at[l].at[i]);
            VEC_PUSH (cube, term_and (store, part.at, part.size));
            VEC_CLEAR (part);
        }
        invariant[l] = term_or (store, cube.at, cube.size);
        VEC_CLEAR (cube);
    }
    invariant[SYSTEM_ENTRY] = term_true (store);
    return invariant;
}
