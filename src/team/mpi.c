/* mpi.c -- the transport over MPI: a member per rank, rank 0 is the master.
 *
 * All MPI calls are made by the I/O thread (MPI_THREAD_FUNNELED), which polls,
 * because MPI cannot wait for a message and for the member's thread at once;
 * when idle it sleeps on the member's descriptor, up to 1 ms at a time.  A rank
 * that dies ends the job: that is MPI's rule.  An expelled rank stays, silent,
 * until the team is over, because MPI_Finalize is collective. */
#include <assert.h>
#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "team/mpi_module.h"
#include "team/seat.h"
#include "team/transport.h"

enum {
    LEAVE_MS = 5000, /* for an item to be cancelled at the end */
    BUSY_ROUNDS = 50 /* polls without sleeping after something happened */
};

struct posting {
    void *handle;
    struct buffer frame; /* kept until it is sent */
};

struct ranks {
    struct seat seat;
    const struct transport_options *options;
    const struct mpi_module *module;
    int rank, size;
    bool *joined, *fenced; /* by rank, at the master */
    struct VEC (struct posting) postings;
    bool left;         /* the member's thread has ended */
    bool closed;       /* the team is over */
    uint64_t leave_ns; /* if told to end */
};

/* ---- which MPI started us */

static const char *
environment (const char *const *names)
{
    for (; *names; names++)
        if (getenv (*names))
            return getenv (*names);
    return NULL;
}

/* Open MPI's mpirun sets its own variables, and PMIx ones, which srun
 * --mpi=pmix also sets; MPICH's hydra and srun --mpi=pmi2 speak PMI. */
static const char *
mpi_name (const char **rank)
{
    static const char *const open[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                       NULL};
    static const char *const pmi[] = {"PMI_RANK", NULL};
    static const char *const wire[] = {"PMI_FD", "PMI_PORT", "PMI_SIZE", NULL};
    static const char *const slurm[] = {"SLURM_PROCID", NULL};
    static const char *const slurm_pmi[] = {"PMI_FD", "PMI_JOBID", NULL};
    if ((*rank = environment (open)))
        return "openmpi";
    if ((*rank = environment (pmi)) && environment (wire))
        return "mpich";
    if ((*rank = environment (slurm)) && environment (slurm_pmi))
        return "mpich";
    return NULL;
}

int
transport_mpi_rank (void)
{
    const char *rank;
    return mpi_name (&rank) ? atoi (rank) : -1;
}

int
transport_mpi_size (void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                        "SLURM_NTASKS", NULL};
    const char *rank, *size = environment (names);
    return mpi_name (&rank) && size ? atoi (size) : 0;
}

static void *
module_open (const char *pattern, const char *directory, const char *name)
{
    struct text path;
    text_init (&path);
    text_print (&path, pattern, directory, name);
    void *library = NULL;
    if (!access (text_view (&path), R_OK))
        library = dlopen (text_view (&path), RTLD_NOW | RTLD_GLOBAL);
    text_clear (&path);
    return library;
}

/* Beside the program, or where `make install` puts it.  Never unloaded: MPI
 * leaves threads and exit handlers behind. */
static const struct mpi_module *
module_load (const char *given, struct problem *problem)
{
    const char *rank, *name = mpi_name (&rank);
    struct place nowhere = {0};
    char directory[4096];
    ssize_t length =
        readlink ("/proc/self/exe", directory, sizeof directory - 1);
    if (!name || length <= 0) {
        problem_of_kind (problem, PROBLEM_USAGE, nowhere,
                         "not started by mpirun or srun");
        return NULL;
    }
    directory[length] = 0;
    char *slash = strrchr (directory, '/');
    *slash = 0;
    void *library =
        module_open ("%s/cohort-%s.so", given ? given : directory, name);
    if (!library)
        library =
            module_open ("%s/../lib/cohort/cohort-%s.so", directory, name);
    const struct mpi_module *(*get) (void) = NULL;
    if (library) /* POSIX lets a void pointer be a function */
        *(void **) &get = dlsym (library, "cohort_mpi_module");
    const struct mpi_module *module = get ? get () : NULL;
    if (!module) {
        const char *reason = dlerror ();
        problem_of_kind (problem, PROBLEM_RESOURCE, nowhere,
                         "no module cohort-%s.so: %s", name,
                         reason ? reason : "it was not built");
    } else if (module->version != MPI_MODULE_VERSION) {
        problem_of_kind (problem, PROBLEM_RESOURCE, nowhere,
                         "cohort-%s.so is of another version", name);
        module = NULL;
    }
    return module;
}

/* ---- frames */

static void
ranks_post (struct ranks *m, unsigned to, struct buffer *adopted)
{
    assert ((int) to < m->size);
    struct posting p = {.frame = *adopted};
    buffer_init (adopted);
    p.handle = m->module->send ((int) to, p.frame.data, p.frame.size);
    VEC_PUSH (m->postings, p);
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
    problem_of_kind (&problem, PROBLEM_RESOURCE, (struct place){0}, "%s", what);
    seat_end (&m->seat, &problem);
}

static void
ranks_hello (struct ranks *m, unsigned from, struct bytes greeting)
{
    if (bytes_equal (greeting, m->options->greeting)) {
        m->joined[from] = true;
        seat_joined (&m->seat, from);
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
    ranks_tell (m, who, FRAME_END, (struct bytes){0});
    seat_lost (&m->seat, who, false);
}

static void
ranks_frame (struct ranks *m, unsigned from, struct bytes frame)
{
    struct reader r;
    reader_init (&r, frame);
    enum frame_kind kind = (enum frame_kind) reader_byte (&r);
    reader_uint (&r);
    struct bytes rest = {r.at, (size_t) (r.end - r.at)};
    bool master = m->rank == TEAM_MASTER;
    if (master && kind == FRAME_HELLO && !m->joined[from])
        ranks_hello (m, from, rest);
    else if (master && kind == FRAME_END)
        ranks_lose (m, from);
    else if (kind == FRAME_DATA && !(master && m->fenced[from]))
        seat_frame (&m->seat, from, frame);
    else if (!master && kind == FRAME_CANCEL)
        seat_cancel (&m->seat);
    else if (!master && (kind == FRAME_END || kind == FRAME_CLOSE)) {
        m->closed |= kind == FRAME_CLOSE;
        if (!m->leave_ns)
            m->leave_ns = clock_wall_ns () + LEAVE_MS * UINT64_C (1000000);
        seat_end (&m->seat, NULL);
    }
}

static bool
ranks_read (struct ranks *m)
{
    int from;
    size_t size;
    if (!m->module->probe (&from, &size))
        return false;
    uint8_t *data = memory_new (size + 1);
    m->module->receive (from, data, size);
    ranks_frame (m, (unsigned) from, (struct bytes){data, size});
    memory_free (data);
    return true;
}

static bool
ranks_settle (struct ranks *m)
{
    size_t kept = 0, before = m->postings.size;
    for (size_t i = 0; i < before; i++) {
        struct posting p = m->postings.at[i];
        if (m->module->sent (p.handle))
            buffer_clear (&p.frame);
        else
            m->postings.at[kept++] = p;
    }
    m->postings.size = kept;
    return kept < before;
}

static void
ranks_finish (struct ranks *m)
{
    m->left = true;
    if (m->rank != TEAM_MASTER) {
        if (!m->leave_ns) /* of its own accord */
            ranks_tell (m, TEAM_MASTER, FRAME_END, (struct bytes){0});
        return;
    }
    m->closed = true;
    for (int i = 1; i < m->size; i++)
        ranks_tell (m, (unsigned) i, FRAME_CLOSE, (struct bytes){0});
}

static bool
ranks_obey (struct ranks *m)
{
    struct request_list list = {0};
    seat_requests (&m->seat, &list);
    bool any = list.size;
    for (size_t i = 0; i < list.size; i++) {
        struct request *r = &list.at[i];
        bool gone = m->rank == TEAM_MASTER && m->fenced[r->who];
        if (r->kind == REQUEST_FRAME && !gone)
            ranks_post (m, r->who, &r->frame);
        else if (r->kind == REQUEST_CANCEL && !gone)
            ranks_tell (m, r->who, FRAME_CANCEL, (struct bytes){0});
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
    while (!m->closed || !m->left || m->postings.size) {
        bool moved = ranks_read (m);
        moved |= ranks_obey (m);
        moved |= ranks_settle (m);
        idle = moved ? 0 : idle + 1;
        uint64_t now_ns = clock_wall_ns ();
        if (now_ns >= cancel_ns) {
            seat_cancelling (&m->seat);
            cancel_ns = now_ns + CANCEL_MS * 1000000u;
        }
        if (m->leave_ns && !m->left && now_ns >= m->leave_ns)
            m->module->abort (0); /* a solver that ignores its interrupts */
        if (idle > BUSY_ROUNDS) {
            struct pollfd item = {.fd = m->seat.wake_fd, .events = POLLIN};
            struct timespec nap = {0, idle > 4 * BUSY_ROUNDS ? 1000000 : 50000};
            ppoll (&item, 1, &nap, NULL);
        }
    }
}

static void *
ranks_serve (void *argument)
{
    struct ranks *m = argument;
    if (!m->module->start (&m->rank, &m->size)) {
        ranks_fail (m, "MPI cannot be initialised");
        return NULL;
    }
    m->joined = NEW_ARRAY (bool, (size_t) m->size);
    m->fenced = NEW_ARRAY (bool, (size_t) m->size);
    if (m->rank == TEAM_MASTER && m->size < 2)
        ranks_fail (m, "an MPI team needs two ranks or more");
    seat_start (&m->seat, (unsigned) m->rank);
    if (m->rank != TEAM_MASTER)
        ranks_tell (m, TEAM_MASTER, FRAME_HELLO, m->options->greeting);
    ranks_serve_until_closed (m);
    m->module->finish ();
    memory_free (m->joined);
    memory_free (m->fenced);
    VEC_CLEAR (m->postings);
    return NULL;
}

static bool
ranks_run (const struct transport_options *o, const struct member_class *class,
           member *object, struct problem *problem)
{
    struct ranks m = {.options = o, .rank = -1};
    m.module = module_load (o->modules, problem);
    if (!m.module
        || !seat_init (&m.seat, &seat_team_class, class, object, o->log,
                       problem))
        return false;
    m.seat.direct = true;
    seat_serve (&m.seat, ranks_serve, &m);
    seat_close (&m.seat, problem);
    seat_clear (&m.seat);
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
