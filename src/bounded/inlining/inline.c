/* inline.c -- from call sites to constraints: algorithm 3, and the
 * decisions of a partition.
 *
 * An inlined site n is asserted as clauses `@g@n => clause`; assuming @g@n
 * makes it count, and its absence from a core says that it was not needed. */
#include <stdio.h>

#include "bounded/inlining/internal.h"

static struct vc *
inline_vc (search *s, uint32_t site, uint32_t procedure)
{
    const struct passive_procedure *p = &s->program->procedure[procedure];
    struct vc *made = arena_new (&s->arena, sizeof *made);
    if (site == 0) {
        vc_make (made, s->program, procedure, 0, term_true (s->terms), p->in.at,
                 p->out.at, &s->arena);
        return made;
    }
    struct site at = s->partition.site.at[site];
    const struct vc_call *call = &s->instance.at[at.parent].vc->call[at.call];
    assert (call->callee == procedure);
    vc_make (made, s->program, procedure, site, call->control, call->in,
             call->out, &s->arena);
    return made;
}

static void
inline_assert (search *s, struct instance *i)
{
    for (size_t c = 0; c < i->vc->clause.size; c++) {
        const term *clause = i->vc->clause.at[c];
        search_assert (s, i->guard ? term_implies (s->terms, i->guard, clause)
                                   : clause);
    }
    VEC_CLEAR (i->vc->clause);
}

/* Would the callee be on the stack more than `bound` times? */
static bool
inline_is_beyond (const search *s, uint32_t parent, uint32_t callee)
{
    uint32_t times = 1;
    for (uint32_t at = parent;; at = s->partition.site.at[at].parent) {
        times += s->instance.at[at].procedure == callee;
        if (at == 0)
            return times > s->options.bound;
    }
}

/* The calls of an instance become open sites, or sites beyond. */
static void
inline_open (search *s, uint32_t site)
{
    const struct vc *vc = s->instance.at[site].vc;
    for (uint32_t c = 0; c < vc->procedure->calls; c++) {
        if (s->instance.at[site].child[c] != PASSIVE_NONE)
            continue;
        const struct vc_call *call = &vc->call[c];
        struct open_call open = {site, c, term_not (s->terms, call->control),
                                 NULL};
        if (vc->procedure->call[c].summary)
            open.summary = term_or2 (
                s->terms, open.blocked,
                vc_term (vc, s->terms, vc->procedure->call[c].summary));
        if (inline_is_beyond (s, site, call->callee))
            VEC_PUSH (s->now.beyond, open);
        else
            VEC_PUSH (s->now.open, open);
    }
}

static const term *
inline_guard (search *s, uint32_t site)
{
    char name[24];
    snprintf (name, sizeof name, "@g@%u", site);
    return term_var (s->terms, name, sort_bool (s->terms));
}

static void
open_remove (struct vec_open *open, uint32_t parent, uint32_t call)
{
    size_t kept = 0;
    for (size_t i = 0; i < open->size; i++)
        if (open->at[i].parent != parent || open->at[i].call != call)
            open->at[kept++] = open->at[i];
    open->size = kept;
}

static void
instance_build (search *s, uint32_t site, struct instance *i)
{
    i->vc = inline_vc (s, site, i->procedure);
    i->guard = site ? inline_guard (s, site) : NULL;
    inline_assert (s, i);
}

void
search_instance (search *s, uint32_t site, bool avoided)
{
    assert (site == s->instance.size && site < s->partition.site.size);
    struct site at = s->partition.site.at[site];
    struct instance i = {.procedure = s->program->main};
    if (site) {
        struct instance *parent = &s->instance.at[at.parent];
        assert (parent->child[at.call] == PASSIVE_NONE);
        parent->child[at.call] = site;
        const struct passive_procedure *caller =
            &s->program->procedure[parent->procedure];
        i.procedure = caller->call[at.call].callee;
        i.avoided = avoided || parent->avoided;
        open_remove (&s->now.open, at.parent, at.call);
        open_remove (&s->now.beyond, at.parent, at.call);
    }
    uint32_t calls = s->program->procedure[i.procedure].calls;
    i.child = arena_new (&s->arena, calls * sizeof *i.child + 1);
    for (uint32_t c = 0; c < calls; c++)
        i.child[c] = PASSIVE_NONE;
    if (!i.avoided)
        instance_build (s, site, &i);
    VEC_PUSH (s->instance, i);
    if (!i.avoided)
        inline_open (s, site);
}

void
search_reopen (search *s)
{
    s->now.open.size = s->now.beyond.size = 0;
    for (uint32_t i = 0; i < s->instance.size; i++) {
        struct instance *at = &s->instance.at[i];
        if (at->avoided)
            continue;
        if (!at->vc)
            instance_build (s, i, at);
        inline_open (s, i);
    }
}

/* Does every run of the procedure pass the block?  Blocks stand in topological
 * order, so a run that avoids it takes an edge across it. */
static bool
inline_is_passed (const struct passive_procedure *p, uint32_t block)
{
    for (uint32_t b = 0; b < block; b++)
        for (uint32_t e = 0; e < p->block[b].edges; e++)
            if (p->block[b].edge[e].target > block)
                return false;
    return true;
}

static void
inline_one (search *s, struct open_call c)
{
    assert (!s->instance.at[c.parent].avoided);
    uint32_t site = (uint32_t) s->partition.site.size;
    VEC_PUSH (s->partition.site, ((struct site) {c.parent, c.call}));
    search_instance (s, site, false);
    s->inlined++;
}

void
search_inline (search *s, struct open_call c)
{
    uint32_t site = (uint32_t) s->partition.site.size;
    inline_one (s, c);
    /* Whoever calls here meets these too: they would be next, one check each.
     */
    for (; s->options.follow && site < s->partition.site.size; site++) {
        uint32_t procedure = s->instance.at[site].procedure;
        const struct passive_procedure *p = &s->program->procedure[procedure];
        for (uint32_t i = 0; i < p->calls; i++)
            if (inline_is_passed (p, p->call[i].block)
                && !inline_is_beyond (s, site, p->call[i].callee))
                inline_one (s, (struct open_call) {.parent = site, .call = i});
    }
}

/* ---- decisions */

static void
open_forget_avoided (const search *s, struct vec_open *open)
{
    size_t kept = 0;
    for (size_t i = 0; i < open->size; i++)
        if (!s->instance.at[open->at[i].parent].avoided)
            open->at[kept++] = open->at[i];
    open->size = kept;
}

static void
avoid_below (search *s, uint32_t site)
{
    s->instance.at[site].avoided = true;
    for (uint32_t i = site + 1; i < s->instance.size; i++)
        if (s->instance.at[s->partition.site.at[i].parent].avoided)
            s->instance.at[i].avoided = true;
    open_forget_avoided (s, &s->now.open);
    open_forget_avoided (s, &s->now.beyond);
}

/* Of the decision, not of its number: a search may turn to another part. */
const term *
search_decision_literal (search *s, uint32_t number)
{
    struct chosen c = s->partition.chosen.at[number];
    char name[24];
    snprintf (name, sizeof name, c.decision == MUST_REACH ? "@r@%u" : "@a@%u",
              c.site);
    return term_var (s->terms, name, sort_bool (s->terms));
}

/* What a decision says, or says as long as it is assumed. */
static void
decision_assert (search *s, uint32_t number, const term *t)
{
    search_assert (
        s, s->options.explain
               ? term_implies (s->terms, search_decision_literal (s, number), t)
               : t);
}

/* must-reach (c) for c = (l,p)::c' is r_l in the VC of the *caller*, and
 * must-reach (c').  The clauses after the first only say what r_l means. */
static void
must_reach (search *s, uint32_t number, uint32_t site)
{
    struct term_vec clauses = {0};
    for (uint32_t at = site; at; at = s->partition.site.at[at].parent) {
        struct site c = s->partition.site.at[at];
        const struct vc *caller = s->instance.at[c.parent].vc;
        clauses.size = 0;
        vc_must_reach (caller, s->terms, caller->call[c.call].block,
                       s->options.broken, &clauses);
        decision_assert (s, number, clauses.at[0]);
        for (size_t i = 1; i < clauses.size; i++)
            search_assert (s, clauses.at[i]);
    }
    VEC_CLEAR (clauses);
}

/* A site that must be reached is below one that must be avoided. */
static void
must_reach_avoided (search *s, uint32_t number, uint32_t site)
{
    for (uint32_t i = 0; i < s->partition.chosen.size; i++) {
        struct chosen c = s->partition.chosen.at[i];
        if (c.decision == MUST_AVOID
            && partition_below (&s->partition, site, c.site))
            decision_assert (
                s, number,
                s->options.explain
                    ? term_not (s->terms, search_decision_literal (s, i))
                    : term_false (s->terms));
    }
}

void
search_assert_decision (search *s, uint32_t number)
{
    struct chosen c = s->partition.chosen.at[number];
    assert (c.site && c.site < s->instance.size);
    struct site at = s->partition.site.at[c.site];
    const struct vc *caller = s->instance.at[at.parent].vc;
    bool *told = s->instance.at[c.site].told;
    if (!caller) { /* below a must-avoid site */
        if (c.decision == MUST_REACH)
            must_reach_avoided (s, number, c.site);
        return;
    }
    if (told[c.decision])
        ;
    else if (c.decision == MUST_REACH)
        must_reach (s, number, c.site);
    else
        decision_assert (s, number,
                         term_not (s->terms, caller->call[at.call].control));
    told[c.decision] = s->options.explain;
    if (c.decision == MUST_AVOID)
        avoid_below (s, c.site);
}
