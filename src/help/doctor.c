/* doctor.c -- what of this machine can be used. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/build.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "help/help_internal.h"
#include "process/solver_process.h"

static void
line (struct text *t, const char *name, const char *what)
{
    text_print (t, "%-12s %s\n", name, what);
}

/* ---- programs */

static const struct doctor_program {
    const char *name, *program, *option;
    const char *package; /* in Debian */
    const char *lack;    /* what it costs */
} programs[] = {
    {"clang", "clang-19", "--version", "clang-19",
     "C and C++ cannot be checked"},
    {"z3", "z3", "--version", "z3",
     "proofs of Horn clauses are judged by one solver less"},
    {"cvc5", "cvc5", "--version", "cvc5",
     "proofs of Horn clauses are judged by one solver less"},
    {"avr-gcc", "avr-gcc", "--version", "gcc-avr",
     "firmware is checked as usual, but not built here"},
};

/* The first line with a point in it of what a program says of its version.  False: it is
 * not there. */
static bool
version_of (const struct doctor_program *p, struct text *said)
{
    const char *argv[] = {p->program, p->option, NULL};
    struct text all;
    text_init (&all);
    enum solver_end end = solver_process (argv, "", 0, 10000, &all);
    const char *at = text_view (&all);
    while (*at && !memchr (at, '.', strcspn (at, "\n")))
        at += strcspn (at, "\n") + (at[strcspn (at, "\n")] == '\n');
    at += strspn (at, " \t");
    text_add_n (said, at, strcspn (at, "\n"));
    text_clear (&all);
    return end != SOLVER_MISSING && end != SOLVER_FAILED;
}

static void
doctor_programs (struct text *t)
{
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        const struct doctor_program *p = &programs[i];
        struct text said, what;
        text_init (&said);
        text_init (&what);
        if (version_of (p, &said))
            text_add (&what, text_view (&said));
        else
            text_print (&what, "missing: %s (Debian package %s)", p->lack,
                        p->package);
        line (t, p->name, text_view (&what));
        text_clear (&said);
        text_clear (&what);
    }
}

/* ---- what belongs to cohort */

/* Beside this program, or where `make install` puts it. */
static bool
is_beside (const char *name)
{
    static const char *const between[] = {"/", "/../lib/cohort/"};
    char self[4096];
    ssize_t size = readlink ("/proc/self/exe", self, sizeof self - 1);
    self[size > 0 ? size : 0] = 0;
    char *slash = strrchr (self, '/');
    bool found = false;
    for (size_t i = 0; slash && i < 2 && !found; i++) {
        struct text path;
        text_init (&path);
        text_add_n (&path, self, (size_t) (slash - self));
        text_add (&path, between[i]);
        text_add (&path, name);
        found = !access (text_view (&path), R_OK);
        text_clear (&path);
    }
    return found;
}

static void
doctor_own (struct text *t)
{
    static const struct {
        const char *name, *launcher, *module;
    } mpi[] = {{"Open MPI", "mpirun.openmpi", "cohort-openmpi.so"},
               {"MPICH", "mpirun.mpich", "cohort-mpich.so"}};
    line (t, "cohort", build_name);
    line (t, "reader of C",
          is_beside ("cohort-llvm")
              ? "cohort-llvm is beside cohort"
              : "missing: C and C++ cannot be checked (cohort-llvm is neither "
                "beside cohort nor in ../lib/cohort)");
    for (size_t i = 0; i < 2; i++) {
        const struct doctor_program p = {.program = mpi[i].launcher,
                                         .option = "--version"};
        struct text said, what;
        text_init (&said);
        text_init (&what);
        bool there = version_of (&p, &said);
        if (there && is_beside (mpi[i].module))
            text_print (&what, "%s", text_view (&said));
        else
            text_print (&what,
                        "missing: no %s; teams over it cannot be used "
                        "(--listen and join can)",
                        there ? mpi[i].module : mpi[i].launcher);
        line (t, mpi[i].name, text_view (&what));
        text_clear (&said);
        text_clear (&what);
    }
}

/* ---- the machine */

static bool
namespaces_good (void)
{
    pid_t pid = fork ();
    if (!pid)
        _exit (unshare (CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWPID) ? 1 : 0);
    int status = 1;
    return pid > 0 && waitpid (pid, &status, 0) == pid && !status;
}

/* Megabytes of memory that may be used now; 0: not known. */
static unsigned long
memory_free_mb (void)
{
    size_t size;
    char *text = text_file ("/proc/meminfo", &size);
    const char *at = text ? strstr (text, "MemAvailable:") : NULL;
    unsigned long mb = at ? strtoul (at + 13, NULL, 10) / 1024 : 0;
    memory_free (text);
    return mb;
}

/* Gigabytes that a core hashes in a second, as a search of states does. */
static double
speed_of_core (void)
{
    enum { SIZE = 1 << 16, TIMES = 2000 };
    char *data = memory_new (SIZE);
    uint64_t start = clock_thread_ns (), sum = 0;
    for (unsigned i = 0; i < TIMES; i++) {
        data[i] = (char) (sum + i);
        sum ^= digest_of ((struct bytes) {(uint8_t *) data, SIZE}).low;
    }
    uint64_t ns = clock_thread_ns () - start;
    memory_free (data);
    return ns ? (double) SIZE * TIMES / (double) ns : 0;
}

static void
doctor_machine (struct text *t)
{
    struct text what;
    text_init (&what);
    cpu_set_t set;
    int cores = sched_getaffinity (0, sizeof set, &set) ? 1 : CPU_COUNT (&set);
    text_print (&what,
                "%d, which is what --workers is without a number; each "
                "hashes %.1f GB a second",
                cores, speed_of_core ());
    line (t, "cores", text_view (&what));
    text_reset (&what);
    text_print (&what, "%lu MB are free; --memory-limit=MB keeps below them",
                memory_free_mb ());
    line (t, "memory", text_view (&what));
    text_reset (&what);
    const char *dir = getenv ("TMPDIR");
    struct statvfs disk;
    if (!dir)
        dir = "/tmp";
    if (statvfs (dir, &disk) || access (dir, W_OK))
        text_print (&what,
                    "missing: %s cannot be written: nothing can be checked "
                    "(set TMPDIR)",
                    dir);
    else
        text_print (&what, "%llu MB are free in %s",
                    (unsigned long long) disk.f_bavail * disk.f_frsize >> 20,
                    dir);
    line (t, "scratch", text_view (&what));
    line (
        t, "namespaces",
        namespaces_good ()
            ? "programs can be run, confined, to confirm counterexamples"
            : "missing: the user may make no namespaces, so programs are not "
              "run, and a counterexample that only a run confirms is UNKNOWN");
    text_clear (&what);
}

void
help_doctor (struct text *t)
{
    doctor_own (t);
    doctor_programs (t);
    doctor_machine (t);
}
