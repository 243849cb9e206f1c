/* predicting.h -- a recorded check over a simulated team of N. */
#ifndef PREDICTING_H
#define PREDICTING_H

#include "replaying.h"
#include "team/pool/pool.h"
#include "team/transport/simulated.h"

/* ---- workers that have only the answers, and one item worker for the rest */

struct item_worker_replaying {
    struct answers *answers;
};

/* The program of a replayed check is where its struct answers is: all simulated
 * workers are in this process. */
static item_worker *
replay_open (struct bytes program, struct problem *p)
{
    (void) p;
    struct item_worker_replaying *l = NEW (struct item_worker_replaying);
    assert (program.size == sizeof l->answers);
    memcpy (&l->answers, program.data, sizeof l->answers);
    return (item_worker *) l;
}

static void
replay_close (item_worker *l)
{
    memory_free (l);
}

static bool
replay_learn (item_worker *object, struct bytes blob)
{
    answers_learn (((struct item_worker_replaying *) object)->answers, blob);
    return true;
}

/* What it costs the simulated worker is noted beside the answer, where that one
 * looks: the units are the item's own, whoever is asked, and however often. */
static bool
replay_work (item_worker *object, struct bytes item, struct buffer *answer,
             uint64_t *units)
{
    struct answers *a = ((struct item_worker_replaying *) object)->answers;
    struct bytes known;
    if (!answers_get (a, item, &known, units))
        return true; /* an empty answer: malformed */
    buffer_put (answer, known.data, known.size);
    return true;
}

static const struct item_worker_class replay_item_worker = {
    .name = "replay",
    .open = replay_open,
    .close = replay_close,
    .learn = replay_learn,
    .work = replay_work};

static member *
replay_worker (void *context)
{
    static const struct item_worker_class *const labors[] = {
        &replay_item_worker, NULL};
    const struct answers *a = context;
    return pool_worker_new (labors, a->known);
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
    member *pool;
    struct errand *first, **last;
    uint64_t busy_ns;
    bool free;                                 /* takes no time */
    const struct partition_run *partition_run; /* of a program, else null */
    uint64_t established_ns; /* when it had established the last bound .. */
    uint32_t established;    /* .. which is that */
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

static void
timed_note (struct timed *t, uint64_t now)
{
    if (!t->partition_run || t->partition_run->established == t->established)
        return;
    t->established = t->partition_run->established;
    t->established_ns = now;
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
    const struct member_class *class = &pool_master_class;
    uint64_t start = clock_thread_ns ();
    if (e->kind == ERRAND_MESSAGE)
        class->receive (t->pool, team_of, &e->message);
    else if (e->kind == ERRAND_ALARM)
        class->alarm (t->pool, team_of, e->what);
    else if (e->kind == ERRAND_JOINED)
        class->joined (t->pool, team_of, (unsigned) e->what);
    else
        class->lost (t->pool, team_of, (unsigned) e->what);
    uint64_t took = clock_thread_ns () - start;
    t->busy_ns += took;
    *units = t->free ? 0 : took;
    timed_note (t, team_now (team_of) + *units);
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
    bool over; /* beyond the work limit: the rest says nothing */
    uint64_t end_ns, master_ns;
    uint64_t items, wasted;
    uint64_t established_ns; /* the last bound without an error; 0: none */
};

/* A seed whose links are wide (simulated.h). */
enum { SEED = 1 };

static void
timed_clear (struct timed *t)
{
    while (t->first) {
        struct errand *e = t->first;
        t->first = e->next;
        memory_free ((void *) e->message.body.data);
        memory_free (e);
    }
    pool_master_free (t->pool);
}

/* The schedule may change the time, and nothing else. */
static bool
predict_same (const struct answers *a, const struct sequential *s,
              const struct pool_result *result, unsigned workers,
              struct problem *p)
{
    if (!result->decided)
        return problem_set (p, (struct place) {0}, "%s",
                            result->problem.message);
    return digest_equal (recording_result (a->recording), s->result)
           || problem_set (p, (struct place) {0},
                           "%u workers have another result than none", workers);
}

/* After sequential_run: everything that the result rests on is known. */
static bool
predict (struct answers *a, const struct sequential *s, unsigned workers,
         uint64_t delay_ns, bool free, struct prediction *found,
         struct problem *p)
{
    assert (workers && s->answers == a);
    memo *fresh = memo_new ();
    struct pool_options pool = answers_driver (a, fresh);
    pool.item_worker = &replay_item_worker;
    pool.program = (struct bytes) {(const uint8_t *) &a, sizeof a};
    pool.keep_alive = false;
    struct recording *r = a->recording;
    struct timed timed = {.pool = pool_master_new (&pool),
                          .free = free,
                          .partition_run =
                              r->is_program ? &r->partition_run : NULL};
    timed.last = &timed.first;
    struct simulated_options o = {.seed = SEED,
                                  .members = workers,
                                  .delay_ns = delay_ns,
                                  .unit_ns_x1024 = 1024};
    struct simulated_outcome outcome;
    bool good =
        simulated_run (&o, &timed_class, (member *) &timed, &pool_worker_class,
                       replay_worker, pool_worker_free, a, &outcome, p);
    const struct pool_result *result = pool_master_result (timed.pool);
    *found = (struct prediction) {a->over,        outcome.end_ns,
                                  timed.busy_ns,  result->items,
                                  result->wasted, timed.established_ns};
    if (a->over)
        *p = (struct problem) {0}; /* whatever came of that */
    good = a->over || (good && predict_same (a, s, result, workers, p));
    timed_clear (&timed);
    memo_free (fresh);
    return good;
}

#endif
