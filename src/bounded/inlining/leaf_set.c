/* leaf_set.c -- see leaf_set.h. */
#include "bounded/inlining/leaf_set.h"

#include <assert.h>
#include <stdio.h>

#include "base/map.h"
#include "bounded/passive/vc.h"

/* A site of any leaf so far. */
struct leaf_set_site {
    uint32_t parent, procedure;
    struct vc *vc;
    const term *guard;   /* its formulas hold with this; null: main's always */
    const term *reached; /* a run passes it with this; null: was not said yet */
};

struct leaf_set {
    struct passive_program *program;
    uint32_t bound;
    struct VEC (struct leaf_set_site) site;
    struct map number; /* by parent and call */
    struct arena arena;
    solver *solver;
};

/* More sites than that only slow down a check of a few of them. */
enum { LEAF_SET_SITES = 3000, LEAF_SET_LIMIT = 20000000 };

void
leaf_set_free (leaf_set *l)
{
    if (!l)
        return;
    for (size_t i = 0; i < l->site.size; i++)
        vc_clear (l->site.at[i].vc);
    solver_free (l->solver);
    VEC_CLEAR (l->site);
    map_clear (&l->number);
    arena_clear (&l->arena);
    memory_free (l);
}

/* ---- sites */

static const term *
leaf_set_literal (const leaf_set *l, const char *format, uint32_t site)
{
    char name[24];
    snprintf (name, sizeof name, format, site);
    return term_var (l->program->terms, name, sort_bool (l->program->terms));
}

static void
leaf_set_assert (leaf_set *l, const term *guard, const struct term_vec *clause)
{
    for (size_t i = 0; i < clause->size; i++)
        solver_assert (l->solver, guard ? term_implies (l->program->terms,
                                                        guard, clause->at[i])
                                        : clause->at[i]);
}

static uint32_t
leaf_set_add (leaf_set *l, uint32_t parent, uint32_t call)
{
    uint32_t number = (uint32_t) l->site.size;
    struct passive_program *program = l->program;
    struct leaf_set_site s = {.parent = parent, .procedure = program->main};
    s.vc = arena_new (&l->arena, sizeof *s.vc);
    if (!number) {
        const struct passive_procedure *p = &program->procedure[s.procedure];
        vc_make (s.vc, program, s.procedure, 0, term_true (program->terms),
                 p->in.at, p->out.at, &l->arena);
    } else {
        const struct vc_call *from = &l->site.at[parent].vc->call[call];
        s.procedure = from->callee;
        s.guard = leaf_set_literal (l, "@g@%u", number);
        vc_make (s.vc, program, s.procedure, number, from->control, from->in,
                 from->out, &l->arena);
    }
    leaf_set_assert (l, s.guard, &s.vc->clause);
    VEC_PUSH (l->site, s);
    return number;
}

static leaf_set *
leaf_set_new (struct passive_program *program, uint32_t bound,
              struct solver_watch *watch)
{
    struct solver_options options = {.limit = LEAF_SET_LIMIT,
                                     .bits = program->bits,
                                     .structural = true,
                                     .triggers = program->quantified};
    leaf_set *l = NEW (leaf_set);
    l->program = program;
    l->bound = bound;
    l->solver = solver_new (program->terms, &options);
    map_init (&l->number);
    arena_init (&l->arena);
    if (watch)
        solver_watch_set (watch, l->solver);
    for (uint32_t i = 0; i < program->axioms; i++)
        solver_assert (l->solver, program->axiom[i]);
    leaf_set_add (l, PASSIVE_NONE, PASSIVE_NONE);
    return l;
}

static uint32_t
leaf_set_site_of (leaf_set *l, uint32_t parent, uint32_t call)
{
    struct digest key = map_number ((uint64_t) parent << 32 | call);
    uint64_t *known = map_get (&l->number, key);
    if (known)
        return (uint32_t) *known;
    uint32_t site = leaf_set_add (l, parent, call);
    map_put (&l->number, key, site);
    return site;
}

/* ---- a claim */

/* A run passes a site iff it passes the block that calls, and so on up to
 * main. */
static const term *
leaf_set_reached (leaf_set *l, uint32_t site, const struct partition *p,
                  uint32_t of)
{
    if (l->site.at[site].reached)
        return l->site.at[site].reached;
    const term *reached = leaf_set_literal (l, "@r@%u", site);
    struct term_vec clauses = {0};
    for (uint32_t at = site, from = of; at; at = l->site.at[at].parent) {
        const struct vc *caller = l->site.at[l->site.at[at].parent].vc;
        vc_must_reach (caller, l->program->terms,
                       caller->call[p->site.at[from].call].block, NULL,
                       &clauses);
        from = p->site.at[from].parent;
    }
    leaf_set_assert (l, reached, &clauses);
    VEC_CLEAR (clauses);
    return l->site.at[site].reached = reached;
}

static void
leaf_set_block (const leaf_set *l, uint32_t site, const bool *taken,
                struct term_vec *assume)
{
    const struct vc *vc = l->site.at[site].vc;
    for (uint32_t c = 0; c < vc->procedure->calls; c++) {
        uint32_t times = 1;
        for (uint32_t at = site; at != PASSIVE_NONE; at = l->site.at[at].parent)
            times += l->site.at[at].procedure == vc->call[c].callee;
        if (times <= l->bound)
            continue;
        const uint64_t *below =
            map_get (&l->number, map_number ((uint64_t) site << 32 | c));
        if (!below || !taken[*below])
            VEC_PUSH (*assume,
                      term_not (l->program->terms, vc->call[c].control));
    }
}

static void
leaf_set_assume (leaf_set *l, const struct partition *p, bool blocked,
                 struct term_vec *assume)
{
    uint32_t *number = NEW_ARRAY (uint32_t, p->site.size);
    for (uint32_t i = 1; i < p->site.size; i++)
        number[i] = leaf_set_site_of (l, number[p->site.at[i].parent],
                                      p->site.at[i].call);
    bool *taken = NEW_ARRAY (bool, l->site.size);
    for (uint32_t i = 0; i < p->site.size; i++) {
        taken[number[i]] = true;
        if (i)
            VEC_PUSH (*assume, l->site.at[number[i]].guard);
    }
    for (uint32_t i = 0; blocked && i < p->site.size; i++)
        leaf_set_block (l, number[i], taken, assume);
    for (size_t i = 0; i < p->chosen.size; i++) {
        struct chosen c = p->chosen.at[i];
        struct site at = p->site.at[c.site];
        if (c.decision == MUST_REACH)
            VEC_PUSH (*assume, leaf_set_reached (l, number[c.site], p, c.site));
        else
            VEC_PUSH (
                *assume,
                term_not (
                    l->program->terms,
                    l->site.at[number[at.parent]].vc->call[at.call].control));
    }
    memory_free (taken);
    memory_free (number);
}

enum solver_answer
leaf_set_check (leaf_set **set, struct passive_program *program,
                const struct partition *p, uint32_t bound, bool blocked,
                struct solver_watch *watch, uint64_t *units)
{
    if (!*set)
        *set = leaf_set_new (program, bound, watch);
    leaf_set *l = *set;
    assert (l->program == program && l->bound == bound);
    uint64_t before = solver_units (l->solver);
    if (watch)
        solver_watch_set (watch, l->solver);
    struct term_vec assume = {0};
    leaf_set_assume (l, p, blocked, &assume);
    enum solver_answer answer =
        solver_check (l->solver, assume.at, assume.size);
    VEC_CLEAR (assume);
    *units = solver_units (l->solver) - before;
    if (watch)
        solver_watch_set (watch, NULL);
    /* A check that gave up may have left the solver without some formulas. */
    if (answer != SOLVER_UNSAT || l->site.size > LEAF_SET_SITES) {
        leaf_set_free (l);
        *set = NULL;
    }
    return answer;
}
