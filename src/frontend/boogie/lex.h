/* lex.h -- Boogie text as tokens.
 *
 * A lexer is a small value: copying it is how one looks ahead.  It never reads
 * past its end and never fails: what is no token is TOKEN_BAD, with the reason.
 * Comments are skipped; block comments nest. */
#ifndef FRONTEND_BOOGIE_LEX_H
#define FRONTEND_BOOGIE_LEX_H

#include <stddef.h>

enum token_kind {
    TOKEN_END,
    TOKEN_BAD,
    TOKEN_NAME,   /* without a leading backslash, which hides a keyword */
    TOKEN_NUMBER, /* digits */
    TOKEN_REAL,   /* digits[.digits][e[-]digits], at least one of the two */
    TOKEN_BITS,   /* digits bv digits */
    TOKEN_STRING, /* without the quotes, escapes as written */

    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_OPEN_BRACKET,
    TOKEN_CLOSE_BRACKET,
    TOKEN_OPEN_BRACE,
    TOKEN_CLOSE_BRACE,
    TOKEN_OPEN_CODE,  /* |{ */
    TOKEN_CLOSE_CODE, /* }| */
    TOKEN_COMMA,
    TOKEN_SEMICOLON,
    TOKEN_COLON,
    TOKEN_COLONS,
    TOKEN_ASSIGN,
    TOKEN_DEFINE, /* = */
    TOKEN_ARROW,  /* -> */
    TOKEN_BAR,    /* | */
    TOKEN_NOT,
    TOKEN_IFF,
    TOKEN_IMPLIES,
    TOKEN_EXPLIES,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_EQ,
    TOKEN_NE,
    TOKEN_LT,
    TOKEN_LE,
    TOKEN_GT,
    TOKEN_GE,
    TOKEN_SUBTYPE,
    TOKEN_CONCAT,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_STAR,
    TOKEN_SLASH,
    TOKEN_DIV,
    TOKEN_MOD, /* words, but operators */
    TOKEN_POWER,

    TOKEN_ASSERT,
    TOKEN_ASSUME,
    TOKEN_AXIOM,
    TOKEN_BOOL,
    TOKEN_BREAK,
    TOKEN_CALL,
    TOKEN_CONST,
    TOKEN_ELSE,
    TOKEN_ENSURES,
    TOKEN_EXISTS,
    TOKEN_EXTENDS,
    TOKEN_FALSE,
    TOKEN_FORALL,
    TOKEN_FREE,
    TOKEN_FUNCTION,
    TOKEN_GOTO,
    TOKEN_HAVOC,
    TOKEN_IF,
    TOKEN_IMPLEMENTATION,
    TOKEN_INT,
    TOKEN_INVARIANT,
    TOKEN_LAMBDA,
    TOKEN_MODIFIES,
    TOKEN_OLD,
    TOKEN_PROCEDURE,
    TOKEN_REAL_TYPE,
    TOKEN_REQUIRES,
    TOKEN_RETURN,
    TOKEN_RETURNS,
    TOKEN_THEN,
    TOKEN_TRUE,
    TOKEN_TYPE,
    TOKEN_UNIQUE,
    TOKEN_VAR,
    TOKEN_WHERE,
    TOKEN_WHILE,
    TOKENS
};

struct token {
    enum token_kind kind;
    const char *text;      /* into the source; BAD: what is wrong, terminated */
    size_t size;           /* of the text */
    unsigned line, column; /* from 1; columns are bytes */
};

struct lexer {
    const char *at, *end; /* what is left */
    const char *start;    /* of the line */
    unsigned line;
};

void lexer_init (struct lexer *, const char *source, size_t size);
struct token lexer_next (struct lexer *);
/* `;`, `:=`, `assert`; null for the kinds that have no fixed text. */
const char *token_text (enum token_kind);

#endif
