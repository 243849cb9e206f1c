/* work_c_replay.c -- `cohort replay` of what is said about a C program. */
#include <string.h>

#include "auto/auto.h"
#include "auto/summaries/summaries.h"
#include "base/memory.h"
#include "bounded/check.h"
#include "command/work_c.h"
#include "command/work_c_yaml.h"
#include "command/work_threads.h"

/* A trail: evaluated, then run. */
static enum replay_result
c_replay_trail (struct work *w, const char *witness, const char *file,
                struct text *report, struct problem *p)
{
    struct c_work *c = w->input;
    if (!bounded_replay (&c->program, &c->options, witness, file, report, p))
        return REPLAY_UNDECIDED;
    struct outcome o;
    outcome_init (&o);
    o.verdict = VERDICT_UNSAFE;
    o.derivation = memory_string (witness);
    c_work_confirm (w, &c->program, &o);
    bool good = o.verdict == VERDICT_UNSAFE;
    if (!good)
        text_print (report, "%s\n", o.reason);
    outcome_clear (&o);
    return good ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}

/* A proof over clauses: those over integers, else those over bits, else those
 * with one cell for each map. */
static enum replay_result
c_replay_proof (struct work *w, const char *witness, const char *file,
                struct text *report, struct problem *p)
{
    struct c_work *c = w->input;
    struct engine_context engine = {.options = &c->options, .log = &w->log};
    struct auto_check check = {.engine = &engine};
    uint64_t limit = w->options->time_limit;
    enum replay_result result = REPLAY_UNDECIDED;
    bool exact = false;
    for (int k = CLAUSES_INTEGERS;
         k <= CLAUSES_WRITTEN && result != REPLAY_CONFIRMED; k++) {
        if (k == CLAUSES_BITS && exact)
            continue;
        struct problem own = {0};
        char *clauses = auto_clauses (&check, &c->program,
                                      (enum clauses_kind) k, &exact, &own);
        if (k >= CLAUSES_READ && !clauses)
            continue; /* what was said before is of more interest */
        text_reset (report);
        if (clauses)
            result = replay_check (
                witness, file, clauses, w->options->file[0], REPLAY_BOTH,
                limit ? (unsigned) limit : REPLAY_SECONDS, report, &own);
        *p = own;
        memory_free (clauses);
    }
    return result;
}

/* There is nothing to be believed: the values are gone through again. */
static enum replay_result
c_replay_values (struct work *w, struct text *report, struct problem *p)
{
    struct c_work *c = w->input;
    struct engine_context engine = {.options = &c->options, .log = &w->log};
    struct auto_check check = {.engine = &engine};
    bool good = auto_values (&check, &c->program, p);
    text_print (report, "explicit values: %s\n",
                good ? "confirmed" : "not confirmed");
    return good ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}

enum replay_result
c_work_replay (struct work *w, const char *witness, const char *file,
               struct text *report, struct problem *p)
{
    struct c_work *c = w->input;
    if (c->machine)
        return threads_replay (w, witness, file, report, p);
    if (!strncmp (witness, "cohort-trail", 12))
        return c_replay_trail (w, witness, file, report, p);
    if (!strncmp (witness, VALUES_PROOF, strlen (VALUES_PROOF)))
        return c_replay_values (w, report, p);
    if (*witness == ';' || *witness == '(')
        return c_replay_proof (w, witness, file, report, p);
    if (witness_recognise (witness, strlen (witness)))
        return c_replay_yaml (w, witness, file, report, p);
    bool good = summaries_recognise (witness)
                    ? summaries_replay (&c->program, &c->options, witness, file,
                                        report, p)
                    : bounded_replay (&c->program, &c->options, witness, file,
                                      report, p);
    return good ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}
