/* time.c -- time.h and its kin: clocks and calendars. */
#include "world.h"

/// time
long
time (long *to)
{
    long now = LONG;
    if (now < -1)
        now = -1;
    if (to) {
        READS (to, sizeof *to);
        *to = now;
    }
    return now;
}

/// mktime
/// timegm
long
mktime (struct tm *t)
{
    READS (t, sizeof *t);
    TIME (t);
    ERRNO;
    return LONG;
}

/// gmtime
/// localtime
struct tm *
gmtime (const long *at)
{
    READS (at, sizeof *at);
    ERRNO;
    struct tm *t = OBJECT (sizeof *t);
    TIME (t);
    return INT ? t : 0;
}

/// gmtime_r
/// localtime_r
struct tm *
gmtime_r (const long *at, struct tm *t)
{
    READS (at, sizeof *at);
    ERRNO;
    TIME (t);
    return INT ? t : 0;
}

/// asctime
/// ctime: const struct tm *t = const long *t
char *
asctime (const struct tm *t)
{
    READS (t, sizeof *t);
    ERRNO;
    return INT ? WORLD_STRING () : 0;
}

/// asctime_r
/// ctime_r: const struct tm *t = const long *t
char *
asctime_r (const struct tm *t, char *to)
{
    READS (t, sizeof *t);
    ERRNO;
    WRITES (to, 26);
    to[25] = 0;
    return INT ? to : 0;
}

/// strftime
/// wcsftime: char = int
size
strftime (char *to, size n, const char *format, const struct tm *t)
{
    READS (t, sizeof *t);
    {
        const char *at = format;
        while (*at)
            at++;
    }
    size used = FROM (0, n);
    WRITES (to, used * sizeof *to);
    if (!used || !INT)
        return 0;
    to[used - 1] = 0;
    return used - 1;
}

/// strptime
char *
strptime (const char *s, const char *format, struct tm *t)
{
    STRING (format);
    size n = 0;
    while (s[n])
        n++;
    WRITES (t, sizeof *t);
    return INT ? (char *) s + FROM (0, n) : 0;
}

/// difftime
double
difftime (long a, long b)
{
    return (double) a - (double) b;
}

/// clock_gettime
int
clock_gettime (int which, long *to)
{
    ERRNO;
    if (INT)
        return -1;
    WRITES (to, 2 * sizeof *to);
    to[1] = BETWEEN (0, 999999999);
    return 0;
}

/// clock_getres
int
clock_getres (int which, long *to)
{
    ERRNO;
    if (INT)
        return -1;
    if (to) {
        WRITES (to, 2 * sizeof *to);
        to[1] = BETWEEN (0, 999999999);
    }
    return 0;
}

/// timespec_get
int
timespec_get (long *to, int base)
{
    if (base != 1 || INT)
        return 0;
    WRITES (to, 2 * sizeof *to);
    to[1] = BETWEEN (0, 999999999);
    return base;
}

/// gettimeofday
int
gettimeofday (long *to, void *zone)
{
    if (to) {
        WRITES (to, 2 * sizeof *to);
        to[1] = BETWEEN (0, 999999);
    }
    if (zone)
        WRITES (zone, 8);
    return FAILS;
}

/// nanosleep
int
nanosleep (const long *time, long *left)
{
    READS (time, 2 * sizeof *time);
    ERRNO;
    if (!INT)
        return 0;
    if (left)
        WRITES (left, 2 * sizeof *left);
    return -1;
}

/// times
long
times (long *to)
{
    WRITES (to, 4 * sizeof *to);
    return LONG;
}

/// getrusage
int
getrusage (int who, long *to)
{
    WRITES (to, 18 * sizeof *to);
    ERRNO;
    return FAILS;
}
