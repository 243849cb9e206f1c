/* race.c -- two threads whose next accesses meet: same bytes, one of them
 * writes, one is not atomic.  Locks keep such a state from being reached, so no
 * clocks are needed. */
#include <assert.h>
#include <stdio.h>

#include "vm/library/native.h"

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
threads_meet (struct vm_run *r, uint32_t n, uint32_t y, struct vm_reach a[2],
              struct vm_meeting *found)
{
    struct vm_reach b[2];
    uint32_t m = accesses (r, y, b);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < m; k++)
            if (meet (&a[i], &b[k])) {
                found->thread[1] = y;
                found->reach[0] = a[i];
                found->reach[1] = b[k];
                return true;
            }
    return false;
}

bool
vm_race_find (struct vm_run *r, struct vm_meeting *found)
{
    uint32_t threads = (uint32_t) r->state->thread.size;
    for (uint32_t x = 0; x < threads; x++) {
        struct vm_reach a[2];
        uint32_t n = accesses (r, x, a);
        found->thread[0] = x;
        for (uint32_t y = x + 1; n && y < threads; y++)
            if (threads_meet (r, n, y, a, found))
                return true;
    }
    return false;
}

bool
vm_is_race (struct vm_run *r)
{
    struct vm_meeting m;
    if (!vm_race_find (r, &m))
        return false;
    char one[VM_THREAD_NAME], other[VM_THREAD_NAME];
    snprintf (r->message, sizeof r->message, "%s %s what %s %s",
              vm_thread_name (m.thread[0], one),
              m.reach[0].write ? "writes" : "reads",
              vm_thread_name (m.thread[1], other),
              m.reach[1].write ? "writes" : "reads");
    return true;
}
