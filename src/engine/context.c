/* context.c -- see context.h. */
#include "engine/context.h"

#include <assert.h>

bool
engine_run_team (const struct engine_context *e,
                 const struct member_class *class, member *master,
                 struct problem *p)
{
    assert (e->run_team && class && master);
    assert (!p->kind);
    return e->run_team (e->context, class, master, p);
}

void
engine_report (const struct engine_context *e, const char *lines)
{
    assert (lines);
    if (e->report_progress)
        e->report_progress (e->context, lines);
}

const char *
engine_directory (const struct engine_context *e)
{
    return e->run ? run_directory (e->run) : NULL;
}
