/* inputs.h -- what an execution of a C program got from outside, in order.
 *
 * Follows a trail (trail_run must have confirmed it) and lists every havoc that
 * is marked {:input} or {:uninitialised}, and the assertion that failed. */
#ifndef INPUTS_H
#define INPUTS_H

#include "program/trail.h"

struct input {
    const char *function;      /* "__VERIFIER_nondet_int" */
    const char *uninitialised; /* else: the variable's name */
    const term *value;         /* null: any */
    struct place place;
};

struct inputs {
    struct vec_input VEC (struct input) input;
    const char *check;   /* of the failed assertion: "unreach-call" */
    const char *message; /* may be null */
    const char *cut;     /* it is a cut: why */
    struct place place;  /* of the failed assertion */
    bool abstract;       /* went through a function {:abstract} */
};

void inputs_clear (struct inputs *);
bool inputs_find (struct inputs *, const struct trail *, struct program *,
                  struct problem *);

/* The harness, as C text: definitions of the __VERIFIER_nondet_ functions that
 * the program uses, which give the values in order (their number checked), of
 * __VERIFIER_assume, and of the error functions, which print and end with code
 * 100; for other checks the flags that make gcc's sanitizers end it so.  What is
 * compiled and how stands in its first comment. */
void harness_write (const struct inputs *, const struct program *,
                    struct text *);

#endif
