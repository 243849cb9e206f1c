/* clang.c -- runs clang-19.
 *
 * The flags keep clang from using that behaviour is undefined: what a program
 * does then is decided by us (doc/c.md).  Names of files in debug information
 * are as given, never with the directory we run in, so that nothing that shows
 * depends on it. */
#include <stdlib.h>
#include <string.h>

#include "process/process.h"
#include "base/text.h"
#include "cohort-llvm/compile/compile.h"
#include "vm/code/code.h"

static const char *const always[] = {
    "clang-19", "-c", "-O0", "-Xclang", "-disable-O0-optnone", "-fwrapv",
    "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-fno-builtin",
    "-ffp-contract=off", "-g", "-fno-discard-value-names",
    "-fdebug-compilation-dir=.", "-fno-crash-diagnostics",
    /* What other compilers only warn about, and old programs do. */
    "-w", "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-type",
    "-Wno-error=return-mismatch"};

static void
flags_common (struct vec_flag *to, const struct unit *u)
{
    const struct unit_options *o = &u->options;
    assert (o->bits == 32 || o->bits == 64);
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        VEC_PUSH (*to, always[i]);
    VEC_PUSH (*to, o->bits == 32 ? "-m32" : "-m64");
}

/* clang's sanitizers know the types of C: their calls become assertions.  The C
 * machine checks by itself, if it is told what may not wrap. */
static void
flags_checks (struct vec_flag *to, const struct unit *u)
{
    unsigned checks = u->options.checks;
    static const struct {
        unsigned bit;
        const char *flag;
    } table[] = {
        {CHECK_OVERFLOW, "-fsanitize=signed-integer-overflow,shift-base"},
        {CHECK_DIVISION, "-fsanitize=integer-divide-by-zero"},
        {CHECK_SHIFT, "-fsanitize=shift"}};
    /* cohort-llvm/signed.h has what it says, and takes it away.  Where numbers wrap, clang
     * thinks that what a shift loses is meant. */
    VEC_PUSH (*to, "-fno-wrapv");
    if (u->machine) {
        if (u->options.vm_checks & VM_CHECK_OVERFLOW)
            VEC_PUSH (*to, "-fsanitize=shift-base");
        return;
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (checks & table[i].bit)
            VEC_PUSH (*to, table[i].flag);
    VEC_PUSH (*to, "-fno-sanitize-recover=all");
}

/* So that blocks of the source end where they end (switch.c); a
 * definition that clang has from its driver would not be for preprocessed files.
 */
#define SWITCH_KEPT "-Dswitch(...)=switch((__builtin_prefetch(0),__VA_ARGS__))"

static void
flags_blocks (struct vec_flag *to, const struct unit *u, bool cxx)
{
    if (u->options.broken && !strcmp (u->options.broken, "switch"))
        return;
    VEC_PUSH (*to, "-Xclang");
    /* Of C++ clang says where objects begin and end, which destructors stand
     * beside; what it makes of C for that is harder to prove things of. */
    VEC_PUSH (*to, cxx ? "-fsanitize-address-use-after-scope" : SWITCH_KEPT);
}

/* A standard of the other language is not for this file. */
static bool
flag_fits (const char *flag, bool cxx)
{
    bool standard = !strncmp (flag, "-std=", 5);
    return !standard || (strstr (flag, "++") != NULL) == cxx;
}

static void
flags_add (struct vec_flag *to, const struct vec_flag *from, bool cxx)
{
    for (size_t i = 0; from && i < from->size; i++)
        if (flag_fits (from->at[i], cxx))
            VEC_PUSH (*to, from->at[i]);
}

static void
flags_cxx (struct vec_flag *to, const struct unit *u)
{
    VEC_PUSH (*to, "-std=c++17");
    if (!u->include)
        return;
    VEC_PUSH (*to, "-include");
    VEC_PUSH (*to, u->include);
}

static bool
clang_run (struct vec_flag *flag, const char *directory, bool *failed,
           struct problem *problem)
{
    struct place nowhere = {0};
    VEC_PUSH (*flag, NULL);
    /* If it crashes, as for want of memory, nobody asks where: to find the names would
     * take as much once more. */
    setenv ("LLVM_DISABLE_SYMBOLIZATION", "1", 1);
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

/* A program is its text, not where that lies: __FILE__, which every assert has, is
 * as it would be in the file's own directory.  Null: it is there already. */
static char *
flag_plain_names (const char *file)
{
    const char *slash = strrchr (file, '/');
    if (!slash)
        return NULL;
    struct text t;
    text_init (&t);
    text_print (&t, "-fmacro-prefix-map=%.*s/=", (int) (slash - file), file);
    return text_take (&t);
}

bool
clang_file (const struct unit *u, const char *file, const struct vec_flag *more,
            bool object, const char *out, bool *failed, struct problem *problem)
{
    struct vec_flag flag = {0};
    bool cxx = name_is_cxx (file);
    char *include = machine_include (), *name = process_name (file);
    char *plain = flag_plain_names (file);
    flags_common (&flag, u);
    if (object)
        flags_add (&flag, &u->options.more, cxx);
    else {
        VEC_PUSH (flag, "-emit-llvm");
        flags_checks (&flag, u);
        flags_blocks (&flag, u, cxx);
    }
    if (cxx)
        flags_cxx (&flag, u);
    /* As functions, which the library has; macros go through tables. */
    VEC_PUSH (flag, "-D__NO_CTYPE");
    /* cohort.h then declares what the machine has. */
    if (u->options.machine != MACHINE_NEVER)
        VEC_PUSH (flag, "-D__COHORT__=1");
    if (include) {
        VEC_PUSH (flag, "-isystem");
        VEC_PUSH (flag, include);
    }
    if (plain)
        VEC_PUSH (flag, plain);
    flags_add (&flag, more, cxx);
    flags_add (&flag, &u->options.flag, cxx);
    VEC_PUSH (flag, "-o");
    VEC_PUSH (flag, out);
    /* `--` is not enough: clang hands the name on to a process that would take
     * it for an option. */
    VEC_PUSH (flag, name);
    bool good = clang_run (&flag, NULL, failed, problem);
    VEC_CLEAR (flag);
    memory_free (include);
    memory_free (name);
    memory_free (plain);
    return good;
}

/* NAME.bc, where clang puts what it makes of FOLDER/NAME.c. */
static char *
bitcode_name (const char *file)
{
    const char *slash = strrchr (file, '/'), *name = slash ? slash + 1 : file;
    const char *dot = strrchr (name, '.');
    assert (dot);
    struct text t;
    text_init (&t);
    text_print (&t, "%.*s.bc", (int) (dot - name), name);
    return text_take (&t);
}

bool
clang_library (const struct unit *u, const char *directory,
               const struct vec_flag *file, struct problem *problem)
{
    assert (file->size);
    struct vec_flag flag = {0};
    bool failed;
    flags_common (&flag, u);
    VEC_PUSH (flag, "-emit-llvm");
    /* What of their doing somebody looks at. */
    if (u->machine || u->options.checks & CHECK_DEREF)
        VEC_PUSH (flag, "-DCOHORT_DEREF");
    LLVMValueRef errno_ = LLVMGetNamedFunction (u->module, "__errno_location");
    if (errno_ && LLVMGetFirstUse (errno_))
        VEC_PUSH (flag, "-DCOHORT_ERRNO");
    /* Each NAME.c becomes NAME.bc.  A wrapper of compilers that is first on the
     * PATH (ccache) would call what comes of a single one an object file. */
    char *alone = file->size == 1 ? bitcode_name (file->at[0]) : NULL;
    if (alone) {
        VEC_PUSH (flag, "-o");
        VEC_PUSH (flag, alone);
    }
    flags_add (&flag, file, false);
    bool good = clang_run (&flag, directory, &failed, problem);
    VEC_CLEAR (flag);
    memory_free (alone);
    if (good && failed)
        return problem_of_kind (problem, PROBLEM_UNSUPPORTED,
                                (struct place) {0},
                                "the library of C functions does not compile");
    return good;
}
