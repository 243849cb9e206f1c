/* scale.c -- predicts a check on N workers from one that was recorded.
 *
 *     scale RUN [FILE] [--workers=1,2,5] [--delay-us=70] [--free-master]
 *
 * RUN is the directory of `cohort --run=RUN FILE`: every answer, with the time
 * it took.  The quest is made again from FILE (default: the one that the
 * manifest names) and run three ways over these answers:
 *
 *   sequential  asks and is answered at once.  Work is the sum of the costs of
 *               the items that are committed; the quest's own time is measured.
 *   span        as many workers as there are items, no delay, a master that
 *               takes no time: what is left is the longest chain of items that
 *               depend on each other.  Work / span is the mean width, which no
 *               number of workers can exceed as speedup.
 *   N workers   the crew's own master and workers over the simulated transport,
 *               with delays as in a LAN (0.07 ms one way), nobody lost.  An
 *               item takes its worker as long as it took when recorded; a call
 *               of the master takes it, on the virtual clock, the CPU time that
 *               it takes here (--free-master: none).
 *
 * Items that only this schedule asks for (they are wasted in the end) are not
 * in the recording; they are worked out here, once, and timed.  Not predicted:
 * reading, preprocessing, starting processes, replaying the result. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "predicting.h"

enum { WORKERS_MOST = 4096, COUNTS_MOST = 32 };

static double
seconds (uint64_t ns)
{
    return (double) ns / 1e9;
}

/* ---- the table */

struct request {
    const char *dir, *file;
    unsigned workers[COUNTS_MOST];
    size_t counts;
    uint64_t delay_ns;
    bool free_master;
};

/* Medians of Table 2, or null. */
static const char *
paper_speedup (unsigned workers)
{
    return workers == 10   ? "4.75"
           : workers == 20 ? "9.90"
           : workers == 40 ? "16.73"
                           : "";
}

static void
kinds_print (const struct sequential *s)
{
    for (int k = 0; k < 256; k++)
        if (s->kind[k].items)
            printf ("items %c: %zu, %.3f s, mean %.2f ms, most %.2f ms\n", k,
                    s->kind[k].items, seconds (s->kind[k].ns),
                    1e3 * seconds (s->kind[k].ns) / (double) s->kind[k].items,
                    1e3 * seconds (s->kind[k].most_ns));
}

static void
row_print (const struct prediction *x, unsigned n, const struct sequential *s,
           uint64_t span)
{
    double speedup = (double) (s->work_ns + s->quest_ns) / (double) x->end_ns;
    /* Nobody is faster than work / n, nor than span. */
    uint64_t least = s->work_ns / n > span ? s->work_ns / n : span;
    printf ("%8u %10.3f %8.2f %9.1f%% %8.2f %7.1f%% %7.1f%% %6s\n", n,
            seconds (x->end_ns), speedup, 100 * speedup / n,
            least ? (double) s->work_ns / (double) least : 0.0,
            x->items ? 100.0 * (double) x->wasted / (double) x->items : 0.0,
            100.0 * (double) x->master_ns / (double) x->end_ns,
            paper_speedup (n));
}

static void
table_print (const struct request *q, const struct sequential *s,
             const struct prediction *x, uint64_t span)
{
    printf ("items committed %zu\n", s->seen.size);
    kinds_print (s);
    printf ("work %.3f s, span %.3f s, mean width %.1f, quest alone %.3f s, "
            "sequential %.3f s\n",
            seconds (s->work_ns), seconds (span),
            span ? (double) s->work_ns / (double) span : 0.0,
            seconds (s->quest_ns), seconds (s->work_ns + s->quest_ns));
    printf ("%8s %10s %8s %10s %8s %8s %8s %6s\n", "workers", "seconds",
            "speedup", "efficiency", "bound", "wasted", "master", "paper");
    for (size_t i = 0; i < q->counts; i++)
        row_print (&x[i], q->workers[i], s, span);
}

static bool
scale (const struct request *q, const struct recording *r, struct problem *p)
{
    struct sequential s;
    struct replay replay;
    struct prediction x[COUNTS_MOST];
    uint64_t span = 0;
    bool good = sequential_run (&s, r)
                || problem_set (p, (struct place){0},
                                "%s: an item of this check is not recorded: "
                                "the run did not end, or another version made "
                                "it",
                                q->dir);
    replay_init (&replay, r);
    for (size_t i = 0; good && i < q->counts; i++) {
        fprintf (stderr, "%u workers ...\n", q->workers[i]);
        good = predict (&replay, q->workers[i], q->delay_ns, q->free_master,
                        &x[i], p);
    }
    if (good && !span_run (r, replay.extra, &span))
        good = problem_set (p, (struct place){0}, "the quest did not end");
    if (good)
        table_print (q, &s, x, span);
    replay_clear (&replay);
    map_clear (&s.seen);
    return good;
}

static bool
request_counts (struct request *q, const char *list)
{
    q->counts = 0;
    while (*list && q->counts < COUNTS_MOST) {
        char *end;
        unsigned long n = strtoul (list, &end, 10);
        if (end == list || !n || n > WORKERS_MOST || (*end && *end != ','))
            return false;
        q->workers[q->counts++] = (unsigned) n;
        list = end + (*end == ',');
    }
    return q->counts;
}

static bool
request_parse (struct request *q, int argc, char **argv)
{
    *q = (struct request){.delay_ns = 70000};
    request_counts (q, "1,2,5,10,20,40,100,400");
    bool good = true;
    for (int i = 1; good && i < argc; i++) {
        const char *a = argv[i];
        if (!strncmp (a, "--workers=", 10))
            good = request_counts (q, a + 10);
        else if (!strncmp (a, "--delay-us=", 11))
            q->delay_ns = strtoull (a + 11, NULL, 10) * 1000;
        else if (!strcmp (a, "--free-master"))
            q->free_master = true;
        else if (*a == '-')
            good = false;
        else if (!q->dir)
            q->dir = a;
        else if (!q->file)
            q->file = a;
        else
            good = false;
    }
    return good && q->dir;
}

int
main (int argc, char **argv)
{
    struct request q;
    if (!request_parse (&q, argc, argv)) {
        fprintf (stderr, "usage: scale RUN [FILE] [--workers=1,2,5] "
                         "[--delay-us=70] [--free-master]\n");
        return 1;
    }
    struct recording r;
    struct problem p = {0};
    bool good = recording_open (&r, q.dir, q.file, &p) && scale (&q, &r, &p);
    if (!good)
        fprintf (stderr, "scale: %s\n", p.message);
    else
        recording_close (&r);
    return good ? 0 : 2;
}
