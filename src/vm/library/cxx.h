/* cxx.h -- exceptions of C++, as the Itanium ABI has them.
 *
 * An exception is a heap object (VM_BY_LIBRARY) with a head before what was
 * thrown (see cxx.c).  Those that fly or are caught form a chain from
 * thread.result, the newest first.
 *
 * Throwing looks for a handler first; without one it is an uncaught exception
 * where it is thrown.  Then frames are dropped up to the next landing pad that
 * catches it or cleans up, pc is set to where that call goes on after an
 * exception (c of VM_CALL, VM_CALL_POINTER, VM_NATIVE: instructions from there
 * to VM_LANDING may be VM_MOVES, VM_MOVE and VM_JUMP only), unwinding to
 * VM_THROWING and selector to what VM_LANDING gives.  A call that has not
 * returned stands at pc of its frame; a frame at a native without c lets it
 * through, and so does VM_RESUME.
 *
 * A selector is 0 for a cleanup, -1 for a filter, 1 + the number of the global
 * that is the type_info of the clause, and VM_SELECTOR_ANY for a clause that
 * catches all: llvm.eh.typeid.for (type_info) is 1 + that global's number. */
#ifndef VM_LIBRARY_CXX_H
#define VM_LIBRARY_CXX_H

#include "vm/library/native.h"

#define VM_SELECTOR_ANY UINT32_C (0x7fffffff)

/* VM_LANDING: result[0] is the exception (a pointer), result[1] the selector
 * (32 bits).  Ends THROWING. */
void vm_cxx_landing (struct vm_run *, struct vm_value result[2]);
/* VM_RESUME, with the exception that VM_LANDING gave: CALLED, or FAILED. */
enum vm_effect vm_cxx_resume (struct vm_run *, struct vm_value exception);

#endif
