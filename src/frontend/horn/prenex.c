/* prenex.c -- drops the quantifiers that are universal for the formula.
 *
 * Under `and`, `or`, `not` and the branches of `ite` it is clear whether a
 * quantifier can move to the front as a universal one: a `forall` that stands
 * positively, an `exists` that stands negatively.  Others stay.
 *
 * A `let` may have made one quantified term stand in several places.  They may
 * share the dropped variable: the formula is monotone in them, and whatever
 * value refutes the one refutes all.  Different terms never share a variable,
 * except for those from one definition, expanded twice; these get new ones. */
#include <assert.h>

#include "frontend/horn/clause.h"

struct prenex_visit {
    const term *term;
    bool positive;
    uint32_t next;
    const term *body; /* of a quantifier that is dropped; else null */
};

struct prenex {
    struct skeleton *skeleton;
    struct term_map memo[2]; /* by polarity */
    struct term_map listed;  /* binders of the formula as it was read */
    struct VEC (struct prenex_visit) stack;
    struct term_vec arg;
};

static bool
is_quantifier (const term *t)
{
    return t->op == OP_FORALL || t->op == OP_EXISTS;
}

/* Has polarity below, and something to drop. */
static bool
is_open (struct prenex *p, const term *t, bool positive)
{
    if (!(skeleton_info (p->skeleton, t) & SKELETON_QUANTIFIER))
        return false;
    if (is_quantifier (t))
        return (t->op == OP_FORALL) == positive;
    return t->op == OP_AND || t->op == OP_OR || t->op == OP_NOT
           || (t->op == OP_ITE && t->sort->kind == SORT_BOOL);
}

/* The body of a quantifier, over variables that no other clause has. */
static const term *
quantifier_body (struct prenex *p, const term *t)
{
    struct smtlib *s = p->skeleton->smtlib;
    const term *body = t->arg[t->args - 1];
    if (term_map_get (&p->listed, t->arg[0]))
        return body;
    p->arg.size = 0;
    size_t bounds = term_bounds (t);
    for (size_t i = 0; i < bounds; i++)
        VEC_PUSH (p->arg, smtlib_copy_binder (s, t->arg[i]));
    return term_substitute (s->terms, body, t->arg, p->arg.at, p->arg.size);
}

static const term *
resolve (struct prenex *p, const term *t, bool positive)
{
    if (!is_open (p, t, positive))
        return t;
    const uintptr_t *known = term_map_get (&p->memo[positive], t);
    return known ? (const term *) *known : NULL;
}

static bool
child_positive (const struct prenex_visit *v)
{
    return v->term->op == OP_NOT ? !v->positive : v->positive;
}

/* The i-th part of a visited term; null at the end.  An ite's condition has no
 * polarity and stays. */
static const term *
child_at (const struct prenex_visit *v, uint32_t i)
{
    if (v->body)
        return i ? NULL : v->body;
    if (v->term->op == OP_ITE)
        i++;
    return i < v->term->args ? v->term->arg[i] : NULL;
}

static const term *
visit_result (struct prenex *p, const struct prenex_visit *v)
{
    terms *store = p->skeleton->smtlib->terms;
    p->arg.size = 0;
    const term *child;
    for (uint32_t i = 0; (child = child_at (v, i)); i++)
        VEC_PUSH (p->arg, resolve (p, child, child_positive (v)));
    if (v->body)
        return p->arg.at[0];
    switch (v->term->op) {
    case OP_NOT:
        return term_not (store, p->arg.at[0]);
    case OP_AND:
        return term_and (store, p->arg.at, p->arg.size);
    case OP_OR:
        return term_or (store, p->arg.at, p->arg.size);
    default:
        assert (v->term->op == OP_ITE);
        return term_ite (store, v->term->arg[0], p->arg.at[0], p->arg.at[1]);
    }
}

static void
visit_push (struct prenex *p, const term *t, bool positive)
{
    struct prenex_visit v = {.term = t, .positive = positive};
    if (is_quantifier (t))
        v.body = quantifier_body (p, t);
    VEC_PUSH (p->stack, v);
}

static const term *
prenex_run (struct prenex *p, const term *t, bool positive)
{
    if (!is_open (p, t, positive))
        return t;
    visit_push (p, t, positive);
    while (p->stack.size) {
        struct prenex_visit *v = &VEC_LAST (p->stack);
        const term *child = child_at (v, v->next++);
        if (!child) {
            const term *result = visit_result (p, v);
            *term_map_at (&p->memo[v->positive], v->term, NULL) =
                (uintptr_t) result;
            p->stack.size--;
        } else if (!resolve (p, child, child_positive (v)))
            visit_push (p, child, child_positive (v));
    }
    return resolve (p, t, positive);
}

const term *
skeleton_prenex (struct skeleton *k, const term *t, bool positive)
{
    struct prenex p = {.skeleton = k};
    bool any = skeleton_info (k, t) & SKELETON_QUANTIFIER;
    for (size_t i = 0; any && i < k->smtlib->binder.size; i++)
        term_map_at (&p.listed, k->smtlib->binder.at[i].var, NULL);
    const term *result = prenex_run (&p, t, positive);
    term_map_clear (&p.memo[0]);
    term_map_clear (&p.memo[1]);
    term_map_clear (&p.listed);
    VEC_CLEAR (p.stack);
    VEC_CLEAR (p.arg);
    return result;
}
