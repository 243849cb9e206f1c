/* exclude.c -- do some predicates exclude a path, without any others?
 *
 * The Cartesian posts along the path, over these predicates alone.  If one is
 * empty, the path is in no tree that has the predicates, so it is not feasible
 * either; a second refinement would only repeat the first. */
#include <assert.h>

#include "cegar/abstraction/item_worker.h"

static bool
exclude_step (struct cegar_worker *l, const struct precision *p,
              struct item_exclude *x, uint32_t transition, uint64_t **cube,
              struct arena *arena, uint64_t *units)
{
    const struct transition *t = &l->system.transition.at[transition];
    size_t round = precision_last (p);
    size_t targets = precision_count (p, round, t->to);
    size_t bytes = cube_words (targets) * sizeof **cube + 8;
    struct item_post post = {.transition = transition,
                             .ask = arena_new (arena, bytes),
                             .entailed = arena_new (arena, bytes)};
    for (size_t i = 0; i < targets; i++)
        cube_set (post.ask, i);
    struct item_expand e = {
        .kind = ITEM_EXPAND, .location = t->from, .cube = *cube};
    VEC_PUSH (e.post, post);
    bool whole = item_worker_expand (l, p, &e, round, units);
    x->queries += e.queries;
    x->undecided += e.undecided;
    x->excluded = e.post.at[0].emptiness == POST_EMPTY;
    *cube = post.entailed;
    VEC_CLEAR (e.post);
    return whole;
}

bool
item_worker_exclude (struct cegar_worker *l, struct item_exclude *x,
                     uint64_t *units)
{
    assert (x->path.size && !x->excluded);
    struct precision p;
    struct arena arena;
    struct buffer ignored;
    precision_init (&p, l->terms, l->system.location.size);
    arena_init (&arena);
    buffer_init (&ignored);
    for (size_t i = 0; i < x->by.size; i++)
        precision_add (&p, x->by.at[i].location, x->by.at[i].predicate);
    precision_seal (&p, &ignored);
    uint64_t *cube = arena_new (&arena, sizeof *cube);
    bool whole = true;
    for (size_t k = 0; whole && !x->excluded && k < x->path.size; k++)
        whole =
            exclude_step (l, &p, x, x->path.at[k], &cube, &arena, units);
    buffer_clear (&ignored);
    arena_clear (&arena);
    precision_clear (&p);
    return whole;
}
