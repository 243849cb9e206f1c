/* satisfiable.h -- asks a fresh solver about a list of formulas. */
#ifndef SATISFIABLE_H
#define SATISFIABLE_H

#include "logic/solver/solver.h"

static inline bool
is_sat (terms *t, const term *const *list, size_t count)
{
    struct solver_options none = {0};
    solver *s = solver_new (t, &none);
    for (size_t i = 0; i < count; i++)
        solver_assert (s, list[i]);
    enum solver_answer answer = solver_check (s, NULL, 0);
    assert_true (answer == SOLVER_SAT || answer == SOLVER_UNSAT);
    solver_free (s);
    return answer == SOLVER_SAT;
}

#endif
