/* plan.c -- see plan.h. */
#include "cegar/abstraction/plan.h"

#include <assert.h>
#include <string.h>

/* Transitions are grouped into items of about so many queries.  Larger items
 * waste less time in making solvers, smaller ones spread better. */
enum { PLAN_WEIGHT = 512 };

void
plan_cache_init (struct plan_cache *c, const struct system *s,
                 const struct precision *p)
{
    assert (p->locations == s->location.size);
    *c = (struct plan_cache) {.system = s, .precision = p};
    map_init (&c->index);
    arena_init (&c->arena);
}

void
plan_cache_clear (struct plan_cache *c)
{
    map_clear (&c->index);
    VEC_CLEAR (c->row);
    VEC_CLEAR (c->fact);
    arena_clear (&c->arena);
}

/* What is known about a cube, or null. */
static const uint32_t *
plan_row (const struct plan_cache *c, struct digest cube)
{
    uint64_t *found = map_get (&c->index, cube);
    return found ? c->row.at[*found] : NULL;
}

static const struct plan_fact *
plan_find (const struct plan_cache *c, const uint32_t *row, size_t place)
{
    assert (!row || row[place] <= c->fact.size);
    return row && row[place] ? &c->fact.at[row[place] - 1] : NULL;
}

/* The cube without the predicates that came with `round`. */
static const uint64_t *
plan_older (const struct plan_cache *c, size_t round, uint32_t location,
            const uint64_t *bits, struct arena *arena)
{
    assert (round > 0);
    size_t words = cube_words (precision_count (c->precision, round, location));
    size_t keep = precision_count (c->precision, round - 1, location);
    assert (cube_words (keep) <= words);
    uint64_t *older = arena_copy (arena, bits, words * sizeof *bits);
    for (size_t i = 0; i < words; i++)
        if ((i + 1) * CUBE_BITS > keep)
            older[i] &= i * CUBE_BITS >= keep
                            ? 0
                            : ((uint64_t) 1 << (keep % CUBE_BITS)) - 1;
    return older;
}

struct plan_group {
    struct vec_post post;
    size_t weight;
};

static void
plan_close (struct plan *p, struct plan_group *g, const struct plan_cache *c,
            size_t round, struct arena *arena)
{
    assert (!p->item.size || p->item.at);
    if (!g->post.size)
        return;
    struct item_expand e = {.kind = ITEM_EXPAND,
                            .version = c->precision->round.at[round].version,
                            .location = p->location,
                            .cube = (uint64_t *) p->bits,
                            .post = g->post};
    struct buffer b;
    buffer_init (&b);
    item_expand_write (&e, c->system, c->precision, round, &b);
    struct bytes *list = arena_new (arena, (p->item.size + 1) * sizeof *list);
    if (p->item.size)
        memcpy (list, p->item.at, p->item.size * sizeof *list);
    list[p->item.size] =
        (struct bytes) {arena_copy (arena, b.data, b.size), b.size};
    p->item.at = list;
    p->item.size++;
    buffer_clear (&b);
    g->post.size = 0;
    g->weight = 0;
}

static uint64_t *
plan_zero (struct arena *arena, size_t words)
{
    return arena_new (arena, words * sizeof (uint64_t) + 8);
}

/* Finds out what is known of one transition and puts the rest into the group. */
static void
plan_transition (struct plan *p, struct plan_post *post, struct plan_group *g,
                 const struct plan_cache *c, size_t round,
                 const struct plan_fact *same, const struct plan_fact *older,
                 struct arena *arena)
{
    assert (c->system->transition.at[post->transition].from == p->location);
    uint32_t to = c->system->transition.at[post->transition].to;
    size_t targets = precision_count (c->precision, round, to);
    size_t words = cube_words (targets);
    uint64_t *base = plan_zero (arena, words), *ask = plan_zero (arena, words);
    size_t from = 0;
    if (same || older) {
        const struct plan_fact *f = same ? same : older;
        post->empty = f->empty;
        assert (f->words <= words);
        if (f->words)
            memcpy (base, f->entailed, f->words * sizeof *base);
        if (same)
            from = same->known;
    }
    post->base = base;
    size_t weight = 1;
    for (size_t i = from; i < targets; i++)
        if (!cube_has (base, i)) {
            cube_set (ask, i);
            weight++;
        }
    if (post->empty || (same && from == targets))
        return;
    post->asked = true;
    post->item = (uint32_t) p->item.size;
    post->at = (uint32_t) g->post.size;
    struct item_post asked = {.transition = post->transition, .ask = ask};
    VEC_PUSH (g->post, asked);
    g->weight += weight;
    if (g->weight >= PLAN_WEIGHT)
        plan_close (p, g, c, round, arena);
}

void
plan_make (struct plan *p, const struct plan_cache *c, size_t round,
           uint32_t location, const uint64_t *bits, struct arena *arena)
{
    assert (location < c->system->indexed && location != SYSTEM_ERROR);
    *p = (struct plan) {.location = location, .bits = bits};
    const struct vec_index *leaving = &c->system->leaving[location];
    size_t words = cube_words (precision_count (c->precision, round, location));
    p->cube = cube_digest (location, bits, words);
    const uint32_t *same = plan_row (c, p->cube), *older = NULL;
    if (round > 0)
        older = plan_row (
            c,
            cube_digest (location, plan_older (c, round, location, bits, arena),
                         words));
    p->post.at = arena_new (arena, leaving->size * sizeof *p->post.at);
    struct plan_group g = {0};
    for (int errors = 1; errors >= 0; errors--) {
        for (size_t i = 0; i < leaving->size; i++) {
            uint32_t t = leaving->at[i];
            if ((c->system->transition.at[t].to == SYSTEM_ERROR) != errors)
                continue;
            struct plan_post *post = &p->post.at[p->post.size++];
            *post = (struct plan_post) {.transition = t, .place = (uint32_t) i};
            plan_transition (p, post, &g, c, round, plan_find (c, same, i),
                             plan_find (c, older, i), arena);
        }
        plan_close (p, &g, c, round, arena);
        if (errors)
            p->errors = p->item.size;
    }
    assert (p->post.size == leaving->size && p->errors <= p->item.size);
    VEC_CLEAR (g.post);
}

const uint64_t *
plan_successor (const struct plan_cache *c, size_t round,
                const struct plan_post *post, const uint64_t *entailed,
                struct arena *arena)
{
    assert (post->base && !post->empty);
    uint32_t to = c->system->transition.at[post->transition].to;
    size_t words = cube_words (precision_count (c->precision, round, to));
    uint64_t *bits = plan_zero (arena, words);
    for (size_t i = 0; i < words; i++)
        bits[i] = post->base[i] | (entailed ? entailed[i] : 0);
    return bits;
}

void
plan_learn (struct plan_cache *c, size_t round, const struct plan *p,
            const struct plan_post *post, bool empty, const uint64_t *bits)
{
    assert (post->asked && (empty || bits));
    uint32_t to = c->system->transition.at[post->transition].to;
    size_t count = precision_count (c->precision, round, to);
    size_t words = empty ? 0 : cube_words (count);
    struct plan_fact f = {
        .empty = empty, .known = (uint32_t) count, .words = words};
    if (words)
        f.entailed = arena_copy (&c->arena, bits, words * sizeof *bits);
    uint64_t *known = map_get (&c->index, p->cube);
    if (!known) {
        uint32_t *row = arena_new (
            &c->arena, c->system->leaving[p->location].size * sizeof *row);
        map_put (&c->index, p->cube, c->row.size);
        VEC_PUSH (c->row, row);
        known = map_get (&c->index, p->cube);
    }
    VEC_PUSH (c->fact, f);
    c->row.at[*known][post->place] = (uint32_t) c->fact.size;
}
