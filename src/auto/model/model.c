/* model.c -- see model.h. */
#include "auto/model/model.h"

#include <assert.h>

#include "model/model.h"

bool
model_question_read (struct model_question *m, const char *text, size_t size,
                     const struct options *o, struct problem *p)
{
    assert (!m->machine && o->files);
    m->machine = model_read (text, size, o->file[0], p);
    if (!m->machine || !machine_formula_read (&m->formula, o, NULL, p))
        return false;
    for (size_t i = 0; i < m->formula.proposition.size; i++) {
        const struct ctl_proposition *q = &m->formula.proposition.at[i];
        struct place place = {.file = q->name, .line = 1, .column = q->column};
        if (!model_ask (m->machine, q->text, place, p))
            return false;
    }
    return true;
}

void
model_question_clear (struct model_question *m)
{
    ctl_formula_clear (&m->formula);
    if (m->machine)
        m->machine->class->free (m->machine);
}

void
model_question_cover (const struct options *o, struct outcome *out)
{
    if (o->ctl)
        machine_formula_cover (o, out);
    else
        outcome_checked (out, "the assertion of the model");
}

/* ---- formulas */

static generator *
formula_open (void *context, enum machine_formula_way way, struct problem *p)
{
    const struct model_question *m = context;
    (void) way;
    (void) p;
    return m->machine->class->clone (m->machine);
}

static struct machine_formula
formula_of (struct model_question *m)
{
    assert (m->formula.node.size);
    return (struct machine_formula) {.formula = &m->formula,
                                     .begin = "the start",
                                     .open = formula_open,
                                     .write = model_write,
                                     .context = m};
}

/* ---- deciding, and judging again */

static bool
explore (struct model_question *m, const struct machine_check *check,
         struct problem *p)
{
    generator *g = m->machine;
    struct outcome *o = check->outcome;
    struct buffer program;
    struct path path = {0};
    buffer_init (&program);
    model_write (g, &program);
    bool good =
        machine_explore (check, g, buffer_view (&program), &path, p)
        && (o->verdict != VERDICT_UNSAFE || machine_confirm (g, &path, o, p));
    path_clear (&path);
    buffer_clear (&program);
    return good;
}

bool
model_question_decide (struct model_question *m,
                       const struct machine_check *check, struct problem *p)
{
    assert (m->machine && !check->outcome->derivation);
    if (!m->formula.node.size)
        return explore (m, check, p);
    struct machine_formula formula = formula_of (m);
    return machine_formula_decide (&formula, check, p);
}

enum replay_result
model_question_replay (struct model_question *m,
                       const struct engine_context *engine, const char *witness,
                       const char *file, struct outcome *o, struct text *report,
                       struct problem *p)
{
    assert (m->machine && witness);
    if (!m->formula.node.size)
        return machine_replay (m->machine, witness, file, machine_judge_choices,
                               o, report, p);
    struct machine_formula formula = formula_of (m);
    return machine_formula_replay (&formula, engine, witness, file, o, report,
                                   p);
}
