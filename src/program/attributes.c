/* attributes.c -- see attributes.h. */
#include "program/attributes.h"

#include <assert.h>
#include <string.h>

const char *
mark_string (const struct attribute *a, const char *name)
{
    const struct attribute *found = attribute_find (a, name);
    return found && found->values ? found->value[0].string : NULL;
}

const struct attribute *
mark_add (struct program *p, const struct attribute *next, const char *name,
          const char *string)
{
    struct attribute *a = arena_new (&p->arena, sizeof *a);
    *a = (struct attribute) {.name = arena_string (&p->arena, name),
                             .next = next};
    if (string) {
        a->values = 1;
        a->value = arena_new (&p->arena, sizeof *a->value);
        *a->value = (struct attribute_value) {
            .string = arena_string (&p->arena, string)};
    }
    assert (attribute_find (a, name) == a);
    return a;
}

const struct attribute *
mark_values (struct program *p, const struct attribute *next, const char *name,
             const struct attribute_value *value, size_t values)
{
    struct attribute *a = arena_new (&p->arena, sizeof *a);
    *a = (struct attribute) {
        .name = arena_string (&p->arena, name),
        .next = next,
        .values = values,
        .value = arena_new (&p->arena, values * sizeof *a->value)};
    for (size_t i = 0; i < values; i++) {
        const char *string = value[i].string;
        a->value[i] = (struct attribute_value) {
            .term = value[i].term,
            .string = string ? arena_string (&p->arena, string) : NULL};
    }
    return a;
}

const struct attribute *
mark_terms (struct program *p, const struct attribute *next, const char *name,
            const term *const *value, size_t values)
{
    struct attribute_value *all =
        arena_new (&p->arena, (values + 1) * sizeof *all);
    for (size_t i = 0; i < values; i++)
        all[i] = (struct attribute_value) {.term = value[i]};
    return mark_values (p, next, name, all, values);
}

/* ---- marks of the program as a whole: axioms that say nothing */

static bool
axiom_has (const struct program *p, const char *name, const char *string)
{
    for (size_t i = 0; i < p->axiom.size; i++) {
        const char *have = mark_string (p->axiom.at[i].attribute, name);
        if (have && !strcmp (have, string))
            return true;
    }
    return false;
}

static void
axiom_add (struct program *p, const char *name, const char *string)
{
    if (axiom_has (p, name, string))
        return;
    struct axiom axiom = {.term = term_true (p->terms),
                          .attribute = mark_add (p, NULL, name, string)};
    VEC_PUSH (p->axiom, axiom);
}

void
mark_assumes (struct program *p, const char *assumption)
{
    axiom_add (p, MARK_ASSUMES, assumption);
}

void
mark_unchecked (struct program *p, const char *check)
{
    axiom_add (p, MARK_UNCHECKED, check);
}

bool
mark_is_unchecked (const struct program *p, const char *check)
{
    return axiom_has (p, MARK_UNCHECKED, check);
}
