/* range.c -- functions that touch no memory of the program: what they
 * give is the world's, between two bounds. */
#include "cohort-llvm/library/internal.h"
#include "cohort-llvm/to_program/internal.h"

#include <string.h>

#define MOST INT32_MAX

static const struct range {
    const char *name;
    int64_t least, most; /* least > most: anything */
    int stream;          /* the argument that is a file; -1: none */
} ranges[] = {
    {"rand", 0, MOST, -1},
    {"random", 0, MOST, -1},
    {"lrand48", 0, MOST, -1},
    {"mrand48", INT32_MIN, MOST, -1},
    {"getchar", -1, 255, -1},
    {"getchar_unlocked", -1, 255, -1},
    {"getc", -1, 255, 0},
    {"fgetc", -1, 255, 0},
    {"_IO_getc", -1, 255, 0},
    {"getc_unlocked", -1, 255, 0},
    {"putchar", -1, 255, -1},
    {"putchar_unlocked", -1, 255, -1},
    {"putc", -1, 255, 1},
    {"fputc", -1, 255, 1},
    {"_IO_putc", -1, 255, 1},
    {"clock", -1, INT64_MAX, -1},
    {"getpid", 1, MOST, -1},
    {"getppid", 0, MOST, -1},
    {"getuid", 1, 0, -1},
    {"geteuid", 1, 0, -1},
    {"getgid", 1, 0, -1},
    {"getegid", 1, 0, -1},
    {"getpgrp", 0, MOST, -1},
    {"isatty", 0, 1, -1},
    {"sleep", 0, UINT32_MAX, -1},
    {"usleep", -1, 0, -1},
    {"close", -1, 0, -1},
    {"dup", -1, MOST, -1},
    {"dup2", -1, MOST, -1},
    {"fsync", -1, 0, -1},
    {"ftruncate", -1, 0, -1},
    {"lseek", 1, 0, -1},
    {"umask", 0, 511, -1},
    {"sysconf", 1, 0, -1},
    {"getpagesize", 1, MOST, -1},
    {"fegetround", 0, 0, -1}, /* fesetround to another is not modelled */
    {"btowc", -1, INT32_MAX, -1},
    {"wctob", -1, 255, -1},
    {"drand48", 1, 0, -1},
    {"srand", 1, 0, -1},
    {"srandom", 1, 0, -1},
    {"srand48", 1, 0, -1},
    {"tzset", 1, 0, -1},
    {"flockfile", 1, 0, 0},
    {"funlockfile", 1, 0, 0},
    {"printk", 1, 0, -1},
};

static const struct range *
range_find (const char *name)
{
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (!strcmp (ranges[i].name, name))
            return &ranges[i];
    return NULL;
}

bool
library_is_range (const char *name)
{
    return range_find (name) != NULL;
}

/* A bound that does not fit into the type is none. */
static void
bound (translation *t, const term *x, int64_t value, bool least)
{
    unsigned width = x->sort->width;
    int64_t top = width >= 64 ? INT64_MAX : (INT64_C (1) << (width - 1)) - 1;
    if (value > top || value < -top - 1)
        return;
    const term *limit = bits_signed (t, width, value);
    emit_assume (t, least ? bits_op (t, OP_BVSLE, limit, x)
                          : bits_op (t, OP_BVSLE, x, limit));
}

bool
library_range (translation *t, struct calling *c)
{
    const struct range *r = range_find (c->name);
    LLVMTypeRef type = LLVMTypeOf (c->call);
    if (!r)
        return false;
    if (r->stream >= 0 && (unsigned) r->stream < c->arguments)
        library_stream (t, c, (unsigned) r->stream);
    library_errno (t, c->name);
    if (LLVMGetTypeKind (type) == LLVMVoidTypeKind)
        return true;
    struct translated_value v = result_any (t, type, c->name);
    if (v.leaves == 1 && v.leaf[0]->sort->kind == SORT_BV
        && r->least <= r->most) {
        bound (t, v.leaf[0], r->least, true);
        bound (t, v.leaf[0], r->most, false);
    }
    result_set (c, v);
    return true;
}
