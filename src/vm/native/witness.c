/* witness.c -- see witness.h. */
#include "vm/native/witness.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "csource/lines.h"

/* What a witness calls the property that failed; null: there is none. */
static const char *
fault_specification (uint32_t fault)
{
    switch (vm_fault_check (fault)) {
    case VM_CHECK_ASSERT:
        return witness_specification ("unreach-call");
    case VM_CHECK_ACCESS:
        return witness_specification ("valid-deref");
    case VM_CHECK_FREE:
        return witness_specification ("valid-free");
    case VM_CHECK_LEAK:
        return witness_specification ("valid-memtrack");
    case VM_CHECK_OVERFLOW:
        return witness_specification ("no-overflow");
    case VM_CHECK_RACE:
        return witness_specification ("no-data-race");
    default:
        return NULL;
    }
}

/* "file:line:column", taken apart in place. */
static struct place
place_of (char *text)
{
    struct place p = {0};
    char *column = strrchr (text, ':');
    if (!column)
        return p;
    *column = 0;
    char *line = strrchr (text, ':');
    if (!line)
        return p;
    *line = 0;
    return (struct place) {text, (unsigned) strtoul (line + 1, NULL, 10),
                           (unsigned) strtoul (column + 1, NULL, 10)};
}

static void
waypoints (const struct witness_task *task, const struct vec_vm_told *told,
           struct arena *arena, struct vec_waypoint *list)
{
    uint32_t last = 0;
    for (size_t i = 0; i < told->size; i++) {
        const struct vm_told *t = &told->at[i];
        bool ends = i + 1 == told->size;
        if (!t->place || (!ends && t->number == last))
            continue;
        struct witness_waypoint w = {.type = ends ? WAYPOINT_TARGET
                                                  : WAYPOINT_ASSUMPTION,
                                     .value = ends ? NULL : "1",
                                     .function = t->function,
                                     .thread = t->number + 1};
        w.place = c_lines_own (task->file, task->files,
                               place_of (arena_string (arena, t->place)));
        last = t->number;
        VEC_PUSH (*list, w);
    }
}

char *
vm_witness (const struct witness_task *of, uint32_t fault,
            const struct vec_vm_told *told)
{
    struct witness_task task = *of;
    assert (!task.specification);
    task.specification = fault_specification (fault);
    struct vec_waypoint list = {0};
    struct arena arena;
    struct text t;
    struct problem p = {0};
    char *witness = NULL;
    if (!task.specification)
        return NULL;
    arena_init (&arena);
    text_init (&t);
    waypoints (&task, told, &arena, &list);
    if (list.size && VEC_LAST (list).type == WAYPOINT_TARGET
        && witness_write_violation (&t, &task, &list, &p))
        witness = text_take (&t);
    text_clear (&t);
    VEC_CLEAR (list);
    arena_clear (&arena);
    return witness;
}
