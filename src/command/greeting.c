/* greeting.c -- what the members of one team must have in common. */
#include "cegar/check.h"
#include "logic/solver.h"

/* Answers are pure only for one solver and one way to ask it. */
void
check_greeting (struct buffer *b)
{
    buffer_string (b, "cohort " COHORT_VERSION);
    buffer_string (b, solver_version ());
    buffer_string (b, cegar_labor.name);
}
