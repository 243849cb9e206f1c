/* compile.h -- clang, run; and the flags that a file is compiled with. */
#ifndef COHORT_LLVM_COMPILE_COMPILE_H
#define COHORT_LLVM_COMPILE_COMPILE_H

#include "base/memory.h"
#include "base/text.h"
#include "cohort-llvm/unit.h"

/* compile_commands.json: what it says about files.  Flags that change what a
 * program means are taken (-I -D -U -std= -include -isystem -iquote), relative
 * names made absolute by the entry's directory; all others are left out, and
 * each is one word with its value: nothing that the file says can load code into
 * clang, write elsewhere, or name a file of options. */
struct command {
    const char *path; /* absolute, as far as it can be told */
    struct vec_flag flag;
};
struct commands {
    struct arena arena;
    struct vec_command VEC (struct command) list; /* in the order of the file */
};
bool commands_read (struct commands *, const char *file, struct problem *);
/* Null: nothing is said about this file. */
const struct command *commands_find (const struct commands *, const char *file);
void commands_clear (struct commands *);

/* One C or C++ file to bitcode, or to an object of the machine.  *failed: clang refused it (its message is
 * shown). */
bool clang_file (const struct unit *, const char *file,
                 const struct vec_flag *more, bool object, const char *out,
                 bool *failed, struct problem *);
/* Jumps by constants become such, and what cannot be reached then is emptied
 * (switch.c). */
void module_fold_switches (LLVMModuleRef);
/* Functions of a module that are used, but neither defined nor known to the
 * library. */
size_t module_unknown (LLVMModuleRef);
/* Declarations of what a module calls and its file has not declared, of the
 * functions that compilers know (declare.c).  False: none. */
bool module_declare (LLVMModuleRef, struct text *);
/* Might a file define `inline` functions?  (By its text: the word, or a header
 * of the program's own.) */
bool file_has_inline (const char *file);
bool name_ends (const char *name, const char *end);

/* ---- for the C machine (machine.c) */
bool name_is_cxx (const char *file);
/* Is it C++, or does it use threads? */
bool module_has_threads (LLVMModuleRef);
/* Has it the annotations of cohort.h as a plain program has them? */
bool module_is_plain (LLVMModuleRef);
/* A function of threads, locks or semaphores that others can see: one that only
 * the C machine knows to wait. */
bool name_synchronises (const char *);
/* Are files compiled otherwise for the C machine? */
bool machine_has_flags (const struct unit_options *);
/* The text of the library that defines a symbol, or null; a function of the
 * machine has none. */
const char *machine_source (const struct unit *, const char *symbol);
/* The text that C++ files include first. */
extern const char machine_templates[];
/* The directory of cohort.h; null: not found.  The caller frees it. */
char *machine_include (void);
/* All that a module defines is the library's. */
void machine_mark (const struct unit *, LLVMModuleRef);

/* Files of the library, named relative to `directory`, where bitcode goes too;
 * without the checks of arithmetic. */
bool clang_library (const struct unit *, const char *directory,
                    const struct vec_flag *file, struct problem *);

#endif
