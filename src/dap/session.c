/* session.c -- see session.h. */
#include "dap/session.h"

#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "dap/internal.h"
#include "dap/message.h"

enum { DEPTH = 32 }; /* of JSON that comes */

/* ---- what is sent */

void
dap_key (struct text *t, const char *key)
{
    char last = t->size ? t->data[t->size - 1] : '{';
    if (last != '{' && last != '[')
        text_add (t, ", ");
    if (key) {
        json_string (t, key);
        text_add (t, ": ");
    }
}

void
dap_string (struct text *t, const char *key, const char *value)
{
    dap_key (t, key);
    json_string (t, value);
}

void
dap_number (struct text *t, const char *key, uint64_t n)
{
    dap_key (t, key);
    text_print (t, "%llu", (unsigned long long) n);
}

void
dap_bool (struct text *t, const char *key, bool value)
{
    dap_key (t, key);
    text_add (t, value ? "true" : "false");
}

void
dap_event (dap_session *s, const char *name, const char *body)
{
    json_string (&s->events, name);
    text_print (&s->events, "%s%s\n", body ? ", \"body\": " : "",
                body ? body : "");
}

void
dap_say (dap_session *s, const char *category, const char *said)
{
    struct text t;
    text_init (&t);
    text_char (&t, '{');
    dap_string (&t, "category", category);
    dap_string (&t, "output", said);
    text_char (&t, '}');
    dap_event (s, "output", text_view (&t));
    text_clear (&t);
}

static void
message_begin (dap_session *s, struct text *t, const char *type)
{
    text_init (t);
    text_char (t, '{');
    dap_number (t, "seq", ++s->sequence);
    dap_string (t, "type", type);
}

static void
message_end (dap_session *s, struct text *t)
{
    text_char (t, '}');
    dap_frame (s->out, t);
    text_clear (t);
}

/* Events are kept as lines: a name, and its body. */
static void
events_send (dap_session *s)
{
    const char *at = text_view (&s->events);
    while (*at) {
        size_t size = strcspn (at, "\n");
        struct text t;
        message_begin (s, &t, "event");
        dap_key (&t, "event");
        text_add_n (&t, at, size);
        message_end (s, &t);
        at += size + 1;
    }
    text_reset (&s->events);
}

static void
response (dap_session *s, uint64_t to, const char *command, const char *wrong,
          const struct text *body)
{
    struct text t;
    message_begin (s, &t, "response");
    dap_number (&t, "request_seq", to);
    dap_bool (&t, "success", !wrong);
    dap_string (&t, "command", command);
    if (wrong) {
        dap_string (&t, "message", wrong);
        text_add (&t, ", \"body\": {\"error\": {\"id\": 1, \"format\": "
                      "\"{what}\", \"variables\": {");
        dap_string (&t, "what", wrong);
        text_add (&t, "}, \"showUser\": true}}");
    } else if (body && body->size)
        text_print (&t, ", \"body\": {%s}", text_view (body));
    message_end (s, &t);
}

/* ---- what is asked */

static json_object *
member (const json_object *o, const char *key, enum json_type type)
{
    json_object *found;
    return o && json_object_is_type (o, json_type_object)
                   && json_object_object_get_ex (o, key, &found)
                   && json_object_is_type (found, type)
               ? found
               : NULL;
}

const char *
dap_word (const json_object *arguments, const char *key)
{
    json_object *o = member (arguments, key, json_type_string);
    const char *word = o ? json_object_get_string (o) : NULL;
    /* What has a zero byte is no name of anything. */
    return word && strlen (word) == (size_t) json_object_get_string_len (o)
               ? word
               : NULL;
}

bool
dap_count (const json_object *arguments, const char *key, uint64_t least,
           uint64_t *n, struct problem *p)
{
    json_object *o = member (arguments, key, json_type_int);
    int64_t value = o ? json_object_get_int64 (o) : -1;
    *n = value < 0 ? 0 : (uint64_t) value;
    return (value >= 0 && *n >= least)
           || problem_usage (p, "%s must be a number from %llu on", key,
                             (unsigned long long) least);
}

bool
dap_flag (const json_object *arguments, const char *key, bool otherwise)
{
    json_object *o = member (arguments, key, json_type_boolean);
    return o ? json_object_get_boolean (o) : otherwise;
}

/* Null: it is no JSON. */
static json_object *
message_read (struct bytes b)
{
    struct json_tokener *reader = json_tokener_new_ex (DEPTH);
    if (!reader)
        memory_exhausted ();
    json_tokener_set_flags (reader,
                            JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    json_object *o = b.size ? json_tokener_parse_ex (
                                  reader, (const char *) b.data, (int) b.size)
                            : NULL;
    bool whole = json_tokener_get_error (reader) == json_tokener_success
                 && json_tokener_get_parse_end (reader) == b.size;
    json_tokener_free (reader);
    if (o && whole)
        return o;
    json_object_put (o);
    return NULL;
}

/* ---- one message */

static const struct dap_command *
command_find (const char *name)
{
    const struct dap_command *c = dap_commands;
    while (c->name && strcmp (c->name, name) != 0)
        c++;
    return c->name ? c : NULL;
}

static void
request_take (dap_session *s, const json_object *message, const char *name,
              uint64_t sequence)
{
    const struct dap_command *c = command_find (name);
    struct problem p = {0};
    struct text body;
    text_init (&body);
    bool good = false;
    if (!c)
        problem_usage (&p, "cohort has no request %.64s", name);
    else if (!c->early && !s->loaded)
        problem_usage (&p, "%s: no counterexample is loaded yet", name);
    else
        good = c->run (s, member (message, "arguments", json_type_object),
                       &body, &p);
    response (s, sequence, name, good ? NULL : p.message, &body);
    if (!good)
        text_reset (&s->events);
    events_send (s);
    text_clear (&body);
}

bool
dap_session_take (dap_session *s, struct bytes message, struct text *out)
{
    assert (!s->over);
    s->out = out;
    json_object *o = message_read (message);
    const char *type = dap_word (o, "type"), *name = dap_word (o, "command");
    struct problem p = {0};
    uint64_t sequence = 0;
    bool numbered = dap_count (o, "seq", 0, &sequence, &p);
    if (!o)
        response (s, 0, "", "a message that is no JSON", NULL);
    else if (!type || strcmp (type, "request") != 0 || !name || !numbered)
        response (s, sequence, name ? name : "",
                  "a message that is no request: type, seq and command are "
                  "wanted",
                  NULL);
    else
        request_take (s, o, name, sequence);
    json_object_put (o);
    return !s->over;
}

void
dap_session_refuse (dap_session *s, const char *why, struct text *out)
{
    s->out = out;
    response (s, 0, "", why, NULL);
}

/* ---- the session */

dap_session *
dap_session_new (const struct dap_loader *loader)
{
    assert (loader->load && loader->directory);
    dap_session *s = NEW (dap_session);
    *s = (dap_session) {.loader = loader, .line_first = 1, .column_first = 1};
    s->directory = memory_string (loader->directory);
    text_init (&s->events);
    outcome_init (&s->outcome);
    return s;
}

void
dap_session_free (dap_session *s)
{
    dap_handles_forget (s);
    VEC_CLEAR (s->handle);
    for (size_t i = 0; i < s->breakpoint.size; i++)
        memory_free (s->breakpoint.at[i].path);
    VEC_CLEAR (s->breakpoint);
    for (size_t i = 0; i < s->path.size; i++)
        memory_free (s->path.at[i]);
    VEC_CLEAR (s->path);
    if (s->loaded)
        trace_clear (&s->trace);
    outcome_clear (&s->outcome);
    text_clear (&s->events);
    memory_free (s->directory);
    memory_free (s);
}
