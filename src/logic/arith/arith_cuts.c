/* arith_cuts.c -- interpolants from the simplex's conflict, by Farkas. */
#include <assert.h>
#include <gmp.h>

#include "logic/arith/internal.h"
#include "logic/arith/linear.h"
#include "logic/term/sort.h"

/* Adds a reason's inequality `.. <= 0`, times its multiplier. */
static void
arith_add (arith *a, struct linear *sum, const struct simplex_reason *why)
{
    const struct arith_literal *l = &a->reason.at[why->reason].literal;
    const struct arith_form *f = &a->form.at[l->form];
    mpq_t factor, part;
    mpq_inits (factor, part, NULL);
    mpq_set_si (factor, why->factor, 1);
    if (why->lower)
        mpq_neg (factor, factor);
    for (size_t i = 0; i < f->size; i++) {
        mpq_set_si (part, f->part[i].factor, 1);
        mpq_mul (part, part, factor);
        linear_add (sum, a->terms, a->var.at[f->part[i].var].term, part, true);
    }
    mpq_set_si (part, l->bound, 1);
    mpq_mul (part, part, factor);
    mpq_sub (sum->constant, sum->constant, part);
    mpq_clears (factor, part, NULL);
}

bool
arith_cuts (arith *a, size_t marks, const uint32_t *first, const term **cut)
{
    const struct simplex_reason *why;
    size_t size = simplex_conflict (a->simplex, &why);
    bool good = size > 0;
    for (size_t i = 0; good && i < size; i++)
        good = why[i].reason < a->reason.size;
    for (size_t i = 0; good && i < size; i++) {
        const struct arith_form *f =
            &a->form.at[a->reason.at[why[i].reason].literal.form];
        for (size_t p = 0; p < f->size; p++)
            good = good && !a->var.at[f->part[p].var].is_bool;
    }
    for (size_t k = 1; good && k < marks; k++) {
        struct linear sum;
        linear_init (&sum);
        for (size_t i = 0; i < size; i++) {
            uint32_t mark = a->reason.at[why[i].reason].mark;
            if (mark < k && (!first || first[k - 1] <= mark))
                arith_add (a, &sum, &why[i]);
        }
        if (sum.size)
            cut[k] = term_le (a->terms,
                              linear_term (a->terms, &sum, sort_int (a->terms)),
                              term_int (a->terms, 0));
        else
            cut[k] = term_bool (a->terms, mpq_sgn (sum.constant) <= 0);
        linear_clear (&sum);
    }
    return good;
}
