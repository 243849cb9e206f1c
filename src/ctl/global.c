/* global.c -- see global.h. */
#include "ctl/global.h"

#include <assert.h>

#include "base/memory.h"
#include "ctl/labelling.h"

/* ---- a step on all threads */

static void
step (void *context, unsigned thread)
{
    struct ctl_global *g = context;
    for (unsigned from = 0; from < g->parts; from++)
        g->in[thread][from] = buffer_view (&g->last[from][thread]);
    ctl_part_step (&g->part[thread], &g->order, g->in[thread], g->parts);
}

static void
step_all (struct ctl_global *g)
{
    for (unsigned i = 0; i < g->parts; i++) {
        struct buffer *out = g->part[i].out;
        g->part[i].out = g->last[i];
        g->last[i] = out;
        for (unsigned to = 0; to < g->parts; to++)
            buffer_reset (&g->part[i].out[to]);
    }
    if (g->threads)
        fork_join_run (g->threads, step, g);
    else
        step (g, 0);
    ctl_report_clear (&g->sum);
    for (unsigned i = 0; i < g->parts; i++)
        ctl_report_add (&g->sum, &g->part[i].report);
    g->layers += g->order.operation == CTL_EXPAND && g->sum.taken;
}

/* ---- */

static bool
parts_make (struct ctl_global *g, generator *machine,
            const struct store_options *kept, struct problem *p)
{
    g->part = NEW_ARRAY (struct ctl_part, g->parts);
    g->clone = NEW_ARRAY (generator *, g->parts);
    g->last = NEW_ARRAY (struct buffer *, g->parts);
    g->in = NEW_ARRAY (struct bytes *, g->parts);
    struct store_options own = *kept;
    own.memory_bytes /= g->parts;
    for (unsigned i = 0; i < g->parts; i++) {
        generator *m =
            i ? g->clone[i] = machine->class->clone (machine) : machine;
        g->last[i] = NEW_ARRAY (struct buffer, g->parts);
        g->in[i] = NEW_ARRAY (struct bytes, g->parts);
        if (!ctl_part_init (&g->part[i], g->formula, m, i, g->parts, &own, p))
            return false;
    }
    g->threads = g->parts > 1 ? fork_join_new (g->parts) : NULL;
    return g->parts == 1 || g->threads
           || problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                               "the system gives no more threads");
}

bool
ctl_global_init (struct ctl_global *g, generator *machine,
                 const struct ctl_formula *f, const struct store_options *kept,
                 unsigned threads,
                 void (*tick) (void *context, const struct ctl_report *),
                 void *context, struct problem *p)
{
    assert (threads && kept->threads == 1);
    *g = (struct ctl_global) {.formula = f, .parts = threads};
    struct ctl_labelling plan;
    if (!parts_make (g, machine, kept, p))
        return false;
    ctl_labelling_init (&plan, f);
    for (struct ctl_report *sum = NULL;
         g->sum.problem.kind == PROBLEM_NONE
         && ctl_labelling_next (&plan, sum, &g->order);
         sum = &g->sum) {
        step_all (g);
        if (tick)
            tick (context, &g->sum);
    }
    ctl_labelling_clear (&plan);
    if (g->sum.problem.kind != PROBLEM_NONE)
        *p = g->sum.problem;
    return g->sum.problem.kind == PROBLEM_NONE;
}

void
ctl_global_clear (struct ctl_global *g)
{
    fork_join_free (g->threads);
    for (unsigned i = 0; i < g->parts; i++) {
        if (g->part[i].formula)
            ctl_part_clear (&g->part[i]);
        if (g->clone[i])
            g->clone[i]->class->free (g->clone[i]);
        for (unsigned to = 0; g->last[i] && to < g->parts; to++)
            buffer_clear (&g->last[i][to]);
        memory_free (g->last[i]);
        memory_free (g->in[i]);
    }
    memory_free (g->part);
    memory_free (g->clone);
    memory_free (g->last);
    memory_free (g->in);
    ctl_report_clear (&g->sum);
}

bool
ctl_global_holds (struct ctl_global *g, struct bytes state, uint32_t node,
                  enum ctl_bound bound)
{
    struct ctl_part *p = &g->part[ctl_part_owner (digest_of (state), g->parts)];
    uint32_t own = ctl_table_find (&p->table, state);
    assert (own != CTL_NOWHERE);
    return ctl_part_holds (p, own, node, bound);
}
