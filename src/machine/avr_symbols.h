/* avr_symbols.h -- names of a firmware: labels, lines and C variables, as the
 * debug information tells them.  Only the master has them. */
#ifndef AVR_SYMBOLS_H
#define AVR_SYMBOLS_H

#include "base/problem.h"
#include "base/text.h"
#include "base/vec.h"

enum avr_type_kind { TYPE_INTEGER, TYPE_STRUCT, TYPE_ARRAY, TYPE_POINTER, TYPE_OTHER };

struct avr_field {
    char *name; /* owned; may be empty (anonymous) */
    uint32_t type, offset;
    uint8_t bit, width; /* of a bit-field, from the lowest bit; else width 0 */
};

struct avr_type {
    uint8_t kind;
    bool is_signed;
    uint32_t size;    /* bytes */
    uint32_t element; /* of arrays */
    uint32_t count;   /* of arrays */
    struct VEC (struct avr_field) field; /* structs and unions */
    char *name;       /* owned; may be null */
};

struct avr_variable {
    char *name, *file; /* owned; file: base name of its unit */
    char *function;    /* of a static in a function; else null */
    uint32_t address;  /* in the data space */
    uint32_t type;
};

struct avr_label {
    char *name;       /* owned */
    uint32_t address; /* code: bytes; data: data space */
    uint32_t size;
    bool code;
};

struct avr_line {
    uint32_t address; /* bytes; holds up to the next one */
    uint32_t file, line; /* line 0: none */
    bool is_statement;
};

struct avr_symbols {
    struct VEC (struct avr_type) type;
    struct VEC (struct avr_variable) variable; /* by name, file */
    struct VEC (struct avr_label) label;       /* by address */
    struct VEC (struct avr_line) line;         /* by address */
    struct VEC (char *) file;                  /* owned; as compiled */
    bool debug;      /* there is debug information that can be read */
    bool stabs;      /* there is some, but in STABS */
};

void avr_symbols_init (struct avr_symbols *);
void avr_symbols_clear (struct avr_symbols *);
/* The label at or before a code address, or null. */
const struct avr_label *avr_symbols_label (const struct avr_symbols *,
                                           uint32_t address);
/* "file.c:12" of a code address, or null; borrowed until the next call. */
bool avr_symbols_line (const struct avr_symbols *, uint32_t address,
                       const char **file, unsigned *line);

#endif
