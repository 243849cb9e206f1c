/* program_sound.c -- is a program what program.h promises? */
#include "logic/term/map.h"
#include "program/program.h"

/* Value of a variable in `scope`: what may be done with it here. */
enum { SEEN_NOTHING, SEEN_READ, SEEN_WRITE };

struct program_sound_sound {
    struct program *program;
    struct term_map scope;    /* variables that are declared here */
    struct term_map constant; /* constants and globals, in every scope */
};

static bool
declare (struct term_map *scope, const term *t, uintptr_t how)
{
    bool added;
    if (!t || t->op != OP_VAR)
        return false;
    *term_map_at (scope, t, &added) = how;
    return added;
}

static uintptr_t
seen (const struct program_sound_sound *s, const term *t)
{
    assert (t);
    uintptr_t *own = term_map_get (&s->scope, t);
    if (!own)
        own = term_map_get (&s->constant, t);
    return own ? *own : SEEN_NOTHING;
}

/* Only declared variables, and old values of globals. */
static bool
term_sound (struct program_sound_sound *s, const term *t, const sort *want)
{
    if (!t || (want && t->sort != want))
        return false;
    struct term_vec free = {0};
    term_variables (s->program->terms, t, &free);
    bool sound = true;
    for (size_t i = 0; i < free.size && sound; i++)
        sound = seen (s, free.at[i]) || program_old_of (s->program, free.at[i]);
    VEC_CLEAR (free);
    return sound;
}

static bool
formula_sound (struct program_sound_sound *s, const term *t)
{
    return term_sound (s, t, sort_bool (s->program->terms));
}

static bool
variables_declare (struct program_sound_sound *s, const struct vec_variable *v,
                   uintptr_t how)
{
    bool sound = true;
    for (size_t i = 0; i < v->size && sound; i++)
        sound =
            !seen (s, v->at[i].term) && declare (&s->scope, v->at[i].term, how);
    return sound;
}

static bool
wheres_sound (struct program_sound_sound *s, const struct vec_variable *v)
{
    bool sound = true;
    for (size_t i = 0; i < v->size && sound; i++)
        sound = !v->at[i].where || formula_sound (s, v->at[i].where);
    return sound;
}

/* Each may be changed, and occurs once. */
static bool
targets_sound (struct program_sound_sound *s, const struct statement *x)
{
    assert (!x->targets || x->target);
    for (uint32_t i = 0; i < x->targets; i++) {
        if (seen (s, x->target[i]) != SEEN_WRITE)
            return false;
        for (uint32_t j = 0; j < i; j++)
            if (x->target[i] == x->target[j])
                return false;
    }
    return true;
}

static bool
assign_sound (struct program_sound_sound *s, const struct statement *x)
{
    assert (x->kind == STATEMENT_ASSIGN);
    bool sound = x->targets == x->values && targets_sound (s, x);
    for (uint32_t i = 0; i < x->targets && sound; i++)
        sound = term_sound (s, x->value[i], x->target[i]->sort);
    return sound;
}

static bool
call_sound (struct program_sound_sound *s, const struct statement *x)
{
    assert (x->kind == STATEMENT_CALL);
    if (x->callee >= s->program->procedure.size)
        return false;
    const struct procedure *q = &s->program->procedure.at[x->callee];
    bool sound = x->targets == q->out.size && x->values == q->in.size
                 && targets_sound (s, x);
    for (uint32_t i = 0; i < x->targets && sound; i++)
        sound = x->target[i]->sort == q->out.at[i].term->sort;
    for (uint32_t i = 0; i < x->values && sound; i++)
        sound = term_sound (s, x->value[i], q->in.at[i].term->sort);
    return sound;
}

static bool
statement_sound (struct program_sound_sound *s, const struct statement *x)
{
    switch (x->kind) {
    case STATEMENT_ASSUME:
    case STATEMENT_ASSERT:
        return formula_sound (s, x->term);
    case STATEMENT_ASSIGN:
        return assign_sound (s, x);
    case STATEMENT_HAVOC:
        return targets_sound (s, x);
    case STATEMENT_CALL:
        return call_sound (s, x);
    }
    return false;
}

static bool
block_sound (struct program_sound_sound *s, const struct procedure *q,
             const struct block *b)
{
    bool sound = b->label != NULL;
    for (size_t i = 0; i < b->statement.size && sound; i++)
        sound = statement_sound (s, &b->statement.at[i]);
    for (size_t i = 0; i < b->target.size && sound; i++)
        sound = b->target.at[i] < q->block.size;
    return sound;
}

static bool
specs_sound (struct program_sound_sound *s, const struct procedure *q)
{
    bool sound = true;
    for (size_t i = 0; i < q->spec.size && sound; i++)
        sound = formula_sound (s, q->spec.at[i].term);
    for (size_t i = 0; i < q->modifies.size && sound; i++)
        sound = program_is_global (s->program, q->modifies.at[i]);
    return sound;
}

static bool
procedure_sound (struct program_sound_sound *s, const struct procedure *q)
{
    term_map_clear (&s->scope);
    term_map_init (&s->scope);
    bool sound = q->name && q->has_body == (q->block.size > 0)
                 && variables_declare (s, &q->in, SEEN_READ)
                 && variables_declare (s, &q->out, SEEN_WRITE)
                 && specs_sound (s, q) && wheres_sound (s, &q->in)
                 && wheres_sound (s, &q->out)
                 && variables_declare (s, &q->local, SEEN_WRITE)
                 && wheres_sound (s, &q->local);
    for (size_t i = 0; i < q->block.size && sound; i++)
        sound = block_sound (s, q, &q->block.at[i]);
    return sound;
}

/* Without parameters, it stands in terms as a variable. */
static bool
function_declare (struct program_sound_sound *s, const struct function *f)
{
    if (!f->name || !f->result)
        return false;
    return f->parameters
           || declare (&s->constant,
                       term_var (s->program->terms, f->name, f->result),
                       SEEN_READ);
}

static bool
function_sound (struct program_sound_sound *s, const struct function *f)
{
    term_map_clear (&s->scope);
    term_map_init (&s->scope);
    bool sound = true;
    for (size_t i = 0; i < f->parameters && sound; i++)
        sound = declare (&s->scope, f->parameter[i], SEEN_READ);
    return sound && (!f->body || term_sound (s, f->body, f->result));
}

static bool
declarations_sound (struct program_sound_sound *s)
{
    struct program *p = s->program;
    bool sound = true;
    for (size_t i = 0; i < p->constant.size && sound; i++)
        sound = declare (&s->constant, p->constant.at[i].term, SEEN_READ);
    for (size_t i = 0; i < p->function.size && sound; i++)
        sound = function_declare (s, &p->function.at[i]);
    for (size_t i = 0; i < p->function.size && sound; i++)
        sound = function_sound (s, &p->function.at[i]);
    term_map_clear (&s->scope);
    term_map_init (&s->scope);
    for (size_t i = 0; i < p->axiom.size && sound; i++)
        sound = formula_sound (s, p->axiom.at[i].term);
    for (size_t i = 0; i < p->global.size && sound; i++)
        sound = declare (&s->constant, p->global.at[i].term, SEEN_WRITE);
    return sound && wheres_sound (s, &p->global);
}

bool
program_sound (const struct program *p)
{
    /* The store of terms is worked with; the program stays as it is. */
    struct program view = *p;
    struct program_sound_sound s = {.program = &view};
    bool sound = declarations_sound (&s);
    for (size_t i = 0; i < p->procedure.size && sound; i++)
        sound = procedure_sound (&s, &p->procedure.at[i]);
    term_map_clear (&s.scope);
    term_map_clear (&s.constant);
    return sound;
}
