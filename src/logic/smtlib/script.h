/* script.h -- terms as an SMT-LIB script that any solver can read.
 *
 * Declares the uninterpreted sorts, functions and free variables of the terms
 * (in the order of their first visit), asserts each, and asks check-sat. */
#ifndef LOGIC_SMTLIB_SCRIPT_H
#define LOGIC_SMTLIB_SCRIPT_H

#include "logic/term/term.h"

void script_write (struct text *, terms *, const term *const *, size_t);

#endif
