/* resolve_statement.c -- assert, assume, assign, havoc, call. */
#include "frontend/boogie/resolve.h"

static const term **
keep (struct resolver *r, const struct term_vec *v)
{
    return v->size
               ? arena_copy (&r->program->arena, v->at, v->size * sizeof *v->at)
               : NULL;
}

static void
keep_both (struct resolver *r, struct statement *s,
           const struct term_vec *target, const struct term_vec *value)
{
    s->target = keep (r, target);
    s->value = keep (r, value);
    s->targets = (uint32_t) target->size;
    s->values = (uint32_t) value->size;
}

/* --- targets ------------------------------------------------------------ */

/* The variable that may be changed there; null with a problem. */
static const term *
target_variable (struct resolver *r, const struct ast_expression *e)
{
    static const char *const fixed[] = {[MEANING_CONSTANT] = "a constant",
                                        [MEANING_IN] = "an in-parameter",
                                        [MEANING_BOUND] = "a bound variable"};
    assert (e->op == AST_NAME);
    struct meaning m = symbol_of (r, e->text)->variable;
    if (m.kind == MEANING_NONE)
        problem_set (r->problem, e->place, "unknown variable '%s'", e->text);
    else if (m.kind == MEANING_CONSTANT || m.kind == MEANING_IN
             || m.kind == MEANING_BOUND)
        problem_set (r->problem, e->place, "'%s' is %s and cannot be changed",
                     e->text, fixed[m.kind]);
    else
        return m.term;
    return NULL;
}

/* Is it the first time in this list (since r->stamp was raised)? */
static bool
target_first (struct resolver *r, const struct ast_expression *e)
{
    assert (e->op == AST_NAME && r->stamp);
    struct symbol *s = symbol_of (r, e->text);
    bool first = s->stamp != r->stamp;
    s->stamp = r->stamp;
    return first;
}

static bool
targets_resolve (struct resolver *r, const struct ast_expression *e,
                 bool repeats, struct term_vec *target)
{
    r->stamp++;
    for (; e; e = e->next) {
        if (e->op != AST_NAME)
            return problem_set (r->problem, e->place, "a variable is needed");
        const term *t = target_variable (r, e);
        if (!t)
            return false;
        if (target_first (r, e))
            VEC_PUSH (*target, t);
        else if (!repeats)
            return problem_set (r->problem, e->place,
                                "'%s' is assigned twice at once", e->text);
    }
    return true;
}

/* --- assignment --------------------------------------------------------- */

/* The indices of m[i, j][k], and m itself. */
static const struct ast_expression *
target_indices (struct resolver *r, const struct ast_expression *e,
                struct term_vec *index)
{
    assert (!index->size);
    struct vec_spine level = {0};
    bool good = true;
    for (; e->op == AST_SELECT; e = e->child)
        VEC_PUSH (level, ((struct spine) {e, POLARITY_NONE}));
    while (level.size && good) {
        const struct ast_expression *a = VEC_POP (level).expression;
        good = indices_there (r, a);
        for (a = a->child->next; a && good; a = a->next) {
            const term *t = expression_resolve (r, a, POLARITY_NONE);
            good = t != NULL;
            VEC_PUSH (*index, t);
        }
    }
    VEC_CLEAR (level);
    if (good && e->op != AST_NAME)
        good = problem_set (r->problem, e->place, "this cannot be assigned to");
    return good ? e : NULL;
}

/* The variable that e := value changes, and its new value. */
static const term *
assign_one (struct resolver *r, const struct ast_expression *e,
            const term **value)
{
    struct term_vec index = {0};
    const struct ast_expression *name = target_indices (r, e, &index);
    const term *t = name ? target_variable (r, name) : NULL;
    if (t && index.size) {
        *value = map_update (r, e->place, t, &index, *value);
        t = *value ? t : NULL;
    } else if (t && t->sort != (*value)->sort) {
        problem_set (r->problem, e->place, "'%s' is %s and cannot be %s",
                     e->text, sort_text (r, t->sort),
                     sort_text (r, (*value)->sort));
        t = NULL;
    }
    VEC_CLEAR (index);
    return t;
}

/* Like target_first, for m[i] too: indices, which may have code in them, are
 * resolved before. */
static bool
assign_distinct (struct resolver *r, const struct ast_expression *e)
{
    r->stamp++;
    for (; e; e = e->next) {
        const struct ast_expression *name = e;
        while (name->op == AST_SELECT)
            name = name->child;
        if (!target_first (r, name))
            return problem_set (r->problem, name->place,
                                "'%s' is assigned twice at once", name->text);
    }
    return true;
}

static bool
assign (struct resolver *r, const struct ast_statement *a, struct statement *s)
{
    assert (a->target && a->value);
    struct term_vec target = {0}, value = {0};
    const struct ast_expression *e = a->target, *v = a->value;
    for (; e && v; e = e->next, v = v->next) {
        const term *to = expression_resolve (r, v, POLARITY_NONE);
        const term *t = to ? assign_one (r, e, &to) : NULL;
        if (!t)
            break;
        VEC_PUSH (target, t);
        VEC_PUSH (value, to);
    }
    s->kind = STATEMENT_ASSIGN;
    keep_both (r, s, &target, &value);
    VEC_CLEAR (target);
    VEC_CLEAR (value);
    return !e && !v && assign_distinct (r, a->target);
}

static bool
havoc (struct resolver *r, const struct ast_statement *a, struct statement *s)
{
    assert (a->target && !a->value);
    struct term_vec target = {0}, none = {0};
    s->kind = STATEMENT_HAVOC;
    bool good = targets_resolve (r, a->target, true, &target);
    keep_both (r, s, &target, &none);
    VEC_CLEAR (target);
    return good;
}

/* --- call --------------------------------------------------------------- */

static bool
counts_fit (struct resolver *r, const struct ast_statement *a, const char *what,
            size_t found, size_t needs)
{
    if (found == needs)
        return true;
    return problem_set (r->problem, a->place,
                        "the call of '%s' has %zu %s, needs %zu", a->text,
                        found, what, needs);
}

static bool
call_arguments (struct resolver *r, const struct ast_statement *a,
                const struct vec_variable *in, struct term_vec *value)
{
    size_t found = 0;
    for (const struct ast_expression *e = a->value; e; e = e->next, found++) {
        const term *t = expression_resolve (r, e, POLARITY_NONE);
        if (!t)
            return false;
        VEC_PUSH (*value, t);
        if (found < in->size && t->sort != in->at[found].term->sort)
            return problem_set (r->problem, e->place,
                                "argument %zu of '%s' is %s, needs %s",
                                found + 1, a->text, sort_text (r, t->sort),
                                sort_text (r, in->at[found].term->sort));
    }
    return counts_fit (r, a, "arguments", found, in->size);
}

static bool
call_results (struct resolver *r, const struct ast_statement *a,
              const struct vec_variable *out, struct term_vec *target)
{
    if (!targets_resolve (r, a->target, false, target)
        || !counts_fit (r, a, "results", target->size, out->size))
        return false;
    const struct ast_expression *e = a->target;
    for (size_t i = 0; i < target->size; i++, e = e->next)
        if (target->at[i]->sort != out->at[i].term->sort)
            return problem_set (r->problem, e->place,
                                "result %zu of '%s' is %s, not %s", i + 1,
                                a->text, sort_text (r, out->at[i].term->sort),
                                sort_text (r, target->at[i]->sort));
    return true;
}

/* An engine must not take an asynchronous call for a plain one. */
static void
mark_async (struct resolver *r, struct statement *s)
{
    assert (s->kind == STATEMENT_CALL);
    if (attribute_find (s->attribute, "async"))
        return;
    struct attribute *a = arena_new (&r->program->arena, sizeof *a);
    *a = (struct attribute) {.name = "async", .next = s->attribute};
    s->attribute = a;
}

static bool
call (struct resolver *r, const struct ast_statement *a, struct statement *s)
{
    assert (a->text);
    struct procedure_entry *entry = symbol_of (r, a->text)->procedure;
    if (!entry)
        return problem_set (r->problem, a->place, "unknown procedure '%s'",
                            a->text);
    if (a->free)
        return problem_set (r->problem, a->place,
                            "'free call' is not supported");
    const struct procedure *callee = &r->program->procedure.at[entry->index];
    struct term_vec target = {0}, value = {0};
    s->kind = STATEMENT_CALL;
    s->callee = entry->index;
    bool good = call_arguments (r, a, &callee->in, &value)
                && call_results (r, a, &callee->out, &target);
    keep_both (r, s, &target, &value);
    VEC_CLEAR (target);
    VEC_CLEAR (value);
    if (good && a->async)
        mark_async (r, s);
    return good;
}

/* --- all ---------------------------------------------------------------- */

static bool
condition (struct resolver *r, const struct ast_statement *a,
           struct statement *s)
{
    assert (a->expression);
    bool asserted = a->kind == AST_ASSERT;
    s->kind = asserted ? STATEMENT_ASSERT : STATEMENT_ASSUME;
    s->term = expression_of_sort (
        r, a->expression, asserted ? POLARITY_ASSERTED : POLARITY_ASSUMED,
        sort_bool (r->terms),
        asserted ? "what is asserted" : "what is assumed");
    return s->term != NULL;
}

bool
statement_resolve (struct resolver *r, const struct ast_statement *a,
                   struct statement *s)
{
    *s = (struct statement) {.place = a->place, .callee = PROGRAM_NONE};
    if (!attributes_resolve (r, a->attribute, &s->attribute))
        return false;
    switch (a->kind) {
    case AST_ASSERT:
    case AST_ASSUME:
        return condition (r, a, s);
    case AST_ASSIGN:
        return assign (r, a, s);
    case AST_HAVOC:
        return havoc (r, a, s);
    default:
        assert (a->kind == AST_CALL_STATEMENT);
        return call (r, a, s);
    }
}
