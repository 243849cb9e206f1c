/* question.c -- what is asked about a firmware: its program with what the options
 * say, and what a verdict covers. */
#include <ctype.h>
#include <string.h>

#include "auto/firmware/formula.h"
#include "auto/machine/formula.h"

#include <assert.h>

#include "micro/property/environment.h"
#include "micro/property/property.h"
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
    {"operand", 1u << FAULT_OPERAND},
    {NULL, 0}};
static const struct firmware_word reduce_words[] = {
    {"delay", MICRO_DELAY},      {"flags", MICRO_LAZY_FLAGS},
    {"stack", MICRO_LAZY_STACK}, {"dead", MICRO_DEAD},
    {"path", MICRO_PATH},        {NULL, 0}};
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

static enum micro_memory
memory_kind (const struct options *o)
{
    return o->memory == MEMORY_EXACT            ? MICRO_EXACT
           : o->memory == MEMORY_BYTES          ? MICRO_BYTES
           : o->memory == MEMORY_SYMBOLIC_STACK ? MICRO_SYMBOLIC_STACK
                                                : MICRO_BITS;
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
    return micro_property_read (&f->program->property, &f->image, text, p);
}

static bool
environment_read (const struct options *o, struct firmware *f,
                  struct problem *p)
{
    if (!o->environment)
        return true;
    size_t size;
    char *text = text_file (o->environment, &size);
    if (!text)
        return problem_set (p, (struct place) {.file = o->environment},
                            "cannot be read");
    buffer_put (&f->environment, text, size);
    bool good = micro_environment_read (&f->program->environment, &f->image,
                                        text, size, o->environment, p);
    memory_free (text);
    return good;
}

/* What is asked, and how it is explored. */
static bool
program_options (const struct options *o, struct micro_program *a,
                 struct problem *p)
{
    a->memory = memory_kind (o);
    /* An invariant or a formula alone asks for nothing else. */
    const char *checks = o->check                 ? o->check
                         : o->invariant || o->ctl ? "none"
                                                  : NULL;
    bool good = words_read ("check", checks, check_words, &a->checks, p);
    a->checks &= a->class->checks;
    return good
           && words_read ("reduce", o->reduce, reduce_words, &a->reductions, p)
           && words_read ("broken", o->broken ? o->broken : "none",
                          broken_words, &a->broken, p);
}

/* The stack is kept out of data only where the file says where data ends. */
static bool
leave_stack (const struct options *o, struct firmware *f, struct problem *p)
{
    const unsigned stack =
        1u << FAULT_STACK_INTO_DATA | 1u << FAULT_STACK_INTO_HEAP;
    if (!f->image.data_unknown || !(f->program->checks & stack))
        return true;
    if (o->check)
        return problem_set (p, (struct place) {.file = o->file[0]},
                            "--check=%.40s: the stack cannot be checked, since "
                            "Intel HEX does not say where data ends: give the "
                            "ELF file",
                            o->check);
    f->program->checks &= ~stack;
    return true;
}

bool
firmware_ask (struct firmware *f, const struct options *o, struct problem *p)
{
    assert (f->image.class && !f->program);
    f->program = f->image.class->make (&f->image);
    if (!environment_read (o, f, p) || !program_options (o, f->program, p)
        || !leave_stack (o, f, p) || !invariant_read (o, f, p)
        || !firmware_formula_ask (f, o, p))
        return false;
    f->image.class->ask (f->program, &f->image);
    return true;
}

void
firmware_clear (struct firmware *f)
{
    micro_program_free (f->program);
    ctl_formula_clear (&f->formula);
    micro_image_clear (&f->image);
    buffer_clear (&f->environment);
    buffer_clear (&f->symbols);
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
    if (options->ctl)
        machine_formula_cover (options, o);
    for (const struct firmware_word *c = check_words; c->name; c++)
        if (!(f->program->class->checks & c->bit))
            continue;
        else if (f->program->checks & c->bit)
            outcome_checked (o, c->name);
        else
            outcome_unchecked (o, c->name);
    outcome_unchecked (o, "bounds of arrays");
}
