/* bounded.c -- a check of a program by a pool of workers gives one verdict, one
 * digest and one proof under every schedule, with losses and with workers that
 * join from elsewhere; one of these that lies changes no verdict.
 *
 *     bounded [--seeds=N] [--toys=N] [--seed=N --members=N] [--broken=RULE]
 *             [FILE...]
 *
 * Every subject is checked alone first, with a small budget so that it splits;
 * what was answered is kept, and replayed to simulated teams.  Subjects are the
 * programs of test/programs (or FILE..) and toys (toy.h). */
#include <glob.h>
#include <inttypes.h>

#include "bounded/inlining/leaf.h"
#include "bounded/prepare.h"
#include "bounded/search/leaves.h"
#include "bounded/search/partition_search.h"
#include "frontend/boogie/boogie.h"
#include "harness.h"
#include "team/pool/pool.h"
#include "team/transport/simulated.h"
#include "toy.h"

struct want {
    uint64_t seeds, seed, members, toy, toys;
    bool only; /* this seed */
    const char *file, *broken;
    bool lies;
};

/* ---- what is checked */

struct subject {
    char *source;
    struct program program;
    struct prepared prepared;
    struct toy toy;
    struct passive_program *passive;
    uint32_t bound;
    struct buffer sent; /* what workers get */
};

static bool
subject_read (struct subject *s, const char *file)
{
    struct options o;
    struct problem p = {0};
    size_t size;
    options_init (&o);
    o.bound = s->bound = 3;
    s->source = text_file (file, &size);
    if (!s->source) {
        perror (file);
        exit (1);
    }
    program_init (&s->program, file);
    bool good = boogie_read (&s->program, s->source, size, file, &p)
                && prepare (&s->prepared, &s->program, &o, &p);
    s->passive = &s->prepared.passive;
    options_clear (&o);
    if (!good)
        program_clear (&s->program);
    memory_free (s->source);
    return good;
}

/* False: it is not of our kind. */
static bool
subject_open (struct subject *s, const struct want *w)
{
    *s = (struct subject) {0};
    if (w->file) {
        if (!subject_read (s, w->file))
            return false;
    } else {
        toy_make (&s->toy, w->toy);
        s->passive = NEW (struct passive_program);
        toy_passive (&s->toy, s->passive);
        s->bound = s->toy.bound;
    }
    struct bounded_program program = {.bound = s->bound};
    buffer_init (&s->sent);
    bounded_program_write (&program, s->passive, &s->sent);
    return true;
}

static void
subject_close (struct subject *s, const struct want *w)
{
    buffer_clear (&s->sent);
    if (w->file) {
        prepared_clear (&s->prepared);
        program_clear (&s->program);
    } else {
        passive_clear (s->passive);
        memory_free (s->passive);
    }
}

/* ---- workers */

/* Answers are computed once: workers ask the table, and what is missing there
 * was asked ahead in some schedule and is kept for the next. */
static memo *kept;

static bool
keeping_work (item_worker *l, struct bytes item, struct buffer *answer,
              uint64_t *units)
{
    if (!bounded_item_worker.work (l, item, answer, units))
        return false;
    if (kept
        && !memo_put (kept, digest_of (item), buffer_view (answer), *units,
                      0)) {
        printf ("two answers to one item\n");
        abort ();
    }
    return true;
}

static struct passive_program *lying_about;

/* Everything is refuted, and confirmed. */
static bool
lying_work (item_worker *l, struct bytes item, struct buffer *answer,
            uint64_t *units)
{
    struct search_answer a;
    struct reader r;
    (void) l;
    *units = 100;
    reader_init (&r, item);
    bool confirms = confirm_item_is (item);
    (void) reader_byte (&r);
    struct bytes rest = {r.at, (size_t) (r.end - r.at)};
    reader_init (&r, rest);
    a = (struct search_answer) {.kind = ANSWER_SAFE, .steps = 1};
    (void) reader_uint (&r); /* the budget, or the bound */
    if (confirms)
        a.kind = reader_byte (&r) ? ANSWER_BOUNDED : ANSWER_SAFE;
    else {
        (void) reader_uint (&r);
        (void) reader_byte (&r);
        (void) reader_uint (&r);
    }
    if (!partition_read (&a.partition, lying_about, &r))
        abort ();
    search_answer_write (&a, answer);
    search_answer_clear (&a);
    return true;
}
/* A worker, and what it would be if it lied; by its number it is one of them. */
struct member {
    member *honest, *liar;
    const unsigned *who;
    bool lies;
};

static void
worker_receive (member *m, team *t, const struct message *message)
{
    m->lies = team_self (t) == *m->who;
    pool_worker_class.receive (m->lies ? m->liar : m->honest, t, message);
}

static bool
worker_work (member *m, team *t, uint64_t *units)
{
    return pool_worker_class.work (m->lies ? m->liar : m->honest, t, units);
}

static void
worker_alarm (member *m, team *t, uint64_t what)
{
    if (pool_worker_class.alarm)
        pool_worker_class.alarm (m->lies ? m->liar : m->honest, t, what);
}

static void
worker_cancel (member *m)
{
    pool_worker_class.cancel (m->lies ? m->liar : m->honest);
}

static const struct member_class worker_class = {.receive = worker_receive,
                                                 .work = worker_work,
                                                 .alarm = worker_alarm,
                                                 .cancel = worker_cancel};

static struct item_worker_class keeping_class, lying_class;

static member *
worker_new (void *context)
{
    static const struct item_worker_class *const honest[] = {&keeping_class,
                                                             NULL},
                                                 *const liar[] = {&lying_class,
                                                                  NULL};
    member *m = NEW (member);
    m->honest = pool_worker_new (honest, kept);
    m->liar = pool_worker_new (liar, NULL);
    m->who = context;
    return m;
}

static void
worker_free (member *m)
{
    pool_worker_free (m->honest);
    pool_worker_free (m->liar);
    memory_free (m);
}

/* ---- one run */

static partition_search *
search_make (struct subject *s)
{
    enum { BUDGET = 1500 }; /* so small that nearly everything splits */
    struct partition_search_options o = {.bound = s->bound, .budget = BUDGET};
    return partition_search_new (s->passive, &o);
}

/* As check.c concludes: what rests on one word is refuted by the master. */
static enum partition_search_end
search_end (struct subject *s, const struct partition_search_result *r,
            const struct pool_result *pool)
{
    uint64_t units;
    bool refuted =
        r->end != SEARCH_SAFE || partitions_cover (r->leaf.at, r->leaf.size);
    for (size_t i = 0;
         r->end == SEARCH_SAFE && pool->doubtful && refuted && i < r->leaf.size;
         i++)
        refuted =
            leaf_check (s->passive, &r->leaf.at[i], 0, false, NULL, &units)
            == SOLVER_UNSAT;
    return refuted ? r->end : SEARCH_UNKNOWN;
}

/* All that shows. */
static char *
search_text (struct subject *s, const partition_search *p,
             const struct pool_result *pool)
{
    const struct partition_search_result *r = partition_search_result (p);
    struct text t;
    struct buffer b;
    char digest[DIGEST_TEXT];
    text_init (&t);
    buffer_init (&b);
    if (!pool->decided)
        text_print (&t, "stopped: %s", pool->problem.message);
    else {
        for (size_t i = 0; i < r->leaf.size; i++)
            partition_write (&r->leaf.at[i], &b);
        digest_print (r->digest, digest);
        text_print (&t, "end %d, bound %u, established %u, digest %s, ",
                    (int) search_end (s, r, pool), r->bound, r->established,
                    digest);
        digest_print (digest_of (buffer_view (&b)), digest);
        text_print (&t, "%zu leaves %s\n", r->leaf.size, digest);
    }
    buffer_clear (&b);
    return text_take (&t);
}

static char *
run_alone (struct subject *s)
{
    partition_search *p = search_make (s);
    struct pool_options o = {.item_worker = &bounded_item_worker,
                             .program = buffer_view (&s->sent),
                             .driver_class = &partition_search_driver,
                             .driver = (driver *) p,
                             .memo = kept,
                             .untimed = true};
    struct pool_result result = {0};
    pool_alone (&o, &result);
    char *text = search_text (s, p, &result);
    partition_search_free (p);
    return text;
}

static struct simulated_options
schedule_of (uint64_t seed, unsigned members, bool lies)
{
    static const uint64_t delay_ns[] = {5000, 70000, 2000000};
    static const unsigned foreign[] = {0, 50, 100};
    uint64_t kind = seed / 5;
    return (struct simulated_options) {.seed = seed * 1000 + members,
                                       .members = members,
                                       .delay_ns = delay_ns[kind % 3],
                                       .jitter_ns = kind % 5 * 300000,
                                       .unit_ns_x1024 = 300000,
                                       .crash_percent = lies       ? 0
                                                        : kind % 2 ? 20
                                                                   : 5,
                                       .suspect_percent = lies       ? 0
                                                          : kind % 2 ? 5
                                                                     : 10,
                                       .late_percent = kind % 3 ? 20 : 60,
                                       .slow_percent = 20,
                                       .foreign_percent =
                                           lies ? 100 : foreign[kind % 3],
                                       .spawn = kind % 4 != 0};
}

struct found {
    char *text;
    uint64_t lost, audited, doubtful;
    unsigned joined;
};

static struct found
run_team (struct subject *s, const struct want *w, uint64_t seed,
          unsigned members)
{
    partition_search *p = search_make (s);
    memo *table = memo_new ();
    struct pool_options o = {.item_worker = &bounded_item_worker,
                             .program = buffer_view (&s->sent),
                             .driver_class = &partition_search_driver,
                             .driver = (driver *) p,
                             .memo = table,
                             .grave = confirm_item_is,
                             .keep_alive = true,
                             .untimed = true,
                             .broken = w->broken};
    member *master = pool_master_new (&o);
    struct simulated_options schedule = schedule_of (seed, members, w->lies);
    struct simulated_outcome about;
    struct problem problem = {0};
    unsigned liar = w->lies ? 1 + (unsigned) (seed % members) : 0;
    lying_about = s->passive;
    simulated_run (&schedule, &pool_master_class, master, &worker_class,
                   worker_new, worker_free, &liar, &about, &problem);
    const struct pool_result *r = pool_master_result (master);
    struct found f = {search_text (s, p, r), r->lost_workers, r->audited,
                      r->doubtful, about.joined};
    pool_master_free (master);
    partition_search_free (p);
    memo_free (table);
    return f;
}

/* ---- many runs */

static const unsigned team_sizes[] = {1, 2, 3, 8, 32};
enum { TEAM_SIZES = sizeof team_sizes / sizeof *team_sizes };

static bool
text_is_excused (const char *text)
{
    return strstr (text, "a worker died twice on one item")
           || strstr (text, "all workers are lost");
}

struct tally {
    uint64_t runs, excused, caught, lost, audited, doubtful, joined;
};

/* With a liar the end may be another, since it is caught or not believed; but
 * never SAFE, or a bound, of what is not. */
static bool
text_good (const struct want *w, const char *got, const char *expected,
           struct tally *t)
{
    if (!strcmp (got, expected))
        return true;
    t->excused += text_is_excused (got);
    t->caught += w->lies;
    if (w->lies)
        return !strncmp (got, "stopped", 7)
               || !strncmp (got, expected, strcspn (expected, ","))
               || atoi (got + 4) == SEARCH_UNKNOWN
               || atoi (got + 4) == SEARCH_FAILED;
    return text_is_excused (got);
}

static bool
subject_runs (const struct want *w, struct tally *t, bool tell)
{
    struct subject s;
    if (!subject_open (&s, w))
        return true;
    bool good = true;
    kept = memo_new ();
    char *expected = run_alone (&s);
    for (uint64_t i = 0; i < w->seeds && good; i++) {
        uint64_t seed = w->only ? w->seed : i * 7 + w->toy;
        unsigned members = w->members ? (unsigned) w->members
                                      : team_sizes[(i + w->toy) % TEAM_SIZES];
        struct found f = run_team (&s, w, seed, members);
        t->runs++;
        t->lost += f.lost;
        t->audited += f.audited;
        t->doubtful += f.doubtful;
        t->joined += f.joined;
        good = text_good (w, f.text, expected, t);
        if (!good && tell)
            printf ("%s %" PRIu64 ", seed %" PRIu64
                    ", %u members: expected\n%sgot\n%s\n",
                    w->file ? w->file : "toy", w->toy, seed, members, expected,
                    f.text);
        memory_free (f.text);
    }
    memory_free (expected);
    memo_free (kept);
    kept = NULL;
    subject_close (&s, w);
    return good;
}

static void
tally_tell (const struct tally *t)
{
    printf ("%" PRIu64 " runs: %" PRIu64 " ended over lost workers, %" PRIu64
            " another way by a liar; %" PRIu64 " workers joined, %" PRIu64
            " lost, %" PRIu64 " answers given twice, %" PRIu64
            " left to the master\n",
            t->runs, t->excused, t->caught, t->joined, t->lost, t->audited,
            t->doubtful);
}

static bool
want_all (const struct want *want, bool tell)
{
    struct want w = *want;
    struct tally t = {0};
    bool good = true;
    for (uint64_t i = 0; i < want->toys && good; i++, w.toy++)
        good = subject_runs (&w, &t, tell);
    if (tell)
        tally_tell (&t);
    /* A file that is not of our kind has no runs. */
    return good && (t.runs || w.file)
           && (w.lies || t.excused <= t.runs / 50 + 1);
}

static bool
runs_alike (const void *context)
{
    return want_all (context, true);
}

/* A test that cannot fail is none: who believes one word is lied to. */
static bool
runs_wrong (const void *context)
{
    return !want_all (context, false);
}

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
trials_toys (struct trials *list, const struct want *w)
{
    enum { BATCH = 20 };
    char name[160];
    for (uint64_t at = 0; at < w->toys; at += BATCH) {
        struct want some = *w;
        some.toy = at;
        some.toys = BATCH;
        snprintf (name, sizeof name, "toys %" PRIu64 " to %" PRIu64, at,
                  at + BATCH - 1);
        trials_add (list, name, runs_alike, &some);
    }
    /* One is kept free for an item that cost a worker, another is free before: who was
     * kept is there for the rest. */
    struct want kept_free = *w;
    kept_free.only = true;
    kept_free.seed = 2441;
    kept_free.seeds = 1;
    kept_free.members = 3;
    kept_free.toys = 20;
    trials_add (list, "nobody is kept for nothing", runs_alike, &kept_free);
    struct want lies = *w;
    lies.lies = true;
    trials_add (list, "one that lies", runs_alike, &lies);
    lies.broken = "one-word";
    trials_add (list, "one word is not enough", runs_wrong, &lies);
}

int
main (int argc, char **argv)
{
    struct want w = {.toys = 20, .seeds = 5};
    struct trials list = {0};
    struct VEC (const char *) file = {0};
    keeping_class = lying_class = bounded_item_worker;
    keeping_class.work = keeping_work;
    lying_class.work = lying_work;
    for (int i = 1; i < argc; i++)
        if (argument_number (argv[i], "seed", &w.seed)) {
            w.only = true;
            w.seeds = 1;
        } else if (!strncmp (argv[i], "--broken=", 9))
            w.broken = argv[i] + 9;
        else if (!argument_number (argv[i], "seeds", &w.seeds)
                 && !argument_number (argv[i], "members", &w.members)
                 && !argument_number (argv[i], "toys", &w.toys))
            VEC_PUSH (file, argv[i]);
    glob_t found;
    if (!file.size) {
        trials_toys (&list, &w);
        if (!glob ("test/programs/*.bpl", 0, NULL, &found))
            for (size_t i = 0; i < found.gl_pathc; i++)
                VEC_PUSH (file, found.gl_pathv[i]);
    }
    for (size_t i = 0; i < file.size; i++) {
        struct want one = w;
        one.file = file.at[i];
        one.toys = 1;
        trials_add (&list, file.at[i], runs_alike, &one);
    }
    return trials_run (&list);
}
