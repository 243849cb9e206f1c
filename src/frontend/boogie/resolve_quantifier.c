/* resolve_quantifier.c -- forall and exists, with triggers.
 *
 * Bound variables get names that no visible variable has, so their terms are
 * their own.  Attributes of quantifiers ({:qid ..}, {:weight ..}) only advise a
 * solver; terms have no place for them. */
#include "frontend/boogie/resolve.h"

static bool
bind (struct resolver *r, const struct ast_variable *v, struct term_vec *bound)
{
    for (; v; v = v->next) {
        const sort *s = type_resolve (r, v->type);
        assert (!v->where);
        if (!s)
            return false;
        VEC_PUSH (*bound, scope_declare (r, v->name, s, MEANING_BOUND));
    }
    return true;
}

static bool
triggers (struct resolver *r, const struct ast_trigger *g,
          struct term_vec *pattern)
{
    struct term_vec part = {0};
    bool good = true;
    for (; g && good; g = g->next) {
        part.size = 0;
        for (const struct ast_expression *e = g->term; e && good; e = e->next) {
            const term *t = expression_resolve (r, e, POLARITY_NONE);
            good = t != NULL;
            VEC_PUSH (part, t);
        }
        if (good && part.size)
            VEC_PUSH (*pattern, term_pattern (r->terms, part.at, part.size));
    }
    VEC_CLEAR (part);
    return good;
}

const term *
quantifier_resolve (struct resolver *r, const struct ast_expression *e,
                    enum polarity p)
{
    enum op op = e->op == AST_FORALL ? OP_FORALL : OP_EXISTS;
    struct term_vec bound = {0}, pattern = {0};
    const term *t = NULL;
    if (e->type_parameter)
        return polymorphic (r, e->type_parameter, "quantifier"), NULL;
    assert (e->bound && e->child && !e->child->next);
    if (!names_differ (r, e->bound, NULL, NULL, "bound variable"))
        return NULL;
    size_t scope = scope_open (r);
    if (bind (r, e->bound, &bound) && triggers (r, e->trigger, &pattern))
        t = expression_of_sort (r, e->child, p, sort_bool (r->terms),
                                "the body of a quantifier");
    if (t)
        t = term_quantify_with (r->terms, op, bound.at, bound.size, pattern.at,
                                pattern.size, t);
    scope_close (r, scope);
    VEC_CLEAR (bound);
    VEC_CLEAR (pattern);
    return t;
}
