/* reads.c -- reads(NAME.BIT, VALUE) in a formula: what was just read from outside; and
 * $NUMBER, with which the tables of a device say what has no name. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "micro/property/internal.h"

enum { MOST_NAME = 64 };

/* Behind the sign: an address of the data space. */
static bool
data_address (struct property_parser *p, uint16_t *address)
{
    const char *start = p->at;
    size_t from = p->property->item.size;
    int64_t value;
    assert (*start == '$');
    p->at++;
    if (!isdigit ((unsigned char) *p->at)) {
        property_fail (p, start, "expected $NUMBER, an address of data");
        return false;
    }
    property_number (p);
    if (p->failed || !property_is_constant (p, from, &value) || value < 0
        || value >= p->image->data_size || value > UINT16_MAX) {
        property_fail (p, start, "there is no such address of data");
        return false;
    }
    p->property->item.size = from;
    *address = (uint16_t) value;
    return true;
}

void
property_kept (struct property_parser *p)
{
    const char *start = p->at;
    size_t item = p->property->item.size;
    uint16_t address;
    if (!data_address (p, &address))
        return;
    property_observe (p, address, 1);
    property_emit (p, (struct micro_item) {
                          .word = WORD_BYTES, .size = 1, .address = address});
    property_add_leaf (p, start, item, true);
}

/* The bit that is named there: its address and number. */
static bool
find_bit (struct property_parser *p, struct micro_place *place)
{
    const char *start = p->at;
    size_t n = property_identifier (start);
    char name[MOST_NAME];
    if (*start == '$') {
        if (!data_address (p, &place->address) || *p->at != '.'
            || p->at[1] < '0' || p->at[1] > '7') {
            property_fail (p, start, "expected reads($NUMBER.BIT, 0 or 1)");
            return false;
        }
        place->bit = (uint8_t) (p->at[1] - '0');
        p->at += 2;
        return true;
    }
    snprintf (name, sizeof name, "%.*s", (int) n, start);
    if (!n || n >= sizeof name
        || !p->image->class->find (p->image, name, place)) {
        property_fail (p, start, "expected reads(REGISTER.BIT, 0 or 1)");
        return false;
    }
    p->at += n;
    if (place->is_bit)
        return true;
    int bit = -1;
    if (*p->at == '.') {
        p->at++;
        bit = property_bit (p, place->address, 8u * place->size);
    }
    if (bit < 0) {
        property_fail (p, p->at, "expected one bit of %s", name);
        return false;
    }
    place->address = (uint16_t) (place->address + bit / 8);
    place->bit = (uint8_t) (bit % 8);
    return true;
}

/* Are the pins of that name, or half of them, where the bit is? */
static bool
is_pin (const struct micro_image *image, const char *name,
        const struct micro_place *place)
{
    static const char *const half[] = {"", "_L", "_H"};
    for (size_t i = 0; i < sizeof half / sizeof *half; i++) {
        char pins[MOST_NAME + 2];
        uint16_t address = 0;
        uint8_t bits = 0;
        snprintf (pins, sizeof pins, "%s%s", name, half[i]);
        if (image->class->restricted (image->device, pins, &address, &bits)
                == INPUT_BITS
            && address == place->address && bits >> place->bit & 1)
            return true;
    }
    return false;
}

/* Does the bit come from outside?  Of a port, a name is its latch, but pins are read. */
static bool
is_outside (const struct micro_image *image, const char *start,
            const struct micro_place *place)
{
    char name[MOST_NAME];
    snprintf (name, sizeof name, "%.*s", (int) property_identifier (start),
              start);
    return *start == '$'
           || image->class->input (image->device, place->address,
                                   (uint8_t) (1u << place->bit))
           || is_pin (image, name, place);
}

void
property_reads (struct property_parser *p)
{
    size_t item = p->property->item.size;
    struct micro_place place = {0};
    property_space (p);
    const char *start = p->at;
    if (!strcmp (p->option, "--invariant")) {
        property_fail (p, start, "reads() is for formulas: --ctl");
        return;
    }
    if (!find_bit (p, &place))
        return;
    if (!is_outside (p->image, start, &place)) {
        property_fail (p, start,
                       "this is no input, but a part of a state: ask for it");
        return;
    }
    property_expect (p, ",");
    property_space (p);
    bool one = property_take (p, "1");
    if (!one)
        property_expect (p, "0");
    property_expect (p, ")");
    if (p->failed)
        return;
    p->property->reads_pc = true; /* and what else is in the head of a state */
    property_emit (p, (struct micro_item) {.word = WORD_READS,
                                           .address = place.address,
                                           .bit = place.bit,
                                           .value = one});
    property_add_leaf (p, start, item, false);
}
