/* parse_statement.c -- statements, and the conditions of procedures and
 * loops. */
#include <assert.h>
#include <string.h>

#include "frontend/boogie/parse.h"

static struct ast_statement *
statement_new (struct parser *p, enum ast_statement_kind kind)
{
    struct ast_statement *s = PARSE_NEW (p, struct ast_statement);
    s->kind = kind;
    s->place = parser_place (p);
    return s;
}

static struct ast_expression *
parse_target (struct parser *p, const char *what)
{
    struct ast_expression *e = expression_new (p, AST_NAME, parser_place (p));
    if (p->token.kind == TOKEN_STAR)
        parser_fail (p, e->place, "'*' for a result is not supported");
    e->text = parser_name (p, what);
    return e;
}

/* x, y, z; as AST_NAMEs. */
static struct ast_expression *
parse_targets (struct parser *p, const char *what)
{
    struct ast_expression *first = NULL, **end = &first;
    do {
        *end = parse_target (p, what);
        end = &(*end)->next;
    } while (parser_accept (p, TOKEN_COMMA));
    return first;
}

/* m[i][j, k], in the target of an assignment, after the name. */
static struct ast_expression *
parse_element (struct parser *p, struct ast_expression *of)
{
    while (p->token.kind == TOKEN_OPEN_BRACKET) {
        struct ast_expression *e =
            expression_new (p, AST_SELECT, parser_place (p));
        struct ast_expression **end = expression_add (p, e, &e->child, of);
        parser_next (p);
        if (p->token.kind != TOKEN_CLOSE_BRACKET)
            do
                end = expression_add (p, e, end, parse_expression (p));
            while (parser_accept (p, TOKEN_COMMA));
        parser_expect (p, TOKEN_CLOSE_BRACKET, "after the indices");
        of = e;
    }
    return of;
}

static void
parse_assignment (struct parser *p, struct ast_statement *s,
                  struct ast_expression *first)
{
    assert (first->op == AST_NAME && first->text && !first->next);
    struct ast_expression **end = &s->target;
    size_t targets = 1, values;
    s->kind = AST_ASSIGN;
    *end = parse_element (p, first);
    while (parser_accept (p, TOKEN_COMMA)) {
        end = &(*end)->next;
        *end = parse_element (
            p, parse_target (p, "the name of the next variable to assign"));
        targets++;
    }
    parser_expect (p, TOKEN_ASSIGN, "after what is assigned to");
    s->attribute = parse_attributes (p);
    s->value = parse_expressions (p, &values);
    if (targets != values)
        parser_fail (p, s->place,
                     "the assignment has other numbers of variables (%zu) and "
                     "values (%zu)",
                     targets, values);
    parser_expect (p, TOKEN_SEMICOLON, "after the assignment");
}

/* A statement that begins with a name: a label or an assignment. */
static void
parse_from_name (struct parser *p, struct ast_statement *s)
{
    assert (p->token.kind == TOKEN_NAME);
    struct ast_expression *first = parse_target (p, "a statement");
    if (p->token.kind == TOKEN_COMMA || p->token.kind == TOKEN_ASSIGN
        || p->token.kind == TOKEN_OPEN_BRACKET)
        parse_assignment (p, s, first);
    else if (p->token.kind == TOKEN_COLON) {
        parser_next (p);
        s->kind = AST_LABEL;
        s->text = first->text;
    } else
        parser_expected (p, "':=' or ':' after a name that begins a statement");
}

static bool
has_attribute (const struct ast_attribute *a, const char *name)
{
    while (a && strcmp (a->name, name))
        a = a->next;
    return a != NULL;
}

static void
parse_call_arguments (struct parser *p, struct ast_statement *s)
{
    struct ast_expression **end = &s->value;
    parser_expect (p, TOKEN_OPEN, "before the arguments of the call");
    if (p->token.kind != TOKEN_CLOSE)
        do {
            if (p->token.kind == TOKEN_STAR)
                parser_fail (p, parser_place (p),
                             "'*' as an argument is not supported");
            *end = parse_expression (p);
            end = &(*end)->next;
        } while (parser_accept (p, TOKEN_COMMA));
    parser_expect (p, TOKEN_CLOSE, "after the arguments of the call");
    if (p->token.kind == TOKEN_BAR)
        parser_fail (p, parser_place (p), "parallel calls are not supported");
    parser_expect (p, TOKEN_SEMICOLON, "after the call");
}

/* After `call`. */
static void
parse_call (struct parser *p, struct ast_statement *s)
{
    assert (!s->target && !s->value && !s->text);
    s->kind = AST_CALL_STATEMENT;
    s->attribute = parse_attributes (p);
    if (has_attribute (s->attribute, "async"))
        s->async = true;
    if (p->token.kind == TOKEN_FORALL)
        parser_fail (p, parser_place (p), "'call forall' is not supported");
    if (parser_sees_word (p, "async") && parser_ahead (p) == TOKEN_NAME) {
        s->async = true;
        parser_next (p);
    }
    s->target = parse_targets (p, "a procedure or a variable after 'call'");
    if (!s->target->next && p->token.kind == TOKEN_OPEN) {
        s->text = s->target->text;
        s->target = NULL;
    } else {
        parser_expect (p, TOKEN_ASSIGN, "after the results of the call");
        s->text = parser_name (p, "the name of a procedure");
    }
    parse_call_arguments (p, s);
}

/* [async] [free] call .. */
static void
parse_call_words (struct parser *p, struct ast_statement *s)
{
    if (parser_sees_word (p, "async")) {
        s->async = true;
        parser_next (p);
    }
    s->free = parser_accept (p, TOKEN_FREE);
    parser_expect (p, TOKEN_CALL, "in a call");
    parse_call (p, s);
}

static struct ast_statement *
parse_block (struct parser *p, const char *after)
{
    parser_expect (p, TOKEN_OPEN_BRACE, after);
    struct ast_statement *s = parse_statements (p);
    parser_expect (p, TOKEN_CLOSE_BRACE, "after the statements");
    return s;
}

/* (e), or (*): null. */
static struct ast_expression *
parse_guard (struct parser *p, const char *after)
{
    struct ast_expression *e = NULL;
    parser_expect (p, TOKEN_OPEN, after);
    if (!parser_accept (p, TOKEN_STAR))
        e = parse_expression (p);
    parser_expect (p, TOKEN_CLOSE, "after the condition");
    return e;
}

static void
parse_if (struct parser *p, struct ast_statement *s)
{
    assert (p->token.kind == TOKEN_IF);
    bool good = parser_enter (p);
    s->kind = AST_IF_STATEMENT;
    parser_expect (p, TOKEN_IF, "");
    s->attribute = parse_attributes (p);
    s->expression = parse_guard (p, "after 'if'");
    s->body = parse_block (p, "after the condition");
    if (good && parser_accept (p, TOKEN_ELSE)) {
        if (p->token.kind == TOKEN_IF) {
            s->otherwise = statement_new (p, AST_IF_STATEMENT);
            parse_if (p, s->otherwise);
        } else
            s->otherwise = parse_block (p, "or 'if' after 'else'");
    }
    parser_leave (p);
}

static void
parse_while (struct parser *p, struct ast_statement *s)
{
    assert (p->token.kind == TOKEN_WHILE);
    s->kind = AST_WHILE;
    parser_next (p);
    s->attribute = parse_attributes (p);
    s->expression = parse_guard (p, "after 'while'");
    s->invariant = parse_specs (p, true);
    s->body = parse_block (p, "before the body of the loop");
}

/* assert {:a} e; or assume. */
static void
parse_claim (struct parser *p, struct ast_statement *s)
{
    assert (p->token.kind == TOKEN_ASSERT || p->token.kind == TOKEN_ASSUME);
    bool assertion = p->token.kind == TOKEN_ASSERT;
    s->kind = assertion ? AST_ASSERT : AST_ASSUME;
    parser_next (p);
    s->attribute = parse_attributes (p);
    s->expression = parse_expression (p);
    parser_expect (p, TOKEN_SEMICOLON,
                   assertion ? "after the assertion" : "after the assumption");
}

static void
parse_havoc (struct parser *p, struct ast_statement *s)
{
    assert (p->token.kind == TOKEN_HAVOC);
    s->kind = AST_HAVOC;
    parser_next (p);
    s->attribute = parse_attributes (p);
    s->target = parse_targets (p, "the name of a variable after 'havoc'");
    parser_expect (p, TOKEN_SEMICOLON, "after the variables");
}

static void
parse_goto (struct parser *p, struct ast_statement *s)
{
    assert (p->token.kind == TOKEN_GOTO);
    s->kind = AST_GOTO;
    parser_next (p);
    s->attribute = parse_attributes (p);
    s->label = parse_names (p, "a label after 'goto'");
    parser_expect (p, TOKEN_SEMICOLON, "after the labels");
}

static void
parse_return (struct parser *p, struct ast_statement *s)
{
    assert (p->token.kind == TOKEN_RETURN);
    s->kind = AST_RETURN;
    parser_next (p);
    s->attribute = parse_attributes (p);
    if (p->code)
        s->expression = parse_expression (p);
    parser_expect (p, TOKEN_SEMICOLON, "after 'return'");
}

static void
parse_break (struct parser *p, struct ast_statement *s)
{
    assert (p->token.kind == TOKEN_BREAK);
    s->kind = AST_BREAK;
    parser_next (p);
    if (p->token.kind == TOKEN_NAME)
        s->text = parser_name (p, "a label");
    parser_expect (p, TOKEN_SEMICOLON, "after 'break'");
}

static void
parse_word (struct parser *p, struct ast_statement *s)
{
    enum token_kind next = TOKEN_END;
    assert (p->token.kind == TOKEN_NAME);
    if (parser_sees_word (p, "async") || parser_sees_word (p, "yield")
        || parser_sees_word (p, "par"))
        next = parser_ahead (p);
    if (next == TOKEN_CALL || next == TOKEN_FREE)
        parse_call_words (p, s);
    else if (next == TOKEN_SEMICOLON) {
        s->kind = AST_YIELD;
        parser_next (p);
        parser_next (p);
    } else if (next == TOKEN_NAME)
        parser_fail (p, s->place, "parallel calls are not supported");
    else
        parse_from_name (p, s);
}

static void
parse_statement (struct parser *p, struct ast_statement *s)
{
    switch (p->token.kind) {
    case TOKEN_ASSERT:
    case TOKEN_ASSUME:
        parse_claim (p, s);
        break;
    case TOKEN_GOTO:
        parse_goto (p, s);
        break;
    case TOKEN_CALL:
    case TOKEN_FREE:
        parse_call_words (p, s);
        break;
    case TOKEN_NAME:
        parse_word (p, s);
        break;
    case TOKEN_HAVOC:
        parse_havoc (p, s);
        break;
    case TOKEN_IF:
        parse_if (p, s);
        break;
    case TOKEN_WHILE:
        parse_while (p, s);
        break;
    case TOKEN_RETURN:
        parse_return (p, s);
        break;
    case TOKEN_BREAK:
        parse_break (p, s);
        break;
    case TOKEN_VAR:
        parser_fail (p, s->place, "variables come before all statements");
        break;
    default:
        parser_expected (p, "a statement or '}'");
    }
}

struct ast_statement *
parse_statements (struct parser *p)
{
    struct ast_statement *first = NULL, **end = &first;
    if (parser_enter (p))
        while (p->token.kind != TOKEN_CLOSE_BRACE
               && p->token.kind != TOKEN_CLOSE_CODE
               && p->token.kind != TOKEN_END) {
            *end = statement_new (p, AST_YIELD);
            parse_statement (p, *end);
            end = &(*end)->next;
        }
    parser_leave (p);
    return first;
}

static bool
is_condition (enum token_kind kind, bool loop)
{
    return loop ? kind == TOKEN_INVARIANT
                : kind == TOKEN_REQUIRES || kind == TOKEN_ENSURES;
}

static void
parse_condition (struct parser *p, struct ast_spec *s)
{
    assert (is_condition (p->token.kind, true)
            || is_condition (p->token.kind, false));
    enum token_kind kind = p->token.kind;
    s->kind = kind == TOKEN_REQUIRES  ? AST_REQUIRES
              : kind == TOKEN_ENSURES ? AST_ENSURES
                                      : AST_INVARIANT;
    parser_next (p);
    s->attribute = parse_attributes (p);
    s->expression = parse_expression (p);
    parser_expect (p, TOKEN_SEMICOLON, "after the condition");
}

static void
parse_modifies (struct parser *p, struct ast_spec *s)
{
    assert (p->token.kind == TOKEN_MODIFIES);
    s->kind = AST_MODIFIES;
    parser_next (p);
    if (p->token.kind != TOKEN_SEMICOLON)
        s->name = parse_names (p, "the name of a global variable");
    parser_expect (p, TOKEN_SEMICOLON, "after the variables");
}

struct ast_spec *
parse_specs (struct parser *p, bool loop)
{
    struct ast_spec *first = NULL, **end = &first;
    for (;;) {
        struct ast_spec s = {.place = parser_place (p)};
        if (parser_sees_word (p, "measure"))
            parser_fail (p, s.place, "'measure' is not supported");
        s.free = parser_accept (p, TOKEN_FREE);
        if (is_condition (p->token.kind, loop))
            parse_condition (p, &s);
        else if (!loop && p->token.kind == TOKEN_MODIFIES)
            parse_modifies (p, &s);
        else if (s.free)
            parser_expected (p, loop ? "'invariant' after 'free'"
                                     : "'requires', 'ensures' or 'modifies' "
                                       "after 'free'");
        else
            return first;
        *end = arena_copy (p->arena, &s, sizeof s);
        end = &(*end)->next;
    }
}
