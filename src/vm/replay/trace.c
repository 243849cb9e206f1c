/* trace.c -- see trace.h. */
#include "vm/replay/trace.h"

#include <stdio.h>
#include <string.h>

#include "vm/library/native.h"
#include "vm/replay/print.h"
#include "vm/library/pthread.h"
#include "vm/replay/trace_internal.h"

/* What a local was when it was told last. */
struct told_local {
    uint32_t thread, frame, function, variable;
    struct vm_value value;
};

/* A place in memory whose value is told once the instruction was executed. */
struct later {
    bool wanted, may_fail;
    struct vm_value pointer;
    unsigned bits;
    size_t asked; /* before it */
};

/* The step that is being told. */
struct trace_step {
    bool open, shown;
    uint32_t thread, function, frame, pc;
    struct vm_place place;
    struct text values, locks;
    size_t list; /* values so far */
};

struct tracer {
    const struct vm_code *code;
    struct vm_run *run; /* the machine's; null: nothing ran yet */
    struct vec_vm_source source;
    struct vec_vm_told *told;
    struct trace_step step;
    struct later later;
    struct VEC (struct told_local) local;
    bool begins; /* a leg: its first instruction may be visible */
    /* ---- of vm_trace_marked; else null */
    const uint8_t *mark; /* enum vm_mark */
    size_t *end, leg;
};

/* ---- parts */

uint32_t
vm_trace_frame (const struct vm_code *c, const struct vm_thread *t)
{
    for (uint32_t f = t->frames; f--;)
        if (!(c->function.at[t->frame[f].function].flags & VM_LIBRARY))
            return f;
    return VM_NOWHERE;
}

char *
vm_trace_place (const struct vm_code *c, const struct vm_place *place)
{
    struct text t;
    text_init (&t);
    text_print (&t, "%s:%u:%u", c->text.at[place->file], place->line,
                place->column);
    return text_take (&t);
}

void
vm_trace_locks (struct vm_state *s, uint32_t thread, struct text *t)
{
    uint32_t locks = thread < s->thread.size ? vm_locks_held (s, thread) : 0;
    for (uint32_t i = 0; i < locks; i++) {
        text_add (t, i ? ", " : "holds ");
        vm_print_target (s, vm_lock_held (s, thread, i), thread, t, NULL, NULL);
    }
}

/* ---- one step */

static void
step_flush (struct tracer *r)
{
    struct trace_step *s = &r->step;
    if (s->open && s->shown) {
        struct text what, thread;
        text_init (&what);
        text_init (&thread);
        text_print (&what, "%s: ",
                    r->code->text.at[r->code->function.at[s->function].name]);
        if (!vm_source_line (&r->source, r->code, &s->place, &what))
            text_print (&what, "line %u", s->place.line);
        vm_print_thread (s->thread, &thread);
        if (s->locks.size)
            text_print (&s->values, "%s%s", s->list ? "; " : "",
                        text_view (&s->locks));
        struct vm_told told = {
            .place = vm_trace_place (r->code, &s->place),
            .what = text_take (&what),
            .values = memory_string (text_view (&s->values)),
            .thread = text_take (&thread),
            .function = (char *) r->code->text
                            .at[r->code->function.at[s->function].name],
            .number = s->thread,
            .depth = s->frame,
            .pc = s->pc};
        VEC_PUSH (*r->told, told);
    }
    s->open = s->shown = false;
    s->list = 0;
    text_reset (&s->values);
    text_reset (&s->locks);
}

static void
step_value (struct tracer *r, const char *name, const char *is,
            const char *value)
{
    struct trace_step *s = &r->step;
    text_print (&s->values, "%s%s %s %s", s->list ? ", " : "", name, is, value);
    s->list++;
    s->shown = true;
}

/* What stands in memory, as `name = value` or `name == value`. */
static void
step_memory (struct tracer *r, struct vm_state *state, struct vm_value pointer,
             unsigned bits, struct vm_value v, const char *is)
{
    struct text name, value;
    char kind = 'o';
    unsigned of = 0;
    text_init (&name);
    text_init (&value);
    vm_print_target (state, pointer, r->step.thread, &name, &kind, &of);
    vm_print_value (state, v, bits, of == bits ? kind : 's', r->step.thread,
                    &value);
    step_value (r, text_view (&name), is, text_view (&value));
    text_clear (&name);
    text_clear (&value);
}

/* By choice, though it was equal. */
static bool
later_failed (const struct tracer *r)
{
    const struct vm_run *run = r->run;
    return r->later.may_fail && run && run->asked > r->later.asked
           && !run->choice.at[run->asked - 1].guess
           && run->choice.at[run->asked - 1].chosen;
}

static void
step_later (struct tracer *r, struct vm_state *state)
{
    struct vm_value v;
    if (r->later.wanted && r->step.open
        && vm_peek (state, r->later.pointer, r->later.bits, &v)) {
        step_memory (r, state, r->later.pointer, r->later.bits, v, "=");
        if (later_failed (r))
            step_value (r, "compare-exchange", "fails", "spuriously");
    }
    r->later.wanted = false;
}

/* ---- locals that stand in registers */

static bool
local_changed (struct tracer *r, const struct told_local *l)
{
    for (size_t i = 0; i < r->local.size; i++) {
        struct told_local *old = &r->local.at[i];
        if (old->thread != l->thread || old->frame != l->frame
            || old->function != l->function || old->variable != l->variable)
            continue;
        bool changed = !vm_same (old->value, l->value);
        old->value = l->value;
        return changed;
    }
    VEC_PUSH (r->local, *l);
    return true;
}

/* Those of frames that are no more. */
static void
local_forget (struct tracer *r, uint32_t thread, uint32_t frames)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->local.size; i++)
        if (r->local.at[i].thread != thread || r->local.at[i].frame < frames)
            r->local.at[kept++] = r->local.at[i];
    r->local.size = kept;
}

/* What a variable is set to was computed on the line before, unless it is a
 * constant. */
static void
step_notes (struct tracer *r, struct vm_run *run, uint32_t frame, uint32_t pc,
            bool constants)
{
    const struct vm_code *c = r->code;
    uint32_t number = vm_self (run)->frame[frame].function;
    const struct vm_function *f = &c->function.at[number];
    for (uint32_t n = f->first_note; n < f->end_note; n++) {
        const struct vm_note *note = &c->note.at[n];
        if (note->at != pc || note->object
            || constants != ((note->operand & VM_CONSTANT) != 0))
            continue;
        const struct vm_variable *v =
            &c->variable.at[f->first_variable + note->variable];
        struct told_local l = {run->thread, frame, number, note->variable,
                               vm_operand (run, note->operand)};
        if (!local_changed (r, &l) || vm_is_unwritten (l.value))
            continue;
        struct text value;
        text_init (&value);
        vm_print_value (run->state, l.value, v->bits, v->kind, run->thread,
                        &value);
        step_value (r, c->text.at[v->name], "=", text_view (&value));
        text_clear (&value);
    }
}

/* ---- instructions */

static void
step_instruction (struct tracer *r, struct vm_run *run,
                  const struct vm_instruction *i)
{
    struct vm_value v, pointer;
    switch ((enum vm_op) i->op) {
    case VM_STORE:
        pointer = vm_operand (run, i->a);
        step_memory (r, run->state, pointer, i->width, vm_operand (run, i->b),
                     "=");
        break;
    case VM_LOAD:
        pointer = vm_operand (run, i->a);
        if (r->begins && vm_peek (run->state, pointer, i->width, &v))
            step_memory (r, run->state, pointer, i->width, v, "==");
        break;
    case VM_RMW:
    case VM_CMPXCHG:
        r->later =
            (struct later) {true, i->op == VM_CMPXCHG && i->flags & VM_MAY_FAIL,
                            vm_operand (run, i->a), i->width, run->asked};
        break;
    case VM_NATIVE:
        if (i->a < vm_natives ())
            r->step.shown |= (vm_native_at (i->a)->flags
                              & (VM_NATIVE_VISIBLE | VM_NATIVE_MEMORY
                                 | VM_NATIVE_ENDS | VM_NATIVE_FREES))
                             != 0;
        break;
    case VM_CUT:
        r->step.shown = true;
        break;
    default:
        break;
    }
}

/* What the library does for the line that is told. */
static bool
is_visible_call (const struct vm_instruction *i)
{
    return i->op == VM_NATIVE && i->a < vm_natives ()
           && vm_native_at (i->a)->flags & VM_NATIVE_VISIBLE;
}

static bool
step_goes_on (const struct trace_step *s, const struct vm_run *run,
              uint32_t frame, const struct vm_place *place)
{
    const struct vm_thread *t = vm_self (run);
    return s->open && s->thread == run->thread && s->frame == frame
           && s->function == t->frame[frame].function
           && s->place.line == place->line && s->place.file == place->file;
}

static void
trace_watch (void *context, struct vm_run *run)
{
    struct tracer *r = context;
    const struct vm_thread *t = vm_self (run);
    uint32_t frame = vm_trace_frame (r->code, t);
    r->run = run;
    step_later (r, run->state);
    if (frame == VM_NOWHERE)
        return;
    uint32_t pc = t->frame[frame].pc;
    const struct vm_place *place = &r->code->place.at[pc];
    bool own = frame + 1 == t->frames;
    bool same = r->step.open && r->step.thread == run->thread
                && r->step.frame == frame
                && r->step.function == t->frame[frame].function;
    if (own && same)
        step_notes (r, run, frame, pc, false);
    if (place->line && !step_goes_on (&r->step, run, frame, place)) {
        if (r->step.open && r->step.thread == run->thread) {
            text_reset (&r->step.locks);
            vm_trace_locks (run->state, run->thread, &r->step.locks);
        }
        step_flush (r);
        local_forget (r, run->thread, t->frames);
        r->step.open = true;
        r->step.thread = run->thread;
        r->step.frame = frame;
        r->step.function = t->frame[frame].function;
        r->step.place = *place;
        r->step.pc = pc;
    }
    if (own) {
        if (!same)
            step_notes (r, run, frame, pc, false);
        step_notes (r, run, frame, pc, true);
        step_instruction (r, run, &r->code->instruction.at[pc]);
    } else if (is_visible_call (&r->code->instruction.at[vm_frame_top (t)->pc]))
        r->step.shown = true;
    r->begins = false;
}

/* The machine's state is still that to which the leg came. */
static void
trace_passed (void *context, struct bytes source, const struct edge *e)
{
    struct tracer *r = context;
    (void) source, (void) e;
    r->begins = true;
    if (r->run) {
        step_later (r, r->run->state);
        text_reset (&r->step.locks);
        vm_trace_locks (r->run->state, r->step.thread, &r->step.locks);
    }
    if (!r->end)
        return;
    r->step.shown |= r->mark[r->leg] == VM_MARK_SHOWN;
    if (r->mark[r->leg])
        step_flush (r);
    r->end[r->leg++] = r->told->size;
}

static bool
trace (struct tracer *r, generator *g, const struct vm_walk *walk)
{
    struct vm_onlooker onlooker = {trace_watch, trace_passed, r};
    struct vm_walk_end end;
    r->code = vm_machine_code (g);
    r->begins = true;
    text_init (&r->step.values);
    text_init (&r->step.locks);
    bool good = vm_walk_follow (g, walk, &onlooker, NULL, &end);
    r->step.shown |= end.fault != VM_FAULT_DEADLOCK && end.fault;
    step_flush (r);
    if (r->run && end.fault && !r->end)
        vm_trace_end (r->run, end.fault, r->told);
    vm_walk_end_clear (&end);
    text_clear (&r->step.values);
    text_clear (&r->step.locks);
    VEC_CLEAR (r->local);
    vm_source_clear (&r->source);
    return good;
}

bool
vm_trace (generator *g, const struct vm_walk *walk, struct vec_vm_told *told)
{
    struct tracer r = {.told = told};
    return trace (&r, g, walk);
}

bool
vm_trace_marked (generator *g, const struct vm_walk *walk, const uint8_t mark[],
                 size_t end[], struct vec_vm_told *told)
{
    struct tracer r = {.told = told, .mark = mark, .end = end};
    return trace (&r, g, walk);
}
