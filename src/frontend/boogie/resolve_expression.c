/* resolve_expression.c -- expressions as terms, typed.
 *
 * What is written from left to right without parentheses (a + b + c, m[i][j])
 * is deep on its left side only: that side is walked in a loop. */
#include <string.h>

#include "frontend/boogie/resolve.h"

/* Is the first child resolved before the operator is looked at? */
static bool
has_spine (enum ast_op op)
{
    return op == AST_SELECT || op == AST_UPDATE || op == AST_EXTRACT
           || op == AST_COERCE || (op >= AST_IFF && op <= AST_POWER);
}

static enum polarity
first_polarity (enum ast_op op, enum polarity p)
{
    if (op == AST_AND || op == AST_OR || op == AST_EXPLIES || op == AST_COERCE)
        return p;
    return op == AST_IMPLIES ? -p : POLARITY_NONE;
}

static const term *
fail (struct resolver *r, const struct ast_expression *e, const char *what)
{
    problem_set (r->problem, e->place, "%s", what);
    return NULL;
}

const term *
expression_of_sort (struct resolver *r, const struct ast_expression *e,
                    enum polarity p, const sort *s, const char *what)
{
    assert (e && s);
    const term *t = expression_resolve (r, e, p);
    if (!t || t->sort == s)
        return t;
    problem_set (r->problem, e->place, "%s is %s, needs %s", what,
                 sort_text (r, t->sort), sort_text (r, s));
    return NULL;
}

/* --- leaves ------------------------------------------------------------- */

static const term *
bits (struct resolver *r, const struct ast_expression *e)
{
    assert (e->op == AST_BITS && *e->text);
    if (e->width < 1 || e->width > AST_WIDTH)
        return fail (r, e, "a bit-vector of this width is not supported");
    const term *t = term_bits (r->terms, e->width, e->text);
    const char *digits = e->text + strspn (e->text, "0");
    if (strcmp (t->text, *digits ? digits : "0")) {
        problem_set (r->problem, e->place, "'%sbv%u' does not fit in %u bits",
                     e->text, e->width, e->width);
        return NULL;
    }
    return t;
}

static const term *
variable (struct resolver *r, const struct ast_expression *e)
{
    assert (e->op == AST_NAME && e->text);
    struct meaning m = symbol_of (r, e->text)->variable;
    const struct context *c = &r->context;
    if (m.kind == MEANING_NONE)
        problem_set (r->problem, e->place, "unknown variable '%s'", e->text);
    else if (m.kind == MEANING_GLOBAL && !c->allows_globals)
        problem_set (r->problem, e->place,
                     "%s cannot mention the global variable '%s'", c->where,
                     e->text);
    else if (m.kind == MEANING_OUT && !c->allows_outs)
        problem_set (r->problem, e->place,
                     "%s cannot mention the out-parameter '%s'", c->where,
                     e->text);
    else
        return m.kind == MEANING_GLOBAL && c->in_old
                   ? program_old (r->program, m.term)
                   : m.term;
    return NULL;
}

/* --- applications ------------------------------------------------------- */

static bool
arguments (struct resolver *r, const struct ast_expression *e,
           struct term_vec *out)
{
    for (const struct ast_expression *a = e->child; a; a = a->next) {
        const term *t = expression_resolve (r, a, POLARITY_NONE);
        if (!t)
            return false;
        VEC_PUSH (*out, t);
    }
    return true;
}

static bool
arguments_fit (struct resolver *r, const struct ast_expression *e,
               const struct function *f, const struct term_vec *arg)
{
    assert (!f || f->parameters);
    size_t needs = f ? f->parameters : 0;
    if (arg->size != needs)
        return problem_set (r->problem, e->place,
                            "function '%s' has %zu arguments, needs %zu",
                            e->text, arg->size, needs);
    const struct ast_expression *a = e->child;
    for (size_t i = 0; i < needs; i++, a = a->next)
        if (arg->at[i]->sort != f->parameter[i]->sort)
            return problem_set (r->problem, a->place,
                                "argument %zu of '%s' is %s, needs %s", i + 1,
                                e->text, sort_text (r, arg->at[i]->sort),
                                sort_text (r, f->parameter[i]->sort));
    return true;
}

static const term *
convert (struct resolver *r, const struct ast_expression *e,
         const struct term_vec *arg)
{
    assert (e->op == AST_CALL);
    bool to_int = !strcmp (e->text, "int");
    const sort *needs = to_int ? sort_real (r->terms) : sort_int (r->terms);
    if (arg->size == 1 && arg->at[0]->sort == needs)
        return term_make (r->terms, to_int ? OP_TO_INT : OP_TO_REAL, arg->at, 1,
                          0, 0);
    problem_set (r->problem, e->place, "'%s' needs one %s", e->text,
                 to_int ? "real" : "int");
    return NULL;
}

static const term *
apply (struct resolver *r, const struct ast_expression *e,
       const struct term_vec *arg)
{
    struct function_entry *entry = symbol_of (r, e->text)->function;
    if (!entry) {
        problem_set (r->problem, e->place, "unknown function '%s'", e->text);
        return NULL;
    }
    const struct function *f =
        entry->constant ? NULL : &r->program->function.at[entry->index];
    if (!arguments_fit (r, e, f, arg))
        return NULL;
    return f ? term_apply (r->terms, f->name, f->result, arg->at, arg->size)
             : entry->constant;
}

static const term *
call (struct resolver *r, const struct ast_expression *e)
{
    assert (e->op == AST_CALL && e->text);
    bool converts = !strcmp (e->text, "int") || !strcmp (e->text, "real");
    struct term_vec arg = {0};
    const term *t = NULL;
    if (arguments (r, e, &arg))
        t = converts ? convert (r, e, &arg) : apply (r, e, &arg);
    VEC_CLEAR (arg);
    return t;
}

/* --- the rest ----------------------------------------------------------- */

static const term *
old (struct resolver *r, const struct ast_expression *e, enum polarity p)
{
    assert (e->child && !e->child->next);
    if (!r->context.allows_old) {
        problem_set (r->problem, e->place, "old is not allowed in %s",
                     r->context.where);
        return NULL;
    }
    bool before = r->context.in_old;
    r->context.in_old = true;
    const term *t = expression_resolve (r, e->child, p);
    r->context.in_old = before;
    return t;
}

static const term *
choice (struct resolver *r, const struct ast_expression *e, enum polarity p)
{
    const struct ast_expression *a = e->child->next, *b = a->next;
    const term *condition =
        expression_of_sort (r, e->child, POLARITY_NONE, sort_bool (r->terms),
                            "the condition of 'if'");
    const term *then = condition ? expression_resolve (r, a, p) : NULL;
    const term *other = then ? expression_resolve (r, b, p) : NULL;
    if (other && then->sort == other->sort)
        return term_ite (r->terms, condition, then, other);
    if (other)
        problem_set (r->problem, e->place, "'if' gives %s or %s",
                     sort_text (r, then->sort), sort_text (r, other->sort));
    return NULL;
}

static const term *
negation (struct resolver *r, const struct ast_expression *e, enum polarity p)
{
    assert (e->child && !e->child->next);
    const term *t = expression_resolve (r, e->child, -p);
    bool logical = e->op == AST_NOT;
    if (!t)
        return NULL;
    if (logical && t->sort->kind == SORT_BOOL)
        return term_not (r->terms, t);
    if (!logical && sort_is_number (t->sort))
        return term_negate (r->terms, t);
    problem_set (r->problem, e->place, "'%s' needs %s, found %s",
                 logical ? "!" : "-", logical ? "a bool" : "an int or a real",
                 sort_text (r, t->sort));
    return NULL;
}

/* What has no spine. */
static const term *
resolve (struct resolver *r, const struct ast_expression *e, enum polarity p)
{
    switch (e->op) {
    case AST_NUMBER:
        return term_number (r->terms, sort_int (r->terms), e->text);
    case AST_REAL:
        return term_number (r->terms, sort_real (r->terms), e->text);
    case AST_BITS:
        return bits (r, e);
    case AST_TRUE:
    case AST_FALSE:
        return term_bool (r->terms, e->op == AST_TRUE);
    case AST_NAME:
        return variable (r, e);
    case AST_CALL:
        return call (r, e);
    case AST_OLD:
        return old (r, e, p);
    case AST_IF:
        return choice (r, e, p);
    case AST_FORALL:
    case AST_EXISTS:
        return quantifier_resolve (r, e, p);
    case AST_NOT:
    case AST_NEGATE:
        return negation (r, e, p);
    case AST_CODE:
        return code_resolve (r, e, p);
    case AST_LAMBDA:
        return fail (r, e, "lambda is not supported");
    default:
        return fail (r, e, "a string is allowed in attributes only");
    }
}

const term *
expression_resolve (struct resolver *r, const struct ast_expression *e,
                    enum polarity p)
{
    size_t base = r->spine.size;
    const term *t;
    r->depth++;
    while (has_spine (e->op)) {
        assert (e->child);
        VEC_PUSH (r->spine, ((struct spine) {e, p}));
        p = first_polarity (e->op, p);
        e = e->child;
    }
    if (r->depth > RESOLVE_DEPTH_MOST)
        t = fail (r, e, "expressions are nested too deeply");
    else
        t = resolve (r, e, p);
    while (t && r->spine.size > base) {
        struct spine s = VEC_POP (r->spine);
        t = operator_resolve (r, s.expression, s.polarity, t);
    }
    r->spine.size = base;
    r->depth--;
    return t;
}
