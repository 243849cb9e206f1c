/* threads.c -- threads and frames of a state. */
#include "vm/state/internal.h"

/* ---- pointers to what is no more */

/* Most pointers are to other things. */
static inline bool
may_be_gone (vm_id id)
{
    enum vm_kind kind = vm_id_kind (id);
    return kind == VM_STACK || kind == VM_TLS;
}

static void
object_scrub (struct vm_state *s, struct vm_object *o)
{
    if (!o->points)
        return;
    uint32_t slots = o->size / s->code->pointer_bytes;
    for (uint32_t i = 0; i < slots; i++)
        if (may_be_gone (o->points[i]) && vm_is_gone (s, o->points[i])) {
            vm_own_object (s, o);
            o->points[i] = vm_id_of (VM_GONE, 0);
        }
}

static void
value_scrub (struct vm_state *s, struct vm_value *v)
{
    if (vm_is_gone (s, v->object))
        v->object = vm_id_of (VM_GONE, 0);
}

static void
frame_scrub (struct vm_state *s, struct vm_thread *t, struct vm_frame *f)
{
    uint32_t registers = s->code->function.at[f->function].registers;
    for (uint32_t i = 0; i < f->objects; i++)
        object_scrub (s, &f->object[i]);
    if (!f->reg && !f->exact && !f->kept->pointers)
        return;
    const struct vm_value *reg = vm_frame_registers (s, f);
    for (uint32_t i = 0; i < registers; i++)
        if (may_be_gone (reg[i].object) && vm_is_gone (s, reg[i].object)) {
            vm_own_frame (s, t, f);
            value_scrub (s, &f->reg[i]);
        }
}

static bool
thread_is_clean (struct vm_state *s, const struct vm_thread *t)
{
    for (uint32_t i = 0; i < t->keys; i++)
        if (vm_is_gone (s, t->key[i].object))
            return false;
    return !vm_is_gone (s, t->wait.object) && !vm_is_gone (s, t->result.object);
}

static void
thread_scrub (struct vm_state *s, struct vm_thread *t)
{
    if (!thread_is_clean (s, t)) {
        vm_own_thread (s, t);
        value_scrub (s, &t->wait);
        value_scrub (s, &t->result);
        for (uint32_t i = 0; i < t->keys; i++)
            value_scrub (s, &t->key[i]);
    }
    for (uint32_t i = 0; t->local && i < s->code->thread_locals; i++)
        object_scrub (s, &t->local[i]);
    for (uint32_t i = 0; i < t->frames; i++)
        frame_scrub (s, t, &t->frame[i]);
    t->stale = UINT32_MAX;
}

static bool
names_locals (const struct vm_state *s, const struct vm_object *o)
{
    uint32_t slots = o->points ? o->size / s->code->pointer_bytes : 0;
    for (uint32_t i = 0; i < slots; i++)
        if (may_be_gone (o->points[i]))
            return true;
    return false;
}

static void
memory_scrub (struct vm_state *s)
{
    bool clean = true;
    for (size_t i = 0; i < s->code->global.size; i++) {
        object_scrub (s, &s->global[i]);
        clean &= s->global[i].own || !names_locals (s, &s->global[i]);
    }
    for (size_t i = 0; i < s->heap.size; i++) {
        object_scrub (s, &s->heap.at[i]);
        clean &= s->heap.at[i].own || !names_locals (s, &s->heap.at[i]);
    }
    s->opened->clean = clean;
}

/* Once the rest is known to be clean. */
static void
changes_scrub (struct vm_state *s)
{
    const struct vm_opened *o = s->opened;
    for (size_t i = 0; i < o->object.size; i++)
        object_scrub (s, o->object.at[i].at);
    for (size_t i = o->heap; i < s->heap.size; i++)
        object_scrub (s, &s->heap.at[i]);
}

void
vm_state_scrub (struct vm_state *s)
{
    if (s->opened->clean)
        changes_scrub (s);
    else
        memory_scrub (s);
    for (size_t i = 0; i < s->thread.size; i++)
        thread_scrub (s, &s->thread.at[i]);
    for (size_t i = 0; i < s->hold.size; i++)
        if (vm_is_gone (s, s->hold.at[i].object))
            s->hold.at[i].object = vm_id_of (VM_GONE, 0);
    for (size_t i = 0; i < s->at_exit.size; i++)
        if (vm_is_gone (s, s->at_exit.at[i]))
            s->at_exit.at[i] = vm_id_of (VM_GONE, 0);
    s->stale = false;
}

/* ---- threads */

static uint32_t
number_free (struct vm_state *s)
{
    uint32_t n = 0;
    while (n < s->thread.size && s->thread.at[n].status != VM_ABSENT)
        n++;
    return n;
}

/* Whoever was noted by its address has another now. */
static void
threads_grow (struct vm_state *s)
{
    struct vm_opened *o = s->opened;
    uintptr_t begin = (uintptr_t) s->thread.at,
              end = (uintptr_t) (s->thread.at + s->thread.size);
    VEC_PUSH (s->thread, (struct vm_thread) {.own = true});
    for (size_t i = 0; i < o->thread.size; i++) {
        uintptr_t at = (uintptr_t) o->thread.at[i].at;
        if (at >= begin && at < end)
            o->thread.at[i].at =
                &s->thread.at[(at - begin) / sizeof *s->thread.at];
    }
}

static struct vm_object *
locals_new (struct vm_state *s, uint32_t thread)
{
    uint32_t n = s->code->thread_locals;
    if (!n)
        return NULL;
    struct vm_object *local = vm_arena_new (&s->run, n * sizeof *local);
    memcpy (local, s->opened->first_local, n * sizeof *local);
    for (uint32_t i = 0; i < n; i++)
        local[i].owner = (uint16_t) (thread + 1);
    return local;
}

uint32_t
vm_thread_room (struct vm_state *s)
{
    uint32_t n = number_free (s);
    if (n >= VM_THREADS_MOST)
        return VM_NOWHERE;
    if (n == s->thread.size)
        threads_grow (s);
    else if (s->thread.at[n].stale != UINT32_MAX)
        vm_state_scrub (s);
    vm_own_thread (s, &s->thread.at[n]);
    return n;
}

uint32_t
vm_thread_new (struct vm_state *s, uint32_t function,
               const struct vm_value *argument, uint32_t arguments)
{
    uint32_t n = vm_thread_room (s);
    if (n == VM_NOWHERE)
        return n;
    struct vm_thread *t = &s->thread.at[n];
    *t = (struct vm_thread) {.status = VM_ALIVE,
                             .own = true,
                             .stale = UINT32_MAX,
                             .local = locals_new (s, n)};
    bool pushed = vm_frame_push (s, n, function, argument, arguments);
    assert (pushed);
    (void) pushed;
    return n;
}

void
vm_thread_end (struct vm_state *s, uint32_t thread, struct vm_value result)
{
    struct vm_thread *t = &s->thread.at[thread];
    vm_own_thread (s, t);
    *t = (struct vm_thread) {.status = VM_ENDED,
                             .detached = t->detached,
                             .result = result,
                             .own = true,
                             .stale = 0,
                             .last_run = t->last_run};
    s->stale = true;
}

void
vm_thread_forget (struct vm_state *s, uint32_t thread)
{
    struct vm_thread *t = &s->thread.at[thread];
    vm_own_thread (s, t);
    if (t->frames || t->local) {
        t->stale = 0;
        s->stale = true;
    }
    *t = (struct vm_thread) {
        .status = VM_ABSENT, .own = true, .stale = t->stale};
}

/* ---- frames */

static void
frames_grow (struct vm_state *s, struct vm_thread *t)
{
    if (t->frames < t->room)
        return;
    uint32_t room = t->room ? 2 * t->room : 8;
    struct vm_frame *frame = vm_arena_new (&s->run, room * sizeof *frame);
    if (t->frames)
        memcpy (frame, t->frame, t->frames * sizeof *frame);
    t->frame = frame;
    t->room = room;
}

bool
vm_frame_push (struct vm_state *s, uint32_t thread, uint32_t function,
               const struct vm_value *argument, uint32_t arguments)
{
    struct vm_thread *t = &s->thread.at[thread];
    const struct vm_function *fn = &s->code->function.at[function];
    if (t->frames >= VM_FRAMES_MOST)
        return false;
    vm_own_thread (s, t);
    frames_grow (s, t);
    size_t size = fn->registers * sizeof (struct vm_value);
    struct vm_value *reg = vm_arena_new (&s->run, size);
    memcpy (reg, s->live->blank + fn->first_width, size);
    if (arguments > fn->parameters)
        arguments = fn->parameters;
    if (arguments)
        memcpy (reg, argument, arguments * sizeof *reg);
    t->frame[t->frames++] = (struct vm_frame) {
        .function = function, .pc = fn->first, .reg = reg, .own = true};
    return true;
}

void
vm_frame_pop (struct vm_state *s, uint32_t thread)
{
    struct vm_thread *t = &s->thread.at[thread];
    assert (t->frames);
    vm_own_thread (s, t);
    struct vm_frame *f = &t->frame[--t->frames];
    /* A push may overwrite it. */
    if (!f->own)
        VEC_PUSH (s->opened->frame, ((struct vm_saved_frame) {f, *f}));
    if (!f->objects)
        return;
    s->stale = true;
    if (t->frames < t->stale)
        t->stale = t->frames;
}
