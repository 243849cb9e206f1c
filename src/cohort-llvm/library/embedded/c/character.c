/* character.c -- functions of ctype.h, in the locale "C".
 *
 * What is true has the value that glibc gives it, not 1.  An argument beyond the
 * tables of glibc is a read outside of them. */
#ifdef COHORT_DEREF
static const char table[384];
#define ARGUMENT(c)          \
    if (c < -128 || c > 255) \
    return table[128 + c]
#else
#define ARGUMENT(c) (void) 0
#endif

#define CLASS(name, bit, condition) \
    int name (int c)                \
    {                               \
        ARGUMENT (c);               \
        return condition ? bit : 0; \
    }

#define IS_LETTER ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))

/* Indices are those of characters and 128. */
#define LOCATION(name, type, ...)                     \
    const type **name (void)                          \
    {                                                 \
        static const type table[384] = {__VA_ARGS__}; \
        static const type *at = table + 128;          \
        return &at;                                   \
    }

#define TEN(n) n##0, n##1, n##2, n##3, n##4, n##5, n##6, n##7, n##8, n##9
/* 130 to 249. */
#define HIGH                                                              \
    TEN (13), TEN (14), TEN (15), TEN (16), TEN (17), TEN (18), TEN (19), \
        TEN (20), TEN (21), TEN (22), TEN (23), TEN (24)
/* 128 to 254, for -128 to -2, then -1. */
#define BELOW 128, 129, HIGH, 250, 251, 252, 253, 254, -1
#define ABOVE \
    123, 124, 125, 126, 127, 128, 129, HIGH, 250, 251, 252, 253, 254, 255
#define CONTROL                                                                \
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, TEN (1), TEN (2), TEN (3), TEN (4), TEN (5), \
        60, 61, 62, 63, 64
#define LOWER 97, 98, 99, TEN (10), TEN (11), 120, 121, 122
#define UPPER 65, 66, 67, 68, 69, TEN (7), TEN (8), 90
#define MIDDLE 91, 92, 93, 94, 95, 96

/// isdigit
CLASS (isdigit, 0x800, (c >= '0' && c <= '9'))

/// isupper
CLASS (isupper, 0x100, (c >= 'A' && c <= 'Z'))

/// islower
CLASS (islower, 0x200, (c >= 'a' && c <= 'z'))

/// isalpha
CLASS (isalpha, 0x400, IS_LETTER)

/// isalnum
CLASS (isalnum, 0x8, IS_LETTER || (c >= '0' && c <= '9'))

/// isxdigit
CLASS (isxdigit, 0x1000,
       (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')
           || (c >= 'A' && c <= 'F'))

/// isspace
CLASS (isspace, 0x2000, c == ' ' || (c >= '\t' && c <= '\r'))

/// isblank
CLASS (isblank, 0x1, c == ' ' || c == '\t')

/// iscntrl
CLASS (iscntrl, 0x2, (c >= 0 && c < 32) || c == 127)

/// isprint
CLASS (isprint, 0x4000, (c >= 32 && c < 127))

/// isgraph
CLASS (isgraph, 0x8000, (c > 32 && c < 127))

/// ispunct
CLASS (ispunct, 0x4,
       (c > 32 && c < 48) || (c > 57 && c < 65) || (c > 90 && c < 97)
           || (c > 122 && c < 127))

/// isascii
int
isascii (int c)
{
    return c >= 0 && c < 128;
}

/// toupper
int
toupper (int c)
{
    return c >= 'a' && c <= 'z'  ? c - 'a' + 'A'
           : c < -1 && c >= -128 ? c + 256
                                 : c;
}

/// tolower
int
tolower (int c)
{
    return c >= 'A' && c <= 'Z'  ? c - 'A' + 'a'
           : c < -1 && c >= -128 ? c + 256
                                 : c;
}

/// toascii
int
toascii (int c)
{
    return c & 127;
}

/// __ctype_b_loc
LOCATION (__ctype_b_loc, unsigned short, [128 ... 136] = 2, [137] = 0x2003,
          [138 ... 141] = 0x2002, [142 ... 159] = 2, [160] = 0x6001,
          [161 ... 175] = 0xc004, [176 ... 185] = 0xd808,
          [186 ... 192] = 0xc004, [193 ... 198] = 0xd508,
          [199 ... 218] = 0xc508, [219 ... 224] = 0xc004,
          [225 ... 230] = 0xd608, [231 ... 250] = 0xc608,
          [251 ... 254] = 0xc004, [255] = 2)

/// __ctype_tolower_loc
LOCATION (__ctype_tolower_loc, int, BELOW, CONTROL, LOWER, MIDDLE, LOWER, ABOVE)

/// __ctype_toupper_loc
LOCATION (__ctype_toupper_loc, int, BELOW, CONTROL, UPPER, MIDDLE, UPPER, ABOVE)
