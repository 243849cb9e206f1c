/* draw.h -- Horn clauses as a graph of their relations, for the report. */
#ifndef CEGAR_DRAW_H
#define CEGAR_DRAW_H

#include "base/options.h"
#include "horn/horn.h"
#include "report/outcome.h"

/* A clause is an edge; facts come from a node `true`, queries lead to `false`.  If it is
 * wanted (engine/draw.h). */
void draw_horn (const struct horn *, const struct options *, struct outcome *);

#endif
