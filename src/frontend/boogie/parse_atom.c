/* parse_atom.c -- the operands: literals, names, calls, and whatever
 * brings its own brackets. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/boogie/parse.h"

enum { EXPONENT = 4096 }; /* digits that one may add to a real by an exponent */

static struct ast_expression *
parse_bits (struct parser *p)
{
    assert (p->token.kind == TOKEN_BITS);
    const struct token *t = &p->token;
    struct ast_expression *e = expression_new (p, AST_BITS, parser_place (p));
    const char *mark = memchr (t->text, 'b', t->size);
    assert (mark && mark[1] == 'v');
    size_t digits = (size_t) (mark - t->text);
    e->text = parser_copy (p, t->text, digits);
    e->width = parse_width (p, e->place, mark + 2, t->size - digits - 2);
    parser_next (p);
    return e;
}

/* Digits, perhaps with a point, times ten to `power`, without an exponent. */
static const char *
real_text (struct parser *p, const char *digits, size_t size, long power)
{
    const char *dot = memchr (digits, '.', size);
    size_t whole = dot ? (size_t) (dot - digits) : size;
    size_t count = dot ? size - 1 : size;
    /* Zeros in front and behind, so that the point has a digit on each side. */
    size_t front = power < 0 ? (size_t) -power : 0;
    size_t back = power > 0 ? (size_t) power + 1 : 1;
    size_t point = whole + back - 1;
    char *text = arena_new (p->arena, front + count + back + 2);
    char *at = text;
    for (size_t i = 0, from = 0; i < front + count + back; i++) {
        if (i == point)
            *at++ = '.';
        if (i < front || i >= front + count)
            *at++ = '0';
        else {
            if (digits + from == dot)
                from++;
            *at++ = digits[from++];
        }
    }
    assert (point > 0 && point < front + count + back);
    return text;
}

static struct ast_expression *
parse_real (struct parser *p)
{
    assert (p->token.kind == TOKEN_REAL);
    const struct token *t = &p->token;
    struct ast_expression *e = expression_new (p, AST_REAL, parser_place (p));
    const char *mark = memchr (t->text, 'e', t->size);
    if (!mark)
        e->text = parser_copy (p, t->text, t->size);
    else {
        size_t size = (size_t) (mark - t->text);
        const char *power = parser_copy (p, mark + 1, t->size - size - 1);
        long value = strtol (power, NULL, 10);
        if (value > EXPONENT || value < -EXPONENT) {
            parser_fail (p, e->place, "the exponent %.20s is too large", power);
            value = 0;
        }
        e->text = real_text (p, t->text, size, value);
    }
    parser_next (p);
    return e;
}

/* (a, b, c) as the children of a call. */
static void
parse_arguments (struct parser *p, struct ast_expression *e)
{
    assert (e->op == AST_CALL && !e->child);
    struct ast_expression **end = &e->child;
    parser_expect (p, TOKEN_OPEN, "before the arguments");
    if (p->token.kind != TOKEN_CLOSE)
        do
            end = expression_add (p, e, end, parse_expression (p));
        while (parser_accept (p, TOKEN_COMMA));
    parser_expect (p, TOKEN_CLOSE, "after the arguments");
}

static struct ast_expression *
parse_named (struct parser *p)
{
    assert (p->token.kind == TOKEN_NAME);
    struct ast_expression *e = expression_new (p, AST_NAME, parser_place (p));
    e->text = parser_name (p, "a name");
    if (p->token.kind == TOKEN_OPEN) {
        e->op = AST_CALL;
        parse_arguments (p, e);
    }
    return e;
}

/* A keyword that is applied like a function to one argument. */
static struct ast_expression *
parse_applied (struct parser *p, enum ast_op op)
{
    struct ast_expression *e = expression_new (p, op, parser_place (p));
    if (op == AST_CALL)
        e->text = token_text (p->token.kind);
    parser_next (p);
    parser_expect (p, TOKEN_OPEN, "before the argument");
    expression_add (p, e, &e->child, parse_expression (p));
    parser_expect (p, TOKEN_CLOSE, "after the argument");
    return e;
}

/* Takes what lies below `e`, but not among its children, into its height. */
static void
expression_cover (struct parser *p, struct ast_expression *e, unsigned saved)
{
    assert (e->op == AST_CODE || e->op == AST_FORALL || e->op == AST_EXISTS
            || e->op == AST_LAMBDA);
    if (p->tallest > p->depth && e->height <= p->tallest - p->depth)
        e->height = p->tallest - p->depth + 1;
    if (e->height > AST_DEPTH)
        parser_fail (p, e->place, "an expression of more than %d levels",
                     AST_DEPTH);
    if (p->tallest < saved)
        p->tallest = saved;
}

static struct ast_expression *
parse_code (struct parser *p)
{
    assert (p->token.kind == TOKEN_OPEN_CODE);
    struct ast_expression *e = expression_new (p, AST_CODE, parser_place (p));
    unsigned saved = p->tallest;
    bool code = p->code;
    p->tallest = 0;
    p->code = true;
    parser_next (p);
    e->bound = parse_locals (p);
    e->body = parse_statements (p);
    parser_expect (p, TOKEN_CLOSE_CODE, "after the statements");
    p->code = code;
    expression_cover (p, e, saved);
    return e;
}

/* {a, b}, or {:attribute}; {:nopats ..} says nothing that we could use. */
static void
parse_hints (struct parser *p, struct ast_expression *e)
{
    assert (!e->trigger && !e->attribute);
    struct ast_trigger **trigger = &e->trigger;
    struct ast_attribute **attribute = &e->attribute;
    while (p->token.kind == TOKEN_OPEN_BRACE) {
        struct place place = parser_place (p);
        parser_next (p);
        if (p->token.kind == TOKEN_COLON) {
            struct ast_attribute *a = parse_attribute (p, place);
            if (strcmp (a->name, "nopats")) {
                *attribute = a;
                attribute = &a->next;
            }
            continue;
        }
        if (e->op == AST_LAMBDA)
            parser_fail (p, place, "a lambda expression has no triggers");
        *trigger = PARSE_NEW (p, struct ast_trigger);
        (*trigger)->term = parse_expressions (p, NULL);
        trigger = &(*trigger)->next;
        parser_expect (p, TOKEN_CLOSE_BRACE, "after the trigger");
    }
}

/* After `forall`, `exists` or `lambda`, up to the closing parenthesis. */
static void
parse_quantifier (struct parser *p, struct ast_expression *e)
{
    unsigned saved = p->tallest;
    p->tallest = 0;
    e->type_parameter = parse_type_parameters (p);
    if (!e->type_parameter || p->token.kind != TOKEN_COLONS)
        e->bound = parse_variables (p, WHERE_FORBIDDEN, true);
    parser_expect (p, TOKEN_COLONS, "after the bound variables");
    parse_hints (p, e);
    expression_add (p, e, &e->child, parse_expression (p));
    expression_cover (p, e, saved);
}

/* After a parenthesis: an expression, or what must stand in parentheses. */
static struct ast_expression *
parse_enclosed (struct parser *p)
{
    enum token_kind kind = p->token.kind;
    struct ast_expression *e;
    if (kind == TOKEN_VAR)
        parser_fail (p, parser_place (p), "let expressions are not supported");
    if (kind != TOKEN_FORALL && kind != TOKEN_EXISTS && kind != TOKEN_LAMBDA)
        return parse_expression (p);
    e = expression_new (p,
                        kind == TOKEN_FORALL   ? AST_FORALL
                        : kind == TOKEN_EXISTS ? AST_EXISTS
                                               : AST_LAMBDA,
                        parser_place (p));
    parser_next (p);
    parse_quantifier (p, e);
    return e;
}

static struct ast_expression *
parse_parenthesised (struct parser *p)
{
    assert (p->token.kind == TOKEN_OPEN);
    parser_next (p);
    struct ast_expression *e = parse_enclosed (p);
    parser_expect (p, TOKEN_CLOSE, "after the expression");
    return e;
}

static struct ast_expression *
parse_conditional (struct parser *p)
{
    assert (p->token.kind == TOKEN_IF);
    struct ast_expression *e = expression_new (p, AST_IF, parser_place (p));
    struct ast_expression **end;
    parser_next (p);
    end = expression_add (p, e, &e->child, parse_expression (p));
    parser_expect (p, TOKEN_THEN, "after the condition");
    end = expression_add (p, e, end, parse_expression (p));
    parser_expect (p, TOKEN_ELSE, "after the value");
    expression_add (p, e, end, parse_expression (p));
    return e;
}

/* A token that is all of the expression. */
static struct ast_expression *
parse_single (struct parser *p, enum ast_op op)
{
    struct ast_expression *e = expression_new (p, op, parser_place (p));
    e->text = parser_copy (p, p->token.text, p->token.size);
    parser_next (p);
    return e;
}

struct ast_expression *
parse_atom (struct parser *p)
{
    switch (p->token.kind) {
    case TOKEN_TRUE:
        return parse_single (p, AST_TRUE);
    case TOKEN_FALSE:
        return parse_single (p, AST_FALSE);
    case TOKEN_NUMBER:
        return parse_single (p, AST_NUMBER);
    case TOKEN_REAL:
        return parse_real (p);
    case TOKEN_BITS:
        return parse_bits (p);
    case TOKEN_NAME:
        return parse_named (p);
    case TOKEN_OLD:
        return parse_applied (p, AST_OLD);
    case TOKEN_INT:
    case TOKEN_REAL_TYPE:
        return parse_applied (p, AST_CALL);
    case TOKEN_OPEN:
        return parse_parenthesised (p);
    case TOKEN_IF:
        return parse_conditional (p);
    case TOKEN_OPEN_CODE:
        return parse_code (p);
    case TOKEN_FORALL:
    case TOKEN_EXISTS:
    case TOKEN_LAMBDA:
        parser_expected (p, "'(' before a quantifier");
        break;
    default:
        parser_expected (p, "an expression");
    }
    return expression_new (p, AST_TRUE, parser_place (p));
}
