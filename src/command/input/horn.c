/* horn.c -- Horn clauses: read, decided, and replayed by other solvers. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "cegar/check.h"
#include "cegar/draw.h"
#include "command/command.h"
#include "command/work.h"
#include "engine/replay_team.h"
#include "frontend/horn/horn.h"

enum { REPLAY_SECONDS = 300 };

static bool
horn_input_read (struct work *w, struct problem *p)
{
    assert (!w->input);
    struct horn *horn = NEW (struct horn);
    w->input = horn;
    horn_init (horn, w->options->file[0]);
    return horn_read (horn, w->source, w->size, w->options->file[0], p);
}

static void
horn_input_clear (struct work *w)
{
    horn_clear (w->input);
    memory_free (w->input);
}

static bool
horn_input_decide (struct work *w, struct problem *p)
{
    assert (!w->outcome.proof && !w->outcome.derivation);
    (void) p;
    struct engine_context engine = work_engine (w);
    struct cegar_check check = {.engine = &engine};
    check_horn (&check, w->input, &w->outcome);
    draw_horn (w->input, w->options, &w->outcome);
    return true;
}

/* No verdict without an artefact that others confirm.  False: internal error.
 */
static bool
horn_input_confirm (struct work *w)
{
    struct outcome *o = &w->outcome;
    if (o->verdict == VERDICT_UNKNOWN)
        return true;
    bool safe = o->verdict == VERDICT_SAFE;
    const char *thing = safe ? "proof" : "counterexample";
    const char *witness = safe ? o->proof : o->derivation;
    assert (witness);
    if (!witness) {
        outcome_unknown (o, "the %s could not be written down", thing);
        return true;
    }
    struct text report;
    text_init (&report);
    struct problem p = {0};
    struct engine_context engine = work_engine (w);
    enum replay_result result =
        replay_team_check (&engine, witness, thing, w->source,
                           w->options->file[0], REPLAY_SECONDS, &report, &p);
    if (result == REPLAY_UNDECIDED || result == REPLAY_LATE)
        outcome_unknown (o, "the %s was not confirmed: %s", thing,
                         p.kind ? p.message : text_view (&report));
    else if (result == REPLAY_CONFIRMED)
        log_say (&w->log, LOG_DETAIL, "replay: %s", text_view (&report));
    else {
        fprintf (stderr, "cohort: internal error: the %s was refuted: %s\n",
                 thing, text_view (&report));
        const char *dir = command_run (w->options);
        artefact_keep (dir, "refuted.smt2", witness);
        artefact_keep (dir, "refuted.txt", text_view (&report));
    }
    text_clear (&report);
    return result != REPLAY_REFUTED;
}

/* Both solvers, if they are there. */
static enum replay_result
horn_input_replay (struct work *w, const char *witness, const char *file,
                   struct text *report, struct problem *p)
{
    enum { SECONDS = 600 };
    uint64_t limit = w->options->time_limit;
    enum replay_result result = replay_check (
        witness, file, w->source, w->options->file[0], REPLAY_BOTH,
        limit ? (unsigned) limit : SECONDS, report, p);
    if (result != REPLAY_REFUTED && !p->kind)
        replay_trace (witness, w->source, w->options->file[0], &w->outcome);
    return result;
}

static bool
horn_input_recognise (const char *file, const char *source, size_t size)
{
    (void) file;
    return horn_recognise (source, size);
}

static void
horn_input_cover (const struct work *w, struct outcome *o)
{
    (void) w;
    outcome_checked (o, "all queries");
}

const struct input_kind horn_kind = {
    .what = "Horn clauses come in",
    .inputs = FOR_HORN,
    .text = true,
    .recognise = horn_input_recognise,
    .read = horn_input_read,
    .cover = horn_input_cover,
    .decide = horn_input_decide,
    .confirm = horn_input_confirm,
    .replay = horn_input_replay,
    .clear = horn_input_clear,
};
