/* arith.c -- see arith.h. */
#include "logic/arith/internal.h"

#include <assert.h>

/* Beyond this the dense tableau is slower than a solver. */
enum { ARITH_COLUMNS = 250 };

arith *
arith_new (terms *store)
{
    arith *a = NEW (arith);
    a->terms = store;
    arena_init (&a->arena);
    map_init (&a->literal_of);
    map_init (&a->form_of);
    map_init (&a->var_of);
    a->simplex = simplex_new ();
    return a;
}

void
arith_free (arith *a)
{
    simplex_free (a->simplex);
    map_clear (&a->literal_of);
    map_clear (&a->form_of);
    map_clear (&a->var_of);
    VEC_CLEAR (a->literal);
    VEC_CLEAR (a->form);
    VEC_CLEAR (a->var);
    VEC_CLEAR (a->used_form);
    VEC_CLEAR (a->used_var);
    VEC_CLEAR (a->unequal);
    VEC_CLEAR (a->open);
    VEC_CLEAR (a->choice);
    VEC_CLEAR (a->level);
    VEC_CLEAR (a->reason);
    arena_clear (&a->arena);
    memory_free (a);
}

void
arith_reset (arith *a)
{
    for (size_t i = 0; i < a->used_form.size; i++)
        a->form.at[a->used_form.at[i]].column = 0;
    for (size_t i = 0; i < a->used_var.size; i++)
        a->var.at[a->used_var.at[i]].column = 0;
    a->used_form.size = a->used_var.size = 0;
    a->unequal.size = a->open.size = a->level.size = a->reason.size = 0;
    a->foreign = 0;
    simplex_reset (a->simplex);
}

uint64_t
arith_units (const arith *a)
{
    return a->units + simplex_steps (a->simplex) * 4;
}

/* ---- a session */

static uint32_t
arith_var_column (arith *a, uint32_t var)
{
    struct arith_var *v = &a->var.at[var];
    if (!v->column) {
        v->column = 1
                    + (v->is_bool ? simplex_var_within (a->simplex, 0, 1)
                                  : simplex_var (a->simplex));
        VEC_PUSH (a->used_var, var);
    }
    return v->column - 1;
}

static uint32_t
arith_form_column (arith *a, uint32_t form)
{
    struct arith_form *f = &a->form.at[form];
    if (f->size == 1 && f->part[0].factor == 1)
        return arith_var_column (a, f->part[0].var);
    if (!f->column) {
        struct simplex_part *part = NEW_ARRAY (struct simplex_part, f->size);
        for (size_t i = 0; i < f->size; i++)
            part[i] = (struct simplex_part) {
                arith_var_column (a, f->part[i].var), f->part[i].factor};
        f->column = simplex_row (a->simplex, part, f->size) + 1;
        VEC_PUSH (a->used_form, form);
        memory_free (part);
    }
    return f->column - 1;
}

void
arith_push (arith *a)
{
    struct arith_level level = {a->unequal.size, a->open.size, a->foreign,
                                a->reason.size};
    VEC_PUSH (a->level, level);
    simplex_push (a->simplex);
}

void
arith_pop (arith *a)
{
    struct arith_level level = VEC_POP (a->level);
    a->unequal.size = level.unequal;
    a->open.size = level.open;
    a->foreign = level.foreign;
    a->reason.size = level.reason;
    simplex_pop (a->simplex);
}

void
arith_bound (arith *a, struct arith_literal l, uint32_t reason)
{
    uint32_t column = arith_form_column (a, l.form);
    if (l.kind != LITERAL_UPPER)
        simplex_lower (a->simplex, column, l.bound, reason);
    if (l.kind != LITERAL_LOWER)
        simplex_upper (a->simplex, column, l.bound, reason);
}

bool
arith_assert (arith *a, const term *t, uint32_t mark)
{
    struct term_vec part = {0};
    size_t foreign = a->foreign;
    term_conjuncts (a->terms, t, &part);
    for (size_t i = 0; i < part.size; i++) {
        uint32_t index;
        struct arith_literal l = arith_literal_of (a, part.at[i], &index);
        a->units++;
        if (l.kind == LITERAL_FOREIGN
            || simplex_size (a->simplex) > ARITH_COLUMNS)
            a->foreign++;
        else if (l.kind == LITERAL_UNEQUAL)
            VEC_PUSH (a->unequal, index);
        else if (l.kind == LITERAL_CHOICE)
            VEC_PUSH (a->open, index);
        else if (l.kind == LITERAL_FALSE) {
            uint32_t column = simplex_var (a->simplex);
            simplex_lower (a->simplex, column, 1, UINT32_MAX);
            simplex_upper (a->simplex, column, 0, UINT32_MAX);
        } else if (l.kind != LITERAL_TRUE) {
            arith_bound (a, l,
                         a->splits ? UINT32_MAX : (uint32_t) a->reason.size);
            struct arith_reason r = {l, mark};
            if (!a->splits)
                VEC_PUSH (a->reason, r);
        }
    }
    VEC_CLEAR (part);
    return foreign == a->foreign;
}
