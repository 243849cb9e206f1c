/* walk.h -- one way through the C machine, leg by leg, and the inputs that
 * it takes.
 *
 * A leg is so many instructions of one thread.  That does not depend on how
 * edges are numbered, which it does where inputs are known: then there are
 * fewer. */
#ifndef VM_REPLAY_WALK_H
#define VM_REPLAY_WALK_H

#include "vm/machine.h"

struct vm_leg {
    uint32_t thread, steps;
    uint32_t first, end; /* its choices, in struct vm_walk */
};

struct vm_walk {
    struct VEC (struct vm_leg) leg;
    struct VEC (struct vm_choice) choice;
    struct VEC (uint64_t) input; /* in the order in which they are asked for */
};

/* How a walk ended. */
struct vm_walk_end {
    uint32_t fault; /* of its last leg; VM_NO_FAULT: none */
    bool guessed;   /* something unknown decided on it */
    char *message;  /* of the fault; owned; null: none */
};

void vm_walk_clear (struct vm_walk *);
void vm_walk_end_clear (struct vm_walk_end *);
/* The walk along a path of edges, inputs unknown.  False: there is no such path
 * (then the walk is what there is of it). */
bool vm_walk_record (generator *, const uint32_t *choice, size_t choices,
                     struct vm_walk *, struct vm_walk_end *);

/* A walk of a machine with VM_FEW_INPUTS as one of the machine without: what
 * was chosen for inputs becomes its inputs. */
void vm_walk_settle (struct vm_walk *);

/* Whoever looks on; each may be null.  `watch` is that of vm/exec/run.h; `passed` is
 * told each leg when it was walked. */
struct vm_onlooker {
    void (*watch) (void *context, struct vm_run *);
    void (*passed) (void *context, struct bytes source, const struct edge *);
    void *context;
};

/* From the root, with the walk's inputs.  False: it cannot be walked. `output`:
 * what is printed on it; may be null. */
bool vm_walk_follow (generator *, const struct vm_walk *,
                     const struct vm_onlooker *, struct text *output,
                     struct vm_walk_end *);

/* The first edge of every state, as far as there are some; nothing of it is
 * kept but what was printed.  False: problem (something is not modelled). */
bool vm_walk_first (generator *, struct text *output, struct vm_walk_end *,
                    struct problem *);

/* A line for each leg: thread, steps, and the answers that were no guesses;
 * then `input N` lines. */
void vm_walk_write (const struct vm_walk *, struct text *);
/* False: not what write makes. */
bool vm_walk_read (struct vm_walk *, const char *lines);

#endif
