/* parse.c -- declarations; see ast.h. */
#include <assert.h>

#include "frontend/boogie/parse.h"

/* The end of the list of declarations. */
typedef struct ast_declaration **list_end;

static struct ast_declaration *
declaration_add (struct parser *p, list_end *end,
                 enum ast_declaration_kind kind, struct place place)
{
    struct ast_declaration *d = PARSE_NEW (p, struct ast_declaration);
    assert (!**end);
    d->kind = kind;
    d->name = "";
    d->place = place;
    **end = d;
    *end = &d->next;
    return d;
}

static void
parse_axiom (struct parser *p, list_end *end)
{
    struct ast_declaration *d =
        declaration_add (p, end, AST_AXIOM, parser_place (p));
    parser_expect (p, TOKEN_AXIOM, "");
    d->attribute = parse_attributes (p);
    d->expression = parse_expression (p);
    parser_expect (p, TOKEN_SEMICOLON, "after the axiom");
}

/* uses { axioms }, if it is there: they count as any other axiom. */
static bool
parse_uses (struct parser *p, list_end *end)
{
    if (!parser_sees_word (p, "uses"))
        return false;
    parser_next (p);
    parser_expect (p, TOKEN_OPEN_BRACE, "after 'uses'");
    while (p->token.kind == TOKEN_AXIOM)
        parse_axiom (p, end);
    parser_expect (p, TOKEN_CLOSE_BRACE, "after the axioms");
    return true;
}

/* C a b = T */
static void
parse_type_declaration (struct parser *p, list_end *end,
                        struct ast_attribute *attribute)
{
    struct ast_declaration *d =
        declaration_add (p, end, AST_TYPE, parser_place (p));
    struct ast_name **parameter = &d->type_parameter;
    d->attribute = attribute;
    d->name = parser_name (p, "the name of a type");
    while (p->token.kind == TOKEN_NAME) {
        *parameter = PARSE_NEW (p, struct ast_name);
        (*parameter)->place = parser_place (p);
        (*parameter)->name = parser_name (p, "a type parameter");
        parameter = &(*parameter)->next;
    }
    if (parser_accept (p, TOKEN_DEFINE))
        d->type = parse_type (p);
}

static void
parse_types (struct parser *p, list_end *end)
{
    assert (p->token.kind == TOKEN_TYPE);
    parser_next (p);
    struct ast_attribute *attribute = parse_attributes (p);
    if (parser_sees_word (p, "finite") && parser_ahead (p) == TOKEN_NAME)
        parser_next (p);
    do
        parse_type_declaration (p, end, attribute);
    while (parser_accept (p, TOKEN_COMMA));
    parser_expect (p, TOKEN_SEMICOLON, "after the type declaration");
}

static void
parse_constants (struct parser *p, list_end *end)
{
    assert (p->token.kind == TOKEN_CONST);
    struct ast_declaration *d =
        declaration_add (p, end, AST_CONST, parser_place (p));
    parser_next (p);
    d->attribute = parse_attributes (p);
    bool unique = parser_accept (p, TOKEN_UNIQUE);
    d->variable = parse_variables (p, WHERE_FORBIDDEN, false);
    d->name = d->variable->name;
    for (struct ast_variable *v = d->variable; v; v = v->next) {
        v->unique = unique;
        v->attribute = d->attribute;
    }
    if (p->token.kind == TOKEN_EXTENDS)
        parser_fail (p, parser_place (p),
                     "'extends' of the constant %.100s is not supported",
                     d->name);
    if (!parse_uses (p, end))
        parser_expect (p, TOKEN_SEMICOLON, "after the constants");
}

static void
parse_globals (struct parser *p, list_end *end)
{
    assert (p->token.kind == TOKEN_VAR);
    struct ast_declaration *d =
        declaration_add (p, end, AST_VAR, parser_place (p));
    parser_next (p);
    d->attribute = parse_attributes (p);
    d->variable = parse_variables (p, WHERE_ALLOWED, false);
    d->name = d->variable->name;
    for (struct ast_variable *v = d->variable; v; v = v->next)
        v->attribute = d->attribute;
    parser_expect (p, TOKEN_SEMICOLON, "after the variables");
}

static bool
is_bare_name (const struct ast_type *t)
{
    assert (t);
    return t->kind == TYPE_NAME && !t->argument;
}

/* `x: T`, or just `T`. */
static struct ast_variable *
parse_parameter (struct parser *p)
{
    struct ast_variable *v = PARSE_NEW (p, struct ast_variable);
    v->attribute = parse_attributes (p);
    v->place = parser_place (p);
    bool named = p->token.kind == TOKEN_NAME;
    v->type = parse_type (p);
    if (p->token.kind == TOKEN_COLON && !(named && is_bare_name (v->type)))
        parser_expected (p, "',' or ')' after a type");
    if (parser_accept (p, TOKEN_COLON)) {
        v->name = v->type->name;
        v->type = parse_type (p);
    }
    return v;
}

/* In `x, y: T` what looked like the type x is a name; the type T may come much
 * later, so the list is turned around for it. */
static struct ast_variable *
name_parameters (struct ast_variable *reversed)
{
    struct ast_variable *first = NULL, *next;
    const struct ast_variable *named = NULL;
    for (struct ast_variable *v = reversed; v; v = next) {
        next = v->next;
        if (v->name)
            named = v;
        else if (named && is_bare_name (v->type)) {
            v->name = v->type->name;
            v->type = named->type;
        }
        v->next = first;
        first = v;
    }
    return first;
}

static struct ast_variable *
parse_parameters (struct parser *p)
{
    struct ast_variable *reversed = NULL;
    parser_expect (p, TOKEN_OPEN, "before the parameters of the function");
    if (p->token.kind != TOKEN_CLOSE)
        do {
            struct ast_variable *v = parse_parameter (p);
            v->next = reversed;
            reversed = v;
        } while (parser_accept (p, TOKEN_COMMA));
    parser_expect (p, TOKEN_CLOSE, "after the parameters of the function");
    return name_parameters (reversed);
}

static struct ast_type *
parse_result (struct parser *p)
{
    if (parser_accept (p, TOKEN_COLON))
        return parse_type (p);
    parser_expect (p, TOKEN_RETURNS, "or ':' after the parameters");
    parser_expect (p, TOKEN_OPEN, "after 'returns'");
    struct ast_type *type = parse_parameter (p)->type;
    parser_expect (p, TOKEN_CLOSE, "after the result of the function");
    return type;
}

static void
parse_function (struct parser *p, list_end *end)
{
    assert (p->token.kind == TOKEN_FUNCTION);
    parser_next (p);
    struct ast_attribute *attribute = parse_attributes (p);
    struct ast_declaration *d =
        declaration_add (p, end, AST_FUNCTION, parser_place (p));
    d->attribute = attribute;
    d->name = parser_name (p, "the name of a function");
    d->type_parameter = parse_type_parameters (p);
    d->variable = parse_parameters (p);
    d->type = parse_result (p);
    if (parser_accept (p, TOKEN_OPEN_BRACE)) {
        d->expression = parse_expression (p);
        parser_expect (p, TOKEN_CLOSE_BRACE, "after the function's body");
        parse_uses (p, end);
    } else if (!parse_uses (p, end))
        parser_expect (p, TOKEN_SEMICOLON, "or a body after the function");
}

/* (x, y: T, z: U) */
static struct ast_variable *
parse_formals (struct parser *p, enum ast_declaration_kind kind,
               const char *after)
{
    struct ast_variable *list = NULL;
    parser_expect (p, TOKEN_OPEN, after);
    if (p->token.kind != TOKEN_CLOSE)
        list = parse_variables (
            p, kind == AST_PROCEDURE ? WHERE_ALLOWED : WHERE_FORBIDDEN, true);
    parser_expect (p, TOKEN_CLOSE, "after the parameters");
    return list;
}

static void
parse_body (struct parser *p, struct ast_declaration *d)
{
    assert (!d->has_body);
    d->has_body = true;
    parser_expect (p, TOKEN_OPEN_BRACE, "before the body");
    d->local = parse_locals (p);
    d->body = parse_statements (p);
    parser_expect (p, TOKEN_CLOSE_BRACE, "after the statements");
}

/* A procedure, or an implementation of one, which has a body for certain. */
static void
parse_procedure (struct parser *p, list_end *end,
                 enum ast_declaration_kind kind)
{
    assert (p->token.kind == TOKEN_PROCEDURE
            || p->token.kind == TOKEN_IMPLEMENTATION);
    parser_next (p);
    struct ast_attribute *attribute = parse_attributes (p);
    struct ast_declaration *d =
        declaration_add (p, end, kind, parser_place (p));
    d->attribute = attribute;
    d->name = parser_name (p, "the name of a procedure");
    d->type_parameter = parse_type_parameters (p);
    d->in = parse_formals (p, kind, "after the name of the procedure");
    if (parser_accept (p, TOKEN_RETURNS))
        d->out = parse_formals (p, kind, "after 'returns'");
    bool open = kind == AST_PROCEDURE && parser_accept (p, TOKEN_SEMICOLON);
    if (kind == AST_PROCEDURE)
        d->spec = parse_specs (p, false);
    if (!open)
        parse_body (p, d);
    else if (p->token.kind == TOKEN_OPEN_BRACE)
        parser_fail (p, parser_place (p),
                     "a procedure with a body has no ';' after its head");
}

/* Words that begin a declaration that we do not have. */
static bool
sees_foreign (const struct parser *p)
{
    static const char *const foreign[] = {
        "datatype", "pure", "action", "yield",    "left",
        "right",    "both", "atomic", "hideable", "revealed"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (parser_sees_word (p, foreign[i]))
            return true;
    return p->token.kind == TOKEN_INVARIANT;
}

static void
parse_declaration (struct parser *p, list_end *end)
{
    switch (p->token.kind) {
    case TOKEN_TYPE:
        parse_types (p, end);
        break;
    case TOKEN_CONST:
        parse_constants (p, end);
        break;
    case TOKEN_FUNCTION:
        parse_function (p, end);
        break;
    case TOKEN_AXIOM:
        parse_axiom (p, end);
        break;
    case TOKEN_VAR:
        parse_globals (p, end);
        break;
    case TOKEN_PROCEDURE:
        parse_procedure (p, end, AST_PROCEDURE);
        break;
    case TOKEN_IMPLEMENTATION:
        parse_procedure (p, end, AST_IMPLEMENTATION);
        break;
    default:
        if (sees_foreign (p))
            parser_fail (p, parser_place (p),
                         "'%.*s' declarations are not supported",
                         (int) p->token.size, p->token.text);
        else
            parser_expected (p, "a declaration");
    }
}

struct ast_declaration *
boogie_parse (struct arena *arena, const char *source, size_t size,
              const char *file, struct problem *problem)
{
    assert (problem->kind == PROBLEM_NONE);
    struct parser p;
    struct ast_declaration *first = NULL;
    list_end end = &first;
    parser_init (&p, arena, source, size, file, problem);
    while (p.token.kind != TOKEN_END)
        parse_declaration (&p, &end);
    assert (!p.depth);
    return problem->kind == PROBLEM_NONE ? first : NULL;
}
