/* karr.c -- affine equations that hold at each location.
 *
 * Karr (1976), in the form of Mueller-Olm and Seidl (2004): the affine hull of
 * what may be reached is kept as the span of vectors (1, x), so a join is the
 * sum of two spans and an affine update maps vectors.  Auxiliaries, and terms
 * that are not linear, are further columns that may be anything.  An equation
 * of the guard cuts the span by a hyperplane.  Booleans are numbers 0 and 1 on
 * the way. */
#include "cegar/candidates/internal.h"

#include <assert.h>

#include "logic/term/sort.h"

enum { KARR_WORK = 1500000 };

struct vec_linear VEC (struct linear);

/* A transition as linear forms; the parts' variables have columns. */
struct karr_step {
    struct term_map column;
    size_t columns;
    struct vec_linear equation, update;
};

struct karr {
    const struct system *system;
    struct karr_step **step;      /* per transition; null until needed */
    struct candidates_span *span; /* per location */
    uint64_t work;
};

/* ---- transitions as forms */

static void
karr_column (struct karr_step *k, const term *t)
{
    bool added;
    uintptr_t *at = term_map_at (&k->column, t, &added);
    if (added)
        *at = k->columns++;
}

/* Adds factor * t, whatever its sort. */
static void
form_add (struct linear *form, terms *store, const term *t, long factor)
{
    mpq_t f;
    mpq_init (f);
    mpq_set_si (f, factor, 1);
    if (sort_is_number (t->sort))
        linear_add (form, store, t, f, true);
    else if (term_is_true (t) || term_is_false (t)) {
        if (term_is_true (t))
            mpq_add (form->constant, form->constant, f);
    } else {
        /* A part of its own: logic/arith/linear.c only takes numbers, so it is appended to
           a form that has no part of this sort; order does not matter here. */
        form->part =
            memory_resize (form->part, (form->size + 1) * sizeof *form->part);
        form->room = form->size + 1;
        form->part[form->size].var = t;
        mpq_init (form->part[form->size].factor);
        mpq_set (form->part[form->size].factor, f);
        form->size++;
    }
    mpq_clear (f);
}

static bool
karr_equation (terms *store, const term *literal, struct linear *form)
{
    const term *atom = literal->op == OP_NOT ? literal->arg[0] : literal;
    enum linear_relation relation;
    if (atom->op == OP_VAR) {
        form_add (form, store, atom, 1);
        if (atom == literal)
            form_add (form, store, term_true (store), -1);
        return true;
    }
    if (literal->op != OP_EQ)
        return false;
    if (sort_is_number (literal->arg[0]->sort))
        return linear_literal (store, literal, form, &relation)
               && relation == LINEAR_EQ;
    form_add (form, store, literal->arg[0], 1);
    form_add (form, store, literal->arg[1], -1);
    return true;
}

static struct karr_step *
karr_step_new (struct karr *k, const struct transition *t)
{
    terms *store = k->system->terms;
    struct karr_step *made = NEW (struct karr_step);
    const struct term_vec *vars = &k->system->location.at[t->from].vars;
    made->columns = 1;
    for (size_t i = 0; i < vars->size; i++)
        karr_column (made, vars->at[i]);
    for (size_t p = 0; p < t->more.size; p++)
        for (size_t i = 0; i < t->more.at[p].vars.size; i++)
            karr_column (made, t->more.at[p].vars.at[i]);
    struct term_vec part = {0};
    term_conjuncts (store, t->guard, &part);
    for (size_t i = 0; i < part.size; i++) {
        struct linear form;
        linear_init (&form);
        if (karr_equation (store, part.at[i], &form))
            VEC_PUSH (made->equation, form);
        else
            linear_clear (&form);
    }
    VEC_CLEAR (part);
    for (size_t i = 0; i < t->update.size; i++) {
        struct linear form;
        linear_init (&form);
        form_add (&form, store, t->update.at[i], 1);
        VEC_PUSH (made->update, form);
    }
    const struct vec_linear *both[] = {&made->equation, &made->update};
    for (int b = 0; b < 2; b++)
        for (size_t i = 0; i < both[b]->size; i++)
            for (size_t j = 0; j < both[b]->at[i].size; j++)
                karr_column (made, both[b]->at[i].part[j].var);
    return made;
}

static void
karr_step_free (struct karr_step *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->equation.size; i++)
        linear_clear (&s->equation.at[i]);
    for (size_t i = 0; i < s->update.size; i++)
        linear_clear (&s->update.at[i]);
    VEC_CLEAR (s->equation);
    VEC_CLEAR (s->update);
    term_map_clear (&s->column);
    memory_free (s);
}

/* ---- the analysis */

/* The value of a form at a vector whose column 0 is the constant's. */
static void
form_value (const struct karr_step *k, const struct linear *form, mpq_t *vector,
            mpq_t result, mpq_t scratch)
{
    mpq_mul (result, form->constant, vector[0]);
    for (size_t i = 0; i < form->size; i++) {
        size_t c = *term_map_get (&k->column, form->part[i].var);
        assert (c && c < k->columns);
        if (!mpq_sgn (vector[c]))
            continue;
        mpq_mul (scratch, form->part[i].factor, vector[c]);
        mpq_add (result, result, scratch);
    }
}

/* Leaves what satisfies the equation.  The last vector that does not is used
 * up: auxiliaries come last, and their vectors are short. */
static void
karr_cut (const struct karr_step *k, const struct linear *equation,
          struct candidates_span *s)
{
    assert (s->columns == k->columns);
    size_t rows = s->row.size, pivot = rows;
    mpq_t *value = vector_new (rows + 1);
    for (size_t i = 0; i < rows; i++) {
        form_value (k, equation, s->row.at[i].cell, value[i], value[rows]);
        if (mpq_sgn (value[i]))
            pivot = i;
    }
    s->work += rows * (equation->size + 1);
    for (size_t i = 0; i < pivot && pivot < rows; i++)
        if (mpq_sgn (value[i])) {
            mpq_div (value[rows], value[i], value[pivot]);
            span_subtract (s, i, pivot, value[rows]);
        }
    if (pivot < rows)
        span_remove (s, pivot);
    vector_free (value, rows + 1);
}

/* Beside the rows of the first premise those of another one, from `column` on: of
 * its states one is put beside all that is there, and every direction from it is a
 * direction of the whole.  False: it has no state. */
static bool
karr_premise (struct candidates_span *middle,
              const struct candidates_span *from, size_t column)
{
    size_t base = 0, rows = middle->row.size;
    while (base < from->row.size && !mpq_sgn (from->row.at[base].cell[0]))
        base++;
    if (base == from->row.size)
        return false;
    mpq_t factor, part;
    mpq_inits (factor, part, NULL);
    mpq_t *one = from->row.at[base].cell;
    for (size_t i = 0; i < rows; i++) {
        mpq_t *cell = middle->row.at[i].cell;
        mpq_div (factor, cell[0], one[0]);
        for (size_t c = 1; c < from->columns; c++)
            mpq_mul (cell[column + c - 1], one[c], factor);
    }
    for (size_t i = 0; i < from->row.size; i++) {
        mpq_t *row = from->row.at[i].cell;
        if (i == base)
            continue;
        mpq_t *cell = span_push (middle);
        mpq_div (factor, row[0], one[0]);
        for (size_t c = 1; c < from->columns; c++) {
            mpq_mul (part, one[c], factor);
            mpq_sub (cell[column + c - 1], row[c], part);
        }
    }
    mpq_clears (factor, part, NULL);
    return true;
}

/* What the transition makes of a span, added to that of its target; false:
 * nothing new. */
static bool
karr_post (struct karr *k, uint32_t transition)
{
    const struct transition *t = &k->system->transition.at[transition];
    if (!k->step[transition])
        k->step[transition] = karr_step_new (k, t);
    const struct karr_step *step = k->step[transition];
    const struct candidates_span *from = &k->span[t->from];
    struct candidates_span *to = &k->span[t->to];
    struct candidates_span middle;
    span_init (&middle, step->columns);
    assert (from->columns <= step->columns);
    assert (to->columns == step->update.size + 1);
    for (size_t i = 0; i < from->row.size; i++) {
        mpq_t *cell = span_push (&middle);
        for (size_t c = 0; c < from->columns; c++)
            mpq_set (cell[c], from->row.at[i].cell[c]);
    }
    size_t column = from->columns;
    bool reached = true;
    for (size_t p = 0; reached && p < t->more.size; p++) {
        const struct candidates_span *more = &k->span[t->more.at[p].location];
        reached = karr_premise (&middle, more, column);
        column += more->columns - 1;
    }
    if (!reached) {
        span_clear (&middle);
        return false;
    }
    for (size_t c = column; c < step->columns; c++)
        mpq_set_ui (span_push (&middle)[c], 1, 1);
    for (size_t i = 0; i < step->equation.size; i++)
        karr_cut (step, &step->equation.at[i], &middle);
    bool some = false, grown = false;
    for (size_t i = 0; i < middle.row.size; i++)
        some |= mpq_sgn (middle.row.at[i].cell[0]) != 0;
    uint64_t before = to->work;
    mpq_t *vector = vector_new (to->columns + 1);
    for (size_t i = 0; some && i < middle.row.size; i++) {
        mpq_t *cell = middle.row.at[i].cell;
        mpq_set (vector[0], cell[0]);
        for (size_t c = 1; c < to->columns; c++)
            form_value (step, &step->update.at[c - 1], cell, vector[c],
                        vector[to->columns]);
        middle.work += to->columns;
        grown |= span_insert (to, vector);
    }
    vector_free (vector, to->columns + 1);
    k->work += middle.work + to->work - before;
    span_clear (&middle);
    return grown;
}

/* To the fixed point; false: too much work. */
static bool
karr_run (struct karr *k)
{
    const struct system *s = k->system;
    bool *waiting = NEW_ARRAY (bool, s->location.size);
    struct vec_index queue = {0};
    mpq_t *unit = vector_new (1);
    mpq_set_ui (unit[0], 1, 1);
    span_insert (&k->span[SYSTEM_ENTRY], unit);
    vector_free (unit, 1);
    VEC_PUSH (queue, SYSTEM_ENTRY);
    for (size_t head = 0; head < queue.size && k->work < KARR_WORK; head++) {
        uint32_t at = queue.at[head];
        waiting[at] = false;
        for (size_t i = 0; i < s->leaving[at].size && k->work < KARR_WORK;
             i++) {
            uint32_t to = s->transition.at[s->leaving[at].at[i]].to;
            if (to == SYSTEM_ERROR
                || k->span[to].row.size == k->span[to].columns)
                continue;
            if (karr_post (k, s->leaving[at].at[i]) && !waiting[to]) {
                waiting[to] = true;
                VEC_PUSH (queue, to);
            }
        }
    }
    VEC_CLEAR (queue);
    memory_free (waiting);
    return k->work < KARR_WORK;
}

/* ---- equations */

/* Equations of the analysis between variables of one sort. */
static void
karr_equations (struct candidate_pool *p, uint32_t location,
                const struct candidates_span *whole,
                const struct term_vec *vars, const struct vec_index *column)
{
    assert (vars->size == column->size);
    assert (location < p->system->location.size);
    struct candidates_span s;
    span_init (&s, vars->size + 1);
    for (size_t i = 0; i < whole->row.size; i++) {
        mpq_t *vector = vector_new (s.columns);
        mpq_set (vector[0], whole->row.at[i].cell[0]);
        for (size_t c = 0; c < vars->size; c++)
            mpq_set (vector[c + 1], whole->row.at[i].cell[column->at[c] + 1]);
        span_insert (&s, vector);
        vector_free (vector, s.columns);
    }
    if (s.row.size)
        equations_add (p, location, &s, vars, 0, NULL);
    span_clear (&s);
}

static void
location_equations (struct candidate_pool *p, uint32_t l,
                    const struct candidates_span *span)
{
    assert (l < p->system->location.size);
    static const enum sort_kind number[] = {SORT_INT, SORT_REAL};
    for (int k = 0; k < 2; k++) {
        struct term_vec vars = {0};
        struct vec_index column = {0};
        location_columns (p->system, l, number[k], &vars, &column);
        if (vars.size)
            karr_equations (p, l, span, &vars, &column);
        VEC_CLEAR (vars);
        VEC_CLEAR (column);
    }
}

void
candidates_karr (struct candidate_pool *p)
{
    const struct system *s = p->system;
    struct karr k = {.system = s};
    k.step = NEW_ARRAY (struct karr_step *, s->transition.size + 1);
    k.span = NEW_ARRAY (struct candidates_span, s->location.size);
    for (size_t l = 0; l < s->location.size; l++)
        span_init (&k.span[l], s->location.at[l].vars.size + 1);
    bool whole = karr_run (&k);
    for (uint32_t l = 0; whole && l < s->location.size; l++)
        if (location_live (s, l))
            location_equations (p, l, &k.span[l]);
    for (size_t l = 0; l < s->location.size; l++)
        span_clear (&k.span[l]);
    for (size_t i = 0; i < s->transition.size; i++)
        karr_step_free (k.step[i]);
    memory_free (k.step);
    memory_free (k.span);
}
