/* cdb.c -- records of a .cdb. */
#include "frontend/hex/cdb.h"

#include <ctype.h>
#include <string.h>

#include "frontend/hex/cdb_internal.h"

enum { MOST_LINE_NUMBER = 10000000 };

/* ---- characters */

bool
cdb_fail (struct cdb_reader *r, const char *expected)
{
    struct place p = r->place;
    p.column = (unsigned) (r->at - r->line) + 1;
    return problem_set (r->problem, p, "%s is expected here", expected);
}

static bool
at_end (const struct cdb_reader *r)
{
    return r->at == r->end || *r->at == '\n' || *r->at == '\r' || !*r->at;
}

bool
cdb_take (struct cdb_reader *r, char c)
{
    if (at_end (r) || *r->at != c)
        return false;
    r->at++;
    return true;
}

bool
cdb_expect (struct cdb_reader *r, char c)
{
    char what[] = "`?`";
    what[1] = c;
    return cdb_take (r, c) || cdb_fail (r, what);
}

bool
cdb_number (struct cdb_reader *r, uint32_t most, uint32_t *value)
{
    uint64_t n = 0;
    if (at_end (r) || !isdigit ((unsigned char) *r->at))
        return cdb_fail (r, "a number");
    for (; !at_end (r) && isdigit ((unsigned char) *r->at); r->at++) {
        n = n * 10 + (uint64_t) (*r->at - '0');
        if (n > most)
            return cdb_fail (r, "a smaller number");
    }
    *value = (uint32_t) n;
    return true;
}

bool
cdb_hex (struct cdb_reader *r, uint32_t *value)
{
    uint64_t n = 0;
    if (at_end (r) || !isxdigit ((unsigned char) *r->at))
        return cdb_fail (r, "a hexadecimal address");
    for (; !at_end (r) && isxdigit ((unsigned char) *r->at); r->at++) {
        char c = (char) tolower ((unsigned char) *r->at);
        n = n * 16 + (uint64_t) (c <= '9' ? c - '0' : c - 'a' + 10);
        if (n > UINT32_MAX)
            return cdb_fail (r, "a smaller address");
    }
    *value = (uint32_t) n;
    return true;
}

bool
cdb_read_word (struct cdb_reader *r, const char *ends, const char *what,
               struct cdb_word *w)
{
    w->at = r->at;
    while (!at_end (r) && !strchr (ends, *r->at))
        r->at++;
    w->size = (size_t) (r->at - w->at);
    return w->size || cdb_fail (r, what);
}

bool
cdb_same (struct cdb_word a, struct cdb_word b)
{
    return a.size == b.size && !memcmp (a.at, b.at, a.size);
}

char *
cdb_string (struct cdb_word w)
{
    struct text t;
    text_init (&t);
    text_add_n (&t, w.at, w.size);
    return text_take (&t);
}

/* ---- records */

bool
cdb_read_name (struct cdb_reader *r, struct cdb_name *n)
{
    struct cdb_word level, block;
    *n = (struct cdb_name) {
        .owner = {"", 0}, .name = {"", 0}, .whole = {.at = r->at}};
    if (at_end (r) || !strchr ("GFLS", *r->at))
        return cdb_fail (r, "a scope, of G, F and L,");
    n->scope = *r->at++;
    if ((n->scope == 'F' || n->scope == 'L')
        && !cdb_read_word (r, "$:", "the name of a module", &n->owner))
        return false;
    if (!cdb_expect (r, '$') || !cdb_read_word (r, "$(:", "a name", &n->name)
        || !cdb_expect (r, '$') || !cdb_read_word (r, "$(:", "a level", &level)
        || !cdb_expect (r, '$') || !cdb_read_word (r, "$(:", "a block", &block))
        return false;
    n->whole.size = (size_t) (r->at - n->whole.at);
    return true;
}

bool
cdb_read_symbol (struct cdb_reader *r, struct cdb_symbol *s)
{
    *s = (struct cdb_symbol) {.module = r->module};
    if (!cdb_read_name (r, &s->name) || !cdb_read_type (r, s)
        || !cdb_expect (r, ','))
        return false;
    if (at_end (r) || !isupper ((unsigned char) *r->at))
        return cdb_fail (r, "an address space, a letter,");
    s->space = *r->at++;
    return true;
}

static bool
read_symbol (struct cdb_reader *r)
{
    struct cdb_symbol s;
    if (!cdb_read_symbol (r, &s))
        return false;
    VEC_PUSH (r->symbol, s);
    return true;
}

static bool
read_record (struct cdb_reader *r)
{
    struct cdb_record made = {.line = r->place.line, .line_start = r->line};
    if (!cdb_expect (r, 'F')
        || !cdb_read_word (r, "$", "the name of a module", &made.module)
        || !cdb_expect (r, '$') || !cdb_read_word (r, "[", "a tag", &made.tag)
        || !cdb_expect (r, '['))
        return false;
    made.fields = r->at;
    made.type = (uint32_t) r->image->symbols.type.size;
    VEC_PUSH (r->image->symbols.type,
              ((struct micro_type) {.kind = TYPE_STRUCT,
                                    .name = cdb_string (made.tag)}));
    VEC_PUSH (r->record, made);
    return true;
}

static uint32_t
file_number (struct micro_symbols *s, struct cdb_word name)
{
    for (size_t i = 0; i < s->file.size; i++)
        if (strlen (s->file.at[i]) == name.size
            && !memcmp (s->file.at[i], name.at, name.size))
            return (uint32_t) i;
    VEC_PUSH (s->file, cdb_string (name));
    return (uint32_t) (s->file.size - 1);
}

/* $FILE$LINE$LEVEL$BLOCK:ADDRESS */
static bool
read_line (struct cdb_reader *r)
{
    struct cdb_word file, level, block;
    uint32_t number, address;
    if (!cdb_expect (r, '$') || !cdb_read_word (r, "$", "a file", &file)
        || !cdb_expect (r, '$') || !cdb_number (r, MOST_LINE_NUMBER, &number)
        || !cdb_expect (r, '$') || !cdb_read_word (r, "$:", "a level", &level)
        || !cdb_expect (r, '$') || !cdb_read_word (r, ":", "a block", &block)
        || !cdb_expect (r, ':') || !cdb_hex (r, &address))
        return false;
    if (address < r->image->code_size)
        VEC_PUSH (r->image->symbols.line,
                  ((struct micro_line) {
                      .address = address,
                      .file = file_number (&r->image->symbols, file),
                      .line = number,
                      .is_statement = true}));
    return true;
}

/* Of assembly, and what else linkers may say. */
static bool
skip_line (struct cdb_reader *r)
{
    while (!at_end (r))
        r->at++;
    return true;
}

static bool
read_address (struct cdb_reader *r)
{
    struct cdb_address a = {.kind = 0};
    if (cdb_take (r, 'C'))
        return read_line (r);
    if (!at_end (r) && *r->at == 'A')
        return skip_line (r);
    if (cdb_take (r, 'X'))
        a.kind = 'X';
    if (!cdb_read_name (r, &a.name) || !cdb_expect (r, ':')
        || !cdb_hex (r, &a.address))
        return false;
    VEC_PUSH (r->address, a);
    return true;
}

static bool
read_one (struct cdb_reader *r)
{
    char kind = *r->at;
    if (at_end (r) || !strchr ("MFSTL", kind))
        return cdb_fail (r, "a record, of M, F, S, T and L,");
    r->at++;
    if (!cdb_expect (r, ':'))
        return false;
    switch (kind) {
    case 'M':
        return cdb_read_word (r, "", "the name of a module", &r->module);
    case 'S':
        return read_symbol (r) && skip_line (r);
    case 'T':
        return read_record (r) && skip_line (r);
    case 'L':
        return read_address (r);
    default:
        return skip_line (r);
    }
}

static bool
read_all (struct cdb_reader *r)
{
    while (r->at < r->end) {
        r->line = r->at;
        r->place.line++;
        if (!at_end (r) && !read_one (r))
            return false;
        if (!at_end (r))
            return cdb_fail (r, "the end of the line");
        while (r->at < r->end && *r->at != '\n') {
            if (!*r->at)
                return cdb_fail (r, "text");
            r->at++;
        }
        r->at += r->at < r->end;
    }
    return true;
}

bool
cdb_read (struct micro_image *image, const char *text, size_t size,
          const char *file, struct problem *problem)
{
    struct cdb_reader r = {.image = image,
                           .at = text,
                           .end = text + size,
                           .line = text,
                           .place = {.file = file},
                           .problem = problem,
                           .module = {"", 0}};
    bool good = read_all (&r) && cdb_read_fields (&r);
    if (good)
        cdb_finish (&r);
    VEC_CLEAR (r.symbol);
    VEC_CLEAR (r.address);
    VEC_CLEAR (r.record);
    return good;
}
