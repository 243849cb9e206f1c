/* replaying.h -- a recorded check without a team: its work and its span. */
#ifndef REPLAYING_H
#define REPLAYING_H

#include <time.h>

#include "base/map.h"
#include "recording.h"
#include "team/agenda.h"

static uint64_t
clock_thread_ns (void)
{
    struct timespec t;
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

/* ---- sequential */

struct sequential {
    struct asker asker;
    const struct recording *recording;
    struct map seen;
    uint64_t work_ns, quest_ns;
    struct kind_cost {
        size_t items;
        uint64_t ns, most_ns;
    } kind[256]; /* by the first byte of an item */
    bool lacks;  /* an item is missing: this is not the recorded check */
};

static bool
sequential_get (struct asker *asker, struct bytes item, struct bytes *answer,
                uint64_t *units)
{
    struct sequential *s = (struct sequential *) asker;
    struct digest d = digest_of (item);
    if (!memo_get (s->recording->memo, d, answer, units)) {
        s->lacks = true;
        return false;
    }
    if (!map_put (&s->seen, d, 1))
        return true;
    uint64_t ns = recording_cost (s->recording, d);
    struct kind_cost *k = &s->kind[item.size ? item.data[0] : 0];
    k->items++;
    k->ns += ns;
    if (ns > k->most_ns)
        k->most_ns = ns;
    s->work_ns += ns;
    return true;
}

static void
share_ignore (struct asker *asker, struct bytes blob)
{
    (void) asker, (void) blob;
}

static const struct asker_class sequential_class = {.get = sequential_get,
                                                    .share = share_ignore};

static bool
sequential_run (struct sequential *s, const struct recording *r)
{
    *s = (struct sequential){{&sequential_class}, .recording = r};
    map_init (&s->seen);
    struct crew_options crew = recording_quest (r, r->memo);
    uint64_t start = clock_thread_ns ();
    enum quest_step step = QUEST_MOVED;
    while (step == QUEST_MOVED && !s->lacks)
        step = crew.quest_class->step (crew.quest, &s->asker);
    s->quest_ns = clock_thread_ns () - start;
    return step == QUEST_DECIDED;
}

/* ---- span */

struct span_item {
    struct digest digest;
    uint8_t *data; /* owned; null when it is over */
    size_t size;
    uint64_t told; /* epoch in which the quest was told of it */
    bool over, wanted;
};

/* Unlimited workers: an item begins when it is first asked for.  Items that are
 * neither recorded nor known from a prediction are never answered: nothing that
 * is committed comes through them. */
struct span {
    struct asker asker;
    const struct recording *recording;
    const memo *extra; /* answers that predictions needed; units: their ns */
    const struct quest_class *quest_class;
    quest *quest;
    struct map index;
    struct VEC (struct span_item) item;
    struct VEC (size_t) ready; /* wanted, and over already */
    struct agenda agenda;
    uint64_t now_ns, epoch;
};

static bool
span_answer (const struct span *s, struct digest d, struct bytes *answer,
             uint64_t *units, uint64_t *cost_ns)
{
    *cost_ns = recording_cost (s->recording, d);
    if (memo_get (s->recording->memo, d, answer, units))
        return true;
    bool known = memo_get (s->extra, d, answer, units);
    *cost_ns = *units;
    return known;
}

static size_t
span_begin (struct span *s, struct digest d, struct bytes item,
            uint64_t cost_ns)
{
    uint64_t *found = map_get (&s->index, d);
    if (found)
        return *found;
    size_t i = s->item.size;
    struct span_item new = {.digest = d,
                            .data = memory_copy (item.data, item.size),
                            .size = item.size};
    VEC_PUSH (s->item, new);
    map_put (&s->index, d, i);
    agenda_put (&s->agenda, s->now_ns + cost_ns, i, NULL);
    return i;
}

static bool
span_get (struct asker *asker, struct bytes item, struct bytes *answer,
          uint64_t *units)
{
    struct span *s = (struct span *) asker;
    struct digest d = digest_of (item);
    uint64_t cost_ns;
    /* Not known: a stage that only goes ahead while another waits; what it
     * waits for is never over. */
    return span_answer (s, d, answer, units, &cost_ns)
           && s->item.at[span_begin (s, d, item, cost_ns)].over;
}

static void
span_want (struct asker *asker, struct bytes item, uint64_t rank)
{
    (void) rank;
    struct span *s = (struct span *) asker;
    struct digest d = digest_of (item);
    struct bytes answer;
    uint64_t units, cost_ns;
    if (!span_answer (s, d, &answer, &units, &cost_ns))
        return;
    size_t i = span_begin (s, d, item, cost_ns);
    struct span_item *it = &s->item.at[i];
    if (!it->over)
        it->wanted = true;
    else if (it->told != s->epoch) {
        it->told = s->epoch;
        VEC_PUSH (s->ready, i);
    }
}

static void
span_forget (struct asker *asker)
{
    ((struct span *) asker)->epoch++;
}

static const struct asker_class span_class = {.get = span_get,
                                              .want = span_want,
                                              .forget = span_forget,
                                              .share = share_ignore};

static void
span_tell (struct span *s, size_t i)
{
    struct bytes answer;
    uint64_t units, cost_ns;
    struct span_item it = s->item.at[i];
    s->item.at[i].told = s->epoch;
    if (s->quest_class->arrived
        && span_answer (s, it.digest, &answer, &units, &cost_ns))
        s->quest_class->arrived (s->quest, &s->asker,
                                 (struct bytes){it.data, it.size}, answer);
}

/* Lets the time pass until something is over; false: nothing is under way. */
static bool
span_pass (struct span *s)
{
    struct agenda_entry e;
    if (!agenda_take (&s->agenda, &e))
        return false;
    s->now_ns = e.when;
    do {
        s->item.at[e.what].over = true;
        if (s->item.at[e.what].wanted)
            span_tell (s, e.what);
    } while (agenda_first (&s->agenda)
             && agenda_first (&s->agenda)->when == s->now_ns
             && agenda_take (&s->agenda, &e));
    return true;
}

static bool
span_run (const struct recording *r, const memo *extra, uint64_t *ns)
{
    struct span s = {{&span_class}, .recording = r, .extra = extra, .epoch = 1};
    map_init (&s.index);
    agenda_init (&s.agenda);
    struct crew_options crew = recording_quest (r, r->memo);
    s.quest_class = crew.quest_class;
    s.quest = crew.quest;
    enum quest_step step = QUEST_MOVED;
    while (step != QUEST_DECIDED) {
        step = s.quest_class->step (s.quest, &s.asker);
        while (s.ready.size)
            span_tell (&s, VEC_POP (s.ready));
        if (step == QUEST_WAITS && !span_pass (&s))
            break;
    }
    *ns = s.now_ns;
    for (size_t i = 0; i < s.item.size; i++)
        memory_free (s.item.at[i].data);
    VEC_CLEAR (s.item);
    VEC_CLEAR (s.ready);
    map_clear (&s.index);
    agenda_clear (&s.agenda);
    return step == QUEST_DECIDED;
}

#endif
