/* leaf.c -- see leaf.h. */
#include "bounded/inlining/leaf.h"

#include <assert.h>

struct leaf_state {
    struct passive_program *program;
    const struct partition *partition;
    struct arena arena;
    struct vc *vc; /* per site */
    struct term_vec *formulas;
};

static void
leaf_site (struct leaf_state *l, uint32_t site)
{
    struct site at = l->partition->site.at[site];
    uint32_t procedure = partition_procedure (l->partition, l->program, site);
    const struct passive_procedure *p = &l->program->procedure[procedure];
    terms *t = l->program->terms;
    if (!site)
        vc_make (&l->vc[0], l->program, procedure, 0, term_true (t), p->in.at,
                 p->out.at, &l->arena);
    else {
        const struct vc_call *call = &l->vc[at.parent].call[at.call];
        assert (call->callee == procedure);
        vc_make (&l->vc[site], l->program, procedure, site, call->control,
                 call->in, call->out, &l->arena);
    }
    for (size_t i = 0; i < l->vc[site].clause.size; i++)
        VEC_PUSH (*l->formulas, l->vc[site].clause.at[i]);
}

/* A run passes a site iff it passes the block that calls, and so on down to
 * main. */
static void
leaf_reach (struct leaf_state *l, uint32_t site)
{
    for (; site; site = l->partition->site.at[site].parent) {
        struct site at = l->partition->site.at[site];
        const struct vc *caller = &l->vc[at.parent];
        vc_must_reach (caller, l->program->terms, caller->call[at.call].block,
                       NULL, l->formulas);
    }
}

static void
leaf_decision (struct leaf_state *l, struct chosen c)
{
    assert (c.site);
    struct site at = l->partition->site.at[c.site];
    if (c.decision == MUST_REACH)
        leaf_reach (l, c.site);
    else
        VEC_PUSH (*l->formulas,
                  term_not (l->program->terms,
                            l->vc[at.parent].call[at.call].control));
}

static bool
leaf_has_site (const struct leaf_state *l, uint32_t parent, uint32_t call)
{
    for (size_t s = 1; s < l->partition->site.size; s++)
        if (l->partition->site.at[s].parent == parent
            && l->partition->site.at[s].call == call)
            return true;
    return false;
}

static void
leaf_block (struct leaf_state *l, uint32_t site, uint32_t bound)
{
    const struct vc *vc = &l->vc[site];
    for (uint32_t c = 0; c < vc->procedure->calls; c++) {
        uint32_t times = 1;
        for (uint32_t at = site; at != PASSIVE_NONE;
             at = l->partition->site.at[at].parent)
            times += partition_procedure (l->partition, l->program, at)
                     == vc->call[c].callee;
        if (times > bound && !leaf_has_site (l, site, c))
            VEC_PUSH (*l->formulas,
                      term_not (l->program->terms, vc->call[c].control));
    }
}

void
leaf_formulas (struct passive_program *program, const struct partition *p,
               uint32_t bound, bool blocked, struct term_vec *formulas)
{
    struct leaf_state l = {
        .program = program, .partition = p, .formulas = formulas};
    arena_init (&l.arena);
    l.vc = NEW_ARRAY (struct vc, p->site.size);
    for (uint32_t i = 0; i < program->axioms; i++)
        VEC_PUSH (*formulas, program->axiom[i]);
    for (uint32_t s = 0; s < p->site.size; s++)
        leaf_site (&l, s);
    for (uint32_t s = 0; blocked && s < p->site.size; s++)
        leaf_block (&l, s, bound);
    for (size_t c = 0; c < p->chosen.size; c++)
        leaf_decision (&l, p->chosen.at[c]);
    for (uint32_t s = 0; s < p->site.size; s++)
        vc_clear (&l.vc[s]);
    memory_free (l.vc);
    arena_clear (&l.arena);
}

/* Units of a first try that decides along the structure of the formulas: as a
 * rule far less is enough, but now and then it gets lost. */
enum { LEAF_STRUCTURAL = 20000000 };

static enum solver_answer
leaf_try (struct passive_program *program, const struct term_vec *formulas,
          const struct solver_options *options, struct solver_watch *watch,
          uint64_t *units)
{
    solver *s = solver_new (program->terms, options);
    if (watch)
        solver_watch_set (watch, s);
    for (size_t i = 0; i < formulas->size; i++)
        solver_assert (s, formulas->at[i]);
    enum solver_answer answer = solver_check (s, NULL, 0);
    *units += solver_units (s);
    if (watch)
        solver_watch_set (watch, NULL);
    solver_free (s);
    return answer;
}

enum solver_answer
leaf_check (struct passive_program *program, const struct partition *p,
            uint32_t bound, bool blocked, struct solver_watch *watch,
            uint64_t *units)
{
    struct term_vec formulas = {0};
    leaf_formulas (program, p, bound, blocked, &formulas);
    struct solver_options options = {.limit = LEAF_STRUCTURAL,
                                     .bits = program->bits,
                                     .structural = true,
                                     .triggers = program->quantified};
    *units = 0;
    enum solver_answer answer =
        leaf_try (program, &formulas, &options, watch, units);
    if (answer == SOLVER_UNDECIDED) {
        options.limit = 0;
        options.structural = false;
        answer = leaf_try (program, &formulas, &options, watch, units);
    }
    VEC_CLEAR (formulas);
    return answer;
}
