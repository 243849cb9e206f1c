/* paper.c -- the paper's protocol under simulated schedules: its own example,
 * some problems, random programs; and that without its repairs it fails.
 *
 *     paper [--seeds=N] [--programs=N] [--seed=N --members=N]
 *           [--program=N | FILE] [--broken=REPAIR]
 *
 * With a program or a file: only that one is checked. */
#include "cegar/abstraction/item_worker.h"
#include "clauses.h"
#include "harness.h"
#include "program.h"
#include "subject.h"

struct want {
    const char *file;   /* null: a random program */
    const char *broken; /* a repair that is switched off, or null */
    uint64_t program;   /* its number */
    uint64_t programs;  /* of the trials over many */
    uint64_t seeds, seed, members;
    bool only; /* this seed and number of members */
};

/* ---- one run */

/* Divergence would be no failure of the protocol; rounds are predictable. */
enum { MOST_ROUNDS = 25 };

/* The master, until it has had enough rounds. */
struct member {
    member *inner;
};

static void
bounded_receive (member *m, team *t, const struct message *message)
{
    paper_master_class.receive (m->inner, t, message);
    struct stage *stage = paper_master_stage (m->inner);
    if (stage->end == REFERENCE_RUNS && stage->counters.rounds > MOST_ROUNDS)
        team_finish (t);
}

static void
bounded_alarm (member *m, team *t, uint64_t what)
{
    paper_master_class.alarm (m->inner, t, what);
}

static void
bounded_joined (member *m, team *t, unsigned who)
{
    paper_master_class.joined (m->inner, t, who);
}

static void
bounded_lost (member *m, team *t, unsigned who)
{
    paper_master_class.lost (m->inner, t, who);
}

static const struct member_class bounded_class = {
    .receive = bounded_receive,
    .alarm = bounded_alarm,
    .joined = bounded_joined,
    .lost = bounded_lost,
};

static member *
worker_new (void *unused)
{
    (void) unused;
    return paper_worker_new ();
}

struct found {
    char verdict; /* 's' safe, 'u' unsafe, '?' neither */
    struct digest digest;
    uint64_t refinements, nodes;
    char *story; /* owned */
    bool stuck;  /* the protocol came to rest */
    bool deadly; /* UNKNOWN, for a node cost two workers, as it should be */
};

static struct found
protocol_run (struct subject *s, bool naive, const char *broken, uint64_t seed,
              unsigned members)
{
    struct paper_options paper;
    checking_paper (s->work, &paper);
    paper.naive = naive;
    paper.broken = broken;
    member master = {paper_master_new (&paper)};
    struct simulated_options schedule = schedule_of (seed, members);
    struct simulated_outcome about;
    struct problem problem = {0};
    struct found f = {0};
    f.stuck =
        !simulated_run (&schedule, &bounded_class, &master, &paper_worker_class,
                        worker_new, paper_worker_free, NULL, &about, &problem);
    const struct stage *stage = paper_master_stage (master.inner);
    f.verdict = stage->end == REFERENCE_SAFE     ? 's'
                : stage->end == REFERENCE_UNSAFE ? 'u'
                                                 : '?';
    f.deadly = f.verdict == '?'
               && strstr (stage->reason, "two workers died on one node");
    f.digest = stage->digest;
    f.refinements = stage->counters.refinements;
    f.nodes = stage->counters.nodes;
    f.story = memory_string (paper_master_story (master.inner));
    paper_master_free (master.inner);
    return f;
}

static bool
found_same (const struct found *a, const struct found *b)
{
    /* A run that was cut off may be in the middle of a round. */
    bool cut = a->verdict == '?';
    if (!b->stuck && b->deadly)
        return true;
    return !a->stuck && !b->stuck && a->verdict == b->verdict
           && !strcmp (a->story, b->story)
           && (cut
               || (digest_equal (a->digest, b->digest)
                   && a->nodes == b->nodes));
}

static void
found_tell (const char *who, const struct found *f)
{
    char digest[DIGEST_TEXT];
    digest_print (f->digest, digest);
    printf ("%s: %s, %llu refinements, %llu nodes, %s%s, refined:\n%s", who,
            f->verdict == 's'   ? "safe"
            : f->verdict == 'u' ? "unsafe"
                                : "undecided",
            (unsigned long long) f->refinements, (unsigned long long) f->nodes,
            digest, f->stuck ? ", stuck" : "", f->story);
}

static void
again_tell (const struct want *w, uint64_t seed, unsigned members)
{
    printf ("again: build/release/test/sim/paper --seed=%llu --members=%u",
            (unsigned long long) seed, members);
    if (w->file)
        printf (" %s", w->file);
    else
        printf (" --program=%llu", (unsigned long long) w->program);
    if (w->broken)
        printf (" --broken=%s", w->broken);
    printf ("\n");
}

/* ---- one program under many schedules */

/* As in the paper. */
static const char *const plainly[] = {"--preprocess=none", "--blocks=single",
                                      "--refine=farkas", "--engine=cegar",
                                      NULL};

static bool
program_open (const struct want *w, struct subject *s)
{
    if (w->file)
        return subject_open (s, w->file, subject_file (w->file), plainly);
    struct text text;
    text_init (&text);
    program_print (w->program, &text);
    return subject_open (s, "program.smt2", text_take (&text), plainly);
}

/* What the schedules of a program did. */
struct tally {
    unsigned runs;
    unsigned different; /* not as with one worker and all repairs */
    unsigned other;     /* of these: refined other paths */
    unsigned wrong;     /* of these: another verdict */
};

static void
program_tally (const struct want *w, struct subject *s, bool tell,
               struct tally *tally)
{
    struct found first = protocol_run (s, false, NULL, 0, 1);
    for (uint64_t i = 0; i < w->seeds; i++) {
        uint64_t seed = w->only ? w->seed : i;
        unsigned members =
            w->only ? (unsigned) w->members : team_sizes[i % TEAM_SIZES];
        struct found f = protocol_run (s, false, w->broken, seed, members);
        bool same = found_same (&first, &f);
        tally->runs++;
        tally->different += !same;
        tally->other += strcmp (first.story, f.story) != 0;
        tally->wrong += first.verdict != f.verdict;
        if (!same && tell) {
            found_tell ("one worker", &first);
            found_tell ("this schedule", &f);
            again_tell (w, seed, members);
        }
        memory_free (f.story);
        if (!same && tell)
            break;
    }
    memory_free (first.story);
}

/* Is the verdict with one worker what z3 says? */
static bool
program_true (const struct want *w, struct subject *s)
{
    struct found f = protocol_run (s, false, NULL, 0, 1);
    char truth = clauses_verdict (s->source, 10);
    bool good =
        !f.stuck && (f.verdict == '?' || truth == '?' || f.verdict == truth);
    if (!good) {
        found_tell ("one worker", &f);
        printf ("z3 says %ssafe\n", truth == 'u' ? "un" : "");
        again_tell (w, 0, 1);
    }
    memory_free (f.story);
    return good;
}

static bool
program_steady (const void *context)
{
    const struct want *w = context;
    struct subject s;
    struct tally tally = {0};
    if (!program_open (w, &s))
        return false;
    bool good = program_true (w, &s);
    if (good)
        program_tally (w, &s, true, &tally);
    subject_close (&s);
    return good && !tally.different;
}

/* The programs one after the other, w->program the first. */
static bool
programs_steady (const void *context)
{
    struct want w = *(const struct want *) context;
    for (uint64_t i = 0; i < w.programs; i++, w.program++)
        if (!program_steady (&w))
            return false;
    return true;
}

/* A test that cannot fail is none: without a repair, other paths are refined,
 * and there are wrong verdicts if it is repair B that is missing. */
static bool
programs_waver (const void *context)
{
    struct want w = *(const struct want *) context;
    struct tally tally = {0};
    unsigned wavering = 0;
    for (uint64_t i = 0; i < w.programs; i++, w.program++) {
        struct subject s;
        unsigned before = tally.different;
        if (program_open (&w, &s))
            program_tally (&w, &s, false, &tally);
        wavering += tally.different > before;
        subject_close (&s);
    }
    printf ("%u of %llu programs waver; of %u runs %u differ, %u in what they "
            "refine, %u in their verdict\n",
            wavering, (unsigned long long) w.programs, tally.runs,
            tally.different, tally.other, tally.wrong);
    return tally.other && (tally.wrong || strcmp (w.broken, "repair-b"));
}

/* ---- the example of the paper */

static const char example[] = "test/problems/paper.smt2";

static bool
example_paper (const void *context)
{
    const struct want *w = context;
    struct subject s;
    if (!subject_open (&s, example, subject_file (example), plainly))
        return false;
    bool good = true;
    for (uint64_t seed = 0; seed < w->seeds && good; seed++)
        for (unsigned k = 0; k < TEAM_SIZES && good; k++) {
            struct found f =
                protocol_run (&s, false, NULL, seed, team_sizes[k]);
            good = f.verdict == 's' && f.refinements == 1
                   && !strcmp (f.story, "0 3 7\n");
            if (!good) {
                found_tell ("this schedule", &f);
                again_tell (&(struct want) {.file = example}, seed,
                            team_sizes[k]);
            }
            memory_free (f.story);
        }
    subject_close (&s);
    return good;
}

static bool
example_naive (const void *context)
{
    const struct want *w = context;
    struct subject s;
    if (!subject_open (&s, example, subject_file (example), plainly))
        return false;
    uint64_t least = UINT64_MAX, most = 0;
    bool good = true;
    for (uint64_t seed = 0; seed < w->seeds * TEAM_SIZES; seed++) {
        struct found f =
            protocol_run (&s, true, NULL, seed, team_sizes[seed % TEAM_SIZES]);
        good = good && f.verdict == 's';
        least = f.refinements < least ? f.refinements : least;
        most = f.refinements > most ? f.refinements : most;
        memory_free (f.story);
    }
    printf ("%llu to %llu refinements\n", (unsigned long long) least,
            (unsigned long long) most);
    subject_close (&s);
    return good && least < most;
}

/* What was to be refined, as seen by the workers: a line a path.  The second shortest
 * path (1 4 7) may be asked about ahead; what the first one teaches excludes it. */
static struct text refined;

static bool
watching_work (item_worker *l, struct bytes item, struct buffer *answer,
               uint64_t *units)
{
    struct item_examine x = {0};
    struct text line;
    text_init (&line);
    if (item.size && item.data[0] == ITEM_EXAMINE
        && item_examine_read (&x, &cegar_worker_of (l)->system, item)
        && x.refine) {
        for (size_t i = 0; i < x.path.size; i++)
            text_print (&line, "%s%u", i ? " " : "", x.path.at[i]);
        text_char (&line, '\n');
        /* The same one twice is an item that was lost or asked of two. */
        if (!strstr (text_view (&refined), text_view (&line)))
            text_add (&refined, text_view (&line));
    }
    item_examine_clear (&x);
    text_clear (&line);
    return cegar_item_worker.work (l, item, answer, units);
}

static member *
watching_worker (void *classes)
{
    return pool_worker_new (classes, NULL);
}

static bool
example_refines (const char *lines)
{
    return !strcmp (lines, "0 3 7\n") || !strcmp (lines, "0 3 7\n1 4 7\n")
           || !strcmp (lines, "1 4 7\n0 3 7\n");
}

/* All runs commit the same. */
static bool
example_once (struct subject *s, uint64_t seed, unsigned members,
              struct digest *same)
{
    struct item_worker_class answering = cegar_item_worker;
    answering.work = watching_work;
    const struct item_worker_class *const classes[] = {&answering, NULL};
    memo *table = memo_new ();
    struct pool_options pool;
    checking_pool (s->work, table, &pool);
    member *master = pool_master_new (&pool);
    struct simulated_options schedule = schedule_of (seed, members);
    schedule.crash_percent = schedule.suspect_percent = 0;
    struct simulated_outcome about;
    struct problem problem = {0};
    text_init (&refined);
    simulated_run (&schedule, &pool_master_class, master, &pool_worker_class,
                   watching_worker, pool_worker_free, (void *) classes, &about,
                   &problem);
    struct outcome o;
    outcome_init (&o);
    checking_conclude (s->work, pool_master_result (master), &problem, &o);
    if (!same->low && !same->high)
        *same = o.digest;
    bool good = o.verdict == VERDICT_SAFE && o.counters.refinements == 1
                && example_refines (text_view (&refined))
                && digest_equal (o.digest, *same);
    if (!good)
        printf ("seed %llu, %u members: %s (%s), %llu refinements, of\n%s",
                (unsigned long long) seed, members, outcome_verdict (&o),
                o.reason ? o.reason : "",
                (unsigned long long) o.counters.refinements,
                text_view (&refined));
    text_clear (&refined);
    outcome_clear (&o);
    pool_master_free (master);
    memo_free (table);
    return good;
}

static bool
example_predictable (const void *context)
{
    const struct want *w = context;
    struct subject s;
    if (!subject_open (&s, example, subject_file (example), plainly))
        return false;
    bool good = true;
    struct digest same = {0};
    for (uint64_t seed = 0; seed < w->seeds && good; seed++)
        for (unsigned k = 0; k < TEAM_SIZES && good; k++)
            good = example_once (&s, seed, team_sizes[k], &same);
    subject_close (&s);
    return good;
}

/* ---- the list */

static const char *const files[] = {
    "counter",     "counter-unsafe", "lock",
    "lock-unsafe", "diamonds",       "diamonds-unsafe",
    "queries",     "queries-unsafe", "no-arguments",
    "even",        "havoc-unsafe",   "bools-unsafe",
};
enum { FILES = sizeof files / sizeof *files, BATCH = 10 };
/* What must be seen to differ is not seen in fewer seeds of the example, and
 * fewer random programs, whatever was asked for. */
enum { EXAMPLES = 5, WAVERING = 40 };

static void
trials_add (struct trials *list, const char *name,
            bool (*perform) (const void *), const struct want *want)
{
    struct want *w = NEW (struct want);
    *w = *want;
    struct trial t = {.run = perform, .context = w};
    snprintf (t.name, sizeof t.name, "%s", name);
    VEC_PUSH (*list, t);
}

static void
trials_all (struct trials *list, struct want *w)
{
    char name[160];
    struct want few = *w;
    few.seeds =
        w->seeds / TEAM_SIZES > EXAMPLES ? w->seeds / TEAM_SIZES : EXAMPLES;
    trials_add (list, "the paper's example: predictable refines once, 0 3 7",
                example_predictable, &few);
    trials_add (list, "the paper's example: paper refines once, 0 3 7",
                example_paper, &few);
    trials_add (list, "the paper's example: naive depends on the schedule",
                example_naive, &few);
    for (size_t i = 0; i < FILES; i++) {
        struct want one = *w;
        snprintf (name, sizeof name, "test/problems/%s.smt2", files[i]);
        one.file = memory_string (name);
        trials_add (list, name, program_steady, &one);
    }
    for (uint64_t at = 0; at < w->programs; at += BATCH) {
        struct want some = *w;
        some.program = at;
        some.programs = BATCH;
        snprintf (name, sizeof name, "random programs %llu to %llu",
                  (unsigned long long) at,
                  (unsigned long long) (at + BATCH - 1));
        trials_add (list, name, programs_steady, &some);
    }
    static const char *const repair[] = {"repair-a", "repair-b"};
    for (int i = 0; i < 2; i++) {
        struct want without = *w;
        without.broken = repair[i];
        without.seeds = 2 * TEAM_SIZES;
        without.programs = w->programs > WAVERING ? w->programs : WAVERING;
        snprintf (name, sizeof name, "random programs waver without %s",
                  repair[i]);
        trials_add (list, name, programs_waver, &without);
    }
}

int
main (int argc, char **argv)
{
    struct want w = {.seeds = 25, .programs = 40, .members = 2};
    struct trials trials = {0};
    bool one = false;
    for (int i = 1; i < argc; i++)
        if (argument_number (argv[i], "program", &w.program))
            one = true;
        else if (argument_number (argv[i], "seed", &w.seed))
            w.only = true;
        else if (!strncmp (argv[i], "--broken=", 9))
            w.broken = argv[i] + 9;
        else if (!argument_number (argv[i], "seeds", &w.seeds)
                 && !argument_number (argv[i], "programs", &w.programs)
                 && !argument_number (argv[i], "members", &w.members))
            w.file = argv[i];
    if (w.only)
        w.seeds = 1;
    if (one || w.file)
        trials_add (&trials, "this one", program_steady, &w);
    else
        trials_all (&trials, &w);
    return trials_run (&trials);
}
