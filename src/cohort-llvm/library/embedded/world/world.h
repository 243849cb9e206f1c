/* world.h -- what functions are made of whose results nobody can foretell: what
 * the system, the clock, files and the environment give.
 *
 * A function says which memory it reads and writes, how much of it, and between
 * which bounds its result lies; the result itself is any (INT, LONG, SIZE,
 * DOUBLE).  STRING (s): s is read to its end.  WORLD_STRING (): a string of any
 * length in memory of the library's own.  ERRNO: errno may be set.  See
 * cohort-llvm/library/world.c for what the names stand for; each has the name of
 * the function at its end. */
#ifndef NAME
#define NAME all
#endif
#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED (a, b)
#define ANY_INT JOIN (cohort_any_int_, NAME)
#define ANY_LONG JOIN (cohort_any_long_, NAME)
#define ANY_SIZE JOIN (cohort_any_size_, NAME)
#define ANY_DOUBLE JOIN (cohort_any_double_, NAME)
#define ANY_READS JOIN (cohort_reads_, NAME)
#define ANY_WRITES JOIN (cohort_writes_, NAME)
#define ANY_OBJECT JOIN (cohort_object_, NAME)
#define ANY_GONE JOIN (cohort_gone_, NAME)
#define ANY_CUT JOIN (cohort_cut_, NAME)

typedef __SIZE_TYPE__ size;
typedef __PTRDIFF_TYPE__ ssize;
int ANY_INT (void);
long ANY_LONG (void);
size ANY_SIZE (void);
double ANY_DOUBLE (void);
void ANY_READS (const void *, size);
void ANY_WRITES (void *, size);
void *ANY_OBJECT (size);
void ANY_GONE (void *);
void ANY_CUT (void);
void *malloc (size);
void *realloc (void *, size);
int *__errno_location (void);

#define INT ANY_INT ()
#define LONG ANY_LONG ()
#define LONG_LONG (((unsigned long long) (unsigned) INT << 32) | (unsigned) INT)
#define SIZE ANY_SIZE ()
#define DOUBLE ANY_DOUBLE ()
#define READS(p, n)           \
    do                        \
        if (n)                \
            ANY_READS (p, n); \
    while (0)
#define WRITES(p, n)           \
    do                         \
        if (n)                 \
            ANY_WRITES (p, n); \
    while (0)
#define OBJECT(n) ANY_OBJECT (n)
#define GONE(p) ANY_GONE (p)
#define CUT ANY_CUT ()
#define FILE(f) ANY_READS (f, 1)
#define FAILS (INT ? -1 : 0)

#ifdef COHORT_ERRNO
#define ERRNO                         \
    do {                              \
        int e = INT;                  \
        if (e > 0)                    \
            *__errno_location () = e; \
    } while (0)
#else
#define ERRNO \
    do {      \
    } while (0)
#endif

#ifdef COHORT_DEREF
#define STRING(s)           \
    do {                    \
        const char *at = s; \
        while (*at)         \
            at++;           \
    } while (0)
#define WIDE(s)            \
    do {                   \
        const int *at = s; \
        while (*at)        \
            at++;          \
    } while (0)
#else
#define STRING(s) \
    do {          \
    } while (0)
#define WIDE(s) \
    do {        \
    } while (0)
#endif

static inline char *
WORLD_STRING (void)
{
    size n = SIZE;
    if (n > (size) -1 / 2 - 1)
        n = 0;
    char *s = OBJECT (n + 1);
    WRITES (s, n + 1);
    s[n] = 0;
    return s;
}

static inline int
BETWEEN (int low, int high)
{
    int x = INT;
    return x < low || x > high ? low : x;
}

static inline size
FROM (size low, size high)
{
    size x = SIZE;
    return x < low || x > high ? high : x;
}

struct tm {
    int sec, min, hour, mday, mon, year, wday, yday, isdst;
    long gmtoff;
    const char *zone;
};

static inline void
TIME (struct tm *t)
{
    ANY_WRITES (t, sizeof *t);
    t->sec = BETWEEN (0, 60);
    t->min = BETWEEN (0, 59);
    t->hour = BETWEEN (0, 23);
    t->mday = BETWEEN (1, 31);
    t->mon = BETWEEN (0, 11);
    t->wday = BETWEEN (0, 6);
    t->yday = BETWEEN (0, 365);
}
