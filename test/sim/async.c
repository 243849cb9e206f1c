/* async.c -- a search without layers on simulated schedules: it never ends too
 * early, whatever the delays.
 *
 * A complete one has the states, edges and digest of a search alone (with depth
 * slices: at least as many states); one with a fault has a way that ends in it.
 * A directed search in rounds is the same as alone, way and all.  A loss is
 * said.  And a twin that ends when all are idle must be noticed (for
 * one that counts once only, see test/unit/explore/async/async.c).
 *
 *     async --seeds=N                 schedules of each subject and way
 *     async --subject=I --way=W --members=M --seed=S    one of them */
#include <ftw.h>
#include <inttypes.h>
#include <sys/stat.h>

#include "effort.h"
#include "explore/async/async.h"
#include "explore/async/transfer.h"
#include "harness.h"
#include "transfers_left.h"
#include "model/model.h"
#include "team/transport/simulated.h"

static const char *const subjects[] = {
    "phil 5",     "phil 6",         "phil 6 bug",   "bakery 2 3",
    "peterson 2", "bakery 2 3 bug", "deep 2 9 bug", "deep 2 30",
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static const struct way {
    const char *name;
    enum option_partition partition;
    enum option_channel channel;
    int estimate;
    uint64_t slice;
    uint64_t beam; /* of a directed search; 0: it is none */
} predecessors[] = {
    {"breadth first", PARTITION_HASH, CHANNEL_SINGLE, 0, 1, 0},
    {"breadth first, in files", PARTITION_HASH, CHANNEL_DUAL, 0, 1, 0},
    {"by heap, in files", PARTITION_HEAP, CHANNEL_DUAL, 0, 1, 0},
    {"by stacks, best first", PARTITION_STACKS, CHANNEL_SINGLE, 1, 1, 0},
    {"slices of depth", PARTITION_DEPTH, CHANNEL_SINGLE, 0, 3, 0},
    {"slices of depth, in files", PARTITION_DEPTH, CHANNEL_DUAL, 0, 7, 0},
    {"slices of estimates, in files", PARTITION_ESTIMATE, CHANNEL_DUAL, 1, 1,
     0},
    {"directed", PARTITION_HASH, CHANNEL_SINGLE, 1, 1, 1000},
    {"directed, in files", PARTITION_HEAP, CHANNEL_DUAL, 1, 1, 10},
    {"directed, without an estimate", PARTITION_HASH, CHANNEL_SINGLE, 0, 1, 30},
};
enum { WAYS = sizeof predecessors / sizeof *predecessors };

struct want {
    unsigned subject, way;
    unsigned members; /* 0: 1 to 5 */
    uint64_t seed, seeds;
    const char *broken;
    bool lossy;
};

struct truth {
    generator *generator;
    struct buffer program;
    exploration *alone;
    const struct explore_result *result;
    struct path path; /* of a directed search */
};

static void
fail (const char *what)
{
    printf ("%s\n", what);
    fflush (stdout);
    abort ();
}

static void
truth_find (struct truth *t, const struct want *w)
{
    char line[80];
    struct problem p = {0};
    int size =
        snprintf (line, sizeof line, "cohort-model %s", subjects[w->subject]);
    *t = (struct truth) {0};
    t->generator = model_read (line, (size_t) size, "model", &p);
    if (!t->generator)
        fail (p.message);
    model_write (t->generator, &t->program);
    const struct way *way = &predecessors[w->way];
    struct explore_options o = {.search = way->beam ? "directed" : "layers",
                                .estimate = way->estimate,
                                .beam = way->beam,
                                .threads = 1};
    o.store.kind = "tree";
    t->alone = exploration_new (t->generator, &o, &p);
    if (!t->alone)
        fail (p.message);
    t->result = exploration_run (t->alone);
    if (way->beam && t->result->end == EXPLORE_FAULT
        && !exploration_path (t->alone, &t->result->fault, &t->path, &p))
        fail (p.message);
}

static void
truth_clear (struct truth *t)
{
    path_clear (&t->path);
    exploration_free (t->alone);
    buffer_clear (&t->program);
    t->generator->class->free (t->generator);
}

static void
last_is_fault (void *context, struct bytes state, const struct edge *e)
{
    (void) state;
    *(bool *) context = e->marks & EDGE_FAULT;
}

static bool
path_fails (const struct truth *t, const struct path *path)
{
    struct problem p = {0};
    bool fault = false;
    generator *g = t->generator->class->clone (t->generator);
    bool good = path && path_follow (g, path, last_is_fault, &fault, &p);
    g->class->free (g);
    return good && fault;
}

static bool
path_same (const struct path *a, const struct path *b)
{
    size_t bytes = a->choice.size * sizeof *a->choice.at;
    return b && a->choice.size == b->choice.size
           && (!bytes || !memcmp (a->choice.at, b->choice.at, bytes));
}

static bool
is_same (const struct explore_result *a, const struct explore_result *b)
{
    return a->states == b->states && a->edges == b->edges
           && a->steps == b->steps && a->faults == b->faults
           && digest_equal (a->digest, b->digest);
}

static bool
is_right (const struct truth *t, const struct want *w, const member *master)
{
    const struct explore_result *a = t->result, *b = async_result (master);
    struct members_counts counts = async_counts (master);
    if (a->end != b->end)
        return false;
    /* What is to travel in files does. */
    if (predecessors[w->way].channel == CHANNEL_DUAL && counts.sent
        && !counts.filed_bytes)
        return false;
    if (predecessors[w->way].beam)
        return is_same (a, b) && a->layers == b->layers
               && a->fault.layer == b->fault.layer
               && (a->end != EXPLORE_FAULT
                   || path_same (&t->path, async_path (master)));
    if (a->end == EXPLORE_FAULT)
        return path_fails (t, async_path (master));
    if (async_path (master) || b->faults)
        return false;
    if (predecessors[w->way].partition == PARTITION_DEPTH && w->members > 1)
        return b->repeated && b->states >= a->states
               && b->states <= a->states * w->members;
    return !b->repeated && is_same (a, b);
}

/* ---- one schedule */

static int
drop (const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void) about;
    (void) kind;
    (void) place;
    return remove (path);
}

static member *
worker_make (void *context)
{
    (void) context;
    return async_worker_new ();
}

static struct simulated_options
schedule (const struct want *w, uint64_t seed)
{
    struct simulated_options s = {.seed = seed,
                                  .members = w->members,
                                  .delay_ns = 10000,
                                  .jitter_ns = 1000u << seed % 11,
                                  .unit_ns_x1024 = 100000u << seed % 5,
                                  .slow_percent = 30,
                                  .late_percent = 20,
                                  .spawn = seed % 2};
    if (w->lossy) {
        s.crash_percent = (unsigned) (seed * 13 % 80);
        s.suspect_percent = (unsigned) (seed * 29 % 80);
    }
    return s;
}

/* The master, to be freed. */
static member *
play (const struct truth *t, const struct want *w, uint64_t seed,
      bool *finished, struct simulated_outcome *outcome,
      struct transfers_left *left)
{
    char shared[] = "/dev/shm/async-XXXXXX", usual[] = "/tmp/async-XXXXXX";
    const char *dir = mkdtemp (shared);
    if (!dir && !(dir = mkdtemp (usual)))
        fail ("no directory");
    const struct way *way = &predecessors[w->way];
    struct members_options o = {.program = buffer_view (&t->program),
                                .members = w->members,
                                .threads = 1,
                                .store = seed % 3 ? "tree" : "plain",
                                .hash_bits = seed % 7 || way->beam ? 0 : 8,
                                .beam = way->beam,
                                .partition = way->partition,
                                .channel = way->channel,
                                .transfers =
                                    way->channel == CHANNEL_DUAL ? dir : NULL,
                                .slice = way->slice,
                                .estimate = way->estimate,
                                .broken = w->broken};
    struct simulated_options s = schedule (w, seed);
    struct problem p = {0};
    member *master = async_master_new (&o);
    *finished =
        simulated_run (&s, &async_master_class, master, &async_worker_class,
                       worker_make, async_worker_free, NULL, outcome, &p);
    transfers_left_add (left, dir);
    nftw (dir, drop, 8, FTW_DEPTH | FTW_PHYS);
    return master;
}

/* ---- trials */

struct tally {
    uint64_t runs, wrong, refused;
    struct transfers_left left;
};

static bool
is_refused (const struct explore_result *r)
{
    return r->end == EXPLORE_FAILED
           && strstr (r->problem.message, "a member was lost");
}

static void
tally_run (struct tally *sum, const struct truth *t, const struct want *w,
           uint64_t seed, bool tell)
{
    bool finished;
    struct simulated_outcome outcome;
    member *master = play (t, w, seed, &finished, &outcome, &sum->left);
    const struct explore_result *r = async_result (master);
    bool refused = w->lossy && finished && is_refused (r);
    bool good = refused || (finished && is_right (t, w, master));
    sum->runs++;
    sum->refused += refused;
    sum->wrong += !good;
    if (!good && tell)
        printf ("wrong: --subject=%u --way=%u --members=%u --seed=%" PRIu64
                "%s: end %d, %" PRIu64 " states instead of %" PRIu64
                ", %" PRIu64 " edges, %s%s\n",
                w->subject, w->way, w->members, seed,
                w->lossy ? " --lossy" : "", (int) r->end, r->states,
                t->result->states, r->edges, r->problem.message,
                finished ? "" : " came to rest");
    async_master_free (master);
}

static struct tally
tally_all (const struct want *want, bool tell)
{
    struct tally sum = {0};
    struct want w = *want;
    struct truth t;
    truth_find (&t, want);
    for (unsigned members = 1; members <= 5; members++) {
        w.members = want->members ? want->members : members;
        if (want->members && members > 1)
            break;
        for (uint64_t s = 0; s < w.seeds && !(tell && sum.wrong); s++)
            tally_run (&sum, &t, &w, w.seed + s, tell);
    }
    truth_clear (&t);
    printf ("%" PRIu64 " schedules, %" PRIu64 " refused, %" PRIu64 " wrong\n",
            sum.runs, sum.refused, sum.wrong);
    return sum;
}

static bool
right (const void *context)
{
    return !tally_all (context, true).wrong;
}

/* A test that cannot fail is none. */
static bool
noticed (const void *context)
{
    return tally_all (context, false).wrong > 0;
}

/* Losses must be said, and only they. */
static bool
said (const void *context)
{
    struct tally t = tally_all (context, true);
    return !t.wrong && t.refused && t.refused < t.runs;
}

/* Of the files only what the last rounds wrote is left. */
static bool
given_back (const void *context)
{
    struct tally t = tally_all (context, true);
    printf ("%" PRIu64 " of %" PRIu64 " bytes are left in files\n", t.left.left,
            t.left.bytes);
    return !t.wrong && t.left.bytes && t.left.left < t.left.bytes / 10;
}

static void
trials_add (struct trials *list, const char *what,
            bool (*perform) (const void *), const struct want *want)
{
    struct want *w = NEW (struct want);
    *w = *want;
    struct trial t = {.run = perform, .context = w};
    snprintf (t.name, sizeof t.name, "%s: %s%s", subjects[w->subject],
              predecessors[w->way].name, what);
    VEC_PUSH (*list, t);
}

static void
trials_all (struct trials *list, const struct want *want)
{
    struct want w = *want;
    for (w.subject = 0; w.subject < SUBJECTS; w.subject++)
        for (w.way = 0; w.way < WAYS; w.way++)
            trials_add (list, "", right, &w);
    for (w.subject = 0, w.way = 0; w.way < WAYS; w.way++)
        if (predecessors[w.way].beam
            && predecessors[w.way].channel == CHANNEL_DUAL)
            trials_add (list, ", given back", given_back, &w);
    w.subject = 1;
    w.lossy = true;
    w.members = 4;
    w.seeds = want->seeds + 6;
    for (w.way = 0; w.way < WAYS; w.way++)
        trials_add (list, ", with losses", said, &w);
    w.lossy = false;
    w.way = 0;
    w.seeds += 40;
    w.broken = "idle";
    trials_add (list, ", idle is noticed", noticed, &w);
}

int
main (int argc, char **argv)
{
    struct want w = {.seeds = effort (6)};
    struct trials list = {0};
    bool only = false;
    uint64_t subject = 0, way = 0, members = 0;
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (argument_number (a, "subject", &subject)
            || argument_number (a, "way", &way)
            || argument_number (a, "members", &members)
            || argument_number (a, "seed", &w.seed))
            only = true;
        else if (!strcmp (a, "--lossy"))
            w.lossy = true;
        else if (!strncmp (a, "--broken=", 9))
            w.broken = a + 9;
        else if (!argument_number (a, "seeds", &w.seeds)) {
            fprintf (stderr, "%s: unknown\n", a);
            return 1;
        }
    }
    if (only && subject < SUBJECTS && way < WAYS) {
        w.subject = (unsigned) subject;
        w.way = (unsigned) way;
        w.members = (unsigned) members;
        w.seeds = 1;
        trials_add (&list, "", right, &w);
    } else
        trials_all (&list, &w);
    int code = trials_run (&list);
    for (size_t i = 0; i < list.size; i++)
        memory_free ((void *) list.at[i].context);
    VEC_CLEAR (list);
    return code;
}
