/* judge_witness.c -- see judge_witness.h. */
#include "auto/c/judge_witness.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "auto/replay.h"
#include "process/process.h"
#include "csource/follow.h"
#include "csource/instrument.h"
#include "csource/lines.h"
#include "report/carry.h"

/* ---- checks in a child, whose files go with it */

/* The exit code of the work; EXIT_UNKNOWN if it does not end. */
static int
judge (const struct c_task *c, int (*work) (watched *, void *), void *context,
       struct text *outcome)
{
    assert (work);
    struct problem p = {0};
    const char *before = getenv ("TMPDIR");
    char *kept = before ? memory_string (before) : NULL;
    char *directory = process_directory (&p);
    struct watch_result r;
    int code = EXIT_UNKNOWN;
    if (directory)
        setenv ("TMPDIR", directory, 1);
    if (watchdog_run (auto_replay_seconds (&c->options), work, context, &r)) {
        if (r.end == WATCH_FINISHED)
            code = r.exit;
        if (outcome && r.end == WATCH_FINISHED)
            text_add_n (outcome, text_view (&r.text), r.text.size);
        watch_result_clear (&r);
    }
    if (kept)
        setenv ("TMPDIR", kept, 1);
    else
        unsetenv ("TMPDIR");
    if (directory)
        process_directory_remove (directory);
    memory_free (directory);
    memory_free (kept);
    return code;
}

/* The options of a check that is a step of a replay. */
static struct options
judge_options (const struct c_task *c)
{
    struct options o = *c->engine->options;
    o.witness = o.html = o.sarif = o.junit = NULL;
    o.harness = o.run = o.resume = NULL;
    o.json = o.verbose = false;
    o.progress = SHOW_NONE;
    return o;
}

/* ---- invariants */

struct copies {
    const struct c_task *task;
    char *directory;
    struct vec_path VEC (char *) path; /* owned; per file of the program, and
                                          what goes with it */
};

static const char *
name_last (const char *path)
{
    const char *slash = strrchr (path, '/');
    return slash ? slash + 1 : path;
}

static bool
copy_save (struct copies *c, const char *name, const char *text, size_t size)
{
    struct text path;
    text_init (&path);
    text_print (&path, "%s/%zu-%s", c->directory, c->path.size, name);
    bool good = text_save (text_view (&path), text, size);
    VEC_PUSH (c->path, text_take (&path));
    return good;
}

static bool
is_about (const struct witness_invariant *v, const char *file)
{
    return !v->place.file
           || !strcmp (name_last (v->place.file), name_last (file));
}

/* One file, with all that is said of it checked; `put` counts them. */
static bool
copy_file (struct copies *c, const char *file, const struct witness *w,
           size_t *put, struct text *report)
{
    struct c_instrument text;
    struct text t;
    if (!c_instrument_init (&text, file))
        return false;
    text_init (&t);
    for (size_t i = 0; i < w->invariant.size; i++) {
        const struct witness_invariant *v = &w->invariant.at[i];
        if (!is_about (v, file))
            continue;
        if (v->at_location ? c_instrument_statement (&text, v->place, v->value)
                           : c_instrument_loop (&text, v->place, v->value))
            ++*put;
        else
            text_print (report, "line %u: %s cannot be checked there\n",
                        v->place.line, v->value);
    }
    c_instrument_write (&text, &t);
    bool good = copy_save (c, name_last (file), text_view (&t), t.size);
    text_clear (&t);
    c_instrument_clear (&text);
    return good;
}

/* The copy asks for what the program asks for, and for no failed check. */
static int
copies_judge (struct copies *c, struct text *outcome)
{
    assert (c->path.size > c->task->ask.file.size);
    const struct c_task *in = c->task;
    struct options o = judge_options (c->task);
    struct VEC (const char *) flag = {0};
    struct text checks, folder;
    text_init (&checks);
    text_init (&folder);
    text_print (&checks, "unreach-call,%s", text_view (&in->ask.checks));
    const char *slash = strrchr (in->ask.file.at[0], '/');
    text_add (&folder, "-I");
    text_add_n (&folder, slash ? in->ask.file.at[0] : ".",
                slash ? (size_t) (slash - in->ask.file.at[0]) : 1);
    for (size_t i = 0; i < o.flags; i++)
        VEC_PUSH (flag, o.flag[i]);
    VEC_PUSH (flag, text_view (&folder));
    o.flag = flag.at;
    o.flags = flag.size;
    o.file = (const char **) c->path.at;
    o.files = c->path.size;
    o.check = text_view (&checks);
    o.property = NULL;
    o.bits32 = in->ask.bits == 32;
    o.bits64 = in->ask.bits == 64;
    o.entry = o.entry ? o.entry : in->ask.entry;
    if (in->ask.competition)
        o.assume = "pure-externals,malloc";
    int code = judge (in, in->check, &o, outcome);
    VEC_CLEAR (flag);
    text_clear (&checks);
    text_clear (&folder);
    return code;
}

static int
copies_check (const struct c_task *in, const struct witness *witness,
              struct text *report)
{
    struct problem p = {0};
    struct copies c = {.task = in, .directory = process_directory (&p)};
    size_t put = 0;
    bool good = c.directory;
    for (size_t i = 0; good && i < in->ask.file.size; i++)
        good = copy_file (&c, in->ask.file.at[i], witness, &put, report);
    good = good
           && copy_save (&c, "rest.c", embedded_invariant,
                         strlen (embedded_invariant));
    int code = EXIT_UNKNOWN;
    if (good && put == witness->invariant.size)
        code = copies_judge (&c, NULL);
    else if (good)
        text_print (report, "%zu of %zu invariants can be checked\n", put,
                    witness->invariant.size);
    for (size_t i = 0; i < c.path.size; i++)
        memory_free (c.path.at[i]);
    VEC_CLEAR (c.path);
    if (c.directory)
        process_directory_remove (c.directory);
    memory_free (c.directory);
    return code;
}

static enum replay_result
replay_invariants (struct c_task *c, const struct witness *witness,
                   struct text *report)
{
    assert (!witness->violation);
    struct options o = judge_options (c);
    int code = judge (c, c->check, &o, NULL);
    text_print (report, "the program is %s\n",
                code == EXIT_SAFE     ? "SAFE"
                : code == EXIT_UNSAFE ? "UNSAFE"
                                      : "not decided");
    if (code != EXIT_SAFE)
        return code == EXIT_UNSAFE ? REPLAY_REFUTED : REPLAY_UNDECIDED;
    if (!witness->invariant.size) {
        text_add (report, "the witness has no invariants\n");
        return REPLAY_CONFIRMED;
    }
    code = copies_check (c, witness, report);
    if (code == EXIT_SAFE)
        text_print (report, "%zu invariant%s\n", witness->invariant.size,
                    witness->invariant.size == 1 ? " holds" : "s hold");
    else
        text_print (report, "%s\n",
                    code == EXIT_UNSAFE ? "an invariant does not hold"
                                        : "the invariants are not decided");
    return code == EXIT_SAFE     ? REPLAY_CONFIRMED
           : code == EXIT_UNSAFE ? REPLAY_REFUTED
                                 : REPLAY_UNDECIDED;
}

/* ---- violations */

struct following_check {
    struct c_task *task;
    struct program *program; /* that follows the witness */
    watched *watched_by;     /* in the child: who is told */
};

static void
follow_report (void *context, const char *lines)
{
    watched_tell (((struct following_check *) context)->watched_by, lines);
}

static bool
follow_run_team (void *context, const struct member_class *class,
                 member *master, struct problem *p)
{
    const struct following_check *f = context;
    return engine_run_team (f->task->engine, class, master, p);
}

static int
follow_work (watched *watched_by, void *context)
{
    struct following_check *f = context;
    struct c_task *c = f->task;
    struct options o = judge_options (c);
    struct outcome out;
    struct problem p = {0};
    o.entry = NULL;
    f->watched_by = watched_by;
    outcome_init (&out);
    struct engine_context engine = *c->engine;
    engine.options = &o;
    engine.run = NULL;
    engine.run_team = follow_run_team;
    engine.report_progress = follow_report;
    engine.context = f;
    struct auto_check check = {
        .engine = &engine, .confirm = c_task_confirm, .context = c};
    assert (c->ask.checks.size);
    bool good = auto_program (&check, f->program, &out, &p);
    struct buffer b;
    buffer_init (&b);
    if (!good)
        outcome_unknown (&out, "%s", p.message);
    outcome_put (&b, &out);
    watched_result (watched_by, (const char *) b.data, b.size);
    buffer_clear (&b);
    int code = good ? outcome_exit (&out) : EXIT_UNKNOWN;
    outcome_clear (&out);
    return code;
}

/* What the child found; false: it has found nothing. */
static bool
found_take (const struct text *carried, struct outcome *o)
{
    struct reader r;
    reader_init (
        &r, (struct bytes) {(const uint8_t *) carried->data, carried->size});
    return carried->size && outcome_get (o, &r);
}

static enum replay_result
replay_violation (struct c_task *c, struct witness *witness, struct outcome *o,
                  struct text *report)
{
    assert (witness->violation);
    struct program copy;
    struct c_followed followed;
    struct text outcome;
    int code = EXIT_UNKNOWN;
    text_init (&outcome);
    for (size_t i = 0; i < witness->waypoint.size; i++) {
        struct place *place = &witness->waypoint.at[i].place;
        *place = c_lines_called (c->ask.file.at, c->ask.file.size, *place,
                                 &witness->arena);
    }
    program_copy (&copy, &c->program);
    c_follow (&copy, witness, &followed);
    struct following_check f = {.task = c, .program = &copy};
    text_print (report, "%zu of %zu waypoints are followed\n",
                followed.waypoints, followed.asked);
    if (followed.targets)
        code = judge (c, follow_work, &f, &outcome);
    else
        text_print (report, "line %u: nothing that is checked can fail there\n",
                    VEC_LAST (witness->waypoint).place.line);
    bool said = found_take (&outcome, o);
    if (code == EXIT_UNSAFE)
        text_print (report, "the program fails at %s\n",
                    said && o->trace.size && VEC_LAST (o->trace).place
                        ? VEC_LAST (o->trace).place
                        : "");
    else if (followed.targets)
        text_print (report, "no failing run follows the witness%s%s\n",
                    said && o->reason ? ": " : "",
                    said && o->reason ? o->reason : "");
    program_clear (&copy);
    text_clear (&outcome);
    return code == EXIT_UNSAFE ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}

enum replay_result
c_replay_yaml (struct c_task *c, const char *text, const char *file,
               struct outcome *o, struct text *report, struct problem *p)
{
    struct witness witness;
    if (!c->ask.checks.size) {
        problem_of_kind (p, PROBLEM_UNSUPPORTED, (struct place) {.file = file},
                         "%s is not decided by these engines",
                         text_view (&c->ask.undecided));
        return REPLAY_UNDECIDED;
    }
    if (!witness_read (&witness, text, strlen (text), file, p))
        return REPLAY_UNDECIDED;
    enum replay_result result = witness.violation
                                    ? replay_violation (c, &witness, o, report)
                                    : replay_invariants (c, &witness, report);
    witness_clear (&witness);
    return result;
}
