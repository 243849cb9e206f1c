/* order.h -- the blocks of a procedure in an order for executing them all.
 *
 * A weak topological order (Bourdoncle 1993): every block stands before those
 * that it goes to, but for jumps back to the first block of a range around it,
 * which is a loop. */
#ifndef SAT_ORDER_H
#define SAT_ORDER_H

#include "program/program.h"

struct block_order {
    struct order_place {
        uint32_t block;
        uint32_t
            end; /* of a loop's first block: where its range ends; else 0 */
    } *place;
    uint32_t places; /* blocks that can be reached */
};

void order_find (struct block_order *, const struct procedure *);
void order_clear (struct block_order *);

#endif
