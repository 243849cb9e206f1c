/* types.c -- C types, from DWARF. */
#include <dwarf.h>
#include <string.h>

#include "frontend/elf/internal.h"

enum {
    MOST_NESTING = 32, /* of types, in files that lie */
    MOST_DIMENSIONS = 16,
    MOST_BYTES = 1 << 16 /* of a type: the data space */
};

static uint32_t type_read (struct elf_types *, Dwarf_Die *, unsigned nesting);

static uint32_t
type_add (struct elf_types *r, struct micro_type t)
{
    assert (t.size <= MOST_BYTES);
    VEC_PUSH (r->symbols->type, t);
    return (uint32_t) (r->symbols->type.size - 1);
}

static bool
die_number (Dwarf_Die *die, unsigned name, int64_t *value)
{
    Dwarf_Attribute a;
    return dwarf_attr (die, name, &a) && elf_constant (&a, value);
}

/* 0 if it is not said or makes no sense. */
static uint32_t
die_bytes (Dwarf_Die *die)
{
    int64_t size;
    if (!die_number (die, DW_AT_byte_size, &size) || size < 0
        || size > MOST_BYTES)
        return 0;
    return (uint32_t) size;
}

static char *
die_name (Dwarf_Die *die)
{
    const char *name = dwarf_diename (die);
    return name ? memory_string (name) : NULL;
}

static uint32_t
type_below (struct elf_types *r, Dwarf_Die *die, unsigned nesting)
{
    Dwarf_Attribute a;
    Dwarf_Die below;
    if (!dwarf_attr_integrate (die, DW_AT_type, &a)
        || !dwarf_formref_die (&a, &below))
        return type_add (r, (struct micro_type) {.kind = TYPE_OTHER});
    return type_read (r, &below, nesting + 1);
}

static struct micro_type
base_type (Dwarf_Die *die)
{
    struct micro_type t = {.kind = TYPE_OTHER, .size = die_bytes (die)};
    int64_t encoding;
    if (!die_number (die, DW_AT_encoding, &encoding))
        return t;
    bool is_signed =
        encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
    if (t.size && t.size <= 8
        && (is_signed || encoding == DW_ATE_unsigned
            || encoding == DW_ATE_unsigned_char || encoding == DW_ATE_boolean
            || encoding == DW_ATE_UTF)) {
        t.kind = TYPE_INTEGER;
        t.is_signed = is_signed;
    }
    return t;
}

/* Without a type of its own an enumeration is signed if it has to be. */
static struct micro_type
enumeration_type (Dwarf_Die *die)
{
    struct micro_type t = {.kind = TYPE_INTEGER, .size = die_bytes (die)};
    Dwarf_Die child;
    int64_t value;
    if (!t.size || t.size > 8)
        t.kind = TYPE_OTHER;
    if (!dwarf_child (die, &child))
        do {
            if (die_number (&child, DW_AT_const_value, &value) && value < 0)
                t.is_signed = true;
        } while (!dwarf_siblingof (&child, &child));
    return t;
}

void
elf_enumerators (struct elf_types *r, Dwarf_Die *die)
{
    Dwarf_Die child;
    if (dwarf_child (die, &child))
        return;
    do {
        struct micro_constant c;
        if (dwarf_tag (&child) != DW_TAG_enumerator || !dwarf_diename (&child)
            || !die_number (&child, DW_AT_const_value, &c.value))
            continue;
        c.name = die_name (&child);
        VEC_PUSH (r->symbols->constant, c);
    } while (!dwarf_siblingof (&child, &child));
}

/* Bytes from the start of the struct; false: not fixed. */
static bool
member_offset (Dwarf_Die *die, uint32_t *offset)
{
    Dwarf_Attribute a;
    Dwarf_Op *op;
    size_t count;
    int64_t value;
    *offset = 0;
    if (!dwarf_attr (die, DW_AT_data_member_location, &a))
        return true;
    if (!elf_constant (&a, &value)) {
        if (dwarf_getlocation (&a, &op, &count) || count != 1
            || op[0].atom != DW_OP_plus_uconst || op[0].number > MOST_BYTES)
            return false;
        value = (int64_t) op[0].number;
    }
    *offset = (uint32_t) value;
    return value >= 0 && value <= MOST_BYTES;
}

/* DWARF counts `bit_offset` from the highest bit of the unit that holds the
 * field, and `data_bit_offset`, since version 4, from the start. */
static bool
member_bits (struct elf_types *r, Dwarf_Die *die, struct micro_field *f)
{
    int64_t width, from;
    if (!die_number (die, DW_AT_bit_size, &width))
        return true;
    if (width < 1 || width > 57)
        return false;
    if (!die_number (die, DW_AT_data_bit_offset, &from)) {
        uint32_t unit = die_bytes (die);
        if (!unit)
            unit = r->symbols->type.at[f->type].size;
        if (!die_number (die, DW_AT_bit_offset, &from))
            return false;
        from = 8 * (int64_t) unit - from - width;
    }
    if (from < 0 || from > 8 * MOST_BYTES)
        return false;
    assert (f->type < r->symbols->type.size);
    f->offset += (uint32_t) (from / 8);
    f->bit = (uint8_t) (from % 8);
    f->width = (uint8_t) width;
    return true;
}

static void
read_member (struct elf_types *r, Dwarf_Die *die, uint32_t owner,
             unsigned nesting)
{
    struct micro_field f = {.type = type_below (r, die, nesting)};
    if (!member_offset (die, &f.offset) || !member_bits (r, die, &f))
        return;
    uint32_t bytes =
        f.width ? (f.bit + f.width + 7u) / 8 : r->symbols->type.at[f.type].size;
    assert (owner < r->symbols->type.size);
    struct micro_type *t = r->symbols->type.at + owner;
    if (f.type == owner || !bytes || f.offset > t->size
        || bytes > t->size - f.offset)
        return;
    f.name = die_name (die);
    if (!f.name)
        f.name = memory_string ("");
    VEC_PUSH (t->field, f);
}

static void
read_members (struct elf_types *r, Dwarf_Die *die, uint32_t owner,
              unsigned nesting)
{
    Dwarf_Die child;
    if (dwarf_child (die, &child))
        return;
    do {
        if (dwarf_tag (&child) == DW_TAG_member)
            read_member (r, &child, owner, nesting);
    } while (!dwarf_siblingof (&child, &child));
}

/* How many elements a dimension has; 0: not said. */
static uint32_t
dimension_count (Dwarf_Die *die)
{
    int64_t n;
    if (die_number (die, DW_AT_count, &n))
        return n > 0 && n <= MOST_BYTES ? (uint32_t) n : 0;
    if (die_number (die, DW_AT_upper_bound, &n))
        return n >= 0 && n < MOST_BYTES ? (uint32_t) n + 1 : 0;
    return 0;
}

/* `int a[3][5]` is an array of 3 of an array of 5. */
static uint32_t
read_array (struct elf_types *r, Dwarf_Die *die, unsigned nesting)
{
    uint32_t dimension[MOST_DIMENSIONS];
    size_t count = 0;
    Dwarf_Die child;
    if (!dwarf_child (die, &child))
        do {
            if (dwarf_tag (&child) == DW_TAG_subrange_type
                && count < MOST_DIMENSIONS)
                dimension[count++] = dimension_count (&child);
        } while (!dwarf_siblingof (&child, &child));
    uint32_t type = type_below (r, die, nesting);
    assert (count <= MOST_DIMENSIONS);
    while (count--) {
        uint64_t size =
            (uint64_t) r->symbols->type.at[type].size * dimension[count];
        type =
            type_add (r, (struct micro_type) {
                             .kind = TYPE_ARRAY,
                             .element = type,
                             .count = dimension[count],
                             .size = size <= MOST_BYTES ? (uint32_t) size : 0});
    }
    return type;
}

/* What is one thing without anything below it. */
static struct micro_type
simple_type (Dwarf_Die *die)
{
    switch (dwarf_tag (die)) {
    case DW_TAG_base_type:
        return base_type (die);
    case DW_TAG_enumeration_type:
        return enumeration_type (die);
    case DW_TAG_pointer_type:
        return (struct micro_type) {.kind = TYPE_POINTER, .size = 2};
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_class_type:
        return (struct micro_type) {.kind = TYPE_STRUCT,
                                    .size = die_bytes (die)};
    default:
        return (struct micro_type) {.kind = TYPE_OTHER};
    }
}

static uint32_t
type_read (struct elf_types *r, Dwarf_Die *die, unsigned nesting)
{
    int tag = dwarf_tag (die);
    if (nesting >= MOST_NESTING)
        return type_add (r, (struct micro_type) {.kind = TYPE_OTHER});
    if (tag == DW_TAG_typedef || tag == DW_TAG_const_type
        || tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type
        || tag == DW_TAG_atomic_type)
        return type_below (r, die, nesting);
    struct digest key = map_number (dwarf_dieoffset (die));
    uint64_t *seen = map_get (&r->seen, key);
    if (seen)
        return (uint32_t) *seen;
    uint32_t index;
    if (tag == DW_TAG_array_type) {
        index = read_array (r, die, nesting);
        map_put (&r->seen, key, index);
        return index;
    }
    struct micro_type t = simple_type (die);
    t.name = die_name (die);
    index = type_add (r, t);
    map_put (&r->seen, key, index);
    if (t.kind == TYPE_STRUCT)
        read_members (r, die, index, nesting);
    return index;
}

uint32_t
elf_type_of (struct elf_types *r, Dwarf_Die *thing)
{
    uint32_t type = type_below (r, thing, 0);
    assert (type < r->symbols->type.size);
    return type;
}
