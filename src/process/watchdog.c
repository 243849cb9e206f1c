/* watchdog.c -- see watchdog.h.
 *
 * Frames on the pipe:
 *
 *     offset  size  meaning
 *          0     1  'T' told, 'R' result, 'E' the work has returned, 'W' it wants to
 *                   be warned
 *          1     8  length n, low byte first; of 'E': the exit code; of 'W': 0
 *          9     n  text (not of 'E')
 *
 * A result counts only together with the 'E' after it: a child that dies while
 * it writes has given none. */
#include "process/watchdog.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "process/tree_memory.h"

struct watched {
    int fd;
    int warning_fd; /* an eventfd, shared with the parent */
};

enum { FRAME_HEAD = 9, FRAME_MOST = 1 << 30 };
enum { LEAVE_NS = 1000000000 }; /* for a child that has said all, to end */

/* ---- the child */

static void
frame_send (const watched *w, char kind, uint64_t number, const char *text,
            size_t size)
{
    struct buffer b;
    buffer_init (&b);
    buffer_byte (&b, (uint8_t) kind);
    buffer_u64 (&b, number);
    buffer_put (&b, text, size);
    size_t at = 0;
    while (at < b.size) {
        ssize_t put = write (w->fd, b.data + at, b.size - at);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            break; /* nobody listens any more: the end is near anyway */
        at += (size_t) put;
    }
    buffer_clear (&b);
}

void
watched_tell (watched *w, const char *lines)
{
    struct bytes b = bytes_of (lines);
    frame_send (w, 'T', b.size, lines, b.size);
}

void
watched_result (watched *w, const char *text, size_t size)
{
    assert (size < FRAME_MOST);
    frame_send (w, 'R', size, text, size);
}

int
watched_warning (watched *w)
{
    frame_send (w, 'W', 0, "", 0);
    return w->warning_fd;
}

static _Noreturn void
child_run (int fd, int warning_fd, const sigset_t *mask, pid_t parent,
           int (*work) (watched *, void *), void *context)
{
    setpgid (0, 0);
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    if (getppid () != parent)
        _exit (6);
    sigprocmask (SIG_SETMASK, mask, NULL);
    watched w = {fd, warning_fd};
    int code = work (&w, context);
    frame_send (&w, 'E', (uint64_t) code, "", 0);
    exit (code);
}

/* ---- the parent */

struct memory_watch {
    uint64_t limit; /* bytes; 0: none */
    uint64_t next_ns;
};

struct listener {
    struct memory_watch memory;
    int pipe, signals;
    struct buffer in;
    bool returned;    /* 'E' came */
    bool warns;       /* 'W' came */
    bool interrupted; /* by SIGINT */
    int warning_fd;
    struct progress_show *show;      /* null: nothing */
    const struct watch_guest *guest; /* null: none */
    int guest_fd;
    struct watch_result *result;
};

/* Has `lines` one of the key that `line` begins with? */
static bool
lines_have (const char *lines, const char *line)
{
    size_t key = strcspn (line, ":\n");
    for (const char *at = lines; *at;
         at += strcspn (at, "\n"), at += *at == '\n')
        if (!strncmp (at, line, key) && strcspn (at, ":\n") == key)
            return true;
    return false;
}

static void
told_merge (struct text *told, const char *lines)
{
    struct text merged;
    text_init (&merged);
    const char *at = text_view (told);
    while (*at) {
        size_t size = strcspn (at, "\n");
        if (size && !lines_have (lines, at)) {
            text_add_n (&merged, at, size);
            text_char (&merged, '\n');
        }
        at += size + (at[size] == '\n');
    }
    text_add (&merged, lines);
    if (merged.size && merged.data[merged.size - 1] != '\n')
        text_char (&merged, '\n');
    text_clear (told);
    *told = merged;
}

static bool
frame_take (struct listener *l)
{
    struct reader r;
    reader_init (&r, buffer_view (&l->in));
    char kind = (char) reader_byte (&r);
    uint64_t number = reader_u64 (&r);
    if (r.failed)
        return false;
    struct bytes body = {0};
    if (kind == 'E') {
        l->result->exit = (int) number;
        l->returned = true;
    } else if (kind == 'W')
        l->warns = true;
    else {
        if (number > l->in.size - FRAME_HEAD)
            return false;
        body = reader_take (&r, (size_t) number);
        struct text text;
        text_init (&text);
        text_add_n (&text, (const char *) body.data, body.size);
        if (kind == 'T')
            told_merge (&l->result->told, text_view (&text));
        else
            text_add_n (&l->result->text, text_view (&text), text.size);
        text_clear (&text);
    }
    struct buffer rest;
    buffer_init (&rest);
    buffer_put (&rest, r.at, (size_t) (r.end - r.at));
    buffer_clear (&l->in);
    l->in = rest;
    return true;
}

/* False: the pipe is at its end. */
static bool
listener_read (struct listener *l)
{
    uint8_t part[1 << 16];
    ssize_t got = read (l->pipe, part, sizeof part);
    if (got < 0)
        return errno == EINTR || errno == EAGAIN;
    if (got == 0)
        return false;
    buffer_put (&l->in, part, (size_t) got);
    while (l->in.size && frame_take (l))
        ;
    return true;
}

static int
wait_ms (uint64_t deadline)
{
    uint64_t now = clock_wall_ns ();
    if (!deadline)
        return 1000;
    uint64_t left = now < deadline ? (deadline - now) / 1000000 + 1 : 0;
    return left < 1000 ? (int) left : 1000;
}

/* True: the child has ended and its status is set. */
static bool
child_ended (pid_t pid, struct watch_result *r, int flags)
{
    int status;
    pid_t got = waitpid (pid, &status, flags);
    if (got != pid)
        return false;
    if (WIFSIGNALED (status))
        r->signal = WTERMSIG (status);
    else
        r->exit = WEXITSTATUS (status);
    return true;
}

/* Looks at the memory if it is time to, and sets when it will be again: the nearer the
 * limit, the sooner, for a process can take a megabyte in a quarter of a millisecond; but
 * looking shall take no more than a tenth of the time.  True: the limit is passed. */
static bool
memory_passed (struct memory_watch *m, pid_t pid)
{
    enum { SOON_MS = 5, LATE_MS = 500, SHARE = 9 };
    uint64_t begin = clock_wall_ns ();
    if (!m->limit || begin < m->next_ns)
        return false;
    uint64_t used = tree_memory_resident (pid);
    if (used > m->limit)
        used = tree_memory_own (pid);
    if (used > m->limit)
        return true;
    uint64_t end = clock_wall_ns ();
    uint64_t ms = ((m->limit - used) >> 20) / 4;
    ms = ms < SOON_MS ? SOON_MS : ms > LATE_MS ? LATE_MS : ms;
    uint64_t least_ns = (end - begin) * SHARE;
    m->next_ns = end + (ms * 1000000 > least_ns ? ms * 1000000 : least_ns);
    return false;
}

/* Reads until the child has ended, a limit is passed or a signal comes. */
static enum watch_end
listener_wait (struct listener *l, pid_t pid, uint64_t deadline, bool *ended)
{
    bool open = true, leaving = false;
    for (;;) {
        struct pollfd p[3] = {{.fd = l->signals, .events = POLLIN},
                              {.fd = open ? l->pipe : -1, .events = POLLIN},
                              {.fd = l->guest_fd, .events = POLLIN}};
        int most = l->show ? show_tick (l->show, pid) : 1000;
        int wait = wait_ms (deadline);
        int look = l->memory.limit ? wait_ms (l->memory.next_ns) : 1000;
        wait = wait < look ? wait : look;
        poll (p, 3, wait < most ? wait : most);
        if (l->guest)
            l->guest->turn (l->guest->context, text_view (&l->result->told));
        if (p[1].revents)
            open = listener_read (l);
        struct signalfd_siginfo signal;
        if (p[0].revents && read (l->signals, &signal, sizeof signal) > 0
            && signal.ssi_signo != SIGCHLD) {
            l->interrupted = signal.ssi_signo == SIGINT;
            return WATCH_INTERRUPTED;
        }
        /* Workers may hold the pipe open: the child's end is what counts, and
         * what it wrote before is in the pipe. */
        if (child_ended (pid, l->result, WNOHANG)) {
            *ended = true;
            fcntl (l->pipe, F_SETFL, O_NONBLOCK);
            struct pollfd rest = {.fd = l->pipe, .events = POLLIN};
            while (open && poll (&rest, 1, 0) > 0 && listener_read (l))
                ;
            return l->returned ? WATCH_FINISHED : WATCH_DIED;
        }
        if (l->returned && !leaving) {
            leaving = true;
            deadline = clock_wall_ns () + LEAVE_NS;
        }
        if (deadline && clock_wall_ns () >= deadline)
            return leaving ? WATCH_FINISHED : WATCH_TIME;
        if (!leaving && memory_passed (&l->memory, pid))
            return WATCH_MEMORY;
    }
}

/* Who interrupts a second time wants no last words. */
static void
pause_ms (const struct listener *l, pid_t pid, int ms)
{
    uint64_t end = clock_wall_ns () + (uint64_t) ms * 1000000;
    for (uint64_t now; (now = clock_wall_ns ()) < end;) {
        struct pollfd p = {.fd = l->signals, .events = POLLIN};
        struct signalfd_siginfo signal;
        if (poll (&p, 1, (int) ((end - now) / 1000000) + 1) == 1
            && read (l->signals, &signal, sizeof signal) > 0
            && signal.ssi_signo == SIGINT && l->interrupted) {
            kill (-pid, SIGKILL);
            _exit (128 + SIGINT);
        }
    }
}

static void
child_warn (const struct listener *l, pid_t pid)
{
    uint64_t one = 1;
    if (l->warns && write (l->warning_fd, &one, sizeof one) > 0)
        pause_ms (l, pid, WARNING_MS);
}

static void
child_kill (const struct listener *l, pid_t pid, struct watch_result *r,
            bool ended)
{
    kill (-pid, SIGKILL);
    /* A child in the kernel's hands may take long to die: not our problem. */
    for (int i = 0; !ended && i < 100; i++) {
        struct watch_result ignored = {0};
        ended = child_ended (pid, r->end == WATCH_DIED ? r : &ignored, WNOHANG);
        if (!ended)
            pause_ms (l, pid, 10);
    }
}

/* How many processes the system has killed for want of memory, since it started;
 * 0: it does not say. */
static unsigned long
memory_kills (void)
{
    FILE *f = fopen ("/proc/vmstat", "r");
    char line[128];
    unsigned long kills = 0;
    while (f && fgets (line, sizeof line, f))
        if (!strncmp (line, "oom_kill ", 9))
            kills = strtoul (line + 9, NULL, 10);
    if (f)
        fclose (f);
    return kills;
}

bool
watchdog_run (uint64_t seconds, int (*work) (watched *, void *), void *context,
              struct watch_result *r)
{
    struct watch_limits limits = {.seconds = seconds};
    return watchdog_run_shown (limits, work, context, NULL, NULL, r);
}

bool
watchdog_run_shown (struct watch_limits limits, int (*work) (watched *, void *),
                    void *context, struct progress_show *show,
                    const struct watch_guest *guest, struct watch_result *r)
{
    *r = (struct watch_result) {0};
    sigset_t caught, before;
    sigemptyset (&caught);
    sigaddset (&caught, SIGINT);
    sigaddset (&caught, SIGTERM);
    sigaddset (&caught, SIGHUP);
    sigaddset (&caught, SIGCHLD);
    sigprocmask (SIG_BLOCK, &caught, &before);
    uint64_t seconds = limits.seconds;
    uint64_t deadline = seconds ? clock_wall_ns () + seconds * 1000000000u : 0;
    struct listener l = {.show = show,
                         .guest = guest,
                         .guest_fd = -1,
                         .result = r,
                         .memory = {limits.memory_mb << 20, clock_wall_ns ()}};
    buffer_init (&l.in);
    int fd[2];
    l.signals = signalfd (-1, &caught, SFD_CLOEXEC | SFD_NONBLOCK);
    l.warning_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (l.signals < 0 || l.warning_fd < 0 || pipe2 (fd, O_CLOEXEC))
        return false;
    unsigned long kills = memory_kills ();
    fflush (NULL);
    pid_t self = getpid (), pid = fork ();
    if (!pid) {
        close (fd[0]);
        close (l.signals);
        if (guest)
            guest->child (guest->context);
        child_run (fd[1], l.warning_fd, &before, self, work, context);
    }
    close (fd[1]);
    l.pipe = fd[0];
    bool ended = false;
    if (pid > 0) {
        setpgid (pid, pid); /* here too: whoever comes first */
        l.guest_fd = guest ? guest->begin (guest->context, pid) : -1;
        r->end = listener_wait (&l, pid, deadline, &ended);
        if (!ended && r->end != WATCH_FINISHED)
            child_warn (&l, pid);
        child_kill (&l, pid, r, ended);
        r->memory = memory_kills () != kills;
    }
    if (show)
        show_end (show);
    close (l.pipe);
    close (l.signals);
    close (l.warning_fd);
    buffer_clear (&l.in);
    sigprocmask (SIG_SETMASK, &before, NULL);
    return pid > 0;
}

void
watch_result_clear (struct watch_result *r)
{
    text_clear (&r->text);
    text_clear (&r->told);
}
