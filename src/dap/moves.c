/* moves.c -- forward and back, and breakpoints. */
#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "dap/internal.h"
#include "dap/walk.h"

/* ---- where we are */

/* "step 7: ring[0] = 0" */
static void
step_title (const struct trace_entry *e, struct text *t)
{
    text_print (t, "step %zu: %s", e->number,
                e->step->what ? e->step->what : "");
    if (e->step->values && *e->step->values)
        text_print (t, "  {%s}", e->step->values);
}

void
dap_arrive (dap_session *s, size_t at, const char *reason)
{
    assert (at < s->trace.entry.size);
    const struct trace_entry *e = &s->trace.entry.at[at];
    bool last = at + 1 == s->trace.entry.size;
    struct text t, title;
    s->at = at;
    dap_handles_forget (s);
    text_init (&t);
    text_init (&title);
    step_title (e, &title);
    text_char (&t, '{');
    dap_string (&t, "reason", last ? "exception" : reason);
    dap_string (&t, "description", text_view (&title));
    if (last)
        dap_string (&t, "text", e->step->what ? e->step->what : "");
    dap_number (&t, "threadId", e->thread + 1);
    dap_bool (&t, "allThreadsStopped", true);
    if (!strcmp (reason, "breakpoint"))
        text_print (&t, ", \"hitBreakpointIds\": [%u]",
                    dap_breakpoint_at (s, at));
    text_char (&t, '}');
    dap_event (s, "stopped", text_view (&t));
    text_clear (&title);
    text_clear (&t);
}

/* The thread that is asked about; false: there is none of that number. */
static bool
thread_read (const dap_session *s, const json_object *arguments,
             unsigned *thread, struct problem *p)
{
    uint64_t n;
    if (!dap_count (arguments, "threadId", 1, &n, p))
        return false;
    if (n > s->trace.thread.size)
        return problem_usage (p, "there is no thread %llu",
                              (unsigned long long) n);
    *thread = (unsigned) n - 1;
    return true;
}

/* ---- breakpoints */

unsigned
dap_breakpoint_at (const dap_session *s, size_t at)
{
    const struct trace_entry *e = &s->trace.entry.at[at];
    if (!e->file || !e->line)
        return 0;
    for (size_t f = 0; f < s->trace.file.size; f++)
        if (s->trace.file.at[f] == e->file)
            for (size_t i = 0; i < s->breakpoint.size; i++)
                if (s->breakpoint.at[i].line == e->line
                    && !strcmp (s->breakpoint.at[i].path, s->path.at[f]))
                    return s->breakpoint.at[i].id;
    return 0;
}

static void
breakpoints_forget (dap_session *s, const char *path)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->breakpoint.size; i++)
        if (strcmp (s->breakpoint.at[i].path, path) != 0)
            s->breakpoint.at[kept++] = s->breakpoint.at[i];
        else
            memory_free (s->breakpoint.at[i].path);
    s->breakpoint.size = kept;
}

static void
breakpoint_add (dap_session *s, const char *path, uint64_t line,
                struct text *body)
{
    struct dap_breakpoint b = {.path = memory_string (path),
                               .line = (unsigned) (line + 1 - s->line_first),
                               .id = ++s->breakpoints};
    VEC_PUSH (s->breakpoint, b);
    bool met = false;
    for (size_t i = 0; !met && i < s->trace.entry.size; i++)
        met = dap_breakpoint_at (s, i) == b.id;
    dap_key (body, NULL);
    text_char (body, '{');
    dap_number (body, "id", b.id);
    dap_bool (body, "verified", met);
    dap_number (body, "line", line);
    if (!met)
        dap_string (body, "message",
                    "no step of the counterexample is at this line");
    text_char (body, '}');
}

/* The path of `source`, owned; null: problem. */
static char *
source_path (const dap_session *s, const json_object *arguments,
             struct problem *p)
{
    json_object *source = NULL;
    const char *path = NULL;
    if (arguments && json_object_object_get_ex (arguments, "source", &source))
        path = json_object_is_type (source, json_type_object)
                   ? dap_word (source, "path")
                   : NULL;
    if (path)
        return dap_path (s, path);
    problem_usage (p, "source.path is wanted");
    return NULL;
}

bool
dap_breakpoints (dap_session *s, const json_object *arguments,
                 struct text *body, struct problem *p)
{
    char *path = source_path (s, arguments, p);
    json_object *list = NULL;
    if (!path)
        return false;
    json_object_object_get_ex (arguments, "breakpoints", &list);
    bool listed = list && json_object_is_type (list, json_type_array);
    size_t size = listed ? json_object_array_length (list) : 0;
    bool good = true;
    breakpoints_forget (s, path);
    text_add (body, "\"breakpoints\": [");
    for (size_t i = 0; good && i < size; i++) {
        uint64_t line;
        good = dap_count (json_object_array_get_idx (list, i), "line",
                          s->line_first, &line, p);
        if (good)
            breakpoint_add (s, path, line, body);
    }
    text_char (body, ']');
    memory_free (path);
    return good;
}

/* ---- going to a line */

bool
dap_goto_targets (dap_session *s, const json_object *arguments,
                  struct text *body, struct problem *p)
{
    uint64_t line;
    char *path = source_path (s, arguments, p);
    bool good = path && dap_count (arguments, "line", s->line_first, &line, p);
    text_add (body, "\"targets\": [");
    for (size_t i = 0; good && i < s->trace.entry.size; i++) {
        const struct trace_entry *e = &s->trace.entry.at[i];
        size_t f = 0;
        while (f < s->trace.file.size && s->trace.file.at[f] != e->file)
            f++;
        if (f == s->trace.file.size || strcmp (s->path.at[f], path) != 0
            || e->line != line + 1 - s->line_first)
            continue;
        struct text title;
        text_init (&title);
        step_title (e, &title);
        dap_key (body, NULL);
        text_char (body, '{');
        dap_number (body, "id", i + 1);
        dap_string (body, "label", text_view (&title));
        dap_number (body, "line", line);
        text_char (body, '}');
        text_clear (&title);
    }
    text_char (body, ']');
    memory_free (path);
    return good;
}

bool
dap_goto (dap_session *s, const json_object *arguments, struct text *body,
          struct problem *p)
{
    uint64_t target;
    (void) body;
    if (!dap_count (arguments, "targetId", 1, &target, p))
        return false;
    if (target > s->trace.entry.size)
        return problem_usage (p, "there is no target %llu",
                              (unsigned long long) target);
    dap_arrive (s, (size_t) target - 1, "goto");
    return true;
}

/* ---- forward and back */

bool
dap_continue (dap_session *s, const json_object *arguments, struct text *body,
              struct problem *p)
{
    (void) arguments;
    (void) p;
    size_t at = s->at, last = s->trace.entry.size - 1;
    while (at < last && !dap_breakpoint_at (s, ++at))
        ;
    dap_bool (body, "allThreadsContinued", true);
    dap_arrive (s, at, dap_breakpoint_at (s, at) ? "breakpoint" : "step");
    return true;
}

bool
dap_reverse (dap_session *s, const json_object *arguments, struct text *body,
             struct problem *p)
{
    (void) arguments;
    (void) body;
    (void) p;
    size_t at = s->at;
    while (at && !dap_breakpoint_at (s, --at))
        ;
    dap_arrive (s, at, dap_breakpoint_at (s, at) ? "breakpoint" : "entry");
    return true;
}

/* A step that passes a breakpoint ends there. */
static void
walk_to (dap_session *s, size_t to)
{
    size_t at = s->at;
    while (at < to && (++at == to || !dap_breakpoint_at (s, at)))
        ;
    dap_arrive (s, at, at == to ? "step" : "breakpoint");
}

bool
dap_next (dap_session *s, const json_object *arguments, struct text *body,
          struct problem *p)
{
    unsigned thread = 0;
    (void) body;
    if (!thread_read (s, arguments, &thread, p))
        return false;
    walk_to (s, walk_next (&s->trace, s->at, thread));
    return true;
}

bool
dap_step_in (dap_session *s, const json_object *arguments, struct text *body,
             struct problem *p)
{
    (void) arguments;
    (void) body;
    (void) p;
    walk_to (s, s->at + (s->at + 1 < s->trace.entry.size));
    return true;
}

bool
dap_step_out (dap_session *s, const json_object *arguments, struct text *body,
              struct problem *p)
{
    unsigned thread = 0;
    (void) body;
    if (!thread_read (s, arguments, &thread, p))
        return false;
    walk_to (s, walk_out (&s->trace, s->at, thread));
    return true;
}

bool
dap_step_back (dap_session *s, const json_object *arguments, struct text *body,
               struct problem *p)
{
    (void) arguments;
    (void) body;
    (void) p;
    dap_arrive (s, s->at ? s->at - 1 : 0, s->at > 1 ? "step" : "entry");
    return true;
}

/* Nothing ever runs. */
bool
dap_pause (dap_session *s, const json_object *arguments, struct text *body,
           struct problem *p)
{
    (void) arguments;
    (void) body;
    (void) p;
    dap_arrive (s, s->at, "pause");
    return true;
}
