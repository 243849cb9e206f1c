/* clause.c -- see clause.h: what is below terms, and the clauses with
 * their variables. */
#include "frontend/horn/clause.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this many names, the clauses of one assertion list only the variables
 * that occur in them: a conjunction of thousands of clauses is not to cost the
 * square of its size. */
enum { NAMES_MOST = 100000 };

struct vec_binder VEC (struct smtlib_binder);

void
skeleton_init (struct skeleton *k, struct horn *horn, struct smtlib *smtlib)
{
    memset (k, 0, sizeof *k);
    k->horn = horn;
    k->smtlib = smtlib;
}

void
skeleton_clear (struct skeleton *k)
{
    VEC_CLEAR (k->info);
}

static uint8_t *
info_at (struct skeleton *k, const term *t)
{
    if (t->id >= k->info.size) {
        size_t old = k->info.size;
        VEC_ROOM (k->info, (size_t) t->id + 1);
        memset (k->info.at + old, 0, k->info.room - old);
        k->info.size = k->info.room;
    }
    return k->info.at + t->id;
}

static uint8_t
info_of (struct skeleton *k, const term *t)
{
    uint8_t info = SKELETON_SEEN;
    uint32_t index;
    for (uint32_t i = 0; i < t->args; i++)
        info |= *info_at (k, t->arg[i]);
    if (t->op == OP_FORALL || t->op == OP_EXISTS)
        info |= SKELETON_QUANTIFIER;
    if (smtlib_is_application (k->smtlib, t, &index))
        info |= SKELETON_RELATION;
    return info;
}

unsigned
skeleton_info (struct skeleton *k, const term *t)
{
    if (*info_at (k, t))
        return *info_at (k, t);
    struct look {
        const term *term;
        uint32_t next;
    };
    struct VEC (struct look) stack = {0};
    VEC_PUSH (stack, ((struct look) {t, 0}));
    while (stack.size) {
        struct look *top = &VEC_LAST (stack);
        if (top->next == top->term->args) {
            uint8_t info = info_of (k, top->term);
            *info_at (k, top->term) = info;
            stack.size--;
            continue;
        }
        const term *child = top->term->arg[top->next++];
        if (!*info_at (k, child))
            VEC_PUSH (stack, ((struct look) {child, 0}));
    }
    VEC_CLEAR (stack);
    return *info_at (k, t);
}

/* The variables that quantifiers still bind. */
static void
find_bound (struct skeleton *k, const term *t, struct term_map *bound)
{
    struct term_map seen = {0};
    struct term_vec stack = {0};
    VEC_PUSH (stack, t);
    while (stack.size) {
        t = VEC_POP (stack);
        bool added;
        if (!(skeleton_info (k, t) & SKELETON_QUANTIFIER))
            continue;
        term_map_at (&seen, t, &added);
        bool quantifier = t->op == OP_FORALL || t->op == OP_EXISTS;
        size_t bounds = quantifier ? term_bounds (t) : 0;
        for (uint32_t i = 0; added && i < t->args; i++)
            if (i < bounds)
                term_map_at (bound, t->arg[i], NULL);
            else
                VEC_PUSH (stack, t->arg[i]);
    }
    term_map_clear (&seen);
    VEC_CLEAR (stack);
}

static int
binder_compare (const void *a, const void *b)
{
    const struct smtlib_binder *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

/* Keeps of the formula's binders those that became universal, in order. */
static void
settle_binders (struct skeleton *k, const term *formula)
{
    struct smtlib *s = k->smtlib;
    struct term_map bound = {0}, is_free = {0};
    struct term_vec free_vars = {0};
    if (skeleton_info (k, formula) & SKELETON_QUANTIFIER) {
        find_bound (k, formula, &bound);
        term_variables (s->terms, formula, &free_vars);
    }
    for (size_t i = 0; i < free_vars.size; i++)
        term_map_at (&is_free, free_vars.at[i], NULL);
    if (s->binder.size)
        qsort (s->binder.at, s->binder.size, sizeof *s->binder.at,
               binder_compare);
    size_t size = 0;
    for (size_t i = 0; i < s->binder.size; i++) {
        const term *var = s->binder.at[i].var;
        if (!term_map_get (&bound, var) || term_map_get (&is_free, var))
            s->binder.at[size++] = s->binder.at[i];
    }
    s->binder.size = size;
    term_map_clear (&bound);
    term_map_clear (&is_free);
    VEC_CLEAR (free_vars);
}

/* The binders of variables that occur in the clause, in order. */
static void
find_occurring (struct skeleton *k, const struct bare_clause *c,
                const struct term_map *binder_at, struct vec_binder *out)
{
    struct term_vec found = {0};
    term_variables (k->smtlib->terms, c->constraint, &found);
    for (size_t i = 0; i < c->body.size; i++)
        term_variables (k->smtlib->terms, c->body.at[i], &found);
    if (c->head)
        term_variables (k->smtlib->terms, c->head, &found);
    for (size_t i = 0; i < found.size; i++) {
        const uintptr_t *at = term_map_get (binder_at, found.at[i]);
        if (at) /* else it is a relation without arguments */
            VEC_PUSH (*out, k->smtlib->binder.at[*at]);
    }
    if (out->size)
        qsort (out->at, out->size, sizeof *out->at, binder_compare);
    VEC_CLEAR (found);
}

/* An application's relation and arguments. */
static uint32_t
take_atom (struct skeleton *k, const term *atom, const term ***arg)
{
    uint32_t relation = HORN_NONE;
    *arg = NULL;
    if (!atom)
        return HORN_NONE;
    bool found = smtlib_is_application (k->smtlib, atom, &relation);
    assert (found);
    (void) found;
    assert (atom->args == k->horn->relation.at[relation].args);
    *arg =
        arena_copy (&k->horn->arena, atom->arg, atom->args * sizeof *atom->arg);
    return relation;
}

static const term *
renamed (struct skeleton *k, const term *t, const struct term_vec *from,
         const struct term_vec *to)
{
    if (!t)
        return NULL;
    assert (from->size == to->size);
    return term_substitute (k->smtlib->terms, t, from->at, to->at, to->size);
}

/* Fills the variables of a clause; `again`: with new ones, put in the place of
 * the old ones. */
static void
take_variables (struct skeleton *k, struct clause *c, struct bare_clause *bare,
                const struct smtlib_binder *binder, size_t binders, bool again)
{
    struct term_vec old = {0};
    c->name = arena_new (&k->horn->arena, binders * sizeof *c->name);
    for (size_t i = 0; i < binders; i++) {
        const term *var = binder[i].var;
        c->name[i] = binder[i].name;
        VEC_PUSH (old, var);
        if (again)
            var = smtlib_variable (k->smtlib, binder[i].name, var->sort);
        VEC_PUSH (c->vars, var);
    }
    if (again) {
        for (size_t i = 0; i < bare->body.size; i++)
            bare->body.at[i] = renamed (k, bare->body.at[i], &old, &c->vars);
        bare->head = renamed (k, bare->head, &old, &c->vars);
        bare->constraint = renamed (k, bare->constraint, &old, &c->vars);
    }
    VEC_CLEAR (old);
}

static void
take_body (struct skeleton *k, const struct term_vec *body, struct clause *c)
{
    c->body = take_atom (k, body->size ? body->at[0] : NULL, &c->body_arg);
    if (body->size < 2)
        return;
    c->mores = body->size - 1;
    c->more = arena_new (&k->horn->arena, c->mores * sizeof *c->more);
    for (size_t i = 0; i < c->mores; i++)
        c->more[i].relation = take_atom (k, body->at[i + 1], &c->more[i].arg);
}

/* Adds the clauses of one assertion.  Each lists all binders of it, so that a
 * derivation can give a value to each, unless that is too much. */
static void
emit (struct skeleton *k, const struct vec_bare *bare,
      const struct sexpr *command, uint32_t assertion)
{
    const struct smtlib *s = k->smtlib;
    bool sparse = bare->size > 1 && s->binder.size > NAMES_MOST / bare->size;
    struct term_map binder_at = {0};
    for (size_t i = 0; sparse && i < s->binder.size; i++)
        *term_map_at (&binder_at, s->binder.at[i].var, NULL) = i;
    for (size_t i = 0; i < bare->size; i++) {
        struct bare_clause b = bare->at[i]; /* its body is renamed in place */
        struct vec_binder some = {0};
        if (sparse)
            find_occurring (k, &b, &binder_at, &some);
        struct clause c = {.assertion = assertion,
                           .place = sexpr_place (command, k->horn->file)};
        take_variables (k, &c, &b, sparse ? some.at : s->binder.at,
                        sparse ? some.size : s->binder.size, i > 0);
        take_body (k, &b.body, &c);
        c.head = take_atom (k, b.head, &c.head_arg);
        c.constraint = b.constraint;
        VEC_PUSH (k->horn->clause, c);
        VEC_CLEAR (some);
    }
    term_map_clear (&binder_at);
}

bool
skeleton_add (struct skeleton *k, const term *formula, bool positive,
              const struct sexpr *command, uint32_t assertion)
{
    assert (formula->sort->kind == SORT_BOOL);
    struct vec_bare bare = {0};
    formula = skeleton_prenex (k, formula, positive);
    bool good = skeleton_split (k, formula, positive, command, &bare);
    if (good) {
        settle_binders (k, formula);
        emit (k, &bare, command, assertion);
    }
    for (size_t i = 0; i < bare.size; i++)
        VEC_CLEAR (bare.at[i].body);
    VEC_CLEAR (bare);
    return good;
}
