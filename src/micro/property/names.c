/* names.c -- what a name in an invariant means, if it is no C
 * variable. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "micro/property/internal.h"

enum { MOST_NAME = 64 };

void
property_observe (struct property_parser *p, uint32_t address, uint32_t size)
{
    micro_property_observe (p->property, p->image->data_size,
                            (uint16_t) address, size);
}

void
property_add_leaf (struct property_parser *p, const char *start, size_t item,
                   bool hex)
{
    VEC_PUSH (p->leaf,
              ((struct property_leaf) {.text = (size_t) (start - p->text),
                                       .text_end = (size_t) (p->at - p->text),
                                       .item = item,
                                       .item_end = p->property->item.size,
                                       .hex = hex}));
}

/* Bytes at a fixed place; a width: bits of them. */
static void
emit_place (struct property_parser *p, const char *start,
            struct micro_item item)
{
    size_t from = p->property->item.size;
    assert (item.size && !item.stride);
    item.word = item.width ? WORD_BITS : WORD_BYTES;
    property_observe (p, item.address, item.size);
    property_emit (p, item);
    property_add_leaf (p, start, from, !item.width);
}

/* Bits that come from outside are no part of a state. */
static void
fail_input (struct property_parser *p, const char *start, const char *name)
{
    assert (name);
    property_fail (p, start,
                   "%s is an input: it comes from outside and is no part of a "
                   "state; ask for the variable that it is read into",
                   name);
}

static const char *
input_at (const struct property_parser *p, uint16_t address, uint8_t mask)
{
    return p->image->class->input (p->image->device, address, mask);
}

int
property_bit (struct property_parser *p, uint16_t address, unsigned bits)
{
    size_t n = property_identifier (p->at);
    size_t digits = strspn (p->at, "0123456789");
    if (digits && !isalnum ((unsigned char) p->at[digits])) {
        unsigned long bit = strtoul (p->at, NULL, 10);
        p->at += bit < bits ? digits : 0;
        return bit < bits ? (int) bit : -1;
    }
    char name[MOST_NAME];
    if (!n || n >= sizeof name)
        return -1;
    snprintf (name, sizeof name, "%.*s", (int) n, p->at);
    int bit = p->image->class->find_bit (p->image->device, address, name);
    p->at += bit < 0 ? 0 : n;
    return bit;
}

/* One bit of a register of one byte or two, behind the point. */
static void
parse_bit_of (struct property_parser *p, const char *start, const char *name,
              const struct micro_place *place)
{
    const char *at = ++p->at;
    unsigned bits = 8u * place->size;
    int bit = property_bit (p, place->address, bits);
    if (bit < 0) {
        property_fail (p, at, "%s has bits 0 to %u, and those with names", name,
                       bits - 1);
        return;
    }
    uint16_t byte = (uint16_t) (place->address + bit / 8);
    const char *input = input_at (p, byte, (uint8_t) (1u << bit % 8));
    if (input)
        fail_input (p, start, input);
    else
        emit_place (p, start,
                    (struct micro_item) {.size = 1,
                                         .address = byte,
                                         .bit = (uint8_t) (bit % 8),
                                         .width = 1});
}

/* A register of the device, or a bit of one. */
static bool
try_device (struct property_parser *p, const char *start, const char *name,
            bool address)
{
    struct micro_place place = {0};
    if (!p->image->class->find (p->image, name, &place))
        return false;
    assert (place.size);
    if (address && place.is_bit)
        property_fail (p, start, "a bit has no address");
    else if (address)
        property_constant (p, property_shown (p->image, place.address));
    else if (!place.is_bit && *p->at == '.')
        parse_bit_of (p, start, name, &place);
    else if (place.input)
        fail_input (p, start, place.input);
    else
        emit_place (p, start,
                    (struct micro_item) {.size = place.size,
                                         .address = place.address,
                                         .bit = place.bit,
                                         .width = place.width});
    return true;
}

static bool
try_pc (struct property_parser *p, const char *start, const char *name,
        bool address)
{
    if (strcmp (name, "pc") || address)
        return false;
    size_t from = p->property->item.size;
    p->property->reads_pc = true;
    property_emit (p, (struct micro_item) {.word = WORD_PC});
    property_add_leaf (p, start, from, true);
    return true;
}

/* `sram[ADDRESS]`: the address is one of that memory. */
static void
parse_area (struct property_parser *p, const char *start,
            const struct micro_area *area)
{
    size_t from = p->property->item.size;
    int64_t at;
    uint8_t unit = area->unit ? area->unit : 1;
    uint16_t count = (uint16_t) (area->size - unit + 1);
    property_expression (p);
    property_expect (p, "]");
    if (p->failed)
        return;
    if (property_is_constant (p, from, &at)) {
        p->property->item.size = from;
        if (at < area->shown || at >= (int64_t) area->shown + count)
            property_fail (p, start, "%s of %s is 0x%x to 0x%x", area->title,
                           p->image->name, area->shown,
                           area->shown + area->size - 1);
        else
            emit_place (
                p, start,
                (struct micro_item) {
                    .size = unit,
                    .address = (uint16_t) (at - area->shown + area->first)});
        return;
    }
    property_constant (p, area->shown);
    property_emit (p, (struct micro_item) {.word = WORD_OPERATOR,
                                           .value = OPERATOR_SUBTRACT});
    property_emit (p, (struct micro_item) {
                          .word = WORD_INDEX, .stride = 1, .count = count});
    property_emit (p, (struct micro_item) {.word = WORD_BYTES,
                                           .size = unit,
                                           .stride = 1,
                                           .address = area->first});
    property_observe (p, area->first, area->size);
    property_add_leaf (p, start, from, true);
}

static bool
try_area (struct property_parser *p, const char *start, const char *name)
{
    struct micro_area area;
    for (size_t i = 0; p->image->class->area (p->image, i, &area); i++)
        if (!strcmp (name, area.name) && area.size && property_take (p, "[")) {
            parse_area (p, start, &area);
            return true;
        }
    return false;
}

static const char *
how_to_debug (const struct micro_image *image, char hint[80])
{
    const struct micro_symbols *s = &image->symbols;
    struct micro_area area;
    if (s->debug && image->class->area (image, 0, &area))
        snprintf (hint, 80, "; its bytes are %s[&NAME]", area.name);
    else if (s->stabs)
        snprintf (hint, 80,
                  ": its debug information is STABS, compile with "
                  "-gdwarf-4");
    else
        snprintf (hint, 80, ": there is no debug information, compile with %s",
                  image->class->how_to_debug);
    return hint;
}

int64_t
property_shown (const struct micro_image *image, uint32_t address)
{
    struct micro_area area;
    for (size_t i = 0; image->class->area (image, i, &area); i++)
        if (address >= area.first && address - area.first < area.size)
            return (int64_t) area.shown + address - area.first;
    return address;
}

static bool
try_label (struct property_parser *p, const char *start, const char *name,
           bool address)
{
    const struct micro_symbols *s = &p->image->symbols;
    const struct micro_label *l = micro_symbols_find_label (s, name);
    char hint[80];
    if (!l)
        return false;
    if (l->code)
        property_constant (p, l->address);
    else if (address)
        property_constant (p, property_shown (p->image, l->address));
    else
        property_fail (p, start, "the type of `%s` is not known%s", name,
                       how_to_debug (p->image, hint));
    return true;
}

static bool
try_constant (struct property_parser *p, const char *start, const char *name)
{
    const struct micro_symbols *s = &p->image->symbols;
    for (size_t i = 0; i < s->constant.size; i++) {
        const struct micro_constant *c = s->constant.at + i;
        if (strcmp (c->name, name))
            continue;
        if (i + 1 < s->constant.size && !strcmp (c[1].name, name))
            property_fail (p, start,
                           "`%s` has several values: %lld, %lld; say a number",
                           name, (long long) c->value, (long long) c[1].value);
        property_constant (p, c->value);
        return true;
    }
    return false;
}

static void
resolve (struct property_parser *p, const char *start, const char *name,
         bool address)
{
    if (!address && try_constant (p, start, name))
        return;
    if (try_device (p, start, name, address) || try_pc (p, start, name, address)
        || try_label (p, start, name, address)
        || (!address && try_area (p, start, name)))
        return;
    if (!address && !strcmp (name, "line") && property_take (p, "("))
        property_line (p);
    else if (!address && !strcmp (name, "reads") && property_take (p, "("))
        property_reads (p);
    else if (!strcmp (name, "true") || !strcmp (name, "false"))
        property_constant (p, name[0] == 't');
    else
        property_unknown (p, start, strlen (name));
}

void
property_name (struct property_parser *p, bool address)
{
    const char *start = p->at, *end;
    const struct micro_variable *v = property_find_variable (p, &end);
    if (p->failed)
        return;
    if (v) {
        size_t from = p->property->item.size;
        p->at = end;
        property_variable (p, start, v, address);
        if (!p->failed && !address)
            property_add_leaf (p, start, from, false);
        return;
    }
    size_t n = property_identifier (start);
    char name[MOST_NAME];
    if (!n)
        property_fail (p, start, "`%c` is not expected here", *start);
    else if (n >= sizeof name)
        property_unknown (p, start, n);
    else {
        snprintf (name, sizeof name, "%.*s", (int) n, start);
        p->at += n;
        resolve (p, start, name, address);
    }
}
