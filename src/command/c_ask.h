/* c_ask.h -- what is asked about a C program: files, checks, conventions.
 *
 * From the options, or from a task definition and its property files.  "SV-COMP
 * mode" is when one of these is given: unknown functions then change nothing
 * and malloc never gives null. */
#ifndef C_ASK_H
#define C_ASK_H

#include "base/options.h"
#include "frontend/c.h"
#include "frontend/task.h"

struct c_ask {
    struct task task; /* owns the names of its files */
    struct vec_name VEC (const char *) file;
    struct text checks;    /* names of program/marks.h, with commas; may be "" */
    struct text undecided; /* such that no engine decides; may be "" */
    char *entry;           /* of the property; null: not said */
    unsigned bits;
    bool competition; /* SV-COMP mode */
    bool pure_externals, malloc_works;
    enum task_expect expect;
};

/* `source` is that of the first file.  False: problem; clear it all the same. */
bool c_ask_read (struct c_ask *, const struct options *, const char *source,
                 size_t, struct problem *);
void c_ask_clear (struct c_ask *);

#endif
