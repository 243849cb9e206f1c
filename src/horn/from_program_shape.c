/* from_program_shape.c -- where a flat procedure is cut, and what is live there.
 *
 * Every target of a backward edge of the depth-first search is cut, so that no
 * cycle is left whether the graph is reducible or not.  Then paths are counted
 * in reverse postorder.  Liveness is found per variable, from its uses
 * backwards: the cost is the length of what is alive, not blocks times
 * variables. */
#include <string.h>

#include "horn/from_program_internal.h"

/* Assertions between two cuts: each has all before it in its query. */
enum { SHAPE_ASSERTIONS = 64 };

struct edges { /* who comes before a block: from[first[b] .. first[b + 1]) */
    uint32_t *first, *from;
};

static void
edges_find (struct edges *e, const struct procedure *q, const bool *reached)
{
    size_t blocks = q->block.size, all = 0;
    e->first = NEW_ARRAY (uint32_t, blocks + 2);
    for (size_t b = 0; b < blocks; b++)
        for (size_t i = 0; reached[b] && i < q->block.at[b].target.size; i++) {
            e->first[q->block.at[b].target.at[i] + 2]++;
            all++;
        }
    for (size_t b = 2; b < blocks + 2; b++)
        e->first[b] += e->first[b - 1];
    e->from = NEW_ARRAY (uint32_t, all + 1);
    for (size_t b = 0; b < blocks; b++)
        for (size_t i = 0; reached[b] && i < q->block.at[b].target.size; i++)
            e->from[e->first[q->block.at[b].target.at[i] + 1]++] = (uint32_t) b;
}

static void
edges_clear (struct edges *e)
{
    memory_free (e->first);
    memory_free (e->from);
}

struct shape_look {
    uint32_t block, next;
};

/* Depth first: the order, and the targets of backward edges. */
static void
shape_order (struct horn_shape *s, const struct procedure *q)
{
    enum { NEW_BLOCK, OPEN, CLOSED };
    uint8_t *state = NEW_ARRAY (uint8_t, s->blocks + 1);
    struct VEC (struct shape_look) stack = {0};
    s->order = NEW_ARRAY (uint32_t, s->blocks + 1);
    uint32_t at = s->blocks;
    VEC_PUSH (stack, ((struct shape_look) {0, 0}));
    state[0] = OPEN;
    while (stack.size) {
        struct shape_look *top = &VEC_LAST (stack);
        const struct block *b = &q->block.at[top->block];
        if (top->next == b->target.size) {
            state[top->block] = CLOSED;
            s->reached[top->block] = true;
            s->order[--at] = top->block;
            stack.size--;
            continue;
        }
        /* From the last: then the order has the first target first. */
        uint32_t to = b->target.at[b->target.size - ++top->next];
        if (state[to] == OPEN)
            s->cut[to] = true;
        else if (state[to] == NEW_BLOCK) {
            state[to] = OPEN;
            VEC_PUSH (stack, ((struct shape_look) {to, 0}));
        }
    }
    s->ordered = s->blocks - at;
    memmove (s->order, s->order + at, s->ordered * sizeof *s->order);
    memory_free (state);
    VEC_CLEAR (stack);
}

static bool
is_assertion (const struct statement *s)
{
    return s->kind == STATEMENT_ASSERT && !term_is_true (s->term);
}

static void
shape_useful (struct horn_shape *s, const struct procedure *q,
              const struct edges *e)
{
    struct numbers stack = {0};
    for (uint32_t b = 0; b < s->blocks; b++) {
        const struct vec_statement *all = &q->block.at[b].statement;
        for (size_t i = 0; s->reached[b] && i < all->size; i++)
            if (is_assertion (&all->at[i]))
                s->until[b] = (uint32_t) i + 1;
        if (s->until[b]) {
            s->useful[b] = true;
            VEC_PUSH (stack, b);
        }
    }
    while (stack.size) {
        uint32_t b = VEC_POP (stack);
        for (uint32_t i = e->first[b]; i < e->first[b + 1]; i++) {
            uint32_t from = e->from[i];
            s->until[from] = (uint32_t) q->block.at[from].statement.size;
            if (!s->useful[from]) {
                s->useful[from] = true;
                VEC_PUSH (stack, from);
            }
        }
    }
    VEC_CLEAR (stack);
}

static size_t
assertions_in (const struct block *b)
{
    size_t count = 0;
    for (size_t i = 0; i < b->statement.size; i++)
        count += is_assertion (&b->statement.at[i]);
    return count;
}

static void
shape_cuts (struct horn_shape *s, const struct procedure *q,
            const struct edges *e, size_t paths)
{
    size_t *count = NEW_ARRAY (size_t, s->blocks + 1);
    size_t *asserts = NEW_ARRAY (size_t, s->blocks + 1);
    for (uint32_t o = 0; o < s->ordered; o++) {
        uint32_t b = s->order[o], edges = 0;
        size_t most = 0;
        count[b] = b == 0;
        for (uint32_t i = e->first[b]; i < e->first[b + 1]; i++) {
            uint32_t p = e->from[i];
            edges += s->useful[p];
            count[b] += s->cut[p] ? 1 : count[p];
            if (!s->cut[p] && asserts[p] > most)
                most = asserts[p];
        }
        bool many = count[b] > paths && edges > 1;
        if (many || most > SHAPE_ASSERTIONS || (paths == 1 && b))
            s->cut[b] = true;
        asserts[b] = (s->cut[b] ? 0 : most) + assertions_in (&q->block.at[b]);
    }
    memory_free (count);
    memory_free (asserts);
}

/* ---- liveness */

struct
    from_program_shape_place_of { /* a variable is read before it is set in a block, or set */
    uint32_t variable, block;
};
struct vec_place_of VEC (struct from_program_shape_place_of);

struct liveness {
    struct horn_shape *shape;
    struct vocabulary *vocabulary;
    struct vec_place_of use, kill;
    uint32_t *used, *killed; /* per variable: 1 + the last block it was in */
};

static void
live_use (struct liveness *l, uint32_t block, const term *t)
{
    const struct ready *r = vocabulary_ready (l->vocabulary, t);
    for (uint32_t i = 0; i < r->variables; i++) {
        uint32_t v = r->variable[i];
        if (l->killed[v] == block + 1 || l->used[v] == block + 1)
            continue;
        l->used[v] = block + 1;
        VEC_PUSH (l->use, ((struct from_program_shape_place_of) {v, block}));
    }
}

static void
live_kill (struct liveness *l, uint32_t block, const term *target)
{
    uint32_t v = vocabulary_number (l->vocabulary, target);
    if (l->killed[v] == block + 1)
        return;
    l->killed[v] = block + 1;
    VEC_PUSH (l->kill, ((struct from_program_shape_place_of) {v, block}));
}

static void
live_block (struct liveness *l, const struct block *b, uint32_t at)
{
    for (uint32_t i = 0; i < l->shape->until[at]; i++) {
        const struct statement *s = &b->statement.at[i];
        if (s->kind == STATEMENT_ASSUME || s->kind == STATEMENT_ASSERT)
            live_use (l, at, s->term);
        for (uint32_t k = 0; k < s->values; k++)
            live_use (l, at, s->value[k]);
        for (uint32_t k = 0; k < s->targets; k++)
            live_kill (l, at, s->target[k]);
    }
}

/* Lists by variable: where[first[v] .. first[v + 1]). */
static void
live_sort (const struct vec_place_of *from, size_t variables, uint32_t **first,
           uint32_t **where)
{
    *first = NEW_ARRAY (uint32_t, variables + 2);
    *where = NEW_ARRAY (uint32_t, from->size + 1);
    for (size_t i = 0; i < from->size; i++)
        (*first)[from->at[i].variable + 2]++;
    for (size_t v = 2; v < variables + 2; v++)
        (*first)[v] += (*first)[v - 1];
    for (size_t i = 0; i < from->size; i++)
        (*where)[(*first)[from->at[i].variable + 1]++] = from->at[i].block;
}

static void
live_spread (struct liveness *l, const struct edges *e)
{
    struct horn_shape *s = l->shape;
    size_t variables = l->vocabulary->variable.size;
    uint32_t *use_first, *use, *kill_first, *kill;
    live_sort (&l->use, variables, &use_first, &use);
    live_sort (&l->kill, variables, &kill_first, &kill);
    uint32_t *seen = NEW_ARRAY (uint32_t, s->blocks + 1);
    uint32_t *killed = NEW_ARRAY (uint32_t, s->blocks + 1);
    struct numbers stack = {0};
    for (uint32_t v = 0; v < variables; v++) {
        for (uint32_t i = kill_first[v]; i < kill_first[v + 1]; i++)
            killed[kill[i]] = v + 1;
        for (uint32_t i = use_first[v]; i < use_first[v + 1]; i++) {
            seen[use[i]] = v + 1;
            VEC_PUSH (stack, use[i]);
        }
        while (stack.size) {
            uint32_t b = VEC_POP (stack);
            if (s->cut[b])
                VEC_PUSH (s->live[b], v);
            for (uint32_t i = e->first[b]; i < e->first[b + 1]; i++) {
                uint32_t p = e->from[i];
                if (seen[p] == v + 1 || killed[p] == v + 1)
                    continue;
                seen[p] = v + 1;
                VEC_PUSH (stack, p);
            }
        }
    }
    VEC_CLEAR (stack);
    memory_free (seen);
    memory_free (killed);
    memory_free (use_first);
    memory_free (use);
    memory_free (kill_first);
    memory_free (kill);
}

static void
shape_live (struct horn_shape *s, struct vocabulary *v, const struct edges *e)
{
    struct liveness l = {.shape = s, .vocabulary = v};
    l.used = NEW_ARRAY (uint32_t, v->variable.size + 1);
    l.killed = NEW_ARRAY (uint32_t, v->variable.size + 1);
    for (uint32_t b = 0; b < s->blocks; b++)
        if (s->useful[b])
            live_block (&l, &v->procedure->block.at[b], b);
    live_spread (&l, e);
    VEC_CLEAR (l.use);
    VEC_CLEAR (l.kill);
    memory_free (l.used);
    memory_free (l.killed);
}

void
shape_find (struct horn_shape *s, struct vocabulary *v, size_t paths)
{
    const struct procedure *q = v->procedure;
    size_t blocks = q->block.size;
    assert (blocks && blocks < PROGRAM_NONE && paths);
    *s = (struct horn_shape) {.blocks = (uint32_t) blocks};
    s->reached = NEW_ARRAY (bool, blocks);
    s->useful = NEW_ARRAY (bool, blocks);
    s->cut = NEW_ARRAY (bool, blocks);
    s->until = NEW_ARRAY (uint32_t, blocks);
    s->live = NEW_ARRAY (struct numbers, blocks);
    struct edges e;
    shape_order (s, q);
    edges_find (&e, q, s->reached);
    shape_useful (s, q, &e);
    shape_cuts (s, q, &e, paths);
    shape_live (s, v, &e);
    edges_clear (&e);
}

void
horn_shape_clear (struct horn_shape *s)
{
    for (uint32_t b = 0; b < s->blocks; b++)
        VEC_CLEAR (s->live[b]);
    memory_free (s->order);
    memory_free (s->reached);
    memory_free (s->useful);
    memory_free (s->cut);
    memory_free (s->until);
    memory_free (s->live);
    *s = (struct horn_shape) {0};
}
