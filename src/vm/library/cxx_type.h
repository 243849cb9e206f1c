/* cxx_type.h -- type_info objects of C++, read from the program's memory.
 *
 * As the Itanium ABI lays them out, in units of a pointer:
 *   0 vtable of its kind   1 name
 *   a class with one base (si): 2 the base
 *   with several (vmi): 2 flags, how many (32 bits each); from 3 on, of each
 *     base: its type, and offset << 8 | 2 public | 1 virtual
 *   a pointer: 2 flags (const ..)   3 what it points to */
#ifndef VM_LIBRARY_CXX_TYPE_H
#define VM_LIBRARY_CXX_TYPE_H

#include "vm/exec/run.h"

/* Does a handler of type `caught` take what was thrown at `object`, of type
 * `thrown`?  Then *adjusted is what __cxa_begin_catch gives: the part of the
 * object that is of that type; of a pointer, what that points to. */
enum vm_effect vm_cxx_catches (struct vm_run *, struct vm_value caught,
                               struct vm_value thrown, struct vm_value object,
                               bool *catches, struct vm_value *adjusted);
/* __dynamic_cast of a pointer that is not null; null: none. */
enum vm_effect vm_cxx_dynamic (struct vm_run *, struct vm_value object,
                               struct vm_value from, struct vm_value to,
                               struct vm_value *result);
/* For people: "int", "Error"; cut off at `room`. */
void vm_cxx_name (struct vm_run *, struct vm_value type, char *to, size_t room);

#endif
