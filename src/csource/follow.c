/* follow.c -- see follow.h. */
#include "csource/follow.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/change.h"
#include "program/attributes.h"

/* A waypoint that is understood: `name` is \result or that of a variable. */
struct follow_step {
    const struct witness_waypoint *at;
    char name[80];
    bool differs;              /* != instead of == */
    unsigned long long number; /* its bits */
    bool used;                 /* some statement is one where it is looked at */
};

struct follow_state {
    struct program *program;
    struct vec_step VEC (struct follow_step) step;
    const term *next; /* the counter */
};

/* ---- what waypoints say */

static const char *
skip_blanks (const char *at)
{
    while (isspace ((unsigned char) *at) || *at == '(' || *at == ')')
        at++;
    return at;
}

/* A literal; false: it is more than that. */
static bool
number_parse (const char *at, unsigned long long *number)
{
    bool minus = *at == '-';
    char *end;
    at = skip_blanks (at + minus);
    if (!isdigit ((unsigned char) *at))
        return false;
    unsigned long long value = strtoull (at, &end, 0);
    end += strspn (end, "uUlL");
    *number = minus ? -value : value;
    return !*skip_blanks (end);
}

static bool
step_parse (struct follow_step *s, const char *text)
{
    const char *at = skip_blanks (text);
    size_t size = strspn (at, "abcdefghijklmnopqrstuvwxyz0123456789_\\"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (!size || size >= sizeof s->name)
        return false;
    memcpy (s->name, at, size);
    at = skip_blanks (at + size);
    s->differs = at[0] == '!';
    if ((at[0] != '=' && at[0] != '!') || at[1] != '=')
        return false;
    return number_parse (skip_blanks (at + 2), &s->number);
}

static void
steps_find (struct follow_state *f, const struct witness *w,
            struct c_followed *out)
{
    for (size_t i = 0; i + 1 < w->waypoint.size; i++) {
        const struct witness_waypoint *at = &w->waypoint.at[i];
        struct follow_step s = {.at = at};
        bool said =
            at->type == WAYPOINT_RETURN || at->type == WAYPOINT_ASSUMPTION;
        out->asked += !at->avoid;
        if (!at->avoid && said && step_parse (&s, at->value)
            && !strcmp (s.name, "\\result") == (at->type == WAYPOINT_RETURN))
            VEC_PUSH (f->step, s);
    }
}

/* ---- where they stand */

static const char *
name_last (const char *path)
{
    const char *slash = strrchr (path, '/');
    return slash ? slash + 1 : path;
}

static bool
line_same (struct place a, struct place b)
{
    return a.line == b.line && a.file
           && (!b.file || !strcmp (name_last (a.file), name_last (b.file)));
}

static bool
function_same (const struct procedure *q, const char *function)
{
    const char *c = mark_string (q->attribute, MARK_C);
    return !function || (c && !strcmp (c, function));
}

/* The column of a call's result is that of its end: of several calls in a line
 * the last that begins before it. */
static bool
is_call (const struct block *b, size_t i, const struct follow_step *s)
{
    const struct statement *at = &b->statement.at[i];
    unsigned column = s->at->place.column;
    if (at->kind != STATEMENT_HAVOC || at->targets != 1
        || !mark_string (at->attribute, MARK_INPUT)
        || !line_same (at->place, s->at->place)
        || (column && at->place.column > column))
        return false;
    for (size_t k = 0; column && k < b->statement.size; k++) {
        const struct statement *other = &b->statement.at[k];
        if (other->kind == STATEMENT_HAVOC
            && mark_string (other->attribute, MARK_INPUT)
            && line_same (other->place, s->at->place)
            && other->place.column <= column
            && other->place.column > at->place.column)
            return false;
    }
    return true;
}

/* The first statement of the line in its block. */
static bool
is_line (const struct block *b, size_t i, const struct follow_step *s)
{
    struct place place = s->at->place, own = b->statement.at[i].place;
    return line_same (own, place) && own.column >= place.column
           && (!i || !line_same (b->statement.at[i - 1].place, place)
               || b->statement.at[i - 1].place.column < place.column);
}

/* The one variable of this name; null: none, or several. */
static const term *
variable_find (const struct vec_variable *list, const char *name)
{
    const term *found = NULL;
    for (size_t i = 0; i < list->size; i++) {
        const struct variable *v = &list->at[i];
        const char *c = mark_string (v->attribute, MARK_C);
        if (!c || strcmp (c, name)
            || attribute_find (v->attribute, MARK_C_PART))
            continue;
        if (found)
            return NULL;
        found = v->term;
    }
    return found;
}

/* What a step is about if it is looked at before (assumption) or after (result)
 * a statement; null: it is not. */
static const term *
step_variable (struct follow_state *f, const struct procedure *q,
               const struct block *b, size_t i, const struct follow_step *s)
{
    const term *v = NULL;
    if (!function_same (q, s->at->function))
        return NULL;
    if (s->at->type == WAYPOINT_RETURN)
        v = is_call (b, i, s) ? b->statement.at[i].target[0] : NULL;
    else if (is_line (b, i, s)) {
        v = variable_find (&q->local, s->name);
        v = v ? v : variable_find (&f->program->global, s->name);
    }
    return v && v->sort->kind == SORT_BV && v->sort->width <= 64 ? v : NULL;
}

/* ---- the change */

static const term *
count_is (struct follow_state *f, size_t n)
{
    char text[24];
    snprintf (text, sizeof text, "%zu", n);
    return term_eq (f->program->terms, f->next,
                    term_bits (f->program->terms, 32, text));
}

static const term *
step_holds (struct follow_state *f, const struct follow_step *s,
            const term *variable)
{
    terms *t = f->program->terms;
    unsigned width = variable->sort->width;
    unsigned long long bits =
        width < 64 ? s->number & ((1ull << width) - 1) : s->number;
    char text[24];
    snprintf (text, sizeof text, "%llu", bits);
    const term *n = term_bits (t, width, text);
    const term *equal = term_eq (t, variable, n);
    return s->differs ? term_not (t, equal) : equal;
}

static struct statement
count_set (struct follow_state *f, const term *value, struct place place)
{
    struct term_vec to = {0}, from = {0};
    VEC_PUSH (to, f->next);
    VEC_PUSH (from, value);
    struct statement s = statement_assign (f->program, &to, &from, place);
    VEC_CLEAR (to);
    VEC_CLEAR (from);
    return s;
}

/* Appends to `out` what the steps of one kind want at a statement. */
static void
steps_at (struct follow_state *f, const struct procedure *q,
          const struct block *b, size_t i, enum waypoint_type type,
          struct vec_statement *out)
{
    terms *t = f->program->terms;
    const term *holds = term_true (t), *next = f->next;
    for (size_t k = 0; k < f->step.size; k++) {
        struct follow_step *s = &f->step.at[k];
        const term *v =
            s->at->type == type ? step_variable (f, q, b, i, s) : NULL;
        if (!v)
            continue;
        char text[24];
        snprintf (text, sizeof text, "%zu", k + 1);
        const term *now = count_is (f, k);
        holds =
            term_and2 (t, holds, term_implies (t, now, step_holds (f, s, v)));
        next = term_ite (t, now, term_bits (t, 32, text), next);
        s->used = true;
    }
    if (next == f->next)
        return;
    struct place place = b->statement.at[i].place;
    VEC_PUSH (*out, statement_assume (holds, place));
    VEC_PUSH (*out, count_set (f, next, place));
}

/* Steps that no statement is asked about would never be passed. */
static void
steps_drop (struct follow_state *f)
{
    size_t kept = 0;
    for (size_t p = 0; p < f->program->procedure.size; p++) {
        const struct procedure *q = &f->program->procedure.at[p];
        for (size_t b = 0; b < q->block.size; b++)
            for (size_t i = 0; i < q->block.at[b].statement.size; i++)
                for (size_t k = 0; k < f->step.size; k++)
                    f->step.at[k].used |=
                        step_variable (f, q, &q->block.at[b], i, &f->step.at[k])
                        != NULL;
    }
    for (size_t k = 0; k < f->step.size; k++)
        if (f->step.at[k].used)
            f->step.at[kept++] = f->step.at[k];
    f->step.size = kept;
}

static void
block_follow (struct follow_state *f, struct procedure *q, struct block *b)
{
    struct vec_statement out = {0};
    for (size_t i = 0; i < b->statement.size; i++) {
        steps_at (f, q, b, i, WAYPOINT_ASSUMPTION, &out);
        VEC_PUSH (out, b->statement.at[i]);
        steps_at (f, q, b, i, WAYPOINT_RETURN, &out);
    }
    VEC_CLEAR (b->statement);
    b->statement = out;
}

static void
block_target (struct follow_state *f, struct block *b, struct place target,
              struct c_followed *out)
{
    terms *t = f->program->terms;
    for (size_t i = 0; i < b->statement.size; i++) {
        struct statement *s = &b->statement.at[i];
        if (s->kind != STATEMENT_ASSERT)
            continue;
        if (attribute_find (s->attribute, MARK_CUT)
            || !line_same (s->place, target)) {
            s->kind = STATEMENT_ASSUME;
            continue;
        }
        s->term = term_implies (t, count_is (f, f->step.size), s->term);
        out->targets++;
    }
}

static void
counter_add (struct follow_state *f)
{
    struct program *p = f->program;
    struct variable v = {
        .term = term_var (p->terms, "@follow", sort_bv (p->terms, 32))};
    f->next = v.term;
    VEC_PUSH (p->global, v);
    for (size_t i = 0; i < p->procedure.size; i++) {
        struct procedure *q = &p->procedure.at[i];
        if (!q->block.size)
            continue;
        VEC_PUSH (q->modifies, v.term);
        if (!procedure_is_entry (q))
            continue;
        struct vec_statement *first = &q->block.at[0].statement;
        VEC_PUSH (*first, (struct statement) {0});
        memmove (first->at + 1, first->at,
                 (first->size - 1) * sizeof *first->at);
        first->at[0] = count_set (f, term_bits (p->terms, 32, "0"), q->place);
    }
}

void
c_follow (struct program *p, const struct witness *w, struct c_followed *out)
{
    assert (w->violation && w->waypoint.size);
    struct follow_state f = {.program = p};
    *out = (struct c_followed) {0};
    steps_find (&f, w, out);
    steps_drop (&f);
    counter_add (&f);
    out->waypoints = f.step.size;
    for (size_t i = 0; i < p->procedure.size; i++)
        for (size_t b = 0; b < p->procedure.at[i].block.size; b++) {
            struct block *block = &p->procedure.at[i].block.at[b];
            block_target (&f, block, VEC_LAST (w->waypoint).place, out);
            block_follow (&f, &p->procedure.at[i], block);
        }
    VEC_CLEAR (f.step);
    assert (program_sound (p));
}
