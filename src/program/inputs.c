/* inputs.c -- see inputs.h. */
#include "program/inputs.h"

#include <string.h>

#include "base/map.h"
#include "program/marks.h"

struct finding {
    struct inputs *inputs;
    const struct trail *trail;
    const struct program *program;
    /* The last input's statement, to see that the next is of the same call. */
    uint32_t procedure, block, at, depth;
    /* Values that no harness can give, as indices into trail.value. */
    struct VEC (size_t) loose;
    const char *loose_what;
};

void
inputs_clear (struct inputs *x)
{
    assert (x);
    VEC_CLEAR (x->input);
    memory_free (x->uncontrolled);
    *x = (struct inputs){0};
}

static const char *
c_name (const struct program *p, uint32_t procedure)
{
    assert (procedure < p->procedure.size);
    return mark_string (p->procedure.at[procedure].attribute, MARK_C);
}

/* The first reason is enough. */
static void
uncontrolled (struct inputs *x, const char *what, const char *name)
{
    if (x->uncontrolled)
        return;
    struct text text;
    text_init (&text);
    text_print (&text, "%s%s", what, name);
    x->uncontrolled = text_take (&text);
}

static bool
is_zero (const term *value)
{
    return !value || (value->op == OP_BITS && !strcmp (value->text, "0"))
           || (value->op == OP_NUMBER && !strcmp (value->text, "0"))
           || term_is_false (value);
}

/* A value of several parts is havocked part by part. */
static bool
same_call (const struct finding *f, const struct trail_event *e,
           const char *function)
{
    const struct inputs *x = f->inputs;
    if (!x->input.size || f->procedure != e->procedure || f->block != e->block
        || f->depth != e->depth || f->at + 1 != e->at)
        return false;
    const struct input *last = &VEC_LAST (x->input);
    const char *type = harness_type (function, last->variable->sort);
    bool whole = type && !strchr (type, '*')
                 && !strncmp (function, "__VERIFIER_nondet_", 18);
    return !whole && last->function && !strcmp (last->function, function)
           && last->place.line == e->place.line
           && last->place.column == e->place.column;
}

static void
input_add (struct finding *f, const struct trail_event *e, const char *function,
           const char *uninitialised)
{
    struct inputs *x = f->inputs;
    const struct statement *s = e->statement;
    bool more = function && same_call (f, e, function), zero = true;
    struct input input = {.function = function,
                          .uninitialised = uninitialised,
                          .variable = s->target[0],
                          .value = e->value[0],
                          .place = e->place,
                          .procedure = c_name (f->program, e->procedure)};
    if (!more)
        VEC_PUSH (x->input, input);
    struct input *last = &VEC_LAST (x->input);
    last->parts += s->targets;
    for (uint32_t i = 0; i < s->targets; i++)
        zero &= is_zero (e->value[i]);
    zero &= is_zero (last->value);
    if (function && (!harness_gives (last) || (last->parts > 1 && !zero)))
        uncontrolled (x, "result of ", function);
    f->procedure = e->procedure;
    f->block = e->block;
    f->at = e->at;
    f->depth = e->depth;
}

/* Uninitialised, or of the C library: the value matters unless the execution is
 * one without it.  That malloc does not fail can be relied on. */
static void
loose_add (struct finding *f, const struct trail_event *e, const char *what)
{
    assert (e->value >= (const term *const *) f->trail->value.at);
    size_t first =
        (size_t) (e->value - (const term *const *) f->trail->value.at);
    for (size_t i = 0; i < e->values; i++)
        if (e->value[i] && !term_is_false (e->value[i])) {
            assert (first + i < f->trail->value.size);
            VEC_PUSH (f->loose, first + i);
            if (!f->loose_what)
                f->loose_what = what;
        }
}

static void
failed (struct finding *f, const struct trail_event *e)
{
    struct inputs *x = f->inputs;
    const struct attribute *a = e->statement ? e->statement->attribute : NULL;
    x->check = mark_string (a, MARK_CHECK);
    x->message = mark_string (a, MARK_MESSAGE);
    const struct attribute *cut = attribute_find (a, MARK_CUT);
    if (cut) {
        const char *why = mark_string (a, MARK_CUT);
        x->cut = why ? why : "";
    }
    x->place = e->place;
    x->procedure = c_name (f->program, e->procedure);
}

/* A procedure that only prepares calls the C function where it starts. */
static void
called (struct finding *f, const struct trail_event *e)
{
    struct inputs *x = f->inputs;
    const struct procedure *q = &f->program->procedure.at[e->statement->callee];
    if (x->entry || e->depth || c_name (f->program, e->procedure))
        return;
    x->entry = mark_string (q->attribute, MARK_C);
    if (x->entry && q->in.size)
        uncontrolled (x, "parameters of ", x->entry);
}

static void
find (void *context, const struct trail_event *e)
{
    struct finding *f = context;
    if (e->kind == TRAIL_FAILED)
        failed (f, e);
    if (e->kind == TRAIL_CALL)
        called (f, e);
    if (e->kind != TRAIL_SET || e->statement->kind != STATEMENT_HAVOC
        || !e->statement->targets)
        return;
    const struct attribute *a = e->statement->attribute;
    const char *function = mark_string (a, MARK_INPUT);
    const char *uninitialised = mark_string (a, MARK_UNINITIALISED);
    if (function || uninitialised)
        input_add (f, e, function, function ? NULL : uninitialised);
    if (!function)
        loose_add (f, e, uninitialised ? uninitialised : "memory");
}

/* A model says something about every function that it was asked for, so this
 * may hold without need; never the other way round. */
static bool
points_abstract (const struct trail *t, const struct program *p)
{
    struct map abstract;
    map_init (&abstract);
    for (size_t i = 0; i < p->function.size; i++)
        if (attribute_find (p->function.at[i].attribute, MARK_ABSTRACT))
            map_put (&abstract, digest_string (p->function.at[i].name), 1);
    bool found = false;
    for (size_t i = 0; i < t->point.size && !found; i++)
        found = map_get (&abstract,
                         digest_string (t->point.at[i].application->text));
    map_clear (&abstract);
    return found;
}

static void
find_entry (struct inputs *x, const struct trail *t, const struct program *p)
{
    uint32_t entry = program_find (p, t->entry);
    if (entry == PROGRAM_NONE || x->entry)
        return;
    x->entry = c_name (p, entry);
    for (size_t i = 0; i < t->parameter.size; i++)
        if (t->parameter.at[i])
            uncontrolled (x, "parameters of ", x->entry ? x->entry : t->entry);
}

/* In place of a value that no harness can give: null, which may be moved about
 * but not read; for a map, whose entries may be set and then read, one that is
 * `digit` everywhere else. */
static const term *
instead (terms *t, const sort *s, const char *digit)
{
    const term *element;
    if (s->kind != SORT_ARRAY)
        return NULL;
    if (s->element->kind == SORT_ARRAY)
        element = instead (t, s->element, digit);
    else if (s->element->kind == SORT_BV)
        element = term_bits (t, s->element->width, digit);
    else if (s->element->kind == SORT_BOOL)
        element = term_bool (t, *digit != '0');
    else
        return NULL;
    return element ? term_const_array (t, s, element) : NULL;
}

static void
values_seen (void *context, const struct trail_event *e)
{
    struct term_vec *seen = context;
    for (size_t i = 0; i < e->values; i++)
        if (!e->value[i] || e->value[i]->sort->kind != SORT_ARRAY)
            VEC_PUSH (*seen, e->value[i]);
}

/* Whether there is such an execution; *seen gets the values of its variables.
 */
static bool
runs_with (const struct finding *f, struct program *p, const char *digit,
           struct term_vec *seen)
{
    struct trail copy = *f->trail;
    copy.value = copy.global = (struct term_vec){0};
    for (size_t i = 0; i < f->trail->global.size; i++)
        VEC_PUSH (copy.global,
                  instead (p->terms, p->global.at[i].term->sort, digit));
    for (size_t i = 0; i < f->trail->value.size; i++)
        VEC_PUSH (copy.value, f->trail->value.at[i]);
    for (size_t i = 0; i < f->loose.size; i++) {
        const term **at = &copy.value.at[f->loose.at[i]];
        *at = instead (p->terms, (*at)->sort, digit);
    }
    struct term_vec open = {0};
    struct problem ignored = {0};
    bool good = trail_watch (&copy, p, values_seen, seen, &open, &ignored);
    VEC_CLEAR (open);
    VEC_CLEAR (copy.value);
    VEC_CLEAR (copy.global);
    return good;
}

/* Whatever no harness can give does not matter: nothing is read of it. */
static bool
runs_without (const struct finding *f, struct program *p)
{
    struct term_vec zeros = {0}, ones = {0};
    bool good = runs_with (f, p, "0", &zeros) && runs_with (f, p, "1", &ones)
                && zeros.size == ones.size;
    for (size_t i = 0; i < zeros.size && good; i++)
        good = zeros.at[i] == ones.at[i];
    VEC_CLEAR (zeros);
    VEC_CLEAR (ones);
    return good;
}

/* Whether it reads more of main's parameters than argc. */
static bool
reads_arguments (const struct inputs *x, const struct trail *t,
                 struct program *p)
{
    if (!x->entry || strcmp (x->entry, "main") || t->parameter.size < 2)
        return false;
    struct trail copy = *t;
    copy.parameter = (struct term_vec){0};
    for (size_t i = 0; i < t->parameter.size; i++)
        VEC_PUSH (copy.parameter, i ? NULL : t->parameter.at[i]);
    struct term_vec open = {0};
    struct problem ignored = {0};
    bool good = trail_run (&copy, p, NULL, NULL, &open, &ignored);
    VEC_CLEAR (open);
    VEC_CLEAR (copy.parameter);
    return !good;
}

bool
inputs_find (struct inputs *x, const struct trail *t, struct program *p,
             struct problem *problem)
{
    assert (x && t && p && problem);
    *x = (struct inputs){0};
    struct finding f = {.inputs = x, .trail = t, .program = p};
    struct term_vec open = {0};
    bool good = trail_watch (t, p, find, &f, &open, problem);
    VEC_CLEAR (open);
    if (good) {
        x->abstract = points_abstract (t, p);
        find_entry (x, t, p);
        x->arguments = reads_arguments (x, t, p);
        if (!runs_without (&f, p))
            uncontrolled (x, "uninitialised ",
                          f.loose_what ? f.loose_what : "memory");
    } else
        inputs_clear (x);
    VEC_CLEAR (f.loose);
    return good;
}
