/* resolve_attribute.c -- {:name value, ..}.
 *
 * A name that means no variable here stays a string: tools write words of their
 * own into attributes. */
#include "frontend/boogie/resolve.h"

static bool
value_resolve (struct resolver *r, const struct ast_expression *e,
               struct attribute_value *value)
{
    bool unknown = e->op == AST_NAME
                   && symbol_of (r, e->text)->variable.kind == MEANING_NONE;
    if (e->op == AST_STRING || unknown) {
        value->string = arena_string (&r->program->arena, e->text);
        return true;
    }
    value->term = expression_resolve (r, e, POLARITY_NONE);
    return value->term != NULL;
}

static bool
attribute_resolve (struct resolver *r, const struct ast_attribute *a,
                   struct attribute *to)
{
    assert (a->name && !to->values);
    to->name = symbol_of (r, a->name)->name;
    for (const struct ast_expression *e = a->value; e; e = e->next)
        to->values++;
    to->value = to->values ? arena_new (&r->program->arena,
                                        to->values * sizeof *to->value)
                           : NULL;
    size_t i = 0;
    for (const struct ast_expression *e = a->value; e; e = e->next)
        if (!value_resolve (r, e, &to->value[i++]))
            return false;
    assert (i == to->values);
    return true;
}

bool
attributes_resolve (struct resolver *r, const struct ast_attribute *a,
                    const struct attribute **first)
{
    assert (!*first);
    struct context before = r->context;
    bool good = true;
    r->context = (struct context) {"an attribute", true, true, true, false};
    for (; a && good; a = a->next) {
        struct attribute *to = arena_new (&r->program->arena, sizeof *to);
        good = attribute_resolve (r, a, to);
        *first = to;
        first = &to->next;
    }
    r->context = before;
    return good;
}
