/* walk.c -- one edge of the machine. */
#include "micro/walk.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "micro/class.h"
#include "micro/property/property.h"

void
walk_init (struct micro_walk *w, const struct micro_program *p)
{
    assert (p->class);
    memset (w, 0, sizeof *w);
    core_init (&w->core, p);
    w->work = memory_new (w->core.size);
    w->saved = memory_new (w->core.size);
    w->least = memory_new (w->core.size);
    for (size_t i = 0; i < p->proposition.size; i++)
        w->asks_pc |= p->proposition.at[i].reads_pc;
    core_enter (&w->core, w->work);
}

void
walk_clear (struct micro_walk *w)
{
    memory_free (w->work);
    memory_free (w->saved);
    memory_free (w->least);
    memset (w, 0, sizeof *w);
}

void
walk_set (struct micro_walk *w, struct bytes state)
{
    assert (state.size == w->core.size);
    memcpy (w->work, state.data, state.size);
}

/* Could the invariant have changed in this step, and is it false now? */
static bool
is_violated (const struct micro_walk *w)
{
    const struct micro_property *p = &w->core.program->property;
    if (!p->item.size || !(w->core.observed || p->reads_pc)
        || !core_begun (&w->core))
        return false;
    return !micro_property_holds (p, &w->core);
}

/* Takes down what the step did; true: the walk has to stop here. */
static bool
judge (struct micro_walk *w)
{
    const struct micro_core *c = &w->core;
    if (c->observed)
        w->marks &= ~(uint32_t) EDGE_LOCAL;
    if (c->cut) {
        w->marks |= EDGE_CUT;
        w->fault = c->cut;
    }
    uint32_t fault = c->fault          ? c->fault
                     : is_violated (w) ? FAULT_INVARIANT
                                       : 0;
    if (fault) {
        w->marks |= EDGE_FAULT;
        w->fault = fault;
    }
    return w->marks & (EDGE_CUT | EDGE_FAULT) || c->observed
           || (w->asks_pc && micro_label_now (c) != w->label);
}

static bool
judge_inside (struct micro_walk *w)
{
    if (w->core.program->broken & BROKEN_PATH)
        w->core.observed = false;
    return judge (w);
}

static void
begin (struct micro_walk *w, const struct micro_event *event,
       struct micro_choices *choices)
{
    assert (choices && w->core.state == w->work);
    w->steps = 1;
    w->marks = EDGE_LOCAL;
    w->fault = FAULT_NONE;
    choices_rewind (choices);
    w->core.choices = choices;
    w->core.branching = true;
    w->label = event && w->asks_pc ? micro_label_now (&w->core) : 0;
    if (event) {
        enum micro_end end = w->core.program->class->step (&w->core, event);
        assert (end == STEP_DONE);
        (void) end;
    } else
        core_reset (&w->core);
    w->core.branching = false;
}

void
walk_begin (struct micro_walk *w, const struct micro_event *event,
            struct micro_choices *choices)
{
    begin (w, event, choices);
}

/* The only thing that can happen, if it does not choose. */
static bool
step_on (struct micro_walk *w)
{
    const struct micro_class *class = w->core.program->class;
    return class->events (&w->core, w->event) == 1
           && class->step (&w->core, &w->event[0]) == STEP_DONE;
}

/* The state is that of `length` steps ago. */
static void
go_to_least (struct micro_walk *w, uint32_t length)
{
    uint32_t offset = 0;
    assert (length > 0);
    memcpy (w->least, w->work, w->core.size);
    for (uint32_t i = 1; i < length; i++) {
        bool stepped = step_on (w);
        assert (stepped);
        (void) stepped;
        if (memcmp (w->work, w->least, w->core.size) < 0) {
            memcpy (w->least, w->work, w->core.size);
            offset = i;
        }
    }
    memcpy (w->work, w->least, w->core.size);
    w->steps += offset;
}

/* Of about 4,096 states one, by its head and what changes most. */
static bool
is_milestone (const struct micro_walk *w)
{
    enum { LOOKED_AT = HEAD_SIZE + 32, ONE_OF = 4096 };
    uint32_t mix = 2166136261u; /* FNV-1a */
    for (uint32_t i = 0; i < LOOKED_AT && i < w->core.size; i++)
        mix = (mix ^ w->work[i]) * 16777619u;
    return !((mix ^ mix >> 15) % ONE_OF);
}

static void
walk_on (struct micro_walk *w)
{
    enum { FIRST = 8 }; /* most walks are too short for a copy to pay */
    uint32_t since = 0, renew = FIRST;
    bool saved = false;
    while (w->steps < WALK_MOST && step_on (w)) {
        w->steps++;
        if (judge_inside (w))
            return;
        since++;
        if (saved && !memcmp (w->saved, w->work, w->core.size)) {
            go_to_least (w, since);
            return;
        }
        if (since == renew) {
            memcpy (w->saved, w->work, w->core.size);
            saved = true;
            renew *= 2;
            since = 0;
        }
        if (w->steps >= WALK_LIMIT && is_milestone (w))
            return;
    }
}

void
walk_end (struct micro_walk *w)
{
    const struct micro_program *p = w->core.program;
    assert (w->steps == 1 && !w->core.branching);
    if (!judge (w) && p->reductions & MICRO_PATH)
        walk_on (w);
    if (w->work[HEAD_MODE] & MODE_SLEEP && !(w->marks & EDGE_FAULT)
        && !p->class->events (&w->core, w->event))
        w->marks |= EDGE_FINAL;
    if (!(w->marks & EDGE_FAULT)) /* what nobody will explore is only shown */
        p->class->forget (&w->core);
}

void
walk_replay (struct micro_walk *w, struct bytes state,
             const struct micro_event *event, struct micro_choices *choices,
             uint32_t steps, walk_visitor *visit, void *context)
{
    assert (steps > 0 && !event == !state.size);
    if (event)
        walk_set (w, state);
    begin (w, event, choices);
    visit (context, w, event, 0);
    for (uint32_t i = 1; i < steps; i++) {
        bool stepped = step_on (w);
        assert (stepped);
        (void) stepped;
        visit (context, w, &w->event[0], i);
    }
}
