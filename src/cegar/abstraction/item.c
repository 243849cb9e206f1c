/* item.c -- see item.h. */
#include "cegar/abstraction/item.h"

#include <assert.h>

static size_t
item_targets (const struct system *s, const struct precision *p, size_t round,
              uint32_t transition)
{
    assert (transition < s->transition.size);
    return precision_count (p, round, s->transition.at[transition].to);
}

static uint64_t *
item_bits (struct arena *a, size_t predicates)
{
    return arena_new (a, cube_words (predicates) * sizeof (uint64_t) + 8);
}

/* ---- what every item begins with */

void
item_begin (struct buffer *b, enum item_kind kind, const struct system *s)
{
    buffer_byte (b, (uint8_t) kind);
    buffer_digest (b, s->known);
}

bool
item_head_read (struct item_head *h, struct reader *r)
{
    h->kind = reader_byte (r);
    h->known = reader_digest (r);
    return !r->failed;
}

uint8_t
item_kind_read (struct reader *r, const struct system *s)
{
    struct item_head h;
    return item_head_read (&h, r) && digest_equal (h.known, s->known) ? h.kind
                                                                      : 0;
}

/* ---- expand */

void
item_expand_write (const struct item_expand *e, const struct system *s,
                   const struct precision *p, size_t round, struct buffer *b)
{
    assert (e->kind == ITEM_EXPAND || e->kind == ITEM_HOUDINI);
    assert (e->location < s->location.size && e->cube);
    item_begin (b, e->kind, s);
    buffer_digest (b, e->version);
    buffer_uint (b, e->location);
    cube_write (b, e->cube, precision_count (p, round, e->location));
    buffer_uint (b, e->post.size);
    for (size_t i = 0; i < e->post.size; i++) {
        buffer_uint (b, e->post.at[i].transition);
        assert (s->transition.at[e->post.at[i].transition].from == e->location);
        cube_write (b, e->post.at[i].ask,
                    item_targets (s, p, round, e->post.at[i].transition));
    }
}

bool
item_expand_read (struct item_expand *e, const struct system *s,
                  const struct precision *p, size_t *round, struct bytes bytes,
                  struct arena *arena)
{
    struct reader r;
    reader_init (&r, bytes);
    *e = (struct item_expand) {0};
    uint8_t kind = item_kind_read (&r, s);
    if (kind != ITEM_EXPAND && kind != ITEM_HOUDINI)
        return false;
    e->kind = (enum item_kind) kind;
    e->version = reader_digest (&r);
    e->location = (uint32_t) reader_uint (&r);
    if (r.failed || e->location >= s->location.size
        || !precision_find (p, e->version, round))
        return false;
    size_t count = precision_count (p, *round, e->location);
    e->cube = item_bits (arena, count);
    if (!cube_read (&r, e->cube, count))
        return false;
    e->post.size = reader_uint (&r);
    if (r.failed || e->post.size > bytes.size)
        return false;
    e->post.at = arena_new (arena, e->post.size * sizeof *e->post.at);
    for (size_t i = 0; i < e->post.size; i++) {
        struct item_post *post = &e->post.at[i];
        post->transition = (uint32_t) reader_uint (&r);
        if (r.failed || post->transition >= s->transition.size
            || s->transition.at[post->transition].from != e->location)
            return false;
        size_t targets = item_targets (s, p, *round, post->transition);
        post->ask = item_bits (arena, targets);
        post->entailed = item_bits (arena, targets);
        if (!cube_read (&r, post->ask, targets))
            return false;
    }
    return reader_done (&r);
}

void
item_expand_answer (const struct item_expand *e, const struct system *s,
                    const struct precision *p, size_t round, struct buffer *b)
{
    for (size_t i = 0; i < e->post.size; i++) {
        const struct item_post *post = &e->post.at[i];
        assert (post->emptiness <= POST_UNDECIDED);
        buffer_byte (b, (uint8_t) post->emptiness);
        if (post->emptiness != POST_EMPTY)
            cube_write (b, post->entailed,
                        item_targets (s, p, round, post->transition));
    }
    buffer_uint (b, e->queries);
    buffer_uint (b, e->undecided);
}

bool
item_expand_answered (struct item_expand *e, const struct system *s,
                      const struct precision *p, size_t round,
                      struct bytes bytes, struct arena *arena)
{
    struct reader r;
    reader_init (&r, bytes);
    for (size_t i = 0; i < e->post.size; i++) {
        struct item_post *post = &e->post.at[i];
        uint8_t emptiness = reader_byte (&r);
        if (r.failed || emptiness > POST_UNDECIDED)
            return false;
        post->emptiness = (enum item_emptiness) emptiness;
        size_t targets = item_targets (s, p, round, post->transition);
        post->entailed = item_bits (arena, targets);
        if (emptiness != POST_EMPTY
            && (!cube_read (&r, post->entailed, targets)
                || !cube_subset (post->entailed, post->ask,
                                 cube_words (targets))))
            return false;
    }
    e->queries = reader_uint (&r);
    e->undecided = reader_uint (&r);
    return reader_done (&r);
}

/* ---- examine */

static bool
item_path_leads (const struct vec_index *path, const struct system *s)
{
    return system_derives (s, path->at, path->size);
}

static bool
item_path_read (struct vec_index *path, const struct system *s,
                struct reader *r)
{
    uint64_t size = reader_uint (r);
    if (r->failed || size > (uint64_t) (r->end - r->at))
        return false;
    for (uint64_t i = 0; i < size; i++) {
        uint64_t transition = reader_uint (r);
        if (transition >= s->transition.size)
            return false;
        VEC_PUSH (*path, (uint32_t) transition);
    }
    return !r->failed;
}

static void
item_path_write (const struct vec_index *path, struct buffer *b)
{
    buffer_uint (b, path->size);
    for (size_t i = 0; i < path->size; i++)
        buffer_uint (b, path->at[i]);
}

void
item_examine_write (const struct item_examine *x, const struct system *s,
                    struct buffer *b)
{
    assert (item_path_leads (&x->path, s));
    item_begin (b, ITEM_EXAMINE, s);
    buffer_byte (b, x->refine);
    buffer_byte (b, x->method);
    item_path_write (&x->path, b);
}

bool
item_examine_read (struct item_examine *x, const struct system *s,
                   struct bytes bytes)
{
    struct reader r;
    reader_init (&r, bytes);
    *x = (struct item_examine) {0};
    if (item_kind_read (&r, s) != ITEM_EXAMINE)
        return false;
    x->refine = reader_byte (&r);
    x->method = reader_byte (&r);
    return item_path_read (&x->path, s, &r) && reader_done (&r)
           && item_path_leads (&x->path, s);
}

static void
item_found_write (const struct vec_found *found, struct buffer *b)
{
    buffer_uint (b, found->size);
    struct term_vec list = {0};
    for (size_t i = 0; i < found->size; i++) {
        assert (found->at[i].predicate);
        buffer_uint (b, found->at[i].location);
        VEC_PUSH (list, found->at[i].predicate);
    }
    term_write (b, list.at, list.size);
    VEC_CLEAR (list);
}

static bool
item_found_read (struct vec_found *found, const struct system *s,
                 struct reader *r)
{
    uint64_t count = reader_uint (r);
    if (r->failed || count > (uint64_t) (r->end - r->at))
        return false;
    found->size = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct item_predicate p = {(uint32_t) reader_uint (r), NULL};
        if (r->failed || p.location >= s->location.size)
            return false;
        VEC_PUSH (*found, p);
    }
    struct term_vec list = {0};
    bool good = term_read (s->terms, r, &list) && list.size == count;
    for (size_t i = 0; good && i < count; i++) {
        found->at[i].predicate = list.at[i];
        good = system_predicate (s, found->at[i].location, list.at[i]);
    }
    VEC_CLEAR (list);
    return good;
}

void
item_examine_answer (const struct item_examine *x, struct buffer *b)
{
    assert (x->finding <= PATH_UNDECIDED);
    buffer_byte (b, (uint8_t) x->finding);
    buffer_byte (b, x->explained);
    item_found_write (&x->found, b);
    buffer_uint (b, x->place.size);
    for (size_t i = 0; i < x->place.size; i++) {
        buffer_uint (b, x->place.at[i].step);
        buffer_uint (b, x->place.at[i].found);
    }
    buffer_uint (b, x->queries);
    buffer_uint (b, x->undecided);
}

bool
item_examine_answered (struct item_examine *x, const struct system *s,
                       struct bytes bytes)
{
    struct reader r;
    reader_init (&r, bytes);
    uint8_t finding = reader_byte (&r);
    x->explained = reader_byte (&r);
    if (r.failed || finding > PATH_UNDECIDED)
        return false;
    x->finding = (enum item_finding) finding;
    bool good = item_found_read (&x->found, s, &r);
    uint64_t places = good ? reader_uint (&r) : 0;
    x->place.size = 0;
    for (uint64_t i = 0; good && i < places; i++) {
        uint64_t step = reader_uint (&r), found = reader_uint (&r);
        good = !r.failed && found < x->found.size && step <= UINT32_MAX;
        if (good)
            VEC_PUSH (x->place, ((struct item_place) {(uint32_t) step,
                                                      (uint32_t) found}));
    }
    x->queries = reader_uint (&r);
    x->undecided = reader_uint (&r);
    return good && reader_done (&r);
}

void
item_examine_clear (struct item_examine *x)
{
    VEC_CLEAR (x->path);
    VEC_CLEAR (x->found);
    VEC_CLEAR (x->place);
}

/* ---- exclude */

void
item_exclude_write (const struct item_exclude *x, const struct system *s,
                    struct buffer *b)
{
    assert (item_path_leads (&x->path, s));
    item_begin (b, ITEM_EXCLUDE, s);
    item_path_write (&x->path, b);
    item_found_write (&x->by, b);
}

bool
item_exclude_read (struct item_exclude *x, const struct system *s,
                   struct bytes bytes)
{
    struct reader r;
    reader_init (&r, bytes);
    *x = (struct item_exclude) {0};
    return item_kind_read (&r, s) == ITEM_EXCLUDE
           && item_path_read (&x->path, s, &r)
           && item_found_read (&x->by, s, &r) && reader_done (&r)
           && item_path_leads (&x->path, s);
}

void
item_exclude_answer (const struct item_exclude *x, struct buffer *b)
{
    buffer_byte (b, x->excluded);
    buffer_uint (b, x->queries);
    buffer_uint (b, x->undecided);
}

bool
item_exclude_answered (struct item_exclude *x, struct bytes bytes)
{
    struct reader r;
    reader_init (&r, bytes);
    uint8_t excluded = reader_byte (&r);
    x->excluded = excluded == 1;
    x->queries = reader_uint (&r);
    x->undecided = reader_uint (&r);
    return reader_done (&r) && excluded <= 1;
}

void
item_exclude_clear (struct item_exclude *x)
{
    VEC_CLEAR (x->path);
    VEC_CLEAR (x->by);
}

/* ---- unroll, induct */

void
item_unroll_write (const struct item_unroll *u, const struct system *s,
                   struct buffer *b)
{
    assert (u->from && u->from <= u->to);
    item_begin (b, u->induct ? ITEM_INDUCT : ITEM_UNROLL, s);
    buffer_uint (b, u->from);
    buffer_uint (b, u->to);
}

bool
item_unroll_read (struct item_unroll *u, const struct system *s,
                  struct bytes bytes)
{
    struct reader r;
    reader_init (&r, bytes);
    *u = (struct item_unroll) {0};
    uint8_t kind = item_kind_read (&r, s);
    u->induct = kind == ITEM_INDUCT;
    uint64_t from = reader_uint (&r), to = reader_uint (&r);
    u->from = (uint32_t) from;
    u->to = (uint32_t) to;
    return (kind == ITEM_INDUCT || kind == ITEM_UNROLL) && reader_done (&r)
           && from && from <= to && to < 1 << 20;
}

void
item_unroll_answer (const struct item_unroll *u, struct buffer *b)
{
    assert (u->finding <= PATH_UNDECIDED);
    buffer_uint (b, u->passed);
    buffer_byte (b, (uint8_t) u->finding);
    buffer_byte (b, u->exhausted);
    item_path_write (&u->path, b);
    buffer_uint (b, u->queries);
    buffer_uint (b, u->undecided);
}

bool
item_unroll_answered (struct item_unroll *u, const struct system *s,
                      struct bytes bytes)
{
    struct reader r;
    reader_init (&r, bytes);
    uint64_t passed = reader_uint (&r);
    uint8_t finding = reader_byte (&r);
    u->exhausted = reader_byte (&r);
    u->path.size = 0;
    if (finding > PATH_UNDECIDED || !item_path_read (&u->path, s, &r))
        return false;
    u->passed = (uint32_t) passed;
    u->finding = (enum item_finding) finding;
    u->queries = reader_uint (&r);
    u->undecided = reader_uint (&r);
    /* Whoever asks goes on behind `passed`: it must be in the range, and no less
     * than its beginning unless there is a reason to end. */
    bool ends = finding == PATH_UNDECIDED || u->exhausted;
    return reader_done (&r) && passed <= u->to
           && passed + 1 >= u->from + (ends ? 0 : 1u)
           && (u->induct || finding != PATH_FEASIBLE
               || item_path_leads (&u->path, s));
}
