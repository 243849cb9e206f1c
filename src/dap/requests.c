/* requests.c -- what a client may ask, and how a session begins and ends. */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dap/internal.h"

/* ---- the beginning */

static bool
initialize (dap_session *s, const json_object *arguments, struct text *body,
            struct problem *p)
{
    static const char *const can[] = {
        "supportsConfigurationDoneRequest", "supportsStepBack",
        "supportsRestartRequest",           "supportsGotoTargetsRequest",
        "supportsExceptionInfoRequest",     "supportsEvaluateForHovers",
        "supportsTerminateRequest"};
    (void) p;
    s->line_first = dap_flag (arguments, "linesStartAt1", true);
    s->column_first = dap_flag (arguments, "columnsStartAt1", true);
    for (size_t i = 0; i < sizeof can / sizeof *can; i++) {
        text_add (body, i ? ", " : "");
        text_print (body, "\"%s\": true", can[i]);
    }
    return true;
}

char *
dap_path (const dap_session *s, const char *name)
{
    struct text t;
    text_init (&t);
    if (*name != '/')
        text_print (&t, "%s/", s->directory);
    text_add (&t, name);
    char *real = realpath (text_view (&t), NULL);
    char *path = memory_string (real ? real : text_view (&t));
    free (real);
    text_clear (&t);
    return path;
}

/* Where a file that places name is: as the engine says, else as it is named. */
static char *
file_path (const dap_session *s, const char *name)
{
    const struct outcome *o = &s->outcome;
    for (size_t i = 0; i < o->source.size; i++)
        if (!strcmp (o->source.at[i].name, name))
            return dap_path (s, o->source.at[i].path);
    return dap_path (s, name);
}

struct vec_word VEC (const char *);

/* A string, or a list of strings; none if there is nothing. */
static bool
words_read (const json_object *arguments, const char *key,
            struct vec_word *list, struct problem *p)
{
    json_object *o = NULL;
    if (!arguments || !json_object_object_get_ex (arguments, key, &o) || !o)
        return true;
    bool one = json_object_is_type (o, json_type_string);
    bool good = one || json_object_is_type (o, json_type_array);
    size_t size = one || !good ? 1 : json_object_array_length (o);
    for (size_t i = 0; good && i < size; i++) {
        json_object *item = one ? o : json_object_array_get_idx (o, i);
        const char *word = json_object_is_type (item, json_type_string)
                               ? json_object_get_string (item)
                               : NULL;
        good =
            word && strlen (word) == (size_t) json_object_get_string_len (item);
        if (good)
            VEC_PUSH (*list, word);
    }
    return good || problem_usage (p, "%s must be a list of strings", key);
}

static void
trace_take (dap_session *s)
{
    trace_init (&s->trace, &s->outcome);
    s->loaded = true;
    s->at = 0;
    for (size_t i = 0; i < s->trace.file.size; i++)
        VEC_PUSH (s->path, file_path (s, s->trace.file.at[i]));
}

static bool
counterexample_load (dap_session *s, const struct dap_launch *launch,
                     struct problem *p)
{
    struct text said;
    text_init (&said);
    bool good =
        s->loader->load (s->loader->context, launch, &s->outcome, &said, p);
    if (good && !s->outcome.trace.size)
        good = problem_usage (p, "the counterexample has no steps");
    if (good) {
        trace_take (s);
        dap_say (s, "console", text_view (&said));
        dap_event (s, "initialized", NULL);
    } else {
        outcome_clear (&s->outcome);
        outcome_init (&s->outcome);
    }
    text_clear (&said);
    return good;
}

bool
dap_launch (dap_session *s, const json_object *arguments, struct text *body,
            struct problem *p)
{
    (void) body;
    if (s->loaded)
        return problem_usage (p, "launch: a counterexample is loaded already");
    struct vec_word file = {0}, option = {0};
    struct dap_launch launch = {.witness = dap_word (arguments, "witness"),
                                .directory = dap_word (arguments, "cwd")};
    bool good = words_read (arguments, "files", &file, p)
                && words_read (arguments, "options", &option, p);
    launch.file = file.at;
    launch.files = file.size;
    launch.option = option.at;
    launch.options = option.size;
    s->entered = dap_flag (arguments, "stopOnEntry", true);
    if (good && launch.directory) {
        char *directory = dap_path (s, launch.directory);
        launch.directory = directory;
        char *before = s->directory;
        s->directory = directory;
        good = counterexample_load (s, &launch, p);
        s->directory = good ? directory : before;
        memory_free (good ? before : directory);
    } else
        good = good && counterexample_load (s, &launch, p);
    VEC_CLEAR (file);
    VEC_CLEAR (option);
    return good;
}

bool
dap_configured (dap_session *s, const json_object *arguments, struct text *body,
                struct problem *p)
{
    if (s->configured)
        return true;
    s->configured = true;
    if (!s->entered)
        return dap_continue (s, arguments, body, p);
    dap_arrive (s, 0, "entry");
    return true;
}

bool
dap_restart (dap_session *s, const json_object *arguments, struct text *body,
             struct problem *p)
{
    (void) arguments;
    (void) body;
    (void) p;
    dap_arrive (s, 0, "entry");
    return true;
}

/* ---- the end, and what needs no more than an answer */

static bool
attach (dap_session *s, const json_object *arguments, struct text *body,
        struct problem *p)
{
    (void) s;
    (void) arguments;
    (void) body;
    return problem_usage (p, "there is nothing to attach to: launch a witness");
}

static bool
terminate (dap_session *s, const json_object *arguments, struct text *body,
           struct problem *p)
{
    (void) arguments;
    (void) body;
    (void) p;
    dap_event (s, "terminated", NULL);
    return true;
}

static bool
disconnect (dap_session *s, const json_object *arguments, struct text *body,
            struct problem *p)
{
    (void) arguments;
    (void) body;
    (void) p;
    s->over = true;
    return true;
}

static bool
exception_breakpoints (dap_session *s, const json_object *arguments,
                       struct text *body, struct problem *p)
{
    (void) s;
    (void) arguments;
    (void) p;
    text_add (body, "\"breakpoints\": []");
    return true;
}

const struct dap_command dap_commands[] = {
    {"initialize", initialize, true},
    {"launch", dap_launch, true},
    {"attach", attach, true},
    {"terminate", terminate, true},
    {"disconnect", disconnect, true},
    {"setBreakpoints", dap_breakpoints, false},
    {"setExceptionBreakpoints", exception_breakpoints, true},
    {"configurationDone", dap_configured, false},
    {"restart", dap_restart, false},
    {"threads", dap_threads, false},
    {"stackTrace", dap_stack, false},
    {"scopes", dap_scopes, false},
    {"variables", dap_variables, false},
    {"evaluate", dap_evaluate, false},
    {"exceptionInfo", dap_exception, false},
    {"gotoTargets", dap_goto_targets, false},
    {"goto", dap_goto, false},
    {"continue", dap_continue, false},
    {"reverseContinue", dap_reverse, false},
    {"next", dap_next, false},
    {"stepIn", dap_step_in, false},
    {"stepOut", dap_step_out, false},
    {"stepBack", dap_step_back, false},
    {"pause", dap_pause, false},
    {NULL, NULL, false}};
