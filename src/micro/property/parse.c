/* parse.c -- from the text of an invariant to its words.
 *
 * Words are emitted while reading.  What is constant is computed at once, so
 * that `table[2 * N - 1]` is one place. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "micro/property/internal.h"

enum { MOST_DEPTH = 200 };

struct binary {
    const char *sign;
    uint8_t level; /* binds stronger than those below */
    uint8_t operator;
};

enum { LEVEL_OR = 1, LEVEL_AND = 2, LEVEL_MOST = 10 };

/* Longer signs first. */
static const struct binary binaries[] = {
    {"||", LEVEL_OR, 0},
    {"&&", LEVEL_AND, 0},
    {"==", 6, OPERATOR_EQUAL},
    {"!=", 6, OPERATOR_UNEQUAL},
    {"<<", 8, OPERATOR_SHIFT_LEFT},
    {">>", 8, OPERATOR_SHIFT_RIGHT},
    {"<=", 7, OPERATOR_LESS_EQUAL},
    {">=", 7, OPERATOR_GREATER_EQUAL},
    {"|", 3, OPERATOR_OR},
    {"^", 4, OPERATOR_XOR},
    {"&", 5, OPERATOR_AND},
    {"<", 7, OPERATOR_LESS},
    {">", 7, OPERATOR_GREATER},
    {"+", 9, OPERATOR_ADD},
    {"-", 9, OPERATOR_SUBTRACT},
    {"*", 10, OPERATOR_MULTIPLY},
    {"/", 10, OPERATOR_DIVIDE},
    {"%", 10, OPERATOR_REMAINDER},
};

void
property_fail (struct property_parser *p, const char *at, const char *format,
               ...)
{
    assert (at >= p->text);
    char message[400];
    va_list list;
    va_start (list, format);
    vsnprintf (message, sizeof message, format, list);
    va_end (list);
    struct place place = {.file = p->option,
                          .line = 1,
                          .column = (unsigned) (at - p->text) + p->column};
    if (!p->failed)
        problem_set (p->problem, place, "%s", message);
    p->failed = true;
}

void
property_space (struct property_parser *p)
{
    while (isspace ((unsigned char) *p->at))
        p->at++;
}

bool
property_take (struct property_parser *p, const char *sign)
{
    property_space (p);
    size_t n = strlen (sign);
    assert (n);
    if (p->failed || strncmp (p->at, sign, n))
        return false;
    p->at += n;
    return true;
}

void
property_expect (struct property_parser *p, const char *sign)
{
    if (property_take (p, sign))
        return;
    if (*p->at)
        property_fail (p, p->at, "expected `%s`, not `%c`", sign, *p->at);
    else
        property_fail (p, p->at, "expected `%s`, but it ends here", sign);
}

size_t
property_identifier (const char *s)
{
    size_t n = 0;
    if (!isalpha ((unsigned char) *s) && *s != '_')
        return 0;
    while (isalnum ((unsigned char) s[n]) || s[n] == '_')
        n++;
    return n;
}

void
property_emit (struct property_parser *p, struct micro_item item)
{
    VEC_PUSH (p->property->item, item);
}

void
property_constant (struct property_parser *p, int64_t value)
{
    property_emit (p,
                   (struct micro_item) {.word = WORD_CONSTANT, .value = value});
}

bool
property_is_constant (const struct property_parser *p, size_t from,
                      int64_t *value)
{
    const struct micro_property *q = p->property;
    assert (from <= q->item.size);
    if (q->item.size != from + 1 || q->item.at[from].word != WORD_CONSTANT)
        return false;
    *value = q->item.at[from].value;
    return true;
}

/* Applies an operator to what was emitted since `left` and, for binary ones,
 * since `right`. */
static void
emit_operator (struct property_parser *p, struct micro_item item, size_t left,
               size_t right, const char *at)
{
    struct micro_property *q = p->property;
    bool is_binary = item.value >= OPERATOR_UNARY;
    assert (item.value < OPERATORS && left <= right);
    wide result;
    item.word = WORD_OPERATOR;
    if (p->failed)
        return;
    if (q->item.size - left != 1u + is_binary
        || q->item.at[left].word != WORD_CONSTANT
        || VEC_LAST (q->item).word != WORD_CONSTANT) {
        property_emit (p, item);
        return;
    }
    assert (!is_binary || right == left + 1);
    if (!property_operate (&item, q->item.at[left].value,
                           q->item.at[right].value, &result))
        property_fail (p, at, "this has no value");
    else if (result < INT64_MIN || result > INT64_MAX)
        property_emit (p, item);
    else {
        q->item.size = left;
        property_constant (p, (int64_t) result);
    }
}

static void parse_unary (struct property_parser *);

static void
parse_parenthesis (struct property_parser *p, const char *start)
{
    size_t from = p->property->item.size;
    struct micro_item item = property_cast (p);
    if (item.size) {
        parse_unary (p);
        emit_operator (p, item, from, from, start);
        return;
    }
    property_expression (p);
    property_expect (p, ")");
}

static void
parse_primary (struct property_parser *p)
{
    const char *start = p->at;
    if (property_take (p, "("))
        parse_parenthesis (p, start);
    else if (isdigit ((unsigned char) *start))
        property_number (p);
    else if (*start == '\'')
        property_character (p);
    else if (*start == '$')
        property_kept (p);
    else if (*start == '*')
        property_fail (p, start,
                       "what a pointer points to cannot be asked for: name "
                       "the variable, or sram[ADDRESS]");
    else if (!*start)
        property_fail (p, start, "an operand is missing at the end");
    else
        property_name (p, false);
}

static void
parse_unary (struct property_parser *p)
{
    static const struct {
        char sign;
        uint8_t operator;
    } known[] = {{'-', OPERATOR_NEGATE},
                 {'~', OPERATOR_COMPLEMENT},
                 {'!', OPERATOR_NOT}};
    property_space (p);
    const char *start = p->at;
    size_t from = p->property->item.size;
    if (p->failed || ++p->depth > MOST_DEPTH) {
        property_fail (p, start, "this is nested too deeply");
        return;
    }
    size_t i = 0;
    while (i < 3 && known[i].sign != *start)
        i++;
    if (!strncmp (start, "++", 2) || !strncmp (start, "--", 2))
        property_fail (p, start, "an invariant cannot change anything");
    else if (i < 3) {
        p->at++;
        parse_unary (p);
        emit_operator (p, (struct micro_item) {.value = known[i].operator}, from,
                       from, start);
    } else if (property_take (p, "+"))
        parse_unary (p);
    else if (property_take (p, "&")) {
        property_space (p);
        property_name (p, true);
    } else
        parse_primary (p);
    p->depth--;
}

/* The operator that comes next, not skipped; null: none. */
static const struct binary *
peek_binary (struct property_parser *p)
{
    property_space (p);
    if (p->failed)
        return NULL;
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++) {
        size_t n = strlen (binaries[i].sign);
        if (strncmp (p->at, binaries[i].sign, n))
            continue;
        bool compares =
            binaries[i].level == 6 || binaries[i].sign[n - 1] == '=';
        if (p->at[n] == '=' && !compares)
            property_fail (p, p->at, "an invariant cannot assign");
        return p->failed ? NULL : binaries + i;
    }
    if (*p->at == '=')
        property_fail (p, p->at, "an invariant cannot assign; equal is `==`");
    return NULL;
}

/* `pc == line(..)`: the line may start at several addresses.  True if that is
 * what was emitted since `left`, and replaced. */
static bool
emit_line_test (struct property_parser *p, size_t left, size_t right,
                enum micro_operator op)
{
    struct micro_property *q = p->property;
    if (p->failed || (op != OPERATOR_EQUAL && op != OPERATOR_UNEQUAL)
        || q->item.size != left + 2 || right != left + 1 || !p->line.size)
        return false;
    const struct property_line *l = &VEC_LAST (p->line);
    size_t other = l->item == left ? right : left;
    if ((l->item != left && l->item != right)
        || q->item.at[l->item].word != WORD_CONSTANT
        || q->item.at[l->item].value != l->address.at[0]
        || q->item.at[other].word != WORD_PC)
        return false;
    q->item.size = left;
    assert (p->leaf.size && l->address.size);
    assert (VEC_LAST (p->leaf).item == other);
    VEC_LAST (p->leaf).item = left; /* of pc, which comes first now */
    VEC_LAST (p->leaf).item_end = left + 1;
    for (size_t i = 0; i < l->address.size; i++) {
        property_emit (p, (struct micro_item) {.word = WORD_PC});
        property_constant (p, l->address.at[i]);
        property_emit (p, (struct micro_item) {.word = WORD_OPERATOR,
                                               .value = OPERATOR_EQUAL});
        if (i)
            property_emit (p, (struct micro_item) {.word = WORD_OPERATOR,
                                                   .value = OPERATOR_OR});
    }
    if (op == OPERATOR_UNEQUAL)
        property_emit (p, (struct micro_item) {.word = WORD_OPERATOR,
                                               .value = OPERATOR_NOT});
    return true;
}

static void parse_binary (struct property_parser *, unsigned level);

/* && and ||: the right side is skipped if the left one decides. */
static void
parse_lazy (struct property_parser *p, const struct binary *b)
{
    struct micro_property *q = p->property;
    property_emit (p, (struct micro_item) {.word = WORD_BOOL});
    size_t skip = q->item.size;
    property_emit (p, (struct micro_item) {.word = b->level == LEVEL_OR
                                                       ? WORD_SKIP_IF
                                                       : WORD_SKIP_IF_NOT});
    parse_binary (p, b->level + 1u);
    property_emit (p, (struct micro_item) {.word = WORD_BOOL});
    q->item.at[skip].value = (int64_t) (q->item.size - skip - 1);
}

static void
parse_binary (struct property_parser *p, unsigned level)
{
    if (level > LEVEL_MOST) {
        parse_unary (p);
        return;
    }
    size_t left = p->property->item.size;
    parse_binary (p, level + 1);
    for (;;) {
        const struct binary *b = peek_binary (p);
        if (!b || b->level != level)
            return;
        const char *at = p->at;
        p->at += strlen (b->sign);
        if (level <= LEVEL_AND) {
            parse_lazy (p, b);
            continue;
        }
        size_t right = p->property->item.size;
        parse_binary (p, level + 1);
        if (!emit_line_test (p, left, right, b->operator))
            emit_operator (p, (struct micro_item) {.value = b->operator}, left,
                           right, at);
    }
}

void
property_expression (struct property_parser *p)
{
    struct micro_property *q = p->property;
    if (++p->depth > MOST_DEPTH)
        property_fail (p, p->at, "this is nested too deeply");
    parse_binary (p, LEVEL_OR);
    if (property_take (p, "?")) {
        size_t skip = q->item.size;
        property_emit (
            p, (struct micro_item) {.word = WORD_SKIP_IF_NOT, .size = 1});
        property_expression (p);
        property_expect (p, ":");
        size_t end = q->item.size;
        property_emit (p, (struct micro_item) {.word = WORD_SKIP});
        q->item.at[skip].value = (int64_t) (q->item.size - skip - 1);
        if (!p->failed)
            property_expression (p);
        q->item.at[end].value = (int64_t) (q->item.size - end - 1);
    }
    p->depth--;
}

bool
property_parse (struct property_parser *p)
{
    assert (p->at == p->text && !p->property->item.size);
    property_expression (p);
    property_space (p);
    assert (p->failed || !p->depth);
    if (!p->failed && *p->at)
        property_fail (p, p->at, "`%.*s` is not expected here",
                       (int) (property_identifier (p->at)
                                  ? property_identifier (p->at)
                                  : 1),
                       p->at);
    if (!p->failed
        && !property_items_sound (p->property->item.at, p->property->item.size,
                                  p->image->data_size))
        property_fail (p, p->text, "this is nested too deeply");
    return !p->failed;
}
