/* formula.c -- see formula.h. */
#include "auto/firmware/formula.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "micro/property/property.h"
#include "base/memory.h"
#include "ctl/check.h"

enum { MOST_PARTS = 64 };

bool
firmware_formula_ask (struct firmware *f, const struct options *o,
                      struct problem *p)
{
    assert (!f->formula.node.size && f->program);
    if (!o->ctl)
        return !o->fair
               || problem_usage (p, "--fair is about a formula: --ctl=FORMULA");
    if (o->invariant || o->check)
        return problem_usage (p, "--ctl asks for its formula alone, without "
                                 "--invariant and --check");
    if (o->members > 1 || o->listen || o->run || o->resume)
        return problem_usage (p, "--ctl is decided by one process: without "
                                 "--members, --listen, --run");
    if (!ctl_formula_read (&f->formula, (struct ctl_source) {o->ctl, "--ctl"},
                           (struct ctl_source) {o->fair, "--fair"}, p))
        return false;
    for (size_t i = 0; i < f->formula.proposition.size; i++) {
        const struct ctl_proposition *q = &f->formula.proposition.at[i];
        struct micro_property one = {0};
        if (!micro_property_read_at (&one, &f->image, q->text, q->name,
                                     q->column, p))
            return false;
        micro_proposition_add (f->program, &one);
    }
    return true;
}

/* ---- one search */

struct formula_search {
    struct firmware *firmware;
    generator *machine;
    struct ctl_graph graph;
    struct ctl_result result;
};

static void
formula_search_clear (struct formula_search *s)
{
    if (!s->machine)
        return;
    ctl_result_clear (&s->result);
    ctl_graph_clear (&s->graph);
    s->machine->class->free (s->machine);
}

/* The machine without what a formula cannot bear (`exact`), and its graph.  False:
 * problem. */
static bool
formula_search (struct formula_search *s, struct firmware *f,
                const struct engine_context *engine, bool exact, bool global,
                struct problem *p)
{
    const struct options *o = engine->options;
    enum micro_memory memory = f->program->memory;
    unsigned reductions = f->program->reductions;
    uint32_t ends[MOST_PARTS];
    if (exact) {
        memory = MICRO_EXACT;
        reductions &= MICRO_PATH;
    }
    if (f->formula.has_next)
        reductions &= ~(unsigned) MICRO_PATH;
    *s = (struct formula_search) {
        .firmware = f, .machine = firmware_machine (f, memory, reductions, p)};
    if (!s->machine)
        return false;
    struct store_options kept = {.kind = OPTION_NAME (o, store),
                                 .threads = 1,
                                 .scratch = o->scratch,
                                 .cache_bytes = o->cache << 20,
                                 .memory_bytes =
                                     (o->memory_limit << 20) / 8 * 7,
                                 .ends = ends};
    kept.parts = s->machine->class->parts (s->machine, ends, MOST_PARTS);
    if (!ctl_graph_init (&s->graph, s->machine, &kept)) {
        *p = s->graph.problem;
        return false;
    }
    ctl_check (engine, &s->graph, &f->formula, global, &s->result);
    return true;
}

/* ---- telling */

static uint32_t
pc_of (struct bytes state)
{
    assert (state.size > HEAD_SIZE);
    return (uint32_t) (state.data[HEAD_PC] | state.data[HEAD_PC + 1] << 8
                       | state.data[HEAD_PC_HIGH] << 16);
}

static char *
place_of (const struct firmware *f, struct bytes state)
{
    const char *file;
    unsigned line;
    uint32_t pc = pc_of (state);
    if (!micro_symbols_line (&f->image.symbols,
                             f->program->class->pc_bytes * pc, &file, &line))
        return NULL;
    struct text t;
    text_init (&t);
    text_print (&t, "%s:%u", micro_symbols_base (file), line);
    return text_take (&t);
}

/* The address in bytes of the instruction; null: before the first. */
static char *
node_of (struct formula_search *s, uint32_t state)
{
    if (state == CTL_ROOT)
        return NULL;
    struct bytes b = ctl_graph_bytes (&s->graph, state);
    struct text t;
    text_init (&t);
    text_print (&t, "%u", s->firmware->program->class->pc_bytes * pc_of (b));
    return text_take (&t);
}

/* What is different where the step leads to. */
static char *
values_of (struct formula_search *s, uint32_t from, uint32_t to)
{
    const struct ctl_formula *f = &s->firmware->formula;
    uint64_t old = from == CTL_ROOT ? 0 : ctl_graph_label (&s->graph, from);
    uint64_t new = ctl_graph_label (&s->graph, to), known = GENERATOR_ASKED;
    struct text t;
    text_init (&t);
    for (size_t i = 0; i < f->proposition.size && new &known; i++)
        if (!(old & known) || (old ^ new) >> i & 1)
            text_print (&t, "%s%s: %s", t.size ? ", " : "",
                        f->proposition.at[i].text,
                        new >> i & 1 ? "true" : "false");
    return text_take (&t);
}

static char *
step_text (struct formula_search *s, const struct ctl_event *e)
{
    char *text = NULL;
    size_t size = 0;
    struct bytes state = ctl_graph_bytes (&s->graph, e->state);
    struct edge edge = {.choice = e->choice};
    FILE *out = open_memstream (&text, &size);
    struct text t;
    text_init (&t);
    if (s->graph.state.at[e->state].ended)
        text_add (&t, "nothing happens any more");
    else if (out)
        s->machine->class->print (s->machine, state, &edge, out);
    if (out)
        fclose (out);
    text_add (&t, text ? text : "");
    free (text);
    return text_take (&t);
}

static void
tell_event (struct formula_search *s, const struct ctl_event *e,
            struct outcome *o)
{
    struct outcome_step step = {.values = NULL};
    struct text t;
    text_init (&t);
    switch ((enum ctl_event_kind) e->kind) {
    case CTL_EVENT_STEP:
        step.place =
            e->state == CTL_ROOT
                ? NULL
                : place_of (s->firmware, ctl_graph_bytes (&s->graph, e->state));
        step.what = step_text (s, e);
        step.values = values_of (s, e->state, e->target);
        step.kind =
            strncmp (step.what, "interrupt ", 10) ? STEP_PLAIN : STEP_INTERRUPT;
        step.node = node_of (s, e->state);
        text_clear (&t);
        break;
    case CTL_EVENT_LOOP:
        text_print (&t,
                    "from here on again as after step %" PRIu32 ", for ever",
                    e->target);
        step.what = text_take (&t);
        step.kind = STEP_LOOP;
        break;
    case CTL_EVENT_CLAIM:
        text_add (&t, e->value ? "and here holds, too: "
                               : "and here nothing does: ");
        ctl_formula_print (&s->firmware->formula, e->node, &t);
        step.what = text_take (&t);
        step.kind = STEP_FAULT;
        break;
    }
    if (!step.values)
        step.values = memory_string ("");
    VEC_PUSH (o->trace, step);
}

static void
tell (struct formula_search *s, struct outcome *o)
{
    for (size_t i = 0; i < s->result.story.size; i++)
        tell_event (s, &s->result.story.at[i], o);
}

/* "cohort ctl 1", the machine, what was asked and found, and the story: "step CHOICE",
 * "loop N" to the state before step N of the story, counted from 0; a claim is left to
 * whoever judges. */
static char *
witness_text (struct formula_search *s, const char *formula, bool exact)
{
    char identity[DIGEST_TEXT];
    struct text t;
    digest_print (s->machine->class->identity (s->machine), identity);
    text_init (&t);
    text_print (&t,
                "cohort ctl 1\nmachine %s %s\nexact %d\nformula %s\n"
                "holds %d\n",
                s->machine->class->name, identity, exact, formula,
                s->result.answer == CTL_HOLDS);
    for (size_t i = 0; i < s->result.story.size; i++) {
        const struct ctl_event *e = &s->result.story.at[i];
        if (e->kind == CTL_EVENT_STEP)
            text_print (&t, "step %" PRIu32 "\n", e->choice);
        else if (e->kind == CTL_EVENT_LOOP)
            text_print (&t, "loop %" PRIu32 "\n", e->target);
        else
            break; /* what follows is about a state that was passed */
    }
    return text_take (&t);
}

/* ---- the verdict */

static void
conclude_cut (struct formula_search *s, struct outcome *o)
{
    struct edge e;
    const struct ctl_graph *g = &s->graph;
    const char *name = "something";
    assert (g->cut_state != CTL_NOWHERE);
    generator_enter (s->machine, ctl_graph_bytes (&s->graph, g->cut_state));
    while (generator_next (s->machine, &e) == NEXT_EDGE)
        if (e.choice == g->cut_choice)
            name = s->machine->class->fault_name (s->machine, e.fault);
    outcome_unknown (o,
                     "the formula depends on what follows something that is "
                     "not modelled: %s",
                     name);
}

static void
conclude (struct formula_search *s, const char *formula, bool exact,
          struct outcome *o)
{
    const struct ctl_result *r = &s->result;
    o->counters.states = r->states;
    o->counters.edges = r->edges;
    o->counters.steps = r->steps;
    o->counters.bytes = ctl_graph_memory (&s->graph);
    o->counters.searches++;
    o->digest = r->digest;
    switch (r->answer) {
    case CTL_HOLDS:
        o->verdict = VERDICT_SAFE;
        if (!s->firmware->formula.universal)
            outcome_assume (o, "inputs, timers and interrupts can do all that "
                               "the model of the device lets them");
        if (s->firmware->formula.fair.size)
            outcome_assume (o, "what --fair names happens again and again");
        o->proof = witness_text (s, formula, exact);
        return;
    case CTL_FAILS:
        o->verdict = VERDICT_UNSAFE;
        tell (s, o);
        o->derivation = witness_text (s, formula, exact);
        outcome_fault (o, "formula");
        return;
    case CTL_NOT_ASKED:
        outcome_unknown (o, "no run comes to main, where the formula begins to "
                            "be asked");
        return;
    case CTL_UNFAIR:
        outcome_unknown (o, "no run is fair: what --fair asks for does not "
                            "happen again and again on any");
        return;
    case CTL_DEPENDS:
        conclude_cut (s, o);
        return;
    case CTL_FAILED:
        outcome_unknown (o, "%s", r->problem.message);
        return;
    }
}

static bool
is_lazy (const struct micro_program *p)
{
    return p->memory != MICRO_EXACT || p->reductions & ~(unsigned) MICRO_PATH;
}

bool
firmware_formula_decide (struct firmware *f, const struct machine_check *m,
                         struct problem *p)
{
    const struct options *o = m->engine->options;
    bool global = o->algorithm == ALGORITHM_GLOBAL;
    struct formula_search s;
    assert (f->formula.node.size);
    m->outcome->engine = global ? "ctl (global)" : "ctl (local)";
    bool exact = !f->formula.universal || !is_lazy (f->program);
    bool good = formula_search (&s, f, m->engine, exact, global, p);
    if (good && !exact && s.result.answer != CTL_HOLDS) {
        log_say (m->engine->log, LOG_DETAIL,
                 "it may fail: asked again of the exact machine");
        formula_search_clear (&s);
        m->outcome->counters.searches++;
        exact = true;
        good = formula_search (&s, f, m->engine, exact, global, p);
    }
    if (good)
        conclude (&s, o->ctl, exact, m->outcome);
    formula_search_clear (&s);
    return good;
}

/* ---- judging again */

/* Walks steps and loops of the witness; false: they are not those of the graph. */
static bool
story_walk (struct ctl_graph *g, const char *lines)
{
    struct VEC (uint32_t)
        at = {0}; /* the state before each step, and the last */
    bool good = true;
    VEC_PUSH (at, CTL_ROOT);
    for (; good && *lines;
         lines += strcspn (lines, "\n") + (strchr (lines, '\n') != NULL)) {
        unsigned long n;
        const uint32_t *target;
        if (sscanf (lines, "step %lu\n", &n) == 1) {
            good = n < ctl_graph_edges (g, VEC_LAST (at), &target)
                   && target[n] != CTL_NOWHERE;
            if (good)
                VEC_PUSH (at, target[n]);
        } else if (sscanf (lines, "loop %lu\n", &n) == 1)
            good = n + 1 < at.size && at.at[n] == VEC_LAST (at);
        else
            break; /* who made it, of what */
    }
    VEC_CLEAR (at);
    return good;
}

enum replay_result
firmware_formula_replay (struct firmware *f, const struct options *o,
                         struct log *log, const char *witness, const char *file,
                         struct text *report, struct problem *p)
{
    char name[64], identity[64], own[DIGEST_TEXT];
    int exact, end = 0, holds;
    const char *at;
    if (sscanf (witness, "cohort ctl 1\nmachine %63s %63s\nexact %d%n", name,
                identity, &exact, &end)
            != 3
        || !(at = strstr (witness, "\nholds "))
        || sscanf (at, "\nholds %d", &holds) != 1) {
        problem_set (p, (struct place) {.file = file},
                     "not a witness of a formula");
        return REPLAY_UNDECIDED;
    }
    struct engine_context engine = {.options = o, .log = log};
    struct formula_search s;
    bool other = o->algorithm == ALGORITHM_LOCAL;
    bool good = formula_search (&s, f, &engine, exact != 0, other, p);
    enum replay_result result = REPLAY_UNDECIDED;
    if (good)
        digest_print (s.machine->class->identity (s.machine), own);
    if (good && strcmp (own, identity))
        problem_set (
            p, (struct place) {.file = file},
            "a witness of another machine, formula or way of exploring");
    else if (good
             && (s.result.answer == CTL_HOLDS
                 || s.result.answer == CTL_FAILS)) {
        bool same = holds == (s.result.answer == CTL_HOLDS)
                    && story_walk (&s.graph, at + strlen ("\nholds 0\n"));
        text_print (report, "decided again, %s: %" PRIu64 " states: %s\n",
                    other ? "by labelling all states" : "on the fly",
                    s.result.states, same ? "the same" : "not the same");
        result = same ? REPLAY_CONFIRMED : REPLAY_REFUTED;
    }
    formula_search_clear (&s);
    return result;
}
