/* judge_witness.c -- a witness of any tool (report/witness_yaml.h) of a program with threads.
 *
 * The program is decided once more, by nothing of the witness: a violation is confirmed if
 * what fails is the target (of a race, one of both), a proof without invariants if the
 * program is SAFE.  A violation of a program that is SAFE is refuted, and so is a proof of one
 * that is not.  What fails elsewhere says nothing about the target. */
#include <assert.h>
#include <string.h>

#include "auto/threads/internal.h"
#include "process/watchdog.h"
#include "report/carry.h"
#include "report/witness_yaml.h"

enum { JUDGE_SECONDS = 600 }; /* unless --time-limit says otherwise */

/* In a child, whose time is limited. */
static int
judge_work (watched *by, void *context)
{
    struct threads *t = context;
    struct outcome *o = t->check.outcome;
    struct problem p = {0};
    struct buffer b;
    /* Nobody waits for what is established. */
    struct engine_context engine = *t->check.engine;
    engine.report_progress = NULL;
    t->check.engine = &engine;
    if (!threads_decide (t, &p))
        outcome_unknown (o, "%s", p.message);
    assert (o->verdict != VERDICT_SAFE || !o->reason);
    buffer_init (&b);
    outcome_put (&b, o);
    watched_result (by, (const char *) b.data, b.size);
    buffer_clear (&b);
    return outcome_exit (o);
}

/* False: not within its time. */
static bool
judge (struct threads *t)
{
    uint64_t limit = t->check.engine->options->time_limit;
    struct watch_result r;
    struct reader reader;
    if (!watchdog_run (limit ? limit : JUDGE_SECONDS, judge_work, t, &r))
        return false;
    bool good = r.end == WATCH_FINISHED;
    reader_init (&reader,
                 (struct bytes) {(const uint8_t *) r.text.data, r.text.size});
    good = good && outcome_get (t->check.outcome, &reader);
    watch_result_clear (&r);
    return good;
}

static const char *
name_last (const char *path)
{
    const char *slash = strrchr (path, '/');
    return slash ? slash + 1 : path;
}

/* Is it where the trace ends?  Columns are not what tools agree about. */
static bool
is_target (const struct witness_waypoint *w, const struct outcome *o)
{
    const char *place = o->trace.size ? VEC_LAST (o->trace).place : NULL;
    const char *file = w->place.file ? name_last (w->place.file) : "";
    if (w->type != WAYPOINT_TARGET || !place || !w->place.line)
        return false;
    struct text begin;
    text_init (&begin);
    text_print (&begin, "%s:%u", file, w->place.line);
    place = name_last (place);
    bool same = !strncmp (place, text_view (&begin), begin.size)
                && (!place[begin.size] || place[begin.size] == ':');
    text_clear (&begin);
    return same;
}

static enum replay_result
judge_violation (const struct witness *w, const struct outcome *o,
                 struct text *report)
{
    bool same = false;
    for (size_t i = 0; i < w->waypoint.size; i++)
        same |= is_target (&w->waypoint.at[i], o);
    if (o->verdict == VERDICT_SAFE)
        text_add (report, "the program is SAFE\n");
    else if (o->verdict != VERDICT_UNSAFE)
        text_print (report, "the program is not decided: %s\n",
                    o->reason ? o->reason : "");
    else if (same)
        text_add (report, "the program fails at the target\n");
    else
        text_print (report, "the program fails, but not at the target: %s\n",
                    VEC_LAST (o->trace).place ? VEC_LAST (o->trace).place
                                              : VEC_LAST (o->trace).what);
    return o->verdict == VERDICT_SAFE             ? REPLAY_REFUTED
           : o->verdict == VERDICT_UNSAFE && same ? REPLAY_CONFIRMED
                                                  : REPLAY_UNDECIDED;
}

static enum replay_result
judge_proof (const struct witness *w, const struct outcome *o,
             struct text *report)
{
    assert (!w->violation);
    text_print (report, "the program is %s\n",
                o->verdict == VERDICT_UNKNOWN ? "not decided"
                                              : outcome_verdict (o));
    if (w->invariant.size && o->verdict == VERDICT_SAFE)
        text_add (report, "invariants of programs with threads are not "
                          "judged\n");
    return o->verdict == VERDICT_UNSAFE ? REPLAY_REFUTED
           : o->verdict == VERDICT_SAFE && !w->invariant.size
               ? REPLAY_CONFIRMED
               : REPLAY_UNDECIDED;
}

enum replay_result
threads_replay_yaml (struct threads *t, const char *text, const char *file,
                     struct text *report, struct problem *p)
{
    struct witness w;
    struct outcome *o = t->check.outcome;
    if (!witness_read (&w, text, strlen (text), file, p))
        return REPLAY_UNDECIDED;
    enum replay_result result = REPLAY_UNDECIDED;
    if (!judge (t))
        text_add (report, "the program is not decided within the time limit\n");
    else
        result = w.violation ? judge_violation (&w, o, report)
                             : judge_proof (&w, o, report);
    /* What fails elsewhere is not what the witness is about. */
    if (w.violation && result != REPLAY_CONFIRMED) {
        outcome_clear (o);
        outcome_init (o);
    }
    witness_clear (&w);
    return result;
}
