/* wide.c -- functions of wchar.h, as ISO C defines them, that are not just as those
 * of string.c; wchar_t is int. */
typedef __SIZE_TYPE__ size;
typedef __WCHAR_TYPE__ wide;
size wcscspn (const wide *, const wide *);
size wcsspn (const wide *, const wide *);
void *malloc (size);
void *memcpy (void *, const void *, size);
void *memmove (void *, const void *, size);

/// wcscmp
int
wcscmp (const wide *a, const wide *b)
{
    for (; *a && *a == *b; a++)
        b++;
    return *a < *b ? -1 : *a > *b;
}

/// wcsncmp
int
wcsncmp (const wide *a, const wide *b, size n)
{
    for (; n && *a && *a == *b; a++, b++)
        n--;
    return !n ? 0 : *a < *b ? -1 : *a > *b;
}

/// wcsstr
wide *
wcsstr (const wide *s, const wide *what)
{
    for (;; s++) {
        size n = 0;
        while (what[n] && s[n] == what[n])
            n++;
        if (!what[n])
            return (wide *) s;
        if (!*s)
            return 0;
    }
}

/// wcstok
wide *
wcstok (wide *s, const wide *of, wide **next)
{
    if (!s)
        s = *next;
    if (!s)
        return 0;
    s += wcsspn (s, of);
    *next = 0;
    if (!*s)
        return 0;
    wide *end = s + wcscspn (s, of);
    if (*end) {
        *end = 0;
        *next = end + 1;
    }
    return s;
}

/// wmemcpy
wide *
wmemcpy (wide *to, const wide *from, size n)
{
    return memcpy (to, from, n * sizeof *to);
}

/// wmempcpy
wide *
wmempcpy (wide *to, const wide *from, size n)
{
    return (wide *) memcpy (to, from, n * sizeof *to) + n;
}

/// wmemmove
wide *
wmemmove (wide *to, const wide *from, size n)
{
    return memmove (to, from, n * sizeof *to);
}

/// wmemset
wide *
wmemset (wide *to, wide c, size n)
{
    for (size i = 0; i < n; i++)
        to[i] = c;
    return to;
}

/// wmemcmp
int
wmemcmp (const wide *a, const wide *b, size n)
{
    int order = 0;
    for (size i = 0; i < n; i++)
        if (!order && a[i] != b[i])
            order = a[i] < b[i] ? -1 : 1;
    return order;
}

/// wmemchr
wide *
wmemchr (const wide *s, wide c, size n)
{
    for (; n; n--, s++)
        if (*s == c)
            return (wide *) s;
    return 0;
}
