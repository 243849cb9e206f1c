/* specify.c -- contracts and where-clauses as assertions and assumptions.
 *
 * A variable is declared with its where-clause, but what it means is "assume it
 * whenever the variable gets an arbitrary value".  Results of a procedure
 * without a body get theirs as free ensures {:where}, because only those are
 * said in the callee's own parameters, whatever the call overwrites. */
#include <assert.h>

#include "program/change.h"
#include "program/passes/passes.h"

struct specifying {
    struct program *program;
    struct term_map where; /* of those that have one: variables of the procedure
                              at hand, and globals */
};

static void
where_note (struct specifying *s, const struct vec_variable *list)
{
    for (size_t i = 0; i < list->size; i++)
        if (list->at[i].where)
            *term_map_at (&s->where, list->at[i].term, NULL) =
                (uintptr_t) list->at[i].where;
}

static void
where_assume (struct specifying *s, const term *variable, struct place place,
              struct vec_statement *to)
{
    uintptr_t *where = term_map_get (&s->where, variable);
    if (where)
        VEC_PUSH (*to, statement_assume ((const term *) *where, place));
}

static void
wheres_assume (struct specifying *s, const struct vec_variable *list,
               struct vec_statement *to)
{
    for (size_t i = 0; i < list->size; i++)
        where_assume (s, list->at[i].term, list->at[i].place, to);
}

/* g@old in a precondition is g itself. */
static void
olds_are_now (struct renaming *r, struct program *p, const term *t)
{
    struct term_vec variable = {0};
    term_variables (p->terms, t, &variable);
    for (size_t i = 0; i < variable.size; i++) {
        const term *global = program_old_of (p, variable.at[i]);
        if (global)
            renaming_add (r, variable.at[i], global);
    }
    VEC_CLEAR (variable);
}

static const term *
requires_at (struct specifying *s, const struct spec *spec,
             const struct procedure *callee, const struct statement *call)
{
    struct renaming r = {0};
    olds_are_now (&r, s->program, spec->term);
    for (size_t i = 0; call && i < callee->in.size; i++)
        renaming_add (&r, callee->in.at[i].term, call->value[i]);
    const term *t = renaming_term (&r, s->program, spec->term);
    renaming_clear (&r);
    return t;
}

static void
requires_assert (struct specifying *s, const struct statement *call,
                 struct vec_statement *to)
{
    const struct procedure *callee = &s->program->procedure.at[call->callee];
    assert (call->values == callee->in.size);
    for (size_t i = 0; i < callee->spec.size; i++) {
        const struct spec *spec = &callee->spec.at[i];
        if (spec->kind != SPEC_REQUIRES || spec->free)
            continue;
        const term *t = requires_at (s, spec, callee, call);
        VEC_PUSH (*to, statement_assert (t, call->place));
    }
}

static void
block_specify (struct specifying *s, struct block *b,
               struct vec_statement before)
{
    struct vec_statement to = before;
    for (size_t i = 0; i < b->statement.size; i++) {
        struct statement now = b->statement.at[i];
        if (now.kind == STATEMENT_CALL)
            requires_assert (s, &now, &to);
        VEC_PUSH (to, now);
        for (size_t j = 0; now.kind == STATEMENT_HAVOC && j < now.targets; j++)
            where_assume (s, now.target[j], now.place, &to);
    }
    VEC_CLEAR (b->statement);
    b->statement = to;
}

/* What holds when the procedure is entered. */
static struct vec_statement
entry_assume (struct specifying *s, const struct procedure *q, bool is_start)
{
    struct vec_statement to = {0};
    if (is_start) {
        wheres_assume (s, &s->program->global, &to);
        wheres_assume (s, &q->in, &to);
    }
    wheres_assume (s, &q->out, &to);
    wheres_assume (s, &q->local, &to);
    for (size_t i = 0; i < q->spec.size; i++) {
        const struct spec *spec = &q->spec.at[i];
        if (spec->kind != SPEC_REQUIRES)
            continue;
        const term *t = requires_at (s, spec, q, NULL);
        VEC_PUSH (to, statement_assume (t, spec->place));
    }
    return to;
}

/* All ends of the body go to one block of ours, which asserts the ensures. */
static void
exit_make (struct specifying *s, struct procedure *q, struct labels *labels)
{
    uint32_t exit = procedure_block (q, labels_new (labels, s->program, "exit"),
                                     origin_none (), q->place);
    for (uint32_t i = 0; i < exit; i++)
        if (!q->block.at[i].target.size)
            VEC_PUSH (q->block.at[i].target, exit);
    for (size_t i = 0; i < q->spec.size; i++) {
        const struct spec *spec = &q->spec.at[i];
        if (spec->kind == SPEC_ENSURES && !spec->free)
            VEC_PUSH (q->block.at[exit].statement,
                      statement_assert (spec->term, spec->place));
    }
}

static void
body_specify (struct specifying *s, struct procedure *q, bool is_start)
{
    struct labels labels;
    labels_init (&labels, q);
    procedure_part_entry (s->program, q, &labels);
    for (size_t i = 0; i < q->block.size; i++) {
        struct vec_statement before = {0};
        if (!i)
            before = entry_assume (s, q, is_start);
        block_specify (s, &q->block.at[i], before);
    }
    exit_make (s, q, &labels);
    labels_clear (&labels);
}

static const struct attribute where_attribute = {.name = "where"};

static void
where_ensure (struct specifying *s, struct procedure *q, const term *variable,
              struct place place)
{
    uintptr_t *where = term_map_get (&s->where, variable);
    if (!where)
        return;
    VEC_PUSH (q->spec, ((struct spec) {.kind = SPEC_ENSURES,
                                       .free = true,
                                       .term = (const term *) *where,
                                       .attribute = &where_attribute,
                                       .place = place}));
}

static void
stub_specify (struct specifying *s, struct procedure *q)
{
    for (size_t i = 0; i < q->out.size; i++)
        where_ensure (s, q, q->out.at[i].term, q->out.at[i].place);
    for (size_t i = 0; i < q->modifies.size; i++)
        where_ensure (s, q, q->modifies.at[i], q->place);
}

static void
wheres_drop (struct vec_variable *list)
{
    for (size_t i = 0; i < list->size; i++)
        list->at[i].where = NULL;
}

void
program_specify (struct program *p, uint32_t entry)
{
    assert (entry < p->procedure.size);
    program_part_entry (p, entry);
    for (uint32_t i = 0; i < p->procedure.size; i++) {
        struct procedure *q = &p->procedure.at[i];
        struct specifying s = {.program = p};
        where_note (&s, &p->global);
        where_note (&s, &q->in);
        where_note (&s, &q->out);
        where_note (&s, &q->local);
        if (q->has_body)
            body_specify (&s, q, i == entry);
        else
            stub_specify (&s, q);
        term_map_clear (&s.where);
        wheres_drop (&q->in);
        wheres_drop (&q->out);
        wheres_drop (&q->local);
    }
    wheres_drop (&p->global);
}
