/* timers.c -- see timers.h. */
#include "team/transport/timers.h"

#include "base/vec.h"

void
timers_init (struct timers *a)
{
    *a = (struct timers) {0};
}

void
timers_clear (struct timers *a)
{
    VEC_CLEAR (*a);
}

static bool
entry_before (const struct timers_entry *a, const struct timers_entry *b)
{
    return a->when != b->when ? a->when < b->when : a->order < b->order;
}

void
timers_put (struct timers *a, uint64_t when, uint64_t what, void *item)
{
    struct timers_entry e = {when, a->next_order++, what, item};
    VEC_PUSH (*a, e);
    size_t i = a->size - 1;
    for (; i && entry_before (&e, &a->at[(i - 1) / 2]); i = (i - 1) / 2)
        a->at[i] = a->at[(i - 1) / 2];
    a->at[i] = e;
}

const struct timers_entry *
timers_first (const struct timers *a)
{
    return a->size ? a->at : NULL;
}

bool
timers_take (struct timers *a, struct timers_entry *first)
{
    if (!a->size)
        return false;
    *first = a->at[0];
    struct timers_entry e = VEC_POP (*a);
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= a->size)
            break;
        if (child + 1 < a->size
            && entry_before (&a->at[child + 1], &a->at[child]))
            child++;
        if (!entry_before (&a->at[child], &e))
            break;
        a->at[i] = a->at[child];
        i = child;
    }
    if (a->size)
        a->at[i] = e;
    return true;
}
