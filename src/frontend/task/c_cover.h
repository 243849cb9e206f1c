/* c_cover.h -- what a verdict on a C program, or on a Boogie program that was
 * made from one, covers: lines `checked` and `not checked` of the outcome.
 *
 * Words are those of --check, in the order of the table: whoever misses one can
 * ask for it. */
#ifndef FRONTEND_TASK_C_COVER_H
#define FRONTEND_TASK_C_COVER_H

#include "frontend/task/c_ask.h"
#include "program/program.h"
#include "report/outcome.h"

/* A check: its word; its name in program/attributes.h, null: only the C machine has
 * it; its bits of enum vm_check. */
struct c_check {
    const char *word, *name;
    uint32_t machine;
};
/* The last one has no word. */
extern const struct c_check c_checks[];

/* What was asked; `machine`: of the C machine. */
void c_cover_asked (const struct c_ask *, bool machine, struct outcome *);
/* What is asked for and not decided, of an outcome that is not UNSAFE. */
void c_cover_undecided (const struct c_ask *, struct outcome *);
/* The verdict that the question itself expects, if it does. */
void c_cover_expected (const struct c_ask *, struct outcome *);
/* What the program says it has places for, and was not asked (program/attributes.h). */
void c_cover_marks (const struct program *, struct outcome *);
/* The same of the C machine: bits of vm_unchecked. */
void c_cover_machine (uint32_t unchecked, struct outcome *);

#endif
