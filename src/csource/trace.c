/* trace.c -- see trace.h. */
#include "csource/trace.h"

#include <stdlib.h>
#include <string.h>

#include "logic/term/sort.h"
#include "logic/term/map.h"
#include "csource/value.h"
#include "program/attributes.h"

/* What a variable was told to be; what does not change is not told again. */
struct told {
    const term *variable, *value;
    uint32_t depth; /* of its frame; 0 for globals */
};

/* Where an object was made. */
struct made {
    uint64_t number;
    struct place place;
};

struct trace_telling {
    const struct program *program;
    c_visitor *visitor;
    void *context;
    struct text line;        /* what has been set at `place`, not told yet */
    struct term_vec on_line; /* the variables that it tells of */
    struct place place;
    uint32_t procedure, depth, block;
    bool input;                    /* something on the line came from outside */
    struct VEC (struct told) told; /* by frame, the current one last */
    struct term_map global;        /* value of globals */
    struct VEC (struct made) made; /* objects, in the order of their making */
};

bool
program_is_c (const struct program *p)
{
    for (size_t i = 0; i < p->procedure.size; i++)
        if (mark_string (p->procedure.at[i].attribute, MARK_C))
            return true;
    return false;
}

static const char *
function_name (const struct trace_telling *t, uint32_t procedure)
{
    assert (procedure < t->program->procedure.size);
    return mark_string (t->program->procedure.at[procedure].attribute, MARK_C);
}

/* ---- lines */

static void
tell (struct trace_telling *t, const struct trail_event *e, enum step_kind kind,
      const char *what)
{
    struct c_step step = {.place = e->place,
                          .function = function_name (t, e->procedure),
                          .depth = e->depth,
                          .procedure = e->procedure,
                          .block = e->block,
                          .kind = kind,
                          .what = what};
    t->visitor (t->context, &step);
}

static void
flush (struct trace_telling *t)
{
    struct c_step step = {.place = t->place,
                          .function = function_name (t, t->procedure),
                          .depth = t->depth,
                          .procedure = t->procedure,
                          .block = t->block,
                          .kind = t->input ? STEP_INPUT : STEP_PLAIN,
                          .values = true,
                          .what = text_view (&t->line)};
    if (t->line.size)
        t->visitor (t->context, &step);
    t->input = false;
    text_reset (&t->line);
    t->on_line.size = 0;
}

static struct place
procedure_place (const struct procedure *q)
{
    struct place place = q->place;
    for (size_t i = 0; i < q->block.size && !place.line; i++)
        for (size_t j = 0; j < q->block.at[i].statement.size && !place.line;
             j++)
            place = q->block.at[i].statement.at[j].place;
    return place;
}

/* What has no place of its own happens where the last thing did. */
static bool
same_line (const struct trace_telling *t, const struct trail_event *e)
{
    if (!e->place.line)
        return t->procedure == e->procedure && t->depth == e->depth;
    const char *a = t->place.file, *b = e->place.file;
    return t->procedure == e->procedure && t->depth == e->depth
           && t->place.line == e->place.line
           && (a == b || (a && b && !strcmp (a, b)));
}

/* The text to which one more thing of this event is added. */
static struct text *
line_at (struct trace_telling *t, const struct trail_event *e)
{
    if (t->line.size && same_line (t, e))
        text_add (&t->line, ", ");
    else {
        flush (t);
        if (e->place.line)
            t->place = e->place;
        else if (!same_line (t, e))
            t->place =
                procedure_place (&t->program->procedure.at[e->procedure]);
        t->procedure = e->procedure;
        t->depth = e->depth;
        t->block = e->block;
    }
    return &t->line;
}

/* ---- what is set */

static const struct variable *
variable_in (const struct vec_variable *v, const term *x)
{
    for (size_t i = 0; i < v->size; i++)
        if (v->at[i].term == x)
            return &v->at[i];
    return NULL;
}

static const struct variable *
variable_find (const struct trace_telling *t, uint32_t procedure, const term *x)
{
    const struct procedure *q = &t->program->procedure.at[procedure];
    const struct variable *v = variable_in (&q->local, x);
    if (!v)
        v = variable_in (&q->in, x);
    if (!v)
        v = variable_in (&q->out, x);
    return v ? v : variable_in (&t->program->global, x);
}

static bool
is_zero (const term *value)
{
    return value && value->op == OP_BITS && !strcmp (value->text, "0");
}

/* A pointer is the number of an object and an offset in it. */
static void
tell_pointer (struct text *out, const char *name, bool offset,
              const term *value)
{
    if (offset) {
        text_print (out, "%s is ", name);
        c_value (out, value, NULL);
        text_add (out, " behind its start");
    } else if (is_zero (value))
        text_print (out, "%s = NULL", name);
    else {
        text_print (out, "%s = object ", name);
        c_value (out, value, "unsigned");
    }
}

static bool
is_news (struct trace_telling *t, const struct variable *v, uint32_t depth,
         const term *value)
{
    if (program_is_global (t->program, v->term)) {
        bool added;
        uintptr_t *at = term_map_at (&t->global, v->term, &added);
        bool news = added || *at != (uintptr_t) value;
        *at = (uintptr_t) value;
        return news;
    }
    for (size_t i = t->told.size; i && t->told.at[i - 1].depth == depth; i--) {
        struct told *told = &t->told.at[i - 1];
        if (told->variable == v->term) {
            bool news = told->value != value;
            told->value = value;
            return news;
        }
    }
    struct told told = {v->term, value, depth};
    VEC_PUSH (t->told, told);
    return true;
}

/* The element of an array that was set last. */
static void
tell_element (struct text *out, const char *name, const char *part,
              const term *value, const char *type)
{
    const term *at = value->arg[1], *element = value->arg[2];
    uint64_t bytes =
        element->sort->kind == SORT_BV ? element->sort->width / 8 : 1;
    uint64_t offset = strtoull (at->text, NULL, 10);
    text_print (out, "%s%s[%llu] = ", name, part ? part : "",
                (unsigned long long) (bytes ? offset / bytes : offset));
    c_value (out, element, type);
}

static void
tell_variable (struct trace_telling *t, const struct trail_event *e,
               const struct variable *v, const term *value)
{
    const char *name = mark_string (v->attribute, MARK_C);
    const char *part = mark_string (v->attribute, MARK_C_PART);
    const char *type = mark_string (v->attribute, MARK_C_TYPE);
    bool object = part && !strcmp (part, "@object");
    bool offset = part && !strcmp (part, "@offset");
    if (!value || !is_news (t, v, e->depth, value)
        || (offset && is_zero (value)))
        return;
    for (size_t i = 0; i < t->on_line.size; i++)
        if (t->on_line.at[i] == v->term) {
            flush (t); /* the next round of a loop */
            break;
        }
    struct text *out = line_at (t, e);
    VEC_PUSH (t->on_line, v->term);
    if (object || offset)
        tell_pointer (out, name, offset, value);
    else if (value->op == OP_STORE && value->arg[1]->op == OP_BITS)
        tell_element (out, name, part, value, type);
    else {
        text_print (out, "%s%s = ", name, part ? part : "");
        c_value (out, value, type);
    }
}

/* A ghost that gets a parameter's value at the start says what the call did. */
static bool
is_parameter (const struct trace_telling *t, const struct trail_event *e,
              uint32_t target)
{
    const struct procedure *q = &t->program->procedure.at[e->procedure];
    const struct statement *s = e->statement;
    return s->kind == STATEMENT_ASSIGN && e->depth && !e->block
           && variable_in (&q->in, s->value[target]);
}

/* The entry's first block makes the globals what they are at the start. */
static bool
is_start (const struct trace_telling *t, const struct trail_event *e)
{
    return !e->depth && !e->block
           && procedure_is_entry (&t->program->procedure.at[e->procedure]);
}

static void
tell_input (struct trace_telling *t, const struct trail_event *e)
{
    const struct attribute *a = e->statement->attribute;
    const char *function = mark_string (a, MARK_INPUT);
    const char *uninitialised = mark_string (a, MARK_UNINITIALISED);
    const char *failing = mark_string (a, MARK_FAILS);
    if (function) {
        struct text *out = line_at (t, e);
        text_print (out, "%s () = ", function);
        c_value (out, e->value[0], function);
        t->input = true;
    } else if (failing && e->value[0] && term_is_true (e->value[0])) {
        text_print (line_at (t, e), "%s () = NULL", failing);
        t->input = true;
    } else if (uninitialised && *uninitialised && e->value[0]) {
        struct text *out = line_at (t, e);
        text_print (out, "%s = ", uninitialised);
        c_value (out, e->value[0], NULL);
        text_add (out, " (uninitialised)");
    }
}

static bool
number_of (const term *value, uint64_t *number)
{
    if (!value || value->op != OP_BITS)
        return false;
    *number = strtoull (value->text, NULL, 10);
    return true;
}

/* One object more: its number is that of those before.  (At the start those that
 * have a number of their own are counted; that is a constant.) */
static void
note_object (struct trace_telling *t, const struct trail_event *e,
             uint32_t target)
{
    struct made made = {.place = e->place};
    const struct statement *s = e->statement;
    if (strcmp (s->target[target]->text, MARK_OBJECTS)
        || s->kind != STATEMENT_ASSIGN || term_is_constant (s->value[target])
        || !number_of (e->value[target], &made.number) || !made.number)
        return;
    made.number--;
    VEC_PUSH (t->made, made);
}

static void
tell_set (struct trace_telling *t, const struct trail_event *e)
{
    const struct statement *s = e->statement;
    if (s->kind == STATEMENT_HAVOC && s->targets)
        tell_input (t, e);
    for (uint32_t i = 0; i < s->targets; i++)
        note_object (t, e, i);
    for (uint32_t i = 0; i < s->targets; i++) {
        const struct variable *v =
            variable_find (t, e->procedure, s->target[i]);
        if (!v || !mark_string (v->attribute, MARK_C) || is_parameter (t, e, i))
            continue;
        if (is_start (t, e) && program_is_global (t->program, v->term))
            continue;
        tell_variable (t, e, v, e->value[i]);
    }
}

/* ---- calls */

/* The ghost of a parameter knows what it is. */
static const struct variable *
parameter_ghost (const struct procedure *q, const term *parameter)
{
    for (size_t i = 0; i < q->local.size; i++) {
        const char *name = mark_string (q->local.at[i].attribute, MARK_C);
        if (name && !strcmp (name, parameter->text))
            return &q->local.at[i];
    }
    return NULL;
}

static void
tell_parameter (struct text *out, const struct procedure *q,
                const term *parameter, const term *value)
{
    const struct variable *ghost = parameter_ghost (q, parameter);
    const char *part =
        ghost ? mark_string (ghost->attribute, MARK_C_PART) : NULL;
    const char *dot = strrchr (parameter->text, '.');
    if (dot && !strcmp (dot, ".offset") && is_zero (value))
        return;
    if (out->data[out->size - 1] != '(')
        text_add (out, ", ");
    if (part && *part == '@')
        tell_pointer (out, parameter->text, false, value);
    else {
        text_print (out, "%s = ", parameter->text);
        c_value (out, value,
                 ghost ? mark_string (ghost->attribute, MARK_C_TYPE) : NULL);
    }
}

static void
tell_call (struct trace_telling *t, const struct trail_event *e)
{
    const struct procedure *q = &t->program->procedure.at[e->statement->callee];
    const char *name = mark_string (q->attribute, MARK_C);
    if (!name || !q->has_body)
        return;
    flush (t);
    struct text what;
    text_init (&what);
    text_print (&what, "call %s (", name);
    for (size_t i = 0; i < e->values; i++)
        tell_parameter (&what, q, q->in.at[i].term, e->value[i]);
    text_char (&what, ')');
    tell (t, e, STEP_CALL, text_view (&what));
    text_clear (&what);
}

static void
tell_return (struct trace_telling *t, const struct trail_event *e)
{
    const char *name = function_name (t, e->procedure);
    flush (t);
    struct text what;
    text_init (&what);
    text_add (&what, "return ");
    for (size_t i = 0; i < e->values; i++) {
        c_value (&what, e->value[i], NULL);
        text_add (&what, i + 1 < e->values ? ", " : " ");
    }
    text_print (&what, "from %s", name);
    while (t->told.size && VEC_LAST (t->told).depth >= e->depth)
        t->told.size--;
    tell (t, e, STEP_RETURN, text_view (&what));
    text_clear (&what);
}

/* ---- an access that fails */

static void
tell_made (const struct trace_telling *t, uint64_t number, struct text *to)
{
    for (size_t i = t->made.size; i; i--) {
        const struct made *m = &t->made.at[i - 1];
        if (m->number != number)
            continue;
        if (m->place.line)
            text_print (to, " made at %s:%u:%u", m->place.file, m->place.line,
                        m->place.column);
        return;
    }
}

/* Its values are those of {:access}. */
static void
tell_access (const struct trace_telling *t, const struct trail_event *e,
             struct text *to)
{
    uint64_t object, bytes, size, at;
    const term *offset = e->values == 5 ? e->value[1] : NULL;
    if (!offset || !number_of (e->value[0], &object)
        || !number_of (e->value[2], &bytes) || !number_of (e->value[3], &size))
        return;
    if (!object) {
        text_add (to, is_zero (offset) ? ": the pointer is null"
                                       : ": the pointer is null, moved by ");
        if (!is_zero (offset))
            c_value (to, offset, NULL);
        return;
    }
    if (e->value[4] && term_is_false (e->value[4])) {
        text_add (to, ": the object");
        tell_made (t, object, to);
        text_add (to, " is no more");
        return;
    }
    if (number_of (offset, &at) && at <= size && bytes <= size - at) {
        text_add (to, ": the object is constant");
        return;
    }
    text_add (to, ": at offset ");
    c_value (to, offset, NULL);
    text_print (to, " of an object of %llu byte%s", (unsigned long long) size,
                size == 1 ? "" : "s");
    tell_made (t, object, to);
}

static void
tell_failed (struct trace_telling *t, const struct trail_event *e)
{
    const struct statement *s = e->statement;
    const char *message = s ? mark_string (s->attribute, MARK_MESSAGE) : NULL;
    const char *cut = s ? mark_string (s->attribute, MARK_CUT) : NULL;
    flush (t);
    struct text what;
    text_init (&what);
    if (cut)
        text_print (&what, "not modelled: %s", cut);
    else if (message) {
        text_add (&what, message);
        tell_access (t, e, &what);
    } else if (s) {
        text_add (&what, "assert ");
        boogie_term (&what, s->term);
        text_add (&what, " fails");
    } else
        text_add (&what, "a specification fails");
    struct c_step step = {.place = e->place,
                          .function = function_name (t, e->procedure),
                          .depth = e->depth,
                          .procedure = e->procedure,
                          .block = e->block,
                          .kind = STEP_FAULT,
                          .what = text_view (&what),
                          .check = s ? mark_string (s->attribute, MARK_CHECK)
                                     : NULL};
    t->visitor (t->context, &step);
    text_clear (&what);
}

static void
watch (void *context, const struct trail_event *e)
{
    struct trace_telling *t = context;
    if (e->kind == TRAIL_FAILED)
        tell_failed (t, e);
    if (!function_name (t, e->procedure))
        return;
    if (e->kind == TRAIL_SET)
        tell_set (t, e);
    else if (e->kind == TRAIL_CALL)
        tell_call (t, e);
    else if (e->kind == TRAIL_RETURN)
        tell_return (t, e);
}

bool
c_trace (const struct trail *trail, struct program *p, c_visitor *visitor,
         void *context, struct term_vec *open, struct problem *problem)
{
    assert (trail && p && visitor && open && problem);
    struct trace_telling t = {
        .program = p, .visitor = visitor, .context = context};
    text_init (&t.line);
    term_map_init (&t.global);
    bool good = trail_watch (trail, p, watch, &t, open, problem);
    if (good)
        flush (&t);
    VEC_CLEAR (t.told);
    VEC_CLEAR (t.made);
    VEC_CLEAR (t.on_line);
    term_map_clear (&t.global);
    text_clear (&t.line);
    return good;
}
