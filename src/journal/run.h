/* run.h -- a run directory: what was asked, and how far it got.
 *
 *     manifest   text, `key: value` a line: format, version, build, solver, every
 *                semantic option, the input's name and digest (manifest.h);
 *                renamed into place before anything else is written
 *     lock       empty; locked while a process uses the directory
 *     memo       answers (memo.h)
 *     journal    `round NUMBER DIGEST CHECKSUM` lines: positions that the
 *                reference passed; a resumed run must pass them again with
 *                equal digests, or it is an internal error; a torn last line
 *                is dropped
 *     layers/    states of a search over a team (explore/members/log.h)
 *     outcome    the last outcome as text
 *     samples    how far it was over time, for its report (process/samples.h)
 *     proof.smt2 / trace.txt ...   what the engine writes */
#ifndef RUN_H
#define RUN_H

#include "base/hash.h"
#include "base/options.h"
#include "base/problem.h"
#include "journal/memo.h"

typedef struct run run;

struct run_identity {
    const char *version;  /* of this program, */
    const char *build;    /* and which one of that version (base/build.h) */
    const char *solver;   /* solver_version () */
    const char *input;    /* name of the input, for people */
    struct digest digest; /* of the input's bytes */
    const struct options *options; /* the semantic ones count */
};

/* Makes a new run directory, or one in which nothing ran yet; one that holds
 * another run is refused with a message that says what to do. */
run *run_create (const char *dir, const struct run_identity *,
                 struct problem *);
/* Opens an existing one; a different identity is refused, naming what differs
 * and both values. */
run *run_resume (const char *dir, const struct run_identity *,
                 struct problem *);
void run_free (run *);
memo *run_memo (run *); /* borrowed */
const char *run_directory (const run *);
/* Notes that the reference passed position `round` with this digest.  False:
 * an earlier run passed it with another one (problem set), or no disk. */
bool run_passed (run *, uint64_t round, struct digest, struct problem *);
/* Writes a file into the directory, renamed into place. */
bool run_save (run *, const char *name, const char *data, size_t size,
               struct problem *);

#endif
