/* leaf.c -- from a data address to the C name of what is there. */
#include <string.h>

#include "micro/symbols.h"

/* Types come from a file: one that holds itself must not lead us in circles. */
enum { MOST_DEPTH = 32 };

static const struct micro_variable *
variable_at (const struct micro_symbols *s, uint32_t address, uint8_t mask)
{
    for (size_t i = 0; i < s->variable.size; i++) {
        const struct micro_variable *v = s->variable.at + i;
        assert (v->type < s->type.size);
        if (address >= v->address
            && address - v->address < s->type.at[v->type].size
            && (!v->width || (mask >> v->bit & 1)))
            return v;
    }
    return NULL;
}

static bool
bits_meet (const struct micro_field *f, uint32_t offset, uint8_t mask)
{
    assert (f->width);
    uint32_t from = f->offset * 8 + f->bit, to = from + f->width;
    for (unsigned bit = 0; bit < 8; bit++)
        if (mask >> bit & 1 && offset * 8 + bit >= from
            && offset * 8 + bit < to)
            return true;
    return false;
}

static const struct micro_field *
field_at (const struct micro_symbols *s, const struct micro_type *t,
          uint32_t offset, uint8_t mask)
{
    for (size_t i = 0; i < t->field.size; i++) {
        const struct micro_field *f = t->field.at + i;
        assert (f->type < s->type.size);
        if (f->width ? bits_meet (f, offset, mask)
                     : offset >= f->offset
                           && offset - f->offset < s->type.at[f->type].size)
            return f;
    }
    return NULL;
}

static bool
leaf_descend (const struct micro_symbols *s, uint32_t address, uint8_t mask,
              struct micro_leaf *leaf, struct text *name)
{
    assert (leaf->type < s->type.size && address >= leaf->address);
    const struct micro_type *t = s->type.at + leaf->type;
    uint32_t offset = address - leaf->address;
    if (t->kind == TYPE_ARRAY && s->type.at[t->element].size) {
        uint32_t size = s->type.at[t->element].size;
        text_print (name, "[%u]", (unsigned) (offset / size));
        leaf->address += offset / size * size;
        leaf->type = t->element;
        return true;
    }
    if (t->kind != TYPE_STRUCT)
        return false;
    const struct micro_field *f = field_at (s, t, offset, mask);
    if (!f)
        return false;
    if (f->name && f->name[0])
        text_print (name, ".%s", f->name);
    leaf->address += f->offset;
    leaf->type = f->type;
    leaf->bit = f->bit;
    leaf->width = f->width;
    return !f->width;
}

bool
micro_symbols_leaf (const struct micro_symbols *s, uint32_t address,
                    uint8_t mask, struct micro_leaf *leaf, struct text *name)
{
    const struct micro_variable *v = variable_at (s, address, mask);
    if (!v)
        return false;
    *leaf = (struct micro_leaf) {.type = v->type,
                                 .address = v->address,
                                 .bit = v->bit,
                                 .width = v->width};
    text_add (name, v->name);
    for (unsigned depth = 0; depth < MOST_DEPTH && !v->width; depth++)
        if (!leaf_descend (s, address, mask, leaf, name))
            break;
    assert (leaf->address <= address && leaf->type < s->type.size);
    return true;
}
