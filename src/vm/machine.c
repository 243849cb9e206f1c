/* machine.c -- the C machine as a generator: edges of a state. */
#include "vm/machine_internal.h"

#include <assert.h>
#include <string.h>

#include "vm/reduce/counter_abstraction.h"
#include "vm/library/native.h"

/* ---- who is asked */

static bool
can_run (vm_machine *m, uint32_t thread)
{
    const struct vm_thread *t = &m->state.thread.at[thread];
    if ((t->status != VM_ALIVE && t->status != VM_ASLEEP) || !t->frames)
        return false;
    return vm_next (&m->run, thread)->op != VM_NATIVE
           || !vm_is_blocked (&m->run, thread);
}

/* The thread of an atomic section that can go on; else one that stands before
 * nothing that others see. */
static void
find_first (vm_machine *m)
{
    uint32_t threads = (uint32_t) m->state.thread.size;
    bool reduce = m->run.code->reductions & VM_REDUCE_LOCAL;
    m->first = VM_NOWHERE;
    m->only = false;
    for (uint32_t t = 0; t < threads; t++) {
        if (m->state.thread.at[t].atomic && can_run (m, t)) {
            m->first = t;
            m->only = true;
            return;
        }
        /* Of many perhaps none is there: they cannot stand for the others. */
        if (reduce && m->first == VM_NOWHERE && !m->state.thread.at[t].many
            && can_run (m, t) && !vm_is_visible (&m->run, t))
            m->first = t;
    }
}

void
vm_machine_enter (generator *g, struct bytes state)
{
    vm_machine *m = vm_machine_of (g);
    m->excluded = vm_machine_is_excluded (state);
    if (m->excluded)
        return;
    vm_state_open (&m->state, state);
    vm_share_opened (&m->state);
    m->root = !state.size;
    m->run.living = vm_count_living (&m->state);
    m->dirty = m->more = false;
    m->good = true;
    m->choice = 0;
    m->at = 0;
    find_first (m);
    m->asked_first = m->first == VM_NOWHERE;
}

/* The next thread that can run; false: there is none. */
static bool
next_thread (vm_machine *m)
{
    if (!m->asked_first) {
        m->asked_first = true;
        m->thread = m->first;
        return true;
    }
    if (m->first != VM_NOWHERE && (m->only || m->good))
        return false;
    while (m->at < m->state.thread.size) {
        m->thread = m->at++;
        if (m->thread != m->first && can_run (m, m->thread))
            return true;
    }
    return false;
}

static void
restore (vm_machine *m)
{
    if (m->dirty)
        vm_state_reset (&m->state);
    m->dirty = false;
}

/* ---- what a run comes to */

static void
edge_fault (vm_machine *m, struct edge *e, enum vm_fault fault)
{
    e->marks |= EDGE_FAULT;
    e->fault = fault;
    e->target = (struct bytes) {0};
    vm_machine_tell (m, fault != VM_FAULT_DEADLOCK && fault != VM_FAULT_LEAK);
}

static void
edge_cut (vm_machine *m, struct edge *e, bool place)
{
    e->marks = EDGE_CUT;
    e->fault = VM_NO_FAULT;
    e->target = (struct bytes) {0};
    vm_machine_tell (m, place);
}

static void
edge_state (vm_machine *m, struct edge *e)
{
    struct vm_run *r = &m->run;
    uint32_t checks = r->code->checks;
    if (vm_machine_asks (m) && !vm_machine_ask_known (m)) {
        edge_cut (m, e, false);
        return;
    }
    if ((checks & VM_CHECK_DEADLOCK) && vm_is_deadlock (r)) {
        edge_fault (m, e, VM_FAULT_DEADLOCK);
        return;
    }
    if ((checks & VM_CHECK_RACE) && vm_is_race (r)) {
        edge_fault (m, e, VM_FAULT_RACE);
        return;
    }
    e->target = vm_state_pack (&m->state);
    if ((checks & VM_CHECK_LEAK) && m->state.leaked) {
        vm_fail (r, VM_FAULT_LEAK,
                 "nothing points to allocated memory any more");
        edge_fault (m, e, VM_FAULT_LEAK);
    }
}

static bool
is_lost (const struct vm_object *o)
{
    return !(o->flags & (VM_FREED | VM_BY_LIBRARY))
           && (o->flags & (VM_BY_MALLOC | VM_BY_NEW | VM_BY_NEW_ARRAY));
}

/* The program is over: nothing is left of its threads. */
static void
edge_final (vm_machine *m, struct edge *e)
{
    struct vm_state *s = &m->state;
    bool leaks = m->run.code->checks & VM_CHECK_LEAK;
    bool kept = m->run.code->options & VM_KEPT_AT_EXIT;
    for (size_t i = 0; leaks && !kept && i < s->heap.size; i++)
        if (is_lost (&s->heap.at[i])) {
            vm_fail (&m->run, VM_FAULT_LEAK,
                     "allocated memory is not freed at the end");
            edge_fault (m, e, VM_FAULT_LEAK);
            return;
        }
    for (uint32_t t = 0; t < s->thread.size; t++) {
        if (s->thread.at[t].status == VM_ALIVE
            || s->thread.at[t].status == VM_ASLEEP)
            vm_thread_end (s, t, vm_number (0));
        if (s->thread.at[t].status == VM_ENDED)
            vm_thread_forget (s, t);
    }
    s->hold.size = s->at_exit.size = 0;
    if (vm_machine_asks (m) && !vm_machine_ask_known (m)) {
        edge_cut (m, e, false);
        return;
    }
    e->marks |= EDGE_FINAL;
    e->target = vm_state_pack (s);
    if (leaks && s->leaked) {
        vm_fail (&m->run, VM_FAULT_LEAK,
                 "nothing points to allocated memory at the end");
        edge_fault (m, e, VM_FAULT_LEAK);
    }
}

/* Of a run that formulas are asked of: what is an edge only then. */
static bool
take_asked (vm_machine *m, enum vm_effect effect, struct edge *e)
{
    if (m->run.guessed && m->run.code->options & VM_NO_GUESS) {
        vm_cut (&m->run, "an input decides");
        edge_cut (m, e, true);
        return true;
    }
    if (effect != VM_IGNORED)
        return false;
    if (m->assumes)
        e->target = vm_machine_excluded ();
    else {
        vm_cut (&m->run, "a run that is none");
        edge_cut (m, e, true);
    }
    return true;
}

/* False: the run is no edge. */
bool
vm_machine_take (vm_machine *m, enum vm_effect effect, struct edge *e)
{
    struct vm_run *r = &m->run;
    *e = (struct edge) {.process = r->thread, .steps = r->steps ? r->steps : 1};
    m->good = m->good && effect == VM_DONE && r->settled;
    m->guessed = r->guessed;
    m->message[0] = 0;
    if (vm_machine_asks (m) && take_asked (m, effect, e)) {
        m->good = false;
        return true;
    }
    switch (effect) {
    case VM_DONE:
        edge_state (m, e);
        break;
    case VM_FINISHED:
        edge_final (m, e);
        break;
    case VM_FAILED:
        edge_fault (m, e, r->fault);
        break;
    case VM_IS_CUT:
        edge_cut (m, e, true);
        break;
    default:
        assert (effect == VM_BLOCKED || effect == VM_IGNORED);
        return false;
    }
    m->good = m->good && !(e->marks & EDGE_FAULT);
    return true;
}

static enum next
next_root (vm_machine *m, struct edge *e)
{
    if (m->choice++)
        return NEXT_END;
    vm_run_begin (&m->run);
    m->run.living = vm_count_living (&m->state);
    *e = (struct edge) {.steps = 1};
    edge_state (m, e); /* what main begins with may block */
    m->dirty = true;
    return NEXT_EDGE;
}

static void
script_keep (vm_machine *m)
{
    m->script.size = 0;
    for (size_t i = 0; i < m->run.asked; i++)
        VEC_PUSH (m->script, m->run.choice.at[i]);
}

static enum vm_effect
thread_run (vm_machine *m)
{
    m->run.thread = m->thread;
    if (m->state.thread.at[m->thread].many
        && !vm_counter_abstraction_keep (&m->state, m->thread))
        return vm_cut (&m->run, "too many threads");
    return vm_machine_asks (m) ? vm_machine_ask_run (m)
                               : vm_run_edge (&m->run, m->thread);
}

bool
vm_machine_again (vm_machine *m, struct edge *e)
{
    struct vm_run *r = &m->run;
    assert (!m->root);
    restore (m);
    r->choice.size = 0;
    for (size_t i = 0; i < m->script.size; i++)
        VEC_PUSH (r->choice, m->script.at[i]);
    m->dirty = true;
    r->input_at = m->input_at;
    return vm_machine_take (m, thread_run (m), e);
}

enum next
vm_machine_next (generator *g, struct edge *e)
{
    vm_machine *m = vm_machine_of (g);
    struct vm_run *r = &m->run;
    if (m->excluded)
        return NEXT_END;
    if (m->root)
        return next_root (m, e);
    for (;;) {
        restore (m);
        if (!m->more) {
            if (!next_thread (m))
                return NEXT_END;
            r->choice.size = 0;
        }
        m->dirty = true;
        r->input_at = m->input_at;
        enum vm_effect effect = thread_run (m);
        if (effect == VM_REFUSED) {
            problem_of_kind (&g->problem, PROBLEM_UNSUPPORTED,
                             (struct place) {0}, "%s", r->message);
            return NEXT_FAILED;
        }
        bool is_edge = vm_machine_take (m, effect, e);
        if (m->keeps_script)
            script_keep (m);
        m->more = vm_run_advance (r);
        if (vm_machine_asks (m) && (m->more || m->changed))
            m->good = false;
        if (is_edge) {
            e->choice = m->choice++;
            return NEXT_EDGE;
        }
    }
}
