/* vm/state/state.c -- what opening, changing and packing a state of the C machine
 * costs.
 *
 *     vm_state [ROUNDS]
 *
 * A state of 4 threads with two frames each and 10 globals, about what a
 * protocol has; then with 8 heap objects, of which each edge makes another
 * pointer. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "vm/state/state.h"
#include "../test/unit/vm/build.h"

enum { THREADS = 4, GLOBALS = 10, HEAP = 8 };

static void
program_make (struct vm_code *c)
{
    static const uint8_t width[] = {0, 32, 1, 64, 32, 32, 32, 8};
    vm_code_init (c);
    build_text (c, "");
    for (uint32_t i = 0; i < GLOBALS; i++)
        build_global (c, "g", i ? 4 : 40, false, false);
    for (uint32_t f = 0; f < 2; f++) {
        build_function (c, f ? "work" : "main", 2 * f, width, 8);
        build_op (c, (struct vm_instruction) {.op = VM_FENCE});
        build_call (c, VM_CALL, 1, 2, 0, VM_NOWHERE);
        build_return_all (c);
    }
}

static void
state_make (struct vm_state *s, uint32_t heap)
{
    s->begun = true;
    vm_id last = 0;
    for (uint32_t i = 0; i < heap; i++) {
        vm_id id = vm_heap_new (s, 24, VM_BY_MALLOC);
        struct vm_object *o = vm_object_find (s, id);
        vm_object_zero (s, o);
        if (last) {
            vm_need_points (s, o);
            o->points[0] = last;
        }
        last = id;
    }
    for (uint32_t t = 0; t < THREADS; t++) {
        vm_thread_new (s, 0, NULL, 0);
        for (uint32_t f = 0; f < 2; f++) {
            struct vm_frame *top = vm_frame_top (&s->thread.at[t]);
            for (uint32_t r = 0; r < 8; r++)
                top->reg[r] = vm_number (f);
            top->reg[0] = vm_pointer (last, 0);
            top->pc = s->code->function.at[f].first + 1;
            if (!f)
                vm_frame_push (s, t, 1, NULL, 0);
        }
    }
}

/* What an edge does: a register, a pc, a global. */
static void
edge_run (struct vm_state *s, uint32_t n, bool pointers)
{
    struct vm_thread *t = &s->thread.at[n % THREADS];
    struct vm_frame *top = vm_frame_top (t);
    vm_own_frame (s, t, top);
    top->reg[1] = vm_number (n % 7);
    top->pc ^= 1;
    if (pointers)
        top->reg[0] = vm_pointer (vm_id_of (VM_HEAP, 1 + n % HEAP), 0);
    struct vm_object *g = vm_object_find (s, vm_id_of (VM_GLOBAL, n % GLOBALS));
    vm_own_object (s, g);
    g->data[0] = (uint8_t) n;
}

static void
measure (struct vm_state *s, const char *what, uint32_t rounds, bool pointers)
{
    uint64_t sum = 0, begin, opened, run;
    struct buffer b;
    buffer_init (&b);
    struct bytes first = vm_state_pack (s);
    buffer_put (&b, first.data, first.size);
    begin = clock_thread_ns ();
    for (uint32_t i = 0; i < rounds; i++)
        vm_state_open (s, buffer_view (&b));
    opened = clock_thread_ns ();
    for (uint32_t i = 0; i < rounds; i++) {
        edge_run (s, i, pointers);
        sum += vm_state_pack (s).size;
        vm_state_reset (s);
    }
    run = clock_thread_ns ();
    printf ("%-10s %5zu bytes  open %5.0f ns  change, pack, reset %5.0f ns"
            "  (%" PRIu64 ")\n",
            what, b.size, (double) (opened - begin) / rounds,
            (double) (run - opened) / rounds, sum / rounds);
    buffer_clear (&b);
}

int
main (int argc, char **argv)
{
    uint32_t rounds = argc > 1 ? (uint32_t) strtoul (argv[1], NULL, 10) : 0;
    struct vm_code code;
    struct vm_live live;
    program_make (&code);
    vm_live_init (&live, &code);
    for (int heap = 0; heap < 3; heap++) {
        static const char *const name[] = {"no heap", "heap", "pointers"};
        struct vm_state s;
        vm_state_init (&s, &code, &live);
        state_make (&s, heap ? HEAP : 0);
        measure (&s, name[heap], rounds ? rounds : 1000000, heap == 2);
        vm_state_clear (&s);
    }
    vm_live_clear (&live);
    vm_code_clear (&code);
    return 0;
}
