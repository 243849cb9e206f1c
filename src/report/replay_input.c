/* replay_input.c -- the user's file, taken apart; and the plan's list. */
#include <assert.h>
#include <string.h>

#include "report/replay_plan.h"

bool
replay_text_read (struct replay_text *t, const char *source, const char *file,
                  struct problem *p)
{
    *t = (struct replay_text) {.source = source, .file = file};
    arena_init (&t->arena);
    return sexpr_read (source, strlen (source), file, &t->arena, &t->form,
                       &t->forms, p);
}

void
replay_text_clear (struct replay_text *t)
{
    arena_clear (&t->arena);
}

void
replay_copy (struct text *out, const struct replay_text *t,
             const struct sexpr *e)
{
    assert (e->begin < e->end);
    text_add_n (out, t->source + e->begin, e->end - e->begin);
}

void
replay_atoms (const struct sexpr *e,
              void (*visit) (void *, const struct sexpr *), void *context)
{
    struct vec_sexpr open = {0};
    VEC_PUSH (open, e);
    while (open.size) {
        const struct sexpr *at = VEC_POP (open);
        if (at->kind != SEXPR_LIST)
            visit (context, at);
        else
            for (uint32_t i = at->size; i-- > 0;)
                VEC_PUSH (open, &at->child[i]);
    }
    VEC_CLEAR (open);
}

/* ---- the user's file */

enum command {
    COMMAND_DROP,
    COMMAND_KEEP,
    COMMAND_DECLARE,
    COMMAND_ASSERT,
    COMMAND_VARIABLE,
    COMMAND_END,
    COMMAND_UNKNOWN
};

static const struct command_row {
    const char *name;
    enum command command;
    uint32_t least; /* parts, the name included */
} command_rows[] = {
    {"set-logic", COMMAND_DROP, 1},
    {"set-info", COMMAND_DROP, 1},
    {"set-option", COMMAND_DROP, 1},
    {"check-sat", COMMAND_DROP, 1},
    {"get-model", COMMAND_DROP, 1},
    {"get-proof", COMMAND_DROP, 1},
    {"get-info", COMMAND_DROP, 1},
    {"get-option", COMMAND_DROP, 1},
    {"get-value", COMMAND_DROP, 1},
    {"get-unsat-core", COMMAND_DROP, 1},
    {"get-assertions", COMMAND_DROP, 1},
    {"echo", COMMAND_DROP, 1},
    {"get-assignment", COMMAND_DROP, 1},
    {"declare-sort", COMMAND_KEEP, 2},
    {"define-sort", COMMAND_KEEP, 4},
    {"declare-datatype", COMMAND_KEEP, 3},
    {"declare-datatypes", COMMAND_KEEP, 3},
    {"define-fun", COMMAND_KEEP, 5},
    {"define-const", COMMAND_KEEP, 4},
    {"define-fun-rec", COMMAND_KEEP, 5},
    {"define-funs-rec", COMMAND_KEEP, 3},
    {"declare-fun", COMMAND_DECLARE, 4},
    {"declare-const", COMMAND_DECLARE, 3},
    {"declare-rel", COMMAND_DECLARE, 3},
    {"declare-var", COMMAND_VARIABLE, 3},
    {"assert", COMMAND_ASSERT, 2},
    {"rule", COMMAND_ASSERT, 2},
    {"query", COMMAND_ASSERT, 2},
    {"exit", COMMAND_END, 1},
};

static enum command
command_of (const struct sexpr *e)
{
    for (size_t i = 0; i < sizeof command_rows / sizeof command_rows[0]; i++)
        if (sexpr_begins (e, command_rows[i].name))
            return e->size >= command_rows[i].least ? command_rows[i].command
                                                    : COMMAND_UNKNOWN;
    return COMMAND_UNKNOWN;
}

struct variables {
    struct vec_sexpr declared;         /* declare-var commands */
    struct vec_seen VEC (size_t) seen; /* 1 + the assertion that uses it last */
    struct map index;
    size_t assertion;
};

static void
symbol_note (void *context, const struct sexpr *atom)
{
    if (atom->kind == SEXPR_SYMBOL)
        map_put (context, digest_string (atom->text), 1);
}

static void
variable_note (void *context, const struct sexpr *atom)
{
    struct variables *v = context;
    uint64_t *index = atom->kind == SEXPR_SYMBOL
                          ? map_get (&v->index, digest_string (atom->text))
                          : NULL;
    if (index)
        v->seen.at[*index] = v->assertion + 1;
}

static void
input_variable (struct variables *v, const struct sexpr *e)
{
    /* A variable that is declared again has its new sort from here on. */
    map_put (&v->index, digest_string (e->child[1].text), v->declared.size);
    VEC_PUSH (v->declared, e);
    VEC_PUSH (v->seen, 0);
}

static void
input_assert (struct replay_input *in, struct variables *v,
              const struct sexpr *e)
{
    struct replay_assertion a = {.form = e,
                                 .formula = &e->child[1],
                                 .query = sexpr_begins (e, "query"),
                                 .first = in->binder.size};
    if (!sexpr_begins (e, "assert")) {
        v->assertion = in->assertion.size;
        replay_atoms (a.formula, variable_note, v);
        for (size_t i = 0; i < v->declared.size; i++)
            if (v->seen.at[i] == v->assertion + 1)
                VEC_PUSH (in->binder, v->declared.at[i]);
    }
    a.binders = in->binder.size - a.first;
    VEC_PUSH (in->assertion, a);
}

static void
input_declare (struct replay_input *in, const struct sexpr *e)
{
    struct replay_declaration d = {.form = e, .name = &e->child[1]};
    if (sexpr_begins (e, "declare-const"))
        d.result = &e->child[2];
    else
        d.args = &e->child[2];
    if (sexpr_begins (e, "declare-fun"))
        d.result = &e->child[3];
    map_put (&in->declared, digest_string (d.name->text), in->declaration.size);
    VEC_PUSH (in->declaration, d);
}

bool
replay_input_read (struct replay_input *in, const char *source,
                   const char *file, struct problem *p)
{
    *in = (struct replay_input) {0};
    map_init (&in->declared);
    map_init (&in->symbol);
    if (!replay_text_read (&in->text, source, file, p))
        return false;
    struct variables v = {0};
    map_init (&v.index);
    bool good = true, ended = false;
    for (size_t i = 0; good && !ended && i < in->text.forms; i++) {
        const struct sexpr *e = &in->text.form[i];
        replay_atoms (e, symbol_note, &in->symbol);
        switch (command_of (e)) {
        case COMMAND_DROP:
            break;
        case COMMAND_KEEP: {
            struct replay_declaration d = {.form = e};
            VEC_PUSH (in->declaration, d);
            break;
        }
        case COMMAND_DECLARE:
        case COMMAND_VARIABLE:
            if (e->child[1].kind != SEXPR_SYMBOL)
                good = problem_set (p, sexpr_place (&e->child[1], file),
                                    "a name is expected here");
            else if (sexpr_begins (e, "declare-var"))
                input_variable (&v, e);
            else
                input_declare (in, e);
            break;
        case COMMAND_ASSERT:
            input_assert (in, &v, e);
            break;
        case COMMAND_END:
            ended = true;
            break;
        case COMMAND_UNKNOWN:
            good = problem_set (p, sexpr_place (e, file),
                                "the replay does not know this command");
        }
    }
    VEC_CLEAR (v.declared);
    VEC_CLEAR (v.seen);
    map_clear (&v.index);
    return good;
}

void
replay_input_clear (struct replay_input *in)
{
    replay_text_clear (&in->text);
    map_clear (&in->declared);
    map_clear (&in->symbol);
    VEC_CLEAR (in->declaration);
    VEC_CLEAR (in->assertion);
    VEC_CLEAR (in->binder);
}

void
replay_declare (struct text *out, const struct replay_input *in,
                const struct replay_declaration *d)
{
    if (d->name && !d->result) {
        text_add (out, "(declare-fun ");
        replay_copy (out, &in->text, d->name);
        text_char (out, ' ');
        replay_copy (out, &in->text, d->args);
        text_add (out, " Bool)");
    } else
        replay_copy (out, &in->text, d->form);
    text_char (out, '\n');
}

/* ---- the plan */

void
replay_plan_init (struct replay_plan *plan)
{
    *plan = (struct replay_plan) {0};
    text_init (&plan->prelude);
}

void
replay_plan_clear (struct replay_plan *plan)
{
    text_clear (&plan->prelude);
    for (size_t i = 0; i < plan->item.size; i++) {
        memory_free (plan->item.at[i].what);
        memory_free (plan->item.at[i].inside);
        memory_free (plan->item.at[i].after);
    }
    VEC_CLEAR (plan->item);
}

void
replay_plan_add (struct replay_plan *plan, struct text *what,
                 struct text *inside, struct text *after)
{
    struct replay_item item = {text_take (what), text_take (inside),
                               text_take (after), false};
    VEC_PUSH (plan->item, item);
}
