/* prepare.h -- what is inserted before the passes. */
#ifndef COHORT_LLVM_PREPARE_PREPARE_H
#define COHORT_LLVM_PREPARE_PREPARE_H

#include "base/map.h"
#include "cohort-llvm/unit.h"

struct prepare_value_vec VEC (LLVMValueRef);

struct preparation {
    struct unit *unit;
    LLVMBuilderRef builder;
    struct map fresh; /* type -> index + 1 into fresh_function */
    struct prepare_value_vec fresh_function;
    struct map twin; /* of two objects that stand for one local (scope.c)
                        the first -> the second */
    LLVMValueRef keep, begin, access, scope; /* declared when first used */
    LLVMTypeRef keep_type, begin_type, access_type, scope_type;
};

/* void cohort.begin (): what stands before it was inserted; gone after the
 * passes. */
#define COHORT_BEGIN "cohort.begin"

/* The bytes of an object that its scalars cover (cover.c). */
enum { COVER_BYTES = 1024 };
struct prepare_cover {
    const struct unit *unit;
    unsigned leaves;
    uint64_t size;
    bool byte[COVER_BYTES];
};
/* False: it is large, or no plain data. */
bool cover_alloca (struct prepare_cover *, const struct unit *, LLVMValueRef);
/* Those that a constant says something of: not its padding. */
bool cover_constant (struct prepare_cover *, const struct unit *, LLVMValueRef);

/* Constant expressions over null become numbers (fold.c). */
void prepare_fold (struct preparation *, LLVMValueRef function);
/* Opaque contents for every local object of the function (fresh.c). */
void prepare_fresh (struct preparation *, LLVMValueRef function);
/* A value that nothing is known about, at the builder's place. */
LLVMValueRef prepare_any (struct preparation *, LLVMTypeRef);
/* The object stays in memory; the call for it goes to the builder's place. */
void prepare_keep (struct preparation *, LLVMValueRef alloca_instruction);
/* Keeps objects that sroa would misread (guard.c). */
void prepare_guard (struct preparation *, LLVMValueRef function);
/* After the passes: what they made superfluous (tidy.c). */
void prepare_tidy (struct preparation *, LLVMValueRef function);

/* Calls of cohort.access (access.c). */
void prepare_access (struct preparation *, LLVMValueRef function);

/* Calls of cohort.scope (scope.c). */
void prepare_scope (struct preparation *, LLVMValueRef function);
/* The same where clang says it by llvm.lifetime.start and .end. */
bool function_has_lifetimes (LLVMValueRef function);
void prepare_lifetimes (struct preparation *, LLVMValueRef function);
/* Whether a block of the source is in another, or is it. */
bool scope_within (LLVMContextRef, LLVMMetadataRef inner,
                   LLVMMetadataRef outer);

/* May the address of a local be used when its block was left
 * (outlive.c)?  PERHAPS: functions that are not known have it. */
enum outliving { OUTLIVES_NOT, OUTLIVES, OUTLIVES_PERHAPS };
struct outlive {
    LLVMContextRef context;
    LLVMValueRef object, function; /* the local, and where it is */
    LLVMMetadataRef block;         /* of the source */
    const struct map *home; /* allocas of the function -> the block that each is
                               declared in */
};
enum outliving prepare_outlives (const struct outlive *);

/* The pointer as an offset from an object, if its indices are constant. */
struct fixed_pointer {
    LLVMValueRef base;
    int64_t offset;
    bool known;
};
struct fixed_pointer pointer_fix (const struct unit *, LLVMValueRef);

/* A function of ours that has no body. */
LLVMValueRef prepare_declare (struct preparation *, const char *name,
                              LLVMTypeRef);
bool value_is_call_of (LLVMValueRef, const char *prefix);

#endif
