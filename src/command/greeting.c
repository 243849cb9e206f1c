/* greeting.c -- what the members of one team must have in common. */
#include "command/worker.h"

#include "base/build.h"
#include "bounded/search/item.h"
#include "cegar/abstraction/item_worker_class.h"
#include "logic/solver/solver.h"

/* Answers are pure only for one solver and one way to ask it. */
void
worker_greeting (struct buffer *b)
{
    buffer_string (b, "cohort ");
    buffer_string (b, build_name);
    buffer_string (b, solver_version ());
    buffer_string (b, cegar_item_worker.name);
    buffer_string (b, bounded_item_worker.name);
}
