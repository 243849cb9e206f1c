/* estimate.c -- how near a state of the C machine seems to an error.
 *
 * All are functions of the state: where a paper's definition needs to know how
 * the search came there, ours is another one (doc/papers.md). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "vm/guide/estimate.h"
#include "vm/library/native.h"
#include "vm/library/pthread.h"

const char *const vm_estimates[] = {"none",
                                    "active",
                                    "most-blocked",
                                    "lock-and-block",
                                    "interleaving",
                                    "read-write",
                                    "alternating",
                                    "branch",
                                    "distance",
                                    "priority",
                                    NULL};

int
vm_estimate_find (const char *name)
{
    for (int i = 0; vm_estimates[i]; i++)
        if (!strcmp (vm_estimates[i], name))
            return i;
    return -1;
}

static bool
thread_lives (const struct vm_thread *t)
{
    return t->status == VM_ALIVE || t->status == VM_ASLEEP;
}

static int64_t
threads_that (struct vm_run *r, bool blocked)
{
    int64_t count = 0;
    for (uint32_t t = 0; t < r->state->thread.size; t++)
        if (thread_lives (&r->state->thread.at[t]))
            count += vm_is_blocked (r, t) == blocked;
    return count;
}

/* ---- locks */

/* Mutexes and rwlocks (vm/library/pthread.h).  That something else looks like one does
 * no harm. */
static void
object_holders (const struct vm_object *o, uint8_t *holds, size_t threads)
{
    uint32_t word[3];
    if (!o->data || o->flags & (VM_FREED | VM_READ_ONLY))
        return;
    for (uint32_t at = 0; at + sizeof word <= o->size; at += 4) {
        memcpy (word, o->data + at, sizeof word);
        if (word[0] == VM_LOCK_MAGIC && word[2] - 1 < threads)
            holds[word[2] - 1] = 1;
    }
}

/* Of each thread: does it hold a lock? */
static uint8_t *
lock_holders (struct vm_run *r)
{
    struct vm_state *s = r->state;
    size_t threads = s->thread.size;
    uint8_t *holds = vm_scratch (s, threads);
    memset (holds, 0, threads);
    for (size_t i = 0; i < r->code->global.size; i++)
        if (!r->code->global.at[i].constant)
            object_holders (&s->global[i], holds, threads);
    for (size_t i = 0; i < s->heap.size; i++)
        object_holders (&s->heap.at[i], holds, threads);
    for (size_t i = 0; i < s->hold.size; i++)
        if (s->hold.at[i].thread < threads)
            holds[s->hold.at[i].thread] = 1;
    return holds;
}

/* Threads that hold a lock, once more those of them that are blocked, and those
 * that wait for nobody in particular.  A thread that waits for a lock and holds
 * none is no part of a ring, so it does not count. */
static int64_t
estimate_locks (struct vm_run *r)
{
    int64_t near = 0;
    const uint8_t *holds = lock_holders (r);
    for (uint32_t t = 0; t < r->state->thread.size; t++) {
        if (!thread_lives (&r->state->thread.at[t]))
            continue;
        bool blocked = vm_is_blocked (r, t);
        near += holds[t]
                + (blocked && (holds[t] || vm_waits_for (r, t) == VM_NOWHERE));
    }
    return VM_FAR - near;
}

/* ---- progress */

/* The least number of instructions that bring a thread to where it is. */
static int64_t
thread_progress (const struct vm_error_distance *g, const struct vm_thread *t)
{
    int64_t sum = 0;
    for (uint32_t f = 0; f < t->frames; f++)
        sum += g->begun[t->frame[f].pc];
    return sum;
}

static int64_t
estimate_interleaving (struct vm_run *r)
{
    int64_t least = INT64_MAX, most = 0;
    for (uint32_t n = 0; n < r->state->thread.size; n++) {
        const struct vm_thread *t = &r->state->thread.at[n];
        if (!thread_lives (t))
            continue;
        int64_t here = thread_progress (r->guide, t);
        least = here < least ? here : least;
        most = here > most ? here : most;
    }
    return least > most ? 0 : most - least;
}

/* ---- next accesses */

struct estimate_ahead {
    struct vm_reach reach;
    uint32_t thread;
};

static int
ahead_order (const void *a, const void *b)
{
    const struct estimate_ahead *x = a, *y = b;
    if (x->reach.object != y->reach.object)
        return x->reach.object < y->reach.object ? -1 : 1;
    return (x->thread > y->thread) - (x->thread < y->thread);
}

/* Of threads that can go on, by object; gives how many. */
static size_t
accesses_ahead (struct vm_run *r, struct estimate_ahead **list)
{
    size_t size = 0;
    *list = vm_scratch (r->state, (r->state->thread.size + 1) * sizeof **list);
    for (uint32_t n = 0; n < r->state->thread.size; n++) {
        struct estimate_ahead *a = &(*list)[size];
        a->thread = n;
        if (thread_lives (&r->state->thread.at[n]) && !vm_is_blocked (r, n)
            && vm_next_access (r, n, &a->reach))
            size++;
    }
    qsort (*list, size, sizeof **list, ahead_order);
    return size;
}

static bool
ahead_meets (const struct estimate_ahead *a, const struct estimate_ahead *b)
{
    return a->reach.from < b->reach.end && b->reach.from < a->reach.end;
}

/* Threads whose next access meets that of another, which writes (or, to
 * alternate, is of the other kind). */
static int64_t
meetings (const struct estimate_ahead *list, size_t size, bool alternating)
{
    int64_t count = 0;
    for (size_t i = 0, first = 0; i < size; i++) {
        bool met = false;
        if (list[i].reach.object != list[first].reach.object)
            first = i;
        for (size_t j = first; !met && j < size; j++) {
            if (list[j].reach.object != list[i].reach.object)
                break;
            bool fits = alternating ? list[j].reach.write != list[i].reach.write
                                    : list[j].reach.write;
            met = j != i && fits && ahead_meets (&list[i], &list[j]);
        }
        count += met;
    }
    return count;
}

static int64_t
estimate_accesses (struct vm_run *r, bool alternating)
{
    struct estimate_ahead *list;
    size_t size = accesses_ahead (r, &list);
    return VM_THREADS_MOST - meetings (list, size, alternating);
}

/* ---- distance in the code */

/* From where a thread is: on in the function that it is in, or, after that is
 * left, in one of those that called it. */
static int64_t
thread_distance (const struct vm_error_distance *g, const struct vm_thread *t)
{
    int64_t least = VM_FAR, left = 0;
    for (uint32_t f = t->frames; f-- > 0;) {
        uint32_t pc = t->frame[f].pc;
        bool top = f + 1 == t->frames;
        /* A caller goes on behind its call. */
        int64_t error =
            top ? g->error[pc] : vm_error_distance_behind (g, pc, g->error);
        int64_t leave =
            top ? g->leave[pc] : vm_error_distance_behind (g, pc, g->leave);
        least = left + error < least ? left + error : least;
        left += leave;
        if (left >= VM_FAR)
            break;
    }
    return least;
}

static int64_t
estimate_distance (struct vm_run *r)
{
    int64_t least = VM_FAR;
    for (uint32_t n = 0; n < r->state->thread.size; n++) {
        const struct vm_thread *t = &r->state->thread.at[n];
        int64_t here =
            thread_lives (t) ? thread_distance (r->guide, t) : VM_FAR;
        least = here < least ? here : least;
    }
    return least;
}

/* ---- what the user says: greater is sooner */

/* Of a thread that stands before PRIORITY (n); INT32_MIN: it does not. */
static int32_t
thread_priority (struct vm_run *r, uint32_t thread)
{
    struct vm_value argument[VM_NATIVE_ARGUMENTS];
    uint32_t arguments;
    if (!thread_lives (&r->state->thread.at[thread]))
        return INT32_MIN;
    const struct vm_native *n =
        vm_native_next (r, thread, argument, &arguments);
    if (!n || strcmp (n->name, "__cohort_priority") || !arguments
        || argument[0].unknown)
        return INT32_MIN;
    return (int32_t) (uint32_t) argument[0].bits;
}

/* Of the program's variable of that name, if it has one. */
static int32_t
global_priority (struct vm_run *r)
{
    int32_t priority;
    uint32_t n = r->guide->priority;
    if (n == VM_NOWHERE || !r->state->global[n].data
        || r->state->global[n].size < sizeof priority)
        return INT32_MIN;
    memcpy (&priority, r->state->global[n].data, sizeof priority);
    return priority;
}

static int64_t
estimate_priority (struct vm_run *r)
{
    int32_t most = global_priority (r);
    for (uint32_t n = 0; n < r->state->thread.size; n++) {
        int32_t here = thread_priority (r, n);
        most = here > most ? here : most;
    }
    return (int64_t) INT32_MAX - most;
}

int64_t
vm_estimate (struct vm_run *r, int kind)
{
    if (!r->state->thread.size)
        return 0;
    if (!r->guide && kind >= VM_ESTIMATE_INTERLEAVING)
        r->guide = vm_error_distance_new (r->code);
    switch (kind) {
    case VM_ESTIMATE_ACTIVE:
        return threads_that (r, false);
    case VM_ESTIMATE_BLOCKED:
        return VM_THREADS_MOST - threads_that (r, true);
    case VM_ESTIMATE_LOCKS:
        return estimate_locks (r);
    case VM_ESTIMATE_INTERLEAVING:
        return estimate_interleaving (r);
    case VM_ESTIMATE_WRITES:
        return estimate_accesses (r, false);
    case VM_ESTIMATE_ALTERNATING:
        return estimate_accesses (r, true);
    case VM_ESTIMATE_BRANCH:
        return vm_estimate_branch (r);
    case VM_ESTIMATE_DISTANCE:
        return estimate_distance (r);
    case VM_ESTIMATE_PRIORITY:
        return estimate_priority (r);
    default:
        assert (kind == VM_ESTIMATE_NONE);
        return 0;
    }
}
