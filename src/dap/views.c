/* views.c -- threads, stacks, variables, and what fails. */
#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "dap/internal.h"
#include "dap/walk.h"

/* ---- numbers that stand for things */

unsigned
dap_handle (dap_session *s, enum dap_handle_kind kind,
            const struct variables_scope *scope, char *text)
{
    struct dap_handle h = {.kind = kind, .text = text};
    if (scope)
        h.scope = *scope;
    VEC_PUSH (s->handle, h);
    return (unsigned) s->handle.size;
}

void
dap_handles_forget (dap_session *s)
{
    for (size_t i = 0; i < s->handle.size; i++)
        memory_free (s->handle.at[i].text);
    s->handle.size = 0;
}

const struct dap_handle *
dap_handle_find (const dap_session *s, uint64_t number, struct problem *p)
{
    if (number && number <= s->handle.size)
        return &s->handle.at[number - 1];
    problem_usage (p, "%llu stands for nothing here",
                   (unsigned long long) number);
    return NULL;
}

/* ---- threads and stacks */

bool
dap_threads (dap_session *s, const json_object *arguments, struct text *body,
             struct problem *p)
{
    (void) arguments;
    (void) p;
    text_add (body, "\"threads\": [");
    for (unsigned i = 0; i < s->trace.thread.size; i++) {
        if (!walk_begun (&s->trace, s->at, i))
            continue;
        dap_key (body, NULL);
        text_char (body, '{');
        dap_number (body, "id", i + 1);
        dap_string (body, "name", s->trace.thread.at[i]);
        text_char (body, '}');
    }
    text_char (body, ']');
    return true;
}

static void
frame_source (dap_session *s, const struct trace_entry *e, struct text *body)
{
    size_t f = 0;
    while (s->trace.file.at[f] != e->file)
        f++;
    const char *slash = strrchr (e->file, '/');
    dap_key (body, "source");
    text_char (body, '{');
    dap_string (body, "name", slash ? slash + 1 : e->file);
    dap_string (body, "path", s->path.at[f]);
    text_char (body, '}');
}

/* `frame`: from the outermost, 0. */
static void
frame_print (dap_session *s, const struct trace_frame *f, unsigned thread,
             uint32_t frame, struct text *body)
{
    size_t placed = walk_placed (&s->trace, f->entry);
    const struct trace_entry *e =
        placed < s->trace.entry.size ? &s->trace.entry.at[placed] : NULL;
    const char *name = f->function       ? f->function
                       : e && frame == 0 ? e->step->function
                                         : NULL;
    struct variables_scope scope = {.thread = thread, .frame = frame};
    dap_key (body, NULL);
    text_char (body, '{');
    dap_number (body, "id", dap_handle (s, HANDLE_FRAME, &scope, NULL));
    dap_string (body, "name", name ? name : s->trace.thread.at[thread]);
    if (e)
        frame_source (s, e, body);
    dap_number (body, "line", e ? e->line - 1 + s->line_first : 0);
    dap_number (body, "column",
                e && e->column ? e->column - 1 + s->column_first : 0);
    text_char (body, '}');
}

/* Of those that are wanted: `startFrame`, and at most `levels` (0: all). */
static void
stack_range (const json_object *arguments, size_t size, size_t *from,
             size_t *to)
{
    struct problem ignored = {0};
    uint64_t start, levels;
    dap_count (arguments, "startFrame", 0, &start, &ignored);
    dap_count (arguments, "levels", 0, &levels, &ignored);
    *from = start < size ? (size_t) start : size;
    *to = levels && levels < size - *from ? *from + (size_t) levels : size;
}

bool
dap_stack (dap_session *s, const json_object *arguments, struct text *body,
           struct problem *p)
{
    uint64_t thread;
    struct vec_trace_frame stack = {0};
    if (!dap_count (arguments, "threadId", 1, &thread, p))
        return false;
    if (thread > s->trace.thread.size)
        return problem_usage (p, "there is no thread %llu",
                              (unsigned long long) thread);
    trace_stack (&s->trace, s->at, (unsigned) thread - 1, &stack);
    size_t from, to;
    stack_range (arguments, stack.size, &from, &to);
    text_add (body, "\"stackFrames\": [");
    for (size_t i = from; i < to; i++)
        frame_print (s, &stack.at[i], (unsigned) thread - 1,
                     (uint32_t) (stack.size - 1 - i), body);
    text_char (body, ']');
    dap_number (body, "totalFrames", stack.size);
    VEC_CLEAR (stack);
    return true;
}

/* ---- variables */

static void
scope_print (dap_session *s, const char *name, const char *hint,
             const struct variables_scope *scope, struct text *body)
{
    struct vec_dap_variable list = {0};
    variables_below (&s->trace, s->at, scope, NULL, &list);
    if (list.size || !scope->global) {
        dap_key (body, NULL);
        text_char (body, '{');
        dap_string (body, "name", name);
        if (hint)
            dap_string (body, "presentationHint", hint);
        dap_number (body, "variablesReference",
                    dap_handle (s, HANDLE_SCOPE, scope, NULL));
        dap_number (body, "namedVariables", list.size);
        dap_bool (body, "expensive", false);
        text_char (body, '}');
    }
    variables_clear (&list);
}

bool
dap_scopes (dap_session *s, const json_object *arguments, struct text *body,
            struct problem *p)
{
    uint64_t frame;
    if (!dap_count (arguments, "frameId", 1, &frame, p))
        return false;
    const struct dap_handle *h = dap_handle_find (s, frame, p);
    if (!h)
        return false;
    if (h->kind != HANDLE_FRAME)
        return problem_usage (p, "%llu is no frame",
                              (unsigned long long) frame);
    struct variables_scope locals = h->scope, globals = {.global = true};
    text_add (body, "\"scopes\": [");
    scope_print (s, "Locals", "locals", &locals, body);
    scope_print (s, "Globals", NULL, &globals, body);
    text_char (body, ']');
    return true;
}

/* The number under which its parts are asked for. */
static unsigned
variable_number (dap_session *s, const struct variables_scope *scope,
                 const struct dap_variable *v)
{
    struct vec_dap_variable below = {0};
    if (!v->parts)
        return 0;
    if (v->path)
        variables_below (&s->trace, s->at, scope, v->path, &below);
    bool whole = !below.size;
    variables_clear (&below);
    return dap_handle (s, whole ? HANDLE_VALUE : HANDLE_BELOW, scope,
                       memory_string (whole ? v->value : v->path));
}

static void
variable_print (dap_session *s, const struct variables_scope *scope,
                const struct dap_variable *v, const char *key,
                struct text *body)
{
    dap_string (body, key, v->value);
    if (v->path)
        dap_string (body, "evaluateName", v->path);
    dap_number (body, "variablesReference", variable_number (s, scope, v));
}

bool
dap_variables (dap_session *s, const json_object *arguments, struct text *body,
               struct problem *p)
{
    uint64_t number;
    if (!dap_count (arguments, "variablesReference", 1, &number, p))
        return false;
    const struct dap_handle *found = dap_handle_find (s, number, p);
    if (!found)
        return false;
    if (found->kind == HANDLE_FRAME)
        return problem_usage (p, "%llu is a frame, and has scopes",
                              (unsigned long long) number);
    struct vec_dap_variable list = {0};
    const struct variables_scope scope = found->scope;
    if (found->kind == HANDLE_VALUE)
        variables_parts (found->text, &list);
    else
        variables_below (&s->trace, s->at, &scope, found->text, &list);
    text_add (body, "\"variables\": [");
    for (size_t i = 0; i < list.size; i++) {
        dap_key (body, NULL);
        text_char (body, '{');
        dap_string (body, "name", list.at[i].name);
        variable_print (s, &scope, &list.at[i], "value", body);
        text_char (body, '}');
    }
    text_char (body, ']');
    variables_clear (&list);
    return true;
}

/* Of the frame that is asked about, else of where we are. */
static bool
frame_scope (const dap_session *s, const json_object *arguments,
             struct variables_scope *scope)
{
    uint64_t frame;
    struct problem ignored = {0};
    dap_count (arguments, "frameId", 0, &frame, &ignored);
    const struct trace_entry *e = &s->trace.entry.at[s->at];
    *scope = (struct variables_scope) {
        .thread = e->thread, .frame = e->step->depth + (e->kind == STEP_CALL)};
    if (!frame)
        return true;
    const struct dap_handle *h = dap_handle_find (s, frame, &ignored);
    if (h)
        *scope = h->scope;
    return h && h->kind == HANDLE_FRAME;
}

bool
dap_evaluate (dap_session *s, const json_object *arguments, struct text *body,
              struct problem *p)
{
    const char *name = dap_word (arguments, "expression");
    struct variables_scope scope;
    struct dap_variable v;
    if (!name || !frame_scope (s, arguments, &scope))
        return problem_usage (p, "evaluate: expression and frameId are wanted");
    struct variables_scope globals = {.global = true};
    if (variables_find (&s->trace, s->at, &scope, name, &v))
        variable_print (s, &scope, &v, "result", body);
    else if (variables_find (&s->trace, s->at, &globals, name, &v))
        variable_print (s, &globals, &v, "result", body);
    else
        return problem_usage (p, "nothing is known of %.100s here", name);
    variable_clear (&v);
    return true;
}

/* ---- what fails */

bool
dap_exception (dap_session *s, const json_object *arguments, struct text *body,
               struct problem *p)
{
    (void) arguments;
    const struct trace_entry *e = &VEC_LAST (s->trace.entry);
    if (s->at + 1 < s->trace.entry.size)
        return problem_usage (p, "this step does not fail; the last one does");
    dap_string (body, "exceptionId",
                s->outcome.fault ? s->outcome.fault : "assertion");
    dap_string (body, "description", e->step->what ? e->step->what : "");
    dap_string (body, "breakMode", "always");
    dap_key (body, "details");
    text_char (body, '{');
    dap_string (body, "message", e->step->what ? e->step->what : "");
    dap_string (body, "typeName",
                s->outcome.fault ? s->outcome.fault : "assertion");
    text_char (body, '}');
    return true;
}
