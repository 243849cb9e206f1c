/* c.h -- C programs: read by cohort-llvm, a process beside us.
 *
 * cohort-llvm is looked for beside this binary, then in PREFIX/lib/cohort. */
#ifndef FRONTEND_C_H
#define FRONTEND_C_H

#include "base/problem.h"
#include "program/program.h"

struct c_options {
    const char *const *file; /* C files, .i, .bc, .ll */
    size_t files;
    const char *const *flag; /* -I -D -U -std= -include, as given */
    size_t flags;
    const char *commands;    /* compile_commands.json, or null */
    const char *entry;       /* null: main */
    const char *checks;      /* "unreach-call,no-overflow,..": marks.h */
    unsigned bits;           /* 32 or 64 */
    bool malloc_fails, pure_externals;
    const char *keep;        /* where the bitcode before the passes goes */
    const char *broken;
};

/* Whether it is a C program: by the name (.c .i .cc .cpp .bc .ll), else by
 * content (bitcode's magic; `; ModuleID`). */
bool c_recognise (const char *file, const char *source, size_t);
/* False: problem; for errors of the program clang's own message, with its
 * places, was printed to stderr and the problem says how many. */
bool c_read (struct program *, const struct c_options *, struct problem *);

#endif
