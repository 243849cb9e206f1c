/* wide.c -- functions of wchar.h, as ISO C defines them; wchar_t is int. */
typedef __SIZE_TYPE__ size;
typedef __WCHAR_TYPE__ wide;
wide *wcschr (const wide *, wide);
size wcscspn (const wide *, const wide *);
size wcsspn (const wide *, const wide *);
void *malloc (size);
void *memcpy (void *, const void *, size);
void *memmove (void *, const void *, size);

/// wcslen
size
wcslen (const wide *s)
{
    size n = 0;
    while (s[n])
        n++;
    return n;
}

/// wcsnlen
size
wcsnlen (const wide *s, size most)
{
    size n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

/// wcscpy
wide *
wcscpy (wide *to, const wide *from)
{
    wide *at = to;
    while ((*at++ = *from++))
        ;
    return to;
}

/// wcpcpy
wide *
wcpcpy (wide *to, const wide *from)
{
    while ((*to = *from++))
        to++;
    return to;
}

/// wcsncpy
wide *
wcsncpy (wide *to, const wide *from, size n)
{
    size i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

/// wcscat
wide *
wcscat (wide *to, const wide *from)
{
    wide *at = to;
    while (*at)
        at++;
    while ((*at++ = *from++))
        ;
    return to;
}

/// wcsncat
wide *
wcsncat (wide *to, const wide *from, size n)
{
    wide *at = to;
    while (*at)
        at++;
    for (; n && *from; n--)
        *at++ = *from++;
    *at = 0;
    return to;
}

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

/// wcschr
wide *
wcschr (const wide *s, wide c)
{
    for (; *s != c; s++)
        if (!*s)
            return 0;
    return (wide *) s;
}

/// wcsrchr
wide *
wcsrchr (const wide *s, wide c)
{
    const wide *last = 0;
    for (;; s++) {
        if (*s == c)
            last = s;
        if (!*s)
            return (wide *) last;
    }
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

/// wcsspn
size
wcsspn (const wide *s, const wide *of)
{
    size n = 0;
    while (s[n] && wcschr (of, s[n]))
        n++;
    return n;
}

/// wcscspn
size
wcscspn (const wide *s, const wide *of)
{
    size n = 0;
    while (s[n] && !wcschr (of, s[n]))
        n++;
    return n;
}

/// wcspbrk
wide *
wcspbrk (const wide *s, const wide *of)
{
    s += wcscspn (s, of);
    return *s ? (wide *) s : 0;
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

/// wcsdup
wide *
wcsdup (const wide *s)
{
    size n = 0;
    while (s[n])
        n++;
    wide *copy = malloc ((n + 1) * sizeof *copy);
    for (size i = 0; copy && i <= n; i++)
        copy[i] = s[i];
    return copy;
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
