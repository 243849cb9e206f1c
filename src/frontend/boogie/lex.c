/* lex.c -- see lex.h. */
#include "frontend/boogie/lex.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { QUEUED_MESSAGES = 26, ASCII = 128, ROW = 6 };

struct fixed {
    const char *text;
    enum token_kind kind;
};

/* By first letter; a null text ends a row. */
static const struct fixed keywords[QUEUED_MESSAGES][ROW] = {
    ['a' - 'a'] = {{"assert", TOKEN_ASSERT},
                   {"assume", TOKEN_ASSUME},
                   {"axiom", TOKEN_AXIOM}},
    ['b' - 'a'] = {{"bool", TOKEN_BOOL}, {"break", TOKEN_BREAK}},
    ['c' - 'a'] = {{"call", TOKEN_CALL}, {"const", TOKEN_CONST}},
    ['d' - 'a'] = {{"div", TOKEN_DIV}},
    ['e' - 'a'] = {{"else", TOKEN_ELSE},
                   {"ensures", TOKEN_ENSURES},
                   {"exists", TOKEN_EXISTS},
                   {"extends", TOKEN_EXTENDS}},
    ['f' - 'a'] = {{"false", TOKEN_FALSE},
                   {"forall", TOKEN_FORALL},
                   {"free", TOKEN_FREE},
                   {"function", TOKEN_FUNCTION}},
    ['g' - 'a'] = {{"goto", TOKEN_GOTO}},
    ['h' - 'a'] = {{"havoc", TOKEN_HAVOC}},
    ['i' - 'a'] = {{"if", TOKEN_IF},
                   {"int", TOKEN_INT},
                   {"invariant", TOKEN_INVARIANT},
                   {"implementation", TOKEN_IMPLEMENTATION}},
    ['l' - 'a'] = {{"lambda", TOKEN_LAMBDA}},
    ['m' - 'a'] = {{"mod", TOKEN_MOD}, {"modifies", TOKEN_MODIFIES}},
    ['o' - 'a'] = {{"old", TOKEN_OLD}},
    ['p' - 'a'] = {{"procedure", TOKEN_PROCEDURE}},
    ['r' - 'a'] = {{"real", TOKEN_REAL_TYPE},
                   {"return", TOKEN_RETURN},
                   {"returns", TOKEN_RETURNS},
                   {"requires", TOKEN_REQUIRES}},
    ['t' - 'a'] = {{"true", TOKEN_TRUE},
                   {"then", TOKEN_THEN},
                   {"type", TOKEN_TYPE}},
    ['u' - 'a'] = {{"unique", TOKEN_UNIQUE}},
    ['v' - 'a'] = {{"var", TOKEN_VAR}},
    ['w' - 'a'] = {{"where", TOKEN_WHERE}, {"while", TOKEN_WHILE}},
};

/* By first character, the longer ones of a row first; a null text ends it. */
static const struct fixed signs[ASCII][ROW] = {
    ['('] = {{"(", TOKEN_OPEN}},
    [')'] = {{")", TOKEN_CLOSE}},
    ['['] = {{"[", TOKEN_OPEN_BRACKET}},
    [']'] = {{"]", TOKEN_CLOSE_BRACKET}},
    ['{'] = {{"{", TOKEN_OPEN_BRACE}},
    ['}'] = {{"}|", TOKEN_CLOSE_CODE}, {"}", TOKEN_CLOSE_BRACE}},
    ['|'] = {{"||", TOKEN_OR}, {"|{", TOKEN_OPEN_CODE}, {"|", TOKEN_BAR}},
    [','] = {{",", TOKEN_COMMA}},
    [';'] = {{";", TOKEN_SEMICOLON}},
    [':'] = {{"::", TOKEN_COLONS}, {":=", TOKEN_ASSIGN}, {":", TOKEN_COLON}},
    ['='] = {{"==>", TOKEN_IMPLIES}, {"==", TOKEN_EQ}, {"=", TOKEN_DEFINE}},
    ['-'] = {{"->", TOKEN_ARROW}, {"-", TOKEN_MINUS}},
    ['!'] = {{"!=", TOKEN_NE}, {"!", TOKEN_NOT}},
    ['<'] = {{"<==>", TOKEN_IFF},
             {"<==", TOKEN_EXPLIES},
             {"<=", TOKEN_LE},
             {"<:", TOKEN_SUBTYPE},
             {"<", TOKEN_LT}},
    ['>'] = {{">=", TOKEN_GE}, {">", TOKEN_GT}},
    ['&'] = {{"&&", TOKEN_AND}},
    ['+'] = {{"++", TOKEN_CONCAT}, {"+", TOKEN_PLUS}},
    ['*'] = {{"**", TOKEN_POWER}, {"*", TOKEN_STAR}},
    ['/'] = {{"/", TOKEN_SLASH}},
};

enum char_kind { OTHER, QUEUED_MESSAGE, DIGIT };

static enum char_kind
kind_of (char c)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        return QUEUED_MESSAGE;
    if (c >= '0' && c <= '9')
        return DIGIT;
    switch (c) {
    case '\'':
    case '~':
    case '#':
    case '$':
    case '^':
    case '_':
    case '.':
    case '?':
    case '`':
        return QUEUED_MESSAGE;
    default:
        return OTHER;
    }
}

void
lexer_init (struct lexer *l, const char *source, size_t size)
{
    assert (source || !size);
    if (!source)
        source = "";
    /* cppcheck-suppress pointerOutOfBoundsCond ; "" has size 0 */
    *l = (struct lexer) {source, source + size, source, 1};
    /* A byte order mark, as editors on Windows leave it. */
    if (size >= 3 && !memcmp (source, "\xef\xbb\xbf", 3))
        l->at = l->start = source + 3;
}

/* Does the rest begin with `text`? */
static bool
lexer_sees (const struct lexer *l, const char *text)
{
    assert (*text);
    size_t i = 0;
    while (text[i] && l->at + i < l->end && l->at[i] == text[i])
        i++;
    return !text[i];
}

static struct token
lexer_here (const struct lexer *l)
{
    assert (l->start <= l->at && l->at <= l->end);
    return (struct token) {.kind = TOKEN_END,
                           .text = l->at,
                           .line = l->line,
                           .column = (unsigned) (l->at - l->start) + 1};
}

static struct token
token_bad (struct token t, const char *why)
{
    t.kind = TOKEN_BAD;
    t.text = why;
    t.size = strlen (why);
    return t;
}

static void
lexer_newline (struct lexer *l)
{
    assert (l->start <= l->at);
    assert (l->at < l->end && *l->at == '\n');
    l->start = ++l->at;
    l->line++;
}

/* False: the comment does not end. */
static bool
lexer_block_comment (struct lexer *l)
{
    size_t open = 0;
    assert (lexer_sees (l, "/*"));
    while (l->at < l->end)
        if (*l->at == '\n')
            lexer_newline (l);
        else if (lexer_sees (l, "/*")) {
            l->at += 2;
            open++;
        } else if (lexer_sees (l, "*/")) {
            l->at += 2;
            if (!--open)
                return true;
        } else
            l->at++;
    return false;
}

/* Skips what is no token; false: an open comment, at `where`. */
static bool
lexer_skip (struct lexer *l, struct token *where)
{
    while (l->at < l->end)
        if (*l->at == '\n')
            lexer_newline (l);
        else if (*l->at == ' ' || *l->at == '\t' || *l->at == '\r')
            l->at++;
        else if (*l->at != '/')
            return true;
        else if (lexer_sees (l, "//")) {
            const char *line = memchr (l->at, '\n', (size_t) (l->end - l->at));
            l->at = line ? line : l->end;
        } else if (lexer_sees (l, "/*")) {
            *where = lexer_here (l);
            if (!lexer_block_comment (l))
                return false;
        } else
            return true;
    return true;
}

static enum token_kind
word_kind (const char *text, size_t size)
{
    assert (size);
    if (*text < 'a' || *text > 'z')
        return TOKEN_NAME;
    for (const struct fixed *k = keywords[*text - 'a']; k->text; k++)
        if (!strncmp (k->text, text, size) && !k->text[size])
            return k->kind;
    return TOKEN_NAME;
}

static struct token
lexer_word (struct lexer *l, struct token t)
{
    assert (kind_of (*l->at) == QUEUED_MESSAGE);
    const char *at = l->at;
    while (at < l->end && kind_of (*at) != OTHER)
        at++;
    t.text = l->at;
    t.size = (size_t) (at - l->at);
    t.kind = word_kind (t.text, t.size);
    l->at = at;
    return t;
}

static const char *
digits_end (const char *at, const char *end)
{
    while (at < end && kind_of (*at) == DIGIT)
        at++;
    return at;
}

static bool
digit_at (const char *at, const char *end)
{
    return at < end && kind_of (*at) == DIGIT;
}

/* The end of `e5` or `e-5`, if it is there; else `at`. */
static const char *
exponent_end (const char *at, const char *end)
{
    const char *digits = at + 1;
    if (at == end || *at != 'e')
        return at;
    if (digits < end && *digits == '-')
        digits++;
    return digit_at (digits, end) ? digits_end (digits, end) : at;
}

static struct token
lexer_number (struct lexer *l, struct token t)
{
    assert (digit_at (l->at, l->end));
    if (lexer_sees (l, "0x"))
        return token_bad (t, "Boogie has no hexadecimal numbers, and "
                             "floating-point numbers are not supported");
    const char *at = digits_end (l->at, l->end), *digits = at;
    t.kind = TOKEN_NUMBER;
    if (l->end - at > 2 && at[0] == 'b' && at[1] == 'v'
        && digit_at (at + 2, l->end)) {
        at = digits_end (at + 2, l->end);
        t.kind = TOKEN_BITS;
    } else {
        if (at < l->end && *at == '.' && digit_at (at + 1, l->end))
            at = digits_end (at + 1, l->end);
        at = exponent_end (at, l->end);
        if (at != digits)
            t.kind = TOKEN_REAL;
    }
    t.size = (size_t) (at - l->at);
    l->at = at;
    return t;
}

/* As Boogie: the longest text on the line that may be one string, where a
 * quote after a backslash ends it or does not. */
static struct token
lexer_string (struct lexer *l, struct token t)
{
    const char *at = l->at + 1, *last = NULL;
    assert (*l->at == '"');
    for (; at < l->end && *at != '\n' && *at != '\r'; at++)
        if (*at == '"') {
            last = at;
            if (at[-1] != '\\')
                break;
        }
    if (!last)
        return token_bad (t, "the string does not end on its line");
    t.kind = TOKEN_STRING;
    t.text = l->at + 1;
    t.size = (size_t) (last - t.text);
    l->at = last + 1;
    return t;
}

static struct token
lexer_sign (struct lexer *l, struct token t)
{
    assert (l->at < l->end);
    unsigned char c = (unsigned char) *l->at;
    if (c < ASCII)
        for (const struct fixed *s = signs[c]; s->text; s++)
            if (lexer_sees (l, s->text)) {
                t.kind = s->kind;
                t.size = strlen (s->text);
                l->at += t.size;
                return t;
            }
    return token_bad (t, c < ASCII ? "a character that Boogie does not have"
                                   : "a character that is not ASCII");
}

struct token
lexer_next (struct lexer *l)
{
    struct token t;
    if (!lexer_skip (l, &t))
        return token_bad (t, "the comment does not end");
    t = lexer_here (l);
    if (l->at == l->end)
        return t;
    if (kind_of (*l->at) == QUEUED_MESSAGE)
        return lexer_word (l, t);
    if (kind_of (*l->at) == DIGIT)
        return lexer_number (l, t);
    if (*l->at == '"')
        return lexer_string (l, t);
    if (*l->at == '\\' && l->at + 1 < l->end
        && kind_of (l->at[1]) == QUEUED_MESSAGE) {
        l->at++;
        t = lexer_word (l, t);
        t.kind = TOKEN_NAME;
        return t;
    }
    return lexer_sign (l, t);
}

static const char *
table_text (const struct fixed (*row)[ROW], size_t rows, enum token_kind kind)
{
    for (size_t i = 0; i < rows; i++)
        for (const struct fixed *f = row[i]; f->text; f++)
            if (f->kind == kind)
                return f->text;
    return NULL;
}

const char *
token_text (enum token_kind kind)
{
    assert (kind < TOKENS);
    const char *text = table_text (keywords, QUEUED_MESSAGES, kind);
    return text ? text : table_text (signs, ASCII, kind);
}
