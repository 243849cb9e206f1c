/* wide.c -- wchar.h and wctype.h: what a locale may change. */
#include "world.h"

/// wcstod
double
wcstod (const int *s, int **end)
{
    size n = 0;
    while (s[n])
        n++;
    if (end)
        *end = (int *) s + FROM (0, n);
    ERRNO;
    return DOUBLE;
}

/// wcstof
float
wcstof (const int *s, int **end)
{
    size n = 0;
    while (s[n])
        n++;
    if (end)
        *end = (int *) s + FROM (0, n);
    ERRNO;
    return (float) DOUBLE;
}

/// wcstol
long
wcstol (const int *s, int **end, int base)
{
    size n = 0;
    while (s[n])
        n++;
    if (end)
        *end = (int *) s + FROM (0, n);
    ERRNO;
    return LONG;
}

/// wcstoul
unsigned long
wcstoul (const int *s, int **end, int base)
{
    size n = 0;
    while (s[n])
        n++;
    if (end)
        *end = (int *) s + FROM (0, n);
    ERRNO;
    return (unsigned long) LONG;
}

/// wcstoll
long long
wcstoll (const int *s, int **end, int base)
{
    size n = 0;
    while (s[n])
        n++;
    if (end)
        *end = (int *) s + FROM (0, n);
    ERRNO;
    return (long long) (((unsigned long long) (unsigned) INT << 32)
                        | (unsigned) INT);
}

/// wcstoull
unsigned long long
wcstoull (const int *s, int **end, int base)
{
    size n = 0;
    while (s[n])
        n++;
    if (end)
        *end = (int *) s + FROM (0, n);
    ERRNO;
    return ((unsigned long long) (unsigned) INT << 32) | (unsigned) INT;
}

/// wcscoll
int
wcscoll (const int *a, const int *b)
{
    WIDE (a);
    WIDE (b);
    return INT;
}

/// wcsxfrm
size
wcsxfrm (int *to, const int *from, size n)
{
    WIDE (from);
    size used = SIZE;
    WRITES (to, (used < n ? used + 1 : n) * sizeof *to);
    return used;
}

/// mbrtowc
size
mbrtowc (int *to, const char *s, size n, void *state)
{
    if (state)
        WRITES (state, 8);
    if (s && n)
        READS (s, 1);
    if (s && to && INT)
        WRITES (to, sizeof *to);
    return SIZE;
}

/// mbrlen
size
mbrlen (const char *s, size n, void *state)
{
    if (state)
        WRITES (state, 8);
    if (s && n)
        READS (s, 1);
    return SIZE;
}

/// wcrtomb
size
wcrtomb (char *to, int c, void *state)
{
    if (state)
        WRITES (state, 8);
    size used = FROM (1, 16);
    if (INT)
        return (size) -1;
    if (to)
        WRITES (to, used);
    return used;
}

/// mbsinit
int
mbsinit (const void *state)
{
    if (state)
        READS (state, 8);
    return INT;
}

/// wctype
unsigned long
wctype (const char *name)
{
    STRING (name);
    return (unsigned long) LONG;
}

/// wctrans
void *
wctrans (const char *name)
{
    STRING (name);
    return INT ? OBJECT (1) : 0;
}

/// fgetws
int *
fgetws (int *to, int n, void *file)
{
    FILE (file);
    int got = INT;
    ERRNO;
    if (n < 1)
        return 0;
    if (got) {
        size used = FROM (1, (size) n);
        WRITES (to, used * sizeof *to);
        to[used - 1] = 0;
    }
    return got > 0 ? to : 0;
}

/// fgetwc
int
fgetwc (void *file)
{
    FILE (file);
    ERRNO;
    return INT;
}

/// getwc
int
getwc (void *file)
{
    FILE (file);
    ERRNO;
    return INT;
}

/// fputwc
int
fputwc (int c, void *file)
{
    FILE (file);
    ERRNO;
    return INT;
}

/// putwc
int
putwc (int c, void *file)
{
    FILE (file);
    ERRNO;
    return INT;
}

/// ungetwc
int
ungetwc (int c, void *file)
{
    FILE (file);
    return INT;
}

/// fputws
int
fputws (const int *s, void *file)
{
    WIDE (s);
    FILE (file);
    ERRNO;
    return INT;
}
