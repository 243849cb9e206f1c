/* flow.h -- the control flow of a firmware: which instruction may follow which.
 *
 * Indirect jumps and calls may go anywhere; returns go behind every call of the
 * functions that they can be in, and behind every indirect one.  A program that makes
 * return addresses in other ways (a scheduler, longjmp) can go elsewhere: what is made
 * of this may cost precision by that, never soundness. */
#ifndef MICRO_REDUCE_FLOW_H
#define MICRO_REDUCE_FLOW_H

#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

struct micro_program;
struct micro_symbols;
struct text;

enum micro_turn_kind {
    TURN_NONE,     /* to the next instruction only */
    TURN_JUMP,     /* to its targets: jumps, branches, skips */
    TURN_CALL,     /* to its target, and behind it some time */
    TURN_RETURN,   /* no target that is known, nor for those below */
    TURN_RESUME,   /* the return from an interrupt */
    TURN_INDIRECT, /* a jump to what a register says */
    TURN_CALL_INDIRECT,
    TURN_END /* there is no such instruction */
};

/* Where control may go from an instruction, by program counters. */
struct micro_turn {
    enum micro_turn_kind kind;
    uint32_t behind;    /* the next instruction */
    uint32_t target[2]; /* of TURN_NONE the next one */
    size_t targets;
};

enum micro_flow_mark {
    FLOW_REACHED = 1, /* an instruction that some run may come to */
    FLOW_ANYWHERE = 2 /* what comes next is not known */
};

struct micro_flow {
    uint32_t words;
    uint8_t *mark;    /* per word of code, of enum micro_flow_mark */
    uint32_t *first;  /* targets of word w: target[first[w] .. first[w + 1]) */
    uint32_t *target; /* rising for each word; a call goes to the function, a
                         return behind its calls */
};

void micro_flow_init (struct micro_flow *, const struct micro_program *);
void micro_flow_clear (struct micro_flow *);

/* ---- as it is drawn */

enum micro_flow_edge { FLOW_NEXT, FLOW_CALL, FLOW_BEHIND /* a call */ };

/* For each basic block by address: where it begins, its instructions, the edges that
 * leave it, between the beginnings of blocks.  All are values of the program counter. */
struct micro_flow_visitor {
    void (*block) (void *context, uint32_t pc);
    void (*instruction) (void *context, uint32_t pc, uint32_t behind);
    void (*edge) (void *context, uint32_t from, uint32_t to,
                  enum micro_flow_edge);
    void *context;
};

void micro_flow_visit (const struct micro_program *,
                       const struct micro_flow_visitor *);
/* A run, to be marked in what is drawn: which instruction followed which, and NOWHERE
 * which were executed.  The key is micro_flow_step; the value is true for what a loop at
 * its end does again for ever. */
enum { FLOW_NOWHERE = -1 };
struct digest micro_flow_step (uint32_t from, uint32_t to);
/* The control-flow graph as Graphviz; symbols and `run` may be null.  Blocks and edges of
 * the run are red, those of its loop blue; `title` is above it, if it is not null. */
void micro_flow_dot (const struct micro_program *, const struct micro_symbols *,
                     const struct map *run, const char *title, struct text *);

#endif
