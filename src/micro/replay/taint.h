/* taint.h -- which choices of a run had a hand in which bytes.
 *
 * A set of choices is a node: 0 is empty, a leaf is one choice, others join two
 * sets.  Nodes are never changed, only dropped from the end. */
#ifndef MICRO_REPLAY_TAINT_H
#define MICRO_REPLAY_TAINT_H

#include "base/vec.h"
#include "micro/class.h"

struct taint_node {
    uint32_t left, right; /* right 0: a leaf of choice `left` */
};

struct taint_old {
    uint32_t place, node;
};

struct micro_taint {
    struct VEC (struct taint_node) node; /* number 1 is node.at[0] */
    struct VEC (uint32_t) seen, stack;   /* of taint_collect */
    uint32_t round;
    uint32_t places; /* data addresses, then the flags of SREG */
    uint32_t *of;    /* owned; per place */
    struct VEC (struct taint_old) old; /* what was overwritten, to go back */
};

void taint_init (struct micro_taint *, uint32_t data_size);
void taint_clear (struct micro_taint *);
uint32_t taint_leaf (struct micro_taint *, uint32_t choice);
uint32_t taint_join (struct micro_taint *, uint32_t, uint32_t);
uint32_t taint_of (const struct micro_taint *, uint16_t address);
/* The places of flags that are set in `flags`, joined. */
uint32_t taint_of_flags (struct micro_taint *, uint8_t flags);
void taint_set (struct micro_taint *, uint16_t address, uint32_t node);
/* What the step read, joined; and the same for what it wrote from that. */
uint32_t taint_sources (struct micro_taint *, const struct micro_touched *);
void taint_spread (struct micro_taint *, const struct micro_touched *,
                   uint32_t node);
/* Back to when there were so many old entries and nodes. */
void taint_back (struct micro_taint *, size_t old, size_t nodes);
/* Sets the bit of every choice of the node. */
void taint_collect (struct micro_taint *, uint32_t node, uint64_t *set);

#endif
