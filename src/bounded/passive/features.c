/* features.c -- what occurs in a passive program, for the solver. */
#include "bounded/passive/internal.h"

static void
roots_of_procedure (const struct passive_procedure *q, struct term_vec *out)
{
    for (uint32_t b = 0; b < q->blocks; b++) {
        VEC_PUSH (*out, q->block[b].assume);
        for (uint32_t k = 0; k < q->block[b].edges; k++)
            VEC_PUSH (*out, q->block[b].edge[k].assume);
    }
    for (uint32_t c = 0; c < q->calls; c++)
        if (q->call[c].summary)
            VEC_PUSH (*out, q->call[c].summary);
    for (size_t i = 0; i < q->in.size; i++)
        VEC_PUSH (*out, q->in.at[i]);
    for (size_t i = 0; i < q->out.size; i++)
        VEC_PUSH (*out, q->out.at[i]);
}

static bool
sort_has_bits (const sort *s)
{
    while (s->kind == SORT_ARRAY) {
        if (sort_has_bits (s->index))
            return true;
        s = s->element;
    }
    return s->kind == SORT_BV;
}

static bool
is_nonlinear (const term *t)
{
    if (t->op == OP_IDIV || t->op == OP_MOD || t->op == OP_DIVIDE)
        return !term_is_constant (t->arg[1]);
    if (t->op != OP_MUL)
        return false;
    uint32_t open = 0;
    for (uint32_t i = 0; i < t->args; i++)
        open += !term_is_constant (t->arg[i]);
    return open > 1;
}

void
passive_features (struct passive_program *p)
{
    struct term_vec root = {0}, order = {0};
    struct term_map place = {0};
    for (uint32_t i = 0; i < p->axioms; i++)
        VEC_PUSH (root, p->axiom[i]);
    for (uint32_t i = 0; i < p->procedures; i++) {
        const struct passive_procedure *q = &p->procedure[i];
        roots_of_procedure (q, &root);
        for (uint32_t c = 0; c < q->calls; c++)
            for (size_t k = 0; k < p->procedure[q->call[c].callee].in.size; k++)
                VEC_PUSH (root, q->call[c].in[k]);
    }
    term_postorder (root.at, root.size, &place, &order);
    p->quantified = p->bits = p->nonlinear = false;
    for (size_t i = 0; i < order.size; i++) {
        const term *t = order.at[i];
        p->quantified |= t->op == OP_FORALL || t->op == OP_EXISTS;
        p->bits |= sort_has_bits (t->sort);
        p->nonlinear |= is_nonlinear (t);
    }
    term_map_clear (&place);
    VEC_CLEAR (root);
    VEC_CLEAR (order);
}
