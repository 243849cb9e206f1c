/* names.c -- see names.h. */
#include "mcs51/names.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "mcs51/core/core.h"
#include "mcs51/reduce/effect.h"

enum { MOST_NAME = 64 };

/* iram has the numbers of @R0: those from 0x80 on lie elsewhere in the data space, so
 * they have a name of their own. */
bool
mcs51_area (const struct micro_image *image, size_t i, struct micro_area *area)
{
    const struct mcs51_device *d = image->device;
    uint32_t xram = mcs51_xram_first (d);
    const struct micro_area all[] = {
        {"iram", "internal RAM", 0, 0, 0x80, 1},
        {"xram", "external RAM", (uint16_t) xram, 0, image->data_size - xram,
         1},
        {"upper", "internal RAM", MCS51_UPPER, 0x80, d->ram - 0x80u, 1},
    };
    if (i >= sizeof all / sizeof *all)
        return false;
    *area = all[i];
    return true;
}

static const char *
pair_input (const struct mcs51_device *d, uint8_t low, uint8_t high)
{
    const char *input = mcs51_input (d, low, 0xff);
    return input ? input : mcs51_input (d, high, 0xff);
}

/* DPTR, RCAP2: two registers, low one first. */
static bool
find_pair (const struct mcs51_device *d, const char *name,
           struct micro_place *place)
{
    char half[MOST_NAME + 2];
    if (strlen (name) >= MOST_NAME)
        return false;
    if (!strcmp (name, "DPTR"))
        name = "DP";
    snprintf (half, sizeof half, "%sL", name);
    const struct mcs51_register *low = mcs51_register_find (d, half);
    snprintf (half, sizeof half, "%sH", name);
    const struct mcs51_register *high = mcs51_register_find (d, half);
    if (!low || !high || high->address != low->address + 1)
        return false;
    *place = (struct micro_place) {
        .address = low->address,
        .size = 2,
        .input = pair_input (d, low->address, high->address)};
    return true;
}

/* R0 .. R7 of bank 0, A. */
static bool
find_cpu (const char *name, struct micro_place *place)
{
    if (!strcmp (name, "A")) {
        *place = (struct micro_place) {.address = MCS51_ACC, .size = 1};
        return true;
    }
    if (name[0] != 'R' || name[1] < '0' || name[1] > '7' || name[2])
        return false;
    *place =
        (struct micro_place) {.address = (uint16_t) (name[1] - '0'), .size = 1};
    return true;
}

bool
mcs51_find (const struct micro_image *image, const char *name,
            struct micro_place *place)
{
    const struct mcs51_device *d = image->device;
    const struct mcs51_register *r = mcs51_register_find (d, name);
    const struct mcs51_bit *b = mcs51_bit_find (d, name);
    if (r)
        *place =
            (struct micro_place) {.address = r->address,
                                  .size = 1,
                                  .input = mcs51_input (d, r->address, 0xff)};
    else if (b)
        *place = (struct micro_place) {
            .address = b->address,
            .size = 1,
            .bit = b->bit,
            .width = 1,
            .is_bit = true,
            .input = mcs51_input (d, b->address, (uint8_t) (1u << b->bit))};
    else
        return find_pair (d, name, place) || find_cpu (name, place);
    return true;
}

int
mcs51_find_bit (const void *device, uint16_t address, const char *name)
{
    const struct mcs51_bit *b = mcs51_bit_find (device, name);
    return b && b->address == address ? b->bit : -1;
}

const char *
mcs51_input (const void *device, uint16_t address, uint8_t mask)
{
    const struct mcs51_register *r = address >= 0x80 && address <= 0xff
                                         ? mcs51_register_at (device, address)
                                         : NULL;
    assert (mask);
    /* A whole register is asked for by its bits that are there. */
    return r && r->special != SFR_PORT && r->input & mask ? r->name : NULL;
}

const char *
mcs51_name (const void *device, size_t i)
{
    const struct mcs51_device *d = device;
    if (i < d->register_count)
        return d->registers[i].name;
    i -= d->register_count;
    return i < d->bit_count ? d->bits[i].name : NULL;
}

enum micro_input
mcs51_restricted (const void *device, const char *name, uint16_t *address,
                  uint8_t *bits)
{
    const struct mcs51_register *r = mcs51_register_find (device, name);
    if (!r)
        return INPUT_UNKNOWN;
    *address = r->address;
    *bits = 0xff;
    return r->special == SFR_PORT || r->special == SFR_BUFFER ? INPUT_BITS
                                                              : INPUT_NONE;
}

/* ---- telling */

static const char *
register_name (void *context, uint16_t address)
{
    const struct mcs51_register *r = mcs51_register_at (context, address);
    return r ? r->name : NULL;
}

static void *
names_of (const struct mcs51_program *p)
{
    return (void *) (uintptr_t) p->device;
}

void
mcs51_print (const struct micro_program *program, uint32_t pc, struct text *t)
{
    const struct mcs51_program *p = (const struct mcs51_program *) program;
    if (pc < p->code_end)
        mcs51_instruction_print (&p->instruction[pc], t, register_name,
                                 names_of (p));
    else
        text_add (t, "no code");
}

static void
print_byte (const struct micro_core *c, const char *name, uint16_t address,
            FILE *f)
{
    if (c->mask[address] != 0xff)
        fprintf (f, " %s=%02x%s", name, c->data[address],
                 c->mask[address] ? "?" : "");
}

void
mcs51_print_state (const struct micro_core *c, FILE *f)
{
    fputc (' ', f);
    print_byte (c, "SP", MCS51_SP, f);
    print_byte (c, "PSW", MCS51_PSW, f);
    print_byte (c, "A", MCS51_ACC, f);
    print_byte (c, "B", MCS51_B, f);
    print_byte (c, "DPL", MCS51_DPL, f);
    print_byte (c, "DPH", MCS51_DPH, f);
    for (unsigned n = 0; n < 8; n++) {
        char name[4];
        snprintf (name, sizeof name, "r%u", n);
        print_byte (c, name, mcs51_register (c, n), f);
    }
}

bool
mcs51_print_name (const struct micro_program *program, uint32_t address,
                  struct text *name)
{
    const struct mcs51_program *p = (const struct mcs51_program *) program;
    const struct mcs51_register *r =
        address >= 0x80 && address <= 0xff
            ? mcs51_register_at (p->device, address)
            : NULL;
    uint32_t xram = mcs51_xram_first (p->device);
    if (r)
        text_add (name, r->name);
    else if (address < 8)
        text_print (name, "R%u", address);
    else if (address < 0x80)
        text_print (name, "iram[0x%02x]", address);
    else if (address < 0x100)
        text_print (name, "sfr[0x%02x]", address);
    else if (address < xram)
        text_print (name, "upper[0x%02x]", address - 0x80);
    else
        text_print (name, "xram[0x%x]", address - xram);
    return !r || r->special == SFR_CORE || r->special == SFR_STATUS;
}

/* Branches tell by where they went what the bit was, moves by the carry. */
static bool
print_bit (const struct micro_core *c, const struct mcs51_instruction *i,
           uint32_t pc, struct text *note)
{
    struct mcs51_operand o = i->op == MCS51_MOV_C ? i->from : i->to;
    const char *name =
        register_name (names_of (mcs51_of (c)), mcs51_bit_byte (o.x));
    bool value, went = core_pc (c) != (uint16_t) (pc + i->bytes);
    if (o.mode != OPERAND_BIT || !name)
        return false;
    switch (i->op) {
    case MCS51_JB:
    case MCS51_JBC:
        value = went;
        break;
    case MCS51_JNB:
        value = !went;
        break;
    case MCS51_MOV_C:
        value = mcs51_flag (c, FLAG_CY) == 1;
        break;
    default:
        return false;
    }
    text_print (note, "%s.%u read as %d", name, o.x & 7, value);
    return true;
}

void
mcs51_print_input (const struct micro_core *c, const uint8_t *old, uint32_t pc,
                   struct text *note)
{
    const struct mcs51_program *p = mcs51_of (c);
    (void) old;
    if (pc >= p->code_end)
        return;
    const struct mcs51_instruction *i = &p->instruction[pc];
    if (print_bit (c, i, pc, note))
        return;
    const char *name = i->from.mode == OPERAND_DIRECT
                           ? register_name (names_of (p), i->from.x)
                           : NULL;
    if (i->op == MCS51_MOV && name && i->to.mode == OPERAND_A)
        text_print (note, "%s read as 0x%02x", name, c->data[MCS51_ACC]);
    else if (i->op == MCS51_MOV && name && i->to.mode == OPERAND_R)
        text_print (note, "%s read as 0x%02x", name,
                    c->data[mcs51_register (c, i->to.x)]);
    else if (name)
        text_print (note, "%s was read", name);
    else
        text_add (note, "an input was read");
}
