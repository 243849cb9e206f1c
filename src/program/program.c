/* program.c -- programs: made, copied, searched. */
#include "program/program.h"

#include <string.h>
#include <strings.h>

#include "program/change.h"

static const char old_suffix[] = "@old";

void
program_init (struct program *p, const char *file)
{
    assert (p && file);
    *p = (struct program) {.terms = terms_new (), .file = memory_string (file)};
    arena_init (&p->arena);
}

void
program_clear (struct program *p)
{
    for (size_t i = 0; i < p->procedure.size; i++)
        procedure_release (&p->procedure.at[i]);
    VEC_CLEAR (p->procedure);
    VEC_CLEAR (p->sort);
    VEC_CLEAR (p->constant);
    VEC_CLEAR (p->function);
    VEC_CLEAR (p->axiom);
    VEC_CLEAR (p->global);
    arena_clear (&p->arena);
    memory_free (p->file);
    if (!p->shares_terms)
        terms_free (p->terms);
    *p = (struct program) {0};
}

#define VEC_COPY(to, from)                                                \
    do {                                                                  \
        assert (!(to).size);                                              \
        if ((from).size) {                                                \
            VEC_ROOM (to, (from).size);                                   \
            memcpy ((to).at, (from).at, (from).size * sizeof *(from).at); \
            (to).size = (from).size;                                      \
        }                                                                 \
    } while (0)

static const term **
list_copy (struct arena *arena, const term **list, size_t size)
{
    return size ? arena_copy (arena, list, size * sizeof *list) : NULL;
}

static void
block_copy (struct program *to, struct block *b, const struct block *from)
{
    assert (b != from);
    *b = *from;
    b->statement = (struct vec_statement) {0};
    b->target = (struct vec_target) {0};
    VEC_COPY (b->statement, from->statement);
    VEC_COPY (b->target, from->target);
    for (size_t i = 0; i < b->statement.size; i++) {
        struct statement *s = &b->statement.at[i];
        s->target = list_copy (&to->arena, s->target, s->targets);
        s->value = list_copy (&to->arena, s->value, s->values);
    }
}

static void
procedure_copy (struct program *to, uint32_t index,
                const struct procedure *from)
{
    struct procedure *q = &to->procedure.at[index];
    *q = *from;
    q->in = q->out = q->local = (struct vec_variable) {0};
    q->modifies = (struct term_vec) {0};
    q->spec = (struct vec_spec) {0};
    q->block = (struct vec_block) {0};
    VEC_COPY (q->in, from->in);
    VEC_COPY (q->out, from->out);
    VEC_COPY (q->local, from->local);
    VEC_COPY (q->modifies, from->modifies);
    VEC_COPY (q->spec, from->spec);
    VEC_ROOM (q->block, from->block.size);
    for (uint32_t i = 0; i < from->block.size; i++) {
        struct block *b = &q->block.at[q->block.size++];
        block_copy (to, b, &from->block.at[i]);
        b->origin = (struct origin) {.procedure = index, .block = i};
    }
}

void
program_copy (struct program *to, const struct program *from)
{
    assert (to != from);
    *to = (struct program) {.terms = from->terms,
                            .shares_terms = true,
                            .file = memory_string (from->file)};
    arena_init (&to->arena);
    VEC_COPY (to->sort, from->sort);
    VEC_COPY (to->constant, from->constant);
    VEC_COPY (to->function, from->function);
    VEC_COPY (to->axiom, from->axiom);
    VEC_COPY (to->global, from->global);
    for (size_t i = 0; i < to->function.size; i++) {
        struct function *f = &to->function.at[i];
        f->parameter = list_copy (&to->arena, f->parameter, f->parameters);
    }
    VEC_ROOM (to->procedure, from->procedure.size);
    to->procedure.size = from->procedure.size;
    for (uint32_t i = 0; i < from->procedure.size; i++)
        procedure_copy (to, i, &from->procedure.at[i]);
}

uint32_t
program_find (const struct program *p, const char *procedure)
{
    assert (procedure);
    for (size_t i = 0; i < p->procedure.size; i++)
        if (!strcmp (p->procedure.at[i].name, procedure))
            return (uint32_t) i;
    return PROGRAM_NONE;
}

bool
program_is_global (const struct program *p, const term *t)
{
    assert (t);
    for (size_t i = 0; i < p->global.size; i++)
        if (p->global.at[i].term == t)
            return true;
    return false;
}

const term *
program_old (struct program *p, const term *global)
{
    assert (global->op == OP_VAR);
    struct text name;
    text_init (&name);
    text_add (&name, global->text);
    text_add (&name, old_suffix);
    const term *old = term_var (p->terms, text_view (&name), global->sort);
    text_clear (&name);
    return old;
}

const term *
program_old_of (struct program *p, const term *variable)
{
    const size_t suffix = sizeof old_suffix - 1;
    if (variable->op != OP_VAR)
        return NULL;
    size_t size = strlen (variable->text);
    if (size <= suffix || strcmp (variable->text + size - suffix, old_suffix))
        return NULL;
    for (size_t i = 0; i < p->global.size; i++) {
        const term *g = p->global.at[i].term;
        if (strlen (g->text) == size - suffix && g->sort == variable->sort
            && !memcmp (g->text, variable->text, size - suffix))
            return g;
    }
    return NULL;
}

const struct attribute *
attribute_find (const struct attribute *a, const char *name)
{
    assert (name);
    while (a && strcmp (a->name, name))
        a = a->next;
    return a;
}

bool
procedure_is_entry (const struct procedure *q)
{
    return attribute_find (q->attribute, "entrypoint")
           || attribute_find (q->body_attribute, "entrypoint");
}

/* The first value of the attribute, spelt in any case: SDV and SMACK differ. */
static const struct attribute_value *
source_value (const struct attribute *a, const char *name)
{
    while (a && (strcasecmp (a->name, name) || !a->values))
        a = a->next;
    return a ? &a->value[0] : NULL;
}

static bool
source_line (const struct statement *s, unsigned *line)
{
    const struct attribute_value *v = source_value (s->attribute, "sourceline");
    int64_t number;
    if (!v || !v->term || !term_int64 (v->term, &number) || number < 1
        || number > INT32_MAX)
        return false;
    *line = (unsigned) number;
    return true;
}

struct place
statement_place (const struct block *b, size_t statement)
{
    if (!b->statement.size)
        return b->place;
    if (statement >= b->statement.size)
        statement = b->statement.size - 1;
    struct place place = b->statement.at[statement].place;
    bool has_line = false;
    for (size_t i = statement + 1; i--;) {
        const struct statement *s = &b->statement.at[i];
        if (!has_line && (has_line = source_line (s, &place.line)))
            place.column = 0;
        const struct attribute_value *file =
            source_value (s->attribute, "sourcefile");
        if (has_line && file && file->string) {
            place.file = file->string;
            break;
        }
    }
    return place;
}
