/* operator.h -- functions that name an operator of SMT-LIB. */
#ifndef PROGRAM_OPERATOR_H
#define PROGRAM_OPERATOR_H

#include "program/program.h"

/* The text of {:bvbuiltin ".."} or {:builtin ".."} of a function without a
 * body, or null. */
const char *function_operator (const struct function *);
/* The operator over these variables, which stand for the parameters.  Texts:
 * "bvadd", "(_ sign_extend 24)", "sign_extend 24"; besides SMT-LIB's own "rem"
 * (Z3's) and "MapConst" (Boogie's).  Null: no such operator, or it does not fit
 * the function's sorts. */
const term *operator_body (struct program *, const struct function *,
                           const char *text, const term *const *parameter);

#endif
