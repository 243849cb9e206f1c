/* unit.h -- a C or C++ program on its way from clang to program/, or to code of
 * the C machine.
 *
 * cohort-llvm is a process of its own: only it links libLLVM, its memory is gone
 * when it ends, and whatever LLVM does to it cannot hurt a check.
 *
 *     compile   every file by clang-19 to bitcode, linked to one module, the
 *               library of C functions with it (cohort-llvm/library/library.h)
 *     prepare   what is inserted before any pass, then mem2reg and sroa
 *     regions   which accesses may touch the same bytes
 *     translate to a program, which is written to a file (program/program_wire.h)
 *
 * Or, if the C machine is to run it (vm/code/code.h):
 *     compile   as above, C++ as well
 *     prepare   opaque contents of local objects, then mem2reg alone
 *     lower     to code, which is written to a file (cohort-llvm/to_vm/lower.h: it begins with
 *               "cohort-vm")
 *
 * Exit codes: 0 written; 1 usage; 2 the input's fault (clang's own message is on
 * stderr); 4 no disk; 5 read, but cannot be treated; 6 internal error; 77 no
 * memory.  The message goes to stderr, or to the file of --report. */
#ifndef COHORT_LLVM_UNIT_H
#define COHORT_LLVM_UNIT_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/problem.h"
#include "base/vec.h"
#include "program/program.h"

/* What is checked: bits of unit_options.checks. */
enum check_bit {
    CHECK_UNREACH = 1,  /* error functions and assert: "unreach-call" */
    CHECK_OVERFLOW = 2, /* signed arithmetic: "no-overflow" */
    CHECK_DIVISION = 4, /* by zero: "division" */
    CHECK_SHIFT = 8,    /* too far: "shift" */
    CHECK_DEREF = 16,   /* invalid access: "valid-deref" (bounds, null) */
    CHECK_FREE = 32,    /* invalid free: "valid-free" */
    CHECK_TRACK = 64,   /* lost memory: "valid-memtrack" */
    CHECK_CLEANUP = 128 /* memory not freed at the end: "valid-memcleanup" */
};
/* "unreach-call", ..; the name that program/attributes.h's {:check} carries. */
const char *check_name (enum check_bit);
/* What a SAFE rests on if the check was not asked for and a run that fails it
 * ends; null: such a run goes on, or ends as the real one does. */
const char *check_assumption (enum check_bit);
bool function_returns_pointer (LLVMValueRef function);

struct vec_flag VEC (const char *);

/* Whether code of the C machine is made: auto, if the program is C++ or uses
 * threads. */
enum unit_machine { MACHINE_NEVER, MACHINE_AUTO, MACHINE_ALWAYS };

struct unit_options {
    struct vec_flag file; /* C, C++, preprocessed, bitcode, LLVM assembly */
    struct vec_flag flag; /* -I -D -U -std= -include .. for clang */
    const char *commands; /* compile_commands.json; null: none */
    const char *entry;    /* null: main */
    const char *out;      /* where the program goes */
    const char *keep;     /* the bitcode before the passes goes there too;
                                null: nowhere */
    const char *objects;  /* directory: the files are compiled to machine
                                code there, too, 0.o, 1.o, .., by the same clang
                                with the same flags, so that what runs is what
                                is read, and nothing else is done; null: no */
    struct vec_flag more; /* flags of that: checks of arithmetic, what old
                                programs mean by `inline`, .. */
    unsigned bits;        /* of a pointer: 32 or 64 */
    unsigned checks;
    enum unit_machine machine;
    /* Of the code: enum vm_check, vm_reduction, vm_option. */
    uint32_t vm_checks, vm_reductions, vm_options;
    bool malloc_fails;   /* may give null */
    bool pure_externals; /* unknown functions change nothing (assumed) */
    const char *broken;  /* breaks a rule, to test the tests */
};

struct unit {
    struct unit_options options;
    LLVMContextRef context;
    LLVMModuleRef module;
    bool machine;             /* compiled for the C machine */
    bool scopes_open;         /* of some local it is not known where its block
                                 ends (cohort-llvm/prepare/scope.c) */
    const char *include;      /* what C++ files include first; null: nothing */
    LLVMTargetDataRef layout; /* borrowed from the module */
    struct arena arena;       /* of names that had to be made */
};

/* clang and the linker of modules.  False: problem (INPUT: clang's message was
 * already printed as it came; USAGE: clang-19 is missing, named with its
 * package). */
bool unit_compile (struct unit *, struct problem *);
/* What must be there before a pass runs: opaque values in every local object,
 * calls of cohort.access before what is to be checked; then the passes. */
bool unit_prepare (struct unit *, struct problem *);
/* The same for the C machine, which checks accesses itself. */
bool unit_prepare_machine (struct unit *, struct problem *);
void unit_clear (struct unit *);

/* Functions that prepare inserts and translate knows:
 *   T cohort.fresh.N ()           a value that nothing is known about: the
 *                                 bytes of an object before it is written; N
 *                                 numbers the types.  Metadata !cohort.name
 *                                 on the call: the C variable
 *   void cohort.keep (ptr)        its object is not to be promoted; gone after
 *                                 the passes
 *   void cohort.access (ptr, i64 size, i32 write)   must be valid
 *   void cohort.scope (ptr, i32 begins)   the block of a local begins or ends */
#define COHORT_FRESH "cohort.fresh."
#define COHORT_KEEP "cohort.keep"
#define COHORT_ACCESS "cohort.access"
#define COHORT_SCOPE "cohort.scope"

/* Metadata of functions and variables that are the library's. */
#define COHORT_LIBRARY "cohort.library"

/* The file in which an instruction or function stands, as people name it; nothing
 * is added if that is not known. */
struct text;
void unit_file (LLVMValueRef, struct text *);
/* Where an instruction stands in the source; file in the program's arena. */
struct place unit_place (struct program *, LLVMValueRef instruction);

/* Has the call, or the function that is called, the attribute (at `index`)? */
bool call_has (LLVMValueRef call, LLVMAttributeIndex index,
               const char *attribute);

#endif
