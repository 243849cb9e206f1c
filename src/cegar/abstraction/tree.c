/* tree.c -- see tree.h. */
#include "cegar/abstraction/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void
tree_init (struct tree *t, const struct system *s, const struct precision *p,
           size_t round)
{
    assert (round < p->round.size && p->locations == s->location.size);
    *t = (struct tree) {.system = s, .precision = p, .round = round};
    t->error_depth = TREE_NONE;
    arena_init (&t->arena);
    t->cover = NEW_ARRAY (struct cube_cover, s->location.size);
    for (size_t l = 0; l < s->location.size; l++)
        cover_init (&t->cover[l],
                    cube_words (precision_count (p, round, (uint32_t) l)));
    static const uint64_t nothing[1] = {0};
    struct tree_node root = {SYSTEM_ENTRY, 0, false, TREE_NONE, nothing};
    assert (!t->cover[SYSTEM_ENTRY].words);
    VEC_PUSH (t->node, root);
    cover_add (&t->cover[SYSTEM_ENTRY], nothing, 0);
}

void
tree_clear (struct tree *t)
{
    for (size_t l = 0; t->cover && l < t->system->location.size; l++)
        cover_clear (&t->cover[l]);
    memory_free (t->cover);
    VEC_CLEAR (t->node);
    VEC_CLEAR (t->edge);
    VEC_CLEAR (t->error);
    arena_clear (&t->arena);
    *t = (struct tree) {0};
}

/* An edge is there once, even if its source was expanded again because a
 * worker was lost. */
static void
tree_connect (struct tree *t, uint32_t from, uint32_t transition, uint32_t to)
{
    assert (to < t->node.size);
    assert (from < t->node.size && transition < t->system->transition.size);
    assert (t->node.at[to].depth == t->node.at[from].depth + 1);
    for (uint32_t i = t->node.at[to].in; i != TREE_NONE; i = t->edge.at[i].next)
        if (t->edge.at[i].from == from
            && t->edge.at[i].transition == transition)
            return;
    struct tree_edge e = {from, to, transition, t->node.at[to].in};
    t->node.at[to].in = (uint32_t) t->edge.size;
    VEC_PUSH (t->edge, e);
}

struct tree_pruning {
    struct tree *tree;
    uint32_t depth;
};

static bool
tree_gone (void *context, uint32_t name)
{
    struct tree_pruning *p = context;
    struct tree_node *n = &p->tree->node.at[name];
    assert (name < p->tree->node.size && !n->dead);
    if (n->depth < p->depth)
        return false;
    n->dead = true;
    return true;
}

/* The cover keeps shallow nodes that a deeper, larger one may not prune, so a
 * cube may be covered by nodes that are deeper than `depth`; those do not
 * count.  (Layer by layer there are none.)  What some node covers has no equal
 * beside it: that would be covered as well. */
static bool
tree_find (const struct tree *t, uint32_t location, const uint64_t *bits,
           uint32_t depth, uint32_t *equal)
{
    const struct cube_cover *c = &t->cover[location];
    size_t size = cube_count (bits, c->words);
    *equal = TREE_NONE;
    for (size_t i = 0; i < c->member.size; i++) {
        const struct cover_member *m = &c->member.at[i];
        if (m->size > size)
            return false;
        if (!cube_subset (m->bits, bits, c->words))
            continue;
        uint32_t d = t->node.at[m->name].depth;
        assert (!t->node.at[m->name].dead);
        if (m->size == size && d == depth)
            *equal = m->name;
        if (d <= depth)
            return true;
    }
    return false;
}

/* An equal cube that is deeper is replaced, not kept beside the new one. */
static void
tree_drop_equal (struct tree *t, uint32_t location, const uint64_t *bits,
                 uint32_t depth)
{
    struct cube_cover *c = &t->cover[location];
    size_t kept = 0;
    for (size_t i = 0; i < c->member.size; i++) {
        struct cover_member m = c->member.at[i];
        struct tree_node *n = &t->node.at[m.name];
        if (n->depth > depth && cube_equal (m.bits, bits, c->words))
            n->dead = true;
        else
            c->member.at[kept++] = m;
    }
    c->member.size = kept;
}

enum tree_added
tree_add (struct tree *t, uint32_t from, uint32_t transition,
          const uint64_t *bits, uint32_t *node)
{
    assert (from < t->node.size);
    assert (transition < t->system->transition.size);
    uint32_t to = t->system->transition.at[transition].to;
    uint32_t depth = t->node.at[from].depth + 1, equal;
    assert (to != SYSTEM_ERROR);
    assert (bits || !t->cover[to].words);
    struct cube_cover *c = &t->cover[to];
    struct tree_pruning pruning = {t, depth};
    /* Whoever covers it has pruned what it would prune. */
    bool covered = tree_find (t, to, bits, depth, &equal);
    if (equal != TREE_NONE) {
        tree_connect (t, from, transition, equal);
        *node = equal;
        return TREE_EDGE;
    }
    if (covered)
        return TREE_COVERED;
    cover_prune (c, bits, tree_gone, &pruning);
    tree_drop_equal (t, to, bits, depth);
    uint64_t *copy = arena_copy (&t->arena, bits, c->words * sizeof *bits);
    struct tree_node n = {to, depth, false, TREE_NONE, copy};
    *node = (uint32_t) t->node.size;
    VEC_PUSH (t->node, n);
    cover_add (c, copy, *node);
    tree_connect (t, from, transition, *node);
    return TREE_NEW;
}

void
tree_error (struct tree *t, uint32_t from, uint32_t transition)
{
    assert (t->system->transition.at[transition].to == SYSTEM_ERROR);
    assert (from < t->node.size);
    struct tree_edge e = {from, TREE_NONE, transition, TREE_NONE};
    VEC_PUSH (t->error, e);
    uint32_t depth = t->node.at[from].depth + 1;
    if (depth < t->error_depth)
        t->error_depth = depth;
}

bool
tree_covers (const struct tree *t, uint32_t location, const uint64_t *bits)
{
    assert (location < t->system->location.size);
    uint32_t name;
    return cover_find (&t->cover[location], bits, &name);
}

/* ---- counterexamples */

struct tree_step {
    uint32_t transition, to; /* `to` is a node, or TREE_NONE for the error */
};

struct tree_out {
    struct vec_out {
        struct tree_step *at;
        size_t size, room;
    } step;
};

static int
tree_step_order (const void *a, const void *b)
{
    const struct tree_step *x = a, *y = b;
    if (x->transition != y->transition)
        return x->transition < y->transition ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

/* The marked edges that leave each node: those on a way to the error whose
 * length is error_depth in all. */
static struct tree_out *
tree_mark (const struct tree *t)
{
    assert (t->error_depth != TREE_NONE && t->error.size);
    struct tree_out *out = NEW_ARRAY (struct tree_out, t->node.size);
    bool *marked = NEW_ARRAY (bool, t->node.size);
    struct vec_u {
        uint32_t *at;
        size_t size, room;
    } open = {0};
    for (size_t i = 0; i < t->error.size; i++) {
        const struct tree_edge *e = &t->error.at[i];
        const struct tree_node *n = &t->node.at[e->from];
        if (n->dead || n->depth + 1 != t->error_depth)
            continue;
        struct tree_step s = {e->transition, TREE_NONE};
        VEC_PUSH (out[e->from].step, s);
        if (!marked[e->from])
            VEC_PUSH (open, e->from);
        marked[e->from] = true;
    }
    while (open.size) {
        uint32_t node = VEC_POP (open);
        for (uint32_t i = t->node.at[node].in; i != TREE_NONE;
             i = t->edge.at[i].next) {
            const struct tree_edge *e = &t->edge.at[i];
            const struct tree_node *n = &t->node.at[e->from];
            if (n->dead || n->depth + 1 != t->node.at[node].depth)
                continue;
            struct tree_step s = {e->transition, node};
            VEC_PUSH (out[e->from].step, s);
            if (!marked[e->from])
                VEC_PUSH (open, e->from);
            marked[e->from] = true;
        }
    }
    for (size_t n = 0; n < t->node.size; n++)
        if (out[n].step.size)
            qsort (out[n].step.at, out[n].step.size, sizeof *out[n].step.at,
                   tree_step_order);
    VEC_CLEAR (open);
    memory_free (marked);
    return out;
}

size_t
tree_paths (const struct tree *t, struct tree_path *path, size_t most)
{
    assert (path && most);
    if (t->error_depth == TREE_NONE)
        return 0;
    struct tree_out *out = tree_mark (t);
    size_t depth = t->error_depth, found = 0;
    uint32_t *at = NEW_ARRAY (uint32_t, depth + 1); /* node at each step */
    size_t *choice = NEW_ARRAY (size_t, depth + 1); /* its edge */
    size_t step = 0;
    at[0] = 0;
    choice[0] = 0;
    /* Depth first, least transition first: paths come in lexicographic order.
     * Every marked edge leads to the error, so the walk never fails. */
    for (;;) {
        struct tree_out *o = &out[at[step]];
        if (choice[step] == o->step.size) {
            if (!step)
                break;
            step--;
            choice[step]++;
            continue;
        }
        struct tree_step s = o->step.at[choice[step]];
        if (s.to != TREE_NONE) {
            step++;
            at[step] = s.to;
            assert (step < depth && t->node.at[s.to].depth == step);
            choice[step] = 0;
            continue;
        }
        assert (step + 1 == depth);
        path[found] = (struct tree_path) {0};
        for (size_t i = 0; i <= step; i++)
            VEC_PUSH (path[found], out[at[i]].step.at[choice[i]].transition);
        if (++found == most)
            break;
        choice[step]++;
    }
    assert (found <= most);
    for (size_t n = 0; n < t->node.size; n++)
        VEC_CLEAR (out[n].step);
    memory_free (out);
    memory_free (at);
    memory_free (choice);
    return found;
}

const term **
tree_invariant (const struct tree *t)
{
    terms *store = t->system->terms;
    size_t locations = t->system->location.size;
    const term **invariant = NEW_ARRAY (const term *, locations);
    struct term_vec *cube = NEW_ARRAY (struct term_vec, locations);
    for (size_t n = 0; n < t->node.size; n++) {
        const struct tree_node *node = &t->node.at[n];
        if (node->dead)
            continue;
        struct term_vec part = {0};
        const struct term_vec *list = &t->precision->at[node->location];
        size_t count = precision_count (t->precision, t->round, node->location);
        for (size_t i = 0; i < count; i++)
            if (cube_has (node->bits, i))
                VEC_PUSH (part, list->at[i]);
        VEC_PUSH (cube[node->location], term_and (store, part.at, part.size));
        VEC_CLEAR (part);
    }
    for (size_t l = 0; l < locations; l++) {
        invariant[l] = term_or (store, cube[l].at, cube[l].size);
        VEC_CLEAR (cube[l]);
    }
    memory_free (cube);
    return invariant;
}

static struct digest
tree_node_digest (const struct tree *t, uint32_t node)
{
    assert (node < t->node.size);
    const struct tree_node *n = &t->node.at[node];
    struct digest d =
        cube_digest (n->location, n->bits, t->cover[n->location].words);
    d.low += n->depth * (uint64_t) 0x9e3779b97f4a7c15u;
    return d;
}

struct digest
tree_digest (const struct tree *t)
{
    /* A sum does not depend on the order of its parts. */
    struct digest sum = {0, 0};
    for (size_t i = 0; i < t->edge.size + t->error.size; i++) {
        bool error = i >= t->edge.size;
        const struct tree_edge *e =
            error ? &t->error.at[i - t->edge.size] : &t->edge.at[i];
        uint32_t depth = t->node.at[e->from].depth + 1;
        if (t->node.at[e->from].dead || depth > t->error_depth
            || (!error && t->node.at[e->to].dead))
            continue;
        struct buffer b;
        buffer_init (&b);
        buffer_digest (&b, tree_node_digest (t, e->from));
        buffer_u32 (&b, e->transition);
        if (!error)
            buffer_digest (&b, tree_node_digest (t, e->to));
        struct digest d = digest_of (buffer_view (&b));
        buffer_clear (&b);
        sum.high += d.high + (sum.low + d.low < sum.low);
        sum.low += d.low;
    }
    return sum;
}
