/* rerun.c -- see rerun.h. */
#include "avr/replay/rerun.h"

#include <assert.h>
#include <string.h>

#include "avr/property/property.h"

struct rerun {
    struct avr_program program; /* exact; shares all with the original */
    struct avr_core core;
    uint8_t *state, *before; /* owned */
    struct problem *problem;
};

static bool
rerun_refuse (struct rerun *r, size_t step, const char *why)
{
    return problem_set (r->problem, (struct place) {0}, "step %zu: %s", step,
                        why);
}

static bool
event_possible (struct rerun *r, const struct avr_event *e)
{
    struct avr_event event[AVR_EVENTS];
    size_t n = avr_events (&r->core, event);
    for (size_t i = 0; i < n; i++)
        if (event[i].kind == e->kind && event[i].vector == e->vector)
            return true;
    return false;
}

/* How many values the step can read is known only after those before them were
 * read: so they are added one by one. */
static bool
rerun_step (struct rerun *r, const struct avr_claim *c, size_t step)
{
    if (step && !event_possible (r, &c->event))
        return rerun_refuse (r, step, "this cannot happen now");
    memcpy (r->before, r->state, r->core.size);
    struct avr_choices choices;
    choices_init (&choices);
    for (unsigned n = 0;; n++) {
        memcpy (r->state, r->before, r->core.size);
        choices_rewind (&choices);
        avr_concrete_run (&r->core, &c->event, &choices, !step);
        if (choices.used == n && n == c->values)
            return true;
        if (choices.used <= n || n == c->values)
            return rerun_refuse (r, step, "it reads another number of values");
        if (c->value[n] >= choices.arity[n])
            return rerun_refuse (r, step, "it cannot read such a value");
        choices.value[n] = c->value[n];
        choices.made = n + 1;
    }
}

static uint32_t
rerun_fault (struct rerun *r)
{
    if (r->core.fault)
        return r->core.fault;
    bool asked = r->program.property.item.size && core_begun (&r->core);
    return asked && !avr_property_holds (&r->program.property, &r->core)
               ? FAULT_INVARIANT
               : FAULT_NONE;
}

static bool
rerun_all (struct rerun *r, const struct vec_claim *claims, uint32_t *fault)
{
    for (size_t i = 0; i < claims->size; i++) {
        if (!rerun_step (r, &claims->at[i], i))
            return false;
        if (r->core.cut)
            return rerun_refuse (r, i, "what happens here is not modelled");
        *fault = rerun_fault (r);
        if (*fault && i + 1 < claims->size)
            return rerun_refuse (r, i, "it fails before its end");
    }
    return *fault || rerun_refuse (r, claims->size, "it does not fail");
}

bool
avr_rerun (const struct avr_program *program, const struct vec_claim *claims,
           uint32_t *fault, struct problem *problem)
{
    struct rerun r = {.problem = problem};
    *fault = FAULT_NONE;
    avr_concrete_program (program, &r.program);
    core_init (&r.core, &r.program);
    uint32_t size = avr_state_size (program->device);
    r.state = NEW_ARRAY (uint8_t, size);
    r.before = NEW_ARRAY (uint8_t, size);
    core_enter (&r.core, r.state);
    assert (r.core.size == size);
    bool good = rerun_all (&r, claims, fault);
    memory_free (r.state);
    memory_free (r.before);
    return good;
}
