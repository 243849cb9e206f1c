/* variable.c -- C variables in an invariant: which one is meant,
 * and what of it. */
#include <string.h>

#include "micro/property/internal.h"

enum { MOST_INDICES = 16, MOST_ANONYMOUS = 16 };

/* A place inside a variable while its name is read. */
struct variable_path {
    uint32_t type, address;
    uint8_t bit, width;
    bool computed; /* an offset is on the stack */
    struct {
        uint32_t stride, count;
    } index[MOST_INDICES]; /* those that are computed */
    size_t indices;
};

/* Does the text begin with this word?  Gives what is behind it. */
static const char *
behind (const char *text, const char *word)
{
    size_t n = strlen (word);
    return n && !strncmp (text, word, n) ? text + n : NULL;
}

/* Does the text begin with the name, at its end no more letters? */
static const char *
behind_name (const char *text, const char *name)
{
    const char *end = text ? behind (text, name) : NULL;
    if (!end || *end == '_' || property_identifier (end)
        || (*end >= '0' && *end <= '9'))
        return NULL;
    return end;
}

static const char *
behind_colon (const char *text)
{
    return text && *text == ':' ? text + 1 : NULL;
}

/* All ways to say this variable; the end of the longest that the text has. */
static const char *
variable_matches (const struct micro_variable *v, const char *text)
{
    const char *in_file = behind_colon (behind (text, v->file)), *end = NULL;
    if (v->function && in_file)
        end =
            behind_name (behind_colon (behind (in_file, v->function)), v->name);
    if (!end && in_file)
        end = behind_name (in_file, v->name);
    if (!end && v->function)
        end = behind_name (behind_colon (behind (text, v->function)), v->name);
    return end ? end : behind_name (text, v->name);
}

/* Of two that the text fits: the longer text, then what is not in a function,
 * as in C the inner name is seen inside only.  0: both fit. */
static int
better (const char *end, const struct micro_variable *v, const char *best_end,
        const struct micro_variable *best)
{
    if (!best || end != best_end)
        return !best || end > best_end ? 1 : -1;
    if (!v->function != !best->function)
        return v->function ? -1 : 1;
    return v->address == best->address && v->type == best->type ? -1 : 0;
}

static void
name_variable (struct text *t, const struct micro_variable *v)
{
    text_print (t, "%s%s:%s%s%s", t->size ? ", " : "", v->file,
                v->function ? v->function : "", v->function ? ":" : "",
                v->name);
}

const struct micro_variable *
property_find_variable (struct property_parser *p, const char **end)
{
    const struct micro_symbols *s = &p->image->symbols;
    const struct micro_variable *best = NULL, *rival = NULL;
    *end = NULL;
    assert (!p->failed);
    for (size_t i = 0; i < s->variable.size; i++) {
        const struct micro_variable *v = s->variable.at + i;
        const char *e = variable_matches (v, p->at);
        int c = e ? better (e, v, *end, best) : -1;
        if (c > 0) {
            best = v;
            *end = e;
            rival = NULL;
        } else if (!c)
            rival = v;
    }
    if (!rival)
        return best;
    assert (best && *end > p->at);
    struct text both;
    text_init (&both);
    name_variable (&both, best);
    name_variable (&both, rival);
    property_fail (p, p->at, "`%.*s` may be any of %s", (int) (*end - p->at),
                   p->at, text_view (&both));
    text_clear (&both);
    return NULL;
}

/* Fields of anonymous members count as those of the struct around them. */
static bool
path_field (const struct micro_symbols *s, struct variable_path *path,
            const char *name, size_t size, unsigned depth)
{
    assert (path->type < s->type.size);
    const struct micro_type *t = s->type.at + path->type;
    if (t->kind != TYPE_STRUCT || depth == MOST_ANONYMOUS)
        return false;
    for (size_t i = 0; i < t->field.size; i++) {
        const struct micro_field *f = t->field.at + i;
        bool found = strlen (f->name) == size && !strncmp (f->name, name, size);
        if (!found && f->name[0])
            continue;
        struct variable_path inner = *path;
        inner.type = f->type;
        inner.address += f->offset;
        inner.bit = f->bit;
        inner.width = f->width;
        if (!found && !path_field (s, &inner, name, size, depth + 1))
            continue;
        *path = inner;
        return true;
    }
    return false;
}

static void
parse_field (struct property_parser *p, struct variable_path *path)
{
    const struct micro_symbols *s = &p->image->symbols;
    property_space (p);
    size_t n = property_identifier (p->at);
    const struct micro_type *t = s->type.at + path->type;
    if (!n)
        property_fail (p, p->at, "the name of a field is missing");
    else if (t->kind != TYPE_STRUCT || path->width)
        property_fail (p, p->at, "this has no fields");
    else if (!path_field (s, path, p->at, n, 0))
        property_unknown_field (p, p->at, n, t);
    else
        p->at += n;
}

static void
constant_index (struct property_parser *p, const char *at,
                struct variable_path *path, const struct micro_type *t,
                int64_t index)
{
    if (index < 0 || index >= t->count)
        property_fail (p, at, "this array has elements 0 to %u", t->count - 1);
    else
        path->address +=
            (uint32_t) index * p->image->symbols.type.at[t->element].size;
}

static void
computed_index (struct property_parser *p, const char *at,
                struct variable_path *path, const struct micro_type *t)
{
    assert (t->kind == TYPE_ARRAY && t->element < p->image->symbols.type.size);
    uint32_t stride = p->image->symbols.type.at[t->element].size;
    if (path->indices == MOST_INDICES || stride > UINT16_MAX
        || t->count > UINT16_MAX) {
        property_fail (p, at, "this index must be a constant");
        return;
    }
    path->index[path->indices].stride = stride;
    path->index[path->indices++].count = t->count;
    property_emit (p, (struct micro_item) {.word = WORD_INDEX,
                                           .size = path->computed,
                                           .stride = (uint16_t) stride,
                                           .count = (uint16_t) t->count});
    path->computed = true;
}

static void
parse_index (struct property_parser *p, struct variable_path *path)
{
    const struct micro_type *t = p->image->symbols.type.at + path->type;
    size_t from = p->property->item.size;
    int64_t index;
    property_space (p);
    const char *at = p->at;
    if (t->kind != TYPE_ARRAY || path->width || !t->size) {
        property_fail (p, at, "this is no array");
        return;
    }
    property_expression (p);
    property_expect (p, "]");
    if (p->failed)
        return;
    if (property_is_constant (p, from, &index)) {
        p->property->item.size = from;
        constant_index (p, at, path, t, index);
    } else
        computed_index (p, at, path, t);
    path->type = t->element;
}

/* Every place that the computed indices can lead to. */
static void
observe_all (struct property_parser *p, const struct variable_path *path,
             size_t k, uint32_t address, uint32_t size)
{
    assert (k <= path->indices && path->indices <= MOST_INDICES);
    if (k == path->indices) {
        property_observe (p, address, size);
        return;
    }
    for (uint32_t i = 0; i < path->index[k].count; i++)
        observe_all (p, path, k + 1, address + i * path->index[k].stride, size);
}

static const char *
why_no_value (const struct micro_type *t)
{
    if (t->kind == TYPE_ARRAY)
        return "is an array: name an element of it";
    if (t->kind == TYPE_STRUCT)
        return "is a struct: name a field of it";
    return "is no integer";
}

static void
emit_path (struct property_parser *p, const char *start,
           const struct variable_path *path)
{
    const struct micro_type *t = p->image->symbols.type.at + path->type;
    struct micro_item item = {.word = path->width ? WORD_BITS : WORD_BYTES,
                              .size = (uint8_t) t->size,
                              .bit = path->bit,
                              .width = path->width,
                              .is_signed = t->is_signed,
                              .address = (uint16_t) path->address,
                              .stride = path->computed};
    if ((t->kind != TYPE_INTEGER && t->kind != TYPE_POINTER) || !t->size
        || t->size > 8) {
        property_fail (p, start, "`%.*s` %s", (int) (p->at - start), start,
                       why_no_value (t));
        return;
    }
    assert (path->computed == (path->indices > 0));
    if (path->width)
        item.size = (uint8_t) ((path->bit + path->width + 7) / 8);
    observe_all (p, path, 0, path->address, item.size);
    property_emit (p, item);
}

void
property_variable (struct property_parser *p, const char *start,
                   const struct micro_variable *v, bool address)
{
    struct variable_path path = {.type = v->type,
                                 .address = v->address,
                                 .bit = v->bit,
                                 .width = v->width};
    while (!p->failed) {
        const char *before = p->at;
        if (property_take (p, "["))
            parse_index (p, &path);
        else if (property_take (p, "->"))
            property_fail (p, before,
                           "what a pointer points to cannot be asked for");
        else if (property_take (p, "."))
            parse_field (p, &path);
        else {
            p->at = before;
            break;
        }
    }
    if (p->failed)
        return;
    if (!address)
        emit_path (p, start, &path);
    else if (path.computed || path.width)
        property_fail (p, start, "this has no fixed address");
    else
        property_constant (p, property_shown (p->image, path.address));
}
