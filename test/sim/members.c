/* members.c -- a layered search over a team on simulated schedules: crashes,
 * false suspicion, joins and narrow links change nothing of what is found.
 *
 * Counts, digest and path are compared with a search alone.  Also here: a
 * master that is gone, and another that continues in the run directory; and
 * twins with a broken rule, which must be noticed.
 *
 *     members --seeds=N               schedules of each subject
 *     members --subject=I --members=M --threads=T --seed=S    one of them */
#include <ftw.h>
#include <inttypes.h>
#include <sys/stat.h>

#include "base/options.h"
#include "effort.h"
#include "explore/members/members.h"
#include "explore/members/wire.h"
#include "explore/async/transfer.h"
#include "model/model.h"
#include "harness.h"
#include "team/transport/simulated.h"
#include "team/team_internal.h"
#include "transfers_left.h"

static const char *const subjects[] = {
    "phil 4",         "phil 5",         "phil 6",       "phil 6 bug",
    "bakery 2 3",     "bakery 2 3 bug", "peterson 2",   "peterson 3",
    "peterson 3 bug", "phil 2",         "deep 2 9 bug",
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };
static const unsigned sizes[] = {1, 2, 3, 5};
enum { SIZES = sizeof sizes / sizeof *sizes, SEEDS = 6 };

struct want {
    unsigned subject;
    unsigned members, threads; /* 0: all */
    uint64_t seed, seeds;
    const char *broken;
    bool calm;   /* no run directory, no losses */
    bool resume; /* masters are gone in between */
    bool lossy;  /* losses without a run directory */
    bool rogue;  /* some messages are malformed */
    bool echo;   /* what a member walked is told twice */
    uint64_t depth;
    enum option_partition partition;
    enum option_channel channel; /* AUTO: no directory for files */
    uint64_t uneven; /* partitions change owners from so many states on */
    uint64_t alone;  /* work of narrow layers: this to twice as much; 0: none */
};

/* What a search alone finds. */
struct truth {
    generator *generator;
    struct buffer program;
    exploration *alone;
    const struct explore_result *result;
    struct path path;
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
    struct explore_options o = {
        .search = "layers", .threads = 1, .depth = w->depth};
    o.store.kind = "tree";
    t->alone = exploration_new (t->generator, &o, &p);
    if (!t->alone)
        fail (p.message);
    t->result = exploration_run (t->alone);
    if (t->result->end == EXPLORE_FAULT
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

static bool
path_same (const struct path *a, const struct path *b)
{
    size_t bytes = a->choice.size * sizeof *a->choice.at;
    return a->choice.size == b->choice.size
           && (!bytes || !memcmp (a->choice.at, b->choice.at, bytes));
}

static bool
truth_same (const struct truth *t, const member *master)
{
    const struct explore_result *a = t->result, *b = members_result (master);
    const struct path *path = members_path (master);
    return a->end == b->end && a->states == b->states && a->edges == b->edges
           && a->steps == b->steps && a->layers == b->layers
           && a->faults == b->faults && a->cuts == b->cuts
           && digest_equal (a->digest, b->digest)
           && (a->end == EXPLORE_FAULT ? path && path_same (&t->path, path)
                                       : !path);
}

static void
result_tell (const char *who, const struct explore_result *r)
{
    char digest[DIGEST_TEXT];
    digest_print (r->digest, digest);
    printf ("  %s: end %d, %" PRIu64 " states, %" PRIu64 " edges, %" PRIu64
            " layers, %s %s\n",
            who, (int) r->end, r->states, r->edges, r->layers, digest,
            r->problem.message);
}

/* ---- a master that is gone after a number of calls */

struct member {
    member *inner;
    uint64_t calls, last; /* 0: never gone */
    bool gone;
};

static void
mortal_after (member *m, team *t)
{
    if (++m->calls == m->last) {
        m->gone = true;
        team_finish (t);
    }
}

static void
mortal_receive (member *m, team *t, const struct message *message)
{
    members_master_class.receive (m->inner, t, message);
    mortal_after (m, t);
}

static bool
mortal_work (member *m, team *t, uint64_t *units)
{
    bool worked = members_master_class.work (m->inner, t, units);
    if (worked)
        mortal_after (m, t);
    return worked;
}

static void
mortal_alarm (member *m, team *t, uint64_t what)
{
    members_master_class.alarm (m->inner, t, what);
}

static void
mortal_joined (member *m, team *t, unsigned who)
{
    members_master_class.joined (m->inner, t, who);
    mortal_after (m, t);
}

static void
mortal_lost (member *m, team *t, unsigned who)
{
    members_master_class.lost (m->inner, t, who);
    mortal_after (m, t);
}

static const struct member_class mortal_class = {
    .receive = mortal_receive,
    .work = mortal_work,
    .alarm = mortal_alarm,
    .joined = mortal_joined,
    .lost = mortal_lost,
};

/* ---- workers that now and then say something malformed */

struct rogues {
    uint64_t sent, every; /* messages; 0: never */
    unsigned left;        /* so many of them are cut short */
    bool echo;            /* no, told twice, if they are WALKED or DONE */
};

struct muffled {
    struct team team;
    team *real;
    struct rogues *rogues;
};

struct rogue {
    member *inner;
    struct rogues *rogues;
};

static bool
muffled_send (team *t, unsigned to, uint32_t tag, struct bytes body)
{
    struct muffled *m = (struct muffled *) t;
    struct rogues *r = m->rogues;
    bool twice = tag == MEMBERS_WALKED || tag == MEMBERS_DONE;
    if (r->echo && r->left && twice) {
        r->left--;
        team_send (m->real, to, tag, body);
    } else if (r->every && r->left && ++r->sent % r->every == 0) {
        r->left--;
        body.size--;
    }
    return team_send (m->real, to, tag, body);
}

static uint64_t
muffled_now (const team *t)
{
    return team_now (((const struct muffled *) t)->real);
}

static const struct team_class muffled_class = {.send = muffled_send,
                                                .now = muffled_now};

static void
rogue_receive (member *m, team *t, const struct message *message)
{
    struct rogue *r = (struct rogue *) m;
    struct muffled muffled = {
        {&muffled_class, t->self, false, false}, t, r->rogues};
    members_worker_class.receive (r->inner, &muffled.team, message);
}

static bool
rogue_work (member *m, team *t, uint64_t *units)
{
    struct rogue *r = (struct rogue *) m;
    struct muffled muffled = {
        {&muffled_class, t->self, false, false}, t, r->rogues};
    return members_worker_class.work (r->inner, &muffled.team, units);
}

static const struct member_class rogue_class = {
    .receive = rogue_receive,
    .work = rogue_work,
};

static member *
rogue_make (void *context)
{
    struct rogue *r = NEW (struct rogue);
    r->inner = members_worker_new ();
    r->rogues = context;
    return (member *) r;
}

static void
rogue_free (member *m)
{
    members_worker_free (((struct rogue *) m)->inner);
    memory_free (m);
}

/* ---- the run directory */

static int
drop (const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void) about;
    (void) kind;
    (void) place;
    return remove (path);
}

static run *
run_open (const char *dir, bool again)
{
    struct options options;
    struct problem p = {0};
    options_init (&options);
    struct run_identity identity = {.version = "test",
                                    .solver = "none",
                                    .input = "model",
                                    .options = &options};
    run *r = again ? run_resume (dir, &identity, &p)
                   : run_create (dir, &identity, &p);
    if (!r)
        fail (p.message);
    options_clear (&options);
    return r;
}

static bool
note_passed (void *context, const struct explore_result *r)
{
    struct problem p = {0};
    if (context && !run_passed (context, r->layers, r->digest, &p)) {
        printf ("%s\n", p.message);
        return false;
    }
    return true;
}

/* ---- one schedule */

struct seen {
    bool finished; /* the team did */
    struct simulated_outcome sum;
    unsigned masters, cut; /* messages cut short */
    unsigned moves;        /* of partitions */
    uint64_t walked;       /* layers, by one member */
    uint64_t lent;         /* states, for others to expand */
    uint64_t closed;       /* layers, by the members themselves */
    uint64_t series;       /* .. of these, without the master between */
    struct transfers_left left;
    struct problem problem;
};

static member *
master_make (const struct truth *t, const struct want *w, uint64_t seed, run *r,
             const char *dir)
{
    /* The usual layers end without the master; all but the first; none. */
    static const uint64_t closes[] = {0, 1, UINT64_MAX};
    struct members_options o = {.program = buffer_view (&t->program),
                                .members = w->members,
                                .threads = w->threads,
                                .store = seed % 3 ? "tree" : "plain",
                                .hash_bits = seed % 7 ? 0 : 8,
                                .batch_bytes = seed % 2 ? 40 : 0,
                                .depth = w->depth,
                                .partition = w->partition,
                                .some = w->partition == PARTITION_THREADS,
                                .channel = w->channel,
                                .transfers = w->channel ? dir : NULL,
                                .uneven_states = w->uneven,
                                .uneven_percent = 105,
                                .lend_states = seed % 2 ? 2 : 0,
                                .close_states = closes[seed % 5 % 3],
                                .series = (unsigned) (seed % 4),
                                .alone =
                                    w->alone ? w->alone + seed % w->alone : 0,
                                .run = r,
                                .passed = note_passed,
                                .context = r,
                                .broken = w->broken};
    return members_master_new (&o);
}

static struct simulated_options
schedule (const struct want *w, uint64_t seed)
{
    struct simulated_options s = {.seed = seed,
                                  .members = w->members,
                                  .delay_ns = 10000,
                                  .jitter_ns = 1000u << seed % 9,
                                  .unit_ns_x1024 = 100000,
                                  .slow_percent = 20,
                                  .late_percent = 20,
                                  .spawn = seed % 2};
    if (!w->calm) {
        s.crash_percent = (unsigned) (seed * 13 % 80);
        s.suspect_percent = (unsigned) (seed * 29 % 80);
        s.members += seed % 3 == 0; /* one more than it waits for */
    }
    return s;
}

/* The master, to be freed; `seen` is what happened to it. */
static member *
play (const struct truth *t, const struct want *w, uint64_t seed,
      struct seen *seen)
{
    /* Where there is one, a disk that need not be waited for. */
    char shared[] = "/dev/shm/members-XXXXXX", usual[] = "/tmp/members-XXXXXX";
    const char *dir = mkdtemp (shared);
    if (!dir && !(dir = mkdtemp (usual)))
        fail ("no directory");
    *seen = (struct seen) {0};
    member *inner = NULL;
    bool gone = true;
    for (uint64_t turn = 0; gone; turn++) {
        run *r = w->calm || w->lossy ? NULL : run_open (dir, turn);
        if (inner)
            members_master_free (inner);
        transfers_clean (dir, UINT64_MAX); /* epochs begin anew */
        inner = master_make (t, w, seed + turn, r, dir);
        struct member m = {.inner = inner};
        if (w->resume && turn < 3)
            m.last = 1 + (seed * 7919 + turn * 31) % 200;
        struct simulated_options s = schedule (w, seed * 4 + turn);
        struct simulated_outcome outcome;
        struct rogues rogues = {
            .every = w->rogue ? 5 + seed % 40 : 0, .left = 3, .echo = w->echo};
        s.spawn |= w->rogue || w->echo;
        seen->finished =
            simulated_run (&s, &mortal_class, &m, &rogue_class, rogue_make,
                           rogue_free, &rogues, &outcome, &seen->problem);
        seen->cut += 3 - rogues.left;
        seen->sum.crashed += outcome.crashed;
        seen->sum.suspected += outcome.suspected;
        seen->sum.joined += outcome.joined;
        seen->masters++;
        gone = m.gone;
        seen->moves += members_counts (inner).moves;
        seen->walked = members_counts (inner).walked;
        seen->lent += members_counts (inner).lent;
        seen->closed += members_counts (inner).closed;
        seen->series += members_counts (inner).series;
        if (r)
            run_free (r);
    }
    transfers_left_add (&seen->left, dir);
    nftw (dir, drop, 8, FTW_DEPTH | FTW_PHYS);
    return inner;
}

static void
wrong_tell (const struct truth *t, const struct want *w, uint64_t seed,
            const member *master, const struct seen *seen)
{
    printf ("wrong: --subject=%u --members=%u --threads=%u --seed=%" PRIu64
            " --partition=%d --channel=%d --uneven=%" PRIu64 " --alone=%" PRIu64
            " --depth=%" PRIu64 "%s%s%s%s\n",
            w->subject, w->members, w->threads, seed, (int) w->partition,
            (int) w->channel, w->uneven, w->alone, w->depth,
            w->resume ? " --resume" : "", w->lossy ? " --lossy" : "",
            w->rogue  ? " --rogue"
            : w->calm ? " --calm"
                      : "",
            seen->finished ? "" : ": came to rest");
    result_tell ("alone", t->result);
    result_tell ("team", members_result (master));
}

/* ---- trials */

struct tally {
    uint64_t runs, wrong, refused, crashed, suspected, late, masters, cut,
        moves;
    /* One member walked all layers, or some at first. */
    uint64_t alone, shared;
    uint64_t lent;           /* runs in which members helped each other */
    uint64_t closed, layers; /* by the members themselves, or all */
    uint64_t series;         /* of the former, without the master between */
    struct transfers_left left;
};

static bool
without_run (const struct explore_result *r)
{
    return r->end == EXPLORE_FAILED
           && strstr (r->problem.message, "without --run");
}

static void
tally_run (struct tally *sum, const struct truth *t, const struct want *w,
           uint64_t seed, bool tell)
{
    struct seen seen;
    member *master = play (t, w, seed, &seen);
    bool refused =
        w->lossy && seen.finished && without_run (members_result (master));
    bool good = refused || (seen.finished && truth_same (t, master));
    sum->runs++;
    sum->refused += refused;
    sum->wrong += !good;
    sum->crashed += seen.sum.crashed;
    sum->suspected += seen.sum.suspected;
    sum->late += seen.sum.joined > w->members;
    sum->masters += seen.masters;
    sum->cut += seen.cut;
    sum->moves += seen.moves;
    uint64_t layers = members_result (master)->layers;
    sum->alone += seen.walked && seen.walked == layers;
    sum->shared += seen.walked && seen.walked < layers;
    sum->lent += seen.lent > 0;
    sum->closed += seen.closed;
    sum->series += seen.series;
    sum->layers += layers;
    sum->left.bytes += seen.left.bytes;
    sum->left.left += seen.left.left;
    if (!good && tell)
        wrong_tell (t, w, seed, master, &seen);
    members_master_free (master);
}

static struct tally
tally_all (const struct want *want, bool tell)
{
    struct tally sum = {0};
    struct want w = *want;
    struct truth t;
    truth_find (&t, want);
    for (unsigned i = 0; i < SIZES; i++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            w.members = want->members ? want->members : sizes[i];
            w.threads = want->threads ? want->threads : threads;
            if ((want->members && i) || (want->threads && threads > 1))
                continue;
            for (uint64_t s = 0; s < w.seeds && !(tell && sum.wrong); s++)
                tally_run (&sum, &t, &w, w.seed + s, tell);
        }
    truth_clear (&t);
    printf ("%" PRIu64 " schedules, %" PRIu64 " crashes, %" PRIu64
            " false suspicions, %" PRIu64 " with joins, %" PRIu64
            " masters, %" PRIu64 " messages cut, %" PRIu64 " moves, %" PRIu64
            " alone, %" PRIu64 " shared later, %" PRIu64 " with loans, %" PRIu64
            " of %" PRIu64 " layers closed by members, %" PRIu64
            " in series, %" PRIu64 " refused, %" PRIu64 " wrong\n",
            sum.runs, sum.crashed, sum.suspected, sum.late, sum.masters,
            sum.cut, sum.moves, sum.alone, sum.shared, sum.lent, sum.closed,
            sum.layers, sum.series, sum.refused, sum.wrong);
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

/* Who begins again after losses finds the same; too many must be said. */
static bool
again (const void *context)
{
    struct tally t = tally_all (context, true);
    return !t.wrong && t.crashed > 3 * t.refused && t.refused < t.runs / 2;
}

/* Whoever says what nobody should is expelled, and nothing is changed by it. */
static bool
put_out (const void *context)
{
    struct tally t = tally_all (context, true);
    return !t.wrong && t.cut > t.runs;
}

/* Partitions do change owners, and nothing else does. */
static bool
moved (const void *context)
{
    struct tally t = tally_all (context, true);
    return !t.wrong && t.moves > 0;
}

/* Members do help each other, in the half of all runs in which they may. */
static bool
helped (const void *context)
{
    struct tally t = tally_all (context, true);
    return !t.wrong && t.lent > t.runs / 3;
}

/* Members do close layers without the master, and not all. */
static bool
closed (const void *context)
{
    struct tally t = tally_all (context, true);
    return !t.wrong && t.closed > t.layers / 4 && t.closed < t.layers;
}

/* They do take small layers one after the other. */
static bool
went_on (const void *context)
{
    struct tally t = tally_all (context, true);
    return !t.wrong && t.series > t.closed / 4 && t.series < t.closed;
}

/* Of the files only the last layers' states are left. */
static bool
given_back (const void *context)
{
    struct tally t = tally_all (context, true);
    printf ("%" PRIu64 " of %" PRIu64 " bytes are left in files\n", t.left.left,
            t.left.bytes);
    return !t.wrong && t.left.bytes && t.left.left < t.left.bytes / 10;
}

/* One member walks all layers. */
static bool
walked (const void *context)
{
    struct tally t = tally_all (context, true);
    return !t.wrong && t.alone == t.runs - t.refused && !t.moves;
}

/* One member walks some layers, then all have their share. */
static bool
shared (const void *context)
{
    struct tally t = tally_all (context, true);
    return !t.wrong && t.shared > t.runs / 3 && t.moves > 0;
}

static void
trials_add (struct trials *list, const char *what,
            bool (*perform) (const void *), const struct want *want)
{
    struct want *w = NEW (struct want);
    *w = *want;
    struct trial t = {.run = perform, .context = w};
    snprintf (t.name, sizeof t.name, "%s: %s", subjects[w->subject], what);
    VEC_PUSH (*list, t);
}

static void
trials_subject (struct trials *list, const struct want *want)
{
    struct want w = *want;
    trials_add (list, "losses and joins", right, &w);
    w.resume = true;
    w.seeds = (want->seeds + 1) / 2;
    trials_add (list, "masters that are gone", right, &w);
    w.resume = false;
    w.calm = true;
    trials_add (list, "no run directory", right, &w);
    w.depth = 3;
    trials_add (list, "a bound", right, &w);
}

/* Who owns a state, how it travels, and that owners may change. */
static void
trials_ways (struct trials *list, const struct want *want)
{
    static const unsigned chosen[] = {2, 3, 4, 5};
    struct want w = *want;
    for (unsigned i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        w.subject = chosen[i];
        w.seeds = (want->seeds + 1) / 2;
        w.calm = w.resume = false;
        w.partition = PARTITION_HEAP;
        w.channel = CHANNEL_DUAL;
        w.uneven = 0;
        trials_add (list, "by heap, in files", right, &w);
        w.resume = true;
        trials_add (list, "by heap, in files, masters gone", right, &w);
        w.resume = false;
        w.partition = PARTITION_STACKS;
        w.channel = CHANNEL_SINGLE;
        trials_add (list, "by stacks", right, &w);
        w.partition = PARTITION_THREADS;
        trials_add (list, "by a process", right, &w);
        w.uneven = 20;
        w.members = 3;
        w.partition = PARTITION_HEAP;
        w.seeds = want->seeds;
        trials_add (list, "owners change", i < 2 ? right : moved, &w);
        w.channel = CHANNEL_DUAL;
        w.calm = true;
        trials_add (list, "owners change, in files", i < 2 ? right : moved, &w);
        w.members = 0;
    }
    w.subject = 4;
    w.members = 3;
    w.uneven = 0;
    trials_add (list, "files are given back", given_back, &w);
    w.uneven = 20;
    w.broken = "twice";
    trials_add (list, "twice is noticed", noticed, &w);
}

/* Narrow layers, walked by one member; limits that are small end that in the
 * middle. */
static void
trials_alone (struct trials *list, const struct want *want)
{
    struct want w = *want;
    for (w.subject = 0; w.subject < SUBJECTS; w.subject++) {
        bool large = w.subject == 7;
        w.seeds = large ? (want->seeds + 7) / 8 : want->seeds;
        w.calm = true;
        w.lossy = false;
        w.depth = 0;
        w.alone = 2;
        trials_add (list, "narrow layers by one", right, &w);
        w.depth = 8;
        w.alone = 1;
        trials_add (list, "narrow layers by one, a bound", right, &w);
        w.alone = 2;
        w.depth = 0;
        w.calm = false;
        w.lossy = true;
        trials_add (list, "narrow layers by one, losses", right, &w);
        w.alone = 100000;
        w.seeds = (w.seeds + 2) / 3;
        trials_add (list, "all layers by one, losses", walked, &w);
    }
    w = *want;
    w.subject = 2;
    w.members = 3;
    w.calm = true;
    w.alone = 25;
    trials_add (list, "narrow layers, then shared", shared, &w);
    w.subject = 3;
    trials_add (list, "narrow layers, then shared", shared, &w);
    w.partition = PARTITION_HEAP;
    w.channel = CHANNEL_DUAL;
    w.uneven = 20;
    w.subject = 4;
    trials_add (list, "narrow layers, then shared, owners change", right, &w);
    w = *want;
    w.alone = 1;
    w.rogue = true;
    w.calm = false;
    w.lossy = true;
    w.members = 3;
    w.subject = 2;
    trials_add (list, "narrow layers by one, malformed messages", right, &w);
    w.rogue = false;
    w.lossy = false;
    w.echo = w.calm = true;
    trials_add (list, "narrow layers by one, told twice", put_out, &w);
    w.alone = 0;
    trials_add (list, "ends of layers, told twice", put_out, &w);
}

static void
trials_all (struct trials *list, const struct want *want)
{
    struct want w = *want;
    for (w.subject = 0; w.subject < SUBJECTS; w.subject++) {
        /* The large one costs as much as all others. */
        w.seeds = w.subject == 7 ? (want->seeds + 7) / 8 : want->seeds;
        trials_subject (list, &w);
    }
    trials_ways (list, want);
    trials_alone (list, want);
    /* Rare: fewer would not show it. */
    w.seeds = want->seeds > SEEDS ? want->seeds : SEEDS;
    w.subject = 2;
    w.lossy = true;
    w.members = 3;
    trials_add (list, "losses without a run directory", again, &w);
    w.lossy = false;
    w.rogue = true;
    trials_add (list, "malformed messages", put_out, &w);
    w.rogue = false;
    w.broken = "settle";
    w.calm = true;
    trials_add (list, "settle is noticed", noticed, &w);
    w.broken = "twice"; /* partitions stay: only loans are made twice */
    trials_add (list, "loans made twice are noticed", noticed, &w);
    w.broken = NULL;
    trials_add (list, "members help each other", helped, &w);
    trials_add (list, "members close layers", closed, &w);
    trials_add (list, "members go on without the master", went_on, &w);
    w.broken = "early";
    w.seeds *= 4;
    trials_add (list, "early is noticed", noticed, &w);
    w.seeds = want->seeds > SEEDS ? want->seeds : SEEDS;
    w.broken = "fence";
    w.calm = false;
    w.members = 5;
    w.threads = 1;
    w.seeds += 150; /* it takes a state that is late by an epoch */
    trials_add (list, "fence is noticed", noticed, &w);
}

int
main (int argc, char **argv)
{
    struct want w = {.seeds = effort (SEEDS)};
    struct trials list = {0};
    bool only = false;
    uint64_t subject = 0, members = 0, threads = 0, number = 0;
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (argument_number (a, "subject", &subject)
            || argument_number (a, "members", &members)
            || argument_number (a, "threads", &threads)
            || argument_number (a, "seed", &w.seed))
            only = true;
        else if (argument_number (a, "partition", &number))
            w.partition = (enum option_partition) number;
        else if (argument_number (a, "channel", &number))
            w.channel = (enum option_channel) number;
        else if (argument_number (a, "uneven", &w.uneven)
                 || argument_number (a, "alone", &w.alone)
                 || argument_number (a, "depth", &w.depth))
            continue;
        else if (!strcmp (a, "--resume"))
            w.resume = true;
        else if (!strcmp (a, "--rogue"))
            w.rogue = true;
        else if (!strcmp (a, "--calm"))
            w.calm = true;
        else if (!strcmp (a, "--lossy"))
            w.lossy = true;
        else if (!strncmp (a, "--broken=", 9))
            w.broken = a + 9;
        else if (!argument_number (a, "seeds", &w.seeds)) {
            fprintf (stderr, "%s: unknown\n", a);
            return 1;
        }
    }
    if (only && subject < SUBJECTS) {
        w.subject = (unsigned) subject;
        w.members = (unsigned) members;
        w.threads = (unsigned) threads;
        w.seeds = 1;
        trials_add (&list, "this one", right, &w);
    } else
        trials_all (&list, &w);
    int code = trials_run (&list);
    for (size_t i = 0; i < list.size; i++)
        memory_free ((void *) list.at[i].context);
    VEC_CLEAR (list);
    return code;
}
