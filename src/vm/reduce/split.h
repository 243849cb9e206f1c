/* split.h -- what a comparison tells of a number with unknown bits, exactly.
 *
 * The numbers that are less than a constant, say, are a few blocks: those of a
 * block agree with the constant down to some bit, differ in that one, and may be
 * anything below.  So a number with unknown bits that is known to be less is in
 * one of these blocks, each again a number with unknown bits; a run chooses. */
#ifndef VM_REDUCE_SPLIT_H
#define VM_REDUCE_SPLIT_H

#include "vm/code/code.h"
#include "vm/code/value.h"

enum { VM_FEW_BLOCKS = 4 };

/* How many blocks there are: no two have a number in common; 0: `v how bits`
 * cannot be.  Of a number that is no pointer. */
uint32_t vm_split_count (struct vm_value v, enum vm_compare how, unsigned width,
                         uint64_t bits);
/* The n-th of them. */
struct vm_value vm_split_take (struct vm_value v, enum vm_compare how,
                               unsigned width, uint64_t bits, uint32_t n);

#endif
