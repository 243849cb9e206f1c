/* memory.h -- loads, stores and objects, over regions.
 *
 * Every region is one global variable, or two if pointers are in it (their
 * objects and their offsets):
 *     unique SCALAR      R: T             other SCALAR      R: [object] T
 *     unique WORDS       R: [offset] T    other WORDS       R: [object][offset]
 * T BYTES like WORDS, of bv8; a wider access is put together, little end first.
 * A pointer among BYTES is stored as its address (pointer_flat).  A SCALAR with
 * both numbers and pointers keeps its bits as a number (addresses) unless all
 * accesses are pointers or the numbers are as wide as pointers: then numbers
 * are offsets of object 0.
 *
 * Kept as far as something asks for them: @size: [object] bytes, @live:
 * [object] Bool, @heap: [object] Bool (was made by malloc).  An access that
 * cannot be valid ends the path ("memory safe" is assumed) or fails its check.
 *
 * The contents of a new object are arbitrary: a dynamic one's number is new, so
 * nothing was said about it; a single local's regions are havoced where it is
 * made. */
#ifndef COHORT_LLVM_MEMORY_MEMORY_H
#define COHORT_LLVM_MEMORY_MEMORY_H

#include "cohort-llvm/to_program/translate.h"

/* Numbers the objects (t->object: key map_number ((uintptr_t) value);
 * functions, globals, then single allocas and allocating calls, from 1) and
 * sets t->memory. Before any value is asked for. */
struct memory *memory_begin (translation *);
void memory_drop (struct memory *);
/* What globals, sizes and the counters are at the start.  After all functions
 * were translated (only what some instruction touches has variables), with
 * t->current and t->block at the entry's first block, which is kept for it and
 * goes on to the block of the entry's first instruction. */
void memory_initialise (translation *);

/* The object that the address of a label is of: nothing can be read there. */
uint32_t memory_label (translation *, LLVMValueRef blockaddress);

/* The result is a term over the memory as it is now: whoever loads puts it into
 * a register at once. */
struct translated_value memory_load (translation *, LLVMValueRef pointer,
                                     LLVMTypeRef);
void memory_store (translation *, LLVMValueRef pointer, LLVMTypeRef,
                   struct translated_value);
/* alloca.  Gives the pointer. */
struct translated_value memory_local (translation *,
                                      LLVMValueRef alloca_instruction);
/* Its block begins, or is left (cohort.scope). */
void memory_scope (translation *, LLVMValueRef alloca_instruction, bool begins);
/* At the beginning of a function: its frame, if it needs one. */
void memory_enter (translation *);
/* What is made from now on is gone when the stack is restored to the pointer
 * that this gives (arbitrary if nothing depends on it). */
struct translated_value memory_stack_save (translation *, LLVMTypeRef);
void memory_stack_restore (translation *, struct translated_value);
/* A parameter that is passed by value in memory (byval): the callee's own
 * object, with a copy of what the caller's pointer (value_of (t, parameter)
 * until now) leads to.  Gives the pointer that the parameter is from now on. */
struct translated_value memory_parameter (translation *,
                                          LLVMValueRef parameter);
/* At a return: the objects of this call's allocas and parameters are gone. */
void memory_leave (translation *);
/* malloc and its kin: `site` is the call.  zeroed: calloc. */
struct translated_value memory_make (translation *, LLVMValueRef site,
                                     const term *bytes, bool zeroed);
void memory_free_object (translation *, struct translated_value pointer);
/* An object of the C library's own, which nobody frees; and its end. */
struct translated_value memory_outside (translation *, LLVMValueRef site,
                                        const term *bytes);
void memory_outside_gone (translation *, struct translated_value pointer);
/* realloc. */
struct translated_value memory_remake (translation *, LLVMValueRef site,
                                       struct translated_value pointer,
                                       const term *bytes);
/* memcpy and memmove (constant length: parts; else a loop), memset.  `bytes` of
 * any width, unsigned; `byte` is a bv8. */
void memory_move (translation *, LLVMValueRef to, LLVMValueRef from,
                  const term *bytes);
void memory_set (translation *, LLVMValueRef to, const term *byte,
                 const term *bytes);
/* The condition for an access of so many bytes to be valid; `of` is the pointer
 * as LLVM's value (null: not known). */
const term *memory_valid (translation *, struct translated_value pointer,
                          LLVMValueRef of, const term *bytes);
/* Whether two pointers are equal, `same` being whether they are the same place
 * of the same object: one whose object is gone may be equal to that of another
 * one, which lies where it lay. */
const term *memory_equal (translation *, LLVMValueRef a, LLVMValueRef b,
                          const term *same);
/* Of a ptrtoint: what is assumed where an address becomes a number. */
void memory_expose (translation *, LLVMValueRef ptrtoint);
/* A number as pointer: `flat` is its value, as wide as pointers are. */
struct translated_value memory_pointer (translation *, LLVMValueRef number,
                                        const term *flat);
/* cohort.access: asserts it, if deref is checked. */
void memory_check (translation *, LLVMValueRef pointer, const term *bytes,
                   bool write);
/* The unknown external `by` may change what it reaches: havoc of those regions.
 * One of the C library: what it does natively counts (program/attributes.h). */
void memory_havoc_reachable (translation *, LLVMValueRef pointer,
                             const char *by, bool library);
void memory_havoc_escaped (translation *, const char *by, bool library);
/* The object that is pointed to, and nothing else, gets arbitrary contents from
 * outside ({:input "name"}). */
void memory_havoc_object (translation *, LLVMValueRef pointer,
                          const char *input);
/* At the end of the program: valid-memtrack, valid-memcleanup.  main returns:
 * its locals are gone; or exit is called: they are still there. */
void memory_end (translation *);
void memory_exit (translation *);
/* Where the condition holds it ends at once (abort, a failed assertion): what is
 * not freed counts for valid-memcleanup, all the same. */
void memory_abort (translation *, const term *condition);

#endif
