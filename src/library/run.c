/* run.c -- see run.h. */
#include "library/run.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "library/json.h"

enum { PATH_MOST = 4096, READ_MOST = 65536 };

static bool
said_add (struct run_said *s, const char *data, size_t size)
{
    char *text = realloc (s->text, s->size + size + 1);
    if (!text)
        return false;
    memcpy (text + s->size, data, size);
    s->text = text;
    s->size += size;
    text[s->size] = 0;
    return true;
}

/* ---- which program */

/* That which is installed with the library: ../bin of its folder, or beside it where it was
 * built. */
static bool
program_beside (char path[PATH_MOST])
{
    static const char *const from[] = {"/../bin/cohort", "/cohort",
                                       "/../../bin/cohort"};
    Dl_info self;
    char real[PATH_MAX];
    /* The address of a datum: of a function C says none. */
    if (!dladdr (from, &self) || !realpath (self.dli_fname, real))
        return false;
    char *slash = strrchr (real, '/');
    *slash = 0;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        snprintf (path, PATH_MOST, "%s%s", real, from[i]);
        if (!access (path, X_OK))
            return true;
    }
    return false;
}

static void
program_find (char path[PATH_MOST])
{
    const char *named = getenv ("COHORT");
    if (named && *named)
        snprintf (path, PATH_MOST, "%s", named);
    else if (!program_beside (path))
        snprintf (path, PATH_MOST, "cohort");
}

/* ---- its end and its words */

/* `"progress": ..` is told to the caller; gives whether it wants an end. */
static bool
progress_tell (const char *line, const struct cohort_callbacks *to)
{
    if (!to || !to->progress)
        return false;
    const char *seconds = json_field_at (line, "seconds");
    char *text = json_text (json_field_at (line, "progress"));
    char *phase = json_text (json_field_at (line, "phase"));
    struct cohort_progress p = {.seconds = seconds ? strtod (seconds, NULL) : 0,
                                .phase = phase ? phase : "",
                                .text = text ? text : ""};
    bool enough = to->progress (to->context, &p) != 0;
    free (text);
    free (phase);
    return enough;
}

/* Takes whole lines off what was said; those of progress are told, others kept. */
static bool
error_lines (struct run_said *pending, struct run_said *kept,
             const struct cohort_callbacks *to, bool *enough)
{
    char *line = pending->text, *end;
    bool good = true;
    if (!line)
        return true;
    while (good && (end = strchr (line, '\n'))) {
        *end = 0;
        if (!strncmp (line, "{\"progress\"", 11))
            *enough |= progress_tell (line, to);
        else {
            *end = '\n';
            good = said_add (kept, line, (size_t) (end + 1 - line));
        }
        line = end + 1;
    }
    pending->size -= (size_t) (line - pending->text);
    memmove (pending->text, line, pending->size + 1);
    return good;
}

static bool
pipe_take (struct pollfd *from, struct run_said *to)
{
    char data[READ_MOST];
    if (!from->revents)
        return true;
    ssize_t size = read (from->fd, data, sizeof data);
    if (size > 0)
        return said_add (to, data, (size_t) size);
    if (size == 0 || errno != EINTR)
        from->fd = -1; /* poll leaves it out */
    return true;
}

static bool
run_read (pid_t pid, int out, int error, const struct cohort_callbacks *to,
          struct run_result *r)
{
    struct pollfd from[] = {{out, POLLIN, 0}, {error, POLLIN, 0}};
    struct run_said pending = {0};
    bool good = true, enough = false, told = false;
    while (good && (from[0].fd >= 0 || from[1].fd >= 0)) {
        if (poll (from, 2, -1) < 0)
            continue;
        good = pipe_take (&from[0], &r->out) && pipe_take (&from[1], &pending)
               && error_lines (&pending, &r->error, to, &enough);
        if (enough && !told)
            told = !kill (pid, SIGINT);
    }
    good =
        good
        && said_add (&r->error, pending.text ? pending.text : "", pending.size);
    free (pending.text);
    if (!good)
        kill (pid, SIGKILL);
    return good;
}

static int
run_spawn (const char *const *word, const char *where, int out, int error,
           pid_t *pid)
{
    char path[PATH_MOST];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    program_find (path);
    posix_spawn_file_actions_init (&actions);
    posix_spawnattr_init (&attributes);
    if (where)
        posix_spawn_file_actions_addchdir_np (&actions, where);
    posix_spawn_file_actions_addopen (&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2 (&actions, out, 1);
    posix_spawn_file_actions_adddup2 (&actions, error, 2);
    /* Whatever the caller blocks, a check can be interrupted. */
    sigemptyset (&none);
    posix_spawnattr_setsigmask (&attributes, &none);
    posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETSIGMASK);
    extern char **environ;
    int wrong = posix_spawnp (pid, path, &actions, &attributes,
                              (char *const *) word, environ);
    posix_spawn_file_actions_destroy (&actions);
    posix_spawnattr_destroy (&attributes);
    return wrong;
}

int
library_run (const char *const *argument, const char *where,
             const struct cohort_callbacks *callbacks, struct run_result *r)
{
    size_t count = 0;
    while (argument && argument[count])
        count++;
    const char **word = calloc (count + 4, sizeof *word);
    int out[2], error[2], status = 0;
    pid_t pid;
    bool good =
        word && said_add (&r->out, "", 0) && said_add (&r->error, "", 0);
    r->exit_code = -1;
    if (!good || pipe2 (out, O_CLOEXEC))
        return free (word), good;
    if (pipe2 (error, O_CLOEXEC)) {
        close (out[0]);
        close (out[1]);
        return free (word), good;
    }
    word[0] = "cohort";
    word[1] = "--json";
    word[2] = "--progress=json";
    if (count)
        memcpy (word + 3, argument, count * sizeof *word);
    int wrong = run_spawn (word, where, out[1], error[1], &pid);
    close (out[1]);
    close (error[1]);
    if (wrong) {
        const char *why = strerror (wrong);
        good = said_add (&r->error, why, strlen (why));
    } else {
        good = run_read (pid, out[0], error[0], callbacks, r);
        while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
            ;
        r->exit_code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
    }
    close (out[0]);
    close (error[0]);
    free (word);
    return good;
}

void
run_result_clear (struct run_result *r)
{
    free (r->out.text);
    free (r->error.text);
}
