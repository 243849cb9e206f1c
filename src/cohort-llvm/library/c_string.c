/* c_string.c -- C texts of string functions, as ISO C defines them. */
#include "cohort-llvm/library/internal.h"

#define SIZE "typedef __SIZE_TYPE__ size;\n"

const char *const library_c_string[] = {
    "strlen",
    SIZE "size strlen (const char *s)\n"
         "{\n"
         "    size n = 0;\n"
         "    while (s[n])\n"
         "        n++;\n"
         "    return n;\n"
         "}\n",
    "strnlen",
    SIZE "size strnlen (const char *s, size most)\n"
         "{\n"
         "    size n = 0;\n"
         "    while (n < most && s[n])\n"
         "        n++;\n"
         "    return n;\n"
         "}\n",
    "strcpy",
    "char *strcpy (char *to, const char *from)\n"
    "{\n"
    "    char *at = to;\n"
    "    while ((*at++ = *from++))\n"
    "        ;\n"
    "    return to;\n"
    "}\n",
    "stpcpy",
    "char *stpcpy (char *to, const char *from)\n"
    "{\n"
    "    while ((*to = *from++))\n"
    "        to++;\n"
    "    return to;\n"
    "}\n",
    "strncpy",
    SIZE "char *strncpy (char *to, const char *from, size n)\n"
         "{\n"
         "    size i = 0;\n"
         "    for (; i < n && from[i]; i++)\n"
         "        to[i] = from[i];\n"
         "    for (; i < n; i++)\n"
         "        to[i] = 0;\n"
         "    return to;\n"
         "}\n",
    "strcat",
    "char *strcat (char *to, const char *from)\n"
    "{\n"
    "    char *at = to;\n"
    "    while (*at)\n"
    "        at++;\n"
    "    while ((*at++ = *from++))\n"
    "        ;\n"
    "    return to;\n"
    "}\n",
    "strncat",
    SIZE "char *strncat (char *to, const char *from, size n)\n"
         "{\n"
         "    char *at = to;\n"
         "    while (*at)\n"
         "        at++;\n"
         "    for (; n && *from; n--)\n"
         "        *at++ = *from++;\n"
         "    *at = 0;\n"
         "    return to;\n"
         "}\n",
    "strcmp",
    "int strcmp (const char *a, const char *b)\n"
    "{\n"
    "    for (; *a && *a == *b; a++)\n"
    "        b++;\n"
    "    return (unsigned char) *a - (unsigned char) *b;\n"
    "}\n",
    "strncmp",
    SIZE "int strncmp (const char *a, const char *b, size n)\n"
         "{\n"
         "    for (; n && *a && *a == *b; a++, b++)\n"
         "        n--;\n"
         "    return n ? (unsigned char) *a - (unsigned char) *b : 0;\n"
         "}\n",
    "strcasecmp",
    "int tolower (int);\n"
    "int strcasecmp (const char *a, const char *b)\n"
    "{\n"
    "    while (*a && tolower ((unsigned char) *a) == tolower ((unsigned char) "
    "*b))\n"
    "        a++, b++;\n"
    "    return tolower ((unsigned char) *a) - tolower ((unsigned char) *b);\n"
    "}\n",
    "strncasecmp",
    SIZE "int tolower (int);\n"
         "int strncasecmp (const char *a, const char *b, size n)\n"
         "{\n"
         "    for (; n; n--, a++, b++) {\n"
         "        int d = tolower ((unsigned char) *a) - tolower ((unsigned "
         "char) *b);\n"
         "        if (d || !*a)\n"
         "            return d;\n"
         "    }\n"
         "    return 0;\n"
         "}\n",
    "strchr",
    "char *strchr (const char *s, int c)\n"
    "{\n"
    "    for (; *s != (char) c; s++)\n"
    "        if (!*s)\n"
    "            return 0;\n"
    "    return (char *) s;\n"
    "}\n",
    "strrchr",
    "char *strrchr (const char *s, int c)\n"
    "{\n"
    "    const char *last = 0;\n"
    "    for (;; s++) {\n"
    "        if (*s == (char) c)\n"
    "            last = s;\n"
    "        if (!*s)\n"
    "            return (char *) last;\n"
    "    }\n"
    "}\n",
    "strstr",
    "char *strstr (const char *s, const char *what)\n"
    "{\n"
    "    for (;; s++) {\n"
    "        unsigned n = 0;\n"
    "        while (what[n] && s[n] == what[n])\n"
    "            n++;\n"
    "        if (!what[n])\n"
    "            return (char *) s;\n"
    "        if (!*s)\n"
    "            return 0;\n"
    "    }\n"
    "}\n",
    "strspn",
    SIZE "char *strchr (const char *, int);\n"
         "size strspn (const char *s, const char *of)\n"
         "{\n"
         "    size n = 0;\n"
         "    while (s[n] && strchr (of, s[n]))\n"
         "        n++;\n"
         "    return n;\n"
         "}\n",
    "strcspn",
    SIZE "char *strchr (const char *, int);\n"
         "size strcspn (const char *s, const char *of)\n"
         "{\n"
         "    size n = 0;\n"
         "    while (s[n] && !strchr (of, s[n]))\n"
         "        n++;\n"
         "    return n;\n"
         "}\n",
    "strpbrk",
    SIZE "size strcspn (const char *, const char *);\n"
         "char *strpbrk (const char *s, const char *of)\n"
         "{\n"
         "    s += strcspn (s, of);\n"
         "    return *s ? (char *) s : 0;\n"
         "}\n",
    "strtok",
    SIZE "size strspn (const char *, const char *);\n"
         "size strcspn (const char *, const char *);\n"
         "char *strtok (char *s, const char *of)\n"
         "{\n"
         "    static char *next;\n"
         "    if (!s)\n"
         "        s = next;\n"
         "    if (!s)\n"
         "        return 0;\n"
         "    s += strspn (s, of);\n"
         "    next = 0;\n"
         "    if (!*s)\n"
         "        return 0;\n"
         "    char *end = s + strcspn (s, of);\n"
         "    if (*end) {\n"
         "        *end = 0;\n"
         "        next = end + 1;\n"
         "    }\n"
         "    return s;\n"
         "}\n",
    "strdup",
    SIZE "void *malloc (size);\n"
         "char *strdup (const char *s)\n"
         "{\n"
         "    size n = 0;\n"
         "    while (s[n])\n"
         "        n++;\n"
         "    char *copy = malloc (n + 1);\n"
         "    for (size i = 0; copy && i <= n; i++)\n"
         "        copy[i] = s[i];\n"
         "    return copy;\n"
         "}\n",
    "strndup",
    SIZE "void *malloc (size);\n"
         "char *strndup (const char *s, size most)\n"
         "{\n"
         "    size n = 0;\n"
         "    while (n < most && s[n])\n"
         "        n++;\n"
         "    char *copy = malloc (n + 1);\n"
         "    if (!copy)\n"
         "        return 0;\n"
         "    for (size i = 0; i < n; i++)\n"
         "        copy[i] = s[i];\n"
         "    copy[n] = 0;\n"
         "    return copy;\n"
         "}\n",
    "mempcpy",
    SIZE "void *memcpy (void *, const void *, size);\n"
         "void *mempcpy (void *to, const void *from, size n)\n"
         "{\n"
         "    return (char *) memcpy (to, from, n) + n;\n"
         "}\n",
    "bcopy",
    SIZE "void *memmove (void *, const void *, size);\n"
         "void bcopy (const void *from, void *to, size n)\n"
         "{\n"
         "    memmove (to, from, n);\n"
         "}\n",
    "bzero",
    SIZE "void *memset (void *, int, size);\n"
         "void bzero (void *to, size n)\n"
         "{\n"
         "    memset (to, 0, n);\n"
         "}\n",
    "fgets",
    SIZE "_Bool __VERIFIER_nondet_bool (void);\n"
         "void __VERIFIER_nondet_memory (void *, size);\n"
         "char *fgets (char *to, int n, void *file)\n"
         "{\n"
         "    if (n < 1 || __VERIFIER_nondet_bool ())\n"
         "        return 0;\n"
         "    __VERIFIER_nondet_memory (to, n);\n"
         "    to[n - 1] = 0;\n"
         "    return to;\n"
         "}\n",
    "gets",
    SIZE "_Bool __VERIFIER_nondet_bool (void);\n"
         "void __VERIFIER_nondet_memory (void *, size);\n"
         "char *gets (char *to)\n"
         "{\n"
         "    if (__VERIFIER_nondet_bool ())\n"
         "        return 0;\n"
         "    __VERIFIER_nondet_memory (to, 1);\n"
         "    return to;\n"
         "}\n",
    "memchr",
    SIZE "void *memchr (const void *s, int c, size n)\n"
         "{\n"
         "    const unsigned char *at = s;\n"
         "    for (; n; n--, at++)\n"
         "        if (*at == (unsigned char) c)\n"
         "            return (void *) at;\n"
         "    return 0;\n"
         "}\n",
    /* Both are objects of n bytes, wherever they differ first. */
    "memcmp",
    SIZE "void cohort_reads_memcmp (const void *, size);\n"
         "int memcmp (const void *a, const void *b, size n)\n"
         "{\n"
         "    const unsigned char *x = a, *y = b;\n"
         "    if (n) {\n"
         "        cohort_reads_memcmp (a, n);\n"
         "        cohort_reads_memcmp (b, n);\n"
         "    }\n"
         "    for (size i = 0; i < n; i++)\n"
         "        if (x[i] != y[i])\n"
         "            return x[i] - y[i];\n"
         "    return 0;\n"
         "}\n",
    "bcmp",
    SIZE "int memcmp (const void *, const void *, size);\n"
         "int bcmp (const void *a, const void *b, size n)\n"
         "{\n"
         "    return memcmp (a, b, n);\n"
         "}\n",
    "memccpy",
    SIZE "void *memccpy (void *to, const void *from, int c, size n)\n"
         "{\n"
         "    unsigned char *x = to;\n"
         "    const unsigned char *y = from;\n"
         "    for (size i = 0; i < n; i++)\n"
         "        if ((x[i] = y[i]) == (unsigned char) c)\n"
         "            return x + i + 1;\n"
         "    return 0;\n"
         "}\n",
    "memrchr",
    SIZE "void *memrchr (const void *s, int c, size n)\n"
         "{\n"
         "    const unsigned char *at = s;\n"
         "    for (; n; n--)\n"
         "        if (at[n - 1] == (unsigned char) c)\n"
         "            return (void *) (at + n - 1);\n"
         "    return 0;\n"
         "}\n",
    "rawmemchr",
    "void *rawmemchr (const void *s, int c)\n"
    "{\n"
    "    const unsigned char *at = s;\n"
    "    while (*at != (unsigned char) c)\n"
    "        at++;\n"
    "    return (void *) at;\n"
    "}\n",
    "memmem",
    SIZE "void *memmem (const void *a, size n, const void *b, size m)\n"
         "{\n"
         "    const char *x = a, *y = b;\n"
         "    for (; n >= m; n--, x++) {\n"
         "        size i = 0;\n"
         "        while (i < m && x[i] == y[i])\n"
         "            i++;\n"
         "        if (i == m)\n"
         "            return (void *) x;\n"
         "    }\n"
         "    return 0;\n"
         "}\n",
    "strchrnul",
    "char *strchrnul (const char *s, int c)\n"
    "{\n"
    "    while (*s && *s != (char) c)\n"
    "        s++;\n"
    "    return (char *) s;\n"
    "}\n",
    "index",
    "char *strchr (const char *, int);\n"
    "char *index (const char *s, int c)\n"
    "{\n"
    "    return strchr (s, c);\n"
    "}\n",
    "rindex",
    "char *strrchr (const char *, int);\n"
    "char *rindex (const char *s, int c)\n"
    "{\n"
    "    return strrchr (s, c);\n"
    "}\n",
    "strtok_r",
    SIZE "size strspn (const char *, const char *);\n"
         "size strcspn (const char *, const char *);\n"
         "char *strtok_r (char *s, const char *of, char **next)\n"
         "{\n"
         "    if (!s)\n"
         "        s = *next;\n"
         "    s += strspn (s, of);\n"
         "    *next = s;\n"
         "    if (!*s)\n"
         "        return 0;\n"
         "    char *end = s + strcspn (s, of);\n"
         "    *next = end;\n"
         "    if (*end) {\n"
         "        *end = 0;\n"
         "        *next = end + 1;\n"
         "    }\n"
         "    return s;\n"
         "}\n",
    "strsep",
    SIZE "size strcspn (const char *, const char *);\n"
         "char *strsep (char **at, const char *of)\n"
         "{\n"
         "    char *s = *at;\n"
         "    if (!s)\n"
         "        return 0;\n"
         "    char *end = s + strcspn (s, of);\n"
         "    if (*end) {\n"
         "        *end = 0;\n"
         "        *at = end + 1;\n"
         "    } else\n"
         "        *at = 0;\n"
         "    return s;\n"
         "}\n",
    "stpncpy",
    SIZE "char *stpncpy (char *to, const char *from, size n)\n"
         "{\n"
         "    size i = 0;\n"
         "    for (; i < n && from[i]; i++)\n"
         "        to[i] = from[i];\n"
         "    for (size k = i; k < n; k++)\n"
         "        to[k] = 0;\n"
         "    return to + i;\n"
         "}\n",
    "strcasestr",
    SIZE "int tolower (int);\n"
         "char *strcasestr (const char *s, const char *what)\n"
         "{\n"
         "    for (;; s++) {\n"
         "        size n = 0;\n"
         "        while (what[n] && tolower ((unsigned char) s[n])\n"
         "                              == tolower ((unsigned char) what[n]))\n"
         "            n++;\n"
         "        if (!what[n])\n"
         "            return (char *) s;\n"
         "        if (!*s)\n"
         "            return 0;\n"
         "    }\n"
         "}\n",
    "swab",
    "void swab (const void *from, void *to, __PTRDIFF_TYPE__ n)\n"
    "{\n"
    "    const char *x = from;\n"
    "    char *y = to;\n"
    "    for (__PTRDIFF_TYPE__ i = 0; i + 1 < n; i += 2) {\n"
    "        char c = x[i];\n"
    "        y[i] = x[i + 1];\n"
    "        y[i + 1] = c;\n"
    "    }\n"
    "}\n",
    "explicit_bzero",
    SIZE "void *memset (void *, int, size);\n"
         "void explicit_bzero (void *to, size n)\n"
         "{\n"
         "    memset (to, 0, n);\n"
         "}\n",
    NULL,
};
