/* labelling.c -- see labelling.h. */
#include "ctl/labelling.h"

#include <assert.h>

void
ctl_labelling_init (struct ctl_labelling *l, const struct ctl_formula *f)
{
    assert (f->node.size > f->root);
    *l = (struct ctl_labelling) {.formula = f};
}

void
ctl_labelling_clear (struct ctl_labelling *l)
{
    VEC_CLEAR (l->plan);
}

static enum ctl_operation
first_operation (const struct ctl_node *n)
{
    switch ((enum ctl_operator) n->operator) {
    case CTL_NEXT:
        return CTL_STEP;
    case CTL_UNTIL:
        return CTL_REACH;
    case CTL_ALWAYS:
        return CTL_COUNT;
    default:
        return CTL_PLAIN;
    }
}

/* What a node rests on, then the node; where all is modelled both bounds are the
 * same. */
static void
plan (struct ctl_labelling *l, bool both, uint32_t node, enum ctl_bound bound)
{
    const struct ctl_formula *f = l->formula;
    const struct ctl_node *n = &f->node.at[node];
    if (!both)
        bound = CTL_MUST;
    for (size_t i = 0; i < l->plan.size; i++)
        if (l->plan.at[i].node == node && l->plan.at[i].bound == bound)
            return;
    if (n->operator> CTL_PROPOSITION)
        plan (l, both, n->left, n->operator== CTL_NOT ? !bound : bound);
    if (n->operator== CTL_AND || n->operator== CTL_UNTIL)
        plan (l, both, n->right, bound);
    for (size_t i = 0; n->operator== CTL_ALWAYS && i<f->fair.size; i++) {
        plan (l, both, f->fair.at[i].when, bound);
        plan (l, both, f->fair.at[i].then, bound);
    }
    struct ctl_order o = {.operation = (uint8_t) first_operation (n),
                          .bound = (uint8_t) bound,
                          .both = both,
                          .node = node};
    VEC_PUSH (l->plan, o);
}

static void
plan_all (struct ctl_labelling *l, bool both)
{
    for (int b = 0; b < CTL_BOUNDS; b++) {
        plan (l, both, l->formula->root, (enum ctl_bound) b);
        plan (l, both, l->formula->fair_path, (enum ctl_bound) b);
    }
    assert (l->plan.size);
}

/* The next operation of the same node; false: it is labelled. */
static bool
go_on (struct ctl_labelling *l)
{
    struct ctl_order *o = &l->order;
    unsigned constraints = (unsigned) l->formula->fair.size;
    o->again = false;
    switch ((enum ctl_operation) o->operation) {
    case CTL_COUNT:
        o->operation = CTL_TRIM;
        l->idle = 0;
        o->which = 0;
        return true;
    case CTL_TRIM:
        o->operation = CTL_REACH_FAIR;
        return constraints;
    case CTL_REACH_FAIR:
        o->operation = CTL_MEET;
        return true;
    case CTL_MEET:
        o->operation = l->idle < constraints ? CTL_REACH_FAIR : CTL_RETURN;
        o->which = (o->which + 1) % constraints;
        return o->operation == CTL_REACH_FAIR || l->formula->strong;
    default:
        return false;
    }
}

bool
ctl_labelling_next (struct ctl_labelling *l, const struct ctl_report *sum,
                    struct ctl_order *order)
{
    struct ctl_order *o = &l->order;
    assert (l->begun == !!sum);
    if (!l->begun) {
        l->begun = true;
        *o = (struct ctl_order) {.operation = CTL_EXPAND};
    } else {
        if (o->operation == CTL_MEET && !o->again)
            l->idle = sum->taken ? 0 : l->idle + 1;
        if (sum->moved)
            o->again = true;
        else if (o->operation == CTL_EXPAND)
            *o = (struct ctl_order) {.operation = CTL_SEAL};
        else {
            if (o->operation == CTL_SEAL)
                plan_all (l, sum->cuts);
            if (!go_on (l)) {
                if (l->at == l->plan.size)
                    return false;
                *o = l->plan.at[l->at++];
            }
        }
    }
    *order = *o;
    return true;
}
