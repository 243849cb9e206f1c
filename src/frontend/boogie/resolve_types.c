/* resolve_types.c -- types as sorts.
 *
 * Synonyms are expanded.  A constructor applied to closed types is a sort of
 * its own; its name is the text of the type with the characters that no
 * identifier has replaced (`C int` is `C#int`), and numbered if a declared type
 * has that name.  So the sort can be printed and read again as a plain type. */
#include <ctype.h>
#include <string.h>

#include "frontend/boogie/resolve.h"

/* What the parameters of the synonym being expanded stand for. */
struct binding {
    const char *name;
    const sort *sort;
    unsigned height;
};

struct bindings {
    const struct binding *at;
    size_t size;
};

static const sort *resolve (struct resolver *, struct bindings,
                            const struct ast_type *, unsigned *height);

const char *
sort_text (struct resolver *r, const sort *s)
{
    assert (s);
    struct text text;
    text_init (&text);
    boogie_sort (&text, s);
    const char *result = arena_string (&r->arena, text_view (&text));
    text_clear (&text);
    return result;
}

bool
polymorphic (struct resolver *r, const struct ast_name *parameter,
             const char *what)
{
    assert (parameter);
    return problem_set (r->problem, parameter->place,
                        "polymorphic %s is not supported", what);
}

static const sort *
fail (struct resolver *r, const struct ast_type *t, const char *what)
{
    problem_set (r->problem, t->place, "type '%s' %s", t->name, what);
    return NULL;
}

/* --- constructors ------------------------------------------------------- */

static void
application_print (struct text *text, const char *constructor,
                   const struct binding *argument, size_t arguments)
{
    text_add (text, constructor);
    for (size_t i = 0; i < arguments; i++) {
        text_add (text, argument[i].sort->kind == SORT_ARRAY ? " (" : " ");
        boogie_sort (text, argument[i].sort);
        if (argument[i].sort->kind == SORT_ARRAY)
            text_char (text, ')');
    }
}

/* The text as an identifier that no declared type and no other application
 * has. */
static const char *
application_name (struct resolver *r, const char *text)
{
    struct text name;
    text_init (&name);
    for (const char *c = text; *c; c++) {
        bool queued_message =
            isalnum ((unsigned char) *c) || strchr ("'~#$^_.?`", *c);
        text_char (&name, queued_message ? *c : *c == ' ' ? '#' : '^');
    }
    size_t stem = name.size;
    struct symbol *s = symbol_of (r, text_view (&name));
    for (unsigned n = 1;
         s->type || !map_put (&r->sort_names, digest_string (s->name), 1);
         n++) {
        name.data[name.size = stem] = 0;
        text_print (&name, "#%u", n);
        s = symbol_of (r, text_view (&name));
    }
    text_clear (&name);
    return s->name;
}

static const sort *
application (struct resolver *r, const struct ast_type *t,
             const struct binding *argument, size_t arguments)
{
    assert (arguments && t->kind == TYPE_NAME);
    struct text text;
    text_init (&text);
    application_print (&text, t->name, argument, arguments);
    struct digest key = digest_string (text_view (&text));
    uint64_t *known = map_get (&r->applied, key);
    const sort *s = known ? (const sort *) (uintptr_t) *known : NULL;
    if (text.size > SORT_NAME_MOST)
        fail (r, t, "is too large when its arguments are written out");
    else if (!s) {
        s = sort_named (r->terms, application_name (r, text_view (&text)));
        map_put (&r->applied, key, (uintptr_t) s);
        VEC_PUSH (r->program->sort, s);
    }
    text_clear (&text);
    return s;
}

/* --- names -------------------------------------------------------------- */

static size_t
count (const struct ast_type *list)
{
    size_t n = 0;
    for (; list; list = list->next)
        n++;
    return n;
}

static const sort *
synonym (struct resolver *r, struct type_entry *e, const struct ast_type *t,
         struct bindings arguments, unsigned *height)
{
    assert (e->declaration->type && arguments.size == e->parameters);
    if (e->busy)
        return fail (r, t, "is defined by itself");
    if (e->sort) {
        *height = e->height;
        return e->sort;
    }
    if (e->parameters && ++r->expansions > EXPANSIONS_MOST)
        return fail (r, t, "is expanded too often");
    e->busy = true;
    const sort *s = resolve (r, arguments, e->declaration->type, height);
    e->busy = false;
    if (!e->parameters) {
        e->sort = s;
        e->height = *height;
    }
    return s;
}

static const sort *
declared (struct resolver *r, struct bindings outer, const struct ast_type *t,
          unsigned *height)
{
    assert (t->name && t->kind == TYPE_NAME);
    struct type_entry *e = symbol_of (r, t->name)->type;
    if (!e)
        return fail (r, t, "is not declared");
    size_t n = count (t->argument);
    if (n != e->parameters) {
        problem_set (r->problem, t->place,
                     "type '%s' has %zu arguments, needs %zu", t->name, n,
                     e->parameters);
        return NULL;
    }
    struct binding *bind = NEW_ARRAY (struct binding, n + 1);
    const struct ast_name *p = e->declaration->type_parameter;
    const struct ast_type *a = t->argument;
    const sort *s = NULL;
    size_t i = 0;
    for (; i < n; i++, a = a->next, p = p->next) {
        bind[i].name = p->name;
        bind[i].sort = resolve (r, outer, a, &bind[i].height);
        if (!bind[i].sort)
            break;
    }
    if (i == n && e->declaration->type)
        s = synonym (r, e, t, (struct bindings) {bind, n}, height);
    else if (i == n)
        s = n ? application (r, t, bind, n) : e->sort;
    memory_free (bind);
    return s;
}

static const sort *
named (struct resolver *r, struct bindings outer, const struct ast_type *t,
       unsigned *height)
{
    const sort *s = NULL;
    for (size_t i = 0; i < outer.size && !s; i++)
        if (!strcmp (outer.at[i].name, t->name)) {
            s = outer.at[i].sort;
            *height = outer.at[i].height;
        }
    if (!s && !strcmp (t->name, "int"))
        s = sort_int (r->terms);
    else if (!s && !strcmp (t->name, "bool"))
        s = sort_bool (r->terms);
    else if (!s && !strcmp (t->name, "real"))
        s = sort_real (r->terms);
    else if (!s)
        return declared (r, outer, t, height);
    return t->argument ? fail (r, t, "takes no arguments") : s;
}

/* --- all types ---------------------------------------------------------- */

static const sort *
map (struct resolver *r, struct bindings outer, const struct ast_type *t,
     unsigned *height)
{
    assert (t->kind == TYPE_MAP && t->result);
    if (t->type_parameter) {
        polymorphic (r, t->type_parameter, "map type");
        return NULL;
    }
    if (!t->argument) {
        problem_set (r->problem, t->place,
                     "a map without an index is not supported");
        return NULL;
    }
    struct vec_sort index = {0};
    const sort *s = NULL;
    unsigned highest = 0, h = 0;
    for (const struct ast_type *a = t->argument; a; a = a->next) {
        if (!(s = resolve (r, outer, a, &h)))
            break;
        highest = h > highest ? h : highest;
        VEC_PUSH (index, s);
    }
    if (s)
        s = resolve (r, outer, t->result, &h);
    *height = (h > highest ? h : highest) + (unsigned) index.size;
    if (s && *height > TYPE_DEPTH_MOST) {
        problem_set (r->problem, t->place, "types are nested too deeply");
        s = NULL;
    }
    for (size_t i = index.size; i-- && s;)
        s = sort_array (r->terms, index.at[i], s);
    VEC_CLEAR (index);
    return s;
}

static const sort *
resolve (struct resolver *r, struct bindings outer, const struct ast_type *t,
         unsigned *height)
{
    const sort *s = NULL;
    *height = 0;
    r->depth++;
    if (r->depth > RESOLVE_DEPTH_MOST)
        problem_set (r->problem, t->place, "types are nested too deeply");
    else if (t->kind == TYPE_NAME)
        s = named (r, outer, t, height);
    else if (t->kind == TYPE_MAP)
        s = map (r, outer, t, height);
    else if (t->width < 1 || t->width > 1 << 20)
        problem_set (r->problem, t->place, "type 'bv%u' is not supported",
                     t->width);
    else
        s = sort_bv (r->terms, t->width);
    r->depth--;
    return s;
}

const sort *
type_resolve (struct resolver *r, const struct ast_type *t)
{
    assert (t && !r->applied.size == !r->sort_names.size);
    unsigned height;
    return resolve (r, (struct bindings) {0}, t, &height);
}

/* --- declarations ------------------------------------------------------- */

static bool
parameters_collect (struct resolver *r, struct type_entry *e)
{
    assert (!e->parameters && !e->sort);
    const struct ast_name *first = e->declaration->type_parameter;
    for (const struct ast_name *p = first; p; p = p->next, e->parameters++)
        for (const struct ast_name *q = first; q != p; q = q->next)
            if (!strcmp (p->name, q->name))
                return problem_set (r->problem, p->place,
                                    "type parameter '%s' is declared twice",
                                    p->name);
    return true;
}

static bool
type_collect (struct resolver *r, const struct ast_declaration *d)
{
    assert (d->kind == AST_TYPE && d->name);
    struct symbol *s = symbol_of (r, d->name);
    if (!strcmp (d->name, "int") || !strcmp (d->name, "bool")
        || !strcmp (d->name, "real"))
        return problem_set (r->problem, d->place, "type '%s' is built in",
                            d->name);
    if (s->type)
        return problem_set (r->problem, d->place, "type '%s' is declared twice",
                            d->name);
    for (const struct ast_attribute *a = d->attribute; a; a = a->next)
        if (!strcmp (a->name, "builtin") || !strcmp (a->name, "datatype"))
            return problem_set (r->problem, a->place,
                                "a type with {:%s} is not supported", a->name);
    s->type = arena_new (&r->arena, sizeof *s->type);
    s->type->declaration = d;
    if (!parameters_collect (r, s->type))
        return false;
    if (!d->type && !s->type->parameters) {
        s->type->sort = sort_named (r->terms, s->name);
        VEC_PUSH (r->program->sort, s->type->sort);
    }
    return true;
}

bool
types_collect (struct resolver *r, const struct ast_declaration *d)
{
    for (; d; d = d->next)
        if (d->kind == AST_TYPE && !type_collect (r, d))
            return false;
    return true;
}

bool
types_resolve (struct resolver *r, const struct ast_declaration *d)
{
    for (; d; d = d->next) {
        if (d->kind != AST_TYPE || !d->type || d->type_parameter)
            continue;
        struct ast_type t = {
            .kind = TYPE_NAME, .name = d->name, .place = d->place};
        if (!type_resolve (r, &t))
            return false;
    }
    return true;
}
