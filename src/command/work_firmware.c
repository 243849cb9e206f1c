/* work_firmware.c -- AVR firmware: read, explored, and its counterexample run
 * on the exact machine. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "command/work_machine.h"
#include "frontend/elf/elf.h"
#include "avr/property/environment.h"
#include "avr/reduce/flow.h"
#include "avr/machine.h"
#include "avr/property/property.h"
#include "avr/replay/rerun.h"
#include "avr/replay/trace.h"

/* Steps that the search for delayed values may take. */
enum { CONCRETE_STEPS = 20000000 };

struct firmware {
    struct avr_image image;
    struct avr_program program; /* moved into the machine by each search */
    struct buffer environment;  /* text of that file */
    struct VEC (uint16_t) eager;
    unsigned given_up; /* reductions that only led to spurious runs */
};

/* ---- lists of words: "a,b,c" */

struct work_firmware_word {
    const char *name;
    unsigned bit;
};

static const struct work_firmware_word check_words[] = {
    {"stack", 1u << FAULT_STACK_INTO_DATA | 1u << FAULT_STACK_INTO_HEAP},
    {"underflow", 1u << FAULT_STACK_UNDERFLOW},
    {"write", 1u << FAULT_WRITE_OUTSIDE},
    {"jump", 1u << FAULT_JUMP_OUTSIDE},
    {"interrupt", 1u << FAULT_UNHANDLED},
    {"opcode", 1u << FAULT_BAD_OPCODE},
    {NULL, 0}};
static const struct work_firmware_word reduce_words[] = {
    {"delay", AVR_DELAY}, {"flags", AVR_LAZY_FLAGS}, {"stack", AVR_LAZY_STACK},
    {"dead", AVR_DEAD},   {"path", AVR_PATH},        {NULL, 0}};
static const struct work_firmware_word broken_words[] = {
    {"sei", BROKEN_SEI_DELAY},    {"interrupt", BROKEN_INTERRUPT},
    {"delay", BROKEN_DELAY},      {"flags", BROKEN_LAZY_FLAGS},
    {"stack", BROKEN_LAZY_STACK}, {"dead", BROKEN_DEAD},
    {"path", BROKEN_PATH},        {NULL, 0}};

/* A list of words; "none" and "all" too.  Null: all of them. */
static bool
words_read (const char *option, const char *list,
            const struct work_firmware_word *words, unsigned *bits,
            struct problem *p)
{
    unsigned all = 0;
    for (const struct work_firmware_word *w = words; w->name; w++)
        all |= w->bit;
    *bits = 0;
    if (!list || !strcmp (list, "all"))
        *bits = all;
    if (!list || !strcmp (list, "all") || !strcmp (list, "none"))
        return true;
    while (*list) {
        size_t size = strcspn (list, ",");
        const struct work_firmware_word *w = words;
        while (w->name
               && (strlen (w->name) != size || strncmp (w->name, list, size)))
            w++;
        if (!w->name) {
            struct text known;
            text_init (&known);
            for (w = words; w->name; w++)
                text_print (&known, "%s, ", w->name);
            usage_wrong (p, "--%s: %.*s is none of %snone", option, (int) size,
                         list, text_view (&known));
            text_clear (&known);
            return false;
        }
        *bits |= w->bit;
        list += size + (list[size] == ',');
    }
    return true;
}

/* ---- reading */

static enum avr_memory
memory_kind (const struct options *o)
{
    return option_is (o->memory, "exact")            ? AVR_EXACT
           : option_is (o->memory, "bytes")          ? AVR_BYTES
           : option_is (o->memory, "symbolic-stack") ? AVR_SYMBOLIC_STACK
                                                     : AVR_BITS;
}

/* "AG x" says the same as "x". */
static const char *
invariant_text (const char *text)
{
    while (isspace ((unsigned char) *text))
        text++;
    if (!strncmp (text, "AG", 2)
        && (isspace ((unsigned char) text[2]) || text[2] == '('))
        text += 2;
    return text;
}

static bool
invariant_read (const struct options *o, struct firmware *f, struct problem *p)
{
    if (!o->invariant)
        return true;
    const char *text = invariant_text (o->invariant);
    if (!strcmp (text, "true") || !strcmp (text, " true"))
        return true;
    return avr_property_read (&f->program.property, &f->image, text, p);
}

static bool
environment_read (const struct options *o, struct firmware *f,
                  struct problem *p)
{
    avr_environment_init (&f->program.environment);
    buffer_init (&f->environment);
    if (!o->environment)
        return true;
    size_t size;
    char *text = text_file (o->environment, &size);
    if (!text)
        return problem_set (p, (struct place) {.file = o->environment},
                            "cannot be read");
    buffer_put (&f->environment, text, size);
    bool good = avr_environment_read (&f->program.environment, f->image.device,
                                      text, size, o->environment, p);
    memory_free (text);
    return good;
}

/* What is asked, and how it is explored. */
static bool
program_options (const struct options *o, struct avr_program *a,
                 struct problem *p)
{
    a->memory = memory_kind (o);
    /* An invariant alone asks for nothing else. */
    const char *checks = o->check ? o->check : o->invariant ? "none" : NULL;
    return words_read ("check", checks, check_words, &a->checks, p)
           && words_read ("reduce", o->reduce, reduce_words, &a->reductions, p)
           && words_read ("broken", o->broken ? o->broken : "none",
                          broken_words, &a->broken, p);
}

static void
program_code (struct firmware *f)
{
    struct avr_program *a = &f->program;
    const struct avr_image *image = &f->image;
    uint32_t words = image->device->flash_bytes / 2;
    a->device = image->device;
    a->code = NEW_ARRAY (uint16_t, words);
    for (uint32_t i = 0; i < words; i++)
        a->code[i] =
            (uint16_t) (image->flash[2 * i] | image->flash[2 * i + 1] << 8);
    a->code_words = (image->flash_end + 1) / 2;
    a->data_end = image->data_end;
    a->handled = avr_image_handled (image);
    const struct avr_label *start =
        avr_symbols_find_label (&image->symbols, "main");
    if (start && start->code)
        a->begin = start->address / 2;
}

/* Memory is set up from main on: before, no variable says anything. */
static void
program_heap (struct firmware *f)
{
    const struct avr_symbols *s = &f->image.symbols;
    const struct avr_label *start =
        avr_symbols_find_label (s, "__malloc_heap_start");
    const struct avr_label *end = avr_symbols_find_label (s, "__brkval");
    struct avr_program *a = &f->program;
    uint16_t first = a->device->sram_first;
    if (a->begin && a->checks & 1u << FAULT_STACK_INTO_HEAP && start && end
        && !start->code && !end->code && start->address >= first
        && end->address >= first)
        avr_program_heap (a, (uint16_t) start->address,
                          (uint16_t) end->address);
}

static bool
firmware_read (struct work *w, struct problem *p)
{
    struct firmware *f = NEW (struct firmware);
    w->input = f;
    const struct options *o = w->options;
    if (!machine_usage (o, p)
        || !elf_read (&f->image, w->source, w->size, o->file[0], o->device, p))
        return false;
    program_code (f);
    if (!environment_read (o, f, p) || !program_options (o, &f->program, p)
        || !invariant_read (o, f, p))
        return false;
    program_heap (f);
    return true;
}

static bool
firmware_identity (struct work *w, struct buffer *b, struct problem *p)
{
    (void) p;
    const struct firmware *f = w->input;
    buffer_bytes (b, buffer_view (&f->environment));
    return true;
}

static void
firmware_clear (struct work *w)
{
    struct firmware *f = w->input;
    avr_program_clear (&f->program);
    avr_image_clear (&f->image);
    buffer_clear (&f->environment);
    VEC_CLEAR (f->eager);
    memory_free (f);
}

/* ---- the counterexample */

static void
trace_take (struct work *w, const struct vec_happening *steps)
{
    struct firmware *f = w->input;
    struct vec_told told = {0};
    avr_trace (&f->program, &f->image, steps, &told);
    for (size_t i = 0; i < told.size; i++) {
        struct avr_told *t = &told.at[i];
        struct outcome_step step = {.place = t->place,
                                    .what = t->what,
                                    .values = t->values,
                                    .folded = t->folded};
        VEC_PUSH (w->outcome.trace, step); /* the texts change hands */
    }
    VEC_CLEAR (told);
}

/* Reads that are not delayed and reductions that were given up belong to the
 * machine that the witness is of. */
static void
eager_write (const struct firmware *f, struct text *t)
{
    if (f->eager.size) {
        text_add (t, "eager");
        for (size_t i = 0; i < f->eager.size; i++)
            text_print (t, " %u", f->eager.at[i]);
        text_add (t, "\n");
    }
    if (f->given_up)
        text_print (t, "except %u\n", f->given_up);
}

static void
eager_read (struct firmware *f, const char *witness)
{
    const char *at = strstr (witness, "\neager ");
    char *end;
    for (at = at ? at + 6 : ""; *at == ' '; at = end)
        VEC_PUSH (f->eager, (uint16_t) strtoul (at, &end, 10));
    at = strstr (witness, "\nexcept ");
    if (at)
        f->program.reductions &= ~(unsigned) strtoul (at + 8, NULL, 10);
}

/* The whole run, step by step, as the exact machine took it. */
static void
witness_write (struct work *w, const generator *g, const char *fault,
               const struct vec_happening *steps)
{
    struct text t;
    text_init (&t);
    machine_witness (g, fault, &t);
    for (size_t i = 0; i < steps->size; i++) {
        const struct avr_happening *h = &steps->at[i];
        text_print (&t, "%u %u", h->event.kind, h->event.vector);
        for (unsigned c = 0; c < h->choices.used; c++)
            text_print (&t, " %u", h->choices.value[c]);
        text_add (&t, "\n");
    }
    eager_write (w->input, &t);
    w->outcome.derivation = text_take (&t);
}

enum confirmed { CONFIRMED, AGAIN, REFUSED };

/* No input is to blame for a spurious run: then a reduction is that forgot too
 * much (of a scheduler's stacks, say). */
static enum confirmed
firmware_give_up (struct work *w)
{
    struct firmware *f = w->input;
    static const struct work_firmware_word one_by_one[] = {
        {"dead", AVR_DEAD},
        {"stack", AVR_LAZY_STACK},
        {"flags", AVR_LAZY_FLAGS}};
    for (size_t i = 0; i < sizeof one_by_one / sizeof *one_by_one; i++) {
        unsigned bit = one_by_one[i].bit;
        if (!(f->program.reductions & bit))
            continue;
        f->program.reductions &= ~bit;
        f->given_up |= bit;
        log_say (&w->log, LOG_DETAIL,
                 "a counterexample was spurious: without the reduction %s from "
                 "now on",
                 one_by_one[i].name);
        return AGAIN;
    }
    outcome_unknown (&w->outcome, "the counterexample was not confirmed by the "
                                  "exact machine");
    return REFUSED;
}

/* No UNSAFE without a run of the exact machine; if there is none, the read that
 * was delayed first is not delayed the next time. */
static enum confirmed
firmware_confirm (struct work *w, generator *g, const struct path *path)
{
    struct firmware *f = w->input;
    struct vec_happening steps = {0};
    uint32_t blame;
    if (!avr_concretise (g, path->choice.at, path->choice.size, CONCRETE_STEPS,
                         &steps, &blame)) {
        VEC_CLEAR (steps);
        if (blame == UINT32_MAX)
            return firmware_give_up (w);
        VEC_PUSH (f->eager, (uint16_t) blame);
        log_say (&w->log, LOG_DETAIL,
                 "a counterexample was spurious: the input read at 0x%x is not "
                 "delayed any more",
                 2 * blame);
        return AGAIN;
    }
    const char *fault = avr_fault_name (path->fault);
    trace_take (w, &steps);
    witness_write (w, g, fault, &steps);
    machine_fault (w, fault,
                   path->fault == FAULT_INVARIANT ? w->options->invariant
                                                  : NULL);
    VEC_CLEAR (steps);
    return CONFIRMED;
}

/* ---- deciding */

/* A machine of its own for each search, with what is eager by now. */
static generator *
firmware_machine (const struct firmware *f, struct problem *p)
{
    struct buffer wire;
    buffer_init (&wire);
    avr_program_write (&f->program, &wire);
    struct reader r;
    reader_init (&r, buffer_view (&wire));
    struct avr_program copy = {0};
    bool good = avr_program_read (&copy, &r, p);
    buffer_clear (&wire);
    if (!good)
        return NULL;
    for (size_t i = 0; i < f->eager.size; i++) {
        size_t at = copy.eager.size;
        VEC_PUSH (copy.eager, 0);
        for (; at && copy.eager.at[at - 1] > f->eager.at[i]; at--)
            copy.eager.at[at] = copy.eager.at[at - 1];
        copy.eager.at[at] = f->eager.at[i];
    }
    return avr_machine_new (&copy);
}

static bool
firmware_search (struct work *w, enum confirmed *end, struct problem *p)
{
    generator *g = firmware_machine (w->input, p);
    if (!g)
        return false;
    struct buffer program;
    buffer_init (&program);
    avr_machine_write (g, &program);
    struct path path = {0};
    bool good = machine_explore (w, g, buffer_view (&program), &path, p);
    *end = CONFIRMED;
    if (good && w->outcome.verdict == VERDICT_UNSAFE)
        *end = firmware_confirm (w, g, &path);
    path_clear (&path);
    buffer_clear (&program);
    g->class->free (g);
    return good;
}

/* Does any run come to where the invariant is asked from on?  Startup code is
 * short, so this costs little unless the answer is no. */
static bool
firmware_begins (struct work *w, bool *begins, struct problem *p)
{
    struct firmware other = *(const struct firmware *) w->input;
    other.program.property = (struct avr_property) {0};
    other.program.begin = other.program.checks = 0;
    other.program.heap_start = other.program.heap_end = 0;
    *begins = false;
    if (!avr_property_read (&other.program.property, &other.image, "pc != main",
                            p))
        return false;
    generator *g = firmware_machine (&other, p);
    avr_property_clear (&other.program.property);
    if (!g)
        return false;
    const struct options *o = w->options;
    struct explore_options how = {
        .search = "layers",
        .threads = 1,
        .store = {.kind = "tree",
                  .scratch = o->scratch,
                  .memory_bytes = o->memory_limit << 20}};
    exploration *x = exploration_new (g, &how, p);
    if (x)
        *begins = exploration_run (x)->end == EXPLORE_FAULT;
    exploration_free (x);
    g->class->free (g);
    return x != NULL;
}

/* What was never asked was not answered. */
static bool
firmware_doubt (struct work *w, struct problem *p)
{
    const struct avr_program *a =
        &((const struct firmware *) w->input)->program;
    bool begins = true;
    if (w->outcome.verdict != VERDICT_SAFE || !a->property.item.size
        || !a->begin)
        return true;
    if (!firmware_begins (w, &begins, p))
        return false;
    if (begins)
        return true;
    memory_free (w->outcome.proof);
    w->outcome.proof = NULL;
    outcome_unknown (&w->outcome, "no run comes to main, where the invariant "
                                  "begins to be asked");
    return true;
}

static bool
firmware_decide (struct work *w, struct problem *p)
{
    struct firmware *f = w->input;
    avr_program_finish (&f->program);
    if (option_is (w->options->emit, "dot")) {
        struct text t;
        text_init (&t);
        avr_flow_dot (&f->program, &f->image.symbols, &t);
        w->outcome.emitted = text_take (&t);
        return true;
    }
    enum confirmed end;
    do {
        if (!firmware_search (w, &end, p))
            return false;
    } while (end == AGAIN);
    if (!firmware_doubt (w, p))
        return false;
    if (w->outcome.proof && (f->eager.size || f->given_up)) {
        struct text t;
        text_init (&t);
        text_add (&t, w->outcome.proof);
        eager_write (f, &t);
        memory_free (w->outcome.proof);
        w->outcome.proof = text_take (&t);
    }
    return true;
}

/* ---- judging again */

/* "KIND VECTOR VALUE VALUE ..\n"; what is left, or null. */
static const char *
claim_read (const char *line, struct avr_claim *c)
{
    char *end;
    c->event.kind = (uint8_t) strtoul (line, &end, 10);
    if (end == line || c->event.kind > EVENT_RESET)
        return NULL;
    line = end;
    c->event.vector = (uint8_t) strtoul (line, &end, 10);
    if (end == line)
        return NULL;
    c->values = 0;
    while (*end == ' ' && c->values < AVR_CHOICES)
        c->value[c->values++] = (uint32_t) strtoul (end, &end, 10);
    return *end == '\n' ? end + 1 : NULL;
}

static bool
firmware_judge (struct work *w, generator *g, const char *fault,
                const char *lines, struct problem *p)
{
    (void) w;
    struct vec_claim claims = {0};
    lines += *lines == '\n';
    while (lines && *lines && *lines != 'e') {
        struct avr_claim c;
        lines = claim_read (lines, &c);
        if (lines)
            VEC_PUSH (claims, c);
    }
    uint32_t found;
    struct problem why = {0};
    bool good =
        lines ? avr_rerun (avr_machine_program (g), &claims, &found, &why)
                    && !strcmp (avr_fault_name (found), fault)
              : !problem_set (p, (struct place) {0}, "the witness is damaged");
    if (why.kind)
        log_say (&w->log, LOG_SAY, "%s", why.message);
    VEC_CLEAR (claims);
    return good && lines;
}

static enum replay_result
firmware_replay (struct work *w, const char *witness, const char *file,
                 struct text *report, struct problem *p)
{
    struct firmware *f = w->input;
    avr_program_finish (&f->program);
    eager_read (f, witness);
    generator *g = firmware_machine (f, p);
    if (!g)
        return REPLAY_UNDECIDED;
    enum replay_result result =
        machine_replay (w, g, witness, file, firmware_judge, report, p);
    g->class->free (g);
    return result;
}

static bool
firmware_recognise (const char *file, const char *source, size_t size)
{
    (void) file;
    return elf_recognise (source, size);
}

/* Of an array of the program the machine knows nothing: what is written beyond
 * it, and within SRAM, is written. */
static void
firmware_cover (const struct work *w, struct outcome *o)
{
    const struct options *options = w->options;
    const struct firmware *f = w->input;
    if (options->invariant) {
        struct text t;
        text_init (&t);
        text_print (&t, "invariant %s", invariant_text (options->invariant));
        outcome_checked (o, text_view (&t));
        text_clear (&t);
    }
    for (const struct work_firmware_word *c = check_words; c->name; c++)
        if (f->program.checks & c->bit)
            outcome_checked (o, c->name);
        else
            outcome_unchecked (o, c->name);
    outcome_unchecked (o, "bounds of arrays");
}

const struct input_kind firmware_kind = {
    .what = "a firmware comes in",
    .recognise = firmware_recognise,
    .read = firmware_read,
    .identity = firmware_identity,
    .cover = firmware_cover,
    .decide = firmware_decide,
    .replay = firmware_replay,
    .clear = firmware_clear,
    .processes = machine_processes,
};
