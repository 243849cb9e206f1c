/* simplify_cfg.c -- see flatten.h: blocks that matter, in chains that are as long as
 * they can be.
 *
 * A block that has an assertion is never joined with what follows it: so the
 * assertions of a joined block are all in the last of its origins, and a path
 * that ends with a failure has visited all of them. */
#include "program/passes/simplify_cfg.h"

#include <string.h>

#include "program/attributes.h"

enum { TIDY_ROUNDS = 6 };

struct vec_origins VEC (struct origin);

struct tidying {
    struct program *program;
    struct procedure *procedure;
    struct vec_origins *origin; /* per block */
    size_t copies;              /* that may still be made */
};

bool
statement_says_nothing (const struct statement *s)
{
    bool says = s->kind != STATEMENT_ASSUME && s->kind != STATEMENT_ASSERT;
    return !says && term_is_true (s->term) && !s->attribute;
}

static bool
block_checks (const struct block *b)
{
    for (size_t i = 0; i < b->statement.size; i++)
        if (statement_is_check (&b->statement.at[i]))
            return true;
    return false;
}

/* ---- statements */

/* The targets that are live, of an assignment or havoc; false: none. */
static bool
targets_keep (struct program *p, struct live *l, struct statement *s)
{
    struct term_vec to = {0}, value = {0};
    for (uint32_t i = 0; i < s->targets; i++) {
        const term *x = s->target[i];
        bool still = s->kind == STATEMENT_ASSIGN && s->value[i] == x;
        if (still || !l->is_live[live_number (l, x)])
            continue;
        VEC_PUSH (to, x);
        if (s->kind == STATEMENT_ASSIGN)
            VEC_PUSH (value, s->value[i]);
    }
    bool some = to.size > 0;
    if (some && to.size < s->targets) {
        struct statement now = s->kind == STATEMENT_ASSIGN
                                   ? statement_assign (p, &to, &value, s->place)
                                   : statement_havoc (p, &to, s->place);
        now.attribute = s->attribute;
        *s = now;
    }
    VEC_CLEAR (to);
    VEC_CLEAR (value);
    return some;
}

static bool
block_dead (struct program *p, struct live *l, struct block *b)
{
    assert (b->statement.size);
    size_t size = b->statement.size, kept = size;
    bool changed = false;
    live_end (l, b);
    /* Backwards; what is kept gathers at the end. */
    for (size_t i = size; i--;) {
        struct statement s = b->statement.at[i];
        bool sets = s.kind == STATEMENT_ASSIGN || s.kind == STATEMENT_HAVOC;
        uint32_t targets = s.targets;
        bool keep = !sets || targets_keep (p, l, &s);
        changed |= !keep || s.targets < targets;
        if (keep)
            b->statement.at[--kept] = s;
        live_before (l, &b->statement.at[keep ? kept : i]);
    }
    memmove (b->statement.at, b->statement.at + kept,
             (size - kept) * sizeof *b->statement.at);
    b->statement.size = size - kept;
    return changed;
}

bool
tidy_dead (struct program *p, struct procedure *q, const struct flow *f,
           struct live *l)
{
    bool changed = false;
    for (uint32_t i = 0; i < f->reachable; i++) {
        struct block *b = &q->block.at[f->order[i]];
        if (b->statement.size)
            changed |= block_dead (p, l, b);
    }
    return changed;
}

/* Nothing goes on after false; nothing matters after the last assertion of a
 * block that ends. */
static void
block_trim (struct block *b)
{
    size_t kept = 0;
    bool ends = false;
    for (size_t i = 0; i < b->statement.size && !ends; i++) {
        const struct statement *s = &b->statement.at[i];
        ends = (s->kind == STATEMENT_ASSUME || s->kind == STATEMENT_ASSERT)
               && term_is_false (s->term);
        if (!statement_says_nothing (s))
            b->statement.at[kept++] = *s;
    }
    b->statement.size = kept;
    if (ends)
        b->target.size = 0;
    while (!b->target.size && b->statement.size
           && !statement_is_check (&VEC_LAST (b->statement)))
        b->statement.size--;
}

/* ---- blocks */

/* Keeps what can be reached and can reach an assertion, and block 0. */
static void
blocks_prune (struct tidying *t)
{
    struct procedure *q = t->procedure;
    struct flow f;
    flow_find (&f, q);
    bool *keep = NEW_ARRAY (bool, f.blocks);
    struct vec_target open = {0};
    for (uint32_t i = 0; i < f.reachable; i++)
        if (block_checks (&q->block.at[f.order[i]])) {
            keep[f.order[i]] = true;
            VEC_PUSH (open, f.order[i]);
        }
    while (open.size) {
        uint32_t b = VEC_POP (open);
        for (uint32_t i = f.first[b]; i < f.first[b + 1]; i++)
            if (!keep[f.before[i]]) {
                keep[f.before[i]] = true;
                VEC_PUSH (open, f.before[i]);
            }
    }
    keep[0] = true;
    /* A block that loses all its targets ends there: no harm is behind it. */
    for (uint32_t i = 0; i < f.blocks; i++) {
        struct vec_target *target = &q->block.at[i].target;
        size_t kept = 0;
        for (size_t j = 0; j < target->size; j++)
            if (keep[target->at[j]])
                target->at[kept++] = target->at[j];
        target->size = kept;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f.blocks; i++)
        if (keep[i]) {
            struct vec_origins o = t->origin[i];
            t->origin[i] = (struct vec_origins) {0};
            t->origin[kept++] = o;
        } else
            VEC_CLEAR (t->origin[i]);
    procedure_keep (q, keep);
    assert (q->block.size == kept);
    VEC_CLEAR (open);
    memory_free (keep);
    flow_clear (&f);
}

/* Where a goto to this block really goes: over blocks of ours that do nothing.
 */
static uint32_t
block_behind (const struct tidying *t, uint32_t at)
{
    const struct procedure *q = t->procedure;
    for (size_t i = 0; i < q->block.size; i++) {
        const struct block *b = &q->block.at[at];
        if (!at || b->statement.size || b->target.size != 1
            || t->origin[at].size)
            return at;
        at = b->target.at[0];
    }
    return at; /* an empty loop */
}

static void
gotos_shorten (struct tidying *t)
{
    struct procedure *q = t->procedure;
    uint32_t *seen = NEW_ARRAY (uint32_t, q->block.size);
    for (uint32_t i = 0; i < q->block.size; i++) {
        struct vec_target *target = &q->block.at[i].target;
        size_t kept = 0;
        for (size_t j = 0; j < target->size; j++) {
            uint32_t to = block_behind (t, target->at[j]);
            if (seen[to] != i + 1)
                target->at[kept++] = to;
            seen[to] = i + 1;
        }
        target->size = kept;
    }
    memory_free (seen);
}

static bool
is_loop_mark (const struct statement *s)
{
    return s->kind == STATEMENT_ASSUME && term_is_true (s->term)
           && attribute_find (s->attribute, MARK_LOOP);
}

/* `next` is entered from `b` only, and `b` goes nowhere else. */
static void
blocks_join (struct tidying *t, uint32_t b, uint32_t next)
{
    struct block *to = &t->procedure->block.at[b];
    struct block *from = &t->procedure->block.at[next];
    assert (b != next && next && to->target.size == 1);
    for (size_t i = 0; i < from->statement.size; i++)
        if (!is_loop_mark (&from->statement.at[i]))
            VEC_PUSH (to->statement, from->statement.at[i]);
    for (size_t i = 0; i < t->origin[next].size; i++)
        VEC_PUSH (t->origin[b], t->origin[next].at[i]);
    if (to->origin.procedure == PROGRAM_NONE) {
        to->origin = from->origin;
        to->place = from->place;
    }
    VEC_CLEAR (to->target);
    to->target = from->target;
    from->target = (struct vec_target) {0};
    from->statement.size = 0;
}

/* Chains are joined from their first block on; what was joined is empty and
 * cannot be reached. */
static void
chains_join (struct tidying *t)
{
    struct procedure *q = t->procedure;
    struct flow f;
    flow_find (&f, q);
    bool *gone = NEW_ARRAY (bool, f.blocks);
    for (uint32_t i = 0; i < f.reachable; i++) {
        uint32_t b = f.order[i];
        while (!gone[b]) {
            const struct block *at = &q->block.at[b];
            if (at->target.size != 1 || block_checks (at))
                break;
            uint32_t next = at->target.at[0];
            if (!next || next == b || f.first[next + 1] - f.first[next] != 1)
                break;
            blocks_join (t, b, next);
            gone[next] = true;
        }
    }
    memory_free (gone);
    flow_clear (&f);
}

/* `from` gets what `over` does behind its own, and goes on as the thread says.
 */
static bool
thread_take (struct tidying *t, const struct thread *thread, bool *touched)
{
    bool copies = thread->over != PROGRAM_NONE;
    if (touched[thread->from]
        || (copies && (touched[thread->over] || !t->copies)))
        return false;
    struct block *b = t->procedure->block.at, *from = &b[thread->from];
    touched[thread->from] = true;
    for (size_t i = 0; copies && i < b[thread->over].statement.size; i++)
        VEC_PUSH (from->statement, b[thread->over].statement.at[i]);
    for (size_t i = 0; copies && i < t->origin[thread->over].size; i++)
        VEC_PUSH (t->origin[thread->from], t->origin[thread->over].at[i]);
    if (copies && from->origin.procedure == PROGRAM_NONE) {
        from->origin = b[thread->over].origin;
        from->place = b[thread->over].place;
    }
    t->copies -= copies;
    from->target.size = 0;
    for (size_t i = 0; i < thread->to.size; i++)
        VEC_PUSH (from->target, thread->to.at[i]);
    return true;
}

static bool
threads_take (struct tidying *t, struct vec_thread *list)
{
    bool *touched = NEW_ARRAY (bool, t->procedure->block.size + 1);
    bool changed = false;
    for (size_t i = 0; i < list->size; i++) {
        changed |= thread_take (t, &list->at[i], touched);
        VEC_CLEAR (list->at[i].to);
    }
    VEC_CLEAR (*list);
    memory_free (touched);
    return changed;
}

static void
blocks_tidy (struct tidying *t)
{
    for (size_t i = 0; i < t->procedure->block.size; i++)
        block_trim (&t->procedure->block.at[i]);
    blocks_prune (t);
    for (size_t i = 0; i < t->procedure->block.size; i++)
        block_trim (&t->procedure->block.at[i]); /* some end earlier now */
    gotos_shorten (t);
    chains_join (t);
    blocks_prune (t);
}

/* ---- variables */

static void
variables_keep (struct vec_variable *list, const struct term_map *used)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->size; i++)
        if (term_map_get (used, list->at[i].term))
            list->at[kept++] = list->at[i];
    list->size = kept;
}

/* Globals and locals that no statement has are gone. */
static void
variables_drop (struct program *p, struct procedure *q)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    for (size_t i = 0; i < q->block.size; i++)
        for (size_t j = 0; j < q->block.at[i].statement.size; j++) {
            const struct statement *s = &q->block.at[i].statement.at[j];
            if (s->term)
                term_postorder (&s->term, 1, &place, &order);
            term_postorder (s->target, s->targets, &place, &order);
            term_postorder (s->value, s->values, &place, &order);
        }
    for (size_t i = 0; i < p->axiom.size; i++)
        term_postorder (&p->axiom.at[i].term, 1, &place, &order);
    variables_keep (&p->global, &place);
    variables_keep (&q->local, &place);
    q->modifies.size = 0;
    q->spec.size = 0;
    term_map_clear (&place);
    VEC_CLEAR (order);
}

static bool
statements_tidy (struct tidying *t)
{
    struct flow f;
    struct live l;
    flow_find (&f, t->procedure);
    live_find (&l, t->program, t->procedure, &f);
    bool changed = tidy_dead (t->program, t->procedure, &f, &l);
    struct vec_thread threads = {0};
    changed |= tidy_carry (t->program, t->procedure, &f, &l, &threads);
    changed |= threads_take (t, &threads);
    live_clear (&l);
    flow_clear (&f);
    return changed;
}

static void
origins_give (struct tidying *t, struct flat_origins *o, size_t blocks)
{
    *o = (struct flat_origins) {0};
    for (size_t i = 0; i < t->procedure->block.size; i++) {
        VEC_PUSH (o->first, (uint32_t) o->origin.size);
        for (size_t j = 0; j < t->origin[i].size; j++)
            VEC_PUSH (o->origin, t->origin[i].at[j]);
    }
    VEC_PUSH (o->first, (uint32_t) o->origin.size);
    for (size_t i = 0; i < blocks; i++)
        VEC_CLEAR (t->origin[i]);
    memory_free (t->origin);
}

void
flat_origins_clear (struct flat_origins *o)
{
    VEC_CLEAR (o->origin);
    VEC_CLEAR (o->first);
}

void
program_tidy (struct program *p, struct flat_origins *o)
{
    assert (p->procedure.size == 1 && p->procedure.at[0].has_body);
    struct tidying t = {.program = p, .procedure = &p->procedure.at[0]};
    size_t blocks = t.procedure->block.size;
    t.origin = NEW_ARRAY (struct vec_origins, blocks);
    t.copies = blocks;
    for (size_t i = 0; i < blocks; i++)
        if (t.procedure->block.at[i].origin.procedure != PROGRAM_NONE)
            VEC_PUSH (t.origin[i], t.procedure->block.at[i].origin);
    blocks_tidy (&t);
    bool changed = true;
    for (unsigned i = 0; i < TIDY_ROUNDS && changed; i++) {
        changed = statements_tidy (&t);
        blocks_tidy (&t);
    }
    variables_drop (p, t.procedure);
    program_modifies (p);
    origins_give (&t, o, blocks);
}
