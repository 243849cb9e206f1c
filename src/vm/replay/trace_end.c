/* trace_end.c -- how a counterexample ends: the fault, and in a deadlock who
 * waits for what, in a race who is about to touch what. */
#include <stdio.h>
#include <string.h>

#include "vm/exec/guarded_atomic.h"
#include "vm/library/native.h"
#include "vm/replay/print.h"
#include "vm/replay/trace_internal.h"

/* What functions wait for; the longest beginning that fits counts. */
static const struct {
    const char *name, *what;
} waits[] = {
    {"pthread_mutex_", "mutex "},
    {"mtx_", "mutex "},
    {"pthread_rwlock_", "lock "},
    {"pthread_spin_", "spin lock "},
    {"pthread_cond_", "a signal of condition "},
    {"cnd_", "a signal of condition "},
    {"sem_", "semaphore "},
    {"pthread_barrier_", "barrier "},
    {"pthread_once", "the first call of once "},
    {"call_once", "the first call of once "},
};

static const char *
wait_name (const char *native)
{
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
        if (!strncmp (native, waits[i].name, strlen (waits[i].name)))
            return waits[i].what;
    return NULL;
}

static void
wait_tell (struct vm_run *r, uint32_t thread, struct text *t)
{
    struct vm_value argument[VM_NATIVE_ARGUMENTS];
    uint32_t arguments = 0, other;
    const struct vm_thread *self = &r->state->thread.at[thread];
    const struct vm_native *n =
        vm_native_next (r, thread, argument, &arguments);
    const char *what = n ? wait_name (n->name) : NULL;
    r->thread = thread;
    other = vm_waits_for (r, thread);
    text_add (t, "waits for ");
    if (n && (strstr (n->name, "_join") && other != VM_NOWHERE)) {
        text_add (t, "the end of ");
        vm_print_thread (other, t);
        return;
    }
    if (n && what && arguments) {
        text_add (t, what);
        vm_print_target (r->state,
                         self->status == VM_ASLEEP && self->wait.object
                             ? self->wait
                             : argument[0],
                         thread, t, NULL, NULL);
    } else
        text_print (t, "%s to return", n ? n->name : "something");
    if (other != VM_NOWHERE) {
        text_add (t, ", held by ");
        vm_print_thread (other, t);
    }
}

static struct vm_told
told_at (struct vm_state *s, uint32_t thread)
{
    const struct vm_code *c = s->code;
    struct text name;
    struct vm_told told = {.number = thread, .pc = VM_NOWHERE};
    text_init (&name);
    vm_print_thread (thread, &name);
    told.thread = text_take (&name);
    if (thread >= s->thread.size)
        return told;
    const struct vm_thread *t = &s->thread.at[thread];
    uint32_t frame = t->frames ? vm_trace_frame (c, t) : VM_NOWHERE;
    if (frame == VM_NOWHERE)
        return told;
    const struct vm_place *place = &c->place.at[t->frame[frame].pc];
    told.place = vm_trace_place (c, place);
    told.depth = frame;
    told.pc = t->frame[frame].pc;
    told.function =
        (char *) c->text.at[c->function.at[t->frame[frame].function].name];
    return told;
}

static void
tell_waiting (struct vm_run *r, uint32_t thread, struct vec_vm_told *told)
{
    struct text what, locks;
    struct vm_told one = told_at (r->state, thread);
    text_init (&what);
    text_init (&locks);
    if (one.function)
        text_print (&what, "%s: ", one.function);
    if (vm_is_blocked (r, thread))
        wait_tell (r, thread, &what);
    else if (vm_guarded_atomics (r, thread)
             && vm_section_is_blocked (r, thread))
        text_add (&what, "waits for what AWAIT names");
    else
        text_add (&what, "could go on");
    vm_trace_locks (r->state, thread, &locks);
    one.what = text_take (&what);
    one.values = memory_string (text_view (&locks));
    text_clear (&locks);
    VEC_PUSH (*told, one);
}

static void
tell_deadlock (struct vm_run *r, struct vec_vm_told *told)
{
    for (uint32_t i = 0; i < r->state->thread.size; i++) {
        uint8_t status = r->state->thread.at[i].status;
        if (status == VM_ALIVE || status == VM_ASLEEP)
            tell_waiting (r, i, told);
    }
}

/* Who is about to touch what in a race: a line for each of the two. */
static void
tell_access (struct vm_run *r, uint32_t thread, const struct vm_reach *reach,
             struct vec_vm_told *told)
{
    struct text what, locks;
    struct vm_told one = told_at (r->state, thread);
    struct vm_value at = vm_pointer (reach->object, reach->from);
    text_init (&what);
    text_init (&locks);
    if (one.function)
        text_print (&what, "%s: ", one.function);
    text_print (&what, "is about to %s ", reach->write ? "write" : "read");
    vm_print_target (r->state, at, thread, &what, NULL, NULL);
    vm_trace_locks (r->state, thread, &locks);
    one.what = text_take (&what);
    one.values = memory_string (text_view (&locks));
    text_clear (&locks);
    VEC_PUSH (*told, one);
}

static bool
tell_race (struct vm_run *r, struct vec_vm_told *told)
{
    struct vm_meeting m;
    if (!vm_race_find (r, &m))
        return false;
    for (int i = 0; i < 2; i++)
        tell_access (r, m.thread[i], &m.reach[i], told);
    return true;
}

void
vm_trace_end (struct vm_run *r, uint32_t fault, struct vec_vm_told *told)
{
    assert (fault);
    bool race = fault == VM_FAULT_RACE;
    bool deadlock = fault == VM_FAULT_DEADLOCK;
    uint32_t thread = r->thread;
    if (deadlock)
        tell_deadlock (r, told);
    if (race && tell_race (r, told))
        thread = VEC_LAST (*told).number;
    const char *place = told->size ? VEC_LAST (*told).place : NULL;
    struct text what;
    struct vm_told last = {
        .number = thread, .values = memory_string (""), .pc = VM_NOWHERE};
    text_init (&what);
    bool more = *r->message && strcmp (r->message, vm_fault_name (fault)) != 0;
    text_print (&what, "%s%s%s", vm_fault_name (fault), more ? ": " : "",
                more ? r->message : "");
    last.what = text_take (&what);
    if (!deadlock) {
        last.place = place ? memory_string (place) : NULL;
        last.function = told->size ? VEC_LAST (*told).function : NULL;
        last.pc = told->size ? VEC_LAST (*told).pc : VM_NOWHERE;
        vm_print_thread (thread, &what);
        last.thread = text_take (&what);
    }
    text_clear (&what);
    VEC_PUSH (*told, last);
}
