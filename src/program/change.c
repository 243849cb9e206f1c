/* change.c -- statements, renaming, labels and procedures for the passes. */
#include "program/change.h"

#include <string.h>

static const term **
list_keep (struct program *p, const struct term_vec *list)
{
    if (!list->size)
        return NULL;
    return arena_copy (&p->arena, list->at, list->size * sizeof *list->at);
}

struct statement
statement_assume (const term *t, struct place place)
{
    assert (t);
    return (struct statement) {
        .kind = STATEMENT_ASSUME, .term = t, .place = place};
}

struct statement
statement_assert (const term *t, struct place place)
{
    assert (t);
    return (struct statement) {
        .kind = STATEMENT_ASSERT, .term = t, .place = place};
}

struct statement
statement_assign (struct program *p, const struct term_vec *to,
                  const struct term_vec *value, struct place place)
{
    assert (to->size == value->size);
    return (struct statement) {.kind = STATEMENT_ASSIGN,
                               .target = list_keep (p, to),
                               .targets = (uint32_t) to->size,
                               .value = list_keep (p, value),
                               .values = (uint32_t) value->size,
                               .place = place};
}

struct statement
statement_havoc (struct program *p, const struct term_vec *list,
                 struct place place)
{
    return (struct statement) {.kind = STATEMENT_HAVOC,
                               .target = list_keep (p, list),
                               .targets = (uint32_t) list->size,
                               .place = place};
}

struct statement
statement_call (struct program *p, uint32_t callee,
                const struct term_vec *target, const struct term_vec *value,
                struct place place)
{
    struct statement s = statement_havoc (p, target, place);
    s.kind = STATEMENT_CALL;
    s.callee = callee;
    s.value = list_keep (p, value);
    s.values = (uint32_t) value->size;
    return s;
}

bool
statement_is_check (const struct statement *s)
{
    return s->kind == STATEMENT_ASSERT && !term_is_true (s->term);
}

void
renaming_clear (struct renaming *r)
{
    term_map_clear (&r->to);
    term_map_clear (&r->memo);
    *r = (struct renaming) {0};
}

void
renaming_add (struct renaming *r, const term *from, const term *to)
{
    assert (from->op == OP_VAR && from->sort == to->sort);
    assert (!r->memo.size);
    *term_map_at (&r->to, from, NULL) = (uintptr_t) to;
}

const term *
renaming_term (struct renaming *r, struct program *p, const term *t)
{
    uintptr_t *known = term_map_at (&r->memo, t, NULL);
    if (*known)
        return (const term *) *known;
    struct term_vec variable = {0}, from = {0}, to = {0};
    term_variables (p->terms, t, &variable);
    for (size_t i = 0; i < variable.size; i++) {
        uintptr_t *other = term_map_get (&r->to, variable.at[i]);
        if (!other)
            continue;
        VEC_PUSH (from, variable.at[i]);
        VEC_PUSH (to, (const term *) *other);
    }
    if (from.size)
        t = term_substitute (p->terms, t, from.at, to.at, from.size);
    *known = (uintptr_t) t;
    VEC_CLEAR (variable);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    return t;
}

static const term **
renaming_list (struct renaming *r, struct program *p, const term **list,
               size_t size)
{
    if (!size)
        return NULL;
    const term **copy = arena_new (&p->arena, size * sizeof *copy);
    for (size_t i = 0; i < size; i++)
        copy[i] = renaming_term (r, p, list[i]);
    return copy;
}

struct statement
renaming_statement (struct renaming *r, struct program *p,
                    const struct statement *from)
{
    struct statement s = *from;
    if (s.term)
        s.term = renaming_term (r, p, s.term);
    s.target = renaming_list (r, p, s.target, s.targets);
    s.value = renaming_list (r, p, s.value, s.values);
    for (size_t i = 0; i < s.targets; i++)
        assert (s.target[i]->op == OP_VAR);
    return s;
}

void
labels_init (struct labels *l, const struct procedure *q)
{
    map_init (&l->used);
    for (size_t i = 0; i < q->block.size; i++)
        map_put (&l->used, digest_string (q->block.at[i].label), 1);
}

void
labels_clear (struct labels *l)
{
    map_clear (&l->used);
}

const char *
labels_new (struct labels *l, struct program *p, const char *hint)
{
    uint64_t *times = map_get (&l->used, digest_string (hint));
    if (!times) {
        map_put (&l->used, digest_string (hint), 1);
        return arena_string (&p->arena, hint);
    }
    uint64_t number = *times;
    struct text name;
    text_init (&name);
    do {
        text_reset (&name);
        text_print (&name, "%s$%llu", hint, (unsigned long long) ++number);
    } while (map_get (&l->used, digest_string (text_view (&name))));
    map_put (&l->used, digest_string (hint), number);
    map_put (&l->used, digest_string (text_view (&name)), 1);
    const char *label = arena_string (&p->arena, text_view (&name));
    text_clear (&name);
    return label;
}

void
program_components (const struct program *p, struct components *c)
{
    struct graph calls = {.nodes = (uint32_t) p->procedure.size};
    for (uint32_t i = 0; i < p->procedure.size; i++) {
        const struct procedure *q = &p->procedure.at[i];
        for (size_t j = 0; j < q->block.size; j++)
            for (size_t k = 0; k < q->block.at[j].statement.size; k++) {
                const struct statement *s = &q->block.at[j].statement.at[k];
                if (s->kind == STATEMENT_CALL)
                    graph_edge (&calls, i, s->callee);
            }
    }
    components_find (c, &calls);
    graph_clear (&calls);
}

static bool
is_called (const struct program *p, uint32_t callee)
{
    for (size_t i = 0; i < p->procedure.size; i++) {
        const struct procedure *q = &p->procedure.at[i];
        for (size_t j = 0; j < q->block.size; j++)
            for (size_t k = 0; k < q->block.at[j].statement.size; k++) {
                const struct statement *s = &q->block.at[j].statement.at[k];
                if (s->kind == STATEMENT_CALL && s->callee == callee)
                    return true;
            }
    }
    return false;
}

static void
redirect_calls (struct program *p, uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < p->procedure.size; i++) {
        struct procedure *q = &p->procedure.at[i];
        for (size_t j = 0; j < q->block.size; j++)
            for (size_t k = 0; k < q->block.at[j].statement.size; k++) {
                struct statement *s = &q->block.at[j].statement.at[k];
                if (s->kind == STATEMENT_CALL && s->callee == from)
                    s->callee = to;
            }
    }
}

const char *
program_name (struct program *p, const char *hint)
{
    if (program_find (p, hint) == PROGRAM_NONE)
        return arena_string (&p->arena, hint);
    struct text name;
    text_init (&name);
    for (unsigned i = 2;; i++) {
        text_reset (&name);
        text_print (&name, "%s$%u", hint, i);
        if (program_find (p, text_view (&name)) == PROGRAM_NONE)
            break;
    }
    const char *result = arena_string (&p->arena, text_view (&name));
    text_clear (&name);
    return result;
}

static void
variables_copy (struct vec_variable *to, const struct vec_variable *from)
{
    for (size_t i = 0; i < from->size; i++)
        VEC_PUSH (*to, from->at[i]);
}

void
program_part_entry (struct program *p, uint32_t entry)
{
    assert (entry < p->procedure.size);
    if (!is_called (p, entry))
        return;
    struct text name;
    text_init (&name);
    text_print (&name, "%s_again", p->procedure.at[entry].name);
    struct procedure copy = {.name = program_name (p, text_view (&name))};
    text_clear (&name);
    const struct procedure *q = &p->procedure.at[entry];
    copy.has_body = q->has_body;
    copy.place = q->place;
    variables_copy (&copy.in, &q->in);
    variables_copy (&copy.out, &q->out);
    variables_copy (&copy.local, &q->local);
    for (size_t i = 0; i < q->modifies.size; i++)
        VEC_PUSH (copy.modifies, q->modifies.at[i]);
    for (size_t i = 0; i < q->spec.size; i++)
        VEC_PUSH (copy.spec, q->spec.at[i]);
    for (size_t i = 0; i < q->block.size; i++) {
        const struct block *b = &q->block.at[i];
        uint32_t at = procedure_block (&copy, b->label, b->origin, b->place);
        block_copy_into (p, &copy.block.at[at], b, NULL);
    }
    VEC_PUSH (p->procedure, copy);
    redirect_calls (p, entry, (uint32_t) p->procedure.size - 1);
    assert (!is_called (p, entry));
}

const term *
program_error (const struct program *p)
{
    for (size_t i = p->global.size; i-- > 0;)
        if (!strcmp (p->global.at[i].term->text, "@err"))
            return p->global.at[i].term;
    return NULL;
}
