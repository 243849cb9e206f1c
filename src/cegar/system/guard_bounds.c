/* guard_bounds.c -- what linear bounds tell without a solver. */
#include "cegar/system/guard.h"

#include <stdlib.h>

#include "base/map.h"
#include "logic/arith/linear.h"
#include "logic/term/sort.h"

/* ---- variables bounded from one side only */

enum {
    UPPER = 1,  /* has an upper bound */
    LOWER = 2,  /* has a lower bound */
    STUCK = 4,  /* occurs where it cannot be moved freely */
    WANTED = 8, /* is to go */
    MOVABLE = 16
};

static uint64_t
flags_get (const struct map *flags, const term *var)
{
    const uint64_t *f = map_get (flags, map_number (var->id));
    return f ? *f : 0;
}

static void
flags_add (struct map *flags, const term *var, uint64_t more)
{
    map_put (flags, map_number (var->id), flags_get (flags, var) | more);
}

static void
flags_stick (terms *t, struct map *flags, const term *e)
{
    struct term_vec vars = {0};
    term_variables (t, e, &vars);
    for (size_t i = 0; i < vars.size; i++)
        flags_add (flags, vars.at[i], STUCK);
    VEC_CLEAR (vars);
}

/* `form <= 0`, `form < 0` or, negated equality, `form != 0`, over exactly the
 * variables of the conjunct; false if it is nothing of these.  (In 0 < x - x
 * the form has no x, and moving x is of no use.) */
static bool
bound_read (terms *t, const term *c, struct linear *form, bool *unequal)
{
    enum linear_relation relation;
    *unequal = c->op == OP_NOT && c->arg[0]->op == OP_EQ;
    if (!linear_literal (t, *unequal ? c->arg[0] : c, form, &relation)
        || (relation == LINEAR_EQ) != *unequal)
        return false;
    for (size_t i = 0; i < form->size; i++)
        if (form->part[i].var->op != OP_VAR)
            return false;
    struct term_vec vars = {0};
    term_variables (t, c, &vars);
    bool all = vars.size == form->size;
    VEC_CLEAR (vars);
    return all;
}

static void
flags_read (terms *t, struct map *flags, const term *c)
{
    struct linear form;
    linear_init (&form);
    bool unequal;
    if (!bound_read (t, c, &form, &unequal))
        flags_stick (t, flags, c);
    else if (!unequal)
        for (size_t i = 0; i < form.size; i++)
            flags_add (flags, form.part[i].var,
                       mpq_sgn (form.part[i].factor) > 0 ? UPPER : LOWER);
    linear_clear (&form);
}

static bool
mentions_movable (terms *t, const struct map *flags, const term *c)
{
    struct term_vec vars = {0};
    term_variables (t, c, &vars);
    bool found = false;
    for (size_t i = 0; !found && i < vars.size; i++)
        found = flags_get (flags, vars.at[i]) & MOVABLE;
    VEC_CLEAR (vars);
    return found;
}

/* Drops what movable variables satisfy; false if there is none.  Several may
 * share a conjunct: all of them move away from its bound, and the few points
 * that a disequality takes out of the way there can be gone around. */
static bool
bounds_drop (terms *t, const struct term_vec *gone, const term **guard,
             const struct term_vec *update)
{
    struct map flags;
    map_init (&flags);
    for (size_t i = 0; i < gone->size; i++)
        if (sort_is_number (gone->at[i]->sort))
            flags_add (&flags, gone->at[i], WANTED);
    for (size_t i = 0; update && i < update->size; i++)
        flags_stick (t, &flags, update->at[i]);
    struct term_vec conjunct = {0};
    term_conjuncts (t, *guard, &conjunct);
    for (size_t i = 0; i < conjunct.size; i++)
        flags_read (t, &flags, conjunct.at[i]);
    bool found = false;
    for (size_t i = 0; i < gone->size; i++) {
        uint64_t f = flags_get (&flags, gone->at[i]);
        if ((f & WANTED) && !(f & STUCK) && !((f & UPPER) && (f & LOWER))) {
            flags_add (&flags, gone->at[i], MOVABLE);
            found = true;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; found && i < conjunct.size; i++)
        if (!mentions_movable (t, &flags, conjunct.at[i]))
            conjunct.at[kept++] = conjunct.at[i];
    if (found)
        *guard = term_and (t, conjunct.at, kept);
    VEC_CLEAR (conjunct);
    map_clear (&flags);
    return found;
}

void
guard_reduce (terms *t, struct term_vec *gone, const term **guard,
              struct term_vec *update)
{
    guard_solve (t, gone, guard, update);
    while (gone->size && bounds_drop (t, gone, guard, update))
        guard_solve (t, gone, guard, update);
}

/* ---- contradictions */

/* The bounds of one form, scaled so that its first factor is 1. */
struct guard_bounds_bound {
    bool has_lower, has_upper, lower_strict, upper_strict;
    mpq_t lower, upper;
};

struct guard_bounds_bound_vec VEC (struct guard_bounds_bound);

static void
bound_upper (struct guard_bounds_bound *b, const mpq_t value, bool strict)
{
    int order = b->has_upper ? mpq_cmp (value, b->upper) : -1;
    if (order < 0)
        mpq_set (b->upper, value);
    b->upper_strict =
        order < 0 ? strict : b->upper_strict || (!order && strict);
    b->has_upper = true;
}

static void
bound_lower (struct guard_bounds_bound *b, const mpq_t value, bool strict)
{
    int order = b->has_lower ? mpq_cmp (value, b->lower) : 1;
    if (order > 0)
        mpq_set (b->lower, value);
    b->lower_strict =
        order > 0 ? strict : b->lower_strict || (!order && strict);
    b->has_lower = true;
}

static bool
bound_empty (const struct guard_bounds_bound *b)
{
    if (!b->has_lower || !b->has_upper)
        return false;
    int order = mpq_cmp (b->lower, b->upper);
    return order > 0 || (order == 0 && (b->lower_strict || b->upper_strict));
}

static struct digest
form_key (const struct linear *form)
{
    struct digest key = map_number (form->size);
    mpq_t factor;
    mpq_init (factor);
    for (size_t i = 0; i < form->size; i++) {
        mpq_div (factor, form->part[i].factor, form->part[0].factor);
        char *text = mpq_get_str (NULL, 10, factor);
        key = digest_chain (key, bytes_of (text));
        free (text);
        const struct digest *var = &form->part[i].var->digest;
        key = digest_chain (key,
                            (struct bytes) {(const void *) var, sizeof *var});
    }
    mpq_clear (factor);
    return key;
}

/* Adds the bound that the literal is; true if nothing is left between. */
static bool
bound_add (struct guard_bounds_bound_vec *bounds, struct map *known,
           struct linear *form, enum linear_relation relation)
{
    struct digest key = form_key (form);
    uint64_t *at = map_get (known, key);
    if (!at) {
        map_put (known, key, bounds->size);
        struct guard_bounds_bound fresh = {0};
        mpq_inits (fresh.lower, fresh.upper, NULL);
        VEC_PUSH (*bounds, fresh);
    }
    struct guard_bounds_bound *b = &bounds->at[at ? *at : bounds->size - 1];
    bool strict = relation == LINEAR_LT;
    mpq_t value;
    mpq_init (value);
    mpq_set (value, form->constant);
    mpq_div (value, value, form->part[0].factor);
    mpq_neg (value, value);
    if (relation == LINEAR_EQ || mpq_sgn (form->part[0].factor) > 0)
        bound_upper (b, value, strict);
    if (relation == LINEAR_EQ || mpq_sgn (form->part[0].factor) < 0)
        bound_lower (b, value, strict);
    mpq_clear (value);
    return bound_empty (b);
}

bool
guard_false (terms *t, const term *guard)
{
    if (term_is_false (guard) || term_is_true (guard))
        return term_is_false (guard);
    struct term_vec conjunct = {0};
    term_conjuncts (t, guard, &conjunct);
    struct map seen, known;
    map_init (&seen);
    map_init (&known);
    struct guard_bounds_bound_vec bounds = {0};
    bool contradiction = false;
    for (size_t i = 0; i < conjunct.size && !contradiction; i++) {
        const term *c = conjunct.at[i];
        map_put (&seen, map_number (c->id), 1);
        contradiction = map_get (&seen, map_number (term_not (t, c)->id));
        struct linear form;
        linear_init (&form);
        enum linear_relation relation;
        if (!contradiction && linear_literal (t, c, &form, &relation)
            && form.size)
            contradiction = bound_add (&bounds, &known, &form, relation);
        linear_clear (&form);
    }
    for (size_t i = 0; i < bounds.size; i++)
        mpq_clears (bounds.at[i].lower, bounds.at[i].upper, NULL);
    VEC_CLEAR (bounds);
    VEC_CLEAR (conjunct);
    map_clear (&seen);
    map_clear (&known);
    return contradiction;
}
