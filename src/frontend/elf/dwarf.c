/* dwarf.c -- C variables of a firmware, from its DWARF.
 *
 * Only what lies in SRAM is a variable: constants in flash, EEPROM, and the I/O
 * registers that avr-libc's startup code describes as variables are none, nor
 * are those of functions that the linker dropped (their address is 0). */
#include <dwarf.h>
#include <string.h>

#include "frontend/elf/internal.h"

enum { MOST_NESTING = 64 };

struct dwarf_reading {
    struct elf_reading *elf;
    struct elf_types types;
    const char *file; /* base name of the unit */
};

bool
elf_constant (Dwarf_Attribute *a, int64_t *value)
{
    Dwarf_Sword s;
    Dwarf_Word u;
    unsigned form = dwarf_whatform (a);
    if (form == DW_FORM_sdata || form == DW_FORM_implicit_const) {
        if (dwarf_formsdata (a, &s))
            return false;
        *value = s;
        return true;
    }
    if (dwarf_formudata (a, &u) || u > INT64_MAX)
        return false;
    *value = (int64_t) u;
    return true;
}

/* The fixed place of a variable; false: it has none. */
static bool
variable_place (Dwarf_Die *die, uint64_t *address)
{
    Dwarf_Attribute a;
    Dwarf_Op *op;
    size_t count;
    if (!dwarf_attr (die, DW_AT_location, &a)
        || dwarf_getlocation (&a, &op, &count) || !count
        || op[0].atom != DW_OP_addr)
        return false;
    *address = op[0].number;
    if (count == 1)
        return true;
    *address += op[1].number;
    return count == 2 && op[1].atom == DW_OP_plus_uconst;
}

/* `static const uint8_t limit = 200;` needs no memory, but has a value, which
 * the compiler may say as -56. */
static void
read_constant (struct dwarf_reading *r, Dwarf_Die *die, const char *name)
{
    Dwarf_Attribute a;
    struct micro_constant c;
    if (!dwarf_attr (die, DW_AT_const_value, &a)
        || !elf_constant (&a, &c.value))
        return;
    uint32_t type = elf_type_of (&r->types, die);
    const struct micro_type *t = r->types.symbols->type.at + type;
    if (t->kind != TYPE_INTEGER || t->size > 4)
        return;
    assert (t->size);
    uint64_t most = UINT64_MAX >> (64 - 8 * t->size);
    uint64_t bits = (uint64_t) c.value & most;
    if (t->is_signed && bits > most / 2)
        bits |= ~most;
    c.value = (int64_t) bits;
    c.name = memory_string (name);
    VEC_PUSH (r->types.symbols->constant, c);
}

/* After optimisation at link time all is one unit, `<artificial>`; then it is
 * the file where the variable is declared. */
static const char *
variable_file (const struct dwarf_reading *r, Dwarf_Die *die)
{
    const char *declared = r->file[0] == '<' ? dwarf_decl_file (die) : NULL;
    return declared ? micro_symbols_base (declared) : r->file;
}

static void
read_variable (struct dwarf_reading *r, Dwarf_Die *die, const char *function)
{
    const struct avr_device *device = r->elf->image->device;
    const char *name = dwarf_diename (die);
    uint64_t address;
    if (!name || !name[0])
        return;
    if (!variable_place (die, &address)) {
        if (!function)
            read_constant (r, die, name);
        return;
    }
    if (address < ELF_DATA + (uint64_t) device->sram_first
        || address > ELF_DATA + (uint64_t) device->sram_last)
        return;
    struct micro_variable v = {.address = (uint32_t) (address - ELF_DATA),
                               .type = elf_type_of (&r->types, die)};
    uint32_t size = r->types.symbols->type.at[v.type].size;
    if (!size || size > device->sram_last + 1u - v.address)
        return;
    assert (v.address >= device->sram_first);
    v.name = memory_string (name);
    v.file = memory_string (variable_file (r, die));
    v.function = function ? memory_string (function) : NULL;
    VEC_PUSH (r->types.symbols->variable, v);
}

static void
read_children (struct dwarf_reading *r, Dwarf_Die *parent, const char *function,
               unsigned nesting)
{
    Dwarf_Die die;
    assert (nesting <= MOST_NESTING && r->file);
    if (nesting == MOST_NESTING || dwarf_child (parent, &die))
        return;
    do {
        const char *name;
        switch (dwarf_tag (&die)) {
        case DW_TAG_variable:
            read_variable (r, &die, function);
            break;
        case DW_TAG_enumeration_type:
            elf_enumerators (&r->types, &die);
            break;
        case DW_TAG_subprogram:
        case DW_TAG_inlined_subroutine:
            name = dwarf_diename (&die);
            read_children (r, &die, name ? name : "?", nesting + 1);
            break;
        case DW_TAG_lexical_block:
        case DW_TAG_namespace:
            read_children (r, &die, function, nesting + 1);
            break;
        default:
            break;
        }
    } while (!dwarf_siblingof (&die, &die));
}

/* Units without a name are not those of a compiler: avr-libc's own. */
static void
read_units (struct dwarf_reading *r, Dwarf *dwarf)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die die;
    uint8_t type;
    struct bytes lines = elf_section_bytes (r->elf, ".debug_line");
    while (!dwarf_get_units (dwarf, cu, &cu, NULL, &type, &die, NULL)) {
        const char *name = dwarf_diename (&die);
        if (dwarf_tag (&die) != DW_TAG_compile_unit || !name)
            continue;
        r->types.symbols->debug = true;
        r->file = micro_symbols_base (name);
        read_children (r, &die, NULL, 0);
        elf_lines (r->elf, &die, lines);
    }
}

void
elf_dwarf (struct elf_reading *elf)
{
    struct dwarf_reading r = {.elf = elf,
                              .types = {.symbols = &elf->image->symbols}};
    Dwarf *dwarf = dwarf_begin_elf (elf->elf, DWARF_C_READ, NULL);
    if (!dwarf)
        return;
    map_init (&r.types.seen);
    read_units (&r, dwarf);
    map_clear (&r.types.seen);
    dwarf_end (dwarf);
}
