/* unfold.c -- see unfold.h: the nodes, breadth first. */
#include <string.h>

#include "program/unfold/internal.h"

/* ---- what is known */

/* What an assignment does, all at once. */
static void
step_assign (unfolding *u, const struct statement *s)
{
    struct unfold_value *all = NEW_ARRAY (struct unfold_value, s->targets + 1);
    for (uint32_t i = 0; i < s->targets; i++)
        all[i] = tapes_value (&u->tapes, s->value[i], u->now);
    for (uint32_t i = 0; i < s->targets; i++)
        u->now[live_number (&u->live, s->target[i])] = all[i];
    memory_free (all);
}

static void
step_havoc (unfolding *u, const struct statement *s)
{
    for (uint32_t i = 0; i < s->targets; i++)
        u->now[live_number (&u->live, s->target[i])] =
            (struct unfold_value) {0};
}

/* An assumption, or an assertion that holds from here on.  False: it does not.
 */
static bool
step_assume (unfolding *u, const struct statement *s, bool *sure)
{
    struct unfold_value v = tapes_value (&u->tapes, s->term, u->now);
    *sure = v.known == KNOWN_IS && v.bits;
    if (!v.known)
        tapes_refine (&u->tapes, s->term, true, u->now);
    return !v.known || v.bits;
}

/* Goes through a block.  False: its end is not reached. */
static bool
block_step (unfolding *u, const struct block *b, bool *fails)
{
    bool goes_on = true, sure;
    for (size_t i = 0; i < b->statement.size && goes_on; i++) {
        const struct statement *s = &b->statement.at[i];
        switch (s->kind) {
        case STATEMENT_ASSUME:
            goes_on = step_assume (u, s, &sure);
            break;
        case STATEMENT_ASSERT:
            goes_on = step_assume (u, s, &sure);
            *fails = *fails || !sure;
            break;
        case STATEMENT_ASSIGN:
            step_assign (u, s);
            break;
        case STATEMENT_HAVOC:
            step_havoc (u, s);
            break;
        default:
            assert (!"a flat procedure has no calls");
        }
    }
    return goes_on;
}

/* ---- nodes */

static void
facts_gather (unfolding *u, uint32_t block)
{
    const struct live_set *live = &u->live.entry[block];
    for (size_t i = 0; i < live->size; i++) {
        uint32_t x = live->at[i];
        const struct unfold_value *v = &u->now[x];
        if (v->known == KNOWN_IS || (v->known && u->limits.differ))
            if (u->tracked[x])
                VEC_PUSH (u->fact, ((struct fact) {.bits = v->bits,
                                                   .variable = x,
                                                   .known = v->known}));
    }
}

/* A variable that had too many values is not looked at any more; what nodes
 * know of it already stays true. */
static void
fact_count (unfolding *u, const struct fact *f)
{
    size_t most =
        u->control[f->variable] ? u->limits.control : u->limits.values;
    struct digest key =
        digest_of ((struct bytes) {(const void *) f, sizeof *f});
    if (map_put (&u->valued, key, 1) && ++u->values[f->variable] > most
        && u->tracked[f->variable]) {
        u->tracked[f->variable] = false;
        u->dropped++;
    }
}

static struct digest
node_key (const unfolding *u, uint32_t block, size_t first)
{
    size_t facts = u->fact.size - first;
    struct bytes all = {(const void *) (u->fact.at + first),
                        facts * sizeof *u->fact.at};
    return facts ? digest_chain (map_number (block), all) : map_number (block);
}

/* The node of a block with what is known now, which may be new. */
static uint32_t
node_find (unfolding *u, uint32_t block, uint32_t parent)
{
    size_t first = u->fact.size;
    facts_gather (u, block);
    struct digest key = node_key (u, block, first);
    const uint64_t *known = map_get (&u->known, key);
    if (known) {
        u->fact.size = first;
        return (uint32_t) *known;
    }
    for (size_t i = first; i < u->fact.size; i++)
        fact_count (u, &u->fact.at[i]);
    struct unfold_node n = {.block = block,
                            .parent = parent,
                            .first = (uint32_t) first,
                            .facts = (uint32_t) (u->fact.size - first)};
    map_put (&u->known, key, u->node.size);
    VEC_PUSH (u->node, n);
    return (uint32_t) u->node.size - 1;
}

static void
node_expand (unfolding *u, uint32_t at)
{
    struct unfold_node n = u->node.at[at];
    const struct block *b = &u->procedure->block.at[n.block];
    memset (u->now, 0, u->live.variable.size * sizeof *u->now);
    for (uint32_t i = 0; i < n.facts; i++) {
        const struct fact *f = &u->fact.at[n.first + i];
        u->now[f->variable] = (struct unfold_value) {
            .bits = f->bits, .known = (uint8_t) f->known};
    }
    n.edge = (uint32_t) u->edge.size;
    if (block_step (u, b, &n.fails))
        for (size_t i = 0; i < b->target.size; i++) {
            uint32_t to = node_find (u, b->target.at[i], at);
            VEC_PUSH (u->edge, to);
        }
    n.edges = (uint32_t) u->edge.size - n.edge;
    if (n.fails)
        VEC_PUSH (u->failure, at);
    u->node.at[at] = n;
}

/* ---- the whole */

static void
unfold_track (unfolding *u)
{
    for (size_t i = 0; i < u->live.variable.size; i++)
        u->tracked[i] =
            value_width (u->live.variable.at[i]->sort)
            || (u->limits.maps && value_is_map (u->live.variable.at[i]->sort));
    /* These cannot be assigned to. */
    for (size_t i = 0; i < u->procedure->in.size; i++)
        u->tracked[live_number (&u->live, u->procedure->in.at[i].term)] = false;
    unfold_control (u);
    for (size_t i = 0; i < u->live.variable.size; i++)
        if (!(u->control[i] ? u->limits.control : u->limits.values))
            u->tracked[i] = false;
}

static void
unfold_forget (unfolding *u)
{
    map_clear (&u->known);
    map_clear (&u->valued);
    map_init (&u->known);
    map_init (&u->valued);
    u->fact.size = u->node.size = u->edge.size = u->failure.size = 0;
    memset (u->values, 0, u->live.variable.size * sizeof *u->values);
    memset (u->now, 0, u->live.variable.size * sizeof *u->now);
    u->dropped = 0;
}

static void
unfold_explore (unfolding *u)
{
    uint32_t at = 0;
    bool again = false;
    unfold_forget (u);
    node_find (u, 0, PROGRAM_NONE);
    while (at < u->node.size && u->node.size <= u->limits.nodes && !again) {
        node_expand (u, at++);
        again = u->limits.evenly && u->dropped;
    }
    u->complete = at == u->node.size && !again;
}

static void
ways_find (unfolding *u)
{
    enum { MOST_WAYS = 64 };
    if (u->node.at[0].fails) {
        VEC_PUSH (u->way, PROGRAM_NONE);
        VEC_PUSH (u->way, 0);
    }
    for (uint32_t n = 0; n < u->node.size; n++)
        for (uint32_t i = 0; i < u->node.at[n].edges; i++) {
            uint32_t to = u->edge.at[u->node.at[n].edge + i];
            if (!u->node.at[to].fails || u->way.size == 2 * MOST_WAYS)
                continue;
            VEC_PUSH (u->way, n);
            VEC_PUSH (u->way, to);
        }
}

static bool
variables_have_maps (const struct variable *v, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (value_is_map (v[i].term->sort))
            return true;
    return false;
}

bool
unfold_has_maps (const struct program *flat)
{
    const struct procedure *p = &flat->procedure.at[0];
    return variables_have_maps (flat->global.at, flat->global.size)
           || variables_have_maps (p->local.at, p->local.size);
}

unfolding *
unfold (const struct program *flat, const struct unfold_limits *limits)
{
    assert (flat->procedure.size == 1 && limits->nodes < PROGRAM_NONE);
    unfolding *u = NEW (unfolding);
    u->program = flat;
    u->procedure = &flat->procedure.at[0];
    u->limits = *limits;
    flow_find (&u->flow, u->procedure);
    live_find (&u->live, flat, u->procedure, &u->flow);
    size_t variables = u->live.variable.size;
    u->tapes.live = &u->live;
    maps_init (&u->maps);
    u->tapes.maps = limits->maps ? &u->maps : NULL;
    arena_init (&u->tapes.arena);
    map_init (&u->known);
    map_init (&u->valued);
    u->tracked = NEW_ARRAY (bool, variables + 1);
    u->control = NEW_ARRAY (bool, variables + 1);
    u->values = NEW_ARRAY (size_t, variables + 1);
    u->now = NEW_ARRAY (struct unfold_value, variables + 1);
    unfold_track (u);
    do
        unfold_explore (u);
    while (u->limits.evenly && u->dropped);
    ways_find (u);
    return u;
}

bool
unfold_complete (const unfolding *u)
{
    return u->complete;
}

void
unfold_free (unfolding *u)
{
    flow_clear (&u->flow);
    tapes_clear (&u->tapes);
    maps_clear (&u->maps);
    live_clear (&u->live);
    map_clear (&u->known);
    map_clear (&u->valued);
    memory_free (u->tracked);
    memory_free (u->control);
    memory_free (u->values);
    memory_free (u->now);
    VEC_CLEAR (u->fact);
    VEC_CLEAR (u->node);
    VEC_CLEAR (u->edge);
    VEC_CLEAR (u->failure);
    VEC_CLEAR (u->way);
    memory_free (u);
}

size_t
unfold_nodes (const unfolding *u)
{
    return u->node.size;
}

void
unfold_alone (const unfolding *u, bool *alone)
{
    size_t blocks = u->procedure->block.size;
    bool *seen = NEW_ARRAY (bool, blocks + 1);
    memset (alone, 0, blocks * sizeof *alone);
    for (size_t i = 0; i < u->node.size; i++) {
        uint32_t block = u->node.at[i].block;
        alone[block] = !seen[block];
        seen[block] = true;
    }
    memory_free (seen);
}

size_t
unfold_failures (const unfolding *u)
{
    return u->failure.size;
}

size_t
unfold_ways (const unfolding *u)
{
    return u->way.size / 2;
}

void
unfold_path (const unfolding *u, size_t i, struct vec_target *blocks)
{
    assert (i < unfold_ways (u) && !blocks->size);
    VEC_PUSH (*blocks, u->node.at[u->way.at[2 * i + 1]].block);
    for (uint32_t n = u->way.at[2 * i]; n != PROGRAM_NONE;
         n = u->node.at[n].parent)
        VEC_PUSH (*blocks, u->node.at[n].block);
    for (size_t k = 0, end = blocks->size; k < end / 2; k++) {
        uint32_t b = blocks->at[k];
        blocks->at[k] = blocks->at[end - 1 - k];
        blocks->at[end - 1 - k] = b;
    }
}
