/* process.c -- see process.h. */
#include "process/process.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

/* In the child: only what may be called between fork and exec. */
static _Noreturn void
become (const char *const *argv, const char *directory, pid_t parent, int tell)
{
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    int nothing = open ("/dev/null", O_RDONLY | O_CLOEXEC);
    if (getppid () == parent && nothing >= 0 && dup2 (nothing, 0) == 0
        && (!directory || !chdir (directory)))
        execvp (argv[0], (char *const *) (uintptr_t) argv);
    int error = errno;
    ssize_t told = write (tell, &error, sizeof error);
    (void) told;
    _exit (127);
}

static void
wait_for (pid_t pid, struct process_end *end)
{
    int status;
    while (waitpid (pid, &status, 0) < 0)
        if (errno != EINTR)
            return;
    if (WIFEXITED (status))
        end->code = WEXITSTATUS (status);
    else if (WIFSIGNALED (status))
        end->signal = WTERMSIG (status);
}

struct process_end
process_run (const char *const *argv, const char *directory)
{
    assert (argv && argv[0]);
    struct process_end end = {.code = -1};
    int tell[2];
    if (pipe2 (tell, O_CLOEXEC)) {
        end.error = errno;
        return end;
    }
    pid_t self = getpid (), pid = fork ();
    if (!pid)
        become (argv, directory, self, tell[1]);
    end.error = pid < 0 ? errno : 0;
    close (tell[1]);
    while (read (tell[0], &end.error, sizeof end.error) < 0 && errno == EINTR)
        continue;
    close (tell[0]);
    if (pid > 0)
        wait_for (pid, &end);
    end.missing =
        end.error == ENOENT || end.error == EACCES || end.error == ENOTDIR;
    return end;
}

char *
process_name (const char *file)
{
    assert (file);
    struct text name;
    text_init (&name);
    text_add (&name, *file == '-' || *file == '@' ? "./" : "");
    text_add (&name, file);
    return text_take (&name);
}

/* Those that are open; all that may be, if that cannot be told. */
static size_t
descriptors_open (size_t most)
{
    DIR *d = opendir ("/proc/self/fd");
    size_t count = 0;
    if (!d)
        return most;
    while (readdir (d))
        count++;
    closedir (d);
    return count - 3; /* itself, and two that are directories */
}

bool
process_descriptors (size_t needed, struct problem *problem)
{
    struct rlimit limit;
    if (getrlimit (RLIMIT_NOFILE, &limit))
        return true;
    size_t open_now = descriptors_open (limit.rlim_cur);
    if (limit.rlim_cur >= open_now + needed)
        return true;
    rlim_t given = limit.rlim_cur;
    limit.rlim_cur = open_now + needed;
    if (limit.rlim_cur <= limit.rlim_max && !setrlimit (RLIMIT_NOFILE, &limit))
        return true;
    return problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                            "%zu file descriptors are needed, but only %zu "
                            "are allowed (ulimit -n)",
                            open_now + needed, (size_t) given);
}

void
process_standard (void)
{
    for (int i = 0; i < 3; i++)
        if (fcntl (i, F_GETFD) < 0) {
            /* The lowest free one, which is i.  Nobody waits for what is said
             * to a closed one, but that it was not said must show: only for
             * reading. */
            int fd = open ("/dev/null", O_RDONLY);
            if (fd != i && fd >= 0)
                close (fd);
        }
}

char *
process_directory (struct problem *problem)
{
    const char *base = getenv ("TMPDIR");
    struct text path;
    text_init (&path);
    text_print (&path, "%s/cohort-XXXXXX", base && *base ? base : "/tmp");
    char *name = text_take (&path);
    if (mkdtemp (name))
        return name;
    problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                     "no temporary directory %s: %s", name, strerror (errno));
    memory_free (name);
    return NULL;
}

static int
remove_one (const char *path, const struct stat *s, int kind, struct FTW *f)
{
    (void) s;
    (void) kind;
    (void) f;
    remove (path);
    return 0;
}

void
process_directory_remove (const char *directory)
{
    assert (directory && *directory);
    nftw (directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
