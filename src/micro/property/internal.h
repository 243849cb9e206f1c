/* internal.h -- what the parts of the property language share. */
#ifndef MICRO_PROPERTY_INTERNAL_H
#define MICRO_PROPERTY_INTERNAL_H

#include "micro/class.h"
#include "micro/property/property.h"

__extension__ typedef __int128 wide;

enum { PROPERTY_STACK = 64 }; /* values at a time */

enum property_value { VALUE_KNOWN, VALUE_NONE, VALUE_UNKNOWN };

/* The value of words [from, to); NONE: it has none (micro/program.h); UNKNOWN: it
 * needs bits that are unknown. */
enum property_value property_evaluate (const struct micro_item *, size_t from,
                                       size_t to, const struct micro_core *,
                                       wide *);
/* `item` is a unary or binary operator; false: no value. */
bool property_operate (const struct micro_item *item, wide a, wide b, wide *);
/* Every word finds its operands and leaves one value, in PROPERTY_STACK. */
bool property_items_sound (const struct micro_item *, size_t count,
                           size_t data_size);

/* Something that the text names and that has a value in a state. */
struct property_leaf {
    size_t text, text_end; /* in the text */
    size_t item, item_end;
    bool hex;
};

/* A line that starts at several addresses: the constant at `item` is the
 * first. */
struct property_line {
    size_t item;
    struct VEC (uint32_t) address; /* all, rising */
};

struct property_parser {
    const struct micro_image *image;
    struct micro_property *property;
    const char *text, *at;
    const char *option; /* that the text is of, for messages */
    unsigned column;    /* where it begins there */
    struct problem *problem;
    bool failed;
    unsigned depth;
    struct VEC (struct property_leaf) leaf;
    struct VEC (struct property_line) line;
};

void property_parser_init (struct property_parser *, struct micro_property *,
                           const struct micro_image *, const char *text,
                           struct problem *);
void property_parser_clear (struct property_parser *);
/* The whole text; false: problem. */
bool property_parse (struct property_parser *);

/* For the parts of the parser: */
void property_fail (struct property_parser *, const char *at,
                    const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
void property_space (struct property_parser *);
/* Skips blanks, then this word or sign if it is next. */
bool property_take (struct property_parser *, const char *);
void property_expect (struct property_parser *, const char *);
void property_emit (struct property_parser *, struct micro_item);
void property_constant (struct property_parser *, int64_t);
void property_expression (struct property_parser *); /* with ?: */
/* Is what was emitted since `from` one constant? */
bool property_is_constant (const struct property_parser *, size_t from,
                           int64_t *);
/* The length of the C identifier there; 0: none. */
size_t property_identifier (const char *);

void property_number (struct property_parser *);
void property_character (struct property_parser *);
/* What a cast casts to, behind its parenthesis; size 0: this is none.  Skips it
 * and the parenthesis behind it. */
struct micro_item property_cast (struct property_parser *);

/* A name with all that follows it; with `address` (&) its address. */
void property_name (struct property_parser *, bool address);
/* The rest of a C variable, behind its name. */
/* The number that an address of the data space is to people. */
int64_t property_shown (const struct micro_image *, uint32_t address);
void property_variable (struct property_parser *, const char *start,
                        const struct micro_variable *, bool address);
/* "no .. is called so", with the nearest names. */
void property_unknown (struct property_parser *, const char *at, size_t size);
void property_unknown_field (struct property_parser *, const char *at,
                             size_t size, const struct micro_type *);
/* Finds the C variable that is named here, also as FILE:NAME, FUNCTION:NAME,
 * FILE:FUNCTION:NAME, and its end; null: none, or several (failed then). */
const struct micro_variable *property_find_variable (struct property_parser *,
                                                     const char **end);
/* line(FILE:N), behind the parenthesis. */
void property_line (struct property_parser *);
/* $NUMBER: the byte that is kept at that data address, whatever the device calls it. */
void property_kept (struct property_parser *);
/* reads(NAME.BIT, 0), behind the parenthesis. */
void property_reads (struct property_parser *);
/* Behind the point of a register: the number or name of one of its bits, below `bits`;
 * -1: neither. */
int property_bit (struct property_parser *, uint16_t address, unsigned bits);
void property_add_leaf (struct property_parser *, const char *start,
                        size_t item, bool hex);
void property_observe (struct property_parser *, uint32_t address,
                       uint32_t size);

#endif
