/* cdb_type.c -- types of a .cdb: {6}DA2d,DA3d,SC:U is an array of 2 arrays of 3
 * unsigned characters. */
#include <string.h>

#include "frontend/hex/cdb_internal.h"

enum { MOST_SIZE = 1 << 16, MOST_BITS = 64, MOST_DIMENSIONS = 16 };
enum { MOST_DEPTH = 32, MOST_NESTED = 10000 }; /* of structs in each other */

static uint32_t
type_add (struct cdb_reader *r, struct micro_type t)
{
    VEC_PUSH (r->image->symbols.type, t);
    return (uint32_t) (r->image->symbols.type.size - 1);
}

/* Up to the sign; what a pointer points to, or a function gives. */
static void
skip_rest (struct cdb_reader *r)
{
    while (r->at < r->end && !strchr (":)\n\r", *r->at))
        r->at++;
}

static bool
read_record_type (struct cdb_reader *r, struct cdb_symbol *s,
                  struct micro_type *t)
{
    struct cdb_word tag;
    if (!cdb_read_word (r, ":,)", "the tag of a struct", &tag))
        return false;
    const struct cdb_record *found = NULL;
    for (size_t i = 0; i < r->record.size; i++)
        if (cdb_same (r->record.at[i].tag, tag)
            && (!found || cdb_same (r->record.at[i].module, s->module)))
            found = &r->record.at[i];
    s->type = found ? found->type : UINT32_MAX;
    t->kind = TYPE_OTHER; /* one that nobody described */
    return true;
}

/* Behind S: I, L, S, C, V, F, X, T.., B.. or, for _Bool, nothing. */
static bool
read_base (struct cdb_reader *r, struct cdb_symbol *s, struct micro_type *t)
{
    uint32_t bit, width;
    if (cdb_take (r, 'T'))
        return read_record_type (r, s, t);
    if (cdb_take (r, 'B')) {
        if (!cdb_number (r, MOST_BITS, &bit) || !cdb_expect (r, '$')
            || !cdb_number (r, MOST_BITS, &width))
            return false;
        s->bit = (uint8_t) bit;
        s->width = (uint8_t) width;
        return true;
    }
    if (cdb_take (r, 'V') || cdb_take (r, 'F') || cdb_take (r, 'Q')) {
        t->kind = TYPE_OTHER;
        return true;
    }
    if (cdb_take (r, 'I') || cdb_take (r, 'L') || cdb_take (r, 'S')
        || cdb_take (r, 'C') || cdb_take (r, 'X'))
        return true;
    return cdb_fail (r, "a type, of I, L, S, C, V, F, X, T and B,");
}

struct cdb_shape {
    uint32_t dimension[MOST_DIMENSIONS];
    unsigned dimensions;
};

static bool
read_shape (struct cdb_reader *r, struct cdb_shape *a, struct cdb_symbol *s,
            struct micro_type *t)
{
    while (cdb_take (r, 'D')) {
        if (!cdb_take (r, 'A')) {
            t->kind = cdb_take (r, 'F') ? TYPE_OTHER : TYPE_POINTER;
            if (t->kind == TYPE_POINTER && r->at < r->end
                && !strchr ("GCXDPI", *r->at))
                return cdb_fail (r, "a kind of pointer, of G, C, X, D, P and "
                                    "I,");
            skip_rest (r);
            return true;
        }
        if (a->dimensions == MOST_DIMENSIONS)
            return cdb_fail (r, "an array of fewer dimensions");
        if (!cdb_number (r, MOST_SIZE, &a->dimension[a->dimensions++])
            || !cdb_expect (r, 'd') || !cdb_expect (r, ','))
            return false;
    }
    if (r->at < r->end && *r->at == ':')
        return true; /* _Bool */
    return cdb_expect (r, 'S') && read_base (r, s, t);
}

/* Arrays from the innermost outwards; a size that does not fit is that of a type
 * that nobody can ask for. */
static uint32_t
make_type (struct cdb_reader *r, const struct cdb_shape *a, uint32_t size,
           uint32_t inner, struct micro_type t)
{
    for (unsigned i = 0; i < a->dimensions; i++) {
        if (!a->dimension[i] || size % a->dimension[i])
            t.kind = TYPE_OTHER;
        else
            size /= a->dimension[i];
    }
    t.size = size;
    if (t.kind == TYPE_INTEGER && (!t.size || t.size > 8))
        t.kind = TYPE_OTHER;
    uint32_t type = inner != UINT32_MAX ? inner : type_add (r, t);
    if (t.kind == TYPE_OTHER && inner == UINT32_MAX)
        return type;
    for (unsigned i = a->dimensions; i-- > 0;) {
        size *= a->dimension[i];
        type = type_add (r, (struct micro_type) {.kind = TYPE_ARRAY,
                                                 .element = type,
                                                 .count = a->dimension[i],
                                                 .size = size});
    }
    return type;
}

bool
cdb_read_type (struct cdb_reader *r, struct cdb_symbol *s)
{
    struct cdb_shape a = {.dimensions = 0};
    struct micro_type t = {.kind = TYPE_INTEGER};
    s->type = UINT32_MAX;
    if (!cdb_expect (r, '(') || !cdb_expect (r, '{')
        || !cdb_number (r, MOST_SIZE, &s->size) || !cdb_expect (r, '}')
        || !read_shape (r, &a, s, &t) || !cdb_expect (r, ':'))
        return false;
    t.is_signed = cdb_take (r, 'S');
    if (!t.is_signed && !cdb_expect (r, 'U'))
        return false;
    s->type = make_type (r, &a, s->size, s->type, t);
    return cdb_expect (r, ')');
}

/* ---- fields */

static void
add_field (struct cdb_reader *r, const struct cdb_record *record,
           const struct cdb_symbol *s, uint32_t offset)
{
    struct micro_symbols *symbols = &r->image->symbols;
    uint32_t end = offset + s->size;
    struct micro_field f = {.type = s->type,
                            .offset = offset + s->bit / 8,
                            .bit = s->bit % 8,
                            .width = s->width};
    struct micro_type *t = &symbols->type.at[record->type];
    if (f.type == record->type || !s->size || end > MOST_SIZE
        || f.bit + f.width > 64)
        return;
    f.name = cdb_string (s->name.name);
    VEC_PUSH (t->field, f);
    if (end > t->size)
        t->size = end;
}

/* ({OFFSET}S:..) one after the other, up to `]`. */
static bool
read_fields (struct cdb_reader *r, const struct cdb_record *record)
{
    r->at = record->fields;
    r->line = record->line_start;
    r->place.line = record->line;
    r->module = record->module;
    while (!cdb_take (r, ']')) {
        struct cdb_symbol s;
        uint32_t offset;
        struct cdb_word rest;
        if (!cdb_expect (r, '(') || !cdb_expect (r, '{')
            || !cdb_number (r, MOST_SIZE, &offset) || !cdb_expect (r, '}')
            || !cdb_expect (r, 'S') || !cdb_expect (r, ':')
            || !cdb_read_symbol (r, &s) || !cdb_read_word (r, ")", "`,`", &rest)
            || !cdb_expect (r, ')'))
            return false;
        add_field (r, record, &s, offset);
    }
    return true;
}

/* Does the record hold itself, by way of others?  They come from a file. */
static bool
is_sound (const struct micro_symbols *s, uint32_t type, unsigned depth,
          unsigned *left)
{
    const struct micro_type *t = &s->type.at[type];
    if (depth > MOST_DEPTH || !*left)
        return false;
    --*left;
    if (t->kind == TYPE_ARRAY)
        return is_sound (s, t->element, depth + 1, left);
    for (size_t i = 0; i < t->field.size; i++)
        if (!is_sound (s, t->field.at[i].type, depth + 1, left))
            return false;
    return true;
}

bool
cdb_read_fields (struct cdb_reader *r)
{
    for (size_t i = 0; i < r->record.size; i++) {
        struct cdb_record record = r->record.at[i];
        if (!read_fields (r, &record))
            return false;
    }
    for (size_t i = 0; i < r->record.size; i++) {
        unsigned left = MOST_NESTED;
        if (!is_sound (&r->image->symbols, r->record.at[i].type, 0, &left)) {
            r->at = r->record.at[i].fields;
            r->line = r->record.at[i].line_start;
            r->place.line = r->record.at[i].line;
            return cdb_fail (r, "a struct that does not hold itself");
        }
    }
    return true;
}
