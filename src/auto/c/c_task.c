/* c_task.c -- see c_task.h. */
#include "auto/c/c_task.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "auto/auto.h"
#include "base/memory.h"
#include "engine/draw.h"
#include "frontend/task/c_cover.h"

void
c_task_clear (struct c_task *c)
{
    program_clear (&c->program);
    c_ask_clear (&c->ask);
    memory_free (c->reuse);
}

/* A run that ended without a proof has nothing to reuse; that is no fault. */
bool
c_task_reuse (struct c_task *c, const char *from, struct problem *p)
{
    assert (!c->reuse);
    struct text path;
    size_t size;
    if (!from)
        return true;
    text_init (&path);
    text_print (&path, "%s/manifest", from);
    if (access (text_view (&path), R_OK))
        c->reuse = text_file (from, &size);
    else {
        text_reset (&path);
        text_print (&path, "%s/proof.smt2", from);
        c->reuse = text_file (text_view (&path), &size);
        if (!c->reuse && errno == ENOENT)
            c->reuse = memory_string ("");
    }
    bool good = c->reuse
                || problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                                    "--reuse=%s: %s", from, strerror (errno));
    text_clear (&path);
    return good;
}

bool
c_task_decide (struct c_task *c, struct outcome *o, struct problem *p)
{
    assert (c->engine && c->engine->options);
    assert (!c->options.entry);
    const struct options *given = c->engine->options;
    struct engine_context engine = *c->engine;
    engine.options = &c->options;
    struct auto_check check = {.engine = &engine,
                               .reuse = c->reuse,
                               .confirm = c_task_confirm,
                               .context = c};
    o->engine = OPTION_NAME (given, engine);
    if (c->ask.checks.size && !auto_program (&check, &c->program, o, p))
        return false;
    if (o->emitted)
        return true;
    c_cover_undecided (&c->ask, o);
    if (o->verdict == VERDICT_SAFE && (given->witness || draw_wanted (given)))
        c_task_proved (c, o);
    c_cover_expected (&c->ask, o);
    draw_program (&c->program, given, o);
    return true;
}
