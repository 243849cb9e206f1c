/* inputs.c -- see inputs.h. */
#include "program/trail/inputs.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "program/attributes.h"

/* A value that no harness can give. */
struct loose {
    size_t at;        /* index into trail.value */
    const char *what; /* "uninitialised ", "the result of ", "effects of " */
    const char *name; /* of a variable or a function */
};

static const char uninitialised_what[] = "uninitialised ";
static const char result_what[] = "the result of ";
static const char effect_what[] = "effects of ";

struct inputs_finding {
    struct inputs *inputs;
    const struct trail *trail;
    const struct program *program;
    /* The last input's statement, to see that the next is of the same call. */
    uint32_t procedure, block, at, depth;
    struct VEC (struct loose) loose;
    bool pending; /* a function has read what it did not come to write */
};

void
inputs_clear (struct inputs *x)
{
    assert (x);
    VEC_CLEAR (x->input);
    if (x->standard.data)
        text_clear (&x->standard);
    memory_free (x->guessed);
    memory_free (x->uncontrolled);
    *x = (struct inputs) {0};
}

static const char *
c_name (const struct program *p, uint32_t procedure)
{
    assert (procedure < p->procedure.size);
    return mark_string (p->procedure.at[procedure].attribute, MARK_C);
}

/* The first reason is enough. */
static void
reason_set (char **reason, const char *what, const char *name)
{
    if (*reason)
        return;
    struct text text;
    text_init (&text);
    text_print (&text, "%s%s", what, name);
    *reason = text_take (&text);
}

static void
uncontrolled (struct inputs *x, const char *what, const char *name)
{
    reason_set (&x->uncontrolled, what, name);
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
same_call (const struct inputs_finding *f, const struct trail_event *e,
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
input_add (struct inputs_finding *f, const struct trail_event *e,
           const char *function, const char *uninitialised)
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
    if (function && harness_gives (last) && last->parts > 1 && !zero)
        uncontrolled (x, result_what, function);
    f->procedure = e->procedure;
    f->block = e->block;
    f->at = e->at;
    f->depth = e->depth;
}

/* Such a value matters unless the execution is one without it.  That malloc does
 * not fail can be relied on. */
static void
loose_add (struct inputs_finding *f, const struct trail_event *e,
           const char *what, const char *name)
{
    assert (e->value >= (const term *const *) f->trail->value.at);
    size_t first =
        (size_t) (e->value - (const term *const *) f->trail->value.at);
    for (size_t i = 0; i < e->values; i++)
        if (e->value[i] && !term_is_false (e->value[i])) {
            assert (first + i < f->trail->value.size);
            VEC_PUSH (f->loose, ((struct loose) {first + i, what, name}));
        }
}

/* ---- what is read from files */

/* The bytes of a map from 0 on, up to the last that it says; a line of some
 * length, where it says the same of all others. */
static void
standard_bytes (struct text *out, const term *map)
{
    enum { MOST = 1024, LINE = 64 };
    unsigned char byte[MOST] = {0};
    bool set[MOST] = {false};
    size_t size = 0;
    for (; map->op == OP_STORE; map = map->arg[0]) {
        const term *at = map->arg[1], *to = map->arg[2];
        if (at->op != OP_BITS || to->op != OP_BITS)
            return;
        unsigned long long i = strtoull (at->text, NULL, 10);
        if (i >= MOST || set[i])
            continue;
        set[i] = true;
        byte[i] = (unsigned char) strtoul (to->text, NULL, 10);
        size = i + 1 > size ? i + 1 : size;
    }
    const term *rest = map->args == 1 ? map->arg[0] : NULL;
    unsigned char other = rest && rest->op == OP_BITS
                              ? (unsigned char) strtoul (rest->text, NULL, 10)
                              : 0;
    if (other && size < LINE)
        size = LINE;
    for (size_t i = 0; i < size; i++)
        text_char (out, (char) (set[i] ? byte[i] : other));
}

/* A number as scanf reads it, a character as it is. */
static void
standard_number (struct text *out, const term *value, bool character)
{
    mpz_t n;
    if (!value || value->op != OP_BITS)
        return;
    mpz_init_set_str (n, value->text, 10);
    if (character && mpz_cmp_ui (n, 255) <= 0)
        text_char (out, (char) mpz_get_ui (n));
    else if (!character) {
        mpz_t half;
        mpz_init_set_ui (half, 1);
        mpz_mul_2exp (half, half, value->sort->width - 1);
        if (mpz_cmp (n, half) >= 0) {
            mpz_mul_2exp (half, half, 1);
            mpz_sub (n, n, half);
        }
        char *digits = mpz_get_str (NULL, 10, n);
        text_print (out, "%s ", digits);
        free (digits); /* of GMP */
        mpz_clear (half);
    }
    mpz_clear (n);
}

static bool
is_one_of (const char *name, const char *const *list)
{
    while (*list && strcmp (*list, name))
        list++;
    return *list;
}

static const char filler[] =
    "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 ";

/* *pending: it was about to write what it read. */
static void
standard_add (struct inputs *x, const struct trail_event *e,
              const char *function, bool *pending)
{
    static const char *const characters[] = {
        "getchar",          "getc",          "fgetc", "_IO_getc",
        "getchar_unlocked", "getc_unlocked", NULL};
    static const char *const memory[] = {
        "scanf",           "fscanf",         "__isoc99_scanf",
        "__isoc99_fscanf", "__isoc23_scanf", "__isoc23_fscanf",
        "fgets",           "gets",           "read",
        "fread",           "getline",        NULL};
    bool written =
        attribute_find (e->statement->attribute, MARK_WRITTEN) != NULL;
    const term *value = e->value[0];
    if (!x->standard.data)
        text_init (&x->standard);
    if (is_one_of (function, memory))
        *pending = !written;
    else if (is_one_of (function, characters))
        *pending = false;
    if (!is_one_of (function, written ? memory : characters))
        return;
    if (!value)
        text_add (&x->standard, filler);
    else if (value->sort->kind == SORT_ARRAY)
        standard_bytes (&x->standard, value);
    else
        standard_number (&x->standard, value,
                         !written || value->sort->width == 8);
}

static void
failed (struct inputs_finding *f, const struct trail_event *e)
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
called (struct inputs_finding *f, const struct trail_event *e)
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
    struct inputs_finding *f = context;
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
    const char *open = mark_string (a, MARK_OPEN);
    if (function || uninitialised)
        input_add (f, e, function, function ? NULL : uninitialised);
    if (function && harness_gives (&VEC_LAST (f->inputs->input)))
        return;
    if (function) {
        standard_add (f->inputs, e, function, &f->pending);
        loose_add (f, e, result_what, function);
    } else if (open)
        loose_add (f, e, effect_what, open);
    else
        loose_add (f, e, uninitialised_what,
                   uninitialised && *uninitialised ? uninitialised : "memory");
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
 * What is left out: `one` alone, or all that are guessed, or (`open`) all. */
struct without {
    const struct inputs_finding *finding;
    const struct loose *one; /* null: all */
    bool open;
};

static bool
is_left_out (const struct without *w, const struct loose *l)
{
    if (w->one)
        return l->what == w->one->what && !strcmp (l->name, w->one->name);
    return w->open || l->what != effect_what;
}

static bool
runs_with (const struct without *w, struct program *p, const char *digit,
           struct term_vec *seen)
{
    const struct inputs_finding *f = w->finding;
    struct trail copy = *f->trail;
    copy.value = copy.global = (struct term_vec) {0};
    for (size_t i = 0; i < f->trail->global.size; i++)
        VEC_PUSH (copy.global,
                  w->one
                      ? f->trail->global.at[i]
                      : instead (p->terms, p->global.at[i].term->sort, digit));
    for (size_t i = 0; i < f->trail->value.size; i++)
        VEC_PUSH (copy.value, f->trail->value.at[i]);
    for (size_t i = 0; i < f->loose.size; i++) {
        const term **at = &copy.value.at[f->loose.at[i].at];
        if (is_left_out (w, &f->loose.at[i]))
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

/* Whatever is left out does not matter: nothing is read of it. */
static bool
runs_without (const struct without *w, struct program *p)
{
    struct term_vec zeros = {0}, ones = {0};
    bool good = runs_with (w, p, "0", &zeros) && runs_with (w, p, "1", &ones)
                && zeros.size == ones.size;
    for (size_t i = 0; i < zeros.size && good; i++)
        good = zeros.at[i] == ones.at[i];
    VEC_CLEAR (zeros);
    VEC_CLEAR (ones);
    return good;
}

/* ---- what memory may be filled with */

/* The bits of a number, as often as 64 bits have room for them. */
static void
fill_add (struct inputs *x, const term *value)
{
    if (!value || value->op != OP_BITS || value->sort->width > 64
        || x->fills == INPUTS_FILLS)
        return;
    uint64_t bits = strtoull (value->text, NULL, 10);
    for (unsigned w = value->sort->width; w >= 8 && w < 64; w *= 2)
        bits |= bits << w;
    for (size_t i = 0; i < x->fills; i++)
        if (x->fill[i] == bits)
            return;
    x->fill[x->fills++] = bits;
}

static void
fill_from (struct inputs *x, const term *value)
{
    if (!value || value->sort->kind != SORT_ARRAY)
        fill_add (x, value);
    else if (value->op == OP_STORE) {
        fill_from (x, value->arg[2]);
        fill_from (x, value->arg[0]);
    } else
        for (size_t i = 0; i < value->args; i++)
            fill_from (x, value->arg[i]);
}

static void
fills_find (const struct inputs_finding *f)
{
    const struct trail *t = f->trail;
    bool other = false;
    for (size_t i = 0; i < f->loose.size; i++)
        if (f->loose.at[i].what == uninitialised_what)
            fill_from (f->inputs, t->value.at[f->loose.at[i].at]);
        else
            other = true;
    f->inputs->memory = !other
                        || !strncmp (f->inputs->guessed, uninitialised_what,
                                     sizeof uninitialised_what - 1);
    for (size_t i = 0; i < t->global.size; i++)
        if (t->global.at[i] && t->global.at[i]->sort->kind == SORT_ARRAY)
            fill_from (f->inputs, t->global.at[i]);
}

/* What the execution depends on, by name: the first that alone matters. */
static void
loose_judge (const struct inputs_finding *f, struct program *p)
{
    struct inputs *x = f->inputs;
    if (runs_without (&(struct without) {.finding = f, .open = true}, p))
        return;
    if (runs_without (&(struct without) {.finding = f}, p)) {
        for (size_t i = 0; i < f->loose.size; i++)
            if (f->loose.at[i].what == effect_what)
                uncontrolled (x, effect_what, f->loose.at[i].name);
        return;
    }
    for (size_t i = 0; i < f->loose.size && !x->guessed; i++) {
        const struct loose *one = &f->loose.at[i];
        bool again = false;
        for (size_t k = 0; k < i && !again; k++)
            again = f->loose.at[k].what == one->what
                    && !strcmp (f->loose.at[k].name, one->name);
        if (!again && one->what != effect_what
            && !runs_without (&(struct without) {.finding = f, .one = one}, p))
            reason_set (&x->guessed, one->what, one->name);
    }
    reason_set (&x->guessed, uninitialised_what, "memory");
    fills_find (f);
}

/* Whether it reads more of main's parameters than argc. */
static bool
reads_arguments (const struct inputs *x, const struct trail *t,
                 struct program *p)
{
    if (!x->entry || strcmp (x->entry, "main") || t->parameter.size < 2)
        return false;
    struct trail copy = *t;
    copy.parameter = (struct term_vec) {0};
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
    *x = (struct inputs) {0};
    struct inputs_finding f = {.inputs = x, .trail = t, .program = p};
    struct term_vec open = {0};
    bool good = trail_watch (t, p, find, &f, &open, problem);
    VEC_CLEAR (open);
    if (good) {
        x->abstract = points_abstract (t, p);
        find_entry (x, t, p);
        x->arguments = reads_arguments (x, t, p);
        loose_judge (&f, p);
        if (f.pending)
            text_add (&x->standard, filler);
    } else
        inputs_clear (x);
    VEC_CLEAR (f.loose);
    return good;
}
