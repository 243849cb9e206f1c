/* device.c -- which microcontroller a firmware is for.
 *
 * The note that avr-libc's startup code carries (.note.gnu.avr.deviceinfo):
 *
 *     0  size of the name, 4: "AVR"     16  start, bytes of flash, SRAM, EEPROM
 *     4  size of what follows it        40  bytes of the table, this one
 * counted 8  type, 1                        44  where the name is among the
 * strings 12  "AVR", 0                       40 + bytes of the table: the
 * strings */
#include <stdio.h>
#include <string.h>

#include "frontend/elf/internal.h"

enum { NOTE_TABLE = 40, NOTE_NAME = 44, NOTE_LEAST = 48 };

const char *
elf_machine_name (unsigned machine, char buffer[32])
{
    static const struct {
        unsigned number;
        const char *name;
    } known[] = {
        {EM_386, "x86"},         {EM_X86_64, "x86-64"}, {EM_ARM, "ARM"},
        {EM_AARCH64, "AArch64"}, {EM_RISCV, "RISC-V"},  {EM_MIPS, "MIPS"},
        {EM_PPC, "PowerPC"},     {EM_PPC64, "PowerPC"}, {EM_SPARC, "SPARC"},
        {EM_MSP430, "MSP430"},   {EM_8051, "MCS-51"},   {0x18ad, "AVR32"},
        {EM_XTENSA, "Xtensa"},   {EM_S390, "S/390"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == machine)
            return known[i].name;
    snprintf (buffer, 32, "machine %u", machine);
    return buffer;
}

static uint32_t
note_number (struct bytes note, size_t at)
{
    assert (at + 4 <= note.size);
    return note.data[at] | (uint32_t) note.data[at + 1] << 8
           | (uint32_t) note.data[at + 2] << 16
           | (uint32_t) note.data[at + 3] << 24;
}

/* Null: there is no note, or it cannot be read. */
static const char *
note_device (const struct elf_reading *r)
{
    struct bytes note = elf_section_bytes (r, ".note.gnu.avr.deviceinfo");
    if (note.size < NOTE_LEAST || memcmp (note.data + 12, "AVR", 4))
        return NULL;
    uint64_t at = (uint64_t) NOTE_TABLE + note_number (note, NOTE_TABLE)
                  + note_number (note, NOTE_NAME);
    if (at >= note.size || !memchr (note.data + at, 0, note.size - at))
        return NULL;
    const char *name = (const char *) note.data + at;
    for (const char *c = name; *c; c++)
        if (*c < ' ' || *c > '~')
            return NULL;
    return name[0] ? name : NULL;
}

static void
list_devices (struct text *t)
{
    const struct avr_device *d;
    for (size_t i = 0; (d = avr_device_at (i)); i++)
        text_print (t, "%s%s", i ? ", " : "", d->name);
}

bool
elf_device (struct elf_reading *r, const char *option)
{
    struct text all;
    text_init (&all);
    list_devices (&all);
    const char *noted = note_device (r), *list = text_view (&all);
    const char *name = option ? option : noted;
    const struct avr_device *d = name ? avr_device_find (name) : NULL;
    if (d)
        avr_image_init (r->image, d);
    bool good = true;
    if (!name)
        good = problem_set (r->problem, r->place,
                            "does not say which device it is for: "
                            "--device=NAME (known: %s)",
                            list);
    else if (!r->image->device && option)
        good = problem_set (r->problem, r->place,
                            "--device=%.40s is not known (known: %s)", option,
                            list);
    else if (!r->image->device)
        good = problem_set (r->problem, r->place,
                            "is for %.40s, a device that is not known (known: "
                            "%s)",
                            noted, list);
    else if (noted && avr_device_find (noted) != r->image->device)
        good =
            problem_set (r->problem, r->place,
                         "is for %.40s, not for --device=%.40s", noted, option);
    text_clear (&all);
    assert (!good || r->image->device);
    return good;
}
