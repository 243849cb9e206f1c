/* live.c -- which variables matter where, over all procedures.
 *
 * A global is in a procedure's interface if its value at entry may matter: it
 * is read before it is written, by the procedure or by one that it calls, or it
 * is changed on some paths only.  That depends on the callees' interfaces, so
 * procedures are computed again until nothing changes; sets only grow.
 *
 * An assignment to a variable that does not matter reads nothing. */
#include <assert.h>
#include <string.h>

#include "bounded/passive/internal.h"

static void
use_term (struct maker *m, const struct scope *s, const term *t, uint64_t *live)
{
    const struct term_vec *used = maker_variables (m, t);
    for (size_t i = 0; i < used->size; i++) {
        uint32_t at = scope_find (s, used->at[i]);
        if (at != PROGRAM_NONE)
            bit_set (live, at);
    }
}

static void
drop_targets (const struct scope *s, const struct statement *st, uint64_t *live)
{
    for (uint32_t i = 0; i < st->targets; i++)
        bit_drop (live, scope_find (s, st->target[i]));
}

static void
live_assign (struct maker *m, const struct scope *s, const struct statement *st,
             uint64_t *live)
{
    bool *wanted = NEW_ARRAY (bool, st->targets + 1);
    for (uint32_t i = 0; i < st->targets; i++)
        wanted[i] = bit_get (live, scope_find (s, st->target[i]));
    drop_targets (s, st, live);
    for (uint32_t i = 0; i < st->targets; i++)
        if (wanted[i])
            use_term (m, s, st->value[i], live);
    memory_free (wanted);
}

/* What the assumption at a call site reads of the state before the call. */
static void
use_promise (struct maker *m, const struct scope *s, const struct statement *st,
             const term *promise, uint64_t *live)
{
    const struct scope *callee = &m->scope[st->callee];
    const struct term_vec *used = maker_variables (m, promise);
    for (size_t i = 0; i < used->size; i++) {
        uint32_t which;
        enum role role = scope_role (callee, used->at[i], &which);
        if (role == ROLE_IN)
            use_term (m, s, st->value[which], live);
        else if (role == ROLE_BEFORE
                 || (role == ROLE_AFTER && !callee->modifies[which]))
            bit_set (live, s->globals + which);
    }
}

static void
live_call (struct maker *m, const struct scope *s, const struct statement *st,
           uint64_t *live)
{
    const struct scope *callee = &m->scope[st->callee];
    size_t globals = m->program->global.size;
    drop_targets (s, st, live);
    for (size_t i = 0; i < globals; i++)
        if (callee->modifies[i])
            bit_drop (live, s->globals + i);
    struct term_vec promise = {0};
    scope_promises (callee, &promise);
    for (size_t i = 0; i < promise.size; i++)
        use_promise (m, s, st, promise.at[i], live);
    if (callee->procedure->has_body) {
        if (promise.size && m->err) {
            uintptr_t err = *term_map_get (&m->global, m->err);
            if (!callee->modifies[err])
                bit_set (live, s->globals + err);
        }
        for (uint32_t i = 0; i < st->values; i++)
            use_term (m, s, st->value[i], live);
        for (size_t i = 0; i < globals; i++)
            if (callee->enters[i])
                bit_set (live, s->globals + i);
    }
    VEC_CLEAR (promise);
}

static void
live_statement (struct maker *m, const struct scope *s,
                const struct statement *st, uint64_t *live)
{
    switch (st->kind) {
    case STATEMENT_ASSUME:
        use_term (m, s, st->term, live);
        break;
    case STATEMENT_ASSIGN:
        live_assign (m, s, st, live);
        break;
    case STATEMENT_HAVOC:
        drop_targets (s, st, live);
        break;
    case STATEMENT_CALL:
        live_call (m, s, st, live);
        break;
    default:
        assert (!"asserts are gone");
    }
}

/* What the caller gets. */
static void
live_at_exit (const struct maker *m, const struct scope *s, uint64_t *live)
{
    if (s == &m->scope[m->main] && !m->main_called)
        return;
    for (uint32_t i = s->outs; i < s->locals; i++)
        bit_set (live, i);
    for (size_t i = 0; i < m->program->global.size; i++)
        if (s->modifies[i])
            bit_set (live, s->globals + i);
}

static void
live_block (struct maker *m, const struct scope *s, size_t at, uint64_t *live)
{
    const struct block *b = &s->procedure->block.at[s->order[at]];
    memset (live, 0, s->words * sizeof *live);
    if (at + 1 == s->ordered)
        live_at_exit (m, s, live);
    for (size_t i = 0; i < b->target.size; i++) {
        uint32_t next = s->position[b->target.at[i]];
        assert (next != PROGRAM_NONE && next > at);
        for (size_t w = 0; w < s->words; w++)
            live[w] |= s->live[next * s->words + w];
    }
    for (size_t i = b->statement.size; i-- > 0;)
        live_statement (m, s, &b->statement.at[i], live);
}

/* True: the interface grew. */
static bool
live_procedure (struct maker *m, struct scope *s)
{
    for (size_t i = s->ordered; i-- > 0;)
        live_block (m, s, i, s->live + i * s->words);
    bool grew = false;
    for (size_t i = 0; s->ordered && i < m->program->global.size; i++) {
        bool enters =
            bit_get (s->live, s->globals + i) || bit_get (s->live, s->olds + i);
        assert (enters || !s->enters[i]);
        grew |= enters && !s->enters[i];
        s->enters[i] = enters;
    }
    return grew;
}

/* Per procedure, those that call it; once per call. */
static struct vec_target *
callers_find (const struct program *p)
{
    struct vec_target *callers =
        NEW_ARRAY (struct vec_target, p->procedure.size);
    for (size_t i = 0; i < p->procedure.size; i++) {
        const struct vec_block *blocks = &p->procedure.at[i].block;
        for (size_t b = 0; b < blocks->size; b++) {
            const struct vec_statement *st = &blocks->at[b].statement;
            for (size_t k = 0; k < st->size; k++)
                if (st->at[k].kind == STATEMENT_CALL)
                    VEC_PUSH (callers[st->at[k].callee], (uint32_t) i);
        }
    }
    return callers;
}

void
live_compute (struct maker *m)
{
    size_t count = m->program->procedure.size;
    struct vec_target *callers = callers_find (m->program);
    bool *dirty = NEW_ARRAY (bool, count);
    memset (dirty, true, count);
    for (bool again = true; again;) {
        again = false;
        for (size_t i = count; i-- > 0;) {
            bool grew = dirty[i] && live_procedure (m, &m->scope[i]);
            dirty[i] = false;
            for (size_t k = 0; grew && k < callers[i].size; k++)
                dirty[callers[i].at[k]] = true;
            again |= grew;
        }
    }
    for (size_t i = 0; i < count; i++)
        VEC_CLEAR (callers[i]);
    memory_free (callers);
    memory_free (dirty);
}
