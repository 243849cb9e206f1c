/* property.c -- property files: see task.h.
 *
 * Statements CHECK( init(MAIN()), LTL(FORMULA) ), one or more; blanks do not
 * count, and lines that begin with # are comments. */
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "frontend/task/task.h"

void
property_clear (struct property *p)
{
    memory_free (p->checks);
    memory_free (p->entry);
    memory_free (p->function);
    *p = (struct property) {0};
}

/* ---- statements without blanks */

struct property_scan {
    const char *at, *end, *start; /* start: of the line */
    unsigned line;
};

static void
scan_step (struct property_scan *s)
{
    bool feed = *s->at++ == '\n';
    s->line += feed;
    s->start = feed ? s->at : s->start;
}

static void
scan_skip (struct property_scan *s)
{
    while (s->at < s->end
           && (isspace ((unsigned char) *s->at) || *s->at == '#'))
        if (*s->at == '#')
            while (s->at < s->end && *s->at != '\n')
                s->at++;
        else
            scan_step (s);
}

/* Up to the parenthesis that closes the first one. */
static bool
scan_statement (struct property_scan *s, struct text *t)
{
    int depth = 0;
    for (; s->at < s->end; scan_step (s)) {
        char c = *s->at;
        if (isspace ((unsigned char) c))
            continue;
        text_char (t, c);
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ')' && depth <= 0) {
            s->at++;
            return !depth;
        }
    }
    return false;
}

/* ---- what a statement says */

static bool
take (const char **at, const char *word)
{
    size_t size = strlen (word);
    if (strncmp (*at, word, size))
        return false;
    *at += size;
    return true;
}

/* NAME of `NAME()`; null: something else is there. */
static char *
take_call (const char **at)
{
    const char *start = *at;
    while (isalnum ((unsigned char) **at) || **at == '_')
        ++*at;
    size_t size = (size_t) (*at - start);
    if (!size || !take (at, "()"))
        return NULL;
    char *name = memory_copy (start, size + 1);
    name[size] = 0;
    return name;
}

static const struct {
    const char *formula, *checks;
} formulas[] = {
    {"Gvalid-free", "valid-free"},
    {"Gvalid-deref", "valid-deref"},
    {"Gvalid-memtrack", "valid-memtrack"},
    {"Gvalid-memsafety", "valid-free,valid-deref,valid-memtrack"},
    {"Gvalid-memcleanup", "valid-memcleanup"},
    {"G!overflow", "no-overflow"},
    {"G!data-race", "no-data-race"},
    {"Gdef-behavior", "def-behavior"},
    {"G!label(ERROR)", "unreach-label"},
    {"Fend", "termination"},
};

static void
checks_add (struct text *t, const char *checks)
{
    if (t->size)
        text_char (t, ',');
    text_add (t, checks);
}

/* One string for all statements; they must agree.  Takes `name`. */
static bool
names_agree (char **known, char *name)
{
    bool same = !*known || !strcmp (*known, name);
    if (*known)
        memory_free (name);
    else
        *known = name;
    return same;
}

static bool
formula_read (struct property *p, const char **at, struct text *checks)
{
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        if (take (at, formulas[i].formula)) {
            checks_add (checks, formulas[i].checks);
            return true;
        }
    if (!take (at, "G!call("))
        return false;
    char *name = take_call (at);
    if (!name || !take (at, ")")) {
        memory_free (name);
        return false;
    }
    checks_add (checks, "unreach-call");
    if (strcmp (name, "reach_error"))
        return names_agree (&p->function, name);
    memory_free (name);
    return true;
}

static bool
statement_read (struct property *p, const char *at, struct text *checks)
{
    if (take (&at, "COVER(")) {
        checks_add (checks, "coverage");
        return true;
    }
    if (!take (&at, "CHECK(init("))
        return false;
    char *entry = take_call (&at);
    return entry && names_agree (&p->entry, entry) && take (&at, "),LTL(")
           && formula_read (p, &at, checks) && take (&at, "))") && !*at;
}

bool
property_read (struct property *p, const char *source, size_t size,
               const char *file, struct problem *problem)
{
    *p = (struct property) {0};
    struct property_scan s = {source, source + size, source, 1};
    struct text checks, statement;
    text_init (&checks);
    text_init (&statement);
    bool good = true;
    for (scan_skip (&s); good && s.at < s.end; scan_skip (&s)) {
        struct place place = {file, s.line, (unsigned) (s.at - s.start) + 1};
        text_reset (&statement);
        if (!scan_statement (&s, &statement)
            || !statement_read (p, text_view (&statement), &checks))
            good = problem_set (problem, place,
                                "not a property that is known; one is CHECK( "
                                "init(main()), LTL(G ! call(reach_error())) )");
    }
    if (good && !checks.size)
        good = problem_set (problem, (struct place) {.file = file},
                            "there is no property in it");
    p->checks = text_take (&checks);
    text_clear (&statement);
    if (!good)
        property_clear (p);
    return good;
}
