/* arith_search.c -- models of what is asserted.
 *
 * The linear part goes to the simplex.  Its model may break a disequality, or
 * leave a choice (a disjunction) without a part that is true: then there are
 * cases, one after the other, as long as the number of them is small. */
#include <assert.h>

#include "logic/arith/internal.h"

/* Cases of one check: more, and a solver that learns is better. */
enum { ARITH_SPLITS = 64 };
/* In place of a choice that is being split. */
enum { ARITH_CLOSED = UINT32_MAX };

__extension__ typedef __int128 wide;

static int64_t
arith_value (arith *a, uint32_t form, bool *known)
{
    const struct arith_form *f = &a->form.at[form];
    wide sum = 0;
    *known = true;
    for (size_t i = 0; i < f->size; i++) {
        uint32_t column = a->var.at[f->part[i].var].column;
        /* A variable that nothing constrains may be anything; 0 is a value. */
        if (column)
            sum += (wide) f->part[i].factor
                   * simplex_value (a->simplex, column - 1);
    }
    if (sum > INT64_MAX || sum < INT64_MIN)
        *known = false;
    return *known ? (int64_t) sum : 0;
}

/* Of a disjunction (`all`: of a conjunction) in the model. */
static enum arith_answer
arith_parts_hold (arith *a, struct arith_choice c, bool all)
{
    enum arith_answer stop = all ? ARITH_UNSAT : ARITH_SAT;
    enum arith_answer answer = all ? ARITH_SAT : ARITH_UNSAT;
    for (size_t i = 0; answer != stop && i < c.size; i++) {
        enum arith_answer r = arith_holds (a, c.part[i]);
        if (r == stop || r == ARITH_UNDECIDED)
            answer = r;
    }
    return answer;
}

static enum arith_answer arith_search (arith *, unsigned *splits);

/* The parts of an open choice, one after the other; in each case the choice
 * itself is open no more. */
static enum arith_answer
arith_split (arith *a, size_t open, unsigned *splits)
{
    bool undecided = false, found = false, before = a->splits;
    uint32_t literal = a->open.at[open];
    struct arith_choice c = a->choice.at[a->literal.at[literal].form];
    a->open.at[open] = ARITH_CLOSED;
    for (size_t i = 0; !found && i < c.size && !(undecided && a->foreign);
         i++) {
        undecided |= !*splits;
        if (!*splits)
            break;
        --*splits;
        arith_push (a);
        a->splits = true;
        arith_assert (a, c.part[i], 0);
        a->splits = before;
        enum arith_answer r = arith_search (a, splits);
        if (r == ARITH_SAT && a->foreign)
            r = ARITH_UNDECIDED;
        arith_pop (a);
        found = r == ARITH_SAT;
        undecided |= r == ARITH_UNDECIDED;
    }
    a->open.at[open] = literal;
    return found ? ARITH_SAT : undecided ? ARITH_UNDECIDED : ARITH_UNSAT;
}

/* Looks for a model that also keeps the disequalities and choices, splitting
 * those that the model at hand breaks. */
static enum arith_answer
arith_search (arith *a, unsigned *splits)
{
    enum simplex_answer s = simplex_check (a->simplex);
    if (s == SIMPLEX_INFEASIBLE)
        return ARITH_UNSAT;
    if (s == SIMPLEX_UNDECIDED)
        return ARITH_UNDECIDED;
    for (size_t i = 0; i < a->unequal.size; i++) {
        struct arith_literal l = a->literal.at[a->unequal.at[i]];
        bool known;
        if (arith_value (a, l.form, &known) != l.bound || !known)
            continue;
        bool undecided = false;
        for (int up = 0; up < 2; up++) {
            if (!*splits)
                return ARITH_UNDECIDED;
            --*splits;
            struct arith_literal half = {up ? LITERAL_LOWER : LITERAL_UPPER,
                                         l.form,
                                         up ? l.bound + 1 : l.bound - 1};
            simplex_push (a->simplex);
            arith_bound (a, half, UINT32_MAX);
            enum arith_answer r = arith_search (a, splits);
            simplex_pop (a->simplex);
            if (r == ARITH_SAT)
                return r;
            undecided |= r == ARITH_UNDECIDED;
        }
        return undecided ? ARITH_UNDECIDED : ARITH_UNSAT;
    }
    for (size_t i = 0; i < a->open.size; i++)
        if (a->open.at[i] != ARITH_CLOSED
            && arith_parts_hold (
                   a, a->choice.at[a->literal.at[a->open.at[i]].form], false)
                   != ARITH_SAT)
            return arith_split (a, i, splits);
    return ARITH_SAT;
}

enum arith_answer
arith_check (arith *a)
{
    unsigned splits = ARITH_SPLITS;
    a->units++;
    enum arith_answer answer = arith_search (a, &splits);
    return answer == ARITH_SAT && a->foreign ? ARITH_UNDECIDED : answer;
}

enum arith_answer
arith_holds (arith *a, const term *t)
{
    uint32_t index;
    struct arith_literal l = arith_literal_of (a, t, &index);
    if (l.kind == LITERAL_FOREIGN)
        return ARITH_UNDECIDED;
    if (l.kind == LITERAL_CHOICE || l.kind == LITERAL_ALL)
        return arith_parts_hold (a, a->choice.at[l.form],
                                 l.kind == LITERAL_ALL);
    if (l.kind == LITERAL_TRUE || l.kind == LITERAL_FALSE)
        return l.kind == LITERAL_TRUE ? ARITH_SAT : ARITH_UNSAT;
    bool known;
    int64_t value = arith_value (a, l.form, &known);
    if (!known)
        return ARITH_UNDECIDED;
    bool holds = l.kind == LITERAL_UPPER   ? value <= l.bound
                 : l.kind == LITERAL_LOWER ? value >= l.bound
                 : l.kind == LITERAL_EQUAL ? value == l.bound
                                           : value != l.bound;
    return holds ? ARITH_SAT : ARITH_UNSAT;
}
