/* recognise.c -- is this Boogie?  Answered from the first few words.
 *
 * SMT-LIB begins with a parenthesis, and of the words that begin a declaration
 * in Boogie, C has only `const`: there the name's colon or comma tells.  Newer
 * declarations begin with words that are names elsewhere: what follows tells.
 * The parser refuses them, but with their place. */
#include <string.h>

#include "frontend/boogie/boogie.h"
#include "frontend/boogie/lex.h"

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

static bool
is_word (const struct token *t, const char *word)
{
    return t->size == strlen (word) && !memcmp (t->text, word, t->size);
}

/* `datatype T<..> {`; C has declarations `datatype t;`. */
static bool
is_datatype (struct lexer *l)
{
    struct token t = lexer_next (l);
    if (t.kind == TOKEN_OPEN_BRACE)
        return true; /* an attribute */
    if (t.kind != TOKEN_NAME)
        return false;
    t = lexer_next (l);
    return t.kind == TOKEN_OPEN_BRACE || t.kind == TOKEN_LT;
}

/* `pure procedure`, `yield invariant`, .. */
static bool
is_foreign (struct lexer *l, const struct token *first)
{
    static const char *const before[] = {"pure",     "yield",   "left",
                                         "right",    "both",    "atomic",
                                         "hideable", "revealed"};
    if (is_word (first, "datatype"))
        return is_datatype (l);
    bool known = false;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        known |= is_word (first, before[i]);
    enum token_kind next = lexer_next (l).kind;
    return known
           && (next == TOKEN_PROCEDURE || next == TOKEN_FUNCTION
               || next == TOKEN_AXIOM || next == TOKEN_INVARIANT);
}

bool
boogie_recognise (const char *source, size_t size)
{
    struct lexer l;
    lexer_init (&l, source, size);
    struct token first = lexer_next (&l);
    switch (first.kind) {
    case TOKEN_TYPE:
    case TOKEN_FUNCTION:
    case TOKEN_AXIOM:
    case TOKEN_VAR:
    case TOKEN_PROCEDURE:
    case TOKEN_IMPLEMENTATION:
        return true;
    case TOKEN_CONST:
        return is_constant (&l);
    case TOKEN_NAME:
        return is_foreign (&l, &first);
    default:
        return false;
    }
}
