/* symbols.h -- names of a firmware: labels, lines and C variables, as the
 * debug information tells them.  Only the master has them. */
#ifndef MICRO_SYMBOLS_H
#define MICRO_SYMBOLS_H

#include <stdint.h>

#include "base/problem.h"
#include "base/text.h"
#include "base/vec.h"

enum micro_type_kind {
    TYPE_INTEGER,
    TYPE_STRUCT,
    TYPE_ARRAY,
    TYPE_POINTER,
    TYPE_OTHER
};

struct micro_field {
    char *name; /* owned; may be empty (anonymous) */
    uint32_t type, offset;
    uint8_t bit, width; /* of a bit-field, from the lowest bit; else width 0 */
};

struct micro_type {
    uint8_t kind;
    bool is_signed;
    uint32_t size;                         /* bytes */
    uint32_t element;                      /* of arrays */
    uint32_t count;                        /* of arrays */
    struct VEC (struct micro_field) field; /* structs and unions */
    char *name;                            /* owned; may be null */
};

struct micro_variable {
    char *name, *file; /* owned; file: base name of the compiled one */
    char *function;    /* of a static in a function; else null */
    uint32_t address;  /* in the data space */
    uint32_t type;
    uint8_t bit, width; /* of one that is bits of that byte; else width 0 */
};

/* A name for a number: an enumerator, or a const that takes no memory. */
struct micro_constant {
    char *name; /* owned */
    int64_t value;
};

struct micro_label {
    char *name;       /* owned */
    uint32_t address; /* code: bytes; data: data space */
    uint32_t size;
    bool code;
};

struct micro_line {
    uint32_t address;    /* bytes; holds up to the next one */
    uint32_t file, line; /* line 0: none */
    bool is_statement;
};

struct micro_symbols {
    struct VEC (struct micro_type) type;
    struct VEC (struct micro_variable) variable; /* by name, file */
    struct VEC (struct micro_constant) constant; /* by name, value */
    struct VEC (struct micro_label) label; /* code first, each by address */
    struct VEC (struct micro_line) line;   /* by address */
    struct VEC (char *) file;              /* owned; as compiled */
    bool debug; /* there is debug information that can be read */
    bool stabs; /* there is some, but in STABS */
};

void micro_symbols_init (struct micro_symbols *);
void micro_symbols_clear (struct micro_symbols *);
/* Brings everything into its order; double entries go. */
void micro_symbols_sort (struct micro_symbols *);
/* The label at or before a code address, or null; of several at one address one
 * with a size, then the shortest name (`__init`, not `__ctors_end`). */
const struct micro_label *micro_symbols_label (const struct micro_symbols *,
                                               uint32_t address);
/* The label of this name, or null; of several the one with the least address. */
const struct micro_label *
micro_symbols_find_label (const struct micro_symbols *, const char *name);
/* The C place of a code address; false: none is known. */
bool micro_symbols_line (const struct micro_symbols *, uint32_t address,
                         const char **file, unsigned *line);
/* The last part of a path. */
const char *micro_symbols_base (const char *path);

/* The innermost thing that holds the byte at a data address: "table[3].x". */
struct micro_leaf {
    uint32_t type, address;
    uint8_t bit, width; /* of a bit-field; else width 0 */
};
/* False: no variable is there.  The name is added to the text.  Of bit-fields
 * that share the byte the first that holds one of the bits in `mask` is taken. */
bool micro_symbols_leaf (const struct micro_symbols *, uint32_t address,
                         uint8_t mask, struct micro_leaf *, struct text *name);

#endif
