/* solver_process.c -- see solver_process.h. */
#include "process/solver_process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"

enum { OUTPUT_MOST = 64 << 20 };

static bool
file_runs (const char *path)
{
    struct stat about;
    return !stat (path, &about) && S_ISREG (about.st_mode)
           && !access (path, X_OK);
}

/* The program's path, to be freed; null: not found. */
static char *
program_find (const char *name)
{
    if (strchr (name, '/'))
        return file_runs (name) ? memory_string (name) : NULL;
    const char *at = getenv ("PATH");
    while (at && *at) {
        size_t size = strcspn (at, ":");
        struct text t;
        text_init (&t);
        text_add_n (&t, at, size);
        text_print (&t, "%s%s", size ? "/" : "./", name);
        if (file_runs (text_view (&t)))
            return text_take (&t);
        text_clear (&t);
        at += size + (at[size] == ':');
    }
    return NULL;
}

/* A file without a name, so that neither side ever waits for the other to take
 * the script. */
static int
script_open (const char *script, size_t size)
{
    int fd = memfd_create ("script", MFD_CLOEXEC);
    while (fd >= 0 && size) {
        ssize_t put = write (fd, script, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            close (fd);
            return -1;
        }
        script += put;
        size -= (size_t) put;
    }
    if (fd >= 0)
        lseek (fd, 0, SEEK_SET);
    return fd;
}

/* In the forked child, maybe of a process with threads: only calls that are
 * safe there. */
static _Noreturn void
program_become (const char *path, const char *const *argv, int in, int out,
                uint64_t milliseconds, pid_t parent)
{
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    if (getppid () != parent)
        _exit (127);
    setpgid (0, 0);
    struct rlimit seconds = {milliseconds / 1000 + 2, milliseconds / 1000 + 3};
    struct rlimit none = {0, 0};
    setrlimit (RLIMIT_CPU, &seconds);
    setrlimit (RLIMIT_CORE, &none);
    int nothing = open ("/dev/null", O_WRONLY);
    sigset_t all;
    sigemptyset (&all);
    sigprocmask (SIG_SETMASK, &all, NULL);
    if (nothing < 0 || dup2 (in, 0) < 0 || dup2 (out, 1) < 0
        || dup2 (nothing, 2) < 0)
        _exit (127);
    /* argv is not changed by execv; the type is historical. */
    execv (path, (char *const *) (uintptr_t) argv);
    _exit (127);
}

static bool
deadline_passed (uint64_t deadline)
{
    return clock_wall_ns () >= deadline;
}

static enum solver_end
output_collect (int fd, uint64_t deadline, struct text *output)
{
    size_t start = output->size;
    char part[1 << 16];
    for (;;) {
        uint64_t now = clock_wall_ns ();
        if (now >= deadline)
            return SOLVER_LATE;
        uint64_t wait_ms = (deadline - now) / 1000000 + 1;
        struct pollfd p = {.fd = fd, .events = POLLIN};
        int ready = poll (&p, 1, wait_ms > 1000 ? 1000 : (int) wait_ms);
        if (ready <= 0)
            continue;
        ssize_t got = read (fd, part, sizeof part);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return SOLVER_ENDED;
        text_add_n (output, part, (size_t) got);
        if (output->size - start > OUTPUT_MOST)
            return SOLVER_FLOODED;
    }
}

/* By somebody else, that is: a crash of its own would come again. */
static bool
was_killed (int status)
{
    int by = WIFSIGNALED (status) ? WTERMSIG (status) : 0;
    return by == SIGKILL || by == SIGTERM || by == SIGINT || by == SIGXCPU;
}

/* Waits for the end until the deadline, then ends it. */
static enum solver_end
program_reap (pid_t pid, enum solver_end end, uint64_t deadline)
{
    int status;
    while (end == SOLVER_ENDED) {
        pid_t got = waitpid (pid, &status, WNOHANG);
        if (got == pid || (got < 0 && errno != EINTR)) {
            kill (-pid, SIGKILL); /* what it may have left behind */
            return got == pid && was_killed (status) ? SOLVER_KILLED : end;
        }
        if (deadline_passed (deadline))
            end = SOLVER_LATE;
        struct timespec pause = {0, 1000000};
        nanosleep (&pause, NULL);
    }
    kill (-pid, SIGKILL);
    kill (pid, SIGKILL);
    while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
        ;
    return end;
}

enum solver_end
solver_process (const char *const *argv, const char *script, size_t size,
                uint64_t milliseconds, struct text *output)
{
    assert (argv && argv[0] && output);
    uint64_t deadline = clock_wall_ns () + milliseconds * 1000000;
    char *path = program_find (argv[0]);
    if (!path)
        return SOLVER_MISSING;
    int in = script_open (script, size);
    int out[2];
    if (in < 0 || pipe2 (out, O_CLOEXEC)) {
        if (in >= 0)
            close (in);
        memory_free (path);
        return SOLVER_FAILED;
    }
    pid_t self = getpid ();
    pid_t pid = fork ();
    if (!pid)
        program_become (path, argv, in, out[1], milliseconds, self);
    if (pid > 0)
        setpgid (pid, pid); /* here too: whoever comes first */
    close (in);
    close (out[1]);
    enum solver_end end = SOLVER_FAILED;
    if (pid > 0) {
        end = output_collect (out[0], deadline, output);
        end = program_reap (pid, end, deadline);
    }
    close (out[0]);
    memory_free (path);
    return end;
}
