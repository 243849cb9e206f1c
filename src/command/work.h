/* work.h -- the work of a check, and what each kind of input adds to it. */
#ifndef WORK_H
#define WORK_H

#include "auto/machine/machine.h"
#include "engine/context.h"
#include "report/outcome.h"
#include "report/replay.h"
#include "process/watchdog.h"

struct work {
    const struct options *options;
    watched *watched;
    struct log log;
    struct door
        *door; /* where others join, from the begin to the end; may be null */
    char *source; /* owned; a 0 follows */
    size_t size;
    const struct input_kind *kind;
    void *input;       /* of the kind; made by read, freed by clear */
    bool is_read;      /* as a whole: `input` can be asked */
    uint64_t parse_ns; /* CPU time for reading */
    run *run;          /* null: none is kept */
    struct outcome outcome;
};

struct input_kind {
    const char *what; /* "a Boogie program comes in" one file */
    unsigned inputs;  /* what it may be: FOR_HORN.. (base/options.h) */
    bool text;        /* a file with a zero byte is none of these */
    bool several;     /* files may be given; the first one tells the kind */
    bool (*recognise) (const char *file, const char *source, size_t);
    /* The input itself, options that exclude each other first.  False: problem. */
    bool (*read) (struct work *, struct problem *);
    /* May be null: what the input's digest covers besides the file. */
    bool (*identity) (struct work *, struct buffer *, struct problem *);
    /* What the verdict covers, whatever it is: outcome_checked and
     * outcome_unchecked. */
    void (*cover) (const struct work *, struct outcome *);
    /* Fills the outcome.  False: the input's fault. */
    bool (*decide) (struct work *, struct problem *);
    /* Whether the verdict was confirmed; null: decide does so itself.  False:
     * internal error. */
    bool (*confirm) (struct work *);
    /* `cohort replay`: judges a witness of this input, says in the report how.  Of a
     * counterexample the outcome gets the trace, and says that it is UNSAFE. */
    enum replay_result (*replay) (struct work *, const char *witness,
                                  const char *file, struct text *report,
                                  struct problem *);
    void (*clear) (struct work *);
    /* May be null: the files that it was read from, if not those of the command
     * line. */
    const char *const *(*files) (const struct work *, size_t *count);
    /* Among how many processes here the memory limit is divided; null: it is not, the
     * workers and their master share it. */
    uint64_t (*processes) (const struct options *);
};

extern const struct input_kind horn_kind, program_kind, model_kind,
    firmware_kind, c_kind, threads_kind;

/* Finds the kind of options->file[0] and reads it.  False: problem; clear it all
 * the same. */
bool work_read (struct work *, struct problem *);
void work_clear (struct work *);

/* What engines are given: teams of --workers, reports to the watchdog.  Its context
 * is the work. */
struct engine_context work_engine (struct work *);
/* The same for a machine: its teams are of members.  `engine` is filled, and borrowed
 * by the result. */
struct machine_check work_machine (struct work *, struct engine_context *);

#endif
