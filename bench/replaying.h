/* replaying.h -- a recorded check without a team: its work and its span. */
#ifndef REPLAYING_H
#define REPLAYING_H

#include "answering.h"
#include "base/map.h"
#include "team/transport/timers.h"

/* ---- sequential */

struct sequential {
    struct oracle oracle;
    struct answers *answers;
    bool finishes; /* what is missing is worked out */
    struct map seen;
    uint64_t work_ns, driver_ns;
    struct digest result; /* see recording_result */
    struct kind_cost {
        size_t items;
        uint64_t ns, most_ns;
    } kind[256]; /* by the first byte of an item */
    bool lacks;  /* an item is missing */
    /* .. which every recording of this program has, unless it has nothing:
     * another version made it. */
    bool foreign;
};

static bool
sequential_answer (struct sequential *s, struct bytes item,
                   struct bytes *answer, uint64_t *units)
{
    return s->finishes
               ? answers_get (s->answers, item, answer, units)
               : answers_find (s->answers, digest_of (item), answer, units);
}

static bool
sequential_get (struct oracle *oracle, struct bytes item, struct bytes *answer,
                uint64_t *units)
{
    struct sequential *s = (struct sequential *) oracle;
    struct digest d = digest_of (item);
    const struct recording *r = s->answers->recording;
    /* The root of a program's search is answered before anything is asked. */
    s->foreign = !s->seen.size && r->is_program && memo_count (r->memo)
                 && !answers_find (s->answers, d, answer, units);
    if (s->foreign || !sequential_answer (s, item, answer, units)) {
        s->lacks = true;
        return false;
    }
    if (!map_put (&s->seen, d, 1))
        return true;
    uint64_t ns = memo_cost_ns (s->answers->known, d);
    struct kind_cost *k = &s->kind[item.size ? item.data[0] : 0];
    k->items++;
    k->ns += ns;
    if (ns > k->most_ns)
        k->most_ns = ns;
    s->work_ns += ns;
    return true;
}

static void
sequential_share (struct oracle *oracle, struct bytes blob)
{
    answers_learn (((struct sequential *) oracle)->answers, blob);
}

static const struct oracle_class sequential_class = {.get = sequential_get,
                                                     .share = sequential_share};

static bool
sequential_pass (struct sequential *s)
{
    struct pool_options pool = answers_driver (s->answers, s->answers->known);
    uint64_t start = clock_thread_ns ();
    enum driver_step step = DRIVER_PROGRESS;
    while (step == DRIVER_PROGRESS && !s->lacks)
        step = pool.driver_class->step (pool.driver, &s->oracle);
    s->driver_ns = clock_thread_ns () - start;
    s->result = recording_result (s->answers->recording);
    return step == DRIVER_DONE;
}

/* False: an item has no answer. */
static bool
sequential_run (struct sequential *s, struct answers *a, bool finishes)
{
    *s = (struct sequential) {
        {&sequential_class}, .answers = a, .finishes = finishes};
    map_init (&s->seen);
    size_t before = a->worked;
    /* The driver's own time is that of a pass without work. */
    return sequential_pass (s) && (a->worked == before || sequential_pass (s));
}

/* After sequential_run failed: no error up to a bound is a result, even if the
 * answers about what lies beyond the bound are missing; then the driver is only
 * about that from now on.  False: nothing is established. */
static bool
sequential_enough (struct sequential *s)
{
    struct recording *r = s->answers->recording;
    assert (s->lacks && !r->partition_run.enough);
    r->partition_run.enough = r->partition_run.established;
    if (!r->partition_run.enough)
        return false;
    map_clear (&s->seen);
    return sequential_run (s, s->answers, false);
}

/* ---- span */

static void
share_ignore (struct oracle *oracle, struct bytes blob)
{
    (void) oracle, (void) blob;
}

struct span_item {
    struct digest digest;
    uint8_t *data; /* owned; null when it is over */
    size_t size;
    uint64_t told; /* epoch in which the driver was told of it */
    bool over, wanted;
};

/* Unlimited workers: an item begins when it is first asked for.  Items that
 * have no answer yet are never answered: nothing that is committed comes
 * through them, unless the check is one that did not end. */
struct span {
    struct oracle oracle;
    struct answers *answers;
    const struct driver_class *driver_class;
    driver *driver;
    struct map index;
    struct VEC (struct span_item) item;
    struct VEC (size_t) ready; /* wanted, and over already */
    struct timers timers;
    uint64_t now_ns, work_ns, epoch;
};

struct span_found {
    uint64_t ns, work_ns; /* work_ns: of all items that were asked for */
    size_t items;
    char where[200]; /* the driver stands at its end, for people */
};

static bool
span_answer (const struct span *s, struct digest d, struct bytes *answer,
             uint64_t *units, uint64_t *cost_ns)
{
    bool found = answers_find (s->answers, d, answer, units);
    *cost_ns = memo_cost_ns (s->answers->known, d);
    return found;
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
    timers_put (&s->timers, s->now_ns + cost_ns, i, NULL);
    s->work_ns += cost_ns;
    return i;
}

static bool
span_get (struct oracle *oracle, struct bytes item, struct bytes *answer,
          uint64_t *units)
{
    struct span *s = (struct span *) oracle;
    struct digest d = digest_of (item);
    uint64_t cost_ns;
    /* Not known: a stage that only goes ahead while another waits; what it
     * waits for is never over. */
    if (!span_answer (s, d, answer, units, &cost_ns))
        return false;
    size_t i = span_begin (s, d, item, cost_ns); /* may move the items */
    return s->item.at[i].over;
}

static void
span_want (struct oracle *oracle, struct bytes item, uint64_t rank)
{
    (void) rank;
    struct span *s = (struct span *) oracle;
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
span_forget (struct oracle *oracle)
{
    ((struct span *) oracle)->epoch++;
}

static const struct oracle_class span_class = {.get = span_get,
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
    if (s->driver_class->arrived
        && span_answer (s, it.digest, &answer, &units, &cost_ns))
        s->driver_class->arrived (s->driver, &s->oracle,
                                  (struct bytes) {it.data, it.size}, answer);
}

/* Lets the time pass until something is over; false: nothing is under way. */
static bool
span_pass (struct span *s)
{
    struct timers_entry e;
    if (!timers_take (&s->timers, &e))
        return false;
    s->now_ns = e.when;
    do {
        s->item.at[e.what].over = true;
        if (s->item.at[e.what].wanted)
            span_tell (s, e.what);
    } while (timers_first (&s->timers)
             && timers_first (&s->timers)->when == s->now_ns
             && timers_take (&s->timers, &e));
    return true;
}

/* False: the driver did not end; it went as far as there are answers. */
static bool
span_run (struct answers *a, struct span_found *found)
{
    struct span s = {{&span_class}, .answers = a, .epoch = 1};
    map_init (&s.index);
    timers_init (&s.timers);
    struct pool_options pool = answers_driver (a, a->known);
    s.driver_class = pool.driver_class;
    s.driver = pool.driver;
    enum driver_step step = DRIVER_PROGRESS;
    while (step != DRIVER_DONE) {
        step = s.driver_class->step (s.driver, &s.oracle);
        while (s.ready.size)
            span_tell (&s, VEC_POP (s.ready));
        if (step == DRIVER_BLOCKED && !span_pass (&s))
            break;
    }
    *found = (struct span_found) {
        .ns = s.now_ns, .work_ns = s.work_ns, .items = s.item.size};
    if (s.driver_class->progress)
        s.driver_class->progress (s.driver, found->where, sizeof found->where);
    for (size_t i = 0; i < s.item.size; i++)
        memory_free (s.item.at[i].data);
    VEC_CLEAR (s.item);
    VEC_CLEAR (s.ready);
    map_clear (&s.index);
    timers_clear (&s.timers);
    return step == DRIVER_DONE;
}

#endif
