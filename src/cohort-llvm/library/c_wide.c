/* c_wide.c -- C texts of wchar.h, as ISO C defines them; wchar_t is int. */
#include "cohort-llvm/library/internal.h"

#define HEAD                        \
    "typedef __SIZE_TYPE__ size;\n" \
    "typedef __WCHAR_TYPE__ wide;\n"

const char *const library_c_wide[] = {
    "wcslen",
    HEAD "size wcslen (const wide *s)\n"
         "{\n"
         "    size n = 0;\n"
         "    while (s[n])\n"
         "        n++;\n"
         "    return n;\n"
         "}\n",
    "wcsnlen",
    HEAD "size wcsnlen (const wide *s, size most)\n"
         "{\n"
         "    size n = 0;\n"
         "    while (n < most && s[n])\n"
         "        n++;\n"
         "    return n;\n"
         "}\n",
    "wcscpy",
    HEAD "wide *wcscpy (wide *to, const wide *from)\n"
         "{\n"
         "    wide *at = to;\n"
         "    while ((*at++ = *from++))\n"
         "        ;\n"
         "    return to;\n"
         "}\n",
    "wcpcpy",
    HEAD "wide *wcpcpy (wide *to, const wide *from)\n"
         "{\n"
         "    while ((*to = *from++))\n"
         "        to++;\n"
         "    return to;\n"
         "}\n",
    "wcsncpy",
    HEAD "wide *wcsncpy (wide *to, const wide *from, size n)\n"
         "{\n"
         "    size i = 0;\n"
         "    for (; i < n && from[i]; i++)\n"
         "        to[i] = from[i];\n"
         "    for (; i < n; i++)\n"
         "        to[i] = 0;\n"
         "    return to;\n"
         "}\n",
    "wcscat",
    HEAD "wide *wcscat (wide *to, const wide *from)\n"
         "{\n"
         "    wide *at = to;\n"
         "    while (*at)\n"
         "        at++;\n"
         "    while ((*at++ = *from++))\n"
         "        ;\n"
         "    return to;\n"
         "}\n",
    "wcsncat",
    HEAD "wide *wcsncat (wide *to, const wide *from, size n)\n"
         "{\n"
         "    wide *at = to;\n"
         "    while (*at)\n"
         "        at++;\n"
         "    for (; n && *from; n--)\n"
         "        *at++ = *from++;\n"
         "    *at = 0;\n"
         "    return to;\n"
         "}\n",
    "wcscmp",
    HEAD "int wcscmp (const wide *a, const wide *b)\n"
         "{\n"
         "    for (; *a && *a == *b; a++)\n"
         "        b++;\n"
         "    return *a < *b ? -1 : *a > *b;\n"
         "}\n",
    "wcsncmp",
    HEAD "int wcsncmp (const wide *a, const wide *b, size n)\n"
         "{\n"
         "    for (; n && *a && *a == *b; a++, b++)\n"
         "        n--;\n"
         "    return !n ? 0 : *a < *b ? -1 : *a > *b;\n"
         "}\n",
    "wcschr",
    HEAD "wide *wcschr (const wide *s, wide c)\n"
         "{\n"
         "    for (; *s != c; s++)\n"
         "        if (!*s)\n"
         "            return 0;\n"
         "    return (wide *) s;\n"
         "}\n",
    "wcsrchr",
    HEAD "wide *wcsrchr (const wide *s, wide c)\n"
         "{\n"
         "    const wide *last = 0;\n"
         "    for (;; s++) {\n"
         "        if (*s == c)\n"
         "            last = s;\n"
         "        if (!*s)\n"
         "            return (wide *) last;\n"
         "    }\n"
         "}\n",
    "wcsstr",
    HEAD "wide *wcsstr (const wide *s, const wide *what)\n"
         "{\n"
         "    for (;; s++) {\n"
         "        size n = 0;\n"
         "        while (what[n] && s[n] == what[n])\n"
         "            n++;\n"
         "        if (!what[n])\n"
         "            return (wide *) s;\n"
         "        if (!*s)\n"
         "            return 0;\n"
         "    }\n"
         "}\n",
    "wcsspn",
    HEAD "wide *wcschr (const wide *, wide);\n"
         "size wcsspn (const wide *s, const wide *of)\n"
         "{\n"
         "    size n = 0;\n"
         "    while (s[n] && wcschr (of, s[n]))\n"
         "        n++;\n"
         "    return n;\n"
         "}\n",
    "wcscspn",
    HEAD "wide *wcschr (const wide *, wide);\n"
         "size wcscspn (const wide *s, const wide *of)\n"
         "{\n"
         "    size n = 0;\n"
         "    while (s[n] && !wcschr (of, s[n]))\n"
         "        n++;\n"
         "    return n;\n"
         "}\n",
    "wcspbrk",
    HEAD "size wcscspn (const wide *, const wide *);\n"
         "wide *wcspbrk (const wide *s, const wide *of)\n"
         "{\n"
         "    s += wcscspn (s, of);\n"
         "    return *s ? (wide *) s : 0;\n"
         "}\n",
    "wcstok",
    HEAD "size wcsspn (const wide *, const wide *);\n"
         "size wcscspn (const wide *, const wide *);\n"
         "wide *wcstok (wide *s, const wide *of, wide **next)\n"
         "{\n"
         "    if (!s)\n"
         "        s = *next;\n"
         "    if (!s)\n"
         "        return 0;\n"
         "    s += wcsspn (s, of);\n"
         "    *next = 0;\n"
         "    if (!*s)\n"
         "        return 0;\n"
         "    wide *end = s + wcscspn (s, of);\n"
         "    if (*end) {\n"
         "        *end = 0;\n"
         "        *next = end + 1;\n"
         "    }\n"
         "    return s;\n"
         "}\n",
    "wcsdup",
    HEAD "void *malloc (size);\n"
         "wide *wcsdup (const wide *s)\n"
         "{\n"
         "    size n = 0;\n"
         "    while (s[n])\n"
         "        n++;\n"
         "    wide *copy = malloc ((n + 1) * sizeof *copy);\n"
         "    for (size i = 0; copy && i <= n; i++)\n"
         "        copy[i] = s[i];\n"
         "    return copy;\n"
         "}\n",
    "wmemcpy",
    HEAD "void *memcpy (void *, const void *, size);\n"
         "wide *wmemcpy (wide *to, const wide *from, size n)\n"
         "{\n"
         "    return memcpy (to, from, n * sizeof *to);\n"
         "}\n",
    "wmempcpy",
    HEAD "void *memcpy (void *, const void *, size);\n"
         "wide *wmempcpy (wide *to, const wide *from, size n)\n"
         "{\n"
         "    return (wide *) memcpy (to, from, n * sizeof *to) + n;\n"
         "}\n",
    "wmemmove",
    HEAD "void *memmove (void *, const void *, size);\n"
         "wide *wmemmove (wide *to, const wide *from, size n)\n"
         "{\n"
         "    return memmove (to, from, n * sizeof *to);\n"
         "}\n",
    "wmemset",
    HEAD "wide *wmemset (wide *to, wide c, size n)\n"
         "{\n"
         "    for (size i = 0; i < n; i++)\n"
         "        to[i] = c;\n"
         "    return to;\n"
         "}\n",
    "wmemcmp",
    HEAD "int wmemcmp (const wide *a, const wide *b, size n)\n"
         "{\n"
         "    int order = 0;\n"
         "    for (size i = 0; i < n; i++)\n"
         "        if (!order && a[i] != b[i])\n"
         "            order = a[i] < b[i] ? -1 : 1;\n"
         "    return order;\n"
         "}\n",
    "wmemchr",
    HEAD "wide *wmemchr (const wide *s, wide c, size n)\n"
         "{\n"
         "    for (; n; n--, s++)\n"
         "        if (*s == c)\n"
         "            return (wide *) s;\n"
         "    return 0;\n"
         "}\n",
    NULL,
};
