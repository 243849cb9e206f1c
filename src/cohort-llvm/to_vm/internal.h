/* internal.h -- what the files of lower* share.
 *
 * A value of LLVM is held by operands, one for each of its leaves: scalars in
 * the order in which they stand in memory.  Values that only rename others
 * (parts of aggregates, casts between pointers) have the others' operands.  A
 * pointer at a constant distance from another is held as that, and computed
 * where it is used: the other one is nearly always needed anyway, so states get
 * smaller. */
#ifndef COHORT_LLVM_TO_VM_INTERNAL_H
#define COHORT_LLVM_TO_VM_INTERNAL_H

#include "base/map.h"
#include "base/text.h"
#include "cohort-llvm/to_vm/lower.h"

struct leaf {
    uint64_t offset; /* in bytes */
    uint8_t width;   /* in bits */
    char kind;       /* 'i'nteger, 'f'loat, 'p'ointer; 'x': not modelled */
};
struct lower_shape {
    struct leaf *leaf;
    uint32_t leaves;
    bool odd; /* some leaf is not modelled, or there are too many */
};

struct lower_held {
    uint32_t leaves;
    bool far; /* operand[0] + offset, which no register holds */
    int64_t offset;
    uint32_t operand[]; /* leaves of them */
};

struct edge_code { /* moves of phis that stand by themselves */
    LLVMBasicBlockRef from, to;
    uint32_t label;
    uint64_t epoch; /* whose registers hold there; 0: none's */
};

typedef struct lowering {
    struct unit *unit;
    struct vm_code *code;
    struct arena arena;
    unsigned pointer_bits;
    bool overflow;       /* is checked */
    struct map shape;    /* type -> struct lower_shape * */
    struct map constant; /* digest of a value -> its number */
    struct map known;    /* constant of LLVM -> struct lower_held * */
    struct map text;
    struct map file;     /* DIFile -> text */
    struct map layout;   /* DIType -> 1 + number of its layout, or 0 */
    struct map function; /* -> number */
    struct map global;
    struct map thread_local_;           /* global -> number of VM_TLS_AT */
    struct VEC (LLVMValueRef) queue;    /* functions by number */
    struct VEC (LLVMValueRef) variable; /* globals by number */
    LLVMMetadataRef plain;              /* the expression without operators */
    unsigned library_kind;
    bool in_image;       /* constants are asked for by initialisers */
    const char *refused; /* an initialiser that is not modelled */
    const char *refused_global;
    /* ---- of the function at hand */
    LLVMValueRef current;
    uint32_t number;
    uint32_t first; /* its first instruction */
    uint32_t registers;
    struct VEC (LLVMValueRef) owner; /* of registers: whose result; or null */
    uint32_t line;    /* instruction since which there was no label */
    struct map held;  /* -> struct lower_held * */
    struct map label; /* block -> label */
    struct VEC (uint32_t) label_at; /* VM_NOWHERE: not yet */
    struct VEC (struct edge_code) edge;
    struct map near;  /* value -> register, for those that are far */
    uint64_t epoch;   /* registers of `near` hold in this one only */
    uint32_t next;    /* label of the block that follows */
    uint32_t further; /* register: pointer to variadic arguments */
    struct vm_place place;
    struct map variable_at; /* DILocalVariable -> index into local */
    struct VEC (struct vm_variable) local;
} lowering;

/* ---- lower.c: code */
uint32_t lower_text (lowering *, const char *);
uint32_t lower_text_n (lowering *, const char *, size_t);
/* Numbers, made when asked for; bodies follow later. */
uint32_t lower_function_number (lowering *, LLVMValueRef);
uint32_t lower_global_number (lowering *, LLVMValueRef);
uint32_t lower_thread_local (lowering *, LLVMValueRef);
const char *lower_symbol (LLVMValueRef);
/* Is it of the library, or of system headers? */
bool lower_is_library (lowering *, LLVMValueRef);
/* Behind all aliases; null: not a function that can be called by name. */
LLVMValueRef lower_callee (LLVMValueRef);
/* Number of a native that takes so many arguments; VM_NOWHERE: none. */
uint32_t lower_native (const char *name, uint32_t arguments);
/* Functions that verifiers agreed on are taken for that, body or not. */
bool lower_has_body (LLVMValueRef);

/* ---- type.c */
const struct lower_shape *lower_shape (lowering *, LLVMTypeRef);
/* The first leaf of an element, and how many it has. */
uint32_t lower_element (lowering *, LLVMTypeRef, unsigned index,
                        LLVMTypeRef *element);
uint64_t lower_size (const lowering *, LLVMTypeRef); /* with padding */

/* ---- constant.c */
uint32_t lower_constant (lowering *, struct vm_value);
uint32_t lower_integer (lowering *, uint64_t);
/* One scalar.  False: it is not modelled, `why` says so (in the arena). */
bool lower_scalar (lowering *, LLVMValueRef, unsigned depth, struct vm_value *,
                   const char **why);
/* Null: not modelled. */
const struct lower_held *lower_known (lowering *, LLVMValueRef,
                                      const char **why);

/* Is a type_info (_ZTI..) that of a fundamental type, or a pointer to one?  The
 * runtime library has these. */
bool typeinfo_is_plain (const char *symbol);

/* ---- global.c */
void lower_global_contents (lowering *, uint32_t number);

/* ---- emit.c: instructions */
uint32_t lower_emit (lowering *, struct vm_instruction);
uint32_t lower_register (lowering *, const struct leaf *);
uint32_t lower_register_of (lowering *, char kind, unsigned width);
uint32_t lower_list (lowering *, uint32_t); /* index of what is added */
void lower_cut (lowering *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
/* result = a op b, in a new register. */
uint32_t lower_op (lowering *, enum vm_op, unsigned width, uint32_t a,
                   uint32_t b);
uint32_t lower_compare (lowering *, enum vm_compare, unsigned width, uint32_t a,
                        uint32_t b);
uint32_t lower_select (lowering *, char kind, unsigned width, uint32_t a,
                       uint32_t b, uint32_t c);
uint32_t lower_cast (lowering *, enum vm_op, unsigned to, unsigned from,
                     uint32_t a);
/* A native; results go to registers from `result` on. */
void lower_native_call (lowering *, const char *name, const uint32_t *argument,
                        uint32_t arguments, uint32_t result, uint32_t results,
                        uint32_t landing);
uint32_t lower_offset (lowering *, uint32_t pointer, int64_t bytes);
uint32_t lower_label (lowering *);
void lower_label_here (lowering *, uint32_t label);
void lower_jump (lowering *, uint32_t label);
/* All labels of the function become places. */
void lower_labels_resolve (lowering *);

/* ---- value.c */
const struct lower_held *lower_held (lowering *, LLVMValueRef);
uint32_t lower_operand (lowering *, LLVMValueRef, uint32_t leaf);
/* A constant, but another one in each thread. */
bool lower_is_thread_address (const lowering *, LLVMValueRef);
/* What an instruction gives: registers of its own ..*/
uint32_t lower_result (lowering *, LLVMValueRef);
/* .. or operands. */
void lower_hold (lowering *, LLVMValueRef, const uint32_t *, uint32_t leaves);
void lower_hold_far (lowering *, LLVMValueRef, uint32_t base, int64_t offset);
void lower_hold_unwritten (lowering *, LLVMValueRef);
/* The far pointers that were computed hold no longer. */
void lower_forget_near (lowering *);

/* ---- function.c */
void lower_body (lowering *, LLVMValueRef);
uint32_t lower_block_label (lowering *, LLVMBasicBlockRef);
void lower_terminator (lowering *, LLVMValueRef);

/* ---- edge.c */
/* The label of an edge that control may take from the block at hand. */
uint32_t lower_edge (lowering *, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
/* That of an exception.  False: it needs what is not modelled. */
bool lower_edge_unwinding (lowering *, LLVMBasicBlockRef from,
                           LLVMBasicBlockRef to, uint32_t *label,
                           const char **why);
/* The edges that were asked for and have moves, behind the block. */
void lower_edges (lowering *);
/* The block at hand ends, and goes on there. */
void lower_edge_here (lowering *, LLVMBasicBlockRef from, LLVMBasicBlockRef to);

/* ---- instruction.c, memory.c, call.c, intrinsic.c */
void lower_instruction (lowering *, LLVMValueRef);
bool lower_memory (lowering *, LLVMValueRef, LLVMOpcode); /* false: not one */
bool lower_aggregate (lowering *, LLVMValueRef, LLVMOpcode);
void lower_call (lowering *, LLVMValueRef);
void lower_landing (lowering *, LLVMValueRef);
void lower_assembly (lowering *, LLVMValueRef);
/* False: not known. */
bool lower_intrinsic (lowering *, LLVMValueRef call, const char *name);

/* ---- debug.c */
void lower_place (lowering *, LLVMValueRef instruction);
uint32_t lower_name (lowering *, LLVMValueRef function); /* for people */
void lower_note (lowering *, LLVMValueRef dbg_call, bool object);
void lower_notes_end (lowering *);
uint32_t lower_global_variable (lowering *, LLVMValueRef global);

#endif
