/* compile_clang.c -- runs clang-19.
 *
 * The flags keep clang from using that behaviour is undefined: what a program
 * does then is decided by us (doc/c.md).  Names of files in debug information
 * are as given, never with the directory we run in, so that nothing that shows
 * depends on it. */
#include <string.h>

#include "base/process.h"
#include "base/text.h"
#include "llvm/compile.h"

static const char *const always[] = {
    "clang-19", "-c", "-emit-llvm", "-O0", "-Xclang", "-disable-O0-optnone",
    "-fwrapv", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks",
    "-fno-builtin", "-ffp-contract=off", "-g", "-fno-discard-value-names",
    "-fdebug-compilation-dir=.", "-fno-crash-diagnostics",
    /* What other compilers only warn about, and old programs do. */
    "-w", "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-type",
    "-Wno-error=return-mismatch"};

static void
flags_common (struct vec_flag *to, const struct unit_options *o)
{
    assert (o->bits == 32 || o->bits == 64);
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        VEC_PUSH (*to, always[i]);
    VEC_PUSH (*to, o->bits == 32 ? "-m32" : "-m64");
}

/* clang's sanitizers know the types of C: their calls become assertions. */
static void
flags_checks (struct vec_flag *to, unsigned checks)
{
    static const struct {
        unsigned bit;
        const char *flag;
    } table[] = {{CHECK_OVERFLOW, "-fsanitize=signed-integer-overflow"},
                 {CHECK_DIVISION, "-fsanitize=integer-divide-by-zero"},
                 {CHECK_SHIFT, "-fsanitize=shift"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (checks & table[i].bit)
            VEC_PUSH (*to, table[i].flag);
    VEC_PUSH (*to, "-fno-sanitize-recover=all");
}

static void
flags_add (struct vec_flag *to, const struct vec_flag *from)
{
    for (size_t i = 0; from && i < from->size; i++)
        VEC_PUSH (*to, from->at[i]);
}

static bool
clang_run (struct vec_flag *flag, const char *directory, bool *failed,
           struct problem *problem)
{
    struct place nowhere = {0};
    VEC_PUSH (*flag, NULL);
    struct process_end end = process_run (flag->at, directory);
    *failed = end.code != 0;
    if (end.missing)
        return problem_of_kind (
            problem, PROBLEM_USAGE, nowhere,
            "clang-19 is not installed (Debian package clang-19)");
    if (end.error)
        return problem_of_kind (problem, PROBLEM_RESOURCE, nowhere,
                                "clang-19 cannot be started: %s",
                                strerror (end.error));
    if (end.signal)
        return problem_of_kind (problem, PROBLEM_UNSUPPORTED, nowhere,
                                "clang-19 was ended by signal %d", end.signal);
    if (end.code > 1)
        return problem_of_kind (problem, PROBLEM_RESOURCE, nowhere,
                                "clang-19 gave up (exit code %d): too little "
                                "memory, or a fault of its own",
                                end.code);
    return true;
}

bool
clang_file (const struct unit_options *o, const char *file,
            const struct vec_flag *more, const char *out, bool *failed,
            struct problem *problem)
{
    struct vec_flag flag = {0};
    flags_common (&flag, o);
    flags_checks (&flag, o->checks);
    flags_add (&flag, more);
    flags_add (&flag, &o->flag);
    VEC_PUSH (flag, "-o");
    VEC_PUSH (flag, out);
    VEC_PUSH (flag, "--");
    VEC_PUSH (flag, file);
    bool good = clang_run (&flag, NULL, failed, problem);
    VEC_CLEAR (flag);
    return good;
}

bool
clang_library (const struct unit_options *o, const char *directory,
               const struct vec_flag *file, struct problem *problem)
{
    assert (file->size);
    struct vec_flag flag = {0};
    bool failed;
    flags_common (&flag, o);
    flags_add (&flag, file);
    bool good = clang_run (&flag, directory, &failed, problem);
    VEC_CLEAR (flag);
    if (good && failed)
        return problem_of_kind (problem, PROBLEM_UNSUPPORTED, (struct place){0},
                                "the library of C functions does not compile");
    return good;
}
