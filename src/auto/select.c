/* select.c -- see select.h. */
#include "auto/select.h"

#include <assert.h>
#include <string.h>

#include "program/attributes.h"

typedef void statement_visitor (void *context, struct block *, size_t at);

static void
visit_asserts (struct program *p, statement_visitor *visit, void *context)
{
    for (size_t i = 0; i < p->procedure.size; i++)
        for (size_t b = 0; b < p->procedure.at[i].block.size; b++) {
            struct block *block = &p->procedure.at[i].block.at[b];
            for (size_t s = 0; s < block->statement.size; s++)
                if (block->statement.at[s].kind == STATEMENT_ASSERT)
                    visit (context, block, s);
        }
}

static bool
assert_is_cut (const struct statement *s)
{
    return attribute_find (s->attribute, MARK_CUT);
}

static const char *
assert_check (const struct statement *s)
{
    const char *check = mark_string (s->attribute, MARK_CHECK);
    return check ? check : "assert";
}

static bool
place_equal (const struct place *a, const struct place *b)
{
    return a->line == b->line && a->column == b->column && a->file && b->file
           && !strcmp (a->file, b->file);
}

static bool
assert_among (const struct assertions *a, const struct block *block, size_t at)
{
    assert (at < block->statement.size && a->check);
    struct place place = statement_place (block, at);
    return !strcmp (a->check, assert_check (&block->statement.at[at]))
           && (!a->place.file || place_equal (&a->place, &place));
}

/* ---- finding */

struct select_finding {
    struct vec_assertions *found;
    bool places;
};

static void
find_assert (void *context, struct block *block, size_t at)
{
    struct select_finding *f = context;
    const struct statement *s = &block->statement.at[at];
    assert (s->kind == STATEMENT_ASSERT);
    if (assert_is_cut (s) || s->term->op == OP_TRUE)
        return;
    for (size_t i = 0; i < f->found->size; i++)
        if (assert_among (&f->found->at[i], block, at))
            return;
    struct assertions a = {.check = assert_check (s)};
    if (f->places)
        a.place = statement_place (block, at);
    VEC_PUSH (*f->found, a);
}

void
select_find (const struct program *p, struct vec_assertions *found)
{
    assert (!found->size);
    struct select_finding f = {found, true};
    visit_asserts ((struct program *) p, find_assert, &f);
    if (found->size <= SELECT_PLACES)
        return;
    found->size = 0;
    f.places = false;
    visit_asserts ((struct program *) p, find_assert, &f);
}

void
select_name (const struct assertions *a, struct text *t)
{
    assert (a->check);
    if (a->place.file)
        text_print (t, "%s:%u", a->place.file, a->place.line);
    if (a->place.file && a->place.column)
        text_print (t, ":%u", a->place.column);
    text_print (t, "%s%s", a->place.file ? " " : "", a->check);
}

static void
find_cut (void *context, struct block *block, size_t at)
{
    bool *found = context;
    *found = *found || assert_is_cut (&block->statement.at[at]);
}

bool
select_has_cut (const struct program *p)
{
    bool found = false;
    visit_asserts ((struct program *) p, find_cut, &found);
    return found;
}

/* ---- copying */

struct select_choice {
    const struct assertions *only;
    bool cuts;
};

static void
choose_assert (void *context, struct block *block, size_t at)
{
    const struct select_choice *c = context;
    struct statement *s = &block->statement.at[at];
    assert (s->kind == STATEMENT_ASSERT);
    bool counts = assert_is_cut (s)
                      ? c->cuts
                      : !c->only || assert_among (c->only, block, at);
    if (!counts)
        s->kind = STATEMENT_ASSUME;
}

void
select_copy (struct program *to, const struct program *from,
             const struct assertions *only, bool cuts)
{
    program_copy (to, from);
    struct select_choice c = {only, cuts};
    visit_asserts (to, choose_assert, &c);
    assert (program_sound (to));
}
