/* instrument.h -- a copy of a C file with checks of invariants in it.
 *
 * What an invariant says is given to a function, cohort_invariant_, that calls
 * __VERIFIER_error if it is 0: so the copy fails iff the program does, or an
 * invariant does not hold. */
#ifndef CSOURCE_INSTRUMENT_H
#define CSOURCE_INSTRUMENT_H

#include "base/vec.h"
#include "csource/loop.h"

struct c_insertion {
    size_t at;
    char *text; /* owned */
};

struct c_instrument {
    char *source, *code; /* owned: the file, and c_code of it */
    size_t size;
    struct vec_insertion VEC (struct c_insertion) insertion;
};

/* False: the file cannot be read; then nothing is to be cleared. */
bool c_instrument_init (struct c_instrument *, const char *file);
void c_instrument_clear (struct c_instrument *);
/* Forgets the checks. */
void c_instrument_reset (struct c_instrument *);

/* False: it has side effects, or there is no such loop or statement there. */
bool c_instrument_loop (struct c_instrument *, struct place,
                        const char *expression);
bool c_instrument_statement (struct c_instrument *, struct place,
                             const char *expression);
/* The text; line numbers stay. */
void c_instrument_write (const struct c_instrument *, struct text *);
/* The file that goes with it (csource/embedded). */
extern const char embedded_invariant[];

/* Whether gcc takes the text; true if it cannot tell. */
bool c_instrument_compiles (const struct c_instrument *, const char *file,
                            const char *const *flag, size_t flags,
                            unsigned bits);

#endif
