/* speculate.c -- see speculate.h. */
#include "cegar/abstraction/speculate.h"

#include <assert.h>
#include <string.h>

/* So many layers beyond the reference's are looked at. */
enum { SPECULATION_LAYERS = 3 };

void
speculation_init (struct speculation *s, const struct system *system,
                  const struct precision *precision,
                  const struct plan_cache *cache)
{
    *s = (struct speculation) {
        .system = system, .precision = precision, .cache = cache};
    arena_init (&s->arena);
    map_init (&s->item);
    map_init (&s->planned);
}

void
speculation_reset (struct speculation *s)
{
    for (size_t l = 0; s->cover && l < s->system->location.size; l++)
        cover_clear (&s->cover[l]);
    memory_free (s->cover);
    s->cover = NULL;
    arena_clear (&s->arena);
    map_clear (&s->item);
    map_clear (&s->planned);
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

/* Is it worth the master's time to look beyond what the reference is at? */
static bool
speculation_pays (struct oracle *oracle)
{
    return oracle->class->want
           && (!oracle->class->ahead || oracle->class->ahead (oracle));
}

bool
speculation_sure (const struct speculation *s, uint32_t depth)
{
    return depth + 1 < s->shortest;
}

static uint64_t
speculation_rank (const struct plan *p, uint32_t depth, uint64_t order,
                  bool guess, size_t item)
{
    return (guess ? ORACLE_UNLIKELY : 0) + ((uint64_t) depth << 40 | order << 1)
           + (item >= p->errors);
}

/* Remembers a cube, so that what it covers is not looked at. */
static void
speculation_cover (struct speculation *s, uint32_t location,
                   const uint64_t *bits)
{
    assert (location < s->system->location.size);
    if (!s->cover) {
        size_t locations = s->system->location.size;
        s->cover = NEW_ARRAY (struct cube_cover, locations);
        for (uint32_t l = 0; l < locations; l++)
            cover_init (&s->cover[l], speculation_words (s, l));
    }
    uint32_t name;
    if (!cover_find (&s->cover[location], bits, &name))
        cover_add (&s->cover[location], bits, (uint32_t) s->record.size);
}

static void
speculation_note (struct speculation *s, struct oracle *oracle,
                  const struct plan *p, uint32_t depth, uint64_t order,
                  bool guess)
{
    /* A node of the tree that was seen ahead of time has been wanted then, but
     * perhaps by another plan: what is wanted twice costs nothing. */
    size_t words = speculation_words (s, p->location);
    assert (p->errors <= p->item.size);
    struct plan *copy = arena_copy (&s->arena, p, sizeof *p);
    copy->bits = arena_copy (&s->arena, p->bits, words * sizeof *p->bits);
    /* What is guessed covers nothing. */
    if (!guess)
        speculation_cover (s, p->location, copy->bits);
    copy->post.at =
        arena_copy (&s->arena, p->post.at, p->post.size * sizeof *p->post.at);
    for (size_t i = 0; i < copy->post.size; i++) {
        struct plan_post *post = &copy->post.at[i];
        uint32_t to = s->system->transition.at[post->transition].to;
        post->base =
            arena_copy (&s->arena, post->base,
                        speculation_words (s, to) * sizeof *post->base);
    }
    copy->item.at = NULL; /* its items stay with whoever planned it */
    struct speculation_record record = {copy, depth, order, guess};
    for (size_t i = 0; i < p->item.size; i++) {
        map_put (&s->item, digest_of (p->item.at[i]), s->record.size);
        if (i < p->errors || speculation_sure (s, depth))
            oracle->class->want (oracle, p->item.at[i],
                                 speculation_rank (p, depth, order, guess, i));
    }
    VEC_PUSH (s->record, record);
}

void
speculation_want (struct speculation *s, struct oracle *oracle,
                  const struct plan *p, uint32_t depth, uint64_t order)
{
    if (oracle->class->want)
        speculation_note (s, oracle, p, depth, order, false);
}

/* Plans a cube that no earlier guess of this round was about. */
static void
speculation_likely (struct speculation *s, struct oracle *oracle,
                    uint32_t location, const uint64_t *bits, uint32_t depth,
                    uint64_t order, struct arena *arena)
{
    struct digest key =
        cube_digest (location, bits, speculation_words (s, location));
    if (map_get (&s->planned, key))
        return;
    map_put (&s->planned, key, depth);
    struct plan next;
    plan_make (&next, s->cache, precision_last (s->precision), location, bits,
               arena);
    if (next.item.size)
        speculation_note (s, oracle, &next, depth, order, true);
}

/* Adds to the cubes of a path's nodes what was found at their steps. */
static void
speculation_follow (const struct speculation *s, const struct tree *t,
                    const struct map *edge, const struct tree_path *path,
                    const struct refinement_lesson *lesson, uint64_t **bits)
{
    uint32_t node = 0;
    size_t place = 0;
    for (uint32_t k = 0; k < path->size; k++) {
        uint32_t location = t->node.at[node].location;
        const struct term_vec *list = &s->precision->at[location];
        for (; place < lesson->place.size && lesson->place.at[place].step <= k;
             place++) {
            const struct item_predicate *p =
                &lesson->found.at[lesson->place.at[place].found];
            if (lesson->place.at[place].step < k || p->location != location)
                continue;
            for (size_t i = 0; i < list->size; i++)
                if (list->at[i] == p->predicate)
                    cube_set (bits[node], i);
        }
        const uint64_t *to =
            map_get (edge, map_number ((uint64_t) node << 32 | path->at[k]));
        if (!to)
            return;
        node = (uint32_t) *to;
    }
}

void
speculation_guess (struct speculation *s, struct oracle *oracle,
                   const struct tree *t, const struct refinement *f)
{
    if (!speculation_pays (oracle) || !t->node.size)
        return;
    struct arena arena;
    struct map edge;
    arena_init (&arena);
    map_init (&edge);
    for (size_t i = 0; i < t->edge.size; i++) {
        const struct tree_edge *e = &t->edge.at[i];
        if (!t->node.at[e->to].dead)
            map_put (&edge,
                     map_number ((uint64_t) e->from << 32 | e->transition),
                     e->to);
    }
    uint64_t **bits = arena_new (&arena, t->node.size * sizeof *bits);
    for (size_t n = 0; n < t->node.size; n++) {
        uint32_t l = t->node.at[n].location;
        size_t words = t->cover[l].words;
        bits[n] = arena_new (&arena, (speculation_words (s, l) + 1) * 8);
        assert (words <= speculation_words (s, l));
        memcpy (bits[n], t->node.at[n].bits, words * sizeof **bits);
    }
    for (size_t i = 0; i < f->lesson.size; i++)
        speculation_follow (s, t, &edge, &f->path[f->lesson.at[i].path],
                            &f->lesson.at[i], bits);
    for (uint32_t n = 0; n < t->node.size; n++)
        if (!t->node.at[n].dead)
            speculation_likely (s, oracle, t->node.at[n].location, bits[n],
                                t->node.at[n].depth, n, &arena);
    map_clear (&edge);
    arena_clear (&arena);
}

void
speculation_grow (struct speculation *s, struct oracle *oracle,
                  const struct plan *p, uint32_t depth, uint64_t order)
{
    for (size_t i = p->errors; oracle->class->want && i < p->item.size; i++)
        if (!speculation_sure (s, depth))
            oracle->class->want (oracle, p->item.at[i],
                                 speculation_rank (p, depth, order, false, i));
}

void
speculation_arrived (struct speculation *s, struct oracle *oracle,
                     const struct tree *tree, uint32_t depth, struct bytes item,
                     struct bytes answer)
{
    if (!speculation_pays (oracle))
        return;
    uint64_t *found = map_get (&s->item, digest_of (item));
    if (!found)
        return;
    assert (*found < s->record.size);
    struct speculation_record record = s->record.at[*found];
    if (record.depth > depth + SPECULATION_LAYERS)
        return;
    size_t round;
    struct item_expand e;
    struct arena arena;
    arena_init (&arena);
    bool good =
        item_expand_read (&e, s->system, s->precision, &round, item, &arena)
        && round == precision_last (s->precision)
        && item_expand_answered (&e, s->system, s->precision, round, answer,
                                 &arena);
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
        assert (planned->asked);
        const uint64_t *bits =
            plan_successor (s->cache, round, planned, post->entailed, &arena);
        uint32_t name;
        if (tree_covers (tree, to, bits)
            || (s->cover && cover_find (&s->cover[to], bits, &name)))
            continue;
        uint64_t order = (record.order << 4 | (i & 15)) & 0xffffffff;
        if (record.guess) {
            speculation_likely (s, oracle, to, bits, record.depth + 1, order,
                                &arena);
            continue;
        }
        struct plan next;
        plan_make (&next, s->cache, round, to, bits, &arena);
        speculation_want (s, oracle, &next, record.depth + 1, order);
    }
    arena_clear (&arena);
}
