/* horn.c -- see horn.h. */
#include "horn/horn.h"

#include <assert.h>
#include <string.h>

void
horn_init (struct horn *h, const char *file)
{
    assert (file);
    memset (h, 0, sizeof *h);
    h->terms = terms_new ();
    arena_init (&h->arena);
    h->file = memory_string (file);
}

void
horn_clear (struct horn *h)
{
    for (size_t i = 0; i < h->clause.size; i++)
        VEC_CLEAR (h->clause.at[i].vars);
    VEC_CLEAR (h->clause);
    VEC_CLEAR (h->relation);
    arena_clear (&h->arena);
    terms_free (h->terms);
    memory_free (h->file);
    memset (h, 0, sizeof *h);
}

static void
survey_sort (struct horn *h, const sort *s)
{
    if (s->kind == SORT_REAL)
        h->has_reals = true;
    else if (s->kind == SORT_BV)
        h->has_bits = true;
    else if (s->kind == SORT_ARRAY) {
        h->has_arrays = true;
        survey_sort (h, s->index);
        survey_sort (h, s->element);
    }
}

static bool
is_nonlinear (const term *t)
{
    if (t->op == OP_DIVIDE || t->op == OP_IDIV || t->op == OP_MOD)
        return !term_is_constant (t->arg[1]);
    uint32_t open = 0;
    for (uint32_t i = 0; t->op == OP_MUL && i < t->args; i++)
        open += !term_is_constant (t->arg[i]);
    return open > 1;
}

/* Everything below the term that was not seen before; `seen` is by id. */
static void
survey_term (struct horn *h, const term *t, bool *seen, struct term_vec *stack)
{
    assert (!stack->size);
    VEC_PUSH (*stack, t);
    while (stack->size) {
        t = VEC_POP (*stack);
        assert (t->id < terms_count (h->terms));
        if (seen[t->id])
            continue;
        seen[t->id] = true;
        survey_sort (h, t->sort);
        h->nonlinear |= is_nonlinear (t);
        for (uint32_t i = 0; i < t->args; i++)
            VEC_PUSH (*stack, t->arg[i]);
    }
}

void
horn_survey (struct horn *h)
{
    bool *seen = NEW_ARRAY (bool, terms_count (h->terms));
    struct term_vec stack = {0};
    h->has_bits = h->has_arrays = h->has_reals = h->nonlinear = false;
    for (size_t i = 0; i < h->relation.size; i++)
        for (size_t j = 0; j < h->relation.at[i].args; j++)
            survey_sort (h, h->relation.at[i].sort[j]);
    for (size_t i = 0; i < h->clause.size; i++) {
        const struct clause *c = h->clause.at + i;
        survey_term (h, c->constraint, seen, &stack);
        for (size_t j = 0; j < c->vars.size; j++)
            survey_sort (h, c->vars.at[j]->sort);
        size_t atoms = clause_atoms (c);
        for (size_t a = 0; a <= atoms; a++) {
            struct horn_atom atom =
                a < atoms ? clause_atom (c, a)
                          : (struct horn_atom) {c->head, c->head_arg};
            for (size_t j = 0; atom.relation != HORN_NONE
                               && j < h->relation.at[atom.relation].args;
                 j++)
                survey_term (h, atom.arg[j], seen, &stack);
        }
    }
    memory_free (seen);
    VEC_CLEAR (stack);
}

bool
horn_linear (const struct horn *h)
{
    for (size_t i = 0; i < h->clause.size; i++)
        if (h->clause.at[i].mores)
            return false;
    return true;
}

size_t
clause_atoms (const struct clause *c)
{
    assert (c->body != HORN_NONE || !c->mores);
    return c->body == HORN_NONE ? 0 : 1 + c->mores;
}

struct horn_atom
clause_atom (const struct clause *c, size_t i)
{
    assert (i < clause_atoms (c));
    return i ? c->more[i - 1] : (struct horn_atom) {c->body, c->body_arg};
}
