/* precision.c -- see precision.h. */
#include "cegar/abstraction/precision.h"

#include <assert.h>

#include "logic/term/sort.h"

static void
precision_push_round (struct precision *p, struct digest version)
{
    assert (!map_get (&p->index, version));
    struct precision_round r = {version,
                                NEW_ARRAY (uint32_t, p->locations + 1)};
    for (size_t l = 0; l < p->locations; l++)
        r.count[l] = (uint32_t) p->at[l].size;
    map_put (&p->index, version, p->round.size);
    VEC_PUSH (p->round, r);
}

void
precision_init (struct precision *p, terms *store, size_t locations)
{
    assert (store && locations);
    *p = (struct precision) {.terms = store, .locations = locations};
    p->at = NEW_ARRAY (struct term_vec, locations + 1);
    map_init (&p->index);
    precision_push_round (p, digest_string ("no predicates"));
}

void
precision_clear (struct precision *p)
{
    for (size_t l = 0; l < p->locations; l++)
        VEC_CLEAR (p->at[l]);
    memory_free (p->at);
    for (size_t r = 0; r < p->round.size; r++)
        memory_free (p->round.at[r].count);
    VEC_CLEAR (p->round);
    VEC_CLEAR (p->added);
    map_clear (&p->index);
}

bool
precision_add (struct precision *p, uint32_t location, const term *predicate)
{
    assert (location < p->locations);
    assert (predicate->sort->kind == SORT_BOOL);
    for (size_t i = 0; i < p->at[location].size; i++)
        if (p->at[location].at[i] == predicate)
            return false;
    VEC_PUSH (p->at[location], predicate);
    struct precision_added a = {location, predicate};
    VEC_PUSH (p->added, a);
    return true;
}

static bool
precision_alike (const struct term_vec *a, const struct term_vec *b)
{
    if (a->size != b->size)
        return false;
    for (size_t i = 0; i < a->size; i++)
        if (a->at[i]->sort != b->at[i]->sort)
            return false;
    return true;
}

bool
precision_add_everywhere (struct precision *p, const struct system *s,
                          uint32_t location, const term *predicate)
{
    assert (location < p->locations);
    assert (p->locations == s->location.size);
    const struct term_vec *vars = &s->location.at[location].vars;
    bool new = precision_add (p, location, predicate);
    for (uint32_t l = 0; l < p->locations; l++) {
        const struct location *other = &s->location.at[l];
        if (l == location || other->gone
            || !precision_alike (vars, &other->vars))
            continue;
        const term *moved = term_substitute (p->terms, predicate, vars->at,
                                             other->vars.at, vars->size);
        new |= precision_add (p, l, moved);
    }
    return new;
}

void
precision_seal (struct precision *p, struct buffer *blob)
{
    assert (p->round.size);
    size_t begin = blob->size;
    buffer_uint (blob, p->added.size);
    struct term_vec list = {0};
    for (size_t i = 0; i < p->added.size; i++) {
        buffer_uint (blob, p->added.at[i].location);
        VEC_PUSH (list, p->added.at[i].predicate);
    }
    term_write (blob, list.at, list.size);
    VEC_CLEAR (list);
    p->added.size = 0;
    struct digest so_far = VEC_LAST (p->round).version;
    struct bytes bytes = {blob->data + begin, blob->size - begin};
    precision_push_round (p, digest_chain (so_far, bytes));
}

bool
precision_learn (struct precision *p, struct bytes blob)
{
    struct reader r;
    reader_init (&r, blob);
    uint64_t count = reader_uint (&r);
    if (count > blob.size)
        return false;
    struct vec_where VEC (uint32_t) where = { 0 };
    for (uint64_t i = 0; i < count; i++)
        VEC_PUSH (where, (uint32_t) reader_uint (&r));
    struct term_vec list = {0};
    bool good = !r.failed && term_read (p->terms, &r, &list)
                && list.size == count && reader_done (&r);
    for (size_t i = 0; good && i < count; i++)
        good = where.at[i] < p->locations && list.at[i]->sort->kind == SORT_BOOL
               && precision_add (p, where.at[i], list.at[i]);
    if (good) {
        p->added.size = 0;
        precision_push_round (p,
                              digest_chain (VEC_LAST (p->round).version, blob));
    }
    VEC_CLEAR (where);
    VEC_CLEAR (list);
    return good;
}

size_t
precision_last (const struct precision *p)
{
    assert (p->round.size);
    return p->round.size - 1;
}

bool
precision_find (const struct precision *p, struct digest version, size_t *round)
{
    uint64_t *found = map_get (&p->index, version);
    assert (!found || *found < p->round.size);
    if (found)
        *round = *found;
    return found != NULL;
}

size_t
precision_count (const struct precision *p, size_t round, uint32_t location)
{
    assert (round < p->round.size && location < p->locations);
    assert (p->round.at[round].count[location] <= p->at[location].size);
    return p->round.at[round].count[location];
}

size_t
precision_total (const struct precision *p)
{
    size_t total = 0;
    for (size_t l = 0; l < p->locations; l++)
        total += p->at[l].size;
    return total;
}
