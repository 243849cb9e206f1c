/* texts.h -- readers of texts.c that stand in files of their own. */
#ifndef FUZZ_TEXTS_H
#define FUZZ_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/problem.h"

/* Aborts if it is not so. */
void require (bool good, const char *what);
/* Aborts if the problem of what was refused says nothing. */
void refused (const struct problem *);

/* texts_formula.c.  A text ends with 0 behind its size. */
void read_formula (const char *text, size_t size);
void read_program_name (const char *text, size_t size);
void read_firmware_expression (const char *text, size_t size);
void read_model_expression (const char *text, size_t size);

#endif
