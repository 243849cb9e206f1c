/* cells_guess.c -- see cells_guess.h. */
#include "auto/cells_guess.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "logic/term/sort.h"
#include "logic/term/map.h"

enum { LARGEST = 1 << 30, DEEPEST = 24, CLAIMS_MOST = 100 };

/* `cell is value`, or how it compares; over variables that have the names of
 * the program's. */
struct cells_guess_claim {
    const term *cell, *value;
    bool order;
};

struct guessing {
    const struct horn *horn;
    const struct horn_map *map;
    terms *terms;
    struct horn_user_candidates *to;
    struct VEC (struct cells_guess_claim) claim;
    struct term_vec bound; /* constants that variables are compared with */
    struct term_map falls; /* variables that are made smaller somewhere */
    /* of the relation at hand */
    uint32_t relation;
    const term *number;     /* null: it has none */
    struct term_vec passed; /* the cell of interest has been passed */
    size_t given;
};

/* ---- names */

static bool
name_ends (const char *name, const char *end)
{
    size_t size = strlen (name), last = strlen (end);
    return size >= last && !strcmp (name + size - last, end);
}

/* No loop goes through what is of no object. */
static bool
is_cell (const term *v)
{
    return v->op == OP_VAR && name_ends (v->text, "@cell")
           && !name_ends (v->text, "outside@cell");
}

static bool
is_number (const term *v)
{
    return v->op == OP_VAR && !strncmp (v->text, "@number.", 8);
}

/* A variable of the program. */
static bool
is_own (const term *v)
{
    return v->op == OP_VAR && v->text[0] != '@'
           && !name_ends (v->text, "@cell");
}

/* A constant that is no limit of a type. */
static bool
is_small (const term *e)
{
    return e->op == OP_NUMBER && e->sort->kind == SORT_INT
           && strlen (e->text) < 12
           && llabs (strtoll (e->text, NULL, 10)) < LARGEST;
}

/* ---- the clauses, with the names of the program's variables */

static const term *
clause_named (struct guessing *g, const struct clause *c, const term *e)
{
    struct term_vec from = {0}, to = {0};
    if (c->body != HORN_NONE)
        for (size_t i = 0; i < g->horn->relation.at[c->body].args; i++) {
            const term *is = c->body_arg[i];
            const term *named = g->map->argument[c->body].at[i];
            if (is->op != OP_VAR || is->sort->kind != SORT_INT)
                continue;
            VEC_PUSH (from, is);
            VEC_PUSH (to, term_var (g->terms, named->text, is->sort));
        }
    const term *result =
        from.size ? term_substitute (g->terms, e, from.at, to.at, from.size)
                  : e;
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    return result;
}

/* What a term may be: through choices down to what is none. */
static void
choices (const term *e, unsigned depth, struct term_vec *to)
{
    if (e->op == OP_ITE && depth < DEEPEST) {
        choices (e->arg[1], depth + 1, to);
        choices (e->arg[2], depth + 1, to);
        return;
    }
    for (size_t i = 0; i < to->size; i++)
        if (to->at[i] == e)
            return;
    VEC_PUSH (*to, e);
}

/* ---- claims */

/* What is not known here (@any.., @met..) says nothing. */
static bool
is_sayable (struct guessing *g, const term *e)
{
    struct term_vec v = {0};
    bool fine =
        e->sort->kind == SORT_INT && (e->op != OP_NUMBER || is_small (e));
    term_variables (g->terms, e, &v);
    for (size_t i = 0; i < v.size; i++)
        fine =
            fine
            && (is_own (v.at[i]) || is_cell (v.at[i]) || is_number (v.at[i]));
    VEC_CLEAR (v);
    return fine;
}

static void
claim_add (struct guessing *g, const term *cell, const term *value, bool order)
{
    assert (is_cell (cell));
    struct cells_guess_claim made = {cell, value, order};
    if (cell == value || !is_sayable (g, value))
        return;
    for (size_t i = 0; i < g->claim.size; i++) {
        struct cells_guess_claim *c = &g->claim.at[i];
        if ((c->cell == cell && c->value == value)
            || (c->cell == value && c->value == cell)) {
            c->order = c->order || order;
            return;
        }
    }
    VEC_PUSH (g->claim, made);
}

/* What was stored at i is, in the cell of interest, what it is there: with the
 * cell's number in place of i. */
static void
claim_stored (struct guessing *g, const term *cell, const term *value,
              const term *number)
{
    assert (is_cell (cell) && (!number || is_number (number)));
    struct term_vec v = {0};
    claim_add (g, cell, value, false);
    term_variables (g->terms, value, &v);
    for (size_t i = 0; i < v.size && number; i++)
        if (is_own (v.at[i]))
            claim_add (g, cell,
                       term_substitute (g->terms, value, &v.at[i], &number, 1),
                       false);
    VEC_CLEAR (v);
}

/* Both sides of a comparison, in all choices. */
static void
claim_compared (struct guessing *g, const term *a, const term *b, bool order)
{
    struct term_vec left = {0}, right = {0};
    choices (a, 0, &left);
    choices (b, 0, &right);
    for (size_t i = 0; i < left.size; i++)
        for (size_t k = 0; k < right.size; k++) {
            const term *x = left.at[i], *y = right.at[k];
            if (is_cell (x))
                claim_add (g, x, y, order);
            if (is_cell (y))
                claim_add (g, y, x, order);
        }
    VEC_CLEAR (left);
    VEC_CLEAR (right);
}

static const term *
clause_number (const struct guessing *g, uint32_t relation)
{
    assert (relation < g->horn->relation.size);
    const struct term_vec *named = &g->map->argument[relation];
    for (size_t i = 0; i < named->size; i++)
        if (is_number (named->at[i]))
            return term_var (g->terms, named->at[i]->text,
                             g->horn->relation.at[relation].sort[i]);
    return NULL;
}

/* v + -1. */
static bool
is_less (const term *e, const term *v)
{
    bool has = false, minus = false;
    if (e->op != OP_ADD)
        return false;
    for (uint32_t i = 0; i < e->args; i++) {
        has = has || e->arg[i] == v;
        minus =
            minus || (e->arg[i]->op == OP_NUMBER && e->arg[i]->text[0] == '-');
    }
    return has && minus;
}

/* The new value of a cell; and variables that become one. */
static void
head_look (struct guessing *g, const struct clause *c)
{
    assert (c->head != HORN_NONE && c->head < g->horn->relation.size);
    const struct term_vec *named = &g->map->argument[c->head];
    const term *number = clause_number (g, c->head);
    for (size_t i = 0; i < named->size; i++) {
        const sort *s = g->horn->relation.at[c->head].sort[i];
        if (s->kind != SORT_INT)
            continue;
        const term *own = term_var (g->terms, named->at[i]->text, s);
        struct term_vec is = {0};
        choices (clause_named (g, c, c->head_arg[i]), 0, &is);
        for (size_t k = 0; k < is.size; k++)
            if (is_cell (own))
                claim_stored (g, own, is.at[k], number);
            else if (is_own (own) && is_cell (is.at[k]))
                claim_add (g, is.at[k], own, true);
            else if (is_own (own) && is_less (is.at[k], own))
                term_map_at (&g->falls, own, NULL);
        VEC_CLEAR (is);
    }
}

static void
bound_add (struct guessing *g, const term *a, const term *b)
{
    if (!is_own (a) || !is_small (b) || strtoll (b->text, NULL, 10) < 1)
        return; /* no cell has a number below 0 */
    for (size_t i = 0; i < g->bound.size; i++)
        if (g->bound.at[i] == b)
            return;
    VEC_PUSH (g->bound, b);
}

/* Comparisons: of cells where an assertion fails, of variables anywhere. */
static void
constraint_look (struct guessing *g, const struct clause *c)
{
    const term *all = clause_named (g, c, c->constraint);
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (&all, 1, &place, &order);
    for (size_t i = 0; i < order.size; i++) {
        const term *e = order.at[i];
        bool equation = e->op == OP_EQ && e->arg[0]->sort->kind == SORT_INT;
        if (!equation && e->op != OP_LE && e->op != OP_LT)
            continue;
        if (c->head == HORN_NONE)
            claim_compared (g, e->arg[0], e->arg[1], !equation);
        bound_add (g, e->arg[0], e->arg[1]);
        bound_add (g, e->arg[1], e->arg[0]);
    }
    term_map_clear (&place);
    VEC_CLEAR (order);
}

/* What is a copy of a copy, when nobody knows the first one any more. */
static void
claims_close (struct guessing *g)
{
    for (size_t i = 0; i < g->claim.size && g->claim.size < CLAIMS_MOST; i++)
        for (size_t k = 0; k < i; k++) {
            struct cells_guess_claim a = g->claim.at[i], b = g->claim.at[k];
            if (!is_cell (a.value) || !is_cell (b.value))
                continue;
            if (a.cell == b.cell || a.value == b.value)
                claim_add (g, a.cell == b.cell ? a.value : a.cell,
                           a.cell == b.cell ? b.value : b.cell, false);
            else if (a.cell == b.value || a.value == b.cell)
                claim_add (g, a.cell == b.value ? a.value : a.cell,
                           a.cell == b.value ? b.cell : b.value, false);
        }
}

/* ---- candidates of a relation */

static const term *
compare (struct guessing *g, enum op op, const term *a, const term *b)
{
    assert (a->sort == b->sort);
    return term_make (g->terms, op, (const term *[]) {a, b}, 2, 0, 0);
}

/* In terms of the relation's arguments; null: it has not all of them. */
static const term *
relation_term (struct guessing *g, const term *e)
{
    const struct term_vec *named = &g->map->argument[g->relation];
    const struct term_vec *own = &g->to->argument[g->relation];
    assert (named->size == own->size);
    struct term_vec v = {0}, to = {0};
    term_variables (g->terms, e, &v);
    for (size_t i = 0; i < v.size; i++)
        for (size_t k = 0; k < named->size; k++)
            if (!strcmp (named->at[k]->text, v.at[i]->text)
                && own->at[k]->sort == v.at[i]->sort) {
                VEC_PUSH (to, own->at[k]);
                break;
            }
    const term *result = NULL;
    if (to.size == v.size)
        result =
            v.size ? term_substitute (g->terms, e, v.at, to.at, v.size) : e;
    VEC_CLEAR (v);
    VEC_CLEAR (to);
    return result;
}

/* The cell of interest has been passed on the way up, or on the way down, or
 * lies before the end of a loop that is over. */
static void
passed_find (struct guessing *g)
{
    const struct term_vec *named = &g->map->argument[g->relation];
    const struct term_vec *own = &g->to->argument[g->relation];
    g->passed.size = 0;
    g->number = NULL;
    for (size_t i = 0; i < named->size && !g->number; i++)
        if (is_number (named->at[i]) && own->at[i]->sort->kind == SORT_INT)
            g->number = own->at[i];
    for (size_t i = 0; i < named->size && g->number; i++)
        if (is_own (named->at[i]) && own->at[i]->sort->kind == SORT_INT)
            VEC_PUSH (g->passed, compare (g, OP_LT, g->number, own->at[i]));
    for (size_t i = 0; i < g->bound.size && g->number; i++)
        VEC_PUSH (g->passed, compare (g, OP_LT, g->number, g->bound.at[i]));
    for (size_t i = 0; i < named->size && g->number; i++)
        if (term_map_get (&g->falls, term_var (g->terms, named->at[i]->text,
                                               own->at[i]->sort)))
            VEC_PUSH (g->passed, compare (g, OP_LT, own->at[i], g->number));
}

static void
hint_add (struct guessing *g, const term *formula)
{
    assert (formula->sort->kind == SORT_BOOL);
    struct horn_hint hint = {g->relation, formula};
    if (g->given++ < CELLS_MOST)
        VEC_PUSH (g->to->hint, hint);
}

static void
claim_give (struct guessing *g, const struct cells_guess_claim *c,
            const term *passed)
{
    const term *cell = relation_term (g, c->cell);
    const term *value = relation_term (g, c->value);
    if (!cell || !value || cell == value)
        return;
    const term *not_yet =
        passed ? term_not (g->terms, passed) : term_false (g->terms);
    const term *said[] = {term_eq (g->terms, cell, value),
                          compare (g, OP_LE, cell, value),
                          compare (g, OP_LE, value, cell)};
    for (size_t i = 0; i < (c->order ? 3u : 1u); i++)
        hint_add (g, term_or2 (g->terms, not_yet, said[i]));
}

static void
relation_guess (struct guessing *g)
{
    assert (g->relation < g->to->relations);
    g->given = 0;
    passed_find (g);
    if (!g->number)
        return;
    for (size_t k = 0; k < g->claim.size; k++)
        claim_give (g, &g->claim.at[k], NULL);
    for (size_t i = 0; i < g->passed.size; i++)
        for (size_t k = 0; k < g->claim.size; k++)
            claim_give (g, &g->claim.at[k], g->passed.at[i]);
}

void
cells_user_candidates (const struct horn *horn, const struct horn_map *map,
                       struct horn_user_candidates *hints)
{
    assert (!hints->hint.size);
    struct guessing g = {
        .horn = horn, .map = map, .terms = horn->terms, .to = hints};
    horn_user_candidates_arguments (hints, horn);
    for (size_t i = 0; i < horn->clause.size; i++) {
        if (horn->clause.at[i].head != HORN_NONE)
            head_look (&g, &horn->clause.at[i]);
        constraint_look (&g, &horn->clause.at[i]);
    }
    claims_close (&g);
    for (g.relation = 0; g.relation < horn->relation.size; g.relation++)
        relation_guess (&g);
    VEC_CLEAR (g.claim);
    VEC_CLEAR (g.bound);
    term_map_clear (&g.falls);
    VEC_CLEAR (g.passed);
}
