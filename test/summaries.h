/* summaries.h -- exactly what a program over 0 and 1 does, by enumeration.
 *
 * For each procedure and each value of globals and in-parameters, the set of
 * its outcomes: an error, or a return with values of globals and results.  All
 * states of a procedure are visited; calls use the outcomes known so far, until
 * nothing new is found: loops and recursion are treated exactly. */
#ifndef SUMMARIES_H
#define SUMMARIES_H

#include "base/map.h"
#include "logic/term/map.h"
#include "program/program.h"

enum { SLOTS = 120, UNSET = 2, FAILURE = INT32_MAX };

/* What of the specifications is still to be done. */
enum summary_stage {
    STAGE_READ,      /* all of it */
    STAGE_SPECIFIED, /* callers assume ensures */
    STAGE_RAISED     /* the same, unless @err is set */
};

struct summary_scope { /* of a procedure: a slot for each variable */
    struct term_map slot;
    size_t globals, in, out, local, old, size; /* where they begin */
};

struct summary_key {
    uint32_t procedure, input;
    bool start;
    struct vec_target outcome;
};

struct summaries {
    struct program *program;
    enum summary_stage stage;
    struct summary_scope *scope;
    struct VEC (struct summary_key) key;
    struct map index;
    int64_t constant; /* the value of every constant */
    size_t states, most;
    bool changed, gave_up;
};

struct summary_state {
    uint32_t block, statement;
    uint8_t value[SLOTS];
};
struct summary_states VEC (struct summary_state);

static inline void
summary_slots (struct summary_scope *s, const struct vec_variable *list)
{
    for (size_t i = 0; i < list->size; i++)
        *term_map_at (&s->slot, list->at[i].term, NULL) = s->size++;
}

static inline void
summary_scope_make (struct summary_scope *s, struct program *p,
                    const struct procedure *q)
{
    *s = (struct summary_scope) {0};
    summary_slots (s, &p->global);
    s->in = s->size;
    summary_slots (s, &q->in);
    s->out = s->size;
    summary_slots (s, &q->out);
    s->local = s->size;
    summary_slots (s, &q->local);
    s->old = s->size;
    for (size_t i = 0; i < p->global.size; i++)
        *term_map_at (&s->slot, program_old (p, p->global.at[i].term), NULL) =
            s->size++;
}

static inline int64_t
summary_eval (struct summaries *z, const struct summary_scope *s,
              const uint8_t *value, const term *t)
{
    int64_t arg[8], number;
    assert (t->args <= 8);
    for (uint32_t i = 0; i < t->args; i++)
        arg[i] = summary_eval (z, s, value, t->arg[i]);
    switch (t->op) {
    case OP_TRUE:
    case OP_FALSE:
        return t->op == OP_TRUE;
    case OP_NUMBER:
        term_int64 (t, &number);
        return number;
    case OP_VAR: {
        uintptr_t *slot = term_map_get (&s->slot, t);
        if (!slot)
            return z->constant;
        assert (value[*slot] != UNSET);
        return value[*slot];
    }
    case OP_NOT:
        return !arg[0];
    case OP_AND:
    case OP_OR:
        for (uint32_t i = 0; i < t->args; i++)
            if (arg[i] == (t->op == OP_OR))
                return t->op == OP_OR;
        return t->op == OP_AND;
    case OP_ITE:
        return arg[0] ? arg[1] : arg[2];
    case OP_EQ:
        return arg[0] == arg[1];
    default:
        break;
    }
    assert (t->op == OP_APPLY);
    struct program *p = z->program;
    for (size_t i = 0; i < p->function.size; i++) {
        const struct function *f = &p->function.at[i];
        if (strcmp (f->name, t->text))
            continue;
        const term *actual[8];
        for (uint32_t j = 0; j < t->args; j++)
            actual[j] = term_int (p->terms, arg[j]);
        return summary_eval (
            z, s, value,
            term_substitute (p->terms, f->body, f->parameter, actual, t->args));
    }
    assert (!"a function that is not declared");
    return 0;
}

static inline bool
summary_holds (struct summaries *z, const struct summary_scope *s,
               const uint8_t *value, const term *t)
{
    return summary_eval (z, s, value, t) == 1;
}

static inline uint32_t
summary_pack (const uint8_t *value, size_t from, size_t to)
{
    uint32_t bits = 0;
    for (size_t i = from; i < to; i++)
        bits |= (uint32_t) (value[i] & 1) << (i - from);
    return bits;
}

static inline void
summary_unpack (uint32_t bits, uint8_t *value, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        value[i] = bits >> (i - from) & 1;
}

/* The place of a procedure's outcomes for an input; new ones are empty. */
static inline size_t
summary_ask (struct summaries *z, uint32_t procedure, uint32_t input,
             bool start)
{
    struct digest d = map_number (((uint64_t) procedure << 33)
                                  | (uint64_t) start << 32 | input);
    uint64_t *at = map_get (&z->index, d);
    if (at)
        return *at;
    map_put (&z->index, d, z->key.size);
    VEC_PUSH (z->key, ((struct summary_key) {procedure, input, start, {0}}));
    z->changed = true;
    return z->key.size - 1;
}

static inline void
summary_add (struct summaries *z, size_t key, uint32_t outcome)
{
    struct vec_target *list = &z->key.at[key].outcome;
    for (size_t i = 0; i < list->size; i++)
        if (list->at[i] == outcome)
            return;
    VEC_PUSH (*list, outcome);
    z->changed = true;
}

struct summary_run {
    struct summaries *z;
    size_t key;
    const struct procedure *procedure;
    const struct summary_scope *scope;
    struct summary_states open;
    struct map seen;
};

static inline void
summary_push (struct summary_run *r, struct summary_state s)
{
    struct digest d = digest_of ((struct bytes) {
        (const uint8_t *) &s,
        offsetof (struct summary_state, value) + r->scope->size});
    if (r->z->states > r->z->most)
        r->z->gave_up = true;
    if (r->z->gave_up || !map_put (&r->seen, d, 1))
        return;
    r->z->states++;
    VEC_PUSH (r->open, s);
}

/* Pushes the state with all values of these variables for which their
 * where-clauses hold. */
static inline void
summary_any (struct summary_run *r, struct summary_state s,
             const term *const *variable, size_t variables)
{
    const struct procedure *q = r->procedure;
    assert (variables < 20);
    for (uint32_t bits = 0; bits < (uint32_t) 1 << variables; bits++) {
        for (size_t i = 0; i < variables; i++)
            s.value[*term_map_get (&r->scope->slot, variable[i])] =
                bits >> i & 1;
        bool fine = true;
        for (size_t i = 0; i < variables; i++) {
            const struct vec_variable *list[3] = {&r->z->program->global,
                                                  &q->out, &q->local};
            for (size_t j = 0; j < 3; j++)
                for (size_t k = 0; k < list[j]->size; k++)
                    if (list[j]->at[k].term == variable[i]
                        && list[j]->at[k].where)
                        fine &= summary_holds (r->z, r->scope, s.value,
                                               list[j]->at[k].where);
        }
        if (fine)
            summary_push (r, s);
    }
}

/* What a call gives back is taken over if the callee promises it. */
static inline void
summary_result (struct summary_run *r, struct summary_state s,
                const struct statement *st, const uint8_t *callee_value)
{
    struct summaries *z = r->z;
    const struct procedure *callee = &z->program->procedure.at[st->callee];
    const struct summary_scope *scope = &z->scope[st->callee];
    for (size_t i = 0; i < callee->spec.size; i++) {
        bool raised = z->stage == STAGE_RAISED
                      && callee_value[z->program->global.size - 1];
        if (callee->spec.at[i].kind == SPEC_ENSURES && !raised
            && !summary_holds (z, scope, callee_value, callee->spec.at[i].term))
            return;
    }
    memcpy (s.value, callee_value, z->program->global.size);
    for (size_t i = 0; i < st->targets; i++)
        s.value[*term_map_get (&r->scope->slot, st->target[i])] =
            callee_value[scope->out + i];
    summary_push (r, s);
}

static inline void
summary_stub (struct summary_run *r, struct summary_state s,
              const struct statement *st, uint8_t *callee_value)
{
    struct summaries *z = r->z;
    const struct procedure *callee = &z->program->procedure.at[st->callee];
    const struct summary_scope *scope = &z->scope[st->callee];
    size_t outs = callee->out.size, all = outs + callee->modifies.size;
    for (uint32_t bits = 0; bits < (uint32_t) 1 << all; bits++) {
        bool fine = true;
        for (size_t i = 0; i < all; i++)
            callee_value[i < outs
                             ? scope->out + i
                             : *term_map_get (&scope->slot,
                                              callee->modifies.at[i - outs])] =
                bits >> i & 1;
        for (size_t i = 0; i < outs; i++)
            if (callee->out.at[i].where)
                fine &= summary_holds (z, scope, callee_value,
                                       callee->out.at[i].where);
        for (size_t i = 0; i < callee->modifies.size; i++)
            for (size_t j = 0; j < z->program->global.size; j++)
                if (z->program->global.at[j].term == callee->modifies.at[i]
                    && z->program->global.at[j].where)
                    fine &= summary_holds (z, scope, callee_value,
                                           z->program->global.at[j].where);
        if (fine)
            summary_result (r, s, st, callee_value);
    }
}

static inline void
summary_call (struct summary_run *r, struct summary_state s,
              const struct statement *st)
{
    struct summaries *z = r->z;
    const struct procedure *callee = &z->program->procedure.at[st->callee];
    const struct summary_scope *scope = &z->scope[st->callee];
    uint8_t value[SLOTS];
    memset (value, UNSET, sizeof value);
    memcpy (value, s.value, z->program->global.size);
    memcpy (value + scope->old, s.value, z->program->global.size);
    for (size_t i = 0; i < st->values; i++)
        value[scope->in + i] =
            (uint8_t) summary_eval (z, r->scope, s.value, st->value[i]);
    for (size_t i = 0; z->stage == STAGE_READ && i < callee->spec.size; i++) {
        const struct spec *spec = &callee->spec.at[i];
        if (spec->kind == SPEC_REQUIRES && !spec->free
            && !summary_holds (z, scope, value, spec->term)) {
            summary_add (z, r->key, FAILURE);
            return;
        }
    }
    if (!callee->has_body) {
        summary_stub (r, s, st, value);
        return;
    }
    size_t key =
        summary_ask (z, st->callee, summary_pack (value, 0, scope->out), false);
    for (size_t i = 0; i < z->key.at[key].outcome.size; i++) {
        uint32_t outcome = z->key.at[key].outcome.at[i];
        if (outcome == FAILURE) {
            summary_add (z, r->key, FAILURE);
            continue;
        }
        size_t globals = z->program->global.size;
        summary_unpack (outcome, value, 0, globals);
        summary_unpack (outcome >> globals, value, scope->out, scope->local);
        summary_result (r, s, st, value);
    }
}

static inline void
summary_leave (struct summary_run *r, const struct summary_state *s)
{
    struct summaries *z = r->z;
    const struct procedure *q = r->procedure;
    for (size_t i = 0; z->stage == STAGE_READ && i < q->spec.size; i++) {
        const struct spec *spec = &q->spec.at[i];
        if (spec->kind == SPEC_ENSURES && !spec->free
            && !summary_holds (z, r->scope, s->value, spec->term)) {
            summary_add (z, r->key, FAILURE);
            return;
        }
    }
    size_t globals = z->program->global.size;
    summary_add (z, r->key,
                 summary_pack (s->value, 0, globals)
                     | summary_pack (s->value, r->scope->out, r->scope->local)
                           << globals);
}

static inline void
summary_step (struct summary_run *r, struct summary_state s)
{
    struct summaries *z = r->z;
    const struct block *b = &r->procedure->block.at[s.block];
    if (s.statement == b->statement.size) {
        for (size_t i = 0; i < b->target.size; i++) {
            struct summary_state next = s;
            next.block = b->target.at[i];
            next.statement = 0;
            summary_push (r, next);
        }
        if (!b->target.size)
            summary_leave (r, &s);
        return;
    }
    const struct statement *st = &b->statement.at[s.statement++];
    uint8_t before[SLOTS];
    memcpy (before, s.value, sizeof before);
    switch (st->kind) {
    case STATEMENT_ASSUME:
    case STATEMENT_ASSERT:
        if (summary_holds (z, r->scope, s.value, st->term))
            summary_push (r, s);
        else if (st->kind == STATEMENT_ASSERT)
            summary_add (z, r->key, FAILURE);
        return;
    case STATEMENT_ASSIGN:
        for (size_t i = 0; i < st->targets; i++)
            s.value[*term_map_get (&r->scope->slot, st->target[i])] =
                (uint8_t) summary_eval (z, r->scope, before, st->value[i]);
        summary_push (r, s);
        return;
    case STATEMENT_HAVOC:
        summary_any (r, s, st->target, st->targets);
        return;
    case STATEMENT_CALL:
        summary_call (r, s, st);
        return;
    }
}

/* The states in which a procedure is entered. */
static inline void
summary_enter (struct summary_run *r)
{
    struct summaries *z = r->z;
    const struct procedure *q = r->procedure;
    const struct summary_scope *scope = r->scope;
    struct summary_state s = {0};
    bool start = z->key.at[r->key].start;
    size_t globals = z->program->global.size;
    memset (s.value, UNSET, sizeof s.value);
    summary_unpack (z->key.at[r->key].input, s.value, 0, scope->out);
    memcpy (s.value + scope->old, s.value, globals);
    bool fine = true;
    for (size_t i = 0; start && i < globals; i++)
        if (z->program->global.at[i].where)
            fine &= summary_holds (z, scope, s.value,
                                   z->program->global.at[i].where);
    for (size_t i = 0; z->stage == STAGE_READ && i < q->spec.size; i++)
        if (q->spec.at[i].kind == SPEC_REQUIRES)
            fine &= summary_holds (z, scope, s.value, q->spec.at[i].term);
    struct term_vec any = {0};
    for (size_t i = 0; i < q->out.size; i++)
        VEC_PUSH (any, q->out.at[i].term);
    for (size_t i = 0; i < q->local.size; i++)
        if (!strchr (q->local.at[i].term->text, '@'))
            VEC_PUSH (any, q->local.at[i].term);
    if (fine)
        summary_any (r, s, any.at, any.size);
    VEC_CLEAR (any);
}

/* In-parameters' where-clauses, which may be about locals, hold at the start;
 * so they are looked at when all have values. */
static inline void
summary_start (struct summary_run *r)
{
    const struct procedure *q = r->procedure;
    size_t kept = 0;
    for (size_t i = 0; r->z->key.at[r->key].start && i < r->open.size; i++) {
        bool fine = true;
        for (size_t j = 0; j < q->in.size; j++)
            if (q->in.at[j].where)
                fine &= summary_holds (r->z, r->scope, r->open.at[i].value,
                                       q->in.at[j].where);
        if (fine)
            r->open.at[kept++] = r->open.at[i];
    }
    if (r->z->key.at[r->key].start)
        r->open.size = kept;
}

static inline void
summary_round (struct summaries *z, size_t key)
{
    struct summary_run r = {
        .z = z,
        .key = key,
        .procedure = &z->program->procedure.at[z->key.at[key].procedure],
        .scope = &z->scope[z->key.at[key].procedure]};
    map_init (&r.seen);
    summary_enter (&r);
    summary_start (&r);
    while (r.open.size)
        summary_step (&r, VEC_POP (r.open));
    map_clear (&r.seen);
    VEC_CLEAR (r.open);
}

static inline void
summaries_init (struct summaries *z, struct program *p,
                enum summary_stage stage, int64_t constant)
{
    *z = (struct summaries) {
        .program = p, .stage = stage, .constant = constant, .most = 400000};
    map_init (&z->index);
    z->scope = NEW_ARRAY (struct summary_scope, p->procedure.size);
    for (size_t i = 0; i < p->procedure.size; i++) {
        summary_scope_make (&z->scope[i], p, &p->procedure.at[i]);
        if (z->scope[i].size > SLOTS)
            z->gave_up = true;
    }
}

static inline void
summaries_clear (struct summaries *z)
{
    for (size_t i = 0; i < z->program->procedure.size; i++)
        term_map_clear (&z->scope[i].slot);
    for (size_t i = 0; i < z->key.size; i++)
        VEC_CLEAR (z->key.at[i].outcome);
    memory_free (z->scope);
    VEC_CLEAR (z->key);
    map_clear (&z->index);
}

/* The outcomes of a procedure; borrowed until the next question.  `start`: as
 * the program's entry.  Null: too many states. */
static inline const struct vec_target *
summaries_of (struct summaries *z, uint32_t procedure, uint32_t input,
              bool start)
{
    size_t key = summary_ask (z, procedure, input, start);
    while (z->changed && !z->gave_up) {
        z->changed = false;
        for (size_t i = 0; i < z->key.size && !z->gave_up; i++) {
            z->states = 0;
            summary_round (z, i);
        }
    }
    return z->gave_up ? NULL : &z->key.at[key].outcome;
}

#endif
