/* system.c -- unistd.h, fcntl.h, sys/stat.h, locale.h, signal.h: the system. */
#include "world.h"

enum { STAT_BYTES = sizeof (long) == 8 ? 144 : 88 };

/// open
/// open64
/// creat: int how, ... = unsigned mode
/// openat: const char *path = int at, const char *path
int
open (const char *path, int how, ...)
{
    STRING (path);
    ERRNO;
    int n = INT;
    return n < -1 ? -1 : n;
}

/// read
/// pread: size n = size n, long at
/// recv: size n = size n, int how
/// getrandom: int number, void *to, size n = void *to, size n, unsigned how
ssize
read (int number, void *to, size n)
{
    ssize got = SIZE;
    ERRNO;
    if (got < -1 || got > (ssize) n)
        got = (ssize) n;
    if (got > 0)
        WRITES (to, (size) got);
    return got;
}

/// readlink
ssize
readlink (const char *path, char *to, size n)
{
    STRING (path);
    ssize got = SIZE;
    ERRNO;
    if (got < -1 || got > (ssize) n)
        got = (ssize) n;
    if (got > 0)
        WRITES (to, (size) got);
    return got;
}

/// write
/// pwrite: size n = size n, long at
/// send: size n = size n, int how
ssize
write (int number, const void *from, size n)
{
    READS (from, n);
    ERRNO;
    ssize put = SIZE;
    return put < -1 || put > (ssize) n ? (ssize) n : put;
}

/// chdir
/// rmdir
/// unlink
/// remove
/// access: const char *path = const char *path, int how
/// truncate: const char *path = const char *path, long bytes
int
chdir (const char *path)
{
    STRING (path);
    ERRNO;
    return FAILS;
}

/// mkdir
/// chmod
int
mkdir (const char *path, unsigned mode)
{
    STRING (path);
    ERRNO;
    return FAILS;
}

/// link
/// symlink
/// rename
int
link (const char *from, const char *to)
{
    STRING (from);
    STRING (to);
    ERRNO;
    return FAILS;
}

/// getcwd
char *
getcwd (char *to, size n)
{
    size used = FROM (2, 4096);
    ERRNO;
    if (!to) {
        if (n && used > n)
            return 0;
        to = malloc (n ? n : used);
        if (!to)
            return 0;
    } else if (used > n || INT)
        return 0;
    WRITES (to, used);
    to[used - 1] = 0;
    return to;
}

/// gethostname
/// getdomainname
/// getlogin_r
/// ttyname_r: char *to = int number, char *to
int
gethostname (char *to, size n)
{
    size used = FROM (1, n);
    int fails = INT;
    ERRNO;
    if (fails || !n)
        return -1;
    WRITES (to, used);
    return 0;
}

/// getlogin
/// ttyname: void = int number
char *
getlogin (void)
{
    ERRNO;
    return INT ? WORLD_STRING () : 0;
}

/// pipe
int
pipe (int *ends)
{
    ERRNO;
    if (INT)
        return -1;
    WRITES (ends, 2 * sizeof *ends);
    if (ends[0] < 0)
        ends[0] = 0;
    if (ends[1] < 0)
        ends[1] = 1;
    return 0;
}

/// getgroups
int
getgroups (int n, unsigned *to)
{
    int got = INT;
    ERRNO;
    if (got < -1 || (n > 0 && got > n))
        got = -1;
    if (n > 0 && got > 0)
        WRITES (to, (size) got * sizeof *to);
    return got;
}

/// confstr
size
confstr (int name, char *to, size n)
{
    size used = SIZE;
    ERRNO;
    if (to && n) {
        size k = used < n ? used : n;
        WRITES (to, k);
        if (k)
            to[k - 1] = 0;
    }
    return used;
}

/// stat
/// lstat
int
stat (const char *path, void *to)
{
    STRING (path);
    ERRNO;
    if (INT)
        return -1;
    WRITES (to, STAT_BYTES);
    return 0;
}

/// fstat
int
fstat (int number, void *to)
{
    ERRNO;
    if (INT)
        return -1;
    WRITES (to, STAT_BYTES);
    return 0;
}

/// uname
int
uname (void *to)
{
    ERRNO;
    WRITES (to, 390);
    return FAILS;
}

/// setlocale
char *
setlocale (int category, const char *locale)
{
    if (locale) {
        STRING (locale);
        if (locale[0] && (locale[0] != 'C' || locale[1]))
            CUT;
        if (!locale[0])
            CUT;
    }
    return INT ? WORLD_STRING () : 0;
}

/// sigemptyset
/// sigfillset
int
sigemptyset (void *set)
{
    WRITES (set, 128);
    return 0;
}

/// sigaddset
/// sigdelset
int
sigaddset (void *set, int number)
{
    WRITES (set, 128);
    return FAILS;
}

/// sigismember
int
sigismember (const void *set, int number)
{
    READS (set, 128);
    return BETWEEN (-1, 1);
}

/// sigprocmask
int
sigprocmask (int how, const void *set, void *old)
{
    if (set)
        READS (set, 128);
    if (old)
        WRITES (old, 128);
    return FAILS;
}
