/* replay.c -- see replay.h. */
#include "auto/replay.h"

#include <assert.h>
#include <string.h>

#include "auto/summaries/summaries.h"
#include "base/memory.h"
#include "bounded/check.h"
#include "program/entry.h"
#include "sat/check.h"

enum { REPLAY_SECONDS = 600 };

unsigned
auto_replay_seconds (const struct options *o)
{
    return o->time_limit ? (unsigned) o->time_limit : REPLAY_SECONDS;
}

/* A proof over clauses: those over integers, else those over bits, else those
 * with one cell for each map. */
static enum replay_result
replay_clauses (const struct auto_check *check, struct program *program,
                const char *witness, const char *file, struct text *report,
                struct problem *p)
{
    const struct options *o = check->engine->options;
    const char *input = o->file[0];
    enum replay_result result = REPLAY_UNDECIDED;
    bool exact = false;
    assert (input);
    for (int k = CLAUSES_INTEGERS;
         k <= CLAUSES_WRITTEN && result != REPLAY_CONFIRMED; k++) {
        if (k == CLAUSES_BITS && exact)
            continue;
        struct problem own = {0};
        char *clauses =
            auto_clauses (check, program, (enum clauses_kind) k, &exact, &own);
        if (k >= CLAUSES_READ && !clauses)
            continue; /* what was said before is of more interest */
        text_reset (report);
        if (clauses)
            result = replay_check (witness, file, clauses, input, REPLAY_BOTH,
                                   auto_replay_seconds (o), report, &own);
        if (result == REPLAY_CONFIRMED && !strstr (clauses, "(assert"))
            text_add (report, "no clause is left: explicit values, gone "
                              "through again, decide the program\n");
        *p = own;
        memory_free (clauses);
    }
    return result;
}

/* There is nothing to be believed: the values are gone through again. */
static enum replay_result
replay_values (const struct auto_check *check, struct program *program,
               struct text *report, struct problem *p)
{
    bool good = auto_values (check, program, p);
    assert (!good || !p->kind);
    text_print (report, "explicit values: %s\n",
                good ? "confirmed" : "not confirmed");
    return good ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}

/* The same: all executions are gone through again, and z3 asked again. */
static enum replay_result
replay_sat (const struct auto_check *check, struct program *program,
            struct text *report, struct problem *p)
{
    uint32_t entry;
    assert (!p->kind);
    bool good =
        program_entry (program, check->engine->options->entry, &entry, p)
        && sat_check_again (check->engine, program, entry, p);
    text_print (report, "symbolic execution: %s\n",
                good ? "confirmed" : "not confirmed");
    return good ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}

enum replay_result
auto_replay (const struct auto_check *check, struct program *program,
             const char *witness, const char *file, struct outcome *o,
             struct text *report, struct problem *p)
{
    const struct options *options = check->engine->options;
    assert (options && !report->size);
    if (!strncmp (witness, VALUES_PROOF, strlen (VALUES_PROOF)))
        return replay_values (check, program, report, p);
    if (!strncmp (witness, SAT_PROOF, strlen (SAT_PROOF)))
        return replay_sat (check, program, report, p);
    if (*witness == ';' || *witness == '(')
        return replay_clauses (check, program, witness, file, report, p);
    bool good =
        summaries_recognise (witness)
            ? summaries_replay (program, options, witness, file, report, p)
            : bounded_replay (program, options, witness, file, o, report, p);
    return good ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}
