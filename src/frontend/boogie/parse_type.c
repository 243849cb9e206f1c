/* parse_type.c -- names, types, attributes, and variables with them. */
#include <assert.h>
#include <string.h>

#include "frontend/boogie/parse.h"

struct ast_name *
parse_names (struct parser *p, const char *what)
{
    assert (what);
    struct ast_name *first = NULL, **end = &first;
    do {
        struct ast_name *n = *end = PARSE_NEW (p, struct ast_name);
        n->place = parser_place (p);
        n->name = parser_name (p, what);
        end = &n->next;
    } while (parser_accept (p, TOKEN_COMMA));
    return first;
}

struct ast_name *
parse_type_parameters (struct parser *p)
{
    if (!parser_accept (p, TOKEN_LT))
        return NULL;
    struct ast_name *names = parse_names (p, "the name of a type parameter");
    parser_expect (p, TOKEN_GT, "after the type parameters");
    return names;
}

static struct ast_type *
type_new (struct parser *p)
{
    struct ast_type *t = PARSE_NEW (p, struct ast_type);
    t->kind = TYPE_NAME;
    t->name = "";
    t->place = parser_place (p);
    return t;
}

unsigned
parse_width (struct parser *p, struct place place, const char *digits,
             size_t size)
{
    unsigned width = 0;
    assert (size);
    for (size_t i = 0; i < size && width <= AST_WIDTH; i++)
        width = width * 10 + (unsigned) (digits[i] - '0');
    if (width && width <= AST_WIDTH)
        return width;
    parser_fail (p, place, "bitvectors of width %.*s%s are not supported",
                 (int) (size < 20 ? size : 20), digits, size < 20 ? "" : "..");
    return 1;
}

static bool
is_bitvector (const struct token *t)
{
    size_t at = 2;
    while (at < t->size && t->text[at] >= '0' && t->text[at] <= '9')
        at++;
    return t->size > 2 && at == t->size && !memcmp (t->text, "bv", 2);
}

/* A name as a type, without arguments: bv32 is none that one declares. */
static struct ast_type *
type_named (struct parser *p)
{
    const struct token *t = &p->token;
    struct ast_type *type = type_new (p);
    assert (t->kind == TOKEN_NAME);
    if (is_bitvector (t)) {
        type->kind = TYPE_BV;
        type->width = parse_width (p, type->place, t->text + 2, t->size - 2);
    } else
        type->name = parser_copy (p, t->text, t->size);
    parser_next (p);
    return type;
}

static struct ast_type *
type_map (struct parser *p)
{
    assert (p->token.kind == TOKEN_OPEN_BRACKET || p->token.kind == TOKEN_LT);
    struct ast_type *type = type_new (p);
    struct ast_type **end = &type->argument;
    type->kind = TYPE_MAP;
    type->type_parameter = parse_type_parameters (p);
    parser_expect (p, TOKEN_OPEN_BRACKET, "at the begin of a map type");
    if (p->token.kind != TOKEN_CLOSE_BRACKET)
        do {
            *end = parse_type (p);
            end = &(*end)->next;
        } while (parser_accept (p, TOKEN_COMMA));
    parser_expect (p, TOKEN_CLOSE_BRACKET, "after the types of the indices");
    type->result = parse_type (p);
    return type;
}

/* Null: here begins no type.  Names come without arguments. */
static struct ast_type *
type_simple (struct parser *p)
{
    struct ast_type *type;
    switch (p->token.kind) {
    case TOKEN_INT:
    case TOKEN_BOOL:
    case TOKEN_REAL_TYPE:
        type = type_new (p);
        type->name = token_text (p->token.kind);
        parser_next (p);
        return type;
    case TOKEN_OPEN:
        parser_next (p);
        type = parse_type (p);
        parser_expect (p, TOKEN_CLOSE, "after the type");
        return type;
    case TOKEN_OPEN_BRACKET:
    case TOKEN_LT:
        return type_map (p);
    case TOKEN_NAME:
        return type_named (p);
    default:
        return NULL;
    }
}

struct ast_type *
parse_type (struct parser *p)
{
    struct ast_type *type = NULL;
    bool named = p->token.kind == TOKEN_NAME;
    if (parser_enter (p))
        type = type_simple (p);
    if (!type) {
        parser_expected (p, "a type");
        type = type_new (p);
    }
    /* What follows a name are its arguments; a map among them is the last,
     * because its result takes the rest. */
    struct ast_type **end = &type->argument, *last = NULL;
    while (named && type->kind == TYPE_NAME && !parser_sees_word (p, "uses")
           && (!last || last->kind != TYPE_MAP)
           && (*end = type_simple (p)) != NULL) {
        last = *end;
        end = &last->next;
    }
    parser_leave (p);
    return type;
}

static struct ast_expression *
attribute_value (struct parser *p)
{
    if (p->token.kind != TOKEN_STRING)
        return parse_expression (p);
    struct ast_expression *e = expression_new (p, AST_STRING, parser_place (p));
    e->text = parser_copy (p, p->token.text, p->token.size);
    parser_next (p);
    return e;
}

struct ast_attribute *
parse_attribute (struct parser *p, struct place place)
{
    struct ast_attribute *a = PARSE_NEW (p, struct ast_attribute);
    struct ast_expression **end = &a->value;
    a->place = place;
    a->name = "";
    parser_expect (p, TOKEN_COLON, "after the '{' of an attribute");
    /* Keywords may name an attribute, too. */
    const char *word = token_text (p->token.kind);
    if (word && *word >= 'a' && *word <= 'z') {
        a->name = word;
        parser_next (p);
    } else
        a->name = parser_name (p, "the name of an attribute");
    if (p->token.kind != TOKEN_CLOSE_BRACE)
        do {
            *end = attribute_value (p);
            end = &(*end)->next;
        } while (parser_accept (p, TOKEN_COMMA));
    parser_expect (p, TOKEN_CLOSE_BRACE, "after the attribute");
    return a;
}

struct ast_attribute *
parse_attributes (struct parser *p)
{
    struct ast_attribute *first = NULL, **end = &first;
    while (p->token.kind == TOKEN_OPEN_BRACE) {
        struct place place = parser_place (p);
        parser_next (p);
        *end = parse_attribute (p, place);
        end = &(*end)->next;
    }
    return first;
}

/* x, y: T where e, appended at `end`; the new end. */
static struct ast_variable **
parse_group (struct parser *p, struct ast_variable **end,
             enum parse_where where, struct ast_attribute *attribute)
{
    struct ast_variable **group = end;
    struct ast_expression *condition = NULL;
    do {
        struct ast_variable *v = *end = PARSE_NEW (p, struct ast_variable);
        v->place = parser_place (p);
        v->name = parser_name (p, "the name of a variable");
        v->attribute = attribute;
        end = &v->next;
    } while (parser_accept (p, TOKEN_COMMA));
    parser_expect (p, TOKEN_COLON, "and a type after the name of a variable");
    struct ast_type *type = parse_type (p);
    if (p->token.kind == TOKEN_WHERE && where == WHERE_FORBIDDEN)
        parser_fail (p, parser_place (p), "a where clause cannot stand here");
    if (parser_accept (p, TOKEN_WHERE))
        condition = parse_expression (p);
    for (struct ast_variable *v = *group; v; v = v->next) {
        v->type = type;
        v->where = condition;
    }
    return end;
}

struct ast_variable *
parse_variables (struct parser *p, enum parse_where where, bool each)
{
    struct ast_variable *first = NULL, **end = &first;
    do
        end = parse_group (p, end, where, each ? parse_attributes (p) : NULL);
    while (parser_accept (p, TOKEN_COMMA));
    return first;
}

struct ast_variable *
parse_locals (struct parser *p)
{
    struct ast_variable *first = NULL, **end = &first;
    while (parser_accept (p, TOKEN_VAR)) {
        struct ast_attribute *attribute = parse_attributes (p);
        *end = parse_variables (p, WHERE_ALLOWED, false);
        for (; *end; end = &(*end)->next)
            (*end)->attribute = attribute;
        parser_expect (p, TOKEN_SEMICOLON, "after the variables");
    }
    return first;
}
