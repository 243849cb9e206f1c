/* resolve_names.c -- what names mean, and names for what shadows. */
#include "frontend/boogie/resolve.h"

struct symbol *
symbol_of (struct resolver *r, const char *name)
{
    struct digest key = digest_string (name);
    uint64_t *known = map_get (&r->symbols, key);
    if (known)
        return (struct symbol *) (uintptr_t) *known;
    struct symbol *s = arena_new (&r->arena, sizeof *s);
    s->name = arena_string (&r->program->arena, name);
    map_put (&r->symbols, key, (uintptr_t) s);
    return s;
}

size_t
scope_open (struct resolver *r)
{
    return r->change.size;
}

void
scope_close (struct resolver *r, size_t opened)
{
    assert (opened <= r->change.size);
    while (r->change.size > opened) {
        struct scope_change c = VEC_POP (r->change);
        assert (c.kind != CHANGE_TAKEN || c.symbol->taken);
        if (c.kind == CHANGE_TAKEN)
            c.symbol->taken--;
        else if (c.kind == CHANGE_NUMBER)
            c.symbol->number = c.number;
        else
            c.symbol->variable = c.before;
    }
}

void
scope_bind (struct resolver *r, const char *name, const term *t,
            enum meaning_kind kind)
{
    assert (kind != MEANING_NONE && t->op == OP_VAR);
    struct symbol *s = symbol_of (r, name);
    struct scope_change c = {CHANGE_MEANING, s, s->variable, 0};
    VEC_PUSH (r->change, c);
    s->variable = (struct meaning) {kind, t};
}

void
scope_take (struct resolver *r, const term *t)
{
    assert (t->op == OP_VAR);
    struct scope_change c = {.kind = CHANGE_TAKEN,
                             .symbol = symbol_of (r, t->text)};
    VEC_PUSH (r->change, c);
    c.symbol->taken++;
}

/* `name`, or the first of name#1, name#2, .. that no variable alive has.  What
 * is taken last is free first, so the search goes on where it ended. */
static const char *
name_free (struct resolver *r, const char *name)
{
    struct symbol *s = symbol_of (r, name), *numbered = s;
    if (!s->taken)
        return s->name;
    struct scope_change c = {
        .kind = CHANGE_NUMBER, .symbol = s, .number = s->number};
    struct text text;
    text_init (&text);
    while (numbered->taken) {
        text_reset (&text);
        text_print (&text, "%s#%u", name, ++s->number);
        numbered = symbol_of (r, text_view (&text));
    }
    text_clear (&text);
    VEC_PUSH (r->change, c);
    return numbered->name;
}

const term *
scope_fresh (struct resolver *r, const char *like, const sort *s)
{
    const term *t = term_var (r->terms, name_free (r, like), s);
    scope_take (r, t);
    return t;
}

const term *
scope_declare (struct resolver *r, const char *name, const sort *s,
               enum meaning_kind kind)
{
    const term *t = scope_fresh (r, name ? name : "anonymous", s);
    if (name)
        scope_bind (r, name, t, kind);
    return t;
}

static bool
names_stamp (struct resolver *r, const struct ast_variable *v, const char *what)
{
    for (; v; v = v->next) {
        struct symbol *s = v->name ? symbol_of (r, v->name) : NULL;
        if (s && s->stamp == r->stamp)
            return problem_set (r->problem, v->place,
                                "%s '%s' is declared twice", what, v->name);
        if (s)
            s->stamp = r->stamp;
    }
    return true;
}

bool
names_differ (struct resolver *r, const struct ast_variable *a,
              const struct ast_variable *b, const struct ast_variable *c,
              const char *what)
{
    r->stamp++;
    return names_stamp (r, a, what) && names_stamp (r, b, what)
           && names_stamp (r, c, what);
}
