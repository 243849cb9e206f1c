/* c_ask.h -- what is asked about a C program: files, checks, conventions.
 *
 * From the options, or from a task definition and its property files.  "SV-COMP
 * mode" is when one of these is given: unknown functions then change nothing
 * and malloc never gives null.
 *
 * Checks have names of two kinds: those of program/attributes.h, which the engines
 * for programs and the C machine decide, and those that only the C machine
 * does. */
#ifndef FRONTEND_TASK_C_ASK_H
#define FRONTEND_TASK_C_ASK_H

#include "base/options.h"
#include "frontend/c/c.h"
#include "frontend/task/task.h"

struct c_ask {
    struct task task; /* owns the names of its files */
    struct vec_name VEC (const char *) file;
    struct text
        checks; /* names of program/attributes.h, with commas; may be "" */
    struct text machine_only; /* names that only the C machine decides */
    struct text undecided;    /* such that no engine decides; may be "" */
    enum c_machine machine;
    uint32_t vm_checks, vm_reductions, vm_options; /* of the C machine */
    char *entry; /* of the property; null: not said */
    unsigned bits;
    bool competition; /* SV-COMP mode */
    bool pure_externals, malloc_works;
    enum task_expect expect;
};

/* `source` is that of the first file.  False: problem; clear it all the same. */
bool c_ask_read (struct c_ask *, const struct options *, const char *source,
                 size_t, struct problem *);
void c_ask_clear (struct c_ask *);
/* Is there something that can be decided? */
bool c_ask_anything (const struct c_ask *);
/* How the program is read, as the options and the question say; borrowed of both. */
struct c_options c_ask_options (const struct c_ask *, const struct options *);

/* ---- the parts share (c_ask_machine.c) */

bool c_list_has (const char *list, const char *word, size_t size);
/* The last part of c_ask_read: what the C machine is asked.  `usual`: no checks
 * were given. */
bool c_ask_machine (struct c_ask *, const struct options *, bool usual,
                    struct problem *);

#endif
