/* horn_clause.c -- see horn_clause.h: what is below terms, and the clauses with
 * their variables. */
#include "frontend/horn_clause.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this many names, the clauses of one assertion list only the variables
 * that occur in them: a conjunction of thousands of clauses is not to cost the
 * square of its size. */
enum { NAMES_MOST = 100000 };

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
        for (uint32_t i = 0; added && i < t->args; i++)
            if (quantifier && i + 1 < t->args)
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

/* The binders of the formula that became universal, in order. */
static void
list_variables (struct skeleton *k, const term *formula, struct term_vec *vars)
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
    for (size_t i = 0; i < s->binder.size; i++) {
        const term *var = s->binder.at[i].var;
        if (!term_map_get (&bound, var) || term_map_get (&is_free, var))
            VEC_PUSH (*vars, var);
    }
    term_map_clear (&bound);
    term_map_clear (&is_free);
    VEC_CLEAR (free_vars);
}

/* Those of `vars` that occur in the clause. */
static void
keep_occurring (struct skeleton *k, const struct bare_clause *c,
                struct term_vec *vars)
{
    struct term_vec found = {0};
    struct term_map occurs = {0};
    const term *part[3] = {c->constraint, c->body, c->head};
    for (int i = 0; i < 3; i++)
        if (part[i])
            term_variables (k->smtlib->terms, part[i], &found);
    for (size_t i = 0; i < found.size; i++)
        term_map_at (&occurs, found.at[i], NULL);
    size_t size = 0;
    for (size_t i = 0; i < vars->size; i++)
        if (term_map_get (&occurs, vars->at[i]))
            vars->at[size++] = vars->at[i];
    vars->size = size;
    VEC_CLEAR (found);
    term_map_clear (&occurs);
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
    *arg = arena_copy (&k->horn->arena, atom->arg,
                       atom->args * sizeof *atom->arg);
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

static void
emit (struct skeleton *k, struct bare_clause bare, const struct term_vec *all,
      bool again, bool sparse, const struct sexpr *command, uint32_t assertion)
{
    struct term_vec vars = {0}, copies = {0};
    for (size_t i = 0; i < all->size; i++)
        VEC_PUSH (vars, all->at[i]);
    if (sparse)
        keep_occurring (k, &bare, &vars);
    struct clause c = {.assertion = assertion,
                       .place = sexpr_place (command, k->horn->file)};
    c.name = arena_new (&k->horn->arena, vars.size * sizeof *c.name);
    for (size_t i = 0; i < vars.size; i++) {
        c.name[i] = smtlib_text (k->smtlib, vars.at[i]);
        const term *copy = vars.at[i];
        if (again)
            copy = smtlib_variable (k->smtlib, c.name[i], copy->sort);
        VEC_PUSH (copies, copy);
    }
    if (again) {
        bare.body = renamed (k, bare.body, &vars, &copies);
        bare.head = renamed (k, bare.head, &vars, &copies);
        bare.constraint = renamed (k, bare.constraint, &vars, &copies);
    }
    c.vars = copies;
    c.body = take_atom (k, bare.body, &c.body_arg);
    c.head = take_atom (k, bare.head, &c.head_arg);
    c.constraint = bare.constraint;
    VEC_PUSH (k->horn->clause, c);
    VEC_CLEAR (vars);
}

bool
skeleton_add (struct skeleton *k, const term *formula, bool positive,
              const struct sexpr *command, uint32_t assertion)
{
    assert (formula->sort->kind == SORT_BOOL);
    struct vec_bare bare = {0};
    struct term_vec vars = {0};
    formula = skeleton_prenex (k, formula, positive);
    bool good = skeleton_split (k, formula, positive, command, &bare);
    if (good)
        list_variables (k, formula, &vars);
    bool sparse = bare.size && vars.size > NAMES_MOST / bare.size
                  && bare.size > 1;
    for (size_t i = 0; good && i < bare.size; i++)
        emit (k, bare.at[i], &vars, i > 0, sparse, command, assertion);
    VEC_CLEAR (bare);
    VEC_CLEAR (vars);
    return good;
}
