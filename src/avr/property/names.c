/* names.c -- what a name in an invariant means, if it is no C
 * variable. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avr/property/internal.h"

enum { MOST_NAME = 64 };

void
property_observe (struct property_parser *p, uint32_t address, uint32_t size)
{
    avr_property_observe (p->property, p->image->device, (uint16_t) address,
                          size);
}

static void
add_leaf (struct property_parser *p, const char *start, size_t item, bool hex)
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
emit_place (struct property_parser *p, const char *start, struct avr_item item)
{
    size_t from = p->property->item.size;
    assert (item.size && !item.stride);
    item.word = item.width ? WORD_BITS : WORD_BYTES;
    property_observe (p, item.address, item.size);
    property_emit (p, item);
    add_leaf (p, start, from, !item.width);
}

/* Bits that come from outside are no part of a state. */
static bool
check_no_input (struct property_parser *p, const char *start, uint16_t address,
                uint8_t mask)
{
    const struct avr_register *r = avr_register_at (p->image->device, address);
    assert (mask);
    if (!r || !(r->input & mask))
        return true;
    property_fail (p, start,
                   "%s is an input: it comes from outside and is no part of a "
                   "state; ask for the variable that it is read into",
                   r->name);
    return false;
}

/* Behind the point: a number, or the name of a bit; -1: neither. */
static int
parse_bit (struct property_parser *p, uint16_t address)
{
    static const char flags[] = "CZNVSHTI";
    size_t n = property_identifier (p->at);
    if (isdigit ((unsigned char) *p->at)
        && !isalnum ((unsigned char) p->at[1])) {
        int bit = *p->at - '0';
        p->at += bit < 8;
        return bit < 8 ? bit : -1;
    }
    char name[MOST_NAME];
    if (!n || n >= sizeof name)
        return -1;
    snprintf (name, sizeof name, "%.*s", (int) n, p->at);
    const struct avr_bit *b = avr_bit_find (p->image->device, name);
    int bit = b && b->address == address ? b->bit : -1;
    if (address == AVR_SREG && n == 1 && strchr (flags, name[0]))
        bit = (int) (strchr (flags, name[0]) - flags);
    p->at += bit < 0 ? 0 : n;
    return bit;
}

static void
emit_register (struct property_parser *p, const char *start,
               const struct avr_register *r, bool address)
{
    if (address) {
        property_constant (p, r->address);
        return;
    }
    struct avr_item item = {.size = 1, .address = r->address};
    uint8_t mask = 0xff;
    if (*p->at == '.') {
        const char *at = ++p->at;
        int bit = parse_bit (p, r->address);
        if (bit < 0) {
            property_fail (p, at, "%s has bits 0 to 7, and those with names",
                           r->name);
            return;
        }
        assert (bit < 8);
        item.bit = (uint8_t) bit;
        item.width = 1;
        mask = (uint8_t) (1u << bit);
    }
    if (check_no_input (p, start, r->address, mask))
        emit_place (p, start, item);
}

/* TCNT1, OCR1A, SP: two registers, NAMEL and NAMEH. */
static bool
try_register_pair (struct property_parser *p, const char *start,
                   const char *name, bool address)
{
    char half[MOST_NAME + 2];
    assert (strlen (name) < MOST_NAME);
    snprintf (half, sizeof half, "%sL", name);
    const struct avr_register *low = avr_register_find (p->image->device, half);
    snprintf (half, sizeof half, "%sH", name);
    const struct avr_register *high =
        avr_register_find (p->image->device, half);
    bool is_sp = !strcmp (name, "SP");
    if (!is_sp && (!low || !high || high->address != low->address + 1))
        return false;
    uint16_t at = is_sp ? AVR_SPL : low->address;
    if (address)
        property_constant (p, at);
    else if (check_no_input (p, start, at, 0xff)
             && check_no_input (p, start, (uint16_t) (at + 1), 0xff))
        emit_place (p, start, (struct avr_item) {.size = 2, .address = at});
    return true;
}

static bool
try_io (struct property_parser *p, const char *start, const char *name,
        bool address)
{
    const struct avr_device *device = p->image->device;
    const struct avr_register *r = avr_register_find (device, name);
    if (r) {
        emit_register (p, start, r, address);
        return true;
    }
    if (try_register_pair (p, start, name, address))
        return true;
    const struct avr_bit *b = avr_bit_find (device, name);
    if (!b)
        return false;
    if (address)
        property_fail (p, start, "a bit has no address");
    else if (check_no_input (p, start, b->address, (uint8_t) (1u << b->bit)))
        emit_place (
            p, start,
            (struct avr_item) {
                .size = 1, .address = b->address, .bit = b->bit, .width = 1});
    return true;
}

static bool
try_cpu (struct property_parser *p, const char *start, const char *name,
         bool address)
{
    char *end = NULL;
    unsigned long number =
        isdigit ((unsigned char) name[1]) ? strtoul (name + 1, &end, 10) : 32;
    if (name[0] == 'r' && end && !*end && number < 32) {
        if (address)
            property_constant (p, (int64_t) number);
        else
            emit_place (
                p, start,
                (struct avr_item) {.size = 1, .address = (uint16_t) number});
        return true;
    }
    if (strcmp (name, "pc") || address)
        return false;
    size_t from = p->property->item.size;
    p->property->reads_pc = true;
    property_emit (p, (struct avr_item) {.word = WORD_PC});
    add_leaf (p, start, from, true);
    return true;
}

/* `sram[ADDRESS]`: the address is one of the data space. */
static void
parse_sram (struct property_parser *p, const char *start)
{
    const struct avr_device *d = p->image->device;
    size_t from = p->property->item.size;
    int64_t at;
    property_expression (p);
    property_expect (p, "]");
    if (p->failed)
        return;
    if (property_is_constant (p, from, &at)) {
        p->property->item.size = from;
        if (at < d->sram_first || at > d->sram_last)
            property_fail (p, start, "SRAM of %s is 0x%x to 0x%x", d->name,
                           d->sram_first, d->sram_last);
        else
            emit_place (
                p, start,
                (struct avr_item) {.size = 1, .address = (uint16_t) at});
        return;
    }
    uint16_t count = (uint16_t) (d->sram_last - d->sram_first + 1);
    property_constant (p, d->sram_first);
    property_emit (p, (struct avr_item) {.word = WORD_OPERATOR,
                                         .value = OPERATOR_SUBTRACT});
    property_emit (
        p, (struct avr_item) {.word = WORD_INDEX, .stride = 1, .count = count});
    property_emit (p, (struct avr_item) {.word = WORD_BYTES,
                                         .size = 1,
                                         .stride = 1,
                                         .address = d->sram_first});
    property_observe (p, d->sram_first, count);
    add_leaf (p, start, from, true);
}

static const char *
how_to_debug (const struct avr_symbols *s)
{
    if (s->debug)
        return "; its bytes are sram[&NAME]";
    return s->stabs ? ": its debug information is STABS, compile with "
                      "-gdwarf-4"
                    : ": there is no debug information, compile with -g "
                      "-gdwarf-4";
}

static bool
try_label (struct property_parser *p, const char *start, const char *name,
           bool address)
{
    const struct avr_symbols *s = &p->image->symbols;
    const struct avr_label *l = avr_symbols_find_label (s, name);
    if (!l)
        return false;
    if (l->code || address)
        property_constant (p, l->address);
    else
        property_fail (p, start, "the type of `%s` is not known%s", name,
                       how_to_debug (s));
    return true;
}

static bool
try_constant (struct property_parser *p, const char *start, const char *name)
{
    const struct avr_symbols *s = &p->image->symbols;
    for (size_t i = 0; i < s->constant.size; i++) {
        const struct avr_constant *c = s->constant.at + i;
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
    if (try_io (p, start, name, address) || try_cpu (p, start, name, address)
        || try_label (p, start, name, address))
        return;
    if (!address && !strcmp (name, "sram") && property_take (p, "["))
        parse_sram (p, start);
    else if (!address && !strcmp (name, "line") && property_take (p, "("))
        property_line (p);
    else if (!strcmp (name, "true") || !strcmp (name, "false"))
        property_constant (p, name[0] == 't');
    else
        property_unknown (p, start, strlen (name));
}

void
property_name (struct property_parser *p, bool address)
{
    const char *start = p->at, *end;
    const struct avr_variable *v = property_find_variable (p, &end);
    if (p->failed)
        return;
    if (v) {
        size_t from = p->property->item.size;
        p->at = end;
        property_variable (p, start, v, address);
        if (!p->failed && !address)
            add_leaf (p, start, from, false);
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
