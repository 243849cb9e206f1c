/* firmware.c -- see firmware.h. */
#include "auto/firmware/firmware.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "auto/firmware/draw.h"
#include "auto/firmware/formula.h"
#include "auto/firmware/story.h"
#include "micro/property/property.h"
#include "micro/replay/rerun.h"
#include "base/memory.h"

/* Steps that the search for delayed values may take. */
enum { CONCRETE_STEPS = 20000000 };

/* ---- the counterexample */

static void
trace_take (const struct firmware *f, const struct vec_happening *steps,
            struct outcome *o)
{
    struct vec_told told = {0};
    if (o->whole)
        micro_trace_steps (f->program, &f->image, steps, &told);
    else
        micro_trace (f->program, &f->image, steps, &told);
    firmware_trace_take (&told, o);
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
        VEC_PUSH (f->eager, (uint32_t) strtoul (at, &end, 10));
    at = strstr (witness, "\nexcept ");
    if (at)
        f->program->reductions &= ~(unsigned) strtoul (at + 8, NULL, 10);
}

/* The whole run, step by step, as the exact machine took it. */
static void
witness_write (const struct firmware *f, const generator *g, const char *fault,
               const struct vec_happening *steps, struct outcome *o)
{
    assert (!o->derivation);
    struct text t;
    text_init (&t);
    machine_witness (g, fault, &t);
    for (size_t i = 0; i < steps->size; i++) {
        const struct micro_happening *h = &steps->at[i];
        text_print (&t, "%u %u", h->event.kind, h->event.vector);
        for (unsigned c = 0; c < h->choices.used; c++)
            text_print (&t, " %u", h->choices.value[c]);
        text_add (&t, "\n");
    }
    eager_write (f, &t);
    o->derivation = text_take (&t);
}

enum confirmed { CONFIRMED, AGAIN, REFUSED };

/* No input is to blame for a spurious run: then a reduction is that forgot too
 * much (of a scheduler's stacks, say). */
static enum confirmed
firmware_give_up (struct firmware *f, const struct machine_check *m)
{
    assert (m->outcome->verdict == VERDICT_UNSAFE);
    static const struct {
        const char *name;
        unsigned bit;
    } one_by_one[] = {{"dead", MICRO_DEAD},
                      {"stack", MICRO_LAZY_STACK},
                      {"flags", MICRO_LAZY_FLAGS}};
    for (size_t i = 0; i < sizeof one_by_one / sizeof *one_by_one; i++) {
        unsigned bit = one_by_one[i].bit;
        if (!(f->program->reductions & bit))
            continue;
        f->program->reductions &= ~bit;
        f->given_up |= bit;
        log_say (m->engine->log, LOG_DETAIL,
                 "a counterexample was spurious: without the reduction %s from "
                 "now on",
                 one_by_one[i].name);
        return AGAIN;
    }
    outcome_unknown (m->outcome, "the counterexample was not confirmed by the "
                                 "exact machine");
    return REFUSED;
}

/* No UNSAFE without a run of the exact machine; if there is none, the read that
 * was delayed first is not delayed the next time. */
static enum confirmed
firmware_confirm (struct firmware *f, const struct machine_check *m,
                  generator *g, const struct path *path)
{
    struct outcome *o = m->outcome;
    assert (o->verdict == VERDICT_UNSAFE && path->choice.size);
    struct vec_happening steps = {0};
    uint32_t blame;
    if (!micro_concretise (g, path->choice.at, path->choice.size,
                           CONCRETE_STEPS, &steps, &blame)) {
        VEC_CLEAR (steps);
        if (blame == UINT32_MAX)
            return firmware_give_up (f, m);
        VEC_PUSH (f->eager, blame);
        log_say (m->engine->log, LOG_DETAIL,
                 "a counterexample was spurious: the input read at 0x%x is not "
                 "delayed any more",
                 f->program->class->pc_bytes * blame);
        return AGAIN;
    }
    const char *fault = micro_fault_name (path->fault);
    assert (steps.size && fault);
    trace_take (f, &steps, o);
    witness_write (f, g, fault, &steps, o);
    machine_fault (
        o, fault,
        path->fault == FAULT_INVARIANT ? m->engine->options->invariant : NULL);
    VEC_CLEAR (steps);
    return CONFIRMED;
}

/* ---- deciding */

generator *
firmware_machine (const struct firmware *f, enum micro_memory memory,
                  unsigned reductions, struct problem *p)
{
    struct micro_program *copy = micro_program_copy (f->program, p);
    if (!copy)
        return NULL;
    copy->memory = memory;
    copy->reductions = reductions;
    for (size_t i = 0; i < f->eager.size; i++) {
        size_t at = copy->eager.size;
        VEC_PUSH (copy->eager, 0);
        for (; at && copy->eager.at[at - 1] > f->eager.at[i]; at--)
            copy->eager.at[at] = copy->eager.at[at - 1];
        assert (!at || copy->eager.at[at - 1] <= f->eager.at[i]);
        copy->eager.at[at] = f->eager.at[i];
    }
    copy->class->finish (copy); /* again, as it is explored now */
    return micro_machine_new (copy);
}

/* As the options ask for. */
static generator *
machine_asked (const struct firmware *f, struct problem *p)
{
    return firmware_machine (f, f->program->memory, f->program->reductions, p);
}

static bool
firmware_search (struct firmware *f, const struct machine_check *m,
                 enum confirmed *end, struct problem *p)
{
    generator *g = machine_asked (f, p);
    if (!g)
        return false;
    struct buffer program;
    buffer_init (&program);
    micro_machine_write (g, &program);
    struct path path = {0};
    bool good = machine_explore (m, g, buffer_view (&program), &path, p);
    *end = CONFIRMED;
    if (good && m->outcome->verdict == VERDICT_UNSAFE)
        *end = firmware_confirm (f, m, g, &path);
    path_clear (&path);
    buffer_clear (&program);
    g->class->free (g);
    return good;
}

/* Does any run come to where the invariant is asked from on?  Startup code is
 * short, so this costs little unless the answer is no. */
static bool
firmware_begins (const struct firmware *f, const struct options *o,
                 bool *begins, struct problem *p)
{
    char text[32];
    assert (f->program->begin != f->program->start
            && f->program->property.item.size);
    *begins = false;
    struct micro_program *q = micro_program_copy (f->program, p);
    if (!q)
        return false;
    micro_property_clear (&q->property);
    q->begin = q->start;
    q->checks = 0;
    q->class->ask (q, &f->image);
    snprintf (text, sizeof text, "pc != 0x%x",
              f->program->begin * q->class->pc_bytes);
    if (!micro_property_read (&q->property, &f->image, text, p)) {
        micro_program_free (q);
        return false;
    }
    q->class->finish (q);
    generator *g = micro_machine_new (q);
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
firmware_doubt (const struct firmware *f, const struct machine_check *m,
                struct problem *p)
{
    const struct micro_program *a = f->program;
    struct outcome *o = m->outcome;
    bool begins = true;
    if (o->verdict != VERDICT_SAFE || !a->property.item.size
        || a->begin == a->start)
        return true;
    if (!firmware_begins (f, m->engine->options, &begins, p))
        return false;
    if (begins)
        return true;
    memory_free (o->proof);
    o->proof = NULL;
    outcome_unknown (o, "no run comes to main, where the invariant "
                        "begins to be asked");
    return true;
}

/* The control-flow graph; of a formula with the run that decides it. */
static bool
firmware_emit (struct firmware *f, const struct machine_check *m,
               struct problem *p)
{
    struct outcome *o = m->outcome;
    bool asked = f->formula.node.size;
    struct text t, title;
    struct map passed;
    map_init (&passed);
    f->run = &passed;
    bool good = !asked || firmware_formula_decide (f, m, p);
    f->run = NULL;
    text_init (&t);
    text_init (&title);
    if (asked)
        text_print (&title, "%s: %s", outcome_verdict (o),
                    m->engine->options->ctl);
    micro_flow_dot (f->program, &f->image.symbols, &passed,
                    asked ? text_view (&title) : NULL, &t);
    if (good)
        o->emitted = text_take (&t);
    text_clear (&t);
    text_clear (&title);
    map_clear (&passed);
    return good;
}

static bool
firmware_answer (struct firmware *f, const struct machine_check *m,
                 struct problem *p)
{
    struct outcome *o = m->outcome;
    const struct micro_class *class = f->program->class;
    assert (!f->eager.size && !f->given_up);
    class->finish (f->program);
    if (m->engine->options->emit == EMIT_DOT)
        return firmware_emit (f, m, p);
    if (f->formula.node.size)
        return firmware_formula_decide (f, m, p);
    enum confirmed end;
    do {
        if (!firmware_search (f, m, &end, p))
            return false;
    } while (end == AGAIN);
    if (!firmware_doubt (f, m, p))
        return false;
    if (o->proof && (f->eager.size || f->given_up)) {
        struct text t;
        text_init (&t);
        text_add (&t, o->proof);
        eager_write (f, &t);
        memory_free (o->proof);
        o->proof = text_take (&t);
    }
    return true;
}

bool
firmware_decide (struct firmware *f, const struct machine_check *m,
                 struct problem *p)
{
    bool good = firmware_answer (f, m, p);
    firmware_draw (f, m->engine->options, m->outcome);
    return good;
}

/* ---- judging again */

/* "KIND VECTOR VALUE VALUE ..\n"; what is left, or null. */
static const char *
claim_read (const char *line, struct micro_claim *c)
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
    while (*end == ' ' && c->values < MICRO_CHOICES)
        c->value[c->values++] = (uint32_t) strtoul (end, &end, 10);
    return *end == '\n' ? end + 1 : NULL;
}

struct firmware_judging {
    const struct firmware *firmware;
    struct log *log;
    struct outcome *outcome; /* gets the trace */
};

static bool
firmware_judge (void *context, generator *g, const char *fault,
                const char *lines, struct problem *p)
{
    const struct firmware_judging *j = context;
    struct vec_claim claims = {0};
    struct vec_happening steps = {0};
    lines += *lines == '\n';
    while (lines && *lines && *lines != 'e') {
        struct micro_claim c;
        lines = claim_read (lines, &c);
        if (lines)
            VEC_PUSH (claims, c);
    }
    uint32_t found;
    struct problem why = {0};
    bool good =
        lines ? micro_rerun (micro_machine_program (g), &claims, &steps, &found,
                             &why)
                    && !strcmp (micro_fault_name (found), fault)
              : !problem_set (p, (struct place) {0}, "the witness is damaged");
    good = good && lines;
    if (why.kind)
        log_say (j->log, LOG_SAY, "%s", why.message);
    if (good) {
        j->outcome->verdict = VERDICT_UNSAFE;
        trace_take (j->firmware, &steps, j->outcome);
        machine_fault (j->outcome, fault, NULL);
    }
    VEC_CLEAR (claims);
    VEC_CLEAR (steps);
    return good;
}

enum replay_result
firmware_replay (struct firmware *f, const struct options *o, struct log *log,
                 const char *witness, const char *file, struct outcome *out,
                 struct text *report, struct problem *p)
{
    assert (!f->eager.size);
    f->program->class->finish (f->program);
    if (f->formula.node.size)
        return firmware_formula_replay (f, o, log, witness, file, out, report,
                                        p);
    eager_read (f, witness);
    generator *g = machine_asked (f, p);
    if (!g)
        return REPLAY_UNDECIDED;
    struct firmware_judging judging = {f, log, out};
    enum replay_result result =
        machine_replay (g, witness, file, firmware_judge, &judging, report, p);
    g->class->free (g);
    return result;
}
