/* wide.c -- wchar.h and wctype.h: what a locale may change. */
#include "world.h"

/// wcstol
/// wcstoul: long = unsigned long
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

/// wcstoll
/// wcstoull: long long = unsigned long long
long long
wcstoll (const int *s, int **end, int base)
{
    size n = 0;
    while (s[n])
        n++;
    if (end)
        *end = (int *) s + FROM (0, n);
    ERRNO;
    return LONG_LONG;
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

/// fputwc
/// putwc
int
fputwc (int c, void *file)
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
