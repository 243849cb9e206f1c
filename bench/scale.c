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
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/map.h"
#include "base/options.h"
#include "base/vec.h"
#include "cegar/check.h"
#include "cegar/labor.h"
#include "cegar/simplify.h"
#include "cegar/stages.h"
#include "frontend/horn.h"
#include "journal/memo.h"
#include "team/agenda.h"
#include "team/crew.h"

enum { WORKERS_MOST = 4096, COUNTS_MOST = 32 };

static uint64_t
clock_thread_ns (void)
{
    struct timespec t;
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

static double
seconds (uint64_t ns)
{
    return (double) ns / 1e9;
}

/* ---- the recording */

struct recording {
    struct VEC (char *) word; /* of the manifest, as an argument list */
    struct options options;
    char *input;
    struct digest digest;
    struct horn horn;
    struct system system;
    simplification *simplification;
    struct buffer program;
    memo *memo;
};

/* One line of the manifest: an option unless it is about the run itself. */
static void
recording_line (struct recording *r, const char *key, const char *value)
{
    static const char *const about[] = {"format", "version", "solver",
                                        "checksum"};
    if (!strcmp (key, "input")) {
        memory_free (r->input);
        r->input = memory_string (value);
        return;
    }
    if (!strcmp (key, "digest")) {
        digest_parse (value, &r->digest);
        return;
    }
    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        if (!strcmp (key, about[i]))
            return;
    if (!*value || !strcmp (value, "no"))
        return;
    struct text t;
    text_init (&t);
    bool flag = !strcmp (value, "yes");
    text_print (&t, flag ? "--%s" : "--%s=%s", key, value);
    VEC_PUSH (r->word, text_take (&t));
}

static bool
recording_manifest (struct recording *r, const char *dir, struct problem *p)
{
    struct text path;
    size_t size;
    text_init (&path);
    text_print (&path, "%s/manifest", dir);
    char *all = text_file (text_view (&path), &size);
    if (!all) {
        problem_set (p, (struct place) {0}, "%s: %s", text_view (&path),
                     strerror (errno));
        text_clear (&path);
        return false;
    }
    char *rest = all, *line;
    while ((line = strsep (&rest, "\n"))) {
        char *value = strstr (line, ": ");
        if (!value)
            continue;
        *value = 0;
        recording_line (r, line, value + 2);
    }
    memory_free (all);
    text_clear (&path);
    options_init (&r->options);
    return options_parse (&r->options, (int) r->word.size, r->word.at, p);
}

static bool
recording_input (struct recording *r, const char *file, struct problem *p)
{
    size_t size;
    struct place place = {.file = file};
    char *source = text_file (file, &size);
    if (!source)
        return problem_set (p, place, "%s", strerror (errno));
    struct bytes bytes = {(const uint8_t *) source, size};
    bool good = digest_equal (digest_of (bytes), r->digest)
                || problem_set (p, place, "this is not the file that was "
                                          "recorded");
    horn_init (&r->horn, file);
    good = good && horn_read (&r->horn, source, size, file, p);
    memory_free (source);
    return good;
}

static bool
recording_memo (struct recording *r, const char *dir, struct problem *p)
{
    struct text path;
    text_init (&path);
    text_print (&path, "%s/memo", dir);
    if (access (text_view (&path), R_OK))
        problem_set (p, (struct place) {0}, "%s: %s", text_view (&path),
                     strerror (errno));
    else
        r->memo = memo_open (text_view (&path), p);
    text_clear (&path);
    return r->memo;
}

static bool
recording_open (struct recording *r, const char *dir, const char *file,
                struct problem *p)
{
    *r = (struct recording) {0};
    if (!recording_manifest (r, dir, p)
        || !recording_input (r, file ? file : r->input, p)
        || !recording_memo (r, dir, p))
        return false;
    system_init (&r->system, r->horn.terms);
    system_from_horn (&r->system, &r->horn);
    if (option_is (r->options.preprocess, "full"))
        r->simplification
            = simplify (&r->system, option_is (r->options.blocks, "single"));
    system_index (&r->system);
    buffer_init (&r->program);
    labor_program (&r->system, r->options.query_limit * 1000, &r->program);
    return true;
}

static void
recording_close (struct recording *r)
{
    buffer_clear (&r->program);
    if (r->simplification)
        simplification_free (r->simplification);
    system_clear (&r->system);
    horn_clear (&r->horn);
    memo_free (r->memo);
    options_clear (&r->options);
    for (size_t i = 0; i < r->word.size; i++)
        memory_free (r->word.at[i]);
    VEC_CLEAR (r->word);
    memory_free (r->input);
}

/* The same stages as the recorded check has. */
static stages *
recording_quest (const struct recording *r)
{
    const struct options *o = &r->options;
    bool all = option_is (o->engine, "auto");
    static const char *const method[] = {"auto", "farkas", "newton", "spacer"};
    struct reference_options cegar = {.most_predicates = o->predicates};
    for (size_t i = 0; i < 4; i++)
        if (option_is (o->refine, method[i]))
            cegar.method = (enum interpolate_method) i;
    struct deepen_options unroll
        = {.bound = (uint32_t) o->bound, .limit = o->query_limit * 1000};
    struct deepen_options induct = unroll;
    induct.induct = true;
    struct stages_parts part = {0};
    if (all || option_is (o->engine, "unroll"))
        part.unroll = deepening_new (&r->system, &unroll);
    if (all || option_is (o->engine, "induct"))
        part.induct = deepening_new (&r->system, &induct);
    if (all || option_is (o->engine, "cegar"))
        part.cegar = reference_new (&r->system, &cegar);
    return stages_new (&part);
}

static uint64_t
recording_cost (const struct recording *r, struct digest d)
{
    struct bytes answer;
    uint64_t units = 0, cost = memo_cost_ns (r->memo, d);
    return cost || !memo_get (r->memo, d, &answer, &units) ? cost : units;
}

/* ---- sequential */

struct sequential {
    struct asker asker;
    const struct recording *recording;
    struct map seen;
    uint64_t work_ns, quest_ns;
    bool lacks; /* an item is missing: this is not the recorded check */
};

static bool
sequential_get (struct asker *asker, struct bytes item, struct bytes *answer,
                uint64_t *units)
{
    struct sequential *s = (struct sequential *) asker;
    struct digest d = digest_of (item);
    if (!memo_get (s->recording->memo, d, answer, units)) {
        s->lacks = true;
        return false;
    }
    if (map_put (&s->seen, d, 1))
        s->work_ns += recording_cost (s->recording, d);
    return true;
}

static void
share_ignore (struct asker *asker, struct bytes blob)
{
    (void) asker, (void) blob;
}

static const struct asker_class sequential_class
    = {.get = sequential_get, .share = share_ignore};

static bool
sequential_run (struct sequential *s, const struct recording *r)
{
    *s = (struct sequential) {{&sequential_class}, .recording = r};
    map_init (&s->seen);
    stages *quest_of = recording_quest (r);
    uint64_t start = clock_thread_ns ();
    enum quest_step step = QUEST_MOVED;
    while (step == QUEST_MOVED && !s->lacks)
        step = stages_quest.step ((quest *) quest_of, &s->asker);
    s->quest_ns = clock_thread_ns () - start;
    stages_free (quest_of);
    return step == QUEST_DECIDED;
}

/* ---- span */

struct span_item {
    struct digest digest;
    uint8_t *data; /* owned; null when it is over */
    size_t size;
    uint64_t told; /* epoch in which the quest was told of it */
    bool over, wanted;
};

/* Unlimited workers: an item begins when it is first asked for. */
struct span {
    struct asker asker;
    const struct recording *recording;
    struct map index;
    struct VEC (struct span_item) item;
    struct VEC (size_t) ready; /* wanted, and over already */
    struct agenda agenda;
    uint64_t now_ns, epoch;
    bool lacks;
};

static size_t
span_begin (struct span *s, struct digest d, struct bytes item)
{
    uint64_t *found = map_get (&s->index, d);
    if (found)
        return *found;
    size_t i = s->item.size;
    struct span_item new
        = {.digest = d, .data = memory_copy (item.data, item.size),
           .size = item.size};
    VEC_PUSH (s->item, new);
    map_put (&s->index, d, i);
    agenda_put (&s->agenda, s->now_ns + recording_cost (s->recording, d), i,
                NULL);
    return i;
}

static bool
span_get (struct asker *asker, struct bytes item, struct bytes *answer,
          uint64_t *units)
{
    struct span *s = (struct span *) asker;
    struct digest d = digest_of (item);
    if (!memo_get (s->recording->memo, d, answer, units)) {
        s->lacks = true;
        return false;
    }
    return s->item.at[span_begin (s, d, item)].over;
}

static void
span_want (struct asker *asker, struct bytes item, uint64_t rank)
{
    (void) rank;
    struct span *s = (struct span *) asker;
    struct digest d = digest_of (item);
    struct bytes answer;
    uint64_t units;
    /* What is not recorded was not committed, so no chain goes through it. */
    if (!memo_get (s->recording->memo, d, &answer, &units))
        return;
    size_t i = span_begin (s, d, item);
    struct span_item *it = &s->item.at[i];
    if (!it->over)
        it->wanted = true;
    else if (it->told != s->epoch) {
        it->told = s->epoch;
        VEC_PUSH (s->ready, i);
    }
}

static void
span_forget (struct asker *asker)
{
    ((struct span *) asker)->epoch++;
}

static const struct asker_class span_class = {.get = span_get,
                                              .want = span_want,
                                              .forget = span_forget,
                                              .share = share_ignore};

static void
span_tell (struct span *s, quest *q, size_t i)
{
    struct bytes answer;
    uint64_t units;
    struct span_item it = s->item.at[i];
    s->item.at[i].told = s->epoch;
    if (memo_get (s->recording->memo, it.digest, &answer, &units))
        stages_quest.arrived (q, &s->asker, (struct bytes) {it.data, it.size},
                              answer);
}

/* Lets the time pass until something is over; false: nothing is under way. */
static bool
span_pass (struct span *s, quest *q)
{
    struct agenda_entry e;
    if (!agenda_take (&s->agenda, &e))
        return false;
    s->now_ns = e.when;
    do {
        s->item.at[e.what].over = true;
        if (s->item.at[e.what].wanted)
            span_tell (s, q, e.what);
    } while (agenda_first (&s->agenda)
             && agenda_first (&s->agenda)->when == s->now_ns
             && agenda_take (&s->agenda, &e));
    return true;
}

static bool
span_run (const struct recording *r, uint64_t *ns)
{
    struct span s = {{&span_class}, .recording = r, .epoch = 1};
    map_init (&s.index);
    agenda_init (&s.agenda);
    stages *made = recording_quest (r);
    quest *q = (quest *) made;
    enum quest_step step = QUEST_MOVED;
    while (step != QUEST_DECIDED && !s.lacks) {
        step = stages_quest.step (q, &s.asker);
        while (s.ready.size)
            span_tell (&s, q, VEC_POP (s.ready));
        if (step == QUEST_WAITS && !span_pass (&s, q))
            break;
    }
    *ns = s.now_ns;
    stages_free (made);
    for (size_t i = 0; i < s.item.size; i++)
        memory_free (s.item.at[i].data);
    VEC_CLEAR (s.item);
    VEC_CLEAR (s.ready);
    map_clear (&s.index);
    agenda_clear (&s.agenda);
    return step == QUEST_DECIDED;
}

/* ---- workers that have only the recording, and one laborer for the rest */

struct replay {
    const struct recording *recording;
    laborer *real;     /* opened when first needed */
    size_t blobs;      /* that it has learnt */
    struct VEC (struct buffer) blob; /* all that were shared, in order */
    memo *extra;       /* answers that the recording lacks; units: their ns */
};

struct laborer_replaying {
    struct replay *replay;
    size_t learned;
};

/* The program of a replayed check is where its struct replay is: all simulated
 * workers are in this process. */
static laborer *
replay_open (struct bytes program, struct problem *p)
{
    (void) p;
    struct laborer_replaying *l = NEW (struct laborer_replaying);
    assert (program.size == sizeof l->replay);
    memcpy (&l->replay, program.data, sizeof l->replay);
    return (laborer *) l;
}

static void
replay_close (laborer *l)
{
    memory_free (l);
}

static bool
replay_learn (laborer *object, struct bytes blob)
{
    struct laborer_replaying *l = (struct laborer_replaying *) object;
    if (l->learned++ < l->replay->blob.size)
        return true;
    struct buffer b;
    buffer_init (&b);
    buffer_put (&b, blob.data, blob.size);
    VEC_PUSH (l->replay->blob, b);
    return true;
}

static bool
replay_work (laborer *object, struct bytes item, struct buffer *answer,
             uint64_t *units)
{
    struct replay *r = ((struct laborer_replaying *) object)->replay;
    struct digest d = digest_of (item);
    struct bytes known;
    if (memo_get (r->extra, d, &known, units)) {
        buffer_put (answer, known.data, known.size);
        return true;
    }
    struct problem p = {0};
    if (!r->real)
        r->real = cegar_labor.open (buffer_view (&r->recording->program), &p);
    if (!r->real)
        return true; /* an empty answer: malformed */
    for (; r->blobs < r->blob.size; r->blobs++)
        cegar_labor.learn (r->real, buffer_view (&r->blob.at[r->blobs]));
    uint64_t start = clock_thread_ns ();
    bool done = cegar_labor.work (r->real, item, answer, units);
    *units = clock_thread_ns () - start;
    if (done)
        memo_put (r->extra, d, buffer_view (answer), *units, 0);
    return done;
}

static const struct labor_class replay_labor = {.name = "replay",
                                                .open = replay_open,
                                                .close = replay_close,
                                                .learn = replay_learn,
                                                .work = replay_work};

static member *
replay_worker (void *context)
{
    static const struct labor_class *const labors[] = {&replay_labor, NULL};
    const struct replay *r = context;
    return crew_worker_new (labors, r->recording->memo);
}

static void
replay_init (struct replay *r, const struct recording *recording)
{
    *r = (struct replay) {.recording = recording, .extra = memo_new ()};
}

/* Blobs come again, the same ones, in the next simulated run. */
static void
replay_clear (struct replay *r)
{
    if (r->real)
        cegar_labor.close (r->real);
    for (size_t i = 0; i < r->blob.size; i++)
        buffer_clear (&r->blob.at[i]);
    VEC_CLEAR (r->blob);
    memo_free (r->extra);
}

/* ---- a master whose calls take time
 *
 * What comes in waits in a queue; handling one is an item of work, so that the
 * simulated transport keeps the master busy, and holds back what it sends, for
 * as long as the call took here. */

enum errand_kind { ERRAND_MESSAGE, ERRAND_ALARM, ERRAND_JOINED, ERRAND_LOST };

struct errand {
    struct errand *next;
    enum errand_kind kind;
    struct message message;
    uint64_t what;
};

struct timed {
    member *crew;
    struct errand *first, **last;
    uint64_t busy_ns;
    bool free; /* takes no time */
};

static struct timed *
timed_of (member *m)
{
    return (struct timed *) m;
}

static struct errand *
timed_add (member *m, enum errand_kind kind, uint64_t what)
{
    struct timed *t = timed_of (m);
    struct errand *e = NEW (struct errand);
    e->kind = kind;
    e->what = what;
    *t->last = e;
    t->last = &e->next;
    return e;
}

static void
timed_receive (member *m, team *team_of, const struct message *message)
{
    (void) team_of;
    struct errand *e = timed_add (m, ERRAND_MESSAGE, 0);
    e->message = *message;
    e->message.body.data
        = memory_copy (message->body.data, message->body.size);
}

static void
timed_alarm (member *m, team *team_of, uint64_t what)
{
    (void) team_of;
    timed_add (m, ERRAND_ALARM, what);
}

static void
timed_joined (member *m, team *team_of, unsigned who)
{
    (void) team_of;
    timed_add (m, ERRAND_JOINED, who);
}

static void
timed_lost (member *m, team *team_of, unsigned who)
{
    (void) team_of;
    timed_add (m, ERRAND_LOST, who);
}

static bool
timed_work (member *m, team *team_of, uint64_t *units)
{
    struct timed *t = timed_of (m);
    struct errand *e = t->first;
    if (!e)
        return false;
    t->first = e->next;
    if (!t->first)
        t->last = &t->first;
    const struct member_class *class = &crew_master_class;
    uint64_t start = clock_thread_ns ();
    if (e->kind == ERRAND_MESSAGE)
        class->receive (t->crew, team_of, &e->message);
    else if (e->kind == ERRAND_ALARM)
        class->alarm (t->crew, team_of, e->what);
    else if (e->kind == ERRAND_JOINED)
        class->joined (t->crew, team_of, (unsigned) e->what);
    else
        class->lost (t->crew, team_of, (unsigned) e->what);
    uint64_t took = clock_thread_ns () - start;
    t->busy_ns += took;
    *units = t->free ? 0 : took;
    memory_free ((void *) e->message.body.data);
    memory_free (e);
    return true;
}

static const struct member_class timed_class = {.receive = timed_receive,
                                                .work = timed_work,
                                                .alarm = timed_alarm,
                                                .joined = timed_joined,
                                                .lost = timed_lost};

/* ---- N workers */

struct prediction {
    uint64_t end_ns, master_ns;
    uint64_t items, wasted;
};

/* A seed whose links are wide (simulated.h). */
enum { SEED = 2 };

static bool
predict (struct replay *r, unsigned workers, uint64_t delay_ns, bool free,
         struct prediction *found, struct problem *p)
{
    stages *made = recording_quest (r->recording);
    memo *fresh = memo_new ();
    struct crew_options crew = {.labor = &replay_labor,
                                .program = {(const uint8_t *) &r, sizeof r},
                                .quest_class = &stages_quest,
                                .quest = (quest *) made,
                                .memo = fresh};
    struct timed timed = {.crew = crew_master_new (&crew), .free = free};
    timed.last = &timed.first;
    struct simulated_options o = {.seed = SEED,
                                  .members = workers,
                                  .delay_ns = delay_ns,
                                  .unit_ns_x1024 = 1024};
    struct simulated_outcome outcome;
    bool good = simulated_run (&o, &timed_class, (member *) &timed,
                               &crew_worker_class, replay_worker,
                               crew_worker_free, r, &outcome, p);
    const struct crew_result *result = crew_master_result (timed.crew);
    if (good && !result->decided)
        good = problem_set (p, (struct place) {0}, "%s",
                            result->problem.message);
    *found = (struct prediction) {outcome.end_ns, timed.busy_ns, result->items,
                                  result->wasted};
    while (timed.first) {
        struct errand *e = timed.first;
        timed.first = e->next;
        memory_free ((void *) e->message.body.data);
        memory_free (e);
    }
    crew_master_free (timed.crew);
    memo_free (fresh);
    stages_free (made);
    return good;
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

static bool
table_print (const struct request *q, const struct recording *r,
             struct problem *p)
{
    struct sequential s;
    uint64_t span;
    bool good = sequential_run (&s, r) && span_run (r, &span);
    size_t committed = s.seen.size;
    map_clear (&s.seen);
    if (!good)
        return problem_set (p, (struct place) {0},
                            "%s: an item of this check is not recorded: the "
                            "run did not end, or another version made it",
                            q->dir);
    uint64_t alone = s.work_ns + s.quest_ns;
    printf ("items committed %zu, recorded %zu\n", committed,
            memo_count (r->memo));
    printf ("work %.3f s, span %.3f s, mean width %.1f, quest alone %.3f s, "
            "sequential %.3f s\n",
            seconds (s.work_ns), seconds (span),
            span ? (double) s.work_ns / (double) span : 0.0,
            seconds (s.quest_ns), seconds (alone));
    printf ("%8s %10s %8s %10s %8s %8s %8s %6s\n", "workers", "seconds",
            "speedup", "efficiency", "bound", "wasted", "master", "paper");
    struct replay replay;
    replay_init (&replay, r);
    for (size_t i = 0; good && i < q->counts; i++) {
        unsigned n = q->workers[i];
        struct prediction x;
        good = predict (&replay, n, q->delay_ns, q->free_master, &x, p);
        if (!good)
            break;
        /* Nobody is faster than work / n nor than span. */
        uint64_t least = s.work_ns / n > span ? s.work_ns / n : span;
        double speedup = (double) alone / (double) x.end_ns;
        printf ("%8u %10.3f %8.2f %9.1f%% %8.2f %7.1f%% %7.1f%% %6s\n", n,
                seconds (x.end_ns), speedup, 100 * speedup / n,
                least ? (double) s.work_ns / (double) least : 0.0,
                x.items ? 100.0 * (double) x.wasted / (double) x.items : 0.0,
                100.0 * (double) x.master_ns / (double) x.end_ns,
                paper_speedup (n));
        fflush (stdout);
    }
    replay_clear (&replay);
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
    *q = (struct request) {.delay_ns = 70000};
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
    bool good = recording_open (&r, q.dir, q.file, &p)
                && table_print (&q, &r, &p);
    if (!good)
        fprintf (stderr, "scale: %s\n", p.message);
    else
        recording_close (&r);
    return good ? 0 : 2;
}
