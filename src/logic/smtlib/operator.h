/* operator.h -- the operators of SMT-LIB's theories, on terms. */
#ifndef LOGIC_SMTLIB_OPERATOR_H
#define LOGIC_SMTLIB_OPERATOR_H

#include "logic/smtlib/smtlib.h"

enum operator_kind {
    OPERATOR_TRUE,
    OPERATOR_FALSE,
    OPERATOR_NOT,
    OPERATOR_AND,
    OPERATOR_OR,
    OPERATOR_IMPLIES,
    OPERATOR_XOR,
    OPERATOR_EQ,
    OPERATOR_DISTINCT,
    OPERATOR_ITE,
    OPERATOR_ADD,
    OPERATOR_SUB,
    OPERATOR_MUL,
    OPERATOR_DIVIDE,
    OPERATOR_IDIV,
    OPERATOR_MOD,
    OPERATOR_ABS,
    OPERATOR_COMPARE,
    OPERATOR_TO_REAL,
    OPERATOR_TO_INT,
    OPERATOR_IS_INT,
    OPERATOR_DIVISIBLE,
    OPERATOR_BV_UNARY,
    OPERATOR_BV_BINARY,
    OPERATOR_BV_CHAIN,
    OPERATOR_BV_NEGATED,
    OPERATOR_BV_COMPARE,
    OPERATOR_BV_COMP,
    OPERATOR_CONCAT,
    OPERATOR_EXTRACT,
    OPERATOR_EXTEND,
    OPERATOR_ROTATE,
    OPERATOR_REPEAT,
    OPERATOR_INT_TO_BV,
    OPERATOR_BV_TO_NAT,
    OPERATOR_SELECT,
    OPERATOR_STORE
};

struct operator
{
    const char *name;
    enum operator_kind kind;
    enum op op;          /* that it is built with */
    uint8_t least, most; /* arguments; most 0: any number */
    uint8_t indices;
    bool swap; /* >= is <= with its sides exchanged; rotate: to the right */
};

/* Null: none of that name. */
const struct operator* operator_find (const char *name);
const struct operator* operator_at (int32_t index);
int32_t operator_index (const struct operator*);
/* Nested applications may be read as one: (and a (and b c)). */
bool operator_flattens (const struct operator*);
void operators_reserve (struct smtlib *);

/* `call` is where it stands, for messages.  The values may be changed.  Null:
 * problem set. */
const term *operator_apply (struct smtlib *, const struct operator*,
                            const struct sexpr *call, struct smtlib_value *,
                            size_t args, const uint32_t index[2]);
/* The common number sort: if one is Real, Int numbers become Real. */
bool operator_unify (struct smtlib *, struct smtlib_value *, size_t args);

/* Widest bit-vector (logic/term/sort.h). */
enum { OPERATOR_WIDTH = 1 << 20 };
/* #x.., #b.. and (_ bvN w). */
const term *bits_literal (struct smtlib *, const struct sexpr *);
const term *bits_indexed (struct smtlib *, const struct sexpr *);
const term *bits_apply (struct smtlib *, const struct operator*,
                        const struct sexpr *call, struct smtlib_value *,
                        size_t args, const uint32_t index[2]);
/* A numeral that fits 32 bits. */
bool index_read (struct smtlib *, const struct sexpr *, uint32_t *);

#endif
