/* known.c -- see known.h. */
#include "cegar/hyper/known.h"

#include <assert.h>
#include <string.h>

void
known_init (struct known *k, const struct system *s, const struct precision *p)
{
    *k = (struct known) {.system = s, .precision = p};
    map_init (&k->index);
    arena_init (&k->arena);
}

void
known_clear (struct known *k)
{
    map_clear (&k->index);
    VEC_CLEAR (k->fact);
    arena_clear (&k->arena);
}

/* Of the cubes without the predicates that came after `upto`. */
static struct digest
known_key (const struct known *k, size_t round, size_t upto,
           const struct item_tuple *j)
{
    uint32_t transition = j->post.transition;
    const struct transition *t = &k->system->transition.at[transition];
    struct buffer b;
    buffer_init (&b);
    buffer_u32 (&b, transition);
    for (size_t i = 0; i < transition_premises (t); i++) {
        uint32_t l = transition_premise (t, i);
        size_t words = cube_words (precision_count (k->precision, round, l));
        size_t keep = precision_count (k->precision, upto, l);
        uint64_t *bits = NEW_ARRAY (uint64_t, words + 1);
        for (size_t p = 0; p < keep; p++)
            if (cube_has (j->cube[i], p))
                cube_set (bits, p);
        buffer_digest (&b, cube_digest (l, bits, words));
        memory_free (bits);
    }
    struct digest key = digest_of (buffer_view (&b));
    buffer_clear (&b);
    return key;
}

static const struct known_fact *
known_fact (const struct known *k, struct digest key)
{
    const uint64_t *at = map_get (&k->index, key);
    return at ? &k->fact.at[*at] : NULL;
}

bool
known_question (const struct known *k, size_t round, struct item_tuple *j,
                struct arena *arena)
{
    struct item_post *post = &j->post;
    uint32_t to = k->system->transition.at[post->transition].to;
    size_t targets = precision_count (k->precision, round, to);
    size_t room = (cube_words (targets) + 1) * sizeof (uint64_t);
    post->ask = arena_new (arena, room);
    post->entailed = arena_new (arena, room);
    const struct known_fact *same =
        known_fact (k, known_key (k, round, round, j));
    const struct known_fact *f =
        same || !round ? same
                       : known_fact (k, known_key (k, round, round - 1, j));
    post->emptiness = f && f->empty ? POST_EMPTY : POST_SOME;
    if (f && f->empty)
        return false;
    if (f)
        memcpy (post->entailed, f->entailed,
                cube_words (f->asked) * sizeof (uint64_t));
    for (size_t p = same ? same->asked : 0; p < targets; p++)
        if (!cube_has (post->entailed, p))
            cube_set (post->ask, p);
    return !same || same->asked < targets;
}

void
known_answer (struct known *k, size_t round, struct item_tuple *j,
              const uint64_t *before)
{
    struct item_post *post = &j->post;
    uint32_t to = k->system->transition.at[post->transition].to;
    size_t targets = precision_count (k->precision, round, to);
    size_t words = cube_words (targets);
    for (size_t w = 0; w < words; w++)
        post->entailed[w] |= before[w];
    struct known_fact f = {.empty = post->emptiness == POST_EMPTY,
                           .asked = targets,
                           .entailed =
                               arena_copy (&k->arena, post->entailed,
                                           (words + 1) * sizeof (uint64_t))};
    map_put (&k->index, known_key (k, round, round, j), k->fact.size);
    VEC_PUSH (k->fact, f);
}
