/* copy.h -- how an assignment of a whole struct or array is made of accesses.
 *
 * LLVM has a copy of bytes for it.  Other threads may see it half done: between
 * any two scalars, which are as large as the types say that are known of its
 * target or source; else as large as both are aligned to. */
#ifndef COHORT_LLVM_COPY_H
#define COHORT_LLVM_COPY_H

#include <stdint.h>

#include "cohort-llvm/unit.h"

struct copy_piece {
    uint32_t offset, bytes; /* 1 .. 8 of them */
};

enum { COPY_PIECES_MOST = 8 };

/* Of a call of llvm.memcpy: its accesses, padding with what is before it.  0:
 * too many, or not known; then it is one function of the machine. */
unsigned copy_pieces (const struct unit *, LLVMValueRef call,
                      struct copy_piece[COPY_PIECES_MOST]);
/* Of that, of llvm.memmove and llvm.memset: bytes of the least scalar, a power
 * of 2 up to 8. */
unsigned copy_grain (const struct unit *, LLVMValueRef call);

#endif
