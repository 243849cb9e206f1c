/* predicting.h -- a recorded check over a simulated team of N. */
#ifndef PREDICTING_H
#define PREDICTING_H

#include "replaying.h"
#include "team/crew.h"
#include "team/simulated.h"

/* ---- workers that have only the recording, and one laborer for the rest */

struct replay {
    const struct recording *recording;
    const struct labor_class *labor; /* the engine's own */
    struct bytes program;
    laborer *real;                   /* opened when first needed */
    size_t blobs;                    /* that it has learnt */
    struct map shared;               /* digests of blobs */
    struct VEC (struct buffer) blob; /* each of them once, as they came */
    memo *extra; /* answers that the recording lacks; units: their ns */
};

struct laborer_replaying {
    struct replay *replay;
};

/* The program of a replayed check is where its struct replay is: all simulated
 * workers are in this process. */
static laborer *
replay_open (struct bytes program, struct problem *p)
{
    (void) p;
    struct laborer_replaying *l = NEW (struct laborer_replaying);
    assert (program.size == sizeof l->replay);
    memcpy (&l->replay, program.data, sizeof l->replay);
    return (laborer *) l;
}

static void
replay_close (laborer *l)
{
    memory_free (l);
}

static bool
replay_learn (laborer *object, struct bytes blob)
{
    struct replay *r = ((struct laborer_replaying *) object)->replay;
    if (!map_put (&r->shared, digest_of (blob), r->blob.size))
        return true;
    struct buffer b;
    buffer_init (&b);
    buffer_put (&b, blob.data, blob.size);
    VEC_PUSH (r->blob, b);
    return true;
}

static bool
replay_work (laborer *object, struct bytes item, struct buffer *answer,
             uint64_t *units)
{
    struct replay *r = ((struct laborer_replaying *) object)->replay;
    struct digest d = digest_of (item);
    struct bytes known;
    if (memo_get (r->extra, d, &known, units)) {
        buffer_put (answer, known.data, known.size);
        return true;
    }
    struct problem p = {0};
    if (!r->real)
        r->real = r->labor->open (r->program, &p);
    if (!r->real)
        return true; /* an empty answer: malformed */
    for (; r->blobs < r->blob.size; r->blobs++)
        r->labor->learn (r->real, buffer_view (&r->blob.at[r->blobs]));
    uint64_t start = clock_thread_ns ();
    bool done = r->labor->work (r->real, item, answer, units);
    *units = clock_thread_ns () - start;
    if (done)
        memo_put (r->extra, d, buffer_view (answer), *units, 0);
    return done;
}

static const struct labor_class replay_labor = {.name = "replay",
                                                .open = replay_open,
                                                .close = replay_close,
                                                .learn = replay_learn,
                                                .work = replay_work};

static member *
replay_worker (void *context)
{
    static const struct labor_class *const labors[] = {&replay_labor, NULL};
    const struct replay *r = context;
    return crew_worker_new (labors, r->recording->memo);
}

static void
replay_init (struct replay *r, const struct recording *recording)
{
    *r = (struct replay){.recording = recording, .extra = memo_new ()};
    map_init (&r->shared);
}

static void
replay_clear (struct replay *r)
{
    if (r->real)
        r->labor->close (r->real);
    for (size_t i = 0; i < r->blob.size; i++)
        buffer_clear (&r->blob.at[i]);
    VEC_CLEAR (r->blob);
    map_clear (&r->shared);
    memo_free (r->extra);
}

/* ---- a master whose calls take time
 *
 * What comes in waits in a queue; handling one is an item of work, so that the
 * simulated transport keeps the master busy, and holds back what it sends, for
 * as long as the call took here. */

enum errand_kind { ERRAND_MESSAGE, ERRAND_ALARM, ERRAND_JOINED, ERRAND_LOST };

struct errand {
    struct errand *next;
    enum errand_kind kind;
    struct message message;
    uint64_t what;
};

struct timed {
    member *crew;
    struct errand *first, **last;
    uint64_t busy_ns;
    bool free; /* takes no time */
};

static struct timed *
timed_of (member *m)
{
    return (struct timed *) m;
}

static struct errand *
timed_add (member *m, enum errand_kind kind, uint64_t what)
{
    struct timed *t = timed_of (m);
    struct errand *e = NEW (struct errand);
    e->kind = kind;
    e->what = what;
    *t->last = e;
    t->last = &e->next;
    return e;
}

static void
timed_receive (member *m, team *team_of, const struct message *message)
{
    (void) team_of;
    struct errand *e = timed_add (m, ERRAND_MESSAGE, 0);
    e->message = *message;
    e->message.body.data = memory_copy (message->body.data, message->body.size);
}

static void
timed_alarm (member *m, team *team_of, uint64_t what)
{
    (void) team_of;
    timed_add (m, ERRAND_ALARM, what);
}

static void
timed_joined (member *m, team *team_of, unsigned who)
{
    (void) team_of;
    timed_add (m, ERRAND_JOINED, who);
}

static void
timed_lost (member *m, team *team_of, unsigned who)
{
    (void) team_of;
    timed_add (m, ERRAND_LOST, who);
}

static bool
timed_work (member *m, team *team_of, uint64_t *units)
{
    struct timed *t = timed_of (m);
    struct errand *e = t->first;
    if (!e)
        return false;
    t->first = e->next;
    if (!t->first)
        t->last = &t->first;
    const struct member_class *class = &crew_master_class;
    uint64_t start = clock_thread_ns ();
    if (e->kind == ERRAND_MESSAGE)
        class->receive (t->crew, team_of, &e->message);
    else if (e->kind == ERRAND_ALARM)
        class->alarm (t->crew, team_of, e->what);
    else if (e->kind == ERRAND_JOINED)
        class->joined (t->crew, team_of, (unsigned) e->what);
    else
        class->lost (t->crew, team_of, (unsigned) e->what);
    uint64_t took = clock_thread_ns () - start;
    t->busy_ns += took;
    *units = t->free ? 0 : took;
    memory_free ((void *) e->message.body.data);
    memory_free (e);
    return true;
}

static const struct member_class timed_class = {.receive = timed_receive,
                                                .work = timed_work,
                                                .alarm = timed_alarm,
                                                .joined = timed_joined,
                                                .lost = timed_lost};

/* ---- N workers */

struct prediction {
    uint64_t end_ns, master_ns;
    uint64_t items, wasted;
};

/* A seed whose links are wide (simulated.h). */
enum { SEED = 1 };

static bool
predict (struct replay *r, unsigned workers, uint64_t delay_ns, bool free,
         struct prediction *found, struct problem *p)
{
    memo *fresh = memo_new ();
    struct crew_options crew = recording_quest (r->recording, fresh);
    r->labor = crew.labor;
    r->program = crew.program;
    crew.labor = &replay_labor;
    crew.program = (struct bytes){(const uint8_t *) &r, sizeof r};
    crew.keep_alive = false;
    struct timed timed = {.crew = crew_master_new (&crew), .free = free};
    timed.last = &timed.first;
    struct simulated_options o = {.seed = SEED,
                                  .members = workers,
                                  .delay_ns = delay_ns,
                                  .unit_ns_x1024 = 1024};
    struct simulated_outcome outcome;
    bool good =
        simulated_run (&o, &timed_class, (member *) &timed, &crew_worker_class,
                       replay_worker, crew_worker_free, r, &outcome, p);
    const struct crew_result *result = crew_master_result (timed.crew);
    if (good && !result->decided)
        good =
            problem_set (p, (struct place){0}, "%s", result->problem.message);
    *found = (struct prediction){outcome.end_ns, timed.busy_ns, result->items,
                                 result->wasted};
    while (timed.first) {
        struct errand *e = timed.first;
        timed.first = e->next;
        memory_free ((void *) e->message.body.data);
        memory_free (e);
    }
    crew_master_free (timed.crew);
    memo_free (fresh);
    return good;
}

#endif
