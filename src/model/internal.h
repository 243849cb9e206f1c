/* internal.h -- what a protocol says to model.c about itself. */
#ifndef MODEL_INTERNAL_H
#define MODEL_INTERNAL_H

#include <assert.h>

#include "model/model.h"

enum { MODEL_BYTES = 64 }; /* no state is longer; copies go by 16 */

/* The numbers of one instance. */
struct model_shape {
    unsigned processes;
    unsigned tickets; /* bakery: the greatest; deep: rounds */
    bool bug;
};

enum model_step { STEP_BLOCKED, STEP_DONE, STEP_FAULT };

/* What propositions about a model speak of: `name`, or `name[process]`. */
struct model_variable {
    const char *name;
    bool own; /* each process has one */
    int64_t (*value) (const struct model_shape *, const uint8_t *,
                      unsigned process);
};

/* Every process has at most one step in every state.  A step changes the state
 * in place, or leaves it alone and says BLOCKED. */
struct protocol {
    const char *name;
    unsigned least, most;  /* processes */
    unsigned most_tickets; /* 0: the input has no such number */
    size_t (*bytes) (const struct model_shape *);
    enum model_step (*step) (const struct model_shape *, uint8_t *,
                             unsigned process);
    /* The bytes of one process, as a part of their own; the rest is the last
     * part.  0: no parts. */
    size_t process_bytes;
    /* Clears the bits of all but what a partial hash is of (machine/generator.h:
     * enum partial), whatever they are; null: nothing is told apart. */
    void (*forget) (const struct model_shape *, uint8_t *, int kept);
    /* The statement that a process is at. */
    const char *(*statement) (const struct model_shape *, const uint8_t *,
                              unsigned process);
    /* Its variables; and, with process = processes, those of all. */
    void (*print) (const struct model_shape *, const uint8_t *,
                   unsigned process, FILE *);
    const struct model_variable *variable; /* up to one without a name */
};

extern const struct protocol protocol_phil, protocol_bakery, protocol_peterson,
    protocol_deep, protocol_graph;

#endif
