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
waypoint_add (const struct witness_task *task, const struct vm_told *t,
              enum waypoint_type type, struct arena *arena,
              struct vec_waypoint *list)
{
    struct witness_waypoint w = {.type = type,
                                 .value = type == WAYPOINT_TARGET ? NULL : "1",
                                 .function = t->function,
                                 .thread = t->number + 1,
                                 .beside = type == WAYPOINT_TARGET && list->size
                                           && VEC_LAST (*list).type
                                                  == WAYPOINT_TARGET};
    w.place = c_lines_own (task->file, task->files,
                           place_of (arena_string (arena, t->place)));
    VEC_PUSH (*list, w);
}

/* Where another thread goes on; then what fails: of a race the two who meet, else the last
 * step. */
static void
waypoints (const struct witness_task *task, const struct vec_vm_told *told,
           bool race, struct arena *arena, struct vec_waypoint *list)
{
    uint32_t last = 0;
    bool pair = race && told->size > 2;
    size_t end = told->size - (pair ? 3 : 1);
    for (size_t i = 0; i < end; i++) {
        const struct vm_told *t = &told->at[i];
        if (t->place && t->number != last) {
            waypoint_add (task, t, WAYPOINT_ASSUMPTION, arena, list);
            last = t->number;
        }
    }
    for (size_t i = end; i < told->size - pair; i++)
        if (told->at[i].place)
            waypoint_add (task, &told->at[i], WAYPOINT_TARGET, arena, list);
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
    assert (told->size);
    waypoints (&task, told, vm_fault_check (fault) == VM_CHECK_RACE, &arena,
               &list);
    if (list.size && VEC_LAST (list).type == WAYPOINT_TARGET
        && witness_write_violation (&t, &task, &list, &p))
        witness = text_take (&t);
    text_clear (&t);
    VEC_CLEAR (list);
    arena_clear (&arena);
    return witness;
}
