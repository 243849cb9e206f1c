/* execute_call.c -- calls, returns, functions of the machine. */
#include <assert.h>
#include <string.h>

#include "vm/library/cxx.h"
#include "vm/exec/execute.h"
#include "vm/library/native.h"
#include "vm/library/pthread.h"
#include "vm/exec/footprint.h"

enum { FEW = 16 };

/* ---- calls */

static struct vm_value *
arguments_take (const struct vm_step *s, struct vm_call call,
                struct vm_value *few)
{
    struct vm_value *argument = few;
    if (call.arguments > FEW)
        argument =
            vm_scratch (s->run->state, call.arguments * sizeof *argument);
    for (uint32_t i = 0; i < call.arguments; i++)
        argument[i] = step_value (s, call.argument[i]);
    return argument;
}

/* Arguments beyond the named ones, as an object of the new frame: a pointer's
 * bytes for each. */
static enum vm_effect
push_further (struct vm_run *r, const struct vm_value *further, uint32_t count,
              uint32_t to)
{
    struct vm_value at = vm_number (0);
    uint32_t bytes = r->code->pointer_bytes;
    if (count) {
        vm_id id = vm_stack_new (r->state, r->thread, count * bytes);
        if (!id)
            return vm_cut (r, "too many arguments");
        at = vm_pointer (id, 0);
    }
    vm_frame_top (vm_self (r))->reg[to] = at;
    for (uint32_t i = 0; i < count; i++, at.bits += bytes) {
        enum vm_effect e = vm_store (r, at, bytes * 8, further[i]);
        if (e != VM_DONE)
            return e;
    }
    return VM_CALLED;
}

static enum vm_effect
call_function (struct vm_run *r, uint32_t number,
               const struct vm_value *argument, uint32_t arguments)
{
    const struct vm_function *f = &r->code->function.at[number];
    bool variadic = f->flags & VM_VARIADIC;
    uint32_t named = f->parameters - (variadic ? 1 : 0);
    if (f->first == f->end)
        return vm_cut (r, "%s has no body", r->code->text.at[f->name]);
    if (arguments < named)
        return vm_cut (r, "%s is called with too few arguments",
                       r->code->text.at[f->name]);
    if (!vm_frame_push (r->state, r->thread, number, argument, named))
        return vm_cut (r, "a stack deeper than %d frames", VM_FRAMES_MOST);
    if (f->atomic) {
        r->section |= !r->steps && !vm_self (r)->atomic;
        vm_self (r)->atomic++;
    }
    return variadic
               ? push_further (r, argument + named, arguments - named, named)
               : VM_CALLED;
}

static enum vm_effect
call_target (const struct vm_step *s, uint32_t *function)
{
    struct vm_value p = step_value (s, s->at->a);
    if (p.unknown)
        return vm_is_unwritten (p)
                   ? vm_fail (s->run, VM_FAULT_WILD,
                              "call through a pointer that was never written")
                   : vm_cut (s->run, "a call through an unknown pointer");
    if (vm_is_null (p))
        return vm_fail (s->run, VM_FAULT_NULL, "call through a null pointer");
    if (vm_id_kind (p.object) != VM_FUNCTION || p.bits)
        return vm_fail (s->run, VM_FAULT_WILD,
                        "call through a pointer to no function");
    *function = vm_id_number (p.object);
    return VM_DONE;
}

enum vm_effect
execute_call (const struct vm_step *s)
{
    struct vm_value few[FEW];
    uint32_t function = s->at->a;
    if (s->at->op == VM_CALL_POINTER) {
        enum vm_effect effect = call_target (s, &function);
        if (effect != VM_DONE)
            return effect;
    }
    struct vm_call call = vm_call_of (s->run->code, s->at);
    return call_function (s->run, function, arguments_take (s, call, few),
                          call.arguments);
}

/* ---- returns */

static void
push_first (struct vm_run *r, uint32_t function,
            const struct vm_value *argument, uint32_t arguments)
{
    bool pushed =
        vm_frame_push (r->state, r->thread, function, argument, arguments);
    assert (pushed);
    (void) pushed;
}

/* "" and the end of the list; argc is 1. */
static uint32_t
main_arguments (struct vm_run *r, struct vm_value argument[3])
{
    unsigned each = r->code->pointer_bytes;
    uint32_t wanted = r->code->function.at[r->code->entry].parameters;
    argument[0] = vm_number (1);
    if (wanted < 2)
        return wanted;
    vm_id list = vm_heap_new (r->state, 2 * each, VM_BY_LIBRARY);
    vm_id name = vm_heap_new (r->state, 1, VM_BY_LIBRARY);
    vm_object_zero (r->state, vm_object_find (r->state, list));
    vm_object_zero (r->state, vm_object_find (r->state, name));
    vm_store (r, vm_pointer (list, 0), each * 8, vm_pointer (name, 0));
    argument[1] = vm_pointer (list, 0);
    argument[2] = vm_pointer (list, each); /* no environment */
    return wanted < 3 ? wanted : 3;
}

static void
begin_main (struct vm_run *r)
{
    struct vm_value argument[3];
    uint32_t arguments = main_arguments (r, argument);
    r->state->begun = true;
    push_first (r, r->code->entry, argument, arguments);
}

void
vm_run_begin (struct vm_run *r)
{
    const struct vm_code *c = r->code;
    bool constructs = c->constructor.size;
    assert (!r->state->thread.size);
    r->thread = vm_thread_new (
        r->state, constructs ? c->constructor.at[0] : c->entry, NULL, 0);
    assert (r->thread == 0);
    if (!constructs) {
        vm_frame_pop (r->state, r->thread);
        begin_main (r);
    }
}

/* A constructor returned: the next one, or main. */
static enum vm_effect
next_constructor (struct vm_run *r, uint32_t function)
{
    const struct vm_code *c = r->code;
    size_t i = 0;
    while (i < c->constructor.size && c->constructor.at[i] != function)
        i++;
    vm_frame_pop (r->state, r->thread);
    if (i + 1 < c->constructor.size)
        push_first (r, c->constructor.at[i + 1], NULL, 0);
    else
        begin_main (r);
    return VM_CALLED;
}

static enum vm_effect
return_into (struct vm_run *r, const struct vm_value *value, uint32_t values)
{
    struct vm_thread *t = vm_self (r);
    vm_frame_pop (r->state, r->thread);
    struct vm_frame *f = vm_frame_top (t);
    vm_own_frame (r->state, t, f);
    const struct vm_instruction *i = &r->code->instruction.at[f->pc];
    if (i->op == VM_NATIVE) {
        t->phase = VM_PHASE_RETURNED;
        return VM_CALLED;
    }
    uint32_t results = vm_call_of (r->code, i).results;
    for (uint32_t k = 0; k < results && k < values; k++)
        f->reg[i->result + k] = value[k];
    f->pc++;
    return VM_DONE;
}

enum vm_effect
execute_return (const struct vm_step *s)
{
    struct vm_run *r = s->run;
    struct vm_thread *t = vm_self (r);
    struct vm_value few[FEW], *value = few;
    const uint32_t *list = r->code->list.at + s->at->a;
    uint32_t values = s->at->b, function = s->frame->function;
    if (values > FEW)
        value = vm_scratch (r->state, values * sizeof *value);
    for (uint32_t i = 0; i < values; i++)
        value[i] = step_value (s, list[i]);
    if (r->code->function.at[function].atomic && t->atomic) {
        vm_own_thread (r->state, t);
        t->atomic--;
    }
    if (t->frames > 1)
        return return_into (r, value, values);
    if (!r->state->begun)
        return next_constructor (r, function);
    return vm_thread_leave (r, values ? value[0] : vm_number (0));
}

/* ---- functions of the machine */

/* Threads may have come: then what they reach is shared. */
static void
survey (struct vm_run *r)
{
    uint32_t before = r->living;
    r->living = vm_count_living (r->state);
    if (r->living > before)
        vm_share_all (r->state);
}

enum vm_effect
execute_native (const struct vm_step *s)
{
    struct vm_run *r = s->run;
    struct vm_value few[FEW], result[VM_NATIVE_RESULTS];
    const struct vm_native *n = vm_native_at (s->at->a);
    struct vm_call call = vm_call_of (r->code, s->at);
    if (call.arguments < n->least)
        return vm_cut (r, "%s is called with too few arguments", n->name);
    if ((r->code->checks & VM_CHECK_RACE) && r->living > 1
        && vm_footprint_hides (r, r->thread))
        return vm_cut (r, "races with what %s reads or writes", n->name);
    const struct vm_value *argument = arguments_take (s, call, few);
    assert (call.results <= VM_NATIVE_RESULTS);
    for (uint32_t i = 0; i < call.results; i++)
        result[i] = vm_number (0);
    enum vm_effect effect = n->run (r, argument, call.arguments, result);
    if ((n->flags & VM_NATIVE_VISIBLE) && !(n->flags & VM_NATIVE_SECTION))
        survey (r);
    struct vm_thread *t = vm_self (r);
    /* Of what it called, too, nothing was begun yet. */
    if (t->phase && (effect == VM_DONE || effect == VM_CALLED)) {
        vm_own_thread (r->state, t);
        t->phase = 0;
    }
    if (effect != VM_DONE)
        return effect;
    struct vm_frame *f = vm_frame_top (t);
    vm_own_frame (r->state, t, f);
    for (uint32_t i = 0; i < call.results; i++)
        f->reg[s->at->result + i] = result[i];
    f->pc++;
    return VM_DONE;
}

enum vm_effect
execute_landing (const struct vm_step *s)
{
    struct vm_value result[2];
    vm_cxx_landing (s->run, result);
    s->reg[s->at->result] = result[0];
    s->reg[s->at->result + 1] = result[1];
    return step_done (s);
}
