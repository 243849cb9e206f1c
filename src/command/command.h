/* command.h -- what the words on the command line do.
 *
 * Every command gives the program's exit code.  Only the check itself has a
 * verdict; the others are short. */
#ifndef COMMAND_H
#define COMMAND_H

#include "base/log.h"
#include "base/options.h"
#include "report/outcome.h"
#include "process/watchdog.h"

/* ---- the commands; `arg` are the words after the command's name */

int command_check (const struct options *);
int command_join (int args, char **arg);
int command_keys (int args, char **arg);
int command_report (int args, char **arg);
int command_replay (int args, char **arg);
/* A rank other than 0 of an MPI job. */
int command_rank (const struct options *);

/* ---- parts of them */

/* The work of a check, in the watchdog's child; of a check_job. */
struct check_job {
    const struct options *options;
    struct progress_board *board; /* null: none */
};
int check_work (watched *, void *job);
/* Names what is wrong on stderr and gives the exit code. */
int command_failed (const struct problem *);
void command_log (struct log *, const struct options *, const char *who);
/* Workers that `--workers` asks for, else one per core that we may use. */
uint64_t command_workers (const struct options *);
enum { WORKER_LEAST_MB = 64 }; /* below that nothing can be solved */
/* The directory of --run or --resume, or null. */
const char *command_run (const struct options *);

/* Writes witness, report and run files that the options ask for, and names them
 * in the outcome; `times` are lines about this run.  What cannot be written
 * makes the outcome UNKNOWN. */
void finish_write (const struct options *, struct outcome *, const char *times);
/* The outcome as the user wants it on stdout. */
void finish_print (const struct options *, const struct outcome *,
                   struct text *);

#endif
