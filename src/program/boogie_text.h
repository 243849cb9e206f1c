/* boogie_text.h -- names and operators for a program printed as Boogie.
 *
 * Our names may hold characters that Boogie does not have in names (`@`, `!`),
 * and our terms operators that it has no syntax for.  Both get names of their
 * own that nothing else in the program has; the same on every run.
 *
 * For program_print.c, boogie_term.c and boogie_names.c only. */
#ifndef BOOGIE_TEXT_H
#define BOOGIE_TEXT_H

#include "base/map.h"
#include "program/program.h"

struct boogie_operator { /* op (sort ..), as a function of Boogie */
    const char *name;
    const term *example; /* an application of the operator */
};
struct vec_operator VEC (struct boogie_operator);
struct vec_name VEC (const char *);

struct boogie_names {
    struct arena arena;
    struct map used;    /* digests of names that stand for themselves */
    struct map nullary; /* of functions without parameters: f () in Boogie */
    struct map chosen;  /* digest of a name or operator to its index in name */
    struct vec_name name;
    struct vec_operator operator; /* to be declared, in order of use */
};

/* Looks at all names and terms of a program. */
void boogie_names_init (struct boogie_names *, const struct program *);
void boogie_names_clear (struct boogie_names *);
/* A name as Boogie writes it.  Without names (null), what does not fit is
 * replaced without regard to others. */
void boogie_name (struct boogie_names *, struct text *, const char *name);
/* A variable: old (g) for g@old, f () for a function without parameters. */
void boogie_variable (struct boogie_names *, struct text *, const char *name);
/* Is this an operator that Boogie has no syntax for? */
bool boogie_is_operator (enum op);
/* The function that stands for the operator of this term. */
void boogie_operator (struct boogie_names *, struct text *, const term *);
/* What the function's attribute says: "zero_extend 8". */
void boogie_builtin (struct text *, const term *);

void boogie_term_named (struct boogie_names *, struct text *, const term *);
void boogie_sort_named (struct boogie_names *, struct text *, const sort *);

#endif
