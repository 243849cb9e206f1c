/* definitions.h -- a proof over clauses, read back: one formula per relation.
 */
#ifndef DEFINITIONS_H
#define DEFINITIONS_H

#include "base/problem.h"
#include "logic/term/term.h"

struct definition {
    const char *name;     /* of the relation */
    const char **written; /* names of its parameters in the text */
    const term **param;   /* variables of the store that stand for them */
    size_t params;
    const term *body;
};

struct definitions {
    struct arena arena;
    struct vec_definition VEC (struct definition) definition;
};

/* Of a text of define-funs (cegar/simplify/certificate.h).  False: problem; then nothing is to
 * be cleared. */
bool definitions_read (struct definitions *, terms *, const char *text,
                       size_t size, const char *file, struct problem *);
void definitions_clear (struct definitions *);

#endif
