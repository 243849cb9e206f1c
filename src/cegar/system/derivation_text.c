/* derivation_text.c -- a derivation as a witness, and as a trace for people.
 *
 * The witness has every step.  People get of many equal rounds the first and
 * the last two. */
#include <string.h>

#include "cegar/system/derivation.h"
#include "logic/term/sort.h"

enum { MANY_VALUES = 8 }; /* a longer list is cut to what changed */
enum { FOLD_SHOWN = 2, FOLD_PERIOD = 16, FOLD_LEAST = 16 };

/* ---- steps */

static void
print_symbol (const struct horn *h, struct text *out, const char *name)
{
    term_print (out, term_var (h->terms, name, sort_bool (h->terms)));
}

static void
step_write (const struct derivation *d, const struct step *s, struct text *out)
{
    const struct horn *h = d->horn;
    const struct clause *c = step_clause (d, s);
    size_t args = step_args (d, s);
    text_print (out, "(step :assertion %u :values (", c->assertion);
    for (size_t i = 0; i < c->vars.size; i++) {
        text_add (out, i ? " (" : "(");
        print_symbol (h, out, c->name[i]);
        text_char (out, ' ');
        term_print (out, s->value[i]);
        text_char (out, ')');
    }
    text_add (out, ") :fact ");
    if (c->head == HORN_NONE)
        text_add (out, "false");
    else {
        if (args)
            text_char (out, '(');
        print_symbol (h, out, h->relation.at[c->head].name);
        for (size_t i = 0; i < args; i++) {
            text_char (out, ' ');
            term_print (out, s->fact[i]);
        }
        if (args)
            text_char (out, ')');
    }
    text_add (out, ")\n");
}

static const term *
step_named (const struct derivation *d, const struct step *s, const char *name)
{
    const struct clause *c = step_clause (d, s);
    for (size_t i = 0; i < c->vars.size; i++)
        if (strcmp (c->name[i], name) == 0)
            return s->value[i];
    return NULL;
}

/* `x = 1, y = -2`; of a long list only what `before` has not, or otherwise. */
static char *
step_values (const struct derivation *d, const struct step *s,
             const struct step *before)
{
    const struct clause *c = step_clause (d, s);
    struct text out;
    text_init (&out);
    for (size_t i = 0; i < c->vars.size; i++) {
        const char *name = c->name[i];
        if (before && c->vars.size > MANY_VALUES
            && step_named (d, before, name) == s->value[i])
            continue;
        text_print (&out, "%s%s = ", out.size ? ", " : "", name);
        if (s->value[i]->op == OP_NUMBER)
            text_add (&out, s->value[i]->text);
        else
            term_print (&out, s->value[i]);
    }
    return text_take (&out);
}

static char *
step_what (const struct derivation *d, const struct step *s)
{
    const struct horn *h = d->horn;
    const struct clause *c = step_clause (d, s);
    struct text out;
    text_init (&out);
    if (c->body == HORN_NONE && c->head == HORN_NONE)
        text_add (&out, "query");
    else if (c->body == HORN_NONE)
        text_print (&out, "fact %s", h->relation.at[c->head].name);
    else {
        if (c->head == HORN_NONE)
            text_add (&out, "query of ");
        for (size_t i = 0; i < clause_atoms (c); i++)
            text_print (&out, "%s%s", i ? ", " : "",
                        h->relation.at[clause_atom (c, i).relation].name);
        if (c->head != HORN_NONE)
            text_print (&out, " -> %s", h->relation.at[c->head].name);
    }
    return text_take (&out);
}

static char *
step_place (const struct derivation *d, const struct step *s)
{
    struct place at = step_clause (d, s)->place;
    const char *file = at.file ? at.file : d->horn->file;
    if (!file || !at.line)
        return file ? memory_string (file) : NULL;
    struct text out;
    text_init (&out);
    text_print (&out, "%s:%u:%u", file, at.line, at.column);
    return text_take (&out);
}

/* ---- the trace */

/* How often the clauses of `period` steps from here are taken in a row. */
static size_t
fold_rounds (const struct derivation *d, size_t at, size_t period)
{
    size_t same = 0;
    while (at + same + period < d->steps
           && d->step[at + same].clause == d->step[at + same + period].clause)
        same++;
    return same / period + 1;
}

/* Rounds that need not be shown from here; `*period`: steps of a round. */
static size_t
fold_find (const struct derivation *d, size_t at, size_t *period)
{
    for (*period = 1; *period <= FOLD_PERIOD; ++*period) {
        size_t rounds = fold_rounds (d, at, *period);
        size_t hidden = rounds > 2 * FOLD_SHOWN ? rounds - 2 * FOLD_SHOWN : 0;
        if (hidden * *period >= FOLD_LEAST)
            return hidden;
    }
    return 0;
}

/* The relation to which the clause leads, as graphs number them. */
static char *
step_node (const struct derivation *d, const struct step *s)
{
    const struct clause *c = step_clause (d, s);
    struct text out;
    text_init (&out);
    if (c->head == HORN_NONE)
        text_add (&out, "query");
    else
        text_print (&out, "r%u", (unsigned) c->head);
    return text_take (&out);
}

static void
trace_step (const struct derivation *d, size_t i, struct outcome *o)
{
    const struct step *s = &d->step[i];
    struct outcome_step shown = {
        .place = step_place (d, s),
        .what = step_what (d, s),
        .values = step_values (d, s, i ? s - 1 : NULL),
        .kind = step_clause (d, s)->head == HORN_NONE ? STEP_FAULT : STEP_PLAIN,
        .node = step_node (d, s)};
    VEC_PUSH (o->trace, shown);
}

static void
trace_fold (size_t hidden, size_t period, struct outcome *o)
{
    struct text what;
    text_init (&what);
    if (period == 1)
        text_print (&what, "... %zu more times", hidden);
    else
        text_print (&what, "... these %zu steps %zu more times", period,
                    hidden);
    struct outcome_step shown = {.what = text_take (&what),
                                 .values = memory_string (""),
                                 .folded = hidden * period};
    VEC_PUSH (o->trace, shown);
}

void
derivation_write (const struct derivation *d, struct outcome *o)
{
    struct text out;
    text_init (&out);
    for (size_t i = 0; i < d->steps; i++)
        step_write (d, &d->step[i], &out);
    for (size_t i = 0; i < d->steps;) {
        size_t period, hidden = fold_find (d, i, &period);
        size_t end = hidden ? i + FOLD_SHOWN * period : i + 1;
        for (; i < end; i++)
            trace_step (d, i, o);
        if (!hidden)
            continue;
        trace_fold (hidden, period, o);
        i += hidden * period;
        for (end = i + FOLD_SHOWN * period; i < end; i++)
            trace_step (d, i, o);
    }
    assert (!o->derivation);
    o->derivation = text_take (&out);
}
