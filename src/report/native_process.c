/* native_process.c -- see native_process.h. */
#include "report/native_process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"

enum { FILE_MOST = 1 << 20, PROCESS_MOST = 8, STACK_MOST = 256 << 20 };

/* ---- the child; only calls that are safe after fork */

/* A limit that is lower already stays. */
static void
limit (int what, rlim_t most)
{
    struct rlimit now;
    if (getrlimit ((__rlimit_resource_t) what, &now))
        return;
    if (now.rlim_max == RLIM_INFINITY || now.rlim_max > most)
        now.rlim_max = most;
    now.rlim_cur = now.rlim_max;
    setrlimit ((__rlimit_resource_t) what, &now);
}

static void
confine (void)
{
    limit (RLIMIT_FSIZE, FILE_MOST);
    limit (RLIMIT_NPROC, PROCESS_MOST);
    limit (RLIMIT_STACK, STACK_MOST);
    /* Not every system lets us; then the network stays. */
    if (unshare (CLONE_NEWUSER | CLONE_NEWNET))
        return;
}

static _Noreturn void
become (const struct native_process *p, int out, int failed, pid_t parent)
{
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    if (getppid () != parent)
        _exit (127);
    setpgid (0, 0);
    limit (RLIMIT_CORE, 0);
    limit (RLIMIT_CPU, p->seconds + 1);
    if (p->space)
        limit (RLIMIT_AS, p->space);
    sigset_t none;
    sigemptyset (&none);
    sigprocmask (SIG_SETMASK, &none, NULL);
    int nothing = open ("/dev/null", O_RDONLY);
    bool good = nothing >= 0 && dup2 (nothing, 0) >= 0 && dup2 (out, 1) >= 0
                && dup2 (out, 2) >= 0
                && (!p->directory || !chdir (p->directory));
    if (good && p->confined)
        confine ();
    /* argv and env are not changed; the types are historical. */
    if (good)
        execvpe (p->argv[0], (char *const *) (uintptr_t) p->argv,
                 (char *const *) (uintptr_t) p->env);
    int error = errno;
    ssize_t put = write (failed, &error, sizeof error);
    _exit (put > 0 ? 127 : 126);
}

/* ---- the parent */

/* The last NATIVE_KEPT bytes; up to twice as many are held. */
static void
keep_last (struct text *last, const char *data, size_t size)
{
    text_add_n (last, data, size);
    if (last->size <= 2 * NATIVE_KEPT)
        return;
    memmove (last->data, last->data + last->size - NATIVE_KEPT, NATIVE_KEPT);
    last->size = NATIVE_KEPT;
    last->data[last->size] = 0;
}

static void
keep (struct native_end *end, const char *data, size_t size)
{
    size_t room = NATIVE_KEPT - end->first.size;
    assert (end->first.size <= NATIVE_KEPT);
    text_add_n (&end->first, data, size < room ? size : room);
    keep_last (&end->last, data, size);
}

/* Until all who can write have closed, or the process has ended (what it left
 * behind is not waited for), or the deadline. */
static void
collect (int fd, pid_t pid, uint64_t deadline, struct native_end *end)
{
    char part[4096];
    for (;;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        int ready = poll (&p, 1, 50);
        if (clock_wall_ns () >= deadline) {
            end->late = true;
            return;
        }
        if (ready > 0) {
            ssize_t got = read (fd, part, sizeof part);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                return;
            keep (end, part, (size_t) got);
        } else {
            siginfo_t info = {0};
            if (!waitid (P_PID, (id_t) pid, &info, WEXITED | WNOHANG | WNOWAIT)
                && info.si_pid == pid)
                return;
        }
    }
}

static void
reap (pid_t pid, uint64_t deadline, struct native_end *end)
{
    int status = 0;
    pid_t got = 0;
    while (!end->late) {
        got = waitpid (pid, &status, WNOHANG);
        if (got == pid || (got < 0 && errno != EINTR))
            break;
        end->late = clock_wall_ns () >= deadline;
        struct timespec pause = {0, 1000000};
        nanosleep (&pause, NULL);
    }
    kill (-pid, SIGKILL); /* what it may have left behind, too */
    if (got != pid)
        while ((got = waitpid (pid, &status, 0)) < 0 && errno == EINTR)
            ;
    if (got == pid && WIFEXITED (status))
        end->code = WEXITSTATUS (status);
    else if (got == pid && WIFSIGNALED (status))
        end->signal = WTERMSIG (status);
}

static void
start (const struct native_process *p, int out[2], int failed[2],
       struct native_end *end)
{
    uint64_t deadline = clock_wall_ns () + p->seconds * UINT64_C (1000000000);
    pid_t self = getpid ();
    pid_t pid = fork ();
    if (!pid)
        become (p, out[1], failed[1], self);
    close (out[1]);
    close (failed[1]);
    if (pid < 0) {
        end->error = errno;
    } else {
        int error;
        setpgid (pid, pid); /* here too: whoever comes first */
        if (read (failed[0], &error, sizeof error) == sizeof error)
            end->error = error ? error : EIO;
        collect (out[0], pid, deadline, end);
        reap (pid, deadline, end);
    }
    close (out[0]);
    close (failed[0]);
}

void
native_process_run (const struct native_process *p, struct native_end *end)
{
    assert (p && p->argv && p->argv[0] && p->env && end);
    *end = (struct native_end){0};
    text_init (&end->first);
    text_init (&end->last);
    int out[2], failed[2];
    if (pipe2 (out, O_CLOEXEC)) {
        end->error = errno;
        return;
    }
    if (pipe2 (failed, O_CLOEXEC)) {
        end->error = errno;
        close (out[0]);
        close (out[1]);
        return;
    }
    start (p, out, failed, end);
}

void
native_end_clear (struct native_end *end)
{
    assert (end);
    text_clear (&end->first);
    text_clear (&end->last);
}
