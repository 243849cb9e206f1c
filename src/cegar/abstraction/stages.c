/* stages.c -- see stages.h. */
#include "cegar/abstraction/stages.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct stages {
    struct stages_parts part;
    struct entry {
        struct stage *stage;
        deepening *deepening;
        reference *reference;
        hyper *hyper; /* one of the three is not null */
        bool waits;
    } entry[STAGES_MOST];
    size_t size;
    bool strengthened;
    struct stage *winner, *failed; /* one at most is not null */
};

static void
stages_add (stages *s, struct stage *stage, deepening *d, reference *r,
            hyper *h)
{
    assert (stage && !d + !r + !h == 2);
    assert (s->size < STAGES_MOST);
    s->entry[s->size++] = (struct entry) {stage, d, r, h, false};
}

/* Of so many units each stage gets its part. */
static void
stages_share (stages *s, uint64_t units)
{
    assert (s->size);
    for (size_t i = 0; i < s->size; i++)
        s->entry[i].stage->limit = units / s->size + 1;
}

stages *
stages_new (const struct stages_parts *part)
{
    assert (part->system);
    stages *s = NEW (stages);
    s->part = *part;
    if (part->unroll)
        stages_add (s, deepening_stage (part->unroll), part->unroll, NULL,
                    NULL);
    if (part->induct)
        stages_add (s, deepening_stage (part->induct), part->induct, NULL,
                    NULL);
    if (part->cegar)
        stages_add (s, reference_stage (part->cegar), NULL, part->cegar, NULL);
    if (part->hyper)
        stages_add (s, hyper_stage (part->hyper), NULL, NULL, part->hyper);
    assert (s->size);
    if (part->limit && part->houdini)
        houdini_stage (part->houdini)->limit = part->limit / 2 + 1;
    else if (part->limit)
        stages_share (s, part->limit);
    return s;
}

void
stages_free (stages *s)
{
    if (s->part.houdini)
        houdini_free (s->part.houdini);
    if (s->part.unroll)
        deepening_free (s->part.unroll);
    if (s->part.induct)
        deepening_free (s->part.induct);
    if (s->part.cegar)
        reference_free (s->part.cegar);
    if (s->part.hyper)
        hyper_free (s->part.hyper);
    memory_free (s);
}

const term *const *
stages_known (const stages *s)
{
    return s->strengthened ? houdini_invariant (s->part.houdini) : NULL;
}

struct stage *
stages_winner (stages *s)
{
    return s->winner;
}

struct stage *
stages_failed (stages *s)
{
    return s->failed;
}

static bool
stage_decided (const struct stage *s)
{
    return s->end == REFERENCE_SAFE || s->end == REFERENCE_UNSAFE;
}

static uint64_t
stages_budget (unsigned round)
{
    return (uint64_t) STAGES_BUDGET << (round < 40 ? round : 40);
}

/* Walks (round, stage) in order.  The first stage there that still runs within
 * its budget is the one to go on with; if a decided one comes first, it wins, and
 * if one that failed does, nobody can: what it would have found is not known. */
static struct entry *
stages_turn (stages *s, unsigned *round)
{
    assert (!s->winner && !s->failed);
    for (*round = 0;; ++*round) {
        bool runs = false;
        for (size_t i = 0; i < s->size; i++) {
            struct stage *stage = s->entry[i].stage;
            if (stage_spent (stage))
                continue;
            bool within = stage->units <= stages_budget (*round);
            if (stage->end == REFERENCE_UNDECIDED)
                continue;
            runs = true;
            if (!within)
                continue;
            if (stage->end == REFERENCE_RUNS)
                return &s->entry[i];
            if (stage_decided (stage))
                s->winner = stage;
            else
                s->failed = stage;
            return NULL;
        }
        if (!runs)
            return NULL;
    }
}

static void
stages_move (stages *s, struct entry *e, struct oracle *oracle)
{
    assert (e->stage->end == REFERENCE_RUNS);
    (void) s;
    enum driver_step step = e->deepening ? deepening_step (e->deepening, oracle)
                            : e->hyper   ? hyper_step (e->hyper, oracle)
                                       : reference_step (e->reference, oracle);
    e->waits = step == DRIVER_BLOCKED;
}

/* Houdini's turn: it decides, or the others begin with what it found. */
static enum driver_step
stages_first (stages *s, struct oracle *oracle)
{
    assert (!s->strengthened && !s->winner);
    enum driver_step step = houdini_step (s->part.houdini, oracle);
    struct stage *stage = houdini_stage (s->part.houdini);
    if (step != DRIVER_DONE)
        return step;
    assert (stage->end != REFERENCE_RUNS);
    const term *const *known = houdini_invariant (s->part.houdini);
    if (stage_decided (stage)) {
        s->winner = stage;
        return DRIVER_DONE;
    }
    if (stage->end == REFERENCE_FAILED) {
        s->failed = stage;
        return DRIVER_DONE;
    }
    if (known) {
        struct buffer blob;
        buffer_init (&blob);
        strengthen_write (known, s->part.system->location.size, &blob);
        oracle->class->share (oracle, buffer_view (&blob));
        buffer_clear (&blob);
        strengthen (s->part.system, known);
        s->strengthened = true;
    }
    if (s->part.limit)
        stages_share (s, s->part.limit > stage->units
                             ? s->part.limit - stage->units
                             : s->part.limit / 2);
    for (size_t i = 0; i < s->size; i++) {
        s->entry[i].stage->digest = stage->digest;
        s->entry[i].stage->counters.committed = stage->counters.committed;
        s->entry[i].stage->counters.entailments = stage->counters.entailments;
        s->entry[i].stage->counters.undecided = stage->counters.undecided;
    }
    return DRIVER_PROGRESS;
}

static enum driver_step
stages_step (driver *q, struct oracle *oracle)
{
    stages *s = (stages *) q;
    if (s->part.houdini
        && houdini_stage (s->part.houdini)->end == REFERENCE_RUNS)
        return stages_first (s, oracle);
    if (s->winner || s->failed)
        return DRIVER_DONE;
    unsigned round;
    struct entry *turn = stages_turn (s, &round);
    if (!turn)
        return DRIVER_DONE;
    stages_move (s, turn, oracle);
    if (!turn->waits)
        return DRIVER_PROGRESS;
    /* Others go ahead while this one waits. */
    bool moved = false;
    for (size_t i = 0; i < s->size; i++) {
        struct entry *e = &s->entry[i];
        if (e == turn || e->stage->end != REFERENCE_RUNS
            || stage_spent (e->stage)
            || e->stage->units > stages_budget (round + 1))
            continue;
        stages_move (s, e, oracle);
        moved |= !e->waits;
    }
    return moved ? DRIVER_PROGRESS : DRIVER_BLOCKED;
}

static void
stages_arrived (driver *q, struct oracle *oracle, struct bytes item,
                struct bytes answer)
{
    stages *s = (stages *) q;
    if (s->part.cegar && item.size && item.data[0] == ITEM_EXPAND)
        reference_arrived (s->part.cegar, oracle, item, answer);
}

bool
stages_spent (const stages *s)
{
    bool spent = false;
    for (size_t i = 0; i < s->size; i++)
        spent |= stage_spent (s->entry[i].stage);
    return spent && !s->winner && !s->failed;
}

struct digest
stages_digest (const stages *s)
{
    struct digest all = {0};
    struct buffer one;
    buffer_init (&one);
    for (size_t i = 0; i < s->size; i++) {
        buffer_reset (&one);
        buffer_digest (&one, s->entry[i].stage->digest);
        all = digest_chain (all, buffer_view (&one));
    }
    buffer_clear (&one);
    return all;
}

static void
stages_text (const stages *s, char *text, size_t room, bool reasons)
{
    size_t used = 0;
    if (room)
        text[0] = 0;
    for (size_t i = 0; i < s->size; i++) {
        const struct entry *e = &s->entry[i];
        char line[256];
        if (reasons)
            snprintf (line, sizeof line, "%s", e->stage->reason);
        else if (e->deepening)
            deepening_progress (e->deepening, line, sizeof line);
        else if (e->hyper)
            hyper_progress (e->hyper, line, sizeof line);
        else
            reference_progress (e->reference, line, sizeof line);
        if (reasons && !line[0])
            continue;
        int n = s->size > 1 && reasons
                    ? snprintf (text + used, room - used, "%s%s: %s",
                                used ? "; " : "", e->stage->name, line)
                    : snprintf (text + used, room - used, "%s%s",
                                used ? "; " : "", line);
        if (n > 0)
            used += (size_t) n;
        if (used >= room)
            return;
    }
}

void
stages_reason (const stages *s, char *text, size_t room)
{
    stages_text (s, text, room, true);
}

void
stages_established (const stages *s, char *text, size_t room)
{
    stages_text (s, text, room, false);
}

static void
stages_progress (const driver *q, char *text, size_t room)
{
    stages_text ((const stages *) q, text, room, false);
}

const struct driver_class stages_driver = {
    .name = "stages",
    .step = stages_step,
    .arrived = stages_arrived,
    .progress = stages_progress,
};
