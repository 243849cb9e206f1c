/* translate.h -- LLVM's instructions as a program.
 *
 * Values.  iN is a bit-vector of N bits, i1 is Bool.  A pointer is two terms:
 * the object's number (32 bits) and the offset in it (as wide as a pointer).
 * Null is object 0, offset 0.  Floats are bit-vectors of their bits; what is
 * computed with them are functions {:abstract}, but for moving, comparing with
 * themselves by bits, negation and fabs.  Structs and arrays in registers are
 * all their leaves in order.  undef, poison and freeze are arbitrary.
 *
 * Registers.  A value that is used once, or is small, is a term in place of its
 * use; others, loads, calls and phis have a local variable.  (A term may stand
 * for its register wherever the register may be used: its variables are set
 * only where they dominate it.)  Phis are set together at the end of the block
 * before.
 *
 * Functions are procedures {:c}; their leaves are parameters; the entry's own
 * parameters (argc, argv) are arbitrary: argc >= 0, argv inputs.  Every llvm
 * block begins a block.  What is not modelled is a cut (program/attributes.h).
 *
 * Objects.  Numbers from 1: functions, then globals, then single locals, in
 * order of the module; then those that are made while it runs, counted by the
 * global @objects.  See cohort-llvm/memory/memory.h. */
#ifndef COHORT_LLVM_TO_PROGRAM_TRANSLATE_H
#define COHORT_LLVM_TO_PROGRAM_TRANSLATE_H

#include "base/map.h"
#include "cohort-llvm/alias/regions.h"
#include "cohort-llvm/unit.h"
#include "program/attributes.h"
#include "program/program.h"

struct translated_value {
    const term **leaf; /* in the arena of the translation */
    size_t leaves;
};

/* The whole translation, and the place where statements go now.  Files of this
 * folder share it. */
typedef struct translation {
    struct unit *unit;
    struct program *program;
    terms *terms; /* the program's */
    regions *regions;
    struct memory *memory; /* cohort-llvm/memory/memory.h */
    struct arena arena;
    unsigned width;       /* of a pointer, in bits */
    struct map procedure; /* function -> index + 1 of its procedure */
    struct map object;    /* global, function, single alloca -> number */
    /* The function that is translated now. */
    LLVMValueRef function;
    uint32_t current;         /* its procedure */
    uint32_t block;           /* of it, where statements are appended */
    struct map known;         /* value -> struct translated_value * */
    LLVMValueRef instruction; /* for places */
    struct problem *problem;  /* of the input's fault, first one wins */
    /* Names that are taken (emit.c): of globals and functions; of locals of any
     * procedure; of locals and of blocks of this one. */
    struct map global_name, any_name, local_name, label_name;
    struct place place; /* of `placed`, or of the last one that has one */
    LLVMValueRef placed;
    struct flow_translation *flow; /* blocks of the function (flow.c) */
    struct debug_ghosts *ghosts;   /* its C variables (debug.c) */
} translation;

/* The whole module.  False: problem. */
bool translate (struct unit *, struct program *, struct problem *);

/* ---- values (value.c) */
struct translated_value value_of (translation *,
                                  LLVMValueRef); /* constants, registers */
struct translated_value value_new (translation *, size_t leaves);
size_t value_leaves (translation *, LLVMTypeRef);
/* The sort of each leaf of a type, in order. */
const sort *leaf_sort (translation *, LLVMTypeRef, size_t leaf);
const term *pointer_object (struct translated_value);
const term *pointer_offset (struct translated_value);
/* The address as one number: @address (object) + offset; and the other way,
 * which makes arbitrary object and offset that fit. */
const term *pointer_flat (translation *, struct translated_value);
struct translated_value pointer_from_flat (translation *, const term *);
const term *offset_constant (translation *, int64_t);
const term *object_constant (translation *, uint32_t);

/* ---- statements, at the place of `instruction` (emit.c)
 *
 * emit_assert: of a property that is not checked (options.checks) it is an
 * assumption: a run that breaks it ends.  emit_cut: the path ends.  A message
 * or name is copied. */
void emit_assume (translation *, const term *);
/* One more mark of the last statement. */
void emit_also (translation *, const char *mark, const char *string);
/* The last statement was made by emit_assert, if the check was asked for and the
 * condition is not plainly true: it says this as well. */
void emit_say (translation *, const char *mark, const term *const *, size_t);
/* Here is a place for a check.  If it was not asked for, the program says so,
 * and what it rests on if a run that fails it just ends (check_assumption). */
void emit_unchecked (translation *, enum check_bit);
void emit_assign (translation *, const term *target, const term *value);
/* All at once; targets differ. */
void emit_assign_all (translation *, const term *const *target,
                      const term *const *value, size_t);
/* {:input function} {:written}: what it writes to memory. */
void emit_written (translation *, const term *target, const char *function);
void emit_havoc (translation *, const term *target, const char *mark,
                 const char *string);
void emit_assert (translation *, const term *, enum check_bit,
                  const char *message);
void emit_cut (translation *, const char *reason);
void emit_call (translation *, uint32_t procedure, const term *const *target,
                size_t targets, const term *const *value, size_t values);
/* A new local of the current procedure; the name is made different. */
const term *emit_local (translation *, const char *name, const sort *);
const term *emit_global (translation *, const char *name, const sort *);
/* An arbitrary value. */
const term *emit_any (translation *, const char *name, const sort *);
/* An uninterpreted function {:abstract "what"} applied (program/attributes.h); it is
 * declared when it is used first. */
const term *emit_abstract (translation *, const char *name, const char *what,
                           const sort *result, const term *const *, size_t);
/* A new block; statements go there after emit_at.  emit_goto ends the block
 * that statements go to now; several of them: any is taken. */
uint32_t emit_block (translation *, const char *label);
void emit_at (translation *, uint32_t block);
void emit_goto (translation *, uint32_t block);

#endif
