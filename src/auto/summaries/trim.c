/* trim.c -- of inductive claims, those that the proof needs.
 *
 * From main on: what a question needs of the claims at its calls is an unsat
 * core, and each claim that is needed is a question of its own procedure. */
#include <assert.h>

#include "auto/summaries/internal.h"

const term *
claim_selector (struct summaries *s, uint32_t procedure, size_t claim)
{
    struct text name;
    text_init (&name);
    text_print (&name, "@claim@%u@%zu", procedure, claim);
    const term *v =
        term_var (s->terms, text_view (&name), sort_bool (s->terms));
    text_clear (&name);
    return v;
}

struct trim_state {
    struct summaries *s;
    bool **needed; /* per procedure and claim */
    bool *open;    /* per procedure: it has claims that were not asked for */
    struct term_vec selector;
    struct VEC (struct {
        uint32_t procedure;
        size_t claim;
    }) of; /* per selector */
};

static void
trim_need (struct trim_state *m, const uint32_t *core, size_t cores)
{
    for (size_t i = 0; i < cores; i++) {
        assert (core[i] < m->of.size);
        uint32_t p = m->of.at[core[i]].procedure;
        bool *needed = &m->needed[p][m->of.at[core[i]].claim];
        m->open[p] |= !*needed;
        *needed = true;
    }
}

/* What the procedure needs to keep those of its claims that are needed. */
static bool
trim_ask (struct trim_state *m, uint32_t procedure)
{
    assert (procedure < m->s->prepared.passive.procedures);
    struct summaries *s = m->s;
    assert (s->select);
    const struct summary *y = &s->of[procedure];
    struct term_vec formulas = {0}, claims = {0};
    for (size_t i = 0; i < y->claim.size; i++)
        if (m->needed[procedure][i])
            VEC_PUSH (claims, y->claim.at[i]);
    summaries_question (s, procedure, claims.at, claims.size, &formulas);
    solver *z = question_solver (s, &formulas, 0, s->limit);
    bool good =
        solver_check (z, m->selector.at, m->selector.size) == SOLVER_UNSAT;
    if (good) {
        uint32_t *core = NEW_ARRAY (uint32_t, m->selector.size + 1);
        trim_need (m, core, solver_core (z, core, m->selector.size));
        memory_free (core);
    }
    s->units += solver_units (z);
    solver_free (z);
    VEC_CLEAR (formulas);
    VEC_CLEAR (claims);
    return good;
}

static void
trim_drop (struct trim_state *m)
{
    assert (!m->s->select);
    for (uint32_t p = 0; p < m->s->prepared.passive.procedures; p++) {
        struct summary *y = &m->s->of[p];
        size_t kept = 0;
        for (size_t i = 0; i < y->claim.size; i++)
            if (m->needed[p][i])
                y->claim.at[kept++] = y->claim.at[i];
        y->claim.size = y->proved = kept;
    }
}

static bool
trim_find (struct trim_state *m)
{
    uint32_t procedures = m->s->prepared.passive.procedures;
    bool good = trim_ask (m, m->s->prepared.passive.main);
    for (bool again = true; good && again;) {
        again = false;
        for (uint32_t p = 0; good && p < procedures; p++)
            if (m->open[p]) {
                again = true;
                m->open[p] = false;
                good = trim_ask (m, p);
            }
    }
    return good;
}

void
summaries_trim (struct summaries *s)
{
    uint32_t procedures = s->prepared.passive.procedures;
    struct trim_state m = {.s = s};
    m.needed = NEW_ARRAY (bool *, procedures + 1);
    m.open = NEW_ARRAY (bool, procedures + 1);
    for (uint32_t p = 0; p < procedures; p++) {
        m.needed[p] = NEW_ARRAY (bool, s->of[p].claim.size + 1);
        for (size_t i = 0; i < s->of[p].claim.size; i++) {
            VEC_PUSH (m.selector, claim_selector (s, p, i));
            VEC_ROOM (m.of, m.of.size + 1);
            m.of.at[m.of.size].procedure = p;
            m.of.at[m.of.size++].claim = i;
        }
    }
    assert (m.selector.size == m.of.size && !s->select);
    s->select = true;
    bool good = trim_find (&m);
    s->select = false;
    if (good)
        trim_drop (&m);
    for (uint32_t p = 0; p < procedures; p++)
        memory_free (m.needed[p]);
    memory_free (m.needed);
    memory_free (m.open);
    VEC_CLEAR (m.selector);
    VEC_CLEAR (m.of);
}
