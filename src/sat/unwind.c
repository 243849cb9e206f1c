/* unwind.c -- see unwind.h. */
#include "sat/unwind.h"

#include <assert.h>

#include "program/attributes.h"
#include "sat/internal.h"

enum { CALLS_MOST = 400, STEP_BYTES = 256 };

/* ---- bodies */

static void
body_number (struct body *b, const struct vec_variable *v)
{
    for (size_t i = 0; i < v->size; i++)
        *term_map_at (&b->number, v->at[i].term, NULL) = ++b->values;
}

static struct body *
body_of (struct unwinding *x, uint32_t procedure)
{
    struct body *b = &x->body[procedure];
    if (b->known)
        return b;
    const struct procedure *q = &x->program->procedure.at[procedure];
    b->known = true;
    term_map_init (&b->number);
    body_number (b, &q->in);
    body_number (b, &q->out);
    body_number (b, &q->local);
    if (q->has_body)
        order_find (&b->order, q);
    return b;
}

static void
body_clear (struct body *b)
{
    if (!b->known)
        return;
    order_clear (&b->order);
    term_map_clear (&b->number);
}

/* ---- what is said */

static void
claim_add (struct unwinding *x, enum claim_kind kind,
           const struct path_guard *g, const term *t)
{
    if (term_is_false (t))
        return;
    struct sat_claim c = {
        .kind = kind, .term = t, .guard = g, .event = x->event.size};
    VEC_PUSH (x->claim, c);
}

static void
event_value (struct unwinding *x, const struct path_state *s,
             struct symbolic value)
{
    struct event e = {.guard = s->guard, .value = value};
    VEC_PUSH (x->event, e);
}

static void
event_visit (struct unwinding *x, const struct activation *c,
             const struct path_state *s, uint32_t block, bool enters)
{
    const struct procedure *q = &x->program->procedure.at[c->procedure];
    struct event e = {.guard = s->guard,
                      .visit = true,
                      .procedure = c->procedure,
                      .block = block};
    if (enters)
        e.any = (uint32_t) (q->out.size + q->local.size);
    VEC_PUSH (x->event, e);
}

/* ---- statements */

static bool
state_dead (const struct unwinding *x, const struct path_state *s)
{
    return x->stopped || term_is_false (s->guard->whole);
}

static void
run_assume (struct unwinding *x, const struct activation *c,
            struct path_state *s, const struct statement *t)
{
    struct symbolic v = unwind_value (x, c, s, t->term);
    if (!x->stopped)
        s->guard = guard_and (&x->guards, s->guard, v.term);
}

/* A run that fails goes on here, but fails before what follows does. */
static void
run_assert (struct unwinding *x, const struct activation *c,
            struct path_state *s, const struct statement *t)
{
    struct symbolic v = unwind_value (x, c, s, t->term);
    if (x->stopped)
        return;
    claim_add (
        x, CLAIM_FAILS, s->guard,
        term_and2 (x->terms, s->guard->whole, term_not (x->terms, v.term)));
    s->guard = term_is_false (v.term)
                   ? guard_and (&x->guards, s->guard, v.term)
                   : guard_fact (&x->guards, s->guard, v.term);
}

static void
run_assign (struct unwinding *x, const struct activation *c,
            struct path_state *s, const struct statement *t)
{
    struct VEC (struct symbolic) value = {0};
    for (uint32_t i = 0; i < t->targets && !x->stopped; i++) {
        struct symbolic v = unwind_value (x, c, s, t->value[i]);
        VEC_PUSH (value, v);
    }
    for (uint32_t i = 0; i < t->targets && !x->stopped; i++)
        *state_at (x, c, s, t->target[i]) = value.at[i];
    VEC_CLEAR (value);
    unwind_changed (x);
}

static void
run_any (struct unwinding *x, const struct activation *c, struct path_state *s,
         const term *variable)
{
    const term *fresh = term_fresh (x->terms, "any", variable->sort);
    struct symbolic value = cells_of (&x->memory, fresh);
    *state_at (x, c, s, variable) = value;
    event_value (x, s, value);
    unwind_changed (x);
}

static struct path_state *run_call (struct unwinding *, struct activation *,
                                    struct path_state *adopted,
                                    const struct statement *);

/* Gives the state afterwards; null: no path goes on. */
static struct path_state *
run_statement (struct unwinding *x, struct activation *c, struct path_state *s,
               const struct statement *t)
{
    x->steps++;
    x->place = t->place;
    if (unwinding_steps (x) > x->plan->steps)
        x->stopped = true;
    else if (t->kind == STATEMENT_CALL)
        return run_call (x, c, s, t);
    else if (t->kind == STATEMENT_ASSUME)
        run_assume (x, c, s, t);
    else if (t->kind == STATEMENT_ASSERT)
        run_assert (x, c, s, t);
    else if (t->kind == STATEMENT_ASSIGN)
        run_assign (x, c, s, t);
    else
        for (uint32_t i = 0; i < t->targets; i++)
            run_any (x, c, s, t->target[i]);
    if (!state_dead (x, s))
        return s;
    state_free (s);
    return NULL;
}

/* ---- blocks */

static bool
parts_exclude (const term *a, const term *b)
{
    if ((a->op == OP_NOT && a->arg[0] == b)
        || (b->op == OP_NOT && b->arg[0] == a))
        return true;
    return a->op == OP_EQ && b->op == OP_EQ && a->arg[0] == b->arg[0]
           && a->arg[1] != b->arg[1] && term_is_constant (a->arg[1])
           && term_is_constant (b->arg[1]);
}

/* Whether the assumptions that they begin with cannot both hold. */
static bool
blocks_exclude (const struct block *a, const struct block *b)
{
    for (size_t i = 0;
         i < a->statement.size && a->statement.at[i].kind == STATEMENT_ASSUME;
         i++)
        for (size_t k = 0; k < b->statement.size
                           && b->statement.at[k].kind == STATEMENT_ASSUME;
             k++)
            if (parts_exclude (a->statement.at[i].term,
                               b->statement.at[k].term))
                return true;
    return false;
}

static bool
targets_exclude (const struct procedure *q, const struct block *b)
{
    for (size_t i = 0; i < b->target.size; i++)
        for (size_t k = i + 1; k < b->target.size; k++)
            if (!blocks_exclude (&q->block.at[b->target.at[i]],
                                 &q->block.at[b->target.at[k]]))
                return false;
    return true;
}

/* The assumptions that a block begins with say who comes there.  Null: nobody. */
static struct path_state *
run_come (struct unwinding *x, struct activation *c, struct path_state *s,
          const struct block *b)
{
    unwind_changed (x);
    for (size_t i = 0; i < b->statement.size && s
                       && b->statement.at[i].kind == STATEMENT_ASSUME;
         i++)
        s = run_statement (x, c, s, &b->statement.at[i]);
    return s;
}

/* Where nothing else tells the targets apart, a number does. */
static void
run_leave (struct unwinding *x, struct activation *c, struct path_state *s,
           const struct block *b)
{
    const struct procedure *q = &x->program->procedure.at[c->procedure];
    if (!b->target.size) {
        VEC_PUSH (c->returned, s);
        return;
    }
    bool excluded = b->target.size == 1 || targets_exclude (q, b);
    for (size_t i = 0; i < b->target.size; i++) {
        bool last = i + 1 == b->target.size;
        struct path_state *to = last ? s : state_copy (x, c, s);
        if (!last && !excluded) {
            const term *way =
                term_fresh (x->terms, "way", sort_bool (x->terms));
            to->guard = guard_and (&x->guards, s->guard, way);
            s->guard =
                guard_and (&x->guards, s->guard, term_not (x->terms, way));
        }
        x->steps++;
        to = run_come (x, c, to, &q->block.at[b->target.at[i]]);
        if (to)
            VEC_PUSH (c->pending[b->target.at[i]], to);
    }
}

/* Who comes there has passed its first assumptions. */
static void
run_block (struct unwinding *x, struct activation *c, struct path_state *s,
           uint32_t block, bool enters)
{
    const struct block *b =
        &x->program->procedure.at[c->procedure].block.at[block];
    size_t i = 0;
    unwind_changed (x);
    event_visit (x, c, s, block, enters);
    while (i < b->statement.size && b->statement.at[i].kind == STATEMENT_ASSUME)
        i++;
    for (; i < b->statement.size && s; i++)
        s = run_statement (x, c, s, &b->statement.at[i]);
    if (s)
        run_leave (x, c, s, b);
}

/* Whether there is another round, or a call within the call.  *last: the guard
 * of the one before; the state is freed if not. */
static bool
goes_on (struct unwinding *x, struct path_state *s, const term **last,
         unsigned *rounds)
{
    bool decided = *last == s->guard->whole;
    *last = s->guard->whole;
    if (decided)
        return true;
    if (!x->plan->possible (x->plan->context, s->guard->whole))
        claim_add (x, CLAIM_GOES, s->guard, s->guard->whole);
    else if (++*rounds > x->plan->bound)
        claim_add (x, CLAIM_REST, s->guard, s->guard->whole);
    else
        return true;
    state_free (s);
    return false;
}

static void run_places (struct unwinding *, struct activation *, uint32_t from,
                        uint32_t to);

/* Who jumps into a loop, past its first block, runs what is left of a round. */
static void
run_loop (struct unwinding *x, struct activation *c, uint32_t at)
{
    const struct order_place *p = &body_of (x, c->procedure)->order.place[at];
    const term *last = NULL;
    unsigned rounds = 0;
    struct path_state *s;
    if (!c->pending[p->block].size)
        run_places (x, c, at + 1, p->end);
    while (!x->stopped && (s = states_merge (x, c, &c->pending[p->block]))) {
        if (!last)
            last = s->guard->whole;
        else if (!goes_on (x, s, &last, &rounds))
            continue;
        run_block (x, c, s, p->block, false);
        run_places (x, c, at + 1, p->end);
    }
}

static void
run_places (struct unwinding *x, struct activation *c, uint32_t from,
            uint32_t to)
{
    const struct order_place *place = body_of (x, c->procedure)->order.place;
    for (uint32_t at = from; at < to && !x->stopped;) {
        if (place[at].end) {
            run_loop (x, c, at);
            at = place[at].end;
            continue;
        }
        struct path_state *s =
            states_merge (x, c, &c->pending[place[at].block]);
        if (s)
            run_block (x, c, s, place[at].block, false);
        at++;
    }
}

/* ---- calls */

/* The entry's block 0 is visited with the values of locals. */
static void
run_body (struct unwinding *x, struct activation *c, struct path_state *s)
{
    struct body *b = body_of (x, c->procedure);
    const struct procedure *q = &x->program->procedure.at[c->procedure];
    c->pending = NEW_ARRAY (struct states, q->block.size + 1);
    assert (b->order.places && b->order.place[0].block == 0);
    if (b->order.place[0].end) {
        unwind_refuse (x, "a loop at the entry of a procedure");
        state_free (s);
    } else {
        if ((s = run_come (x, c, s, &q->block.at[0])))
            run_block (x, c, s, 0, true);
        run_places (x, c, 1, b->order.places);
    }
    for (size_t i = 0; i < q->block.size; i++)
        states_clear (&c->pending[i]);
    memory_free (c->pending);
}

/* Of locals only results matter. */
static void
locals_forget (struct unwinding *x, const struct activation *c)
{
    const struct procedure *q = &x->program->procedure.at[c->procedure];
    size_t first = q->in.size + q->out.size;
    for (size_t i = 0; i < c->returned.size; i++) {
        struct symbolic *local = c->returned.at[i]->local;
        for (size_t k = 0; k < x->body[c->procedure].values; k++)
            if (k < q->in.size || k >= first)
                local[k] = (struct symbolic) {0};
    }
}

static struct path_state *
call_bodiless (struct unwinding *x, struct activation *c, struct path_state *s,
               const struct statement *t)
{
    const struct procedure *q = &x->program->procedure.at[t->callee];
    for (uint32_t i = 0; i < t->targets; i++)
        run_any (x, c, s, t->target[i]);
    for (size_t i = 0; i < q->modifies.size; i++)
        run_any (x, c, s, q->modifies.at[i]);
    return s;
}

/* False: the recursion goes on beyond what is looked at. */
static bool
call_enters (struct unwinding *x, struct activation *new, struct path_state *s)
{
    const struct activation *c = new->below;
    while (c && c->procedure != new->procedure)
        c = c->below;
    if (new->depth >= CALLS_MOST) {
        claim_add (x, CLAIM_REST, s->guard, s->guard->whole);
        state_free (s);
        return false;
    }
    if (!c)
        return true;
    new->rounds = c->rounds;
    new->whole = c->whole;
    return goes_on (x, s, &new->whole, &new->rounds);
}

/* Runs the call; results are in `local` of what is returned. */
static struct path_state *
call_run (struct unwinding *x, struct activation *new, struct path_state *s)
{
    if (!call_enters (x, new, s))
        return NULL;
    run_body (x, new, s);
    locals_forget (x, new);
    s = states_merge (x, new, &new->returned);
    states_clear (&new->returned);
    unwind_changed (x);
    if (s && x->stopped) {
        state_free (s);
        s = NULL;
    }
    return s;
}

static struct path_state *
run_call (struct unwinding *x, struct activation *c, struct path_state *s,
          const struct statement *t)
{
    const struct procedure *q = &x->program->procedure.at[t->callee];
    if (!q->has_body)
        return call_bodiless (x, c, s, t);
    struct body *b = body_of (x, t->callee);
    struct symbolic *own = s->local;
    struct symbolic *local = NEW_ARRAY (struct symbolic, b->values + 1);
    for (uint32_t i = 0; i < t->values; i++)
        local[i] = unwind_value (x, c, s, t->value[i]);
    struct activation new = {.procedure = t->callee,
                             .below = c,
                             .whole = s->guard->whole,
                             .depth = c->depth + 1};
    s->local = local;
    unwind_changed (x);
    s = x->stopped ? (state_free (s), NULL) : call_run (x, &new, s);
    if (!s) {
        memory_free (own);
        return NULL;
    }
    local = s->local;
    s->local = own;
    for (uint32_t i = 0; i < t->targets; i++)
        *state_at (x, c, s, t->target[i]) = local[q->in.size + i];
    memory_free (local);
    unwind_changed (x);
    return s;
}

/* ---- the whole */

static bool
refuse (struct problem *p, struct place place, const char *what)
{
    return problem_of_kind (p, PROBLEM_UNSUPPORTED, place, "%s", what);
}

/* Specifications, and facts about all values of a sort, are for others. */
static bool
program_fits (const struct program *p, struct problem *problem)
{
    for (size_t i = 0; i < p->procedure.size; i++)
        if (p->procedure.at[i].spec.size)
            return refuse (problem, p->procedure.at[i].place,
                           "specifications of procedures");
    for (size_t i = 0; i < p->axiom.size; i++)
        if (!term_is_true (p->axiom.at[i].term))
            return refuse (problem, p->axiom.at[i].place, "axioms");
    for (size_t i = 0; i < p->global.size; i++)
        if (p->global.at[i].where)
            return refuse (problem, p->global.at[i].place, "where-clauses");
    return true;
}

static const term *
initial_of (struct unwinding *x, const struct variable *v)
{
    return term_fresh (x->terms, v->term->text, v->term->sort);
}

unwinding *
unwinding_new (struct program *p, uint32_t entry, struct blast *b,
               struct problem *problem)
{
    assert (entry < p->procedure.size && p->procedure.at[entry].has_body);
    if (!program_fits (p, problem))
        return NULL;
    struct unwinding *x = NEW (struct unwinding);
    x->program = p;
    x->terms = p->terms;
    x->entry = entry;
    x->blast = b;
    fold_init (&x->fold, p->terms);
    x->memory.fold = x->guards.fold = &x->fold;
    arena_init (&x->memory.arena);
    arena_init (&x->guards.arena);
    x->body = NEW_ARRAY (struct body, p->procedure.size + 1);
    x->key = NEW_ARRAY (uint64_t, 1024 + 1);
    term_map_init (&x->number);
    for (size_t i = 0; i < p->global.size; i++)
        *term_map_at (&x->number, p->global.at[i].term, NULL) = i + 1;
    x->memos = terms_count (p->terms);
    x->memo = NEW_ARRAY (struct memo, x->memos + 1);
    x->stamp = 1;
    for (size_t i = 0; i < p->global.size; i++)
        VEC_PUSH (x->initial, initial_of (x, &p->global.at[i]));
    const struct vec_variable *in = &p->procedure.at[entry].in;
    for (size_t i = 0; i < in->size; i++)
        VEC_PUSH (x->parameter, initial_of (x, &in->at[i]));
    return x;
}

void
unwinding_free (unwinding *x)
{
    if (!x)
        return;
    for (size_t i = 0; i < x->program->procedure.size; i++)
        body_clear (&x->body[i]);
    memory_free (x->body);
    memory_free (x->memo);
    memory_free (x->key);
    term_map_clear (&x->number);
    VEC_CLEAR (x->initial);
    VEC_CLEAR (x->parameter);
    VEC_CLEAR (x->claim);
    VEC_CLEAR (x->event);
    fold_clear (&x->fold);
    arena_clear (&x->memory.arena);
    arena_clear (&x->guards.arena);
    memory_free (x);
}

bool
unwinding_go (unwinding *x, const struct unwind_plan *plan,
              struct problem *problem)
{
    assert (plan->possible && plan->bound);
    struct activation c = {.procedure = x->entry};
    struct body *b = body_of (x, x->entry);
    struct path_state *s = NEW (struct path_state);
    x->plan = plan;
    x->problem = problem;
    x->stopped = false;
    x->steps = 0;
    arena_clear (&x->memory.arena);
    arena_clear (&x->guards.arena);
    x->made = terms_count (x->terms);
    x->claim.size = x->event.size = 0;
    s->guard = guard_root (&x->guards);
    s->global = NEW_ARRAY (struct symbolic, x->initial.size + 1);
    s->local = NEW_ARRAY (struct symbolic, b->values + 1);
    for (size_t i = 0; i < x->initial.size; i++)
        s->global[i] = cells_of (&x->memory, x->initial.at[i]);
    for (size_t i = 0; i < x->parameter.size; i++)
        s->local[i] = cells_of (&x->memory, x->parameter.at[i]);
    unwind_changed (x);
    c.whole = s->guard->whole;
    run_body (x, &c, s);
    states_clear (&c.returned);
    return !x->stopped;
}

size_t
unwinding_claims (const unwinding *x, const struct sat_claim **claims)
{
    *claims = x->claim.at;
    return x->claim.size;
}

size_t
unwinding_events (const unwinding *x, const struct event **events)
{
    *events = x->event.at;
    return x->event.size;
}

uint64_t
unwinding_steps (const unwinding *x)
{
    return x->steps + (terms_count (x->terms) - x->made)
           + x->memory.arena.total / STEP_BYTES;
}

const term *
unwinding_global (const unwinding *x, size_t i)
{
    return x->initial.at[i];
}

const term *
unwinding_parameter (const unwinding *x, size_t i)
{
    return x->parameter.at[i];
}
