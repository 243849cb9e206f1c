/* simplex.h -- conjunctions of linear constraints over the integers.
 *
 * A general simplex with bounds (Dutertre, de Moura 2006), exact, with Bland's
 * rule: a pure function of the calls, no solver context, microseconds instead
 * of the millisecond that a context costs.  It knows its limits: numbers that
 * outgrow 64 bits, integer gaps beyond a small search and long runs are
 * SIMPLEX_UNDECIDED, and then a real solver is asked.
 *
 * A variable is an integer; a row is a variable that equals a linear form of
 * others.  Bounds carry reasons; a conflict over the rationals is explained by
 * reasons with positive multipliers (Farkas). */
#ifndef LOGIC_ARITH_SIMPLEX_H
#define LOGIC_ARITH_SIMPLEX_H

#include "base/vec.h"

typedef struct simplex simplex;

enum simplex_answer { SIMPLEX_FEASIBLE, SIMPLEX_INFEASIBLE, SIMPLEX_UNDECIDED };

struct simplex_part {
    uint32_t var;
    int64_t factor;
};

struct simplex_reason {
    uint32_t reason;
    bool lower;     /* of the two bounds that a reason may set, which */
    int64_t factor; /* positive */
};

simplex *simplex_new (void);
void simplex_free (simplex *);
void simplex_reset (simplex *); /* no variables, no rows */
uint32_t simplex_var (simplex *);
/* One with bounds that no pop undoes; their reason is UINT32_MAX. */
uint32_t simplex_var_within (simplex *, int64_t lower, int64_t upper);
uint32_t simplex_row (simplex *, const struct simplex_part *, size_t);
size_t simplex_size (const simplex *); /* variables and rows */

void simplex_push (simplex *);
void simplex_pop (simplex *); /* bounds as they were at the push */
/* False: contradicts the other bound of the same variable, at once. */
bool simplex_lower (simplex *, uint32_t var, int64_t bound, uint32_t reason);
bool simplex_upper (simplex *, uint32_t var, int64_t bound, uint32_t reason);

enum simplex_answer simplex_check (simplex *);
/* After FEASIBLE: an integer model. */
int64_t simplex_value (const simplex *, uint32_t var);
/* After INFEASIBLE: why, over the rationals; 0 if integers were needed. */
size_t simplex_conflict (const simplex *, const struct simplex_reason **);
uint64_t simplex_steps (const simplex *); /* pivots so far: a cost */

#endif
