/* parse_expression.c -- operators, by precedence climbing.
 *
 * Boogie is strict where readers err: `&&` and `||` do not mix, nor `==>` and
 * `<==`, and relations do not chain; each asks for parentheses. */
#include <assert.h>

#include "frontend/boogie/parse.h"

enum parse_expression_level {
    LEVEL_NONE,
    LEVEL_IFF,
    LEVEL_IMPLIES,
    LEVEL_LOGIC,
    LEVEL_RELATION,
    LEVEL_CONCAT,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_POWER
};
enum grouping { LEFT, RIGHT, NEVER };

struct parse_expression_operator {
    enum ast_op op;
    enum parse_expression_level level;
    enum grouping grouping;
};

static const struct parse_expression_operator operators[TOKENS] = {
    [TOKEN_IFF] = {AST_IFF, LEVEL_IFF, LEFT},
    [TOKEN_IMPLIES] = {AST_IMPLIES, LEVEL_IMPLIES, RIGHT},
    [TOKEN_EXPLIES] = {AST_EXPLIES, LEVEL_IMPLIES, LEFT},
    [TOKEN_AND] = {AST_AND, LEVEL_LOGIC, LEFT},
    [TOKEN_OR] = {AST_OR, LEVEL_LOGIC, LEFT},
    [TOKEN_EQ] = {AST_EQ, LEVEL_RELATION, NEVER},
    [TOKEN_NE] = {AST_NE, LEVEL_RELATION, NEVER},
    [TOKEN_LT] = {AST_LT, LEVEL_RELATION, NEVER},
    [TOKEN_LE] = {AST_LE, LEVEL_RELATION, NEVER},
    [TOKEN_GT] = {AST_GT, LEVEL_RELATION, NEVER},
    [TOKEN_GE] = {AST_GE, LEVEL_RELATION, NEVER},
    [TOKEN_SUBTYPE] = {AST_SUBTYPE, LEVEL_RELATION, NEVER},
    [TOKEN_CONCAT] = {AST_CONCAT, LEVEL_CONCAT, LEFT},
    [TOKEN_PLUS] = {AST_ADD, LEVEL_SUM, LEFT},
    [TOKEN_MINUS] = {AST_SUB, LEVEL_SUM, LEFT},
    [TOKEN_STAR] = {AST_MUL, LEVEL_PRODUCT, LEFT},
    [TOKEN_SLASH] = {AST_DIVIDE, LEVEL_PRODUCT, LEFT},
    [TOKEN_DIV] = {AST_DIV, LEVEL_PRODUCT, LEFT},
    [TOKEN_MOD] = {AST_MOD, LEVEL_PRODUCT, LEFT},
    [TOKEN_POWER] = {AST_POWER, LEVEL_POWER, RIGHT},
};

struct ast_expression *
expression_new (struct parser *p, enum ast_op op, struct place place)
{
    struct ast_expression *e = PARSE_NEW (p, struct ast_expression);
    e->op = op;
    e->place = place;
    e->height = 1;
    return e;
}

struct ast_expression **
expression_add (struct parser *p, struct ast_expression *parent,
                struct ast_expression **end, struct ast_expression *child)
{
    assert (!*end && !child->next && child->height);
    *end = child;
    if (parent->height <= child->height)
        parent->height = child->height + 1;
    if (parent->height > AST_DEPTH)
        parser_fail (p, parent->place, "an expression of more than %d levels",
                     AST_DEPTH);
    return &child->next;
}

static struct ast_expression *parse_unary (struct parser *);

/* `now` may not follow `before` on the same level without parentheses. */
static void
check_mixture (struct parser *p, const struct parse_expression_operator *before,
               const struct parse_expression_operator *now)
{
    assert (now->level != LEVEL_NONE);
    if (!before || before->level != now->level)
        return;
    if (now->level == LEVEL_RELATION)
        parser_fail (p, parser_place (p),
                     "relations do not chain: parentheses are needed");
    else if (now->level == LEVEL_LOGIC && now->op != before->op)
        parser_fail (p, parser_place (p),
                     "'&&' and '||' do not mix: parentheses are needed");
    else if (now->level == LEVEL_IMPLIES && now->op != before->op)
        parser_fail (p, parser_place (p),
                     "'==>' and '<==' do not mix: parentheses are needed");
}

/* Operators of at least this level; `before` stands to the left, or null. */
static struct ast_expression *
parse_binary (struct parser *p, enum parse_expression_level least,
              const struct parse_expression_operator *before)
{
    struct ast_expression *left;
    if (!parser_enter (p)) {
        parser_leave (p);
        return expression_new (p, AST_TRUE, parser_place (p));
    }
    left = parse_unary (p);
    for (;;) {
        const struct parse_expression_operator *now = &operators[p->token.kind];
        if (now->level == LEVEL_NONE || now->level < least)
            break;
        check_mixture (p, before, now);
        struct ast_expression *e =
            expression_new (p, now->op, parser_place (p));
        struct ast_expression **end = expression_add (p, e, &e->child, left);
        enum parse_expression_level right =
            now->level + (now->grouping != RIGHT);
        parser_next (p);
        expression_add (p, e, end, parse_binary (p, right, now));
        left = e;
        before = now;
    }
    parser_leave (p);
    return left;
}

struct ast_expression *
parse_expression (struct parser *p)
{
    struct ast_expression *e = parse_binary (p, LEVEL_IFF, NULL);
    if (p->depth + e->height > AST_DEPTH)
        parser_fail (p, e->place, "nested deeper than %d levels", AST_DEPTH);
    if (p->tallest < p->depth + e->height)
        p->tallest = p->depth + e->height;
    return e;
}

struct ast_expression *
parse_expressions (struct parser *p, size_t *count)
{
    struct ast_expression *first = NULL, **end = &first;
    size_t n = 0;
    do {
        *end = parse_expression (p);
        end = &(*end)->next;
        n++;
    } while (parser_accept (p, TOKEN_COMMA));
    if (count)
        *count = n;
    return first;
}

/* At a number in brackets: does [high:low] stand here? */
static bool
bits_ahead (const struct parser *p)
{
    struct lexer ahead = p->lexer;
    return p->token.kind == TOKEN_NUMBER
           && lexer_next (&ahead).kind == TOKEN_COLON
           && lexer_next (&ahead).kind == TOKEN_NUMBER;
}

/* A bound of the bits; the low one may be 0. */
static unsigned
parse_bit (struct parser *p)
{
    unsigned bit = 0;
    if (p->token.kind != TOKEN_NUMBER)
        parser_expected (p, "a number of bits");
    else if (p->token.size != 1 || *p->token.text != '0')
        bit = parse_width (p, parser_place (p), p->token.text, p->token.size);
    parser_next (p);
    return bit;
}

static struct ast_expression *
parse_extract (struct parser *p, struct ast_expression *of, struct place place)
{
    assert (p->token.kind == TOKEN_NUMBER);
    struct ast_expression *e = expression_new (p, AST_EXTRACT, place);
    expression_add (p, e, &e->child, of);
    e->high = parse_bit (p);
    parser_expect (p, TOKEN_COLON, "between the bounds of the bits");
    e->low = parse_bit (p);
    parser_expect (p, TOKEN_CLOSE_BRACKET, "after the bounds of the bits");
    return e;
}

/* After the bracket: a select or an update. */
static struct ast_expression *
parse_index (struct parser *p, struct ast_expression *of, struct place place)
{
    assert (of && !of->next);
    struct ast_expression *e = expression_new (p, AST_SELECT, place);
    struct ast_expression **end = expression_add (p, e, &e->child, of);
    if (p->token.kind != TOKEN_CLOSE_BRACKET && p->token.kind != TOKEN_ASSIGN)
        do
            end = expression_add (p, e, end, parse_expression (p));
        while (parser_accept (p, TOKEN_COMMA));
    if (parser_accept (p, TOKEN_ASSIGN)) {
        e->op = AST_UPDATE;
        expression_add (p, e, end, parse_expression (p));
    }
    parser_expect (p, TOKEN_CLOSE_BRACKET, "after the indices");
    return e;
}

static struct ast_expression *
parse_coercion (struct parser *p, struct ast_expression *of, struct place place)
{
    struct ast_expression *e = expression_new (p, AST_COERCE, place);
    expression_add (p, e, &e->child, of);
    e->type = parse_type (p);
    return e;
}

static struct ast_expression *
parse_postfix (struct parser *p)
{
    struct ast_expression *e = parse_atom (p);
    for (;;) {
        struct place place = parser_place (p);
        if (p->token.kind == TOKEN_ARROW) {
            parser_fail (p, place, "fields of datatypes are not supported");
            return e;
        }
        if (parser_accept (p, TOKEN_COLON))
            e = parse_coercion (p, e, place);
        else if (!parser_accept (p, TOKEN_OPEN_BRACKET))
            return e;
        else if (bits_ahead (p))
            e = parse_extract (p, e, place);
        else
            e = parse_index (p, e, place);
    }
}

static struct ast_expression *
parse_unary (struct parser *p)
{
    enum token_kind kind = p->token.kind;
    if (kind != TOKEN_NOT && kind != TOKEN_MINUS)
        return parse_postfix (p);
    struct ast_expression *e = expression_new (
        p, kind == TOKEN_NOT ? AST_NOT : AST_NEGATE, parser_place (p));
    parser_next (p);
    if (parser_enter (p))
        expression_add (p, e, &e->child, parse_unary (p));
    parser_leave (p);
    return e;
}
