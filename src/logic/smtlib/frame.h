/* frame.h -- what term.c still has to do, on its stack. */
#ifndef LOGIC_SMTLIB_FRAME_H
#define LOGIC_SMTLIB_FRAME_H

#include "logic/smtlib/operator.h"

enum smtlib_frame_kind {
    FRAME_OPERATOR,
    FRAME_FUNCTION,
    FRAME_MACRO,
    FRAME_CONST_ARRAY,
    FRAME_SPLICE, /* leaves its values to the frame below */
    FRAME_LET,    /* the values; then becomes */
    FRAME_BODY,   /* of a let */
    FRAME_QUANTIFIER,
    FRAME_ANNOTATION,
    FRAME_ADVICE, /* an annotation under a quantifier: leaves a body, patterns */
    FRAME_PATTERN
};

struct smtlib_frame {
    enum smtlib_frame_kind kind;
    const struct sexpr *at;
    uint32_t next;             /* child to be read */
    uint32_t end;              /* children from here on are no terms */
    size_t value, trail;       /* heights of these stacks when it began */
    const struct operator* op; /* of OPERATOR and SPLICE */
    uint32_t which;            /* FUNCTION, MACRO: index */
    uint32_t index[2];         /* OPERATOR */
    const sort *sort;          /* CONST_ARRAY */
    const term **bound;        /* QUANTIFIER; owned */
};

#endif
