/* work_program.c -- Boogie programs: read and decided up to a bound. */
#include "auto/auto.h"
#include "auto/select.h"
#include "base/memory.h"
#include "bounded/check.h"
#include "command/c_cover.h"
#include "command/command.h"
#include "command/work.h"
#include "frontend/boogie/boogie.h"

static bool
program_usage (const struct options *o, struct problem *p)
{
    if (option_is (o->engine, "explore"))
        return usage_wrong (p, "--engine=explore is for machines, not for "
                               "programs");
    if (option_is (o->emit, "states"))
        return usage_wrong (p, "--emit=states is for machines, not for "
                               "programs");
    return true;
}

static bool
program_work_read (struct work *w, struct problem *p)
{
    struct program *program = NEW (struct program);
    w->input = program;
    program_init (program, w->options->file[0]);
    return program_usage (w->options, p)
           && boogie_read (program, w->source, w->size, w->options->file[0], p);
}

static void
program_work_clear (struct work *w)
{
    program_clear (w->input);
    memory_free (w->input);
}

/* Engines that have no procedures get one flat procedure; what is not modelled
 * is looked at apart. */
static bool
program_work_auto (struct work *w, struct problem *p)
{
    struct engine_context engine = work_engine (w);
    struct auto_check check = {.engine = &engine};
    return auto_program (&check, w->input, &w->outcome, p);
}

static bool
program_work_decide (struct work *w, struct problem *p)
{
    const char *name = w->options->engine;
    bool bounded = option_is (name, "auto") || option_is (name, "bounded");
    if (!bounded
        || (select_has_cut (w->input) && option_is (w->options->emit, "none")))
        return program_work_auto (w, p);
    struct engine_context engine = work_engine (w);
    return check_program (&engine, w->input, &w->outcome, p);
}

static enum replay_result
program_work_replay (struct work *w, const char *witness, const char *file,
                     struct text *report, struct problem *p)
{
    return bounded_replay (w->input, w->options, witness, file, report, p)
               ? REPLAY_CONFIRMED
               : REPLAY_UNDECIDED;
}

/* bounded confirms by itself: its leaves and trails need the program. */
static bool
program_work_recognise (const char *file, const char *source, size_t size)
{
    (void) file;
    return boogie_recognise (source, size);
}

static void
program_work_cover (const struct work *w, struct outcome *o)
{
    if (option_is (w->options->goal, "return"))
        outcome_checked (o, "that the entry does not return");
    else {
        outcome_checked (o, "assertions");
        outcome_checked (o, "specifications");
    }
    c_cover_marks (w->input, o);
}

const struct input_kind program_kind = {
    .what = "a Boogie program comes in",
    .text = true,
    .recognise = program_work_recognise,
    .read = program_work_read,
    .cover = program_work_cover,
    .decide = program_work_decide,
    .replay = program_work_replay,
    .clear = program_work_clear,
};
