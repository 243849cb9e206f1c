/* trace.c -- see trace.h. */
#include "csource/trace.h"

#include <stdlib.h>
#include <string.h>

#include "csource/object.h"
#include "csource/value.h"
#include "logic/term/map.h"
#include "logic/term/sort.h"
#include "program/attributes.h"

/* What a variable was told to be; what does not change is not told again. */
struct told {
    const term *variable, *value;
    uint32_t depth; /* of its frame; 0 for globals */
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
    struct c_objects objects;
    /* What was never written and is at the end of the line. */
    const char *unwritten; /* its name; null: nothing is */
    size_t unwritten_at, unwritten_end, unwritten_count;
    struct text unwritten_value; /* of all its elements so far */
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
    t->unwritten = NULL;
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

static bool
number_of (const term *value, uint64_t *number)
{
    if (!value || value->op != OP_BITS)
        return false;
    *number = strtoull (value->text, NULL, 10);
    return true;
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

/* The text to which one more variable is added: no line tells of one twice. */
static struct text *
line_for (struct trace_telling *t, const struct trail_event *e,
          const struct variable *v)
{
    for (size_t i = 0; i < t->on_line.size; i++)
        if (t->on_line.at[i] == v->term) {
            flush (t); /* the next round of a loop */
            break;
        }
    struct text *out = line_at (t, e);
    VEC_PUSH (t->on_line, v->term);
    return out;
}

static bool
has_part (const struct variable *v, const char *part)
{
    const char *is = mark_string (v->attribute, MARK_C_PART);
    return is && !strcmp (is, part);
}

static void
objects_meet (const struct trace_telling *t, const struct variable *v,
              const term *object)
{
    uint64_t number;
    if (number_of (object, &number))
        objects_points (&t->objects, number,
                        mark_string (v->attribute, MARK_POINTS));
}

/* A pointer is two variables: the number of an object, an offset in it. */
static void
tell_pointer (struct trace_telling *t, const struct trail_event *e,
              const struct variable *v, const struct variable *half,
              const term *object, const term *offset)
{
    bool news = is_news (t, v, e->depth, object);
    if (!object || (!is_news (t, half, e->depth, offset) && !news))
        return;
    objects_meet (t, v, object);
    struct text *out = line_for (t, e, v);
    text_print (out, "%s = ", mark_string (v->attribute, MARK_C));
    objects_pointer (&t->objects, object, offset,
                     mark_string (v->attribute, MARK_C_TYPE), out);
}

/* Whether the line ends with the value that this has and never got. */
static bool
is_unwritten (const struct trace_telling *t, const char *name)
{
    return t->unwritten && t->line.size && t->line.size == t->unwritten_end
           && !strcmp (t->unwritten, name);
}

static void
tell_variable (struct trace_telling *t, const struct trail_event *e,
               const struct variable *v, const term *value)
{
    const char *name = mark_string (v->attribute, MARK_C);
    const char *part = mark_string (v->attribute, MARK_C_PART);
    const char *type = mark_string (v->attribute, MARK_C_TYPE);
    if (!value || !is_news (t, v, e->depth, value)
        || (!part && is_unwritten (t, name) && same_line (t, e)))
        return;
    struct text *out = line_for (t, e, v);
    text_print (out, "%s%s = ", name, part ? part : "");
    c_value (out, value, type);
}

/* ---- what is set in memory */

/* Elements of a cell that one statement sets: {:cell} tells of which object. */
struct trace_cell {
    const struct variable *v;
    uint64_t object, offset;
    const term *value[2]; /* the second: the offset of a pointer */
    size_t bytes;         /* of which value is the last one; 1: all of it */
};

/* How many elements a term changes in a map, one after the other; 0: it is
 * another map. */
static size_t
stores_of (const term *value, const term *map)
{
    size_t n = 0;
    for (; value->op == OP_STORE; value = value->arg[0])
        n++;
    return value == map || value->op == OP_SELECT ? n : 0;
}

/* Bytes that were stored one by one are one number, little end first. */
static const term *
bytes_join (const struct trace_telling *t, const term *value, size_t n,
            uint64_t *offset)
{
    uint64_t first = UINT64_MAX, at, byte, sum = 0;
    const term *s = value;
    if (n > 8 || (n & (n - 1)))
        return NULL;
    for (size_t i = 0; i < n; i++, s = s->arg[0]) {
        if (s->op != OP_STORE || !number_of (s->arg[1], &at)
            || s->arg[2]->sort->kind != SORT_BV || s->arg[2]->sort->width != 8)
            return NULL;
        first = at < first ? at : first;
    }
    s = value;
    for (size_t i = 0; i < n; i++, s = s->arg[0]) {
        number_of (s->arg[1], &at);
        if (at - first >= n || !number_of (s->arg[2], &byte))
            return NULL;
        sum |= byte << (8 * (at - first));
    }
    struct text digits;
    text_init (&digits);
    text_print (&digits, "%llu", (unsigned long long) sum);
    const term *whole =
        term_bits (t->program->terms, (unsigned) n * 8, text_view (&digits));
    text_clear (&digits);
    *offset = first;
    return whole;
}

/* What a statement says (`said`) of a map, and what that came to (`value`). */
static bool
cell_element (const struct trace_telling *t, struct trace_cell *c, size_t half,
              const term *said, const term *value, const term *map)
{
    if (value->sort->kind != SORT_ARRAY) {
        c->value[half] = value;
        return true;
    }
    size_t stores = stores_of (said, map);
    if (!stores || value->op != OP_STORE)
        return false;
    if (stores > 1) {
        c->value[half] = bytes_join (t, value, stores, &c->offset);
        return c->value[half] != NULL;
    }
    c->value[half] = value->arg[2];
    return number_of (value->arg[1], &c->offset);
}

static bool
cell_half (const struct trace_telling *t, struct trace_cell *c, size_t half,
           const struct trail_event *e, uint32_t target)
{
    const struct statement *s = e->statement;
    const struct attribute *a = attribute_find (c->v->attribute, MARK_CELL);
    const term *said = s->value[target], *value = e->value[target];
    const term *map = s->target[target];
    if (!value || !a->values || a->values > 2 || !a->value[0].term
        || !number_of (a->value[a->values - 1].term, &c->offset))
        return false;
    if (a->values == 2)
        return number_of (a->value[0].term, &c->object)
               && cell_element (t, c, half, said, value, map);
    if (value->op != OP_STORE || stores_of (said, map) != 1
        || !number_of (value->arg[1], &c->object))
        return false;
    return cell_element (t, c, half, said->arg[2], value->arg[2], NULL);
}

static bool
is_cell (const struct variable *v)
{
    return attribute_find (v->attribute, MARK_CELL);
}

/* What an allocation puts there where it is made: calloc, realloc. */
static bool
is_making (const struct trace_telling *t, const struct trail_event *e,
           uint64_t object)
{
    const struct c_object *c = objects_find (&t->objects, object);
    return c && c->heap && !*c->layout && c->place.line == e->place.line
           && c->place.column == e->place.column;
}

/* The first of its targets is a cell; `half` is the second one, if there is one. */
static void
tell_cell (struct trace_telling *t, const struct trail_event *e,
           const struct variable *v, const struct variable *half,
           uint32_t target)
{
    struct trace_cell c = {.v = v};
    struct text place;
    char *type = NULL;
    bool news = is_news (t, v, e->depth, e->value[target]);
    if (half)
        news |= is_news (t, half, e->depth, e->value[target + 1]);
    text_init (&place);
    if (news && cell_half (t, &c, 0, e, target)
        && (!half || cell_half (t, &c, 1, e, target + 1))
        && !is_making (t, e, c.object)
        && objects_place (&t->objects, c.object, c.offset, &place, &type)) {
        struct text *out = line_for (t, e, v);
        text_print (out, "%s = ", text_view (&place));
        if (half && (!type || strchr (type, '*')))
            objects_pointer (&t->objects, c.value[0], c.value[1], NULL, out);
        else
            c_value (out, c.value[half != NULL], type);
    }
    memory_free (type);
    text_clear (&place);
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

/* Elements of an array come one by one, and are told as one. */
static void
tell_unwritten (struct trace_telling *t, const struct trail_event *e,
                const char *name)
{
    enum { MOST = 8 };
    bool more = is_unwritten (t, name) && same_line (t, e);
    struct text *out = &t->line;
    if (more) {
        out->size = t->unwritten_at;
        out->data[out->size] = 0;
        t->unwritten_count++;
    } else {
        out = line_at (t, e);
        t->unwritten = name;
        t->unwritten_at = out->size;
        t->unwritten_count = 1;
        text_reset (&t->unwritten_value);
    }
    if (t->unwritten_count <= MOST) {
        if (more)
            text_add (&t->unwritten_value, ", ");
        c_value (&t->unwritten_value, e->value[0], NULL);
    }
    text_print (out, "%s = %s%s%s%s (uninitialised)", name, more ? "{" : "",
                text_view (&t->unwritten_value),
                t->unwritten_count > MOST ? ", .." : "", more ? "}" : "");
    t->unwritten_end = out->size;
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
        flush (t); /* a step of its own: it is the cause of much */
        text_print (line_at (t, e), "%s () = null", failing);
        t->input = true;
        flush (t);
        t->objects.heap -= t->objects.heap > 0; /* nothing was made */
    } else if (uninitialised && *uninitialised && e->value[0])
        tell_unwritten (t, e, uninitialised);
}

/* An object is made: its number is new, or it gets a size. */
static void
note_object (struct trace_telling *t, const struct trail_event *e,
             const struct variable *v, uint32_t target)
{
    const term *value = e->value[target];
    const struct attribute *made = attribute_find (v->attribute, MARK_MADE);
    uint64_t number;
    struct c_object *c;
    if (made && made->values == 2 && number_of (value, &number)) {
        c = objects_make (&t->objects, number, e->place);
        c->name = made->value[0].string;
        c->layout = made->value[1].string;
        if (*c->name)
            t->objects.heap--, c->heap = 0;
        return;
    }
    if (strcmp (v->term->text, "@size") || !value || value->op != OP_STORE
        || e->statement->kind != STATEMENT_ASSIGN || is_start (t, e)
        || !number_of (value->arg[1], &number))
        return;
    c = objects_find (&t->objects, number);
    if (c && !*c->name && !c->heap)
        c = objects_make (&t->objects, number, e->place);
    if (c && !number_of (value->arg[2], &c->bytes))
        c->bytes = 0;
}

/* The other half of the pointer whose object is this target. */
static const struct variable *
other_half (struct trace_telling *t, const struct trail_event *e,
            const struct variable *v, uint32_t target)
{
    const struct statement *s = e->statement;
    if (target + 1 >= s->targets)
        return NULL;
    const struct variable *other =
        variable_find (t, e->procedure, s->target[target + 1]);
    if (!other)
        return NULL;
    if (is_cell (v))
        return is_cell (other) ? other : NULL;
    const char *a = mark_string (v->attribute, MARK_C);
    const char *b = mark_string (other->attribute, MARK_C);
    return has_part (v, "@object") && has_part (other, "@offset") && a && b
                   && !strcmp (a, b)
               ? other
               : NULL;
}

/* One of the targets, or both halves of a pointer: gives how many. */
static uint32_t
tell_target (struct trace_telling *t, const struct trail_event *e,
             uint32_t target)
{
    const struct statement *s = e->statement;
    const struct variable *v =
        variable_find (t, e->procedure, s->target[target]);
    if (!v)
        return 1;
    note_object (t, e, v, target);
    const struct variable *half = other_half (t, e, v, target);
    uint32_t size = half ? 2 : 1;
    bool cell = is_cell (v);
    if ((!cell && !mark_string (v->attribute, MARK_C))
        || (is_start (t, e) && program_is_global (t->program, v->term)))
        return size;
    if (cell && s->kind == STATEMENT_ASSIGN)
        tell_cell (t, e, v, half, target);
    else if (is_parameter (t, e, target)) {
        objects_meet (t, v, e->value[target]);
        is_news (t, v, e->depth, e->value[target]);
        if (half)
            is_news (t, half, e->depth, e->value[target + 1]);
    } else if (half && !cell)
        tell_pointer (t, e, v, half, e->value[target], e->value[target + 1]);
    else if (!cell || (v->term->sort->kind != SORT_ARRAY && !half))
        tell_variable (t, e, v, e->value[target]);
    return size;
}

static void
tell_set (struct trace_telling *t, const struct trail_event *e)
{
    const struct statement *s = e->statement;
    if (s->kind == STATEMENT_HAVOC && s->targets)
        tell_input (t, e);
    for (uint32_t i = 0; i < s->targets;)
        i += tell_target (t, e, i);
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

/* The variable "p.offset" behind "p"; null: it is no pointer. */
static const term *
value_half (const struct vec_variable *list, size_t at)
{
    if (at + 1 >= list->size)
        return NULL;
    const char *name = list->at[at].term->text;
    const term *next = list->at[at + 1].term;
    size_t size = strlen (name);
    return !strncmp (next->text, name, size)
                   && !strcmp (next->text + size, ".offset")
               ? next
               : NULL;
}

/* Gives how many parameters of the program that is: two of a pointer. */
static size_t
tell_parameter (const struct trace_telling *t, struct text *out,
                const struct procedure *q, const struct trail_event *e,
                size_t at)
{
    const term *parameter = q->in.at[at].term, *value = e->value[at];
    const struct variable *ghost = parameter_ghost (q, parameter);
    const char *type =
        ghost ? mark_string (ghost->attribute, MARK_C_TYPE) : NULL;
    const term *offset = value_half (&q->in, at);
    if (out->data[out->size - 1] != '(')
        text_add (out, ", ");
    text_print (out, "%s = ", parameter->text);
    if (offset) {
        if (ghost)
            objects_meet (t, ghost, value);
        objects_pointer (&t->objects, value, e->value[at + 1], type, out);
    } else
        c_value (out, value, type);
    return offset ? 2 : 1;
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
    for (size_t i = 0; i < e->values;)
        i += tell_parameter (t, &what, q, e, i);
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
    const struct vec_variable *to = &t->program->procedure.at[e->procedure].out;
    for (size_t i = 0; i < e->values; i++) {
        if (value_half (to, i) && i + 1 < e->values) {
            objects_pointer (&t->objects, e->value[i], e->value[i + 1], NULL,
                             &what);
            i++;
        } else
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
    const struct c_object *c = objects_find (&t->objects, number);
    if (c && c->place.line && c->place.file)
        text_print (to, " made at %s:%u:%u", c->place.file, c->place.line,
                    c->place.column);
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

/* The one variable of that name in the frame, or the global one; null: none that
 * has been told, or several. */
static const struct variable *
variable_named (struct trace_telling *t, const struct trail_event *e,
                const char *name, size_t size, const term **value)
{
    const struct variable *found = NULL;
    for (size_t i = t->told.size; i && t->told.at[i - 1].depth == e->depth;
         i--) {
        const struct told *told = &t->told.at[i - 1];
        const struct variable *v =
            variable_find (t, e->procedure, told->variable);
        const char *c = v ? mark_string (v->attribute, MARK_C) : NULL;
        if (!c || strlen (c) != size || strncmp (c, name, size))
            continue;
        if (found || attribute_find (v->attribute, MARK_C_STALE)
            || attribute_find (v->attribute, MARK_C_PART))
            return NULL;
        found = v;
        *value = told->value;
    }
    for (size_t i = 0; i < t->program->global.size && !found; i++) {
        const struct variable *v = &t->program->global.at[i];
        const char *c = mark_string (v->attribute, MARK_C);
        uintptr_t *told = c ? term_map_get (&t->global, v->term) : NULL;
        if (!told || strlen (c) != size || strncmp (c, name, size)
            || v->term->sort->kind == SORT_ARRAY
            || attribute_find (v->attribute, MARK_C_PART))
            continue;
        found = v;
        *value = (const term *) *told;
    }
    return found && *value ? found : NULL;
}

/* The variables in the expression that failed: "assertion `k < n' failed". */
static void
tell_operands (struct trace_telling *t, const struct trail_event *e,
               const char *message, struct text *to)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    struct term_vec seen = {0};
    const char *at = message ? strchr (message, '`') : NULL;
    const char *end = at ? strrchr (at, '\'') : NULL;
    while (at && end && at < end) {
        size_t size = strspn (at, letters);
        bool member =
            at[-(at != message)] == '.' || at[-(at != message)] == '>';
        const term *value = NULL;
        const struct variable *v =
            size && !member && at[size] != '(' && strncmp (at + size, " (", 2)
                ? variable_named (t, e, at, size, &value)
                : NULL;
        for (size_t i = 0; i < seen.size && v; i++)
            if (seen.at[i] == v->term)
                v = NULL;
        if (v) {
            VEC_PUSH (seen, v->term);
            text_print (to, "%s%.*s = ", to->size ? ", " : "", (int) size, at);
            c_value (to, value, mark_string (v->attribute, MARK_C_TYPE));
        }
        at += size ? size : 1;
    }
    VEC_CLEAR (seen);
}

static void
tell_failed (struct trace_telling *t, const struct trail_event *e)
{
    const struct statement *s = e->statement;
    const char *message = s ? mark_string (s->attribute, MARK_MESSAGE) : NULL;
    const char *cut = s ? mark_string (s->attribute, MARK_CUT) : NULL;
    flush (t);
    struct text what, operands;
    text_init (&what);
    text_init (&operands);
    tell_operands (t, e, message, &operands);
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
                          .operands = text_view (&operands),
                          .check = s ? mark_string (s->attribute, MARK_CHECK)
                                     : NULL};
    t->visitor (t->context, &step);
    text_clear (&what);
    text_clear (&operands);
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
    text_init (&t.unwritten_value);
    term_map_init (&t.global);
    objects_init (&t.objects, p);
    bool good = trail_watch (trail, p, watch, &t, open, problem);
    if (good)
        flush (&t);
    VEC_CLEAR (t.told);
    objects_clear (&t.objects);
    VEC_CLEAR (t.on_line);
    term_map_clear (&t.global);
    text_clear (&t.line);
    text_clear (&t.unwritten_value);
    return good;
}
