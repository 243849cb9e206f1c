/* inline.c -- calls of small procedures are replaced by their bodies.
 *
 *     s; call y := f (a); t      becomes
 *
 *     s; f@1.x, f@1.old.g := a, g; goto entry
 *     entry: havoc f@1.y, f@1.z; ..          f's blocks, renamed
 *     rest:  assume @err or E; y := f@1.y; t
 *
 * The havoc gives outs and locals of f as read, in order, the arbitrary values
 * that they have at the entry of f: what a trail wants to know of a visit of
 * f's first block.  Locals that a pass added (their names have an @) are always
 * written before they are read, and are left out. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "program/change.h"
#include "program/passes/passes.h"

struct inlining {
    struct program *program;
    size_t blocks, most;
    bool *fits;        /* per procedure: its calls are replaced */
    const term *error; /* or null */
    /* of the caller at hand */
    struct procedure *caller;
    struct labels labels;
    uint64_t number; /* of the last call that was replaced */
};

/* One call that is replaced. */
struct insertion {
    const struct procedure *callee;
    const struct statement *call;
    uint64_t number;
    struct renaming renaming;
    struct term_vec to, value; /* of the assignment before the entry */
    struct term_vec any;       /* of the havoc */
    struct term_vec result;
};

static const term *
local_new (struct inlining *n, struct insertion *s, const char *middle,
           const term *variable)
{
    struct text name;
    text_init (&name);
    text_print (&name, "%s@%llu.%s%s", s->callee->name,
                (unsigned long long) s->number, middle, variable->text);
    const term *t =
        term_var (n->program->terms, text_view (&name), variable->sort);
    text_clear (&name);
    VEC_PUSH (n->caller->local, ((struct variable) {.term = t}));
    return t;
}

static void
variables_make (struct inlining *n, struct insertion *s)
{
    const struct procedure *f = s->callee;
    for (size_t i = 0; i < f->in.size; i++) {
        const term *t = local_new (n, s, "", f->in.at[i].term);
        renaming_add (&s->renaming, f->in.at[i].term, t);
        VEC_PUSH (s->to, t);
        VEC_PUSH (s->value, s->call->value[i]);
    }
    for (size_t i = 0; i < f->out.size; i++) {
        const term *t = local_new (n, s, "", f->out.at[i].term);
        renaming_add (&s->renaming, f->out.at[i].term, t);
        VEC_PUSH (s->any, t);
        VEC_PUSH (s->result, t);
    }
    for (size_t i = 0; i < f->local.size; i++) {
        const term *local = f->local.at[i].term;
        const term *t = local_new (n, s, "", local);
        renaming_add (&s->renaming, local, t);
        if (!strchr (local->text, '@'))
            VEC_PUSH (s->any, t);
    }
}

static void
term_old (struct inlining *n, struct insertion *s, struct term_map *seen,
          const term *t)
{
    struct term_vec variable = {0};
    term_variables (n->program->terms, t, &variable);
    for (size_t i = 0; i < variable.size; i++) {
        const term *global = program_old_of (n->program, variable.at[i]);
        bool added = false;
        if (global)
            term_map_at (seen, variable.at[i], &added);
        if (!added)
            continue;
        const term *old = local_new (n, s, "old.", global);
        renaming_add (&s->renaming, variable.at[i], old);
        VEC_PUSH (s->to, old);
        VEC_PUSH (s->value, global);
    }
    VEC_CLEAR (variable);
}

/* g@old of the callee becomes a local that keeps g. */
static void
olds_make (struct inlining *n, struct insertion *s)
{
    const struct procedure *f = s->callee;
    struct term_map seen = {0};
    for (size_t i = 0; i < f->spec.size; i++)
        if (f->spec.at[i].kind == SPEC_ENSURES)
            term_old (n, s, &seen, f->spec.at[i].term);
    for (size_t i = 0; i < f->block.size; i++)
        for (size_t j = 0; j < f->block.at[i].statement.size; j++) {
            const struct statement *x = &f->block.at[i].statement.at[j];
            if (x->term)
                term_old (n, s, &seen, x->term);
            for (size_t k = 0; k < x->values; k++)
                term_old (n, s, &seen, x->value[k]);
        }
    term_map_clear (&seen);
}

/* The callee's blocks at the end of the caller's; gives the first. */
static uint32_t
body_insert (struct inlining *n, struct insertion *s, uint32_t rest)
{
    const struct procedure *f = s->callee;
    struct procedure *q = n->caller;
    uint32_t first = (uint32_t) q->block.size;
    for (size_t i = 0; i < f->block.size; i++) {
        const struct block *from = &f->block.at[i];
        struct text hint;
        text_init (&hint);
        text_print (&hint, "%s_%s", f->name, from->label);
        uint32_t at = procedure_block (
            q, labels_new (&n->labels, n->program, text_view (&hint)),
            from->origin, from->place);
        text_clear (&hint);
        struct block *to = &q->block.at[at];
        if (!i && s->any.size)
            VEC_PUSH (to->statement,
                      statement_havoc (n->program, &s->any, f->place));
        block_copy_into (n->program, to, from, &s->renaming);
        for (size_t j = 0; j < to->target.size; j++)
            to->target.at[j] += first;
        if (!to->target.size)
            VEC_PUSH (to->target, rest);
    }
    return first;
}

static void
ensures_assume (struct inlining *n, struct insertion *s, struct pieces *to)
{
    const struct procedure *f = s->callee;
    for (size_t i = 0; i < f->spec.size; i++) {
        if (f->spec.at[i].kind != SPEC_ENSURES)
            continue;
        const term *t =
            renaming_term (&s->renaming, n->program, f->spec.at[i].term);
        if (n->error)
            t = term_or2 (n->program->terms, n->error, t);
        pieces_push (to, statement_assume (t, f->spec.at[i].place));
    }
}

/* Replaces the call that is statement `i` of the block being gone through. */
static void
call_inline (struct inlining *n, struct pieces *to, size_t i)
{
    const struct statement *call = &to->rest.at[i];
    struct insertion s = {.callee = &n->program->procedure.at[call->callee],
                          .call = call,
                          .number = ++n->number};
    assert (s.callee != n->caller && call->values == s.callee->in.size
            && call->targets == s.callee->out.size);
    variables_make (n, &s);
    olds_make (n, &s);
    if (s.to.size)
        pieces_push (
            to, statement_assign (n->program, &s.to, &s.value, call->place));
    uint32_t before = to->current;
    pieces_next (to, i + 1);
    uint32_t entry = body_insert (n, &s, to->current);
    assert (n->caller->block.at[before].target.size == 1);
    n->caller->block.at[before].target.at[0] = entry;
    ensures_assume (n, &s, to);
    struct term_vec target = {(const term **) call->target, call->targets, 0};
    if (call->targets)
        pieces_push (
            to, statement_assign (n->program, &target, &s.result, call->place));
    renaming_clear (&s.renaming);
    VEC_CLEAR (s.to);
    VEC_CLEAR (s.value);
    VEC_CLEAR (s.any);
    VEC_CLEAR (s.result);
}

static void
block_inline (struct inlining *n, uint32_t block)
{
    struct pieces to;
    pieces_begin (&to, n->program, n->caller, &n->labels, block);
    for (size_t i = 0; i < to.rest.size; i++) {
        const struct statement *s = &to.rest.at[i];
        if (s->kind == STATEMENT_CALL && n->fits[s->callee]
            && n->caller->block.size <= n->most)
            call_inline (n, &to, i);
        else
            pieces_push (&to, *s);
    }
    pieces_end (&to);
}

/* Numbers that names of locals have already: `f@12.x`. */
static uint64_t
numbers_used (const struct procedure *q)
{
    uint64_t most = 0;
    for (size_t i = 0; i < q->local.size; i++) {
        const char *at = strchr (q->local.at[i].term->text, '@');
        uint64_t number = at ? strtoull (at + 1, NULL, 10) : 0;
        if (number > most)
            most = number;
    }
    return most;
}

static bool
has_calls (const struct procedure *q)
{
    for (size_t i = 0; i < q->block.size; i++)
        for (size_t j = 0; j < q->block.at[i].statement.size; j++)
            if (q->block.at[i].statement.at[j].kind == STATEMENT_CALL)
                return true;
    return false;
}

static bool
has_loops (const struct procedure *q)
{
    struct graph g = {.nodes = (uint32_t) q->block.size};
    for (uint32_t i = 0; i < q->block.size; i++)
        for (size_t j = 0; j < q->block.at[i].target.size; j++)
            graph_edge (&g, i, q->block.at[i].target.at[j]);
    struct components c;
    components_find (&c, &g);
    bool found = false;
    for (uint32_t i = 0; i < c.count; i++)
        found |= c.cyclic[i];
    components_clear (&c);
    graph_clear (&g);
    return found;
}

static void
procedure_inline (struct inlining *n, uint32_t at)
{
    struct procedure *q = n->caller = &n->program->procedure.at[at];
    if (!q->has_body)
        return;
    labels_init (&n->labels, q);
    n->number = numbers_used (q);
    size_t blocks = q->block.size; /* what is inserted has no calls */
    for (uint32_t i = 0; i < blocks; i++)
        block_inline (n, i);
    labels_clear (&n->labels);
    n->fits[at] =
        q->block.size <= n->blocks && !has_calls (q) && !has_loops (q);
}

void
program_inline (struct program *p, size_t blocks, size_t most)
{
    struct inlining n = {.program = p,
                         .blocks = blocks,
                         .most = most,
                         .fits = NEW_ARRAY (bool, p->procedure.size + 1),
                         .error = program_error (p)};
    struct components c;
    program_components (p, &c);
    for (size_t i = 0; i < p->procedure.size; i++)
        procedure_inline (&n, c.order[i]);
    components_clear (&c);
    memory_free (n.fits);
}
