/* number.c -- functions of numbers, sorting and searching. */
typedef __SIZE_TYPE__ size;
void __ubsan_handle_negate_overflow (void);
int isspace (int);
int cohort_digit (int);
int *__errno_location (void);
long long strtoll (const char *, char **, int);
unsigned long long strtoull (const char *, char **, int);

/* The same for int, long, long long and intmax_t.  The least number has none,
 * which clang's check of what is compiled in its place would tell. */
#define MAGNITUDE(name, type)                  \
    type name (type x)                         \
    {                                          \
        if (x < 0 && -x < 0)                   \
            __ubsan_handle_negate_overflow (); \
        return x < 0 ? -x : x;                 \
    }

#define DIVISION(name, type)         \
    typedef struct {                 \
        type quot, rem;              \
    } name##_t;                      \
    name##_t name (type x, type y)   \
    {                                \
        name##_t d = {x / y, x % y}; \
        return d;                    \
    }

/* The order of bytes on the network is the other one. */
#define SWAP(name, type, how) \
    type name (type x)        \
    {                         \
        return how (x);       \
    }

#define FIRST_BIT(name, type)                       \
    int name (type x)                               \
    {                                               \
        for (unsigned i = 0; i < sizeof x * 8; i++) \
            if (x >> i & 1)                         \
                return i + 1;                       \
        return 0;                                   \
    }

#ifdef COHORT_ERRNO
#define ERRNO_IF(so, number) \
    if (so)                  \
    *__errno_location () = number
#else
#define ERRNO_IF(so, number) (void) 0
#endif

/* A number from a text: digits are gathered in `wide`, at most `greatest`;
 * `result` is what is returned of n, negative and big (it did not fit). */
#define FROM_TEXT(name, type, wide, greatest, result)                        \
    type name (const char *s, char **end, int base)                          \
    {                                                                        \
        const char *at = s;                                                  \
        while (isspace ((unsigned char) *at))                                \
            at++;                                                            \
        int negative = *at == '-', big = 0, any = 0, d;                      \
        if (*at == '-' || *at == '+')                                        \
            at++;                                                            \
        int hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');            \
        if ((base == 0 || base == 16) && hex && cohort_digit (at[2]) < 16) { \
            at += 2;                                                         \
            base = 16;                                                       \
        }                                                                    \
        if (base == 0)                                                       \
            base = *at == '0' ? 8 : 10;                                      \
        wide n = 0, most = greatest;                                         \
        for (; (d = cohort_digit ((unsigned char) *at)) < base; at++) {      \
            any = 1;                                                         \
            big |= n > (most - d) / base;                                    \
            n = n * base + d;                                                \
        }                                                                    \
        if (end)                                                             \
            *end = (char *) (any ? at : s);                                  \
        ERRNO_IF (big || base < 2 || base > 36, big ? 34 : 22);              \
        result                                                               \
    }

#define SIGNED_FROM_TEXT(name, type, greatest, one)                            \
    FROM_TEXT (name, type, unsigned type, (unsigned type) greatest + negative, \
               if (big) return negative ? -greatest - one : greatest;          \
               return negative ? (type) (0 - n) : (type) n;)

#define UNSIGNED_FROM_TEXT(name, type, greatest) \
    FROM_TEXT (name, type, type, greatest,       \
               return big        ? most          \
                      : negative ? 0 - n         \
                                 : n;)

/// abs
MAGNITUDE (abs, int)

/// labs
MAGNITUDE (labs, long)

/// llabs
MAGNITUDE (llabs, long long)

/// imaxabs
MAGNITUDE (imaxabs, __INTMAX_TYPE__)

/// div
DIVISION (div, int)

/// ldiv
DIVISION (ldiv, long)

/// lldiv
DIVISION (lldiv, long long)

/// imaxdiv
DIVISION (imaxdiv, __INTMAX_TYPE__)

/// ffs
FIRST_BIT (ffs, int)

/// ffsl
FIRST_BIT (ffsl, long)

/// ffsll
FIRST_BIT (ffsll, long long)

/// strtol
SIGNED_FROM_TEXT (strtol, long, __LONG_MAX__, 1L)

/// strtoll
SIGNED_FROM_TEXT (strtoll, long long, __LONG_LONG_MAX__, 1LL)

/// strtoul
UNSIGNED_FROM_TEXT (strtoul, unsigned long, (__LONG_MAX__ * 2UL + 1UL))

/// strtoull
UNSIGNED_FROM_TEXT (strtoull, unsigned long long,
                    (__LONG_LONG_MAX__ * 2ULL + 1ULL))

/// htonl
SWAP (htonl, unsigned, __builtin_bswap32)

/// ntohl
SWAP (ntohl, unsigned, __builtin_bswap32)

/// htons
SWAP (htons, unsigned short, __builtin_bswap16)

/// ntohs
SWAP (ntohs, unsigned short, __builtin_bswap16)

/// strtoimax
__INTMAX_TYPE__
strtoimax (const char *s, char **end, int base)
{
    return strtoll (s, end, base);
}

/// strtoumax
__UINTMAX_TYPE__
strtoumax (const char *s, char **end, int base)
{
    return strtoull (s, end, base);
}

/// cohort_digit
int
cohort_digit (int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

/// atol
/// atoi: long = int
/// atoll: long = long long
long
atol (const char *s)
{
    while (isspace ((unsigned char) *s))
        s++;
    int negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    long n = 0;
    for (; *s >= '0' && *s <= '9'; s++)
        n = n * 10 - (*s - '0');
    return negative ? n : -n;
}

/// qsort
void
qsort (void *base, size n, size width,
       int (*compare) (const void *, const void *))
{
    char *at = base;
    for (size i = 1; i < n; i++)
        for (size j = i; j; j--) {
            char *x = at + (j - 1) * width, *y = x + width;
            if (compare (x, y) <= 0)
                break;
            for (size k = 0; k < width; k++) {
                char c = x[k];
                x[k] = y[k];
                y[k] = c;
            }
        }
}

/// bsearch
void *
bsearch (const void *key, const void *base, size n, size width,
         int (*compare) (const void *, const void *))
{
    size low = 0, high = n;
    while (low < high) {
        size middle = low + (high - low) / 2;
        const char *at = (const char *) base + middle * width;
        int order = compare (key, at);
        if (!order)
            return (void *) at;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

/// __errno_location
int *
__errno_location (void)
{
    static int error;
    return &error;
}
