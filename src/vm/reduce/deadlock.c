/* deadlock.c -- nobody can go on: of all threads, or of some in a ring. */
#include <assert.h>
#include <stdio.h>

#include "vm/exec/guarded_atomic.h"
#include "vm/library/native.h"

static bool
lives (const struct vm_thread *t)
{
    return t->status == VM_ALIVE || t->status == VM_ASLEEP;
}

static bool
is_stuck (struct vm_run *r, uint32_t thread)
{
    const struct vm_thread *t = &r->state->thread.at[thread];
    return lives (t) && t->frames && vm_next (r, thread)->op == VM_NATIVE
           && vm_is_blocked (r, thread);
}

static void
tell_all (struct vm_run *r, uint32_t count)
{
    snprintf (r->message, sizeof r->message,
              count == 1 ? "the last thread cannot go on"
                         : "none of %u threads can go on",
              count);
}

static void
tell_ring (struct vm_run *r, const uint32_t *next, uint32_t first)
{
    int at = snprintf (r->message, sizeof r->message,
                       "threads wait for each other: %u", first);
    uint32_t t = first;
    do {
        t = next[t];
        if (at < (int) sizeof r->message - 16)
            at += snprintf (r->message + at, sizeof r->message - (size_t) at,
                            " for %u", t);
    } while (t != first);
}

/* The least thread of a ring of those who wait for each other (`next`; NOWHERE
 * of who is not stuck), or VM_NOWHERE.  Each is passed once: `seen` says from
 * where it was come to first. */
static uint32_t
ring_find (const uint32_t *next, uint32_t *seen, uint32_t threads)
{
    uint32_t least = VM_NOWHERE;
    for (uint32_t t = 0; t < threads; t++)
        seen[t] = VM_NOWHERE;
    for (uint32_t first = 0; first < threads; first++) {
        uint32_t t = first;
        while (next[t] != VM_NOWHERE && seen[t] == VM_NOWHERE) {
            seen[t] = first;
            t = next[t];
        }
        if (next[t] == VM_NOWHERE || seen[t] != first)
            continue;
        uint32_t begin = t;
        do {
            least = t < least ? t : least;
            t = next[t];
        } while (t != begin);
    }
    return least;
}

/* Of those who stand before a section with AWAIT, and would not be blocked
 * otherwise: can none begin?  Nobody waits for these in a ring, so they are
 * asked only where all depends on them. */
static bool
sections_are_blocked (struct vm_run *r)
{
    for (uint32_t t = 0; t < r->state->thread.size; t++)
        if (vm_guarded_atomics (r, t) && !is_stuck (r, t)
            && !vm_section_is_blocked (r, t))
            return false;
    return true;
}

bool
vm_is_deadlock (struct vm_run *r)
{
    uint32_t living = 0, stuck = 0, sections = 0;
    uint32_t threads = (uint32_t) r->state->thread.size;
    uint32_t *next = vm_scratch (r->state, threads * 2 * sizeof *next);
    for (uint32_t t = 0; t < threads; t++) {
        bool waits = is_stuck (r, t);
        next[t] = waits ? vm_waits_for (r, t) : VM_NOWHERE;
        living += lives (&r->state->thread.at[t]);
        stuck += waits;
        sections += !waits && vm_guarded_atomics (r, t);
    }
    assert (stuck + sections <= living);
    if (!stuck && !sections)
        return false;
    if (stuck + sections == living && sections_are_blocked (r)) {
        tell_all (r, living);
        return true;
    }
    uint32_t first = ring_find (next, next + threads, threads);
    if (first != VM_NOWHERE)
        tell_ring (r, next, first);
    return first != VM_NOWHERE;
}
