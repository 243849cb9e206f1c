/* question_name.c -- names in propositions: what of the program they mean. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "vm/question.h"

enum { NAMES_SAID = 12 };

struct question_name {
    const struct vm_code *code;
    const char *from, *to;
    struct vm_atom *atom;
    struct problem *problem;
};

static bool
fail (struct question_name *n, const char *what)
{
    return problem_set (n->problem, (struct place) {0}, "`%.*s` %s",
                        (int) (n->to - n->from), n->from, what);
}

static bool
is_text (const struct vm_code *c, uint32_t text, const char *from, size_t size)
{
    const char *t = c->text.at[text];
    return strlen (t) == size && !strncmp (t, from, size);
}

/* ---- variables */

/* The name that C has for it. */
static uint32_t
global_name (const struct vm_code *c, const struct vm_global *g)
{
    return g->variable < c->variable.size ? c->variable.at[g->variable].name
                                          : g->name;
}

static bool
no_variable (struct question_name *n, const char *from, size_t size)
{
    struct text known;
    unsigned said = 0;
    text_init (&known);
    for (size_t i = 0; i < n->code->global.size && said < NAMES_SAID; i++) {
        const struct vm_global *g = &n->code->global.at[i];
        if (g->hidden || g->variable == VM_NOWHERE || g->thread_local_)
            continue;
        text_print (&known, "%s%s", said++ ? ", " : "; there are ",
                    n->code->text.at[global_name (n->code, g)]);
    }
    problem_set (n->problem, (struct place) {0},
                 "no global or static variable is called `%.*s`%s", (int) size,
                 from, text_view (&known));
    text_clear (&known);
    return false;
}

/* Behind the name; null: problem.  `link`: as the linker knows it. */
static const char *
global_find (struct question_name *n, const char *from, const char *to,
             bool link, uint32_t *found)
{
    const struct vm_code *c = n->code;
    unsigned count = 0;
    const char *end = from;
    while (end < to && (isalnum ((unsigned char) *end) || *end == '_'))
        end++;
    for (uint32_t i = 0; !link && i < c->global.size; i++)
        if (!c->global.at[i].hidden
            && is_text (c, global_name (c, &c->global.at[i]), from,
                        (size_t) (end - from))
            && !count++)
            *found = i;
    /* f.calls, and what the linker has made of two of a name: x.3 */
    for (const char *e = to; count != 1 && e >= end; e--)
        for (uint32_t i = 0; i < c->global.size; i++)
            if ((link || e > end)
                && is_text (c, c->global.at[i].name, from,
                            (size_t) (e - from))) {
                *found = i;
                return e;
            }
    if (count > 1)
        fail (n, "is the name of several variables: FUNCTION.NAME is that of "
                 "a function, symbol(NAME) the one that the linker calls so");
    else if (!count)
        no_variable (n, from, (size_t) (end - from));
    return count == 1 ? end : NULL;
}

/* Where in the variable the name has come to. */
struct question_type {
    uint32_t layout; /* 1 + its number; 0: not known, or a scalar */
    char kind;
    uint8_t bits;
    uint32_t offset;
};

static bool
member_find (const struct vm_code *c, const char *from, size_t size,
             struct question_type *t)
{
    const struct vm_layout *in = &c->layout.at[t->layout - 1];
    for (uint32_t i = in->first_member; i < in->end_member; i++) {
        const struct vm_member *m = &c->member.at[i];
        const struct vm_layout *of = &c->layout.at[m->layout - 1];
        struct question_type inside = {m->layout, of->kind, of->bits,
                                       t->offset + m->offset};
        bool found = *c->text.at[m->name]
                         ? is_text (c, m->name, from, size)
                         : member_find (c, from, size, &inside);
        if (found) {
            *t = inside;
            return true;
        }
    }
    return false;
}

/* `[2].head` */
static bool
path_read (struct question_name *n, const char *at, const char *to,
           struct question_type *t)
{
    const struct vm_code *c = n->code;
    while (at < to) {
        const struct vm_layout *in =
            t->layout ? &c->layout.at[t->layout - 1] : NULL;
        if (*at == '[') {
            char *end;
            if (!in || !in->element)
                return fail (n, "is no array, as far as is known");
            const struct vm_layout *of = &c->layout.at[in->element - 1];
            unsigned long index = strtoul (at + 1, &end, 0);
            if (!isdigit ((unsigned char) at[1]) || *end != ']')
                return fail (n, "has an index that is no number");
            if (index > UINT32_MAX / of->size)
                return fail (n, "is outside of its array");
            t->offset += (uint32_t) index * of->size;
            *t = (struct question_type) {in->element, of->kind, of->bits,
                                         t->offset};
            if (in->size && index >= in->size / of->size)
                return fail (n, "is outside of its array");
            at = end + 1;
        } else if (*at == '.') {
            const char *from = ++at;
            while (at < to && (isalnum ((unsigned char) *at) || *at == '_'))
                at++;
            if (!in || !member_find (c, from, (size_t) (at - from), t))
                return fail (n, "has no such member (bit-fields cannot be "
                                "asked for)");
        } else
            return fail (n, "goes through a pointer: formulas are over what "
                            "has a name");
    }
    return true;
}

static bool
read_variable (struct question_name *n, const char *from, const char *to,
               bool link)
{
    const struct vm_code *c = n->code;
    uint32_t number = VM_NOWHERE;
    const char *at = global_find (n, from, to, link, &number);
    if (!at)
        return false;
    const struct vm_global *g = &c->global.at[number];
    if (link)
        at++; /* the bracket */
    if (g->variable >= c->variable.size)
        return fail (n, "has no type that is known: compile it with -g");
    if (g->thread_local_)
        return fail (n, "is one of each thread");
    const struct vm_variable *v = &c->variable.at[g->variable];
    struct question_type t = {v->layout, v->kind, v->bits, 0};
    if (!path_read (n, at, link ? n->to : to, &t))
        return false;
    if (t.kind == 'f')
        return fail (n, "is a floating-point number: formulas are over "
                        "integers");
    if (!t.bits || t.bits > 64 || !strchr ("sucbp", t.kind))
        return fail (n, "is no number; of an array or a struct an element or "
                        "a member can be asked for");
    if (t.offset > g->size || g->size - t.offset < (t.bits + 7u) / 8)
        return fail (n, "is outside of its variable");
    n->atom->kind = VM_ATOM_MEMORY;
    n->atom->object = vm_id_of (VM_GLOBAL, number);
    n->atom->offset = t.offset;
    n->atom->type = t.kind;
    n->atom->bits = t.bits;
    return true;
}

/* ---- places */

/* As people write it, without the types of its parameters. */
static bool
is_function (const struct vm_code *c, uint32_t f, const char *from, size_t size)
{
    const char *name = c->text.at[c->function.at[f].name];
    return !strncmp (name, from, size) && (!name[size] || name[size] == '(');
}

static bool
is_file (const char *name, const char *from, size_t size)
{
    size_t all = strlen (name);
    return all >= size && !strncmp (name + all - size, from, size)
           && (all == size || name[all - size - 1] == '/');
}

static bool
read_line (struct question_name *n, const char *from, const char *colon,
           const char *to)
{
    const struct vm_code *c = n->code;
    char *end;
    unsigned long line = strtoul (colon + 1, &end, 10);
    bool any = false;
    if (!isdigit ((unsigned char) colon[1]) || end != to)
        return fail (n, "has no number of a line: at(FILE:LINE)");
    n->atom->kind = VM_ATOM_AT_LINE;
    n->atom->line = (uint32_t) line;
    for (uint32_t i = 0; i < c->text.size; i++)
        if (is_file (c->text.at[i], from, (size_t) (colon - from)))
            VEC_PUSH (n->atom->file, i);
    for (size_t i = 0; i < c->place.size && !any; i++)
        for (size_t f = 0; f < n->atom->file.size; f++)
            any |= c->place.at[i].line == line
                   && c->place.at[i].file == n->atom->file.at[f];
    return any || fail (n, "is a line without code");
}

static bool
read_function (struct question_name *n, const char *from, const char *to)
{
    for (uint32_t f = 0; f < n->code->function.size; f++)
        if (is_function (n->code, f, from, (size_t) (to - from)))
            VEC_PUSH (n->atom->function, f);
    return n->atom->function.size
           || fail (n, "names no function that the program has and calls");
}

/* A number of a thread, up to `to`. */
static bool
read_thread (struct question_name *n, const char *from, const char *to)
{
    char *end;
    while (from < to && isspace ((unsigned char) *from))
        from++;
    unsigned long thread = strtoul (from, &end, 10);
    while (end < to && isspace ((unsigned char) *end))
        end++;
    if (!isdigit ((unsigned char) *from) || end != to
        || thread >= VM_THREADS_MOST)
        return fail (n, "has no number of a thread");
    n->atom->thread = (uint32_t) thread;
    return true;
}

/* at(..) and in(..) */
static bool
read_place (struct question_name *n, const char *from, const char *to)
{
    const char *comma = memchr (from, ',', (size_t) (to - from));
    const char *end = comma ? comma : to;
    while (from < end && isspace ((unsigned char) *from))
        from++;
    while (end > from && isspace ((unsigned char) end[-1]))
        end--;
    const char *colon = end;
    while (colon > from && *colon != ':')
        colon--;
    if (comma && !read_thread (n, comma + 1, to))
        return false;
    bool is_line = n->atom->kind == VM_ATOM_AT_FUNCTION && colon > from
                   && colon[-1] != ':';
    return is_line ? read_line (n, from, colon, end)
                   : read_function (n, from, end);
}

bool
vm_atom_read (struct vm_atom *a, const struct vm_code *c, const char *name,
              size_t size, struct problem *p)
{
    static const struct {
        const char *name;
        enum vm_atom_kind kind;
    } words[] = {{"at(", VM_ATOM_AT_FUNCTION},  {"in(", VM_ATOM_IN},
                 {"threads(", VM_ATOM_THREADS}, {"alive(", VM_ATOM_ALIVE},
                 {"assumed(", VM_ATOM_ASSUMED}, {"symbol(", VM_ATOM_MEMORY}};
    struct question_name n = {c, name, name + size, a, p};
    const char *open = memchr (name, '(', size), *to = name + size - 1;
    assert (size);
    if (!open)
        return read_variable (&n, name, name + size, false);
    size_t head = (size_t) (open + 1 - name), i = 0;
    while (i < sizeof words / sizeof *words
           && (strlen (words[i].name) != head
               || strncmp (words[i].name, name, head)))
        i++;
    if (i == sizeof words / sizeof *words)
        return fail (&n, "calls a function: there are at(PLACE), in(FUNCTION), "
                         "threads(), alive(THREAD), symbol(NAME)");
    a->kind = (uint8_t) words[i].kind;
    if (a->kind == VM_ATOM_MEMORY) {
        const char *close = memchr (open, ')', (size_t) (n.to - open));
        return read_variable (&n, open + 1, close, true);
    }
    if (*to != ')')
        return fail (&n, "goes on behind its bracket");
    switch ((enum vm_atom_kind) a->kind) {
    case VM_ATOM_AT_FUNCTION:
    case VM_ATOM_IN:
        return read_place (&n, open + 1, to);
    case VM_ATOM_ALIVE:
        return read_thread (&n, open + 1, to);
    default:
        return open + 1 == to || fail (&n, "takes nothing in its brackets");
    }
}
