/* walk.c -- a procedure without assignments.
 *
 * Blocks are walked in topological order with an environment that gives each
 * variable's value as a term.  An assignment changes the environment and leaves
 * nothing behind, unless the term is large: then a new variable stands for it.
 * Where paths join, a variable whose values differ and which is still needed
 * becomes a new one, and the edges say what it equals.  A variable that is not
 * needed has no value there (null), so a mistake in liveness cannot go
 * unnoticed. */
#include <assert.h>
#include <string.h>

#include "bounded/passive/internal.h"

/* Terms with more nodes than this get a name when they are assigned. */
enum { TERM_LARGE = 24 };

struct walk_state {
    struct maker *m;
    const struct scope *scope;
    struct draft *draft;
    const term ***env;       /* per position: at its end; null: not needed */
    struct vec_target *pred; /* per position: positions, rising */
    uint32_t *waiting;       /* per position: successors not yet walked */
    const term **now;        /* the environment of the block being walked */
    struct draft_block *block;
    bool visited; /* the block has an origin: values are recorded */
    uint32_t fresh;
};

static const term *
walk_fresh (struct walk_state *w, const term *like)
{
    struct text name;
    text_init (&name);
    const term *result;
    do {
        text_reset (&name);
        text_print (&name, "%s@%u", like->text, ++w->fresh);
        result = term_var (w->m->terms, text_view (&name), like->sort);
    } while (scope_find (w->scope, result) != PROGRAM_NONE
             || term_map_get (&w->m->constant, result));
    text_clear (&name);
    return result;
}

static void
walk_assume (struct walk_state *w, const term *t)
{
    if (!term_is_true (t))
        VEC_PUSH (w->block->assume, t);
}

static void
walk_record (struct walk_state *w, const term *value)
{
    if (w->visited)
        VEC_PUSH (VEC_LAST (w->block->visit).value, value);
}

/* A term of the program in the present environment. */
static const term *
walk_term (struct walk_state *w, const term *t)
{
    const struct term_vec *used = maker_variables (w->m, t);
    struct term_vec *from = &w->m->from, *into = &w->m->into;
    from->size = into->size = 0;
    for (size_t i = 0; i < used->size; i++) {
        uint32_t at = scope_find (w->scope, used->at[i]);
        if (at == PROGRAM_NONE)
            continue;
        assert (w->now[at]);
        VEC_PUSH (*from, used->at[i]);
        VEC_PUSH (*into, w->now[at]);
    }
    return term_substitute (w->m->terms, t, from->at, into->at, from->size);
}

/* Is every variable that the term reads needed?  What is not belongs to an
 * assignment that does not matter. */
static bool
walk_readable (const struct walk_state *w, const term *t)
{
    const struct term_vec *used = maker_variables (w->m, t);
    for (size_t i = 0; i < used->size; i++) {
        uint32_t at = scope_find (w->scope, used->at[i]);
        if (at != PROGRAM_NONE && !w->now[at])
            return false;
    }
    return true;
}

static void
walk_assign (struct walk_state *w, const struct statement *st)
{
    const term **value = NEW_ARRAY (const term *, st->targets + 1);
    for (uint32_t i = 0; i < st->targets; i++) {
        if (!walk_readable (w, st->value[i]))
            continue;
        value[i] = walk_term (w, st->value[i]);
        if (term_size (value[i]) <= TERM_LARGE)
            continue;
        const term *name = walk_fresh (w, st->target[i]);
        walk_assume (w, term_eq (w->m->terms, name, value[i]));
        value[i] = name;
    }
    for (uint32_t i = 0; i < st->targets; i++)
        w->now[scope_find (w->scope, st->target[i])] = value[i];
    memory_free (value);
}

static const term *
walk_havoc (struct walk_state *w, const term *variable)
{
    const term *value = walk_fresh (w, variable);
    w->now[scope_find (w->scope, variable)] = value;
    return value;
}

/* A call while it is walked: the values around it. */
struct walk_calling {
    const struct scope *callee;
    const struct statement *statement;
    const term **in, **out; /* of the parameters; in: null if not readable */
    const term **before;    /* the globals */
    const term **after;     /* the same, before results are assigned */
};

/* A term of the callee's specification in the caller. */
static const term *
calling_term (struct walk_state *w, const struct walk_calling *c, const term *t)
{
    const struct term_vec *used = maker_variables (w->m, t);
    struct term_vec *from = &w->m->from, *into = &w->m->into;
    from->size = into->size = 0;
    for (size_t i = 0; i < used->size; i++) {
        uint32_t which;
        enum role role = scope_role (c->callee, used->at[i], &which);
        if (role == ROLE_CONSTANT)
            continue;
        const term *value = role == ROLE_IN       ? c->in[which]
                            : role == ROLE_OUT    ? c->out[which]
                            : role == ROLE_BEFORE ? c->before[which]
                                                  : c->after[which];
        assert (value);
        VEC_PUSH (*from, used->at[i]);
        VEC_PUSH (*into, value);
    }
    return term_substitute (w->m->terms, t, from->at, into->at, from->size);
}

static void
calling_actuals (struct walk_state *w, const struct walk_calling *c)
{
    const struct scope *callee = c->callee;
    struct draft_block *b = w->block;
    b->callee = c->statement->callee;
    for (uint32_t i = 0; i < c->statement->values; i++) {
        assert (c->in[i]);
        VEC_PUSH (b->in, c->in[i]);
    }
    for (uint32_t i = 0; i < c->statement->targets; i++)
        VEC_PUSH (b->out, c->out[i]);
    for (size_t i = 0; i < w->m->program->global.size; i++) {
        assert (!callee->enters[i] || c->before[i]);
        if (callee->enters[i])
            VEC_PUSH (b->in, c->before[i]);
        if (callee->modifies[i])
            VEC_PUSH (b->out, c->after[i]);
    }
}

/* Results and changed globals are arbitrary, but for the specification: the
 * same whether the callee will be inlined or not.  What the broken twin says is
 * kept apart, for whoever inlines to drop. */
static void
calling_promises (struct walk_state *w, const struct walk_calling *c)
{
    terms *store = w->m->terms;
    bool body = c->callee->procedure->has_body;
    const term *err = NULL;
    if (w->m->err && body)
        err = c->after[*term_map_get (&w->m->global, w->m->err)];
    struct term_vec promise = {0};
    scope_promises (c->callee, &promise);
    for (size_t i = 0; i < promise.size; i++) {
        const term *t = calling_term (w, c, promise.at[i]);
        assert (err || !w->m->err || !body);
        if (err)
            t = term_or2 (store, err, t);
        if (!w->m->summaries || !body)
            walk_assume (w, t);
        else
            w->block->summary =
                w->block->summary ? term_and2 (store, w->block->summary, t) : t;
    }
    VEC_CLEAR (promise);
}

static void
calling_results (struct walk_state *w, struct walk_calling *c)
{
    const struct statement *st = c->statement;
    const struct procedure *callee = c->callee->procedure;
    bool body = callee->has_body;
    for (uint32_t i = 0; i < st->targets; i++) {
        c->out[i] = walk_fresh (w, st->target[i]);
        if (!body)
            walk_record (w, c->out[i]);
    }
    for (size_t i = 0; i < callee->modifies.size; i++) {
        const term *value = walk_havoc (w, callee->modifies.at[i]);
        if (!body)
            walk_record (w, value);
    }
    for (size_t i = 0; i < w->m->program->global.size; i++)
        c->after[i] = w->now[w->scope->globals + i];
    /* A target may be a global that the callee changes, too. */
    for (uint32_t i = 0; i < st->targets; i++)
        w->now[scope_find (w->scope, st->target[i])] = c->out[i];
}

static void
walk_call (struct walk_state *w, const struct statement *st)
{
    struct walk_calling c = {.callee = &w->m->scope[st->callee],
                             .statement = st};
    size_t globals = w->m->program->global.size;
    assert (st->values == c.callee->procedure->in.size);
    assert (st->targets == c.callee->procedure->out.size);
    c.in = NEW_ARRAY (const term *, st->values + 1);
    c.out = NEW_ARRAY (const term *, st->targets + 1);
    for (uint32_t i = 0; i < st->values; i++)
        if (walk_readable (w, st->value[i]))
            c.in[i] = walk_term (w, st->value[i]);
    c.before = NEW_ARRAY (const term *, globals + 1);
    c.after = NEW_ARRAY (const term *, globals + 1);
    for (size_t i = 0; i < globals; i++)
        c.before[i] = w->now[w->scope->globals + i];
    calling_results (w, &c);
    if (c.callee->procedure->has_body)
        calling_actuals (w, &c);
    calling_promises (w, &c);
    memory_free (c.in);
    memory_free (c.out);
    memory_free (c.before);
    memory_free (c.after);
}

static void
walk_statement (struct walk_state *w, const struct statement *st)
{
    switch (st->kind) {
    case STATEMENT_ASSUME:
        walk_assume (w, walk_term (w, st->term));
        break;
    case STATEMENT_ASSIGN:
        walk_assign (w, st);
        break;
    case STATEMENT_HAVOC:
        for (uint32_t i = 0; i < st->targets; i++)
            walk_record (w, walk_havoc (w, st->target[i]));
        break;
    case STATEMENT_CALL:
        walk_call (w, st);
        break;
    default:
        assert (!"asserts are gone");
    }
}

/* Locals and results at entry: arbitrary, and recorded if the procedure begins
 * with a block as read. */
static void
walk_entry (struct walk_state *w)
{
    const struct scope *s = w->scope;
    const struct origin *o = &s->procedure->block.at[s->order[0]].origin;
    bool read = w->visited && !o->block && !o->statement;
    for (uint32_t i = 0; i < s->outs; i++)
        w->now[i] = s->variable.at[i];
    for (uint32_t i = s->outs; i < s->globals; i++) {
        const term *variable = s->variable.at[i];
        bool needed = bit_get (s->live, i);
        if (needed)
            w->now[i] = walk_fresh (w, variable);
        if (read && (i < s->locals || !strchr (variable->text, '@')))
            walk_record (w, needed ? w->now[i]
                                   : term_any (w->m->terms, variable->sort));
    }
    for (size_t i = 0; i < w->m->program->global.size; i++)
        if (s->enters[i])
            w->now[s->globals + i] = w->now[s->olds + i] =
                s->variable.at[s->globals + i];
}

static struct draft_edge *
edge_to (struct draft_block *from, size_t target)
{
    for (size_t i = 0; i < from->edge.size; i++)
        if (from->edge.at[i].target == target)
            return &from->edge.at[i];
    return NULL;
}

/* The formal that gives a variable back to the caller, or null. */
static const term *
walk_formal (struct walk_state *w, size_t variable)
{
    const struct scope *s = w->scope;
    if (s == &w->m->scope[w->m->main] && !w->m->main_called)
        return NULL;
    const term *v = s->variable.at[variable];
    if (variable >= s->outs && variable < s->locals)
        return v;
    if (variable < s->globals || variable >= s->olds
        || !s->modifies[variable - s->globals])
        return NULL;
    struct text name;
    text_init (&name);
    text_print (&name, "%s@out", v->text);
    const term *result = term_var (w->m->terms, text_view (&name), v->sort);
    text_clear (&name);
    return result;
}

/* In a last block that changes nothing a join may give the formal itself. */
static bool
walk_ends_still (const struct walk_state *w, size_t at)
{
    const struct block *b = &w->scope->procedure->block.at[w->scope->order[at]];
    for (size_t i = 0; i < b->statement.size; i++)
        if (b->statement.at[i].kind != STATEMENT_ASSUME)
            return false;
    return at + 1 == w->scope->ordered;
}

static void
walk_join_variable (struct walk_state *w, size_t at, size_t variable,
                    bool still)
{
    const struct vec_target *pred = &w->pred[at];
    const term *value = w->env[pred->at[0]][variable];
    bool same = true;
    for (size_t i = 0; i < pred->size; i++) {
        assert (w->env[pred->at[i]][variable]);
        same &= w->env[pred->at[i]][variable] == value;
    }
    if (!same) {
        const term *formal = still ? walk_formal (w, variable) : NULL;
        value =
            formal ? formal : walk_fresh (w, w->scope->variable.at[variable]);
        for (size_t i = 0; i < pred->size; i++) {
            struct draft_edge *e = edge_to (&w->draft->block[pred->at[i]], at);
            const term *t = w->env[pred->at[i]][variable];
            VEC_PUSH (e->assume, term_eq (w->m->terms, value, t));
        }
    }
    w->now[variable] = value;
}

static void
walk_join (struct walk_state *w, size_t at)
{
    const uint64_t *live = w->scope->live + at * w->scope->words;
    bool still = walk_ends_still (w, at);
    assert (w->pred[at].size);
    for (size_t i = 0; i < w->scope->variable.size; i++)
        if (bit_get (live, i))
            walk_join_variable (w, at, i, still);
}

/* Environments are large: one goes when its last successor has been walked. */
static void
walk_release (struct walk_state *w, size_t at)
{
    for (size_t i = 0; i < w->pred[at].size; i++) {
        uint32_t p = w->pred[at].at[i];
        assert (w->waiting[p]);
        if (!--w->waiting[p]) {
            memory_free (w->env[p]);
            w->env[p] = NULL;
        }
    }
}

static void
walk_leave (struct walk_state *w)
{
    for (size_t i = w->scope->outs; i < w->scope->olds; i++) {
        const term *formal = walk_formal (w, i);
        if (!formal)
            continue;
        VEC_PUSH (w->draft->out, formal);
        assert (w->now[i]);
        walk_assume (w, term_eq (w->m->terms, formal, w->now[i]));
    }
}

static void
walk_block (struct walk_state *w, size_t at)
{
    const struct scope *s = w->scope;
    const struct block *b = &s->procedure->block.at[s->order[at]];
    w->block = &w->draft->block[at];
    w->block->label = w->block->call_label = b->label;
    w->block->callee = PROGRAM_NONE;
    w->now = w->env[at] = NEW_ARRAY (const term *, s->variable.size + 1);
    w->visited = b->origin.procedure != PROGRAM_NONE;
    if (w->visited)
        VEC_PUSH (w->block->visit,
                  ((struct draft_visit) {.origin = b->origin}));
    w->block->after = w->block->visit.size;
    if (at)
        walk_join (w, at);
    else
        walk_entry (w);
    walk_release (w, at);
    for (size_t i = 0; i < b->statement.size; i++) {
        assert (w->block->callee == PROGRAM_NONE);
        walk_statement (w, &b->statement.at[i]);
    }
    for (size_t i = 0; i < b->target.size; i++) {
        uint32_t next = s->position[b->target.at[i]];
        if (edge_to (w->block, next))
            continue;
        VEC_PUSH (w->block->edge, ((struct draft_edge) {.target = next}));
        VEC_PUSH (w->pred[next], (uint32_t) at);
        w->waiting[at]++;
    }
    if (at + 1 == s->ordered)
        walk_leave (w);
}

void
walk_procedure (struct maker *m, uint32_t procedure)
{
    const struct scope *s = &m->scope[procedure];
    struct draft *d = &m->draft[procedure];
    struct walk_state w = {.m = m, .scope = s, .draft = d};
    d->blocks = s->ordered;
    d->block = NEW_ARRAY (struct draft_block, s->ordered + 1);
    w.env = NEW_ARRAY (const term **, s->ordered + 1);
    w.pred = NEW_ARRAY (struct vec_target, s->ordered + 1);
    w.waiting = NEW_ARRAY (uint32_t, s->ordered + 1);
    for (uint32_t i = 0; i < s->outs; i++)
        VEC_PUSH (d->in, s->variable.at[i]);
    for (size_t i = 0; i < m->program->global.size; i++)
        if (s->enters[i])
            VEC_PUSH (d->in, s->variable.at[s->globals + i]);
    for (size_t i = 0; i < s->ordered; i++)
        walk_block (&w, i);
    for (size_t i = 0; i < s->ordered; i++) {
        memory_free (w.env[i]);
        VEC_CLEAR (w.pred[i]);
    }
    memory_free (w.env);
    memory_free (w.pred);
    memory_free (w.waiting);
}
