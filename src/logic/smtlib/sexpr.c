/* sexpr.c -- S-expressions with their places.
 *
 * One loop over the source.  What is read stands on a stack of nodes; `(`
 * remembers the height of that stack, `)` moves everything above it into the
 * arena, side by side, as the children of one list.  Texts are interned, for
 * files repeat few names many times. */
#include "logic/smtlib/sexpr.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"

struct sexpr_open_list {
    size_t height; /* of the node stack below its children */
    uint32_t begin, line, column;
};

struct interned {
    uint64_t hash;
    const char *text;
    uint32_t size, number;
};

struct scanner {
    const char *source, *file;
    size_t size, at;
    uint32_t line;
    size_t line_begin; /* offset of the current line */
    struct arena *arena;
    struct problem *problem;
    struct vec_node VEC (struct sexpr) node;
    struct vec_open VEC (struct sexpr_open_list) open;
    struct interned *slot; /* text null: free; mask + 1 of them */
    size_t mask, texts;
    struct text scratch; /* a string while its doubled quotes are undone */
};

static bool
is_space (char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static bool
is_digit (char c)
{
    return c >= '0' && c <= '9';
}

/* Characters of a symbol without bars. */
static bool
is_symbol (char c)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit (c))
        return true;
    return c && strchr ("+-/*=%?!.$_~&^<>@", c);
}

static bool
is_hex (char c)
{
    return is_digit (c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* May stand between bars and in strings; nothing else of the control
 * characters may, so a text has no 0 inside. */
static bool
is_text (char c)
{
    return (unsigned char) c >= 32 ? c != 127 : is_space (c);
}

static struct place
scanner_place (const struct scanner *s)
{
    return (struct place) {s->file, s->line,
                           (unsigned) (s->at - s->line_begin) + 1};
}

static bool
scanner_bad_character (struct scanner *s)
{
    unsigned char c = (unsigned char) s->source[s->at];
    if (c > 32 && c < 127)
        return problem_set (s->problem, scanner_place (s), "bad character '%c'",
                            c);
    return problem_set (s->problem, scanner_place (s), "bad character 0x%02x",
                        c);
}

static void
scanner_grow (struct scanner *s)
{
    size_t mask = s->mask ? 2 * s->mask + 1 : 1023;
    struct interned *slot = NEW_ARRAY (struct interned, mask + 1);
    for (size_t i = 0; s->slot && i <= s->mask; i++) {
        if (!s->slot[i].text)
            continue;
        size_t j = s->slot[i].hash & mask;
        while (slot[j].text)
            j = (j + 1) & mask;
        slot[j] = s->slot[i];
    }
    memory_free (s->slot);
    s->slot = slot;
    s->mask = mask;
}

/* The text of an atom, shared with all atoms of equal text. */
static void
scanner_intern (struct scanner *s, struct sexpr *e, const char *text,
                size_t size)
{
    if (2 * s->texts >= s->mask)
        scanner_grow (s);
    struct bytes bytes = {(const uint8_t *) text, size};
    uint64_t hash = digest_of (bytes).low;
    size_t i = hash & s->mask;
    while (s->slot[i].text
           && (s->slot[i].hash != hash || s->slot[i].size != size
               || memcmp (s->slot[i].text, text, size)))
        i = (i + 1) & s->mask;
    if (!s->slot[i].text) {
        char *copy = arena_new (s->arena, size + 1);
        if (size)
            memcpy (copy, text, size);
        s->slot[i] = (struct interned) {hash, copy, (uint32_t) size,
                                        (uint32_t) s->texts++};
    }
    e->text = s->slot[i].text;
    e->symbol = s->slot[i].number;
}

static struct sexpr
scanner_begin (const struct scanner *s, enum sexpr_kind kind)
{
    struct sexpr e = {.kind = kind,
                      .begin = (uint32_t) s->at,
                      .line = s->line,
                      .column = scanner_place (s).column};
    return e;
}

/* Moves `at` over characters of a class. */
static void
scanner_skip (struct scanner *s, bool (*in_class) (char))
{
    while (s->at < s->size && in_class (s->source[s->at]))
        s->at++;
}

/* An atom that ends at `at`; its text starts at `from`. */
static void
scanner_atom (struct scanner *s, struct sexpr e, size_t from)
{
    assert (from <= s->at);
    scanner_intern (s, &e, s->source + from, s->at - from);
    e.end = (uint32_t) s->at;
    VEC_PUSH (s->node, e);
}

static bool
scanner_number (struct scanner *s)
{
    struct sexpr e = scanner_begin (s, SEXPR_NUMERAL);
    size_t from = s->at;
    struct place place = scanner_place (s);
    scanner_skip (s, is_digit);
    if (s->at < s->size && s->source[s->at] == '.') {
        e.kind = SEXPR_DECIMAL;
        size_t point = s->at++;
        scanner_skip (s, is_digit);
        if (s->at == point + 1)
            return problem_set (s->problem, place,
                                "no digit after the decimal point");
    }
    if (s->at < s->size && is_symbol (s->source[s->at])) {
        scanner_skip (s, is_symbol);
        return problem_set (s->problem, place, "bad number '%.*s'",
                            s->at - from > 40 ? 40 : (int) (s->at - from),
                            s->source + from);
    }
    scanner_atom (s, e, from);
    return true;
}

static bool
scanner_constant (struct scanner *s) /* #x.. or #b.. */
{
    struct sexpr e = scanner_begin (s, SEXPR_HEX);
    struct place place = scanner_place (s);
    char base = s->at + 1 < s->size ? s->source[s->at + 1] : 0;
    if (base != 'x' && base != 'b')
        return problem_set (s->problem, place, "expected #x or #b");
    if (base == 'b')
        e.kind = SEXPR_BINARY;
    s->at += 2;
    size_t from = s->at;
    scanner_skip (s, is_hex);
    bool good = s->at > from;
    for (size_t i = from; base == 'b' && i < s->at; i++)
        good = good && (s->source[i] == '0' || s->source[i] == '1');
    if (!good || (s->at < s->size && is_symbol (s->source[s->at])))
        return problem_set (s->problem, place, "bad digits after #%c", base);
    scanner_atom (s, e, from);
    return true;
}

static void
scanner_newline (struct scanner *s) /* `at` stands on it */
{
    s->line++;
    s->line_begin = s->at + 1;
}

/* What stands between bars or double quotes; `""` in a string is one quote. */
static bool
scanner_quoted (struct scanner *s)
{
    char quote = s->source[s->at];
    bool string = quote == '"';
    struct sexpr e = scanner_begin (s, string ? SEXPR_STRING : SEXPR_SYMBOL);
    struct place place = scanner_place (s);
    e.quoted = !string;
    size_t from = ++s->at;
    text_reset (&s->scratch);
    for (;; s->at++) {
        if (s->at == s->size)
            return problem_set (s->problem, place,
                                string ? "this string is never closed"
                                       : "this | is never closed");
        char c = s->source[s->at];
        if (c == quote) {
            if (!string || s->at + 1 == s->size
                || s->source[s->at + 1] != quote)
                break;
            s->at++;
            text_add_n (&s->scratch, s->source + from, s->at - from);
            from = s->at + 1;
        } else if (c == '\n')
            scanner_newline (s);
        else if (!is_text (c) || (!string && c == '\\'))
            return scanner_bad_character (s);
    }
    text_add_n (&s->scratch, s->source + from, s->at - from);
    s->at++;
    scanner_intern (s, &e, text_view (&s->scratch), s->scratch.size);
    e.end = (uint32_t) s->at;
    VEC_PUSH (s->node, e);
    return true;
}

static bool
scanner_keyword (struct scanner *s)
{
    struct sexpr e = scanner_begin (s, SEXPR_KEYWORD);
    struct place place = scanner_place (s);
    size_t from = ++s->at;
    scanner_skip (s, is_symbol);
    if (s->at == from)
        return problem_set (s->problem, place, "no name after the colon");
    scanner_atom (s, e, from);
    return true;
}

static bool
scanner_close (struct scanner *s)
{
    if (!s->open.size)
        return problem_set (s->problem, scanner_place (s), "unexpected )");
    struct sexpr_open_list open = VEC_POP (s->open);
    size_t size = s->node.size - open.height;
    struct sexpr e = {.kind = SEXPR_LIST,
                      .size = (uint32_t) size,
                      .begin = open.begin,
                      .end = (uint32_t) ++s->at,
                      .line = open.line,
                      .column = open.column};
    if (size)
        e.child =
            arena_copy (s->arena, s->node.at + open.height, size * sizeof e);
    s->node.size = open.height;
    VEC_PUSH (s->node, e);
    return true;
}

static bool
scanner_step (struct scanner *s)
{
    char c = s->source[s->at];
    if (c == '\n') {
        scanner_newline (s);
        s->at++;
    } else if (is_space (c))
        s->at++;
    else if (c == ';')
        while (s->at < s->size && s->source[s->at] != '\n')
            s->at++;
    else if (c == '(') {
        struct sexpr_open_list open = {s->node.size, (uint32_t) s->at, s->line,
                                       scanner_place (s).column};
        VEC_PUSH (s->open, open);
        s->at++;
    } else if (c == ')')
        return scanner_close (s);
    else if (c == '|' || c == '"')
        return scanner_quoted (s);
    else if (c == '#')
        return scanner_constant (s);
    else if (c == ':')
        return scanner_keyword (s);
    else if (is_digit (c))
        return scanner_number (s);
    else if (is_symbol (c)) {
        struct sexpr e = scanner_begin (s, SEXPR_SYMBOL);
        size_t from = s->at;
        scanner_skip (s, is_symbol);
        scanner_atom (s, e, from);
    } else
        return scanner_bad_character (s);
    return true;
}

bool
sexpr_read (const char *source, size_t size, const char *file,
            struct arena *arena, const struct sexpr **list, size_t *count,
            struct problem *problem)
{
    assert (source || !size);
    assert (arena && list && count && problem);
    *list = NULL;
    *count = 0;
    if (size >= UINT32_MAX)
        return problem_set (problem, (struct place) {file, 0, 0},
                            "larger than 4 GB");
    struct scanner s = {.source = source,
                        .file = file,
                        .size = size,
                        .line = 1,
                        .arena = arena,
                        .problem = problem};
    text_init (&s.scratch);
    bool good = true;
    while (good && s.at < size)
        good = scanner_step (&s);
    if (good && s.open.size) {
        /* The outermost one: a forgotten ) swallows all commands after it. */
        struct place place = {file, s.open.at[0].line, s.open.at[0].column};
        good = problem_set (problem, place, "this ( is never closed");
    }
    if (good) {
        *count = s.node.size;
        if (s.node.size)
            *list =
                arena_copy (arena, s.node.at, s.node.size * sizeof *s.node.at);
    }
    text_clear (&s.scratch);
    memory_free (s.slot);
    VEC_CLEAR (s.node);
    VEC_CLEAR (s.open);
    return good;
}

bool
sexpr_is (const struct sexpr *e, const char *symbol)
{
    return e->kind == SEXPR_SYMBOL && !strcmp (e->text, symbol);
}

bool
sexpr_begins (const struct sexpr *e, const char *symbol)
{
    return e->kind == SEXPR_LIST && e->size && sexpr_is (e->child, symbol);
}

struct place
sexpr_place (const struct sexpr *e, const char *file)
{
    return (struct place) {file, e->line, e->column};
}

static void
print_atom (struct text *text, const struct sexpr *e)
{
    static const char *const prefix[] = {
        [SEXPR_KEYWORD] = ":", [SEXPR_HEX] = "#x", [SEXPR_BINARY] = "#b"};
    assert (e->kind != SEXPR_LIST);
    if (e->kind == SEXPR_STRING) {
        text_char (text, '"');
        for (const char *p = e->text; *p; p++) {
            if (*p == '"')
                text_char (text, '"');
            text_char (text, *p);
        }
        text_char (text, '"');
        return;
    }
    if (e->kind < sizeof prefix / sizeof *prefix && prefix[e->kind])
        text_add (text, prefix[e->kind]);
    if (e->quoted)
        text_char (text, '|');
    text_add (text, e->text);
    if (e->quoted)
        text_char (text, '|');
}

void
sexpr_print (struct text *text, const struct sexpr *e)
{
    struct frame {
        const struct sexpr *list;
        uint32_t next;
    };
    struct VEC (struct frame) stack = {0};
    while (e) {
        if (e->kind == SEXPR_LIST) {
            text_char (text, '(');
            struct frame frame = {e, 0};
            VEC_PUSH (stack, frame);
        } else
            print_atom (text, e);
        while (stack.size
               && VEC_LAST (stack).next == VEC_LAST (stack).list->size) {
            text_char (text, ')');
            stack.size--;
        }
        e = NULL;
        if (stack.size) {
            struct frame *top = &VEC_LAST (stack);
            if (top->next)
                text_char (text, ' ');
            e = top->list->child + top->next++;
        }
    }
    VEC_CLEAR (stack);
}
