/* packed.h -- states of the C machine for tests: made, packed, opened. */
#ifndef VM_PACKED_H
#define VM_PACKED_H

#include <string.h>

#include "vm/state/state.h"
#include "unit/vm/build.h"

struct fixture {
    struct vm_code code;
    struct vm_live live;
    struct vm_state state;
    uint64_t seed;
};

static inline void
fixture_make (struct fixture *f, unsigned pointer_bytes, uint32_t checks)
{
    build_program (&f->code, pointer_bytes);
    f->code.checks = checks;
    vm_live_init (&f->live, &f->code);
    vm_state_init (&f->state, &f->code, &f->live);
    f->seed = 1;
}

static inline void
fixture_clear (struct fixture *f)
{
    vm_state_clear (&f->state);
    vm_live_clear (&f->live);
    vm_code_clear (&f->code);
}

static inline uint32_t
draw (struct fixture *f, uint32_t below)
{
    f->seed = f->seed * UINT64_C (6364136223846793005)
              + UINT64_C (1442695040888963407);
    return (uint32_t) (f->seed >> 33) % below;
}

static inline struct buffer
packed (struct vm_state *s)
{
    struct buffer b;
    struct bytes bytes = vm_state_pack (s);
    buffer_init (&b);
    buffer_put (&b, bytes.data, bytes.size);
    return b;
}

static inline struct vm_value *
registers (struct fixture *f, uint32_t thread)
{
    struct vm_thread *t = &f->state.thread.at[thread];
    vm_own_frame (&f->state, t, vm_frame_top (t));
    return vm_frame_top (t)->reg;
}

static inline void
begin (struct fixture *f, uint32_t checks)
{
    fixture_make (f, 8, checks);
    assert_int_equal (vm_thread_new (&f->state, 0, NULL, 0), 0);
    f->state.begun = true;
}

static inline void
reopen (struct fixture *f)
{
    struct buffer b = packed (&f->state);
    vm_state_open (&f->state, buffer_view (&b));
    buffer_clear (&b);
}

#endif
