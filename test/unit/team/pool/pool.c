/* pool.c -- a toy driver gives the same commits on every pool.
 *
 * The toy explores a graph that a hash function defines, in rounds: the answer
 * of an item (round, node) is the node's successors, and depends on a salt that
 * is shared at the start of the round.  Each round commits its first NODES
 * nodes breadth first, and looks ahead of that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"
#include "team/pool/pool.h"
#include "team/pool/internal.h"
#include "team/transport/simulated.h"

enum { ROUNDS = 4, NODES = 60, AHEAD = 90, SEEDS = 200 };

/* ---- the worker's side */

struct item_worker {
    uint64_t salt[ROUNDS];
    unsigned salts;
};

/* What the test does to workers; read by the item worker below. */
static struct {
    uint64_t deadly; /* a node that ends the worker, 0: none */
    unsigned deaths; /* so many times; counts down */
    bool dying;      /* set by `work`, seen by the wrapper */
    bool impure;     /* answers depend on who gives them */
    bool guesses;    /* all that is asked ahead is a guess */
    uint64_t busy;   /* nanoseconds that an item takes at least */
    bool ahead;      /* it paid to ask ahead, when an answer came last */
    unsigned opened;
} mischief;

static uint64_t
mix (uint64_t a, uint64_t b)
{
    return digest_chain (map_number (a), (struct bytes) {(uint8_t *) &b, 8})
        .low;
}

static item_worker *
toy_open (struct bytes program, struct problem *p)
{
    (void) p;
    assert_true (bytes_equal (program, bytes_of ("toy program")));
    mischief.opened++;
    return NEW (item_worker);
}

static void
toy_close (item_worker *l)
{
    memory_free (l);
}

static bool
toy_learn (item_worker *l, struct bytes blob)
{
    struct reader r;
    reader_init (&r, blob);
    assert_true (l->salts < ROUNDS);
    l->salt[l->salts++] = reader_u64 (&r);
    return reader_done (&r);
}

static bool
toy_work (item_worker *l, struct bytes item, struct buffer *answer,
          uint64_t *units)
{
    struct reader r;
    reader_init (&r, item);
    uint64_t round = reader_u64 (&r), node = reader_u64 (&r);
    assert_true (reader_done (&r));
    assert_true (round < l->salts); /* blobs come before the items */
    if (node && node == mischief.deadly && mischief.deaths) {
        /* Dies in the middle: there is no answer. */
        mischief.deaths--;
        mischief.dying = true;
        return false;
    }
    for (uint64_t start = clock_thread_ns ();
         clock_thread_ns () - start < mischief.busy;)
        ;
    uint64_t seed = mix (l->salt[round], node);
    unsigned n = 1 + seed % 3;
    for (unsigned i = 0; i < n; i++)
        buffer_u64 (answer, mix (seed, i) % 500 + 1);
    if (mischief.impure)
        buffer_u64 (answer, mischief.opened++);
    *units = 1000 + (seed >> 8) % 300000;
    return true;
}

static void
toy_describe (item_worker *l, struct bytes item, char *text, size_t room)
{
    (void) l;
    struct reader r;
    reader_init (&r, item);
    uint64_t round = reader_u64 (&r), node = reader_u64 (&r);
    snprintf (text, room, "node %u of round %u", (unsigned) node,
              (unsigned) round);
}

static const struct item_worker_class toy_item_worker = {
    .name = "toy",
    .open = toy_open,
    .close = toy_close,
    .learn = toy_learn,
    .work = toy_work,
    .describe = toy_describe,
};
static const struct item_worker_class *const classes[] = {&toy_item_worker,
                                                          NULL};

/* ---- the master's side */

struct driver {
    uint64_t round;
    bool open;                  /* the round's salt is shared */
    struct VEC (uint64_t) line; /* nodes of this round in order of finding */
    struct map seen;            /* nodes in `line` */
    struct map wanted;          /* nodes looked ahead at */
    size_t next;                /* in `line` */
    struct digest digest;       /* of all commits */
    unsigned commits;
};

static struct bytes
toy_item (uint64_t round, uint64_t node, struct buffer *b)
{
    buffer_reset (b);
    buffer_u64 (b, round);
    buffer_u64 (b, node);
    return buffer_view (b);
}

static void
toy_want (driver *q, struct oracle *a, uint64_t node, uint64_t rank)
{
    if (!a->class->want || q->wanted.size >= AHEAD
        || !map_put (&q->wanted, map_number (node), rank))
        return;
    struct buffer b;
    buffer_init (&b);
    a->class->want (a, toy_item (q->round, node, &b),
                    rank + (mischief.guesses ? ORACLE_UNLIKELY : 0));
    buffer_clear (&b);
}

static void
toy_arrived (driver *q, struct oracle *a, struct bytes item,
             struct bytes answer)
{
    struct reader r;
    mischief.ahead = a->class->ahead (a);
    reader_init (&r, item);
    if (reader_u64 (&r) != q->round)
        return;
    uint64_t *rank = map_get (&q->wanted, map_number (reader_u64 (&r)));
    assert_non_null (rank);
    uint64_t next = *rank + 100;
    reader_init (&r, answer);
    while (r.at < r.end)
        toy_want (q, a, reader_u64 (&r), next++);
}

static void
toy_find (driver *q, uint64_t node)
{
    if (map_put (&q->seen, map_number (node), 0))
        VEC_PUSH (q->line, node);
}

static void
toy_restart (driver *q)
{
    q->open = false;
    q->line.size = q->next = 0;
    map_clear (&q->seen);
    map_clear (&q->wanted);
}

static enum driver_step
toy_step (driver *q, struct oracle *a)
{
    if (q->round == ROUNDS)
        return DRIVER_DONE;
    if (!q->open) {
        struct buffer b;
        buffer_init (&b);
        buffer_u64 (&b, mix (q->digest.low, q->round));
        a->class->share (a, buffer_view (&b));
        buffer_clear (&b);
        q->open = true;
        toy_find (q, 1);
    }
    if (q->next == q->line.size || q->next == NODES) {
        toy_restart (q);
        q->round++;
        if (a->class->forget)
            a->class->forget (a);
        return DRIVER_PROGRESS;
    }
    struct buffer b;
    buffer_init (&b);
    struct bytes answer, item = toy_item (q->round, q->line.at[q->next], &b);
    uint64_t units;
    bool known = a->class->get (a, item, &answer, &units);
    if (known) {
        q->digest = digest_chain (q->digest, item);
        q->digest = digest_chain (q->digest, answer);
        q->commits++;
        q->next++;
        struct reader r;
        reader_init (&r, answer);
        while (r.at < r.end)
            toy_find (q, reader_u64 (&r));
        for (size_t i = q->next; i < q->line.size; i++)
            toy_want (q, a, q->line.at[i], i);
    }
    buffer_clear (&b);
    return known ? DRIVER_PROGRESS : DRIVER_BLOCKED;
}

static void
toy_progress (const driver *q, char *text, size_t room)
{
    snprintf (text, room, "round %u", (unsigned) q->round);
}

static const struct driver_class toy_driver = {
    .name = "toy",
    .step = toy_step,
    .arrived = toy_arrived,
    .progress = toy_progress,
};

static void
driver_clear (driver *q)
{
    toy_restart (q);
    VEC_CLEAR (q->line);
}

/* ---- running it */

static struct pool_options
options_of (driver *q, memo *m)
{
    *q = (driver) {0};
    return (struct pool_options) {
        .item_worker = &toy_item_worker,
        .program = bytes_of ("toy program"),
        .driver_class = &toy_driver,
        .driver = q,
        .memo = m,
        .untimed = true,
        .keep_alive = true,
    };
}

/* The digest of the reference; `m` holds its answers afterwards. */
static struct digest
reference (memo *m)
{
    driver q;
    struct pool_options o = options_of (&q, m);
    struct pool_result r;
    assert_true (pool_alone (&o, &r));
    assert_int_equal (r.items, memo_count (m));
    assert_true (r.items > NODES && q.commits > NODES);
    driver_clear (&q);
    return q.digest;
}

static member *
make (void *context)
{
    return pool_worker_new (classes, context);
}

static const struct simulated_options calm = {
    .seed = 1,
    .members = 3,
    .delay_ns = 100000,
    .jitter_ns = 200000,
    .unit_ns_x1024 = 1024,
};

/* True if decided; *digest is set then, *result always. */
static bool
simulate (const struct simulated_options *s, struct pool_options *o,
          const struct member_class *workers, memo *answers,
          struct pool_result *result)
{
    struct simulated_outcome outcome;
    struct problem p = {0};
    member *master = pool_master_new (o);
    bool finished = simulated_run (s, &pool_master_class, master, workers, make,
                                   pool_worker_free, answers, &outcome, &p);
    *result = *pool_master_result (master);
    if (!finished)
        result->decided = false;
    pool_master_free (master);
    return result->decided;
}

/* Small items are not worth more of them, unless nothing may depend on what they
 * take. */
static void
long_items_are_asked_ahead (void **state)
{
    (void) state;
    static const struct {
        bool untimed;
        uint64_t busy;
        bool ahead;
    } row[] = {{false, 0, false}, {false, 600000, true}, {true, 0, true}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        driver q;
        memo *m = memo_new ();
        struct pool_options o = options_of (&q, m);
        struct pool_result r;
        o.untimed = row[i].untimed;
        mischief.busy = row[i].busy;
        assert_true (simulate (&calm, &o, &pool_worker_class, NULL, &r));
        assert_int_equal (mischief.ahead, row[i].ahead);
        mischief.busy = 0;
        driver_clear (&q);
        memo_free (m);
    }
}

static void
alone_twice_is_equal (void **state)
{
    (void) state;
    memo *m = memo_new ();
    struct digest one = reference (m);
    /* From the memo: nothing is computed again. */
    driver q;
    struct pool_options o = options_of (&q, m);
    struct pool_result r;
    assert_true (pool_alone (&o, &r));
    assert_int_equal (r.items, 0);
    assert_true (digest_equal (one, q.digest));
    driver_clear (&q);
    memo_free (m);
}

static void
any_number_of_workers (void **state)
{
    (void) state;
    static const unsigned numbers[] = {1, 2, 3, 8, 40};
    memo *answers = memo_new ();
    struct digest expected = reference (answers);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct simulated_options s = calm;
            s.seed = seed;
            s.members = numbers[i];
            driver q;
            memo *m = memo_new ();
            struct pool_options o = options_of (&q, m);
            struct pool_result r;
            assert_true (simulate (&s, &o, &pool_worker_class, answers, &r));
            assert_true (digest_equal (expected, q.digest));
            assert_int_equal (r.lost_workers, 0);
            assert_int_equal (r.items, memo_count (m));
            assert_true (r.items - r.wasted >= q.commits);
            driver_clear (&q);
            memo_free (m);
        }
    memo_free (answers);
}

/* The number of seeds on which the run decided; wrong digests are counted. */
static unsigned
storms (const char *broken, unsigned *wrong, struct pool_result *sum)
{
    static const unsigned numbers[] = {1, 2, 3, 8, 40};
    memo *answers = memo_new ();
    struct digest expected = reference (answers);
    unsigned decided = 0;
    *wrong = 0;
    *sum = (struct pool_result) {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct simulated_options s = calm;
        s.seed = seed;
        s.members = numbers[seed % 5];
        s.crash_percent = 60;
        s.suspect_percent = 40;
        s.late_percent = 30;
        s.slow_percent = 20;
        s.spawn = seed % 2;
        driver q;
        memo *m = memo_new ();
        struct pool_options o = options_of (&q, m);
        o.broken = broken;
        o.audit_percent = seed % 3 ? 0 : 10;
        struct pool_result r;
        if (simulate (&s, &o, &pool_worker_class, answers, &r)) {
            decided++;
            *wrong += !digest_equal (expected, q.digest);
        } else if (!broken) {
            /* Enough bad luck ends a run, but with a reason. */
            assert_int_equal (r.problem.kind, PROBLEM_RESOURCE);
            assert_true (strstr (r.problem.message, "died twice on one item")
                         || strstr (r.problem.message, "in a row died")
                         || strstr (r.problem.message, "all workers"));
        }
        sum->lost_workers += r.lost_workers;
        sum->retried += r.retried;
        sum->audited += r.audited;
        sum->wasted += r.wasted;
        driver_clear (&q);
        memo_free (m);
    }
    memo_free (answers);
    return decided;
}

/* Items that so many workers answer in vain. */
static uint64_t
wasted_by (unsigned members, bool guesses, memo *answers,
           struct digest expected)
{
    struct simulated_options s = calm;
    struct pool_result r;
    driver q;
    memo *m = memo_new ();
    struct pool_options o = options_of (&q, m);
    s.members = members;
    mischief.guesses = guesses;
    assert_true (simulate (&s, &o, &pool_worker_class, answers, &r));
    mischief.guesses = false;
    assert_true (digest_equal (expected, q.digest));
    driver_clear (&q);
    memo_free (m);
    return r.wasted;
}

static void
guesses_are_for_those_who_would_be_idle (void **state)
{
    (void) state;
    memo *answers = memo_new ();
    struct digest expected = reference (answers);
    assert_true (wasted_by (1, false, answers, expected) > 0);
    assert_int_equal (wasted_by (1, true, answers, expected), 0);
    assert_true (wasted_by (8, true, answers, expected) > 0);
    memo_free (answers);
}

static void
losses_change_nothing (void **state)
{
    (void) state;
    unsigned wrong;
    struct pool_result sum;
    unsigned decided = storms (NULL, &wrong, &sum);
    assert_int_equal (wrong, 0);
    assert_true (decided >= SEEDS * 80 / 100);
    assert_true (sum.lost_workers > SEEDS);
    assert_true (sum.retried > 10 && sum.audited > 10 && sum.wasted > 10);
}

static void
forgetting_is_noticed (void **state)
{
    (void) state;
    unsigned wrong;
    struct pool_result sum;
    unsigned decided = storms ("forget-lost", &wrong, &sum);
    assert_int_equal (wrong, 0);
    assert_true (decided < SEEDS * 3 / 4);
}

/* ---- a worker that answers what it does not hold */

enum { LIAR = 1, LIAR_DELAY = 4 };

/* Digests of the liar's batches, oldest first.  It lies about items of a batch
 * that it must be through with: no more than three are ever queued. */
static struct {
    struct digest first[64];
    unsigned batches, lies;
} liar;

static void
liar_receive (member *w, team *t, const struct message *message)
{
    if (message->tag == POOL_BATCH && team_self (t) == LIAR
        && liar.batches < 64) {
        struct reader r;
        reader_init (&r, message->body);
        reader_uint (&r);
        liar.first[liar.batches++] = digest_of (reader_bytes (&r));
        if (liar.batches > LIAR_DELAY) {
            struct buffer lie;
            buffer_init (&lie);
            buffer_digest (&lie, liar.first[liar.batches - 1 - LIAR_DELAY]);
            buffer_byte (&lie, 1);
            buffer_bytes (&lie, bytes_of ("a lie"));
            buffer_uint (&lie, 1);
            buffer_uint (&lie, 1);
            buffer_uint (&lie, 0);
            liar.lies +=
                team_send (t, TEAM_MASTER, POOL_ANSWERS, buffer_view (&lie));
            buffer_clear (&lie);
        }
    }
    pool_worker_class.receive (w, t, message);
}

static void
lies_are_fenced (void **state)
{
    (void) state;
    memo *answers = memo_new ();
    struct digest expected = reference (answers);
    unsigned wrong = 0;
    for (int broken = 0; broken < 2; broken++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            struct simulated_options s = calm;
            s.seed = seed;
            struct member_class lying = pool_worker_class;
            lying.receive = liar_receive;
            memset (&liar, 0, sizeof liar);
            driver q;
            memo *m = memo_new ();
            struct pool_options o = options_of (&q, m);
            o.broken = broken ? "accept-all" : NULL;
            struct pool_result r;
            bool good = simulate (&s, &o, &lying, answers, &r)
                        && digest_equal (expected, q.digest);
            assert_true (broken || (good && liar.lies));
            wrong += !good;
            driver_clear (&q);
            memo_free (m);
        }
    assert_true (wrong > 0);
    memo_free (answers);
}

/* ---- items that kill */

static bool
mortal_work (member *w, team *t, uint64_t *units)
{
    bool worked = pool_worker_class.work (w, t, units);
    if (mischief.dying) {
        mischief.dying = false;
        team_finish (t); /* for a worker: it ends here */
    }
    return worked;
}

static bool
with_deadly (uint64_t node, unsigned deaths, bool spawn, struct digest *digest,
             struct pool_result *r)
{
    struct member_class mortal = pool_worker_class;
    mortal.work = mortal_work;
    struct simulated_options s = calm;
    s.spawn = spawn;
    driver q;
    memo *m = memo_new (), *none = memo_new ();
    struct pool_options o = options_of (&q, m);
    mischief.deadly = node;
    mischief.deaths = deaths;
    bool decided = simulate (&s, &o, &mortal, none, r);
    mischief.deadly = 0;
    *digest = q.digest;
    driver_clear (&q);
    memo_free (m);
    memo_free (none);
    return decided;
}

static void
deadly_items (void **state)
{
    (void) state;
    memo *answers = memo_new ();
    struct digest expected = reference (answers), got;
    struct pool_result r;
    for (int spawn = 0; spawn < 2; spawn++) {
        /* Node 1 is the root of every round, so the driver waits for it. */
        assert_true (with_deadly (1, 1, spawn, &got, &r));
        assert_true (digest_equal (expected, got));
        assert_int_equal (r.retried, 1);
        assert_int_equal (r.lost_workers, 1);
        assert_false (with_deadly (1, 2, spawn, &got, &r));
        assert_int_equal (r.problem.kind, PROBLEM_RESOURCE);
        assert_string_equal (r.problem.message, "a worker died twice on one "
                                                "item: node 1 of round 0");
        assert_int_equal (r.lost_workers, 2);
    }
    /* Whatever is deadly: the result does not depend on having looked at it. */
    unsigned ahead = 0;
    for (uint64_t node = 2; node < 500; node++) {
        bool asked = false;
        struct buffer b;
        buffer_init (&b);
        for (uint64_t round = 0; round < ROUNDS; round++) {
            struct bytes answer;
            uint64_t units;
            asked |= memo_get (answers, digest_of (toy_item (round, node, &b)),
                               &answer, &units);
        }
        buffer_clear (&b);
        bool decided = with_deadly (node, 1000, true, &got, &r);
        assert_int_equal (decided, !asked);
        assert_true (!decided || digest_equal (expected, got));
        ahead += decided && r.lost_workers;
    }
    assert_true (ahead > 3);
    memo_free (answers);
}

/* ---- audits and all workers lost */

static void
audits_compare (void **state)
{
    (void) state;
    memo *answers = memo_new ();
    struct digest expected = reference (answers);
    driver q;
    memo *m = memo_new (), *none = memo_new ();
    struct pool_options o = options_of (&q, m);
    struct pool_result r;
    o.audit_percent = 100;
    assert_true (simulate (&calm, &o, &pool_worker_class, none, &r));
    assert_true (digest_equal (expected, q.digest));
    assert_true (r.audited >= q.commits);
    driver_clear (&q);
    memo_free (m);

    m = memo_new ();
    o = options_of (&q, m);
    o.audit_percent = 100;
    mischief.impure = true;
    assert_false (simulate (&calm, &o, &pool_worker_class, none, &r));
    mischief.impure = false;
    assert_non_null (
        strstr (r.problem.message, "two answers for one item differ: node "));
    driver_clear (&q);
    memo_free (m);
    memo_free (none);
    memo_free (answers);
}

static void
nobody_receive (member *w, team *t, const struct message *message)
{
    (void) w, (void) message;
    team_finish (t);
}

static void
all_lost (void **state)
{
    (void) state;
    for (int spawn = 0; spawn < 2; spawn++) {
        struct member_class nobody = pool_worker_class;
        nobody.receive = nobody_receive;
        struct simulated_options s = calm;
        s.spawn = spawn;
        driver q;
        memo *m = memo_new ();
        struct pool_options o = options_of (&q, m);
        struct simulated_outcome outcome;
        struct problem p = {0};
        member *master = pool_master_new (&o);
        assert_true (simulated_run (&s, &pool_master_class, master, &nobody,
                                    make, pool_worker_free, NULL, &outcome,
                                    &p));
        const struct pool_result *r = pool_master_result (master);
        assert_false (r->decided);
        assert_int_equal (r->problem.kind, PROBLEM_RESOURCE);
        assert_string_equal (r->problem.message,
                             spawn ? "a worker died twice on one item: "
                                     "node 1 of round 0"
                                   : "all workers are lost");
        pool_master_free (master);
        driver_clear (&q);
        memo_free (m);
    }
}

/* ---- a memo from before; a disk that fills; the test-only death */

static void
half_known (void **state)
{
    (void) state;
    memo *answers = memo_new ();
    struct digest expected = reference (answers);
    for (unsigned share = 0; share <= 4; share++) {
        /* The first rounds are known from an earlier run. */
        memo *m = memo_new ();
        struct buffer b;
        buffer_init (&b);
        for (uint64_t round = 0; round < share; round++)
            for (uint64_t node = 1; node <= 500; node++) {
                struct digest d = digest_of (toy_item (round, node, &b));
                struct bytes answer;
                uint64_t units;
                if (memo_get (answers, d, &answer, &units))
                    memo_put (m, d, answer, units, 0);
            }
        buffer_clear (&b);
        size_t known = memo_count (m);
        driver q;
        struct pool_options o = options_of (&q, m);
        struct pool_result r;
        assert_true (simulate (&calm, &o, &pool_worker_class, answers, &r));
        assert_true (digest_equal (expected, q.digest));
        assert_int_equal (r.items, memo_count (m) - known);
        driver_clear (&q);
        memo_free (m);
    }
    memo_free (answers);
}

static void
full_disk (void **state)
{
    (void) state;
    char path[] = "/tmp/cohort-pool-XXXXXX";
    int fd = mkstemp (path);
    assert_true (fd >= 0);
    close (fd);
    struct rlimit old, small;
    assert_int_equal (getrlimit (RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 3000;
    signal (SIGXFSZ, SIG_IGN);
    for (int alone = 0; alone < 2; alone++) {
        memo *none = memo_new ();
        struct problem p = {0};
        assert_int_equal (truncate (path, 0), 0);
        memo *m = memo_open (path, &p);
        assert_non_null (m);
        driver q;
        struct pool_options o = options_of (&q, m);
        struct pool_result r;
        assert_int_equal (setrlimit (RLIMIT_FSIZE, &small), 0);
        bool decided = alone
                           ? pool_alone (&o, &r)
                           : simulate (&calm, &o, &pool_worker_class, none, &r);
        assert_int_equal (setrlimit (RLIMIT_FSIZE, &old), 0);
        assert_false (decided);
        assert_int_equal (r.problem.kind, PROBLEM_RESOURCE);
        assert_non_null (strstr (r.problem.message, "run directory: "));
        driver_clear (&q);
        memo_free (m);
        memo_free (none);
    }
    unlink (path);
}

static void
dies_when_told (void **state)
{
    (void) state;
    fflush (NULL);
    pid_t child = fork ();
    if (!child) {
        setenv ("COHORT_TEST_DIE", "of round 2", 1);
        driver q;
        memo *m = memo_new (), *none = memo_new ();
        struct pool_options o = options_of (&q, m);
        struct pool_result r;
        simulate (&calm, &o, &pool_worker_class, none, &r);
        _exit (0);
    }
    int status;
    assert_int_equal (waitpid (child, &status, 0), child);
    assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (alone_twice_is_equal),
        cmocka_unit_test (any_number_of_workers),
        cmocka_unit_test (guesses_are_for_those_who_would_be_idle),
        cmocka_unit_test (losses_change_nothing),
        cmocka_unit_test (forgetting_is_noticed),
        cmocka_unit_test (lies_are_fenced),
        cmocka_unit_test (deadly_items),
        cmocka_unit_test (audits_compare),
        cmocka_unit_test (all_lost),
        cmocka_unit_test (long_items_are_asked_ahead),
        cmocka_unit_test (half_known),
        cmocka_unit_test (full_disk),
        cmocka_unit_test (dies_when_told),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
