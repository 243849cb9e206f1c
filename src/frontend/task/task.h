/* task.h -- SV-COMP task definitions (.yml) and property files (.prp).
 *
 * A task names input files, the data model and properties with the verdict that
 * is expected; a property file has lines CHECK( init(main()), LTL(G ! ..) ).
 * Names of files are relative to the task's own. */
#ifndef FRONTEND_TASK_TASK_H
#define FRONTEND_TASK_TASK_H

#include "base/problem.h"
#include "base/vec.h"

enum task_expect { EXPECT_NOTHING, EXPECT_TRUE, EXPECT_FALSE };

struct task_property {
    char *file; /* owned: path of the property file */
    enum task_expect expect;
    char *subproperty; /* owned, or null */
};

struct task {
    struct vec_task_file VEC (char *) file; /* owned */
    struct vec_property VEC (struct task_property) property;
    unsigned bits; /* 32, 64; 0: not said */
    bool is_c;     /* language: C, or not said */
};

void task_clear (struct task *);
bool task_recognise (const char *file, const char *source, size_t);
bool task_read (struct task *, const char *source, size_t, const char *file,
                struct problem *);

/* What a property file asks for, as "unreach-call,..": names of program/attributes.h, and
 * no-data-race, which the C machine decides, and termination, def-behavior,
 * coverage, which no engine here does.  *entry: the function of init().  *function: the one of
 * call(NAME()), if it is not reach_error.  Owned strings. */
struct property {
    char *checks, *entry, *function;
};
void property_clear (struct property *);
bool property_read (struct property *, const char *source, size_t,
                    const char *file, struct problem *);
/* From a name like locks_true-unreach-call_false-valid-deref.c (SV-COMP up to
 * 2016): whether it says so of `check`. */
enum task_expect task_expected (const char *name, const char *check);

#endif
