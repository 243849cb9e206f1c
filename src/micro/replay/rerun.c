/* rerun.c -- see rerun.h. */
#include "micro/replay/rerun.h"

#include <assert.h>
#include <string.h>

#include "micro/property/property.h"

struct rerun {
    struct micro_program
        *program; /* owned; exact; shares all with the original */
    struct micro_core core;
    uint8_t *state, *before;   /* owned */
    struct vec_happening *run; /* borrowed; what has happened */
    struct problem *problem;
};

static bool
rerun_refuse (struct rerun *r, size_t step, const char *why)
{
    return problem_set (r->problem, (struct place) {0}, "step %zu: %s", step,
                        why);
}

static bool
event_possible (struct rerun *r, const struct micro_event *e)
{
    struct micro_event event[MICRO_EVENTS];
    size_t n = r->program->class->events (&r->core, event);
    for (size_t i = 0; i < n; i++)
        if (event[i].kind == e->kind && event[i].vector == e->vector)
            return true;
    return false;
}

/* How many values the step can read is known only after those before them were
 * read: so they are added one by one. */
static bool
rerun_step (struct rerun *r, const struct micro_claim *c, size_t step)
{
    if (step && !event_possible (r, &c->event))
        return rerun_refuse (r, step, "this cannot happen now");
    memcpy (r->before, r->state, r->core.size);
    struct micro_choices choices;
    choices_init (&choices);
    for (unsigned n = 0;; n++) {
        memcpy (r->state, r->before, r->core.size);
        choices_rewind (&choices);
        micro_concrete_run (&r->core, &c->event, &choices, !step);
        if (choices.used == n && n == c->values) {
            struct micro_happening h = {.event = c->event, .choices = choices};
            VEC_PUSH (*r->run, h);
            return true;
        }
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
    bool asked = r->program->property.item.size && core_begun (&r->core);
    return asked && !micro_property_holds (&r->program->property, &r->core)
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
micro_rerun (const struct micro_program *program,
             const struct vec_claim *claims, struct vec_happening *run,
             uint32_t *fault, struct problem *problem)
{
    struct rerun r = {.run = run, .problem = problem};
    assert (!run->size);
    *fault = FAULT_NONE;
    r.program = micro_concrete_program (program);
    core_init (&r.core, r.program);
    uint32_t size = micro_state_size (program);
    r.state = NEW_ARRAY (uint8_t, size);
    r.before = NEW_ARRAY (uint8_t, size);
    core_enter (&r.core, r.state);
    assert (r.core.size == size);
    bool good = rerun_all (&r, claims, fault);
    memory_free (r.state);
    memory_free (r.before);
    memory_free (r.program);
    return good;
}
