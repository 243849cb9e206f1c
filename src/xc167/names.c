/* names.c -- see names.h. */
#include "xc167/names.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "xc167/core/core.h"

enum { MOST_NAME = 32 };

/* Each memory by bytes, then each by words: dpram[0xfc00], dpram16[0xfc00]. */
bool
xc167_area (const struct micro_image *image, size_t i, struct micro_area *area)
{
    static const char *const words[XC167_MEMORIES] = {"dpram16", "dsram16"};
    const struct xc167_device *d = image->device;
    if (i >= 2 * XC167_MEMORIES)
        return false;
    const struct xc167_memory *m = &d->memory[i % XC167_MEMORIES];
    bool is_words = i >= XC167_MEMORIES;
    *area = (struct micro_area) {.name = is_words ? words[i - XC167_MEMORIES]
                                                  : m->name,
                                 .title = m->title,
                                 .first = xc167_place_of (d, m->first),
                                 .shown = m->first,
                                 .size = m->size,
                                 .unit = is_words ? 2 : 1};
    return true;
}

/* R5, RL5, RH5: of the bank that CP says after a reset. */
static bool
find_gpr (const struct xc167_device *d, const char *name,
          struct micro_place *place)
{
    enum { BANK = 0xfc00 };
    if (toupper ((unsigned char) name[0]) != 'R')
        return false;
    char half = (char) toupper ((unsigned char) name[1]);
    bool is_byte = half == 'L' || half == 'H';
    const char *digits = name + 1 + is_byte;
    char *end;
    if (!isdigit ((unsigned char) *digits))
        return false;
    unsigned long n = strtoul (digits, &end, 10);
    if (*end || n > (is_byte ? 7 : 15))
        return false;
    unsigned offset =
        is_byte ? 2 * (unsigned) n + (half == 'H') : 2 * (unsigned) n;
    *place = (struct micro_place) {.address = xc167_place_of (d, BANK + offset),
                                   .size = is_byte ? 1 : 2};
    return true;
}

static uint16_t
place_of (const struct xc167_device *d, const struct xc167_register *r)
{
    return (uint16_t) (2 * (r - d->registers));
}

bool
xc167_find (const struct micro_image *image, const char *name,
            struct micro_place *place)
{
    const struct xc167_device *d = image->device;
    const struct xc167_register *r = xc167_register_find (d, name);
    if (r) {
        *place = (struct micro_place) {.address = place_of (d, r), .size = 2};
        if (r->input || r->special == REGISTER_CSP)
            place->input = r->name;
        return true;
    }
    const struct xc167_bit *b = xc167_bit_find (d, name);
    if (!b)
        return find_gpr (d, name, place);
    *place = (struct micro_place) {.address = xc167_place_of (d, b->address),
                                   .size = 2,
                                   .bit = b->bit,
                                   .width = b->width,
                                   .is_bit = true};
    return true;
}

int
xc167_find_bit (const void *device, uint16_t place, const char *name)
{
    const struct xc167_bit *b = xc167_bit_find (device, name);
    if (!b || b->width != 1)
        return -1;
    return xc167_place_of (device, b->address) == place ? b->bit : -1;
}

/* A port's name means its latch, which the program writes. */
const char *
xc167_input (const void *device, uint16_t place, uint8_t mask)
{
    const struct xc167_device *d = device;
    if (place >= xc167_hot (d))
        return NULL;
    const struct xc167_register *r = &d->registers[place / 2];
    uint16_t bits = (uint16_t) (mask << 8 * (place & 1));
    return r->input & bits || r->special == REGISTER_CSP ? r->name : NULL;
}

const char *
xc167_name (const void *device, size_t i)
{
    const struct xc167_device *d = device;
    if (i < d->register_count)
        return d->registers[i].name;
    i -= d->register_count;
    return i < d->bit_count ? d->bits[i].name : NULL;
}

/* P3_L and P3_H are the halves of P3; a register of one byte needs no such ending. */
enum micro_input
xc167_restricted (const void *device, const char *name, uint16_t *place,
                  uint8_t *bits)
{
    const struct xc167_device *d = device;
    char whole[MOST_NAME];
    size_t size = strlen (name);
    unsigned half = 0;
    bool is_half =
        size > 2 && name[size - 2] == '_' && strchr ("LHlh", name[size - 1]);
    if (size >= sizeof whole)
        return INPUT_UNKNOWN;
    memcpy (whole, name, size + 1);
    if (is_half) {
        half = toupper ((unsigned char) name[size - 1]) == 'H';
        whole[size - 2] = 0;
    }
    const struct xc167_register *r = xc167_register_find (d, whole);
    if (!r)
        return INPUT_UNKNOWN;
    uint16_t all = r->special == REGISTER_PORT ? r->plain : r->input;
    *place = (uint16_t) (place_of (d, r) + half);
    *bits = (uint8_t) (all >> 8 * half);
    if (!is_half && all >> 8)
        return INPUT_NONE;
    return *bits ? INPUT_BITS : INPUT_NONE;
}

/* ---- telling */

static const char *
register_name (void *context, uint16_t address)
{
    const struct xc167_register *r = xc167_register_at (context, address);
    return r ? r->name : NULL;
}

void
xc167_print_code (const struct micro_program *program, uint32_t pc,
                  struct text *t)
{
    const struct xc167_program *p = (const struct xc167_program *) program;
    const struct xc167_instruction *i = xc167_instruction_at (p, pc);
    if (i)
        xc167_print (i, xc167_address (pc), register_name,
                     (void *) (uintptr_t) p->device, t);
    else
        text_add (t, "no code");
}

void
xc167_print_state (const struct micro_core *c, FILE *f)
{
    static const char letters[] = "NCVZE";
    fprintf (f, "  SP %02x%02x CP %02x%02x ILVL %u%s ", c->data[XC167_SP + 1],
             c->data[XC167_SP], c->data[XC167_CP + 1], c->data[XC167_CP],
             c->data[XC167_PSW + 1] / 16u,
             c->data[XC167_PSW + 1] & PSW_IEN ? " IEN" : "");
    for (int i = 4; i >= 0; i--) {
        bool open = c->mask[XC167_PSW] >> i & 1;
        fputc (open ? '?' : c->data[XC167_PSW] >> i & 1 ? letters[i] : '-', f);
    }
    for (unsigned n = 0; n < 16; n++) {
        uint16_t at = xc167_gpr (c, n);
        if (c->mask[at] != 0xff || c->mask[at + 1] != 0xff)
            fprintf (f, " R%u=%02x%02x%s", n, c->data[at + 1], c->data[at],
                     c->mask[at] | c->mask[at + 1] ? "?" : "");
    }
}

bool
xc167_print_name (const struct micro_program *program, uint32_t place,
                  struct text *name)
{
    const struct xc167_device *d =
        ((const struct xc167_program *) program)->device;
    uint16_t address = xc167_address_of (d, (uint16_t) place);
    if (place < program->hot) {
        text_print (name, "%s%s", d->registers[place / 2].name,
                    place & 1 ? " high" : "");
        return place < XC167_CORE;
    }
    for (unsigned i = 0; i < XC167_MEMORIES; i++)
        if (address >= d->memory[i].first
            && address - d->memory[i].first < d->memory[i].size)
            text_print (name, "%s[0x%x]", d->memory[i].name, address);
    return true;
}

/* The register that was read, if the instruction names it. */
static const struct xc167_register *
register_read (const struct xc167_device *d, const struct xc167_operand *o)
{
    uint32_t address = o->kind == OPERAND_REG   ? 0xfe00 + 2u * o->n
                       : o->kind == OPERAND_MEM ? o->k
                       : o->kind == OPERAND_BIT && o->n >= 0x80 && o->n < 0xf0
                           ? 0xff00 + 2u * (o->n & 0x7fu)
                           : 0;
    return address ? xc167_register_at (d, (uint16_t) address) : NULL;
}

void
xc167_print_input (const struct micro_core *c, const uint8_t *old, uint32_t pc,
                   struct text *note)
{
    const struct xc167_program *p = xc167_of (c);
    const struct xc167_instruction *i = xc167_instruction_at (p, pc);
    (void) old;
    if (!i)
        return;
    bool jumps = i->op >= XC_JB && i->op <= XC_JNBS;
    const struct xc167_operand *from = jumps ? &i->a : &i->b;
    const struct xc167_register *r = register_read (p->device, from);
    if (jumps && r) {
        bool taken = core_pc (c) != pc + i->bytes / 2u;
        bool wants = i->op == XC_JB || i->op == XC_JBC;
        text_print (note, "%s.%u read as %d", r->name, i->a.bit,
                    taken == wants);
    } else if (r && i->a.kind == OPERAND_GPR && i->op == XC_MOV) {
        uint16_t at =
            i->is_byte ? xc167_gpr_byte (c, i->a.n) : xc167_gpr (c, i->a.n);
        if (i->is_byte)
            text_print (note, "%s read as 0x%02x", r->name, c->data[at]);
        else
            text_print (note, "%s read as 0x%02x%02x", r->name, c->data[at + 1],
                        c->data[at]);
    } else
        text_add (note, "an input was read");
}
