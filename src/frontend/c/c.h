/* c.h -- C and C++ programs: read by cohort-llvm, a process beside us.
 *
 * What comes back is a program for the engines (program/), or code of the C
 * machine (vm/code/code.h).
 *
 * cohort-llvm is looked for beside this binary, then in PREFIX/lib/cohort. */
#ifndef FRONTEND_C_C_H
#define FRONTEND_C_C_H

#include "base/problem.h"
#include "vm/code/code.h"
#include "program/program.h"

/* Whether code of the C machine is wanted: auto, if the program has threads or
 * is C++. */
enum c_machine { C_MACHINE_NEVER, C_MACHINE_AUTO, C_MACHINE_ALWAYS };

struct c_options {
    const char *const *file; /* C files, .i, .bc, .ll */
    size_t files;
    const char *const *flag; /* -I -D -U -std= -include, as given */
    size_t flags;
    const char *commands; /* compile_commands.json, or null */
    const char *entry;    /* null: main */
    const char
        *checks;   /* "unreach-call,no-overflow,..": program/attributes.h */
    unsigned bits; /* 32 or 64 */
    bool malloc_fails, pure_externals;
    enum c_machine machine;
    /* Of the code, should it become some: enum vm_check, vm_reduction,
     * vm_option. */
    uint32_t vm_checks, vm_reductions, vm_options;
    const char *keep;   /* where the bitcode before the passes goes */
    const char *native; /* for replaying: the module with turns goes
                                there, and nothing comes back; or null */
    bool sanitize;      /* of that: for the address sanitizer */
    const char *broken;
};

/* Whether it is a C program: by the name (.c .i .cc .cpp .bc .ll), else by
 * content (bitcode's magic; `; ModuleID`). */
bool c_recognise (const char *file, const char *source, size_t);
/* What was read. */
enum c_unit_kind { C_UNIT_PROGRAM, C_UNIT_MACHINE };

struct c_unit {
    enum c_unit_kind kind;
    union {
        struct program program; /* for the engines */
        struct vm_code code;    /* of the C machine */
    };
};

/* A program without anything in it, of that name. */
void c_unit_init (struct c_unit *, const char *name);
void c_unit_clear (struct c_unit *);
/* Into a unit that was initialised, whose kind it sets.  False: problem; for errors
 * of the program clang's own message, with its places, was printed to stderr and the
 * problem says how many.  Clear it all the same. */
bool c_read (struct c_unit *, const struct c_options *, struct problem *);
/* Only writes the module that `native` asks for (src/cohort-llvm/native/native.h). */
bool c_native (const struct c_options *, struct problem *);
/* The words that start cohort-llvm to compile as it reads with these options, up
 * to the files (csource/native.h); ends with null.  Null: it is not there
 * (problem). */
char **c_compiler (const struct c_options *, struct problem *);
void c_compiler_free (char **);

#endif
