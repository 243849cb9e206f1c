/* formula.c -- see formula.h. */
#include "auto/firmware/formula.h"

#include <assert.h>
#include <string.h>

#include "auto/firmware/story.h"
#include "micro/property/property.h"

/* What --fair=device and --fair=served stand for: no interrupt that has a handler waits for
 * ever. */
static bool
device_fair (const struct firmware *f, bool alone, struct text *t,
             struct problem *p)
{
    const struct micro_class *c = f->image.class;
    const struct micro_program *a = f->program;
    unsigned vectors = c->served ? c->vectors (c->device (a)) : 0;
    for (unsigned v = 1; v < vectors && v < 64; v++) {
        size_t before = t->size;
        if (!(a->handled >> v & 1) || a->environment.forbidden >> v & 1)
            continue;
        if (before)
            text_add (t, "; ");
        if (!c->served (a, v, alone, t))
            t->data[t->size = before] = 0;
    }
    return t->size
           || problem_usage (p, "--fair: no interrupt of this firmware "
                                "has a handler");
}

/* Reads the formula. */
static bool
formula_read (struct firmware *f, const struct options *o, struct problem *p)
{
    struct options own = *o;
    struct text fair;
    bool good = true;
    text_init (&fair);
    bool served = o->ctl && o->fair && !strcmp (o->fair, "served");
    bool device = served || (o->ctl && o->fair && !strcmp (o->fair, "device"));
    if (device) {
        own.fair = NULL;
        good = device_fair (f, served, &fair, p);
    }
    good = good
           && machine_formula_read (&f->formula, &own,
                                    device ? text_view (&fair) : NULL, p);
    text_clear (&fair);
    return good;
}

bool
firmware_formula_ask (struct firmware *f, const struct options *o,
                      struct problem *p)
{
    assert (!f->formula.node.size && f->program);
    if (!formula_read (f, o, p))
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
                         struct outcome *outcome, struct text *report,
                         struct problem *p)
{
    struct engine_context engine = {.options = o, .log = log};
    struct machine_formula of = formula_of (f);
    return machine_formula_replay (&of, &engine, witness, file, outcome, report,
                                   p);
}
