/* marks.c -- see marks.h. */
#include "program/marks.h"

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

void
mark_assumes (struct program *p, const char *assumption)
{
    for (size_t i = 0; i < p->axiom.size; i++) {
        const char *have = mark_string (p->axiom.at[i].attribute, MARK_ASSUMES);
        if (have && !strcmp (have, assumption))
            return;
    }
    struct axiom axiom = {.term = term_true (p->terms),
                          .attribute =
                              mark_add (p, NULL, MARK_ASSUMES, assumption)};
    VEC_PUSH (p->axiom, axiom);
}
