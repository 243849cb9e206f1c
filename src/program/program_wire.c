/* program_wire.c -- programs to bytes.
 *
 *     "cohort program 1\n", digest of the body, the body as bytes
 *     body:  strings: count, then each as bytes
 *            terms:   all of the program, by term_write
 *            then the program, in the order of its struct
 *
 * A string or a term is 0 (null) or 1 + its index.  A sort travels as the sort
 * of a variable.  Lists begin with their length; all numbers are LEB128. */
#include "program/program_wire_internal.h"

#include "base/map.h"
#include "logic/term/map.h"

struct program_wire_writer {
    struct buffer body;
    struct term_vec term;
    struct term_map term_index; /* 1 + index into term */
    struct buffer string;
    struct map string_index; /* 1 + number */
    const char *last;        /* the string that was written last, and */
    uint64_t last_index;     /* its number: places repeat their file */
    terms *terms;
};

static void
put_string (struct program_wire_writer *w, const char *s)
{
    if (!s) {
        buffer_uint (&w->body, 0);
        return;
    }
    if (s != w->last) {
        struct digest key = digest_string (s);
        if (!map_get (&w->string_index, key)) {
            map_put (&w->string_index, key, w->string_index.size + 1);
            buffer_string (&w->string, s);
        }
        w->last = s;
        w->last_index = *map_get (&w->string_index, key);
    }
    buffer_uint (&w->body, w->last_index);
}

static void
put_place (struct program_wire_writer *w, struct place p)
{
    put_string (w, p.file);
    buffer_uint (&w->body, p.line);
    buffer_uint (&w->body, p.column);
}

/* ---- terms: first all are collected, then they are named by index */

static void
collect (struct program_wire_writer *w, const term *t)
{
    assert (t);
    bool added;
    uintptr_t *index = term_map_at (&w->term_index, t, &added);
    if (!added)
        return;
    VEC_PUSH (w->term, t);
    *index = w->term.size;
}

static const term *
sort_carrier (struct program_wire_writer *w, const sort *s)
{
    return term_var (w->terms, "sort", s);
}

static void
collect_program (struct program_wire_writer *w, const struct program *p)
{
    struct term_vec all = {0};
    program_terms (p, &all);
    for (size_t i = 0; i < all.size; i++)
        collect (w, all.at[i]);
    VEC_CLEAR (all);
    for (size_t i = 0; i < p->sort.size; i++)
        collect (w, sort_carrier (w, p->sort.at[i]));
    for (size_t i = 0; i < p->function.size; i++)
        collect (w, sort_carrier (w, p->function.at[i].result));
    for (size_t i = 0; i < p->procedure.size; i++) {
        const struct term_vec *modifies = &p->procedure.at[i].modifies;
        for (size_t j = 0; j < modifies->size; j++)
            collect (w, modifies->at[j]);
    }
}

static void
put_term (struct program_wire_writer *w, const term *t)
{
    assert (!t || term_map_get (&w->term_index, t));
    buffer_uint (&w->body, t ? *term_map_get (&w->term_index, t) : 0);
}

static void
put_terms (struct program_wire_writer *w, const term *const *t, size_t size)
{
    assert (t || !size);
    buffer_uint (&w->body, size);
    for (size_t i = 0; i < size; i++)
        put_term (w, t[i]);
}

static void
put_sort (struct program_wire_writer *w, const sort *s)
{
    assert (s);
    put_term (w, sort_carrier (w, s));
}

/* ---- the program */

static void
put_attributes (struct program_wire_writer *w, const struct attribute *a)
{
    uint64_t count = 0;
    for (const struct attribute *i = a; i; i = i->next)
        count++;
    buffer_uint (&w->body, count);
    for (; a; a = a->next) {
        put_string (w, a->name);
        buffer_uint (&w->body, a->values);
        for (size_t i = 0; i < a->values; i++) {
            put_string (w, a->value[i].string);
            put_term (w, a->value[i].term);
        }
    }
}

static void
put_variables (struct program_wire_writer *w, const struct vec_variable *v)
{
    buffer_uint (&w->body, v->size);
    for (size_t i = 0; i < v->size; i++) {
        put_term (w, v->at[i].term);
        put_term (w, v->at[i].where);
        put_attributes (w, v->at[i].attribute);
        put_place (w, v->at[i].place);
    }
}

static void
put_function (struct program_wire_writer *w, const struct function *f)
{
    assert (f->name && f->result);
    put_string (w, f->name);
    put_sort (w, f->result);
    put_terms (w, f->parameter, f->parameters);
    put_term (w, f->body);
    put_attributes (w, f->attribute);
    put_place (w, f->place);
}

static void
put_declarations (struct program_wire_writer *w, const struct program *p)
{
    buffer_uint (&w->body, p->sort.size);
    for (size_t i = 0; i < p->sort.size; i++)
        put_sort (w, p->sort.at[i]);
    buffer_uint (&w->body, p->constant.size);
    for (size_t i = 0; i < p->constant.size; i++) {
        const struct constant *c = &p->constant.at[i];
        put_term (w, c->term);
        buffer_byte (&w->body, c->unique);
        put_attributes (w, c->attribute);
        put_place (w, c->place);
    }
    buffer_uint (&w->body, p->function.size);
    for (size_t i = 0; i < p->function.size; i++)
        put_function (w, &p->function.at[i]);
    buffer_uint (&w->body, p->axiom.size);
    for (size_t i = 0; i < p->axiom.size; i++) {
        put_term (w, p->axiom.at[i].term);
        put_attributes (w, p->axiom.at[i].attribute);
        put_place (w, p->axiom.at[i].place);
    }
    put_variables (w, &p->global);
}

static void
put_statement (struct program_wire_writer *w, const struct statement *s)
{
    assert (s->kind <= STATEMENT_CALL);
    buffer_byte (&w->body, (uint8_t) s->kind);
    if (s->kind == STATEMENT_ASSUME || s->kind == STATEMENT_ASSERT)
        put_term (w, s->term);
    else
        put_terms (w, s->target, s->targets);
    if (s->kind == STATEMENT_ASSIGN || s->kind == STATEMENT_CALL)
        put_terms (w, s->value, s->values);
    if (s->kind == STATEMENT_CALL)
        buffer_uint (&w->body, s->callee);
    put_attributes (w, s->attribute);
    put_place (w, s->place);
}

static void
put_block (struct program_wire_writer *w, const struct block *b)
{
    assert (b->label);
    put_string (w, b->label);
    buffer_uint (&w->body, b->origin.procedure);
    buffer_uint (&w->body, b->origin.block);
    buffer_uint (&w->body, b->origin.statement);
    put_place (w, b->place);
    buffer_uint (&w->body, b->statement.size);
    for (size_t i = 0; i < b->statement.size; i++)
        put_statement (w, &b->statement.at[i]);
    buffer_uint (&w->body, b->target.size);
    for (size_t i = 0; i < b->target.size; i++)
        buffer_uint (&w->body, b->target.at[i]);
}

/* What a call needs to know comes for all procedures before any body. */
static void
put_head (struct program_wire_writer *w, const struct procedure *q)
{
    assert (q->name && q->has_body == (q->block.size > 0));
    put_string (w, q->name);
    put_variables (w, &q->in);
    put_variables (w, &q->out);
    put_terms (w, q->modifies.at, q->modifies.size);
    buffer_uint (&w->body, q->spec.size);
    for (size_t i = 0; i < q->spec.size; i++) {
        const struct spec *s = &q->spec.at[i];
        buffer_byte (&w->body, s->kind == SPEC_ENSURES);
        buffer_byte (&w->body, s->free);
        put_term (w, s->term);
        put_attributes (w, s->attribute);
        put_place (w, s->place);
    }
    put_attributes (w, q->attribute);
    put_place (w, q->place);
}

static void
put_body (struct program_wire_writer *w, const struct procedure *q)
{
    buffer_byte (&w->body, q->has_body);
    put_attributes (w, q->body_attribute);
    put_variables (w, &q->local);
    buffer_uint (&w->body, q->block.size);
    for (size_t i = 0; i < q->block.size; i++)
        put_block (w, &q->block.at[i]);
}

static void
put_program (struct program_wire_writer *w, const struct program *p)
{
    assert (p->file);
    put_string (w, p->file);
    put_declarations (w, p);
    buffer_uint (&w->body, p->procedure.size);
    for (size_t i = 0; i < p->procedure.size; i++)
        put_head (w, &p->procedure.at[i]);
    for (size_t i = 0; i < p->procedure.size; i++)
        put_body (w, &p->procedure.at[i]);
}

/* Strings and terms are known last and come first. */
static void
put_together (struct program_wire_writer *w, struct buffer *out)
{
    struct buffer all;
    buffer_init (&all);
    buffer_uint (&all, w->string_index.size);
    buffer_put (&all, w->string.data, w->string.size);
    term_write (&all, w->term.at, w->term.size);
    buffer_put (&all, w->body.data, w->body.size);
    buffer_put (out, program_wire_magic, sizeof program_wire_magic - 1);
    buffer_digest (out, digest_of (buffer_view (&all)));
    buffer_bytes (out, buffer_view (&all));
    buffer_clear (&all);
}

void
program_write (const struct program *p, struct buffer *out)
{
    struct program_wire_writer w = {.terms = p->terms};
    buffer_init (&w.body);
    buffer_init (&w.string);
    map_init (&w.string_index);
    term_map_init (&w.term_index);
    collect_program (&w, p);
    put_program (&w, p);
    put_together (&w, out);
    VEC_CLEAR (w.term);
    term_map_clear (&w.term_index);
    map_clear (&w.string_index);
    buffer_clear (&w.string);
    buffer_clear (&w.body);
}
