/* child.c -- see child.h. */
#include "dap/child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "report/carry.h"

/* ---- in the child */

/* What goes through the pipe: a byte that says whether there is a trace; then what is
 * told to the user, and the outcome. */
static void
outcome_send (watched *to, const struct outcome *o, const char *said)
{
    struct buffer b;
    buffer_init (&b);
    buffer_byte (&b, 1);
    buffer_string (&b, said);
    outcome_put (&b, o);
    watched_result (to, (const char *) b.data, b.size);
    buffer_clear (&b);
}

static void
problem_send (watched *to, const char *what)
{
    struct buffer b;
    buffer_init (&b);
    buffer_byte (&b, 0);
    buffer_string (&b, what);
    watched_result (to, (const char *) b.data, b.size);
    buffer_clear (&b);
}

static void
judged_send (watched *to, const struct outcome *o, enum replay_result result,
             const struct text *report)
{
    struct text said;
    text_init (&said);
    text_print (&said, "replay: %s\n%s",
                result == REPLAY_CONFIRMED ? "confirmed"
                : result == REPLAY_REFUTED ? "refuted"
                                           : "undecided",
                text_view (report));
    if (result != REPLAY_REFUTED && o->trace.size)
        outcome_send (to, o, text_view (&said));
    else if (result == REPLAY_CONFIRMED)
        problem_send (to,
                      "the witness has no steps to go through: it is a proof");
    else
        problem_send (to, text_view (&said));
    text_clear (&said);
}

/* stdin and stdout are the editor's. */
static void
streams_leave (void)
{
    int nothing = open ("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0) {
        dup2 (nothing, 0);
        close (nothing);
    }
    dup2 (2, 1);
}

static int
child_work (watched *by, void *context)
{
    const struct dap_child *job = context;
    struct problem p = {0};
    struct outcome o;
    struct text report;
    text_init (&report);
    outcome_init (&o);
    o.whole = true;
    streams_leave ();
    enum replay_result result = REPLAY_UNDECIDED;
    if (job->directory && chdir (job->directory))
        problem_set (&p, (struct place) {.file = job->directory}, "%s",
                     strerror (errno));
    else
        result = job->judge (job->options, by, &o, &report, &p);
    if (p.kind)
        problem_send (by, p.message);
    else
        judged_send (by, &o, result, &report);
    outcome_clear (&o);
    text_clear (&report);
    return EXIT_SAFE;
}

/* ---- in the adapter */

static bool
outcome_take (const struct text *result, struct outcome *o, struct text *said,
              struct problem *p)
{
    struct reader r;
    reader_init (&r,
                 (struct bytes) {(const uint8_t *) result->data, result->size});
    bool good = reader_byte (&r) == 1;
    char *first = reader_string (&r);
    if (good && outcome_get (o, &r)) {
        o->verdict = VERDICT_UNSAFE;
        text_add (said, first);
    } else
        problem_usage (p, "%s", good || r.failed ? "no answer" : first);
    memory_free (first);
    return !p->kind;
}

bool
dap_child_run (struct dap_child *job, struct outcome *o, struct text *said,
               struct problem *p)
{
    struct watch_result r;
    if (!watchdog_run (job->options->time_limit, child_work, job, &r))
        return problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                                "cannot start: %s", strerror (errno));
    bool good = r.end == WATCH_FINISHED;
    if (good)
        good = outcome_take (&r.text, o, said, p);
    else if (r.end == WATCH_TIME)
        problem_usage (p, "the replay was not ready within its time limit");
    else if (r.end == WATCH_INTERRUPTED)
        problem_usage (p, "interrupted");
    else
        problem_usage (p, "the replay died: code %d, signal %d", r.exit,
                       r.signal);
    watch_result_clear (&r);
    return good;
}
