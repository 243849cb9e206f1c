/* expression.c -- see expression.h. */
#include "machine/expression.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum operator{
    OF_NUMBER,
    OF_NAME,
    OF_NOT,
    OF_INVERT,
    OF_NEGATE,
    OF_TRUTH,
    OF_AND, /* passes over the right side if the left one is false */
    OF_OR,
    /* of two */
    OF_BIT_OR,
    OF_BIT_XOR,
    OF_BIT_AND,
    OF_EQUAL,
    OF_UNLIKE,
    OF_LESS,
    OF_AT_MOST,
    OF_MORE,
    OF_AT_LEAST,
    OF_LEFT,
    OF_RIGHT,
    OF_ADD,
    OF_SUBTRACT,
    OF_MULTIPLY,
    OF_DIVIDE,
    OF_REST
};

/* Longer ones first. */
static const struct binary {
    const char *text;
    unsigned level;
    enum operator operator;
} binaries[] = {
    {"||", 1, OF_OR},       {"&&", 2, OF_AND},      {"==", 6, OF_EQUAL},
    {"!=", 6, OF_UNLIKE},   {"<<", 8, OF_LEFT},     {">>", 8, OF_RIGHT},
    {"<=", 7, OF_AT_MOST},  {">=", 7, OF_AT_LEAST}, {"|", 3, OF_BIT_OR},
    {"^", 4, OF_BIT_XOR},   {"&", 5, OF_BIT_AND},   {"<", 7, OF_LESS},
    {">", 7, OF_MORE},      {"+", 9, OF_ADD},       {"-", 9, OF_SUBTRACT},
    {"*", 10, OF_MULTIPLY}, {"/", 10, OF_DIVIDE},   {"%", 10, OF_REST}};

enum { MOST_NESTED = 200, MOST_WORDS = 4096, UNARY_LEVEL = 11 };

struct expression_reader {
    struct expression *expression;
    const char *text, *at;
    struct place place;
    const struct expression_names *names;
    struct problem *problem;
    unsigned depth;
};

static bool
fail_at (struct expression_reader *r, const char *at, const char *what)
{
    struct place place = r->place;
    place.column += (unsigned) (at - r->text);
    return problem_set (r->problem, place, "%s", what);
}

static size_t
word_add (struct expression_reader *r, enum operator operator, int64_t value)
{
    struct expression_word w = {.operator= (uint8_t) operator, .value = value };
    VEC_PUSH (r->expression->word, w);
    return r->expression->word.size - 1;
}

static void
skip (struct expression_reader *r)
{
    while (isspace ((unsigned char) *r->at))
        r->at++;
}

/* ---- names and numbers */

static bool
is_word (char c)
{
    return isalnum ((unsigned char) c) || c == '_';
}

/* Behind the bracket that closes the one here; null: none does. */
static const char *
behind (const char *open)
{
    int depth = 0;
    for (const char *at = open; *at; at++) {
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
        if (!depth)
            return at + 1;
    }
    return NULL;
}

static const char *
name_end (const char *at)
{
    while (is_word (*at))
        at++;
    for (;;) {
        if (*at == '(' || *at == '[') {
            const char *end = behind (at);
            if (!end)
                return NULL;
            at = end;
        } else if ((*at == '.' && is_word (at[1]))
                   || (!strncmp (at, "->", 2) && is_word (at[2]))) {
            at += *at == '.' ? 1 : 2;
            while (is_word (*at))
                at++;
        } else
            return at;
    }
}

static bool
read_name (struct expression_reader *r)
{
    const char *from = r->at, *end = name_end (from);
    struct problem why = {0};
    uint32_t number;
    if (!end)
        return fail_at (r, from, "a bracket of this name is not closed");
    if (!r->names->find (r->names->context, from, (size_t) (end - from),
                         &number, &why))
        return fail_at (r, from, why.message);
    r->at = end;
    word_add (r, OF_NAME, number);
    return true;
}

static bool
read_number (struct expression_reader *r)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull (r->at, &end, 0);
    if (errno || value > INT64_MAX)
        return fail_at (r, r->at, "this number is too large");
    if (is_word (*end))
        return fail_at (r, r->at, "this is no number");
    r->at = end;
    word_add (r, OF_NUMBER, (int64_t) value);
    return true;
}

/* ---- operators */

static bool read_level (struct expression_reader *, unsigned level);

static bool
read_primary (struct expression_reader *r)
{
    const char *from = r->at;
    if (isdigit ((unsigned char) *from))
        return read_number (r);
    if (is_word (*from))
        return read_name (r);
    if (*from == '\'' && from[1] && from[1] != '\\' && from[2] == '\'') {
        word_add (r, OF_NUMBER, (unsigned char) from[1]);
        r->at += 3;
        return true;
    }
    if (*from != '(')
        return fail_at (r, from,
                        "expected a name, a number, a character, !, ~, - or (");
    r->at++;
    if (!read_level (r, 1))
        return false;
    skip (r);
    if (*r->at != ')')
        return fail_at (r, from, "this bracket is not closed");
    r->at++;
    return true;
}

static bool
read_unary (struct expression_reader *r)
{
    skip (r);
    enum operator of = * r->at == '!' ? OF_NOT
    : * r->at == '~'                  ? OF_INVERT
    : * r->at == '-'                  ? OF_NEGATE
                                      : OF_NUMBER;
    if (of == OF_NUMBER)
        return read_primary (r);
    r->at++;
    if (++r->depth > MOST_NESTED)
        return fail_at (r, r->at, "this is nested too deep");
    bool good = read_unary (r);
    r->depth--;
    word_add (r, of, 0);
    return good;
}

static const struct binary *
binary_here (const struct expression_reader *r, unsigned level)
{
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
        if (!strncmp (r->at, binaries[i].text, strlen (binaries[i].text)))
            return binaries[i].level == level ? &binaries[i] : NULL;
    return NULL;
}

static bool
read_level (struct expression_reader *r, unsigned level)
{
    const struct binary *b;
    if (level == UNARY_LEVEL)
        return read_unary (r);
    if (++r->depth > MOST_NESTED * UNARY_LEVEL)
        return fail_at (r, r->at, "this is nested too deep");
    if (!read_level (r, level + 1))
        return false;
    while (skip (r), (b = binary_here (r, level))) {
        bool lazy = level <= 2;
        size_t word = lazy ? word_add (r, b->operator, 0) : 0;
        r->at += strlen (b->text);
        if (!read_level (r, level + 1))
            return false;
        if (r->expression->word.size > MOST_WORDS)
            return fail_at (r, r->at, "this is too long");
        if (lazy) {
            word_add (r, OF_TRUTH, 0);
            r->expression->word.at[word].value =
                (int64_t) (r->expression->word.size - 1 - word);
        } else
            word_add (r, b->operator, 0);
    }
    r->depth--;
    return true;
}

bool
expression_read (struct expression *e, const char *text, struct place place,
                 const struct expression_names *names, struct problem *p)
{
    struct expression_reader r = {.expression = e,
                                  .text = text,
                                  .at = text,
                                  .place = place,
                                  .names = names,
                                  .problem = p};
    assert (!e->word.size && names->find);
    if (!read_level (&r, 1))
        return false;
    skip (&r);
    return !*r.at || fail_at (&r, r.at, "an operator is missing here");
}

void
expression_clear (struct expression *e)
{
    VEC_CLEAR (e->word);
}

/* ---- values */

static bool
shift (enum operator operator, int64_t a, int64_t b, int64_t *to)
{
    if (b < 0 || b > 63)
        return false;
    *to = operator== OF_LEFT ? (int64_t) ((uint64_t) a << b) : a>> b;
    return true;
}

static bool
divide (enum operator operator, int64_t a, int64_t b, int64_t *to)
{
    if (!b || (b == -1 && a == INT64_MIN))
        return false;
    *to = operator== OF_DIVIDE ? a / b : a % b;
    return true;
}

static bool
compute (enum operator operator, int64_t a, int64_t b, int64_t *to)
{
    uint64_t x = (uint64_t) a, y = (uint64_t) b;
    switch (operator) {
    case OF_BIT_OR:
        return *to = (int64_t) (x | y), true;
    case OF_BIT_XOR:
        return *to = (int64_t) (x ^ y), true;
    case OF_BIT_AND:
        return *to = (int64_t) (x & y), true;
    case OF_EQUAL:
        return *to = a == b, true;
    case OF_UNLIKE:
        return *to = a != b, true;
    case OF_LESS:
        return *to = a < b, true;
    case OF_AT_MOST:
        return *to = a <= b, true;
    case OF_MORE:
        return *to = a > b, true;
    case OF_AT_LEAST:
        return *to = a >= b, true;
    case OF_ADD:
        return *to = (int64_t) (x + y), true;
    case OF_SUBTRACT:
        return *to = (int64_t) (x - y), true;
    case OF_MULTIPLY:
        return *to = (int64_t) (x * y), true;
    case OF_LEFT:
    case OF_RIGHT:
        return shift (operator, a, b, to);
    default:
        return divide (operator, a, b, to);
    }
}

bool
expression_holds (const struct expression *e, expression_value *value,
                  void *context)
{
    enum { DEEPEST = 2 * MOST_NESTED * UNARY_LEVEL };
    int64_t stack[DEEPEST];
    size_t top = 0;
    for (size_t i = 0; i < e->word.size; i++) {
        const struct expression_word *w = &e->word.at[i];
        int64_t *last = top ? &stack[top - 1] : NULL;
        assert (top < DEEPEST && (last || w->operator<= OF_NAME));
        switch ((enum operator) w->operator) {
        case OF_NUMBER:
            stack[top++] = w->value;
            break;
        case OF_NAME:
            if (!value (context, (uint32_t) w->value, &stack[top++]))
                return false;
            break;
        case OF_NOT:
            *last = !*last;
            break;
        case OF_INVERT:
            *last = ~*last;
            break;
        case OF_NEGATE:
            *last = (int64_t) (0 - (uint64_t) *last);
            break;
        case OF_TRUTH:
            *last = *last != 0;
            break;
        case OF_AND:
        case OF_OR:
            if (!*last == (w->operator== OF_AND)) {
                *last = w->operator== OF_OR;
                i += (size_t) w->value;
            } else
                top--;
            break;
        default:
            assert (top > 1);
            top--;
            if (!compute ((enum operator) w->operator, stack[top - 1],
                          stack[top], &stack[top - 1]))
                return false;
        }
    }
    assert (top == 1);
    return stack[0] != 0;
}
