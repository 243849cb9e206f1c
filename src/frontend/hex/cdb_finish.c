/* cdb_finish.c -- variables, labels and the ends of functions, once all records are
 * read. */
#include <string.h>

#include "frontend/hex/cdb_internal.h"
#include "mcs51/device/image.h"
#include "micro/class.h"

static const struct mcs51_device *
device_of (const struct cdb_reader *r)
{
    return r->image->device;
}

/* The symbol that this address is of; of a function, whose levels are written
 * differently, the one of that name. */
static const struct cdb_symbol *
find_symbol (const struct cdb_reader *r, const struct cdb_address *a)
{
    for (size_t i = 0; i < r->symbol.size; i++) {
        const struct cdb_symbol *s = &r->symbol.at[i];
        bool same = s->space == 'C'
                        ? s->name.scope == a->name.scope
                              && cdb_same (s->name.name, a->name.name)
                              && cdb_same (s->name.owner, a->name.owner)
                        : cdb_same (s->name.whole, a->name.whole);
        if (same)
            return s;
    }
    return NULL;
}

/* Bits, which a register of the device or a byte of RAM has. */
static void
add_bit (const struct cdb_reader *r, uint32_t address, struct micro_variable *v)
{
    struct micro_symbols *s = &r->image->symbols;
    v->type = (uint32_t) s->type.size;
    VEC_PUSH (s->type, ((struct micro_type) {.kind = TYPE_INTEGER, .size = 1}));
    v->address = mcs51_bit_byte ((uint8_t) address);
    v->bit = address & 7;
    v->width = 1;
}

/* A name of the program for a register that the device has: not if the table knows
 * the name, nor if it is an input. */
static bool
is_register (const struct cdb_reader *r, const struct micro_variable *v)
{
    const struct mcs51_device *d = device_of (r);
    uint8_t mask = v->width ? (uint8_t) (1u << v->bit) : 0xff;
    return mcs51_register_at (d, v->address)
           && !r->image->class->input (d, (uint16_t) v->address, mask)
           && !mcs51_register_find (d, v->name) && !mcs51_bit_find (d, v->name);
}

static bool
place_variable (const struct cdb_reader *r, const struct cdb_symbol *s,
                uint32_t address, struct micro_variable *v)
{
    const struct mcs51_device *d = device_of (r);
    switch (s->space) {
    case 'E':
    case 'G':
        v->address = address < 0x80 ? address : address + 0x80;
        return address + s->size <= d->ram
               && (address >= 0x80 || address + s->size <= 0x80);
    case 'F':
    case 'P':
        v->address = mcs51_xram_first (d) + address;
        if (address + s->size > 0xfe00)
            return false;
        mcs51_image_xram (r->image, address + s->size);
        return true;
    case 'H':
        add_bit (r, address, v);
        return address < 0x80;
    case 'I':
        v->address = address;
        return s->size == 1 && address >= 0x80 && is_register (r, v);
    case 'J':
        add_bit (r, address, v);
        return address >= 0x80 && address <= 0xff && is_register (r, v);
    default:
        return false;
    }
}

/* LMODULE.FUNCTION, FMODULE: what stands before the point is the module. */
static void
add_variable (struct cdb_reader *r, const struct cdb_symbol *s,
              uint32_t address)
{
    struct cdb_word owner = s->name.scope == 'G' ? s->module : s->name.owner;
    const char *dot =
        s->name.scope == 'L' ? memchr (owner.at, '.', owner.size) : NULL;
    struct cdb_word module = owner, function = {NULL, 0};
    if (dot) {
        module.size = (size_t) (dot - owner.at);
        function = (struct cdb_word) {dot + 1, owner.size - module.size - 1};
    }
    struct text file;
    text_init (&file);
    text_add_n (&file, module.at, module.size);
    text_add (&file, ".c");
    struct micro_variable v = {.name = cdb_string (s->name.name),
                               .file = text_take (&file),
                               .type = s->type,
                               .bit = s->bit,
                               .width = s->width};
    v.function = function.size ? cdb_string (function) : NULL;
    if (place_variable (r, s, address, &v)) {
        VEC_PUSH (r->image->symbols.variable, v);
        return;
    }
    memory_free (v.name);
    memory_free (v.file);
    memory_free (v.function);
}

static bool
line_begins (const struct micro_symbols *s, uint32_t address)
{
    for (size_t i = 0; i < s->line.size; i++)
        if (s->line.at[i].line && s->line.at[i].address == address)
            return true;
    return false;
}

/* What comes behind the last instruction of a function is of no line, unless one
 * begins there. */
static void
end_function (struct cdb_reader *r, const struct cdb_address *a)
{
    struct micro_symbols *s = &r->image->symbols;
    uint32_t behind = a->address + 1;
    if (behind < r->image->code_size && !line_begins (s, behind))
        VEC_PUSH (s->line, ((struct micro_line) {.address = behind}));
}

static void
add_label (struct cdb_reader *r, const struct cdb_address *a)
{
    if (a->address >= r->image->code_size)
        return;
    struct micro_label l = {
        .name = cdb_string (a->name.name), .address = a->address, .code = true};
    for (size_t i = 0; i < r->address.size; i++) {
        const struct cdb_address *end = &r->address.at[i];
        if (end->kind == 'X' && cdb_same (end->name.whole, a->name.whole)
            && end->address >= a->address)
            l.size = end->address + 1 - a->address;
    }
    VEC_PUSH (r->image->symbols.label, l);
}

void
cdb_finish (struct cdb_reader *r)
{
    for (size_t i = 0; i < r->address.size; i++) {
        const struct cdb_address *a = &r->address.at[i];
        if (a->kind == 'X') {
            end_function (r, a);
            continue;
        }
        const struct cdb_symbol *s = find_symbol (r, a);
        if (s && s->space == 'C')
            add_label (r, a);
        else if (s)
            add_variable (r, s, a->address);
    }
    r->image->symbols.debug = true;
}
