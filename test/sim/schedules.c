/* schedules.c -- a check gives one digest, verdict and witness under every
 * schedule.
 *
 * Every problem is checked alone first; what was answered is kept, and replayed
 * to simulated teams of several sizes whose members are slow, late, crash or are
 * suspected falsely.
 *
 *     schedules [--seeds=N] [--seed=N] [--members=N] [--live=N] [--plain=1]
 *               [FILE...]
 *
 * --seeds: how many schedules per problem, the team sizes in turn; --seed,
 * --members: only this one; --live: so many schedules in which every answer is
 * computed anew; --plain=1: only without the preprocessing that spares most of
 * the work, --plain=0: only with it, else both.
 * Without files: all of test/problems, from the root of the source. */
#include <glob.h>

#include "harness.h"
#include "subject.h"

struct series {
    const char *file;
    uint64_t seeds, live;
    uint64_t seed, members; /* members 0: all */
    bool only;              /* this seed */
    uint64_t plain;         /* 0: as usual; 1: without preprocessing */
};

/* ---- answers are computed once */

/* Workers ask the table themselves; what they find missing was asked ahead in
 * some schedule, and is kept for the next. */
static memo *kept;

static bool
keeping_work (item_worker *l, struct bytes item, struct buffer *answer,
              uint64_t *units)
{
    if (!cegar_item_worker.work (l, item, answer, units))
        return false;
    if (kept
        && !memo_put (kept, digest_of (item), buffer_view (answer), *units,
                      0)) {
        printf ("two answers to one item\n");
        abort ();
    }
    return true;
}

static member *
keeping_worker (void *context)
{
    return pool_worker_new (context, kept);
}

/* ---- one run */

static bool
outcome_excused (const struct outcome *o)
{
    return o->verdict == VERDICT_UNKNOWN
           && (strstr (o->reason, "a worker died twice on one item")
               || strstr (o->reason, "all workers are lost"));
}

enum result { SAME, EXCUSED, DIFFERENT };

static enum result
run_once (struct subject *s, uint64_t seed, unsigned members,
          const char *broken, const char *expected)
{
    struct item_worker_class answering = cegar_item_worker;
    answering.work = keeping_work;
    const struct item_worker_class *const classes[] = {&answering, NULL};
    memo *table = memo_new ();
    struct pool_options pool;
    checking_pool (s->work, table, &pool);
    pool.untimed = true;
    pool.broken = broken;
    member *master = pool_master_new (&pool);
    struct simulated_options schedule = schedule_of (seed, members);
    struct simulated_outcome about;
    struct problem problem = {0};
    simulated_run (&schedule, &pool_master_class, master, &pool_worker_class,
                   keeping_worker, pool_worker_free, (void *) classes, &about,
                   &problem);
    struct outcome o;
    outcome_init (&o);
    checking_conclude (s->work, pool_master_result (master), &problem, &o);
    char *got = outcome_all (&o);
    enum result result = !strcmp (got, expected) ? SAME
                         : outcome_excused (&o)  ? EXCUSED
                                                 : DIFFERENT;
    if (result == DIFFERENT && !broken)
        printf ("expected\n%sgot\n%s", expected, got);
    memory_free (got);
    outcome_clear (&o);
    pool_master_free (master);
    memo_free (table);
    return result;
}

static char *
run_alone (struct subject *s)
{
    struct pool_options pool;
    checking_pool (s->work, kept, &pool);
    pool.untimed = true;
    struct pool_result result = {0};
    pool_alone (&pool, &result);
    struct outcome o;
    outcome_init (&o);
    checking_conclude (s->work, &result, &(struct problem) {0}, &o);
    char *text = outcome_all (&o);
    outcome_clear (&o);
    return text;
}

/* ---- one problem */

static bool
series_candidates (const struct series *p, struct subject *s,
                   const char *expected, uint64_t seeds, bool live)
{
    uint64_t runs = 0, excused = 0;
    memo *old = kept;
    if (live)
        kept = NULL;
    for (uint64_t i = 0; i < seeds; i++) {
        uint64_t seed = p->only ? p->seed : i;
        unsigned members =
            p->members ? (unsigned) p->members : team_sizes[i % TEAM_SIZES];
        enum result r = run_once (s, seed, members, NULL, expected);
        if (r == DIFFERENT) {
            printf ("again: build/release/test/sim/schedules --seed=%llu "
                    "--members=%u --plain=%llu%s %s\n",
                    (unsigned long long) seed, members,
                    (unsigned long long) p->plain, live ? " --live=1" : "",
                    p->file);
            return false;
        }
        runs++;
        excused += r == EXCUSED;
    }
    kept = old;
    if (excused)
        printf ("%llu of %llu runs ended UNKNOWN over lost workers\n",
                (unsigned long long) excused, (unsigned long long) runs);
    /* Misfortune is an excuse, but a rare one. */
    return excused <= runs / 50 + 1;
}

static bool
series_run (const void *context)
{
    static const char *const usual[] = {NULL};
    static const char *const plainly[] = {"--engine=cegar", "--seeds=0",
                                          "--preprocess=none",
                                          "--blocks=single", NULL};
    const struct series *p = context;
    const char *const *option = p->plain ? plainly : usual;
    struct subject s;
    if (!subject_open (&s, p->file, subject_file (p->file), option)) {
        bool known = strstr (s.source, "; expect: UNKNOWN");
        subject_close (&s);
        return known;
    }
    kept = memo_new ();
    char *expected = run_alone (&s);
    bool only_live = p->only && p->live;
    bool good =
        only_live
        || series_candidates (p, &s, expected, p->only ? 1 : p->seeds, false);
    good = good && series_candidates (p, &s, expected, p->live, true);
    memory_free (expected);
    memo_free (kept);
    kept = NULL;
    subject_close (&s);
    return good;
}

/* A test that cannot fail is none: a pool that forgets what lost workers held
 * comes to rest without a result. */
static bool
forgetting_fails (const void *context)
{
    const char *const option[] = {NULL};
    const char *file = context;
    struct subject s;
    if (!subject_open (&s, file, subject_file (file), option))
        return false;
    kept = memo_new ();
    char *expected = run_alone (&s);
    unsigned failed = 0;
    for (uint64_t seed = 0; seed < 50; seed++)
        failed += run_once (&s, seed, team_sizes[seed % TEAM_SIZES],
                            "forget-lost", expected)
                  == DIFFERENT;
    printf ("%u of 50 runs fail\n", failed);
    memory_free (expected);
    memo_free (kept);
    subject_close (&s);
    return failed;
}

int
main (int argc, char **argv)
{
    enum { BOTH = 2 };
    struct series common = {.seeds = 50 * TEAM_SIZES, .live = 2, .plain = BOTH};
    struct trials trials = {0};
    struct vec_file VEC (const char *) file = { 0 };
    for (int i = 1; i < argc; i++)
        if (argument_number (argv[i], "seed", &common.seed)) {
            common.only = true;
            common.live = 0;
        } else if (!argument_number (argv[i], "seeds", &common.seeds)
                   && !argument_number (argv[i], "members", &common.members)
                   && !argument_number (argv[i], "live", &common.live)
                   && !argument_number (argv[i], "plain", &common.plain))
            VEC_PUSH (file, argv[i]);
    if (!file.size) {
        struct trial t = {.name = "forgetting what lost workers held fails",
                          .run = forgetting_fails,
                          .context = "test/problems/even.smt2"};
        VEC_PUSH (trials, t);
    }
    glob_t found;
    if (!file.size && !glob ("test/problems/*.smt2", 0, NULL, &found))
        for (size_t i = 0; i < found.gl_pathc; i++)
            VEC_PUSH (file, found.gl_pathv[i]);
    struct series *series = NEW_ARRAY (struct series, 2 * file.size + 1);
    for (size_t i = 0; i < 2 * file.size; i++) {
        if (common.plain != BOTH && common.plain != i % 2)
            continue;
        series[i] = common;
        series[i].file = file.at[i / 2];
        series[i].plain = i % 2;
        struct trial t = {.run = series_run, .context = &series[i]};
        snprintf (t.name, sizeof t.name, "%s%s", file.at[i / 2],
                  i % 2 ? ", plain" : "");
        VEC_PUSH (trials, t);
    }
    return trials_run (&trials);
}
