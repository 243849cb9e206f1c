/* build.h -- what the files of builders share. */
#ifndef LOGIC_TERM_BUILD_H
#define LOGIC_TERM_BUILD_H

#include "logic/term/store.h"

/* OP_LE to OP_IS_INT; the sorts are checked, `s` is the result's. */
const term *arithmetic_make (terms *, enum op, const sort *s,
                             const term *const *arg, size_t args);

#endif
