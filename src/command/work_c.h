/* work_c.h -- the parts of work_c.c and work_c_confirm.c share. */
#ifndef WORK_C_H
#define WORK_C_H

#include "command/c_ask.h"
#include "command/work.h"
#include "machine/generator.h"
#include "program/program.h"

struct c_work {
    struct c_ask ask;
    struct options options; /* of the engines: the program itself marks its
                               entry */
    struct program program;
    generator *machine; /* of a program with threads, instead of `program`;
                           null: none */
    generator *zero;    /* that machine with VM_FRESH_ZERO; null: not made */
    bool on_zero;       /* the path of the counterexample is one of that */
    char *reuse;        /* the proof that --reuse names; null: none */
};

/* The last word on an outcome that is UNSAFE, with a trail through `program`:
 * its inputs are given to the real program, and that must fail.  Adds harness
 * and witness.  The context is the work. */
void c_work_confirm (void *work, struct program *program, struct outcome *);

/* Appends what is asked for and not decided to an outcome that is not UNSAFE. */
void c_work_undecided (const struct c_work *, struct outcome *);
/* How the program is read, as the options and the question say. */
struct c_options c_work_options (const struct work *);

/* Adds the witness of an outcome that is SAFE. */
void c_work_proved (struct work *, struct outcome *);
/* `cohort replay`, of whatever kind the witness is. */
enum replay_result c_work_replay (struct work *, const char *witness,
                                  const char *file, struct text *report,
                                  struct problem *);

#endif
