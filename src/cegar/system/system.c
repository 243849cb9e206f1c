/* system.c -- the life of a transition system, and its wire format. */
#include "cegar/system/system.h"

#include <assert.h>

#include "base/map.h"
#include "logic/term/sort.h"

static void
location_add (struct system *s, const char *name, uint32_t relation)
{
    struct location l = {.name = arena_string (&s->arena, name),
                         .relation = relation};
    VEC_PUSH (s->location, l);
}

void
system_init (struct system *s, terms *t)
{
    *s = (struct system) {.terms = t};
    arena_init (&s->arena);
    location_add (s, "entry", HORN_NONE);
    location_add (s, "error", HORN_NONE);
    system_index (s);
}

void
transition_clear (struct transition *t)
{
    VEC_CLEAR (t->aux);
    VEC_CLEAR (t->update);
    VEC_CLEAR (t->origin);
    for (size_t i = 0; i < t->more.size; i++)
        VEC_CLEAR (t->more.at[i].vars);
    VEC_CLEAR (t->more);
}

static void
leaving_clear (struct system *s)
{
    for (size_t i = 0; s->leaving && i < s->indexed; i++)
        VEC_CLEAR (s->leaving[i]);
    memory_free (s->leaving);
    s->leaving = NULL;
    s->indexed = 0;
}

void
system_clear (struct system *s)
{
    leaving_clear (s);
    for (size_t i = 0; i < s->transition.size; i++)
        transition_clear (&s->transition.at[i]);
    for (size_t i = 0; i < s->location.size; i++)
        VEC_CLEAR (s->location.at[i].vars);
    VEC_CLEAR (s->transition);
    VEC_CLEAR (s->location);
    arena_clear (&s->arena);
}

void
system_index (struct system *s)
{
    leaving_clear (s);
    s->indexed = s->location.size;
    s->leaving = NEW_ARRAY (struct vec_index, s->indexed);
    for (size_t i = 0; i < s->transition.size; i++) {
        assert (s->transition.at[i].from < s->indexed);
        VEC_PUSH (s->leaving[s->transition.at[i].from], (uint32_t) i);
    }
}

/* ---- soundness */

/* Owners of variables: location number, or past those, transition number. */
static bool
owner_claim (struct map *owner, const struct term_vec *vars, uint64_t who)
{
    for (size_t i = 0; i < vars->size; i++)
        if (vars->at[i]->op != OP_VAR
            || !map_put (owner, map_number (vars->at[i]->id), who))
            return false;
    return true;
}

static bool
owner_allows (const struct map *owner, terms *store, const term *e,
              uint64_t from, uint64_t self)
{
    struct term_vec vars = {0};
    term_variables (store, e, &vars);
    bool fine = true;
    for (size_t i = 0; fine && i < vars.size; i++) {
        const uint64_t *who = map_get (owner, map_number (vars.at[i]->id));
        fine = who && (*who == from || *who == self);
    }
    VEC_CLEAR (vars);
    return fine;
}

bool
system_predicate (const struct system *s, uint32_t location, const term *e)
{
    struct map owner;
    map_init (&owner);
    bool good =
        location < s->location.size && e->sort->kind == SORT_BOOL
        && owner_claim (&owner, &s->location.at[location].vars, location)
        && owner_allows (&owner, s->terms, e, location, location);
    map_clear (&owner);
    return good;
}

static bool
repeats_sound (const struct system *s, size_t i)
{
    const struct transition *t = &s->transition.at[i];
    if (!t->repeats)
        return true;
    if (t->repeats > i || t->aux.size != 1
        || t->aux.at[0]->sort->kind != SORT_INT)
        return false;
    const struct transition *loop = &s->transition.at[t->repeats - 1];
    return !t->more.size && !loop->more.size && !loop->repeats
           && !loop->aux.size && loop->from == loop->to && t->from == loop->from
           && t->to == loop->to;
}

static bool
transition_sound (const struct system *s, const struct map *owner, size_t i)
{
    const struct transition *t = &s->transition.at[i];
    const struct location *from = &s->location.at[t->from];
    const struct location *to = &s->location.at[t->to];
    uint64_t self = s->location.size + i;
    if (from->gone || to->gone || t->guard->sort->kind != SORT_BOOL
        || t->update.size != to->vars.size || !repeats_sound (s, i)
        || !owner_allows (owner, s->terms, t->guard, t->from, self))
        return false;
    if (t->more.size && t->from == SYSTEM_ENTRY)
        return false;
    for (size_t p = 0; p < t->more.size; p++) {
        const struct location *l = &s->location.at[t->more.at[p].location];
        if (l->gone || l->vars.size != t->more.at[p].vars.size)
            return false;
        for (size_t k = 0; k < l->vars.size; k++)
            if (l->vars.at[k]->sort != t->more.at[p].vars.at[k]->sort)
                return false;
    }
    for (size_t k = 0; k < t->update.size; k++)
        if (t->update.at[k]->sort != to->vars.at[k]->sort
            || !owner_allows (owner, s->terms, t->update.at[k], t->from, self))
            return false;
    return true;
}

static bool
premises_known (const struct system *s, const struct transition *t)
{
    for (size_t p = 0; p < t->more.size; p++)
        if (t->more.at[p].location <= SYSTEM_ERROR
            || t->more.at[p].location >= s->location.size)
            return false;
    return true;
}

bool
system_sound (const struct system *s)
{
    if (s->location.size < 2 || s->location.at[SYSTEM_ENTRY].vars.size
        || s->location.at[SYSTEM_ERROR].vars.size)
        return false;
    for (size_t i = 0; i < s->transition.size; i++)
        if (s->transition.at[i].from >= s->location.size
            || s->transition.at[i].to >= s->location.size
            || s->transition.at[i].from == SYSTEM_ERROR
            || s->transition.at[i].to == SYSTEM_ENTRY
            || !premises_known (s, &s->transition.at[i]))
            return false;
    struct map owner;
    map_init (&owner);
    bool fine = true;
    for (size_t i = 0; fine && i < s->location.size; i++)
        fine = owner_claim (&owner, &s->location.at[i].vars, i);
    for (size_t i = 0; fine && i < s->transition.size; i++)
        fine = owner_claim (&owner, &s->transition.at[i].aux,
                            s->location.size + i);
    for (size_t i = 0; fine && i < s->transition.size; i++)
        for (size_t p = 0; fine && p < s->transition.at[i].more.size; p++)
            fine = owner_claim (&owner, &s->transition.at[i].more.at[p].vars,
                                s->location.size + i);
    for (size_t i = 0; fine && i < s->transition.size; i++)
        fine = transition_sound (s, &owner, i);
    map_clear (&owner);
    return fine;
}

/* ---- wire format: the shape, then all terms as one list */

static void
vec_append (struct term_vec *all, const struct term_vec *some)
{
    for (size_t i = 0; i < some->size; i++)
        VEC_PUSH (*all, some->at[i]);
}

void
system_write (const struct system *s, struct buffer *b)
{
    struct term_vec all = {0};
    buffer_uint (b, s->location.size);
    for (size_t i = 0; i < s->location.size; i++) {
        const struct location *l = &s->location.at[i];
        buffer_string (b, l->name);
        buffer_u32 (b, l->relation);
        buffer_byte (b, l->gone);
        buffer_uint (b, l->vars.size);
        vec_append (&all, &l->vars);
    }
    buffer_uint (b, s->transition.size);
    for (size_t i = 0; i < s->transition.size; i++) {
        const struct transition *t = &s->transition.at[i];
        assert (t->update.size == s->location.at[t->to].vars.size);
        buffer_uint (b, t->from);
        buffer_uint (b, t->to);
        buffer_uint (b, t->repeats);
        buffer_uint (b, t->aux.size);
        buffer_uint (b, t->update.size);
        buffer_uint (b, t->origin.size);
        for (size_t k = 0; k < t->origin.size; k++)
            buffer_uint (b, t->origin.at[k]);
        buffer_uint (b, t->more.size);
        for (size_t k = 0; k < t->more.size; k++) {
            buffer_uint (b, t->more.at[k].location);
            buffer_uint (b, t->more.at[k].vars.size);
            vec_append (&all, &t->more.at[k].vars);
        }
        vec_append (&all, &t->aux);
        vec_append (&all, &t->update);
        VEC_PUSH (all, t->guard);
    }
    term_write (b, all.at, all.size);
    VEC_CLEAR (all);
}

/* A count of things that take at least a byte each: more than there are bytes
 * is malformed, and must not be allocated. */
static size_t
read_count (struct reader *r)
{
    uint64_t n = reader_uint (r);
    if (n > (uint64_t) (r->end - r->at))
        r->failed = true;
    return r->failed ? 0 : (size_t) n;
}

static void
read_shape (struct system *s, struct reader *r)
{
    size_t locations = read_count (r);
    if (locations < 2)
        r->failed = true;
    for (size_t i = 0; i < locations && !r->failed; i++) {
        char *name = reader_string (r);
        uint32_t relation = reader_u32 (r);
        bool gone = reader_byte (r);
        if (name && i >= s->location.size)
            location_add (s, name, relation);
        memory_free (name);
        if (r->failed)
            return;
        struct location *l = &s->location.at[i];
        l->gone = gone;
        l->vars.size = read_count (r); /* filled by read_terms */
        VEC_ROOM (l->vars, l->vars.size);
    }
    size_t transitions = read_count (r);
    for (size_t i = 0; i < transitions && !r->failed; i++) {
        struct transition t = {.from = (uint32_t) reader_uint (r)};
        t.to = (uint32_t) reader_uint (r);
        t.repeats = (uint32_t) reader_uint (r);
        size_t aux = read_count (r), update = read_count (r);
        size_t origin = read_count (r);
        for (size_t k = 0; k < origin; k++)
            VEC_PUSH (t.origin, (uint32_t) reader_uint (r));
        size_t more = read_count (r);
        for (size_t k = 0; k < more && !r->failed; k++) {
            struct premise p = {.location = (uint32_t) reader_uint (r)};
            size_t vars = read_count (r);
            VEC_ROOM (p.vars, vars);
            p.vars.size = vars;
            VEC_PUSH (t.more, p);
        }
        VEC_ROOM (t.aux, aux);
        VEC_ROOM (t.update, update);
        t.aux.size = aux;
        t.update.size = update;
        VEC_PUSH (s->transition, t);
    }
}

static bool
vec_fill (struct term_vec *v, const struct term_vec *all, size_t *at)
{
    if (v->size > all->size - *at)
        return false;
    for (size_t i = 0; i < v->size; i++)
        v->at[i] = all->at[(*at)++];
    return true;
}

static bool
read_terms (struct system *s, struct reader *r)
{
    struct term_vec all = {0};
    bool fine = term_read (s->terms, r, &all);
    size_t at = 0;
    for (size_t i = 0; fine && i < s->location.size; i++)
        fine = vec_fill (&s->location.at[i].vars, &all, &at);
    for (size_t i = 0; fine && i < s->transition.size; i++) {
        struct transition *t = &s->transition.at[i];
        for (size_t k = 0; fine && k < t->more.size; k++)
            fine = vec_fill (&t->more.at[k].vars, &all, &at);
        fine = fine && vec_fill (&t->aux, &all, &at)
               && vec_fill (&t->update, &all, &at) && at < all.size;
        if (fine)
            t->guard = all.at[at++];
    }
    fine = fine && at == all.size;
    VEC_CLEAR (all);
    return fine;
}

bool
system_read (struct system *s, terms *t, struct reader *r)
{
    system_init (s, t);
    read_shape (s, r);
    if (r->failed || !read_terms (s, r) || !system_sound (s)) {
        system_clear (s);
        return false;
    }
    system_index (s);
    return true;
}
