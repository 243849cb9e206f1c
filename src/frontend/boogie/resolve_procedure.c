/* resolve_procedure.c -- procedures and their implementations.
 *
 * A procedure with an implementation has the parameters by the names that the
 * implementation gives them; the specification's names mean the same terms. */
#include "frontend/boogie/resolve.h"

/* --- signatures --------------------------------------------------------- */

static bool
procedure_collect (struct resolver *r, const struct ast_declaration *d)
{
    assert (d->kind == AST_PROCEDURE && d->name);
    struct symbol *s = symbol_of (r, d->name);
    if (s->procedure)
        return problem_set (r->problem, d->place,
                            "procedure '%s' is declared twice", d->name);
    s->procedure = arena_new (&r->arena, sizeof *s->procedure);
    s->procedure->declaration = d;
    s->procedure->implementation = d->has_body ? d : NULL;
    s->procedure->index = (uint32_t) r->program->procedure.size;
    VEC_PUSH (r->procedure, s->procedure);
    VEC_PUSH (r->program->procedure,
              ((struct procedure) {.name = s->name, .place = d->place}));
    return true;
}

static bool
implementation_collect (struct resolver *r, const struct ast_declaration *d)
{
    assert (d->kind == AST_IMPLEMENTATION && d->has_body);
    struct procedure_entry *e = symbol_of (r, d->name)->procedure;
    if (!e)
        return problem_set (r->problem, d->place,
                            "implementation of '%s', which is not declared",
                            d->name);
    if (e->implementation)
        return problem_set (r->problem, d->place,
                            "more than one implementation of '%s' is not "
                            "supported",
                            d->name);
    e->implementation = d;
    return true;
}

bool
procedures_collect (struct resolver *r, const struct ast_declaration *first)
{
    for (const struct ast_declaration *d = first; d; d = d->next)
        if (d->kind == AST_PROCEDURE && !procedure_collect (r, d))
            return false;
    for (const struct ast_declaration *d = first; d; d = d->next)
        if (d->kind == AST_IMPLEMENTATION && !implementation_collect (r, d))
            return false;
    return true;
}

static bool
parameters_sign (struct resolver *r, const struct ast_variable *v,
                 enum meaning_kind kind, struct vec_variable *out)
{
    assert (!out->size);
    for (; v; v = v->next) {
        const sort *s = type_resolve (r, v->type);
        if (!s)
            return false;
        struct variable x = {.term = scope_declare (r, v->name, s, kind),
                             .place = v->place};
        VEC_PUSH (*out, x);
    }
    return true;
}

/* Does a list of the procedure's parameters fit the implementation's? */
static bool
parameters_match (struct resolver *r, const struct procedure_entry *e,
                  const struct ast_variable *v, const struct vec_variable *own,
                  const char *what)
{
    size_t i = 0;
    for (; v; v = v->next, i++) {
        const sort *s = type_resolve (r, v->type);
        if (!s)
            return false;
        if (i < own->size && own->at[i].term->sort != s)
            return problem_set (
                r->problem, own->at[i].place,
                "%s %zu of the implementation of '%s' is %s, the procedure's "
                "is %s",
                what, i + 1, e->declaration->name,
                sort_text (r, own->at[i].term->sort), sort_text (r, s));
    }
    if (i == own->size)
        return true;
    return problem_set (r->problem, e->implementation->place,
                        "the implementation of '%s' has %zu %ss, the procedure "
                        "has %zu",
                        e->declaration->name, own->size, what, i);
}

static bool
procedure_sign (struct resolver *r, const struct procedure_entry *e)
{
    const struct ast_declaration *d = e->declaration;
    const struct ast_declaration *own = e->implementation;
    struct procedure *p = &r->program->procedure.at[e->index];
    if (!own)
        own = d;
    if (d->type_parameter || own->type_parameter)
        return polymorphic (
            r, d->type_parameter ? d->type_parameter : own->type_parameter,
            "procedure");
    if (!names_differ (r, d->in, d->out, d->local, "variable")
        || !names_differ (r, own->in, own->out, own->local, "variable"))
        return false;
    size_t scope = scope_open (r);
    bool good = parameters_sign (r, own->in, MEANING_IN, &p->in)
                && parameters_sign (r, own->out, MEANING_OUT, &p->out);
    scope_close (r, scope);
    if (!good || own == d)
        return good;
    return parameters_match (r, e, d->in, &p->in, "in-parameter")
           && parameters_match (r, e, d->out, &p->out, "out-parameter");
}

bool
procedures_sign (struct resolver *r)
{
    for (size_t i = 0; i < r->procedure.size; i++)
        if (!procedure_sign (r, r->procedure.at[i]))
            return false;
    return true;
}

/* --- specifications ----------------------------------------------------- */

static void
bind_all (struct resolver *r, const struct ast_variable *v,
          const struct vec_variable *to, enum meaning_kind kind)
{
    for (size_t i = 0; v; v = v->next, i++) {
        assert (i < to->size);
        if (v->name)
            scope_bind (r, v->name, to->at[i].term, kind);
    }
}

static void
take_all (struct resolver *r, const struct vec_variable *v)
{
    for (size_t i = 0; i < v->size; i++)
        scope_take (r, v->at[i].term);
}

static bool
wheres_resolve (struct resolver *r, const struct ast_variable *v,
                struct vec_variable *to)
{
    r->context = (struct context) {"a where clause", .allows_globals = true,
                                   .allows_outs = true};
    for (size_t i = 0; v; v = v->next, i++)
        if (v->where
            && !(to->at[i].where = expression_of_sort (
                     r, v->where, POLARITY_NONE, sort_bool (r->terms),
                     "a where clause")))
            return false;
    return true;
}

static bool
variable_attributes (struct resolver *r, const struct ast_variable *v,
                     struct vec_variable *to)
{
    for (size_t i = 0; v; v = v->next, i++)
        if (v->attribute
            && !attributes_resolve (r, v->attribute, &to->at[i].attribute))
            return false;
    return true;
}

static bool
modifies_resolve (struct resolver *r, const struct ast_name *n,
                  struct procedure *p)
{
    for (; n; n = n->next) {
        struct symbol *s = symbol_of (r, n->name);
        if (s->variable.kind != MEANING_GLOBAL)
            return problem_set (r->problem, n->place,
                                "'%s' in modifies is no global variable",
                                n->name);
        if (s->stamp != r->stamp)
            VEC_PUSH (p->modifies, s->variable.term);
        s->stamp = r->stamp;
    }
    return true;
}

static bool
condition_resolve (struct resolver *r, const struct ast_spec *s,
                   struct procedure *p)
{
    assert (s->kind == AST_REQUIRES || s->kind == AST_ENSURES);
    bool
        requires
    = s->kind == AST_REQUIRES;
    struct spec to = {.kind = requires ? SPEC_REQUIRES : SPEC_ENSURES,
                      .free = s->free,
                      .place = s->place};
    const char *where =
        requires
    ? "a precondition" : "a postcondition";
    r->context =
        (struct context) {where, .allows_old = !requires,
                          .allows_globals = true, .allows_outs = !requires};
    if (!attributes_resolve (r, s->attribute, &to.attribute))
        return false;
    to.term = expression_of_sort (r, s->expression, POLARITY_NONE,
                                  sort_bool (r->terms), where);
    VEC_PUSH (p->spec, to);
    return to.term != NULL;
}

/* Names of globals mean the globals here: parameters are not bound yet. */
static bool
modifies_all (struct resolver *r, const struct ast_declaration *d,
              struct procedure *p)
{
    assert (!p->modifies.size);
    r->stamp++;
    for (const struct ast_spec *s = d->spec; s; s = s->next)
        if (s->kind == AST_MODIFIES && !modifies_resolve (r, s->name, p))
            return false;
    return true;
}

static bool
specification (struct resolver *r, const struct ast_declaration *d,
               struct procedure *p)
{
    assert (!p->spec.size && d->kind == AST_PROCEDURE);
    bool good = modifies_all (r, d, p);
    size_t scope = scope_open (r);
    bind_all (r, d->in, &p->in, MEANING_IN);
    bind_all (r, d->out, &p->out, MEANING_OUT);
    good = good && attributes_resolve (r, d->attribute, &p->attribute)
           && variable_attributes (r, d->in, &p->in)
           && variable_attributes (r, d->out, &p->out)
           && wheres_resolve (r, d->in, &p->in)
           && wheres_resolve (r, d->out, &p->out);
    for (const struct ast_spec *s = d->spec; s && good; s = s->next)
        if (s->kind != AST_MODIFIES)
            good = condition_resolve (r, s, p);
    scope_close (r, scope);
    return good;
}

/* --- bodies ------------------------------------------------------------- */

static bool
locals_collect (struct resolver *r, const struct ast_variable *v,
                struct procedure *p)
{
    assert (!p->local.size);
    for (; v; v = v->next) {
        const sort *s = type_resolve (r, v->type);
        if (!s)
            return false;
        VEC_PUSH (p->local,
                  ((struct variable) {.term = scope_fresh (r, v->name, s),
                                      .place = v->place}));
    }
    return true;
}

static bool
body (struct resolver *r, const struct procedure_entry *e, struct procedure *p)
{
    assert (e->implementation && !p->block.size);
    const struct ast_declaration *own = e->implementation;
    bool apart = own != e->declaration;
    size_t scope = scope_open (r);
    bind_all (r, own->in, &p->in, MEANING_IN);
    bind_all (r, own->out, &p->out, MEANING_OUT);
    bind_all (r, own->local, &p->local, MEANING_LOCAL);
    bool good = (!apart
                 || (attributes_resolve (r, own->attribute, &p->body_attribute)
                     && variable_attributes (r, own->in, &p->in)
                     && variable_attributes (r, own->out, &p->out)))
                && variable_attributes (r, own->local, &p->local)
                && wheres_resolve (r, own->local, &p->local);
    r->context = (struct context) {"a body", true, true, true, false};
    p->has_body = true;
    good =
        good
        && blocks_resolve (r, own->body, own->place, e->index, &p->block, NULL);
    scope_close (r, scope);
    return good;
}

static bool
procedure_resolve (struct resolver *r, const struct procedure_entry *e)
{
    struct procedure *p = &r->program->procedure.at[e->index];
    const struct ast_declaration *own = e->implementation;
    size_t scope = scope_open (r);
    take_all (r, &p->in);
    take_all (r, &p->out);
    bool good = (!own || locals_collect (r, own->local, p))
                && specification (r, e->declaration, p)
                && (!own || body (r, e, p));
    scope_close (r, scope);
    return good;
}

bool
procedures_resolve (struct resolver *r)
{
    for (size_t i = 0; i < r->procedure.size; i++)
        if (!procedure_resolve (r, r->procedure.at[i]))
            return false;
    return true;
}
