/* mpi.c -- the transport over MPI: a member per rank, rank 0 is the master.
 *
 * While there is a team all MPI calls are made by the I/O thread, which polls,
 * because MPI cannot wait for a message and for the member's thread at once;
 * when idle it sleeps on the member's descriptor, up to 1 ms at a time.  A rank
 * that dies ends the job: that is MPI's rule.  An expelled rank stays, silent,
 * until the team is over, because the end of MPI is collective. */
#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "team/transport/mpi_job.h"
#include "team/transport/endpoint.h"
#include "team/transport.h"

enum {
    LEAVE_MS = 5000, /* for an item to be cancelled at the end */
    BUSY_ROUNDS = 50 /* polls without sleeping after something happened */
};

struct ranks {
    struct endpoint endpoint;
    const struct transport_options *options;
    struct mpi_job *job;
    bool *joined, *fenced; /* by rank, at the master */
    bool left;             /* the member's thread has ended */
    bool closed;           /* the team is over */
    uint64_t leave_ns;     /* if told to end */
};

/* ---- frames */

static void
ranks_post (struct ranks *m, unsigned to, struct buffer *adopted)
{
    mpi_job_send (m->job, (int) to, mpi_team_tag (m->job->team), adopted);
}

static void
ranks_tell (struct ranks *m, unsigned to, enum frame_kind kind,
            struct bytes rest)
{
    struct buffer frame;
    buffer_init (&frame);
    buffer_byte (&frame, (uint8_t) kind);
    buffer_uint (&frame, 0);
    buffer_put (&frame, rest.data, rest.size);
    ranks_post (m, to, &frame);
}

static void
ranks_fail (struct ranks *m, const char *what)
{
    struct problem problem = {0};
    problem_of_kind (&problem, PROBLEM_RESOURCE, (struct place) {0}, "%s",
                     what);
    endpoint_end (&m->endpoint, &problem);
}

static void
ranks_hello (struct ranks *m, unsigned from, struct bytes greeting)
{
    if (bytes_equal (greeting, m->options->greeting)) {
        m->joined[from] = true;
        endpoint_joined (&m->endpoint, from, false);
        return;
    }
    char mine[160], theirs[160], what[400];
    greeting_print (m->options->greeting, mine, sizeof mine);
    greeting_print (greeting, theirs, sizeof theirs);
    snprintf (what, sizeof what, "rank 0 is \"%s\", rank %u is \"%s\"", mine,
              from, theirs);
    ranks_fail (m, what);
}

static void
ranks_lose (struct ranks *m, unsigned who)
{
    if (!m->joined[who] || m->fenced[who])
        return;
    m->fenced[who] = true;
    ranks_tell (m, who, FRAME_END, (struct bytes) {0});
    endpoint_lost (&m->endpoint, who, false);
}

static void
ranks_leave (struct ranks *m)
{
    if (!m->leave_ns)
        m->leave_ns = clock_wall_ns () + LEAVE_MS * UINT64_C (1000000);
    endpoint_end (&m->endpoint, NULL);
}

/* No team will follow, and this one is over. */
static void
ranks_close (struct ranks *m)
{
    if (!m->closed)
        ranks_leave (m);
    m->closed = true;
}

static void
ranks_frame (struct ranks *m, unsigned from, struct bytes frame)
{
    struct reader r;
    reader_init (&r, frame);
    enum frame_kind kind = (enum frame_kind) reader_byte (&r);
    reader_uint (&r);
    struct bytes rest = {r.at, (size_t) (r.end - r.at)};
    bool master = m->job->rank == TEAM_MASTER;
    if (master && kind == FRAME_HELLO && !m->joined[from])
        ranks_hello (m, from, rest);
    else if (master && kind == FRAME_END)
        ranks_lose (m, from);
    else if (kind == FRAME_DATA && !(master && m->fenced[from]))
        endpoint_frame (&m->endpoint, from, frame);
    else if (!master && kind == FRAME_CANCEL)
        endpoint_cancel (&m->endpoint);
    else if (!master && (kind == FRAME_END || kind == FRAME_CLOSE)) {
        m->closed |= kind == FRAME_CLOSE;
        ranks_leave (m);
    }
}

static bool
ranks_read (struct ranks *m)
{
    int from;
    struct buffer frame;
    buffer_init (&frame);
    bool moved = mpi_job_take (m->job, &from, &frame);
    if (frame.size)
        ranks_frame (m, (unsigned) from, buffer_view (&frame));
    buffer_clear (&frame);
    if (m->job->over)
        ranks_close (m);
    return moved;
}

static void
ranks_finish (struct ranks *m)
{
    m->left = true;
    if (m->job->rank != TEAM_MASTER) {
        if (!m->leave_ns) /* of its own accord */
            ranks_tell (m, TEAM_MASTER, FRAME_END, (struct bytes) {0});
        return;
    }
    m->closed = true;
    for (int i = 1; i < m->job->size; i++)
        ranks_tell (m, (unsigned) i, FRAME_CLOSE, (struct bytes) {0});
}

static bool
ranks_obey (struct ranks *m)
{
    struct request_list list = {0};
    endpoint_requests (&m->endpoint, &list);
    bool any = list.size;
    for (size_t i = 0; i < list.size; i++) {
        struct request *r = &list.at[i];
        bool gone = m->job->rank == TEAM_MASTER && m->fenced[r->who];
        if (r->kind == REQUEST_FRAME && !gone)
            ranks_post (m, r->who, &r->frame);
        else if (r->kind == REQUEST_CANCEL && !gone)
            ranks_tell (m, r->who, FRAME_CANCEL, (struct bytes) {0});
        else if (r->kind == REQUEST_EXPEL)
            ranks_lose (m, r->who);
        else if (r->kind == REQUEST_FINISH)
            ranks_finish (m);
    }
    requests_clear (&list);
    return any;
}

/* ---- the I/O thread */

/* Others may still be sending to us, so messages are read and dropped until
 * all of ours are taken. */
static void
ranks_serve_until_closed (struct ranks *m)
{
    unsigned idle = 0;
    uint64_t cancel_ns = 0;
    while (!m->closed || !m->left || m->job->postings.size) {
        bool moved = ranks_read (m);
        moved |= ranks_obey (m);
        moved |= mpi_job_settle (m->job);
        idle = moved ? 0 : idle + 1;
        uint64_t now_ns = clock_wall_ns ();
        if (now_ns >= cancel_ns) {
            endpoint_cancelling (&m->endpoint);
            cancel_ns = now_ns + CANCEL_MS * 1000000u;
        }
        if (m->job->over && !m->left && now_ns >= m->leave_ns) {
            mpi_job_end (); /* a solver that ignores its interrupts */
            _exit (0);
        }
        if (idle > BUSY_ROUNDS) {
            struct pollfd item = {.fd = m->endpoint.wake_fd, .events = POLLIN};
            struct timespec nap = {0, idle > 4 * BUSY_ROUNDS ? 1000000 : 50000};
            ppoll (&item, 1, &nap, NULL);
        }
    }
}

static void *
ranks_serve (void *argument)
{
    struct ranks *m = argument;
    m->joined = NEW_ARRAY (bool, (size_t) m->job->size);
    m->fenced = NEW_ARRAY (bool, (size_t) m->job->size);
    if (m->job->rank == TEAM_MASTER && m->job->size < 2)
        ranks_fail (m, "an MPI team needs two ranks or more");
    endpoint_start (&m->endpoint, (unsigned) m->job->rank);
    if (m->job->rank != TEAM_MASTER)
        ranks_tell (m, TEAM_MASTER, FRAME_HELLO, m->options->greeting);
    ranks_serve_until_closed (m);
    memory_free (m->joined);
    memory_free (m->fenced);
    return NULL;
}

static bool
ranks_run (const struct transport_options *o, const struct member_class *class,
           member *object, struct problem *problem)
{
    struct ranks m = {.options = o};
    m.job = mpi_job_begin (o->modules, problem);
    if (!m.job
        || !endpoint_init (&m.endpoint, &endpoint_team_class, class, object,
                           o->log, problem))
        return false;
    m.endpoint.direct = true;
    m.job->team++;
    endpoint_serve (&m.endpoint, ranks_serve, &m);
    endpoint_close (&m.endpoint, problem);
    endpoint_clear (&m.endpoint);
    return problem->kind == PROBLEM_NONE;
}

static bool
mpi_master (const struct transport_options *o, const struct member_class *class,
            member *object, struct problem *problem)
{
    return ranks_run (o, class, object, problem);
}

static bool
mpi_worker (const struct transport_options *o, const char *address,
            const struct member_class *class, member *object,
            struct problem *problem)
{
    (void) address;
    return ranks_run (o, class, object, problem);
}

const struct transport_class transport_mpi = {
    .name = "mpi",
    .master = mpi_master,
    .worker = mpi_worker,
};
