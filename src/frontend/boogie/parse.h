/* parse.h -- what the parts of the parser share.
 *
 * Recursive descent over one token.  After the first error the rest of the text
 * counts as empty: every loop ends, every function still returns a tree (which
 * nobody will see), and no caller needs to ask. */
#ifndef FRONTEND_BOOGIE_PARSE_H
#define FRONTEND_BOOGIE_PARSE_H

#include "frontend/boogie/ast.h"
#include "frontend/boogie/lex.h"

struct parser {
    struct lexer lexer;
    struct token token; /* the one that is looked at */
    struct arena *arena;
    struct problem *problem;
    const char *file;
    unsigned depth;   /* of nesting, here */
    unsigned tallest; /* nesting at an expression plus its height, greatest
                         since the code expression or quantifier around began */
    bool code;        /* in a code expression: `return e` is allowed */
};

void parser_init (struct parser *, struct arena *, const char *source,
                  size_t size, const char *file, struct problem *);
void parser_next (struct parser *);
/* Is it this token?  Then goes on. */
bool parser_accept (struct parser *, enum token_kind);
/* It must be this token: `expected ';' AFTER, found ..`.  The text of AFTER
 * begins with a preposition. */
void parser_expect (struct parser *, enum token_kind, const char *after);
/* Is it a name with this text?  For words that are keywords
 * in their place only. */
bool parser_sees_word (const struct parser *, const char *word);
/* The token after this one. */
enum token_kind parser_ahead (const struct parser *);
/* `expected WHAT, found ..` at the token. */
void parser_expected (struct parser *, const char *what);
void parser_fail (struct parser *, struct place, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
struct place parser_place (const struct parser *);
/* A name, copied; fails if it is none. */
const char *parser_name (struct parser *, const char *what);
const char *parser_copy (struct parser *, const char *text, size_t size);
/* One level deeper; false, with a problem, if that is too deep.  Each enter is
 * followed by a leave, whatever it returns. */
bool parser_enter (struct parser *);
void parser_leave (struct parser *);

/* a, b, c */
struct ast_name *parse_names (struct parser *, const char *what);
/* <a, b>, or nothing. */
struct ast_name *parse_type_parameters (struct parser *);
struct ast_type *parse_type (struct parser *);
/* A width in decimal; fails unless it is in 1 .. AST_WIDTH. */
unsigned parse_width (struct parser *, struct place, const char *digits,
                      size_t size);

/* {:name value, ..} as often as it is there. */
struct ast_attribute *parse_attributes (struct parser *);
/* The rest of one, after its brace. */
struct ast_attribute *parse_attribute (struct parser *, struct place);

enum parse_where { WHERE_ALLOWED, WHERE_FORBIDDEN };

/* x, y: T where e, z: U; with attributes at each group if `each`. */
struct ast_variable *parse_variables (struct parser *, enum parse_where,
                                      bool each);
/* var .. ; var .. ; */
struct ast_variable *parse_locals (struct parser *);

struct ast_expression *parse_expression (struct parser *);
/* a, b, c; the number of them in `count` if it is not null. */
struct ast_expression *parse_expressions (struct parser *, size_t *count);
/* A literal, name, call, quantifier ..: what needs no parentheses. */
struct ast_expression *parse_atom (struct parser *);
struct ast_expression *expression_new (struct parser *, enum ast_op,
                                       struct place);
/* Children are added in order, each at the end of the list at `end`; the result
 * is the new end.  Keeps the parent's height. */
struct ast_expression **expression_add (struct parser *,
                                        struct ast_expression *parent,
                                        struct ast_expression **end,
                                        struct ast_expression *child);

/* Statements up to the brace that closes them, which is left to the caller. */
struct ast_statement *parse_statements (struct parser *);
/* Conditions in the head of a procedure or of a loop, as they are there. */
struct ast_spec *parse_specs (struct parser *, bool loop);

#define PARSE_NEW(p, type) ((type *) arena_new ((p)->arena, sizeof (type)))

#endif
