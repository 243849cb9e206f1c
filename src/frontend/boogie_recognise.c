/* boogie_recognise.c -- is this Boogie?  Answered from the first few words.
 *
 * SMT-LIB begins with a parenthesis, and of the words that begin a declaration
 * in Boogie, C has only `const`: there the name's colon or comma tells. */
#include "frontend/boogie.h"
#include "frontend/boogie_lex.h"

static bool
is_constant (struct lexer *l)
{
    struct token t = lexer_next (l);
    if (t.kind == TOKEN_OPEN_BRACE || t.kind == TOKEN_UNIQUE)
        return true;
    if (t.kind != TOKEN_NAME)
        return false;
    t = lexer_next (l);
    return t.kind == TOKEN_COLON || t.kind == TOKEN_COMMA;
}

bool
boogie_recognise (const char *source, size_t size)
{
    struct lexer l;
    lexer_init (&l, source, size);
    switch (lexer_next (&l).kind) {
    case TOKEN_TYPE:
    case TOKEN_FUNCTION:
    case TOKEN_AXIOM:
    case TOKEN_VAR:
    case TOKEN_PROCEDURE:
    case TOKEN_IMPLEMENTATION:
        return true;
    case TOKEN_CONST:
        return is_constant (&l);
    default:
        return false;
    }
}
