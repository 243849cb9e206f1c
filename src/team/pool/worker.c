/* worker.c -- a worker: a queue of items, answered one after the other.
 *
 * A cancel comes from another thread while an item is at work, or when it just
 * is not any more.  What was interrupted has no answer, whatever `work` says;
 * it goes back to the front of the queue, and the CANCEL message that comes
 * along decides whether it stays there.  So a cancel that hits the wrong item
 * costs time, but no answer.
 *
 * Test only: if the environment has COHORT_TEST_DIE, a worker kills itself
 * when it meets an item whose description contains that text. */
#include "team/pool/pool.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "team/pool/internal.h"

enum {
    WORKER_SEND_BYTES = 4096, /* answers are sent when there are so many, */
    WORKER_SEND_NS = 5000000, /* or the oldest is so old, */
    WORKER_LONG_NS = 500000,  /* or one took so long that a message is cheap */
    WORKER_ROOM = 1 << 16,    /* no more work with so many unsent */
    ALARM_SEND = 1
};

struct pool_worker_task {
    struct digest digest;
    uint8_t *data; /* owned */
    size_t size;
    bool urgent; /* somebody waits: its answer is sent at once */
};

struct task_list VEC (struct pool_worker_task);

struct pool_worker {
    const struct item_worker_class *const *kinds;
    const struct item_worker_class *class; /* null until the program came */
    item_worker *worker;
    const memo *answers;    /* may be null */
    const char *deadly;     /* COHORT_TEST_DIE, or null */
    struct task_list queue; /* the next one is the last of the list */
    struct buffer out;      /* answers not yet sent */
    uint64_t out_ns;        /* since when there are some */
    struct buffer answer;   /* of the item at work */
    bool failed;            /* said so; does nothing any more */
    bool told;              /* the failure was sent */
    struct problem problem;
    pthread_mutex_t lock; /* of the two below */
    bool working;         /* class->work is running */
    bool cancelled;       /* since the last item ended */
};

/* The struct that pool_worker_new has made. */
static struct pool_worker *
worker_of (member *m)
{
    return (struct pool_worker *) m;
}

member *
pool_worker_new (const struct item_worker_class *const *kinds,
                 const memo *answers)
{
    assert (kinds);
    struct pool_worker *m = NEW (struct pool_worker);
    m->kinds = kinds;
    m->answers = answers;
    m->deadly = getenv ("COHORT_TEST_DIE");
    buffer_init (&m->out);
    buffer_init (&m->answer);
    pthread_mutex_init (&m->lock, NULL);
    return (member *) m;
}

void
pool_worker_free (member *self)
{
    struct pool_worker *m = worker_of (self);
    if (m->worker)
        m->class->close (m->worker);
    for (size_t i = 0; i < m->queue.size; i++)
        memory_free (m->queue.at[i].data);
    VEC_CLEAR (m->queue);
    buffer_clear (&m->out);
    buffer_clear (&m->answer);
    pthread_mutex_destroy (&m->lock);
    memory_free (m);
}

/* ---- sending */

static void
worker_send (struct pool_worker *m, team *t)
{
    if (m->failed && !m->told) {
        struct buffer b;
        buffer_init (&b);
        buffer_string (&b, m->problem.message);
        m->told = team_send (t, TEAM_MASTER, POOL_FAILED, buffer_view (&b));
        buffer_clear (&b);
    }
    if (m->out.size
        && team_send (t, TEAM_MASTER, POOL_ANSWERS, buffer_view (&m->out)))
        buffer_reset (&m->out);
}

static void
worker_begin_record (struct pool_worker *m, team *t)
{
    if (m->out.size)
        return;
    m->out_ns = team_now (t);
    /* So that a long item does not hold back the answers before it, should
     * the transport ring while the queue is worked on. */
    team_alarm (t, WORKER_SEND_NS, ALARM_SEND);
}

static void
worker_flush (struct pool_worker *m, team *t, bool now)
{
    if (now || !m->queue.size || m->out.size >= WORKER_SEND_BYTES
        || team_now (t) - m->out_ns >= WORKER_SEND_NS)
        worker_send (m, t);
}

static void
worker_fail (struct pool_worker *m, team *t, const char *what)
{
    problem_of_kind (&m->problem, PROBLEM_RESOURCE, (struct place) {0}, "%s",
                     what);
    m->failed = true;
    worker_send (m, t);
}

/* ---- receiving */

static void
worker_program (struct pool_worker *m, team *t, struct reader *r)
{
    char *name = reader_string (r);
    struct bytes program = reader_bytes (r);
    bool good = reader_done (r) && !m->class;
    for (size_t i = 0; good && m->kinds[i] && !m->class; i++)
        if (!strcmp (m->kinds[i]->name, name))
            m->class = m->kinds[i];
    memory_free (name);
    if (!good || !m->class)
        worker_fail (m, t, "a worker does not know this kind of work");
    else if (!(m->worker = m->class->open (program, &m->problem)))
        worker_fail (m, t, "a worker cannot open the program");
}

static struct pool_worker_task
task_of (struct bytes item, bool urgent)
{
    return (struct pool_worker_task) {digest_of (item),
                                      memory_copy (item.data, item.size),
                                      item.size, urgent};
}

static void
worker_batch (struct pool_worker *m, team *t, struct reader *r)
{
    uint64_t front = reader_uint (r);
    struct task_list first = {0}, rest = {0};
    while (!r->failed && r->at < r->end) {
        struct bytes item = reader_bytes (r);
        if (r->failed)
            break;
        if (first.size < front)
            VEC_PUSH (first, task_of (item, true));
        else
            VEC_PUSH (rest, task_of (item, false));
    }
    /* The list runs backwards: rest, queue, first become one. */
    struct task_list all = {0};
    while (rest.size)
        VEC_PUSH (all, VEC_POP (rest));
    for (size_t i = 0; i < m->queue.size; i++)
        VEC_PUSH (all, m->queue.at[i]);
    while (first.size)
        VEC_PUSH (all, VEC_POP (first));
    VEC_CLEAR (first);
    VEC_CLEAR (rest);
    VEC_CLEAR (m->queue);
    m->queue = all;
    if (r->failed)
        worker_fail (m, t, "a worker cannot read its batch");
}

static bool
worker_take (struct pool_worker *m, struct digest d,
             struct pool_worker_task *found)
{
    size_t at = m->queue.size;
    while (at && !digest_equal (m->queue.at[at - 1].digest, d))
        at--;
    if (!at)
        return false;
    *found = m->queue.at[at - 1];
    m->queue.size--;
    memmove (&m->queue.at[at - 1], &m->queue.at[at],
             (m->queue.size - at + 1) * sizeof *m->queue.at);
    return true;
}

static void
worker_cancel (struct pool_worker *m, team *t, struct reader *r)
{
    while (!r->failed && r->at < r->end) {
        struct digest d = reader_digest (r);
        struct pool_worker_task task;
        if (r->failed || !worker_take (m, d, &task))
            continue;
        memory_free (task.data);
        worker_begin_record (m, t);
        buffer_digest (&m->out, d);
        buffer_byte (&m->out, 0);
    }
    worker_flush (m, t, false);
}

static void
worker_urge (struct pool_worker *m, struct reader *r)
{
    struct pool_worker_task task;
    while (!r->failed && r->at < r->end)
        if (worker_take (m, reader_digest (r), &task)) {
            task.urgent = true;
            VEC_PUSH (m->queue, task);
        }
}

static void
worker_receive (member *self, team *t, const struct message *message)
{
    struct pool_worker *m = worker_of (self);
    struct reader r;
    reader_init (&r, message->body);
    if (m->failed || message->from != TEAM_MASTER)
        return;
    switch (message->tag) {
    case POOL_PROGRAM:
        worker_program (m, t, &r);
        break;
    case POOL_BLOB:
        if (!m->worker || !m->class->learn (m->worker, message->body))
            worker_fail (m, t, "a worker cannot read what was shared");
        break;
    case POOL_BATCH:
        worker_batch (m, t, &r);
        break;
    case POOL_CANCEL:
        worker_cancel (m, t, &r);
        break;
    case POOL_URGE:
        worker_urge (m, &r);
        break;
    default:
        worker_fail (m, t, "a worker got an unknown message");
    }
}

static void
worker_alarm (member *self, team *t, uint64_t what)
{
    struct pool_worker *m = worker_of (self);
    (void) what; /* ALARM_SEND or TEAM_WRITABLE */
    worker_send (m, t);
}

/* ---- working */

static bool
worker_enter (struct pool_worker *m)
{
    pthread_mutex_lock (&m->lock);
    bool good = !m->cancelled;
    m->cancelled = false;
    m->working = good;
    pthread_mutex_unlock (&m->lock);
    return good;
}

static bool
worker_leave (struct pool_worker *m)
{
    pthread_mutex_lock (&m->lock);
    bool good = !m->cancelled;
    m->cancelled = m->working = false;
    pthread_mutex_unlock (&m->lock);
    return good;
}

static void
worker_interrupt (member *self)
{
    struct pool_worker *m = worker_of (self);
    pthread_mutex_lock (&m->lock);
    m->cancelled = true;
    if (m->working && m->class->interrupt)
        m->class->interrupt (m->worker);
    pthread_mutex_unlock (&m->lock);
}

static void
worker_dare (const struct pool_worker *m, struct bytes item)
{
    char text[1024] = "";
    if (!m->deadly || !m->class->describe)
        return;
    m->class->describe (m->worker, item, text, sizeof text);
    if (strstr (text, m->deadly))
        raise (SIGKILL);
}

/* Fills m->answer; false: interrupted. */
static bool
worker_answer (struct pool_worker *m, const struct pool_worker_task *task,
               uint64_t *units, uint64_t *cost_ns, uint64_t *prepared_ns)
{
    struct bytes item = {task->data, task->size}, known;
    buffer_reset (&m->answer);
    if (!worker_enter (m))
        return false;
    worker_dare (m, item);
    uint64_t start = clock_thread_ns ();
    bool done = true;
    if (m->answers && memo_get (m->answers, task->digest, &known, units)) {
        buffer_put (&m->answer, known.data, known.size);
        *cost_ns = memo_cost_ns (m->answers, task->digest);
    } else {
        done = m->class->work (m->worker, item, &m->answer, units);
        /* In a simulation no clock but the virtual one may count, unless the
         * work is of the kind that notes its cost there itself. */
        *cost_ns = m->answers ? memo_cost_ns (m->answers, task->digest)
                              : clock_thread_ns () - start;
        if (m->class->elsewhere_ns && !m->answers)
            *cost_ns += m->class->elsewhere_ns (m->worker);
        if (m->class->prepared_ns)
            *prepared_ns = m->class->prepared_ns (m->worker);
    }
    if (!*cost_ns)
        *cost_ns = *units;
    return worker_leave (m) && done;
}

static bool
worker_work (member *self, team *t, uint64_t *units)
{
    struct pool_worker *m = worker_of (self);
    *units = 0;
    if (m->failed || !m->worker || !m->queue.size)
        return false;
    /* A master that does not take the answers gets no more of them. */
    if (m->out.size > WORKER_ROOM) {
        worker_send (m, t);
        if (m->out.size)
            return false;
    }
    struct pool_worker_task task = VEC_POP (m->queue);
    uint64_t own = 0, cost_ns = 0, prepared_ns = 0;
    bool done = worker_answer (m, &task, &own, &cost_ns, &prepared_ns);
    *units = m->answers ? cost_ns : own;
    if (!done) {
        VEC_PUSH (m->queue, task);
        return true;
    }
    worker_begin_record (m, t);
    buffer_digest (&m->out, task.digest);
    buffer_byte (&m->out, 1);
    buffer_bytes (&m->out, buffer_view (&m->answer));
    buffer_uint (&m->out, own);
    buffer_uint (&m->out, cost_ns);
    buffer_uint (&m->out, prepared_ns);
    memory_free (task.data);
    worker_flush (m, t, task.urgent || cost_ns >= WORKER_LONG_NS);
    return true;
}

const struct member_class pool_worker_class = {
    .receive = worker_receive,
    .work = worker_work,
    .alarm = worker_alarm,
    .cancel = worker_interrupt,
};
