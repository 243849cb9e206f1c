/* scale.c -- predicts a check on N workers from one that was recorded.
 *
 *     scale RUN [FILE] [--workers=1,2,5] [--delay-us=70] [--free-master]
 *           [--work-limit=SECONDS]
 *
 * RUN is the directory of `cohort --run=RUN FILE`: every answer, with the time
 * it took.  The driver is made again from FILE (default: the one that the
 * manifest names) and run three ways over these answers:
 *
 *   sequential  asks and is answered at once.  Work is the sum of the costs of
 *               the items that are committed; the driver's own time is measured.
 *   span        as many workers as there are items, no delay, a master that
 *               takes no time: what is left is the longest chain of items that
 *               depend on each other.  Work / span is the mean width, which no
 *               number of workers can exceed as speedup.
 *   N workers   the pool's own master and workers over the simulated transport,
 *               with delays as in a LAN (0.07 ms one way), nobody lost.  An
 *               item takes its worker as long as it took when recorded; a call
 *               of the master takes it, on the virtual clock, the CPU time that
 *               it takes here (--free-master: none).
 *
 * Items that only this schedule asks for (they are wasted in the end) are not
 * in the recording; they are worked out here, once, and timed.  Not in the
 * rows: reading, preprocessing, replaying the result, starting processes.
 *
 * RUN may be about Horn clauses or, recorded in mode predictable or sequential,
 * about a program.  Of a program it is told how the check ends (replayed as in
 * a check), its digest, which every number of workers must have again, and when
 * it was established that there is no error up to the bound; that counts even
 * if looking beyond the bound does not come to an end.
 *
 * A recording that did not end predicts nothing, unless --work-limit=SECONDS is
 * given: then so much CPU time may be spent here on all items that are missing
 * (the wasted ones too).  If that is not enough it is `not predicted: work
 * limit`, of a row or of all; in the latter case, what is there so far is told:
 * work, span and width of the part of the search that is known.  Exit code: 0,
 * 1 usage, 2 not this recording, 3 not (or not all) predicted. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "predicting.h"

enum { WORKERS_MOST = 4096, COUNTS_MOST = 32, LIMIT_MOST = 100000000 };
enum { EXIT_NO_RECORDING = 2 };

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
    uint64_t limit_ns; /* 0: none, and the recording must have ended */
};

/* Medians of Table 2; of HYDRA what it says of itself. */
static const char *
paper_speedup (unsigned workers, bool of_program)
{
    if (of_program)
        return workers == 32 ? "20" : "-";
    return workers == 10   ? "4.75"
           : workers == 20 ? "9.90"
           : workers == 40 ? "16.73"
                           : "-";
}

/* An item's first byte is a letter, or a number of bounded/search/item.h. */
static void
kind_name (int kind, char name[20])
{
    if (kind == ITEM_SEARCH || kind == ITEM_CONFIRM)
        snprintf (name, 20, "%s", kind == ITEM_SEARCH ? "search" : "confirm");
    else
        snprintf (name, 20, "%c", kind);
}

static void
kinds_print (const struct sequential *s)
{
    char name[20];
    for (int k = 0; k < 256; k++) {
        if (!s->kind[k].items)
            continue;
        kind_name (k, name);
        printf ("items %s: %zu, %.3f s, mean %.2f ms, most %.2f ms\n", name,
                s->kind[k].items, seconds (s->kind[k].ns),
                1e3 * seconds (s->kind[k].ns) / (double) s->kind[k].items,
                1e3 * seconds (s->kind[k].most_ns));
    }
}

static double
width (uint64_t work_ns, uint64_t span_ns)
{
    return span_ns ? (double) work_ns / (double) span_ns : 0.0;
}

static void
row_print (const struct prediction *x, unsigned n, const struct sequential *s,
           uint64_t span)
{
    if (x->over) {
        printf ("%8u not predicted: work limit\n", n);
        return;
    }
    double speedup = (double) (s->work_ns + s->driver_ns) / (double) x->end_ns;
    /* Nobody is faster than work / n, nor than span. */
    uint64_t least = s->work_ns / n > span ? s->work_ns / n : span;
    printf ("%8u %10.3f %8.2f %9.1f%% %8.2f %7.1f%% %7.1f%% %6s", n,
            seconds (x->end_ns), speedup, 100 * speedup / n,
            width (s->work_ns, least),
            x->items ? 100.0 * (double) x->wasted / (double) x->items : 0.0,
            100.0 * (double) x->master_ns / (double) x->end_ns,
            paper_speedup (n, s->answers->recording->is_program));
    if (x->established_ns)
        printf (" %11.3f\n", seconds (x->established_ns));
    else
        printf (" %11s\n", "-");
}

/* After the last driver ended. */
static void
program_print_end (struct recording *r)
{
    char digest[DIGEST_TEXT];
    struct text t;
    text_init (&t);
    uint64_t start = clock_thread_ns ();
    partition_run_end (&r->partition_run, &t);
    uint64_t took = clock_thread_ns () - start;
    digest_print (recording_result (r), digest);
    printf ("ends: %s%s\ndigest: %s\n", text_view (&t),
            r->partition_run.enough ? "; what is beyond is not predicted" : "",
            digest);
    printf (
        "not in the rows: reading and preparing %.3f s, concluding %.3f s\n",
        seconds (r->ready_ns), seconds (took));
    text_clear (&t);
}

static void
table_print (const struct request *q, const struct sequential *s,
             const struct prediction *x, uint64_t span)
{
    const struct answers *a = s->answers;
    printf (
        "items committed %zu, recorded %zu, worked out here %zu in %.3f s\n",
        s->seen.size, memo_count (a->recording->memo), a->worked,
        seconds (a->worked_ns));
    if (a->recording->is_program)
        program_print_end (a->recording);
    kinds_print (s);
    printf ("work %.3f s, span %.3f s, mean width %.1f, quest alone %.3f s, "
            "sequential %.3f s\n",
            seconds (s->work_ns), seconds (span), width (s->work_ns, span),
            seconds (s->driver_ns), seconds (s->work_ns + s->driver_ns));
    printf ("%8s %10s %8s %10s %8s %8s %8s %6s %11s\n", "workers", "seconds",
            "speedup", "efficiency", "bound", "wasted", "master", "paper",
            "established");
    for (size_t i = 0; i < q->counts; i++)
        row_print (&x[i], q->workers[i], s, span);
}

/* The reference came to an item that has no answer. */
static void
unfinished_print (const struct request *q, struct answers *a,
                  const struct sequential *s)
{
    struct span_found so_far;
    char why[160] = "the recorded run did not end (--work-limit=SECONDS goes "
                    "on), or another version made it";
    if (q->limit_ns)
        snprintf (why, sizeof why, "work limit of %.0f s",
                  seconds (q->limit_ns));
    printf ("not predicted: %s\n", why);
    fprintf (stderr, "scale: not predicted: %s\n", why);
    size_t committed = s->seen.size;
    span_run (a, &so_far);
    printf ("so far: committed %zu, recorded %zu, worked out here %zu in %.3f s"
            "\n",
            committed, memo_count (a->recording->memo), a->worked,
            seconds (a->worked_ns));
    printf ("so far: items %zu, work %.3f s, span %.3f s, mean width %.1f\n",
            so_far.items, seconds (so_far.work_ns), seconds (so_far.ns),
            width (so_far.work_ns, so_far.ns));
    printf ("so far: %s\n", so_far.where);
}

/* Gives the exit code. */
static int
scale_rows (const struct request *q, struct answers *a,
            const struct sequential *s, struct problem *p)
{
    struct prediction x[COUNTS_MOST];
    struct span_found span;
    bool good = true, over = a->recording->partition_run.enough;
    for (size_t i = 0; good && i < q->counts; i++) {
        fprintf (stderr, "%u workers ...\n", q->workers[i]);
        good = predict (a, s, q->workers[i], q->delay_ns, q->free_master, &x[i],
                        p);
        over = over || (good && x[i].over);
    }
    if (good && !span_run (a, &span))
        good = problem_set (p, (struct place) {0}, "the quest did not end");
    if (good)
        table_print (q, s, x, span.ns);
    return !good ? EXIT_NO_RECORDING : over ? EXIT_NOT_PREDICTED : 0;
}

static int
scale (const struct request *q, struct recording *r, struct problem *p)
{
    struct answers a;
    struct sequential s;
    answers_init (&a, r, q->limit_ns);
    int code = EXIT_NOT_PREDICTED;
    if (sequential_run (&s, &a, q->limit_ns != 0) || sequential_enough (&s))
        code = scale_rows (q, &a, &s, p);
    else if (s.foreign) {
        problem_set (p, (struct place) {0},
                     "%s: the first item of this check is not recorded, but "
                     "others are: another version made them",
                     q->dir);
        code = EXIT_NO_RECORDING;
    } else
        unfinished_print (q, &a, &s);
    answers_clear (&a);
    map_clear (&s.seen);
    return code;
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
request_limit (struct request *q, const char *text)
{
    char *end;
    unsigned long long n = strtoull (text, &end, 10);
    q->limit_ns = n * 1000000000;
    return end != text && !*end && n && n <= LIMIT_MOST;
}

static bool
request_parse (struct request *q, int argc, char **argv)
{
    *q = (struct request) {.delay_ns = 70000};
    bool good = true;
    for (int i = 1; good && i < argc; i++) {
        const char *a = argv[i];
        if (!strncmp (a, "--workers=", 10))
            good = request_counts (q, a + 10);
        else if (!strncmp (a, "--delay-us=", 11))
            q->delay_ns = strtoull (a + 11, NULL, 10) * 1000;
        else if (!strncmp (a, "--work-limit=", 13))
            good = request_limit (q, a + 13);
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
                         "[--delay-us=70] [--free-master] "
                         "[--work-limit=SECONDS]\n");
        return 1;
    }
    struct recording r;
    struct problem p = {0};
    int code = EXIT_NO_RECORDING;
    if (recording_open (&r, q.dir, q.file, &p)) {
        /* The clients of HYDRA, and the workers of Table 2. */
        if (!q.counts)
            request_counts (&q, r.is_program ? "1,2,4,8,16,32,64"
                                             : "1,2,5,10,20,40,100,400");
        code = scale (&q, &r, &p);
        recording_close (&r);
    }
    if (p.kind)
        fprintf (stderr, "scale: %s\n", p.message);
    return code;
}
