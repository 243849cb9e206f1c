/* story.c -- see story.h. */
#include "auto/firmware/story.h"

#include <assert.h>
#include <string.h>

#include "micro/property/property.h"
#include "base/memory.h"

/* Steps that the search for values may take. */
enum { CONCRETE_STEPS = 20000000 };

struct firmware_story {
    const struct firmware *firmware;
    generator *machine;
    const struct machine_story *story;
    size_t events;                /* up to the first claim */
    struct VEC (uint32_t) choice; /* of the edges; at the end a second round */
    struct VEC (uint32_t) target; /* state of the graph behind each */
    size_t edges;                 /* of the first round */
    size_t again;                 /* edges before the loop; none: `edges` */
    struct vec_happening run;
    size_t *end; /* owned; of each edge, in the run */
};

static char *
node_text (uint32_t address)
{
    struct text t;
    text_init (&t);
    text_print (&t, "%u", address);
    return text_take (&t);
}

void
firmware_trace_take (struct vec_told *told, struct outcome *o)
{
    for (size_t i = 0; i < told->size; i++) {
        struct micro_told *t = &told->at[i];
        struct outcome_step step = {.place = t->place,
                                    .what = t->what,
                                    .values = t->values,
                                    .folded = t->folded,
                                    .kind = t->interrupt ? STEP_INTERRUPT
                                            : t->input   ? STEP_INPUT
                                                         : STEP_PLAIN,
                                    .node = node_text (t->address)};
        VEC_PUSH (o->trace, step);
    }
    VEC_CLEAR (*told);
}

/* ---- the run */

/* An edge of the machine, not the one that is added to a state without any. */
static bool
is_edge (const struct firmware_story *s, const struct ctl_event *e)
{
    return e->kind == CTL_EVENT_STEP
           && !s->story->graph->state.at[e->state].ended;
}

static void
take_edges (struct firmware_story *s)
{
    const struct ctl_story *v = s->story->events;
    size_t loop = SIZE_MAX;
    for (; s->events < v->size && v->at[s->events].kind != CTL_EVENT_CLAIM;
         s->events++) {
        const struct ctl_event *e = &v->at[s->events];
        if (e->kind == CTL_EVENT_LOOP)
            loop = e->target;
        if (!is_edge (s, e))
            continue;
        VEC_PUSH (s->choice, e->choice);
        VEC_PUSH (s->target, e->target);
    }
    s->edges = s->again = s->choice.size;
    if (loop == SIZE_MAX)
        return;
    s->again = 0;
    for (size_t i = 0; i < loop; i++)
        s->again += is_edge (s, &v->at[i]);
    for (size_t i = s->again; i < s->edges; i++) {
        VEC_PUSH (s->choice, s->choice.at[i]);
        VEC_PUSH (s->target, s->target.at[i]);
    }
}

/* For who draws it: what was executed, and what followed it. */
static void
run_mark (const struct firmware_story *s, uint32_t from, uint32_t to,
          bool loops)
{
    struct map *passed = s->firmware->run;
    if (!passed)
        return;
    map_put (passed, micro_flow_step (from, (uint32_t) FLOW_NOWHERE), loops);
    map_put (passed, micro_flow_step (from, to), loops);
}

/* Runs it; null if all is as the story says, else what is not. */
static const char *
run_check (struct firmware_story *s)
{
    struct micro_program *exact = micro_concrete_program (s->firmware->program);
    struct micro_core core;
    const char *wrong = NULL;
    core_init (&core, exact);
    uint8_t *after = memory_new (core.size); /* one round */
    core_enter (&core, memory_new (core.size));
    size_t edge = 0;
    for (size_t i = 0; i < s->run.size && !wrong; i++) {
        uint32_t from = core_pc (&core);
        micro_concrete_step (&core, &s->run.at[i], i == 0);
        if (i)
            run_mark (s, from, core_pc (&core), edge >= s->edges);
        if (core.fault || core.cut)
            wrong = "it comes to something else";
        for (; edge < s->choice.size && s->end[edge] == i + 1; edge++) {
            if (micro_label_now (&core)
                != ctl_graph_label (s->story->graph, s->target.at[edge]))
                wrong = "propositions are not as they should be";
            if (edge + 1 == s->edges)
                memcpy (after, core.state, core.size);
        }
    }
    if (!wrong && s->choice.size > s->edges
        && memcmp (after, core.state, core.size))
        wrong = "a second round ends in another state";
    memory_free (after);
    memory_free (core.state);
    memory_free (exact);
    return wrong;
}

static const char *
run_find (struct firmware_story *s)
{
    if (!s->choice.size)
        return "it has no step";
    s->end = NEW_ARRAY (size_t, s->choice.size);
    if (!micro_concretise_path (s->machine, s->choice.at, s->choice.size,
                                CONCRETE_STEPS, &s->run, s->end))
        return "no values were found for it";
    return run_check (s);
}

/* ---- telling */

/* Adds what is true or false now to the last step. */
static void
add_values (struct outcome *o, char *adopted)
{
    struct outcome_step *last = &VEC_LAST (o->trace);
    struct text t;
    if (*adopted) {
        text_init (&t);
        text_print (&t, "%s%s%s", last->values, *last->values ? ", " : "",
                    adopted);
        memory_free (last->values);
        last->values = text_take (&t);
    }
    memory_free (adopted);
}

/* The event that an edge is of. */
static const struct ctl_event *
event_of (const struct firmware_story *s, size_t edge)
{
    const struct ctl_story *v = s->story->events;
    size_t i = 0;
    for (;; i++)
        if (is_edge (s, &v->at[i]) && !edge--)
            return &v->at[i];
}

/* Behind edges on which a proposition changes, and before the loop. */
static size_t
marks_make (const struct firmware_story *s, size_t mark[], size_t edge_of[])
{
    size_t marks = 0;
    for (size_t i = 0; i < s->edges; i++) {
        const struct ctl_event *e = event_of (s, i);
        char *values = machine_formula_values (s->story, e->state, e->target);
        if (*values || i + 1 == s->again || i + 1 == s->edges) {
            mark[marks] = s->end[i];
            edge_of[marks++] = i;
        }
        memory_free (values);
    }
    return marks;
}

static void
tell_tail (const struct firmware_story *s, size_t loop_step, struct outcome *o)
{
    const struct ctl_story *v = s->story->events;
    for (size_t i = 0; i < s->events; i++) {
        const struct ctl_event *e = &v->at[i];
        struct outcome_step step = {.values = memory_string ("")};
        if (e->kind == CTL_EVENT_LOOP) {
            bool idle = s->again == s->edges; /* nothing but what was added */
            machine_formula_tell_end (s->story, e,
                                      idle ? outcome_steps (o) : loop_step, o);
        } else if (!is_edge (s, e)) {
            step.what = memory_string ("nothing happens any more");
            VEC_PUSH (o->trace, step);
            continue;
        }
        memory_free (step.values);
    }
    machine_formula_tell (s->machine, s->story, s->events, o);
}

/* Only the first round is told. */
static void
tell (struct firmware_story *s, struct outcome *o)
{
    size_t *mark = NEW_ARRAY (size_t, s->edges + 1);
    size_t *edge_of = NEW_ARRAY (size_t, s->edges + 1);
    size_t *at = NEW_ARRAY (size_t, s->edges + 1);
    size_t marks = marks_make (s, mark, edge_of), loop_step = 0, k = 0;
    struct vec_told told = {0};
    s->run.size = s->end[s->edges - 1];
    micro_trace_marked (s->firmware->program, &s->firmware->image, &s->run,
                        mark, marks, &told, at);
    size_t lines = told.size;
    struct vec_told rest = told;
    for (size_t i = 0; i < lines || k < marks;) {
        while (k < marks && at[k] == i) {
            const struct ctl_event *e = event_of (s, edge_of[k]);
            if (o->trace.size)
                add_values (
                    o, machine_formula_values (s->story, e->state, e->target));
            if (edge_of[k] + 1 == s->again)
                loop_step = outcome_steps (o);
            k++;
        }
        if (i == lines)
            break;
        struct vec_told one = {0};
        VEC_PUSH (one, rest.at[i]);
        firmware_trace_take (&one, o);
        i++;
    }
    VEC_CLEAR (rest);
    memory_free (mark);
    memory_free (edge_of);
    memory_free (at);
    tell_tail (s, loop_step, o);
}

bool
firmware_story_tell (const struct firmware *f, generator *g,
                     const struct machine_story *story, struct outcome *o)
{
    struct firmware_story s = {.firmware = f, .machine = g, .story = story};
    take_edges (&s);
    const char *wrong = run_find (&s);
    if (wrong)
        outcome_unknown (o,
                         "the counterexample was not confirmed by the exact "
                         "machine: %s",
                         wrong);
    else
        tell (&s, o);
    VEC_CLEAR (s.choice);
    VEC_CLEAR (s.target);
    VEC_CLEAR (s.run);
    memory_free (s.end);
    return !wrong;
}
