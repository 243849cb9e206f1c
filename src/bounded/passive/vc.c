/* vc.c -- instances of a procedure's verification condition.
 *
 * The condition is built once per procedure, over its own variables and the
 * control variables `@b<block>` and `@c<block>.<edge>`: the template.  An
 * instance is the template with other variables, made by replaying a list of
 * steps (logic/term/recipe.h), so its cost is that of its new terms. */
#include "bounded/passive/vc.h"

#include <assert.h>

#include "logic/term/recipe.h"

struct vc_template {
    struct term_vec variable; /* formals in, out; locals; choices; controls */
    size_t choices;           /* index of the first choice */
    size_t controls;          /* index of block 0's control variable */
    struct term_vec root;     /* flows, then actuals per call, then clauses */
    size_t clauses;           /* index of the first clause */
    bool *named;              /* per block: it has a control variable */
    term_recipe *recipe;
    const term **to, **made; /* room for a run */
    struct text name;
};

void
vc_template_free (struct vc_template *t)
{
    if (!t)
        return;
    VEC_CLEAR (t->variable);
    VEC_CLEAR (t->root);
    term_recipe_free (t->recipe);
    memory_free (t->named);
    memory_free (t->to);
    memory_free (t->made);
    text_clear (&t->name);
    memory_free (t);
}

static const term *
template_bool (struct vc_template *t, terms *store, const char *name)
{
    const term *v = term_var (store, name, sort_bool (store));
    VEC_PUSH (t->variable, v);
    return v;
}

/* f (l) = target of edge k, for all edges of a block. */
static void
template_flow (struct vc_template *t, terms *store, uint32_t block,
               uint32_t edges)
{
    const term *earlier = term_true (store);
    for (uint32_t k = 0; k < edges; k++) {
        if (k + 1 == edges) {
            VEC_PUSH (t->root, earlier);
            return;
        }
        text_reset (&t->name);
        text_print (&t->name, "@c%u.%u", block, k);
        const term *c = template_bool (t, store, text_view (&t->name));
        VEC_PUSH (t->root, term_and2 (store, earlier, term_not (store, c)));
        earlier = term_and2 (store, earlier, c);
    }
}

static void
template_variables (struct vc_template *t, terms *store,
                    const struct passive_procedure *q)
{
    for (size_t i = 0; i < q->in.size; i++)
        VEC_PUSH (t->variable, q->in.at[i]);
    for (size_t i = 0; i < q->out.size; i++)
        VEC_PUSH (t->variable, q->out.at[i]);
    for (size_t i = 0; i < q->local.size; i++)
        VEC_PUSH (t->variable, q->local.at[i]);
    t->choices = t->variable.size;
    for (uint32_t b = 0; b < q->blocks; b++)
        template_flow (t, store, b, q->block[b].edges);
    t->controls = t->variable.size;
    for (uint32_t b = 0; b < q->blocks; b++) {
        text_reset (&t->name);
        text_print (&t->name, "@b%u", b);
        template_bool (t, store, text_view (&t->name));
    }
}

/* Which blocks have a control variable: those that call, those where paths
 * join, and the entry.  The others stand inside the formula of their only
 * predecessor, so that a solver looks at them only if they matter. */
static bool *
template_named (const struct passive_procedure *q)
{
    bool *named = NEW_ARRAY (bool, q->blocks);
    bool *seen = NEW_ARRAY (bool, q->blocks);
    named[0] = true;
    for (uint32_t b = 0; b < q->blocks; b++) {
        named[b] |= q->block[b].call != PASSIVE_NONE;
        for (uint32_t k = 0; k < q->block[b].edges; k++) {
            uint32_t target = q->block[b].edge[k].target;
            named[target] |= seen[target];
            seen[target] = true;
        }
    }
    memory_free (seen);
    return named;
}

/* What a run that reaches the block must fulfil; `flow` are its edges' flows,
 * `formula` those of the blocks behind it. */
static const term *
template_formula (terms *store, const struct passive_block *block,
                  const term *const *flow, const term *const *formula)
{
    if (!block->edges)
        return block->assume;
    struct term_vec choice = {0};
    for (uint32_t k = 0; k < block->edges; k++) {
        const struct passive_edge *e = &block->edge[k];
        const term *part[3] = {flow[k], e->assume, formula[e->target]};
        VEC_PUSH (choice, term_and (store, part, 3));
    }
    const term *next = term_or (store, choice.at, choice.size);
    VEC_CLEAR (choice);
    return term_and2 (store, block->assume, next);
}

static void
template_clauses (struct vc_template *t, terms *store,
                  const struct passive_procedure *q)
{
    const term *const *control = t->variable.at + t->controls;
    t->named = template_named (q);
    const term **formula = NEW_ARRAY (const term *, q->blocks);
    const term **clause = NEW_ARRAY (const term *, q->blocks);
    size_t flow = 0;
    for (uint32_t b = 0; b < q->blocks; b++)
        flow += q->block[b].edges;
    t->clauses = t->root.size;
    for (uint32_t b = q->blocks; b--;) {
        flow -= q->block[b].edges;
        const term *f =
            template_formula (store, &q->block[b], t->root.at + flow, formula);
        clause[b] = term_implies (store, control[b], f);
        formula[b] = t->named[b] ? control[b] : f;
    }
    for (uint32_t b = 0; b < q->blocks; b++)
        if (t->named[b])
            VEC_PUSH (t->root, clause[b]);
    memory_free (clause);
    memory_free (formula);
}

static struct vc_template *
template_new (const struct passive_program *p,
              const struct passive_procedure *q)
{
    struct vc_template *t = NEW (struct vc_template);
    text_init (&t->name);
    template_variables (t, p->terms, q);
    for (uint32_t c = 0; c < q->calls; c++) {
        const struct passive_procedure *callee =
            &p->procedure[q->call[c].callee];
        for (size_t i = 0; i < callee->in.size; i++)
            VEC_PUSH (t->root, q->call[c].in[i]);
        for (size_t i = 0; i < callee->out.size; i++)
            VEC_PUSH (t->root, q->call[c].out[i]);
    }
    template_clauses (t, p->terms, q);
    t->recipe = term_recipe_new (p->terms, t->root.at, t->root.size,
                                 t->variable.at, t->variable.size);
    t->to = NEW_ARRAY (const term *, t->variable.size + 1);
    t->made = NEW_ARRAY (const term *, t->root.size + 1);
    return t;
}

static const term *
instance_variable (struct vc_template *t, terms *store, const term *v,
                   uint32_t number)
{
    text_reset (&t->name);
    text_print (&t->name, "%s@%u", v->text, number);
    return term_var (store, text_view (&t->name), v->sort);
}

static void
instance_variables (struct vc *vc, struct vc_template *t, terms *store,
                    const term *entry, const term *const *in,
                    const term *const *out)
{
    size_t ins = vc->procedure->in.size, outs = vc->procedure->out.size;
    for (size_t i = 0; i < t->variable.size; i++) {
        const term *v = t->variable.at[i];
        if (i < ins && in)
            t->to[i] = in[i];
        else if (i >= ins && i < ins + outs && out)
            t->to[i] = out[i - ins];
        else if (i == t->controls)
            t->to[i] = entry;
        else
            t->to[i] = instance_variable (t, store, v, vc->number);
    }
}

static const term **
take (const term ***made, size_t count, struct arena *arena)
{
    const term **list = arena_copy (arena, *made, count * sizeof **made);
    *made += count;
    return list;
}

static void
instance_fill (struct vc *vc, const struct passive_program *p,
               struct vc_template *t, struct arena *arena)
{
    const struct passive_procedure *q = vc->procedure;
    const term **made = t->made, **end = t->made + t->root.size;
    vc->control = arena_copy (arena, t->to + t->controls,
                              q->blocks * sizeof *vc->control);
    for (uint32_t b = 0; b < q->blocks; b++)
        if (!t->named[b])
            vc->control[b] = NULL;
    vc->flow = arena_new (arena, q->blocks * sizeof *vc->flow);
    for (uint32_t b = 0; b < q->blocks; b++)
        vc->flow[b] = take (&made, q->block[b].edges, arena);
    vc->call = arena_new (arena, q->calls * sizeof *vc->call + 1);
    for (uint32_t c = 0; c < q->calls; c++) {
        const struct passive_call *call = &q->call[c];
        const struct passive_procedure *callee = &p->procedure[call->callee];
        vc->call[c] = (struct vc_call) {.callee = call->callee,
                                        .block = call->block,
                                        .control = vc->control[call->block]};
        vc->call[c].in = take (&made, callee->in.size, arena);
        vc->call[c].out = take (&made, callee->out.size, arena);
    }
    assert (made == t->made + t->clauses);
    for (; made < end; made++)
        if (!term_is_true (*made))
            VEC_PUSH (vc->clause, *made);
}

void
vc_make (struct vc *vc, struct passive_program *p, uint32_t procedure,
         uint32_t number, const term *entry, const term *const *in,
         const term *const *out, struct arena *arena)
{
    assert (procedure < p->procedures && entry);
    struct passive_procedure *q = &p->procedure[procedure];
    if (!q->vc)
        q->vc = template_new (p, q);
    struct vc_template *t = q->vc;
    *vc = (struct vc) {.procedure = q, .number = number};
    instance_variables (vc, t, p->terms, entry, in, out);
    term_recipe_run (t->recipe, t->to, t->made);
    instance_fill (vc, p, t, arena);
    vc->variables = t->choices;
    vc->from =
        arena_copy (arena, t->variable.at, t->choices * sizeof *vc->from);
    vc->to = arena_copy (arena, t->to, t->choices * sizeof *vc->to);
}

void
vc_clear (struct vc *vc)
{
    VEC_CLEAR (vc->clause);
    *vc = (struct vc) {0};
}

const term *
vc_term (const struct vc *vc, terms *store, const term *t)
{
    return term_substitute (store, t, vc->from, vc->to, vc->variables);
}
