/* region.c -- conditions on what comes into a procedure: comparisons
 * of its body, signs, small values, and two of them together. */
#include "auto/summaries/guess.h"

#include <assert.h>

enum {
    GUESS_ATOMS = 12,
    GUESS_FEW = 24,   /* regions of one condition */
    GUESS_MANY = 140, /* and of two */
    GUESS_CHANCE = 3  /* samples that are more than chance */
};

struct sample_view {
    struct guess *g;
    const struct sample *sample;
};

static const term *
sample_look (void *context, const term *v)
{
    const struct sample_view *w = context;
    for (size_t i = 0; i < w->g->q->in.size; i++)
        if (w->g->q->in.at[i] == v)
            return w->sample->in[i];
    return NULL;
}

static bool
region_has (struct guess *g, const term *guard, const struct sample *sample)
{
    struct sample_view view = {g, sample};
    const term *value = term_evaluate (g->terms, guard, sample_look, &view);
    return value && term_is_true (value);
}

static void
region_add (struct guess *g, const term *a, const term *b, size_t most)
{
    assert (a->sort->kind == SORT_BOOL && b->sort->kind == SORT_BOOL);
    const term *guard = term_and2 (g->terms, a, b);
    if (g->region.size >= most || term_is_false (guard))
        return;
    for (size_t i = 0; i < g->region.size; i++)
        if (g->region.at[i].guard == guard)
            return;
    struct guess_region r = {.guard = guard, .part = {a, b}};
    r.has = arena_new (&g->s->arena, g->y->sample.size + 1);
    for (size_t i = 0; i < g->y->sample.size; i++) {
        r.has[i] = region_has (g, guard, &g->y->sample.at[i]);
        r.count += r.has[i];
    }
    assert (r.count <= g->y->sample.size);
    if (r.count >= (a == b ? 1 : GUESS_CHANCE) || !g->y->sample.size)
        VEC_PUSH (g->region, r);
}

static void
region_one (struct guess *g, const term *guard)
{
    region_add (g, guard, guard, GUESS_FEW);
}

static bool
is_atom (const struct guess *g, const term *t, const struct term_map *inside)
{
    bool compares = t->op == OP_EQ || t->op == OP_LE || t->op == OP_LT
                    || t->op == OP_BVSLE || t->op == OP_BVSLT
                    || t->op == OP_BVULE || t->op == OP_BVULT;
    if (!compares || t->arg[0]->sort->kind == SORT_ARRAY || term_size (t) > 12
        || term_has_op (g->terms, t, OP_APPLY))
        return false;
    struct term_vec used = {0};
    term_variables (g->terms, t, &used);
    bool good = used.size > 0;
    for (size_t i = 0; i < used.size; i++)
        good = good && term_map_get (inside, used.at[i]);
    VEC_CLEAR (used);
    return good;
}

/* Comparisons of the body about what comes in. */
static void
atoms_find (struct guess *g, struct term_vec *atoms)
{
    const struct passive_procedure *q = g->q;
    struct term_map inside, place;
    struct term_vec order = {0}, root = {0};
    term_map_init (&inside);
    term_map_init (&place);
    for (size_t i = 0; i < q->in.size; i++)
        term_map_at (&inside, q->in.at[i], NULL);
    for (uint32_t b = 0; b < q->blocks; b++) {
        VEC_PUSH (root, q->block[b].assume);
        for (uint32_t e = 0; e < q->block[b].edges; e++)
            VEC_PUSH (root, q->block[b].edge[e].assume);
    }
    term_postorder (root.at, root.size, &place, &order);
    for (size_t i = 0; i < order.size && atoms->size < GUESS_ATOMS; i++)
        if (is_atom (g, order.at[i], &inside))
            VEC_PUSH (*atoms, order.at[i]);
    VEC_CLEAR (root);
    VEC_CLEAR (order);
    term_map_clear (&inside);
    term_map_clear (&place);
}

/* Small values that are seen often enough to fit something. */
static void
regions_values (struct guess *g)
{
    for (size_t i = 0; i < g->q->in.size; i++)
        for (int64_t v = 0; v <= 3; v++) {
            const term *in = g->q->in.at[i];
            size_t seen = 0;
            for (size_t k = 0; k < g->y->sample.size; k++)
                seen += g->y->sample.at[k].in_number[i] == v;
            if (numeric_sort (in->sort) && seen >= 3)
                region_one (g, term_eq (g->terms, in, guess_number (g, in, v)));
        }
}

static void
regions_one (struct guess *g)
{
    struct term_vec atoms = {0};
    atoms_find (g, &atoms);
    for (size_t i = 0; i < g->q->in.size; i++) {
        const term *in = g->q->in.at[i];
        if (!numeric_sort (in->sort))
            continue;
        for (int64_t c = 0; c < 2; c++)
            region_one (g, guess_le (g, guess_number (g, in, c), in));
    }
    for (size_t i = 0; i < atoms.size; i++) {
        region_one (g, atoms.at[i]);
        region_one (g, term_not (g->terms, atoms.at[i]));
    }
    regions_values (g);
    VEC_CLEAR (atoms);
}

void
guess_regions (struct guess *g, unsigned step)
{
    region_one (g, term_true (g->terms));
    if (step > 0)
        regions_one (g);
    g->products = step == 2;
    size_t ones = g->region.size;
    for (size_t i = 1; step == 3 && i < ones; i++)
        for (size_t k = 1; k < i; k++)
            region_add (g, g->region.at[k].guard, g->region.at[i].guard,
                        GUESS_MANY);
}
