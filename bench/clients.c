/* clients.c -- hydra mode on N simulated clients: what N machines would take.
 *
 *     clients FILE [--workers=1,4,16] [--delay-us=70] [--units]
 *             [--limit=SECONDS] [--long-ms=MS] [--calls=FILE]
 *             [OPTION of cohort ..]
 *
 * The real server and the real clients, each with a solver of its own, run over
 * the simulated transport (team/transport/simulated.h): all in this process, one
 * call at a time, on a virtual clock.  A client's call takes it as much virtual
 * time as it took CPU time here; with --units a quarter of a microsecond per
 * solver unit, which repeats exactly.
 *
 * What is told of each number of clients: seconds on the virtual clock, speedup
 * against the first row, work of all clients and, of that, in confirming and
 * outside of checks (making formulas, handing them to the solver), solver units, parts that others' refutations closed, all parts, POPs, steals, inlined
 * sites, refutations, how unlike the clients' searches were, and the answer.  Not
 * in the rows: reading and preparing, the server, replaying what was found.
 * Beyond --limit seconds of work a row is given up; calls of a client that take
 * --long-ms or more are told of on stderr.  --calls has a line for each call: of
 * how many clients, virtual start in s, client, searches or confirms, seconds,
 * solver units.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/options.h"
#include "base/text.h"
#include "base/vec.h"
#include "bounded/hydra/hydra.h"
#include "bounded/hydra/wire.h"
#include "bounded/prepare.h"
#include "frontend/boogie/boogie.h"
#include "team/transport/simulated.h"

enum { COUNTS_MOST = 16, UNIT_NS = 250, SEED = 1 };

struct request {
    unsigned workers[COUNTS_MOST];
    size_t counts;
    uint64_t delay_ns, limit_ns, long_ns;
    bool units;
    FILE *calls; /* may be null */
};

/* ---- clients whose calls are timed */

struct ward {
    const struct request *request;
    unsigned clients;
    uint64_t work_ns, confirm_ns, units;
    bool over; /* the limit was passed */
};
struct timed_client {
    member *inner;
    struct ward *ward;
    bool confirms; /* its next work */
};

static void
timed_receive (member *m, team *t, const struct message *message)
{
    struct timed_client *c = (struct timed_client *) m;
    c->confirms = message->tag == HYDRA_CONFIRM;
    hydra_client_class.receive (c->inner, t, message);
}

static bool
timed_work (member *m, team *t, uint64_t *units)
{
    struct timed_client *c = (struct timed_client *) m;
    struct ward *w = c->ward;
    if (w->request->limit_ns && w->work_ns > w->request->limit_ns) {
        w->over = true;
        return false;
    }
    uint64_t start = clock_thread_ns ();
    if (!hydra_client_class.work (c->inner, t, units))
        return false;
    w->units += *units;
    uint64_t spent = *units;
    *units = w->request->units ? *units * UNIT_NS : clock_thread_ns () - start;
    if (w->request->long_ns && *units >= w->request->long_ns)
        fprintf (stderr, "%8.2f client %u %s %.2f s\n",
                 (double) team_now (t) / 1e9, team_self (t),
                 c->confirms ? "confirms" : "searches", (double) *units / 1e9);
    if (w->request->calls)
        fprintf (w->request->calls, "%u %.4f %u %s %.4f %" PRIu64 "\n",
                 w->clients, (double) team_now (t) / 1e9, team_self (t),
                 c->confirms ? "confirms" : "searches", (double) *units / 1e9,
                 spent);
    w->work_ns += *units;
    w->confirm_ns += c->confirms ? *units : 0;
    c->confirms = false;
    return true;
}

static const struct member_class timed_class = {.receive = timed_receive,
                                                .work = timed_work};

static member *
timed_new (void *ward)
{
    struct timed_client *c = NEW (struct timed_client);
    c->inner = hydra_client_new ();
    c->ward = ward;
    return (member *) c;
}

static void
timed_free (member *m)
{
    hydra_client_free (((struct timed_client *) m)->inner);
    memory_free (m);
}

/* ---- a row */

static double
seconds (uint64_t ns)
{
    return (double) ns / 1e9;
}

static bool
judged (const struct hydra_result *r)
{
    bool good = true;
    for (size_t i = 0; i < r->claims; i++)
        good &= r->claim[i].trust == CLAIM_CONFIRMED;
    return good || (r->kind != ANSWER_SAFE && r->kind != ANSWER_BOUNDED);
}

static bool
row (const struct request *q, struct prepared *prepared,
     const struct options *o, unsigned workers, uint64_t *base_ns)
{
    static const char *const kind[] = {"-",      "SAFE",  "BOUNDED",
                                       "UNSAFE", "SPLIT", "UNDECIDED"};
    struct bounded_program program = {.bound = (uint32_t) o->bound,
                                      .random = o->split == SPLIT_RANDOM,
                                      .seed = o->seed,
                                      .never_split = o->split == SPLIT_NEVER};
    struct buffer sent;
    buffer_init (&sent);
    bounded_program_write (&program, &prepared->passive, &sent);
    struct hydra_options h = {.program = buffer_view (&sent),
                              .passive = &prepared->passive,
                              .classic = o->queue == QUEUE_CLASSIC,
                              .fixed_rate = o->rate == RATE_FIXED,
                              .split_ns = o->budget ? o->budget * 250000
                                                    : HYDRA_SPLIT_NS,
                              .slow_down = HYDRA_SLOW_DOWN};
    member *server = hydra_server_new (&h);
    struct ward ward = {.request = q, .clients = workers};
    struct simulated_options s = {.seed = SEED,
                                  .members = workers,
                                  .delay_ns = q->delay_ns,
                                  .unit_ns_x1024 = 1024};
    struct simulated_outcome outcome;
    struct problem problem = {0};
    bool good =
        simulated_run (&s, &hydra_server_class, server, &timed_class, timed_new,
                       timed_free, &ward, &outcome, &problem);
    const struct hydra_result *r = hydra_server_result (server);
    if (!*base_ns)
        *base_ns = outcome.end_ns;
    printf ("%3u %8.2f %8.2f  %8.2f %7.2f %7.2f  %7.1f  %6" PRIu64 " %5" PRIu64
            " %5" PRIu64 " %5" PRIu64 " %7" PRIu64 " %6zu   %.2f %s%s\n",
            workers, seconds (outcome.end_ns),
            (double) *base_ns / (double) outcome.end_ns, seconds (ward.work_ns),
            seconds (ward.confirm_ns), seconds (r->work_ns - r->check_ns),
            (double) ward.units / 1e6, r->pruned, r->partitions, r->pops,
            r->steals, r->inlined, r->claims, r->dissimilarity, kind[r->kind],
            ward.over              ? " (limit)"
            : !good || !judged (r) ? " (not confirmed)"
                                   : "");
    fflush (stdout);
    hydra_server_free (server);
    buffer_clear (&sent);
    return good && !ward.over;
}

/* ---- what is asked */

/* Takes one of our own options; false: it is cohort's. */
static bool
request_takes (struct request *q, const char *a)
{
    if (!strncmp (a, "--workers=", 10)) {
        char *at = (char *) a + 9;
        for (q->counts = 0; *at && q->counts < COUNTS_MOST;)
            q->workers[q->counts++] = (unsigned) strtoul (at + 1, &at, 10);
    } else if (!strncmp (a, "--delay-us=", 11))
        q->delay_ns = strtoull (a + 11, NULL, 10) * 1000;
    else if (!strncmp (a, "--limit=", 8))
        q->limit_ns = strtoull (a + 8, NULL, 10) * 1000000000;
    else if (!strncmp (a, "--long-ms=", 10))
        q->long_ns = strtoull (a + 10, NULL, 10) * 1000000;
    else if (!strncmp (a, "--calls=", 8))
        q->calls = fopen (a + 8, "w");
    else if (!strcmp (a, "--units"))
        q->units = true;
    else
        return false;
    return true;
}

static bool
rows (const struct request *q, const struct options *o, struct problem *p)
{
    size_t size;
    char *source = text_file (o->file[0], &size);
    struct program program;
    struct prepared prepared;
    if (!source)
        return problem_set (p, (struct place) {.file = o->file[0]},
                            "cannot be read");
    program_init (&program, o->file[0]);
    bool good = boogie_read (&program, source, size, o->file[0], p)
                && prepare (&prepared, &program, o, p);
    memory_free (source);
    uint64_t base_ns = 0;
    if (good) {
        printf ("  n  seconds  speedup      work confirm  set up   Munits  "
                "pruned parts"
                "  pops steals inlined claims unlike\n");
        for (size_t i = 0; i < q->counts; i++)
            good &= row (q, &prepared, o, q->workers[i], &base_ns);
        prepared_clear (&prepared);
    }
    program_clear (&program);
    return good;
}

int
main (int argc, char **argv)
{
    struct request q = {.workers = {1, 4, 16}, .counts = 3, .delay_ns = 70000};
    struct VEC (char *) word = {0};
    for (int i = 0; i < argc; i++)
        if (i && !request_takes (&q, argv[i]))
            VEC_PUSH (word, argv[i]);
    struct options o;
    struct problem p = {0};
    options_init (&o);
    VEC_PUSH (word, NULL);
    bool good = options_parse (&o, (int) word.size - 1, word.at, &p);
    if (good && (!o.files || !o.bound))
        good = problem_set (&p, (struct place) {0},
                            "usage: clients FILE --bound=K [--workers=1,4,16] "
                            "[--units] [--limit=SECONDS] [OPTION ..]");
    good = good && rows (&q, &o, &p);
    if (p.kind)
        fprintf (stderr, "clients: %s\n", p.message);
    if (q.calls)
        fclose (q.calls);
    options_clear (&o);
    VEC_CLEAR (word);
    return good ? 0 : 1;
}
