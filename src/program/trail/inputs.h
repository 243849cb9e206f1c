/* inputs.h -- what an execution of a C program got from outside, in order.
 *
 * Follows a trail (trail_run must have confirmed it) and lists every havoc that
 * is marked {:input} or {:uninitialised}, and the assertion that failed. */
#ifndef PROGRAM_TRAIL_INPUTS_H
#define PROGRAM_TRAIL_INPUTS_H

#include "program/trail/trail.h"

struct input {
    const char *function;      /* "__VERIFIER_nondet_int" */
    const char *uninitialised; /* else: the variable's name */
    const term *variable;      /* the one that is havocked: its sort */
    const term *value;         /* null: any */
    struct place place;
    const char *procedure; /* the C function that it happens in */
    uint32_t parts; /* values of this one call; a pointer has two, and only
                       null can be given natively */
};

enum { INPUTS_FILLS = 6 };

/* Strings and terms are the program's, but `guessed` and `uncontrolled`. */
struct inputs {
    struct vec_input VEC (struct input) input;
    const char *check;     /* of the failed assertion: "unreach-call" */
    const char *message;   /* may be null */
    const char *cut;       /* it is a cut: why */
    struct place place;    /* of the failed assertion */
    const char *procedure; /* the C function that it stands in; may be null */
    const char *entry;     /* the C function where it starts */
    bool abstract;         /* went through a function {:abstract} */
    bool arguments;        /* depends on argv, about which nothing is known,
                              not even what every system promises */
    char *guessed;         /* what the model made up and the failure depends on
                              ("uninitialised x", "the result of fopen"): only
                              a native run that fails confirms it; null:
                              nothing */
    char *uncontrolled;    /* what the program leaves open and the harness
                              cannot give ("parameters of f", "effects of g"):
                              a native run that passes says nothing then; null:
                              nothing */
    /* Whether memory that was never written matters; its values there, repeated
     * to 64 bits: what a native run may fill its memory with. */
    bool memory;
    uint64_t fill[INPUTS_FILLS];
    size_t fills;
    /* What functions that read files got, in order: the harness has it on
     * stdin.  The native run tells whether they come to the same. */
    struct text standard;
};

void inputs_clear (struct inputs *);
bool inputs_find (struct inputs *, const struct trail *, struct program *,
                  struct problem *);

/* The harness, as C text: definitions of the __VERIFIER_nondet_ functions that
 * the program uses, which give the values in order (their number checked), of
 * __VERIFIER_assume, and of the error functions, which say HARNESS_REACHED and
 * end with code 100 (with another one if it is another check that failed; then
 * gcc's sanitizers end it).  Other codes:
 *     101 more inputs are asked for than there are    102 an assumption fails
 *     103 abort                 104 the inputs are asked for in another order
 *     105 an error function, but another check fails
 *     106 random numbers begin again with a seed that was used before
 * What is compiled and how stands in its first comment. */
#define HARNESS_REACHED "cohort: the error is reached"
void harness_write (const struct inputs *, const struct program *,
                    struct text *);

/* The C type of a function's result by its name (conventions of verifiers) and
 * the width of its value; "int32_t" and the like for names that say nothing;
 * null: no type of C. */
const char *harness_type (const char *function, const sort *);
/* The i-th name after __VERIFIER_nondet_ that is known; null: no more.  *type:
 * what it gives in C. */
const char *harness_nondet (size_t i, const char **type);
/* Whether the harness can define this function: not those of the C library, of
 * which other functions may depend. */
bool harness_can_define (const char *function);
/* Whether the C library has it, or that of the compiler. */
bool harness_is_library (const char *function);
/* Whether the harness gives this input. */
bool harness_gives (const struct input *);

#endif
