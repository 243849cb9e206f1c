/* witness.c -- a counterexample of the C machine as other tools read
 * it: which thread goes on where (format 2.2 of witnesses has thread_id). */
#include <stdlib.h>
#include <string.h>

#include "csource/lines.h"
#include "command/work_c.h"
#include "command/work_threads.h"
#include "report/witness_yaml.h"

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
waypoints (const struct c_work *c, const struct vec_vm_told *told,
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
        w.place = c_lines_own (c->ask.file.at, c->ask.file.size,
                               place_of (arena_string (arena, t->place)));
        last = t->number;
        VEC_PUSH (*list, w);
    }
}

void
threads_witness (struct work *w, uint32_t fault, const struct vec_vm_told *told)
{
    const struct c_work *c = w->input;
    struct witness_task task = {.file = c->ask.file.at,
                                .files = c->ask.file.size,
                                .bits = c->ask.bits,
                                .specification = fault_specification (fault)};
    struct vec_waypoint list = {0};
    struct arena arena;
    struct text t;
    struct problem p = {0};
    if (!task.specification)
        return;
    arena_init (&arena);
    text_init (&t);
    waypoints (c, told, &arena, &list);
    if (list.size && VEC_LAST (list).type == WAYPOINT_TARGET
        && witness_write_violation (&t, &task, &list, &p))
        w->outcome.yaml = text_take (&t);
    text_clear (&t);
    VEC_CLEAR (list);
    arena_clear (&arena);
}
