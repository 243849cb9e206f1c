/* memory.h -- loads, stores and objects, over regions.
 *
 * Every region is one global variable, or two if pointers are in it (their
 * objects and their offsets):
 *     unique SCALAR      R: T             other SCALAR      R: [object] T
 *     unique WORDS       R: [offset] T    other WORDS       R: [object][offset] T
 * BYTES like WORDS, of bv8; a wider access is put together, little end first.
 * A pointer among BYTES is stored as its address (pointer_flat).  A SCALAR with
 * both numbers and pointers keeps its bits as a number (addresses) unless all
 * accesses are pointers or the numbers are as wide as pointers: then numbers are
 * offsets of object 0.
 *
 * Kept as far as something asks for them: @size: [object] bytes, @live: [object]
 * Bool, @heap: [object] Bool (was made by malloc).  An access that cannot be
 * valid ends the path ("memory safe" is assumed) or fails its check.
 *
 * The contents of a new object are arbitrary: a dynamic one's number is new, so
 * nothing was said about it; a single local's regions are havoced where it is
 * made. */
#ifndef MEMORY_H
#define MEMORY_H

#include "llvm/translate.h"

struct memory *memory_new (translation *); /* variables and objects' numbers */
void memory_drop (struct memory *);
/* What globals are at the start, in the entry's first block. */
void memory_initialise (translation *);

struct value memory_load (translation *, LLVMValueRef pointer, LLVMTypeRef);
void memory_store (translation *, LLVMValueRef pointer, LLVMTypeRef,
                   struct value);
/* alloca, `count` elements (null: one).  Gives the pointer. */
struct value memory_local (translation *, LLVMValueRef alloca_instruction);
/* At a return: the objects of this call's allocas are gone. */
void memory_leave (translation *);
/* malloc and its kin: `site` is the call.  zeroed: calloc. */
struct value memory_make (translation *, LLVMValueRef site, const term *bytes,
                          bool zeroed);
void memory_free_object (translation *, struct value pointer);
struct value memory_resize (translation *, LLVMValueRef site,
                            struct value pointer, const term *bytes);
/* memcpy and memmove (constant length: parts; else a loop), memset. */
void memory_copy (translation *, LLVMValueRef to, LLVMValueRef from,
                  const term *bytes);
void memory_set (translation *, LLVMValueRef to, const term *byte,
                 const term *bytes);
/* The condition for an access of so many bytes to be valid. */
const term *memory_valid (translation *, struct value pointer,
                          LLVMValueRef of, const term *bytes);
/* cohort.access: asserts it, if deref is checked. */
void memory_check (translation *, LLVMValueRef pointer, const term *bytes,
                   bool write);
/* An unknown external may change what it reaches: havoc of those regions. */
void memory_havoc_reachable (translation *, LLVMValueRef pointer);
void memory_havoc_escaped (translation *);
/* At the end of the program: valid-memtrack, valid-memcleanup. */
void memory_end (translation *);

#endif
