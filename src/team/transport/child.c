/* child.c -- see child.h. */
#include "team/transport/child.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

bool
child_start (struct child *c, const char *program, const char *address,
             unsigned long memory_mb, struct problem *problem)
{
    char limit[64];
    snprintf (limit, sizeof limit, "--memory-limit=%lu", memory_mb);
    const char *arguments[] = {
        "cohort", "join", "--local", address, memory_mb ? limit : NULL, NULL};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init (&files);
    posix_spawn_file_actions_addopen (&files, 0, "/dev/null", O_RDONLY, 0);
    /* stdout is the outcome's alone. */
    posix_spawn_file_actions_adddup2 (&files, 2, 1);
    /* An interrupt at the terminal is for the master, who then ends them. */
    posix_spawnattr_t attributes;
    posix_spawnattr_init (&attributes);
    posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETPGROUP
                                               | POSIX_SPAWN_SETSIGMASK
                                               | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup (&attributes, 0);
    sigset_t signals;
    sigemptyset (&signals);
    posix_spawnattr_setsigmask (&attributes, &signals);
    sigfillset (&signals);
    posix_spawnattr_setsigdefault (&attributes, &signals);
    int error = posix_spawn (&c->pid, program ? program : "/proc/self/exe",
                             &files, &attributes, (char **) arguments, environ);
    posix_spawnattr_destroy (&attributes);
    posix_spawn_file_actions_destroy (&files);
    if (error) {
        *c = (struct child) {0, -1};
        return problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                                "cannot start a worker: %s", strerror (error));
    }
    c->pid_fd = (int) syscall (SYS_pidfd_open, c->pid, 0);
    return true;
}

static void
child_forget (struct child *c)
{
    if (c->pid_fd >= 0)
        close (c->pid_fd);
    *c = (struct child) {0, -1};
}

bool
child_ended (struct child *c, int *status)
{
    assert (c->pid > 0);
    pid_t got = waitpid (c->pid, status, WNOHANG);
    if (!got || (got < 0 && errno == EINTR))
        return false;
    if (got < 0)
        *status = 0; /* somebody else has reaped it */
    child_forget (c);
    return true;
}

void
child_kill (struct child *c)
{
    assert (c->pid > 0);
    kill (c->pid, SIGKILL);
    while (waitpid (c->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    child_forget (c);
}

/* The path of a socket has at most 107 bytes, so a long TMPDIR is no use. */
char *
child_directory (struct problem *problem)
{
    const char *base = getenv ("TMPDIR");
    if (!base || base[0] != '/' || strlen (base) > 60)
        base = "/tmp";
    struct text path;
    text_init (&path);
    text_print (&path, "%s/cohort-XXXXXX", base);
    char *directory = text_take (&path);
    if (mkdtemp (directory))
        return directory;
    problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {base, 0, 0},
                     "cannot make a directory: %s", strerror (errno));
    memory_free (directory);
    return NULL;
}

/* Sockets of workers that were killed are still there. */
void
child_directory_remove (const char *directory)
{
    DIR *d = opendir (directory);
    int at = d ? dirfd (d) : -1;
    struct stat is;
    for (struct dirent *e; d && (e = readdir (d));)
        if (!strncmp (e->d_name, "team", 4)
            && !fstatat (at, e->d_name, &is, AT_SYMLINK_NOFOLLOW)
            && S_ISSOCK (is.st_mode))
            unlinkat (at, e->d_name, 0);
    if (d)
        closedir (d);
    rmdir (directory);
}

bool
child_address_parse (const char *text, struct child_address *a)
{
    const char *hash = strrchr (text, '#');
    size_t length = hash ? (size_t) (hash - text) : 0;
    int master, used = -1;
    if (strncmp (text, "ipc://", 6) || !hash || length >= sizeof a->endpoint
        || sscanf (hash, "#%u@%d%n", &a->number, &master, &used) != 2
        || hash[used] || !a->number)
        return false;
    memcpy (a->endpoint, text, length);
    a->endpoint[length] = 0;
    a->master = master;
    return true;
}
