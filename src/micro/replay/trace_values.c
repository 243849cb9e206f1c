/* trace_values.c -- what a step changed, by name. */
#include <string.h>

#include "micro/replay/trace_internal.h"

void
trace_change_put (struct vec_trace_change *v, struct trace_change adopted)
{
    assert (adopted.name && adopted.value);
    for (size_t i = 0; i < v->size; i++)
        if (!strcmp (v->at[i].name, adopted.name)) {
            memory_free (v->at[i].value);
            memory_free (adopted.name);
            v->at[i].value = adopted.value;
            return;
        }
    VEC_PUSH (*v, adopted);
}

void
trace_change_merge (struct vec_trace_change *to,
                    const struct vec_trace_change *from, bool minor)
{
    for (size_t i = 0; i < from->size; i++) {
        struct trace_change c = from->at[i];
        if (c.minor && !minor)
            continue;
        c.name = memory_string (c.name);
        c.value = memory_string (c.value);
        trace_change_put (to, c);
    }
}

static void
put (struct vec_trace_change *v, struct text *name, struct text *value,
     bool minor)
{
    trace_change_put (v, (struct trace_change) {.name = text_take (name),
                                                .value = text_take (value),
                                                .minor = minor});
}

/* Bits whose value is not known are not shown: then nothing is. */
static void
print_byte (const struct micro_core *c, uint32_t address, struct text *t)
{
    assert (address < c->data_size);
    if (c->mask[address])
        text_add (t, "?");
    else
        text_print (t, "0x%02x", c->data[address]);
}

/* An integer of C, or a bit-field, as C would print it. */
static void
print_integer (const struct micro_core *c, const struct micro_leaf *leaf,
               const struct micro_type *type, struct text *t)
{
    unsigned width = leaf->width ? leaf->width : 8 * type->size;
    unsigned bytes = (leaf->bit + width + 7) / 8;
    uint64_t bits = 0, unknown = 0;
    assert (leaf->address + bytes <= c->data_size);
    assert (width >= 1 && width <= 64 && bytes <= 8);
    for (unsigned i = 0; i < bytes; i++) {
        bits |= (uint64_t) c->data[leaf->address + i] << 8 * i;
        unknown |= (uint64_t) c->mask[leaf->address + i] << 8 * i;
    }
    uint64_t most = UINT64_MAX >> (64 - width);
    bits = bits >> leaf->bit & most;
    if (unknown >> leaf->bit & most)
        text_add (t, "?");
    else if (type->kind == TYPE_POINTER)
        text_print (t, "0x%04llx", (unsigned long long) bits);
    else if (type->is_signed && bits > most / 2)
        text_print (t, "-%llu", (unsigned long long) (most - bits + 1));
    else
        text_print (t, "%llu", (unsigned long long) bits);
}

static void
compare_memory (const struct micro_image *image, const struct micro_core *c,
                uint32_t address, uint8_t changed, struct vec_trace_change *v)
{
    struct text name, value;
    struct micro_leaf leaf;
    text_init (&name);
    text_init (&value);
    bool known =
        micro_symbols_leaf (&image->symbols, address, changed, &leaf, &name);
    if (!known) {
        c->program->class->print_name (c->program, address, &name);
        print_byte (c, address, &value);
        put (v, &name, &value, true);
        return;
    }
    const struct micro_type *type = image->symbols.type.at + leaf.type;
    if ((type->kind == TYPE_INTEGER || type->kind == TYPE_POINTER)
        && type->size <= 8)
        print_integer (c, &leaf, type, &value);
    else {
        text_print (&name, " byte %u", address - leaf.address);
        print_byte (c, address, &value);
    }
    put (v, &name, &value, false);
}

static void
compare_register (const struct micro_core *c, uint32_t address,
                  struct vec_trace_change *v)
{
    struct text name, value;
    text_init (&name);
    text_init (&value);
    bool minor = c->program->class->print_name (c->program, address, &name);
    print_byte (c, address, &value);
    put (v, &name, &value, minor);
}

void
trace_compare (const struct micro_image *image, const struct micro_core *c,
               const uint8_t *old, struct vec_trace_change *v)
{
    const uint8_t *data = old + HEAD_SIZE, *mask = data + c->data_size;
    for (uint32_t a = 0; a < c->data_size; a++) {
        uint8_t changed =
            (uint8_t) ((data[a] ^ c->data[a]) | (mask[a] ^ c->mask[a]));
        if (!changed)
            continue;
        if (a < c->program->hot
            || !c->program->class->is_memory (c->program, a))
            compare_register (c, a, v);
        else
            compare_memory (image, c, a, changed, v);
    }
}
