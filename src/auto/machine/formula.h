/* formula.h -- formulas of CTL about a machine (--ctl).
 *
 *     universal, MORE  -> it holds                     SAFE
 *                      -> else                         again, exactly
 *     EXACT            -> it holds, it fails           SAFE, UNSAFE
 *                      -> it depends on a cut          again with less, if there is such
 *     universal, LESS  -> it fails                     UNSAFE
 *     existential, LESS -> it holds                    SAFE
 *
 * What is unknown stands for all that it may be, so a state stands for several: with
 * more behaviour than there is, what holds on all paths does hold, and nothing else can
 * be said.  The exact machine forgets nothing; chains of steps between which no label
 * changes may be one edge there, but not if the formula has an X.
 *
 * Whoever knows the machine opens it, and tells a story in its own words after it has
 * run it once more. */
#ifndef AUTO_MACHINE_FORMULA_H
#define AUTO_MACHINE_FORMULA_H

#include "auto/machine/machine.h"
#include "ctl/check.h"

enum machine_formula_way {
    MACHINE_MORE,  /* all behaviour that there is, and perhaps more */
    MACHINE_EXACT, /* what there is, but for cuts */
    MACHINE_LESS   /* some of what there is */
};

/* A story that is to be confirmed and told. */
struct machine_story {
    struct ctl_graph *graph;
    const struct ctl_story *events;
    const struct ctl_formula *formula;
};

struct machine_formula {
    const struct ctl_formula *formula;
    const char *begin; /* where it begins to be asked: "main" */
    /* What a SAFE rests on that is so because something may happen; null: nothing. */
    const char *existence;
    bool more, less; /* these machines are there, too */
    /* Null: problem. */
    generator *(*open) (void *context, enum machine_formula_way,
                        struct problem *);
    void (*write) (const generator *, struct buffer *program);
    /* The steps of a story (up to its first claim) in the outcome; null: the machine
     * prints its edges.  False: it is no run of the program; the outcome says why. */
    bool (*tell) (void *context, generator *, enum machine_formula_way,
                  const struct machine_story *, struct outcome *);
    void *context;
};

/* Refuses what goes together with no formula.  Reads --ctl and --fair otherwise; true
 * without them.  `fair`: what the machine adds to --fair by itself, or null. */
bool machine_formula_read (struct ctl_formula *, const struct options *,
                           const char *fair, struct problem *);
/* What a verdict covers. */
void machine_formula_cover (const struct options *, struct outcome *);
bool machine_formula_decide (const struct machine_formula *,
                             const struct machine_check *, struct problem *);
/* Judges a witness again: the formula is decided once more by the other algorithm, and
 * the story is walked.  If the formula fails, as the witness says, the outcome gets that
 * story as its trace. */
enum replay_result machine_formula_replay (const struct machine_formula *,
                                           const struct engine_context *,
                                           const char *witness,
                                           const char *file, struct outcome *,
                                           struct text *report,
                                           struct problem *);

/* For those who tell: what is different where an edge leads to ("request: true"); to be
 * freed, may be empty. */
char *machine_formula_values (const struct machine_story *, uint32_t from,
                              uint32_t to);
/* Tells all events from `first` on by what the machine prints of its edges. */
void machine_formula_tell (generator *, const struct machine_story *,
                           size_t first, struct outcome *);
/* Tells an event that is no step; `steps`: the step of the outcome that a loop goes
 * back to. */
void machine_formula_tell_end (const struct machine_story *,
                               const struct ctl_event *, size_t step,
                               struct outcome *);

#endif
