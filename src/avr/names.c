/* names.c -- see names.h. */
#include "avr/names.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avr/core/core.h"
#include "avr/reduce/effect.h"

enum { MOST_NAME = 64 };

bool
avr_area (const struct micro_image *image, size_t i, struct micro_area *area)
{
    const struct avr_device *d = image->device;
    *area = (struct micro_area) {.name = "sram",
                                 .title = "SRAM",
                                 .first = d->sram_first,
                                 .shown = d->sram_first,
                                 .size = d->sram_last - d->sram_first + 1u};
    return !i;
}

/* TCNT1, OCR1A, SP: two registers, NAMEL and NAMEH. */
static bool
find_pair (const struct avr_device *d, const char *name,
           struct micro_place *place)
{
    char half[MOST_NAME + 2];
    if (strlen (name) >= MOST_NAME)
        return false;
    snprintf (half, sizeof half, "%sL", name);
    const struct avr_register *low = avr_register_find (d, half);
    snprintf (half, sizeof half, "%sH", name);
    const struct avr_register *high = avr_register_find (d, half);
    bool is_sp = !strcmp (name, "SP");
    if (!is_sp && (!low || !high || high->address != low->address + 1))
        return false;
    uint16_t at = is_sp ? AVR_SPL : low->address;
    const char *input = avr_input (d, at, 0xff);
    if (!input)
        input = avr_input (d, (uint16_t) (at + 1), 0xff);
    *place = (struct micro_place) {.address = at, .size = 2, .input = input};
    return true;
}

static bool
find_cpu (const char *name, struct micro_place *place)
{
    char *end = NULL;
    unsigned long number =
        isdigit ((unsigned char) name[1]) ? strtoul (name + 1, &end, 10) : 32;
    if (name[0] != 'r' || !end || *end || number >= 32)
        return false;
    *place = (struct micro_place) {.address = (uint16_t) number, .size = 1};
    return true;
}

bool
avr_find (const struct micro_image *image, const char *name,
          struct micro_place *place)
{
    const struct avr_device *d = image->device;
    const struct avr_register *r = avr_register_find (d, name);
    if (r) {
        *place =
            (struct micro_place) {.address = r->address,
                                  .size = 1,
                                  .input = avr_input (d, r->address, 0xff)};
        return true;
    }
    if (find_pair (d, name, place))
        return true;
    struct avr_bit b;
    if (!avr_bit_find (d, name, &b))
        return find_cpu (name, place);
    *place = (struct micro_place) {
        .address = b.address,
        .size = 1,
        .bit = b.bit,
        .width = 1,
        .is_bit = true,
        .input = avr_input (d, b.address, (uint8_t) (1u << b.bit))};
    return true;
}

int
avr_find_bit (const void *device, uint16_t address, const char *name)
{
    static const char flags[] = "CZNVSHTI";
    struct avr_bit b;
    if (address == AVR_SREG && strlen (name) == 1 && strchr (flags, name[0]))
        return (int) (strchr (flags, name[0]) - flags);
    return avr_bit_find (device, name, &b) && b.address == address ? b.bit : -1;
}

const char *
avr_input (const void *device, uint16_t address, uint8_t mask)
{
    const struct avr_register *r = avr_register_at (device, address);
    assert (mask);
    return r && r->input & mask ? r->name : NULL;
}

const char *
avr_name (const void *device, size_t i)
{
    return avr_device_name (device, i);
}

enum micro_input
avr_restricted (const void *device, const char *name, uint16_t *address,
                uint8_t *bits)
{
    const struct avr_register *r = avr_register_find (device, name);
    if (!r)
        return INPUT_UNKNOWN;
    *address = r->address;
    *bits = r->input;
    if (r->special == IO_ADC_LOW || r->special == IO_ADC_HIGH)
        return INPUT_ADC;
    return r->input && r->special != IO_LOW && r->special != IO_HIGH
               ? INPUT_BITS
               : INPUT_NONE;
}

static const char *
register_name (void *context, uint16_t address)
{
    const struct avr_register *r = avr_register_at (context, address);
    return r ? r->name : NULL;
}

void
avr_print (const struct micro_program *program, uint32_t pc, struct text *t)
{
    const struct avr_program *p = (const struct avr_program *) program;
    if (pc < p->code_words)
        avr_instruction_print (&p->instruction[pc], t, register_name,
                               (void *) (uintptr_t) p->device);
    else
        text_add (t, "no code");
}

void
avr_print_state (const struct micro_core *c, FILE *f)
{
    static const char letters[] = "CZNVSHTI";
    fprintf (f, "  SP %02x%02x SREG ", c->data[AVR_SPH], c->data[AVR_SPL]);
    for (int i = 7; i >= 0; i--) {
        unsigned flag = avr_flag (c, (enum avr_flag_bit) i);
        fputc (flag == 2 ? '?' : flag ? letters[i] : '-', f);
    }
    for (uint16_t r = 0; r < 32; r++)
        if (c->mask[r] != 0xff)
            fprintf (f, " r%u=%02x%s", r, c->data[r], c->mask[r] ? "?" : "");
}

bool
avr_print_name (const struct micro_program *program, uint32_t address,
                struct text *name)
{
    const struct avr_device *d = ((const struct avr_program *) program)->device;
    const struct avr_register *r = avr_register_at (d, (uint16_t) address);
    if (address >= d->sram_first)
        text_print (name, "sram[0x%x]", address);
    else if (address < 0x20)
        text_print (name, "r%u", address);
    else if (r)
        text_add (name, r->name);
    else
        text_print (name, "io[0x%x]", address);
    return address < 0x20 || address == AVR_SREG || address == AVR_SPL
           || address == AVR_SPH || address >= d->sram_first;
}

/* Skips tell by where they went what the bit was. */
static bool
print_bit (const struct micro_core *c, const struct avr_instruction *i,
           uint32_t pc, struct text *note)
{
    if (i->op != AVR_SBIC && i->op != AVR_SBIS)
        return false;
    const char *name = register_name ((void *) (uintptr_t) avr_of (c)->device,
                                      (uint16_t) i->k);
    bool skipped = core_pc (c) != pc + i->words;
    text_print (note, "%s.%u read as %d", name ? name : "?", i->bit,
                skipped == (i->op == AVR_SBIS));
    return true;
}

static uint16_t
address_read (const uint8_t *old, const struct avr_effect *e)
{
    if (e->access != ACCESS_LOAD_AT)
        return e->address;
    return (uint16_t) ((old[e->pointer] | old[e->pointer + 1] << 8)
                       + e->offset);
}

void
avr_print_input (const struct micro_core *c, const uint8_t *old, uint32_t pc,
                 struct text *note)
{
    const struct avr_program *p = avr_of (c);
    struct avr_effect effect;
    if (pc >= p->code_words)
        return;
    const struct avr_instruction *i = p->instruction + pc;
    avr_effect_of (i, &effect);
    if (print_bit (c, i, pc, note))
        return;
    const char *name = register_name ((void *) (uintptr_t) p->device,
                                      address_read (old, &effect));
    bool loads =
        effect.access == ACCESS_LOAD || effect.access == ACCESS_LOAD_AT;
    if (loads && name)
        text_print (note, "%s read as 0x%02x", name, c->data[i->d]);
    else
        text_add (note, "an input was read");
}
