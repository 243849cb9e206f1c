/* print.h -- values and places of the C machine as C writes them. */
#ifndef VM_REPLAY_PRINT_H
#define VM_REPLAY_PRINT_H

#include "vm/state/state.h"

/* What is at a pointer, changing nothing and judging nothing; false: nothing
 * that can be read. */
bool vm_peek (struct vm_state *, struct vm_value pointer, unsigned bits,
              struct vm_value *);

/* The name of what a pointer points to: `x`, `fork[2]`, `list.head`, `x of
 * thread 3`, `heap object (24 bytes)+8`.  `self`: whose locals need not be told
 * apart.  Kind and bits of what stands there, as struct vm_variable has them, if
 * that is known ('o' and 0 if not); both may be null: then it is the struct, not
 * its first member. */
void vm_print_target (struct vm_state *, struct vm_value pointer, uint32_t self,
                      struct text *, char *kind, unsigned *bits);
void vm_print_value (struct vm_state *, struct vm_value, unsigned bits,
                     char kind, uint32_t self, struct text *);
/* "main", "thread 2" */
void vm_print_thread (uint32_t thread, struct text *);

#endif
