/* control.c -- which variables hold control, not data.
 *
 * Optimistic: every variable is taken for control until it is set to something
 * else than a constant or a control variable, or to an arbitrary value; what
 * survives until nothing changes has finitely many values. */
#include "program/unfold/internal.h"

/* Made of constants and control variables by choices only. */
static bool
term_finite (const unfolding *u, const term *e, unsigned *steps)
{
    if (!*steps)
        return false;
    --*steps;
    if (term_is_constant (e))
        return true;
    if (e->op == OP_VAR) {
        uint32_t number = live_number (&u->live, e);
        return number != PROGRAM_NONE && u->control[number];
    }
    return e->op == OP_ITE && term_finite (u, e->arg[1], steps)
           && term_finite (u, e->arg[2], steps);
}

static bool
statement_pass (unfolding *u, const struct statement *s)
{
    enum { MOST_STEPS = 100 };
    bool changed = false;
    bool sets = s->kind == STATEMENT_ASSIGN || s->kind == STATEMENT_HAVOC;
    for (uint32_t i = 0; sets && i < s->targets; i++) {
        bool *control = &u->control[live_number (&u->live, s->target[i])];
        unsigned steps = MOST_STEPS;
        if (!*control
            || (s->kind == STATEMENT_ASSIGN
                && term_finite (u, s->value[i], &steps)))
            continue;
        *control = false;
        changed = true;
    }
    return changed;
}

void
unfold_control (unfolding *u)
{
    bool changed = true;
    for (size_t i = 0; i < u->live.variable.size; i++)
        u->control[i] =
            u->tracked[i] && value_width (u->live.variable.at[i]->sort);
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < u->flow.reachable; i++) {
            const struct block *b = &u->procedure->block.at[u->flow.order[i]];
            for (size_t k = 0; k < b->statement.size; k++)
                changed = statement_pass (u, &b->statement.at[k]) || changed;
        }
    }
}
