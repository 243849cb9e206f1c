/* internal.h -- what the files of native.h share. */
#ifndef COHORT_LLVM_NATIVE_INTERNAL_H
#define COHORT_LLVM_NATIVE_INTERNAL_H

#include "cohort-llvm/native/native.h"

/* The functions of the shim that calls are inserted of. */
struct native {
    struct unit *unit;
    LLVMBuilderRef builder;
    LLVMValueRef turn;
    LLVMTypeRef turn_type;
    LLVMValueRef beat;
    LLVMTypeRef beat_type;
    LLVMValueRef weak;
    LLVMTypeRef weak_type;
    LLVMValueRef overflow;
    LLVMTypeRef overflow_type;
};

/* In place of a call that copies, sets or compares bytes; false: it is none. */
bool native_copy_insert (const struct native *, LLVMValueRef instruction);

#endif
