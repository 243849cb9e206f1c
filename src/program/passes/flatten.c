/* flatten.c -- the final procedure is made in one walk over the calls.
 *
 *     s; call y := f (a); t      becomes
 *
 *     s; f's in-parameters, old.g@N := a, g; goto entry
 *     entry: havoc all outs and locals of this copy; ..
 *     rest:  assume what f ensures; y := f's out-parameters; t
 *
 * All locals are havocked, not only those as read: a copy in a loop is entered
 * again, and must not see what it left behind. */
#include "program/passes/flatten.h"

#include <string.h>

#include "program/change.h"

enum { FLATTEN_DEPTH = 2000 }; /* of calls within calls: the walk recurs */

struct flattening {
    struct program *program;
    struct procedure flat; /* that is being made */
    struct labels labels;
    struct map used;      /* names of variables */
    struct term_vec *old; /* per procedure: globals whose g@old it reads */
    size_t most;
    uint64_t copies;
    unsigned depth;
    struct problem *problem;
};

/* One copy of a procedure. */
struct flatten_copy {
    const struct procedure *of;
    uint64_t number;
    struct renaming renaming;
    struct term_vec to, value; /* of the assignment before the entry */
    struct term_vec any;       /* of the havoc */
    struct term_vec result;    /* the out-parameters */
    uint32_t first, rest;      /* its blocks; where returns go, or NONE */
};

static void
copy_clear (struct flatten_copy *c)
{
    renaming_clear (&c->renaming);
    VEC_CLEAR (c->to);
    VEC_CLEAR (c->value);
    VEC_CLEAR (c->any);
    VEC_CLEAR (c->result);
}

/* prefix NAME@N, made different from every other name. */
static const term *
local_new (struct flattening *f, const struct flatten_copy *c,
           const char *prefix, const struct variable *like)
{
    struct text name;
    text_init (&name);
    uint64_t other = 0;
    do {
        text_reset (&name);
        text_print (&name, "%s%s@%llu", prefix, like->term->text,
                    (unsigned long long) c->number);
        if (other++)
            text_print (&name, ".%llu", (unsigned long long) other);
    } while (!map_put (&f->used, digest_string (text_view (&name)), 1));
    struct variable v = *like;
    v.term = term_var (f->program->terms, text_view (&name), like->term->sort);
    assert (!v.where);
    text_clear (&name);
    VEC_PUSH (f->flat.local, v);
    return v.term;
}

static void
copy_variables (struct flattening *f, struct flatten_copy *c,
                const struct vec_variable *list, struct term_vec *to)
{
    for (size_t i = 0; i < list->size; i++) {
        const term *t = local_new (f, c, "", &list->at[i]);
        renaming_add (&c->renaming, list->at[i].term, t);
        VEC_PUSH (*to, t);
    }
}

static void
copy_olds (struct flattening *f, struct flatten_copy *c)
{
    const struct term_vec *old = &f->old[c->of - f->program->procedure.at];
    for (size_t i = 0; i < old->size; i++) {
        struct variable like = {.term = old->at[i], .place = c->of->place};
        const term *t = local_new (f, c, "old.", &like);
        renaming_add (&c->renaming, program_old (f->program, old->at[i]), t);
        VEC_PUSH (c->to, t);
        VEC_PUSH (c->value, old->at[i]);
    }
}

static struct flatten_copy
copy_new (struct flattening *f, const struct statement *call)
{
    struct flatten_copy c = {.of = &f->program->procedure.at[call->callee],
                             .number = ++f->copies};
    assert (call->values == c.of->in.size && call->targets == c.of->out.size);
    copy_variables (f, &c, &c.of->in, &c.to);
    for (uint32_t i = 0; i < call->values; i++)
        VEC_PUSH (c.value, call->value[i]);
    copy_variables (f, &c, &c.of->out, &c.result);
    for (size_t i = 0; i < c.result.size; i++)
        VEC_PUSH (c.any, c.result.at[i]);
    copy_olds (f, &c);
    return c;
}

static void
flat_push (struct flattening *f, uint32_t block, struct statement s)
{
    VEC_PUSH (f->flat.block.at[block].statement, s);
}

static void
push_assign (struct flattening *f, uint32_t block, const struct term_vec *to,
             const struct term_vec *value, struct place place)
{
    if (to->size)
        flat_push (f, block, statement_assign (f->program, to, value, place));
}

/* What the caller knows and gets after a call. */
static void
push_results (struct flattening *f, struct flatten_copy *c,
              const struct statement *call, uint32_t block)
{
    assert (c->result.size == call->targets);
    for (size_t i = 0; i < c->of->spec.size; i++) {
        const struct spec *s = &c->of->spec.at[i];
        if (s->kind == SPEC_ENSURES)
            flat_push (f, block,
                       statement_assume (
                           renaming_term (&c->renaming, f->program, s->term),
                           s->place));
    }
    struct term_vec target = {call->target, call->targets, 0};
    push_assign (f, block, &target, &c->result, call->place);
}

static bool
is_in (const struct term_vec *list, const term *t)
{
    for (size_t i = 0; i < list->size; i++)
        if (list->at[i] == t)
            return true;
    return false;
}

/* `call` is renamed already. */
static void
call_unknown (struct flattening *f, const struct statement *call,
              uint32_t block)
{
    struct flatten_copy c = copy_new (f, call);
    push_assign (f, block, &c.to, &c.value, call->place);
    for (size_t i = 0; i < c.of->modifies.size; i++)
        if (!is_in (&c.any, c.of->modifies.at[i]))
            VEC_PUSH (c.any, c.of->modifies.at[i]);
    if (c.any.size) {
        struct statement any =
            statement_havoc (f->program, &c.any, call->place);
        any.attribute = call->attribute;
        flat_push (f, block, any);
    }
    push_results (f, &c, call, block);
    copy_clear (&c);
}

static bool copy_body (struct flattening *, struct flatten_copy *);

static uint32_t
block_new (struct flattening *f, const struct flatten_copy *c,
           const struct block *from, struct origin origin, struct place place)
{
    struct text hint;
    text_init (&hint);
    if (c->number)
        text_print (&hint, "%s_", c->of->name);
    text_add (&hint, from->label);
    uint32_t at = procedure_block (
        &f->flat, labels_new (&f->labels, f->program, text_view (&hint)),
        origin, place);
    text_clear (&hint);
    return at;
}

/* Gives where the caller goes on; PROGRAM_NONE: a problem. */
static uint32_t
call_known (struct flattening *f, const struct flatten_copy *caller,
            const struct block *b, size_t i, const struct statement *call,
            uint32_t block)
{
    if (f->depth == FLATTEN_DEPTH) {
        problem_of_kind (f->problem, PROBLEM_UNSUPPORTED, call->place,
                         "calls are nested more than %d deep", FLATTEN_DEPTH);
        return PROGRAM_NONE;
    }
    struct flatten_copy c = copy_new (f, call);
    copy_variables (f, &c, &c.of->local, &c.any);
    push_assign (f, block, &c.to, &c.value, call->place);
    assert (c.of->has_body && c.of != caller->of);
    struct place place =
        i + 1 < b->statement.size ? b->statement.at[i + 1].place : b->place;
    c.rest = block_new (f, caller, b, origin_after (b->origin, i + 1), place);
    f->depth++;
    bool fits = copy_body (f, &c);
    f->depth--;
    if (fits) {
        VEC_PUSH (f->flat.block.at[block].target, c.first);
        push_results (f, &c, call, c.rest);
    }
    uint32_t rest = c.rest;
    copy_clear (&c);
    return fits ? rest : PROGRAM_NONE;
}

/* Fills block `block`, and those that follow calls. */
static bool
copy_block (struct flattening *f, struct flatten_copy *c, const struct block *b,
            uint32_t block)
{
    for (size_t i = 0; i < b->statement.size; i++) {
        struct statement s =
            renaming_statement (&c->renaming, f->program, &b->statement.at[i]);
        if (s.kind != STATEMENT_CALL)
            flat_push (f, block, s);
        else if (!f->program->procedure.at[s.callee].has_body)
            call_unknown (f, &s, block);
        else
            block = call_known (f, c, b, i, &s, block);
        if (block == PROGRAM_NONE)
            return false;
        if (f->flat.block.size > f->most)
            return problem_of_kind (f->problem, PROBLEM_UNSUPPORTED, s.place,
                                    "more than %zu blocks without calls",
                                    f->most);
    }
    struct vec_target *target = &f->flat.block.at[block].target;
    for (size_t i = 0; i < b->target.size; i++)
        VEC_PUSH (*target, c->first + b->target.at[i]);
    if (!target->size && c->rest != PROGRAM_NONE)
        VEC_PUSH (*target, c->rest);
    return true;
}

static bool
copy_body (struct flattening *f, struct flatten_copy *c)
{
    assert (c->of->has_body && c->of->block.size);
    c->first = (uint32_t) f->flat.block.size;
    for (size_t i = 0; i < c->of->block.size; i++) {
        const struct block *b = &c->of->block.at[i];
        block_new (f, c, b, b->origin, b->place);
    }
    if (c->any.size)
        flat_push (f, c->first,
                   statement_havoc (f->program, &c->any, c->of->place));
    bool fits = true;
    for (uint32_t i = 0; i < c->of->block.size && fits; i++)
        fits = copy_block (f, c, &c->of->block.at[i], c->first + i);
    return fits;
}

static void
names_use (struct flattening *f, const struct vec_variable *list)
{
    for (size_t i = 0; i < list->size; i++)
        map_put (&f->used, digest_string (list->at[i].term->text), 1);
}

static void
variables_append (struct vec_variable *to, const struct vec_variable *from)
{
    for (size_t i = 0; i < from->size; i++)
        VEC_PUSH (*to, from->at[i]);
}

/* The entry is copy 0: its variables keep their names. */
static bool
flatten_entry (struct flattening *f, const struct procedure *q)
{
    for (size_t i = 0; i < f->program->constant.size; i++)
        map_put (&f->used,
                 digest_string (f->program->constant.at[i].term->text), 1);
    names_use (f, &f->program->global);
    names_use (f, &q->in);
    names_use (f, &q->out);
    names_use (f, &q->local);
    f->flat.name = q->name;
    f->flat.has_body = true;
    f->flat.attribute = q->attribute;
    f->flat.body_attribute = q->body_attribute;
    f->flat.place = q->place;
    variables_append (&f->flat.in, &q->in);
    variables_append (&f->flat.out, &q->out);
    variables_append (&f->flat.local, &q->local);
    struct flatten_copy c = {.of = q, .rest = PROGRAM_NONE};
    copy_olds (f, &c);
    bool fits = copy_body (f, &c);
    struct vec_statement *first = &f->flat.block.at[0].statement;
    if (fits && c.to.size) {
        VEC_PUSH (*first, (struct statement) {0});
        memmove (first->at + 1, first->at,
                 (first->size - 1) * sizeof *first->at);
        first->at[0] = statement_assign (f->program, &c.to, &c.value, q->place);
    }
    copy_clear (&c);
    return fits;
}

static void
term_olds (struct program *p, const term *t, struct term_map *seen,
           struct term_vec *to)
{
    struct term_vec variable = {0};
    term_variables (p->terms, t, &variable);
    for (size_t i = 0; i < variable.size; i++) {
        const term *global = program_old_of (p, variable.at[i]);
        bool added = false;
        if (global)
            term_map_at (seen, global, &added);
        if (added)
            VEC_PUSH (*to, global);
    }
    VEC_CLEAR (variable);
}

static void
olds_find (struct program *p, const struct procedure *q, struct term_vec *to)
{
    struct term_map seen = {0};
    for (size_t i = 0; i < q->spec.size; i++)
        if (q->spec.at[i].kind == SPEC_ENSURES)
            term_olds (p, q->spec.at[i].term, &seen, to);
    for (size_t i = 0; i < q->block.size; i++)
        for (size_t j = 0; j < q->block.at[i].statement.size; j++) {
            const struct statement *s = &q->block.at[i].statement.at[j];
            if (s->term)
                term_olds (p, s->term, &seen, to);
            for (uint32_t k = 0; k < s->values; k++)
                term_olds (p, s->value[k], &seen, to);
        }
    term_map_clear (&seen);
}

/* Procedures that the entry reaches must not reach themselves. */
static bool
recursion_refuse (struct program *p, uint32_t entry, struct problem *problem)
{
    struct components c;
    program_components (p, &c);
    bool *used = NEW_ARRAY (bool, p->procedure.size);
    struct VEC (uint32_t) open = {0};
    bool fine = true;
    VEC_PUSH (open, entry);
    used[entry] = true;
    while (open.size && fine) {
        uint32_t at = VEC_POP (open);
        const struct procedure *q = &p->procedure.at[at];
        if (c.cyclic[c.of[at]])
            fine = problem_of_kind (problem, PROBLEM_UNSUPPORTED, q->place,
                                    "recursion: %s calls itself", q->name);
        for (size_t i = 0; i < q->block.size && fine; i++)
            for (size_t j = 0; j < q->block.at[i].statement.size; j++) {
                const struct statement *s = &q->block.at[i].statement.at[j];
                if (s->kind == STATEMENT_CALL && !used[s->callee]) {
                    used[s->callee] = true;
                    VEC_PUSH (open, s->callee);
                }
            }
    }
    VEC_CLEAR (open);
    memory_free (used);
    components_clear (&c);
    return fine;
}

/* The flat procedure takes the place of all. */
static void
program_adopt (struct program *p, struct procedure flat)
{
    for (size_t i = 0; i < p->procedure.size; i++)
        procedure_release (&p->procedure.at[i]);
    p->procedure.size = 0;
    VEC_PUSH (p->procedure, flat);
    program_modifies (p);
}

bool
program_flatten (struct program *p, uint32_t entry, size_t most,
                 struct problem *problem)
{
    assert (entry < p->procedure.size && p->procedure.at[entry].has_body);
    assert (most < PROGRAM_NONE / 2);
    if (!recursion_refuse (p, entry, problem))
        return false;
    struct flattening f = {.program = p, .most = most, .problem = problem};
    labels_init (&f.labels, &f.flat);
    map_init (&f.used);
    f.old = NEW_ARRAY (struct term_vec, p->procedure.size);
    for (size_t i = 0; i < p->procedure.size; i++)
        olds_find (p, &p->procedure.at[i], &f.old[i]);
    bool fits = flatten_entry (&f, &p->procedure.at[entry]);
    for (size_t i = 0; i < p->procedure.size; i++)
        VEC_CLEAR (f.old[i]);
    memory_free (f.old);
    labels_clear (&f.labels);
    map_clear (&f.used);
    if (fits)
        program_adopt (p, f.flat);
    else
        procedure_release (&f.flat);
    return fits;
}
