/* solve.c -- see solve.h. */
#include "vm/solve/solve.h"

#include <stdlib.h>
#include <string.h>

#include "vm/solve/shadow.h"
#include "logic/solver/solver.h"

enum { SOLVE_UNITS = 40000000, SMALL_INPUTS = 4 };

static void
shadow_watch (void *context, struct vm_run *r)
{
    vm_shadow_step (context, r);
}

/* The answers of a leg, as the machine gave them. */
static void
script_set (struct vm_run *r, const struct vm_walk *w, const struct vm_leg *leg)
{
    r->choice.size = 0;
    for (uint32_t i = leg->first; i < leg->end; i++) {
        struct vm_choice c = w->choice.at[i];
        c.of = 0; /* whatever it is asked of: a walk that differs is no crash */
        VEC_PUSH (r->choice, c);
    }
}

/* Walks in one state that is never packed, so that its objects keep their
 * numbers. */
static void
shadow_walk (const struct vm_code *code, const struct vm_walk *w,
             struct vm_shadow *s)
{
    struct vm_live live;
    struct vm_state state;
    struct vm_run r;
    vm_live_init (&live, code);
    vm_state_init (&state, code, &live);
    vm_state_open (&state, (struct bytes) {0});
    vm_run_init (&r, &state);
    vm_run_begin (&r);
    r.watch = shadow_watch;
    r.context = s;
    for (size_t i = 0; i < w->leg.size; i++) {
        const struct vm_leg *leg = &w->leg.at[i];
        if (!leg->steps)
            continue; /* the root's */
        if (leg->thread >= state.thread.size)
            break;
        script_set (&r, w, leg);
        enum vm_effect e = vm_run_steps (&r, leg->thread, leg->steps);
        if (e != VM_DONE)
            break;
    }
    vm_run_clear (&r);
    vm_state_clear (&state);
    vm_live_clear (&live);
}

static bool
solve_inputs (const struct vm_shadow *s, struct vm_walk *w)
{
    struct solver_options options = {.limit = SOLVE_UNITS, .bits = true};
    solver *z = solver_new (s->terms, &options);
    for (size_t i = 0; i < s->constraint.size; i++)
        solver_assert (z, s->constraint.at[i]);
    bool good = solver_check (z, NULL, 0) == SOLVER_SAT;
    for (size_t i = 0; good && i < s->input.size; i++) {
        const term *v = solver_value (z, s->input.at[i].variable);
        good = v && v->op == OP_BITS;
        if (good)
            VEC_PUSH (w->input, strtoull (v->text, NULL, 10));
    }
    solver_free (z);
    return good;
}

/* Does it end in the fault with the walk's inputs? */
static bool
inputs_fit (generator *g, const struct vm_walk *w, uint32_t fault)
{
    struct vm_walk_end end;
    bool good = w->input.size && vm_walk_follow (g, w, NULL, NULL, &end)
                && end.fault == fault && !end.guessed;
    if (w->input.size)
        vm_walk_end_clear (&end);
    return good;
}

static bool
small_inputs (generator *g, struct vm_walk *w, size_t inputs, uint32_t fault)
{
    for (uint64_t n = 0; n < SMALL_INPUTS; n++) {
        w->input.size = 0;
        for (size_t i = 0; i < inputs; i++)
            VEC_PUSH (w->input, n);
        if (inputs_fit (g, w, fault))
            return true;
    }
    return false;
}

bool
vm_solve (generator *g, struct vm_walk *w, uint32_t fault, struct log *log)
{
    assert (!w->input.size);
    terms *store = terms_new ();
    struct vm_shadow s;
    vm_shadow_init (&s, store);
    shadow_walk (vm_machine_code (g), w, &s);
    log_say (log, LOG_DETAIL,
             "a counterexample depends on unknown values: %zu inputs, %zu "
             "decisions",
             s.input.size, s.constraint.size);
    bool good =
        (s.input.size && solve_inputs (&s, w) && inputs_fit (g, w, fault))
        || small_inputs (g, w, s.input.size + 1, fault);
    if (!good)
        w->input.size = 0;
    vm_shadow_clear (&s);
    terms_free (store);
    return good;
}
