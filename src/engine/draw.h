/* draw.h -- the control flow of a program, for the report. */
#ifndef ENGINE_DRAW_H
#define ENGINE_DRAW_H

#include "base/options.h"
#include "program/program.h"
#include "report/outcome.h"

/* Does anything that is written show a diagram? */
bool draw_wanted (const struct options *);
/* Procedures as groups, blocks as nodes; of C those that the user wrote.  Once for each
 * outcome, if it is wanted. */
void draw_program (const struct program *, const struct options *,
                   struct outcome *);

#endif
