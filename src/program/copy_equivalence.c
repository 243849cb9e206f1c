/* copy_equivalence.c -- available copies, as a partition of the variables per block.
 *
 * A partition only gets finer while the blocks are gone through, in reverse
 * postorder until nothing changes. */
#include "program/copy_equivalence.h"

#include <string.h>

#include "program/flow.h"
#include "program/attributes.h"

enum { SAME_MOST = 1 << 24 }; /* blocks times variables */

struct same_walk {
    struct same *same;
    const struct procedure *procedure;
    struct flow flow;
    bool *reached;
    bool *ghost; /* per variable: only written, for people */
    /* The partition that is being worked on, with numbers that are not in
     * order; `fresh` is above all of them. */
    uint32_t *now, fresh;
    struct vec_number VEC (uint32_t) first; /* per number: a member + 1, or 0 */
    uint32_t *next; /* per variable: the next part of its old class */
};

static uint32_t
number_of (const struct same *s, const term *variable)
{
    uintptr_t *number = term_map_get (&s->number, variable);
    return number ? (uint32_t) *number - 1 : PROGRAM_NONE;
}

static void
number_all (struct same *s, const struct vec_variable *list)
{
    for (size_t i = 0; i < list->size; i++) {
        bool added;
        uintptr_t *number = term_map_at (&s->number, list->at[i].term, &added);
        assert (added);
        VEC_PUSH (s->variable, list->at[i].term);
        *number = s->variable.size;
    }
}

/* ---- statements */

static void
walk_fresh (struct same_walk *w, const term *target)
{
    uint32_t at = number_of (w->same, target);
    assert (at != PROGRAM_NONE);
    w->now[at] = w->fresh++;
}

static void
walk_assign (struct same_walk *w, const struct statement *s)
{
    uint32_t *from = NEW_ARRAY (uint32_t, s->targets + 1);
    for (uint32_t i = 0; i < s->targets; i++) {
        uint32_t at = s->value[i]->op == OP_VAR
                          ? number_of (w->same, s->value[i])
                          : PROGRAM_NONE;
        from[i] = at == PROGRAM_NONE ? PROGRAM_NONE : w->now[at];
    }
    for (uint32_t i = 0; i < s->targets; i++) {
        if (from[i] == PROGRAM_NONE)
            walk_fresh (w, s->target[i]);
        else
            w->now[number_of (w->same, s->target[i])] = from[i];
    }
    memory_free (from);
}

static void
walk_statement (struct same_walk *w, const struct statement *s)
{
    assert (s->kind != STATEMENT_CALL);
    if (s->kind == STATEMENT_ASSIGN)
        walk_assign (w, s);
    else if (s->kind == STATEMENT_HAVOC)
        for (uint32_t i = 0; i < s->targets; i++)
            walk_fresh (w, s->target[i]);
}

/* ---- partitions: a class has the number of its first member */

static uint32_t *
class_at (const struct same *s, uint32_t block)
{
    return s->class + block * s->variable.size;
}

static void
walk_begin (struct same_walk *w, uint32_t block)
{
    size_t size = w->same->variable.size;
    memcpy (w->now, class_at (w->same, block), size * sizeof *w->now);
    w->fresh = (uint32_t) size;
}

static void
walk_order (struct same_walk *w)
{
    size_t size = w->same->variable.size;
    VEC_ROOM (w->first, w->fresh);
    memset (w->first.at, 0, w->fresh * sizeof *w->first.at);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t *first = &w->first.at[w->now[i]];
        if (!*first)
            *first = i + 1;
        w->now[i] = *first - 1;
    }
}

/* The classes of `to` are split where `now` tells members apart; was any? */
static bool
walk_meet (struct same_walk *w, uint32_t *to)
{
    size_t size = w->same->variable.size;
    bool changed = false;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t part = to[i];
        w->next[i] = PROGRAM_NONE;
        if (part == i)
            continue;
        /* A part that was split off is found by the class as it was. */
        while (w->now[part] != w->now[i] && w->next[part] != PROGRAM_NONE)
            part = w->next[part];
        if (w->now[part] != w->now[i]) {
            w->next[part] = i;
            part = i;
        }
        changed |= part != to[i];
        to[i] = part;
    }
    return changed;
}

/* ---- the way through */

static bool
walk_enter (struct same_walk *w, uint32_t block)
{
    uint32_t *to = class_at (w->same, block);
    if (w->reached[block])
        return walk_meet (w, to);
    memcpy (to, w->now, w->same->variable.size * sizeof *to);
    return w->reached[block] = true;
}

static bool
walk_block (struct same_walk *w, uint32_t block)
{
    const struct block *b = &w->procedure->block.at[block];
    bool changed = false;
    if (!w->reached[block])
        return false;
    walk_begin (w, block);
    for (size_t i = 0; i < b->statement.size; i++)
        walk_statement (w, &b->statement.at[i]);
    walk_order (w);
    for (size_t i = 0; i < b->target.size; i++)
        changed |= walk_enter (w, b->target.at[i]);
    return changed;
}

static bool
is_to_ghosts (const struct same_walk *w, const struct statement *s)
{
    bool good = s->kind == STATEMENT_ASSIGN;
    for (uint32_t i = 0; good && i < s->targets; i++)
        good = w->ghost[number_of (w->same, s->target[i])];
    return good;
}

/* What was found for the first statement is moved behind the first ghosts. */
static void
walk_ghosts (struct same_walk *w, uint32_t block)
{
    const struct block *b = &w->procedure->block.at[block];
    walk_begin (w, block);
    for (size_t i = 0; i < b->statement.size; i++) {
        const struct statement *s = &b->statement.at[i];
        if (is_to_ghosts (w, s))
            walk_assign (w, s);
        else if (s->kind != STATEMENT_ASSUME)
            break;
    }
    walk_order (w);
    memcpy (class_at (w->same, block), w->now,
            w->same->variable.size * sizeof *w->now);
}

static void
walk_all (struct same_walk *w)
{
    struct same *s = w->same;
    flow_find (&w->flow, w->procedure);
    w->reached[0] = true;
    for (uint32_t i = 0; i < s->variable.size; i++)
        for (uint32_t b = 0; b < s->blocks; b++)
            class_at (s, b)[i] = i;
    bool changed;
    do {
        changed = false;
        for (uint32_t i = 0; i < w->flow.reachable; i++)
            changed |= walk_block (w, w->flow.order[i]);
    } while (changed);
    for (uint32_t b = 0; b < s->blocks; b++)
        if (w->reached[b])
            walk_ghosts (w, b);
    flow_clear (&w->flow);
}

bool
same_find (struct same *s, const struct program *p, const struct procedure *q)
{
    *s = (struct same) {.blocks = q->block.size};
    number_all (s, &p->global);
    number_all (s, &q->in);
    number_all (s, &q->out);
    number_all (s, &q->local);
    size_t size = s->variable.size;
    if (size * s->blocks > SAME_MOST) {
        same_clear (s);
        return false;
    }
    s->class = NEW_ARRAY (uint32_t, size * s->blocks + 1);
    struct same_walk w = {.same = s,
                          .procedure = q,
                          .reached = NEW_ARRAY (bool, s->blocks + 1),
                          .ghost = NEW_ARRAY (bool, size + 1),
                          .now = NEW_ARRAY (uint32_t, size + 1),
                          .next = NEW_ARRAY (uint32_t, size + 1)};
    for (size_t i = 0; i < q->local.size; i++)
        w.ghost[number_of (s, q->local.at[i].term)] =
            mark_string (q->local.at[i].attribute, MARK_C);
    walk_all (&w);
    memory_free (w.reached);
    memory_free (w.ghost);
    memory_free (w.now);
    memory_free (w.next);
    VEC_CLEAR (w.first);
    return true;
}

void
same_clear (struct same *s)
{
    VEC_CLEAR (s->variable);
    term_map_clear (&s->number);
    memory_free (s->class);
    *s = (struct same) {0};
}

bool
same_at (const struct same *s, uint32_t block, const term *a, const term *b)
{
    assert (block < s->blocks);
    uint32_t x = number_of (s, a), y = number_of (s, b);
    assert (x != PROGRAM_NONE && y != PROGRAM_NONE);
    return class_at (s, block)[x] == class_at (s, block)[y];
}
