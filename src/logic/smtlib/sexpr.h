/* sexpr.h -- S-expressions with their places, as SMT-LIB writes them.
 *
 * Reading does not recurse, so depth is bounded by memory only; files of
 * millions of nodes are read in one pass. */
#ifndef LOGIC_SMTLIB_SEXPR_H
#define LOGIC_SMTLIB_SEXPR_H

#include "base/memory.h"
#include "base/problem.h"
#include "base/text.h"

enum sexpr_kind {
    SEXPR_LIST,
    SEXPR_SYMBOL,
    SEXPR_KEYWORD,
    SEXPR_NUMERAL,
    SEXPR_DECIMAL,
    SEXPR_HEX,
    SEXPR_BINARY,
    SEXPR_STRING
};

struct sexpr {
    enum sexpr_kind kind;
    bool quoted;               /* a symbol written with bars */
    uint32_t size;             /* of a list */
    uint32_t symbol;           /* of the others: equal iff the texts are;
                                  counted from 0 in each sexpr_read */
    const struct sexpr *child; /* of a list: size of them, side by side */
    const char *text;          /* of the others; terminated; without bars,
                                  quotes, #x, #b, colon */
    uint32_t begin, end;       /* offsets in the source, end exclusive */
    uint32_t line, column;     /* from 1; columns count bytes */
};

/* All expressions of a source text.  They live in the arena.  False: problem
 * with place (unbalanced, bad character, unterminated string or bar). */
bool sexpr_read (const char *source, size_t size, const char *file,
                 struct arena *, const struct sexpr **list, size_t *count,
                 struct problem *);
bool sexpr_is (const struct sexpr *, const char *symbol);
/* A list whose first element is this symbol. */
bool sexpr_begins (const struct sexpr *, const char *symbol);
struct place sexpr_place (const struct sexpr *, const char *file);
void sexpr_print (struct text *, const struct sexpr *);

#endif
