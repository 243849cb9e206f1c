/* reuse.c -- see reuse.h. */
#include "auto/reuse.h"

#include <assert.h>
#include <string.h>

#include "auto/definitions.h"

struct reusing {
    const struct horn *horn;
    const struct horn_map *map;
    struct horn_user_candidates *to;
    size_t given; /* to the relation at hand */
};

/* Without the relation's name before it. */
static const char *
param_name (const struct definition *d, size_t param)
{
    assert (param < d->params);
    const char *written = d->written[param];
    size_t size = strlen (d->name);
    return !strncmp (written, d->name, size) && written[size] == '.'
               ? written + size + 1
               : written;
}

/* `s.2@3` has the stem `s`. */
static size_t
stem_size (const char *name)
{
    size_t size = strlen (name);
    for (;;) {
        size_t digits = size;
        while (digits && strchr ("0123456789", name[digits - 1]))
            digits--;
        if (digits == size || digits < 2 || !strchr (".@", name[digits - 1]))
            return size;
        size = digits - 1;
    }
}

static bool
stem_same (const char *a, const char *b)
{
    size_t size = stem_size (a);
    return size == stem_size (b) && !strncmp (a, b, size);
}

/* The argument of a relation that a parameter of another was; args: none. */
static size_t
argument_find (const struct reusing *r, uint32_t relation,
               const struct definition *d, size_t param)
{
    const struct term_vec *argument = &r->map->argument[relation];
    const struct relation *of = &r->horn->relation.at[relation];
    const char *name = param_name (d, param);
    assert (argument->size == of->args);
    size_t found = of->args, alike = 0;
    for (size_t i = 0; i < of->args; i++) {
        if (of->sort[i] != d->param[param]->sort)
            continue;
        if (!strcmp (argument->at[i]->text, name))
            return i;
        if (stem_same (argument->at[i]->text, name) && !alike++)
            found = i;
    }
    return alike == 1 ? found : of->args;
}

/* The variables of a conjunct in terms of the relation's; false: one has no
 * counterpart. */
static bool
conjunct_fits (const struct reusing *r, uint32_t relation,
               const struct definition *d, const size_t *argument,
               const term *conjunct)
{
    struct term_vec used = {0};
    bool fits = true;
    term_variables (r->horn->terms, conjunct, &used);
    for (size_t i = 0; fits && i < used.size; i++) {
        size_t k = 0;
        while (k < d->params && d->param[k] != used.at[i])
            k++;
        fits =
            k < d->params && argument[k] < r->horn->relation.at[relation].args;
    }
    VEC_CLEAR (used);
    return fits;
}

static void
relation_take (struct reusing *r, uint32_t relation, const struct definition *d)
{
    assert (relation < r->to->relations);
    terms *t = r->horn->terms;
    const struct term_vec *own = &r->to->argument[relation];
    size_t *argument = NEW_ARRAY (size_t, d->params + 1);
    struct term_vec part = {0}, from = {0}, to = {0};
    for (size_t i = 0; i < d->params; i++) {
        argument[i] = argument_find (r, relation, d, i);
        if (argument[i] == own->size)
            continue;
        VEC_PUSH (from, d->param[i]);
        assert (own->at[argument[i]]->sort == d->param[i]->sort);
        VEC_PUSH (to, own->at[argument[i]]);
    }
    term_conjuncts (t, d->body, &part);
    for (size_t i = 0; i < part.size && r->given < REUSE_MOST; i++) {
        if (!conjunct_fits (r, relation, d, argument, part.at[i]))
            continue;
        struct horn_hint hint = {
            relation,
            term_substitute (t, part.at[i], from.at, to.at, from.size)};
        VEC_PUSH (r->to->hint, hint);
        r->given++;
    }
    VEC_CLEAR (part);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    memory_free (argument);
}

/* Those at about the same place in the order of loops come first. */
static void
relation_user_candidates (struct reusing *r, uint32_t relation,
                          const struct definitions *d)
{
    size_t count = d->definition.size;
    r->given = 0;
    for (size_t far = 0; far < count + relation; far++) {
        if (relation + far < count)
            relation_take (r, relation, &d->definition.at[relation + far]);
        if (far && far <= relation && relation - far < count)
            relation_take (r, relation, &d->definition.at[relation - far]);
    }
}

void
reuse_user_candidates (const char *proof, const struct horn *horn,
                       const struct horn_map *map,
                       struct horn_user_candidates *hints)
{
    assert (proof && !hints->hint.size);
    struct definitions d;
    struct problem problem = {0};
    struct reusing r = {.horn = horn, .map = map, .to = hints};
    if (!definitions_read (&d, horn->terms, proof, strlen (proof), "proof",
                           &problem))
        return;
    horn_user_candidates_arguments (hints, horn);
    assert (hints->relations == horn->relation.size);
    for (uint32_t i = 0; i < horn->relation.size; i++)
        relation_user_candidates (&r, i, &d);
    definitions_clear (&d);
}
