/* formula.c -- see formula.h. */
#include "auto/firmware/formula.h"

#include <assert.h>

#include "auto/firmware/story.h"
#include "micro/property/property.h"

bool
firmware_formula_ask (struct firmware *f, const struct options *o,
                      struct problem *p)
{
    assert (!f->formula.node.size && f->program);
    if (!machine_formula_read (&f->formula, o, NULL, p))
        return false;
    for (size_t i = 0; i < f->formula.proposition.size; i++) {
        const struct ctl_proposition *q = &f->formula.proposition.at[i];
        struct micro_property one = {0};
        if (!micro_property_read_at (&one, &f->image, q->text, q->name,
                                     q->column, p))
            return false;
        micro_proposition_add (f->program, &one);
    }
    return true;
}

static generator *
open (void *context, enum machine_formula_way way, struct problem *p)
{
    const struct firmware *f = context;
    unsigned reductions = f->program->reductions;
    bool exact = way == MACHINE_EXACT;
    if (exact)
        reductions &= MICRO_PATH;
    if (f->formula.has_next)
        reductions &= ~(unsigned) MICRO_PATH;
    return firmware_machine (f, exact ? MICRO_EXACT : f->program->memory,
                             reductions, p);
}

static bool
tell (void *context, generator *g, enum machine_formula_way way,
      const struct machine_story *story, struct outcome *o)
{
    (void) way;
    return firmware_story_tell (context, g, story, o);
}

static struct machine_formula
formula_of (struct firmware *f)
{
    const struct micro_program *p = f->program;
    assert (f->formula.node.size);
    return (struct machine_formula) {
        .formula = &f->formula,
        .begin = "main",
        .existence = "inputs, timers and interrupts can do all that the model "
                     "of the device lets them",
        .more =
            p->memory != MICRO_EXACT || p->reductions & ~(unsigned) MICRO_PATH,
        .open = open,
        .write = micro_machine_write,
        .tell = tell,
        .context = f};
}

bool
firmware_formula_decide (struct firmware *f, const struct machine_check *m,
                         struct problem *p)
{
    struct machine_formula of = formula_of (f);
    return machine_formula_decide (&of, m, p);
}

enum replay_result
firmware_formula_replay (struct firmware *f, const struct options *o,
                         struct log *log, const char *witness, const char *file,
                         struct text *report, struct problem *p)
{
    struct engine_context engine = {.options = o, .log = log};
    struct machine_formula of = formula_of (f);
    return machine_formula_replay (&of, &engine, witness, file, report, p);
}
