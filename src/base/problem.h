/* problem.h -- what is wrong with an input, and where. */
#ifndef PROBLEM_H
#define PROBLEM_H

#include <stdbool.h>

struct place {
    const char *file;      /* borrowed; may be null */
    unsigned line, column; /* from 1; 0: unknown */
};

enum problem_kind {
    PROBLEM_NONE,
    PROBLEM_INPUT,       /* cannot be read or typed: exit 2 */
    PROBLEM_UNSUPPORTED, /* read, but no engine can treat it: UNKNOWN */
    PROBLEM_USAGE,       /* wrong usage: exit 1 */
    PROBLEM_RESOURCE,    /* no disk, no memory, no worker: UNKNOWN */
    PROBLEM_INTERNAL     /* our own bug: exit 6 */
};

struct problem {
    enum problem_kind kind;
    char message[512]; /* `file:line:column: what`, place left out if unknown */
};

/* Both fill the problem (unless one is set already) and return false, so that
 * a reader can say `return problem_set (...)`. */
bool problem_set (struct problem *, struct place, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
bool problem_of_kind (struct problem *, enum problem_kind, struct place,
                      const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

/* A problem of usage: exit 1, without a place. */
bool problem_usage (struct problem *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

#ifdef __clang_analyzer__ /* which does not see their bodies */
#define problem_set(...) (problem_set (__VA_ARGS__), false)
#define problem_of_kind(...) (problem_of_kind (__VA_ARGS__), false)
#define problem_usage(...) (problem_usage (__VA_ARGS__), false)
#endif

#endif
