/* trace.c -- see trace.h. */
#include "avr/replay/trace_internal.h"

#include <string.h>

#include "avr/reduce/effect.h"

struct teller {
    const struct avr_program *program;
    const struct avr_image *image;
    struct avr_core core;
    uint8_t *old; /* the state before the step */
    bool fold;
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

static const char *
io_name (void *context, uint16_t address)
{
    const struct avr_register *r = avr_register_at (context, address);
    return r ? r->name : NULL;
}

static void
print_address (const struct teller *t, uint32_t address, struct text *what)
{
    const struct avr_label *l = avr_symbols_label (&t->image->symbols, address);
    text_print (what, "0x%04x", address);
    if (l && l->address == address)
        text_print (what, " <%s>", l->name);
    else if (l)
        text_print (what, " <%s+%u>", l->name, address - l->address);
}

static void
print_event (const struct teller *t, const struct avr_event *e, uint32_t pc,
             struct text *what)
{
    const struct avr_device *d = t->program->device;
    assert (e->vector < d->vector_count);
    switch (e->kind) {
    case EVENT_INSTRUCTION:
        print_address (t, pc * 2, what);
        text_add (what, ": ");
        if (pc < t->program->code_words)
            avr_instruction_print (t->program->instruction + pc, what, io_name,
                                   (void *) d);
        else
            text_add (what, "no code");
        return;
    case EVENT_INTERRUPT:
        text_print (what, "interrupt %s at ", d->vectors[e->vector].name);
        break;
    case EVENT_FLAG:
        text_print (what, "the flag of %s comes up at ",
                    d->vectors[e->vector].name);
        break;
    default:
        text_add (what, "reset by the watchdog at ");
        break;
    }
    print_address (t, pc * 2, what);
}

/* Skips tell by where they went what the bit was. */
static bool
note_bit (const struct teller *t, const struct avr_instruction *i, uint32_t pc,
          struct text *note)
{
    if (i->op != AVR_SBIC && i->op != AVR_SBIS)
        return false;
    const char *name = io_name ((void *) t->program->device, (uint16_t) i->k);
    bool skipped = core_pc (&t->core) != pc + i->words;
    text_print (note, "%s.%u read as %d", name ? name : "?", i->bit,
                skipped == (i->op == AVR_SBIS));
    return true;
}

static uint16_t
address_read (const struct teller *t, const struct avr_effect *e)
{
    if (e->access != ACCESS_LOAD_AT)
        return e->address;
    const uint8_t *data = t->old + HEAD_SIZE;
    return (uint16_t) ((data[e->pointer] | data[e->pointer + 1] << 8)
                       + e->offset);
}

/* What came from outside in this step; null: nothing. */
static char *
note_input (const struct teller *t, const struct avr_event *e, uint32_t pc)
{
    struct text note;
    struct avr_effect effect;
    if (!t->core.input || e->kind != EVENT_INSTRUCTION
        || pc >= t->program->code_words)
        return NULL;
    const struct avr_instruction *i = t->program->instruction + pc;
    text_init (&note);
    avr_effect_of (i, &effect);
    if (note_bit (t, i, pc, &note))
        return text_take (&note);
    const char *name =
        io_name ((void *) t->program->device, address_read (t, &effect));
    bool loads =
        effect.access == ACCESS_LOAD || effect.access == ACCESS_LOAD_AT;
    if (loads && name)
        text_print (&note, "%s read as 0x%02x", name, t->core.data[i->d]);
    else
        text_add (&note, "an input was read");
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
tell_step (struct teller *t, const struct avr_event *e, uint32_t pc, bool shown)
{
    const char *file = NULL;
    unsigned number = 0;
    struct text what;
    avr_symbols_line (&t->image->symbols, pc * 2, &file, &number);
    if (!shown && add_to_run (t, pc * 2, file, number))
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
                           .first_pc = pc * 2,
                           .last_pc = pc * 2,
                           .address = pc * 2,
                           .interrupt = e->kind != EVENT_INSTRUCTION};
    trace_compare (t->image, &t->core, t->old, &l.change);
    VEC_PUSH (t->line, l);
}

static void
run (struct teller *t, const struct vec_happening *run_of)
{
    for (size_t i = 0; i < run_of->size; i++) {
        const struct avr_happening *h = run_of->at + i;
        memcpy (t->old, t->core.state, t->core.size);
        uint32_t pc = i ? core_pc (&t->core) : 0;
        bool begun = i && core_begun (&t->core);
        t->core.input = t->core.observed = false;
        avr_concrete_step (&t->core, h, i == 0);
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
}

/* Of steps that are told together, only what has a name of its own. */
static struct avr_told
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
    struct avr_told told = {.place = l->place,
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

static void
tell (const struct avr_program *program, const struct avr_image *image,
      const struct vec_happening *run_of, bool fold, struct vec_told *told)
{
    struct avr_program exact;
    struct teller t = {.image = image, .fold = fold};
    avr_concrete_program (program, &exact);
    t.program = &exact;
    core_init (&t.core, &exact);
    assert (image->device == program->device && program->instruction);
    uint8_t *state = memory_new (t.core.size);
    t.old = memory_new (t.core.size);
    core_enter (&t.core, state);
    assert (!run_of->size || run_of->at[0].event.kind == EVENT_RESET);
    run (&t, run_of);
    if (fold)
        trace_fold (&t.line);
    for (size_t i = 0; i < t.line.size; i++) {
        assert (t.line.at[i].what);
        VEC_PUSH (*told, finish_line (t.line.at + i));
    }
    VEC_CLEAR (t.line);
    memory_free (state);
    memory_free (t.old);
}

void
avr_trace (const struct avr_program *program, const struct avr_image *image,
           const struct vec_happening *run_of, struct vec_told *told)
{
    tell (program, image, run_of, true, told);
}

void
avr_trace_steps (const struct avr_program *program,
                 const struct avr_image *image,
                 const struct vec_happening *run_of, struct vec_told *told)
{
    tell (program, image, run_of, false, told);
}

void
avr_told_clear (struct vec_told *v)
{
    for (size_t i = 0; i < v->size; i++) {
        memory_free (v->at[i].place);
        memory_free (v->at[i].what);
        memory_free (v->at[i].values);
    }
    VEC_CLEAR (*v);
}
