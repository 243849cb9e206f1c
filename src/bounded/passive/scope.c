/* scope.c -- the variables and the block order of a procedure. */
#include <assert.h>

#include "bounded/passive/internal.h"

const struct term_vec *
maker_variables (struct maker *m, const term *t)
{
    uintptr_t *known = term_map_at (&m->variables, t, NULL);
    if (!*known) {
        struct term_vec *made = arena_new (&m->arena, sizeof *made);
        m->scratch.size = 0;
        term_variables (m->terms, t, &m->scratch);
        made->size = made->room = m->scratch.size;
        made->at = arena_copy (&m->arena, m->scratch.at,
                               made->size * sizeof *made->at);
        *known = (uintptr_t) made;
    }
    return (const struct term_vec *) *known;
}

const term *
term_any (terms *t, const sort *s)
{
    switch (s->kind) {
    case SORT_BOOL:
        return term_false (t);
    case SORT_INT:
    case SORT_REAL:
        return term_number (t, s, "0");
    case SORT_BV:
        return term_bits (t, s->width, "0");
    case SORT_ARRAY:
        return term_const_array (t, s, term_any (t, s->element));
    default:
        return term_var (t, "@any", s); /* an element: see logic/term/term.h */
    }
}

static void
scope_add (struct scope *s, const term *variable)
{
    bool added;
    *term_map_at (&s->index, variable, &added) = s->variable.size;
    assert (added);
    (void) added;
    VEC_PUSH (s->variable, variable);
}

static void
scope_variables (struct scope *s, struct maker *m)
{
    const struct procedure *p = s->procedure;
    for (size_t i = 0; i < p->in.size; i++)
        scope_add (s, p->in.at[i].term);
    s->outs = (uint32_t) s->variable.size;
    for (size_t i = 0; i < p->out.size; i++)
        scope_add (s, p->out.at[i].term);
    s->locals = (uint32_t) s->variable.size;
    for (size_t i = 0; i < p->local.size; i++)
        scope_add (s, p->local.at[i].term);
    s->globals = (uint32_t) s->variable.size;
    size_t globals = m->program->global.size;
    for (size_t i = 0; i < globals; i++)
        scope_add (s, m->program->global.at[i].term);
    s->olds = (uint32_t) s->variable.size;
    for (size_t i = 0; i < globals; i++)
        scope_add (s, program_old (m->program, m->program->global.at[i].term));
}

/* Depth first, without recursion: a block is done after its successors. */
struct visit_frame {
    uint32_t block;
    size_t next;
};
struct scope_frame_vec VEC (struct visit_frame);

static void
order_postorder (const struct procedure *p, struct vec_target *done)
{
    enum { NEW_BLOCK, OPEN, DONE };
    uint8_t *state = NEW_ARRAY (uint8_t, p->block.size);
    struct scope_frame_vec stack = {0};
    VEC_PUSH (stack, ((struct visit_frame) {0, 0}));
    state[0] = OPEN;
    while (stack.size) {
        struct visit_frame *top = &VEC_LAST (stack);
        const struct block *b = &p->block.at[top->block];
        if (top->next == b->target.size) {
            state[top->block] = DONE;
            VEC_PUSH (*done, top->block);
            stack.size--;
            continue;
        }
        /* The last target first, so that the first comes first in the end. */
        uint32_t t = b->target.at[b->target.size - ++top->next];
        assert (state[t] != OPEN);
        if (state[t] == NEW_BLOCK) {
            state[t] = OPEN;
            VEC_PUSH (stack, ((struct visit_frame) {t, 0}));
        }
    }
    VEC_CLEAR (stack);
    memory_free (state);
}

static uint32_t
exit_find (const struct procedure *p)
{
    uint32_t result = PROGRAM_NONE;
    for (size_t i = 0; i < p->block.size; i++)
        if (!p->block.at[i].target.size) {
            assert (result == PROGRAM_NONE);
            result = (uint32_t) i;
        }
    return result;
}

static void
scope_order (struct scope *s)
{
    const struct procedure *p = s->procedure;
    uint32_t leave = exit_find (p);
    struct vec_target done = {0};
    order_postorder (p, &done);
    s->order = NEW_ARRAY (uint32_t, done.size);
    s->position = NEW_ARRAY (uint32_t, p->block.size);
    for (size_t i = 0; i < p->block.size; i++)
        s->position[i] = PROGRAM_NONE;
    bool returns = false;
    for (size_t i = done.size; i-- > 0;) {
        returns |= done.at[i] == leave;
        if (done.at[i] != leave)
            s->order[s->ordered++] = done.at[i];
    }
    if (returns)
        s->order[s->ordered++] = leave;
    else
        s->ordered = 0;
    for (size_t i = 0; i < s->ordered; i++)
        s->position[s->order[i]] = (uint32_t) i;
    VEC_CLEAR (done);
}

void
scope_init (struct scope *s, struct maker *m, uint32_t procedure)
{
    *s = (struct scope) {.procedure = &m->program->procedure.at[procedure]};
    scope_variables (s, m);
    size_t globals = m->program->global.size;
    s->modifies = NEW_ARRAY (bool, globals + 1);
    s->enters = NEW_ARRAY (bool, globals + 1);
    for (size_t i = 0; i < s->procedure->modifies.size; i++)
        s->modifies[*term_map_get (&m->global, s->procedure->modifies.at[i])] =
            true;
    if (s->procedure->has_body)
        scope_order (s);
    s->words = (s->variable.size + 63) / 64;
    s->live = NEW_ARRAY (uint64_t, s->words * s->ordered + 1);
}

void
scope_clear (struct scope *s)
{
    VEC_CLEAR (s->variable);
    term_map_clear (&s->index);
    memory_free (s->modifies);
    memory_free (s->enters);
    memory_free (s->order);
    memory_free (s->position);
    memory_free (s->live);
}

uint32_t
scope_find (const struct scope *s, const term *variable)
{
    uintptr_t *at = term_map_get (&s->index, variable);
    return at ? (uint32_t) *at : PROGRAM_NONE;
}

enum role
scope_role (const struct scope *callee, const term *variable, uint32_t *which)
{
    uint32_t at = scope_find (callee, variable);
    *which = at;
    if (at == PROGRAM_NONE)
        return ROLE_CONSTANT;
    if (at < callee->outs)
        return ROLE_IN;
    *which = at - callee->outs;
    if (at < callee->locals)
        return ROLE_OUT;
    assert (at >= callee->globals);
    *which = at - (at < callee->olds ? callee->globals : callee->olds);
    return at < callee->olds ? ROLE_AFTER : ROLE_BEFORE;
}

void
scope_promises (const struct scope *callee, struct term_vec *out)
{
    const struct procedure *p = callee->procedure;
    for (size_t i = 0; i < p->spec.size; i++)
        if (p->spec.at[i].kind == SPEC_ENSURES)
            VEC_PUSH (*out, p->spec.at[i].term);
}
