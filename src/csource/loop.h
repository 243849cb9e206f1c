/* loop.h -- loops in the text of a C program, and checks put into it.
 *
 * A loop's invariant is about the moments at which its condition is about to be
 * evaluated (of do: at which its body begins).  A check is put just there:
 *
 *     while (CHECK, (a < b))     for (i = 0; CHECK, (i < n); i++)     do {
 * CHECK;
 *
 * Only the text is looked at, with comments, literals and directives blanked
 * out; what is too clever for that is not found. */
#ifndef CSOURCE_LOOP_H
#define CSOURCE_LOOP_H

#include "base/problem.h"
#include "base/text.h"

enum c_loop_kind { C_LOOP_WHILE, C_LOOP_FOR, C_LOOP_DO };

struct c_loop {
    enum c_loop_kind kind;
    struct place place; /* of the word; file as asked */
    size_t at;          /* offset of the word */
    size_t check, end;  /* the condition; of do: behind the brace, twice */
};

/* The same size; what is no code is blank, lines stay.  The caller frees it. */
char *c_code (const char *source, size_t);
/* The loop whose first word is at the place, or whose head the place is in;
 * without a column: the first that begins in the line.  False: none is found.
 */
bool c_loop_find (const char *code, size_t, struct place, struct c_loop *);
/* Whether a check may be put there: before a statement. */
bool c_statement_find (const char *code, size_t, struct place, size_t *at);

/* Whether it is an expression that changes nothing: no assignment, no call. */
bool c_expression_is_pure (const char *);

#endif
