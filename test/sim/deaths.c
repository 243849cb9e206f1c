/* deaths.c -- an item that costs two workers ends the run: UNKNOWN with its
 * place, or nothing is changed; and what was answered until then is enough to
 * come to the undisturbed end later.
 *
 *     deaths [--seeds=N] [--seed=N] [--plain=0|1] [--broken=1|2] [FILE...]
 *
 * Every problem is checked alone first.  Of the items that its result rests on
 * one is chosen by the seed; whoever works on it dies: always, or twice (then it
 * is answered), in a team that has no other misfortunes, or some.  Then the check
 * is made once more over the table that was left, by a team that nothing befalls.
 * --seeds: so many schedules per problem, half of them without preprocessing and
 * by cegar alone (--plain: only these, or only the others); --broken: with a pool that takes the
 * second loss for an answer (1), or goes on trying (2): that must be noticed.
 * Without files: all of test/problems, from the root of the source. */
#include <glob.h>

#include "harness.h"
#include "subject.h"

struct record {
    struct buffer item, answer;
    uint64_t units;
};

/* What is known of a problem: answers of all items met so far. */
struct book {
    struct map index; /* digest of an item -> its number */
    struct VEC (struct record) record;
    size_t committed;  /* the first so many are what the result rests on */
    struct map passed; /* digests of the rounds of the undisturbed run */
};

static struct book book;
/* The run at hand. */
static struct {
    struct digest target;
    uint64_t kills; /* that are left */
    uint64_t deaths;
    bool dies; /* of the call of `work` that has just been made */
} fate;

static void
book_answer (const struct record *r, struct buffer *answer, uint64_t *units)
{
    struct bytes known = buffer_view (&r->answer);
    buffer_put (answer, known.data, known.size);
    *units = r->units;
}

static bool
booking_work (item_worker *l, struct bytes item, struct buffer *answer,
              uint64_t *units)
{
    struct digest d = digest_of (item);
    if (fate.kills && digest_equal (d, fate.target)) {
        fate.kills--;
        fate.deaths++;
        fate.dies = true;
    }
    uint64_t *found = map_get (&book.index, d);
    if (!found) {
        struct record r = {0};
        buffer_init (&r.item);
        buffer_init (&r.answer);
        buffer_put (&r.item, item.data, item.size);
        if (!cegar_item_worker.work (l, item, &r.answer, &r.units))
            return false;
        map_put (&book.index, d, book.record.size);
        VEC_PUSH (book.record, r);
        found = map_get (&book.index, d);
    }
    book_answer (&book.record.at[*found], answer, units);
    return true;
}

static bool
fate_strikes (void *context)
{
    (void) context;
    bool dies = fate.dies;
    fate.dies = false;
    return dies;
}

/* ---- runs */

static void
book_tell (void *context, const char *lines)
{
    (void) context;
    struct digest d;
    const char *at = strstr (lines, "digest: ");
    if (at && digest_parse (at + 8, &d))
        map_put (&book.passed, d, 1);
}

static char *
run_alone (struct subject *s)
{
    struct item_worker_class answering = cegar_item_worker;
    answering.work = booking_work;
    struct pool_options pool;
    struct pool_result result = {0};
    memo *table = memo_new ();
    s->engine.report_progress = book_tell;
    checking_pool (s->work, table, &pool);
    pool.untimed = true;
    pool.item_worker = &answering;
    pool_alone (&pool, &result);
    s->engine.report_progress = NULL;
    struct outcome o;
    outcome_init (&o);
    checking_conclude (s->work, &result, &(struct problem) {0}, &o);
    char *text = outcome_all (&o);
    book.committed = book.record.size;
    outcome_clear (&o);
    memo_free (table);
    return text;
}

static const struct item_worker_class *classes[2];
static memo *replayed; /* what workers know without asking for `work` */

static member *
booking_worker (void *context)
{
    (void) context;
    return pool_worker_new (classes, replayed);
}

enum end { END_SAME, END_NAMED, END_LOST, END_WRONG };

/* What an item is called. */
static void
item_name (const struct pool_options *pool, struct bytes item, char *text,
           size_t room)
{
    struct problem problem = {0};
    item_worker *l = cegar_item_worker.open (pool->program, &problem);
    cegar_item_worker.describe (l, item, text, room);
    cegar_item_worker.close (l);
}

/* Is it UNKNOWN with the reason that it must have, and with the digest of a
 * round that the undisturbed run passes, too? */
static enum end
unknown_end (const struct outcome *o, const char *name)
{
    static const struct digest nothing;
    char reason[400];
    snprintf (reason, sizeof reason, "a worker died twice on one item: %s",
              name);
    bool prefix =
        digest_equal (o->digest, nothing) || map_get (&book.passed, o->digest);
    if (o->verdict != VERDICT_UNKNOWN || !o->stopped || !prefix || o->proof
        || o->derivation)
        return END_WRONG;
    return !strcmp (o->reason, reason)                             ? END_NAMED
           : strstr (o->reason, "a worker died twice on one item") ? END_LOST
           : strstr (o->reason, "all workers are lost")            ? END_LOST
                                                                   : END_WRONG;
}

static enum end
run_once (struct subject *s, memo *table, struct simulated_options schedule,
          size_t target, const char *broken, const char *expected)
{
    struct item_worker_class answering = cegar_item_worker;
    answering.work = booking_work;
    classes[0] = &answering;
    replayed = memo_new ();
    for (size_t i = 0; i < book.record.size; i++)
        if (i != target)
            memo_put (replayed,
                      digest_of (buffer_view (&book.record.at[i].item)),
                      buffer_view (&book.record.at[i].answer),
                      book.record.at[i].units, 0);
    struct pool_options pool;
    checking_pool (s->work, table, &pool);
    pool.untimed = true;
    pool.broken = broken;
    member *master = pool_master_new (&pool);
    struct simulated_outcome about;
    struct problem problem = {0};
    schedule.deadly = fate_strikes;
    simulated_run (&schedule, &pool_master_class, master, &pool_worker_class,
                   booking_worker, pool_worker_free, NULL, &about, &problem);
    char name[256] = "";
    item_name (&pool, buffer_view (&book.record.at[target].item), name,
               sizeof name);
    struct outcome o;
    outcome_init (&o);
    checking_conclude (s->work, pool_master_result (master), &problem, &o);
    char *got = outcome_all (&o);
    enum end end = !strcmp (got, expected) ? END_SAME : unknown_end (&o, name);
    if (end == END_WRONG && !broken)
        printf ("expected\n%sgot\n%s%s\n", expected, got, problem.message);
    memory_free (got);
    outcome_clear (&o);
    pool_master_free (master);
    memo_free (replayed);
    replayed = NULL;
    return end;
}

/* ---- one problem */

struct series {
    const char *file;
    uint64_t seeds, seed;
    bool only;
    uint64_t broken;
    uint64_t plain; /* 1: cegar alone, without preprocessing */
};

static const char *const broken_rules[] = {NULL, "lost-is-answer",
                                           "third-life"};

struct tally {
    uint64_t runs, deaths, end[END_WRONG + 1], wrong;
};

/* One schedule and what follows it.  False: not as it should be. */
static bool
seed_run (struct subject *s, uint64_t seed, const char *broken,
          const char *expected, struct tally *t)
{
    bool always = seed % 2, calm = seed / 2 % 2;
    size_t target = (size_t) (seed * 7919 % book.committed);
    unsigned members = team_sizes[1 + seed % (TEAM_SIZES - 1)];
    struct simulated_options schedule = schedule_of (seed, members);
    schedule.spawn = true;
    if (calm)
        schedule.crash_percent = schedule.suspect_percent = 0;
    memo *table = memo_new ();
    fate.target = digest_of (buffer_view (&book.record.at[target].item));
    fate.kills = always ? UINT64_MAX : 2;
    fate.deaths = 0;
    fate.dies = false;
    enum end end = run_once (s, table, schedule, target, broken, expected);
    t->runs++;
    t->deaths += fate.deaths;
    t->end[end]++;
    bool good = end != END_WRONG && fate.deaths;
    /* Whom nothing else befalls has no other excuse; and nobody can know what
     * always kills. */
    good = good && !(calm && end == END_LOST) && !(always && end == END_SAME);
    fate.kills = 0;
    schedule = schedule_of (seed + 1, members);
    schedule.crash_percent = schedule.suspect_percent = 0;
    good = good
           && run_once (s, table, schedule, target, NULL, expected) == END_SAME;
    memo_free (table);
    return good;
}

static void
book_clear (void)
{
    for (size_t i = 0; i < book.record.size; i++) {
        buffer_clear (&book.record.at[i].item);
        buffer_clear (&book.record.at[i].answer);
    }
    VEC_CLEAR (book.record);
    map_clear (&book.index);
    map_clear (&book.passed);
}

static bool
series_run (const void *context)
{
    static const char *const all[] = {NULL};
    static const char *const plainly[] = {"--engine=cegar", "--seeds=0",
                                          "--preprocess=none",
                                          "--blocks=single", NULL};
    const struct series *p = context;
    const char *const *option = p->plain ? plainly : all;
    const char *broken = broken_rules[p->broken];
    struct subject s;
    struct tally t = {0};
    if (!subject_open (&s, p->file, subject_file (p->file), option))
        return true;
    map_init (&book.index);
    map_init (&book.passed);
    fate.kills = 0;
    char *expected = run_alone (&s);
    bool good = true;
    for (uint64_t i = 0; good && book.committed && i < p->seeds; i++) {
        uint64_t seed = p->only ? p->seed : i;
        good = seed_run (&s, seed, broken, expected, &t);
        if (!good)
            printf ("again: build/release/test/sim/deaths --seed=%llu "
                    "--plain=%llu --broken=%llu %s\n",
                    (unsigned long long) seed, (unsigned long long) p->plain,
                    (unsigned long long) p->broken, p->file);
        if (p->only)
            break;
    }
    printf ("%llu schedules, %llu deaths: %llu end by that item, %llu by other "
            "losses, %llu as undisturbed; all of them do afterwards\n",
            (unsigned long long) t.runs, (unsigned long long) t.deaths,
            (unsigned long long) t.end[END_NAMED],
            (unsigned long long) t.end[END_LOST],
            (unsigned long long) t.end[END_SAME]);
    memory_free (expected);
    book_clear ();
    subject_close (&s);
    return p->broken ? !good : good;
}

int
main (int argc, char **argv)
{
    static struct series twins[] = {
        {.file = "test/problems/even.smt2", .seeds = 20, .broken = 1},
        {.file = "test/problems/even.smt2", .seeds = 20, .broken = 2}};
    enum { BOTH = 2 };
    struct series common = {.seeds = 16, .plain = BOTH};
    struct trials trials = {0};
    struct vec_file VEC (const char *) file = { 0 };
    for (int i = 1; i < argc; i++)
        if (argument_number (argv[i], "seed", &common.seed))
            common.only = true;
        else if (!argument_number (argv[i], "seeds", &common.seeds)
                 && !argument_number (argv[i], "plain", &common.plain)
                 && !argument_number (argv[i], "broken", &common.broken))
            VEC_PUSH (file, argv[i]);
    if (common.broken >= sizeof broken_rules / sizeof *broken_rules)
        return 1;
    for (size_t i = 0; !file.size && i < 2; i++) {
        struct trial t = {.run = series_run, .context = &twins[i]};
        snprintf (t.name, sizeof t.name, "a crew that breaks %s is found out",
                  broken_rules[twins[i].broken]);
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
        if (common.plain == BOTH)
            series[i].seeds = (common.seeds + !(i % 2)) / 2;
        struct trial t = {.run = series_run, .context = &series[i]};
        snprintf (t.name, sizeof t.name, "%s%s", series[i].file,
                  series[i].plain ? ", plain" : "");
        VEC_PUSH (trials, t);
    }
    return trials_run (&trials);
}
