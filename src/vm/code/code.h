/* code.h -- a program of the C machine: what LLVM's bitcode is lowered to.
 *
 * Functions of instructions over registers, which are numbered from 0 in each
 * function; its parameters come first.  An operand is a register, or a constant
 * of the program (VM_CONSTANT set).  What is wider than 64 bits, an aggregate or
 * a vector, stands in several registers, its leaves in order; parameters,
 * arguments and results likewise.
 *
 * The code holds no addresses, and is the same for every member. */
#ifndef VM_CODE_CODE_H
#define VM_CODE_CODE_H

#include "base/bytes.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/problem.h"
#include "base/vec.h"
#include "vm/code/value.h"

/* A file of code begins with this as buffer_string writes it; what follows is
 * vm_code_write's (a program of program/program_wire.h begins otherwise). */
#define VM_CODE_MAGIC "cohort-vm"

#define VM_CONSTANT (UINT32_C (1) << 31)
#define VM_NOWHERE UINT32_MAX

/* States have fields of so many bits. */
enum { VM_INSTRUCTIONS_MOST = 1 << 23, VM_REGISTERS_MOST = 1 << 20 };

/* Each: result, a, b, c of struct vm_instruction; w is its width in bits. */
enum vm_op {
    /* result = a op b, w bits; `flags` has VM_SIGNED_WRAP_FAULT */
    VM_ADD,
    VM_SUB,
    VM_MUL,
    VM_UDIV,
    VM_SDIV,
    VM_UREM,
    VM_SREM,
    VM_SHL,
    VM_LSHR,
    VM_ASHR,
    VM_AND,
    VM_OR,
    VM_XOR,
    /* floats of w bits (32 or 64; others are VM_CUT) */
    VM_FADD,
    VM_FSUB,
    VM_FMUL,
    VM_FDIV,
    VM_FREM,
    VM_FNEG,
    VM_ICMP,   /* result (1 bit) = a cmp b; `flags`: enum vm_compare; w: of a */
    VM_FCMP,   /* `flags`: LLVM's number of the predicate, 0 .. 15 */
    VM_SELECT, /* a ? b : c */
    VM_MOVE,   /* result = a */
    VM_TRUNC,
    VM_ZEXT,
    VM_SEXT, /* to w bits; c: from how many */
    VM_FPTOUI,
    VM_FPTOSI,
    VM_UITOFP,
    VM_SITOFP,
    VM_FPTRUNC,
    VM_FPEXT,
    VM_PTRTOINT,
    VM_INTTOPTR, /* w: of the number */
    VM_FREEZE,   /* unwritten bits become inputs */
    VM_OFFSET,   /* result = pointer a + b * c (c itself is a signed number); b
                   is w bits wide, signed */
    VM_LOAD,     /* result = w bits at a; `flags`: VM_ATOMIC, VM_FLOATING,
                   VM_POINTER */
    VM_STORE,    /* b, w bits, to a */
    VM_RMW,      /* result = *a; *a = *a op b; c: enum vm_rmw */
    VM_CMPXCHG,  /* result = *a, result + 1 = (*a == b); if so *a = c.  With
                   VM_MAY_FAIL (*a == b) may be false by choice */
    VM_FENCE,
    VM_ALLOCA, /* result = new object of a * b bytes (operands), aligned */
    VM_TLS_AT, /* result = this thread's variable number a (itself) */
    /* Moves for phis: all at once.  a: index into `list` of pairs (register,
     * operand); b: how many pairs. */
    VM_MOVES,
    VM_JUMP,   /* to instruction a of this function: targets count from its
                   `first` */
    VM_BRANCH, /* operand a ? instruction b : instruction c */
    VM_SWITCH, /* operand a, w bits; b: index into `list` of pairs (constant
                   operand, target), c: how many; result: the default target */
    VM_RETURN, /* a: index into `list` of operands; b: how many */
    /* Calls.  a: the function (its number; of CALL_POINTER an operand); b:
     * index into `list`: number of arguments, arguments .., number of results;
     * results go to registers result, result + 1, ..  c: where to go on after
     * an exception, or VM_NOWHERE.  `flags`: VM_VARIADIC (the callee is). */
    VM_CALL,
    VM_CALL_POINTER,
    VM_NATIVE, /* a: number of vm/library/native.h (its name, when the code travels); as
                   VM_CALL */
    VM_LANDING, /* result, result + 1 = exception, selector; a: index into
                   `list` of (kind, operand): enum vm_clause; b: how many */
    VM_RESUME,  /* go on with exception a, selector b in the caller */
    VM_UNREACHABLE,
    VM_CUT /* a: index into `text`: why this is not modelled */
};

enum vm_flag {
    VM_ATOMIC = 1,
    VM_FLOATING = 2,
    VM_POINTER = 4,           /* the value is a pointer */
    VM_SIGNED_WRAP_FAULT = 8, /* nsw of the source: --check=overflow */
    VM_VARIADIC = 16,
    VM_VOLATILE = 32,
    VM_LIBRARY = 64,      /* of the library, not of the program: no step of
                                  a counterexample */
    VM_WEAK = 128,        /* with VM_ATOMIC: weaker than seq_cst */
    VM_SIGNED = 256,      /* of + - *: a signed result that may not fit,
                                  whether that is looked for or not */
    VM_MAY_FAIL = 512,    /* of VM_CMPXCHG: though it is equal (C's
                                  compare_exchange_weak) */
    VM_NO_ACQUIRE = 1024, /* of what reads atomically, or may: what it reads
                                  from need not happen before it */
    VM_NO_RELEASE = 2048  /* of what writes atomically, likewise */
};
enum vm_compare {
    VM_EQ,
    VM_NE,
    VM_UGT,
    VM_UGE,
    VM_ULT,
    VM_ULE,
    VM_SGT,
    VM_SGE,
    VM_SLT,
    VM_SLE
};
enum vm_rmw {
    VM_RMW_XCHG,
    VM_RMW_ADD,
    VM_RMW_SUB,
    VM_RMW_AND,
    VM_RMW_NAND,
    VM_RMW_OR,
    VM_RMW_XOR,
    VM_RMW_MAX,
    VM_RMW_MIN,
    VM_RMW_UMAX,
    VM_RMW_UMIN
};
/* Of a landing pad: catches the type; catches all; only cleans up; lets none but
 * these through (an exception specification: then `operand` is how many types
 * follow as VM_CATCH). */
enum vm_clause { VM_CATCH, VM_CATCH_ALL, VM_CLEANUP, VM_FILTER };

struct vm_instruction {
    uint8_t op, width;
    uint16_t flags;
    uint32_t result, a, b, c;
};

struct vm_place {
    uint32_t file; /* index into `text` */
    uint32_t line, column;
};

/* What a C variable is from an instruction on, for traces. */
struct vm_note {
    uint32_t at;       /* the instruction before which it becomes so, as index
                          into `instruction` */
    uint32_t variable; /* of the function: counts from its first_variable */
    uint32_t operand;  /* a register or constant; with `object`: the register
                          that points to its object */
    bool object;
};

struct vm_variable {
    uint32_t name, type; /* texts; type as C writes it */
    uint8_t bits;        /* of a scalar; 0: none */
    char kind;           /* 's'igned, 'u'nsigned, 'f'loat, 'p'ointer, 'b'ool,
                            'o'ther */
    uint32_t line;
    uint32_t layout; /* 1 + its number; 0: not known */
};

/* Where in an object what is, for traces: a scalar; or an array; or a struct,
 * of which members may be missing (bit-fields are), or lie in the same place. */
struct vm_layout {
    uint32_t size;    /* bytes; of an array perhaps 0 */
    uint32_t element; /* of an array: 1 + number of an earlier one; else 0 */
    uint32_t first_member, end_member;
    uint8_t bits; /* these two as of a variable */
    char kind;
};

struct vm_member {
    uint32_t name; /* text; empty: what is in it belongs to the struct itself */
    uint32_t offset;
    uint32_t layout; /* 1 + number of one before that of the struct */
};

struct vm_function {
    uint32_t name;       /* text, as people write it (demangled) */
    uint32_t symbol;     /* text, as the linker knows it */
    uint32_t parameters; /* registers */
    uint32_t registers;
    /* Its instructions, in struct vm_code: one at least, and the last one is not
     * left to a next one (it jumps, returns, ..).  They follow those of the
     * function before. */
    uint32_t first, end;
    uint32_t results;
    uint32_t first_note, end_note; /* by rising `at` */
    uint32_t first_variable, end_variable;
    uint32_t flags; /* VM_VARIADIC, VM_LIBRARY */
    bool atomic;    /* its body is one step: __VERIFIER_atomic_* */
    /* Of every register, in `width` of the code from here on: bits, 0 for a
     * pointer. */
    uint32_t first_width;
};

struct vm_relocation {
    uint32_t at; /* offset; a pointer's bytes there are the offset */
    vm_id object;
};

struct vm_global {
    uint32_t name;
    uint32_t size;
    bool constant; /* never written: not part of any state */
    bool thread_local_;
    bool hidden; /* of the library: not shown */
    struct bytes
        initial; /* borrowed from the code; less than size: 0s follow */
    uint32_t first_relocation, end_relocation;
    uint32_t variable; /* of `variable`, for its type; VM_NOWHERE: none */
};

struct vm_code {
    unsigned pointer_bytes; /* 4 or 8 */
    uint32_t entry;         /* main */
    struct VEC (struct vm_function) function;
    struct VEC (struct vm_instruction) instruction;
    struct VEC (struct vm_place) place; /* of each instruction */
    struct VEC (struct vm_value) constant;
    struct VEC (uint8_t) width; /* of registers */
    struct VEC (uint32_t) list;
    struct VEC (struct vm_global) global;
    struct VEC (struct vm_relocation) relocation;
    struct VEC (struct vm_note) note;
    struct VEC (struct vm_variable) variable;
    struct VEC (struct vm_layout) layout;
    struct VEC (struct vm_member) member;
    struct VEC (const char *) text; /* in the arena */
    /* Functions that run before main, and at its end, in order. */
    struct VEC (uint32_t) constructor, destructor;
    uint32_t checks;        /* enum vm_check, what is UNSAFE */
    uint32_t reductions;    /* enum vm_reduction */
    uint32_t options;       /* enum vm_option */
    uint32_t thread_locals; /* how many globals are thread_local_; VM_TLS_AT's
                               number n is the n-th of them */
    struct arena arena;
};

/* Faults that --check or the property may ask for; each fault has its bit. */
enum vm_check {
    VM_CHECK_ASSERT = 1, /* assert, VASSERT, reach_error, abort of assert */
    VM_CHECK_DEADLOCK = 2,
    VM_CHECK_ACCESS = 4, /* invalid read, write; use after free, return;
                               access conflict of VLOCK */
    VM_CHECK_FREE = 8,   /* invalid and double free, wrong delete */
    VM_CHECK_LEAK = 16,  /* memory that nothing points to any more, or that
                               is not freed at exit */
    VM_CHECK_UNINIT = 32,
    VM_CHECK_RACE = 64,
    VM_CHECK_LOCK = 128, /* unlock by a non-owner, and other misuse */
    VM_CHECK_DIVISION = 256,
    VM_CHECK_EXCEPTION = 512,
    VM_CHECK_OVERFLOW = 1024
};
enum vm_reduction {
    VM_REDUCE_LOCAL = 1,    /* accesses to what only one thread can reach do not
                              end a step */
    VM_REDUCE_SYMMETRY = 2, /* threads that differ by their number only */
    VM_REDUCE_MANY =
        4, /* any number of them are one: vm/reduce/counter_abstraction.h */
    VM_REDUCE_COUNTED = 8 /* with MANY: they are not, but have no numbers */
};
enum vm_option {
    VM_MALLOC_FAILS = 1,
    VM_PURE_EXTERNALS = 2,
    VM_CONCRETE_ADDRESSES = 4,
    VM_SPURIOUS = 8,      /* waits may end by themselves */
    VM_FEW_INPUTS = 16,   /* inputs are 0 .. 3 or all ones: only some of the
                               runs, but none is guessed */
    VM_KEPT_AT_EXIT = 32, /* what something still points to when the program
                               ends is no leak */
    VM_FRESH_ZERO = 64,   /* memory is 0 when it is made, not never written:
                               only some of the runs */
    VM_SPLIT_FEW = 128,   /* with MANY: what was compared is known exactly
                               (vm/reduce/split.h), if that is at most VM_FEW_BLOCKS */
    VM_SPLIT_OTHER = 256, /* the same, and of what is not equal to a number
                               however many these are */
    VM_SCOPES_OPEN =
        512,            /* of some local it is not known where its block ends */
    VM_NO_GUESS = 1024, /* where an unknown bit decides nothing is known of what
                           follows (a cut); inputs of one bit are chosen */
    VM_SINGLE = 2048    /* for formulas: each instruction is an edge */
};

void vm_code_init (struct vm_code *);
void vm_code_clear (struct vm_code *);
void vm_code_write (const struct vm_code *, struct buffer *);
/* Into one that was initialised.  False: not what vm_code_write makes: every
 * index is checked here, so that running needs no checks. */
bool vm_code_read (struct vm_code *, struct reader *);
/* Of all that it does, and where it stands in its files; not where these lie. */
struct digest vm_code_identity (const struct vm_code *);
/* For people and golden tests. */
struct text;
void vm_code_print (const struct vm_code *, struct text *);

/* What a list (b of calls) says. */
struct vm_call {
    const uint32_t *argument; /* operands */
    uint32_t arguments, results;
};
static inline struct vm_call
vm_call_of (const struct vm_code *c, const struct vm_instruction *i)
{
    const uint32_t *list = c->list.at + i->b;
    return (struct vm_call) {list + 1, list[0], list[1 + list[0]]};
}

#endif
