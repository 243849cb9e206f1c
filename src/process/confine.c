/* confine.c -- see confine.h.
 *
 * The child of clone runs in a copy of a process that may have had other threads,
 * so it makes system calls and nothing else: no memory, no locks.  Names are made
 * before, in the plan. */
#include "process/confine.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/confine_filter.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"

#ifndef MOUNT_ATTR_RDONLY
#define MOUNT_ATTR_RDONLY 1
#define MOUNT_ATTR_NOSUID 2
#define MOUNT_ATTR_NODEV 4
struct mount_attr {
    uint64_t attr_set, attr_clr, propagation, userns_fd;
};
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

enum {
    FILE_MOST = 1 << 20,
    STACK_MOST = 256 << 20,
    OPEN_MOST = 256,
    INSIDE = 65534, /* nobody, as who it runs */
    LOOK_NS = 10000000,
    FD_REPORT = 3,
    FD_OUT = 4
};

/* ---- the plan */

enum entry_kind { ENTRY_DIRECTORY, ENTRY_FILE, ENTRY_LINK, ENTRY_DEVICE };

struct entry {
    enum entry_kind kind;
    char *source, *target; /* a link's source is what it says; a directory
                              without a source is an empty one */
};

struct confine_plan {
    struct confine confine;
    struct VEC (struct entry) entry; /* in the order of making */
    struct sock_fprog filter;
    char map_user[64], map_group[64];
    char *proc; /* where it is mounted */
};

static char *
below (const confine_plan *p, const char *path)
{
    struct text t;
    text_init (&t);
    text_print (&t, "%s%s", p->confine.root, path);
    return text_take (&t);
}

static void
entry_add (confine_plan *p, enum entry_kind kind, const char *source,
           const char *target)
{
    struct entry e = {kind, source ? memory_string (source) : NULL,
                      below (p, target)};
    VEC_PUSH (p->entry, e);
}

/* The directories above a path. */
static void
parents_add (confine_plan *p, const char *path)
{
    for (const char *at = path + 1; (at = strchr (at, '/')); at++) {
        char *parent = memory_copy (path, (size_t) (at - path) + 1);
        parent[at - path] = 0;
        entry_add (p, ENTRY_DIRECTORY, NULL, parent);
        memory_free (parent);
    }
}

/* A path of the system as it is: a link stays one. */
static void
path_add (confine_plan *p, const char *path)
{
    struct stat s;
    char link[4096];
    if (lstat (path, &s))
        return;
    parents_add (p, path);
    if (S_ISLNK (s.st_mode)) {
        ssize_t size = readlink (path, link, sizeof link - 1);
        link[size > 0 ? size : 0] = 0;
        entry_add (p, ENTRY_LINK, link, path);
    } else
        entry_add (p, S_ISDIR (s.st_mode) ? ENTRY_DIRECTORY : ENTRY_FILE, path,
                   path);
}

static void
entries_make (confine_plan *p)
{
    static const char *const system[] = {
        "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32",     "/lib",
        "/lib32",   "/lib64",     "/libx32",    "/etc/ld.so.cache"};
    static const char *const device[] = {"/dev/null", "/dev/zero", "/dev/full",
                                         "/dev/random", "/dev/urandom"};
    static const char *const empty[] = {"/tmp", CONFINE_WORK, "/proc", "/dev"};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        entry_add (p, ENTRY_DIRECTORY, NULL, empty[i]);
    for (size_t i = 0; i < sizeof system / sizeof *system; i++)
        path_add (p, system[i]);
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        entry_add (p, ENTRY_DEVICE, device[i], device[i]);
    for (size_t i = 0; p->confine.see && p->confine.see[i]; i++)
        path_add (p, p->confine.see[i]);
    entry_add (p, ENTRY_FILE, p->confine.program, CONFINE_PROGRAM);
    p->proc = below (p, "/proc");
}

confine_plan *
confine_plan_new (const struct confine *c, struct problem *problem)
{
    assert (c && c->argv && c->argv[0] && c->env && c->program && c->root);
    assert (c->root[0] == '/' && c->memory && c->threads);
    confine_plan *p = NEW (confine_plan);
    p->confine = *c;
    if (!confine_filter (&p->filter)) {
        problem_of_kind (problem, PROBLEM_UNSUPPORTED, (struct place) {0},
                         "a filter of system calls cannot be made");
        confine_plan_free (p);
        return NULL;
    }
    snprintf (p->map_user, sizeof p->map_user, "%d %u 1", INSIDE,
              (unsigned) geteuid ());
    snprintf (p->map_group, sizeof p->map_group, "%d %u 1", INSIDE,
              (unsigned) getegid ());
    entries_make (p);
    return p;
}

void
confine_plan_free (confine_plan *p)
{
    for (size_t i = 0; i < p->entry.size; i++) {
        memory_free (p->entry.at[i].source);
        memory_free (p->entry.at[i].target);
    }
    VEC_CLEAR (p->entry);
    memory_free (p->filter.filter);
    memory_free (p->proc);
    memory_free (p);
}

/* ---- in the child */

static _Noreturn void
tell (enum confine_step step, int status, int error, const char *what)
{
    struct confine_report r = {(int32_t) step, status, error, ""};
    for (size_t i = 0; what[i] && i + 1 < sizeof r.what; i++)
        r.what[i] = what[i];
    ssize_t put = write (FD_REPORT, &r, sizeof r);
    _exit (put == sizeof r ? 0 : 126);
}

static _Noreturn void
refuse (const char *what)
{
    tell (CONFINE_REFUSED, 0, errno, what);
}

static bool
file_write (const char *path, const char *text)
{
    int fd = open (path, O_WRONLY | O_CLOEXEC);
    size_t size = strlen (text);
    bool good = fd >= 0 && write (fd, text, size) == (ssize_t) size;
    int error = errno;
    if (fd >= 0)
        close (fd);
    errno = error;
    return good;
}

/* Who may not give up groups is told so; it is us outside, nobody inside. */
static void
become_nobody (const confine_plan *p)
{
    if (!file_write ("/proc/self/setgroups", "deny") && errno != ENOENT)
        refuse ("user namespaces");
    if (!file_write ("/proc/self/uid_map", p->map_user)
        || !file_write ("/proc/self/gid_map", p->map_group))
        refuse ("user namespaces");
}

/* With all that is mounted below; what the mount forbids already stays so. */
static bool
mount_protect (const char *path)
{
    struct mount_attr attr = {.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID
                                          | MOUNT_ATTR_NODEV};
    if (!syscall (SYS_mount_setattr, AT_FDCWD, path, AT_RECURSIVE, &attr,
                  sizeof attr))
        return true;
    struct statvfs s;
    if (errno != ENOSYS || statvfs (path, &s))
        return false;
    unsigned long kept = MS_RDONLY | MS_NOSUID | MS_NODEV;
    kept |= s.f_flag & ST_NOEXEC ? MS_NOEXEC : 0;
    kept |= s.f_flag & ST_NOATIME ? MS_NOATIME : 0;
    kept |= s.f_flag & ST_NODIRATIME ? MS_NODIRATIME : 0;
    kept |= s.f_flag & ST_RELATIME ? MS_RELATIME : 0;
    return !mount (NULL, path, NULL, MS_BIND | MS_REMOUNT | kept, NULL);
}

static bool
file_make (const char *path)
{
    int fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    return fd >= 0 && !close (fd);
}

static bool
entry_make (const struct entry *e)
{
    if (e->kind == ENTRY_LINK)
        return !symlink (e->source, e->target) || errno == EEXIST;
    if (e->kind == ENTRY_DIRECTORY) {
        if (mkdir (e->target, 0700) && errno != EEXIST)
            return false;
    } else if (!file_make (e->target))
        return false;
    return !e->source
           || (!mount (e->source, e->target, NULL, MS_BIND | MS_REC, NULL)
               && (e->kind == ENTRY_DEVICE || mount_protect (e->target)));
}

static void
view_make (const confine_plan *p)
{
    const char *root = p->confine.root;
    if (mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)
        || mount ("confined", root, "tmpfs", MS_NOSUID | MS_NODEV,
                  "size=16m,nr_inodes=4096,mode=700"))
        refuse ("a file system of its own");
    for (size_t i = 0; i < p->entry.size; i++)
        if (!entry_make (&p->entry.at[i]))
            refuse (p->entry.at[i].target + strlen (root));
    if (mount ("proc", p->proc, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL))
        refuse ("/proc");
    if (chdir (root) || syscall (SYS_pivot_root, ".", ".")
        || umount2 (".", MNT_DETACH) || chdir (CONFINE_WORK))
        refuse ("a root directory of its own");
}

/* A limit that is lower already stays. */
static bool
limit (int what, uint64_t most)
{
    struct rlimit now;
    if (getrlimit ((__rlimit_resource_t) what, &now))
        return false;
    if (now.rlim_max == RLIM_INFINITY || now.rlim_max > most)
        now.rlim_max = most;
    now.rlim_cur = now.rlim_max;
    return !setrlimit ((__rlimit_resource_t) what, &now);
}

static void
limits_set (const struct confine *c)
{
    if (!limit (RLIMIT_CORE, 0) || !limit (RLIMIT_CPU, c->seconds + 1)
        || !limit (RLIMIT_FSIZE, FILE_MOST) || !limit (RLIMIT_NOFILE, OPEN_MOST)
        || !limit (RLIMIT_NPROC, c->threads)
        || !limit (RLIMIT_STACK, STACK_MOST) || !limit (RLIMIT_MEMLOCK, 1 << 20)
        || !limit (RLIMIT_MSGQUEUE, 0)
        /* What reserves more addresses than there is memory (a sanitizer) must not
         * fail by the limit that the caller has of its own. */
        || !(c->space ? limit (RLIMIT_AS, c->space)
                      : limit (RLIMIT_DATA, RLIM_INFINITY)))
        refuse ("limits");
}

static void
rights_drop (const struct sock_fprog *filter)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0}};
    for (unsigned long i = 0; i < 64; i++)
        prctl (PR_CAPBSET_DROP, i, 0, 0, 0); /* beyond the last: EINVAL */
    if (syscall (SYS_capset, &head, none))
        refuse ("to give up rights");
    if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter, 0, 0))
        refuse ("a filter of system calls");
}

static void
signals_reset (void)
{
    sigset_t none;
    for (int i = 1; i < NSIG; i++)
        signal (i, SIG_DFL);
    sigemptyset (&none);
    sigprocmask (SIG_SETMASK, &none, NULL);
}

static _Noreturn void
program_become (const confine_plan *p)
{
    const struct confine *c = &p->confine;
    int nothing = open ("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2 (nothing, 0) < 0 || dup2 (FD_OUT, 1) < 0
        || dup2 (FD_OUT, 2) < 0)
        refuse ("stdin");
    if (nothing > 2)
        close (nothing);
    close (FD_OUT);
    umask (077);
    setsid ();
    signals_reset ();
    limits_set (c);
    rights_drop (&p->filter);
    /* argv and env are not changed; the types are historical. */
    execve (c->argv[0], (char *const *) (uintptr_t) c->argv,
            (char *const *) (uintptr_t) c->env);
    refuse (c->argv[0]);
}

/* ---- init */

static uint64_t
digits (const char **at)
{
    uint64_t n = 0;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        n = 10 * n + (uint64_t) (**at - '0');
    return n;
}

struct confine_use {
    uint64_t pages, threads;
};

/* Adds those of process `name` in /proc: fields 20 and 24 of its line; the second
 * is a name, in parentheses, that may hold anything. */
static void
use_add (struct confine_use *u, const char *name)
{
    char path[64] = "/proc/", text[1024];
    strncat (path, name, 20);
    strncat (path, "/stat", 8);
    int fd = open (path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd >= 0 ? read (fd, text, sizeof text - 1) : 0;
    if (fd >= 0)
        close (fd);
    text[got > 0 ? got : 0] = 0;
    const char *at = strrchr (text, ')');
    for (int field = 3; at && field <= 24; field++) {
        at = strchr (at + 1, ' ');
        const char *number = at ? at + 1 : "";
        if (field == 20)
            u->threads += digits (&number);
        else if (field == 24)
            u->pages += digits (&number);
    }
}

/* Of all but us. */
static struct confine_use
use_now (int proc)
{
    struct {
        uint64_t inode;
        int64_t offset;
        unsigned short size;
        unsigned char type;
        char name[];
    } *e;
    _Alignas (8) char list[4096];
    struct confine_use u = {0};
    lseek (proc, 0, SEEK_SET);
    for (long got;
         (got = syscall (SYS_getdents64, proc, list, sizeof list)) > 0;)
        for (long at = 0; at < got; at += e->size) {
            e = (void *) (list + at);
            bool number = e->name[0] >= '1' && e->name[0] <= '9';
            if (number && strcmp (e->name, "1"))
                use_add (&u, e->name);
        }
    return u;
}

/* The system's own limit of threads is none for root. */
static bool
too_much (const struct confine *c, int proc)
{
    struct confine_use u = use_now (proc);
    return u.pages * 4096 > c->memory || u.threads > c->threads;
}

static _Noreturn void
program_await (const confine_plan *p, pid_t program)
{
    int proc = open ("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC), status;
    sigset_t child;
    sigemptyset (&child);
    sigaddset (&child, SIGCHLD);
    if (proc < 0)
        refuse ("/proc");
    for (;;) {
        for (pid_t got; (got = waitpid (-1, &status, WNOHANG | __WALL)) > 0;)
            if (got == program)
                tell (CONFINE_ENDED, status, 0, "");
        if (too_much (&p->confine, proc))
            tell (CONFINE_GREEDY, 0, 0, "");
        /* Our parent is in another namespace: that it had died before we asked
         * to die with it shows by this alone. */
        struct pollfd reader = {.fd = FD_REPORT};
        if (poll (&reader, 1, 0) > 0 && reader.revents & POLLERR)
            _exit (126);
        struct timespec look = {0, LOOK_NS};
        sigtimedwait (&child, NULL, &look);
    }
}

/* fork would take locks that a thread may have held which is not here. */
static pid_t
process_clone (unsigned long flags)
{
    return (pid_t) syscall (SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
}

static void
descriptors_keep (int out, int report)
{
    /* First out of each other's way. */
    int high_out = fcntl (out, F_DUPFD_CLOEXEC, 16);
    int high_report = fcntl (report, F_DUPFD_CLOEXEC, 16);
    if (high_out < 0 || high_report < 0
        || dup3 (high_report, FD_REPORT, O_CLOEXEC) < 0
        || dup3 (high_out, FD_OUT, O_CLOEXEC) < 0)
        _exit (126);
    if (syscall (SYS_close_range, FD_OUT + 1, ~0U, 0))
        for (int i = FD_OUT + 1; i < 1 << 16; i++)
            close (i);
}

static _Noreturn void
init_become (const confine_plan *p, int out, int report)
{
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    descriptors_keep (out, report);
    prctl (PR_SET_DUMPABLE, 1); /* else /proc/self would not be ours */
    become_nobody (p);
    if (sethostname ("confined", 8))
        refuse ("a host name of its own");
    view_make (p);
    prctl (PR_SET_DUMPABLE, 0);
    sigset_t all;
    sigfillset (&all);
    sigprocmask (SIG_SETMASK, &all, NULL);
    pid_t program = process_clone (0);
    if (!program)
        program_become (p);
    if (program < 0)
        refuse ("a process");
    close (FD_OUT);
    program_await (p, program);
}

pid_t
confine_start (const confine_plan *p, int out, int report)
{
    assert (p && out >= 0 && report >= 0);
    pid_t pid =
        process_clone (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET
                       | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP);
    if (!pid)
        init_become (p, out, report);
    return pid;
}
