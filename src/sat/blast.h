/* blast.h -- terms over bit-vectors as wires.
 *
 * Variables are inputs, and so are entries of maps that are variables, and
 * what uninterpreted functions give: for equal indices or arguments the same,
 * which is required of the solver.  Of maps only variables, and entries of maps
 * that are maps, may be read: the cells (cells.h) leave no others. */
#ifndef SAT_BLAST_H
#define SAT_BLAST_H

#include "logic/term/map.h"
#include "logic/term/sort.h"
#include "sat/gates.h"

/* An entry of a map, or a function at its arguments. */
struct blast_point {
    const term *term;
    const term *family; /* the map; or null, of a function */
};

struct blast {
    struct gates gates;
    struct term_map first; /* 1 + where a term's wires begin in `wires` */
    struct VEC (wire) wires;
    struct VEC (wire) required; /* all of these are true */
    struct VEC (struct blast_point) point;
    struct term_vec variable; /* that were seen, none a map */
    const term *unsupported;  /* the first that cannot be treated */
};

void blast_init (struct blast *);
void blast_clear (struct blast *);
/* The wires of a Bool (one) or bit-vector (lowest bit first), borrowed until the
 * next call; null: `unsupported` is set. */
const wire *blast_term (struct blast *, const term *);

#endif
