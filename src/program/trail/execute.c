/* execute.c -- see execute.h. */
#include "program/trail/execute.h"

#include <assert.h>

#include "base/map.h"
#include "logic/term/map.h"
#include "program/change.h"

struct execute_frame {
    uint32_t procedure, block;
    size_t statement;
    struct term_map value;
    const term **before; /* as in execution_call */
    struct execute_frame *below;
};

struct execution {
    struct program *program;
    terms *terms;
    struct execution_plan plan;
    struct arena arena;
    struct term_map global;
    struct execute_frame *top;
    size_t depth;
    uint64_t steps, before_run; /* of all runs; before the current one */
    bool running;
    enum execution_end end;
    const struct statement *at;
    bool *arbitrary; /* per procedure: something in it is */
    const term **result;
    struct VEC (struct execution_call) call;
    struct map
        seen; /* digest of procedure and values before: index of a call */
};

/* ---- values */

const term *
term_zero (terms *t, const sort *s)
{
    switch (s->kind) {
    case SORT_BOOL:
        return term_false (t);
    case SORT_BV:
        return term_bits (t, s->width, "0");
    case SORT_ARRAY:
        return term_const_array (t, s, term_zero (t, s->element));
    case SORT_INT:
    case SORT_REAL:
        return term_number (t, s, "0");
    case SORT_NAMED:
        break;
    }
    return term_var (t, "@element", s);
}

static const term *
execution_look (void *context, const term *v)
{
    execution *x = context;
    if (v->op != OP_VAR)
        return NULL;
    const uintptr_t *found = x->top ? term_map_get (&x->top->value, v) : NULL;
    if (!found)
        found = term_map_get (&x->global, v);
    return found ? (const term *) *found : term_zero (x->terms, v->sort);
}

static void
execution_stop (execution *x, enum execution_end end)
{
    if (!x->running)
        return;
    x->running = false;
    x->end = end;
}

static const term *
execution_evaluate (execution *x, const term *t)
{
    const term *value = term_evaluate (x->terms, t, execution_look, x);
    if (!value)
        execution_stop (x, EXECUTION_STUCK);
    return value;
}

static void
execution_assign (execution *x, const term *variable, const term *value)
{
    uintptr_t *where = term_map_get (&x->global, variable);
    if (!where)
        where = term_map_at (&x->top->value, variable, NULL);
    *where = (uintptr_t) value;
}

static const term **
globals_now (execution *x, size_t first)
{
    const struct program *p = x->program;
    const term **all = arena_new (&x->arena, (first + p->global.size + 1)
                                                 * sizeof (const term *));
    for (size_t i = 0; i < p->global.size; i++)
        all[first + i] =
            (const term *) *term_map_get (&x->global, p->global.at[i].term);
    return all;
}

/* ---- what is recorded */

static void
record_value (execution *x, const term *value)
{
    struct trail *trail = x->plan.record;
    if (!trail)
        return;
    assert (trail->visit.size);
    VEC_PUSH (trail->value, value);
    VEC_LAST (trail->visit).values++;
}

static void
record_visit (execution *x)
{
    struct trail *trail = x->plan.record;
    if (!trail)
        return;
    struct trail_visit visit = {.procedure = x->top->procedure,
                                .block = x->top->block,
                                .first = (uint32_t) trail->value.size};
    VEC_PUSH (trail->visit, visit);
}

/* ---- calls */

static struct procedure *
execution_procedure (const execution *x)
{
    return &x->program->procedure.at[x->top->procedure];
}

static void
frame_push (execution *x, uint32_t procedure, const term **before)
{
    const struct procedure *q = &x->program->procedure.at[procedure];
    struct execute_frame *f = NEW (struct execute_frame);
    *f = (struct execute_frame) {
        .procedure = procedure, .before = before, .below = x->top};
    term_map_init (&f->value);
    x->top = f;
    x->depth++;
    record_visit (x);
    for (size_t i = 0; i < q->in.size; i++)
        execution_assign (x, q->in.at[i].term, before[i]);
    for (size_t i = 0; i < x->program->global.size; i++)
        *term_map_at (&f->value,
                      program_old (x->program, x->program->global.at[i].term),
                      NULL) = (uintptr_t) before[q->in.size + i];
    for (size_t i = 0; i < q->out.size; i++)
        record_value (x, term_zero (x->terms, q->out.at[i].term->sort));
    for (size_t i = 0; i < q->local.size; i++)
        record_value (x, term_zero (x->terms, q->local.at[i].term->sort));
    if (x->depth > x->plan.depth)
        execution_stop (x, EXECUTION_SPENT);
}

static void
frame_pop (execution *x)
{
    struct execute_frame *f = x->top;
    assert (f && x->depth);
    x->top = f->below;
    x->depth--;
    term_map_clear (&f->value);
    memory_free (f);
}

static struct digest
call_key (const execution *x, uint32_t procedure, const term *const *before)
{
    size_t values =
        x->program->procedure.at[procedure].in.size + x->program->global.size;
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, procedure);
    for (size_t i = 0; i < values; i++)
        buffer_digest (&b, before[i]->digest);
    struct digest key = digest_of (buffer_view (&b));
    buffer_clear (&b);
    return key;
}

static void
call_keep (execution *x, uint32_t procedure, const term **before,
           const term **after)
{
    if (x->call.size >= x->plan.calls)
        return;
    struct digest key = call_key (x, procedure, before);
    bool known = map_get (&x->seen, key);
    if (known && !x->arbitrary[procedure])
        return;
    if (!known)
        map_put (&x->seen, key, x->call.size);
    struct execution_call c = {procedure, before, after};
    VEC_PUSH (x->call, c);
}

/* The results go to the targets of the call that the frame stands at. */
static void
call_results (execution *x, const term *const *result)
{
    struct execute_frame *f = x->top;
    const struct statement *call = &execution_procedure (x)
                                        ->block.at[f->block]
                                        .statement.at[f->statement++];
    assert (call->kind == STATEMENT_CALL);
    for (uint32_t i = 0; i < call->targets; i++)
        execution_assign (x, call->target[i], result[i]);
}

static void
execution_return (execution *x)
{
    const struct procedure *q = execution_procedure (x);
    const term **after = globals_now (x, q->out.size);
    for (size_t i = 0; i < q->out.size; i++)
        after[i] = execution_look (x, q->out.at[i].term);
    call_keep (x, x->top->procedure, x->top->before, after);
    if (!x->top->below) {
        x->result = after;
        execution_stop (x, EXECUTION_RETURNED);
        return;
    }
    frame_pop (x);
    call_results (x, after);
}

static const term *
execution_choose (execution *x, const struct statement *s, const term *v)
{
    const term *value =
        x->plan.choose ? x->plan.choose (x->plan.context, s, v) : NULL;
    if (!value)
        value = term_zero (x->terms, v->sort);
    assert (value->sort == v->sort);
    record_value (x, value);
    return value;
}

/* Nothing is known of it: its targets are arbitrary.  Globals keep their
 * values, which is one of the things that it may do. */
static void
call_bodiless (execution *x, const struct statement *s,
               const struct procedure *q)
{
    for (uint32_t i = 0; i < s->targets; i++)
        execution_assign (x, s->target[i],
                          execution_choose (x, s, s->target[i]));
    for (size_t i = 0; i < q->modifies.size; i++)
        record_value (x, execution_look (x, q->modifies.at[i]));
    x->top->statement++;
}

static void
execution_call (execution *x, const struct statement *s)
{
    const struct procedure *q = &x->program->procedure.at[s->callee];
    if (!q->has_body) {
        call_bodiless (x, s, q);
        return;
    }
    const term **before = globals_now (x, s->values);
    for (uint32_t i = 0; i < s->values && x->running; i++)
        before[i] = execution_evaluate (x, s->value[i]);
    if (!x->running)
        return;
    const uint64_t *known = NULL;
    if (x->plan.remember && !x->arbitrary[s->callee])
        known = map_get (&x->seen, call_key (x, s->callee, before));
    if (!known) {
        frame_push (x, s->callee, before);
        return;
    }
    const term **after = x->call.at[*known].after;
    for (size_t i = 0; i < x->program->global.size; i++)
        execution_assign (x, x->program->global.at[i].term,
                          after[q->out.size + i]);
    call_results (x, after);
}

/* ---- statements */

static void
execution_assignment (execution *x, const struct statement *s)
{
    const term **new = NEW_ARRAY (const term *, s->targets + 1);
    for (uint32_t i = 0; i < s->targets; i++)
        new[i] = execution_evaluate (x, s->value[i]);
    for (uint32_t i = 0; i < s->targets && x->running; i++)
        execution_assign (x, s->target[i], new[i]);
    memory_free (new);
}

static void
execution_statement_do (execution *x, const struct statement *s)
{
    const term *value;
    switch (s->kind) {
    case STATEMENT_ASSUME:
    case STATEMENT_ASSERT:
        value = execution_evaluate (x, s->term);
        if (value && !term_is_true (value))
            execution_stop (x, s->kind == STATEMENT_ASSERT ? EXECUTION_FAILED
                                                           : EXECUTION_BLOCKED);
        break;
    case STATEMENT_ASSIGN:
        execution_assignment (x, s);
        break;
    case STATEMENT_HAVOC:
        for (uint32_t i = 0; i < s->targets; i++)
            execution_assign (x, s->target[i],
                              execution_choose (x, s, s->target[i]));
        break;
    case STATEMENT_CALL:
        execution_call (x, s);
        return;
    }
    if (x->running)
        x->top->statement++;
}

/* ---- blocks */

static bool
block_fits (execution *x, uint32_t block)
{
    const struct block *b = &execution_procedure (x)->block.at[block];
    for (size_t i = 0;
         i < b->statement.size && b->statement.at[i].kind == STATEMENT_ASSUME;
         i++) {
        const term *value = term_evaluate (x->terms, b->statement.at[i].term,
                                           execution_look, x);
        if (!value || !term_is_true (value))
            return false;
    }
    return true;
}

static void
execution_leave (execution *x, const struct block *b)
{
    x->at = NULL;
    if (!b->target.size) {
        execution_return (x);
        return;
    }
    for (size_t i = 0; i < b->target.size; i++)
        if (b->target.size == 1 || block_fits (x, b->target.at[i])) {
            x->top->block = b->target.at[i];
            x->top->statement = 0;
            record_visit (x);
            return;
        }
    execution_stop (x, EXECUTION_BLOCKED);
}

static void
execution_step (execution *x)
{
    const struct block *b = &execution_procedure (x)->block.at[x->top->block];
    if (x->steps - x->before_run >= x->plan.steps)
        execution_stop (x, EXECUTION_SPENT);
    else if (x->top->statement < b->statement.size) {
        x->steps++;
        x->at = &b->statement.at[x->top->statement];
        execution_statement_do (x, x->at);
    } else {
        x->steps++;
        execution_leave (x, b);
    }
}

/* ---- the whole */

static bool
statement_arbitrary (const execution *x, const struct statement *s)
{
    return s->kind == STATEMENT_HAVOC
           || (s->kind == STATEMENT_CALL && x->arbitrary[s->callee]);
}

static bool
procedure_arbitrary (const execution *x, const struct procedure *q)
{
    for (size_t b = 0; b < q->block.size; b++)
        for (size_t s = 0; s < q->block.at[b].statement.size; s++)
            if (statement_arbitrary (x, &q->block.at[b].statement.at[s]))
                return true;
    return !q->has_body;
}

static void
arbitrary_find (execution *x)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < x->program->procedure.size; i++)
            if (!x->arbitrary[i]
                && procedure_arbitrary (x, &x->program->procedure.at[i]))
                changed = x->arbitrary[i] = true;
    }
}

execution *
execution_new (struct program *p, const struct execution_plan *plan)
{
    assert (!plan->remember || !plan->record);
    execution *x = NEW (execution);
    x->program = p;
    x->terms = p->terms;
    x->plan = *plan;
    arena_init (&x->arena);
    term_map_init (&x->global);
    map_init (&x->seen);
    for (size_t i = 0; i < p->global.size; i++)
        *term_map_at (&x->global, p->global.at[i].term, NULL) =
            (uintptr_t) term_zero (p->terms, p->global.at[i].term->sort);
    x->arbitrary = NEW_ARRAY (bool, p->procedure.size + 1);
    arbitrary_find (x);
    return x;
}

void
execution_free (execution *x)
{
    while (x->top)
        frame_pop (x);
    term_map_clear (&x->global);
    map_clear (&x->seen);
    VEC_CLEAR (x->call);
    memory_free (x->arbitrary);
    arena_clear (&x->arena);
    memory_free (x);
}

void
execution_set (execution *x, const term *global, const term *value)
{
    uintptr_t *where = term_map_get (&x->global, global);
    assert (where && value->sort == global->sort);
    *where = (uintptr_t) value;
}

enum execution_end
execution_run (execution *x, uint32_t procedure, const term *const *in)
{
    assert (procedure < x->program->procedure.size);
    const struct procedure *q = &x->program->procedure.at[procedure];
    assert (q->has_body && q->block.size);
    while (x->top)
        frame_pop (x);
    const term **before = globals_now (x, q->in.size);
    for (size_t i = 0; i < q->in.size; i++)
        before[i] = in[i];
    x->before_run = x->steps;
    x->running = true;
    x->at = NULL;
    frame_push (x, procedure, before);
    while (x->running)
        execution_step (x);
    return x->end;
}

const struct statement *
execution_statement (const execution *x)
{
    return x->at;
}

const term *
execution_result (const execution *x, size_t out)
{
    assert (x->end == EXECUTION_RETURNED && x->result);
    return x->result[out];
}

uint64_t
execution_steps (const execution *x)
{
    return x->steps;
}

size_t
execution_calls (const execution *x, const struct execution_call **calls)
{
    *calls = x->call.at;
    return x->call.size;
}
