/* c_number.c -- C texts of functions of numbers, sorting and searching.
 */
#include "cohort-llvm/library/internal.h"

#define SIZE "typedef __SIZE_TYPE__ size;\n"

/* The same for int, long, long long and intmax_t.  The least number has none,
 * which clang's check of what is compiled in its place would tell. */
#define MAGNITUDE(name, type)                                           \
    name, "void __ubsan_handle_negate_overflow (void);\n" type " " name \
          " (" type " x)\n"                                             \
          "{\n"                                                         \
          "    if (x < 0 && -x < 0)\n"                                  \
          "        __ubsan_handle_negate_overflow ();\n"                \
          "    return x < 0 ? -x : x;\n"                                \
          "}\n"

#define DIVISION(name, type)                                          \
    name, "typedef struct { " type " quot, rem; } " name "_t;\n" name \
          "_t " name " (" type " x, " type " y)\n"                    \
          "{\n"                                                       \
          "    " name "_t d = {x / y, x % y};\n"                      \
          "    return d;\n"                                           \
          "}\n"

/* The order of bytes on the network is the other one. */
#define SWAP(name, type, how)              \
    name, type " " name " (" type " x)\n"  \
               "{\n"                       \
               "    return " how " (x);\n" \
               "}\n"

#define FIRST_BIT(name, type)                                 \
    name, "int " name " (" type " x)\n"                       \
          "{\n"                                               \
          "    for (unsigned i = 0; i < sizeof x * 8; i++)\n" \
          "        if (x >> i & 1)\n"                         \
          "            return i + 1;\n"                       \
          "    return 0;\n"                                   \
          "}\n"

/* A number from a text: digits are gathered in `wide`, at most `most`; `result`
 * is what is returned of n, negative and big (it did not fit). */
#define FROM_TEXT(name, type, wide, most, result)                              \
    name, "int isspace (int);\n"                                               \
          "int cohort_digit (int);\n"                                          \
          "int *__errno_location (void);\n" type " " name                      \
          " (const char *s, char **end, int base)\n"                           \
          "{\n"                                                                \
          "    const char *at = s;\n"                                          \
          "    while (isspace ((unsigned char) *at))\n"                        \
          "        at++;\n"                                                    \
          "    int negative = *at == '-', big = 0, any = 0, d;\n"              \
          "    if (*at == '-' || *at == '+')\n"                                \
          "        at++;\n"                                                    \
          "    int hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');\n"    \
          "    if ((base == 0 || base == 16) && hex && cohort_digit (at[2]) "  \
          "< 16) "                                                             \
          "{\n"                                                                \
          "        at += 2;\n"                                                 \
          "        base = 16;\n"                                               \
          "    }\n"                                                            \
          "    if (base == 0)\n"                                               \
          "        base = *at == '0' ? 8 : 10;\n"                              \
          "    " wide " n = 0, most = " most ";\n"                             \
          "    for (; (d = cohort_digit ((unsigned char) *at)) < base; at++) " \
          "{\n"                                                                \
          "        any = 1;\n"                                                 \
          "        big |= n > (most - d) / base;\n"                            \
          "        n = n * base + d;\n"                                        \
          "    }\n"                                                            \
          "    if (end)\n"                                                     \
          "        *end = (char *) (any ? at : s);\n"                          \
          "#ifdef COHORT_ERRNO\n"                                              \
          "    if (big || base < 2 || base > 36)\n"                            \
          "        *__errno_location () = big ? 34 : 22;\n"                    \
          "#endif\n" result "}\n"

#define SIGNED_FROM_TEXT(name, type, most, one)                              \
    FROM_TEXT (name, type, "unsigned " type,                                 \
               "(unsigned " type ") " most " + negative",                    \
               "    if (big)\n"                                              \
               "        return negative ? -" most " - " one " : " most ";\n" \
               "    return negative ? (" type ") (0 - n) : (" type ") n;\n")

#define UNSIGNED_FROM_TEXT(name, type, most) \
    FROM_TEXT (name, type, type, most,       \
               "    return big ? most : negative ? 0 - n : n;\n")

const char *const library_c_number[] = {
    MAGNITUDE ("abs", "int"),
    MAGNITUDE ("labs", "long"),
    MAGNITUDE ("llabs", "long long"),
    MAGNITUDE ("imaxabs", "__INTMAX_TYPE__"),
    DIVISION ("div", "int"),
    DIVISION ("ldiv", "long"),
    DIVISION ("lldiv", "long long"),
    DIVISION ("imaxdiv", "__INTMAX_TYPE__"),
    FIRST_BIT ("ffs", "int"),
    FIRST_BIT ("ffsl", "long"),
    FIRST_BIT ("ffsll", "long long"),
    SIGNED_FROM_TEXT ("strtol", "long", "__LONG_MAX__", "1L"),
    SIGNED_FROM_TEXT ("strtoll", "long long", "__LONG_LONG_MAX__", "1LL"),
    UNSIGNED_FROM_TEXT ("strtoul", "unsigned long",
                        "(__LONG_MAX__ * 2UL + 1UL)"),
    UNSIGNED_FROM_TEXT ("strtoull", "unsigned long long",
                        "(__LONG_LONG_MAX__ * 2ULL + 1ULL)"),
    SWAP ("htonl", "unsigned", "__builtin_bswap32"),
    SWAP ("ntohl", "unsigned", "__builtin_bswap32"),
    SWAP ("htons", "unsigned short", "__builtin_bswap16"),
    SWAP ("ntohs", "unsigned short", "__builtin_bswap16"),
    "strtoimax",
    "long long strtoll (const char *, char **, int);\n"
    "__INTMAX_TYPE__ strtoimax (const char *s, char **end, int base)\n"
    "{\n"
    "    return strtoll (s, end, base);\n"
    "}\n",
    "strtoumax",
    "unsigned long long strtoull (const char *, char **, int);\n"
    "__UINTMAX_TYPE__ strtoumax (const char *s, char **end, int base)\n"
    "{\n"
    "    return strtoull (s, end, base);\n"
    "}\n",
    "cohort_digit",
    "int cohort_digit (int c)\n"
    "{\n"
    "    if (c >= '0' && c <= '9')\n"
    "        return c - '0';\n"
    "    if (c >= 'a' && c <= 'z')\n"
    "        return c - 'a' + 10;\n"
    "    if (c >= 'A' && c <= 'Z')\n"
    "        return c - 'A' + 10;\n"
    "    return 99;\n"
    "}\n",
    "atoi",
    "int isspace (int);\n"
    "int atoi (const char *s)\n"
    "{\n"
    "    while (isspace ((unsigned char) *s))\n"
    "        s++;\n"
    "    int negative = *s == '-';\n"
    "    if (*s == '-' || *s == '+')\n"
    "        s++;\n"
    "    int n = 0;\n"
    "    for (; *s >= '0' && *s <= '9'; s++)\n"
    "        n = n * 10 - (*s - '0');\n"
    "    return negative ? n : -n;\n"
    "}\n",
    "atol",
    "int isspace (int);\n"
    "long atol (const char *s)\n"
    "{\n"
    "    while (isspace ((unsigned char) *s))\n"
    "        s++;\n"
    "    int negative = *s == '-';\n"
    "    if (*s == '-' || *s == '+')\n"
    "        s++;\n"
    "    long n = 0;\n"
    "    for (; *s >= '0' && *s <= '9'; s++)\n"
    "        n = n * 10 - (*s - '0');\n"
    "    return negative ? n : -n;\n"
    "}\n",
    "atoll",
    "int isspace (int);\n"
    "long long atoll (const char *s)\n"
    "{\n"
    "    while (isspace ((unsigned char) *s))\n"
    "        s++;\n"
    "    int negative = *s == '-';\n"
    "    if (*s == '-' || *s == '+')\n"
    "        s++;\n"
    "    long long n = 0;\n"
    "    for (; *s >= '0' && *s <= '9'; s++)\n"
    "        n = n * 10 - (*s - '0');\n"
    "    return negative ? n : -n;\n"
    "}\n",
    "qsort",
    SIZE "void qsort (void *base, size n, size width,\n"
         "            int (*compare) (const void *, const void *))\n"
         "{\n"
         "    char *at = base;\n"
         "    for (size i = 1; i < n; i++)\n"
         "        for (size j = i; j; j--) {\n"
         "            char *x = at + (j - 1) * width, *y = x + width;\n"
         "            if (compare (x, y) <= 0)\n"
         "                break;\n"
         "            for (size k = 0; k < width; k++) {\n"
         "                char c = x[k];\n"
         "                x[k] = y[k];\n"
         "                y[k] = c;\n"
         "            }\n"
         "        }\n"
         "}\n",
    "bsearch",
    SIZE
    "void *bsearch (const void *key, const void *base, size n, size width,\n"
    "               int (*compare) (const void *, const void *))\n"
    "{\n"
    "    size low = 0, high = n;\n"
    "    while (low < high) {\n"
    "        size middle = low + (high - low) / 2;\n"
    "        const char *at = (const char *) base + middle * width;\n"
    "        int order = compare (key, at);\n"
    "        if (!order)\n"
    "            return (void *) at;\n"
    "        if (order < 0)\n"
    "            high = middle;\n"
    "        else\n"
    "            low = middle + 1;\n"
    "    }\n"
    "    return 0;\n"
    "}\n",
    "__errno_location",
    "int *__errno_location (void)\n"
    "{\n"
    "    static int error;\n"
    "    return &error;\n"
    "}\n",
    NULL,
};
