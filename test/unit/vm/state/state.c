/* state.c -- states of the C machine: bytes there and back, one numbering,
 * and back to what was opened. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "packed.h"

/* ---- who names an object? */

static bool
object_names (const struct vm_state *s, const struct vm_object *o,
              bool (*is) (vm_id, vm_id), vm_id id)
{
    for (uint32_t i = 0; o->points && i < o->size / s->code->pointer_bytes; i++)
        if (is (o->points[i], id))
            return true;
    return false;
}

static bool
thread_names (struct vm_state *s, struct vm_thread *t,
              bool (*is) (vm_id, vm_id), vm_id id)
{
    bool named = is (t->wait.object, id) || is (t->result.object, id);
    for (uint32_t i = 0; i < t->keys; i++)
        named |= is (t->key[i].object, id);
    for (uint32_t i = 0; t->local && i < s->code->thread_locals; i++)
        named |= object_names (s, &t->local[i], is, id);
    for (uint32_t k = 0; k < t->frames; k++) {
        struct vm_frame *f = &t->frame[k];
        const struct vm_value *reg = vm_frame_registers (s, f);
        for (uint32_t i = 0; i < s->code->function.at[f->function].registers;
             i++)
            named |= is (reg[i].object, id);
        for (uint32_t i = 0; i < f->objects; i++)
            named |= object_names (s, &f->object[i], is, id);
    }
    return named;
}

static bool
state_names (struct vm_state *s, bool (*is) (vm_id, vm_id), vm_id id)
{
    bool named = false;
    for (size_t i = 0; i < s->code->global.size; i++)
        named |= object_names (s, &s->global[i], is, id);
    for (size_t i = 0; i < s->heap.size; i++)
        named |= object_names (s, &s->heap.at[i], is, id);
    for (size_t i = 0; i < s->thread.size; i++)
        named |= thread_names (s, &s->thread.at[i], is, id);
    for (size_t i = 0; i < s->at_exit.size; i++)
        named |= is (s->at_exit.at[i], id);
    return named;
}

static bool
is_same (vm_id a, vm_id b)
{
    return a == b;
}

static bool
is_of_thread (vm_id a, vm_id b)
{
    return (vm_id_kind (a) == VM_STACK || vm_id_kind (a) == VM_TLS)
           && vm_id_thread (a) == vm_id_thread (b);
}

/* ---- random changes, through the interface only */

static uint32_t
any_alive (struct fixture *f) /* VM_NOWHERE: none has a frame */
{
    uint32_t n = (uint32_t) f->state.thread.size;
    for (uint32_t tries = 0; n && tries < 8; tries++) {
        uint32_t t = draw (f, n);
        if (f->state.thread.at[t].frames)
            return t;
    }
    return VM_NOWHERE;
}

static vm_id
any_id (struct fixture *f)
{
    struct vm_state *s = &f->state;
    uint32_t t = any_alive (f);
    switch (draw (f, 6)) {
    case 0:
        return vm_id_of (VM_GLOBAL, draw (f, 12));
    case 1:
        if (t == VM_NOWHERE || !vm_frame_top (&s->thread.at[t])->objects)
            return vm_id_of (VM_FUNCTION, draw (f, 2));
        return vm_id_stack (t, s->thread.at[t].frames - 1,
                            draw (f, vm_frame_top (&s->thread.at[t])->objects));
    case 2:
        return t == VM_NOWHERE
                   ? 0
                   : vm_id_of (VM_TLS, t << VM_TLS_BITS | draw (f, 2));
    default:
        return s->heap.size
                   ? vm_id_of (VM_HEAP, 1 + draw (f, (uint32_t) s->heap.size))
                   : 0;
    }
}

static struct vm_value
any_value (struct fixture *f, unsigned width)
{
    unsigned bits = width ? width : 8 * f->code.pointer_bytes;
    struct vm_value v = {0};
    switch (draw (f, width ? 6 : 3)) {
    case 0:
        return vm_unknown (bits);
    case 1:
        v.bits = v.unknown = vm_mask (bits) & draw (f, 1 << 20);
        return v;
    case 2:
        v.object = any_id (f);
        v.bits =
            vm_mask (bits) & (uint64_t) (int64_t) ((int32_t) draw (f, 99) - 9);
        return v;
    default:
        v.bits = vm_mask (bits) & draw (f, 1 << 30);
        return v;
    }
}

static void
change_object (struct fixture *f, struct vm_object *o)
{
    struct vm_state *s = &f->state;
    if (!o || !o->size || o->flags & (VM_FREED | VM_READ_ONLY))
        return;
    uint32_t at = draw (f, o->size), slots = o->size / f->code.pointer_bytes;
    switch (draw (f, 8)) {
    case 0:
        vm_need_unknown (s, o);
        o->unknown[at] = (uint8_t) draw (f, 2);
        break;
    case 1:
        vm_object_zero (s, o);
        break;
    case 2:
        vm_own_object (s, o);
        if (o->unknown)
            o->unknown[at] = 0;
        o->data[at] = (uint8_t) draw (f, 3);
        break;
    case 3:
        vm_object_share (s, o);
        break;
    default:
        if (!slots)
            break;
        vm_need_points (s, o);
        o->points[draw (f, slots)] = any_id (f);
        break;
    }
}

static void
change_registers (struct fixture *f, uint32_t thread)
{
    struct vm_state *s = &f->state;
    struct vm_thread *t = &s->thread.at[thread];
    struct vm_frame *top = vm_frame_top (t);
    vm_own_frame (s, t, top);
    const struct vm_function *fn = &f->code.function.at[top->function];
    uint32_t r = draw (f, fn->registers);
    top->reg[r] = any_value (f, f->code.width.at[fn->first_width + r]);
    top->pc = fn->first + draw (f, fn->end - fn->first);
}

static void
change_frames (struct fixture *f, uint32_t thread)
{
    struct vm_state *s = &f->state;
    struct vm_thread *t = &s->thread.at[thread];
    struct vm_value argument[2] = {any_value (f, 0), any_value (f, 32)};
    switch (draw (f, 4)) {
    case 0:
        if (t->frames < 12) {
            vm_own_frame (s, t, vm_frame_top (t));
            vm_frame_top (t)->pc =
                f->code.function.at[vm_frame_top (t)->function].first + 1;
            vm_frame_push (s, thread, 1, argument, 2);
        }
        break;
    case 1:
        if (t->frames > 1)
            vm_frame_pop (s, thread);
        break;
    default:
        if (vm_frame_top (t)->objects < 9) {
            vm_id id =
                vm_stack_new (s, thread, draw (f, 3) ? draw (f, 30) : 300);
            /* Nobody knows what is new. */
            assert_false (state_names (s, is_same, id));
        }
        break;
    }
}

static void
change_thread (struct fixture *f, uint32_t thread)
{
    struct vm_state *s = &f->state;
    struct vm_thread *t = &s->thread.at[thread];
    vm_own_thread (s, t);
    switch (draw (f, 6)) {
    case 0:
        t->phase = (uint8_t) draw (f, 256);
        t->detached = (uint8_t) draw (f, 2);
        t->unwinding = (uint8_t) draw (f, 8);
        t->selector = draw (f, 3);
        t->atomic = draw (f, 3);
        break;
    case 1:
        t->status = draw (f, 2) ? VM_ASLEEP : VM_ALIVE;
        t->wait = any_value (f, 0);
        t->result = any_value (f, 0);
        break;
    case 2:
        t->keys = 3;
        t->key = vm_scratch (s, 3 * sizeof *t->key);
        memset (t->key, 0, 3 * sizeof *t->key);
        t->key[draw (f, 3)] = any_value (f, 0);
        break;
    case 3:
        vm_thread_end (s, thread, any_value (f, 0));
        break;
    default:
        if (t->local)
            change_object (f, &t->local[draw (f, 2)]);
        break;
    }
}

static void
change_threads (struct fixture *f)
{
    struct vm_state *s = &f->state;
    for (uint32_t t = 0; t < s->thread.size; t++)
        if (s->thread.at[t].status == VM_ENDED && draw (f, 2))
            vm_thread_forget (s, t);
    if (s->thread.size < 6) {
        uint32_t t = vm_thread_new (s, 1, NULL, 0);
        assert_false (state_names (s, is_of_thread, vm_id_stack (t, 0, 0)));
        registers (f, t)[0] = any_value (f, 0);
    }
}

static void
change_rest (struct fixture *f)
{
    struct vm_state *s = &f->state;
    vm_id id = vm_id_of (VM_GLOBAL, draw (f, 10));
    switch (draw (f, 4)) {
    case 0:
        if (s->hold.size || !s->thread.size)
            s->hold.size = 0;
        else
            VEC_PUSH (s->hold, ((struct vm_hold) {.object = id, .end = 4}));
        break;
    case 1:
        VEC_PUSH (s->at_exit, vm_id_of (VM_FUNCTION, 1));
        VEC_PUSH (s->at_exit, any_id (f));
        VEC_PUSH (s->at_exit, draw (f, 5));
        break;
    case 2:
        s->at_exit.size = 0;
        VEC_PUSH (s->key, draw (f, 2));
        break;
    default:
        s->key.size = 0;
        s->begun = draw (f, 2);
        break;
    }
}

static void
change (struct fixture *f)
{
    struct vm_state *s = &f->state;
    uint32_t thread = any_alive (f), kind = draw (f, 16);
    if (thread == VM_NOWHERE || kind == 0)
        change_threads (f);
    else if (kind < 4)
        change_registers (f, thread);
    else if (kind < 7)
        change_frames (f, thread);
    else if (kind == 7)
        change_thread (f, thread);
    else if (kind == 8)
        change_rest (f);
    else if (kind < 11 && s->heap.size < 12)
        vm_heap_new (s, draw (f, 3) ? draw (f, 40) : 300,
                     draw (f, 2) ? VM_BY_MALLOC : VM_BY_NEW);
    else if (kind == 11 && s->heap.size) {
        struct vm_object *o = &s->heap.at[draw (f, (uint32_t) s->heap.size)];
        if (!(o->flags & VM_FREED))
            vm_object_free (s, o);
    } else
        change_object (f, vm_object_find (s, any_id (f)));
}

/* ---- the same state with other numbers */

static void
id_map (vm_id *id, const uint32_t *map)
{
    if (vm_id_kind (*id) == VM_HEAP)
        *id = vm_id_of (VM_HEAP, map[vm_id_number (*id) - 1] + 1);
}

static void
object_map (struct vm_state *s, struct vm_object *o, const uint32_t *map)
{
    if (o->flags & VM_FREED || !o->points)
        return;
    vm_own_object (s, o);
    for (uint32_t i = 0; i < o->size / s->code->pointer_bytes; i++)
        id_map (&o->points[i], map);
}

static void
thread_map (struct vm_state *s, struct vm_thread *t, const uint32_t *map)
{
    vm_own_thread (s, t);
    id_map (&t->wait.object, map);
    id_map (&t->result.object, map);
    for (uint32_t i = 0; i < t->keys; i++)
        id_map (&t->key[i].object, map);
    for (uint32_t i = 0; t->local && i < s->code->thread_locals; i++)
        object_map (s, &t->local[i], map);
    for (uint32_t k = 0; k < t->frames; k++) {
        struct vm_frame *frame = &t->frame[k];
        vm_own_frame (s, t, frame);
        for (uint32_t i = 0; i < frame->objects; i++)
            object_map (s, &frame->object[i], map);
        for (uint32_t i = 0;
             i < s->code->function.at[frame->function].registers; i++)
            id_map (&frame->reg[i].object, map);
    }
}

/* Object n gets number map[n - 1] + 1. */
static void
state_map (struct vm_state *s, const uint32_t *map)
{
    size_t n = s->heap.size;
    for (size_t i = 0; i < s->code->global.size; i++)
        object_map (s, &s->global[i], map);
    for (size_t i = 0; i < s->thread.size; i++)
        thread_map (s, &s->thread.at[i], map);
    for (size_t i = 0; i < s->at_exit.size; i++)
        id_map (&s->at_exit.at[i], map);
    for (size_t i = 0; i < s->hold.size; i++)
        id_map (&s->hold.at[i].object, map);
    for (size_t i = 0; i < n; i++) {
        vm_own_object (s, &s->heap.at[i]);
        object_map (s, &s->heap.at[i], map);
    }
    struct vm_object *old = memory_copy (s->heap.at, n * sizeof *s->heap.at);
    for (size_t i = 0; i < n; i++)
        s->heap.at[map[i]] = old[i];
    memory_free (old);
}

static void
permute (struct fixture *f)
{
    uint32_t map[64], n = (uint32_t) f->state.heap.size;
    assert_true (n <= 64);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = draw (f, i + 1);
        map[i] = map[j];
        map[j] = i;
    }
    state_map (&f->state, map);
}

/* ---- tests */

static void
round_trip (void **unused)
{
    (void) unused;
    for (unsigned pointer = 4; pointer <= 8; pointer += 4) {
        struct fixture f;
        fixture_make (&f, pointer, 0);
        for (int round = 0; round < 3000; round++) {
            for (uint32_t n = draw (&f, 30); n; n--)
                change (&f);
            struct buffer b = packed (&f.state);
            if (round % 8 == 0)
                assert_true (vm_state_sound (&f.state));
            vm_state_open (&f.state, buffer_view (&b));
            struct bytes again = vm_state_pack (&f.state);
            assert_true (bytes_equal (buffer_view (&b), again));
            buffer_clear (&b);
            if (round % 50 == 49)
                vm_state_open (&f.state, (struct bytes) {0});
        }
        fixture_clear (&f);
    }
}

static void
reset_goes_back (void **unused)
{
    (void) unused;
    struct fixture f;
    fixture_make (&f, 8, 0);
    for (int round = 0; round < 2000; round++) {
        struct buffer b = packed (&f.state);
        vm_state_open (&f.state, buffer_view (&b));
        for (int edge = 0; edge < 3; edge++) {
            for (uint32_t n = draw (&f, 40); n; n--)
                change (&f);
            vm_state_pack (&f.state);
            vm_state_reset (&f.state);
            assert_true (
                bytes_equal (buffer_view (&b), vm_state_pack (&f.state)));
        }
        assert_true (round % 8 || vm_state_sound (&f.state));
        for (size_t i = 0; i < f.state.heap.size; i++)
            assert_false (f.state.heap.at[i].shared || f.state.heap.at[i].own);
        buffer_clear (&b);
        for (uint32_t n = draw (&f, 20); n; n--)
            change (&f);
        if (round % 50 == 49)
            vm_state_open (&f.state, (struct bytes) {0});
    }
    fixture_clear (&f);
}

static void
numbers_do_not_show (void **unused)
{
    (void) unused;
    struct fixture f;
    fixture_make (&f, 8, 0);
    unsigned several = 0;
    for (int round = 0; round < 3000; round++) {
        for (uint32_t n = draw (&f, 30); n; n--)
            change (&f);
        struct buffer b = packed (&f.state);
        several += f.state.heap.size > 2;
        permute (&f);
        struct bytes again = vm_state_pack (&f.state);
        assert_true (bytes_equal (buffer_view (&b), again));
        vm_state_open (&f.state, buffer_view (&b));
        /* And from what was just opened. */
        permute (&f);
        assert_true (bytes_equal (buffer_view (&b), vm_state_pack (&f.state)));
        vm_state_open (&f.state, buffer_view (&b));
        buffer_clear (&b);
        if (round % 50 == 49)
            vm_state_open (&f.state, (struct bytes) {0});
    }
    assert_true (several > 300);
    fixture_clear (&f);
}

static void
values_are_exact (void **unused)
{
    (void) unused;
    for (unsigned pointer = 4; pointer <= 8; pointer += 4) {
        struct fixture f;
        fixture_make (&f, pointer, 0);
        vm_thread_new (&f.state, 0, NULL, 0);
        for (int round = 0; round < 500; round++) {
            struct vm_value v[8], *reg = registers (&f, 0);
            for (uint32_t i = 0; i < 8; i++)
                v[i] = reg[i] = any_value (&f, f.code.width.at[i]);
            /* Plain ones, but for one perhaps. */
            for (uint32_t i = 0; i < 8 && round % 2; i++)
                v[i] = reg[i] = vm_number (1);
            uint64_t offset = UINT64_C (1) << draw (&f, 64);
            offset = draw (&f, 2) ? offset : -offset;
            v[5].bits = reg[5].bits = offset & vm_mask (8 * pointer);
            v[5].unknown = reg[5].unknown = 0;
            reopen (&f);
            reg = vm_frame_registers (&f.state,
                                      vm_frame_top (&f.state.thread.at[0]));
            for (uint32_t i = 1; i < 8; i++)
                assert_true (vm_same (reg[i], v[i]));
        }
        fixture_clear (&f);
    }
}

static void
parts_cover_all (void **unused)
{
    (void) unused;
    struct fixture f;
    begin (&f, 0);
    uint32_t ends[64];
    for (int round = 0; round < 200; round++) {
        for (uint32_t n = draw (&f, 20); n; n--)
            change (&f);
        struct buffer b = packed (&f.state);
        vm_state_open (&f.state, buffer_view (&b));
        size_t all = vm_state_parts (buffer_view (&b), ends, 64);
        /* head, three groups and one large, threads, heap */
        size_t least = 1 + f.state.thread.size + f.state.heap.size;
        assert_true (all > least && all <= least + 8);
        assert_int_equal (ends[all - 1], b.size);
        for (size_t i = 0; i < all; i++)
            assert_true (ends[i] % 4 == 0 && (!i || ends[i] > ends[i - 1]));
        assert_int_equal (vm_state_parts (buffer_view (&b), ends, 3), 3);
        assert_int_equal (ends[2], b.size);
        buffer_clear (&b);
    }
    assert_int_equal (vm_state_parts ((struct bytes) {0}, ends, 3), 0);
    fixture_clear (&f);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (round_trip),
        cmocka_unit_test (reset_goes_back),
        cmocka_unit_test (numbers_do_not_show),
        cmocka_unit_test (values_are_exact),
        cmocka_unit_test (parts_cover_all),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
