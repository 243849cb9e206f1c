/* speculate.c -- see speculate.h. */
#include "cegar/speculate.h"

#include <assert.h>

void
speculation_init (struct speculation *s, const struct system *system,
                  const struct precision *precision,
                  const struct plan_cache *cache)
{
    *s = (struct speculation) {
        .system = system, .precision = precision, .cache = cache};
    arena_init (&s->arena);
    map_init (&s->item);
    map_init (&s->seen);
}

void
speculation_reset (struct speculation *s)
{
    arena_clear (&s->arena);
    map_clear (&s->item);
    map_clear (&s->seen);
    s->record.size = 0;
}

void
speculation_clear (struct speculation *s)
{
    speculation_reset (s);
    VEC_CLEAR (s->record);
}

static size_t
speculation_words (const struct speculation *s, uint32_t location)
{
    return cube_words (precision_count (
        s->precision, precision_last (s->precision), location));
}

void
speculation_want (struct speculation *s, struct asker *asker,
                  const struct plan *p, uint32_t depth, uint64_t order)
{
    if (!asker->class->want)
        return;
    /* A node of the tree that was seen ahead of time has been wanted then, but
     * perhaps by another plan: what is wanted twice costs nothing. */
    size_t words = speculation_words (s, p->location);
    map_put (&s->seen, cube_digest (p->location, p->bits, words), depth);
    struct plan *copy = arena_copy (&s->arena, p, sizeof *p);
    copy->bits = arena_copy (&s->arena, p->bits, words * sizeof *p->bits);
    copy->post.at = arena_copy (&s->arena, p->post.at,
                                p->post.size * sizeof *p->post.at);
    for (size_t i = 0; i < copy->post.size; i++) {
        struct plan_post *post = &copy->post.at[i];
        uint32_t to = s->system->transition.at[post->transition].to;
        post->base = arena_copy (&s->arena, post->base,
                                 speculation_words (s, to) * sizeof *post->base);
    }
    copy->item.at = NULL; /* its items stay with whoever planned it */
    struct speculation_record record = {copy, depth, order};
    for (size_t i = 0; i < p->item.size; i++) {
        map_put (&s->item, digest_of (p->item.at[i]), s->record.size);
        uint64_t rank = ((uint64_t) depth << 40 | order << 1) + (i >= p->errors);
        asker->class->want (asker, p->item.at[i], rank);
    }
    VEC_PUSH (s->record, record);
}

void
speculation_arrived (struct speculation *s, struct asker *asker,
                     const struct tree *tree, struct bytes item,
                     struct bytes answer)
{
    uint64_t *found = map_get (&s->item, digest_of (item));
    if (!found || !asker->class->want)
        return;
    struct speculation_record record = s->record.at[*found];
    size_t round;
    struct item_expand e;
    struct arena arena;
    arena_init (&arena);
    bool good = item_expand_read (&e, s->system, s->precision, &round, item,
                                  &arena)
                && round == precision_last (s->precision)
                && item_expand_answered (&e, s->system, s->precision, round,
                                         answer, &arena);
    for (size_t i = 0; good && i < e.post.size; i++) {
        const struct item_post *post = &e.post.at[i];
        uint32_t to = s->system->transition.at[post->transition].to;
        if (post->emptiness == POST_EMPTY || to == SYSTEM_ERROR)
            continue;
        const struct plan_post *planned = NULL;
        for (size_t j = 0; !planned && j < record.plan->post.size; j++)
            if (record.plan->post.at[j].transition == post->transition)
                planned = &record.plan->post.at[j];
        assert (planned);
        const uint64_t *bits
            = plan_successor (s->cache, round, planned, post->entailed, &arena);
        struct digest cube = cube_digest (to, bits, speculation_words (s, to));
        if (map_get (&s->seen, cube) || tree_covers (tree, to, bits))
            continue;
        struct plan next;
        plan_make (&next, s->cache, round, to, bits, &arena);
        speculation_want (s, asker, &next, record.depth + 1,
                          record.order << 4 | (i & 15));
    }
    arena_clear (&arena);
}
