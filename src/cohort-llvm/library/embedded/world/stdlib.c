/* stdlib.c -- stdlib.h and string.h: numbers in texts, the environment, names of errors;
 * and what wchar.h has of the same. */
#include "world.h"

/// strtod
/// strtof: double = float
/// strtold: double = long double
/// wcstod: char = int
/// wcstof: double = float; char = int
double
strtod (const char *s, char **end)
{
    size n = 0;
    while (s[n])
        n++;
    if (end)
        *end = (char *) s + FROM (0, n);
    ERRNO;
    return DOUBLE;
}

/// atof
double
atof (const char *s)
{
    STRING (s);
    ERRNO;
    return DOUBLE;
}

/// getenv
/// secure_getenv
char *
getenv (const char *name)
{
    STRING (name);
    return INT ? WORLD_STRING () : 0;
}

/// setenv
int
setenv (const char *name, const char *value, int over)
{
    if (name)
        STRING (name);
    STRING (value);
    ERRNO;
    return FAILS;
}

/// unsetenv
int
unsetenv (const char *name)
{
    if (name)
        STRING (name);
    ERRNO;
    return FAILS;
}

/// system
int
system (const char *command)
{
    if (command)
        STRING (command);
    ERRNO;
    return INT;
}

/// rand_r
int
rand_r (unsigned *seed)
{
    WRITES (seed, sizeof *seed);
    return BETWEEN (0, __INT_MAX__);
}

/// erand48
double
erand48 (unsigned short *seed)
{
    WRITES (seed, 6);
    return DOUBLE;
}

/// nrand48
long
nrand48 (unsigned short *seed)
{
    WRITES (seed, 6);
    return BETWEEN (0, __INT_MAX__);
}

/// jrand48
long
jrand48 (unsigned short *seed)
{
    WRITES (seed, 6);
    return INT;
}

/// mblen
int
mblen (const char *s, size n)
{
    if (s)
        READS (s, n ? 1 : 0);
    return BETWEEN (-1, n < 16 ? (int) n : 16);
}

/// mbtowc
int
mbtowc (int *to, const char *s, size n)
{
    if (s)
        READS (s, n ? 1 : 0);
    if (s && to && INT)
        WRITES (to, sizeof *to);
    return BETWEEN (-1, n < 16 ? (int) n : 16);
}

/// wctomb
int
wctomb (char *to, int c)
{
    int used = BETWEEN (-1, 16);
    if (to && used > 0)
        WRITES (to, (size) used);
    return used;
}

/// mbstowcs
size
mbstowcs (int *to, const char *from, size n)
{
    STRING (from);
    size used = SIZE;
    ERRNO;
    if (to && used > n)
        used = n;
    if (to)
        WRITES (to, used * sizeof *to);
    return INT ? (size) -1 : used;
}

/// wcstombs
size
wcstombs (char *to, const int *from, size n)
{
    WIDE (from);
    size used = SIZE;
    ERRNO;
    if (to && used > n)
        used = n;
    if (to)
        WRITES (to, used);
    return INT ? (size) -1 : used;
}

/// realpath
char *
realpath (const char *path, char *to)
{
    if (path)
        STRING (path);
    ERRNO;
    if (!path || INT)
        return 0;
    size used = FROM (1, 4096);
    if (!to)
        to = malloc (used);
    if (!to)
        return 0;
    WRITES (to, used);
    to[used - 1] = 0;
    return to;
}

/// mkstemp
int
mkstemp (char *path)
{
    size n = 0;
    while (path[n])
        n++;
    ERRNO;
    if (n >= 6) {
        WRITES (path, n);
        path[n] = 0;
    }
    int number = INT;
    return number < -1 ? -1 : number;
}

/// mkdtemp
char *
mkdtemp (char *path)
{
    size n = 0;
    while (path[n])
        n++;
    ERRNO;
    if (n >= 6) {
        WRITES (path, n);
        path[n] = 0;
    }
    return INT ? path : 0;
}

/// getloadavg
int
getloadavg (double *to, int n)
{
    int got = BETWEEN (-1, n < 3 ? n : 3);
    if (got > 0)
        WRITES (to, (size) got * sizeof *to);
    return got;
}

/// strerror
/// strsignal
char *
strerror (int number)
{
    return WORLD_STRING ();
}

/// strerror_r
char *
strerror_r (int number, char *to, size n)
{
    if (!n || INT)
        return WORLD_STRING ();
    size used = FROM (1, n);
    WRITES (to, used);
    to[used - 1] = 0;
    return to;
}

/// __xpg_strerror_r
int
__xpg_strerror_r (int number, char *to, size n)
{
    size used = FROM (1, n);
    if (n) {
        WRITES (to, used);
        to[used - 1] = 0;
    }
    return INT;
}

/// strcoll
/// wcscoll: STRING = WIDE; char = int
int
strcoll (const char *a, const char *b)
{
    STRING (a);
    STRING (b);
    return INT;
}

/// strxfrm
/// wcsxfrm: STRING = WIDE; char = int
size
strxfrm (char *to, const char *from, size n)
{
    STRING (from);
    size used = SIZE;
    WRITES (to, (used < n ? used + 1 : n) * sizeof *to);
    return used;
}
