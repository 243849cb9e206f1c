/* formula.c -- see formula.h. */
#include "auto/firmware/formula.h"

#include <assert.h>
#include <string.h>

#include "auto/firmware/story.h"
#include "base/memory.h"
#include "micro/property/property.h"

/* What --fair=device and --fair=served stand for: no interrupt that has a handler waits for
 * ever. */
static void
fair_interrupts (const struct firmware *f, bool alone, struct text *t)
{
    const struct micro_class *c = f->image.class;
    const struct micro_program *a = f->program;
    unsigned vectors = c->vectors (c->device (a));
    for (unsigned v = 1; v < vectors && v < 64; v++) {
        size_t before = t->size;
        if (!(a->handled >> v & 1) || a->environment.forbidden >> v & 1)
            continue;
        if (before)
            text_add (t, "; ");
        if (!c->served (a, v, alone, t))
            t->data[t->size = before] = 0;
    }
}

/* One of the sources is active. */
static void
print_active (const struct micro_polled *p, struct text *t)
{
    const char *also = "";
    text_add (t, "(");
    for (unsigned i = 0; i < 2; i++) {
        if (!p->source[i].mask)
            continue;
        text_print (t, "%s($%u & %u) %s 0", also, p->source[i].at,
                    p->source[i].mask, p->source[i].zero ? "==" : "!=");
        also = " || ";
    }
    text_add (t, *also ? ")" : "0)");
}

/* What --fair=polled stands for: no flag that the program polls stays away for ever. */
static void
fair_flags (const struct firmware *f, struct text *t)
{
    const struct micro_class *c = f->image.class;
    struct micro_polled p;
    for (size_t n = 0; c->polled (f->program, n, &p); n++) {
        struct text active;
        text_init (&active);
        if (p.always)
            text_add (&active, "1");
        else
            print_active (&p, &active);
        if (p.only_mask)
            text_print (&active, " && ($%u & %u) != 0", p.only_at, p.only_mask);
        text_add (t, t->size ? "; " : "");
        if (p.input)
            text_print (t, "reads($%u.%u, %d) && (%s) ~> reads($%u.%u, %d)",
                        p.flag_at, p.flag_bit, p.busy, text_view (&active),
                        p.flag_at, p.flag_bit, !p.busy);
        else
            text_print (t, "!(%s) || ($%u & %u) %s 0", text_view (&active),
                        p.flag_at, 1u << p.flag_bit, p.busy ? "==" : "!=");
        text_clear (&active);
    }
}

static const char *const fair_words[] = {"device", "served", "polled"};
enum { FAIR_DEVICE, FAIR_SERVED, FAIR_POLLED, FAIR_WORDS };

/* Which of these words stand among the parts of the text; each becomes `true`, and what it
 * stands for is added behind, so that columns are as the user wrote them. */
static void
take_words (char *fair, bool has[FAIR_WORDS])
{
    for (char *at = fair; *at;) {
        at += strspn (at, " \t;");
        size_t n = strcspn (at, " \t;"), rest = strspn (at + n, " \t");
        for (unsigned w = 0; w < FAIR_WORDS; w++)
            if (n == strlen (fair_words[w]) && !strncmp (at, fair_words[w], n)
                && strchr (";", at[n + rest])) {
                has[w] = true;
                memcpy (at, "true  ", n);
            }
        at += strcspn (at, ";");
    }
}

/* Reads the formula. */
static bool
formula_read (struct firmware *f, const struct options *o, struct problem *p)
{
    struct options own = *o;
    struct text fair;
    bool has[FAIR_WORDS] = {false}, good = true;
    text_init (&fair);
    char *parts = o->fair ? memory_string (o->fair) : NULL;
    if (parts)
        take_words (parts, has);
    own.fair = parts;
    if (has[FAIR_DEVICE] || has[FAIR_SERVED])
        fair_interrupts (f, has[FAIR_SERVED], &fair);
    size_t before = fair.size;
    if ((has[FAIR_DEVICE] || has[FAIR_SERVED]) && !before)
        good = problem_usage (p, "--fair: no interrupt of this firmware "
                                 "has a handler");
    if (good && has[FAIR_POLLED])
        fair_flags (f, &fair);
    if (good && has[FAIR_POLLED] && fair.size == before)
        good = problem_usage (p, "--fair: this firmware polls no flag");
    good = good
           && machine_formula_read (&f->formula, &own,
                                    fair.size ? text_view (&fair) : NULL, p);
    memory_free (parts);
    text_clear (&fair);
    return good;
}

bool
firmware_formula_ask (struct firmware *f, const struct options *o,
                      struct problem *p)
{
    assert (!f->formula.node.size && f->program);
    if (!formula_read (f, o, p))
        return false;
    for (size_t i = 0; i < f->formula.proposition.size; i++) {
        const struct ctl_proposition *q = &f->formula.proposition.at[i];
        struct micro_property one = {0};
        if (!micro_property_read_at (&one, &f->image, q->text, q->name,
                                     q->column, p))
            return false;
        if (!micro_proposition_add (f->program, &one))
            return problem_usage (
                p, "%s: too many bits are asked for with reads()", q->name);
    }
    return true;
}

static generator *
open (void *context, enum machine_formula_way way, struct problem *p)
{
    const struct firmware *f = context;
    unsigned reductions = f->program->reductions;
    bool exact = way == MACHINE_EXACT;
    if (exact)
        reductions &= MICRO_PATH;
    if (f->formula.has_next)
        reductions &= ~(unsigned) MICRO_PATH;
    return firmware_machine (f, exact ? MICRO_EXACT : f->program->memory,
                             reductions, p);
}

static bool
tell (void *context, generator *g, enum machine_formula_way way,
      const struct machine_story *story, struct outcome *o)
{
    (void) way;
    return firmware_story_tell (context, g, story, o);
}

static struct machine_formula
formula_of (struct firmware *f)
{
    const struct micro_program *p = f->program;
    assert (f->formula.node.size);
    return (struct machine_formula) {
        .formula = &f->formula,
        .begin = "main",
        .existence = "inputs, timers and interrupts can do all that the model "
                     "of the device lets them",
        .more =
            p->memory != MICRO_EXACT || p->reductions & ~(unsigned) MICRO_PATH,
        .open = open,
        .write = micro_machine_write,
        .tell = tell,
        .context = f};
}

bool
firmware_formula_decide (struct firmware *f, const struct machine_check *m,
                         struct problem *p)
{
    struct machine_formula of = formula_of (f);
    return machine_formula_decide (&of, m, p);
}

enum replay_result
firmware_formula_replay (struct firmware *f, const struct options *o,
                         struct log *log, const char *witness, const char *file,
                         struct outcome *outcome, struct text *report,
                         struct problem *p)
{
    struct engine_context engine = {.options = o, .log = log};
    struct machine_formula of = formula_of (f);
    return machine_formula_replay (&of, &engine, witness, file, outcome, report,
                                   p);
}
