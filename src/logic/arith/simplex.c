/* simplex.c -- see simplex.h.
 *
 * A basic variable b has a row  den * b = sum coef[j] * x_j  over nonbasic x_j,
 * all integers, divided by their greatest common divisor.  Nonbasic variables
 * always sit at integers (bounds, or 0), so the value of a basic one is a
 * fraction computed from its row when asked for. */
#include "logic/arith/simplex.h"

#include <string.h>

#include "base/memory.h"

/* Work that a check may do before it gives up. */
enum { SIMPLEX_PIVOTS = 400, SIMPLEX_BRANCHES = 24 };

static const int64_t no_lower = INT64_MIN, no_upper = INT64_MAX;
/* Coefficients beyond this make all that follows undecided.  Bounds may have 62
 * bits: products and their sums over 2^16 columns still fit into 128. */
static const int64_t large = (int64_t) 1 << 45;
__extension__ typedef __int128 wide;

struct simplex_bound {
    int64_t lower, upper;
    uint32_t lower_reason, upper_reason;
};

struct simplex_column {
    struct simplex_bound bound;
    int64_t value; /* of a nonbasic variable; a model's, after FEASIBLE */
    int64_t model;
    uint32_t row; /* 1 + index, or 0: nonbasic */
    bool is_row;  /* made by simplex_row: integral if the others are */
};

struct simplex_row {
    uint32_t basic;
    int64_t den;
    int64_t *coef; /* one per column */
};

struct simplex_undo {
    uint32_t var;
    struct simplex_bound bound;
};

struct simplex {
    struct vec_column {
        struct simplex_column *at;
        size_t size, room;
    } column;
    struct vec_row {
        struct simplex_row *at;
        size_t size, room;
    } row;
    size_t stride; /* columns that every row has room for */
    struct vec_undo {
        struct simplex_undo *at;
        size_t size, room;
    } trail;
    struct vec_mark {
        size_t *at;
        size_t size, room;
    } mark;
    struct vec_why {
        struct simplex_reason *at;
        size_t size, room;
    } conflict;
    bool contradiction; /* bounds of one variable cross */
    size_t contradiction_mark;
    bool overflow;
    uint64_t steps;
};

simplex *
simplex_new (void)
{
    return NEW (simplex);
}

void
simplex_reset (simplex *s)
{
    for (size_t r = 0; r < s->row.size; r++)
        memory_free (s->row.at[r].coef);
    s->row.size = s->column.size = s->trail.size = s->mark.size = 0;
    s->conflict.size = 0;
    s->stride = 0;
    s->contradiction = s->overflow = false;
}

void
simplex_free (simplex *s)
{
    simplex_reset (s);
    VEC_CLEAR (s->column);
    VEC_CLEAR (s->row);
    VEC_CLEAR (s->trail);
    VEC_CLEAR (s->mark);
    VEC_CLEAR (s->conflict);
    memory_free (s);
}

size_t
simplex_size (const simplex *s)
{
    return s->column.size;
}

uint64_t
simplex_steps (const simplex *s)
{
    return s->steps;
}

static void
simplex_widen (simplex *s)
{
    if (s->column.size <= s->stride)
        return;
    size_t stride = s->stride ? s->stride * 2 : 16;
    while (stride < s->column.size)
        stride *= 2;
    for (size_t r = 0; r < s->row.size; r++) {
        int64_t *coef = NEW_ARRAY (int64_t, stride);
        memcpy (coef, s->row.at[r].coef, s->stride * sizeof *coef);
        memory_free (s->row.at[r].coef);
        s->row.at[r].coef = coef;
    }
    s->stride = stride;
}

uint32_t
simplex_var_within (simplex *s, int64_t lower, int64_t upper)
{
    struct simplex_column c = {.bound = {lower, upper, UINT32_MAX, UINT32_MAX}};
    c.value = lower > 0 ? lower : upper < 0 ? upper : 0;
    VEC_PUSH (s->column, c);
    simplex_widen (s);
    return (uint32_t) s->column.size - 1;
}

uint32_t
simplex_var (simplex *s)
{
    return simplex_var_within (s, no_lower, no_upper);
}

static int64_t
simplex_narrow (simplex *s, wide n)
{
    if (n > large || n < -large) {
        s->overflow = true;
        return 0;
    }
    return (int64_t) n;
}

static uint64_t
simplex_gcd (uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t c = a % b;
        a = b;
        b = c;
    }
    return a;
}

static uint64_t
simplex_size_of (int64_t n)
{
    return n < 0 ? (uint64_t) -n : (uint64_t) n;
}

static void
simplex_reduce (simplex *s, struct simplex_row *r)
{
    uint64_t g = simplex_size_of (r->den);
    for (size_t j = 0; g != 1 && j < s->column.size; j++)
        if (r->coef[j])
            g = simplex_gcd (g, simplex_size_of (r->coef[j]));
    if (g <= 1)
        return;
    r->den /= (int64_t) g;
    for (size_t j = 0; j < s->column.size; j++)
        r->coef[j] /= (int64_t) g;
}

/* r := r with the basic or entering variable `gone` (coefficient c) replaced by
 * `by`, whose row it is. */
static void
simplex_eliminate (simplex *s, struct simplex_row *r, uint32_t gone,
                   const struct simplex_row *by)
{
    int64_t c = r->coef[gone];
    if (!c)
        return;
    r->coef[gone] = 0;
    uint64_t g = simplex_gcd (simplex_size_of (c), simplex_size_of (by->den));
    int64_t scale = by->den / (int64_t) g, factor = c / (int64_t) g;
    r->den = simplex_narrow (s, (wide) r->den * scale);
    for (size_t j = 0; j < s->column.size; j++)
        if (r->coef[j] || by->coef[j])
            r->coef[j] = simplex_narrow (s, (wide) r->coef[j] * scale
                                                + (wide) by->coef[j] * factor);
    simplex_reduce (s, r);
}

uint32_t
simplex_row (simplex *s, const struct simplex_part *part, size_t parts)
{
    uint32_t var = simplex_var (s);
    struct simplex_row r = {var, 1, NEW_ARRAY (int64_t, s->stride)};
    for (size_t i = 0; i < parts; i++)
        r.coef[part[i].var] = part[i].factor;
    for (size_t i = 0; i < parts; i++)
        if (s->column.at[part[i].var].row)
            simplex_eliminate (s, &r, part[i].var,
                               &s->row.at[s->column.at[part[i].var].row - 1]);
    VEC_PUSH (s->row, r);
    s->column.at[var].row = (uint32_t) s->row.size;
    s->column.at[var].is_row = true;
    return var;
}

/* ---- bounds */

void
simplex_push (simplex *s)
{
    VEC_PUSH (s->mark, s->trail.size);
}

void
simplex_pop (simplex *s)
{
    size_t mark = VEC_POP (s->mark);
    while (s->trail.size > mark) {
        struct simplex_undo u = VEC_POP (s->trail);
        s->column.at[u.var].bound = u.bound;
    }
    if (s->contradiction && s->contradiction_mark > s->mark.size)
        s->contradiction = false;
}

static bool
simplex_crossed (simplex *s, uint32_t var)
{
    const struct simplex_bound *b = &s->column.at[var].bound;
    if (b->lower <= b->upper)
        return true;
    if (!s->contradiction) {
        s->contradiction = true;
        s->contradiction_mark = s->mark.size;
        s->conflict.size = 0;
        VEC_PUSH (s->conflict,
                  ((struct simplex_reason) {b->lower_reason, true, 1}));
        VEC_PUSH (s->conflict,
                  ((struct simplex_reason) {b->upper_reason, false, 1}));
    }
    return false;
}

bool
simplex_lower (simplex *s, uint32_t var, int64_t bound, uint32_t reason)
{
    struct simplex_column *c = &s->column.at[var];
    if (bound <= c->bound.lower)
        return true;
    VEC_PUSH (s->trail, ((struct simplex_undo) {var, c->bound}));
    c->bound.lower = bound;
    c->bound.lower_reason = reason;
    if (!simplex_crossed (s, var))
        return false; /* the value must fit the bounds that a pop restores */
    if (!c->row && c->value < bound)
        c->value = bound;
    return true;
}

bool
simplex_upper (simplex *s, uint32_t var, int64_t bound, uint32_t reason)
{
    struct simplex_column *c = &s->column.at[var];
    if (bound >= c->bound.upper)
        return true;
    VEC_PUSH (s->trail, ((struct simplex_undo) {var, c->bound}));
    c->bound.upper = bound;
    c->bound.upper_reason = reason;
    if (!simplex_crossed (s, var))
        return false;
    if (!c->row && c->value > bound)
        c->value = bound;
    return true;
}

/* ---- the search for a rational solution */

/* The value of a basic variable times its row's den. */
static wide
simplex_sum (const simplex *s, const struct simplex_row *r)
{
    wide sum = 0;
    for (size_t j = 0; j < s->column.size; j++)
        if (r->coef[j])
            sum += (wide) r->coef[j] * s->column.at[j].value;
    return sum;
}

/* Rows too low (-1), too high (1), or within their bounds (0). */
static int
simplex_side (const simplex *s, const struct simplex_row *r)
{
    const struct simplex_bound *b = &s->column.at[r->basic].bound;
    if (b->lower == no_lower && b->upper == no_upper)
        return 0;
    wide sum = simplex_sum (s, r);
    if (b->lower != no_lower && sum < (wide) b->lower * r->den)
        return -1;
    if (b->upper != no_upper && sum > (wide) b->upper * r->den)
        return 1;
    return 0;
}

static void
simplex_pivot (simplex *s, uint32_t row, uint32_t entering)
{
    struct simplex_row *r = &s->row.at[row];
    uint32_t leaving = r->basic;
    int64_t a = r->coef[entering];
    int64_t sign = a < 0 ? -1 : 1;
    for (size_t j = 0; j < s->column.size; j++)
        r->coef[j] *= -sign;
    r->coef[leaving] = sign * r->den;
    r->coef[entering] = 0;
    r->den = sign * a;
    r->basic = entering;
    simplex_reduce (s, r);
    s->column.at[leaving].row = 0;
    s->column.at[entering].row = row + 1;
    for (size_t i = 0; i < s->row.size; i++)
        if (i != row)
            simplex_eliminate (s, &s->row.at[i], entering, r);
    s->steps++;
}

static void
simplex_explain (simplex *s, const struct simplex_row *r, int side)
{
    const struct simplex_bound *b = &s->column.at[r->basic].bound;
    s->conflict.size = 0;
    struct simplex_reason own = {side < 0 ? b->lower_reason : b->upper_reason,
                                 side < 0, r->den};
    VEC_PUSH (s->conflict, own);
    for (size_t j = 0; j < s->column.size; j++) {
        if (!r->coef[j])
            continue;
        bool up = (r->coef[j] > 0) == (side < 0);
        const struct simplex_bound *c = &s->column.at[j].bound;
        struct simplex_reason why = {up ? c->upper_reason : c->lower_reason,
                                     !up,
                                     r->coef[j] < 0 ? -r->coef[j] : r->coef[j]};
        VEC_PUSH (s->conflict, why);
    }
}

static enum simplex_answer
simplex_relax (simplex *s)
{
    if (s->contradiction)
        return SIMPLEX_INFEASIBLE;
    for (unsigned pivots = 0; pivots < SIMPLEX_PIVOTS && !s->overflow;
         pivots++) {
        uint32_t row = UINT32_MAX;
        int side = 0;
        for (uint32_t i = 0; i < s->row.size; i++) {
            if (row != UINT32_MAX && s->row.at[i].basic > s->row.at[row].basic)
                continue;
            int here = simplex_side (s, &s->row.at[i]);
            if (here) {
                row = i;
                side = here;
            }
        }
        if (row == UINT32_MAX)
            return SIMPLEX_FEASIBLE;
        struct simplex_row *r = &s->row.at[row];
        uint32_t entering = UINT32_MAX;
        for (uint32_t j = 0; entering == UINT32_MAX && j < s->column.size;
             j++) {
            const struct simplex_column *c = &s->column.at[j];
            if (!r->coef[j])
                continue;
            bool up = (r->coef[j] > 0) == (side < 0);
            if (up ? c->value < c->bound.upper : c->value > c->bound.lower)
                entering = j;
        }
        if (entering == UINT32_MAX) {
            simplex_explain (s, r, side);
            return SIMPLEX_INFEASIBLE;
        }
        struct simplex_column *leaving = &s->column.at[r->basic];
        simplex_pivot (s, row, entering);
        leaving->value = side < 0 ? leaving->bound.lower : leaving->bound.upper;
    }
    return SIMPLEX_UNDECIDED;
}

/* ---- integers */

/* Takes the current solution as the model; false: some variable is a fraction
 * (then *fraction names it and *floor is the integer below). */
static bool
simplex_model (simplex *s, uint32_t *fraction, int64_t *floor)
{
    for (uint32_t j = 0; j < s->column.size; j++) {
        struct simplex_column *c = &s->column.at[j];
        if (!c->row) {
            c->model = c->value;
            continue;
        }
        const struct simplex_row *r = &s->row.at[c->row - 1];
        wide sum = simplex_sum (s, r), quotient = sum / r->den;
        if (quotient * r->den != sum) {
            if (sum < 0)
                quotient--;
            *fraction = j;
            *floor = simplex_narrow (s, quotient);
            return false;
        }
        c->model = simplex_narrow (s, quotient);
    }
    return true;
}

static enum simplex_answer
simplex_branch (simplex *s, unsigned *branches)
{
    enum simplex_answer a = simplex_relax (s);
    uint32_t var;
    int64_t floor;
    if (a != SIMPLEX_FEASIBLE)
        return a;
    if (simplex_model (s, &var, &floor))
        return s->overflow ? SIMPLEX_UNDECIDED : SIMPLEX_FEASIBLE;
    if (s->overflow || *branches == 0)
        return SIMPLEX_UNDECIDED;
    bool undecided = false;
    for (int up = 0; up < 2; up++) {
        --*branches;
        simplex_push (s);
        if (up)
            simplex_lower (s, var, floor + 1, UINT32_MAX);
        else
            simplex_upper (s, var, floor, UINT32_MAX);
        a = simplex_branch (s, branches);
        simplex_pop (s);
        if (a == SIMPLEX_FEASIBLE)
            return a;
        undecided |= a == SIMPLEX_UNDECIDED;
        if (*branches == 0)
            undecided = true;
        if (undecided)
            return SIMPLEX_UNDECIDED;
    }
    s->conflict.size = 0;
    return SIMPLEX_INFEASIBLE;
}

enum simplex_answer
simplex_check (simplex *s)
{
    unsigned branches = SIMPLEX_BRANCHES;
    return simplex_branch (s, &branches);
}

int64_t
simplex_value (const simplex *s, uint32_t var)
{
    return s->column.at[var].model;
}

size_t
simplex_conflict (const simplex *s, const struct simplex_reason **why)
{
    *why = s->conflict.at;
    return s->conflict.size;
}
