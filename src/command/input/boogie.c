/* boogie.c -- Boogie programs: read and decided up to a bound. */
#include "auto/replay.h"

#include <assert.h>
#include "auto/select.h"
#include "base/memory.h"
#include "bounded/check.h"
#include "command/work.h"
#include "engine/draw.h"
#include "frontend/boogie/boogie.h"
#include "frontend/task/c_cover.h"

static bool
boogie_input_read (struct work *w, struct problem *p)
{
    assert (!w->input);
    struct program *program = NEW (struct program);
    w->input = program;
    program_init (program, w->options->file[0]);
    return boogie_read (program, w->source, w->size, w->options->file[0], p);
}

static void
boogie_input_clear (struct work *w)
{
    program_clear (w->input);
    memory_free (w->input);
}

/* Engines that have no procedures get one flat procedure; what is not modelled
 * is looked at apart. */
static bool
boogie_input_auto (struct work *w, struct problem *p)
{
    struct engine_context engine = work_engine (w);
    struct auto_check check = {.engine = &engine};
    bool good = auto_program (&check, w->input, &w->outcome, p);
    draw_program (w->input, w->options, &w->outcome);
    return good;
}

static bool
boogie_input_decide (struct work *w, struct problem *p)
{
    enum option_engine engine_asked = w->options->engine;
    bool bounded =
        engine_asked == ENGINE_AUTO || engine_asked == ENGINE_BOUNDED;
    if (!bounded
        || (select_has_cut (w->input) && w->options->emit == EMIT_NONE))
        return boogie_input_auto (w, p);
    struct engine_context engine = work_engine (w);
    bool good = check_program (&engine, w->input, &w->outcome, p);
    draw_program (w->input, w->options, &w->outcome);
    return good;
}

static enum replay_result
boogie_input_replay (struct work *w, const char *witness, const char *file,
                     struct text *report, struct problem *p)
{
    assert (w->is_read);
    struct engine_context engine = {.options = w->options, .log = &w->log};
    struct auto_check check = {.engine = &engine};
    return auto_replay (&check, w->input, witness, file, &w->outcome, report,
                        p);
}

static bool
boogie_input_recognise (const char *file, const char *source, size_t size)
{
    (void) file;
    return boogie_recognise (source, size);
}

static void
boogie_input_cover (const struct work *w, struct outcome *o)
{
    if (w->options->goal == GOAL_RETURN)
        outcome_checked (o, "that the entry does not return");
    else {
        outcome_checked (o, "assertions");
        outcome_checked (o, "specifications");
    }
    c_cover_marks (w->input, o);
}

const struct input_kind program_kind = {
    .what = "a Boogie program comes in",
    .inputs = FOR_BOOGIE,
    .text = true,
    .recognise = boogie_input_recognise,
    .read = boogie_input_read,
    .cover = boogie_input_cover,
    .decide = boogie_input_decide,
    .replay = boogie_input_replay,
    .clear = boogie_input_clear,
};
