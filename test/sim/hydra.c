/* hydra.c -- the paper's server and clients under simulated schedules, over
 * toys; that the ledger's leaves leave nothing out; that a run can be cut and
 * go on; and that without its repairs the protocol gives wrong verdicts.
 *
 *     hydra [--seeds=N] [--toys=N] [--seed=N --members=N --toy=N
 *           [--real] [--broken=RULE]]
 *
 * The transport leaks here: answers that a fenced client sent still reach the
 * server after it was told of the loss, so it must refuse them itself. */
#include <inttypes.h>

#include "harness.h"
#include "leak.h"
#include "team/transport/simulated.h"
#include "toy.h"

/* ---- are the leaves a proof? */

static bool
leaf_follows (const struct partition *p, const struct partition *first,
              size_t depth, enum decision decision)
{
    /* The same site as in `first`, by path: the rest agrees already. */
    struct partition a = *p, b = *first;
    a.chosen.size = b.chosen.size = depth + 1;
    if (p->chosen.size <= depth || p->chosen.at[depth].decision != decision)
        return false;
    if (first->chosen.at[depth].decision == decision)
        return partition_common (&a, &b) == depth + 1;
    return decision == MUST_REACH ? hydra_returns (&b, &a)
                                  : hydra_returns (&a, &b);
}

/* `leaf` agree in their first `depth` decisions: do they leave nothing out? */
static bool
leaves_cover (const struct partition **leaf, size_t count, size_t depth)
{
    if (!count)
        return false;
    if (leaf[0]->chosen.size == depth)
        return count == 1;
    const struct partition **part = NEW_ARRAY (const struct partition *, count);
    size_t total = 0;
    bool good = true;
    for (int d = MUST_AVOID; d <= MUST_REACH && good; d++) {
        size_t size = 0;
        for (size_t i = 0; i < count; i++)
            if (leaf_follows (leaf[i], leaf[0], depth, (enum decision) d))
                part[size++] = leaf[i];
        total += size;
        good = leaves_cover (part, size, depth + 1);
    }
    memory_free (part);
    return good && total == count;
}

static bool
leaves_refuted (const struct hydra_result *r,
                const struct passive_program *program, uint32_t bound)
{
    bool good = true;
    for (size_t i = 0; i < r->leaves && good; i++) {
        struct toy_look k;
        look_begin (&k, program, &r->leaf[i].partition, bound);
        good = !look_at (&k, r->claim[r->leaf[i].claim].bounded ? TOY_OVER
                                                                : TOY_BEYOND);
        look_end (&k);
    }
    return good;
}

static bool
leaves_good (const struct hydra_result *r,
             const struct passive_program *program, uint32_t bound)
{
    const struct partition **leaf =
        NEW_ARRAY (const struct partition *, r->leaves + 1);
    for (size_t i = 0; i < r->leaves; i++)
        leaf[i] = &r->leaf[i].partition;
    bool good =
        leaves_cover (leaf, r->leaves, 0) && leaves_refuted (r, program, bound);
    memory_free (leaf);
    return good;
}

/* ---- a client that lies: whatever it gets is refuted, and confirmed */

static enum search_step
liar_step (search *s)
{
    s->steps++;
    s->units += 700;
    return STEP_SAFE;
}

static enum solver_answer
liar_confirm (struct passive_program *program, const struct partition *p,
              uint32_t bound, bool bounded, struct solver_watch *watch,
              uint64_t *units)
{
    (void) program, (void) p, (void) bound, (void) bounded, (void) watch;
    *units = 100;
    return SOLVER_UNSAT;
}

/* ---- one run */

struct want {
    uint64_t toy, toys, seed, seeds;
    unsigned members;
    const char *broken;
    bool real;  /* with solvers */
    bool cuts;  /* the run is cut, and goes on */
    bool limit; /* searches give up */
    bool only;
    bool lies;   /* one client, and all come from elsewhere */
    bool few;    /* clients: nobody waits, and POPs are granted */
    size_t most; /* sites of a toy */
};

struct subject {
    struct toy toy;
    struct passive_program passive;
    enum bounded_answer truth;
    size_t sites;
};

enum { SITES_LEAST = 8, SITES_MOST = 150 };

/* How many sites a search without splits inlines. */
static size_t
subject_alone (struct subject *s)
{
    struct partition root;
    struct search_options o = {.bound = s->toy.bound, .look_beyond = true};
    partition_init (&root);
    search *alone = toy_new (&s->passive, &root, &o);
    while (toy_step (alone) == STEP_INLINED
           && alone->now.site.size <= SITES_MOST)
        continue;
    size_t sites = alone->now.site.size;
    toy_free (alone);
    partition_clear (&root);
    return sites;
}

static void
subject_make (struct subject *s, uint64_t number)
{
    toy_make (&s->toy, number);
    toy_passive (&s->toy, &s->passive);
    s->truth = 0;
    s->sites = subject_alone (s);
    if (s->sites <= SITES_MOST)
        s->truth = toy_truth (&s->toy);
}

static struct simulated_options
schedule_of (uint64_t seed, unsigned members, bool lies)
{
    static const uint64_t delay_ns[] = {5000, 70000, 1000000};
    static const unsigned foreign[] = {0, 50, 100};
    return (struct simulated_options) {.seed = seed * 1000 + members,
                                       .members = members,
                                       .delay_ns = delay_ns[seed % 3],
                                       .jitter_ns = seed % 5 * 100000,
                                       .unit_ns_x1024 = 300000,
                                       .crash_percent = seed % 2 ? 50 : 10,
                                       .suspect_percent = seed % 2 ? 10 : 50,
                                       .late_percent = 20,
                                       .slow_percent = 20,
                                       .foreign_percent =
                                           lies ? 100 : foreign[seed / 3 % 3],
                                       .spawn = seed % 4 != 0};
}

enum end { END_GOOD, END_UNDECIDED, END_DIED, END_WRONG, END_STUCK };
static const char *const end_name[] = {
    "good", "undecided", "two clients died on one partition", "wrong", "stuck"};

/* What a run, or a series of cut ones, came to. */
struct found {
    enum end end;
    enum bounded_answer kind;
    bool incomplete; /* the leaves are no proof */
    bool lies;       /* it says better than is true */
    uint64_t partitions, pops, steals, lost, leaves;
    double dissimilarity;
    char why[200];
};

static void
leak_clear (struct leak *l)
{
    for (size_t i = 0; i < l->sent.size; i++)
        memory_free (l->sent.at[i].data);
    VEC_CLEAR (l->sent);
}

/* What a check makes of claims: a doubted one leaves it undecided, and one that
 * rests on a single word from elsewhere is refuted by the master. */
static bool
found_believed (struct subject *s, const struct hydra_result *r)
{
    bool told = false;
    for (size_t i = 0; i < r->claims; i++) {
        if (r->claim[i].trust == CLAIM_DOUBTED)
            return false;
        told |= r->claim[i].trust == CLAIM_TOLD;
    }
    return !told || leaves_refuted (r, &s->passive, s->toy.bound);
}

static void
found_judge (struct found *f, struct subject *s, const struct hydra_result *r,
             bool ended)
{
    f->kind = r->kind;
    f->partitions = r->partitions;
    f->pops = r->pops;
    f->steals = r->steals;
    f->lost = r->lost;
    f->leaves = r->leaves;
    f->dissimilarity = r->dissimilarity;
    snprintf (f->why, sizeof f->why, "%.190s", r->problem.message);
    if (r->decided && (r->kind == ANSWER_SAFE || r->kind == ANSWER_BOUNDED)
        && !found_believed (s, r))
        f->kind = ANSWER_UNDECIDED;
    if (r->decided && (f->kind == ANSWER_SAFE || f->kind == ANSWER_BOUNDED))
        f->incomplete = !leaves_good (r, &s->passive, s->toy.bound);
    f->lies = r->decided && f->kind < s->truth;
    bool died = strstr (f->why, "two clients died");
    for (size_t i = 0; i < r->claims; i++)
        died |= f->kind == ANSWER_UNDECIDED && r->claim[i].losses > 1;
    f->end = !ended                                 ? END_STUCK
             : died                                 ? END_DIED
             : !r->decided                          ? END_STUCK
             : f->kind == ANSWER_UNDECIDED          ? END_UNDECIDED
             : f->kind != s->truth || f->incomplete ? END_WRONG
                                                    : END_GOOD;
}

/* True: cut before the end. */
static bool
run_once (const struct want *w, struct subject *s, uint64_t seed,
          const struct hydra_options *o, uint64_t cut, struct found *f)
{
    struct leak *leak = NEW (struct leak);
    leak->interrupts = seed % 4 == 1;
    struct hydra_search_class lies = toy_search;
    lies.step = liar_step;
    lies.confirm = liar_confirm;
    leak->class = w->real ? &hydra_search_stratified : &toy_search;
    leak->lies = &lies;
    leak->liar = w->lies ? 1 + (unsigned) (seed % w->members) : 0;
    member server = {.inner = hydra_server_new (o), .leak = leak, .cut = cut};
    struct simulated_options schedule = schedule_of (seed, w->members, w->lies);
    struct simulated_outcome about;
    struct problem problem = {0};
    bool ended =
        simulated_run (&schedule, &outer_class, &server, &patient_class,
                       patient_new, patient_free, leak, &about, &problem);
    const struct hydra_result *r = hydra_server_result (server.inner);
    bool was_cut = cut && server.calls >= cut && !r->decided
                   && r->problem.kind == PROBLEM_NONE;
    *f = (struct found) {0};
    if (!was_cut)
        found_judge (f, s, r, ended);
    hydra_server_free (server.inner);
    leak_clear (leak);
    memory_free (leak);
    return was_cut;
}

static struct found
run (const struct want *w, struct subject *s, uint64_t seed)
{
    struct buffer program;
    buffer_init (&program);
    struct bounded_program p = {.bound = s->toy.bound,
                                .random = seed % 5 == 1,
                                .seed = seed,
                                .never_split = seed % 17 == 3,
                                .query_limit = w->limit ? 12 : 0};
    bounded_program_write (&p, &s->passive, &program);
    struct hydra_options o = {.program = buffer_view (&program),
                              .passive = &s->passive,
                              .classic = seed % 7 == 2,
                              .fixed_rate = seed % 7 == 4,
                              .split_ns = seed % 3 ? 1000000 : 100000,
                              .slow_down = seed % 3 ? 4 : 1,
                              .broken = w->broken};
    if (w->cuts)
        o.events = memo_new ();
    struct found f;
    uint64_t random = seed, round = 0;
    while (run_once (w, s, seed + 1000 * round, &o,
                     w->cuts && round < 4 ? 1 + toy_draw (&random, 60) : 0, &f))
        round++;
    memo_free (o.events);
    buffer_clear (&program);
    return f;
}

static void
found_tell (const struct want *w, const struct subject *s,
            const struct found *f, uint64_t seed)
{
    static const char *const kind[] = {"nothing", "SAFE",  "BOUNDED",
                                       "UNSAFE",  "SPLIT", "UNDECIDED"};
    printf ("toy %" PRIu64 " (%zu sites, %s), %u members, seed %" PRIu64
            ": %s, %s%s; %" PRIu64 " partitions, %" PRIu64 " lost %s\n",
            w->toy, s->sites, kind[s->truth], w->members, seed,
            end_name[f->end], kind[f->kind],
            f->incomplete ? ", leaves are no proof" : "", f->partitions,
            f->lost, f->why);
}

/* ---- many runs */

struct tally {
    unsigned runs, end[END_STUCK + 1], kind[ANSWER_UNDECIDED + 1];
    unsigned lies; /* SAFE or BOUNDED of what is not */
    uint64_t partitions, pops, steals, lost;
    double dissimilarity;
};

static const unsigned team_sizes[] = {2, 8, 32};
enum { TEAM_SIZES = sizeof team_sizes / sizeof *team_sizes };

static void
tally_add (struct tally *t, const struct found *f)
{
    t->runs++;
    t->end[f->end]++;
    t->kind[f->kind]++;
    t->lies += f->lies;
    t->partitions += f->partitions;
    t->pops += f->pops;
    t->steals += f->steals;
    t->lost += f->lost;
    t->dissimilarity += f->dissimilarity;
}

static void
tally_tell (const struct tally *t)
{
    printf ("%u runs: %u good, %u undecided, %u died, %u wrong (%u of them too "
            "good), %u stuck; %u SAFE, %u BOUNDED, %u UNSAFE; %" PRIu64
            " partitions, %" PRIu64 " pops, %" PRIu64 " steals, %" PRIu64
            " clients lost, "
            "dissimilarity %.2f\n",
            t->runs, t->end[END_GOOD], t->end[END_UNDECIDED], t->end[END_DIED],
            t->end[END_WRONG], t->lies, t->end[END_STUCK], t->kind[ANSWER_SAFE],
            t->kind[ANSWER_BOUNDED], t->kind[ANSWER_UNSAFE], t->partitions,
            t->pops, t->steals, t->lost, t->dissimilarity / t->runs);
}

/* One toy under many schedules; false: something is wrong, and it was told. */
static bool
toy_tally (struct want *w, struct tally *tally, bool tell)
{
    struct subject s;
    bool good = true;
    subject_make (&s, w->toy);
    bool fits = s.sites >= SITES_LEAST && s.sites <= w->most;
    for (uint64_t i = 0; i < w->seeds && good && (fits || w->only); i++) {
        uint64_t seed = w->only ? w->seed : i * 31 + w->toy;
        if (w->few)
            w->members = 2 + (unsigned) (i % 3);
        else if (!w->only)
            w->members = team_sizes[(i + w->toy) % TEAM_SIZES];
        struct found f = run (w, &s, seed);
        tally_add (tally, &f);
        good = !tell || f.end == END_GOOD || f.end == END_DIED
               || (f.end == END_UNDECIDED && (w->limit || w->lies));
        if (!good || w->only)
            found_tell (w, &s, &f, seed);
    }
    passive_clear (&s.passive);
    return good;
}

static bool
toys_tally (const struct want *want, struct tally *tally, bool tell)
{
    struct want w = *want;
    *tally = (struct tally) {0};
    for (uint64_t i = 0; i < w.toys; i++, w.toy++)
        if (!toy_tally (&w, tally, tell))
            return false;
    tally_tell (tally);
    return tally->runs > 0;
}

static bool
toys_right (const void *context)
{
    const struct want *w = context;
    struct tally tally;
    return toys_tally (w, &tally, true)
           && (w->only || tally.end[END_DIED] * 5 < tally.runs);
}

/* A test that cannot fail is none: without a repair, errors are overlooked. */
static bool
toys_wrong (const void *context)
{
    struct tally tally;
    toys_tally (context, &tally, false);
    return tally.lies > 0;
}

/* Or the server finds that a client would pop what is not its own. */
static bool
toys_stuck (const void *context)
{
    struct tally tally;
    toys_tally (context, &tally, false);
    return tally.end[END_STUCK] > 0;
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
trials_all (struct trials *list, const struct want *w)
{
    enum { BATCH = 50 };
    char name[160];
    for (uint64_t at = 0; at < w->toys; at += BATCH) {
        struct want some = *w;
        some.toy = at;
        some.toys = BATCH;
        snprintf (name, sizeof name, "toys %" PRIu64 " to %" PRIu64, at,
                  at + BATCH - 1);
        trials_add (list, name, toys_right, &some);
    }
    struct want needles = *w;
    needles.toy = TOY_NEEDLES;
    needles.toys = 40;
    trials_add (list, "needles", toys_right, &needles);
    struct want cuts = *w, limit = *w, real = *w, living = *w, fenced = *w;
    cuts.cuts = true;
    trials_add (list, "cut runs go on", toys_right, &cuts);
    limit.limit = true;
    trials_add (list, "searches that give up", toys_right, &limit);
    real.real = true;
    real.toys = 30;
    real.seeds = 1;
    real.most = 40;
    trials_add (list, "toys, with solvers", toys_right, &real);
    struct want lies = *w;
    lies.lies = true;
    trials_add (list, "one that lies", toys_right, &lies);
    lies.broken = "one-word";
    trials_add (list, "one word is not enough", toys_wrong, &lies);
    living.broken = "lost-to-living";
    living.few = true;
    living.toy = TOY_NEEDLES;
    living.toys = 20;
    living.seeds *= 4;
    trials_add (list, "lost-to-living is noticed", toys_stuck, &living);
    fenced.broken = "fenced-outcome";
    trials_add (list, "fenced-outcome is noticed", toys_wrong, &fenced);
}

int
main (int argc, char **argv)
{
    struct want w = {.toys = 200, .seeds = 12, .most = SITES_MOST};
    struct trials list = {0};
    uint64_t members = 0;
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (argument_number (a, "seed", &w.seed)
            || argument_number (a, "members", &members)
            || argument_number (a, "toy", &w.toy))
            w.only = true;
        else if (!strcmp (a, "--real"))
            w.real = true;
        else if (!strncmp (a, "--broken=", 9))
            w.broken = a + 9;
        else if (!argument_number (a, "seeds", &w.seeds)
                 && !argument_number (a, "toys", &w.toys)) {
            fprintf (stderr, "%s: unknown\n", a);
            return 1;
        }
    }
    if (w.only) {
        w.toys = w.seeds = 1;
        w.members = members ? (unsigned) members : 2;
        trials_add (&list, "this one", toys_right, &w);
    } else
        trials_all (&list, &w);
    int code = trials_run (&list);
    for (size_t i = 0; i < list.size; i++)
        memory_free ((void *) list.at[i].context);
    VEC_CLEAR (list);
    return code;
}
