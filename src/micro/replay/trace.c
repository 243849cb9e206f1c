/* trace.c -- see trace.h. */
#include "micro/replay/trace_internal.h"

#include <string.h>

struct teller {
    const struct micro_program *program;
    const struct micro_image *image;
    struct micro_core core;
    uint8_t *old; /* the state before the step */
    bool fold;
    const size_t *mark; /* before these happenings no line goes on */
    size_t marks;
    struct VEC (size_t) cut; /* of each mark: lines before it */
    struct vec_trace_line line;
};

void
trace_line_clear (struct trace_line *l)
{
    for (size_t i = 0; i < l->change.size; i++) {
        memory_free (l->change.at[i].name);
        memory_free (l->change.at[i].value);
    }
    VEC_CLEAR (l->change);
    memory_free (l->place);
    memory_free (l->what);
    memory_free (l->note);
}

static void
print_address (const struct teller *t, uint32_t address, struct text *what)
{
    const struct micro_label *l =
        micro_symbols_label (&t->image->symbols, address);
    text_print (what, "0x%04x", address);
    if (l && l->address == address)
        text_print (what, " <%s>", l->name);
    else if (l)
        text_print (what, " <%s+%u>", l->name, address - l->address);
}

static void
print_event (const struct teller *t, const struct micro_event *e, uint32_t pc,
             struct text *what)
{
    const struct micro_class *class = t->program->class;
    const void *device = class->device (t->program);
    uint32_t address = pc * class->pc_bytes;
    switch (e->kind) {
    case EVENT_INSTRUCTION:
        print_address (t, address, what);
        text_add (what, ": ");
        class->print (t->program, pc, what);
        return;
    case EVENT_INTERRUPT:
        text_print (what, "interrupt %s at ",
                    class->vector (device, e->vector));
        break;
    case EVENT_FLAG:
        text_print (what, "the flag of %s comes up at ",
                    class->vector (device, e->vector));
        break;
    default:
        text_print (what, "reset %s at ", class->reset);
        break;
    }
    print_address (t, address, what);
}

/* What came from outside in this step; null: nothing. */
static char *
note_input (const struct teller *t, const struct micro_event *e, uint32_t pc)
{
    struct text note;
    if (!t->core.input || e->kind != EVENT_INSTRUCTION)
        return NULL;
    text_init (&note);
    t->program->class->print_input (&t->core, t->old + HEAD_SIZE, pc, &note);
    return text_take (&note);
}

static char *
place_text (const char *file, unsigned line)
{
    struct text t;
    if (!file)
        return NULL;
    text_init (&t);
    text_print (&t, "%s:%u", file, line);
    return text_take (&t);
}

/* The text of a run that ends here. */
static void
close_run (struct teller *t)
{
    struct trace_line *l = t->line.size ? &VEC_LAST (t->line) : NULL;
    struct text what;
    if (!l || !l->steps || (l->what && l->steps > 1))
        return;
    if (l->steps == 1) { /* told as it is */
        l->steps = 0;
        return;
    }
    text_init (&what);
    text_print (&what, "%zu instructions, ", l->steps);
    if (!l->file)
        text_print (&what, "0x%04x-0x%04x", l->first_pc, l->last_pc);
    else if (l->first_line == l->last_line)
        text_print (&what, "%s:%u", l->file, l->first_line);
    else
        text_print (&what, "%s:%u-%u", l->file, l->first_line, l->last_line);
    l->what = text_take (&what);
}

static void
extend_run (struct trace_line *l, uint32_t address, const char *file,
            unsigned line)
{
    assert (l->steps && !l->what);
    if (address < l->first_pc)
        l->first_pc = address;
    if (address > l->last_pc)
        l->last_pc = address;
    if (!l->file && file) {
        l->file = file;
        l->first_line = l->last_line = line;
        if (!l->place)
            l->place = place_text (file, line);
    }
    if (!file || strcmp (file, l->file))
        return;
    if (line < l->first_line)
        l->first_line = line;
    if (line > l->last_line)
        l->last_line = line;
}

/* A step that nobody has to see: the first of a run is kept with its text, in
 * case that it stays alone. */
static bool
add_to_run (struct teller *t, uint32_t address, const char *file, unsigned line)
{
    struct trace_line *l = t->line.size ? &VEC_LAST (t->line) : NULL;
    if (!l || !l->steps || (l->what && l->steps > 1))
        return false;
    memory_free (l->what);
    l->what = NULL;
    l->steps++;
    extend_run (l, address, file, line);
    trace_compare (t->image, &t->core, t->old, &l->change);
    return true;
}

static void
tell_step (struct teller *t, const struct micro_event *e, uint32_t pc,
           bool shown)
{
    const char *file = NULL;
    unsigned number = 0;
    struct text what;
    micro_symbols_line (&t->image->symbols, pc * t->program->class->pc_bytes,
                        &file, &number);
    if (!shown
        && add_to_run (t, pc * t->program->class->pc_bytes, file, number))
        return;
    close_run (t);
    text_init (&what);
    print_event (t, e, pc, &what);
    struct trace_line l = {.place = place_text (file, number),
                           .what = text_take (&what),
                           .note = note_input (t, e, pc),
                           .steps = !shown,
                           .file = file,
                           .first_line = number,
                           .last_line = number,
                           .first_pc = pc * t->program->class->pc_bytes,
                           .last_pc = pc * t->program->class->pc_bytes,
                           .address = pc * t->program->class->pc_bytes,
                           .interrupt = e->kind != EVENT_INSTRUCTION};
    trace_compare (t->image, &t->core, t->old, &l.change);
    VEC_PUSH (t->line, l);
}

static void
run (struct teller *t, const struct vec_happening *run_of)
{
    for (size_t i = 0; i < run_of->size; i++) {
        const struct micro_happening *h = run_of->at + i;
        while (t->cut.size < t->marks && t->mark[t->cut.size] <= i) {
            close_run (t);
            VEC_PUSH (t->cut, t->line.size);
        }
        memcpy (t->old, t->core.state, t->core.size);
        uint32_t pc = i ? core_pc (&t->core) : 0;
        bool begun = i && core_begun (&t->core);
        t->core.input = t->core.observed = false;
        micro_concrete_step (&t->core, h, i == 0);
        if (!i) /* power-on changes everything */
            continue;
        bool shown = !t->fold || h->event.kind != EVENT_INSTRUCTION
                     || t->core.input || (begun && t->core.observed)
                     || t->core.fault || i + 1 == run_of->size;
        tell_step (t, &h->event, pc, shown);
        if (!begun && core_begun (&t->core))
            close_run (t); /* main is no part of the startup */
    }
    close_run (t);
    while (t->cut.size < t->marks)
        VEC_PUSH (t->cut, t->line.size);
}

/* Of steps that are told together, only what has a name of its own. */
static struct micro_told
finish_line (struct trace_line *l)
{
    struct text values;
    assert (l->what);
    text_init (&values);
    if (l->note)
        text_add (&values, l->note);
    for (size_t i = 0; i < l->change.size; i++) {
        const struct trace_change *c = l->change.at + i;
        if (!l->steps || !c->minor)
            text_print (&values, "%s%s = %s", values.size ? ", " : "", c->name,
                        c->value);
    }
    struct micro_told told = {.place = l->place,
                              .what = l->what,
                              .values = text_take (&values),
                              .folded = l->steps,
                              .input = l->note != NULL,
                              .interrupt = l->interrupt,
                              .address = l->address};
    l->place = l->what = NULL;
    trace_line_clear (l);
    return told;
}

/* The lines from one mark to the next, of which loops are folded alone. */
static void
finish_lines (struct teller *t, size_t from, size_t end, struct vec_told *told)
{
    struct vec_trace_line some = {.at = NULL};
    for (size_t i = from; i < end; i++)
        VEC_PUSH (some, t->line.at[i]); /* changes hands */
    if (t->fold)
        trace_fold (&some);
    for (size_t i = 0; i < some.size; i++) {
        assert (some.at[i].what);
        VEC_PUSH (*told, finish_line (some.at + i));
    }
    VEC_CLEAR (some);
}

static void
tell (struct teller *t, const struct micro_program *program,
      const struct vec_happening *run_of, struct vec_told *told,
      size_t told_at[])
{
    struct micro_program *exact = micro_concrete_program (program);
    t->program = exact;
    core_init (&t->core, exact);
    assert (t->image->class == program->class);
    uint8_t *state = memory_new (t->core.size);
    t->old = memory_new (t->core.size);
    core_enter (&t->core, state);
    assert (!run_of->size || run_of->at[0].event.kind == EVENT_RESET);
    run (t, run_of);
    size_t from = 0;
    for (size_t i = 0; i < t->marks; i++) {
        finish_lines (t, from, t->cut.at[i], told);
        from = t->cut.at[i];
        if (told_at)
            told_at[i] = told->size;
    }
    finish_lines (t, from, t->line.size, told);
    VEC_CLEAR (t->line);
    VEC_CLEAR (t->cut);
    memory_free (state);
    memory_free (t->old);
    memory_free (exact);
}

void
micro_trace (const struct micro_program *program,
             const struct micro_image *image,
             const struct vec_happening *run_of, struct vec_told *told)
{
    struct teller t = {.image = image, .fold = true};
    tell (&t, program, run_of, told, NULL);
}

void
micro_trace_marked (const struct micro_program *program,
                    const struct micro_image *image,
                    const struct vec_happening *run_of, const size_t mark[],
                    size_t marks, struct vec_told *told, size_t told_at[])
{
    struct teller t = {
        .image = image, .fold = true, .mark = mark, .marks = marks};
    tell (&t, program, run_of, told, told_at);
}

void
micro_trace_steps (const struct micro_program *program,
                   const struct micro_image *image,
                   const struct vec_happening *run_of, struct vec_told *told)
{
    struct teller t = {.image = image};
    tell (&t, program, run_of, told, NULL);
}

void
micro_told_clear (struct vec_told *v)
{
    for (size_t i = 0; i < v->size; i++) {
        memory_free (v->at[i].place);
        memory_free (v->at[i].what);
        memory_free (v->at[i].values);
    }
    VEC_CLEAR (*v);
}
