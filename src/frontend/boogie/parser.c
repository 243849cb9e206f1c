/* parser.c -- the parser's hold on its text: tokens, places, errors. */
#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "frontend/boogie/parse.h"

enum { SHOWN = 40 }; /* bytes of a token that a message repeats */

struct place
parser_place (const struct parser *p)
{
    return (struct place) {p->file, p->token.line, p->token.column};
}

void
parser_fail (struct parser *p, struct place place, const char *format, ...)
{
    assert (p->problem && format);
    char what[sizeof p->problem->message];
    va_list list;
    va_start (list, format);
    vsnprintf (what, sizeof what, format, list);
    va_end (list);
    problem_set (p->problem, place, "%s", what);
    p->lexer.at = p->lexer.end;
    p->token.kind = TOKEN_END;
    assert (p->problem->kind != PROBLEM_NONE);
}

void
parser_next (struct parser *p)
{
    p->token = lexer_next (&p->lexer);
    if (p->token.kind == TOKEN_BAD)
        parser_fail (p, parser_place (p), "%s", p->token.text);
}

void
parser_init (struct parser *p, struct arena *arena, const char *source,
             size_t size, const char *file, struct problem *problem)
{
    assert (arena && problem && problem->kind == PROBLEM_NONE);
    *p = (struct parser) {.arena = arena, .problem = problem, .file = file};
    lexer_init (&p->lexer, source, size);
    parser_next (p);
}

bool
parser_accept (struct parser *p, enum token_kind kind)
{
    assert (kind != TOKEN_END);
    if (p->token.kind != kind)
        return false;
    parser_next (p);
    return true;
}

/* The token as a message shows it. */
static void
token_show (const struct token *t, char text[SHOWN + 16])
{
    assert (t->kind != TOKEN_BAD);
    size_t size = t->size < SHOWN ? t->size : SHOWN;
    const char *dots = size < t->size ? ".." : "";
    if (t->kind == TOKEN_END) {
        strcpy (text, "the end of the file");
        return;
    }
    sprintf (text, t->kind == TOKEN_STRING ? "\"%.*s%s\"" : "'%.*s%s'",
             (int) size, t->text, dots);
    for (char *c = text; *c; c++)
        if (!isprint ((unsigned char) *c))
            *c = '?';
}

void
parser_expected (struct parser *p, const char *what)
{
    assert (what);
    char found[SHOWN + 16];
    token_show (&p->token, found);
    parser_fail (p, parser_place (p), "expected %s, found %s%s", what,
                 token_text (p->token.kind)
                         && isalpha ((unsigned char) *p->token.text)
                     ? "the keyword "
                     : "",
                 found);
}

void
parser_expect (struct parser *p, enum token_kind kind, const char *after)
{
    char what[128];
    if (parser_accept (p, kind))
        return;
    assert (token_text (kind));
    snprintf (what, sizeof what, "'%s' %s", token_text (kind), after);
    parser_expected (p, what);
}

bool
parser_sees_word (const struct parser *p, const char *word)
{
    assert (*word);
    return p->token.kind == TOKEN_NAME && p->token.size == strlen (word)
           && !memcmp (p->token.text, word, p->token.size);
}

enum token_kind
parser_ahead (const struct parser *p)
{
    struct lexer ahead = p->lexer;
    return lexer_next (&ahead).kind;
}

const char *
parser_copy (struct parser *p, const char *text, size_t size)
{
    char *copy = arena_new (p->arena, size + 1);
    if (size)
        memcpy (copy, text, size);
    return copy;
}

const char *
parser_name (struct parser *p, const char *what)
{
    assert (what);
    if (p->token.kind != TOKEN_NAME) {
        parser_expected (p, what);
        return "";
    }
    const char *name = parser_copy (p, p->token.text, p->token.size);
    parser_next (p);
    return name;
}

bool
parser_enter (struct parser *p)
{
    if (++p->depth <= AST_DEPTH)
        return true;
    parser_fail (p, parser_place (p), "nested deeper than %d levels",
                 AST_DEPTH);
    return false;
}

void
parser_leave (struct parser *p)
{
    assert (p->depth);
    p->depth--;
}
