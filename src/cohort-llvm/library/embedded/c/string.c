/* string.c -- functions of strings and memory, as ISO C and POSIX define them, with
 * the twins that wchar.h has of them. */
typedef __SIZE_TYPE__ size;
typedef __WCHAR_TYPE__ wide;
int tolower (int);
char *strchr (const char *, int);
wide *wcschr (const wide *, wide);
size strcspn (const char *, const char *);
size wcscspn (const wide *, const wide *);
size strspn (const char *, const char *);
void *malloc (size);
void *memcpy (void *, const void *, size);
void *memmove (void *, const void *, size);
void *memset (void *, int, size);
_Bool __VERIFIER_nondet_bool (void);
void __VERIFIER_nondet_memory (void *, size);
void cohort_reads_memcmp (const void *, size);
int memcmp (const void *, const void *, size);
char *strrchr (const char *, int);

/// strlen
/// wcslen: char = wide
size
strlen (const char *s)
{
    size n = 0;
    while (s[n])
        n++;
    return n;
}

/// strnlen
/// wcsnlen: char = wide
size
strnlen (const char *s, size most)
{
    size n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

/// strcpy
/// wcscpy: char = wide
char *
strcpy (char *to, const char *from)
{
    char *at = to;
    while ((*at++ = *from++))
        ;
    return to;
}

/// stpcpy
/// wcpcpy: char = wide
char *
stpcpy (char *to, const char *from)
{
    while ((*to = *from++))
        to++;
    return to;
}

/// strncpy
/// wcsncpy: char = wide
char *
strncpy (char *to, const char *from, size n)
{
    size i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

/// strcat
/// wcscat: char = wide
char *
strcat (char *to, const char *from)
{
    char *at = to;
    while (*at)
        at++;
    while ((*at++ = *from++))
        ;
    return to;
}

/// strncat
/// wcsncat: char = wide
char *
strncat (char *to, const char *from, size n)
{
    char *at = to;
    while (*at)
        at++;
    for (; n && *from; n--)
        *at++ = *from++;
    *at = 0;
    return to;
}

/// strcmp
int
strcmp (const char *a, const char *b)
{
    for (; *a && *a == *b; a++)
        b++;
    return (unsigned char) *a - (unsigned char) *b;
}

/// strncmp
int
strncmp (const char *a, const char *b, size n)
{
    for (; n && *a && *a == *b; a++, b++)
        n--;
    return n ? (unsigned char) *a - (unsigned char) *b : 0;
}

/// strcasecmp
int
strcasecmp (const char *a, const char *b)
{
    while (*a && tolower ((unsigned char) *a) == tolower ((unsigned char) *b))
        a++, b++;
    return tolower ((unsigned char) *a) - tolower ((unsigned char) *b);
}

/// strncasecmp
int
strncasecmp (const char *a, const char *b, size n)
{
    for (; n; n--, a++, b++) {
        int d = tolower ((unsigned char) *a) - tolower ((unsigned char) *b);
        if (d || !*a)
            return d;
    }
    return 0;
}

/// strchr
/// wcschr: int c = wide c; char = wide
char *
strchr (const char *s, int c)
{
    for (; *s != (char) c; s++)
        if (!*s)
            return 0;
    return (char *) s;
}

/// strrchr
/// wcsrchr: int c = wide c; char = wide
char *
strrchr (const char *s, int c)
{
    const char *last = 0;
    for (;; s++) {
        if (*s == (char) c)
            last = s;
        if (!*s)
            return (char *) last;
    }
}

/// strstr
char *
strstr (const char *s, const char *what)
{
    for (;; s++) {
        unsigned n = 0;
        while (what[n] && s[n] == what[n])
            n++;
        if (!what[n])
            return (char *) s;
        if (!*s)
            return 0;
    }
}

/// strspn
/// wcsspn: char = wide; strchr = wcschr
size
strspn (const char *s, const char *of)
{
    size n = 0;
    while (s[n] && strchr (of, s[n]))
        n++;
    return n;
}

/// strcspn
/// wcscspn: char = wide; strchr = wcschr
size
strcspn (const char *s, const char *of)
{
    size n = 0;
    while (s[n] && !strchr (of, s[n]))
        n++;
    return n;
}

/// strpbrk
/// wcspbrk: char = wide; strcspn = wcscspn
char *
strpbrk (const char *s, const char *of)
{
    s += strcspn (s, of);
    return *s ? (char *) s : 0;
}

/// strtok
char *
strtok (char *s, const char *of)
{
    static char *next;
    if (!s)
        s = next;
    if (!s)
        return 0;
    s += strspn (s, of);
    next = 0;
    if (!*s)
        return 0;
    char *end = s + strcspn (s, of);
    if (*end) {
        *end = 0;
        next = end + 1;
    }
    return s;
}

/// strdup
/// wcsdup: char = wide
char *
strdup (const char *s)
{
    size n = 0;
    while (s[n])
        n++;
    char *copy = malloc ((n + 1) * sizeof *copy);
    for (size i = 0; copy && i <= n; i++)
        copy[i] = s[i];
    return copy;
}

/// strndup
char *
strndup (const char *s, size most)
{
    size n = 0;
    while (n < most && s[n])
        n++;
    char *copy = malloc (n + 1);
    if (!copy)
        return 0;
    for (size i = 0; i < n; i++)
        copy[i] = s[i];
    copy[n] = 0;
    return copy;
}

/// mempcpy
void *
mempcpy (void *to, const void *from, size n)
{
    return (char *) memcpy (to, from, n) + n;
}

/// bcopy
void
bcopy (const void *from, void *to, size n)
{
    memmove (to, from, n);
}

/// bzero
/// explicit_bzero
void
bzero (void *to, size n)
{
    memset (to, 0, n);
}

/// fgets
char *
fgets (char *to, int n, void *file)
{
    if (n < 1 || __VERIFIER_nondet_bool ())
        return 0;
    __VERIFIER_nondet_memory (to, n);
    to[n - 1] = 0;
    return to;
}

/// gets
char *
gets (char *to)
{
    if (__VERIFIER_nondet_bool ())
        return 0;
    __VERIFIER_nondet_memory (to, 1);
    return to;
}

/// memchr
void *
memchr (const void *s, int c, size n)
{
    const unsigned char *at = s;
    for (; n; n--, at++)
        if (*at == (unsigned char) c)
            return (void *) at;
    return 0;
}

/// memcmp
/* Both are objects of n bytes, wherever they differ first. */
int
memcmp (const void *a, const void *b, size n)
{
    const unsigned char *x = a, *y = b;
    if (n) {
        cohort_reads_memcmp (a, n);
        cohort_reads_memcmp (b, n);
    }
    for (size i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

/// bcmp
int
bcmp (const void *a, const void *b, size n)
{
    return memcmp (a, b, n);
}

/// memccpy
void *
memccpy (void *to, const void *from, int c, size n)
{
    unsigned char *x = to;
    const unsigned char *y = from;
    for (size i = 0; i < n; i++)
        if ((x[i] = y[i]) == (unsigned char) c)
            return x + i + 1;
    return 0;
}

/// memrchr
void *
memrchr (const void *s, int c, size n)
{
    const unsigned char *at = s;
    for (; n; n--)
        if (at[n - 1] == (unsigned char) c)
            return (void *) (at + n - 1);
    return 0;
}

/// rawmemchr
void *
rawmemchr (const void *s, int c)
{
    const unsigned char *at = s;
    while (*at != (unsigned char) c)
        at++;
    return (void *) at;
}

/// memmem
void *
memmem (const void *a, size n, const void *b, size m)
{
    const char *x = a, *y = b;
    for (; n >= m; n--, x++) {
        size i = 0;
        while (i < m && x[i] == y[i])
            i++;
        if (i == m)
            return (void *) x;
    }
    return 0;
}

/// strchrnul
char *
strchrnul (const char *s, int c)
{
    while (*s && *s != (char) c)
        s++;
    return (char *) s;
}

/// index
char *
index (const char *s, int c)
{
    return strchr (s, c);
}

/// rindex
char *
rindex (const char *s, int c)
{
    return strrchr (s, c);
}

/// strtok_r
char *
strtok_r (char *s, const char *of, char **next)
{
    if (!s)
        s = *next;
    s += strspn (s, of);
    *next = s;
    if (!*s)
        return 0;
    char *end = s + strcspn (s, of);
    *next = end;
    if (*end) {
        *end = 0;
        *next = end + 1;
    }
    return s;
}

/// strsep
char *
strsep (char **at, const char *of)
{
    char *s = *at;
    if (!s)
        return 0;
    char *end = s + strcspn (s, of);
    if (*end) {
        *end = 0;
        *at = end + 1;
    } else
        *at = 0;
    return s;
}

/// stpncpy
char *
stpncpy (char *to, const char *from, size n)
{
    size i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (size k = i; k < n; k++)
        to[k] = 0;
    return to + i;
}

/// strcasestr
char *
strcasestr (const char *s, const char *what)
{
    for (;; s++) {
        size n = 0;
        while (what[n]
               && tolower ((unsigned char) s[n])
                      == tolower ((unsigned char) what[n]))
            n++;
        if (!what[n])
            return (char *) s;
        if (!*s)
            return 0;
    }
}

/// swab
void
swab (const void *from, void *to, __PTRDIFF_TYPE__ n)
{
    const char *x = from;
    char *y = to;
    for (__PTRDIFF_TYPE__ i = 0; i + 1 < n; i += 2) {
        char c = x[i];
        y[i] = x[i + 1];
        y[i + 1] = c;
    }
}
