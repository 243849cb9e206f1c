/* entry.c -- see entry.h. */
#include "program/entry.h"

#include <assert.h>

#include "program/attributes.h"

static bool
entry_named (const struct program *p, const char *name, uint32_t *entry,
             struct problem *problem)
{
    *entry = program_find (p, name);
    if (*entry == PROGRAM_NONE)
        return problem_of_kind (problem, PROBLEM_USAGE,
                                (struct place) {.file = p->file},
                                "there is no procedure %s to start with "
                                "(--entry=NAME)",
                                name);
    return true;
}

/* The one that is marked, else `main`, else the only one with a body. */
static bool
entry_found (const struct program *p, uint32_t *entry, struct problem *problem)
{
    uint32_t marked = PROGRAM_NONE, only = PROGRAM_NONE;
    size_t bodies = 0;
    for (uint32_t i = 0; i < p->procedure.size; i++) {
        const struct procedure *q = &p->procedure.at[i];
        bodies += q->has_body;
        if (q->has_body)
            only = i;
        if (!procedure_is_entry (q))
            continue;
        if (marked != PROGRAM_NONE)
            return problem_of_kind (
                problem, PROBLEM_USAGE, q->place,
                "both %s and %s are marked {:entrypoint}; say which with "
                "--entry=NAME",
                p->procedure.at[marked].name, q->name);
        marked = i;
    }
    *entry = marked != PROGRAM_NONE ? marked : program_find (p, "main");
    if (*entry == PROGRAM_NONE && bodies == 1)
        *entry = only;
    if (*entry == PROGRAM_NONE)
        return problem_of_kind (problem, PROBLEM_USAGE,
                                (struct place) {.file = p->file},
                                "no procedure is marked {:entrypoint} or "
                                "called main; say where to start with "
                                "--entry=NAME");
    return true;
}

bool
program_entry (const struct program *p, const char *name, uint32_t *entry,
               struct problem *problem)
{
    assert (entry && problem);
    bool found = name ? entry_named (p, name, entry, problem)
                      : entry_found (p, entry, problem);
    if (found && !p->procedure.at[*entry].has_body)
        return problem_of_kind (
            problem, PROBLEM_USAGE, p->procedure.at[*entry].place,
            "%s has no body to start with", p->procedure.at[*entry].name);
    return found;
}
