/* script.c -- see script.h. */
#include "logic/smtlib/script.h"

#include <assert.h>
#include <string.h>

#include "base/map.h"
#include "logic/term/sort.h"

struct script {
    struct text *text;
    terms *terms;
    struct map seen;     /* terms, by digest */
    struct map declared; /* sorts and functions, by name */
    struct term_vec todo;
};

static bool
script_first (struct map *m, const char *kind, const char *name)
{
    struct digest d = digest_chain (digest_string (kind), bytes_of (name));
    return map_put (m, d, 1);
}

static void
script_sort (struct script *s, const sort *of)
{
    if (of->kind == SORT_ARRAY) {
        script_sort (s, of->index);
        script_sort (s, of->element);
    } else if (of->kind == SORT_NAMED
               && script_first (&s->declared, "sort", of->name)) {
        text_add (s->text, "(declare-sort ");
        term_print_name (s->text, of->name);
        text_add (s->text, " 0)\n");
    }
}

static void
script_function (struct script *s, const term *t)
{
    if (!script_first (&s->declared, "function", t->text))
        return;
    for (uint32_t i = 0; i < t->args; i++)
        script_sort (s, t->arg[i]->sort);
    text_add (s->text, "(declare-fun ");
    term_print_name (s->text, t->text);
    text_add (s->text, " (");
    for (uint32_t i = 0; i < t->args; i++) {
        text_add (s->text, i ? " " : "");
        sort_print (s->text, t->arg[i]->sort);
    }
    text_add (s->text, ") ");
    sort_print (s->text, t->sort);
    text_add (s->text, ")\n");
}

/* Sorts and functions of all that is below a term; not by recursion, because
 * formulas are deep. */
static void
script_visit (struct script *s, const term *root)
{
    VEC_PUSH (s->todo, root);
    while (s->todo.size) {
        const term *t = VEC_POP (s->todo);
        if (!map_put (&s->seen, t->digest, 1))
            continue;
        script_sort (s, t->sort);
        if (t->op == OP_APPLY)
            script_function (s, t);
        for (uint32_t i = t->args; i--;)
            VEC_PUSH (s->todo, t->arg[i]);
    }
}

static void
script_variables (struct script *s, const term *const *t, size_t count)
{
    struct term_vec vars = {0};
    for (size_t i = 0; i < count; i++)
        term_variables (s->terms, t[i], &vars);
    for (size_t i = 0; i < vars.size; i++) {
        if (!script_first (&s->declared, "variable", vars.at[i]->text))
            continue;
        text_add (s->text, "(declare-fun ");
        term_print_name (s->text, vars.at[i]->text);
        text_add (s->text, " () ");
        sort_print (s->text, vars.at[i]->sort);
        text_add (s->text, ")\n");
    }
    VEC_CLEAR (vars);
}

/* SMT-LIB keeps symbols that begin with @ or . for solvers: here they begin
 * with %, which no name of ours or of an input has. */
static void
script_copy (struct text *to, const char *at)
{
    bool begins = true, quoted = false;
    for (; *at; at++) {
        if (begins && (*at == '@' || *at == '.'))
            text_char (to, '%');
        text_char (to, *at);
        quoted ^= *at == '|';
        begins = quoted ? *at == '|' : strchr (" \n(", *at) != NULL;
    }
    assert (!quoted);
}

void
script_write (struct text *out, terms *store, const term *const *t,
              size_t count)
{
    struct text own, *text = &own;
    text_init (text);
    struct script s = {.text = text, .terms = store};
    map_init (&s.seen);
    map_init (&s.declared);
    text_add (text, "(set-logic ALL)\n");
    for (size_t i = 0; i < count; i++)
        script_visit (&s, t[i]);
    script_variables (&s, t, count);
    for (size_t i = 0; i < count; i++) {
        text_add (text, "(assert ");
        term_print_let (text, t[i]);
        text_add (text, ")\n");
    }
    text_add (text, "(check-sat)\n");
    script_copy (out, text_view (text));
    text_clear (text);
    map_clear (&s.seen);
    map_clear (&s.declared);
    VEC_CLEAR (s.todo);
}
