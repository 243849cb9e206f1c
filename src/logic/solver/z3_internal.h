/* z3_internal.h -- what the files around the Z3 library share.
 *
 * Only the z3*.c beside it include this file and <z3.h>.
 *
 * Every object that Z3 makes is referenced (z3_keep) before the next one is
 * made, and until the solver is freed: a solver lives as long as one item of
 * work, so there is nothing to gain from letting go earlier.
 *
 * Errors: the handler only leaves the process when memory is exhausted; others
 * show as null results.  Whoever gets a null sets `failed` if the solver's
 * assertions are not what they should be; then all answers are UNDECIDED. */
#ifndef LOGIC_SOLVER_Z3_INTERNAL_H
#define LOGIC_SOLVER_Z3_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>
#include <z3.h>

#include "base/map.h"
#include "logic/solver/solver.h"
#include "logic/term/sort.h"

struct z3_asts VEC (Z3_ast);
struct z3_sort_pair {
    const sort *ours;
    Z3_sort theirs;
};
struct z3_sorts VEC (struct z3_sort_pair);
struct z3_levels VEC (size_t);

struct solver {
    terms *terms;
    struct solver_options options;
    Z3_context context;
    Z3_solver solver;        /* null: a context only (spacer, projection) */
    bool bits;               /* `solver` is the one for bit-vectors */
    bool foreign;            /* a term was translated that it cannot treat */
    bool failed;             /* something asserted was lost */
    unsigned depth;          /* pushes of the user */
    bool scoped;             /* the last check's assumptions are still pushed */
    struct map memo;         /* digest of a term -> its Z3_ast, as a number; as
                              long as the solver lives, whatever is popped */
    struct map elements;     /* the same for elements that models showed */
    struct z3_asts kept;     /* references to give back */
    struct z3_sorts sorts;   /* few: searched one by one */
    struct z3_asts asserted; /* kept while `bits`, to be asserted again */
    struct z3_levels levels; /* asserted.size at each push, while `bits` */
    struct z3_asts proxies;  /* fresh Booleans that stand for assumptions */
    struct z3_asts assumed;  /* the literals of the last check */
    enum solver_answer answer; /* of the last check; UNDECIDED: none */
    Z3_model model; /* of the last check, once asked for; else null */
    uint64_t units;
    uint32_t count; /* Z3's own count when `units` was last brought up */
    atomic_bool interrupted;
    pthread_mutex_t lock; /* of what follows, and of interruptions */
    bool answered;        /* questions about the answer are asked: Z3, which
                              would refuse them, hears of an interruption
                              only later */
};

/* References an object until the solver is freed; null goes through. */
Z3_ast z3_keep (solver *, Z3_ast);
Z3_func_decl z3_keep_decl (solver *, Z3_func_decl);

/* Our terms to Z3's, in post-order; null if Z3 refuses. */
Z3_sort z3_sort (solver *, const sort *);
Z3_ast z3_ast (solver *, const term *);
/* Z3's terms to ours; null if they hold what we have no operator for.  In
 * `value` mode uninterpreted symbols are refused: the term is a value. */
const term *z3_term (solver *, Z3_ast, bool value);
const sort *z3_sort_back (solver *, Z3_sort);
/* The value of an array that the model gives as a function or lambda: a table of
 * constants with a constant for the rest; null if it is none. */
const term *z3_array_back (solver *, Z3_ast);

/* Patterns that Z3 can use: each covers the variables bound, none holds a
 * quantifier or Boolean operator, the heads are functions or array operators.
 * Fills `out` with at most as many as the quantifier has; gives their number. */
size_t z3_patterns (solver *, const term *quantifier, Z3_pattern *out);

/* Forgets the last check: pops its assumptions. */
void z3_settle (solver *);
/* Brings `units` up to what Z3 counted. */
void z3_count (solver *);

#endif
