/* native_process.c -- see native_process.h. */
#include "process/native_process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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

/* ---- the child; only calls that are safe after fork */

static _Noreturn void
become (const struct native_process *p, int out, int failed, pid_t parent)
{
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    if (getppid () != parent)
        _exit (127);
    setpgid (0, 0);
    struct rlimit none_kept = {0, 0}, cpu = {p->seconds + 1, p->seconds + 2};
    setrlimit (RLIMIT_CORE, &none_kept);
    setrlimit (RLIMIT_CPU, &cpu);
    sigset_t none;
    sigemptyset (&none);
    sigprocmask (SIG_SETMASK, &none, NULL);
    int nothing = open ("/dev/null", O_RDONLY);
    bool good = nothing >= 0 && dup2 (nothing, 0) >= 0 && dup2 (out, 1) >= 0
                && dup2 (out, 2) >= 0
                && (!p->directory || !chdir (p->directory));
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

/* What the init process of a confined program says of its end. */
static void
report_take (int fd, struct native_end *end)
{
    struct confine_report r;
    ssize_t got = read (fd, &r, sizeof r);
    end->signal = end->code = 0; /* those were init's */
    if (got != sizeof r) {
        end->signal = SIGKILL;
        return;
    }
    r.what[sizeof r.what - 1] = 0;
    if (r.step == CONFINE_REFUSED) {
        struct text t;
        text_init (&t);
        text_print (&t, "%s: %s", r.what, strerror (r.error));
        end->refused = text_take (&t);
    } else if (r.step == CONFINE_GREEDY) {
        end->greedy = true;
        end->signal = SIGKILL;
    } else if (WIFEXITED (r.status))
        end->code = WEXITSTATUS (r.status);
    else if (WIFSIGNALED (r.status))
        end->signal = WTERMSIG (r.status);
}

static pid_t
process_start (const struct native_process *p, const confine_plan *plan,
               int out, int failed)
{
    pid_t self = getpid ();
    if (plan)
        return confine_start (plan, out, failed);
    pid_t pid = fork ();
    if (!pid)
        become (p, out, failed, self);
    return pid;
}

static void
start (const struct native_process *p, const confine_plan *plan, int out[2],
       int failed[2], struct native_end *end)
{
    uint64_t deadline = clock_wall_ns () + p->seconds * UINT64_C (1000000000);
    pid_t pid = process_start (p, plan, out[1], failed[1]);
    int error = errno;
    close (out[1]);
    close (failed[1]);
    if (pid < 0 && plan) {
        struct text t;
        text_init (&t);
        text_print (&t, "namespaces: %s", strerror (error));
        end->refused = text_take (&t);
    } else if (pid < 0) {
        end->error = error;
    } else {
        setpgid (pid, pid); /* here too: whoever comes first */
        if (!plan && read (failed[0], &error, sizeof error) == sizeof error)
            end->error = error ? error : EIO;
        collect (out[0], pid, deadline, end);
        reap (pid, deadline, end);
        if (plan)
            report_take (failed[0], end);
    }
    close (out[0]);
    close (failed[0]);
}

/* Null: that it cannot be confined is noted. */
static confine_plan *
plan_make (const struct confine *c, struct native_end *end)
{
    struct problem p = {0};
    confine_plan *plan = confine_plan_new (c, &p);
    if (!plan)
        end->refused = memory_string (p.message);
    return plan;
}

void
native_process_run (const struct native_process *p, struct native_end *end)
{
    assert (p && end && (p->confine || (p->argv && p->argv[0] && p->env)));
    *end = (struct native_end) {0};
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
    confine_plan *plan = p->confine ? plan_make (p->confine, end) : NULL;
    if (!end->refused)
        start (p, plan, out, failed, end);
    else
        for (int i = 0; i < 2; i++) {
            close (out[i]);
            close (failed[i]);
        }
    if (plan)
        confine_plan_free (plan);
}

void
native_end_clear (struct native_end *end)
{
    assert (end);
    text_clear (&end->first);
    text_clear (&end->last);
    memory_free (end->refused);
}
