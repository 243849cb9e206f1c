/* native.c -- see native.h. */
#include "vm/native/native.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/process.h"
#include "frontend/c/c.h"
#include "vm/machine.h"
#include "vm/library/native.h"
#include "process/native_process.h"

enum {
    NATIVE_SECONDS = 10, /* the shim's own patience */
    NATIVE_MOST = 60,
    NATIVE_THREADS = 600,
    CODE_SHOWN = 42,
    CODE_NOTHING = 43
};
#define NATIVE_MEMORY (UINT64_C (3) << 29)

/* ---- the turns */

enum answers {
    ANSWER_SIGNAL,
    ANSWER_RANGE,
    ANSWER_MALLOC,
    ANSWER_WEAK, /* does a compare-exchange fail?  Of each that may */
    ANSWER_PART, /* bytes that a copy did in this turn */
    ANSWER_KINDS
};

struct turns {
    const struct vm_walk *walk;
    bool spurious; /* a wait may end by itself */
    size_t leg;
    struct VEC (uint32_t) line;  /* of every turn */
    struct VEC (uint32_t) first; /* turn of every leg */
    struct VEC (uint32_t) answer[ANSWER_KINDS];
    struct vm_run *run;
    int asks;     /* enum answers: the last instruction may; -1: none */
    size_t asked; /* before it */
};

static int
answer_kind (const char *name)
{
    static const struct {
        const char *name;
        int kind;
    } table[] = {{"pthread_cond_signal", ANSWER_SIGNAL},
                 {"__cohort_range", ANSWER_RANGE},
                 {"malloc", ANSWER_MALLOC},
                 {"cohort.copy", ANSWER_PART},
                 {"cohort.fill", ANSWER_PART},
                 {"memcpy", ANSWER_PART},
                 {"memmove", ANSWER_PART},
                 {"mempcpy", ANSWER_PART},
                 {"bcopy", ANSWER_PART},
                 {"memset", ANSWER_PART},
                 {"bzero", ANSWER_PART},
                 {"explicit_bzero", ANSWER_PART},
                 {"memcmp", ANSWER_PART},
                 {"bcmp", ANSWER_PART}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp (table[i].name, name))
            return table[i].kind;
    return -1;
}

static void
answers_take (struct turns *t)
{
    bool asked = t->asks >= 0 && t->run->asked > t->asked;
    const struct vm_choice *c =
        asked ? &t->run->choice
                     .at[t->asks == ANSWER_WEAK ? t->run->asked - 1 : t->asked]
              : NULL;
    if (t->asks == ANSWER_PART)
        VEC_PUSH (t->answer[ANSWER_PART], (uint32_t) t->run->part);
    else if (t->asks == ANSWER_WEAK)
        VEC_PUSH (t->answer[ANSWER_WEAK], c && !c->guess ? c->chosen : 0);
    else if (asked)
        VEC_PUSH (t->answer[t->asks], c->chosen);
    t->asks = -1;
}

static bool
is_turn (const struct vm_run *r, const struct vm_instruction *i)
{
    switch ((enum vm_op) i->op) {
    case VM_LOAD:
    case VM_STORE:
    case VM_RMW:
    case VM_CMPXCHG:
        return true;
    case VM_NATIVE:
        return vm_self (r)->phase != VM_PHASE_RETURNED;
    default:
        return false;
    }
}

static void
turns_watch (void *context, struct vm_run *r)
{
    struct turns *t = context;
    t->run = r;
    answers_take (t);
    if (r->steps >= t->walk->leg.at[t->leg].steps)
        return; /* it is not executed any more */
    uint32_t pc = vm_frame_top (vm_self (r))->pc;
    const struct vm_instruction *i = &r->code->instruction.at[pc];
    if (!is_turn (r, i))
        return;
    VEC_PUSH (t->line, r->code->place.at[pc].line);
    t->asked = r->asked;
    r->part = 0;
    if (i->op == VM_NATIVE && i->a < vm_natives ())
        t->asks = answer_kind (vm_native_at (i->a)->name);
    else if (i->op == VM_CMPXCHG && i->flags & VM_MAY_FAIL)
        t->asks = ANSWER_WEAK;
}

static void
turns_passed (void *context, struct bytes source, const struct edge *e)
{
    struct turns *t = context;
    (void) source, (void) e;
    if (t->run)
        answers_take (t);
    t->leg++;
    VEC_PUSH (t->first, (uint32_t) t->line.size);
}

static void
turns_clear (struct turns *t)
{
    VEC_CLEAR (t->line);
    VEC_CLEAR (t->first);
    for (int i = 0; i < ANSWER_KINDS; i++)
        VEC_CLEAR (t->answer[i]);
}

/* ---- the C text */

static void
print_list (struct text *out, const char *name, const char *count,
            const uint32_t *list, size_t size)
{
    text_print (out, "enum { %s = %zu };\nstatic const int %s[] = {", count,
                size, name);
    for (size_t i = 0; i < size; i++)
        text_print (out, "%s%u,", i % 16 ? " " : "\n    ", list[i]);
    text_add (out, size ? "};\n" : "0};\n");
}

static void
print_turns (struct text *out, const struct turns *t)
{
    print_list (out, "lines", "LINES", t->line.at, t->line.size);
    text_print (out,
                "enum { TURNS = %zu };\nstatic const struct { int thread, "
                "count, first; } turn[] = {",
                t->walk->leg.size);
    for (size_t i = 0; i < t->walk->leg.size; i++) {
        uint32_t first = i ? t->first.at[i - 1] : 0;
        text_print (out, "%s{%u, %u, %u},", i % 4 ? " " : "\n    ",
                    t->walk->leg.at[i].thread, t->first.at[i] - first, first);
    }
    text_add (out, "};\n");
}

/* What the shim looks for; which leg is the last must show, or everybody goes
 * on. */
static void
print_judges (struct text *out, const struct turns *t, uint32_t fault)
{
    size_t legs = t->walk->leg.size;
    uint32_t before = legs > 1 ? t->first.at[legs - 2] : 0;
    bool silent = legs && t->first.at[legs - 1] == before;
    bool goes_on =
        silent || fault == VM_FAULT_DEADLOCK || fault == VM_FAULT_LEAK;
    text_print (out,
                "enum { DEADLOCK = %d, GOES_ON = %d, MISUSE = %d, RACE = %d, "
                "CONFLICT = %d, OVERFLOWS = %d, EXCEPTION = %d, SPURIOUS = %d, "
                "SECONDS = %d };\n",
                fault == VM_FAULT_DEADLOCK, goes_on, fault == VM_FAULT_LOCK,
                fault == VM_FAULT_RACE, fault == VM_FAULT_CONFLICT,
                fault == VM_FAULT_OVERFLOW, fault == VM_FAULT_EXCEPTION,
                t->spurious, NATIVE_SECONDS);
}

static void
print_shim (struct text *out, const struct turns *t, uint32_t fault)
{
    static const char *const name[][2] = {{"signals", "SIGNALS"},
                                          {"ranges", "RANGES"},
                                          {"mallocs", "MALLOCS"},
                                          {"weaks", "WEAKS"},
                                          {"parts", "PARTS"}};
    const struct vm_walk *w = t->walk;
    text_add (out, "#define COHORT_TURNS\n");
    print_judges (out, t, fault);
    print_turns (out, t);
    for (int i = 0; i < ANSWER_KINDS; i++)
        print_list (out, name[i][0], name[i][1], t->answer[i].at,
                    t->answer[i].size);
    text_print (out,
                "enum { INPUTS = %zu };\nstatic const unsigned long long "
                "inputs[] = {",
                w->input.size);
    for (size_t i = 0; i < w->input.size; i++)
        text_print (out, "%" PRIu64 "u, ", w->input.at[i]);
    text_add (out, "0};\n");
    text_add (out, embedded_shim);
}

/* ---- building and running */

static bool
name_is_cxx (const char *name)
{
    const char *dot = strrchr (name, '.');
    return dot
           && (!strcmp (dot, ".cc") || !strcmp (dot, ".cpp")
               || !strcmp (dot, ".cxx") || !strcmp (dot, ".ii"));
}

static bool
process_good (struct process_end end)
{
    return !end.code && !end.signal && !end.error;
}

/* What the compiler says reaches people only if it fails.  The words are ours:
 * none needs quotes. */
static bool
compile (const char *const *word, const char *directory, struct text *report)
{
    struct text line, path;
    text_init (&line);
    text_init (&path);
    text_add (&line, "exec");
    for (size_t i = 0; word[i]; i++)
        text_print (&line, " %s", word[i]);
    text_add (&line, " > said 2>&1");
    const char *const shell[] = {"/bin/sh", "-c", text_view (&line), NULL};
    bool good = process_good (process_run (shell, directory));
    text_print (&path, "%s/said", directory);
    FILE *said = good ? NULL : fopen (text_view (&path), "r");
    char one[256];
    while (said && fgets (one, sizeof one, said))
        text_add (report, one);
    if (said)
        fclose (said);
    text_clear (&line);
    text_clear (&path);
    return good;
}

static bool
link_all (const char *bits, bool cxx, bool sanitize, const char *directory,
          struct text *report)
{
    struct VEC (const char *) word = {0};
    struct text wrap;
    text_init (&wrap);
    text_add (&wrap, "-Wl");
    for (size_t i = 0; threads_wrapped[i]; i++)
        text_print (&wrap, ",--wrap=%s", threads_wrapped[i]);
    /* gcc: its address sanitizer is always there. */
    const char *const fixed[] = {
        "gcc",       "-w",     "-O0", bits,     "-pthread",
        "program.o", "shim.c", "-o",  "native", text_view (&wrap),
        "-lm"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        VEC_PUSH (word, fixed[i]);
    if (cxx)
        VEC_PUSH (word, "-lstdc++");
    if (sanitize)
        VEC_PUSH (word, "-fsanitize=address");
    VEC_PUSH (word, NULL);
    bool good = compile (word.at, directory, report);
    VEC_CLEAR (word);
    text_clear (&wrap);
    return good;
}

static bool
build (const struct c_options *c, const char *directory, bool sanitize,
       struct text *report)
{
    bool cxx = false;
    for (size_t i = 0; i < c->files; i++)
        cxx |= name_is_cxx (c->file[i]);
    const char *bits = c->bits == 32 ? "-m32" : "-m64";
    const char *const program[] = {
        "clang-19", "-w", "-O0",        "-fPIE",
        bits,       "-c", "program.ll", sanitize ? "-fsanitize=address" : NULL,
        NULL};
    return compile (program, directory, report)
           && link_all (bits, cxx, sanitize, directory, report);
}

/* Did it fail?  And what people are told. */
static bool
run_judge (const struct native_end *end, uint32_t fault, struct text *report)
{
    if (end->refused || end->error) {
        text_print (report,
                    "run natively: not run, because it cannot be confined "
                    "here: %s\n",
                    end->refused ? end->refused : strerror (end->error));
        return false;
    }
    bool leaks = fault == VM_FAULT_LEAK && end->code == 23;
    bool killed = end->late || end->greedy || end->signal == SIGKILL
                  || end->signal == SIGXCPU;
    bool failed =
        !killed
        && (end->signal || end->code == CODE_SHOWN || leaks || end->code > 128);
    int by = end->signal ? end->signal : end->code > 128 ? end->code - 128 : 0;
    if (killed)
        text_add (report, "run natively: takes too long, or too much memory\n");
    else if (by)
        text_print (report, "run natively: fails: %s\n", strsignal (by));
    else if (failed)
        text_print (report, "run natively: fails: %s\n", vm_fault_name (fault));
    else
        text_print (report, "run natively: %s\n",
                    end->code == CODE_NOTHING || !end->code
                        ? "does not fail"
                        : "does not follow the turns");
    return failed;
}

/* Debian's valgrind is a script around this. */
static const char *
valgrind_path (void)
{
    static const char *const path[] = {"/usr/bin/valgrind.bin",
                                       "/usr/bin/valgrind"};
    for (size_t i = 0; i < sizeof path / sizeof *path; i++)
        if (!access (path[i], X_OK))
            return path[i];
    return NULL;
}

/* Confined: nothing but the program, and what looks on. */
static void
run_confined (const char *directory, const char *valgrind,
              struct native_end *end)
{
    struct text program, root;
    const char *const looked_on[] = {valgrind,        "-q",
                                     "--vgdb=no",     "--error-exitcode=42",
                                     CONFINE_PROGRAM, NULL};
    const char *const alone[] = {CONFINE_PROGRAM, NULL};
    const char *const see[] = {valgrind, "/usr/libexec/valgrind", NULL};
    const char *const env[] = {
        "PATH=/usr/bin:/bin", "LC_ALL=C",
        /* NOLINTNEXTLINE(*-suspicious-missing-comma): one long string */
        "ASAN_OPTIONS=abort_on_error=1:detect_leaks=1:detect_stack_use_after_"
        "return=1",
        "LSAN_OPTIONS=use_registers=0:use_stacks=0", NULL};
    text_init (&program);
    text_init (&root);
    text_print (&program, "%s/native", directory);
    text_print (&root, "%s/root", directory);
    struct confine c = {.argv = valgrind ? looked_on : alone,
                        .env = env,
                        .program = text_view (&program),
                        .root = text_view (&root),
                        .see = valgrind ? see : NULL,
                        .seconds = NATIVE_MOST,
                        .memory = NATIVE_MEMORY,
                        .threads = NATIVE_THREADS};
    if (mkdir (c.root, 0700))
        *end = (struct native_end) {.error = errno};
    else
        native_process_run (
            &(struct native_process) {.seconds = NATIVE_MOST, .confine = &c},
            end);
    text_clear (&program);
    text_clear (&root);
}

static bool
run_fails (const char *directory, uint32_t fault, struct text *report)
{
    bool looks = fault == VM_FAULT_UNINITIALISED;
    const char *valgrind = looks ? valgrind_path () : NULL;
    struct native_end end;
    if (looks && !valgrind) {
        text_add (report, "run natively: that needs valgrind\n");
        return false;
    }
    run_confined (directory, valgrind, &end);
    bool failed = run_judge (&end, fault, report);
    native_end_clear (&end);
    return failed;
}

static bool
native_in (const struct c_options *read, const struct turns *t, uint32_t fault,
           const char *directory, struct text *report, struct problem *p)
{
    struct c_options options = *read;
    struct text path, shim;
    uint32_t memory = VM_CHECK_ACCESS | VM_CHECK_FREE | VM_CHECK_LEAK;
    text_init (&path);
    text_init (&shim);
    text_print (&path, "%s/program.ll", directory);
    options.native = text_view (&path);
    options.machine = C_MACHINE_ALWAYS;
    options.sanitize = vm_fault_check (fault) & memory;
    bool good = c_native (&options, p);
    if (good) {
        print_shim (&shim, t, fault);
        text_reset (&path);
        text_print (&path, "%s/shim.c", directory);
        good = text_save (text_view (&path), text_view (&shim), shim.size);
    }
    if (good && !build (read, directory, options.sanitize, report)) {
        text_add (report, "run natively: the program cannot be linked\n");
        good = false;
    }
    good = good && run_fails (directory, fault, report);
    text_clear (&path);
    text_clear (&shim);
    return good;
}

bool
vm_native_replay (generator *machine, const struct c_options *read,
                  const struct vm_walk *walk, struct text *report,
                  struct problem *p)
{
    struct turns t = {.walk = walk,
                      .spurious =
                          vm_machine_code (machine)->options & VM_SPURIOUS,
                      .asks = -1};
    struct vm_onlooker onlooker = {turns_watch, turns_passed, &t};
    struct vm_walk_end end;
    bool good = vm_walk_follow (machine, walk, &onlooker, NULL, &end);
    char *directory = good ? process_directory (p) : NULL;
    good = good && directory
           && native_in (read, &t, end.fault, directory, report, p);
    if (directory)
        process_directory_remove (directory);
    memory_free (directory);
    turns_clear (&t);
    vm_walk_end_clear (&end);
    return good;
}
