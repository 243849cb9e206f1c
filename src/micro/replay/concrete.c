/* concrete.c -- single steps in which nothing stays unknown. */
#include <assert.h>

#include "base/memory.h"
#include "micro/machine.h"

struct micro_program *
micro_concrete_program (const struct micro_program *from)
{
    struct micro_program *to = memory_copy (from, from->class->program_size);
    to->memory = MICRO_EXACT;
    to->reductions = 0;
    to->broken = 0;
    return to;
}

void
micro_concrete_run (struct micro_core *c, const struct micro_event *event,
                    struct micro_choices *choices, bool first)
{
    const struct micro_class *class = c->program->class;
    struct micro_touched t;
    assert (c->program->memory == MICRO_EXACT && !c->program->reductions);
    c->choices = choices;
    c->branching = true;
    if (first)
        core_reset (c);
    else {
        class->prepare (c, event, &t);
        class->step (c, event);
        class->complete (c, &t);
    }
    c->choices = NULL;
}

void
micro_concrete_step (struct micro_core *c, const struct micro_happening *h,
                     bool first)
{
    struct micro_choices choices = h->choices;
    choices_rewind (&choices);
    micro_concrete_run (c, &h->event, &choices, first);
}
