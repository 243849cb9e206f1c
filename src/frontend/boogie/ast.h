/* ast.h -- Boogie text as a tree, before names and types mean anything.
 *
 * Made by boogie_parse*.c, given a meaning by boogie_resolve*.c.  All of it lives
 * in one arena; lists are linked by `next` in the order of the text.  Variables
 * of one group (`x, y: T where e`) share their type and their where clause. */
#ifndef FRONTEND_BOOGIE_AST_H
#define FRONTEND_BOOGIE_AST_H

#include "base/memory.h"
#include "base/problem.h"

/* No path from the root of an expression, a statement or a type to a leaf of
 * it has more nodes: recursion over the tree is safe. */
enum { AST_DEPTH = 5000 };
/* Widths of bitvectors are at least 1 and at most this. */
enum { AST_WIDTH = 65536 };

struct ast_type {
    enum { TYPE_NAME, TYPE_MAP, TYPE_BV } kind;
    const char *name;          /* NAME: "int", "bool", "real", or declared */
    unsigned width;            /* BV */
    struct ast_type *argument; /* NAME: of a constructor; MAP: indices */
    struct ast_type *result;   /* MAP */
    struct ast_name *type_parameter; /* MAP: <a, b>; null: none */
    struct place place;
    struct ast_type *next;
};

struct ast_name {
    const char *name;
    struct place place;
    struct ast_name *next;
};

enum ast_op {
    AST_NUMBER, /* text: decimal integer */
    AST_REAL,   /* text: digits.digits, never an exponent */
    AST_BITS,   /* text: decimal, perhaps too large; width */
    AST_STRING, /* in attributes only; text: as written between the quotes */
    AST_TRUE,
    AST_FALSE,
    AST_NAME,
    AST_CALL, /* text (child ..); also int(x), real(x) */
    AST_OLD,
    AST_SELECT,  /* child[child, ..] */
    AST_UPDATE,  /* child[child, .. := child]: the last child is the value */
    AST_EXTRACT, /* child[high:low] */
    AST_IF,      /* if a then b else c */
    AST_FORALL,
    AST_EXISTS,
    AST_LAMBDA, /* bound, trigger, one child */
    AST_NOT,
    AST_NEGATE,
    AST_IFF,
    AST_IMPLIES,
    AST_EXPLIES,
    AST_AND,
    AST_OR,
    AST_EQ,
    AST_NE,
    AST_LT,
    AST_LE,
    AST_GT,
    AST_GE,
    AST_SUBTYPE,
    AST_CONCAT,
    AST_ADD,
    AST_SUB,
    AST_MUL,
    AST_DIVIDE,
    AST_DIV,
    AST_MOD,
    AST_POWER,
    AST_COERCE, /* child : type */
    AST_CODE    /* |{ var ..; blocks }|: locals, body */
};

struct ast_expression {
    enum ast_op op;
    const char *text;
    unsigned width, high, low;
    unsigned height; /* nodes on the longest path down, this one included */
    struct ast_expression *child, *next; /* first child; next sibling */
    struct ast_variable *bound;          /* of quantifiers; locals of CODE */
    struct ast_trigger *trigger;         /* {a, b} {c}; {:nopats ..} left out */
    struct ast_attribute *attribute;     /* of quantifiers */
    struct ast_name *type_parameter;     /* of quantifiers */
    struct ast_type *type;               /* of COERCE */
    struct ast_statement *body;          /* of CODE */
    struct place place; /* of an operator between operands: the operator */
};

struct ast_trigger {
    struct ast_expression *term; /* linked by next */
    struct ast_trigger *next;
};

struct ast_attribute {
    const char *name;
    struct ast_expression *value; /* linked by next; AST_STRING among them */
    struct ast_attribute *next;
    struct place place;
};

struct ast_variable { /* also constants, parameters (name null: anonymous) */
    const char *name;
    struct ast_type *type;
    struct ast_expression *where;
    struct ast_attribute *attribute;
    bool unique;
    struct place place;
    struct ast_variable *next;
};

enum ast_statement_kind {
    AST_ASSERT,
    AST_ASSUME,
    AST_HAVOC,
    AST_ASSIGN,
    AST_CALL_STATEMENT,
    AST_IF_STATEMENT,
    AST_WHILE,
    AST_BREAK,
    AST_GOTO,
    AST_RETURN,
    AST_LABEL,
    AST_YIELD
};

struct ast_statement {
    enum ast_statement_kind kind;
    struct ast_expression *expression; /* asserted, assumed; guard (null: *);
                                          returned, in CODE */
    struct ast_expression *target;     /* ASSIGN: NAME or SELECT; CALL: NAMEs;
                                          HAVOC: NAMEs; linked by next */
    struct ast_expression *value;      /* ASSIGN, CALL arguments (null op of
                                          `*`: not supported); linked by next */
    const char *text;                  /* label; break's label (may be null);
                                          callee */
    struct ast_name *label;            /* GOTO */
    struct ast_spec *invariant;        /* WHILE */
    struct ast_statement *body, *otherwise; /* IF (else if: nested), WHILE */
    bool async, free;                       /* CALL: `async call`, `call async`,
                                          {:async}; CALL: `free call` */
    struct ast_attribute *attribute;
    struct place place;
    struct ast_statement *next;
};

struct ast_spec {
    enum { AST_REQUIRES, AST_ENSURES, AST_MODIFIES, AST_INVARIANT } kind;
    bool free;
    struct ast_expression *expression;
    struct ast_name *name; /* MODIFIES */
    struct ast_attribute *attribute;
    struct place place;
    struct ast_spec *next;
};

enum ast_declaration_kind {
    AST_TYPE,
    AST_CONST,
    AST_FUNCTION,
    AST_AXIOM,
    AST_VAR,
    AST_PROCEDURE,
    AST_IMPLEMENTATION
};

struct ast_declaration {
    enum ast_declaration_kind kind;
    const char *name;
    struct ast_attribute *attribute;
    struct ast_name *type_parameter;   /* TYPE: its parameters; else <a, b> */
    struct ast_type *type;             /* TYPE: synonym of; FUNCTION: result */
    struct ast_variable *variable;     /* CONST, VAR; FUNCTION: parameters */
    struct ast_expression *expression; /* AXIOM; FUNCTION: body */
    struct ast_variable *in, *out, *local;
    struct ast_spec *spec;
    struct ast_statement *body; /* null and !has_body: none */
    bool has_body;
    struct place place;
    struct ast_declaration *next;
};

/* The whole text as declarations; null with a problem (INPUT) at the first
 * error, and null without one if the text has none.  What an assignment has as
 * targets it has as values.  Nothing in the tree points into `source`; places
 * point to `file`. */
struct ast_declaration *boogie_parse (struct arena *, const char *source,
                                      size_t size, const char *file,
                                      struct problem *);

#endif
