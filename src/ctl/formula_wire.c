/* formula_wire.c -- a formula on its way to those who label states. */
#include <assert.h>

#include "ctl/formula.h"

void
ctl_formula_write (const struct ctl_formula *f, struct buffer *b)
{
    assert (f->node.size && f->node.size <= CTL_NODES);
    buffer_uint (b, f->node.size);
    for (size_t i = 0; i < f->node.size; i++) {
        buffer_byte (b, f->node.at[i].operator);
        buffer_uint (b, f->node.at[i].left);
        buffer_uint (b, f->node.at[i].right);
    }
    buffer_uint (b, f->fair.size);
    for (size_t i = 0; i < f->fair.size; i++) {
        buffer_uint (b, f->fair.at[i].when);
        buffer_uint (b, f->fair.at[i].then);
    }
    buffer_uint (b, f->fair_path);
    buffer_uint (b, f->root);
}

/* Is it made of what stands before it? */
static bool
node_fits (const struct ctl_node *n, uint64_t at)
{
    if (n->operator> CTL_ALWAYS)
        return false;
    if (n->operator<= CTL_PROPOSITION)
        return n->left < CTL_PROPOSITIONS && !n->right;
    return n->left < at && n->right < at;
}

/* A proposition, true or false? */
static bool
is_simple (const struct ctl_formula *f, uint64_t node)
{
    const struct ctl_node *n = &f->node.at[node];
    return n->operator<= CTL_PROPOSITION || (
        n->operator== CTL_NOT && f->node.at[n->left].operator== CTL_TRUE);
}

bool
ctl_formula_open (struct ctl_formula *f, struct reader *r)
{
    uint64_t nodes = reader_uint (r);
    bool good = nodes && nodes <= CTL_NODES;
    for (uint64_t i = 0; good && i < nodes; i++) {
        struct ctl_node n = {.operator= reader_byte (r)};
        uint64_t left = reader_uint (r), right = reader_uint (r);
        n.left = (uint32_t) left;
        n.right = (uint32_t) right;
        good = !r->failed && left < CTL_NODES && right < CTL_NODES
               && node_fits (&n, i);
        VEC_PUSH (f->node, n);
    }
    uint64_t fair = reader_uint (r);
    good = good && fair <= CTL_PROPOSITIONS;
    for (uint64_t i = 0; good && i < fair; i++) {
        uint64_t when = reader_uint (r), then = reader_uint (r);
        good = when < nodes && then < nodes && is_simple (f, when)
               && is_simple (f, then);
        struct ctl_constraint c = {(uint32_t) when, (uint32_t) then};
        VEC_PUSH (f->fair, c);
        f->strong |= good && f->node.at[when].operator!= CTL_TRUE;
    }
    uint64_t path = reader_uint (r), root = reader_uint (r);
    f->fair_path = (uint32_t) path;
    f->root = (uint32_t) root;
    return good && !r->failed && path < nodes && root < nodes;
}
