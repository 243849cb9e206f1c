/* story.c -- a story about a formula as a run of the program, line by line.
 *
 * It is walked once more: nothing unknown may decide, propositions must be what the story
 * says, and a second round of a loop must come to the state that the first one came
 * to. */
#include <assert.h>
#include <string.h>

#include "auto/threads/formula.h"
#include "auto/threads/internal.h"
#include "base/memory.h"
#include "vm/machine.h"

struct threads_story {
    const struct machine_story *story;
    size_t events;                /* up to the first claim */
    struct VEC (uint32_t) choice; /* of the edges; at the end a second round */
    struct VEC (size_t) event;    /* which one each is */
    size_t edges;                 /* of the first round */
    size_t again;                 /* edges before the loop; none: `edges` */
    struct vm_walk walk;
    generator *machine; /* that it is followed on */
    /* ---- while it is followed */
    size_t leg;
    struct buffer after; /* one round */
    const char *wrong;
};

/* An edge of the machine, not the one that is added to a state without any. */
static bool
is_edge (const struct threads_story *s, const struct ctl_event *e)
{
    return e->kind == CTL_EVENT_STEP
           && !s->story->graph->state.at[e->state].ended;
}

static void
take_edges (struct threads_story *s)
{
    const struct ctl_story *v = s->story->events;
    size_t loop = SIZE_MAX;
    assert (!s->choice.size && !s->events);
    for (; s->events < v->size && v->at[s->events].kind != CTL_EVENT_CLAIM;
         s->events++) {
        const struct ctl_event *e = &v->at[s->events];
        if (e->kind == CTL_EVENT_LOOP)
            loop = e->target;
        if (!is_edge (s, e))
            continue;
        VEC_PUSH (s->choice, e->choice);
        VEC_PUSH (s->event, s->events);
    }
    s->edges = s->again = s->choice.size;
    if (loop == SIZE_MAX)
        return;
    s->again = 0;
    while (s->again < s->edges && s->event.at[s->again] < loop)
        s->again++;
    for (size_t i = s->again; i < s->edges; i++) {
        VEC_PUSH (s->choice, s->choice.at[i]);
        VEC_PUSH (s->event, s->event.at[i]);
    }
}

/* ---- followed */

static void
story_passed (void *context, struct bytes source, const struct edge *e)
{
    struct threads_story *s = context;
    (void) source;
    assert (s->leg < s->event.size);
    const struct ctl_event *event =
        &s->story->events->at[s->event.at[s->leg++]];
    if (e->marks & (EDGE_CUT | EDGE_FAULT) || !e->target.size)
        s->wrong = "it comes to something else";
    else if (s->machine->class->label (s->machine, e->target)
             != ctl_graph_label (s->story->graph, event->target))
        s->wrong = "propositions are not as they should be";
    if (s->leg == s->edges)
        buffer_put (&s->after, e->target.data, e->target.size);
    else if (s->leg == s->choice.size
             && (e->target.size != s->after.size
                 || memcmp (e->target.data, s->after.data, s->after.size) != 0))
        s->wrong = "a second round ends in another state";
}

/* Null: it is a run of the program; else why it is none. */
static const char *
follow (struct threads_story *s, generator *walked)
{
    struct vm_walk_end end;
    struct vm_onlooker onlooker = {.passed = story_passed, .context = s};
    bool good =
        vm_walk_record (walked, s->choice.at, s->choice.size, &s->walk, &end)
        && !end.guessed;
    vm_walk_end_clear (&end);
    if (!good)
        return "it cannot be walked";
    vm_walk_settle (&s->walk);
    good = vm_walk_follow (s->machine, &s->walk, &onlooker, NULL, &end)
           && !end.guessed && s->leg == s->choice.size;
    vm_walk_end_clear (&end);
    return s->wrong ? s->wrong : good ? NULL : "it cannot be followed";
}

/* ---- told */

/* To step `at`, the first one of what changed it; there may be none. */
static void
add_values (struct outcome *o, size_t at, const char *nothing, char *adopted)
{
    assert (at <= o->trace.size);
    if (*adopted && at == o->trace.size) {
        struct outcome_step step = {.what = memory_string (nothing),
                                    .values = memory_string ("")};
        VEC_PUSH (o->trace, step);
    }
    if (*adopted) {
        struct outcome_step *one = &o->trace.at[at];
        struct text t;
        text_init (&t);
        text_print (&t, "%s%s%s", one->values, *one->values ? ", " : "",
                    adopted);
        memory_free (one->values);
        one->values = text_take (&t);
    }
    memory_free (adopted);
}

/* A walk changes what is seen with its first instruction: a step is to begin there. */
static void
mark_legs (const struct threads_story *s, uint8_t mark[])
{
    const struct ctl_story *v = s->story->events;
    assert (s->edges <= s->walk.leg.size);
    for (size_t i = 0; i < s->edges; i++) {
        const struct ctl_event *e = &v->at[s->event.at[i]];
        char *values = machine_formula_values (s->story, e->state, e->target);
        if (*values && i && !mark[i - 1])
            mark[i - 1] = VM_MARK_END;
        bool turns =
            i + 1 < s->edges
            && s->walk.leg.at[i].thread != s->walk.leg.at[i + 1].thread;
        if (*values || i + 1 == s->again || i + 1 == s->edges || turns)
            mark[i] = VM_MARK_SHOWN;
        memory_free (values);
    }
}

/* What is no edge: that nothing follows, or a loop. */
static void
tell_other (const struct threads_story *s, const struct ctl_event *e,
            size_t loop_step, struct outcome *o)
{
    bool idle = s->again == s->edges; /* nothing but what was added */
    if (e->kind != CTL_EVENT_STEP) {
        machine_formula_tell_end (s->story, e,
                                  idle ? outcome_steps (o) : loop_step, o);
        return;
    }
    struct outcome_step step = {.what =
                                    memory_string ("nothing happens any more"),
                                .values = memory_string ("")};
    VEC_PUSH (o->trace, step);
}

/* Only the first round is told. */
static void
tell (struct threads_story *s, struct outcome *o)
{
    const struct ctl_story *v = s->story->events;
    uint8_t *mark = NEW_ARRAY (uint8_t, s->choice.size + 1);
    size_t *end = NEW_ARRAY (size_t, s->choice.size + 1), told_so_far = 0;
    struct vec_vm_told told = {0};
    size_t loop_step = 0, edge = 0;
    mark_legs (s, mark);
    s->walk.leg.size = s->edges;
    vm_trace_marked (s->machine, &s->walk, mark, end, &told);
    for (size_t i = 0; i < s->events; i++) {
        const struct ctl_event *e = &v->at[i];
        if (!is_edge (s, e)) {
            tell_other (s, e, loop_step, o);
            continue;
        }
        if (edge == s->again)
            loop_step = outcome_steps (o);
        size_t first = o->trace.size;
        struct vec_vm_told some = {0};
        for (; told_so_far < end[edge]; told_so_far++)
            VEC_PUSH (some, told.at[told_so_far]);
        threads_trace (vm_machine_code (s->machine), &some, o);
        add_values (o, first, edge ? "" : "main begins",
                    machine_formula_values (s->story, e->state, e->target));
        edge++;
    }
    VEC_CLEAR (told);
    memory_free (mark);
    memory_free (end);
    machine_formula_tell (s->machine, s->story, s->events, o);
}

bool
threads_story_tell (generator *walked, generator *exact,
                    const struct machine_story *story, struct outcome *o)
{
    struct threads_story s = {.story = story, .machine = exact};
    assert (story->events->size);
    buffer_init (&s.after);
    take_edges (&s);
    const char *wrong = follow (&s, walked);
    if (wrong)
        outcome_unknown (o, "the counterexample was not confirmed: %s", wrong);
    else
        tell (&s, o);
    vm_walk_clear (&s.walk);
    VEC_CLEAR (s.choice);
    VEC_CLEAR (s.event);
    buffer_clear (&s.after);
    return !wrong;
}
