/* witness.c -- see witness.h.
 *
 * The value of an input is said where its call returns, at the closing
 * parenthesis, which needs no knowledge of the variables that it goes to. */
#include "csource/witness.h"

#include <string.h>

#include "csource/lines.h"
#include "csource/value.h"

struct witness_source {
    const char *file; /* the one that was read last */
    char *text;       /* owned; null: cannot be read */
    size_t size;
};

static void
source_load (struct witness_source *s, const char *file)
{
    assert (file);
    if (s->file && !strcmp (s->file, file))
        return;
    memory_free (s->text);
    s->file = file;
    s->text = text_file (file, &s->size);
}

/* Only values that C can write down exactly. */
static bool
result_text (struct text *out, const struct input *in)
{
    const char *type = harness_type (in->function, in->variable->sort);
    if (!type || !in->value || in->parts != 1 || strchr (type, '*')
        || !strcmp (type, "float") || !strcmp (type, "double"))
        return false;
    text_add (out, "\\result == ");
    c_value (out, in->value, strstr (type, "unsigned") ? "unsigned" : NULL);
    return true;
}

static void
add_input (struct vec_waypoint *to, struct arena *arena,
           struct witness_source *source, const struct witness_task *task,
           const struct input *in)
{
    struct text value;
    text_init (&value);
    if (in->function && in->place.file && in->place.line
        && result_text (&value, in)) {
        struct witness_waypoint w = {
            .type = WAYPOINT_RETURN,
            .value = arena_string (arena, text_view (&value)),
            .function = in->procedure,
            .place = c_lines_own (task->file, task->files, in->place)};
        source_load (source, w.place.file);
        if (!source->text
            || !witness_call_end (source->text, source->size, in->function,
                                  &w.place))
            w.place.column = 0;
        VEC_PUSH (*to, w);
    }
    text_clear (&value);
}

bool
c_witness_violation (struct text *out, const struct inputs *x,
                     struct witness_task task, struct problem *problem)
{
    assert (out && x && problem);
    if (!x->place.file || !x->place.line)
        return problem_of_kind (problem, PROBLEM_UNSUPPORTED,
                                (struct place) {0},
                                "the place that fails has no line");
    if (!task.specification && x->check)
        task.specification = witness_specification (x->check);
    if (!task.specification)
        return problem_of_kind (problem, PROBLEM_UNSUPPORTED, x->place,
                                "no witness can say what is checked here");
    struct vec_waypoint waypoint = {0};
    struct arena arena;
    struct witness_source source = {0};
    arena_init (&arena);
    for (size_t i = 0; i < x->input.size; i++)
        add_input (&waypoint, &arena, &source, &task, &x->input.at[i]);
    struct witness_waypoint target = {
        .type = WAYPOINT_TARGET,
        .function = x->procedure,
        .place = c_lines_own (task.file, task.files, x->place)};
    VEC_PUSH (waypoint, target);
    bool good = witness_write_violation (out, &task, &waypoint, problem);
    memory_free (source.text);
    arena_clear (&arena);
    VEC_CLEAR (waypoint);
    return good;
}
