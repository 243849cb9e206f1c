/* walk.c -- see walk.h. */
#include "vm/replay/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void
vm_walk_clear (struct vm_walk *w)
{
    VEC_CLEAR (w->leg);
    VEC_CLEAR (w->choice);
    VEC_CLEAR (w->input);
}

void
vm_walk_end_clear (struct vm_walk_end *end)
{
    memory_free (end->message);
    *end = (struct vm_walk_end) {0};
}

/* What an edge or leg says of the end, should it be the last. */
static void
end_take (const generator *g, const struct edge *e, struct vm_walk_end *end)
{
    memory_free (end->message);
    end->message = NULL;
    end->fault = VM_NO_FAULT;
    if (!(e->marks & EDGE_FAULT))
        return;
    const char *message = vm_machine_message (g);
    end->fault = e->fault;
    end->message = message && *message ? memory_string (message) : NULL;
}

/* ---- recording */

struct recording {
    const struct vm_run *run; /* the machine's; null: nothing ran */
};

static void
record_watch (void *context, struct vm_run *r)
{
    struct recording *rec = context;
    rec->run = r;
}

static void
record_leg (struct vm_walk *w, const struct vm_run *run, const struct edge *e)
{
    struct vm_leg leg = {.thread = e->process,
                         .steps = run ? run->steps : 0,
                         .first = (uint32_t) w->choice.size};
    for (size_t i = 0; run && i < run->asked; i++)
        VEC_PUSH (w->choice, run->choice.at[i]);
    leg.end = (uint32_t) w->choice.size;
    VEC_PUSH (w->leg, leg);
}

bool
vm_walk_record (generator *g, const uint32_t *choice, size_t choices,
                struct vm_walk *w, struct vm_walk_end *end)
{
    struct buffer state;
    bool good = true;
    *end = (struct vm_walk_end) {0};
    buffer_init (&state);
    for (size_t i = 0; good && i < choices; i++) {
        struct recording rec = {0};
        struct edge e;
        size_t input = 0;
        /* Only the root has no bytes. */
        good = (!i || state.size)
               && vm_machine_watch (g, buffer_view (&state), choice[i], NULL, 0,
                                    &input, record_watch, &rec, &e);
        if (!good)
            break;
        record_leg (w, rec.run, &e);
        for (size_t c = VEC_LAST (w->leg).first; c < w->choice.size; c++)
            end->guessed |= w->choice.at[c].guess;
        end->guessed |= i && vm_machine_guessed (g);
        end_take (g, &e, end);
        buffer_reset (&state);
        buffer_put (&state, e.target.data, e.target.size);
    }
    buffer_clear (&state);
    return good;
}

void
vm_walk_settle (struct vm_walk *w)
{
    assert (!w->input.size);
    for (size_t i = 0; i < w->choice.size; i++) {
        struct vm_choice *c = &w->choice.at[i];
        if (!c->input)
            continue;
        VEC_PUSH (w->input, vm_few_input (c->chosen));
        c->guess = true; /* no answer of the other machine's */
    }
}

/* ---- following */

static bool
leg_follow (generator *g, const struct vm_walk *w, const struct vm_leg *leg,
            struct bytes state, struct vm_follow *f, struct edge *e)
{
    struct VEC (uint32_t) answer = {0};
    for (uint32_t i = leg->first; i < leg->end; i++)
        if (!w->choice.at[i].guess)
            VEC_PUSH (answer, w->choice.at[i].chosen);
    f->thread = leg->thread;
    f->steps = leg->steps;
    f->answer = answer.at;
    f->answers = answer.size;
    bool good = vm_machine_follow (g, state, f, e);
    VEC_CLEAR (answer);
    return good;
}

bool
vm_walk_follow (generator *g, const struct vm_walk *w,
                const struct vm_onlooker *onlooker, struct text *output,
                struct vm_walk_end *end)
{
    struct buffer state;
    bool good = true;
    struct vm_follow f = {.input = w->input.at,
                          .inputs = w->input.size,
                          .output = output,
                          .watch = onlooker ? onlooker->watch : NULL,
                          .context = onlooker ? onlooker->context : NULL};
    *end = (struct vm_walk_end) {0};
    buffer_init (&state);
    for (size_t i = 0; good && i < w->leg.size; i++) {
        struct edge e;
        good =
            (!i || state.size)
            && leg_follow (g, w, &w->leg.at[i], buffer_view (&state), &f, &e);
        if (!good)
            break;
        /* Nothing is decided where a program begins. */
        end->guessed |= i && vm_machine_guessed (g);
        end_take (g, &e, end);
        if (onlooker && onlooker->passed)
            onlooker->passed (onlooker->context, buffer_view (&state), &e);
        buffer_reset (&state);
        buffer_put (&state, e.target.data, e.target.size);
    }
    buffer_clear (&state);
    return good;
}

/* ---- as text */

void
vm_walk_write (const struct vm_walk *w, struct text *t)
{
    for (size_t i = 0; i < w->leg.size; i++) {
        const struct vm_leg *leg = &w->leg.at[i];
        text_print (t, "%u %u", leg->thread, leg->steps);
        for (uint32_t c = leg->first; c < leg->end; c++)
            if (!w->choice.at[c].guess)
                text_print (t, " %u", w->choice.at[c].chosen);
        text_char (t, '\n');
    }
    for (size_t i = 0; i < w->input.size; i++)
        text_print (t, "input %" PRIu64 "\n", w->input.at[i]);
}

/* A number up to `end`; false: none. */
static bool
number_read (const char **at, uint64_t *number)
{
    char *end;
    if (**at < '0' || **at > '9')
        return false;
    *number = strtoull (*at, &end, 10);
    *at = end;
    return true;
}

static bool
leg_read (struct vm_walk *w, const char **at)
{
    uint64_t thread, steps, answer;
    if (!number_read (at, &thread) || *(*at)++ != ' '
        || !number_read (at, &steps) || thread >= VM_THREADS_MOST
        || steps > UINT32_MAX)
        return false;
    struct vm_leg leg = {.thread = (uint32_t) thread,
                         .steps = (uint32_t) steps,
                         .first = (uint32_t) w->choice.size};
    while (**at == ' ') {
        ++*at;
        if (!number_read (at, &answer) || answer > UINT32_MAX)
            return false;
        VEC_PUSH (w->choice,
                  ((struct vm_choice) {.chosen = (uint32_t) answer}));
    }
    leg.end = (uint32_t) w->choice.size;
    VEC_PUSH (w->leg, leg);
    return true;
}

bool
vm_walk_read (struct vm_walk *w, const char *lines)
{
    assert (!w->leg.size && !w->input.size);
    while (*lines == '\n')
        lines++;
    while (*lines) {
        uint64_t input;
        bool is_input = !strncmp (lines, "input ", 6);
        lines += is_input ? 6 : 0;
        if (is_input ? !number_read (&lines, &input) : !leg_read (w, &lines))
            return false;
        if (is_input)
            VEC_PUSH (w->input, input);
        if (*lines && *lines++ != '\n')
            return false;
    }
    return w->leg.size;
}

/* ---- any way to the end */

static bool
first_edge (generator *g, struct bytes state, struct text *output,
            struct edge *e, bool *more)
{
    struct vm_walk w = {0};
    struct recording rec = {0};
    size_t input = 0;
    *more =
        vm_machine_watch (g, state, 0, NULL, 0, &input, record_watch, &rec, e);
    if (!*more)
        return true;
    record_leg (&w, rec.run, e);
    /* Once more, with what it prints. */
    struct vm_follow f = {.output = output};
    bool good = leg_follow (g, &w, &w.leg.at[0], state, &f, e);
    *more = good && e->target.size
            && !(e->marks & (EDGE_FINAL | EDGE_FAULT | EDGE_CUT));
    vm_walk_clear (&w);
    return good;
}

bool
vm_walk_first (generator *g, struct text *output, struct vm_walk_end *end,
               struct problem *p)
{
    struct buffer state;
    bool more = true, good = true;
    struct edge e = {0};
    *end = (struct vm_walk_end) {0};
    buffer_init (&state);
    while (good && more) {
        good = first_edge (g, buffer_view (&state), output, &e, &more);
        buffer_reset (&state);
        if (good && more)
            buffer_put (&state, e.target.data, e.target.size);
    }
    if (good)
        end_take (g, &e, end);
    if (!good || e.marks & EDGE_CUT)
        good = problem_of_kind (
            p, PROBLEM_UNSUPPORTED, (struct place) {0}, "%s",
            good ? vm_machine_message (g) : "the program has inputs");
    buffer_clear (&state);
    return good;
}
