/* cdb_internal.h -- what the files of cdb.h share. */
#ifndef FRONTEND_HEX_CDB_INTERNAL_H
#define FRONTEND_HEX_CDB_INTERNAL_H

#include "base/memory.h"
#include "base/vec.h"
#include "frontend/hex/cdb.h"

/* A piece of the text; borrowed. */
struct cdb_word {
    const char *at;
    size_t size;
};

/* SCOPE$NAME$LEVEL$BLOCK */
struct cdb_name {
    char scope;            /* G, F, L; S inside of types */
    struct cdb_word owner; /* module, or module.function */
    struct cdb_word name;
    struct cdb_word whole; /* all of it */
};

struct cdb_symbol {
    struct cdb_name name;
    struct cdb_word module; /* where it was declared */
    uint32_t type, size;
    char space;         /* E, F, G, H, I, J, ..; 0: a function */
    uint8_t bit, width; /* of a field that is bits */
};

struct cdb_address {
    struct cdb_name name;
    char kind; /* 0: of a symbol; X: the end of a function */
    uint32_t address;
};

/* A struct or union: its fields are read when all are known. */
struct cdb_record {
    struct cdb_word module, tag;
    const char *fields; /* where they begin */
    unsigned line;
    const char *line_start;
    uint32_t type;
};

struct cdb_reader {
    struct micro_image *image;
    const char *at, *end;
    const char *line; /* its first character */
    struct place place;
    struct problem *problem;
    struct cdb_word module;
    struct VEC (struct cdb_symbol) symbol;
    struct VEC (struct cdb_address) address;
    struct VEC (struct cdb_record) record;
};

/* ---- reading.  All give false if a problem was set. */

bool cdb_fail (struct cdb_reader *, const char *expected);
bool cdb_expect (struct cdb_reader *, char);
bool cdb_take (struct cdb_reader *, char); /* is it there?  no problem */
bool cdb_number (struct cdb_reader *, uint32_t most, uint32_t *);
bool cdb_hex (struct cdb_reader *, uint32_t *);
/* Characters up to one of `ends`, or the end of the line; not none. */
bool cdb_read_word (struct cdb_reader *, const char *ends, const char *what,
                    struct cdb_word *);
bool cdb_read_name (struct cdb_reader *, struct cdb_name *);
/* Behind `S:`. */
bool cdb_read_symbol (struct cdb_reader *, struct cdb_symbol *);

bool cdb_same (struct cdb_word, struct cdb_word);
char *cdb_string (struct cdb_word); /* the caller frees it */

/* ({SIZE}TYPE:SIGN) */
bool cdb_read_type (struct cdb_reader *, struct cdb_symbol *);
/* The fields of all records. */
bool cdb_read_fields (struct cdb_reader *);

/* Makes variables and labels of what was read. */
void cdb_finish (struct cdb_reader *);

#endif
