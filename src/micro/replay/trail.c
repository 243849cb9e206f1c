/* trail.c -- all single steps of a path. */
#include "micro/replay/trail.h"

#include <assert.h>
#include <string.h>

#include "micro/machine_internal.h"

struct recorder {
    struct micro_trail *trail;
    uint8_t *seen; /* the state as the changes so far give it */
    size_t next;   /* first change of the next step */
};

static void
note (struct recorder *r, const uint8_t *state, uint32_t at)
{
    assert (at < r->trail->size);
    if (r->seen[at] == state[at])
        return;
    VEC_PUSH (r->trail->change,
              ((struct trail_change) {at, r->seen[at], state[at]}));
    r->seen[at] = state[at];
}

static void
note_all (struct recorder *r, const uint8_t *state)
{
    for (uint32_t at = 0; at < r->trail->size; at++)
        note (r, state, at);
}

/* An input that was read, and of which something is still unknown. */
static bool
is_delayed (const struct micro_core *c, uint32_t pc)
{
    const struct micro_program *p = c->program;
    return c->input && p->memory != MICRO_EXACT && p->reductions & MICRO_DELAY
           && !micro_is_eager (p, pc) && p->class->leaves_open (c, pc);
}

static void
record (void *context, struct micro_walk *w, const struct micro_event *event,
        uint32_t step)
{
    struct recorder *r = context;
    const struct micro_core *c = &w->core;
    uint32_t pc = r->seen[HEAD_PC] | (uint32_t) r->seen[HEAD_PC + 1] << 8
                  | (uint32_t) r->seen[HEAD_PC_HIGH] << 16;
    struct micro_trail_step made = {.event = {EVENT_RESET, 0},
                                    .first = r->next};
    assert (event || !step);
    if (event) {
        made.event = *event;
        made.pc = pc;
        made.delayed = is_delayed (c, pc);
        for (unsigned i = 0; i < c->undos; i++)
            note (r, w->work, c->undo[i].at);
    } else
        note_all (r, w->work);
    assert (!memcmp (r->seen, w->work, r->trail->size));
    VEC_PUSH (r->trail->step, made);
    r->next = r->trail->change.size;
}

static bool
read_edges (struct recorder *r, generator *g, const uint32_t *choice, size_t n,
            bool fails)
{
    struct edge e = {0};
    uint8_t *source = memory_new (r->trail->size);
    bool fine = n > 0;
    for (size_t i = 0; i < n && fine; i++) {
        struct bytes from = {source, i ? r->trail->size : 0};
        fine = micro_machine_replay (g, from, choice[i], record, r, &e)
               && !(e.marks & EDGE_FAULT) == (i + 1 < n || !fails);
        if (fine) {
            VEC_PUSH (r->trail->edge, r->trail->step.size);
            memcpy (source, e.target.data, e.target.size);
            note_all (r, source);
        }
    }
    r->trail->fault = e.fault;
    memory_free (source);
    return fine;
}

bool
micro_trail_read (struct micro_trail *t, const generator *g,
                  const uint32_t *choice, size_t choices, bool fails)
{
    memset (t, 0, sizeof *t);
    t->size = micro_state_size (micro_machine_program (g));
    t->state = memory_new (t->size);
    generator *own = g->class->clone (g);
    struct recorder r = {t, memory_new (t->size), 0};
    bool fine = read_edges (&r, own, choice, choices, fails);
    own->class->free (own);
    memory_free (r.seen);
    return fine;
}

void
micro_trail_clear (struct micro_trail *t)
{
    VEC_CLEAR (t->step);
    VEC_CLEAR (t->change);
    VEC_CLEAR (t->edge);
    memory_free (t->state);
    memset (t, 0, sizeof *t);
}

size_t
micro_trail_end (const struct micro_trail *t, size_t step)
{
    assert (step < t->step.size);
    return step + 1 < t->step.size ? t->step.at[step + 1].first
                                   : t->change.size;
}

void
micro_trail_forward (struct micro_trail *t)
{
    assert (t->at < t->step.size);
    size_t end = micro_trail_end (t, t->at);
    for (size_t i = t->step.at[t->at].first; i < end; i++)
        t->state[t->change.at[i].at] = t->change.at[i].after;
    t->at++;
}

void
micro_trail_back (struct micro_trail *t)
{
    assert (t->at > 0);
    t->at--;
    size_t first = t->step.at[t->at].first;
    for (size_t i = micro_trail_end (t, t->at); i-- > first;)
        t->state[t->change.at[i].at] = t->change.at[i].before;
}
