/* confine_filter.c -- which system calls a confined program may make.
 *
 * What is not listed fails with EPERM: not what computes, but what changes the
 * system, looks at other processes, or has had many faults. */
#include "process/confine_filter.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"

/* On both machines, 32 and 64 bits; a name that one of them lacks is left out
 * there. */
static const char *const allowed[] = {
    /* files */
    "read",
    "write",
    "readv",
    "writev",
    "pread64",
    "pwrite64",
    "preadv",
    "pwritev",
    "preadv2",
    "pwritev2",
    "open",
    "openat",
    "openat2",
    "creat",
    "close",
    "close_range",
    "stat",
    "fstat",
    "lstat",
    "newfstatat",
    "statx",
    "stat64",
    "fstat64",
    "lstat64",
    "fstatat64",
    "oldstat",
    "oldfstat",
    "oldlstat",
    "statfs",
    "fstatfs",
    "statfs64",
    "fstatfs64",
    "lseek",
    "_llseek",
    "access",
    "faccessat",
    "faccessat2",
    "dup",
    "dup2",
    "dup3",
    "fcntl",
    "fcntl64",
    "flock",
    "fsync",
    "fdatasync",
    "sync_file_range",
    "truncate",
    "ftruncate",
    "truncate64",
    "ftruncate64",
    "fallocate",
    "fadvise64",
    "fadvise64_64",
    "readahead",
    "getdents",
    "getdents64",
    "getcwd",
    "chdir",
    "fchdir",
    "rename",
    "renameat",
    "renameat2",
    "mkdir",
    "mkdirat",
    "rmdir",
    "link",
    "linkat",
    "unlink",
    "unlinkat",
    "symlink",
    "symlinkat",
    "readlink",
    "readlinkat",
    "chmod",
    "fchmod",
    "fchmodat",
    "umask",
    "utime",
    "utimes",
    "utimensat",
    "utimensat_time64",
    "futimesat",
    "sendfile",
    "sendfile64",
    "copy_file_range",
    "ioctl",
    "pipe",
    "pipe2",
    "memfd_create",
    /* waiting */
    "poll",
    "ppoll",
    "ppoll_time64",
    "select",
    "_newselect",
    "pselect6",
    "pselect6_time64",
    "epoll_create",
    "epoll_create1",
    "epoll_ctl",
    "epoll_wait",
    "epoll_pwait",
    "eventfd",
    "eventfd2",
    "signalfd",
    "signalfd4",
    "pause",
    "nanosleep",
    "clock_nanosleep",
    "clock_nanosleep_time64",
    "restart_syscall",
    /* memory */
    "brk",
    "mmap",
    "mmap2",
    "munmap",
    "mremap",
    "mprotect",
    "msync",
    "mincore",
    "madvise",
    "mlock",
    "mlock2",
    "munlock",
    "mlockall",
    "munlockall",
    /* signals */
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "rt_sigpending",
    "rt_sigtimedwait",
    "rt_sigtimedwait_time64",
    "rt_sigsuspend",
    "rt_sigqueueinfo",
    "rt_tgsigqueueinfo",
    "sigaltstack",
    "sigaction",
    "sigprocmask",
    "sigreturn",
    "sigpending",
    "sigsuspend",
    "signal",
    "kill",
    "tkill",
    "tgkill",
    /* time */
    "time",
    "times",
    "gettimeofday",
    "clock_gettime",
    "clock_gettime64",
    "clock_getres",
    "clock_getres_time64",
    "getitimer",
    "setitimer",
    "alarm",
    "timer_create",
    "timer_settime",
    "timer_settime64",
    "timer_gettime",
    "timer_gettime64",
    "timer_getoverrun",
    "timer_delete",
    "timerfd_create",
    "timerfd_settime",
    "timerfd_settime64",
    "timerfd_gettime",
    "timerfd_gettime64",
    /* itself; ptrace, because the search for leaks stops the threads by it */
    "execve",
    "exit",
    "exit_group",
    "wait4",
    "waitid",
    "waitpid",
    "getpid",
    "gettid",
    "getppid",
    "getpgrp",
    "getpgid",
    "setpgid",
    "getsid",
    "setsid",
    "getuid",
    "getgid",
    "geteuid",
    "getegid",
    "getgroups",
    "getresuid",
    "getresgid",
    "getuid32",
    "getgid32",
    "geteuid32",
    "getegid32",
    "getgroups32",
    "getresuid32",
    "getresgid32",
    "getrlimit",
    "ugetrlimit",
    "setrlimit",
    "prlimit64",
    "getrusage",
    "uname",
    "sysinfo",
    "getrandom",
    "getcpu",
    "prctl",
    "ptrace",
    "capget",
    /* threads */
    "futex",
    "futex_time64",
    "futex_waitv",
    "set_robust_list",
    "get_robust_list",
    "set_tid_address",
    "set_thread_area",
    "get_thread_area",
    "arch_prctl",
    "rseq",
    "membarrier",
    "sched_yield",
    "sched_getaffinity",
    "sched_setaffinity",
    "sched_getparam",
    "sched_getscheduler",
    "sched_get_priority_max",
    "sched_get_priority_min",
    "sched_setscheduler",
    "sched_getattr",
    "getpriority",
    "modify_ldt",
};

/* What fails as it may fail anywhere. */
static const struct {
    const char *name;
    int error;
} refused[] = {
    {"fork", EAGAIN},       {"vfork", EAGAIN},      {"socket", EACCES},
    {"socketpair", EACCES}, {"socketcall", EACCES}, {"clone3", ENOSYS},
};

enum {
    NAMESPACES = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET
                 | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP
};

/* A name that the machine does not have is no fault. */
static bool
rule (scmp_filter_ctx f, uint32_t action, const char *name)
{
    int number = seccomp_syscall_resolve_name (name);
    if (number == __NR_SCMP_ERROR)
        return true;
    int error = seccomp_rule_add (f, action, number, 0);
    return !error || error == -EDOM;
}

/* A new thread shares the memory; a new process does not. */
static bool
rules_clone (scmp_filter_ctx f)
{
    return !seccomp_rule_add (
               f, SCMP_ACT_ALLOW, SCMP_SYS (clone), 1,
               SCMP_A0 (SCMP_CMP_MASKED_EQ, CLONE_VM | NAMESPACES, CLONE_VM))
           && !seccomp_rule_add (f, SCMP_ACT_ERRNO (EAGAIN), SCMP_SYS (clone),
                                 1, SCMP_A0 (SCMP_CMP_MASKED_EQ, CLONE_VM, 0));
}

static bool
rules_add (scmp_filter_ctx f)
{
    bool good = true;
#ifdef __x86_64__
    good = !seccomp_arch_add (f, SCMP_ARCH_X86);
#endif
    for (size_t i = 0; good && i < sizeof allowed / sizeof *allowed; i++)
        good = rule (f, SCMP_ACT_ALLOW, allowed[i]);
    for (size_t i = 0; good && i < sizeof refused / sizeof *refused; i++)
        good = rule (f, SCMP_ACT_ERRNO ((uint32_t) refused[i].error),
                     refused[i].name);
    return good && rules_clone (f);
}

/* The bytes that the library writes for the kernel. */
static bool
program_take (scmp_filter_ctx f, struct sock_fprog *program)
{
    int fd = memfd_create ("filter", MFD_CLOEXEC);
    bool good = fd >= 0 && !seccomp_export_bpf (f, fd);
    off_t size = good ? lseek (fd, 0, SEEK_END) : 0;
    good = size > 0 && size % (off_t) sizeof *program->filter == 0
           && size / (off_t) sizeof *program->filter <= UINT16_MAX;
    if (good) {
        program->filter = memory_new ((size_t) size);
        program->len =
            (unsigned short) ((size_t) size / sizeof *program->filter);
        good = pread (fd, program->filter, (size_t) size, 0) == size;
    }
    if (fd >= 0)
        close (fd);
    return good;
}

bool
confine_filter (struct sock_fprog *program)
{
    *program = (struct sock_fprog) {0};
    scmp_filter_ctx f = seccomp_init (SCMP_ACT_ERRNO (EPERM));
    bool good = f && rules_add (f) && program_take (f, program);
    if (f)
        seccomp_release (f);
    return good;
}
