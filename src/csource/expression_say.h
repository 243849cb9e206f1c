/* expression_say.h -- the parts of c_expression*.c.
 *
 * Each appends to `out` and gives false if it cannot be said; what was appended
 * until then is of no use. */
#ifndef CSOURCE_EXPRESSION_SAY_H
#define CSOURCE_EXPRESSION_SAY_H

#include <stdint.h>

#include "logic/term/sort.h"
#include "csource/expression.h"

enum { SAY_DEPTH_MOST = 400, SAY_TEXT_MOST = 1 << 16 };

struct saying {
    struct text *out;
    c_namer *name;
    void *context;
    unsigned depth; /* of terms that are being said */
};

typedef bool sayer (struct saying *, const term *);

/* expression.c.  Whoever has entered leaves with his result. */
bool say_enter (struct saying *);
bool say_leave (struct saying *, bool good);
bool say_is_leaf (const term *);
sayer say_bool;
/* All arguments, with the operator between them. */
bool say_chain (struct saying *, const term *, const char *op, sayer *each);
bool say_choice (struct saying *, const term *, sayer *each);

/* expression_bits.c */
unsigned say_width (const term *);  /* 0: no bit-vector of at most 64 bits */
bool say_has_type (unsigned width); /* C has a type of just this width */
sayer say_unsigned; /* an unsigned int or long long, higher bits are 0 */
sayer say_signed;

/* expression_int.c: a long long; *most bounds the absolute value */
bool say_int (struct saying *, const term *, uint64_t *most);
sayer say_integer;

#endif
