/* system_print.c -- transition systems as text: for people, dot and SMT-LIB. */
#include "cegar/system/system.h"

#include "base/map.h"
#include "logic/term/sort.h"

/* A name as SMT-LIB writes it, with bars where it needs them. */
static void
print_symbol (const struct system *s, struct text *out, const char *name)
{
    term_print (out, term_var (s->terms, name, sort_bool (s->terms)));
}

static void
print_sorted_vars (struct text *out, const struct term_vec *vars)
{
    for (size_t i = 0; i < vars->size; i++) {
        text_add (out, i ? " (" : "(");
        term_print (out, vars->at[i]);
        text_char (out, ' ');
        sort_print (out, vars->at[i]->sort);
        text_char (out, ')');
    }
}

/* `name`, or `(name arg ..)`. */
static void
print_atom (const struct system *s, struct text *out, const char *name,
            const struct term_vec *args)
{
    if (args->size)
        text_char (out, '(');
    print_symbol (s, out, name);
    for (size_t i = 0; i < args->size; i++) {
        text_char (out, ' ');
        term_print_let (out, args->at[i]);
    }
    if (args->size)
        text_char (out, ')');
}

/* ---- for people */

static void
print_transition (const struct system *s, struct text *out, size_t index)
{
    const struct transition *t = &s->transition.at[index];
    const struct location *to = &s->location.at[t->to];
    text_print (out, "%zu: %s", index, s->location.at[t->from].name);
    for (size_t i = 0; i < t->more.size; i++) {
        text_print (out, ", %s", s->location.at[t->more.at[i].location].name);
        if (t->more.at[i].vars.size)
            text_char (out, ' ');
        print_sorted_vars (out, &t->more.at[i].vars);
    }
    text_print (out, " -> %s", to->name);
    text_add (out, t->origin.size == 1 ? "  clause" : "  clauses");
    for (size_t i = 0; i < t->origin.size; i++)
        if (t->origin.at[i] < ORIGIN_PREMISE)
            text_print (out, " %u", t->origin.at[i]);
    if (t->repeats)
        text_print (out, ", many rounds of %u", t->repeats - 1);
    text_char (out, '\n');
    if (t->aux.size) {
        text_add (out, "    for some ");
        print_sorted_vars (out, &t->aux);
        text_char (out, '\n');
    }
    if (!term_is_true (t->guard)) {
        text_add (out, "    if ");
        term_print_let (out, t->guard);
        text_char (out, '\n');
    }
    for (size_t i = 0; i < t->update.size; i++) {
        text_add (out, "    ");
        term_print (out, to->vars.at[i]);
        text_add (out, " := ");
        term_print_let (out, t->update.at[i]);
        text_char (out, '\n');
    }
}

void
system_print (const struct system *s, struct text *out)
{
    for (size_t i = 0; i < s->location.size; i++) {
        const struct location *l = &s->location.at[i];
        if (l->gone)
            continue;
        text_print (out, "location %zu: %s", i, l->name);
        if (l->vars.size)
            text_char (out, ' ');
        print_sorted_vars (out, &l->vars);
        text_char (out, '\n');
    }
    for (size_t i = 0; i < s->transition.size; i++)
        print_transition (s, out, i);
}

/* ---- dot */

static void
print_quoted (struct text *out, const char *string)
{
    text_char (out, '"');
    for (; *string; string++) {
        if (*string == '"' || *string == '\\')
            text_char (out, '\\');
        if (*string == '\n')
            text_add (out, "\\n");
        else
            text_char (out, *string);
    }
    text_char (out, '"');
}

void
system_dot (const struct system *s, struct text *out)
{
    text_add (out, "digraph system {\n    node [shape=box];\n");
    for (size_t i = 0; i < s->location.size; i++) {
        if (s->location.at[i].gone)
            continue;
        text_print (out, "    l%zu [label=", i);
        print_quoted (out, s->location.at[i].name);
        text_add (out, "];\n");
    }
    struct text label;
    text_init (&label);
    for (size_t i = 0; i < s->transition.size; i++) {
        const struct transition *t = &s->transition.at[i];
        const struct term_vec *to = &s->location.at[t->to].vars;
        text_reset (&label);
        text_print (&label, "%zu: ", i);
        term_print (&label, t->guard);
        for (size_t k = 0; k < t->update.size; k++) {
            text_char (&label, '\n');
            term_print (&label, to->at[k]);
            text_add (&label, " := ");
            term_print (&label, t->update.at[k]);
        }
        for (size_t p = 0; p <= t->more.size; p++) {
            uint32_t from = p ? t->more.at[p - 1].location : t->from;
            text_print (out, "    l%u -> l%u [label=", from, t->to);
            print_quoted (out, text_view (&label));
            text_add (out, "];\n");
        }
    }
    text_clear (&label);
    text_add (out, "}\n");
}

/* ---- SMT-LIB */

struct declared {
    const struct system *system;
    struct text *out;
    struct map sorts, functions, visited;
};

static void
declare_sort (struct declared *d, const sort *kind)
{
    if (kind->kind == SORT_ARRAY) {
        declare_sort (d, kind->index);
        declare_sort (d, kind->element);
    }
    if (kind->kind != SORT_NAMED
        || !map_put (&d->sorts, digest_string (kind->name), 1))
        return;
    text_add (d->out, "(declare-sort ");
    print_symbol (d->system, d->out, kind->name);
    text_add (d->out, " 0)\n");
}

/* Declares the uninterpreted functions and sorts of a term, on a stack of our
 * own: terms can be deep. */
static void
declare_term (struct declared *d, const term *root)
{
    struct term_vec stack = {0};
    VEC_PUSH (stack, root);
    while (stack.size) {
        const term *e = VEC_POP (stack);
        if (!map_put (&d->visited, map_number (e->id), 1))
            continue;
        declare_sort (d, e->sort);
        if (e->op == OP_APPLY
            && map_put (&d->functions, digest_string (e->text), 1)) {
            for (size_t i = 0; i < e->args; i++)
                declare_sort (d, e->arg[i]->sort);
            text_add (d->out, "(declare-fun ");
            print_symbol (d->system, d->out, e->text);
            text_add (d->out, " (");
            for (size_t i = 0; i < e->args; i++) {
                if (i)
                    text_char (d->out, ' ');
                sort_print (d->out, e->arg[i]->sort);
            }
            text_add (d->out, ") ");
            sort_print (d->out, e->sort);
            text_add (d->out, ")\n");
        }
        for (size_t i = e->args; i-- > 0;)
            VEC_PUSH (stack, e->arg[i]);
    }
    VEC_CLEAR (stack);
}

static void
declare_all (const struct system *s, struct text *out)
{
    struct declared d = {.system = s, .out = out};
    map_init (&d.sorts);
    map_init (&d.functions);
    map_init (&d.visited);
    for (size_t i = 0; i < s->location.size; i++)
        for (size_t k = 0; k < s->location.at[i].vars.size; k++)
            declare_sort (&d, s->location.at[i].vars.at[k]->sort);
    for (size_t i = 0; i < s->transition.size; i++) {
        const struct transition *t = &s->transition.at[i];
        declare_term (&d, t->guard);
        for (size_t k = 0; k < t->update.size; k++)
            declare_term (&d, t->update.at[k]);
    }
    map_clear (&d.sorts);
    map_clear (&d.functions);
    map_clear (&d.visited);
}

static void
print_rule (const struct system *s, struct text *out,
            const struct transition *t)
{
    const struct location *from = &s->location.at[t->from];
    struct term_vec bound = {0};
    for (size_t i = 0; i < from->vars.size; i++)
        VEC_PUSH (bound, from->vars.at[i]);
    for (size_t i = 0; i < t->aux.size; i++)
        VEC_PUSH (bound, t->aux.at[i]);
    for (size_t p = 0; p < t->more.size; p++)
        for (size_t i = 0; i < t->more.at[p].vars.size; i++)
            VEC_PUSH (bound, t->more.at[p].vars.at[i]);
    text_add (out, "(assert ");
    if (bound.size) {
        text_add (out, "(forall (");
        print_sorted_vars (out, &bound);
        text_add (out, ")\n  ");
    }
    text_add (out, "(=> ");
    if (t->from == SYSTEM_ENTRY)
        term_print_let (out, t->guard);
    else {
        text_add (out, "(and ");
        print_atom (s, out, from->name, &from->vars);
        for (size_t p = 0; p < t->more.size; p++) {
            text_char (out, ' ');
            print_atom (s, out, s->location.at[t->more.at[p].location].name,
                        &t->more.at[p].vars);
        }
        text_char (out, ' ');
        term_print_let (out, t->guard);
        text_char (out, ')');
    }
    text_add (out, "\n    ");
    if (t->to == SYSTEM_ERROR)
        text_add (out, "false");
    else
        print_atom (s, out, s->location.at[t->to].name, &t->update);
    text_add (out, bound.size ? ")))\n" : "))\n");
    VEC_CLEAR (bound);
}

void
system_smtlib (const struct system *s, struct text *out)
{
    text_add (out, "(set-logic HORN)\n");
    declare_all (s, out);
    for (size_t i = 0; i < s->location.size; i++) {
        const struct location *l = &s->location.at[i];
        if (l->gone || i == SYSTEM_ENTRY || i == SYSTEM_ERROR)
            continue;
        text_add (out, "(declare-fun ");
        print_symbol (s, out, l->name);
        text_add (out, " (");
        for (size_t k = 0; k < l->vars.size; k++) {
            if (k)
                text_char (out, ' ');
            sort_print (out, l->vars.at[k]->sort);
        }
        text_add (out, ") Bool)\n");
    }
    for (size_t i = 0; i < s->transition.size; i++)
        print_rule (s, out, &s->transition.at[i]);
    text_add (out, "(check-sat)\n");
}
