/* object.c -- see object.h. */
#include "csource/object.h"

#include <stdlib.h>
#include <string.h>

#include "logic/term/sort.h"
#include "program/attributes.h"

/* ---- the table */

static struct c_object *
objects_add (struct c_objects *o, uint64_t number)
{
    struct c_object *known = objects_find (o, number);
    if (known)
        return known;
    struct c_object new = {.name = "", .layout = ""};
    map_put (&o->at, map_number (number), o->object.size);
    VEC_PUSH (o->object, new);
    return &VEC_LAST (o->object);
}

static void
objects_read (struct c_objects *o, const struct attribute *a)
{
    if (strcmp (a->name, MARK_OBJECT) || a->values != 4 || !a->value[0].term
        || !a->value[1].term || !a->value[2].string || !a->value[3].string)
        return;
    uint64_t number = strtoull (a->value[0].term->text, NULL, 10);
    struct c_object *c = objects_add (o, number);
    c->bytes = strtoull (a->value[1].term->text, NULL, 10);
    c->name = a->value[2].string;
    c->layout = a->value[3].string;
}

void
objects_init (struct c_objects *o, const struct program *p)
{
    *o = (struct c_objects) {0};
    map_init (&o->at);
    for (size_t i = 0; i < p->global.size; i++)
        if (!strcmp (p->global.at[i].term->text, MARK_OBJECTS))
            for (const struct attribute *a = p->global.at[i].attribute; a;
                 a = a->next)
                objects_read (o, a);
}

void
objects_clear (struct c_objects *o)
{
    map_clear (&o->at);
    VEC_CLEAR (o->object);
}

struct c_object *
objects_find (const struct c_objects *o, uint64_t number)
{
    uint64_t *at = map_get (&o->at, map_number (number));
    return at ? &o->object.at[*at] : NULL;
}

struct c_object *
objects_make (struct c_objects *o, uint64_t number, struct place place)
{
    struct c_object *c = objects_add (o, number);
    c->place = place;
    c->told = false;
    if (!*c->name)
        c->heap = ++o->heap;
    return c;
}

void
objects_points (const struct c_objects *o, uint64_t number, const char *points)
{
    struct c_object *c = objects_find (o, number);
    if (!c || *c->name || *c->layout || !points)
        return;
    char *end;
    c->element = strtoull (points, &end, 10);
    if (*end == '*' && c->element)
        c->layout = end + 1;
}

/* ---- layouts (cohort-llvm/alias/regions.h) */

static const char *
layout_skip (const char *l)
{
    int depth = 0;
    do {
        if (*l == '(') /* a type's name has no brackets of its own */
            l = strchr (l, ')');
        else if (*l == '[' || *l == '{')
            depth++;
        else if (*l == ']' || *l == '}')
            depth--;
        l += l && *l;
    } while (l && *l && depth);
    return l ? l : "";
}

static const char *layout_walk (const char *, uint64_t *offset, bool deep,
                                struct text *);

/* Whether something that is not in parts begins at the offset. */
static bool
layout_begins (const char *l, uint64_t offset)
{
    struct text ignored;
    text_init (&ignored);
    l = layout_walk (l, &offset, true, &ignored);
    text_clear (&ignored);
    return !offset && *l == '(';
}

/* The layout of the member that has the offset; null: there is none.  Of the members
 * of a union the first one where it is that of a scalar. */
static const char *
layout_member (const char *l, uint64_t *offset, struct text *out)
{
    const char *found = NULL, *found_name = NULL;
    size_t found_size = 0;
    uint64_t found_at = 0;
    assert (*l == '{');
    l++;
    while (*l == '.') {
        const char *name = l;
        size_t size = strcspn (l, "@");
        char *end;
        if (!l[size])
            return NULL;
        uint64_t at = strtoull (l + size + 1, &end, 10);
        uint64_t bytes = *end == '-' ? strtoull (end + 1, &end, 10) : 0;
        bool has = *offset >= at && *offset - at < bytes;
        bool exact = has && layout_begins (end, *offset - at);
        if (exact || (has && !found)) {
            found = end;
            found_name = name;
            found_size = size;
            found_at = at;
        }
        if (exact)
            break;
        l = layout_skip (end);
    }
    if (found && found_size > 1)
        text_print (out, "%.*s", (int) found_size, found_name);
    *offset -= found_at;
    return found;
}

/* Down to what is at the offset: to a scalar if `deep`, else to the first struct
 * that begins there.  What is left of the offset remains. */
static const char *
layout_walk (const char *l, uint64_t *offset, bool deep, struct text *out)
{
    for (;;) {
        if (*l == '[') {
            char *end;
            uint64_t count = strtoull (l + 1, &end, 10);
            uint64_t bytes = *end == '*' ? strtoull (end + 1, &end, 10) : 0;
            if (!bytes || (count && *offset / bytes >= count))
                return l;
            text_print (out, "[%llu]", (unsigned long long) (*offset / bytes));
            *offset %= bytes;
            l = end;
        } else if (*l == '{' && (deep || *offset)) {
            const char *member = layout_member (l, offset, out);
            if (!member)
                return l;
            l = member;
        } else
            return l;
    }
}

/* ---- texts */

static void
object_name (const struct c_object *c, uint64_t number, struct text *out)
{
    if (*c->name)
        text_add (out, c->name);
    else if (c->heap)
        text_print (out, "heap#%u", c->heap);
    else
        text_print (out, "object %llu", (unsigned long long) number);
}

/* What is at the offset, with its name; *offset: what is left of it. */
static const char *
object_walk (const struct c_object *c, uint64_t number, uint64_t *offset,
             bool deep, struct text *out)
{
    object_name (c, number, out);
    uint64_t one = c->element;
    bool many =
        one
        && (c->bytes ? c->bytes > one && c->bytes % one == 0 : *offset >= one);
    if (many) {
        text_print (out, "[%llu]", (unsigned long long) (*offset / one));
        *offset %= one;
    }
    return layout_walk (c->layout, offset, deep, out);
}

bool
objects_place (const struct c_objects *o, uint64_t number, uint64_t offset,
               struct text *out, char **type)
{
    struct c_object *c = objects_find (o, number);
    *type = NULL;
    if (!c)
        return false;
    const char *l = object_walk (c, number, &offset, true, out);
    if (offset)
        text_print (out, " at byte %llu", (unsigned long long) offset);
    else if (*l == '(')
        *type = memory_copy (l + 1, strcspn (l, ")"));
    if (*type)
        (*type)[strcspn (l, ")") - 1] = 0;
    return true;
}

/* "(16 bytes, allocated at f.c:12)" */
static void
object_about (struct c_object *c, struct text *out)
{
    bool allocated = c->heap && c->place.line && c->place.file;
    if (c->bytes)
        text_print (out, " (%llu byte%s", (unsigned long long) c->bytes,
                    c->bytes == 1 ? "" : "s");
    if (allocated)
        text_print (out, "%sallocated at %s:%u", c->bytes ? ", " : " (",
                    c->place.file, c->place.line);
    if (c->bytes || allocated)
        text_char (out, ')');
    c->told = true;
}

/* Whether the pointer is to a number or a character, not to a struct. */
static bool
is_deep (const char *type)
{
    static const char *const scalar[] = {"char",  "short", "int",
                                         "long",  "float", "double",
                                         "_Bool", "bool",  "size_t"};
    size_t stars = 0;
    for (const char *s = type; s && *s; s++)
        stars += *s == '*';
    if (stars > 1)
        return true;
    for (size_t i = 0; type && i < sizeof scalar / sizeof *scalar; i++)
        if (strstr (type, scalar[i]))
            return !strstr (type, "struct ") && !strstr (type, "union ");
    return false;
}

static void
pointer_in (struct c_object *c, uint64_t number, uint64_t offset,
            const char *type, struct text *out)
{
    uint64_t left = offset;
    if (c->bytes && offset == c->bytes) {
        text_add (out, "one past the end of ");
        object_name (c, number, out);
        object_about (c, out);
        return;
    }
    text_char (out, '&');
    if (c->bytes && offset > c->bytes)
        object_name (c, number, out);
    else
        object_walk (c, number, &left, is_deep (type), out);
    if (left)
        text_print (out, " + %llu byte%s", (unsigned long long) left,
                    left == 1 ? "" : "s");
    if (c->heap && !c->told)
        object_about (c, out);
}

void
objects_pointer (const struct c_objects *o, const term *object,
                 const term *offset, const char *type, struct text *out)
{
    if (!object || object->op != OP_BITS || (offset && offset->op != OP_BITS)) {
        text_char (out, '?');
        return;
    }
    uint64_t number = strtoull (object->text, NULL, 10);
    uint64_t at = offset ? strtoull (offset->text, NULL, 10) : 0;
    uint32_t width = offset ? offset->sort->width : 64;
    bool before = at >> (width - 1) & 1;
    uint64_t back = width < 64 ? (UINT64_C (1) << width) - at : -at;
    struct c_object *c = objects_find (o, number);
    if (!number && !at)
        text_add (out, "null");
    else if (!number)
        text_print (out, "(void *) %s%llu", before ? "-" : "",
                    (unsigned long long) (before ? back : at));
    else if (!c)
        text_print (out, "object %llu%s%llu bytes", (unsigned long long) number,
                    before ? " - " : " + ",
                    (unsigned long long) (before ? back : at));
    else if (!strcmp (c->layout, "()") && !at)
        text_add (out, c->name);
    else if (before) {
        text_char (out, '&');
        object_name (c, number, out);
        text_print (out, " - %llu byte%s", (unsigned long long) back,
                    back == 1 ? "" : "s");
    } else
        pointer_in (c, number, at, type, out);
}
