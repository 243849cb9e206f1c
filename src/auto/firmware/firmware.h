/* firmware.h -- firmware decided: explored, its counterexample run on the exact
 * machine, and explored again with less left out if that run fails.
 *
 *     search -> SAFE                         all was explored
 *            -> UNSAFE -> exact run found    UNSAFE, with that run
 *                      -> none: the read that was delayed first is eager from now on,
 *                         or a reduction is given up; search again */
#ifndef AUTO_FIRMWARE_FIRMWARE_H
#define AUTO_FIRMWARE_FIRMWARE_H

#include "auto/machine/machine.h"
#include "micro/machine.h"
#include "ctl/formula.h"

struct firmware {
    struct micro_image image;
    struct micro_program *program; /* owned; copied for the machine of each
                                       search */
    struct ctl_formula formula;    /* --ctl; without nodes: none is asked */
    struct buffer environment;     /* text of that file */
    struct buffer symbols;       /* text of the file beside it that has names */
    struct VEC (uint32_t) eager; /* reads that are not delayed any more */
    unsigned given_up;           /* reductions that only led to spurious runs */
    struct map *run; /* null, or gets a formula's run (micro/reduce/flow.h) */
};

/* Makes the program of the image, with what the options ask for.  False: problem;
 * clear it all the same. */
bool firmware_ask (struct firmware *, const struct options *, struct problem *);
void firmware_clear (struct firmware *);
/* What a verdict covers. */
void firmware_cover (const struct firmware *, const struct options *,
                     struct outcome *);
/* The verdict, or what --emit asks for.  Once for each firmware. */
bool firmware_decide (struct firmware *, const struct machine_check *,
                      struct problem *);
/* A machine of its own for each search, with what is eager by now, and explored in
 * this way.  Null: problem. */
generator *firmware_machine (const struct firmware *, enum micro_memory,
                             unsigned reductions, struct problem *);
/* Of a run that fails the outcome gets the trace. */
enum replay_result firmware_replay (struct firmware *, const struct options *,
                                    struct log *, const char *witness,
                                    const char *file, struct outcome *,
                                    struct text *report, struct problem *);

#endif
