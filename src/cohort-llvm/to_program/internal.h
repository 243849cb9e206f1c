/* internal.h -- what the files of translate*.c and value*.c share. */
#ifndef COHORT_LLVM_TO_PROGRAM_INTERNAL_H
#define COHORT_LLVM_TO_PROGRAM_INTERNAL_H

#include <llvm-c/Core.h>

#include "cohort-llvm/to_program/translate.h"

/* ---- bits (value_bits.c): terms, simplified where LLVM's code needs it */
const term *bits_constant (translation *, unsigned width, uint64_t);
const term *bits_signed (translation *, unsigned width, int64_t);
/* Any operator of two bit-vectors. */
const term *bits_op (translation *, enum op, const term *, const term *);
const term *bits_not (translation *, const term *);
const term *bits_negate (translation *, const term *);
const term *bits_add (translation *, const term *, const term *); /* x + 0 */
const term *bits_extract (translation *, const term *, unsigned high,
                          unsigned low);
/* To another width, from Bool and to it (the lowest bit) too. */
const term *bits_resize (translation *, const term *, unsigned width,
                         bool is_signed);
const term *bits_to_bool (translation *, const term *);
const term *bits_of_bool (translation *, const term *, unsigned width);
unsigned bits_width (const term *);     /* 1: Bool */
bool bits_are (const term *, uint64_t); /* this constant? */
/* Equality; (c ? 1 : 0) = 1 is c. */
const term *bits_equal (translation *, const term *, const term *);
/* Operators of the term as a tree, counted up to `most`. */
unsigned term_weight (const term *, unsigned most);
/* The term itself if it is small, else a local that is set to it here. */
const term *term_settle (translation *, const term *);

/* ---- values */
struct translated_value value_one (translation *, const term *);
struct translated_value value_pair (translation *, const term *object,
                                    const term *offset);
struct translated_value value_any (translation *, LLVMTypeRef,
                                   const char *name);
struct translated_value value_constant (translation *, LLVMValueRef,
                                        unsigned depth);
struct translated_value value_slice (struct translated_value, size_t first,
                                     size_t leaves);
/* getelementptr, the instruction or the constant; `base` is its operand 0. */
struct translated_value value_element (translation *, LLVMValueRef gep,
                                       struct translated_value base,
                                       unsigned depth);
/* Of two addresses in the same object: the difference of offsets, else null. */
const term *pointer_difference (translation *, const term *, const term *);
/* Position of the first leaf of element `index`. */
size_t value_position (translation *, LLVMTypeRef aggregate, unsigned index);
LLVMTypeRef type_element (LLVMTypeRef aggregate, unsigned index);
uint64_t type_elements (LLVMTypeRef aggregate);
bool type_is_float (LLVMTypeRef);
bool type_is_vector (LLVMTypeRef);
/* Bits of an integer or float. */
unsigned type_bits (LLVMTypeRef);

/* ---- instructions; null: nothing of the kind */
struct translated_value translate_binary (translation *, LLVMOpcode,
                                          LLVMTypeRef, struct translated_value,
                                          struct translated_value);
const term *translate_compare (translation *, LLVMIntPredicate, LLVMTypeRef,
                               struct translated_value,
                               struct translated_value);
struct translated_value translate_cast (translation *, LLVMOpcode,
                                        LLVMTypeRef from, LLVMTypeRef to,
                                        struct translated_value);
const term *translate_float (translation *, LLVMOpcode, LLVMTypeRef,
                             const term *, const term *);
const term *translate_float_compare (translation *, LLVMRealPredicate,
                                     LLVMTypeRef, const term *, const term *);
/* An abstract function of floats: @WHAT64. */
const term *float_abstract (translation *, const char *what, LLVMTypeRef,
                            const sort *result, const term *const *, size_t);
const term *float_negate (translation *, LLVMTypeRef, const term *);
const term *float_magnitude (translation *, LLVMTypeRef, const term *);
struct translated_value translate_atomic (translation *, LLVMValueRef);

/* Gives the result; *ends: what follows in the block is not reached. */
struct translated_value translate_call (translation *, LLVMValueRef,
                                        bool *ends);
/* False: not an intrinsic that has a meaning here. */
bool translate_intrinsic (translation *, LLVMValueRef call, const char *name,
                          struct translated_value *, bool *ends);
/* Any instruction but phi and terminators. */
void translate_instruction (translation *, LLVMValueRef, bool *ends);
/* Makes `value` the instruction's: in place, or by variables. */
void translate_define (translation *, LLVMValueRef, struct translated_value);
/* The same, as they are. */
void translate_know (translation *, LLVMValueRef, struct translated_value);
/* A local for leaf number `leaf` of a value. */
const term *translate_register (translation *, LLVMValueRef, size_t leaf,
                                size_t leaves, const sort *);
/* Operand of an instruction. */
struct translated_value operand_value (translation *, LLVMValueRef, unsigned);
const term *operand_term (translation *, LLVMValueRef, unsigned);

/* ---- functions */
/* The blocks of a function; the first that is made is its entry. */
void translate_blocks (translation *, LLVMValueRef function);
/* Whether the program ends when this function returns. */
bool translate_is_entry (const translation *, LLVMValueRef function);
/* The procedure of a function; PROGRAM_NONE: it has none. */
uint32_t translate_procedure (const translation *, LLVMValueRef function);
const char *value_name (LLVMValueRef); /* "" if it has none */

/* ---- C variables (debug.c) */
void ghosts_begin (translation *); /* of t->function */
void ghosts_end (translation *);
/* The C variable that a register holds, or null. */
const char *ghosts_name (const translation *, LLVMValueRef);
void ghosts_write (translation *, LLVMValueRef dbg_value);

#endif
