/* vm_assume.h -- what a SAFE about a program of the C machine rests on.
 *
 * A function of the code alone: what it has, whether a run comes there or not,
 * so every search says the same. */
#ifndef VM_ASSUME_H
#define VM_ASSUME_H

#include "machine/vm_code.h"

struct vec_vm_text VEC (const char *);

/* Appends static texts. */
void vm_assumes (const struct vm_code *, struct vec_vm_text *);

#endif
