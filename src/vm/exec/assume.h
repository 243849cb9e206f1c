/* assume.h -- what a SAFE about a program of the C machine rests on, and what
 * it says nothing about.
 *
 * A function of the code alone: what it has, whether a run comes there or not,
 * so every search says the same. */
#ifndef VM_EXEC_ASSUME_H
#define VM_EXEC_ASSUME_H

#include "vm/code/code.h"

struct vec_vm_text VEC (const char *);

/* Appends static texts. */
void vm_assumes (const struct vm_code *, struct vec_vm_text *);

/* May a thread go on by what it read atomically from another, which then need
 * not have happened before?  Then races are hidden from whoever looks only at
 * threads that stand before accesses which meet (vm/reduce/race.c). */
bool vm_relaxes (const struct vm_code *);

/* Checks (enum vm_check) that it has places for and that are not asked for; a
 * shift may be too far, which the machine does not look for. */
enum { VM_PLACE_SHIFT = 1 << 30 };
uint32_t vm_unchecked (const struct vm_code *);

#endif
