/* loop.c -- see loop.h. */
#include "csource/loop.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/memory.h"

/* ---- what is code */

/* Blanks out from `at` to the end of a comment, literal or directive; gives
 * what follows. */
static size_t
blank_until (char *code, size_t size, size_t at, const char *end, bool escapes)
{
    size_t tail = strlen (end), from = at;
    bool found = false;
    for (at += at < size; at < size && !found; at++) {
        if (escapes && code[at] == '\\' && at + 1 < size)
            at++;
        else
            found = at - from >= (tail > 1 ? 3 : 1)
                    && !strncmp (code + at - (tail > 1), end, tail);
    }
    for (size_t i = from; i < at && i < size; i++)
        if (code[i] != '\n')
            code[i] = ' ';
    return at;
}

char *
c_code (const char *source, size_t size)
{
    char *code = memory_copy (source, size + 1);
    code[size] = 0;
    bool line = true; /* nothing but blanks in it so far */
    for (size_t at = 0; at < size;) {
        char c = code[at];
        if (c == '/' && code[at + 1] == '*')
            at = blank_until (code, size, at, "*/", false);
        else if (c == '/' && code[at + 1] == '/')
            at = blank_until (code, size, at, "\n", true);
        else if (c == '#' && line)
            at = blank_until (code, size, at, "\n", true);
        else if (c == '"' || c == '\'')
            at = blank_until (code, size, at, c == '"' ? "\"" : "'", true);
        else {
            line = c == '\n' || (line && isspace ((unsigned char) c));
            at++;
            continue;
        }
        line = at && at <= size && code[at - 1] == '\n';
    }
    return code;
}

/* ---- places */

static bool
is_word (char c)
{
    return isalnum ((unsigned char) c) || c == '_';
}

static bool
word_at (const char *code, size_t at, const char *word)
{
    size_t size = strlen (word);
    return (!at || !is_word (code[at - 1])) && !strncmp (code + at, word, size)
           && !is_word (code[at + size]);
}

/* The offset of a line's begin; false: there is no such line. */
static bool
line_find (const char *code, size_t size, unsigned line, size_t *at)
{
    *at = 0;
    for (unsigned i = 1; i < line; i++) {
        const char *next = memchr (code + *at, '\n', size - *at);
        if (!next)
            return false;
        *at = (size_t) (next - code) + 1;
    }
    return line > 0;
}

static struct place
place_of (const char *code, size_t at, const char *file)
{
    struct place place = {.file = file, .line = 1, .column = 1};
    for (size_t i = 0; i < at; i++) {
        place.column++;
        if (code[i] == '\n') {
            place.line++;
            place.column = 1;
        }
    }
    return place;
}

static size_t
skip_blanks (const char *code, size_t at)
{
    while (isspace ((unsigned char) code[at]))
        at++;
    return at;
}

/* The offset of the closing parenthesis; 0: there is none. */
static size_t
paren_end (const char *code, size_t size, size_t at)
{
    assert (code[at] == '(');
    for (size_t depth = 0; at < size; at++) {
        depth += code[at] == '(';
        if (code[at] == ')' && !--depth)
            return at;
    }
    return 0;
}

/* ---- loops */

/* Between the two semicolons. */
static bool
for_condition (const char *code, size_t open, size_t close, struct c_loop *l)
{
    size_t depth = 0, semicolons = 0;
    for (size_t at = open + 1; at < close; at++) {
        depth += strchr ("([{", code[at]) != NULL;
        depth -= strchr (")]}", code[at]) != NULL;
        if (code[at] != ';' || depth)
            continue;
        if (!semicolons++)
            l->check = at + 1;
        else
            l->end = at;
    }
    return semicolons == 2;
}

/* A loop that begins at an offset. */
static bool
loop_at (const char *code, size_t size, size_t at, struct c_loop *l)
{
    bool is_for = word_at (code, at, "for"), is_do = word_at (code, at, "do");
    if (!is_for && !is_do && !word_at (code, at, "while"))
        return false;
    size_t open = skip_blanks (code, at + (is_for ? 3 : is_do ? 2 : 5));
    l->kind = is_for ? C_LOOP_FOR : is_do ? C_LOOP_DO : C_LOOP_WHILE;
    l->at = at;
    if (is_do) {
        l->check = l->end = open + 1;
        return code[open] == '{';
    }
    size_t close = code[open] == '(' ? paren_end (code, size, open) : 0;
    if (!close)
        return false;
    if (is_for)
        return for_condition (code, open, close, l);
    l->check = open + 1;
    l->end = close;
    /* The end of a do, or a body that is empty: they look alike. */
    return code[skip_blanks (code, close + 1)] != ';';
}

/* The nearest word before the offset in whose parentheses it is. */
static bool
loop_around (const char *code, size_t size, size_t at, struct c_loop *l)
{
    enum { FAR = 2000 };
    size_t least = at > FAR ? at - FAR : 0;
    for (size_t i = at; i-- > least;) {
        if (loop_at (code, size, i, l) && l->kind != C_LOOP_DO)
            return paren_end (code, size,
                              skip_blanks (
                                  code, i + 3 + 2 * (l->kind == C_LOOP_WHILE)))
                   > at;
        if (strchr ("{}", code[i]))
            return false;
    }
    return false;
}

bool
c_loop_find (const char *code, size_t size, struct place place,
             struct c_loop *l)
{
    size_t at;
    if (!line_find (code, size, place.line, &at))
        return false;
    size_t end = at + strcspn (code + at, "\n");
    bool found = false;
    if (place.column && at + place.column - 1 < end) {
        at += place.column - 1;
        found = loop_at (code, size, at, l) || loop_around (code, size, at, l);
    }
    for (; !place.column && at < end && !found; at += !found)
        found = loop_at (code, size, at, l);
    if (found)
        l->place = place_of (code, l->at, place.file);
    return found;
}

bool
c_statement_find (const char *code, size_t size, struct place place, size_t *at)
{
    if (!line_find (code, size, place.line, at))
        return false;
    *at = place.column ? *at + place.column - 1 : skip_blanks (code, *at);
    if (*at >= size || !code[*at])
        return false;
    size_t before = *at;
    while (before && isspace ((unsigned char) code[before - 1]))
        before--;
    return before && strchr (";{}", code[before - 1]);
}

/* ---- expressions */

static bool
is_type_word (const char *at, size_t size)
{
    static const char *const word[] = {"unsigned", "signed", "int",
                                       "long",     "short",  "char",
                                       "_Bool",    "const",  "__int128"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (strlen (word[i]) == size && !strncmp (word[i], at, size))
            return true;
    return false;
}

/* Nothing but words of types between the parentheses that end at `end`. */
static bool
is_cast (const char *text, size_t end)
{
    size_t at = end, words = 0;
    assert (text[end] == ')');
    while (at-- > 0 && text[at] != '(') {
        if (isspace ((unsigned char) text[at]) || text[at] == '*')
            continue;
        size_t last = at + 1;
        while (at > 0 && is_word (text[at - 1]))
            at--;
        if (!is_word (text[at]) || !is_type_word (text + at, last - at))
            return false;
        words++;
    }
    return words > 0;
}

/* What stands before an opening parenthesis must not be called. */
static bool
is_called (const char *text, size_t open)
{
    size_t at = open;
    while (at && isspace ((unsigned char) text[at - 1]))
        at--;
    if (!at)
        return false;
    return is_word (text[at - 1]) || text[at - 1] == ']'
           || (text[at - 1] == ')' && !is_cast (text, at - 1));
}

static bool
is_assignment (const char *text, size_t at)
{
    char before = at ? text[at - 1] : 0, earlier = at > 1 ? text[at - 2] : 0;
    if (text[at + 1] == '=' || before == '=')
        return false;
    if (before == '!')
        return false;
    return !((before == '<' || before == '>') && earlier != before);
}

bool
c_expression_is_pure (const char *text)
{
    static const char fine[] = "()+-*/%<>=!&|^~?:.,[] \t";
    size_t depth = 0;
    for (size_t i = 0; text[i]; i++) {
        char c = text[i], next = text[i + 1];
        if (!is_word (c) && !strchr (fine, c))
            return false;
        if ((c == '+' || c == '-') && next == c)
            return false;
        if (c == '/' && (next == '/' || next == '*'))
            return false;
        if (c == '=' && is_assignment (text, i))
            return false;
        if (c == '(' && is_called (text, i))
            return false;
        depth += c == '(';
        if (c == ')' && !depth--)
            return false;
    }
    return !depth && *text;
}
