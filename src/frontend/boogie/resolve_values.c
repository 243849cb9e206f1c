/* resolve_values.c -- constants, globals, functions, axioms. */
#include <string.h>

#include "frontend/boogie/resolve.h"

/* --- signatures --------------------------------------------------------- */

static bool
variable_collect (struct resolver *r, const struct ast_declaration *d,
                  const struct ast_variable *v)
{
    assert (v->name && v->type);
    bool constant = d->kind == AST_CONST;
    struct symbol *s = symbol_of (r, v->name);
    if (s->variable.kind != MEANING_NONE)
        return problem_set (r->problem, v->place,
                            "variable '%s' is declared twice", v->name);
    const sort *of = type_resolve (r, v->type);
    if (!of)
        return false;
    const term *t = scope_declare (
        r, v->name, of, constant ? MEANING_CONSTANT : MEANING_GLOBAL);
    if (constant)
        VEC_PUSH (r->program->constant,
                  ((struct constant) {
                      .term = t, .unique = v->unique, .place = v->place}));
    else
        VEC_PUSH (r->program->global,
                  ((struct variable) {.term = t, .place = v->place}));
    return true;
}

static bool
variables_collect (struct resolver *r, const struct ast_declaration *d)
{
    for (; d; d = d->next) {
        if (d->kind != AST_CONST && d->kind != AST_VAR)
            continue;
        for (const struct ast_variable *v = d->variable; v; v = v->next)
            if (!variable_collect (r, d, v))
                return false;
    }
    return true;
}

static bool
parameters_collect (struct resolver *r, const struct ast_declaration *d,
                    struct function *f)
{
    assert (!f->parameter && !f->parameters);
    struct term_vec parameter = {0};
    bool good = names_differ (r, d->variable, NULL, NULL, "parameter");
    size_t scope = scope_open (r);
    for (const struct ast_variable *v = d->variable; v && good; v = v->next) {
        const sort *s = type_resolve (r, v->type);
        good = s != NULL;
        assert (!v->where);
        if (good)
            VEC_PUSH (parameter, scope_declare (r, v->name, s, MEANING_BOUND));
    }
    scope_close (r, scope);
    if (parameter.size)
        f->parameter = arena_copy (&r->program->arena, parameter.at,
                                   parameter.size * sizeof *parameter.at);
    f->parameters = parameter.size;
    VEC_CLEAR (parameter);
    return good;
}

/* An operator of SMT-LIB without operands is none that we have. */
static bool
nullary_collect (struct resolver *r, struct function_entry *e)
{
    assert (!e->declaration->variable && !e->constant);
    const struct ast_declaration *d = e->declaration;
    for (const struct ast_attribute *a = d->attribute; a; a = a->next)
        if (strstr (a->name, "builtin"))
            return problem_set (r->problem, a->place,
                                "{:%s} of a function without parameters is "
                                "not supported",
                                a->name);
    e->constant = scope_fresh (r, d->name, e->result);
    e->index = (uint32_t) r->program->constant.size;
    VEC_PUSH (r->program->constant,
              ((struct constant) {.term = e->constant, .place = d->place}));
    return true;
}

static bool
function_collect (struct resolver *r, const struct ast_declaration *d)
{
    struct symbol *s = symbol_of (r, d->name);
    if (d->type_parameter)
        return polymorphic (r, d->type_parameter, "function");
    if (s->function)
        return problem_set (r->problem, d->place,
                            "function '%s' is declared twice", d->name);
    struct function_entry *e = arena_new (&r->arena, sizeof *e);
    s->function = e;
    e->declaration = d;
    e->result = type_resolve (r, d->type);
    VEC_PUSH (r->function, e);
    struct function f = {
        .name = s->name, .result = e->result, .place = d->place};
    if (!e->result || !parameters_collect (r, d, &f))
        return false;
    if (!f.parameters)
        return nullary_collect (r, e);
    e->index = (uint32_t) r->program->function.size;
    VEC_PUSH (r->program->function, f);
    return true;
}

bool
values_collect (struct resolver *r, const struct ast_declaration *d)
{
    if (!variables_collect (r, d))
        return false;
    for (; d; d = d->next)
        if (d->kind == AST_FUNCTION && !function_collect (r, d))
            return false;
    return true;
}

/* --- expressions -------------------------------------------------------- */

static bool
variables_resolve (struct resolver *r, const struct ast_declaration *d)
{
    size_t constant = 0, global = 0;
    r->context = (struct context) {"a where clause", .allows_globals = true};
    for (; d; d = d->next) {
        if (d->kind != AST_CONST && d->kind != AST_VAR)
            continue;
        for (const struct ast_variable *v = d->variable; v; v = v->next) {
            const struct attribute *a = NULL;
            if (!attributes_resolve (r, v->attribute, &a))
                return false;
            if (d->kind == AST_CONST) {
                r->program->constant.at[constant++].attribute = a;
                continue;
            }
            struct variable *g = &r->program->global.at[global++];
            g->attribute = a;
            if (v->where
                && !(g->where = expression_of_sort (r, v->where, POLARITY_NONE,
                                                    sort_bool (r->terms),
                                                    "a where clause")))
                return false;
        }
    }
    assert (global == r->program->global.size);
    return true;
}

static const term *
body_resolve (struct resolver *r, const struct function_entry *e)
{
    assert (e->declaration->expression && e->result);
    const struct ast_declaration *d = e->declaration;
    const term *const *parameter =
        e->constant ? NULL : r->program->function.at[e->index].parameter;
    struct text what;
    text_init (&what);
    text_print (&what, "the body of '%s'", d->name);
    size_t scope = scope_open (r);
    size_t i = 0;
    for (const struct ast_variable *v = d->variable; v; v = v->next, i++) {
        scope_take (r, parameter[i]);
        if (v->name)
            scope_bind (r, v->name, parameter[i], MEANING_BOUND);
    }
    const term *t = expression_of_sort (r, d->expression, POLARITY_NONE,
                                        e->result, text_view (&what));
    scope_close (r, scope);
    text_clear (&what);
    return t;
}

/* A constant that stands for a function is defined by an axiom. */
static void
constant_define (struct resolver *r, const struct function_entry *e,
                 const term *body)
{
    assert (e->constant && e->constant->sort == body->sort);
    VEC_PUSH (r->program->axiom,
              ((struct axiom) {.term = term_eq (r->terms, e->constant, body),
                               .place = e->declaration->place}));
}

static bool
function_resolve (struct resolver *r, const struct function_entry *e)
{
    const struct attribute *a = NULL;
    const term *body = NULL;
    r->context = (struct context) {.where = "a function"};
    if (!attributes_resolve (r, e->declaration->attribute, &a))
        return false;
    if (e->declaration->expression && !(body = body_resolve (r, e)))
        return false;
    if (e->constant)
        r->program->constant.at[e->index].attribute = a;
    else
        r->program->function.at[e->index].attribute = a;
    if (e->constant && body)
        constant_define (r, e, body);
    else if (body)
        r->program->function.at[e->index].body = body;
    return true;
}

static bool
axiom_resolve (struct resolver *r, const struct ast_declaration *d)
{
    assert (d->kind == AST_AXIOM && d->expression);
    struct axiom x = {.place = d->place};
    r->context = (struct context) {.where = "an axiom"};
    if (!attributes_resolve (r, d->attribute, &x.attribute))
        return false;
    x.term = expression_of_sort (r, d->expression, POLARITY_ASSUMED,
                                 sort_bool (r->terms), "an axiom");
    VEC_PUSH (r->program->axiom, x);
    return x.term != NULL;
}

bool
values_resolve (struct resolver *r, const struct ast_declaration *d)
{
    if (!variables_resolve (r, d))
        return false;
    for (size_t i = 0; i < r->function.size; i++)
        if (!function_resolve (r, r->function.at[i]))
            return false;
    for (; d; d = d->next)
        if (d->kind == AST_AXIOM && !axiom_resolve (r, d))
            return false;
    return true;
}
