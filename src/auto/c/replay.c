/* replay.c -- `cohort replay` of what is said about a C program. */
#include <assert.h>
#include <string.h>

#include "auto/auto.h"
#include "auto/c/judge_witness.h"
#include "auto/summaries/summaries.h"
#include "base/memory.h"
#include "bounded/check.h"

enum { REPLAY_SECONDS = 600 }; /* unless --time-limit says otherwise */

uint64_t
c_task_replay_seconds (const struct c_task *c)
{
    uint64_t limit = c->options.time_limit;
    return limit ? limit : REPLAY_SECONDS;
}

/* A trail: evaluated, then run. */
static enum replay_result
c_replay_trail (struct c_task *c, const char *witness, const char *file,
                struct outcome *o, struct text *report, struct problem *p)
{
    if (!bounded_replay (&c->program, &c->options, witness, file, o, report, p))
        return REPLAY_UNDECIDED;
    memory_free (o->derivation);
    o->derivation = memory_string (witness);
    c_task_confirm (c, &c->program, o);
    bool good = o->verdict == VERDICT_UNSAFE;
    if (!good)
        text_print (report, "%s\n", o->reason);
    return good ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}

/* A proof over clauses: those over integers, else those over bits, else those
 * with one cell for each map. */
static enum replay_result
c_replay_proof (struct c_task *c, const char *witness, const char *file,
                struct text *report, struct problem *p)
{
    struct engine_context engine = {.options = &c->options,
                                    .log = c->engine->log};
    struct auto_check check = {.engine = &engine};
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
                witness, file, clauses, c->options.file[0], REPLAY_BOTH,
                (unsigned) c_task_replay_seconds (c), report, &own);
        *p = own;
        memory_free (clauses);
    }
    return result;
}

/* There is nothing to be believed: the values are gone through again. */
static enum replay_result
c_replay_values (struct c_task *c, struct text *report, struct problem *p)
{
    struct engine_context engine = {.options = &c->options,
                                    .log = c->engine->log};
    struct auto_check check = {.engine = &engine};
    bool good = auto_values (&check, &c->program, p);
    text_print (report, "explicit values: %s\n",
                good ? "confirmed" : "not confirmed");
    return good ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}

enum replay_result
c_task_replay (struct c_task *c, const char *witness, const char *file,
               struct outcome *o, struct text *report, struct problem *p)
{
    assert (c->engine && c->check);
    if (!strncmp (witness, "cohort-trail", 12))
        return c_replay_trail (c, witness, file, o, report, p);
    if (!strncmp (witness, VALUES_PROOF, strlen (VALUES_PROOF)))
        return c_replay_values (c, report, p);
    if (*witness == ';' || *witness == '(')
        return c_replay_proof (c, witness, file, report, p);
    if (witness_recognise (witness, strlen (witness)))
        return c_replay_yaml (c, witness, file, report, p);
    bool good = summaries_recognise (witness)
                    ? summaries_replay (&c->program, &c->options, witness, file,
                                        report, p)
                    : bounded_replay (&c->program, &c->options, witness, file,
                                      o, report, p);
    return good ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}
