/* formula.c -- see formula.h. */
#include "auto/machine/formula.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ctl/members.h"

bool
machine_formula_read (struct ctl_formula *f, const struct options *o,
                      const char *fair, struct problem *p)
{
    struct text all;
    bool shared = machine_members (o) > 1;
    assert (!f->node.size);
    if (!o->ctl)
        return !o->fair
               || problem_usage (p, "--fair is about a formula: --ctl=FORMULA");
    if (o->invariant || o->check || o->property)
        return problem_usage (p, "--ctl asks for its formula alone, without "
                                 "--invariant, --check and --property");
    if (o->listen || o->run || o->resume)
        return problem_usage (p, "--ctl is decided without --listen, --run and "
                                 "--resume");
    if (shared && o->algorithm == ALGORITHM_LOCAL)
        return problem_usage (p, "--ctl on the fly is decided by one process; "
                                 "members are for --algorithm=global");
    text_init (&all);
    if (o->fair || fair)
        text_print (&all, "%s%s%s", o->fair ? o->fair : "",
                    o->fair && fair ? "; " : "", fair ? fair : "");
    bool good = ctl_formula_read (
        f, (struct ctl_source) {o->ctl, "--ctl"},
        (struct ctl_source) {o->fair || fair ? text_view (&all) : NULL,
                             "--fair"},
        p);
    text_clear (&all);
    /* What stands behind the user's own. */
    size_t own = o->fair ? strlen (o->fair) : 0;
    for (size_t i = 0; i < f->proposition.size; i++)
        f->proposition.at[i].hidden =
            !strcmp (f->proposition.at[i].name, "--fair")
            && f->proposition.at[i].column > own;
    return good;
}

void
machine_formula_cover (const struct options *o, struct outcome *out)
{
    struct text t;
    assert (o->ctl);
    text_init (&t);
    text_print (&t, "formula %s", o->ctl);
    outcome_checked (out, text_view (&t));
    text_clear (&t);
}

/* ---- one search */

struct formula_search {
    const struct machine_formula *of;
    enum machine_formula_way way;
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

/* What states may take; of a labelling a quarter is for the graph of its story. */
static uint64_t
memory_for (const struct options *o, uint64_t processes)
{
    return (o->memory_limit << 20) / processes / 8 * 7;
}

static void
check (struct formula_search *s, const struct engine_context *engine,
       bool global, bool may_share)
{
    const struct options *o = engine->options;
    const struct ctl_formula *f = s->of->formula;
    uint64_t processes = may_share ? machine_processes (o) : 1;
    struct ctl_how how = {
        .threads = !global      ? 0
                   : !may_share ? 1
                   : o->threads ? (unsigned) o->threads
                                : (unsigned) o->workers,
        .store = {.kind = OPTION_NAME (o, store),
                  .threads = 1,
                  .scratch = o->scratch,
                  .cache_bytes = o->cache << 20,
                  .memory_bytes = memory_for (o, processes) / 4 * 3}};
    if (!global || processes == 1) {
        ctl_check (engine, &s->graph, f, &how, &s->result);
        return;
    }
    struct buffer program;
    buffer_init (&program);
    s->of->write (s->machine, &program);
    struct ctl_team team_of = {.members = machine_members (o),
                               .program = buffer_view (&program),
                               .scratch = o->scratch,
                               .member_bytes = memory_for (o, processes)};
    ctl_check_members (engine, &s->graph, f, &how, &team_of, &s->result);
    buffer_clear (&program);
}

/* False: problem. */
static bool
formula_search (struct formula_search *s, const struct machine_formula *m,
                const struct engine_context *engine,
                enum machine_formula_way way, bool global, bool may_share,
                struct problem *p)
{
    const struct options *o = engine->options;
    *s = (struct formula_search) {.of = m, .way = way};
    s->machine = m->open (m->context, way, p);
    if (!s->machine)
        return false;
    uint64_t memory =
        memory_for (o, may_share && global ? machine_processes (o) : 1);
    struct store_options kept = {.kind = OPTION_NAME (o, store),
                                 .threads = 1,
                                 .scratch = o->scratch,
                                 .cache_bytes = o->cache << 20,
                                 .memory_bytes = global ? memory / 4 : memory};
    if (!ctl_graph_init (&s->graph, s->machine, &kept)) {
        *p = s->graph.problem;
        return false;
    }
    check (s, engine, global, may_share);
    return true;
}

/* ---- telling */

char *
machine_formula_values (const struct machine_story *s, uint32_t from,
                        uint32_t to)
{
    const struct ctl_formula *f = s->formula;
    uint64_t old = from == CTL_ROOT ? 0 : ctl_graph_label (s->graph, from);
    uint64_t new = ctl_graph_label (s->graph, to), known = GENERATOR_ASKED;
    struct text t;
    text_init (&t);
    for (size_t i = 0; i < f->proposition.size && new &known; i++)
        if (!f->proposition.at[i].hidden
            && (!(old & known) || (old ^ new) >> i & 1))
            text_print (&t, "%s%s: %s", t.size ? ", " : "",
                        f->proposition.at[i].text,
                        new >> i & 1 ? "true" : "false");
    return text_take (&t);
}

/* The edge with all that it is, for those who print it. */
static struct edge
edge_of (generator *g, struct bytes state, uint32_t choice)
{
    struct edge e = {.choice = choice};
    generator_enter (g, state);
    while (generator_next (g, &e) == NEXT_EDGE)
        if (e.choice == choice)
            break;
    e.target = (struct bytes) {0};
    return e;
}

static char *
step_text (generator *g, const struct machine_story *s,
           const struct ctl_event *e)
{
    char *text = NULL;
    size_t size = 0;
    struct bytes state = ctl_graph_bytes (s->graph, e->state);
    struct text t;
    text_init (&t);
    if (s->graph->state.at[e->state].ended)
        text_add (&t, "nothing happens any more");
    else {
        struct edge edge = edge_of (g, state, e->choice);
        FILE *out = open_memstream (&text, &size);
        if (out) {
            g->class->print (g, state, &edge, out);
            fclose (out);
        }
    }
    text_add (&t, text ? text : "");
    free (text);
    return text_take (&t);
}

/* The step behind so many others. */
static void
mark_again (struct outcome *o, size_t behind)
{
    size_t i = 0;
    while (i < o->trace.size && behind) {
        size_t steps = o->trace.at[i].folded ? o->trace.at[i].folded : 1;
        behind -= steps < behind ? steps : behind;
        i++;
    }
    if (i < o->trace.size)
        o->trace.at[i].again = true;
}

void
machine_formula_tell_end (const struct machine_story *s,
                          const struct ctl_event *e, size_t to,
                          struct outcome *o)
{
    struct outcome_step step = {.values = memory_string (""),
                                .kind = e->kind == CTL_EVENT_LOOP ? STEP_LOOP
                                                                  : STEP_FAULT};
    struct text t;
    text_init (&t);
    assert (e->kind != CTL_EVENT_STEP);
    if (e->kind == CTL_EVENT_LOOP) {
        text_print (&t, "from here on again as after step %zu, for ever", to);
        mark_again (o, to);
    } else {
        text_add (&t, e->value ? "and here holds, too: "
                               : "and here nothing does: ");
        ctl_formula_print (s->formula, e->node, &t);
    }
    step.what = text_take (&t);
    VEC_PUSH (o->trace, step);
}

void
machine_formula_tell (generator *g, const struct machine_story *s, size_t first,
                      struct outcome *o)
{
    size_t before = outcome_steps (o);
    for (size_t i = first; i < s->events->size; i++) {
        const struct ctl_event *e = &s->events->at[i];
        if (e->kind != CTL_EVENT_STEP) {
            /* A loop does not go back to before a claim. */
            machine_formula_tell_end (
                s, e,
                e->kind == CTL_EVENT_LOOP ? before + e->target - first : 0, o);
            continue;
        }
        struct outcome_step step = {
            .what = step_text (g, s, e),
            .values = machine_formula_values (s, e->state, e->target)};
        VEC_PUSH (o->trace, step);
    }
}

static bool
tell (struct formula_search *s, struct outcome *o)
{
    struct machine_story story = {.graph = &s->graph,
                                  .events = &s->result.story,
                                  .formula = s->of->formula};
    if (s->of->tell)
        return s->of->tell (s->of->context, s->machine, s->way, &story, o);
    machine_formula_tell (s->machine, &story, 0, o);
    return true;
}

/* "cohort ctl 1", the machine, what was asked and found, and the story: "step CHOICE",
 * "loop N" to the state before step N of the story, counted from 0; a claim is left to
 * whoever judges. */
static char *
witness_text (struct formula_search *s, const char *formula)
{
    char identity[DIGEST_TEXT];
    struct text t;
    digest_print (s->machine->class->identity (s->machine), identity);
    text_init (&t);
    text_print (&t,
                "cohort ctl 1\nmachine %s %s\nexact %d\nformula %s\n"
                "holds %d\n",
                s->machine->class->name, identity, (int) s->way, formula,
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
    const struct ctl_cut *cut = &s->result.cut;
    const struct generator_class *class = s->machine->class;
    char *name = NULL;
    assert (cut->found);
    generator_enter (s->machine, buffer_view (&cut->state));
    while (!name && generator_next (s->machine, &e) == NEXT_EDGE)
        if (e.choice == cut->choice)
            name = memory_string (class->message && *class->message (s->machine)
                                      ? class->message (s->machine)
                                  : class->fault_name
                                      ? class->fault_name (s->machine, e.fault)
                                      : "something");
    outcome_unknown (o,
                     "the formula depends on what follows something that is "
                     "not modelled: %s",
                     name ? name : "something");
    memory_free (name);
}

static void
assume (const struct formula_search *s, const struct options *options,
        struct outcome *o)
{
    const struct ctl_formula *f = s->of->formula;
    if (s->result.answer == CTL_HOLDS && !f->universal && s->of->existence)
        outcome_assume (o, s->of->existence);
    if (options->fair)
        outcome_assume (o, "what --fair names happens again and again");
    if (s->result.ended)
        outcome_checked (o, "runs that end stay as they are for ever");
}

static void
fault_formula (struct outcome *o, const char *formula)
{
    struct text t;
    text_init (&t);
    text_print (&t, "formula %s", formula);
    outcome_fault (o, text_view (&t));
    text_clear (&t);
}

static void
conclude (struct formula_search *s, const struct options *options,
          struct outcome *o)
{
    const struct ctl_result *r = &s->result;
    o->counters.states = r->states;
    o->counters.edges = r->edges;
    o->counters.steps = r->steps;
    o->counters.layers = r->layers;
    o->counters.bytes = r->bytes;
    o->counters.searches++;
    o->digest = r->digest;
    switch (r->answer) {
    case CTL_HOLDS:
        o->verdict = VERDICT_SAFE;
        assume (s, options, o);
        o->proof = witness_text (s, options->ctl);
        return;
    case CTL_FAILS:
        o->verdict = VERDICT_UNSAFE;
        if (!tell (s, o))
            return;
        assume (s, options, o);
        o->derivation = witness_text (s, options->ctl);
        fault_formula (o, options->ctl);
        return;
    case CTL_NOT_ASKED:
        outcome_unknown (o,
                         "no run comes to %s, where the formula begins to "
                         "be asked",
                         s->of->begin);
        return;
    case CTL_UNFAIR:
        outcome_unknown (
            o, options->fair
                   ? "no run is fair: what --fair asks for does not happen "
                     "again and again on any"
                   : "no run is left by the assumptions of the program");
        return;
    case CTL_DEPENDS:
        conclude_cut (s, o);
        return;
    case CTL_FAILED:
        outcome_unknown (o, "%s", r->problem.message);
        return;
    }
}

/* Is the answer one of the program, whatever else it can do? */
static bool
is_answer (const struct formula_search *s)
{
    const struct ctl_formula *f = s->of->formula;
    enum ctl_answer answer = s->result.answer;
    switch (s->way) {
    case MACHINE_MORE:
        return answer == CTL_HOLDS && f->universal;
    case MACHINE_EXACT:
        return answer != CTL_DEPENDS;
    case MACHINE_LESS:
        return (answer == CTL_FAILS && f->universal)
               || (answer == CTL_HOLDS && f->existential);
    }
    return false;
}

bool
machine_formula_decide (const struct machine_formula *f,
                        const struct machine_check *m, struct problem *p)
{
    static const char *const why[] = {
        [MACHINE_EXACT] = "it may fail: asked again of the exact machine",
        [MACHINE_LESS] = "it depends on inputs: asked again of a few"};
    const struct options *o = m->engine->options;
    bool global = o->algorithm == ALGORITHM_GLOBAL, good, done;
    const struct ctl_formula *formula = f->formula;
    bool less = f->less && (formula->universal || formula->existential);
    struct formula_search s, again;
    assert (formula->node.size);
    m->outcome->engine = global ? "ctl (global)" : "ctl (local)";
    enum machine_formula_way way =
        formula->universal && f->more ? MACHINE_MORE : MACHINE_EXACT;
    good = formula_search (&s, f, m->engine, way, global, true, p);
    done = !good || is_answer (&s);
    while (!done && way < (less ? MACHINE_LESS : MACHINE_EXACT)) {
        log_say (m->engine->log, LOG_DETAIL, "%s", why[++way]);
        m->outcome->counters.searches++;
        good = formula_search (&again, f, m->engine, way, global, true, p);
        done = !good || is_answer (&again);
        /* Of less than all only an answer counts. */
        bool keep = way == MACHINE_LESS && good && !done;
        formula_search_clear (keep ? &again : &s);
        if (!keep)
            s = again;
    }
    if (good)
        conclude (&s, o, m->outcome);
    formula_search_clear (&s);
    return good;
}

/* ---- judging again */

/* Walks steps and loops of the witness, which become events; false: they are not those of
 * the graph. */
static bool
story_walk (struct ctl_graph *g, const char *lines, struct ctl_story *story)
{
    struct VEC (uint32_t)
        at = {0}; /* the state before each step, and the last */
    bool good = true;
    VEC_PUSH (at, CTL_ROOT);
    for (; good && *lines;
         lines += strcspn (lines, "\n") + (strchr (lines, '\n') != NULL)) {
        unsigned long n;
        const uint32_t *target;
        struct ctl_event e = {.state = VEC_LAST (at)};
        if (sscanf (lines, "step %lu\n", &n) == 1) {
            good = n < ctl_graph_edges (g, e.state, &target)
                   && target[n] != CTL_NOWHERE;
            e.kind = CTL_EVENT_STEP;
            e.choice = (uint32_t) n;
            e.target = good ? target[n] : CTL_NOWHERE;
        } else if (sscanf (lines, "loop %lu\n", &n) == 1) {
            good = n + 1 < at.size && at.at[n] == e.state;
            e.kind = CTL_EVENT_LOOP;
            e.target = (uint32_t) n;
        } else
            break; /* who made it, of what */
        if (good)
            VEC_PUSH (*story, e);
        if (good && e.kind == CTL_EVENT_STEP)
            VEC_PUSH (at, e.target);
    }
    VEC_CLEAR (at);
    return good;
}

/* The story of the witness, and in a step of its own what fails: claims are not in it. */
static void
story_tell (struct formula_search *s, const struct ctl_story *events,
            const char *formula, struct outcome *o)
{
    struct machine_story story = {
        .graph = &s->graph, .events = events, .formula = s->of->formula};
    bool told = true;
    if (s->of->tell)
        told = s->of->tell (s->of->context, s->machine, s->way, &story, o);
    else
        machine_formula_tell (s->machine, &story, 0, o);
    if (!told)
        return;
    struct outcome_step last = {.values = memory_string (""),
                                .kind = STEP_FAULT};
    struct text t;
    text_init (&t);
    text_print (&t, "so the formula does not hold: %s", formula);
    last.what = text_take (&t);
    VEC_PUSH (o->trace, last);
    o->verdict = VERDICT_UNSAFE;
    fault_formula (o, formula);
}

enum replay_result
machine_formula_replay (const struct machine_formula *f,
                        const struct engine_context *engine,
                        const char *witness, const char *file,
                        struct outcome *o, struct text *report,
                        struct problem *p)
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
    struct formula_search s = {.of = f};
    bool other = engine->options->algorithm == ALGORITHM_LOCAL;
    bool good =
        exact >= MACHINE_MORE && exact <= MACHINE_LESS
        && formula_search (&s, f, engine, (enum machine_formula_way) exact,
                           other, false, p);
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
        struct ctl_story story = {0};
        bool same =
            holds == (s.result.answer == CTL_HOLDS)
            && story_walk (&s.graph, at + strlen ("\nholds 0\n"), &story);
        if (same && !holds)
            story_tell (&s, &story, engine->options->ctl, o);
        VEC_CLEAR (story);
        text_print (report, "decided again, %s: %" PRIu64 " states: %s\n",
                    other ? "by labelling all states" : "on the fly",
                    s.result.states, same ? "the same" : "not the same");
        result = same ? REPLAY_CONFIRMED : REPLAY_REFUTED;
    }
    formula_search_clear (&s);
    return result;
}
