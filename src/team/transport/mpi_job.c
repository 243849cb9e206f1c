/* mpi_job.c -- see mpi_job.h. */
#include "team/transport/mpi_job.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "team/transport.h"

enum { NAP_NS = 50000 };
enum { TAG_QUIT, TAG_TEAM, TEAM_TAGS_MPI = 30000 };

/* How far MPI has come in any process of this rank. */
enum stage { STAGE_NONE, STAGE_BEGUN, STAGE_ENDED };

/* MPI is of the process, so this is, too. */
static struct mpi_job job;
static bool begun;        /* by this process */
static atomic_int *stage; /* shared with the watchdog; null: there is none */

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
transport_mpi_size (void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                        "SLURM_NTASKS", NULL};
    const char *rank, *size = environment (names);
    return mpi_name (&rank) && size ? atoi (size) : 0;
}

int
transport_mpi_rank (void)
{
    const char *rank;
    return mpi_name (&rank) && transport_mpi_size () != 1 ? atoi (rank) : -1;
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

/* ---- begin and end */

static void
stage_set (enum stage s)
{
    if (stage)
        atomic_store (stage, s);
}

void
transport_mpi_watch (void)
{
    assert (!stage && !begun);
    void *page = mmap (NULL, sizeof *stage, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED)
        stage = page;
}

struct mpi_job *
mpi_job_begin (const char *modules, struct problem *p)
{
    if (begun)
        return &job;
    const struct mpi_module *module = module_load (modules, p);
    if (!module)
        return NULL;
    stage_set (STAGE_BEGUN);
    if (!module->start (&job.rank, &job.size)) {
        problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                         "MPI cannot be initialised");
        return NULL;
    }
    job.module = module;
    begun = true;
    return &job;
}

bool
transport_mpi_over (void)
{
    return job.over;
}

/* All ranks come here; what still arrives belongs to teams that are over. */
void
mpi_job_end (void)
{
    assert (begun);
    if (job.rank == TEAM_MASTER)
        for (int i = 1; i < job.size; i++) {
            struct buffer empty;
            buffer_init (&empty);
            mpi_job_send (&job, i, TAG_QUIT, &empty);
        }
    void *meeting = NULL;
    job.team = UINT_MAX;
    while (!meeting || !job.module->met (meeting)) {
        int from;
        struct buffer frame;
        buffer_init (&frame);
        bool moved = mpi_job_take (&job, &from, &frame);
        buffer_clear (&frame);
        moved |= mpi_job_settle (&job);
        /* Whoever waits for this has nothing under way any more. */
        if (!meeting && !job.postings.size)
            meeting = job.module->meet ();
        struct timespec nap = {0, NAP_NS};
        if (!moved)
            nanosleep (&nap, NULL);
    }
    job.module->finish ();
    VEC_CLEAR (job.postings);
    for (size_t i = 0; i < job.early.size; i++)
        buffer_clear (&job.early.at[i].frame);
    VEC_CLEAR (job.early);
    begun = false;
    job.over = true;
    stage_set (STAGE_ENDED);
}

/* What was written is with whoever forwards it, if it is a pipe: nothing of it
 * counts once the job is told to end. */
static void
output_wait (int fd)
{
    const struct timespec nap = {0, 20000000};
    int unread = 1;
    fflush (NULL);
    for (int i = 0; i < 100 && unread; i++)
        if (ioctl (fd, FIONREAD, &unread))
            return;
        else
            nanosleep (&nap, NULL);
}

/* The process that began is gone, and with it the job's only way to end.  Open
 * MPI takes any exit but 0 for a reason to end it; MPICH must be told, in the
 * words of its process manager (PMI-1), lest the codes of the ranks that it
 * kills get mixed with ours, or a rank that had not begun is not missed. */
static void
job_abort (int code)
{
    const char *fd = getenv ("PMI_FD");
    const struct timespec patience = {3, 0};
    if (!fd)
        return;
    output_wait (STDOUT_FILENO);
    output_wait (STDERR_FILENO);
    if (dprintf (atoi (fd), "cmd=abort exitcode=%d\n", code) > 0)
        nanosleep (&patience, NULL); /* it ends this process, too */
}

void
transport_mpi_end (int code)
{
    struct problem p = {0};
    int rank = transport_mpi_rank ();
    enum stage reached = stage ? (enum stage) atomic_load (stage) : STAGE_NONE;
    if (begun)
        mpi_job_end ();
    else if (rank == TEAM_MASTER && reached == STAGE_NONE) {
        /* The others wait for all ranks to begin. */
        if (mpi_job_begin (NULL, &p))
            mpi_job_end ();
    } else if (rank == TEAM_MASTER && reached != STAGE_ENDED)
        job_abort (code);
}

void
transport_mpi_lost (int code)
{
    assert (!begun);
    if (transport_mpi_rank () >= 0
        && !(stage && atomic_load (stage) == STAGE_ENDED))
        job_abort (code);
}

bool
transport_mpi_mute (void)
{
    bool ended = stage && atomic_load (stage) == STAGE_ENDED;
    return transport_mpi_rank () > 0 && getenv ("PMI_FD") && !ended;
}

/* ---- frames */

int
mpi_team_tag (unsigned number)
{
    return TAG_TEAM + (int) (number % TEAM_TAGS_MPI);
}

void
mpi_job_send (struct mpi_job *j, int to, int tag, struct buffer *adopted)
{
    assert (to < j->size);
    struct mpi_posting p = {.frame = *adopted};
    buffer_init (adopted);
    p.handle = j->module->send (to, tag, p.frame.data, p.frame.size);
    VEC_PUSH (j->postings, p);
}

bool
mpi_job_settle (struct mpi_job *j)
{
    size_t kept = 0, before = j->postings.size;
    for (size_t i = 0; i < before; i++) {
        struct mpi_posting p = j->postings.at[i];
        if (j->module->sent (p.handle))
            buffer_clear (&p.frame);
        else
            j->postings.at[kept++] = p;
    }
    j->postings.size = kept;
    return kept < before;
}

/* Of the teams that are near, by tags that come round: ahead of this one? */
static bool
tag_is_ahead (const struct mpi_job *j, int tag)
{
    int ahead = (tag - mpi_team_tag (j->team)) % TEAM_TAGS_MPI;
    return (ahead + TEAM_TAGS_MPI) % TEAM_TAGS_MPI < TEAM_TAGS_MPI / 2;
}

static bool
early_take (struct mpi_job *j, int *from, struct buffer *frame)
{
    for (size_t i = 0; i < j->early.size; i++) {
        struct mpi_letter *l = &j->early.at[i];
        if (l->tag != mpi_team_tag (j->team))
            continue;
        *from = l->from;
        *frame = l->frame;
        j->early.size--;
        memmove (l, l + 1, (j->early.size - i) * sizeof *l);
        return true;
    }
    return false;
}

bool
mpi_job_take (struct mpi_job *j, int *from, struct buffer *frame)
{
    int tag;
    size_t size;
    bool here = j->team != UINT_MAX;
    if (here && early_take (j, from, frame))
        return true;
    if (!j->module->probe (from, &tag, &size))
        return false;
    uint8_t *data = memory_new (size + 1);
    j->module->receive (*from, tag, data, size);
    struct mpi_letter l = {.from = *from, .tag = tag};
    buffer_put (&l.frame, data, size);
    memory_free (data);
    if (tag == TAG_QUIT)
        j->over = true;
    if (here && tag == mpi_team_tag (j->team))
        *frame = l.frame;
    else if (here && tag != TAG_QUIT && tag_is_ahead (j, tag))
        VEC_PUSH (j->early, l);
    else
        buffer_clear (&l.frame);
    return true;
}
