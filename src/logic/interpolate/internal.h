/* internal.h -- what the methods of interpolation share. */
#ifndef LOGIC_INTERPOLATE_INTERNAL_H
#define LOGIC_INTERPOLATE_INTERNAL_H

#include "logic/interpolate/interpolate.h"

/* A conjunct, and the step of the path that it belongs to. */
struct interpolate_piece {
    const term *formula;
    size_t step;
};
struct interpolate_pieces VEC (struct interpolate_piece);

struct interpolation {
    terms *terms;
    const struct interpolate_path *path;
    struct interpolate_pieces
        core; /* conjuncts of the path that contradict each other, in
                           order of the steps */
    uint64_t limit;
    uint64_t *units;
    struct solver_watch *watch; /* may be null */
    bool bits;
    const term **cut; /* the candidates; [0] is true */
};

/* A solver under the watch; closing adds its units. */
solver *interpolation_open (struct interpolation *);
void interpolation_close (struct interpolation *, solver *);

/* Whether all the cuts are interpolants, decided for real.  Those outside of the
 * core are set to true and false first. */
enum interpolate_result interpolation_valid (struct interpolation *);

/* The pieces as assumptions; reduced to a core if they contradict each other */
enum solver_answer pieces_reduce (solver *, struct interpolate_pieces *);

/* The conjunction of the cuts that step k joins. */
const term *interpolation_joined (struct interpolation *, size_t k);

/* Each fills the cuts with candidates, DONE, or says why not. */
enum interpolate_result interpolate_farkas (struct interpolation *);
enum interpolate_result interpolate_newton (struct interpolation *);
enum interpolate_result interpolate_spacer (struct interpolation *);

#endif
