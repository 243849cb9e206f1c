/* wire.c -- a passive program as bytes.
 *
 *     terms:       one DAG (term_write), each term once
 *     constants, axioms, globals, assumed:  count, then each
 *     procedures:  count, then each: name, label, parameters, the lists in, out
 *                  and local, blocks, calls; then main
 *     block:       assume, edges (target, assume), visits (procedure, block,
 *                  statement, values), after
 *     call:        block, callee, the lists in and out, summary, label
 *
 * A term is 1 + its number among the terms, 0 for none; all numbers LEB128. */
#include "bounded/passive/internal.h"

struct passive_wire_writer {
    struct term_map number;
    struct term_vec term;
    struct buffer body;
};

static void
put_term (struct passive_wire_writer *w, const term *t)
{
    if (!t) {
        buffer_uint (&w->body, 0);
        return;
    }
    bool added;
    uintptr_t *number = term_map_at (&w->number, t, &added);
    if (added) {
        *number = w->term.size;
        VEC_PUSH (w->term, t);
    }
    buffer_uint (&w->body, *number + 1);
}

static void
put_terms (struct passive_wire_writer *w, const term *const *list, size_t count)
{
    buffer_uint (&w->body, count);
    for (size_t i = 0; i < count; i++)
        put_term (w, list[i]);
}

static void
put_block (struct passive_wire_writer *w, const struct passive_block *b)
{
    put_term (w, b->assume);
    buffer_uint (&w->body, b->edges);
    for (uint32_t i = 0; i < b->edges; i++) {
        buffer_uint (&w->body, b->edge[i].target);
        put_term (w, b->edge[i].assume);
    }
    buffer_uint (&w->body, b->visits);
    for (uint32_t i = 0; i < b->visits; i++) {
        const struct passive_visit *v = &b->visit[i];
        buffer_uint (&w->body, v->procedure);
        buffer_uint (&w->body, v->block);
        buffer_uint (&w->body, v->statement);
        put_terms (w, v->value, v->values);
    }
    buffer_uint (&w->body, b->after);
}

static void
put_procedure (struct passive_wire_writer *w, const struct passive_program *p,
               const struct passive_procedure *q)
{
    buffer_string (&w->body, q->name);
    buffer_string (&w->body, q->label);
    buffer_uint (&w->body, q->parameters);
    put_terms (w, q->in.at, q->in.size);
    put_terms (w, q->out.at, q->out.size);
    put_terms (w, q->local.at, q->local.size);
    buffer_uint (&w->body, q->blocks);
    for (uint32_t i = 0; i < q->blocks; i++)
        put_block (w, &q->block[i]);
    buffer_uint (&w->body, q->calls);
    for (uint32_t i = 0; i < q->calls; i++) {
        const struct passive_call *c = &q->call[i];
        const struct passive_procedure *callee = &p->procedure[c->callee];
        buffer_uint (&w->body, c->block);
        buffer_uint (&w->body, c->callee);
        put_terms (w, c->in, callee->in.size);
        put_terms (w, c->out, callee->out.size);
        put_term (w, c->summary);
        buffer_string (&w->body, q->call_label[i]);
    }
}

void
passive_write (const struct passive_program *p, struct buffer *out)
{
    struct passive_wire_writer w = {0};
    buffer_init (&w.body);
    put_terms (&w, p->constant, p->constants);
    put_terms (&w, p->axiom, p->axioms);
    put_terms (&w, p->global, p->globals);
    buffer_uint (&w.body, p->assumptions);
    for (uint32_t i = 0; i < p->assumptions; i++)
        buffer_string (&w.body, p->assumed[i]);
    buffer_uint (&w.body, p->procedures);
    for (uint32_t i = 0; i < p->procedures; i++)
        put_procedure (&w, p, &p->procedure[i]);
    buffer_uint (&w.body, p->main);
    term_write (out, w.term.at, w.term.size);
    buffer_put (out, w.body.data, w.body.size);
    term_map_clear (&w.number);
    VEC_CLEAR (w.term);
    buffer_clear (&w.body);
}

/* How many actuals a call came with: compared with the callee's formals when
 * all procedures are there. */
struct arity {
    uint32_t callee;
    size_t in, out;
};
struct vec_arity VEC (struct arity);

struct getter {
    struct reader reader;
    struct passive_program *to;
    struct term_vec term;
    struct vec_arity arity;
};

/* A count of things that take at least a byte each. */
static uint32_t
get_count (struct getter *g)
{
    uint64_t n = reader_uint (&g->reader);
    if (n > (size_t) (g->reader.end - g->reader.at) || n >= UINT32_MAX) {
        g->reader.failed = true;
        return 0;
    }
    return (uint32_t) n;
}

static uint32_t
get_number (struct getter *g)
{
    uint64_t n = reader_uint (&g->reader);
    if (n > UINT32_MAX)
        g->reader.failed = true;
    return (uint32_t) n;
}

static const term *
get_term (struct getter *g, bool may_miss)
{
    uint64_t n = reader_uint (&g->reader);
    if (n > g->term.size || (!n && !may_miss)) {
        g->reader.failed = true;
        n = 0;
    }
    return n ? g->term.at[n - 1] : NULL;
}

static const term **
get_terms (struct getter *g, size_t *count, bool may_miss)
{
    *count = get_count (g);
    const term **list = arena_new (&g->to->arena, *count * sizeof *list + 1);
    for (size_t i = 0; i < *count; i++)
        list[i] = get_term (g, may_miss);
    return list;
}

static void
get_vec (struct getter *g, struct term_vec *out)
{
    size_t count = get_count (g);
    for (size_t i = 0; i < count; i++)
        VEC_PUSH (*out, get_term (g, false));
}

static const char *
get_string (struct getter *g)
{
    char *s = reader_string (&g->reader);
    const char *kept = arena_string (&g->to->arena, s ? s : "");
    memory_free (s);
    return kept;
}

static void
get_visits (struct getter *g, struct passive_block *b)
{
    b->visits = get_count (g);
    b->visit = arena_new (&g->to->arena, b->visits * sizeof *b->visit + 1);
    for (uint32_t i = 0; i < b->visits; i++) {
        struct passive_visit *v = &b->visit[i];
        size_t values;
        v->procedure = get_number (g);
        v->block = get_number (g);
        v->statement = get_number (g);
        v->value = get_terms (g, &values, true);
        v->values = (uint32_t) values;
    }
    b->after = get_number (g);
}

static void
get_block (struct getter *g, struct passive_block *b)
{
    b->assume = get_term (g, false);
    b->call = PASSIVE_NONE;
    b->edges = get_count (g);
    b->edge = arena_new (&g->to->arena, b->edges * sizeof *b->edge + 1);
    for (uint32_t i = 0; i < b->edges; i++) {
        b->edge[i].target = get_number (g);
        b->edge[i].assume = get_term (g, false);
    }
    get_visits (g, b);
}

static void
get_call (struct getter *g, struct passive_procedure *q, uint32_t number)
{
    struct passive_call *c = &q->call[number];
    struct arity a;
    c->block = get_number (g);
    c->callee = a.callee = get_number (g);
    c->in = get_terms (g, &a.in, false);
    c->out = get_terms (g, &a.out, false);
    c->summary = get_term (g, true);
    q->call_label[number] = get_string (g);
    VEC_PUSH (g->arity, a);
    if (c->block >= q->blocks || q->block[c->block].call != PASSIVE_NONE)
        g->reader.failed = true;
    else
        q->block[c->block].call = number;
}

static void
get_procedure (struct getter *g, struct passive_procedure *q)
{
    struct arena *arena = &g->to->arena;
    q->name = get_string (g);
    q->label = get_string (g);
    q->parameters = get_number (g);
    get_vec (g, &q->in);
    get_vec (g, &q->out);
    get_vec (g, &q->local);
    q->blocks = get_count (g);
    q->block = arena_new (arena, q->blocks * sizeof *q->block + 1);
    for (uint32_t i = 0; i < q->blocks; i++)
        get_block (g, &q->block[i]);
    q->calls = get_count (g);
    q->call = arena_new (arena, q->calls * sizeof *q->call + 1);
    q->call_label = arena_new (arena, q->calls * sizeof *q->call_label + 1);
    for (uint32_t i = 0; i < q->calls; i++)
        get_call (g, q, i);
}

static void
get_body (struct getter *g)
{
    struct passive_program *to = g->to;
    size_t count;
    to->constant = get_terms (g, &count, false);
    to->constants = (uint32_t) count;
    to->axiom = get_terms (g, &count, false);
    to->axioms = (uint32_t) count;
    to->global = get_terms (g, &count, false);
    to->globals = (uint32_t) count;
    to->assumptions = get_count (g);
    to->assumed =
        arena_new (&to->arena, to->assumptions * sizeof *to->assumed + 1);
    for (uint32_t i = 0; i < to->assumptions; i++)
        to->assumed[i] = get_string (g);
    to->procedures = get_count (g);
    to->procedure =
        arena_new (&to->arena, to->procedures * sizeof *to->procedure + 1);
    for (uint32_t i = 0; i < to->procedures; i++)
        get_procedure (g, &to->procedure[i]);
    to->main = get_number (g);
}

static bool
arities_fit (const struct getter *g)
{
    for (size_t i = 0; i < g->arity.size; i++) {
        const struct arity *a = &g->arity.at[i];
        if (a->callee >= g->to->procedures
            || a->in != g->to->procedure[a->callee].in.size
            || a->out != g->to->procedure[a->callee].out.size)
            return false;
    }
    return true;
}

bool
passive_read (struct passive_program *to, struct bytes bytes)
{
    *to = (struct passive_program) {.terms = terms_new (), .owns_terms = true};
    arena_init (&to->arena);
    struct getter g = {.to = to};
    reader_init (&g.reader, bytes);
    bool good = term_read (to->terms, &g.reader, &g.term);
    if (good)
        get_body (&g);
    good = good && reader_done (&g.reader) && arities_fit (&g)
           && passive_sound (to);
    VEC_CLEAR (g.term);
    VEC_CLEAR (g.arity);
    if (good)
        passive_features (to);
    else
        passive_clear (to);
    return good;
}
