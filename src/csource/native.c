/* native.c -- see native.h. */
#include "csource/native.h"

#include <assert.h>
#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"
#include "csource/embedded.h"
#include "process/native_process.h"
#include "program/trail/inputs.h"

enum {
    COMPILE_SECONDS = 60,
    CODE_FAILED = 100,
    OUTPUT_MOST = 4096,
    NATIVE_SPACE = 1 << 30,
    NATIVE_THREADS = 8
};
#define NATIVE_MEMORY (UINT64_C (3) << 29) /* shadow of the sanitizer and all */

#define SANITIZE "ASAN_OPTIONS=exitcode=100:detect_leaks="
#define AFTER_RETURN ":detect_stack_use_after_return=1"
#define FIND "LSAN_OPTIONS=exitcode=100"
#define MISSING "undefined reference"

/* How the compilers are told to notice, and what gcc's runtime says when it
 * does. */
static const struct sanitizer {
    const char *check, *flag, *says;
    bool wraps;   /* -fwrapv; overflow is not looked for then */
    bool inlines; /* what fails in a function of the library is seen only where
                     clang has one of its own (abs and its kin) */
    bool scopes;  /* gcc sees the end of objects that clang does not (compound
                    literals) */
    bool leaks;
    bool reachable; /* a leak though globals point to it */
    bool shadow;    /* needs a large address space */
    int signal;     /* that means the same; 0: none */
} sanitizers[] = {
    {"unreach-call", NULL, HARNESS_REACHED, .wraps = true},
    {"no-overflow", "-fsanitize=signed-integer-overflow,shift-base",
     "runtime error:", .inlines = true},
    {"division", "-fsanitize=integer-divide-by-zero,signed-integer-overflow",
     "runtime error: division", .signal = SIGFPE},
    {"shift", "-fsanitize=shift", "runtime error: ", .wraps = false},
    {"valid-deref", "-fsanitize=address", "ERROR: AddressSanitizer",
     .wraps = true, .scopes = true, .shadow = true, .signal = SIGSEGV},
    {"valid-free", "-fsanitize=address", "ERROR: AddressSanitizer",
     .wraps = true, .shadow = true},
    {"valid-memtrack", "-fsanitize=address", "detected memory leaks",
     .wraps = true, .leaks = true, .shadow = true},
    {"valid-memcleanup", "-fsanitize=address", "detected memory leaks",
     .wraps = true, .leaks = true, .reachable = true, .shadow = true},
};

struct native_state {
    const struct native_options *options;
    const struct sanitizer *sanitizer;
    struct problem *problem;
    /* Owned. */
    char *directory, *harness, *object, *objects, *program, *empty, *around,
        *leave;
    bool inlines; /* the second time: abs and its kin are clang's own */
    bool gcc;     /* what clang made of the macros, compiled by gcc: other
                             frames */
    const uint64_t *fill; /* of memory; null: it is as it is */
    const char *locals;   /* clang's flag that sets local variables; may be
                             null */
};

/* "WHAT: DETAIL", or "WHAT" if the detail is empty. */
static bool
unsure (struct native_state *n, const char *what, const char *detail)
{
    return problem_of_kind (n->problem, PROBLEM_UNSUPPORTED, (struct place) {0},
                            "native run: %s%s%s", what, *detail ? ": " : "",
                            detail);
}

static const struct sanitizer *
sanitizer_find (const char *check)
{
    if (!check)
        return &sanitizers[0];
    for (size_t i = 0; i < sizeof sanitizers / sizeof *sanitizers; i++)
        if (!strcmp (sanitizers[i].check, check))
            return &sanitizers[i];
    return NULL;
}

/* ---- the directory */

static char *
path_below (const char *directory, const char *name)
{
    struct text text;
    text_init (&text);
    text_print (&text, "%s/%s", directory, name);
    return text_take (&text);
}

static bool
directory_make (struct native_state *n)
{
    const char *base = getenv ("TMPDIR");
    char *pattern =
        path_below (base && *base ? base : "/tmp", "cohort-native-XXXXXX");
    char *made = mkdtemp (pattern) ? realpath (pattern, NULL) : NULL;
    if (!made) {
        unsure (n, pattern, strerror (errno));
        memory_free (pattern);
        return false;
    }
    memory_free (pattern);
    n->directory = memory_string (made);
    free (made); /* of realpath */
    n->harness = path_below (n->directory, "harness.c");
    n->object = path_below (n->directory, "harness.o");
    n->objects = path_below (n->directory, "objects");
    n->program = path_below (n->directory, "program");
    n->empty = path_below (n->directory, "empty");
    n->around = path_below (n->directory, "around.c");
    n->leave = path_below (n->directory, "leave.c");
    if (mkdir (n->empty, 0700) || mkdir (n->objects, 0700)
        || !text_save (n->leave, embedded_leave, strlen (embedded_leave))
        || !text_save (n->around, embedded_around, strlen (embedded_around))
        || !text_save (n->harness, n->options->harness,
                       strlen (n->options->harness)))
        return unsure (n, n->directory, strerror (errno));
    return true;
}

static int
entry_remove (const char *path, const struct stat *about, int kind,
              struct FTW *where)
{
    (void) about;
    (void) kind;
    (void) where;
    remove (path); /* what stays behind hurts nobody */
    return 0;
}

/* Whatever the program left in its directory goes too. */
static void
directory_remove (struct native_state *n)
{
    if (n->directory)
        nftw (n->directory, entry_remove, 16, FTW_DEPTH | FTW_PHYS);
    memory_free (n->directory);
    memory_free (n->harness);
    memory_free (n->object);
    memory_free (n->objects);
    memory_free (n->program);
    memory_free (n->empty);
    memory_free (n->around);
    memory_free (n->leave);
}

/* ---- compiling */

struct argv VEC (const char *);

/* Of what is ours: gcc takes it, and links. */
static void
compile_basics (const struct native_state *n, struct argv *argv)
{
    static const char *const basics[] = {"gcc", "-w", "-g", "-O0",
                                         "-fno-builtin"};
    for (size_t i = 0; i < sizeof basics / sizeof *basics; i++)
        VEC_PUSH (*argv, basics[i]);
    VEC_PUSH (*argv, n->options->bits == 32 ? "-m32" : "-m64");
}

/* Our environment, but for where files go and the language of messages. */
static void
compile_environment (const struct native_state *n, struct argv *env,
                     char **tmpdir)
{
    struct text text;
    text_init (&text);
    text_print (&text, "TMPDIR=%s", n->directory);
    *tmpdir = text_take (&text);
    for (char **at = environ; *at; at++)
        if (strncmp (*at, "TMPDIR=", 7) && strncmp (*at, "LC_ALL=", 7)
            && strncmp (*at, "LANGUAGE=", 9))
            VEC_PUSH (*env, *at);
    VEC_PUSH (*env, *tmpdir);
    VEC_PUSH (*env, "LC_ALL=C");
    VEC_PUSH (*env, NULL);
}

/* The first line of gcc's that says what is missing, or `error`, or anything.
 */
static char *
first_error (const struct text *output)
{
    const char *all = text_view (output);
    const char *at = strstr (all, MISSING);
    if (!at)
        at = strstr (all, "error");
    while (at && at > all && at[-1] != '\n')
        at--;
    if (!at)
        at = all;
    struct text line;
    text_init (&line);
    text_add_n (&line, at, strcspn (at, "\n"));
    return text_take (&line);
}

/* False: `said` is its first error, owned, and no problem is set; or, if
 * `said` is null, the problem is. */
static bool
compile (struct native_state *n, struct argv *argv, char **said)
{
    *said = NULL;
    char *tmpdir;
    struct argv env = {0};
    compile_environment (n, &env, &tmpdir);
    VEC_PUSH (*argv, NULL);
    struct native_end end;
    native_process_run (&(struct native_process) {.argv = argv->at,
                                                  .env = env.at,
                                                  .seconds = COMPILE_SECONDS},
                        &end);
    bool good = !end.error && !end.late && !end.signal && !end.code;
    if (end.error == ENOENT)
        unsure (n, "gcc is missing (Debian package gcc)", "");
    else if (end.error)
        unsure (n, "the compiler", strerror (end.error));
    else if (end.late)
        unsure (n, "the compiler takes too long", "");
    else if (!good)
        *said = first_error (&end.first);
    native_end_clear (&end);
    memory_free (tmpdir);
    VEC_CLEAR (env);
    return good;
}

#define FILL_WRAPS "-Wl,--wrap=main,--wrap=malloc,--wrap=calloc,--wrap=realloc"

enum { FILL_FLAG = 48 };

static const char *
fill_flag (const uint64_t *fill, char flag[FILL_FLAG])
{
    snprintf (flag, FILL_FLAG, "-DCOHORT_FILL=0x%" PRIx64 "ull", *fill);
    return flag;
}

static bool
compile_harness (struct native_state *n)
{
    struct argv argv = {0};
    char *said;
    compile_basics (n, &argv);
    char fill[FILL_FLAG];
    if (n->fill)
        VEC_PUSH (argv, fill_flag (n->fill, fill));
    VEC_PUSH (argv, "-c");
    VEC_PUSH (argv, n->harness);
    VEC_PUSH (argv, "-o");
    VEC_PUSH (argv, n->object);
    bool good = compile (n, &argv, &said);
    if (said)
        unsure (n,
                n->options->bits == 32
                    ? "gcc -m32 does not work (Debian package gcc-multilib)"
                    : "gcc",
                said);
    memory_free (said);
    VEC_CLEAR (argv);
    return good;
}

static void
push_option (struct argv *argv, struct arena *arena, const char *option,
             const char *value)
{
    struct text word;
    text_init (&word);
    text_print (&word, "%s%s", option, value);
    VEC_PUSH (*argv, arena_string (arena, text_view (&word)));
    text_clear (&word);
}

/* The user's files, by whoever read them. */
static bool
compile_files (struct native_state *n, const char *dialect, char **said)
{
    const struct native_options *o = n->options;
    struct argv argv = {0};
    struct arena arena;
    arena_init (&arena);
    for (size_t i = 0; o->compiler[i]; i++)
        VEC_PUSH (argv, o->compiler[i]);
    push_option (&argv, &arena, "--objects=", n->objects);
    if (n->gcc)
        VEC_PUSH (argv, "--more=-E");
    const char *const more[] = {n->sanitizer->wraps ? "-fwrapv" : "-fno-wrapv",
                                n->inlines ? "-fbuiltin" : "-fno-builtin",
                                dialect,
                                n->locals,
                                n->sanitizer->flag,
                                n->sanitizer->flag ? "-fno-sanitize-recover=all"
                                                   : NULL};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i])
            push_option (&argv, &arena, "--more=", more[i]);
    VEC_PUSH (argv, "--");
    for (size_t i = 0; i < o->files; i++)
        VEC_PUSH (argv, o->file[i]);
    bool good = compile (n, &argv, said);
    VEC_CLEAR (argv);
    arena_clear (&arena);
    return good;
}

/* 0.o, 1.o, .. */
static void
push_objects (const struct native_state *n, struct argv *argv,
              struct arena *arena)
{
    for (size_t i = 0;; i++) {
        char name[32];
        snprintf (name, sizeof name, "%zu.o", i);
        char *path = path_below (n->objects, name);
        bool there = !access (path, R_OK);
        if (there)
            VEC_PUSH (*argv, arena_string (arena, path));
        memory_free (path);
        if (!there)
            return;
    }
}

/* The harness comes first: where a user's file defines the same function, it
 * is the harness's that is called. */
static bool
link_program (struct native_state *n, char **said)
{
    struct argv argv = {0};
    struct arena arena;
    char fill[FILL_FLAG];
    arena_init (&arena);
    compile_basics (n, &argv);
    VEC_PUSH (argv, n->object);
    if (n->gcc) {
        VEC_PUSH (argv, n->sanitizer->wraps ? "-fwrapv" : "-fno-wrapv");
        VEC_PUSH (argv, "-fno-strict-aliasing");
        if (n->locals)
            VEC_PUSH (argv, n->locals);
        VEC_PUSH (argv, "-x");
        VEC_PUSH (argv, "cpp-output");
    }
    push_objects (n, &argv, &arena);
    if (n->gcc) {
        VEC_PUSH (argv, "-x");
        VEC_PUSH (argv, "none");
    }
    if (n->sanitizer->leaks && !n->fill) {
        VEC_PUSH (argv, n->leave);
        VEC_PUSH (argv, "-Wl,--wrap=main");
    }
    if (n->fill) {
        VEC_PUSH (argv, n->around);
        VEC_PUSH (argv, fill_flag (n->fill, fill));
        VEC_PUSH (argv, FILL_WRAPS);
    }
    /* Whose runtime is always there. */
    if (n->sanitizer->flag)
        VEC_PUSH (argv, n->sanitizer->flag);
    VEC_PUSH (argv, "-Wl,--allow-multiple-definition");
    VEC_PUSH (argv, "-o");
    VEC_PUSH (argv, n->program);
    VEC_PUSH (argv, "-lm");
    bool good = compile (n, &argv, said);
    VEC_CLEAR (argv);
    arena_clear (&arena);
    return good;
}

static bool
compile_program_as (struct native_state *n, const char *dialect, char **said)
{
    return compile_files (n, dialect, said) && link_program (n, said);
}

/* Inline functions that are missing as C has them may be there as GNU C had
 * them: so the program was read, too. */
static bool
compile_program (struct native_state *n)
{
    char *said = NULL, *again = NULL;
    bool good = compile_program_as (n, NULL, &said);
    if (said && strstr (said, MISSING))
        good = compile_program_as (n, "-fgnu89-inline", &again);
    if (said && !good)
        unsure (n, "it cannot be compiled", said);
    memory_free (said);
    memory_free (again);
    return good;
}

/* ---- running */

static bool
failed_as_it_should (const struct native_state *n, const struct native_end *end)
{
    const struct sanitizer *s = n->sanitizer;
    if (end->late)
        return false;
    if (end->signal)
        return end->signal == s->signal;
    return end->code == CODE_FAILED
           && (strstr (text_view (&end->last), s->says)
               || strstr (text_view (&end->first), s->says));
}

static enum native_result
run (struct native_state *n, struct text *output)
{
    const char *argv[] = {CONFINE_PROGRAM, NULL};
    /* Frames that are kept after their return lie elsewhere, unfilled. */
    char asan[sizeof SANITIZE "0" AFTER_RETURN];
    snprintf (asan, sizeof asan, SANITIZE "%d%s", n->sanitizer->leaks,
              n->fill ? "" : AFTER_RETURN);
    const char *env[] = {"PATH=/usr/bin:/bin",
                         "LC_ALL=C",
                         "UBSAN_OPTIONS=exitcode=100",
                         asan,
                         n->sanitizer->reachable ? FIND ":use_globals=0" : FIND,
                         NULL};
    struct confine confine = {.argv = argv,
                              .env = env,
                              .program = n->program,
                              .root = n->empty,
                              .seconds = n->options->seconds,
                              .space = n->sanitizer->shadow ? 0 : NATIVE_SPACE,
                              .memory = NATIVE_MEMORY,
                              .threads = NATIVE_THREADS};
    struct native_end end;
    native_process_run (&(struct native_process) {.seconds = confine.seconds,
                                                  .confine = &confine},
                        &end);
    const char *first = text_view (&end.first);
    size_t size = end.first.size;
    text_add_n (output, first, size < OUTPUT_MOST ? size : OUTPUT_MOST);
    enum native_result result = NATIVE_PASSED;
    if (end.refused) {
        unsure (n, "a program is not run where it cannot be confined",
                end.refused);
        result = NATIVE_UNDECIDED;
    } else if (end.error) {
        unsure (n, n->program, strerror (end.error));
        result = NATIVE_UNDECIDED;
    } else if (failed_as_it_should (n, &end))
        result = NATIVE_FAILED;
    else if (n->options->uncontrolled) {
        unsure (n, "it cannot be given what it needs",
                n->options->uncontrolled);
        result = NATIVE_UNDECIDED;
    }
    native_end_clear (&end);
    return result;
}

/* Looked at in another way; what goes wrong here is no news. */
static enum native_result
run_otherwise (struct native_state *n, bool *way, struct text *output)
{
    struct problem own = {0}, *kept = n->problem;
    n->problem = &own;
    *way = true;
    bool failed = compile_program (n) && run (n, output) == NATIVE_FAILED;
    *way = false;
    n->problem = kept;
    return failed ? NATIVE_FAILED : NATIVE_PASSED;
}

/* Whatever lies in memory that was never written is as good as anything else:
 * what the counterexample has there, and last what compilers set locals to; in
 * the frames of two compilers. */
static enum native_result
run_filled (struct native_state *n, struct text *output)
{
    static const struct {
        uint64_t fill;
        const char *locals;
    } set[] = {
        {0, "-ftrivial-auto-var-init=zero"},
        {UINT64_C (0xfefefefefefefefe), "-ftrivial-auto-var-init=pattern"}};
    const struct native_options *o = n->options;
    struct problem own = {0}, *kept = n->problem;
    enum native_result result = NATIVE_PASSED;
    size_t sets = sizeof set / sizeof *set;
    n->problem = &own;
    for (size_t k = 0; k < 2 * (o->fills + sets) && result != NATIVE_FAILED;
         k++) {
        size_t i = k % (o->fills + sets);
        n->gcc = k >= o->fills + sets;
        n->fill = i < o->fills ? &o->fill[i] : &set[i - o->fills].fill;
        n->locals = i < o->fills ? NULL : set[i - o->fills].locals;
        if (compile_harness (n) && compile_program (n))
            result = run (n, output);
    }
    n->problem = kept;
    return result == NATIVE_FAILED ? NATIVE_FAILED : NATIVE_PASSED;
}

enum native_result
native_run (const struct native_options *o, struct text *output,
            struct problem *problem)
{
    assert (o && o->compiler && o->harness && output && problem);
    assert (o->bits == 32 || o->bits == 64);
    struct native_state n = {.options = o,
                             .sanitizer = sanitizer_find (o->check),
                             .problem = problem};
    enum native_result result = NATIVE_UNDECIDED;
    bool good = n.sanitizer || unsure (&n, "no way to see", o->check);
    if (good && directory_make (&n) && compile_harness (&n)
        && compile_program (&n))
        result = run (&n, output);
    if (result == NATIVE_PASSED && n.sanitizer->inlines)
        result = run_otherwise (&n, &n.inlines, output);
    if (result == NATIVE_PASSED && n.sanitizer->scopes)
        result = run_otherwise (&n, &n.gcc, output);
    if (result == NATIVE_PASSED && o->memory)
        result = run_filled (&n, output);
    directory_remove (&n);
    return result;
}
