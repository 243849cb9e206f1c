/* run.c -- a thread's walk from one visible operation to the next, and the
 * script of its choices. */
#include "vm/exec/run.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "vm/code/op.h"
#include "vm/exec/guarded_atomic.h"
#include "vm/exec/execute.h"
#include "vm/guide/error_distance.h"
#include "vm/library/native.h"
#include "vm/reduce/independence.h"

void
vm_run_init (struct vm_run *r, struct vm_state *s)
{
    *r = (struct vm_run) {.state = s, .code = s->code};
}

void
vm_run_clear (struct vm_run *r)
{
    VEC_CLEAR (r->choice);
    vm_error_distance_free (r->guide);
    vm_probe_free (r->probe);
}

/* ---- choices */

static uint32_t
choose (struct vm_run *r, uint32_t of, bool guess)
{
    assert (of);
    if (of == 1)
        return 0;
    if (r->asked == r->choice.size)
        VEC_PUSH (r->choice, ((struct vm_choice) {.of = of, .guess = guess}));
    struct vm_choice *c = &r->choice.at[r->asked++];
    if (!c->of) /* given by somebody else (vm_machine_follow) */
        *c = (struct vm_choice) {
            .chosen = c->chosen < of ? c->chosen : 0, .of = of, .guess = guess};
    assert (c->of == of && c->chosen < of && c->guess == guess);
    return c->chosen;
}

uint32_t
vm_choose (struct vm_run *r, uint32_t of)
{
    return choose (r, of, false);
}

uint32_t
vm_guess (struct vm_run *r, uint32_t of)
{
    r->guessed = true;
    return choose (r, of, true);
}

bool
vm_run_advance (struct vm_run *r)
{
    assert (r->asked <= r->choice.size);
    r->choice.size = r->asked;
    while (r->choice.size) {
        struct vm_choice *c = &VEC_LAST (r->choice);
        if (++c->chosen < c->of)
            return true;
        r->choice.size--;
    }
    return false;
}

uint64_t
vm_few_input (uint32_t chosen)
{
    assert (chosen < VM_FEW);
    return chosen == VM_FEW - 1 ? UINT64_MAX : chosen;
}

static struct vm_value
input_of_few (struct vm_run *r, unsigned width)
{
    uint32_t chosen = vm_choose (r, VM_FEW);
    r->choice.at[r->asked - 1].input = true;
    return vm_number (vm_few_input (chosen) & vm_mask (width));
}

struct vm_value
vm_input (struct vm_run *r, unsigned width)
{
    if (!r->input && r->code->options & VM_FEW_INPUTS)
        return input_of_few (r, width);
    if (!r->input && width == 1 && r->code->options & VM_NO_GUESS)
        return vm_number (vm_choose (r, 2));
    if (!r->input)
        return vm_unknown (width);
    uint64_t bits = r->input_at < r->inputs ? r->input[r->input_at] : 0;
    r->input_at++;
    return vm_number (bits & vm_mask (width));
}

struct vm_value
vm_world (struct vm_run *r, unsigned width, uint64_t usual)
{
    if (!r->input && !(r->code->options & VM_FEW_INPUTS))
        return vm_unknown (width);
    return vm_number (usual & vm_mask (width));
}

bool
vm_decide (struct vm_run *r, struct vm_value v, enum vm_effect *effect)
{
    *effect = VM_DONE;
    if (v.object || (v.bits & ~v.unknown))
        return true;
    if (!v.unknown)
        return false;
    if (vm_is_unwritten (v)) {
        *effect = vm_fail (r, VM_FAULT_UNINITIALISED,
                           "a value that was never written decides");
        if (*effect != VM_DONE)
            return false;
    }
    return vm_guess (r, 2);
}

bool
vm_settle (struct vm_run *r, struct vm_value *v, unsigned width)
{
    int ways = __builtin_popcountll (v->unknown & vm_mask (width));
    if (ways > VM_SETTLE_BITS)
        return false;
    if (!ways)
        return true;
    uint64_t chosen = vm_guess (r, UINT32_C (1) << ways);
    v->bits &= ~v->unknown;
    for (uint64_t left = v->unknown; left; left &= left - 1, chosen >>= 1)
        if (chosen & 1)
            v->bits |= left & -left;
    v->unknown = 0;
    return true;
}

/* ---- faults */

static const struct {
    const char *name;
    uint32_t check;
} faults[VM_FAULTS] = {
    [VM_NO_FAULT] = {"not modelled", 0},
    [VM_FAULT_ASSERT] = {"assertion failed", VM_CHECK_ASSERT},
    [VM_FAULT_DEADLOCK] = {"deadlock", VM_CHECK_DEADLOCK},
    [VM_FAULT_NULL] = {"access through a null pointer", VM_CHECK_ACCESS},
    [VM_FAULT_BOUNDS] = {"access out of bounds", VM_CHECK_ACCESS},
    [VM_FAULT_WILD] = {"access through a wild pointer", VM_CHECK_ACCESS},
    [VM_FAULT_FREED] = {"use after free", VM_CHECK_ACCESS},
    [VM_FAULT_RETURNED] = {"stack use after return", VM_CHECK_ACCESS},
    [VM_FAULT_READ_ONLY] = {"write to a constant", VM_CHECK_ACCESS},
    [VM_FAULT_CONFLICT] = {"access conflict", VM_CHECK_ACCESS},
    [VM_FAULT_BAD_FREE] = {"invalid free", VM_CHECK_FREE},
    [VM_FAULT_DOUBLE_FREE] = {"double free", VM_CHECK_FREE},
    [VM_FAULT_LEAK] = {"memory leak", VM_CHECK_LEAK},
    [VM_FAULT_UNINITIALISED] = {"use of an uninitialised value",
                                VM_CHECK_UNINIT},
    [VM_FAULT_RACE] = {"data race", VM_CHECK_RACE},
    [VM_FAULT_LOCK] = {"lock misuse", VM_CHECK_LOCK},
    [VM_FAULT_DIVISION] = {"division by zero", VM_CHECK_DIVISION},
    [VM_FAULT_EXCEPTION] = {"uncaught exception", VM_CHECK_EXCEPTION},
    [VM_FAULT_OVERFLOW] = {"signed overflow", VM_CHECK_OVERFLOW},
    [VM_FAULT_CRASH] = {"crash", VM_CHECK_ASSERT | VM_CHECK_ACCESS},
};

const char *
vm_fault_name (uint32_t fault)
{
    assert (fault < VM_FAULTS);
    return faults[fault].name;
}

uint32_t
vm_fault_check (uint32_t fault)
{
    assert (fault && fault < VM_FAULTS);
    return faults[fault].check;
}

static bool
goes_on (enum vm_fault fault)
{
    switch (fault) {
    case VM_FAULT_UNINITIALISED:
    case VM_FAULT_OVERFLOW:
    case VM_FAULT_LEAK:
    case VM_FAULT_RACE:
    case VM_FAULT_DEADLOCK:
    case VM_FAULT_LOCK:
        return true;
    default:
        return false;
    }
}

enum vm_effect
vm_fail (struct vm_run *r, enum vm_fault fault, const char *format, ...)
{
    if (!(r->code->checks & vm_fault_check (fault)))
        return goes_on (fault) ? VM_DONE : VM_IGNORED;
    va_list list;
    va_start (list, format);
    vsnprintf (r->message, sizeof r->message, format, list);
    va_end (list);
    r->fault = fault;
    return VM_FAILED;
}

enum vm_effect
vm_cut (struct vm_run *r, const char *format, ...)
{
    va_list list;
    va_start (list, format);
    vsnprintf (r->message, sizeof r->message, format, list);
    va_end (list);
    r->fault = VM_NO_FAULT;
    return VM_IS_CUT;
}

/* ---- walks */

static void
run_start (struct vm_run *r, uint32_t thread)
{
    assert (thread < r->state->thread.size);
    r->thread = thread;
    r->living = vm_count_living (r->state);
    r->asked = 0;
    r->guessed = r->settled = r->section = r->undone = false;
    r->steps = 0;
    r->fault = VM_NO_FAULT;
    r->message[0] = 0;
}

static bool
is_unknown (struct vm_run *r, uint32_t operand)
{
    return vm_operand (r, operand).unknown;
}

/* Will the next instruction ask for a choice, as far as one can see? */
static bool
chooses (struct vm_run *r)
{
    const struct vm_instruction *i = vm_next (r, r->thread);
    switch ((enum vm_op) i->op) {
    case VM_BRANCH:
    case VM_SWITCH:
    case VM_SELECT:
    case VM_LOAD:
    case VM_STORE:
    case VM_RMW:
    case VM_CMPXCHG:
        return is_unknown (r, i->a);
    case VM_ICMP:
        return is_unknown (r, i->a) || is_unknown (r, i->b);
    case VM_OFFSET:
        return is_unknown (r, i->b);
    default:
        return false;
    }
}

static bool
is_ending (struct vm_run *r)
{
    const struct vm_instruction *i = vm_next (r, r->thread);
    return i->op == VM_NATIVE && vm_native_at (i->a)->flags & VM_NATIVE_ENDS;
}

/* Before what comes next: does the walk end here? */
static bool
walk_ends (struct vm_run *r)
{
    const struct vm_thread *t = vm_self (r);
    /* The rest of something that was begun; but the end of the program others
     * may still come before. */
    if (t->phase == VM_PHASE_RETURNED)
        return r->living > 1 && !t->atomic && is_ending (r);
    if (!t->atomic && vm_is_visible (r, r->thread)) {
        r->settled = true;
        return true;
    }
    if (r->steps >= VM_LONG_WALK)
        return true;
    if (t->atomic && r->quiet && r->quiet->awaits)
        return false; /* what comes may undo it all */
    return (r->asked && chooses (r)) || r->asked > 1;
}

/* The run, or the program, ends by what nobody else can see.  What the walk did
 * so far others may see before that, so it must not be lost: the edge ends
 * here. */
static bool
ends_apart (const struct vm_run *r)
{
    return r->steps && r->living > 1 && !vm_self (r)->atomic;
}

/* One instruction; false: *effect is the end of the walk. */
static bool
walk_step (struct vm_run *r, enum vm_effect *effect)
{
    if (r->watch)
        r->watch (r->context, r);
    *effect = vm_execute (r);
    switch (*effect) {
    case VM_DONE:
    case VM_CALLED:
        r->steps++;
        return true;
    case VM_BLOCKED:
        r->settled = true;
        if (r->steps && !r->undone)
            *effect = VM_DONE;
        return false;
    case VM_PARKED:
    case VM_EXITED:
        r->steps++;
        r->settled = true;
        *effect = VM_DONE;
        return false;
    case VM_IGNORED:
    case VM_IS_CUT:
        r->settled = true;
        if (ends_apart (r))
            *effect = VM_DONE;
        return false;
    default:
        r->steps++;
        return false;
    }
}

/* The same for several that are plain, none of which ends a walk before it;
 * false: there were none. */
static bool
walk_plain (struct vm_run *r)
{
    assert (r->steps < VM_LONG_WALK);
    uint32_t steps =
        r->watch ? 0 : vm_execute_plain (r, VM_LONG_WALK - r->steps);
    r->steps += steps;
    return steps;
}

enum vm_effect
vm_run_edge (struct vm_run *r, uint32_t thread)
{
    enum vm_effect effect;
    run_start (r, thread);
    while (walk_step (r, &effect))
        do
            if (walk_ends (r))
                return VM_DONE;
        while (walk_plain (r));
    return effect;
}

/* Is the instruction that was executed last, behind so many others, one that must
 * begin a walk? */
static bool
must_begin (struct vm_run *r, uint32_t before, size_t asked, bool in_section)
{
    bool changed = r->asker->changed (r->asker->context, r);
    bool enters = !in_section && vm_self (r)->atomic;
    return before && !in_section && (changed || enters || r->asked > asked);
}

enum vm_effect
vm_run_asked (struct vm_run *r, uint32_t thread)
{
    enum vm_effect effect;
    assert (r->asker);
    run_start (r, thread);
    r->split = VM_NOWHERE;
    for (;;) {
        uint32_t before = r->steps;
        size_t asked = r->asked;
        bool in_section = vm_self (r)->atomic;
        bool goes_on = walk_step (r, &effect);
        if (must_begin (r, before, asked, in_section)) {
            r->split = before;
            return VM_DONE;
        }
        if (!goes_on)
            return effect;
        if (walk_ends (r) || (r->asker->single && !vm_self (r)->atomic))
            return VM_DONE;
    }
}

enum vm_effect
vm_run_steps (struct vm_run *r, uint32_t thread, uint32_t steps)
{
    enum vm_effect effect;
    run_start (r, thread);
    while (r->steps < steps)
        if (!walk_step (r, &effect))
            return r->steps < steps && effect == VM_DONE ? VM_BLOCKED : effect;
    return VM_DONE;
}

/* ---- new threads */

static bool
is_number (struct vm_run *r, uint32_t operand)
{
    struct vm_value v = vm_operand (r, operand);
    return !v.unknown && !v.object;
}

/* No memory, no choice, and what it gives is the same whenever it is run. */
static bool
is_prefix (struct vm_run *r, const struct vm_instruction *i)
{
    switch ((enum vm_op) i->op) {
    case VM_BINARY:
    case VM_ICMP:
        return is_number (r, i->a) && is_number (r, i->b);
    case VM_TRUNC:
    case VM_ZEXT:
    case VM_SEXT:
    case VM_PTRTOINT:
    case VM_INTTOPTR:
    case VM_BRANCH:
        return is_number (r, i->a);
    case VM_MOVE:
    case VM_MOVES:
    case VM_JUMP:
        return true;
    default:
        return false;
    }
}

void
vm_run_prefix (struct vm_run *r, uint32_t thread)
{
    uint32_t before = r->thread;
    size_t asked = r->asked;
    r->thread = thread;
    for (unsigned i = 0; i < VM_PREFIX; i++)
        if (!is_prefix (r, vm_next (r, thread)) || vm_execute (r) != VM_DONE)
            break;
    assert (r->asked == asked);
    (void) asked;
    r->thread = before;
    /* A fault is one when the thread itself comes to it. */
    r->fault = VM_NO_FAULT;
    r->message[0] = 0;
}
