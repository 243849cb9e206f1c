/* arith.h -- the rest of arith.c and float.c, for vm_execute. */
#ifndef VM_EXEC_ARITH_H
#define VM_EXEC_ARITH_H

#include "vm/exec/run.h"

int64_t vm_signed (uint64_t bits, unsigned width);
/* ADD .. XOR: what is stored. */
struct vm_value vm_rmw (enum vm_rmw, unsigned width, struct vm_value old,
                        struct vm_value with);
/* MAX .. UMIN: the old value stays if it compares so with the other. */
enum vm_compare vm_rmw_order (enum vm_rmw);

/* Floats of 32 or 64 bits.  Unknown if an operand is. */
struct vm_value vm_float_binary (enum vm_op, unsigned width, struct vm_value,
                                 struct vm_value);
struct vm_value vm_float_compare (unsigned predicate, unsigned width,
                                  struct vm_value, struct vm_value);
/* FPTOUI .. FPEXT.  What does not fit is any value. */
struct vm_value vm_float_cast (enum vm_op, unsigned from, unsigned to,
                               struct vm_value);

#endif
