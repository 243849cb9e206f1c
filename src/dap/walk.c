/* walk.c -- see walk.h. */
#include "dap/walk.h"

#include <assert.h>
#include <string.h>

/* Calls around what the thread did last. */
static uint32_t
depth_now (const struct trace *t, size_t at, unsigned thread)
{
    for (size_t i = at + 1; i-- > 0;)
        if (t->entry.at[i].thread == thread && !t->entry.at[i].step->folded)
            return t->entry.at[i].step->depth;
    return 0;
}

size_t
walk_next (const struct trace *t, size_t at, unsigned thread)
{
    assert (at < t->entry.size);
    uint32_t depth = depth_now (t, at, thread);
    for (size_t i = at + 1; i < t->entry.size; i++) {
        const struct trace_entry *e = &t->entry.at[i];
        if (e->thread == thread && (e->step->folded || e->step->depth <= depth))
            return i;
    }
    return t->entry.size - 1;
}

size_t
walk_out (const struct trace *t, size_t at, unsigned thread)
{
    assert (at < t->entry.size);
    uint32_t depth = depth_now (t, at, thread);
    for (size_t i = at + 1; i < t->entry.size; i++) {
        const struct trace_entry *e = &t->entry.at[i];
        if (e->thread == thread && !e->step->folded && e->step->depth < depth)
            return i;
    }
    return t->entry.size - 1;
}

size_t
walk_placed (const struct trace *t, size_t at)
{
    assert (at < t->entry.size);
    const struct trace_entry *e = &t->entry.at[at];
    for (size_t i = at + 1; i-- > 0;) {
        const struct trace_entry *b = &t->entry.at[i];
        bool same = b->thread == e->thread
                    && (e->step->folded || b->step->depth == e->step->depth);
        if (same && b->file && b->line)
            return i;
    }
    return t->entry.size;
}

bool
walk_begun (const struct trace *t, size_t at, unsigned thread)
{
    assert (at < t->entry.size);
    for (size_t i = 0; i <= at; i++)
        if (t->entry.at[i].thread == thread)
            return true;
    return false;
}
