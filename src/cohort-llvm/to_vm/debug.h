/* debug.h -- nodes of LLVM's debug information. */
#ifndef COHORT_LLVM_TO_VM_DEBUG_H
#define COHORT_LLVM_TO_VM_DEBUG_H

#include "cohort-llvm/to_vm/internal.h"

#include <llvm-c/DebugInfo.h>

enum {
    TAG_ARRAY = 0x01,
    TAG_CLASS = 0x02,
    TAG_ENUM = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_REFERENCE = 0x10,
    TAG_STRUCT = 0x13,
    TAG_FUNCTION = 0x15,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_BASE_CLASS = 0x1c,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_NAMESPACE = 0x39,
    TAG_RVALUE_REFERENCE = 0x42,
    TAG_ATOMIC = 0x47
};

/* Null: there is none. */
LLVMMetadataRef node_operand (const lowering *, LLVMMetadataRef,
                              unsigned index);
/* "": there is none. */
const char *node_string (const lowering *, LLVMMetadataRef, unsigned index);
/* Of nodes of DWARF; others have no tag: 0. */
unsigned node_tag (LLVMMetadataRef);
/* The type behind names and qualifiers; null: void. */
LLVMMetadataRef type_bare (const lowering *, LLVMMetadataRef);
/* Of a bare one, as struct vm_variable has it. */
char type_kind (const lowering *, LLVMMetadataRef);
/* How it is laid out, as struct vm_variable has it. */
uint32_t lower_layout (lowering *, LLVMMetadataRef type);

#endif
