/* counter_abstraction.c -- see counter_abstraction.h: which programs it is for, and those who stay. */
#include "vm/reduce/counter_abstraction.h"

#include <assert.h>
#include <string.h>

#include "vm/library/native.h"
#include "vm/code/op.h"
#include "vm/reduce/independence.h"
#include "vm/state/internal.h"

/* ---- what tells threads apart */

/* These do not; all others may. */
static const char *const harmless[] = {"__VERIFIER_assert",
                                       "__VERIFIER_assume",
                                       "__VERIFIER_assume_abort_if_not",
                                       "__VERIFIER_atomic_begin",
                                       "__VERIFIER_atomic_end",
                                       "__VERIFIER_error",
                                       "__VERIFIER_nondet_",
                                       "__assert",
                                       "__assert_fail",
                                       "__assert_perror_fail",
                                       "__assert_rtn",
                                       "abort",
                                       "assume",
                                       "assume_abort_if_not",
                                       "calloc",
                                       "cohort.ctlz",
                                       "cohort.ctpop",
                                       "cohort.cttz",
                                       "cohort.copy",
                                       "cohort.fill",
                                       "cohort.forget",
                                       "cohort.scope",
                                       "free",
                                       "malloc",
                                       "memcpy",
                                       "memmove",
                                       "memset",
                                       "printf",
                                       "pthread_create",
                                       "putchar",
                                       "puts",
                                       "reach_error",
                                       "sched_yield",
                                       "usleep",
                                       "sleep"};

static bool
is_harmless (uint32_t native)
{
    const char *name = vm_native_at (native)->name;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (!strcmp (name, harmless[i]))
            return true;
    return false;
}

/* ---- loops */

struct many_ways {
    bool *seen; /* by instruction of the function */
    struct VEC (uint32_t) todo;
};

static void
way_add (void *context, uint32_t target)
{
    struct many_ways *w = context;
    if (!w->seen[target])
        VEC_PUSH (w->todo, target);
    w->seen[target] = true;
}

/* Can the function come from there to there again? */
static bool
is_in_loop (const struct vm_code *c, const struct vm_function *f, uint32_t at)
{
    struct many_ways w = {.seen = NEW_ARRAY (bool, f->end - f->first)};
    uint32_t begin = at - f->first;
    way_add (&w, begin);
    w.seen[begin] = false;
    while (w.todo.size && !w.seen[begin]) {
        uint32_t from = VEC_POP (w.todo);
        const struct vm_instruction *i = &c->instruction.at[f->first + from];
        vm_op_targets (c, i, way_add, &w);
        if (vm_op_falls (i->op))
            way_add (&w, from + 1);
    }
    bool again = w.seen[begin];
    VEC_CLEAR (w.todo);
    memory_free (w.seen);
    return again;
}

bool
vm_counter_abstraction_fits (const struct vm_code *c)
{
    bool loops = false;
    if (c->checks & (VM_CHECK_DEADLOCK | VM_CHECK_LEAK | VM_CHECK_RACE)
        || c->options & (VM_CONCRETE_ADDRESSES | VM_FEW_INPUTS)
        || !(c->reductions & VM_REDUCE_LOCAL) || c->destructor.size)
        return false;
    for (uint32_t f = 0; f < c->function.size; f++)
        for (uint32_t i = c->function.at[f].first; i < c->function.at[f].end;
             i++) {
            const struct vm_instruction *in = &c->instruction.at[i];
            if (in->op != VM_NATIVE)
                continue;
            if (!is_harmless (in->a))
                return false;
            loops = loops
                    || (vm_independence_creates (vm_native_at (in->a)->name)
                        && is_in_loop (c, &c->function.at[f], i));
        }
    return loops;
}

bool
vm_counter_abstraction_asks (const struct vm_code *c)
{
    static const char input[] = "__VERIFIER_nondet_";
    for (size_t i = 0; i < c->instruction.size; i++) {
        const struct vm_instruction *in = &c->instruction.at[i];
        if (in->op == VM_NATIVE
            && !strncmp (vm_native_at (in->a)->name, input, sizeof input - 1))
            return true;
    }
    return false;
}

/* ---- those who stay behind */

struct many_copy {
    struct vm_state *state;
    uint32_t from, to; /* numbers of threads */
};

static vm_id
id_copy (const struct many_copy *c, vm_id id)
{
    return vm_id_moved (id, c->from, c->to);
}

static struct vm_value
value_copy (const struct many_copy *c, struct vm_value v)
{
    v.object = id_copy (c, v.object);
    return v;
}

static void *
bytes_copy (const struct many_copy *c, const void *from, size_t size)
{
    void *to = from ? vm_scratch (c->state, size + 1) : NULL;
    return from ? memcpy (to, from, size) : NULL;
}

static struct vm_object *
objects_copy (const struct many_copy *c, const struct vm_object *from,
              uint32_t size)
{
    struct vm_object *to = bytes_copy (c, from, size * sizeof *to);
    for (uint32_t i = 0; to && i < size; i++) {
        struct vm_object *o = &to[i];
        uint32_t slots = o->size / c->state->code->pointer_bytes;
        o->data = bytes_copy (c, o->data, vm_pad (o->size));
        o->unknown = bytes_copy (c, o->unknown, vm_pad (o->size));
        o->points = bytes_copy (c, o->points, slots * sizeof *o->points);
        for (uint32_t k = 0; o->points && k < slots; k++)
            o->points[k] = id_copy (c, o->points[k]);
        o->owner = (uint16_t) (c->to + 1);
        o->own = true;
    }
    return to;
}

static struct vm_frame
frame_copy (const struct many_copy *c, struct vm_frame *from)
{
    uint32_t registers = c->state->code->function.at[from->function].registers;
    struct vm_value *reg = bytes_copy (c, vm_frame_registers (c->state, from),
                                       registers * sizeof *reg);
    for (uint32_t i = 0; i < registers; i++)
        reg[i] = value_copy (c, reg[i]);
    return (struct vm_frame) {.function = from->function,
                              .pc = from->pc,
                              .reg = reg,
                              .object =
                                  objects_copy (c, from->object, from->objects),
                              .objects = from->objects,
                              .room = from->objects,
                              .own = true};
}

bool
vm_counter_abstraction_keep (struct vm_state *s, uint32_t thread)
{
    assert (s->thread.at[thread].many && !s->thread.at[thread].atomic);
    struct many_copy c = {s, thread, vm_thread_room (s)};
    if (c.to == VM_NOWHERE)
        return false;
    struct vm_thread *from = &s->thread.at[thread], *to = &s->thread.at[c.to];
    *to = *from;
    to->own = true;
    to->room = from->frames;
    to->wait = value_copy (&c, from->wait);
    to->result = value_copy (&c, from->result);
    to->key = bytes_copy (&c, from->key, from->keys * sizeof *from->key);
    for (uint32_t i = 0; i < to->keys; i++)
        to->key[i] = value_copy (&c, to->key[i]);
    to->local = objects_copy (&c, from->local, s->code->thread_locals);
    to->frame = vm_scratch (s, from->frames * sizeof *to->frame);
    for (uint32_t i = 0; i < from->frames; i++)
        to->frame[i] = frame_copy (&c, &from->frame[i]);
    vm_own_thread (s, from);
    from->many = false;
    return true;
}
