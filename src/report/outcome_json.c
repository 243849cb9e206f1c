/* outcome_json.c -- an outcome as one JSON object on one line per key. */
#include <string.h>

#include "base/json.h"
#include "report/outcome.h"
#include "report/rule.h"
#include "report/trace.h"

static void
json_strings (struct text *t, const char *key, const struct vec_string *v)
{
    text_print (t, ",\n  \"%s\": [", key);
    for (size_t i = 0; i < v->size; i++) {
        text_add (t, i ? ", " : "");
        json_string (t, v->at[i]);
    }
    text_char (t, ']');
}

static void
json_member (struct text *t, const char *key, const char *value)
{
    text_print (t, ",\n  \"%s\": ", key);
    json_string (t, value);
}

static void
json_judged (const struct outcome *o, struct text *t)
{
    text_add (t, ",\n  \"properties\": [");
    for (size_t i = 0; i < o->judged.size; i++) {
        text_add (t, i ? ", {\"name\": " : "{\"name\": ");
        json_string (t, o->judged.at[i].name);
        text_print (t, ", \"verdict\": \"%s\"}",
                    verdict_name (o->judged.at[i].verdict));
    }
    text_char (t, ']');
}

/* What failed, and where; of several the first, which the trace shows. */
static void
json_fault (const struct outcome *o, struct text *t)
{
    const struct rule *r = rule_of (o->fault);
    const char *place = fault_place (o);
    unsigned line = 0, column = 0;
    char *file = trace_place (place, &line, &column), *what = fault_what (o);
    text_print (t, ",\n  \"fault\": {\"rule\": \"%s\", \"cwe\": %s, \"what\": ",
                r->id, r->cwe);
    json_string (t, what);
    if (place) {
        text_add (t, ", \"place\": ");
        json_string (t, place);
    }
    if (file) {
        text_add (t, ", \"file\": ");
        json_string (t, file);
    }
    if (line)
        text_print (t, ", \"line\": %u", line);
    if (line && column)
        text_print (t, ", \"column\": %u", column);
    text_char (t, '}');
    memory_free (file);
    memory_free (what);
}

static void
json_trace (const struct outcome *o, struct text *t)
{
    text_add (t, ",\n  \"trace\": [");
    for (size_t i = 0; i < o->trace.size; i++) {
        const struct outcome_step *s = &o->trace.at[i];
        text_add (t, i ? ",\n    {\"place\": " : "\n    {\"place\": ");
        json_string (t, s->place ? s->place : "");
        text_add (t, ", \"what\": ");
        json_string (t, s->what ? s->what : "");
        text_add (t, ", \"values\": ");
        json_string (t, s->values ? s->values : "");
        text_print (t, ", \"kind\": \"%s\", \"depth\": %u",
                    step_kind_name (s->kind), s->depth);
        if (s->function) {
            text_add (t, ", \"function\": ");
            json_string (t, s->function);
        }
        if (s->again)
            text_add (t, ", \"again\": true");
        if (s->folded)
            text_print (t, ", \"folded\": %zu", s->folded);
        if (s->thread) {
            text_add (t, ", \"thread\": ");
            json_string (t, s->thread);
        }
        text_char (t, '}');
    }
    text_char (t, ']');
}

#define COUNTER_MEMBER(class, name, help)                          \
    if (outcome_counts (o) & COUNT_##class) {                      \
        text_print (t, "%s\"" #name "\": %llu", first ? "" : ", ", \
                    (unsigned long long) o->counters.name);        \
        first = false;                                             \
    }

static void
json_subject (const struct outcome_subject *s, struct text *t)
{
    json_member (t, "version", s->version);
    json_member (t, "build", s->build);
    text_add (t, ",\n  \"inputs\": [");
    for (size_t i = 0; i < s->inputs; i++) {
        text_add (t, i ? ", " : "");
        json_string (t, s->input[i]);
    }
    text_char (t, ']');
}

void
outcome_json (const struct outcome *o, const struct outcome_subject *subject,
              struct text *t)
{
    text_print (t, "{\n  \"verdict\": \"%s\"", outcome_verdict (o));
    json_subject (subject, t);
    if (o->verdict == VERDICT_UNKNOWN)
        json_member (t, "reason", o->reason ? o->reason : "not decided");
    json_strings (t, "checked", &o->checked);
    json_strings (t, "not_checked", &o->unchecked);
    if (o->judged.size)
        json_judged (o, t);
    if (o->expected)
        text_print (t, ",\n  \"expected\": %s", o->expected);
    json_strings (t, "assumes", &o->assumes);
    json_strings (t, "established", &o->established);
    if (o->engine)
        json_member (t, "engine", o->engine);
    text_print (t, ",\n  \"predictable\": %s",
                o->unpredictable ? "false" : "true");
    char digest[DIGEST_TEXT];
    digest_print (o->digest, digest);
    json_member (t, "digest", digest);
    text_add (t, ",\n  \"counters\": {");
    bool first = true;
    COUNTERS (COUNTER_MEMBER)
    text_char (t, '}');
    if (subject->times && o->seconds.known)
        text_print (t,
                    ",\n  \"seconds\": {\"parse\": %.3f, \"vc\": %.3f, "
                    "\"solver\": %.3f, \"messages\": %.3f}",
                    o->seconds.parse, o->seconds.vc, o->seconds.solver,
                    o->seconds.messages);
    if (o->verdict == VERDICT_UNSAFE) {
        json_fault (o, t);
        json_trace (o, t);
    }
    text_add (t, ",\n  \"files\": {");
    for (size_t i = 0; i < o->files.size; i++) {
        const char *colon = strstr (o->files.at[i], ": ");
        int size = colon ? (int) (colon - o->files.at[i]) : 0;
        text_print (t, "%s\"%.*s\": ", i ? ", " : "", size, o->files.at[i]);
        json_string (t, colon ? colon + 2 : o->files.at[i]);
    }
    text_add (t, "}\n}\n");
}
