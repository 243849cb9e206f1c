/* vm_race.c -- two threads whose next accesses meet: same bytes, one of them
 * writes, one is not atomic.  Locks keep such a state from being reached, so no
 * clocks are needed. */
#include <assert.h>
#include <stdio.h>

#include "machine/vm_native.h"

static bool
meet (const struct vm_reach *a, const struct vm_reach *b)
{
    return a->object == b->object && a->from < b->end && b->from < a->end
           && (a->write || b->write) && !(a->atomic && b->atomic);
}

static uint32_t
accesses (struct vm_run *r, uint32_t thread, struct vm_reach reach[2])
{
    const struct vm_thread *t = &r->state->thread.at[thread];
    return t->status == VM_ALIVE && t->frames
               ? vm_next_accesses (r, thread, reach)
               : 0;
}

static bool
threads_meet (struct vm_run *r, uint32_t x, const struct vm_reach *a,
              uint32_t n, uint32_t y)
{
    struct vm_reach b[2];
    uint32_t m = accesses (r, y, b);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < m; k++)
            if (meet (&a[i], &b[k])) {
                snprintf (r->message, sizeof r->message,
                          "thread %u %s what thread %u %s", x,
                          a[i].write ? "writes" : "reads", y,
                          b[k].write ? "writes" : "reads");
                return true;
            }
    return false;
}

bool
vm_is_race (struct vm_run *r)
{
    uint32_t threads = (uint32_t) r->state->thread.size;
    for (uint32_t x = 0; x < threads; x++) {
        struct vm_reach a[2];
        uint32_t n = accesses (r, x, a);
        for (uint32_t y = x + 1; n && y < threads; y++)
            if (threads_meet (r, x, a, n, y))
                return true;
    }
    return false;
}
