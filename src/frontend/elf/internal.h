/* internal.h -- what the parts of the ELF reader share. */
#ifndef FRONTEND_ELF_INTERNAL_H
#define FRONTEND_ELF_INTERNAL_H

#include <elfutils/libdw.h>
#include <gelf.h>

#include "base/map.h"
#include "avr/device/image.h"
#include "frontend/elf/elf.h"

/* Where avr-gcc puts the address spaces in one range; and who else has ELF. */
enum {
    ELF_XC167 = 165, /* the machine's number */
    ELF_DATA = 0x800000,
    ELF_EEPROM = 0x810000 /* then fuses, lock bits, signature */
};

struct elf_reading {
    Elf *elf;
    struct micro_image *image;
    struct place place;
    struct problem *problem;
    bool is_xc167;
};

/* The section of this name, or null; `header` is filled. */
Elf_Scn *elf_section (const struct elf_reading *, const char *name,
                      GElf_Shdr *header);
/* The bytes of the section of this name; none if it is not there, is
 * compressed, or lies outside the file. */
struct bytes elf_section_bytes (const struct elf_reading *, const char *name);

/* What kind of processor this is for; borrowed or in `buffer`. */
const char *elf_machine_name (unsigned machine, char buffer[32]);
/* All of a file for XC167. */
bool elf_xc167 (struct elf_reading *, const uint8_t *data, size_t size,
                const char *device);
/* Sets image->device. */
bool elf_device (struct elf_reading *, const char *option);
/* Variables, types, constants and lines; what cannot be read is left out. */
void elf_dwarf (struct elf_reading *);
/* Types that were read, by their place in the file: each is read once. */
struct elf_types {
    struct micro_symbols *symbols;
    struct map seen;
};
/* The type that a variable or a field has, as index; void or what cannot be
 * read is TYPE_OTHER. */
uint32_t elf_type_of (struct elf_types *, Dwarf_Die *thing);
/* The enumerators of an enumeration go to the constants. */
void elf_enumerators (struct elf_types *, Dwarf_Die *enumeration);
/* A constant as it was meant: 200 in one byte is not -56. */
bool elf_constant (Dwarf_Attribute *, int64_t *);
/* The line table of a unit. */
void elf_lines (struct elf_reading *, Dwarf_Die *unit, struct bytes section);

#endif
