/* question.c -- what is asked about a firmware: its program with what the options
 * say, and what a verdict covers. */
#include <ctype.h>
#include <string.h>

#include "auto/firmware/formula.h"

#include <assert.h>

#include "avr/property/environment.h"
#include "avr/property/property.h"
#include "base/memory.h"

/* ---- lists of words: "a,b,c" */

struct firmware_word {
    const char *name;
    unsigned bit;
};

static const struct firmware_word check_words[] = {
    {"stack", 1u << FAULT_STACK_INTO_DATA | 1u << FAULT_STACK_INTO_HEAP},
    {"underflow", 1u << FAULT_STACK_UNDERFLOW},
    {"write", 1u << FAULT_WRITE_OUTSIDE},
    {"jump", 1u << FAULT_JUMP_OUTSIDE},
    {"interrupt", 1u << FAULT_UNHANDLED},
    {"opcode", 1u << FAULT_BAD_OPCODE},
    {NULL, 0}};
static const struct firmware_word reduce_words[] = {
    {"delay", AVR_DELAY}, {"flags", AVR_LAZY_FLAGS}, {"stack", AVR_LAZY_STACK},
    {"dead", AVR_DEAD},   {"path", AVR_PATH},        {NULL, 0}};
static const struct firmware_word broken_words[] = {
    {"sei", BROKEN_SEI_DELAY},    {"interrupt", BROKEN_INTERRUPT},
    {"delay", BROKEN_DELAY},      {"flags", BROKEN_LAZY_FLAGS},
    {"stack", BROKEN_LAZY_STACK}, {"dead", BROKEN_DEAD},
    {"path", BROKEN_PATH},        {NULL, 0}};

/* A list of words; "none" and "all" too.  Null: all of them. */
static bool
words_read (const char *option, const char *list,
            const struct firmware_word *words, unsigned *bits,
            struct problem *p)
{
    unsigned all = 0;
    for (const struct firmware_word *w = words; w->name; w++)
        all |= w->bit;
    *bits = 0;
    if (!list || !strcmp (list, "all"))
        *bits = all;
    if (!list || !strcmp (list, "all") || !strcmp (list, "none"))
        return true;
    while (*list) {
        size_t size = strcspn (list, ",");
        const struct firmware_word *w = words;
        while (w->name
               && (strlen (w->name) != size || strncmp (w->name, list, size)))
            w++;
        if (!w->name) {
            struct text known;
            text_init (&known);
            for (w = words; w->name; w++)
                text_print (&known, "%s, ", w->name);
            problem_usage (p, "--%s: %.*s is none of %snone", option,
                           (int) size, list, text_view (&known));
            text_clear (&known);
            return false;
        }
        *bits |= w->bit;
        list += size + (list[size] == ',');
    }
    return true;
}

/* ---- the program and its question */

static enum avr_memory
memory_kind (const struct options *o)
{
    return o->memory == MEMORY_EXACT            ? AVR_EXACT
           : o->memory == MEMORY_BYTES          ? AVR_BYTES
           : o->memory == MEMORY_SYMBOLIC_STACK ? AVR_SYMBOLIC_STACK
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
    /* An invariant or a formula alone asks for nothing else. */
    const char *checks = o->check                 ? o->check
                         : o->invariant || o->ctl ? "none"
                                                  : NULL;
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
    assert (image->flash_end <= image->device->flash_bytes);
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
    assert (f->program.device == f->image.device);
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

bool
firmware_ask (struct firmware *f, const struct options *o, struct problem *p)
{
    assert (f->image.device && !f->program.code);
    program_code (f);
    if (!environment_read (o, f, p) || !program_options (o, &f->program, p)
        || !invariant_read (o, f, p) || !firmware_formula_ask (f, o, p))
        return false;
    program_heap (f);
    return true;
}

void
firmware_clear (struct firmware *f)
{
    avr_program_clear (&f->program);
    ctl_formula_clear (&f->formula);
    avr_image_clear (&f->image);
    buffer_clear (&f->environment);
    VEC_CLEAR (f->eager);
}

/* Of an array of the program the machine knows nothing: what is written beyond
 * it, and within SRAM, is written. */
void
firmware_cover (const struct firmware *f, const struct options *options,
                struct outcome *o)
{
    if (options->invariant) {
        struct text t;
        text_init (&t);
        text_print (&t, "invariant %s", invariant_text (options->invariant));
        outcome_checked (o, text_view (&t));
        text_clear (&t);
    }
    if (options->ctl) {
        struct text t;
        text_init (&t);
        text_print (&t, "formula %s", options->ctl);
        outcome_checked (o, text_view (&t));
        text_clear (&t);
    }
    for (const struct firmware_word *c = check_words; c->name; c++)
        if (f->program.checks & c->bit)
            outcome_checked (o, c->name);
        else
            outcome_unchecked (o, c->name);
    outcome_unchecked (o, "bounds of arrays");
}
